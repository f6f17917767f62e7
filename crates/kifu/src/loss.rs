//! Losses: the parts of a game that a target format cannot carry. Writers list them; nothing goes
//! missing without a word.

use std::fmt;

/// A kind of content that a format has no place for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Loss {
    /// Variations beside the main line.
    Variations,
    /// Clock times of moves.
    Times,
    /// Fractions of seconds.
    Fractions,
    /// Comments.
    Comments,
    /// Headers.
    Headers,
    /// The end of the game.
    End,
    /// Characters that the encoding lacks; they became 〓.
    Characters,
    /// The encoding: the bytes are just as good in another one, and readers will take that.
    Encoding,
    /// Pieces in hand: kings, or more than a set has.
    Hand,
    /// The move number of the start position.
    MoveNumber,
    /// More nested variations than the format's readers accept.
    Nesting,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Variations => "variations",
            Self::Times => "times",
            Self::Fractions => "fractions of seconds",
            Self::Comments => "comments",
            Self::Headers => "headers",
            Self::End => "the end of the game",
            Self::Characters => "characters",
            Self::Encoding => "a recognisable encoding",
            Self::Hand => "pieces in hand",
            Self::MoveNumber => "the move number of the start",
            Self::Nesting => "deeply nested variations",
        })
    }
}

impl Loss {
    /// One of the kind, and several, as they stand behind a number.
    const fn nouns(&self) -> [&'static str; 2] {
        match self {
            Self::Variations => ["variation", "variations"],
            Self::Times => ["time", "times"],
            Self::Fractions => ["fraction of a second", "fractions of seconds"],
            Self::Comments => ["comment", "comments"],
            Self::Headers => ["header", "headers"],
            Self::End => ["end", "ends"],
            Self::Characters => ["character", "characters"],
            Self::Encoding => ["recognisable encoding", "recognisable encodings"],
            Self::Hand => ["piece in hand", "pieces in hand"],
            Self::MoveNumber => ["move number", "move numbers"],
            Self::Nesting => ["deeply nested variation", "deeply nested variations"],
        }
    }
}

/// The parts of a game that a writer left out, and how often.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Losses(Vec<(Loss, usize)>);

impl Losses {
    pub(crate) fn add(&mut self, loss: Loss) {
        self.add_many(loss, 1);
    }

    pub(crate) fn add_many(&mut self, loss: Loss, count: usize) {
        if count == 0 {
            return;
        }
        match self.0.iter_mut().find(|(known, _)| *known == loss) {
            Some((_, sum)) => *sum += count,
            None => self.0.push((loss, count)),
        }
    }

    /// Adds the losses of another game.
    pub fn add_all(&mut self, other: &Self) {
        for (loss, count) in other.iter() {
            self.add_many(loss.clone(), count);
        }
    }

    /// The losses as a count each: `7 variations, 1 comment`.
    pub fn counted(&self) -> String {
        let each = |(loss, count): (&Loss, usize)| {
            format!("{count} {}", loss.nouns()[usize::from(count != 1)])
        };
        self.iter().map(each).collect::<Vec<_>>().join(", ")
    }

    /// Has everything been written?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Kinds with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (&Loss, usize)> {
        self.0.iter().map(|(loss, count)| (loss, *count))
    }

    /// How many of a kind were left out.
    pub fn count(&self, loss: &Loss) -> usize {
        self.0.iter().find(|(known, _)| known == loss).map_or(0, |(_, count)| *count)
    }
}

/// `variations (3), times (12)`
impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (loss, count)) in self.0.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{loss} ({count})")?;
        }
        Ok(())
    }
}
