//! Rules about the guides in `docs/`: short pages, short lines, and no build numbers. What was
//! measured lives in `docs/record/`, to which these rules do not apply.

use super::{Remark, numbered_lines};

const FOLDER: &str = "docs/";
/// Folders of pages that are not guides, and a reference that a test compares with the code.
const NOT_GUIDES: [&str; 3] = ["docs/record/", "docs/decisions/", "docs/analysis-sentences.md"];
/// A guide has about 1,500 words; a little more is let pass.
const MOST_WORDS: usize = 1_600;
const LONGEST_LINE: usize = 140;
/// Node counts of the bench have at least this many digits.
const DIGITS_OF_A_BUILD: usize = 6;

/// Is the file at `path` a guide?
pub(super) fn is_guide(path: &str) -> bool {
    path.starts_with(FOLDER)
        && path.ends_with(".md")
        && !NOT_GUIDES.iter().any(|start| path.starts_with(start))
}

/// Everything that the rules say about one guide.
pub(super) fn remarks(text: &str) -> Vec<Remark> {
    let mut remarks = too_many_words(text);
    remarks.extend(long_lines(text));
    remarks.extend(build_numbers(text));
    remarks
}

/// Words are counted in prose and tables, but not in blocks of code.
fn too_many_words(text: &str) -> Vec<Remark> {
    let is_word = |token: &&str| token.contains(char::is_alphanumeric);
    let words: usize =
        outside_code(text).map(|(_, line)| line.split_whitespace().filter(is_word).count()).sum();
    if words <= MOST_WORDS {
        return Vec::new();
    }
    let message = format!("{words} words; {MOST_WORDS} are allowed, records go to docs/record/");
    vec![(text.lines().count(), message)]
}

fn long_lines(text: &str) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for (number, line) in outside_code(text) {
        let length = line.chars().count();
        if length > LONGEST_LINE && !line.starts_with('|') && !is_only_a_link(line) {
            remarks.push((number, format!("{length} characters; {LONGEST_LINE} are allowed")));
        }
    }
    remarks
}

/// Is the line a link, or an item of a list that is a link?
fn is_only_a_link(line: &str) -> bool {
    let line = line.trim_start_matches(['-', '*', ' ']);
    let is_address = (line.starts_with("http") || line.starts_with('<')) && !line.contains(' ');
    let rest = line.strip_prefix('[').and_then(|line| line.split_once("]("));
    is_address || rest.is_some_and(|(_, address)| address.find(')') == Some(address.len() - 1))
}

/// A page that names a build is out of date with the next one.
fn build_numbers(text: &str) -> Vec<Remark> {
    numbered_lines(text)
        .filter(|(_, line)| names_a_build(line))
        .map(|(number, _)| (number, "a build number; it belongs to docs/record/".to_owned()))
        .collect()
}

/// Does the line have the word "bench" and right behind it a number as large as a node count?
fn names_a_build(line: &str) -> bool {
    let line = line.to_lowercase();
    line.match_indices("bench").any(|(start, word)| {
        let behind = line[start + word.len()..].trim_start_matches([' ', ':', '`', '*', '=', '(']);
        let number = behind.chars().take_while(|c| c.is_ascii_digit() || *c == ',');
        number.filter(char::is_ascii_digit).count() >= DIGITS_OF_A_BUILD
    })
}

/// The lines that are not in a fenced block, with their numbers.
fn outside_code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    numbered_lines(text).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guides_are_known_by_their_place() {
        for yes in ["docs/search.md", "docs/arena/README.md", "docs/README.md"] {
            assert!(is_guide(yes), "{yes}");
        }
        for no in ["docs/record/speed.md", "docs/decisions/sliders.md", "README.md", "docs/a.tsv"] {
            assert!(!is_guide(no), "{no}");
        }
    }

    #[test]
    fn length_of_a_guide() {
        let words = |count: usize| "word | \n".repeat(count);
        assert!(remarks(&words(MOST_WORDS)).is_empty());
        assert_eq!(remarks(&words(MOST_WORDS + 1)).len(), 1);
        let code = format!("```\n{}```\n{}", words(500), words(MOST_WORDS));
        assert!(remarks(&code).is_empty());
    }

    #[test]
    fn length_of_a_line() {
        let long = "x".repeat(LONGEST_LINE);
        for good in [
            long.clone(),
            format!("| {long} |"),
            format!("```\n{long}y\n```"),
            format!("[words](https://example.org/{long})"),
            format!("- [words](https://example.org/{long})"),
            format!("https://example.org/{long}"),
        ] {
            assert!(remarks(&good).is_empty(), "{good}");
        }
        let wide = "字".repeat(LONGEST_LINE);
        assert!(remarks(&wide).is_empty());
        for bad in
            [format!("{long}y"), format!("See [it](a.md) {long}"), format!("- [it](a) {long}")]
        {
            assert_eq!(remarks(&format!("ok\n{bad}\n"))[0].0, 2, "{bad}");
        }
    }

    #[test]
    fn numbers_of_builds() {
        for bad in
            ["(bench 1343030)", "Bench 1,343,030", "`Bench: 1343030`", "| x | bench 987654 |"]
        {
            assert_eq!(remarks(&format!("a\n{bad}\n"))[0].0, 2, "{bad}");
        }
        for good in ["bench 16", "`sakiyomi bench` searches 1,343,030 nodes", "bench, 30 positions"]
        {
            assert!(remarks(good).is_empty(), "{good}");
        }
    }
}
