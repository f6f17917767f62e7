//! Text from another program, made safe for a terminal.

/// Returns the text with every control character written as an escape sequence of Rust, such as
/// `\u{1b}`. Characters that change the direction of writing count as control characters, too.
pub fn printable(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if is_control(c) {
            safe.extend(c.escape_default());
        } else {
            safe.push(c);
        }
    }
    safe
}

fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(printable("将棋 \"7g7f\" \\"), "将棋 \"7g7f\" \\");
        assert_eq!(printable("\x1b[31mred\x1b]0;title\x07"), "\\u{1b}[31mred\\u{1b}]0;title\\u{7}");
        assert_eq!(printable("a\tb\r\n\u{9b}31m"), "a\\tb\\r\\n\\u{9b}31m");
        assert_eq!(printable("\u{202e}abc"), "\\u{202e}abc");
    }
}
