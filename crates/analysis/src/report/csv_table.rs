//! Tables for spreadsheets: UTF-8 with a byte-order mark, every field quoted, no formulas.

use csv::{QuoteStyle, WriterBuilder};

use super::text::cell;

/// The table as bytes. The cells of strangers must not become formulas: numbers pass as they are.
pub(super) fn table(head: &[String], rows: impl IntoIterator<Item = Vec<String>>) -> Vec<u8> {
    let mut writer = WriterBuilder::new().quote_style(QuoteStyle::Always).from_writer(Vec::new());
    // Writing to memory does not fail, and all rows have the length of the head.
    let _ = writer.write_record(head);
    for row in rows {
        let _ = writer.write_record(row.iter().map(|text| safe(text)));
    }
    let mut bytes = "\u{feff}".as_bytes().to_vec();
    bytes.extend(writer.into_inner().unwrap_or_default());
    bytes
}

fn safe(text: &str) -> String {
    if text.parse::<f64>().is_ok() { text.to_owned() } else { cell(text) }
}
