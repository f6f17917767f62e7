//! Lines by which CSA is recognised.

use crate::format::Evidence;

/// Counts the lines of a text that look like statements.
pub(super) fn evidence(text: &str) -> Option<Evidence> {
    Evidence::of_lines(text, |line| usize::from(is_statement(line)))
}

fn is_statement(line: &str) -> bool {
    match line.as_bytes() {
        [b'V', b'1'..=b'9', ..]
        | [b'P', b'I' | b'+' | b'-', ..]
        | [b'P', b'1'..=b'9', b' ' | b'+' | b'-', ..]
        | [b'N', b'+' | b'-', ..]
        | [b'%', b'A'..=b'Z' | b'+' | b'-', ..]
        | [b'+' | b'-', b'0'..=b'9', b'0'..=b'9', b'1'..=b'9', b'1'..=b'9', ..] => true,
        [b'$', ..] => line.contains(':'),
        [b'T', rest @ ..] => !rest.is_empty() && rest.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}
