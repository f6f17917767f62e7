//! A game between a human and the engine: rules, clocks, taking back. It knows no threads and no
//! files; time comes in as milliseconds.

use shogi::{Color, DeclarationResult, GameRules, Handicap, Move, Position};

use crate::clock::GameClock;
use crate::limits;
use crate::protocol::{
    ErrorCode, Failure, GamePhase, GameStart, GameState, Human, Over, OverReason, PlayedMove, Rule,
    SavedClock, SavedPosition, Score, Side, TimeControl, Undone, Unmet,
};
use crate::questions;
use crate::saved::{SavedGame, SavedMove};
use crate::view;

/// The most milliseconds of any part of a time control: a day.
const LONGEST: u64 = 24 * 60 * 60 * 1000;
/// The most lists of moves that were taken back; older ones are forgotten.
const UNDONE: usize = 200;

/// What a game is asked to be.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) human: Human,
    pub(crate) level: u8,
    pub(crate) time: Option<TimeControl>,
    pub(crate) rule: Rule,
    pub(crate) max_plies: Option<u32>,
    pub(crate) friendly: bool,
}

impl Terms {
    fn check(&self) -> Result<(), Failure> {
        let limit = |text: &str| Err(Failure::new(ErrorCode::Limit, text));
        if engine::Level::new(self.level).is_none() {
            return limit("the level is a number from 1 to 10");
        }
        let time = self.time.unwrap_or_default();
        if [time.main, time.byoyomi, time.increment].iter().any(|&part| part > LONGEST) {
            return limit("a clock has at most a day");
        }
        Ok(())
    }
}

/// A move that was played.
#[derive(Clone, Debug)]
struct Played {
    mv: Move,
    spent_ms: u64,
    score: Option<Score>,
    /// What the clocks had before the move.
    left: [u64; 2],
}

/// A game.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    id: String,
    began: u64,
    start: Position,
    handicap: Option<Handicap>,
    terms: Terms,
    position: Position,
    moves: Vec<Played>,
    undone: Vec<Undone>,
    clock: Option<GameClock>,
    is_paused: bool,
    result: Option<Over>,
    engine_score: Option<Score>,
    /// When the present turn began, for games without clocks.
    turn_began: u64,
}

impl Game {
    /// Begins a game. The clocks stand still until [`Self::run_clock`].
    pub(crate) fn new(
        id: String,
        began: u64,
        start: &GameStart,
        terms: Terms,
    ) -> Result<Self, Failure> {
        terms.check()?;
        let (position, moves) = match start {
            GameStart::Handicap { handicap } => {
                let handicap: Handicap = handicap.parse().map_err(|_| {
                    Failure::new(ErrorCode::NotFound, "there is no handicap of this name")
                })?;
                (handicap.position(), None)
            }
            GameStart::Sfen { sfen, moves } => (questions::playable(sfen)?, moves.as_ref()),
        };
        let mut game = Self::at(id, began, position, terms);
        for text in moves.into_iter().flatten().take(limits::MOVES) {
            let mv = game.position.parse_legal_move(text).map_err(questions::bad_move)?;
            game.push(mv, 0, None);
        }
        game.result = game.end();
        Ok(game)
    }

    fn at(id: String, began: u64, start: Position, terms: Terms) -> Self {
        let sfen = start.to_sfen();
        let handicap = Handicap::ALL.iter().copied().find(|one| one.position().to_sfen() == sfen);
        let clock = terms.time.and_then(GameClock::new);
        Self {
            id,
            began,
            position: start.clone(),
            start,
            handicap,
            terms,
            moves: Vec::new(),
            undone: Vec::new(),
            clock,
            is_paused: false,
            result: None,
            engine_score: None,
            turn_began: 0,
        }
    }

    /// The number of the game.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The position.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// What the game was asked to be.
    pub(crate) fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The clocks.
    pub(crate) fn clock(&self) -> Option<&GameClock> {
        self.clock.as_ref()
    }

    /// The plies played; it is the version of the game.
    pub(crate) fn ply(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    fn rules(&self) -> GameRules {
        let declaration = view::declaration_rule(self.terms.rule);
        GameRules { max_moves: self.terms.max_plies, declaration }
    }

    fn end(&self) -> Option<Over> {
        self.position.end_of_game(&self.rules()).map(view::over)
    }

    fn is_humans(&self, color: Color) -> bool {
        match self.terms.human {
            Human::Both => true,
            Human::Black => color == Color::Black,
            Human::White => color == Color::White,
        }
    }

    /// What the game waits for.
    pub(crate) fn phase(&self) -> GamePhase {
        if self.result.is_some() {
            GamePhase::Over
        } else if self.is_paused {
            GamePhase::Paused
        } else if self.is_humans(self.position.turn()) {
            GamePhase::Human
        } else {
            GamePhase::Engine
        }
    }

    fn push(&mut self, mv: Move, spent_ms: u64, score: Option<Score>) {
        let left = self.clock.as_ref().map_or([0; 2], GameClock::left);
        self.moves.push(Played { mv, spent_ms, score, left });
        self.position.play(mv);
    }

    /// Lets the clock of the side to move run, if the game goes on.
    pub(crate) fn run_clock(&mut self, now: u64) {
        if matches!(self.phase(), GamePhase::Over | GamePhase::Paused) {
            return;
        }
        let turn = self.position.turn();
        if let Some(clock) = &mut self.clock {
            clock.run(turn, now);
        }
        if self.turn_began == 0 {
            self.turn_began = now;
        }
    }

    /// Stops the clocks in the middle of a turn.
    pub(crate) fn hold_clock(&mut self, now: u64) {
        if let Some(clock) = &mut self.clock {
            clock.hold(now);
        }
    }

    fn finish(&mut self, winner: Option<Color>, reason: OverReason, now: u64) {
        self.hold_clock(now);
        self.is_paused = false;
        self.result = Some(Over { winner: winner.map(view::side), reason });
    }

    /// Checks that a request is about the game as it stands.
    pub(crate) fn check_ply(&self, ply: u32) -> Result<(), Failure> {
        if ply == self.ply() {
            return Ok(());
        }
        let text = format!("the game has {} plies, the request is about {ply}", self.ply());
        Err(Failure::new(ErrorCode::StalePly, text))
    }

    fn check_running(&self) -> Result<(), Failure> {
        match self.result {
            Some(_) => Err(Failure::new(ErrorCode::GameOver, "the game is over")),
            None => Ok(()),
        }
    }

    /// Plays a human's move; a paused game goes on with it.
    pub(crate) fn play_human(&mut self, usi: &str, now: u64) -> Result<(), Failure> {
        self.check_running()?;
        if !self.is_humans(self.position.turn()) {
            return Err(Failure::new(ErrorCode::NotYourTurn, "the engine is to move"));
        }
        if self.moves.len() >= limits::MOVES {
            return Err(Failure::new(ErrorCode::Limit, "the game has too many moves"));
        }
        let mv = self.position.parse_legal_move(usi).map_err(questions::bad_move)?;
        if self.is_time_up(now) {
            return Ok(());
        }
        self.is_paused = false;
        self.play(mv, None, now);
        Ok(())
    }

    /// Ends the game if the side to move has run out of time, and says whether it has.
    pub(crate) fn is_time_up(&mut self, now: u64) -> bool {
        let turn = self.position.turn();
        let is_out = self.result.is_none()
            && self.clock.as_ref().is_some_and(|clock| clock.is_out_of_time(turn, now));
        if is_out {
            self.finish(Some(!turn), OverReason::Time, now);
        }
        is_out
    }

    /// Plays the engine's move, which must be legal.
    pub(crate) fn play_engine(&mut self, mv: Move, score: Option<Score>, now: u64) {
        if self.is_time_up(now) {
            return;
        }
        if !self.position.is_legal(mv) {
            self.finish(Some(!self.position.turn()), OverReason::Illegal, now);
            return;
        }
        self.engine_score = score.or(self.engine_score);
        self.play(mv, score, now);
    }

    fn play(&mut self, mv: Move, score: Option<Score>, now: u64) {
        let turn = self.position.turn();
        let without_clock = || now.saturating_sub(self.turn_began);
        let spent = self.clock.as_ref().map_or_else(without_clock, |clock| clock.used(now));
        self.push(mv, spent, score);
        if let Some(clock) = &mut self.clock {
            clock.end_turn(turn, now);
        }
        self.turn_began = now;
        self.result = self.end();
        self.run_clock(now);
    }

    /// The human resigns; with two humans the side to move does.
    pub(crate) fn resign_human(&mut self, now: u64) -> Result<(), Failure> {
        self.check_running()?;
        let loser = match self.terms.human {
            Human::Black => Color::Black,
            Human::White => Color::White,
            Human::Both => self.position.turn(),
        };
        self.finish(Some(!loser), OverReason::Resign, now);
        Ok(())
    }

    /// The engine resigns.
    pub(crate) fn resign_engine(&mut self, now: u64) {
        self.finish(Some(!self.position.turn()), OverReason::Resign, now);
    }

    /// The side to move declares. A human without the right to is told so; an engine loses.
    pub(crate) fn declare(&mut self, is_engine: bool, now: u64) -> Result<(), Failure> {
        self.check_running()?;
        let turn = self.position.turn();
        if !is_engine && !self.is_humans(turn) {
            return Err(Failure::new(ErrorCode::NotYourTurn, "the engine is to move"));
        }
        let rule = view::declaration_rule(self.terms.rule);
        match rule.and_then(|rule| self.position.declaration(rule)) {
            Some(DeclarationResult::Win) => {
                self.finish(Some(turn), OverReason::Declaration, now);
            }
            Some(DeclarationResult::NoContest) => self.finish(None, OverReason::NoContest, now),
            None if is_engine => self.finish(Some(!turn), OverReason::WrongDeclaration, now),
            None => {
                let king = view::king(&self.position, self.terms.rule, turn);
                let unmet = king.map_or_else(|| vec![Unmet::Rule], |king| king.unmet);
                let failure = Failure::new(ErrorCode::CannotDeclare, "not all conditions hold");
                return Err(Failure { unmet: Some(unmet), ..failure });
            }
        }
        Ok(())
    }

    /// Stops the clocks until [`Self::resume`].
    pub(crate) fn pause(&mut self, now: u64) -> Result<(), Failure> {
        self.check_running()?;
        self.hold_clock(now);
        self.is_paused = true;
        Ok(())
    }

    /// Continues a paused game.
    pub(crate) fn resume(&mut self, now: u64) -> Result<(), Failure> {
        self.check_running()?;
        self.is_paused = false;
        self.run_clock(now);
        Ok(())
    }

    /// Takes back to the human's last turn: the human's last move and the answer to it. After a
    /// resignation only that is taken back. With nothing to take back nothing changes.
    pub(crate) fn undo(&mut self, now: u64) {
        let was_resigned = self.result.is_some_and(|over| over.reason == OverReason::Resign);
        let human_resigned = self
            .result
            .and_then(|over| over.winner)
            .is_some_and(|winner| !self.is_humans(view::color(winner)) || self.is_for_two());
        if was_resigned && human_resigned {
            self.reopen(self.moves.len(), now);
            return;
        }
        let mut keep = self.moves.len();
        let mut turn = self.position.turn();
        while keep > 0 {
            keep -= 1;
            turn = !turn;
            if self.is_humans(turn) {
                self.reopen(keep, now);
                return;
            }
        }
    }

    fn is_for_two(&self) -> bool {
        self.terms.human == Human::Both
    }

    /// Goes back to a ply; what is cut off is kept beside the game.
    fn reopen(&mut self, keep: usize, now: u64) {
        let cut: Vec<Played> = self.moves.drain(keep..).collect();
        for _ in &cut {
            self.position.take_back();
        }
        if let Some(first) = cut.first() {
            let moves = cut.iter().map(|played| played.mv.to_string()).collect();
            self.undone.push(Undone { ply: self.ply(), moves });
            if self.undone.len() > UNDONE {
                self.undone.remove(0);
            }
            if let Some(clock) = &mut self.clock {
                clock.set_left(first.left);
            }
        }
        self.result = None;
        self.is_paused = false;
        self.turn_began = now;
        self.run_clock(now);
    }

    /// The game for a page.
    pub(crate) fn state(&self, now: u64) -> GameState {
        let mut position = self.start.clone();
        let moves = self.moves.iter().map(|played| {
            let text = view::move_text(&position, played.mv);
            position.play(played.mv);
            let Played { mv, spent_ms, score, .. } = *played;
            PlayedMove { usi: mv.to_string(), text, spent_ms, score }
        });
        let moves = moves.collect();
        let mut pos = view::pos(&self.position, self.terms.rule, self.terms.max_plies);
        pos.over = self.result;
        GameState {
            game: self.id.clone(),
            start: self.start.to_sfen(),
            handicap: self.handicap.map(|one| one.name().to_owned()),
            human: self.terms.human,
            level: self.terms.level,
            rule: self.terms.rule,
            max_plies: self.terms.max_plies,
            time: self.terms.time,
            friendly: self.terms.friendly,
            phase: self.phase(),
            pos,
            moves,
            undone: self.undone.clone(),
            clock: self.clock.as_ref().map(|clock| clock.shown(self.position.turn(), now)),
            result: self.result,
            engine_score: self.engine_score,
        }
    }

    /// The game for a file.
    pub(crate) fn saved(&self, now: u64, changed: u64) -> SavedGame {
        let moves = self.moves.iter().map(|played| SavedMove {
            usi: played.mv.to_string(),
            spent_ms: played.spent_ms,
            score: played.score,
        });
        SavedGame {
            v: SavedGame::VERSION,
            id: self.id.clone(),
            began: self.began,
            changed,
            start: self.start.to_sfen(),
            human: self.terms.human,
            level: self.terms.level,
            rule: self.terms.rule,
            max_plies: self.terms.max_plies,
            time: self.terms.time,
            friendly: self.terms.friendly,
            moves: moves.collect(),
            undone: self.undone.clone(),
            clock: self.clock.as_ref().map(|clock| clock.saved(self.position.turn(), now)),
            result: self.result,
        }
    }

    /// The game of a file. It stands still if it has a clock.
    pub(crate) fn from_saved(saved: &SavedGame) -> Result<Self, Failure> {
        let terms = Terms {
            human: saved.human,
            level: saved.level,
            time: saved.time,
            rule: saved.rule,
            max_plies: saved.max_plies,
            friendly: saved.friendly,
        };
        terms.check()?;
        let start = questions::playable(&saved.start)?;
        let mut game = Self::at(saved.id.clone(), saved.began, start, terms);
        for played in saved.moves.iter().take(limits::MOVES) {
            let mv = game.position.parse_legal_move(&played.usi).map_err(questions::bad_move)?;
            game.push(mv, played.spent_ms, played.score);
        }
        game.undone = saved.undone.iter().take(UNDONE).cloned().collect();
        game.set_clock(saved.clock);
        game.result = saved.result.or_else(|| game.end());
        game.is_paused = game.clock.is_some() && game.result.is_none();
        Ok(game)
    }

    /// A game from a page's own copy, with this number; it goes on at once.
    pub(crate) fn restored(
        id: String,
        began: u64,
        copy: &SavedPosition,
        now: u64,
    ) -> Result<Self, Failure> {
        let terms = Terms {
            human: copy.human,
            level: copy.level,
            time: copy.time,
            rule: copy.rule.unwrap_or_default(),
            max_plies: copy.max_plies,
            friendly: copy.friendly.unwrap_or(false),
        };
        let start = GameStart::Sfen { sfen: copy.start.clone(), moves: Some(copy.moves.clone()) };
        let mut game = Self::new(id, began, &start, terms)?;
        for (played, &spent) in game.moves.iter_mut().zip(copy.spent_ms.iter().flatten()) {
            played.spent_ms = spent;
        }
        game.undone = copy.undone.iter().flatten().take(UNDONE).cloned().collect();
        game.set_clock(copy.clock);
        if let Some(loser) = copy.resigned.filter(|_| game.result.is_none()) {
            let winner = if loser == Side::Black { Side::White } else { Side::Black };
            game.result = Some(Over { winner: Some(winner), reason: OverReason::Resign });
        }
        game.run_clock(now);
        Ok(game)
    }

    /// A paused game from a file goes on at once, because its page was there all the time.
    pub(crate) fn wake(&mut self, now: u64) {
        self.is_paused = false;
        self.run_clock(now);
    }

    fn set_clock(&mut self, saved: Option<SavedClock>) {
        if let (Some(clock), Some(saved)) = (&mut self.clock, saved) {
            let most = |part: u64| part.min(LONGEST);
            clock.set_left([most(saved.black), most(saved.white)]);
        }
    }
}

#[cfg(test)]
#[path = "game_tests.rs"]
mod tests;
