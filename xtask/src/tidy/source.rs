//! A file seen three ways: its text, its code without comments and literals, its comments alone.
//! Rules about code then say nothing about words in strings, and the reverse.

/// A text file of the repository; the views keep the line numbers of the text.
pub(super) struct SourceFile {
    /// Path from the root of the repository, with `/`.
    pub(super) path: String,
    pub(super) text: String,
    /// Rust code; comments, strings and characters are blanks.
    pub(super) code: String,
    /// Comments; everything else is blanks.
    pub(super) comments: String,
}

impl SourceFile {
    /// Files other than Rust have empty `code` and `comments`.
    pub(super) fn new(path: String, text: String) -> Self {
        let (code, comments) =
            if path.ends_with(".rs") { split(&text) } else { Default::default() };
        Self { path, text, code, comments }
    }

    pub(super) fn has_extension(&self, extensions: &[&str]) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, last)| extensions.contains(&last))
    }
}

/// True where `word` stands in `text` by itself, not as a part of a longer name.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let in_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + word.len()..].chars().next();
        !(word.starts_with(in_name) && before.is_some_and(in_name)
            || word.ends_with(in_name) && after.is_some_and(in_name))
    })
}

/// Separates Rust text into code and comments of the same shape.
fn split(text: &str) -> (String, String) {
    let mut code = String::with_capacity(text.len());
    let mut comments = String::with_capacity(text.len());
    let mut rest = text;
    let mut after_name = false;
    while let Some(first) = rest.chars().next() {
        let (token, length) = token(rest, after_name);
        let (piece, tail) = rest.split_at(length);
        for c in piece.chars() {
            let blank = if c == '\n' { '\n' } else { ' ' };
            code.push(if token == Token::Code { c } else { blank });
            comments.push(if token == Token::Comment { c } else { blank });
        }
        after_name = token == Token::Code && (first.is_alphanumeric() || first == '_');
        rest = tail;
    }
    (code, comments)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Code,
    Comment,
    Literal,
}

/// The kind and the length in bytes of what `rest` starts with. `after_name` says that the
/// character before belongs to a name, so that `r"` cannot start a raw string.
fn token(rest: &str, after_name: bool) -> (Token, usize) {
    if rest.starts_with("//") {
        return (Token::Comment, rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return (Token::Comment, block_comment(rest));
    }
    if rest.starts_with('"') {
        return (Token::Literal, quoted(rest, '"'));
    }
    if rest.starts_with('\'') {
        return character(rest);
    }
    if !after_name && let Some(length) = raw_string(rest) {
        return (Token::Literal, length);
    }
    (Token::Code, rest.chars().next().map_or(0, char::len_utf8))
}

fn block_comment(rest: &str) -> usize {
    let mut level = 0;
    let mut at = 0;
    while at < rest.len() {
        let tail = &rest.as_bytes()[at..];
        if tail.starts_with(b"/*") {
            level += 1;
            at += 2;
        } else if tail.starts_with(b"*/") {
            level -= 1;
            at += 2;
            if level == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

/// The length of a literal that ends at the next `quote` without a backslash.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == quote {
            return at + 1;
        }
    }
    rest.len()
}

/// A character literal, or the mark of a lifetime.
fn character(rest: &str) -> (Token, usize) {
    let mut chars = rest.chars().skip(1);
    match (chars.next(), chars.next()) {
        (Some('\\'), _) | (_, Some('\'')) => (Token::Literal, quoted(rest, '\'')),
        _ => (Token::Code, 1),
    }
}

/// The length of a raw string with its prefix and marks, as in `br#"..."#`.
fn raw_string(rest: &str) -> Option<usize> {
    let marked = rest.trim_start_matches(['b', 'c']).strip_prefix('r')?;
    let body = marked.trim_start_matches('#');
    let marks = marked.len() - body.len();
    let inner = body.strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(marks));
    let opening = rest.len() - inner.len();
    Some(inner.find(&end).map_or(rest.len(), |at| opening + at + end.len()))
}

#[cfg(test)]
mod tests {
    use super::{has_word, split};

    #[test]
    fn comments_and_literals_are_not_code() {
        let (code, comments) =
            split("a(\"b // c\", 'd', '\\'', b'e'); // f\n/* g /* h */ i */ j\n");
        let words: Vec<&str> = code.split_whitespace().collect();
        assert_eq!(words, ["a(", ",", ",", ",", "b", ");", "j"]);
        let words: Vec<&str> = comments.split_whitespace().collect();
        assert_eq!(words, ["//", "f", "/*", "g", "/*", "h", "*/", "i", "*/"]);
        assert_eq!(code.lines().count(), comments.lines().count());
    }

    #[test]
    fn lifetimes_and_raw_strings() {
        let (code, _) = split("fn f<'a>(x: &'a str) { r#\"un\"safe\"#; br\"\\\"; var; r#type }");
        assert!(code.contains("<'a>(x: &'a str)"));
        assert!(!code.contains("safe"));
        assert!(code.contains("var; r#type }"));
    }

    #[test]
    fn unfinished_literals_end_with_the_text() {
        for text in ["\"abc", "/* abc", "r#\"abc", "'\\", "// abc"] {
            assert_eq!(split(text).0.trim(), "");
        }
    }

    #[test]
    fn words_stand_alone() {
        assert!(has_word("a: f32,", "f32"));
        assert!(!has_word("a: xf32 f32x", "f32"));
        assert!(has_word("print!(x)", "print!"));
        assert!(!has_word("eprint!(x)", "print!"));
    }
}
