//! Bytes to text and back. Valid UTF-8 is UTF-8, whatever the file says: many files were converted
//! and kept their old first line. Otherwise the encoding that the first lines name is believed if
//! all bytes are text in it, and without such a name the content decides.

use encoding_rs::{EUC_JP, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};

/// An encoding of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// Shift_JIS as Windows has it (code page 932).
    ShiftJis,
    /// EUC-JP.
    EucJp,
    /// ISO-2022-JP, once used in mail.
    Iso2022Jp,
    /// UTF-16, little or big end first; recognised by its mark.
    Utf16,
}

impl Encoding {
    /// Those that can be written.
    pub const WRITABLE: [Self; 3] = [Self::Utf8, Self::ShiftJis, Self::EucJp];

    /// The name that files use in their first line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::ShiftJis => "Shift_JIS",
            Self::EucJp => "EUC-JP",
            Self::Iso2022Jp => "ISO-2022-JP",
            Self::Utf16 => "UTF-16",
        }
    }

    /// The encoding with this name, in any of its usual spellings.
    pub fn from_name(name: &str) -> Option<Self> {
        let name: String =
            name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
        Some(match name.as_str() {
            "utf8" => Self::Utf8,
            "shiftjis" | "sjis" | "cp932" | "windows31j" | "ms932" => Self::ShiftJis,
            "eucjp" | "euc" => Self::EucJp,
            "iso2022jp" | "jis" => Self::Iso2022Jp,
            "utf16" => Self::Utf16,
            _ => return None,
        })
    }
}

/// Text from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// The text, without a byte order mark.
    pub text: String,
    /// The encoding that was found.
    pub encoding: Encoding,
    /// The first line (from 1) with bytes that are not text in this encoding, if any.
    pub first_bad_line: Option<usize>,
}

/// Decodes text of unknown encoding.
pub fn decode(bytes: &[u8]) -> Decoded {
    if let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf") {
        return decode_as(rest, Encoding::Utf8, UTF_8);
    }
    if bytes.starts_with(b"\xff\xfe") {
        return decode_as(bytes, Encoding::Utf16, UTF_16LE);
    }
    if bytes.starts_with(b"\xfe\xff") {
        return decode_as(bytes, Encoding::Utf16, UTF_16BE);
    }
    let declared = declared(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let is_plain = declared.is_some_and(|encoding| encoding != Encoding::Iso2022Jp);
        if text.is_ascii() && text.contains("\u{1b}$") && !is_plain {
            return decode_iso_2022_jp(bytes);
        }
        return Decoded { text: text.to_owned(), encoding: Encoding::Utf8, first_bad_line: None };
    }
    let candidates =
        [(Encoding::ShiftJis, SHIFT_JIS), (Encoding::EucJp, EUC_JP), (Encoding::Utf8, UTF_8)];
    if let Some((encoding, codec)) = candidates.into_iter().find(|(e, _)| Some(*e) == declared) {
        let decoded = decode_as(bytes, encoding, codec);
        if decoded.first_bad_line.is_none() {
            return decoded;
        }
    }
    let mut best: Option<(u64, Decoded)> = None;
    for (encoding, codec) in candidates {
        let decoded = decode_as(bytes, encoding, codec);
        // The first of equals wins, unless the file names another one.
        let doubt = doubt(&decoded.text) * 2 + u64::from(declared != Some(encoding));
        if best.as_ref().is_none_or(|(least, _)| doubt < *least) {
            best = Some((doubt, decoded));
        }
    }
    match best {
        Some((_, decoded)) => decoded,
        None => decode_as(bytes, Encoding::Utf8, UTF_8),
    }
}

fn decode_as(bytes: &[u8], encoding: Encoding, codec: &'static encoding_rs::Encoding) -> Decoded {
    let (text, _) = codec.decode_with_bom_removal(bytes);
    let first_bad = text.find('\u{fffd}');
    let line_of = |at: usize| 1 + text[..at].bytes().filter(|&b| b == b'\n').count();
    Decoded { first_bad_line: first_bad.map(line_of), encoding, text: text.into_owned() }
}

/// Every line begins in ASCII, so that damage to one cannot swallow the next.
fn decode_iso_2022_jp(bytes: &[u8]) -> Decoded {
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        let (content, end) = match line {
            [content @ .., b'\n'] => (content, "\n"),
            content => (content, ""),
        };
        text.push_str(&decode_as(content, Encoding::Iso2022Jp, ISO_2022_JP).text);
        text.push_str(end);
    }
    let bad = text.lines().position(|line| line.contains('\u{fffd}'));
    Decoded { text, encoding: Encoding::Iso2022Jp, first_bad_line: bad.map(|line| line + 1) }
}

/// How unlikely it is that somebody wrote this in a record. Bytes that are not characters weigh
/// most; half-width kana and rare signs come from reading one encoding as another.
fn doubt(text: &str) -> u64 {
    text.chars()
        .map(|c| match c {
            '\u{fffd}' => 20,
            '\u{80}'..='\u{9f}' | '\u{e000}'..='\u{f8ff}' => 10,
            '\u{ff61}'..='\u{ff9f}' => 2,
            '\u{400}'..='\u{4ff}' | '\u{370}'..='\u{3ff}' => 1,
            _ => 0,
        })
        .sum()
}

/// The encoding that the first lines of the file name, as in `encoding=Shift_JIS`.
fn declared(bytes: &[u8]) -> Option<Encoding> {
    let head = &bytes[..bytes.len().min(256)];
    let marker = b"encoding=";
    let at = head.windows(marker.len()).position(|window| window == marker)?;
    let name: String = head[at + marker.len()..]
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
        .map(|&b| char::from(b))
        .collect();
    Encoding::from_name(&name)
}

/// The character written for one that the encoding lacks.
const SUBSTITUTE: char = '〓';

/// Encodes text. Characters that the encoding lacks are replaced by a relative or by 〓; the count
/// of those is the second value.
pub fn encode(text: &str, encoding: Encoding) -> (Vec<u8>, usize) {
    let codec = match encoding {
        Encoding::ShiftJis => SHIFT_JIS,
        Encoding::EucJp => EUC_JP,
        Encoding::Utf8 | Encoding::Utf16 | Encoding::Iso2022Jp => {
            return (text.as_bytes().to_vec(), 0);
        }
    };
    let (bytes, _, has_unmappable) = codec.encode(text);
    // The codec would make these two into \ and ~.
    if !has_unmappable && !text.contains(['¥', '‾']) {
        return (bytes.into_owned(), 0);
    }
    // Rare: character by character, so that none of the encoder's escapes gets into the file.
    let mut out = Vec::with_capacity(text.len());
    let mut replaced = 0;
    let mut buffer = [0; 4];
    for c in text.chars() {
        let (bytes, _, is_lacking) = codec.encode(common(c).encode_utf8(&mut buffer));
        if !is_lacking {
            out.extend_from_slice(&bytes);
            continue;
        }
        replaced += 1;
        let (bytes, _, _) = codec.encode(SUBSTITUTE.encode_utf8(&mut buffer));
        out.extend_from_slice(&bytes);
    }
    (out, replaced)
}

/// The character of the old sets that means the same, where they have another one; else the
/// character itself.
pub(crate) fn common(c: char) -> char {
    match c {
        '☗' => '▲',
        '☖' => '△',
        '〜' => '～',
        '—' | '–' => '―',
        '‖' => '∥',
        '−' => '－',
        '¢' => '￠',
        '£' => '￡',
        '¬' => '￢',
        '¥' => '￥',
        '‾' => '￣',
        '\u{a0}' => ' ',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "開始日時：2014/10/13\n手合割：平手\n   1 ７六歩(77)\n";

    #[test]
    fn encodings_are_found_by_content() {
        for encoding in Encoding::WRITABLE {
            let (bytes, lost) = encode(SAMPLE, encoding);
            assert_eq!(lost, 0);
            let decoded = decode(&bytes);
            assert_eq!((decoded.encoding, decoded.text.as_str()), (encoding, SAMPLE));
            assert_eq!(decoded.first_bad_line, None);
        }
        let with_mark = [b"\xef\xbb\xbf", SAMPLE.as_bytes()].concat();
        assert_eq!(decode(&with_mark).text, SAMPLE);
        let (bytes, _) = encode("N+山田将棋\n", Encoding::EucJp);
        assert_eq!(decode(&bytes).encoding, Encoding::EucJp);
        let utf16: Vec<u8> = "\u{feff}７六歩".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&utf16).text, "７六歩");
        assert_eq!(decode(b"\x1b$B#7O;Jb\x1b(B").text, "７六歩");
    }

    #[test]
    fn damaged_text_keeps_its_encoding() {
        for encoding in Encoding::WRITABLE {
            let (mut bytes, _) = encode(&SAMPLE.repeat(3), encoding);
            bytes[3] = 0xff;
            let decoded = decode(&bytes);
            assert_eq!(decoded.encoding, encoding);
            assert_eq!(decoded.first_bad_line, Some(1), "{encoding:?}");
        }
    }

    #[test]
    fn nothing_is_written_that_the_encoding_lacks() {
        let (bytes, lost) = encode("☗森雞二😀", Encoding::ShiftJis);
        assert_eq!(decode(&bytes).text, "▲森〓二〓");
        assert_eq!(lost, 2);
        assert_eq!(encode("雞", Encoding::Utf8).1, 0);
        for name in ["UTF-8", "Shift_JIS", "SHIFT_JIS", "sjis", "euc-jp", "cp932"] {
            assert!(Encoding::from_name(name).is_some(), "{name}");
        }
    }
    #[test]
    fn a_name_in_the_first_line_is_believed_if_it_can_be_true() {
        // Half-width kana make EUC-JP look like Shift_JIS.
        let kana = "ｴ".repeat(200);
        for encoding in Encoding::WRITABLE {
            let text = format!("#KIF version=2.0 encoding={}\n{SAMPLE}*{kana}\n", encoding.name());
            let decoded = decode(&encode(&text, encoding).0);
            assert_eq!((decoded.encoding, decoded.text), (encoding, text));
        }
        // A file that was converted and kept its first line.
        let converted = format!("#KIF version=2.0 encoding=Shift_JIS\n{SAMPLE}");
        assert_eq!(decode(converted.as_bytes()).encoding, Encoding::Utf8);
        let wrong = converted.replace("Shift_JIS", "UTF-8");
        let (bytes, _) = encode(&wrong, Encoding::ShiftJis);
        assert_eq!(decode(&bytes).encoding, Encoding::ShiftJis);
    }

    #[test]
    fn an_escape_does_not_swallow_lines() {
        let decoded = decode(b"'\x1b$B#7\n+7776FU\n'\x1b$B#7O;Jb\x1b(B\n");
        assert_eq!(decoded.encoding, Encoding::Iso2022Jp);
        let lines: Vec<&str> = decoded.text.lines().collect();
        assert_eq!(lines[1..], ["+7776FU", "'７六歩"]);
        // Text with other characters, or that is said to be something else, is not in this encoding.
        for text in ["'\u{1b}$ é\n+7776FU\n", "'CSA encoding=UTF-8\n'\u{1b}$B#7\n"] {
            assert_eq!(decode(text.as_bytes()).text, text);
        }
    }

    #[test]
    fn signs_that_codecs_would_change_have_a_relative() {
        for encoding in [Encoding::ShiftJis, Encoding::EucJp] {
            let (bytes, lost) = encode("持時間：¥‾−", encoding);
            assert_eq!((decode(&bytes).text.as_str(), lost), ("持時間：￥￣－", 0));
        }
    }
}
