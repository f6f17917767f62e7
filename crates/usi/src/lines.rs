//! Lines of text from another program: one that writes no line breaks costs a fixed amount of
//! memory.

use std::io::{BufRead, Read};

/// Calls `take` with each line, without its end and cut at `longest` bytes, until `take` returns
/// false or the input ends. Bytes that are not UTF-8 are replaced.
pub(crate) fn each_line(
    mut reader: impl BufRead,
    longest: usize,
    mut take: impl FnMut(String) -> bool,
) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader.by_ref().take(longest as u64).read_until(b'\n', &mut bytes) {
            Ok(1..) => {}
            _ => return,
        }
        if bytes.len() == longest && bytes.last() != Some(&b'\n') && !skip_line(&mut reader) {
            return;
        }
        if !take(String::from_utf8_lossy(&bytes).trim_end().to_owned()) {
            return;
        }
    }
}

/// Skips the rest of a line; returns false at the end of the input.
fn skip_line(reader: &mut impl BufRead) -> bool {
    loop {
        let (skipped, is_end) = match reader.fill_buf() {
            Ok([]) | Err(_) => return false,
            Ok(bytes) => match bytes.iter().position(|&byte| byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (bytes.len(), false),
            },
        };
        reader.consume(skipped);
        if is_end {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        each_line(bytes, 100, |line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn lines_come_whole_and_long_ones_cut() {
        assert_eq!(lines(b"usiok\r\n\nreadyok"), ["usiok", "", "readyok"]);
        let mut text = vec![b'x'; 300];
        text.extend(b"\nusiok\n");
        let found = lines(&text);
        assert_eq!((found.len(), found[0].len(), found[1].as_str()), (2, 100, "usiok"));
        assert_eq!(lines(b"\xff\xfe\n"), ["\u{fffd}\u{fffd}"]);
    }
}
