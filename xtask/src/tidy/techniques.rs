//! The header of a technique of the search: five lines that say what it is, whose it is, and what
//! it is worth.

use super::Remark;

const SOURCE: &str = "crates/search/src/";
/// The folders whose files are techniques.
const FOLDERS: [&str; 7] =
    ["ends/", "look/", "give_up/", "skip/", "depth/", "order/", "quiescence/"];
/// Techniques that are files at the top of the crate.
const FILES: [&str; 3] = ["known.rs", "learn.rs", "quiescence.rs"];
/// The keys of the five lines.
const KEYS: [&str; 5] = ["Known as:", "Source:", "Here:", "Worth:", "Off:"];

/// Is the file at `path` a technique?
pub(super) fn is_technique(path: &str) -> bool {
    path.strip_prefix(SOURCE).is_some_and(|name| {
        FILES.contains(&name) || FOLDERS.iter().any(|folder| name.starts_with(folder))
    })
}

/// The lines that the header of a technique lacks or leaves empty.
pub(super) fn missing_lines(text: &str) -> Vec<Remark> {
    let header: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//!")).collect();
    let mut remarks = Vec::new();
    for key in KEYS {
        let place = header.iter().position(|line| line.trim_start().starts_with(key));
        match place {
            None => remarks.push((1, format!("the header of a technique needs a line `{key}`"))),
            Some(index) if value(&header[index..], key).is_empty() => {
                remarks.push((index + 1, format!("`{key}` says nothing")));
            }
            Some(_) => {}
        }
    }
    remarks
}

/// The text behind `key`, which starts the first of these lines, or in the next one if that line is
/// indented further.
fn value<'a>(lines: &[&'a str], key: &str) -> &'a str {
    let after_key = lines[0].trim_start()[key.len()..].trim();
    let is_continued = |line: &&str| line.starts_with("   ");
    match lines.get(1).filter(|line| is_continued(line)) {
        Some(next) if after_key.is_empty() => next.trim(),
        _ => after_key,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "\
//! Null move: the turn is handed over.
//!
//! Known as: null-move pruning (NMP)
//! Source:   a program: formula and numbers;
//!           the idea: a paper
//! Here:     nothing
//! Worth:
//!           10 ± 5 Elo
//! Off:      `null-move`

use super::Worker;
// Off: not the header.
";

    #[test]
    fn a_complete_header_passes() {
        assert!(missing_lines(GOOD).is_empty());
    }

    #[test]
    fn every_line_is_needed() {
        for key in KEYS {
            let remarks = missing_lines(&GOOD.replacen(key, "Words:", 1));
            assert_eq!(remarks.len(), 1, "{key}");
            assert!(remarks[0].1.contains(key));
        }
        assert_eq!(missing_lines("fn f() {}\n").len(), KEYS.len());
    }

    #[test]
    fn a_line_has_a_value() {
        let empty = GOOD.replacen(" null-move pruning (NMP)", "", 1);
        assert_eq!(missing_lines(&empty), [(3, "`Known as:` says nothing".to_owned())]);
        let empty = GOOD.replacen("//!           10 ± 5 Elo\n", "", 1);
        assert_eq!(missing_lines(&empty), [(7, "`Worth:` says nothing".to_owned())]);
    }

    #[test]
    fn techniques_are_known_by_their_place() {
        for yes in ["skip/futility.rs", "depth/a/b.rs", "learn.rs", "quiescence/two_stage.rs"] {
            assert!(is_technique(&format!("crates/search/src/{yes}")), "{yes}");
        }
        for no in ["skip.rs", "node.rs", "recipes/bonanza.rs"] {
            assert!(!is_technique(&format!("crates/search/src/{no}")), "{no}");
        }
        assert!(!is_technique("crates/eval/src/order/x.rs"));
    }
}
