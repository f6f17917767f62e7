//! The lines of a game: the main line and the variations, as lists of nodes and as text.

use crate::failure::Failure;
use kifu::{Game, NodeId, Printable, RecordedScore, Replay, Step};
use shogi::Color;
use std::io::Write;

/// The main line and the variations, in the order of KIF files: those of a line stand behind it,
/// the latest first.
pub(super) struct Lines<'a> {
    game: &'a Game,
    /// The first node that each line does not share.
    firsts: Vec<NodeId>,
}

impl<'a> Lines<'a> {
    pub(super) fn of(game: &'a Game) -> Self {
        let mut firsts = Vec::new();
        let mut open = vec![NodeId::ROOT];
        while let Some(first) = open.pop() {
            firsts.push(first);
            for id in game.line_from(first) {
                open.extend(game.node(id).children().iter().skip(1).rev());
            }
        }
        Self { game, firsts }
    }

    pub(super) fn variations(&self) -> usize {
        self.firsts.len() - 1
    }

    /// The nodes of a line from the start on; 0 is the main line.
    pub(super) fn get(&self, number: usize) -> Option<Vec<NodeId>> {
        let first = *self.firsts.get(number)?;
        let mut line = self.game.path(first);
        line.extend(self.game.line_from(first).skip(1));
        Some(line)
    }

    /// The numbers of the variations to the step that follows a node.
    pub(super) fn from(&self, id: NodeId) -> impl Iterator<Item = usize> {
        let numbered = self.firsts.iter().enumerate();
        let begins = move |first: NodeId| self.game.node(first).parent() == Some(id);
        numbered.filter(move |&(_, &first)| begins(first)).map(|(number, _)| number)
    }

    /// Writes the moves of all lines.
    pub(super) fn write(
        &self,
        replay: &mut Replay<'_>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        writeln!(out)?;
        for (number, &first) in self.firsts.iter().enumerate() {
            let indent = if number == 0 { "" } else { "  " };
            if number > 0 {
                let ply = self.game.node(first).ply();
                writeln!(out, "\nvariation {number}, from move {ply}")?;
            }
            for id in self.game.line_from(first).filter(|&id| id != NodeId::ROOT) {
                writeln!(out, "{indent}{}", step_line(replay, id))?;
            }
        }
        Ok(())
    }
}

/// One move or end: number, Japanese, USI, time, score.
pub(super) fn step_line(replay: &mut Replay<'_>, id: NodeId) -> String {
    let game = replay.game();
    let node = game.node(id);
    replay.go_to(node.parent().unwrap_or(NodeId::ROOT));
    let japanese = Printable(&replay.japanese(node.step())).to_string();
    let usi = match node.step() {
        Step::Move(mv) => mv.to_string(),
        _ => String::new(),
    };
    let width: usize = japanese.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    let blanks = " ".repeat(16_usize.saturating_sub(width));
    let mut text = format!("{:4} {japanese}{blanks} {usi:6}", node.ply());
    if let Some(time) = node.time {
        let seconds = time.spent_ms / 1000;
        text.push_str(&format!(" {:3}:{:02}", seconds / 60, seconds % 60));
    }
    if let Some(evaluation) = game.evaluations(id).first() {
        text.push_str(&format!("  {}", score(evaluation.score)));
    }
    text.trim_end().to_owned()
}

fn score(score: RecordedScore) -> String {
    match score {
        RecordedScore::Centipawns(cp) => format!("{cp:+}"),
        RecordedScore::Mate { winner, plies } => {
            let side = if winner == Color::Black { "▲" } else { "△" };
            match plies {
                Some(plies) => format!("{side} mates in {plies}"),
                None => format!("{side} mates"),
            }
        }
    }
}
