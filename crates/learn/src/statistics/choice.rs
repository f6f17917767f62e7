//! A position as statistics see it: the categories of all legal moves, and of the move played.

use eval::classic::Progress;
use search::{Categories, Category};
use shogi::{Move, Position};

/// A part of the game, by Gekisashi's progress.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// The progress is below [`Progress::MIDDLEGAME`].
    Opening,
    /// The progress is below [`Progress::ENDGAME`].
    Middlegame,
    /// The progress is at least [`Progress::ENDGAME`].
    Endgame,
}

impl Phase {
    /// All phases in the order of a game.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middlegame, Self::Endgame];

    /// The phase of a position.
    pub fn of(position: &Position) -> Self {
        match Progress::of(position).get() {
            progress if progress < Progress::MIDDLEGAME => Self::Opening,
            progress if progress < Progress::ENDGAME => Self::Middlegame,
            _ => Self::Endgame,
        }
    }

    /// The name of the phase in tables.
    pub const fn name(self) -> &'static str {
        ["opening", "middlegame", "endgame"][self as usize]
    }
}

/// What is told apart when moves are counted: the phase, and whether the side to move is in check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Stratum {
    /// Is the side to move in check?
    pub in_check: bool,
    /// The phase of the game.
    pub phase: Phase,
}

impl Stratum {
    /// The number of strata.
    pub const COUNT: usize = 2 * Phase::ALL.len();

    /// The stratum of a position.
    pub fn of(position: &Position) -> Self {
        Self { in_check: position.in_check(), phase: Phase::of(position) }
    }

    /// All strata, in the order of their indices.
    pub fn all() -> impl Iterator<Item = Self> {
        [false, true]
            .into_iter()
            .flat_map(|in_check| Phase::ALL.map(|phase| Self { in_check, phase }))
    }

    /// The place among all strata.
    pub const fn index(self) -> usize {
        self.in_check as usize * Phase::ALL.len() + self.phase as usize
    }

    /// The word for being in check or not, in tables.
    pub const fn check_name(self) -> &'static str {
        if self.in_check { "in-check" } else { "free" }
    }
}

/// A choice between at least two legal moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The stratum of the position.
    pub stratum: Stratum,
    /// The categories of the move played.
    pub played: Categories,
    /// Each set of categories that a legal move has, with the number of such moves.
    pub moves: Box<[(Categories, u16)]>,
}

impl Choice {
    /// Looks at all legal moves of a position, which should know the move that led to it; none if
    /// there is no choice.
    pub fn of(position: &Position, played: Move) -> Option<Self> {
        let legal = position.legal_moves();
        if legal.len() < 2 {
            return None;
        }
        let mut sets: Vec<Categories> =
            legal.iter().map(|&mv| Category::all_of(position, mv)).collect();
        sets.sort_unstable();
        let moves = sets.chunk_by(|one, other| one == other).map(|run| (run[0], run.len() as u16));
        Some(Self {
            stratum: Stratum::of(position),
            played: Category::all_of(position, played),
            moves: moves.collect(),
        })
    }

    /// The number of legal moves.
    pub fn legal_moves(&self) -> u64 {
        self.moves.iter().map(|&(_, count)| u64::from(count)).sum()
    }
}
