//! Move generation: which moves there are, all of them or a chosen part.
//!
//! One generator serves every request. A request is a set of squares that pieces may move to and
//! a set that drops may go to; what happens with a batch of moves (write them down, count them,
//! note that there is one) is up to a [`sink::Sink`]. Checks have a generator of their own.

mod answers;
mod checks;
mod drops;
mod generate;
mod list;
mod sink;

pub use answers::Siege;
pub use list::MoveList;

pub use checks::CheckSquares;
pub(crate) use checks::WantedChecks;
pub(crate) use drops::is_uchifuzume;
use sink::{Any, Count, Sink};

use crate::bitboard::Bitboard;
use crate::board::{Board, KingDanger};
use crate::color::Color;
use crate::square::Square;

/// Which moves are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Every move.
    All,
    /// Moves that take a piece.
    Captures,
    /// Moves that take nothing, drops included.
    Quiets,
    /// The answers to a check: every move if the side to move is in check, else none.
    Evasions,
    /// Moves that give check, directly or by opening a line, drops included.
    Checks,
    /// Drops.
    Drops,
    /// Moves that take the piece on this square.
    Recaptures(Square),
}

/// How much is made sure of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Legality {
    /// The moves are legal.
    Legal,
    /// The moves keep all rules but three, which [`crate::Position::is_legal_if_pseudo_legal`] tests: a pinned
    /// piece may leave its line, the king may step into check, a pawn drop may mate.
    Pseudo,
}

/// Whether moves that decline a promotion are listed where promoting is always at least as good
/// (but for avoiding uchifuzume).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NonPromotions {
    /// All of them, as the rules allow.
    All,
    /// Not those of pawns, bishops and rooks, nor of lances to the second-last rank.
    Useful,
}

/// The squares a request allows as destinations.
#[derive(Clone, Copy)]
struct Targets {
    pieces: Bitboard,
    king: Bitboard,
    drops: Bitboard,
}

/// A generator for one side. The three flags become constants of the compiled code: which side it
/// is, whether every move must be legal, and whether all non-promotions are wanted.
struct Generator<'a, const BLACK: bool, const LEGAL: bool, const ALL: bool> {
    board: &'a Board,
    danger: KingDanger,
}

impl<const BLACK: bool, const LEGAL: bool, const ALL: bool> Generator<'_, BLACK, LEGAL, ALL> {
    const US: Color = if BLACK { Color::Black } else { Color::White };
    const THEM: Color = Self::US.opponent();
    const ZONE: Bitboard = Bitboard::promotion_zone(Self::US);
    const LAST_RANK: Bitboard = Bitboard::far_ranks(Self::US, 1);
    const LAST_TWO_RANKS: Bitboard = Bitboard::far_ranks(Self::US, 2);
}

/// Runs `$body` with a generator `$g` whose flags are known to the compiler.
macro_rules! with_generator {
    ($board:expr, $danger:expr, $legality:expr, $non_promotions:expr, $g:ident => $body:expr) => {{
        let (board, danger) = ($board, $danger);
        macro_rules! run {
            ($black:literal, $legal:literal, $all:literal) => {{
                let $g = Generator::<$black, $legal, $all> { board, danger };
                $body
            }};
        }
        match (board.turn, $legality, $non_promotions) {
            (Color::Black, Legality::Legal, NonPromotions::All) => run!(true, true, true),
            (Color::Black, Legality::Legal, NonPromotions::Useful) => run!(true, true, false),
            (Color::Black, Legality::Pseudo, NonPromotions::All) => run!(true, false, true),
            (Color::Black, Legality::Pseudo, NonPromotions::Useful) => run!(true, false, false),
            (Color::White, Legality::Legal, NonPromotions::All) => run!(false, true, true),
            (Color::White, Legality::Legal, NonPromotions::Useful) => run!(false, true, false),
            (Color::White, Legality::Pseudo, NonPromotions::All) => run!(false, false, true),
            (Color::White, Legality::Pseudo, NonPromotions::Useful) => run!(false, false, false),
        }
    }};
}

/// Adds the wanted moves to a list. The squares that give check are asked for only if checks are.
pub(crate) fn generate<'a>(
    board: &Board,
    danger: KingDanger,
    check_squares: impl FnOnce() -> &'a CheckSquares,
    wanted: Wanted,
    legality: Legality,
    non_promotions: NonPromotions,
    list: &mut MoveList,
) {
    let ours = board.of(board.turn);
    let theirs = board.of(!board.turn);
    let empty = !(ours | theirs);
    let (pieces, drops) = match wanted {
        Wanted::All => (!ours, empty),
        Wanted::Captures => (theirs, Bitboard::EMPTY),
        Wanted::Quiets => (empty, empty),
        Wanted::Evasions if danger.checkers.is_empty() => return,
        Wanted::Evasions => (!ours, empty),
        Wanted::Drops => (Bitboard::EMPTY, empty),
        Wanted::Recaptures(square) => (theirs & Bitboard::of(square), Bitboard::EMPTY),
        Wanted::Checks => {
            let all = WantedChecks::ALL;
            return generate_checks(
                board,
                danger,
                check_squares(),
                all,
                legality,
                non_promotions,
                list,
            );
        }
    };
    with_generator!(board, danger, legality, non_promotions, generator => {
        generator.moves(pieces, drops, list);
    });
}

/// Adds those of the moves that give check which are wanted to a list.
pub(crate) fn generate_checks(
    board: &Board,
    danger: KingDanger,
    squares: &CheckSquares,
    wanted: WantedChecks,
    legality: Legality,
    non_promotions: NonPromotions,
    list: &mut MoveList,
) {
    with_generator!(board, danger, legality, non_promotions, generator => {
        generator.checks(squares, wanted, list);
    });
}

/// Runs `$body` with a generator `$g` of all legal moves of the side to move.
macro_rules! with_legal {
    ($board:expr, $danger:expr, $g:ident => $body:expr) => {{
        let (board, danger) = ($board, $danger);
        match board.turn {
            Color::Black => {
                let $g = Generator::<true, true, true> { board, danger };
                $body
            }
            Color::White => {
                let $g = Generator::<false, true, true> { board, danger };
                $body
            }
        }
    }};
}

/// Hands all legal moves to a sink.
#[inline(always)]
fn all_legal(board: &Board, danger: KingDanger, sink: &mut impl Sink) {
    let targets = !board.of(board.turn);
    let empty = !board.occupied();
    with_legal!(board, danger, generator => generator.moves(targets, empty, sink));
}

/// Adds all legal moves to a list.
#[inline]
pub(crate) fn legal_moves(board: &Board, danger: KingDanger, list: &mut MoveList) {
    all_legal(board, danger, list);
}

/// How many legal moves of pieces on the board and how many legal drops there are; cheaper than
/// listing them.
#[inline]
pub(crate) fn count_moves_and_drops(board: &Board, danger: KingDanger) -> (u32, u32) {
    if !danger.checkers.is_empty() {
        return with_legal!(board, danger, generator => generator.count_answers());
    }
    let mut count = Count::default();
    all_legal(board, danger, &mut count);
    (count.moves, count.drops)
}

/// Is there a legal move? Stops after the first stage (king, pieces, drops) that has one.
pub(crate) fn has_legal_move(board: &Board, danger: KingDanger) -> bool {
    if !danger.checkers.is_empty() {
        return with_legal!(board, danger, generator => generator.has_answer());
    }
    let mut any = Any(false);
    all_legal(board, danger, &mut any);
    any.0
}
