//! Characters as people type them: full-width and half-width, kanji numerals, blanks.

/// A blank of any width.
pub(crate) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\u{3000}' | '\u{a0}' | '\u{feff}' | '\u{0}')
}

/// Without blanks of any width at both ends.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}

pub(crate) fn trim_start(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

/// The half-width form of a full-width character.
pub(crate) fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xff01 + 0x21).unwrap_or(c),
        '\u{3000}' | '\u{a0}' => ' ',
        '〇' => '0',
        '−' | '‐' | '―' => '-',
        _ => c,
    }
}

/// A digit of either width, 0 to 9.
pub(crate) fn digit(c: char) -> Option<u32> {
    narrow(c).to_digit(10)
}

/// A kanji numeral below ten.
pub(crate) fn kanji_digit(c: char) -> Option<u32> {
    "〇一二三四五六七八九".chars().position(|k| k == c).map(|n| n as u32)
}

/// One of the nine files or ranks, in any script; 1 to 9.
pub(crate) fn coordinate(c: char) -> Option<u32> {
    digit(c).or_else(|| kanji_digit(c)).filter(|n| (1..=9).contains(n))
}

/// Full-width digit.
pub(crate) fn wide_digit(n: u32) -> char {
    char::from_u32('０' as u32 + n).unwrap_or('？')
}

/// Kanji numeral of a number from 1 to 99.
pub(crate) fn kanji_number(n: u32) -> String {
    let unit = |n: u32| "〇一二三四五六七八九".chars().nth(n as usize).unwrap_or('？');
    let mut text = String::new();
    if n >= 20 {
        text.push(unit(n / 10));
    }
    if n >= 10 {
        text.push('十');
    }
    if !n.is_multiple_of(10) {
        text.push(unit(n % 10));
    }
    text
}

/// Reads a number at the start, in digits of either width; gives the rest. Very long numbers are
/// not read.
pub(crate) fn number(text: &str) -> Option<(u32, &str)> {
    let mut value: Option<u32> = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let Some(n) = digit(c) else { break };
        value = Some(value.unwrap_or(0).checked_mul(10)?.checked_add(n)?);
        rest = &rest[c.len_utf8()..];
    }
    Some((value?, rest))
}

/// Reads a count at the start, in kanji numerals or digits; gives the rest.
pub(crate) fn count(text: &str) -> Option<(u32, &str)> {
    if let Some(found) = number(text) {
        return Some(found);
    }
    let (mut tens, mut units, mut any) = (0, 0, false);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c == '十' {
            tens = if units == 0 { 1 } else { units };
            units = 0;
        } else if let Some(n) = kanji_digit(c) {
            units = n;
        } else {
            break;
        }
        any = true;
        rest = &rest[c.len_utf8()..];
    }
    any.then_some((tens * 10 + units, rest))
}

/// The text behind a prefix given in several spellings.
pub(crate) fn strip_any<'a>(text: &'a str, prefixes: &[&str]) -> Option<&'a str> {
    prefixes.iter().find_map(|prefix| text.strip_prefix(prefix))
}

/// Splits at the first colon of either width.
pub(crate) fn split_colon(line: &str) -> Option<(&str, &str)> {
    let at = line.find(['：', ':'])?;
    let colon = line[at..].chars().next()?;
    Some((&line[..at], &line[at + colon.len_utf8()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_any_script() {
        assert_eq!(number("１2手"), Some((12, "手")));
        assert_eq!(number("手"), None);
        assert_eq!(number("99999999999"), None);
        for n in 1..=99 {
            assert_eq!(count(&kanji_number(n)), Some((n, "")), "{n}");
        }
        assert_eq!(count("十八　"), Some((18, "　")));
        assert_eq!(count("3 "), Some((3, " ")));
        assert_eq!(count("　"), None);
        assert_eq!([coordinate('７'), coordinate('七'), coordinate('7')], [Some(7); 3]);
        assert_eq!(coordinate('0'), None);
    }

    #[test]
    fn colons_of_either_width() {
        assert_eq!(split_colon("先手：A:B"), Some(("先手", "A:B")));
        assert_eq!(split_colon("先手:A：B"), Some(("先手", "A：B")));
        assert_eq!(split_colon("先手"), None);
    }
}
