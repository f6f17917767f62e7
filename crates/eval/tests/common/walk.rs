//! Walks through positions: random games and real ones, forth and back, with passes, from even,
//! handicap and one-king starts.

use super::{Numbers, suite};
use eval::{Eval, Evaluator};
use shogi::{Handicap, Position};

/// Starts of all kinds.
pub fn starts() -> Vec<Position> {
    let mut starts: Vec<Position> =
        Handicap::ALL.iter().map(|handicap| handicap.position()).collect();
    for sfen in [
        // One king; a king without pieces; most pieces in hand; kings far advanced.
        "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSG1GSNL b - 1",
        "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLPrb3g3s3n3l17p 1",
        "lr5n+L/2+P1K1+S2/1p1+N2p2/4P4/9/3p1p3/2P3P1p/1+s1k2+p1+b/+l3+n2g1 b RB2G2S2N4Pg2pl 1",
    ] {
        if let Ok(position) = sfen.parse() {
            starts.push(position);
        }
    }
    let table = std::fs::read_to_string(suite("eval/kp256-petite.evals.tsv")).expect("the suite");
    for line in table.lines().filter(|line| !line.starts_with('#')).step_by(8) {
        let sfen = line.split('\t').next().expect("a first column");
        starts.push(sfen.parse().expect("a valid position"));
    }
    starts
}

/// Along real games and at random, what an evaluator keeps from move to move gives the value of the
/// position looked at afresh.
pub fn incremental_equals_full<E: Evaluator>(
    evaluator: &mut E,
    full: impl Fn(&E, &Position) -> Eval,
    seed: u64,
) {
    let mut check = |evaluator: &mut E, position: &Position| {
        let expected = full(evaluator, position);
        assert_eq!(evaluator.evaluate(position), expected, "{position}");
    };
    let games = real_games(400);
    let mut visited = replay(evaluator, &mut check, &games);
    eprintln!("{visited} positions of {} real games", games.len());
    visited += walk(evaluator, &mut check, 100_000 - visited.min(50_000), seed);
    eprintln!("{visited} positions in all");
    assert!(visited >= 100_000);
}

/// Goes at random: mostly forward, sometimes back by several plies, sometimes passes; not every
/// position is evaluated, so that the way to the nearest known one varies. Returns how many
/// positions were visited.
fn walk<E: Evaluator>(
    evaluator: &mut E,
    visit: &mut impl FnMut(&mut E, &Position),
    positions: usize,
    seed: u64,
) -> usize {
    let starts = starts();
    let mut numbers = Numbers(seed);
    let mut visited = 0;
    for start in starts.iter().cycle() {
        let mut position = start.clone();
        evaluator.reset(&position);
        let mut played = 0;
        for _ in 0..400 {
            match numbers.below(20) {
                0..3 if played > 0 => {
                    for _ in 0..=numbers.below(played.min(6)) {
                        position.take_back();
                        evaluator.taken_back();
                        played -= 1;
                    }
                }
                3 if !position.in_check() => {
                    position.pass();
                    evaluator.passed(&position);
                    played += 1;
                }
                _ => {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    // King moves are rare among all moves; half of the choices look for one.
                    let mut mv = moves[numbers.below(moves.len())];
                    if numbers.below(4) == 0 {
                        let king = position.king(position.turn());
                        let of_king =
                            moves.iter().copied().filter(|mv| king.is_some() && mv.from() == king);
                        mv = of_king.max().unwrap_or(mv);
                    }
                    position.play(mv);
                    evaluator.played(&position);
                    played += 1;
                }
            }
            if numbers.below(4) > 0 {
                visit(evaluator, &position);
                visited += 1;
            }
            if visited >= positions {
                return visited;
            }
        }
    }
    visited
}

/// Replays real games move by move. Lines of USI moves from the start position.
fn replay<E: Evaluator>(
    evaluator: &mut E,
    visit: &mut impl FnMut(&mut E, &Position),
    games: &[String],
) -> usize {
    let mut visited = 0;
    for game in games {
        let mut position = Position::startpos();
        evaluator.reset(&position);
        for usi in game.split_whitespace() {
            position.play(usi.parse().expect("a move"));
            evaluator.played(&position);
            visit(evaluator, &position);
            visited += 1;
        }
    }
    visited
}

/// Real games from start to end, where the bigger test data is at hand.
pub fn real_games(count: usize) -> Vec<String> {
    use std::io::{BufRead, BufReader};
    let Some(path) = super::data("games/floodgate2016.tsv.zst") else { return Vec::new() };
    let file = std::fs::File::open(path).expect("the data can be read");
    let reader = ruzstd::decoding::StreamingDecoder::new(file).expect("zstd");
    BufReader::new(reader)
        .lines()
        .map_while(Result::ok)
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split('\t').nth(5).map(str::to_owned))
        .take(count)
        .collect()
}
