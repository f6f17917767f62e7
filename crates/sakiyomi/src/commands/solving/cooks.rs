//! Second solutions in the forms in which they are written.

use super::{japanese_line, usi_moves};
use mate::{Cook, CookKind, Cooks};
use serde_json::{Value, json};
use shogi::{Move, Position};

/// Second solutions with the positions that they begin from.
pub(in super::super) struct ShownCooks {
    cooks: Cooks,
    /// The positions of the solution, the first one included.
    positions: Vec<Position>,
}

impl ShownCooks {
    /// Second solutions beside the line of a solution.
    pub(in super::super) fn new(cooks: Cooks, position: &Position, line: &[Move]) -> Self {
        let mut at = position.without_past();
        let mut positions = vec![at.clone()];
        for &mv in line {
            at.play(mv);
            positions.push(at.clone());
        }
        Self { cooks, positions }
    }

    /// All that were found.
    pub(in super::super) fn found(&self) -> &[Cook] {
        &self.cooks.found
    }

    fn verdict(&self) -> &'static str {
        match self.cooks.are_there() {
            Some(true) => "found",
            Some(false) => "none",
            None => "unknown",
        }
    }

    /// The verdict, then the moves of the second solutions with their move numbers.
    pub(super) fn words(&self) -> String {
        let mut words = self.verdict().to_owned();
        for cook in self.cooks.found.iter().filter(|cook| cook.kind == CookKind::Cook) {
            words.push_str(&format!(" {}:{}", cook.ply + 1, cook.line[0]));
        }
        words
    }

    /// Sentences for a person.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("cooks: {}", self.verdict())];
        for cook in &self.cooks.found {
            let name = name(cook.kind);
            let japanese = japanese_line(&self.positions[cook.ply], &cook.line);
            lines.push(format!("{name} at move {}: {japanese}", cook.ply + 1));
        }
        if !self.cooks.open.is_empty() {
            let open: Vec<String> = self.cooks.open.iter().map(number_and_move).collect();
            lines.push(format!("not decided within the limits: {}", open.join(" ")));
        }
        lines
    }

    pub(super) fn json(&self) -> Value {
        let found = self.cooks.found.iter().map(|cook| {
            json!({
                "move_number": cook.ply + 1,
                "kind": name(cook.kind),
                "moves": usi_moves(&cook.line)
            })
        });
        let open = self
            .cooks
            .open
            .iter()
            .map(|(ply, mv)| json!({ "move_number": ply + 1, "move": mv.to_string() }));
        json!({
            "result": self.verdict(),
            "found": found.collect::<Vec<_>>(),
            "open": open.collect::<Vec<_>>()
        })
    }
}

fn number_and_move((ply, mv): &(usize, Move)) -> String {
    format!("{}:{mv}", ply + 1)
}

fn name(kind: CookKind) -> &'static str {
    match kind {
        CookKind::Cook => "cook",
        CookKind::LastMove => "other last move",
        CookKind::Detour => "detour",
    }
}
