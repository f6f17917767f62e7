//! Reads the tables of positions in `suites/rules`.
#![allow(dead_code)] // Each test and bench uses a part of it.

use std::path::Path;

/// The rows of a table, split at tabs; comment lines are left out.
pub fn rows(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/rules").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// Perft counts: name, depth, leaves, SFEN.
pub struct PerftRow {
    pub name: String,
    pub depth: u32,
    pub leaves: u64,
    pub sfen: String,
}

pub fn perft() -> Vec<PerftRow> {
    rows("perft.tsv")
        .into_iter()
        .map(|row| {
            let [name, depth, leaves, sfen] = row.try_into().expect("four columns");
            let depth = depth.parse().expect("a depth");
            let leaves = leaves.parse().expect("a count");
            PerftRow { name, depth, leaves, sfen }
        })
        .collect()
}

/// Every different position of all tables, as SFEN.
pub fn all_sfens() -> Vec<String> {
    let mut sfens: Vec<String> = perft().into_iter().map(|row| row.sfen).collect();
    for name in ["legal_moves.tsv", "uchifuzume.tsv", "declaration_27.tsv"] {
        sfens.extend(rows(name).into_iter().map(|row| row[0].clone()));
    }
    sfens.sort();
    sfens.dedup();
    sfens
}
