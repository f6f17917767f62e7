//! Text made safe for pages and pictures: names and comments of records come from strangers.

/// Makes a text safe between tags and in quoted attributes of HTML and SVG. What these forbid
/// becomes the replacement character.
///
/// ```
/// assert_eq!(kifu::markup::escaped("<b title='x'>"), "&lt;b title=&#39;x&#39;&gt;");
/// ```
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            letter if letter.is_control() && letter != '\n' => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
    out
}
