//! The order of quiet moves: what the histories say of each, and whether it gives check.
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
//! Off:      `history` (by move, by the pawns), `continuation`, `low-ply`; what they say to
//!           reductions and to what is left out stays

use shogi::{
    Bitboard, CheckSquares, ExchangeValues, File, HandKind, Move, Piece, Position, Rank, Square,
};

use super::history::{NO_HISTORY, PIECE_TO, first_arrival};
use super::stack::MoveStack;
use crate::technique::Technique;
use crate::worker::Worker;

/// Checks that do not lose material are tried early.
const CHECK_BONUS: i32 = 16_384;
const CHECK_MIN_EXCHANGE: i32 = -75;

const FIRST_SQUARE: Square = Square::new(File::ALL[0], Rank::ALL[0]);

/// Scores quiet moves; what is the same for all moves of a node is looked up once.
pub(super) struct QuietScorer<'a> {
    position: &'a Position,
    values: &'a ExchangeValues,
    checks: &'a CheckSquares,
    main: Option<&'a [i16; 1 << 16]>,
    by_arrival: [&'a [i16; PIECE_TO]; 7],
    low_ply: Option<&'a [i16; 1 << 16]>,
    ply: i32,
}

impl<'a> QuietScorer<'a> {
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
            // The pawns' table counts twice.
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

    /// What is the same for all moves that start like this one.
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
        // Always in range; said once instead of at every table.
        let arrival = (origin.first_arrival + mv.to().index()).min(PIECE_TO - 1);
        let mut score = self.main.map_or(0, |table| 2 * i32::from(table[usize::from(mv.bits())]));
        for table in self.by_arrival {
            score += i32::from(table[arrival]);
        }
        score + self.extra_score(mv, origin.checks)
    }

    /// What the histories say of dropping a kind, on all squares at once: the tables have them side
    /// by side.
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

    /// What is not in the tables of all moves.
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

    /// Adds the moves with their scores. Generated moves with one origin mostly come together.
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

/// What moves share that start from one square.
struct Origin {
    /// The index of the piece's arrival on the first square.
    first_arrival: usize,
    /// Destinations that give check.
    checks: Bitboard,
}

/// Room for the scores of all drops of a node.
pub(crate) type DropTable = Box<[Drops; HandKind::TABLE]>;

/// What drops of one kind share.
#[derive(Clone, Copy)]
pub(crate) struct Drops {
    /// By the square.
    scores: [i32; Square::COUNT],
    /// Destinations that give check.
    checks: Bitboard,
}

impl Drops {
    pub(crate) fn table() -> DropTable {
        Box::new([Self { scores: [0; Square::COUNT], checks: Bitboard::EMPTY }; HandKind::TABLE])
    }
}
