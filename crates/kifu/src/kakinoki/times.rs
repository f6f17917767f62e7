//! Clock times: `( 0:16/00:00:16)`.

use std::fmt::Write;

use crate::game::ClockTime;
use crate::text::{is_blank, narrow};

/// Reads `m:s`, `h:m:s` or `s`, with or without a fraction, as milliseconds.
fn milliseconds(text: &str) -> Option<u64> {
    let mut parts = text.split(':').map(str::trim).rev();
    let seconds = parts.next()?;
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let mut ms = whole.parse::<u64>().ok()?.checked_mul(1000)?;
    if !fraction.is_empty() {
        let digits: String = fraction.chars().chain("000".chars()).take(3).collect();
        ms = ms.checked_add(digits.parse().ok()?)?;
    }
    for (part, unit) in parts.zip([60_000, 3_600_000]) {
        ms = ms.checked_add(part.parse::<u64>().ok()?.checked_mul(unit)?)?;
    }
    (text.split(':').count() <= 3).then_some(ms)
}

/// Reads the times in parentheses at the start; gives the rest. None if there is no parenthesis;
/// an error if it does not hold a time.
#[allow(clippy::type_complexity)]
pub(super) fn read(text: &str) -> Option<(Result<Option<ClockTime>, ()>, &str)> {
    let inner = text.strip_prefix(['(', '（'])?;
    let Some(end) = inner.find([')', '）']) else { return Some((Err(()), "")) };
    let close = inner[end..].chars().next().map_or(0, char::len_utf8);
    let rest = &inner[end + close..];
    let held: String = inner[..end].chars().map(narrow).filter(|&c| !is_blank(c)).collect();
    let (spent, total) = held.split_once('/').unwrap_or((&held, ""));
    if spent.is_empty() && total.is_empty() {
        return Some((Ok(None), rest));
    }
    let total_ms = if total.is_empty() { Some(None) } else { milliseconds(total).map(Some) };
    let time = match (milliseconds(spent), total_ms) {
        (Some(spent_ms), Some(total_ms)) => Ok(Some(ClockTime { spent_ms, total_ms })),
        _ => Err(()),
    };
    Some((time, rest))
}

/// As it is written behind a move.
pub(super) fn write(spent_ms: u64, total_ms: u64) -> String {
    let (spent, total) = (spent_ms / 1000, total_ms / 1000);
    let mut text = String::new();
    let _ = write!(
        text,
        "({:2}:{:02}/{:02}:{:02}:{:02})",
        spent / 60,
        spent % 60,
        total / 3600,
        total / 60 % 60,
        total % 60
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Option<(u64, Option<u64>)> {
        let (time, _) = read(text)?;
        time.ok()?.map(|time| (time.spent_ms, time.total_ms))
    }

    #[test]
    fn dialects_are_read() {
        assert_eq!(time("( 0:16/00:00:16)"), Some((16_000, Some(16_000))));
        assert_eq!(time("(00:31 / 00:00:31)+"), Some((31_000, Some(31_000))));
        assert_eq!(time("( 0:03/ 0:00:19)"), Some((3000, Some(19_000))));
        assert_eq!(time("（ ０:０３/０:００:１９）"), Some((3000, Some(19_000))));
        assert_eq!(time("(1:02:03/)"), Some((3_723_000, None)));
        assert_eq!(time("(12.5/00:00:12.5)"), Some((12_500, Some(12_500))));
        assert_eq!(time("(x/00:00:12)"), None);
        assert_eq!(time("(1:1:1:1/0)"), None);
        assert_eq!(time("( 0:16/00:00:16"), None);
        assert_eq!(write(16_000, 3_723_000), "( 0:16/01:02:03)");
    }
}
