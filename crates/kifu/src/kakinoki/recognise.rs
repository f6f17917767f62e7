//! Lines by which KIF and KI2 are recognised. Both have headers; the moves tell them apart.

use crate::ending::Ending;
use crate::format::Evidence;
use crate::notation::MoveText;
use crate::text::{digit, is_blank, trim};

/// Counts the lines of a text that look like KIF or KI2, unless the text is KI2.
pub(super) fn kif(text: &str) -> Option<Evidence> {
    if is_ki2(text) { None } else { Evidence::of_lines(text, weight) }
}

/// Counts the lines of a text that look like KIF or KI2, if the text is KI2.
pub(super) fn ki2(text: &str) -> Option<Evidence> {
    if is_ki2(text) { Evidence::of_lines(text, weight) } else { None }
}

fn is_ki2(text: &str) -> bool {
    text.lines().take(Evidence::LINES).any(is_row_of_moves) && !text.lines().any(is_numbered_move)
}

fn weight(line: &str) -> usize {
    usize::from(is_row_of_moves(line)) + usize::from(is_header_or_move(line))
}

fn is_row_of_moves(line: &str) -> bool {
    trim(line).starts_with(['▲', '△', '☗', '☖'])
}

fn is_numbered_move(line: &str) -> bool {
    let line = trim(line);
    let rest = line.trim_start_matches(|c| digit(c).is_some());
    let is_numbered = rest.len() < line.len() && rest.starts_with(is_blank);
    is_numbered
        && (MoveText::parse(rest).is_ok()
            || Ending::from_kif_word(rest.split(['(', '（']).next().unwrap_or(rest)).is_some())
}

fn is_header_or_move(line: &str) -> bool {
    let start = trim(line);
    const KNOWN: [&str; 12] = [
        "開始日時",
        "終了日時",
        "手合割",
        "先手",
        "後手",
        "上手",
        "下手",
        "棋戦",
        "手数",
        "変化",
        "まで",
        "表題",
    ];
    KNOWN.iter().any(|word| start.starts_with(word))
        || start.starts_with("#KIF")
        || start.starts_with("#KI2")
        || is_numbered_move(line)
        || (start.contains('：') && !start.starts_with(['\'', '*', '#']))
}
