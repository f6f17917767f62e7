//! The words after `go` and `ponderhit`.

use std::fmt;

use engine::{Clocks, Go, MateTime};
use shogi::Move;

/// Reads the words; unknown ones are added to `ignored`. Moves keep their case, because drops are
/// written with capitals.
pub(super) fn parse<'a>(words: impl Iterator<Item = &'a str>, ignored: &mut Vec<String>) -> Go {
    let mut words = words.peekable();
    let mut go = Go::default();
    let mut clocks = Clocks::default();
    let mut has_clocks = false;
    let mut is_limit_unread = false;
    while let Some(word) = words.next() {
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "mate" => {
                go.mate = Some(match words.next_if(|next| number(next).is_some()) {
                    Some(ms) => MateTime::Ms(number(ms).unwrap_or(0)),
                    None => MateTime::Infinite,
                });
                words.next_if_eq(&"infinite");
            }
            "searchmoves" => {
                while let Some(mv) = words.peek().and_then(|word| word.parse::<Move>().ok()) {
                    go.only.push(mv);
                    words.next();
                }
            }
            "btime" | "wtime" | "binc" | "winc" | "byoyomi" | "movetime" | "depth" | "nodes" => {
                let Some(value) = words.peek().and_then(|next| number(next)) else {
                    ignored.push(word.to_owned());
                    is_limit_unread = true;
                    continue;
                };
                words.next();
                match word {
                    "btime" => clocks.left[0] = value,
                    "wtime" => clocks.left[1] = value,
                    "binc" => clocks.increment[0] = value,
                    "winc" => clocks.increment[1] = value,
                    "byoyomi" => clocks.byoyomi = value,
                    "movetime" => go.movetime = Some(value),
                    "nodes" => go.nodes = Some(value),
                    _ => go.depth = Some(u32::try_from(value).unwrap_or(u32::MAX)),
                }
                has_clocks |= !matches!(word, "movetime" | "nodes" | "depth");
            }
            other => ignored.push(other.to_owned()),
        }
    }
    // A limit that cannot be read is still a limit: the move must not take for ever.
    let must_hurry = is_limit_unread && go.is_unlimited() && !go.infinite;
    go.clocks = (has_clocks || must_hurry).then_some(clocks);
    go
}

/// Reads a number; some GUIs send negative times, which count as 0, and some send fractions.
fn number(word: &str) -> Option<u64> {
    let fraction = || word.parse::<f64>().ok().filter(|value| value.is_finite());
    let value = word.parse().ok().or_else(|| fraction().map(|value| value as i128))?;
    // The limit is more than any clock shows, and sums of such numbers do not overflow.
    Some(value.clamp(0, 1 << 50) as u64)
}

/// Writes the clocks, with a blank before each word.
pub(super) fn write_clocks(clocks: &Clocks, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, " btime {} wtime {}", clocks.left[0], clocks.left[1])?;
    if clocks.increment != [0; 2] {
        write!(f, " binc {} winc {}", clocks.increment[0], clocks.increment[1])?;
    }
    if clocks.byoyomi > 0 || clocks.increment == [0; 2] {
        write!(f, " byoyomi {}", clocks.byoyomi)?;
    }
    Ok(())
}

/// A request in the form of the line that a GUI sends.
#[derive(Clone, Copy, Debug)]
pub struct GoText<'a>(pub &'a Go);

impl fmt::Display for GoText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let go = self.0;
        f.write_str("go")?;
        if go.ponder {
            f.write_str(" ponder")?;
        }
        if go.infinite {
            f.write_str(" infinite")?;
        }
        if let Some(clocks) = &go.clocks {
            write_clocks(clocks, f)?;
        }
        match go.mate {
            Some(MateTime::Ms(ms)) => write!(f, " mate {ms}")?,
            Some(MateTime::Infinite) => f.write_str(" mate infinite")?,
            None => {}
        }
        if let Some(ms) = go.movetime {
            write!(f, " movetime {ms}")?;
        }
        if let Some(depth) = go.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = go.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if !go.only.is_empty() {
            f.write_str(" searchmoves")?;
            go.only.iter().try_for_each(|mv| write!(f, " {mv}"))?;
        }
        Ok(())
    }
}
