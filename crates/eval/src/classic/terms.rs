//! The terms by name, and their sum.

use shogi::{Color, Position};

use super::progress::{FULL, Progress};
use super::{activity, knowledge, sliders};
use crate::material::PieceValues;
use crate::value::Eval;

macro_rules! terms {
    ($($name:ident $text:literal $meaning:literal;)*) => {
        /// A part of the evaluation.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Term {
            $(#[doc = $meaning] $name,)*
        }

        impl Term {
            /// All terms, in the order in which they are shown.
            pub const ALL: [Self; [$($text),*].len()] = [$(Self::$name),*];

            /// Its name in tables and JSON.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// Its meaning in a few words.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => $meaning,)* }
            }
        }
    };
}

terms! {
    Material "material" "pieces on the board and in hand; counts less as the game goes on";
    Attack "attack" "small pieces near the enemy king";
    Defence "defence" "small pieces near the own king";
    Idle "idle" "small pieces far from both kings";
    Freedom "freedom" "squares open to rook and bishop";
    Reach "reach" "squares round the enemy king that rook and bishop attack";
    EdgeKnight "edge knight" "a knight on file 1 or 9 has half its moves";
    FifthRankPawn "fifth-rank pawn" "a pawn that holds the middle of its file";
    SittingKing "sitting king" "a king on its first square while the fight goes on";
    RookBesideKing "rook beside king" "king and rook side by side are attacked together";
    OutOfPawns "out of pawns" "no pawn in hand";
}

/// Every term for both sides, in points of material.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermSheet {
    progress: Progress,
    sides: [[i32; Term::ALL.len()]; 2],
}

/// Material keeps three quarters of its weight to the end.
const MATERIAL_LOST: i32 = FULL / 4;
/// The weight of activity at the start, in 1/256.
const ACTIVITY_FIRST: i32 = 48;
/// The weight that activity gains from the start to the end, in 1/256.
const ACTIVITY_GAINED: i32 = 192;

/// The weight of activity at this progress, in 1/256.
pub(super) fn activity_weight(progress: Progress) -> i32 {
    ACTIVITY_FIRST + ACTIVITY_GAINED * progress.get() / FULL
}

impl TermSheet {
    pub(super) fn of(values: &PieceValues, position: &Position) -> Self {
        let progress = Progress::of(position);
        let activity_weight = activity_weight(progress);
        let material_weight = FULL - MATERIAL_LOST * progress.get() / FULL;
        let side = |color| {
            let mut terms = [0; Term::ALL.len()];
            let mut put = |term: Term, points: i32| terms[term as usize] = points;
            put(Term::Material, values.of_side(position, color) * material_weight / FULL);
            let activity = activity::of_side(values, position, color);
            put(Term::Attack, activity.attack * activity_weight / FULL);
            put(Term::Defence, activity.defence * activity_weight / FULL);
            put(Term::Idle, activity.idle * activity_weight / FULL);
            let sliders = sliders::of_side(position, color);
            put(Term::Freedom, sliders.freedom);
            put(Term::Reach, sliders.reach * activity_weight / FULL);
            put(Term::EdgeKnight, knowledge::edge_knights(position, color));
            put(Term::FifthRankPawn, knowledge::fifth_rank_pawns(position, color));
            put(Term::SittingKing, knowledge::sitting_king(position, color, progress));
            put(Term::RookBesideKing, knowledge::rook_beside_king(position, color));
            put(Term::OutOfPawns, knowledge::out_of_pawns(position, color));
            terms
        };
        Self { progress, sides: Color::ALL.map(side) }
    }

    /// How far the game has come.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// A side's points for a term.
    pub fn points(&self, term: Term, color: Color) -> i32 {
        self.sides[color.index()][term as usize]
    }

    /// A side's points for all terms.
    pub fn total(&self, color: Color) -> i32 {
        self.sides[color.index()].iter().sum()
    }

    /// The value from the side to move.
    pub fn value(&self, turn: Color) -> Eval {
        Eval::from_black(self.total(Color::Black) - self.total(Color::White), turn)
    }
}
