//! Writes KI2: rows of moves without origins and without times.

use std::fmt::Write;

use crate::encoding::Encoding;
use crate::game::{Game, NodeId, Step};
use crate::loss::{Loss, Losses};
use crate::replay::Replay;

use super::kif::{side_names, write_comments, write_preface};
use super::summary;

/// Moves in a row.
const ROW: usize = 6;
/// Columns of a move in a row.
const COLUMN: usize = 12;

/// A remark that names the encoding.
pub(super) fn encoding_remark(encoding: Encoding) -> String {
    format!("#KI2 version=2.0 encoding={}", encoding.name())
}

/// A game as KI2 text.
pub(super) fn write(game: &Game, encoding: Encoding, losses: &mut Losses) -> String {
    let mut text = String::new();
    if encoding == Encoding::Utf8 {
        text.push_str(&encoding_remark(encoding));
        text.push('\n');
    }
    write_preface(game, &mut text);
    text.push('\n');
    write_comments(game, NodeId::ROOT, &mut text);
    for (_, node) in game.nodes().filter(|(_, node)| node.time.is_some()) {
        let _ = node;
        losses.add(Loss::Times);
    }
    let mut replay = game.replay();
    let mut lines = vec![NodeId::ROOT];
    while let Some(first) = lines.pop() {
        if first != NodeId::ROOT {
            let _ = write!(text, "\n変化：{}手\n", game.node(first).ply());
        }
        let line: Vec<NodeId> = game.line_from(first).collect();
        write_line(game, &line, &mut replay, &mut text);
        for &id in &line {
            lines.extend(game.node(id).children().iter().skip(1).rev());
        }
    }
    text
}

fn write_line(game: &Game, line: &[NodeId], replay: &mut Replay<'_>, text: &mut String) {
    let mut row: Vec<String> = Vec::with_capacity(ROW);
    for &id in line {
        let node = game.node(id);
        match node.step() {
            Step::Start => continue,
            Step::Move(_) => {
                replay.go_to(node.parent().unwrap_or(NodeId::ROOT));
                row.push(replay.japanese(node.step()));
                if row.len() == ROW || !node.comments.is_empty() {
                    write_row(&mut row, text);
                }
                write_comments(game, id, text);
            }
            Step::End(ending) => {
                write_row(&mut row, text);
                let moves = node.ply() - 1;
                let closing = summary::write(ending, moves, game.turn(id), side_names(game));
                let _ = writeln!(text, "{closing}");
                write_comments(game, id, text);
            }
        }
    }
    write_row(&mut row, text);
}

fn write_row(row: &mut Vec<String>, text: &mut String) {
    let last = row.len().saturating_sub(1);
    for (index, shown) in row.iter().enumerate() {
        text.push_str(shown);
        if index < last {
            let width = shown.chars().count() * 2;
            text.push_str(&" ".repeat(COLUMN.saturating_sub(width).max(1)));
        }
    }
    if !row.is_empty() {
        text.push('\n');
    }
    row.clear();
}
