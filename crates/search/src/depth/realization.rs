//! Depth by realization probability: the likelier a line is to be played, the deeper it is searched.
//! A node's probability is its parent's times the move's; below a threshold the search ends.
//!
//! Known as: realization probability search
//! Source:   G (Gekisashi 2005), table 1 and figure 3
//! Here:     depth is the logarithm of the probability: a ply is a factor of four, so a search of
//!           depth n ends at 4^-n. "With gain" is decided by the exchange on the square; big pieces
//!           are those from a silver on. In check a ply is given back (the paper's check
//!           extension). Categories that table 1 does not have are estimates of ours
//! Worth:    not measured alone; the recipe has +70 ± 56 Elo in the ladder of recipes (20,000
//!           nodes; experiments/ladder-nodes, before the recipe's own quiescence:
//!           docs/record/lab.md)
//! Off:      `realization` (every move costs a ply), `check-extension`

use std::fmt;

use shogi::{HandKind, PieceKind};

use crate::depth::Depth;
use crate::node::{Candidate, Node};
use crate::technique::Technique;
use crate::worker::Worker;

/// The least that a move costs, so that every line ends.
pub(crate) const LEAST: Depth = Depth::from_units(64);
/// The table that comes with the program.
const TABLE: &str = include_str!("realization.txt");

macro_rules! categories {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// A category of moves, which has a probability.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Category { $($(#[$doc])* $name),* }

        impl Category {
            /// All categories.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The name of the category in tables.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

categories! {
    /// The move recaptures a big piece and gains material.
    TakeBackBig "take-back-big",
    /// The move recaptures a small piece and gains material.
    TakeBackSmall "take-back-small",
    /// The move captures a big piece and gains material.
    CaptureBig "capture-big",
    /// The move captures a small piece and gains material.
    CaptureSmall "capture-small",
    /// The move captures without gain or loss of material.
    CaptureEven "capture-even",
    /// The move captures and loses material.
    CaptureLosing "capture-losing",
    /// The move captures with check and gains material.
    CheckWithGain "check-with-gain",
    /// The move gives check and loses nothing.
    Check "check",
    /// The move gives check and loses material.
    CheckLosing "check-losing",
    /// A big piece that the opponent could take with gain moves away.
    EscapeBig "escape-big",
    /// A small piece that the opponent could take with gain moves away.
    EscapeSmall "escape-small",
    /// A rook promotes.
    RookPromotes "rook-promotes",
    /// A bishop promotes.
    BishopPromotes "bishop-promotes",
    /// A knight promotes.
    KnightPromotes "knight-promotes",
    /// Another piece promotes.
    OtherPromotes "other-promotes",
    /// The move answers a check and belongs to no category above.
    Evasion "evasion",
    /// A pawn is dropped.
    PawnDrop "pawn-drop",
    /// Another piece is dropped.
    PieceDrop "piece-drop",
    /// The king moves.
    KingMove "king-move",
    /// A pawn moves.
    PawnMove "pawn-move",
    /// Another piece moves.
    PieceMove "piece-move",
    /// The move or drop is quiet and loses the piece.
    Losing "losing",
}

/// The depth that a move of each category costs.
pub struct Realization {
    costs: Vec<Depth>,
}

impl Default for Realization {
    fn default() -> Self {
        Self::parse(TABLE).expect("the table that comes with the program is sound")
    }
}

/// Why a table of probabilities cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableError {
    /// The line does not begin with the name of a category and a number of percent up to 100.
    Line(usize),
    /// The table has no line for the category.
    Missing(&'static str),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => {
                write!(f, "line {number}: expected a category and a percentage, as in `check 10`")
            }
            Self::Missing(name) => write!(f, "there is no line for {name}"),
        }
    }
}

impl std::error::Error for TableError {}

impl Realization {
    /// Reads a table with a category and its percentage on each line. The rest of a line is a
    /// remark, and lines that start with `#` are comments.
    pub fn parse(text: &str) -> Result<Self, TableError> {
        let mut costs = vec![None; Category::ALL.len()];
        for (index, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let bad = || TableError::Line(index + 1);
            let mut words = line.split_whitespace();
            let (name, percent) = words.next().zip(words.next()).ok_or_else(bad)?;
            let category = Category::ALL.iter().find(|category| category.name() == name);
            let percent: f64 = percent.parse().map_err(|_| bad())?;
            if !(percent > 0.0 && percent <= 100.0) {
                return Err(bad());
            }
            costs[*category.ok_or_else(bad)? as usize] = Some(cost_of(percent / 100.0));
        }
        let given = costs.into_iter().zip(Category::ALL);
        let all = given.map(|(cost, category)| cost.ok_or(TableError::Missing(category.name())));
        Ok(Self { costs: all.collect::<Result<_, _>>()? })
    }
}

/// The depth that a move of this probability costs: a ply for each factor of four.
fn cost_of(probability: f64) -> Depth {
    Depth::from_units((-probability.log2() / 2.0 * f64::from(Depth::PLY.units())) as i32)
}

/// The depth that the move costs.
pub(crate) fn cost(worker: &Worker<'_>, node: &Node, candidate: &Candidate) -> Depth {
    if !worker.on(Technique::Realization) {
        return Depth::PLY;
    }
    let cost = worker.memory().realization.costs[category(worker, node, candidate) as usize];
    if node.in_check && worker.on(Technique::CheckExtension) { cost - Depth::PLY } else { cost }
}

/// The category of the move.
pub(crate) fn category(worker: &Worker<'_>, node: &Node, candidate: &Candidate) -> Category {
    let position = worker.position();
    let mv = candidate.mv;
    let gains = |least| position.see_at_least(mv, least, worker.values());
    let is_big =
        |kind: PieceKind| worker.values().of(kind) >= worker.values().of(PieceKind::Silver);
    if let Some(taken) = position.piece_on(mv.to()) {
        return match (gains(1), worker.takes_back(mv), is_big(taken.kind())) {
            (true, true, true) => Category::TakeBackBig,
            (true, true, false) => Category::TakeBackSmall,
            (true, false, _) if candidate.gives_check => Category::CheckWithGain,
            (true, false, true) => Category::CaptureBig,
            (true, false, false) => Category::CaptureSmall,
            (false, ..) if node.in_check => Category::Evasion,
            (false, ..) if gains(0) => Category::CaptureEven,
            (false, ..) => Category::CaptureLosing,
        };
    }
    let loses = !gains(0);
    if candidate.gives_check {
        return if loses { Category::CheckLosing } else { Category::Check };
    }
    if node.in_check {
        return if loses { Category::Losing } else { Category::Evasion };
    }
    if loses {
        return Category::Losing;
    }
    let Some(moved) = mv.from().and_then(|from| position.piece_on(from)) else {
        return match mv.dropped() {
            Some(HandKind::Pawn) => Category::PawnDrop,
            _ => Category::PieceDrop,
        };
    };
    let kind = moved.kind();
    if mv.is_promotion() {
        return match kind {
            PieceKind::Rook => Category::RookPromotes,
            PieceKind::Bishop => Category::BishopPromotes,
            PieceKind::Knight => Category::KnightPromotes,
            _ => Category::OtherPromotes,
        };
    }
    let was_attacked =
        mv.from().is_some_and(|from| kind != PieceKind::King && could_be_taken(worker, from, kind));
    match kind {
        _ if was_attacked && is_big(kind) => Category::EscapeBig,
        _ if was_attacked => Category::EscapeSmall,
        PieceKind::King => Category::KingMove,
        PieceKind::Pawn => Category::PawnMove,
        _ => Category::PieceMove,
    }
}

/// Would the opponent gain by taking our piece: is it unguarded or attacked by a cheaper piece?
fn could_be_taken(worker: &Worker<'_>, square: shogi::Square, kind: PieceKind) -> bool {
    let position = worker.position();
    let us = position.turn();
    let attackers = position.attackers(!us, square);
    if attackers.is_empty() {
        return false;
    }
    let by_cheaper = attackers.into_iter().any(|from| {
        position
            .piece_on(from)
            .is_some_and(|piece| worker.values().of(piece.kind()) < worker.values().of(kind))
    });
    by_cheaper || position.attackers(us, square).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_become_plies() {
        assert_eq!(cost_of(0.25), Depth::PLY);
        assert_eq!(cost_of(1.0), Depth::ZERO);
        assert_eq!(cost_of(1.0 / 256.0), Depth::plies(4));
    }

    #[test]
    fn tables_are_read() {
        let realization = Realization::default();
        assert_eq!(realization.costs.len(), Category::ALL.len());
        let error = |text: &str| Realization::parse(text).err();
        assert_eq!(error("check 10\n"), Some(TableError::Missing("take-back-big")));
        for bad in ["check", "check ten", "check 0", "check 101", "castling 5", "check NaN"] {
            assert_eq!(error(&format!("# a table\n{bad}\n")), Some(TableError::Line(2)), "{bad}");
        }
    }
}
