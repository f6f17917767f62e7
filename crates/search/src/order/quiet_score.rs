//! The scores of quiet moves: the sum of their histories, and a bonus for checks.
//!
//! Known as: quiet move ordering by history; bonus for checks
//! Source:   YaneuraOu 9.70, `movepick.cpp` (after Stockfish): the sum of tables and its weights,
//!           the bonus of 16,384 for checks that lose no more than 75; the idea: B (Bonanza 2006),
//!           appendix
//! Here:     drops are scored on all squares at once, moves with one origin share their look-ups;
//!           the exchange of a check counts the swing of two pieces
//! Worth:    `history` 64 ± 36 Elo, `continuation` 56 ± 34 (400 games, 10,000 nodes, an earlier
//!           build; docs/record/ablation.tsv), `low-ply` -6 ± 15 (2,000 games;
//!           docs/record/ablation.tsv)
//! Off:      `history` (by move, by the pawns), `continuation`, `low-ply`; reductions and pruning
//!           still use the histories

use shogi::{
    Bitboard, CheckSquares, ExchangeValues, File, HandKind, Move, Piece, Position, Rank, Square,
};

use super::history::{NO_HISTORY, PIECE_TO, first_arrival};
use super::stack::MoveStack;
use crate::technique::Technique;
use crate::worker::Worker;

/// The addition to the score of a check that does not lose too much.
const CHECK_BONUS: i32 = 16_384;
/// The exchange value that a check must reach to get the bonus.
const CHECK_MIN_EXCHANGE: i32 = -75;

/// The square with index 0.
const FIRST_SQUARE: Square = Square::new(File::ALL[0], Rank::ALL[0]);

/// The tables of one node that score its quiet moves, looked up once.
pub(super) struct QuietScorer<'a> {
    /// The position of the node.
    position: &'a Position,
    /// The values of pieces in exchanges.
    values: &'a ExchangeValues,
    /// The squares from which pieces give check.
    checks: &'a CheckSquares,
    /// The history of the side's moves by themselves.
    main: Option<&'a [i16; 1 << 16]>,
    /// The tables that are read by arrival index: pawn history and continuation histories.
    by_arrival: [&'a [i16; PIECE_TO]; 7],
    /// The low-ply history of the node's ply.
    low_ply: Option<&'a [i16; 1 << 16]>,
    /// The distance from the root.
    ply: i32,
}

impl<'a> QuietScorer<'a> {
    /// Looks up the tables of the present node.
    pub(super) fn new(worker: &'a Worker<'_>) -> Self {
        let position = worker.position();
        let histories = &worker.memory().histories;
        let trail = worker.trail();
        let has_history = worker.on(Technique::History);
        let pawns =
            if has_history { histories.pawns(worker.frame().pawn_key) } else { &NO_HISTORY };
        let continuation = |ply: usize| {
            let before = trail[ply].filter(|_| worker.on(Technique::Continuation));
            before.map_or(&NO_HISTORY, |before| histories.continuation(before))
        };
        let low_ply =
            if worker.on(Technique::LowPly) { histories.low_ply(worker.ply()) } else { None };
        Self {
            position,
            values: worker.values(),
            checks: position.check_squares(),
            main: has_history.then(|| histories.main(position.turn())),
            // The pawn history counts twice.
            by_arrival: [
                pawns,
                pawns,
                continuation(0),
                continuation(1),
                continuation(2),
                continuation(3),
                continuation(5),
            ],
            low_ply,
            ply: worker.ply() as i32,
        }
    }

    /// The data that all moves from the same origin share.
    #[inline(always)]
    fn origin(&self, mv: Move) -> Origin {
        let Some(piece) = self.position.piece_after(mv) else {
            return Origin { first_arrival: 0, checks: Bitboard::EMPTY };
        };
        Origin {
            first_arrival: first_arrival(piece),
            checks: self.checks.destinations(piece.kind(), mv.from()),
        }
    }

    /// The score of a move on the board.
    #[inline(always)]
    fn board_score(&self, mv: Move, origin: &Origin) -> i32 {
        // The index is always in range; the limit saves a check at every table.
        let arrival = (origin.first_arrival + mv.to().index()).min(PIECE_TO - 1);
        let mut score = self.main.map_or(0, |table| 2 * i32::from(table[usize::from(mv.bits())]));
        for table in self.by_arrival {
            score += i32::from(table[arrival]);
        }
        score + self.extra_score(mv, origin.checks)
    }

    /// Sums the histories of the drops of a kind on all squares at once, as the tables have them
    /// side by side.
    fn score_drops(&self, kind: HandKind, drops: &mut Drops) {
        let piece = Piece::new(self.position.turn(), kind.kind());
        let main = self.main.map_or(&NO_HISTORY[..], |table| {
            &table[usize::from(Move::drop(kind, FIRST_SQUARE).bits())..]
        });
        for (score, &said) in drops.scores.iter_mut().zip(main) {
            *score = 2 * i32::from(said);
        }
        for table in self.by_arrival {
            for (score, &said) in drops.scores.iter_mut().zip(&table[first_arrival(piece)..]) {
                *score += i32::from(said);
            }
        }
        drops.checks = self.checks.destinations(kind.kind(), None);
    }

    /// The part of the score that the tables of all plies do not have: low-ply history and checks.
    #[inline(always)]
    fn extra_score(&self, mv: Move, checks: Bitboard) -> i32 {
        let mut score = 0;
        if let Some(table) = self.low_ply {
            score += 8 * i32::from(table[usize::from(mv.bits())]) / (1 + self.ply);
        }
        if checks.has(mv.to()) && self.position.see_at_least(mv, CHECK_MIN_EXCHANGE, self.values) {
            score += CHECK_BONUS;
        }
        score
    }

    /// Adds the moves of the list with their scores. Moves from one origin mostly come together,
    /// so the data of the last origin are kept.
    pub(super) fn add_to(&self, moves: &mut MoveStack, list: &[Move], drops: &mut DropTable) {
        let Some(&first) = list.first() else { return };
        let (mut last, mut origin) = (first, self.origin(first));
        let mut is_scored = [false; HandKind::TABLE];
        moves.extend(list, |mv| {
            if let Some(kind) = mv.dropped() {
                let drops = &mut drops[kind.index()];
                if !is_scored[kind.index()] {
                    is_scored[kind.index()] = true;
                    self.score_drops(kind, drops);
                }
                return drops.scores[mv.to().index()] + self.extra_score(mv, drops.checks);
            }
            if !mv.has_origin_of(last) {
                (last, origin) = (mv, self.origin(mv));
            }
            self.board_score(mv, &origin)
        });
    }
}

/// The data that moves from one square share.
struct Origin {
    /// The index of the piece's arrival on the first square.
    first_arrival: usize,
    /// The destinations that give check.
    checks: Bitboard,
}

/// The scores of all drops of a node, by kind.
pub(crate) type DropTable = Box<[Drops; HandKind::TABLE]>;

/// The scores of the drops of one kind.
#[derive(Clone, Copy)]
pub(crate) struct Drops {
    /// The sum of the histories by square.
    scores: [i32; Square::COUNT],
    /// The squares on which a drop gives check.
    checks: Bitboard,
}

impl Drops {
    /// Returns an empty table.
    pub(crate) fn table() -> DropTable {
        Box::new([Self { scores: [0; Square::COUNT], checks: Bitboard::EMPTY }; HandKind::TABLE])
    }
}
