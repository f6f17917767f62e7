//! The names that apply to a game: which, for which side, since which ply, and "the" castle.

use eval::classic::Progress;
use shogi::{Color, Move, Position};

use crate::model;

use super::course::{Course, RookStyle};
use super::table::{Entry, Kind, Table};

/// Progress, of 256, at which the endgame begins; later castles are what is left of one.
const ENDGAME: i32 = 128;

/// The id of the sitting king, which counts only where no other castle was built.
const SITTING_KING: &str = "igyoku";

/// A castle or an opening of one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape<'t> {
    /// The row of the table.
    pub entry: &'t Entry,
    /// The side.
    pub side: Color,
    /// The first ply after which it stood.
    pub ply: usize,
}

/// All names of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shapes<'t> {
    /// The names in the order of their plies; those that stand under another one are left out.
    pub found: Vec<Shape<'t>>,
    /// Black's castle and White's castle: the last one before the endgame.
    pub castles: [Option<Shape<'t>>; 2],
    /// The style of the two rooks together.
    pub style: [RookStyle; 2],
}

/// The ids of the table's names whose conditions hold for the side, in table order.
pub fn names<'t>(
    table: &'t Table,
    position: &Position,
    course: &Course,
    side: Color,
) -> impl Iterator<Item = &'t Entry> {
    table
        .entries()
        .iter()
        .filter(move |entry| entry.needs.iter().all(|need| need.holds(position, course, side)))
}

/// The name of the two rook styles together, in Japanese and English.
pub const fn matching_style(black: RookStyle, white: RookStyle) -> (&'static str, &'static str) {
    match (black, white) {
        (RookStyle::Static, RookStyle::Static) => ("相居飛車", "Double Static Rook"),
        (RookStyle::Ranging, RookStyle::Ranging) => ("相振り飛車", "Double Ranging Rook"),
        _ => ("対抗形", "Static Rook against Ranging Rook"),
    }
}

/// A name that holds now, and whether it has lasted for a further move of its side.
struct Candidate<'t> {
    shape: Shape<'t>,
    /// Plies after which it stood, without a gap between moves of its side.
    lasting: bool,
    lasted: bool,
    in_endgame: bool,
}

impl<'t> Shapes<'t> {
    /// Finds the names in a game.
    pub fn of(table: &'t Table, start: &Position, moves: &[Move]) -> Self {
        let mut position = start.clone();
        let mut course = Course::default();
        let mut candidates: Vec<Candidate<'t>> = Vec::new();
        for &mv in moves {
            let side = position.turn();
            course.add(&position, mv);
            position.play(mv);
            let in_endgame = Progress::of(&position).get() >= ENDGAME;
            let holding: Vec<&Entry> = names(table, &position, &course, side).collect();
            for candidate in candidates.iter_mut().filter(|known| known.shape.side == side) {
                let holds = holding.iter().any(|entry| entry.id == candidate.shape.entry.id);
                candidate.lasted |= candidate.lasting && holds;
                candidate.lasting = holds;
            }
            for entry in holding {
                let known = candidates
                    .iter()
                    .any(|known| known.shape.side == side && known.shape.entry.id == entry.id);
                if !known {
                    let shape = Shape { entry, side, ply: course.plies() };
                    let lasted = entry.kind == Kind::Opening;
                    candidates.push(Candidate { shape, lasting: true, lasted, in_endgame });
                }
            }
        }
        // A castle that the game ended in has lasted as long as it could.
        candidates.retain(|known| known.lasted || known.lasting);
        Self::chosen(candidates, &course)
    }

    fn chosen(candidates: Vec<Candidate<'t>>, course: &Course) -> Self {
        let is_under = |shape: &Shape<'_>| {
            candidates.iter().any(|other| {
                other.shape.side == shape.side && other.shape.entry.over.contains(&shape.entry.id)
            })
        };
        let has_castle = |side: Color| {
            candidates.iter().any(|other| {
                other.shape.side == side
                    && other.shape.entry.kind == Kind::Castle
                    && other.shape.entry.id != SITTING_KING
            })
        };
        let kept: Vec<&Candidate<'t>> = candidates
            .iter()
            .filter(|known| !is_under(&known.shape))
            .filter(|known| known.shape.entry.id != SITTING_KING || !has_castle(known.shape.side))
            .collect();
        let castle = |side: Color| {
            kept.iter()
                .filter(|known| known.shape.side == side && known.shape.entry.kind == Kind::Castle)
                .filter(|known| !known.in_endgame && known.shape.entry.sure)
                .max_by_key(|known| known.shape.ply)
                .map(|known| known.shape.clone())
        };
        Self {
            castles: Color::ALL.map(castle),
            found: kept.iter().map(|known| known.shape.clone()).collect(),
            style: Color::ALL.map(|side| course.rook_style(side)),
        }
    }
}

/// The castles and openings of a game, as a report keeps them. Names whose definition is not sure
/// are left out.
pub fn of_game(positions: &[Position]) -> Vec<model::Shape> {
    let (Some(start), Some(end)) = (positions.first(), positions.last()) else {
        return Vec::new();
    };
    let moves: Vec<Move> = end.moves_played().skip(start.plies_played()).collect();
    let shapes = Shapes::of(Table::built_in(), start, &moves);
    let is_main = |shape: &Shape<'_>| match shape.entry.kind {
        Kind::Castle => shapes.castles[shape.side.index()].as_ref() == Some(shape),
        Kind::Opening => {
            let is_like = |other: &&Shape<'_>| {
                other.entry.kind == Kind::Opening && other.side == shape.side && other.entry.sure
            };
            shapes.found.iter().rfind(is_like) == Some(shape)
        }
    };
    let sure = shapes.found.iter().filter(|shape| shape.entry.sure);
    sure.map(|shape| model::Shape {
        id: shape.entry.id.clone(),
        kind: match shape.entry.kind {
            Kind::Castle => model::ShapeKind::Castle,
            Kind::Opening => model::ShapeKind::Opening,
        },
        ja: shape.entry.japanese.clone(),
        romaji: shape.entry.romaji.clone(),
        en: shape.entry.english.clone(),
        side: shape.side.into(),
        ply: shape.ply as u32,
        main: is_main(shape),
    })
    .collect()
}
