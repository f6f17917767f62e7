//! Players that make odd games on purpose: at random, to and fro, or checking all the time.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use shogi::{Move, Position};

/// How a side chooses its moves.
#[derive(Clone, Copy)]
pub enum Player {
    /// Any legal move.
    Random,
    /// Back to where the piece came from, most of the time.
    Shuffler,
    /// A check if there is one, preferably with the piece that checked last.
    Checker,
    /// Drops pawns and takes what can be taken, else to and fro: hands change, boards come back.
    Spender,
}

impl Player {
    pub fn pick(rng: &mut Xoshiro256PlusPlus) -> Self {
        match rng.random_range(0..10) {
            0..2 => Self::Random,
            2..6 => Self::Shuffler,
            6..8 => Self::Checker,
            _ => Self::Spender,
        }
    }

    /// A legal move, if there is one. `own_last` is this side's last move.
    pub fn choose(
        self,
        position: &Position,
        legal: &[Move],
        own_last: Option<Move>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<Move> {
        let back = own_last.and_then(reversed).filter(|mv| legal.contains(mv));
        let preferred: Vec<Move> = match self {
            Self::Random => Vec::new(),
            Self::Shuffler => back.into_iter().collect(),
            Self::Checker => {
                let checks = || legal.iter().copied().filter(|&mv| position.gives_check(mv));
                match back.filter(|&mv| position.gives_check(mv) || position.in_check()) {
                    Some(back) if rng.random_range(0..10) < 8 => vec![back],
                    _ => checks().collect(),
                }
            }
            Self::Spender => {
                let takes = |mv: &Move| position.piece_on(mv.to()).is_some();
                match rng.random_range(0..3) {
                    0 => legal.iter().copied().filter(|mv| takes(mv) || mv.is_drop()).collect(),
                    _ => back.into_iter().collect(),
                }
            }
        };
        let pool = if preferred.is_empty() || rng.random_range(0..20) == 0 {
            legal
        } else {
            preferred.as_slice()
        };
        if pool.is_empty() { None } else { Some(pool[rng.random_range(0..pool.len())]) }
    }
}

/// The move back; none for drops and promotions.
fn reversed(mv: Move) -> Option<Move> {
    let from = mv.from().filter(|_| !mv.is_promotion())?;
    Some(Move::normal(mv.to(), from))
}
