//! Rules about the text of a file.

use super::source::has_word;
use super::{Remark, numbered_lines};

/// A Rust file longer than this is two concepts in one file.
const MOST_LINES: usize = 600;

/// Folders of somebody's machine, without the slash before them (with it, this file would break
/// its own rule).
const MACHINE_FOLDERS: [&str; 4] = ["work/", "root/", "home/", "Users/"];

pub(super) fn white_space(text: &str) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for (number, line) in numbered_lines(text) {
        if line.contains('\t') {
            remarks.push((number, "a tab; use blanks".to_owned()));
        }
        if line.ends_with(char::is_whitespace) {
            remarks.push((number, "white space at the end of the line".to_owned()));
        }
    }
    remarks
}

pub(super) fn too_long(text: &str) -> Vec<Remark> {
    let lines = text.lines().count();
    if lines <= MOST_LINES {
        return Vec::new();
    }
    vec![(lines, format!("{lines} lines; split the file, {MOST_LINES} are allowed"))]
}

pub(super) fn unfinished_code(code: &str) -> Vec<Remark> {
    lines_with(code, &["todo!", "dbg!"])
}

pub(super) fn unfinished_notes(comments: &str) -> Vec<Remark> {
    lines_with(comments, &["FIXME"])
}

fn lines_with(text: &str, words: &[&str]) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for (number, line) in numbered_lines(text) {
        for word in words.iter().filter(|word| has_word(line, word)) {
            remarks.push((number, format!("`{word}` is left over")));
        }
    }
    remarks
}

/// Absolute paths of one machine mean nothing on another.
pub(super) fn machine_paths(text: &str) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for (number, line) in numbered_lines(text) {
        for folder in MACHINE_FOLDERS {
            if has_absolute_path(line, folder) {
                remarks.push((number, format!("a path of one machine: /{folder}")));
            }
        }
    }
    remarks
}

fn has_absolute_path(line: &str, folder: &str) -> bool {
    let in_path = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '}' | ')');
    line.match_indices(folder).any(|(start, _)| {
        line[..start]
            .strip_suffix('/')
            .is_some_and(|before| !before.chars().next_back().is_some_and(in_path))
    })
}

pub(super) fn missing_header(text: &str) -> Vec<Remark> {
    let header = text.lines().next().and_then(|line| line.strip_prefix("//!"));
    if header.is_some_and(|words| !words.trim().is_empty()) {
        return Vec::new();
    }
    vec![(1, "the file must start with `//!` and say what it is".to_owned())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_rule() {
        assert!(white_space("a\n  b\n\nc\n").is_empty());
        assert_eq!(white_space("a\n\tb\n")[0].0, 2);
        assert_eq!(white_space("a\nb \n")[0].0, 2);
    }

    #[test]
    fn length_rule() {
        assert!(too_long(&"a\n".repeat(MOST_LINES)).is_empty());
        assert_eq!(too_long(&"a\n".repeat(MOST_LINES + 1)).len(), 1);
    }

    #[test]
    fn unfinished_rules() {
        assert!(unfinished_code("let todo = 1;\nadbg!()").is_empty());
        assert_eq!(unfinished_code("fn f() {\n    todo!()\n}\ndbg!(x)").len(), 2);
        assert!(unfinished_notes("// fixed me").is_empty());
        assert_eq!(unfinished_notes("a\n// FIXME: later")[0].0, 2);
    }

    #[test]
    fn machine_path_rule() {
        for good in ["target/work/x", "https://example.org/home/x", "../root/x", "work/x"] {
            assert!(machine_paths(good).is_empty(), "{good}");
        }
        for folder in MACHINE_FOLDERS {
            for before in ["", "see ", "\"", "(", "file://"] {
                let bad = format!("{before}/{folder}x");
                assert_eq!(machine_paths(&bad).len(), 1, "{bad}");
            }
        }
    }

    #[test]
    fn header_rule() {
        assert!(missing_header("//! What it is.\nfn f() {}").is_empty());
        for bad in ["", "fn f() {}", "//!\n", "// What it is.", "\n//! Late."] {
            assert_eq!(missing_header(bad).len(), 1, "{bad:?}");
        }
    }
}
