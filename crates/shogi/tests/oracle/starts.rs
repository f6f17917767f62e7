//! Where the games start: the usual starts, the suites, and sparse positions made for repetition.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use shogi::{Color, Handicap, Piece, PieceKind, Position, Setup};

use crate::common::suites;

/// Few pieces, so that positions come back soon: shuffling golds, perpetual checks by rooks,
/// bishops and dragons from either side, and pawns in hand to throw in and lose.
const SPARSE: [&str; 10] = [
    "3k5/9/9/9/9/9/9/4R4/K8 b - 1",
    "4k4/9/9/9/4B4/9/9/9/4K4 b p 1",
    "8k/9/9/9/9/9/9/4R4/K8 b 4p 1",
    "8k/9/9/9/9/9/9/4R4/K8 w 4p 1",
    "k8/9/9/9/3r5/9/9/9/4K4 w 3P 1",
    "4k4/4g4/9/9/9/9/9/4G4/4K4 b - 1",
    "4k4/9/3+R5/9/9/9/9/9/4K4 b p 1",
    "4k4/9/9/9/9/6+r2/9/9/4K4 w P 1",
    "lns1k1snl/1r2g2b1/p1ppppppp/9/9/9/P1PPPPPPP/1B2G2R1/LNS1K1SNL b GPgp 1",
    "k8/2+R6/4+b4/9/9/9/9/4+r4/2B3K2 b 2P2p 1",
];

/// Every start there is.
pub struct Starts {
    suites: Vec<String>,
}

impl Starts {
    pub fn new() -> Self {
        Self { suites: suites::all_sfens() }
    }

    /// A start in SFEN.
    pub fn pick(&self, rng: &mut Xoshiro256PlusPlus) -> String {
        match rng.random_range(0..100) {
            0..25 => Handicap::Even.sfen().to_owned(),
            25..40 => Handicap::ALL[rng.random_range(0..Handicap::ALL.len())].sfen().to_owned(),
            40..60 => self.suite_position(rng).to_owned(),
            60..65 => without_a_king(self.suite_position(rng), rng),
            _ => SPARSE[rng.random_range(0..SPARSE.len())].to_owned(),
        }
    }

    fn suite_position(&self, rng: &mut Xoshiro256PlusPlus) -> &str {
        &self.suites[rng.random_range(0..self.suites.len())]
    }
}

/// As in a mate problem, one side has no king.
fn without_a_king(sfen: &str, rng: &mut Xoshiro256PlusPlus) -> String {
    let mut setup: Setup = sfen.parse().expect("an SFEN of the suites");
    let color = if rng.random() { Color::Black } else { Color::White };
    let king = setup.pieces().find(|&(_, piece)| piece == Piece::new(color, PieceKind::King));
    if let Some((square, _)) = king {
        setup.set(square, None);
    }
    match Position::try_from(setup) {
        Ok(position) => position.to_sfen(),
        // The king stood between the other king and a slider.
        Err(_) => sfen.to_owned(),
    }
}
