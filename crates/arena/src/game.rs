//! One game between two seats: asks for moves, keeps the clocks, judges by the rules.

use engine::{Clocks, Go, ShownScore};
use shogi::{Action, Bitboard, Color, Move, Position};
use usi::{GameResult, Played, PositionCommand};

use crate::clock::Clock;
use crate::ending::{Ending, Outcome};
use crate::limit::Limit;
use crate::mate::MateJudge;
use crate::opening::Opening;
use crate::rules::{Agreements, Rules};
use crate::seat::{Failure, Seat, Trouble};

/// A move and what its player said about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The mover's score as a number ([`ShownScore::to_number`]).
    pub score: Option<i32>,
    /// Depth of the last complete line.
    pub depth: Option<u32>,
    /// Nodes of the search.
    pub nodes: Option<u64>,
    /// Milliseconds from the command to the answer.
    pub time_ms: u64,
}

/// A game that has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
    /// The result.
    pub outcome: Outcome,
    /// The winner's king stood in the enemy camp at the end.
    pub is_entered: bool,
    /// The report of a failure.
    pub note: Option<String>,
}

struct RunningGame<'a> {
    rules: &'a Rules,
    position: Position,
    text: PositionCommand,
    clocks: [Clock; 2],
    agreements: Agreements,
    mates: Option<MateJudge>,
    moves: Vec<PlayedMove>,
    note: Option<String>,
}

/// Plays a game; Black's seat and limit first. Nothing an engine does keeps it from ending.
pub fn play(
    seats: [&mut Seat; 2],
    limits: [Limit; 2],
    opening: &Opening,
    rules: &Rules,
) -> GameRecord {
    let mut game = RunningGame {
        rules,
        position: opening.position(),
        text: opening.command().clone(),
        clocks: limits.map(Clock::new),
        agreements: Agreements::default(),
        mates: rules.confirm_mates.map(MateJudge::new),
        moves: Vec::new(),
        note: None,
    };
    let [black, white] = seats;
    let outcome = game.run(black, white);
    for (seat, color) in [(black, Color::Black), (white, Color::White)] {
        seat.game_over(match outcome.winner {
            Some(winner) if winner == color => GameResult::Win,
            Some(_) => GameResult::Lose,
            None => GameResult::Draw,
        });
    }
    let is_entered = outcome.winner.is_some_and(|winner| {
        let king = game.position.king(winner);
        king.is_some_and(|king| Bitboard::promotion_zone(winner).has(king))
    });
    GameRecord { moves: game.moves, outcome, is_entered, note: game.note }
}

impl RunningGame<'_> {
    fn run(&mut self, black: &mut Seat, white: &mut Seat) -> Outcome {
        for (seat, color) in [(&mut *black, Color::Black), (&mut *white, Color::White)] {
            if let Err(failure) = seat.prepare(self.rules) {
                return self.failed(seat, color, failure);
            }
        }
        loop {
            if let Some(end) = self.position.end_of_game(&self.rules.of_game()) {
                return end.into();
            }
            let seat = match self.position.turn() {
                Color::Black => &mut *black,
                Color::White => &mut *white,
            };
            if let Some(outcome) = self.turn(seat) {
                return outcome;
            }
        }
    }

    /// Asks for one move and plays it; returns the outcome if it ends the game.
    fn turn(&mut self, seat: &mut Seat) -> Option<Outcome> {
        let us = self.position.turn();
        let allowed = self.clocks[us.index()].allowed();
        let played = match seat.think(&self.text, &self.go(us), allowed, self.rules) {
            Ok(played) => played,
            Err(failure) => return Some(self.failed(seat, us, failure)),
        };
        self.clocks[us.index()].spend(played.elapsed);
        match played.action {
            Action::Resign => Some(Outcome::lost_by(us, Ending::Resign)),
            Action::Declare => Some(self.declared(seat, us)),
            Action::Play(mv) if !self.position.is_legal(mv) => {
                let sfen = self.position.to_sfen();
                let report = seat.dismiss(&format!("played {mv}, which is illegal in {sfen}"));
                self.note(seat, &report);
                Some(Outcome::lost_by(us, Ending::IllegalMove))
            }
            Action::Play(mv) => self.moved(us, mv, &played),
        }
    }

    fn moved(&mut self, us: Color, mv: Move, played: &Played) -> Option<Outcome> {
        let found = PlayedMove::new(mv, played);
        let announced = found.score.is_some_and(|score| score >= ShownScore::SOME_MATE);
        let is_mate = announced
            && self.mates.as_mut().is_some_and(|judge| judge.confirms(&self.position, mv));
        self.agreements.hear(self.rules, us, found.score, self.text.moves.len() as u32);
        self.moves.push(found);
        self.text.moves.push(mv.to_string());
        self.position.play(mv);
        // A result by the rules of the game takes precedence over a foreseen one.
        let by_rules = self.position.end_of_game(&self.rules.of_game()).map(Outcome::from);
        let by_mate = is_mate.then_some(Outcome::won_by(us, Ending::ConfirmedMate));
        by_rules.or(by_mate).or_else(|| self.agreements.outcome(self.rules))
    }

    fn declared(&mut self, seat: &Seat, us: Color) -> Outcome {
        if let Some(end) = self.position.end_by_declaration(&self.rules.of_game()) {
            return end.into();
        }
        let sfen = self.position.to_sfen();
        self.note(seat, &format!("declared a win without the right to, in {sfen}"));
        Outcome::lost_by(us, Ending::WrongDeclaration)
    }

    fn failed(&mut self, seat: &Seat, us: Color, failure: Failure) -> Outcome {
        self.note(seat, &failure.report);
        let ending = match failure.trouble {
            Trouble::Late => Ending::Time,
            Trouble::Hang => Ending::Hang,
            Trouble::Crash => Ending::Crash,
            Trouble::Nonsense => Ending::Nonsense,
        };
        Outcome::lost_by(us, ending)
    }

    fn note(&mut self, seat: &Seat, text: &str) {
        self.note = Some(format!("{}: {text}", seat.player().name));
    }

    /// The limits for the side to move.
    fn go(&self, us: Color) -> Go {
        let limit = self.clocks[us.index()].limit();
        let clocks = limit.has_clock().then(|| Clocks {
            left: self.clocks.map(|clock| clock.left_ms()),
            increment: self.clocks.map(|clock| clock.limit().increment.unwrap_or(0)),
            byoyomi: limit.byoyomi.unwrap_or(0),
        });
        Go {
            clocks,
            movetime: limit.movetime,
            depth: limit.depth,
            nodes: limit.nodes,
            ..Go::default()
        }
    }
}

impl PlayedMove {
    fn new(mv: Move, played: &Played) -> Self {
        let best = played.last_score();
        // The node count of the whole search may come on a line without a score.
        let nodes = played.infos.iter().rev().find_map(|info| info.nodes);
        Self {
            mv,
            score: best.and_then(|info| info.score).map(ShownScore::to_number),
            depth: best.and_then(|info| info.depth),
            nodes,
            time_ms: u64::try_from(played.elapsed.as_millis()).unwrap_or(u64::MAX),
        }
    }
}
