//! The rows of `suites/hisshi`.

use shogi::{Move, Position};
use std::path::Path;

/// A problem or near miss.
pub struct Row {
    pub plies: u16,
    pub sfen: String,
    pub position: Position,
    /// The move that makes hisshi; in a near miss one that would with one piece more.
    pub mv: Move,
    /// The longest mate of the brute-force check, in plies.
    pub mate: u32,
}

pub fn rows(name: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/hisshi").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            Row {
                plies: fields[0].parse().expect("plies"),
                sfen: fields[1].to_owned(),
                position: fields[1].parse().expect("a position"),
                mv: fields[2].parse().expect("a move"),
                mate: fields[3].parse().expect("a length"),
            }
        })
        .collect()
}
