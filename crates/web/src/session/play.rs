//! The game of a session.

use engine::{Answer, Clocks, Go, Level};
use shogi::Action;

use super::{Command, Duty, Right, Session};
use crate::game::{Game, Terms};
use crate::limits;
use crate::protocol::{
    ClientMessage, DoneReason, ErrorCode, Failure, GamePhase, NoticeCode, SavedPosition,
    ServerMessage,
};
use crate::saved::{now_seconds, random_hex};
use crate::view;

fn no_game() -> Failure {
    Failure::new(ErrorCode::NoGame, "there is no game")
}

impl Session {
    fn game_mut(&mut self) -> Result<&mut Game, Failure> {
        self.game.as_mut().ok_or_else(no_game)
    }

    pub(super) fn handle_game(
        &mut self,
        id: Option<u64>,
        message: ClientMessage,
    ) -> Result<(), Failure> {
        let now = self.now();
        match message {
            ClientMessage::GameNew { start, human, level, time, rule, max_plies, friendly } => {
                let terms = Terms {
                    human,
                    level,
                    time,
                    rule: rule.unwrap_or_default(),
                    max_plies,
                    friendly: friendly.unwrap_or(false),
                };
                let mut game = Game::new(new_number()?, now_seconds(), &start, terms)?;
                self.leave_game();
                if game.phase() == GamePhase::Human {
                    game.run_clock(now);
                }
                self.enter_game(id, game, true)
            }
            ClientMessage::GameOpen { game } => {
                let missing = |_| Failure::new(ErrorCode::NotFound, "there is no such game");
                let saved = self.shared.saved.read(&game).map_err(missing)?;
                let game = Game::from_saved(&saved)?;
                self.leave_game();
                self.enter_game(id, game, false)
            }
            ClientMessage::SessionRestore { game } => self.restore(id, &game, now),
            ClientMessage::GameMove { ply, usi } => {
                let game = self.game_mut()?;
                game.check_ply(ply)?;
                game.play_human(&usi, now)?;
                self.go_on(id)
            }
            ClientMessage::GameUndo { ply } => {
                let game = self.game_mut()?;
                game.check_ply(ply)?;
                // What the engine is thinking about is no longer of interest.
                self.leave_thinking();
                self.game_mut()?.undo(now);
                self.go_on(id)
            }
            ClientMessage::GameResign { ply } => {
                let game = self.game_mut()?;
                game.check_ply(ply)?;
                game.resign_human(now)?;
                self.leave_thinking();
                self.go_on(id)
            }
            ClientMessage::GameDeclare { ply } => {
                let game = self.game_mut()?;
                game.check_ply(ply)?;
                game.declare(false, now)?;
                self.go_on(id)
            }
            ClientMessage::GamePause { ply } => {
                let game = self.game_mut()?;
                game.check_ply(ply)?;
                game.pause(now)?;
                self.leave_thinking();
                self.go_on(id)
            }
            ClientMessage::GameResume { ply } => {
                let game = self.game_mut()?;
                game.check_ply(ply)?;
                game.resume(now)?;
                self.go_on(id)
            }
            ClientMessage::GameHint { ply } => self.start_hint(id, ply),
            ClientMessage::GameClose {} => {
                self.leave_thinking();
                self.leave_game();
                let state = self.state();
                self.answer(id, state);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn restore(&mut self, id: Option<u64>, copy: &SavedPosition, now: u64) -> Result<(), Failure> {
        let number = copy.game.as_deref().unwrap_or_default();
        let ours = self.shared.saved.read(number).ok();
        let ours = ours.filter(|saved| saved.moves.len() >= copy.moves.len());
        let mut game = match ours {
            Some(saved) => Game::from_saved(&saved)?,
            // A number that the server did not make never becomes the name of a file.
            None => {
                let is_ours = self.shared.saved.read(number).is_ok();
                let number = if is_ours { number.to_owned() } else { new_number()? };
                Game::restored(number, now_seconds(), copy, now)?
            }
        };
        game.wake(now);
        self.leave_game();
        self.enter_game(id, game, false)
    }

    /// Makes a game the session's own and continues it.
    fn enter_game(&mut self, id: Option<u64>, game: Game, is_new: bool) -> Result<(), Failure> {
        self.stop_analysis(None, DoneReason::Cancelled);
        self.shared.players.enter(game.id(), &self.sender);
        self.game = Some(game);
        if is_new && let Some(seat) = &mut self.seat {
            seat.new_game();
        }
        self.go_on(id)?;
        // The engine gets ready while the human thinks about the first move. If it cannot be had
        // now, its own turn says why.
        let _ = self.get_seat();
        Ok(())
    }

    /// Leaves the game, which stays in its file.
    pub(super) fn leave_game(&mut self) {
        if let Some(game) = self.game.take() {
            self.shared.players.leave(game.id());
        }
    }

    /// Another session plays the game from now on.
    pub(super) fn lose_game(&mut self) {
        self.leave_thinking();
        self.game = None;
        let state = self.state();
        self.say(state);
    }

    /// Ends what the engine does for the game.
    pub(super) fn leave_thinking(&mut self) {
        if matches!(self.duty, Duty::Play | Duty::Hint { .. }) {
            self.leave_duty();
        }
    }

    /// Saves and shows the game, and lets the engine think if it is its turn.
    fn go_on(&mut self, id: Option<u64>) -> Result<(), Failure> {
        let now = self.now();
        let game = self.game_mut()?;
        let is_engines = game.phase() == GamePhase::Engine;
        if is_engines {
            // The engine's clock runs when the engine does, and not while it waits for a permit.
            game.hold_clock(now);
        } else {
            self.leave_thinking();
        }
        self.save_and_show(id);
        if is_engines { self.begin_duty(Duty::Play) } else { Ok(()) }
    }

    /// The engine cannot be had for its move: the game waits until the human wants another try.
    pub(super) fn pause_for_want_of_engine(&mut self) {
        let now = self.now();
        if let Some(game) = &mut self.game
            && game.pause(now).is_ok()
        {
            self.save_and_show(None);
        }
    }

    pub(super) fn save_and_show(&mut self, id: Option<u64>) {
        let now = self.now();
        let Some(game) = &self.game else { return };
        if let Err(error) = self.shared.saved.write(&game.saved(now, now_seconds())) {
            let text = Some(error.to_string());
            self.say(ServerMessage::Notice { code: NoticeCode::NotSaved, text });
        }
        self.answer(id, ServerMessage::Game(game.state(now)));
    }

    /// The engine looks for its move.
    pub(super) fn think(&mut self) -> Result<(), Failure> {
        let now = self.now();
        let (Some(game), Some(seat)) = (&mut self.game, &mut self.seat) else { return Ok(()) };
        game.run_clock(now);
        let terms = game.terms();
        let turn = game.position().turn();
        let (go, most) = match game.clock() {
            Some(clock) => {
                let control = clock.control();
                let clocks = Clocks {
                    left: clock.left(),
                    increment: [control.increment; 2],
                    byoyomi: control.byoyomi,
                };
                let most = clock.left()[turn.index()].saturating_add(control.byoyomi);
                (Go { clocks: Some(clocks), ..Go::default() }, most)
            }
            None => (Go { movetime: Some(limits::MOVE_MS), ..Go::default() }, limits::MOVE_MS),
        };
        let options = [
            ("Level", terms.level.to_string()),
            ("Threads", self.prefs.threads.to_string()),
            ("USI_Hash", self.prefs.hash_mb.to_string()),
            ("MultiPV", "1".to_owned()),
            ("ConsiderationMode", "false".to_owned()),
            ("USI_OwnBook", "true".to_owned()),
            ("EnteringKingRule", view::rule_option(terms.rule).to_owned()),
            ("MaxMovesToDraw", terms.max_plies.unwrap_or(0).min(100_000).to_string()),
        ];
        let search = seat
            .go(game.position().clone(), &options, go)
            .map_err(|text| Failure::new(ErrorCode::EngineFailed, text))?;
        self.search = Some(search);
        self.answer_due = Some(now.saturating_add(most).saturating_add(limits::LATE_MS));
        Ok(())
    }

    /// The engine has decided.
    pub(super) fn engine_moves(&mut self, answer: &Answer) {
        self.leave_duty();
        let now = self.now();
        let Some(game) = &mut self.game else { return };
        if game.phase() != GamePhase::Engine {
            return;
        }
        let score = answer.score.map(|score| view::score(score, game.position().turn()));
        match answer.action {
            Action::Play(mv) => game.play_engine(mv, score, now),
            Action::Resign => game.resign_engine(now),
            // A wrong declaration is a lost game and not an error.
            Action::Declare => {
                let _ = game.declare(true, now);
            }
        }
        // The page may be gone; then the human's clock waits for it.
        if self.outbox.is_none() {
            game.hold_clock(now);
        }
        self.save_and_show(None);
    }

    fn start_hint(&mut self, id: Option<u64>, ply: u32) -> Result<(), Failure> {
        let game = self.game_mut()?;
        game.check_ply(ply)?;
        match game.phase() {
            GamePhase::Over => return Err(Failure::new(ErrorCode::GameOver, "the game is over")),
            GamePhase::Engine => {
                return Err(Failure::new(ErrorCode::NotYourTurn, "the engine is to move"));
            }
            GamePhase::Human | GamePhase::Paused => {}
        }
        if game.clock().is_some() && !game.terms().friendly {
            return Err(Failure::new(ErrorCode::NoHint, "no hints while the clock runs"));
        }
        self.begin_duty(Duty::Hint { id, ply })
    }

    pub(super) fn think_of_hint(&mut self) -> Result<(), Failure> {
        let now = self.now();
        let (Some(game), Some(seat)) = (&self.game, &mut self.seat) else { return Ok(()) };
        let options = [
            ("Level", Level::FULL.number().to_string()),
            ("Threads", self.prefs.threads.to_string()),
            ("MultiPV", "1".to_owned()),
            ("ConsiderationMode", "false".to_owned()),
            ("USI_OwnBook", "true".to_owned()),
            ("EnteringKingRule", view::rule_option(game.terms().rule).to_owned()),
        ];
        let go = Go { movetime: Some(limits::HINT_MS), ..Go::default() };
        let search = seat
            .go(game.position().clone(), &options, go)
            .map_err(|text| Failure::new(ErrorCode::EngineFailed, text))?;
        self.search = Some(search);
        self.answer_due = Some(now + limits::HINT_MS + limits::LATE_MS);
        Ok(())
    }

    pub(super) fn show_hint(&mut self, id: Option<u64>, ply: u32, answer: &Answer) {
        self.leave_duty();
        let Some(game) = self.game.as_ref().filter(|game| game.ply() == ply) else { return };
        let message = match answer.action {
            Action::Play(mv) if game.position().is_legal(mv) => {
                let text = view::move_text(game.position(), mv);
                ServerMessage::Hint { ply, usi: mv.to_string(), text }
            }
            _ => ServerMessage::Error(Failure::new(ErrorCode::NoMove, "the engine has no move")),
        };
        self.answer(id, message);
    }

    /// Does the engine look for its move, or wait for the right to?
    pub(super) fn is_thinking(&self) -> bool {
        matches!(self.duty, Duty::Play) && !matches!(self.right, Right::None)
    }
}

fn new_number() -> Result<String, Failure> {
    random_hex(16).map_err(|error| {
        Failure::new(ErrorCode::EngineFailed, format!("no random numbers: {error}"))
    })
}

/// Tells a session that another one plays its game now.
pub(crate) fn tell_taken(session: &std::sync::mpsc::Sender<Command>, id: &str) {
    // A session that has ended has no game.
    let _ = session.send(Command::GameTaken(id.to_owned()));
}
