//! The signature of a build: what a few small searches come to. Another search or other weights
//! give another one, so that finished work of an older program is not taken for ours.

use std::io;

use eval::Model;
use search::{Searcher, Settings};
use shogi::Position;

/// Positions of the three phases of a game.
const POSITIONS: [&str; 3] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "l6nl/2+P2bk2/p2p1n1s1/1r5p1/2pNgpP1p/3P1nS2/P3B1K1P/1PGS5/L6RL b GS5Pgp 119",
    "p3g1+P1l/1+N3s3/1+Rpsp2kp/3p1p3/5b1G1/P1PP1N3/1PK1PP2+r/2G2+p3/L1S1G4 w NL2Pbsnl2p 88",
];
/// The depth of the searches.
const DEPTH: i32 = 7;

/// The nodes and scores of small searches with an evaluator.
pub fn of(model: &Model) -> io::Result<String> {
    let mut searcher = Searcher::new(model.evaluator(), 1)?;
    let mut parts = Vec::new();
    for sfen in POSITIONS {
        let Ok(position) = sfen.parse::<Position>() else { continue };
        searcher.new_game()?;
        let values = model.exchange_values();
        let settings = Settings { values, ..Settings::to_depth(DEPTH) };
        let outcome = searcher.think(&position, &settings);
        let score = outcome.moves.first().map_or(0, |best| best.score.get());
        parts.push(format!("{}:{score}", outcome.nodes));
    }
    Ok(parts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_repeats_and_tells_evaluators_apart() {
        let positions = POSITIONS.map(|sfen| sfen.parse::<Position>());
        assert!(positions.iter().all(Result::is_ok), "{positions:?}");
        let classic = of(&Model::Classic).expect("memory");
        assert_eq!(of(&Model::Classic).expect("memory"), classic);
        let material = Model::built_in(eval::EvaluatorName::Material).expect("built in");
        assert_ne!(of(&material).expect("memory"), classic);
    }
}
