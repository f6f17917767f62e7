//! Counts of move sequences against `suites/rules/perft.tsv`.
//!
//! The normal run stops at ten million leaves. Every count of the table, up to 548 million:
//! `cargo test --release -p shogi --test perft -- --ignored`

mod common;

use common::suites::{self, PerftRow};
use shogi::perft::{divide, perft, perft_no_bulk};

const NORMAL_RUN: u64 = 10_000_000;

fn check(row: &PerftRow) {
    let mut position = common::position(&row.sfen);
    let leaves = perft(&mut position, row.depth);
    assert_eq!(leaves, row.leaves, "{} depth {}", row.name, row.depth);
    assert_eq!(position.to_sfen(), common::position(&row.sfen).to_sfen(), "{}", row.name);
}

#[test]
fn counts_up_to_ten_million() {
    let rows: Vec<PerftRow> =
        suites::perft().into_iter().filter(|row| row.leaves <= NORMAL_RUN).collect();
    assert!(rows.len() >= 20, "the suite has shrunk to {}", rows.len());
    rows.iter().for_each(check);
}

#[test]
#[ignore = "a billion leaves: run it in release mode"]
fn counts_beyond_ten_million() {
    let rows: Vec<PerftRow> =
        suites::perft().into_iter().filter(|row| row.leaves > NORMAL_RUN).collect();
    assert!(rows.len() >= 4, "the suite has shrunk to {}", rows.len());
    rows.iter().for_each(check);
}

#[test]
#[ignore = "a hundred million leaves, all played: run it in release mode"]
fn counts_without_shortcut() {
    for row in suites::perft().iter().filter(|row| row.leaves <= 100_000_000) {
        let leaves = perft_no_bulk(&mut common::position(&row.sfen), row.depth);
        assert_eq!(leaves, row.leaves, "{} depth {}", row.name, row.depth);
    }
}

#[test]
fn the_ways_of_counting_agree() {
    for row in suites::perft().iter().filter(|row| row.leaves <= 1_000_000) {
        let mut position = common::position(&row.sfen);
        assert_eq!(perft_no_bulk(&mut position, row.depth), row.leaves, "{}", row.name);
        for bulk in [true, false] {
            let parts = divide(&mut position, row.depth, bulk);
            assert_eq!(parts.len(), position.legal_moves().len());
            assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), row.leaves, "{}", row.name);
        }
    }
    assert_eq!(perft(&mut shogi::Position::startpos(), 0), 1);
    assert!(divide(&mut shogi::Position::startpos(), 0, true).is_empty());
}
