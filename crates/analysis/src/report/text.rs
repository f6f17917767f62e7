//! Text of strangers, made harmless for each form.

use serde::Serialize;

/// The most characters that are kept of a name, a header or a path.
const LONGEST: usize = 200;

/// Replaces what could change the look of a line, and cuts what is too long.
pub(super) fn clean(text: &str) -> String {
    let mut letters = text.chars().map(|letter| if is_hidden(letter) { ' ' } else { letter });
    let mut out: String = letters.by_ref().take(LONGEST).collect();
    if letters.next().is_some() {
        out.push('…');
    }
    out
}

/// Is it a control character, or one that turns the direction of text?
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text for HTML, cleaned.
pub(super) fn html(text: &str) -> String {
    kifu::markup::escaped(&clean(text))
}

/// Text for Markdown, cleaned: every character with a meaning gets a backslash.
pub(super) fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in clean(text).chars() {
        if "\\`*_{}[]()<>#+!|~&".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// Text for a cell of a table that a spreadsheet opens: no formula.
pub(super) fn cell(text: &str) -> String {
    let text = clean(text);
    if text.trim_start().starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text }
}

/// JSON that cannot end the script element it stands in.
pub(super) fn script_json(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
    let mut out = String::with_capacity(json.len());
    for letter in json.chars() {
        match letter {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                out.push_str(&format!("\\u{:04x}", letter as u32));
            }
            letter => out.push(letter),
        }
    }
    out
}
