//! Counted probabilities as text, in the form that [`search::Realization::parse`] reads.

use std::fmt::Write;

use search::Category;

use super::choice::{Phase, Stratum};
use super::moves::{Count, MoveCounts};

/// What a percentage in a table is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The positions with a move of the category, as in the paper.
    Positions,
    /// The moves of the category.
    Moves,
}

impl Measure {
    /// The probability by this measure.
    pub fn of(self, count: Count) -> f64 {
        match self {
            Self::Positions => count.probability(),
            Self::Moves => count.of_one_move(),
        }
    }

    const fn explanation(self) -> &'static str {
        match self {
            Self::Positions => {
                "How often a move of each category is played where there is one, in percent"
            }
            Self::Moves => "How often one move of each category is played, in percent",
        }
    }
}

/// Writes a table with a category a line: its percentage, its counts, and those by phase.
pub fn realization(moves: &MoveCounts, measure: Measure, source: &str) -> String {
    let mut text = format!("# {}.\n", measure.explanation());
    // A line break in the source must not begin a line of the table.
    let source = source.replace(['\n', '\r'], " ");
    let _ = writeln!(text, "# Counted by `sakiyomi learn records`: {source}.");
    let _ = write!(text, "# category percent available played moves");
    for phase in Phase::ALL {
        let _ = write!(text, " {}:available/played/moves", phase.name());
    }
    text.push('\n');
    for &category in Category::ALL {
        let all = moves.count(category, |_| true);
        let percent = percentage(100.0 * measure.of(all));
        let Count { available, played, moves: legal } = all;
        let _ = write!(text, "{} {percent} {available} {played} {legal}", category.name());
        for phase in Phase::ALL {
            let Count { available, played, moves: legal } =
                moves.count(category, |stratum: Stratum| stratum.phase == phase);
            let _ = write!(text, " {}:{available}/{played}/{legal}", phase.name());
        }
        text.push('\n');
    }
    text
}

/// A percentage with three digits, and never so small that a table would refuse it.
fn percentage(percent: f64) -> String {
    let percent = percent.clamp(0.001, 100.0);
    let decimals = match percent {
        _ if percent >= 10.0 => 1,
        _ if percent >= 1.0 => 2,
        _ if percent >= 0.1 => 3,
        _ => 4,
    };
    format!("{percent:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_have_three_digits() {
        for (percent, text) in
            [(99.97, "100.0"), (12.34, "12.3"), (1.234, "1.23"), (0.1234, "0.123"), (0.0, "0.0010")]
        {
            assert_eq!(percentage(percent), text);
        }
    }
}
