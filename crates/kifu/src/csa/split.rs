//! Where one game of a CSA file ends and the next begins.

use std::io::{self, BufRead};

use crate::lines::{Chunk, Lines};

/// Takes the lines up to a separator `/`, or up to a version line behind moves.
pub(super) fn next_game(
    lines: &mut Lines<dyn BufRead + '_>,
    limit: usize,
) -> io::Result<Option<Chunk>> {
    let mut bytes = Vec::new();
    let (mut first, mut has_statements, mut has_moves) = (lines.number() + 1, false, false);
    let mut unseparated = None;
    loop {
        // A record that begins without a separator must stay for the next call.
        if has_moves && matches!(lines.ahead()?, [b'V', b'1'..=b'9', ..]) {
            unseparated = Some("V");
            break;
        }
        let start = bytes.len();
        let length = lines.read_line(&mut bytes, limit)?;
        let line = bytes.get(start..).unwrap_or_default().trim_ascii();
        match (length, line) {
            (None, _) if !has_statements => return Ok(None),
            (None, _) => break,
            (Some(_), b"/") => {
                bytes.truncate(start);
                if has_statements {
                    break;
                }
                bytes.clear();
                first = lines.number() + 1;
            }
            (Some(_), line) => {
                let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
                has_statements |= !line.is_empty() && !line.starts_with(b"'");
                has_moves |= matches!(line, [b'+' | b'-', b'0'..=b'9', ..] | [b'%', ..]);
            }
        }
    }
    let is_too_long = bytes.len() > limit;
    Ok(Some(Chunk { line: first, bytes, is_too_long, unseparated }))
}
