//! The score sheet: the moves of the game with their times, what was taken back, and the end.

use kifu::{ClockTime, Ending, NodeId, Step, header};
use shogi::{Color, Move, Position};
use std::time::SystemTime;

/// A move with the milliseconds that it took.
type Timed = (Move, u64);

pub(super) struct Sheet {
    start: Position,
    position: Position,
    /// The milliseconds that each move took.
    spent: Vec<u64>,
    /// The moves that were taken back, the next one last.
    undone: Vec<Timed>,
    /// The date and time at which the game began, if the machine knows them.
    began: Option<String>,
    /// How the game has ended, if it has.
    pub(super) ending: Option<Ending>,
}

impl Sheet {
    pub(super) fn new(start: Position) -> Self {
        Self {
            position: start.clone(),
            start,
            spent: Vec::new(),
            undone: Vec::new(),
            began: arena::local_time(SystemTime::now()),
            ending: None,
        }
    }

    /// Returns an empty sheet of a game from the same start.
    pub(super) fn again(&self) -> Self {
        Self::new(self.start.clone())
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    pub(super) fn start(&self) -> &Position {
        &self.start
    }

    /// Plays a move. If it is not the one that was taken back, those that followed are forgotten.
    pub(super) fn play(&mut self, mv: Move, spent_ms: u64) {
        if self.undone.pop().is_none_or(|(next, _)| next != mv) {
            self.undone.clear();
        }
        self.push((mv, spent_ms));
    }

    fn push(&mut self, (mv, spent_ms): Timed) {
        self.position.play(mv);
        self.spent.push(spent_ms);
        self.ending = None;
    }

    /// Takes back moves until it is this side's turn, at least one of its own; false if there is
    /// none.
    pub(super) fn back(&mut self, user: Color) -> bool {
        let plies = if self.position.turn() == user { 2 } else { 1 };
        if self.spent.len() < plies {
            return false;
        }
        for _ in 0..plies {
            if let (Some(mv), Some(spent)) = (self.position.last_move(), self.spent.pop()) {
                self.position.take_back();
                self.undone.push((mv, spent));
            }
        }
        self.ending = None;
        true
    }

    /// Plays moves that were taken back until it is this side's turn; false if there is none.
    pub(super) fn redo(&mut self, user: Color) -> bool {
        let Some(first) = self.undone.pop() else { return false };
        self.push(first);
        while self.position.turn() != user
            && let Some(next) = self.undone.pop()
        {
            self.push(next);
        }
        true
    }

    /// Returns the milliseconds that Black and White have used.
    pub(super) fn used_ms(&self) -> [u64; 2] {
        let mut used = [0; 2];
        let mut turn = self.start.turn();
        for spent in &self.spent {
            used[turn.index()] += spent;
            turn = !turn;
        }
        used
    }

    /// Returns the moves so far.
    pub(super) fn moves(&self) -> Vec<Move> {
        self.position.moves_played().collect()
    }

    /// Returns the game as a record.
    pub(super) fn record(&self, user: Color) -> kifu::Game {
        let moves = self.moves();
        let mut game = kifu::Game::from_moves(&self.start, &moves);
        for (color, key) in [(Color::Black, header::BLACK), (Color::White, header::WHITE)] {
            game.headers.set(key, if color == user { "You" } else { "Sakiyomi" });
        }
        if let Some(began) = &self.began {
            game.headers.set(header::START_TIME, began);
        }
        let nodes: Vec<NodeId> = game.main_line().collect();
        // The first node is the start, which took no time.
        for (&node, &spent_ms) in nodes.iter().skip(1).zip(&self.spent) {
            game.node_mut(node).time = Some(ClockTime { spent_ms, total_ms: None });
        }
        if let Some(ending) = &self.ending {
            let last = nodes.last().copied().unwrap_or(NodeId::ROOT);
            // A line of this length has room for its end, and has none yet.
            let _ = game.add(last, Step::End(ending.clone()));
        }
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(moves: &[&str]) -> Sheet {
        let mut sheet = Sheet::new(Position::startpos());
        for (index, mv) in moves.iter().enumerate() {
            sheet.play(mv.parse().unwrap(), 1000 * (index as u64 + 1));
        }
        sheet
    }

    fn text(sheet: &Sheet) -> String {
        sheet.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn back_and_redo() {
        let mut sheet = sheet(&["7g7f", "3c3d", "2g2f", "8c8d"]);
        assert_eq!(sheet.used_ms(), [4000, 6000]);
        assert!(sheet.back(Color::Black) && sheet.back(Color::Black));
        assert!(!sheet.back(Color::Black));
        assert_eq!((text(&sheet).as_str(), sheet.used_ms()), ("", [0, 0]));
        assert!(sheet.redo(Color::Black));
        assert_eq!((text(&sheet).as_str(), sheet.used_ms()), ("7g7f 3c3d", [1000, 2000]));
        assert!(sheet.redo(Color::Black) && !sheet.redo(Color::Black));
        assert_eq!(text(&sheet), "7g7f 3c3d 2g2f 8c8d");
    }

    #[test]
    fn another_move_forgets_what_was_taken_back() {
        let mut sheet = sheet(&["7g7f", "3c3d", "2g2f", "8c8d"]);
        sheet.back(Color::Black);
        sheet.play("6g6f".parse().unwrap(), 1);
        assert!(!sheet.redo(Color::White));
        assert_eq!(text(&sheet), "7g7f 3c3d 6g6f");
    }

    #[test]
    fn the_record_has_players_date_times_and_end() {
        let mut sheet = sheet(&["7g7f", "3c3d"]);
        sheet.ending = Some(Ending::Resign);
        let game = sheet.record(Color::White);
        assert_eq!(game.player(Color::White), Some("You"));
        assert_eq!(game.ending(), Some(&Ending::Resign));
        let date = game.headers.get(header::START_TIME).expect("a date");
        assert_eq!(date.len(), "2026/01/31 21:05:09".len(), "{date}");
        let spent = |id| game.node(id).time.map(|time| time.spent_ms);
        let times: Vec<Option<u64>> = game.main_line().map(spent).collect();
        assert_eq!(times, [None, Some(1000), Some(2000), None]);
    }
}
