//! Tables and numbers as Markdown.

use std::fmt::Write;

/// A table, row by row.
pub(crate) struct MarkdownTable {
    text: String,
}

impl MarkdownTable {
    pub(crate) fn new(heads: &[&str]) -> Self {
        let mut table = Self { text: String::new() };
        table.push(heads);
        table.push(&vec!["---"; heads.len()]);
        table
    }

    pub(crate) fn row(&mut self, cells: &[String]) {
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        self.push(&cells);
    }

    fn push(&mut self, cells: &[&str]) {
        let _ = writeln!(self.text, "| {} |", cells.join(" | "));
    }
}

impl std::fmt::Display for MarkdownTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// 1234567 as 1,234,567.
pub(crate) fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", digits.as_str()),
    };
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    format!("{sign}{text}")
}

/// A share as a percentage.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// The words in place of figures without records.
pub(crate) const NOT_YET: &str = "not measured yet";

/// The text, or that nothing was measured yet if there is none.
pub(crate) fn not_yet_or(text: String) -> String {
    if text.is_empty() { NOT_YET.to_owned() } else { text }
}

/// What the paper says and what was found, at the head of a page.
pub(crate) fn summary(paper: &str, found: &str) -> String {
    format!("**The paper says**: {paper}.\n\n**Found here**: {found}.\n\n")
}

/// Whether a goal is reached, in words.
pub(crate) fn verdict(holds: bool) -> &'static str {
    if holds { "holds" } else { "does not hold" }
}

pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    for value in values {
        sum += value;
        count += 1;
    }
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}

/// The standard deviation of all the values.
pub(crate) fn spread(values: &[f64]) -> f64 {
    let average = mean(values.iter().copied());
    mean(values.iter().map(|value| (value - average).powi(2))).sqrt()
}

/// The middle value, or the mean of the two in the middle.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        count if count % 2 == 1 => values[count / 2],
        count => (values[count / 2 - 1] + values[count / 2]) / 2.0,
    }
}

/// The geometric mean of positive values.
pub(crate) fn geometric_mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { mean(values.iter().map(|value| value.ln())).exp() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in
            [(0.0, "0"), (999.0, "999"), (1000.0, "1,000"), (-1234567.4, "-1,234,567")]
        {
            assert_eq!(thousands(number), text);
        }
        assert_eq!(percent(0.4834), "48.3%");
    }

    #[test]
    fn averages_are_those_of_the_textbook() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(median(&[]), 0.0);
        assert!((geometric_mean(&[1.0, 10.0, 100.0]) - 10.0).abs() < 1e-12);
        assert_eq!(spread(&[1.0, 3.0]), 1.0);
    }

    #[test]
    fn tables_are_markdown() {
        let mut table = MarkdownTable::new(&["a", "b"]);
        table.row(&["1".into(), "2".into()]);
        assert_eq!(table.to_string(), "| a | b |\n| --- | --- |\n| 1 | 2 |\n");
    }
}
