//! The facts of a sentence, found by what they say.

use crate::model::{Fact, Line, Number, Reply, Side, Usi, Verdict};

/// The facts that a sentence gives as its evidence, in their order.
#[derive(Clone)]
pub(crate) struct Facts<'f>(pub(crate) Vec<&'f Fact>);

/// A score among the facts.
#[derive(Clone, Copy)]
pub(crate) struct Score<'f> {
    pub(crate) unit: &'f str,
    pub(crate) moves: &'f [Usi],
    pub(crate) only: &'f [Usi],
    pub(crate) line: &'f Line,
}

/// A threat by pass among the facts.
#[derive(Clone, Copy)]
pub(crate) struct Threat<'f> {
    pub(crate) unit: &'f str,
    pub(crate) sfen: &'f str,
    pub(crate) size: Number,
    pub(crate) line: &'f Line,
}

/// How natural a move is, among the facts.
#[derive(Clone, Copy)]
pub(crate) struct Natural<'f> {
    pub(crate) start: &'f str,
    pub(crate) moves: &'f [Usi],
    pub(crate) percent: Number,
    pub(crate) rank: u32,
}

/// The points of a side, among the facts.
#[derive(Clone, Copy)]
pub(crate) struct Points<'f> {
    pub(crate) rule: &'f str,
    pub(crate) side: Side,
    pub(crate) points: u32,
    pub(crate) pieces: u32,
    pub(crate) unmet: &'f [String],
}

impl<'f> Facts<'f> {
    fn find<T>(&self, view: impl Fn(&'f Fact) -> Option<T>) -> Option<T> {
        self.0.iter().find_map(|&fact| view(fact))
    }

    /// The facts from `from` on, at most `count`.
    pub(crate) fn part(&self, from: usize, count: usize) -> Self {
        Self(self.0.iter().skip(from).take(count).copied().collect())
    }

    /// All scores.
    pub(crate) fn scores(&self) -> Vec<Score<'f>> {
        let view = |&fact: &&'f Fact| match fact {
            Fact::Score { unit, moves, only, line, .. } => Some(Score { unit, moves, only, line }),
            _ => None,
        };
        self.0.iter().filter_map(view).collect()
    }

    /// The mate of the side to move: its line, and whether its length is the shortest.
    pub(crate) fn mate(&self, at: &str) -> Option<(&'f [Usi], bool)> {
        self.find(|fact| match fact {
            Fact::Mate { sfen, line, shortest, .. } if sfen == at => Some((&line[..], *shortest)),
            _ => None,
        })
    }

    pub(crate) fn has_no_mate(&self, at: &str) -> bool {
        self.find(|fact| matches!(fact, Fact::NoMate { sfen, .. } if sfen == at).then_some(()))
            .is_some()
    }

    /// The nodes of a mate question without an answer.
    pub(crate) fn unknown_mate(&self, at: &str) -> Option<u64> {
        self.find(|fact| match fact {
            Fact::UnknownMate { sfen, limit } if sfen == at => Some(*limit),
            _ => None,
        })
    }

    pub(crate) fn replies(&self, at: &str) -> Option<&'f [Reply]> {
        self.find(|fact| match fact {
            Fact::Replies { sfen, replies, .. } if sfen == at => Some(&replies[..]),
            _ => None,
        })
    }

    /// Whether the side not to move threatens mate, and how.
    pub(crate) fn tsumero(&self, at: &str) -> Option<(Verdict, &'f [Usi])> {
        self.find(|fact| match fact {
            Fact::Tsumero { sfen, verdict, line, .. } if sfen == at => Some((*verdict, &line[..])),
            _ => None,
        })
    }

    /// Hisshi: whether it stands, or can be made.
    pub(crate) fn hisshi(&self, at: &str, stands: bool) -> Option<(Verdict, &'f [Usi])> {
        self.find(|fact| match fact {
            Fact::Hisshi { sfen, verdict, plies, line, .. }
                if sfen == at && (*plies == 0) == stands =>
            {
                Some((*verdict, &line[..]))
            }
            _ => None,
        })
    }

    /// Is there a material fact about this line from this position, with a quiet end?
    pub(crate) fn has_material(&self, at: &str, moves: &[shogi::Move]) -> bool {
        self.find(|fact| match fact {
            Fact::Material { sfen, line, quiet: true, .. } => {
                (sfen == at && Usi::moves(line) == moves).then_some(())
            }
            _ => None,
        })
        .is_some()
    }

    /// A count at a position.
    pub(crate) fn count(&self, at: &str, name: &str, of: Side) -> Option<i64> {
        self.find(|fact| match fact {
            Fact::Count { sfen, what, side, number, .. }
                if sfen == at && what == name && *side == of =>
            {
                Some(*number)
            }
            _ => None,
        })
    }

    /// A count at a square of a position, and the square.
    pub(crate) fn count_on(&self, at: &str, name: &str, of: Side) -> Option<(&'f str, i64)> {
        self.find(|fact| match fact {
            Fact::Count { sfen, what, side, square: Some(square), number }
                if sfen == at && what == name && *side == of =>
            {
                Some((&square[..], *number))
            }
            _ => None,
        })
    }

    pub(crate) fn threat(&self) -> Option<Threat<'f>> {
        self.find(|fact| match fact {
            Fact::Threat { unit, sfen, size, line } => {
                Some(Threat { unit, sfen, size: *size, line })
            }
            _ => None,
        })
    }

    pub(crate) fn natural(&self, of: shogi::Move) -> Option<Natural<'f>> {
        self.find(|fact| match fact {
            Fact::Naturalness { start, moves, mv, percent, rank, .. } if mv.0 == of => {
                Some(Natural { start, moves, percent: *percent, rank: *rank })
            }
            _ => None,
        })
    }

    /// The points of a side in a position.
    pub(crate) fn points(&self, at: &str) -> Option<Points<'f>> {
        self.find(|fact| match fact {
            Fact::Points { sfen, rule, side, points, pieces, unmet } if sfen == at => {
                let (side, points, pieces) = (*side, *points, *pieces);
                Some(Points { rule, side, points, pieces, unmet })
            }
            _ => None,
        })
    }

    pub(crate) fn curve(&self) -> Option<Vec<f64>> {
        self.find(|fact| match fact {
            Fact::Curve { w } => Some(w.iter().map(|w| w.get()).collect()),
            _ => None,
        })
    }

    pub(crate) fn losses(&self) -> Option<(Side, &'f [u32], &'f [Number])> {
        self.find(|fact| match fact {
            Fact::Losses { side, plies, losses } => Some((*side, &plies[..], &losses[..])),
            _ => None,
        })
    }

    /// The progress of a position.
    pub(crate) fn progress(&self, at: &str) -> Option<u32> {
        self.find(|fact| match fact {
            Fact::Progress { sfen, progress } if sfen == at => Some(*progress),
            _ => None,
        })
    }
}
