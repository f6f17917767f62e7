//! Two ways to find what a bishop or a rook attacks, taking turns on one core.
//!
//! `cargo bench -p shogi --bench sliders` prints a table in Markdown (`-- --rounds N`, 31).
//! The questions are those that move generation asks: every bishop and rook of the suites'
//! positions, and both kings' squares as both pieces (pins). *Apart* means that the questions do
//! not depend on each other, *chained* that each waits for the answer before.
#![allow(clippy::print_stdout)]

mod common;
#[path = "../tests/common/suites.rs"]
mod suites;

use std::hint::black_box;

use common::Spread;
use shogi::attacks::sliders::{self, rays};
use shogi::{Bitboard, Color, PieceKind, Position, Square};

/// The method that the crate uses on this target.
const DEFAULT: &str = if cfg!(all(target_arch = "x86_64", target_feature = "bmi2")) {
    "lines (PEXT, the default here)"
} else {
    "rays (the default here)"
};

/// A square and the occupied squares around it.
type Question = (Square, Bitboard);

/// Questions for bishops and for rooks.
fn questions() -> [Vec<Question>; 2] {
    let mut asked = [Vec::new(), Vec::new()];
    for sfen in suites::all_sfens() {
        let position: Position = sfen.parse().expect("a position");
        for color in Color::ALL {
            let kings = position.pieces_of(color, PieceKind::King);
            let kinds =
                [[PieceKind::Bishop, PieceKind::Horse], [PieceKind::Rook, PieceKind::Dragon]];
            for (asked, kinds) in asked.iter_mut().zip(kinds) {
                let pieces = kinds.map(|kind| position.pieces_of(color, kind));
                for square in pieces[0] | pieces[1] | kings {
                    asked.push((square, position.occupied()));
                }
            }
        }
    }
    asked
}

/// Asks all questions one after the other; with `chained` each depends on the answer before.
#[inline(always)]
fn ask(
    questions: &[Question],
    chained: bool,
    attacks: impl Fn(Square, Bitboard) -> Bitboard,
) -> u128 {
    let mut sum = 0;
    for &(square, occupied) in questions {
        // No occupied square is ever off the board, so the chain adds nothing but a dependency.
        let link = if chained { black_box(sum) >> 127 } else { 0 };
        let occupied = Bitboard::from_bits(occupied.bits() | link);
        sum ^= attacks(square, occupied).bits();
    }
    sum
}

/// Nanoseconds per question of the two ways, round by round.
fn measure(rounds: usize, ways: [&dyn Fn() -> u128; 2], questions: usize) -> [Vec<f64>; 2] {
    const REPEAT: usize = 20;
    let mut times = [Vec::new(), Vec::new()];
    assert_eq!(ways[0](), ways[1](), "both ways must agree");
    for round in 0..=rounds {
        for turn in 0..2 {
            let way = (round + turn) % 2;
            let time = common::time(|| {
                for _ in 0..REPEAT {
                    black_box(ways[way]());
                }
            });
            if round > 0 {
                times[way].push(time.as_secs_f64() * 1e9 / (REPEAT * questions) as f64);
            }
        }
    }
    times
}

fn main() {
    let rounds = common::number_argument("--rounds").unwrap_or(31).max(1);
    let core = common::pin_to_one_core();
    let core = core.map_or("not pinned".to_owned(), |core| format!("pinned to core {core}"));
    let [bishops, rooks] = questions();
    println!(
        "{}, one thread {core}, {rounds} rounds, {} bishop and {} rook questions.",
        common::processor(),
        bishops.len(),
        rooks.len()
    );
    println!("Nanoseconds of processor time per question, and ratio: median (quartiles).\n");
    println!("| piece | questions | {DEFAULT} | rays | rays/default |");
    println!("|---|---|---|---|---|");
    for chained in [false, true] {
        let default = || ask(&bishops, chained, sliders::bishop_attacks);
        let portable = || ask(&bishops, chained, rays::bishop_attacks);
        print_row("bishop", chained, &measure(rounds, [&default, &portable], bishops.len()));
        let default = || ask(&rooks, chained, sliders::rook_attacks);
        let portable = || ask(&rooks, chained, rays::rook_attacks);
        print_row("rook", chained, &measure(rounds, [&default, &portable], rooks.len()));
    }
}

fn print_row(piece: &str, chained: bool, [default, portable]: &[Vec<f64>; 2]) {
    println!(
        "| {piece} | {} | {:.2} | {:.2} | {:.2} |",
        if chained { "chained" } else { "apart" },
        Spread::of(default.iter().copied()),
        Spread::of(portable.iter().copied()),
        Spread::of(default.iter().zip(portable).map(|(d, p)| p / d)),
    );
}
