//! A session: one tab's game, settings, engine and jobs, in a thread of its own.
//!
//! Everything comes as a [`Command`] through one channel: requests of the page, answers of the
//! engine, permits. Between commands the thread sleeps until the next thing that is due.

mod analyse;
mod play;
mod side_job;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use engine::Answer;

use crate::config::Config;
use crate::game::Game;
use crate::limits;
use crate::outbox::{CloseReason, Outbox};
use crate::permits::{Permit, Permits, Ticket};
use crate::protocol::{
    self, Caps, ClientMessage, DoneReason, EngineName, ErrorCode, Failure, JobKind, NoticeCode,
    Prefs, PrefsWish, Request, Rule, ServerMessage, SessionState,
};
use crate::questions;
use crate::saved::SavedGames;
use crate::seat::Seat;
use analyse::Analysis;
pub(crate) use play::tell_taken;
use side_job::SideJob;
pub(crate) use side_job::Teller;

/// What a session is told.
pub(crate) enum Command {
    /// A page has connected; if the session was asked for and unknown, it is fresh.
    Attach { outbox: Arc<Outbox>, id: Option<u64>, fresh: bool },
    /// The page behind this outbox is gone.
    Detach(Arc<Outbox>),
    /// The page wants something.
    Request(Request),
    /// The engine has new lines.
    News,
    /// The engine has answered in this search.
    Answer { search: u64, answer: Answer },
    /// The engine says something about its files or memory.
    Note(String),
    /// A permit for which the session has waited.
    Granted(Permit),
    /// Somebody waits for the permit of this number.
    GiveWay(u64),
    /// A thread of the session has something for the page; messages of an old job are dropped.
    Say { job: u64, message: ServerMessage },
    /// A thread of the session has ended its job.
    Ended { job: u64, reason: DoneReason },
    /// The answer to a request that a thread has worked on.
    Reply { id: Option<u64>, message: ServerMessage },
    /// Another session continues the game of this number.
    GameTaken(String),
    /// The session ends.
    End(CloseReason),
}

/// What all sessions share.
pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) permits: Permits,
    pub(crate) saved: SavedGames,
    pub(crate) arena: crate::arena_watch::ArenaFiles,
    pub(crate) build: String,
    /// Finished parts of analysed games.
    pub(crate) kept: crate::review::Kept,
    /// Who plays which saved game.
    pub(crate) players: crate::registry::Players,
}

impl Shared {
    /// What pages may ask for.
    pub(crate) fn caps(&self) -> Caps {
        let Config { threads, hash_mb, engines, .. } = self.config;
        Caps {
            threads,
            hash_mb,
            lines: limits::LINES,
            engines: u32::try_from(engines).unwrap_or(u32::MAX),
            review: self.config.model.is_some(),
            arena: !self.arena.is_empty(),
        }
    }
}

/// What the engine of the session does, or will do when it has a permit.
enum Duty {
    Nothing,
    /// It looks for its move in the game.
    Play,
    /// It looks for a hint at this ply.
    Hint {
        id: Option<u64>,
        ply: u32,
    },
    /// It analyses a position.
    Analyse(Box<Analysis>),
}

/// The right to compute, or the wait for it.
enum Right {
    None,
    Waiting { ticket: Ticket, since: u64, is_pressed: bool },
    Held(Permit),
}

impl Right {
    fn awaits(&self, number: u64) -> bool {
        matches!(self, Self::Waiting { ticket, .. } if ticket.number() == number)
    }

    fn holds(&self, number: u64) -> bool {
        matches!(self, Self::Held(permit) if permit.number() == number)
    }

    /// The milliseconds until others are asked to give way.
    fn due(&self, now: u64) -> Option<u64> {
        match self {
            Self::Waiting { since, is_pressed: false, .. } => {
                Some((since + limits::PATIENCE_MS).saturating_sub(now))
            }
            _ => None,
        }
    }

    fn press_if_due(&mut self, now: u64) {
        let is_due = self.due(now) == Some(0);
        if let Self::Waiting { ticket, is_pressed, .. } = self
            && is_due
        {
            ticket.press();
            *is_pressed = true;
        }
    }
}

/// A session.
pub(crate) struct Session {
    id: String,
    shared: Arc<Shared>,
    sender: Sender<Command>,
    epoch: Instant,
    outbox: Option<Arc<Outbox>>,
    /// Since when the page has been gone.
    gone_since: Option<u64>,
    prefs: Prefs,
    game: Option<Game>,
    seat: Option<Seat>,
    duty: Duty,
    right: Right,
    /// The number of the engine's present search.
    search: Option<u64>,
    /// When the engine must have answered, if it must.
    answer_due: Option<u64>,
    /// The number of the last job.
    jobs: u64,
    side_job: Option<SideJob>,
    watch: Option<crate::arena_watch::Watch>,
    is_trying: bool,
}

impl Session {
    /// A session without a page.
    pub(crate) fn new(id: String, shared: Arc<Shared>, sender: Sender<Command>) -> Self {
        let Config { threads, hash_mb, .. } = shared.config;
        let prefs = Prefs { lines: 3, threads, hash_mb, rule: Rule::Points27, visible: true };
        Self {
            id,
            shared,
            sender,
            epoch: Instant::now(),
            outbox: None,
            gone_since: None,
            prefs,
            game: None,
            seat: None,
            duty: Duty::Nothing,
            right: Right::None,
            search: None,
            answer_due: None,
            jobs: 0,
            side_job: None,
            watch: None,
            is_trying: false,
        }
    }

    fn now(&self) -> u64 {
        // A game of five hundred million years is not expected. Zero means "not yet".
        self.epoch.elapsed().as_millis() as u64 + 1
    }

    /// Takes commands until the session ends.
    pub(crate) fn run(mut self, commands: &Receiver<Command>) {
        loop {
            let now = self.now();
            let due = self.due(now).unwrap_or(3_600_000);
            let command = match commands.recv_timeout(Duration::from_millis(due)) {
                Ok(Command::End(reason)) => {
                    self.end(reason);
                    return;
                }
                Ok(command) => Some(command),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => {
                    self.end(CloseReason::Stopping);
                    return;
                }
            };
            if let Some(command) = command {
                self.take(command);
            }
            self.do_what_is_due();
        }
    }

    fn end(&mut self, reason: CloseReason) {
        if reason == CloseReason::Stopping {
            self.say(ServerMessage::Notice { code: NoticeCode::Stopping, text: None });
        }
        self.stop_side_job(None);
        self.leave_duty();
        self.leave_game();
        if let Some(outbox) = self.outbox.take() {
            outbox.close(reason);
        }
    }

    fn take(&mut self, command: Command) {
        match command {
            Command::Attach { outbox, id, fresh } => self.attach(outbox, id, fresh),
            Command::Detach(outbox) => self.detach(&outbox),
            Command::Request(request) => self.serve(request),
            Command::News => self.show_lines_if_due(),
            Command::Answer { search, answer } if self.search == Some(search) => {
                self.answered(&answer);
            }
            Command::Note(text) => {
                let text = Some(text);
                self.say(ServerMessage::Notice { code: NoticeCode::Engine, text });
            }
            Command::Granted(permit) => self.granted(permit),
            Command::GiveWay(number) => self.give_way(number),
            Command::Say { job, message } => self.say_of_job(job, message),
            Command::Ended { job, reason } => self.side_job_ended(job, reason),
            Command::Reply { id, message } => {
                self.is_trying = false;
                self.answer(id, message);
            }
            Command::GameTaken(id) if self.game.as_ref().is_some_and(|game| game.id() == id) => {
                self.lose_game();
            }
            Command::Answer { .. } | Command::GameTaken(_) | Command::End(_) => {}
        }
    }

    fn attach(&mut self, outbox: Arc<Outbox>, id: Option<u64>, fresh: bool) {
        if let Some(before) = self.outbox.replace(outbox) {
            before.close(CloseReason::TakenOver);
        }
        self.gone_since = None;
        self.prefs.visible = true;
        let now = self.now();
        if let Some(game) = &mut self.game
            && game.phase() == protocol::GamePhase::Human
        {
            game.run_clock(now);
        }
        let Config { engine_name, has_network, .. } = &self.shared.config;
        let engine = EngineName { name: engine_name.clone(), network: *has_network };
        let welcome = ServerMessage::Welcome {
            v: protocol::VERSION,
            session: self.id.clone(),
            build: self.shared.build.clone(),
            engine,
            caps: self.shared.caps(),
            fresh,
        };
        self.answer(id, welcome);
        let state = self.state();
        self.say(state);
    }

    fn detach(&mut self, outbox: &Arc<Outbox>) {
        if !self.outbox.as_ref().is_some_and(|present| Arc::ptr_eq(present, outbox)) {
            return;
        }
        self.outbox = None;
        self.watch = None;
        let now = self.now();
        self.gone_since = Some(now);
        // The human's time does not run while the human cannot move.
        if let Some(game) = &mut self.game
            && game.phase() == protocol::GamePhase::Human
        {
            game.hold_clock(now);
        }
    }

    fn state(&self) -> ServerMessage {
        let job = match (&self.duty, &self.side_job) {
            (Duty::Analyse(analysis), _) => Some(analysis.job()),
            (_, side_job) => side_job.as_ref().map(SideJob::job),
        };
        let game = self.game.as_ref().map(|game| game.state(self.now()));
        ServerMessage::State(SessionState { game, job, prefs: self.prefs })
    }

    fn say(&self, message: ServerMessage) {
        self.answer(None, message);
    }

    fn answer(&self, id: Option<u64>, message: ServerMessage) {
        if let Some(outbox) = &self.outbox {
            outbox.send(id, &message);
        }
    }

    fn serve(&mut self, request: Request) {
        let Request { id, message } = request;
        if let Err(failure) = self.handle(id, message) {
            self.answer(id, ServerMessage::Error(failure));
        }
    }

    fn handle(&mut self, id: Option<u64>, message: ClientMessage) -> Result<(), Failure> {
        match message {
            ClientMessage::Hello { .. } => {
                return Err(Failure::new(ErrorCode::Unknown, "the page has said hello already"));
            }
            ClientMessage::Prefs(wish) => self.set_prefs(id, &wish),
            ClientMessage::Pong { .. } => {}
            ClientMessage::Position { start, moves, rule } => {
                let rule = rule.unwrap_or(self.prefs.rule);
                self.answer(id, questions::position(&start, &moves, rule)?);
            }
            ClientMessage::PositionWhy { start, moves, usi } => {
                self.answer(id, questions::why(&start, &moves, &usi)?);
            }
            ClientMessage::PositionRead { start, moves, text } => {
                self.answer(id, questions::read(&start, &moves, &text)?);
            }
            ClientMessage::PositionCheck { setup } => {
                self.answer(id, questions::check(&setup, self.prefs.rule)?);
            }
            ClientMessage::SessionRestore { .. }
            | ClientMessage::GameNew { .. }
            | ClientMessage::GameOpen { .. }
            | ClientMessage::GameMove { .. }
            | ClientMessage::GameUndo { .. }
            | ClientMessage::GameResign { .. }
            | ClientMessage::GameDeclare { .. }
            | ClientMessage::GamePause { .. }
            | ClientMessage::GameResume { .. }
            | ClientMessage::GameHint { .. }
            | ClientMessage::GameClose {} => self.handle_game(id, message)?,
            ClientMessage::AnalyseStart { .. } => self.start_analysis(id, message)?,
            ClientMessage::AnalyseStop {} if matches!(self.duty, Duty::Analyse(_)) => {
                self.stop_analysis(id, DoneReason::Stopped);
            }
            ClientMessage::AnalyseStop {} => {
                let reason = DoneReason::Stopped;
                self.answer(id, ServerMessage::Done { job: 0, reason });
            }
            ClientMessage::ReviewStart { tree, effort, nodes } => {
                self.start_review(id, &tree, effort.unwrap_or_default(), nodes)?;
            }
            ClientMessage::SolveStart { .. } => self.start_solver(id, message)?,
            ClientMessage::ReviewStop {} => self.stop_kind(id, JobKind::Review),
            ClientMessage::SolveStop {} => self.stop_kind(id, JobKind::Solve),
            ClientMessage::SolveTry { problem, moves } => self.try_problem(id, problem, moves)?,
            ClientMessage::ArenaWatch { n } => self.watch_arena(id, n)?,
            ClientMessage::ArenaUnwatch {} => self.watch = None,
            ClientMessage::Release {} => self.release(),
        }
        Ok(())
    }

    fn set_prefs(&mut self, id: Option<u64>, wish: &PrefsWish) {
        let caps = self.shared.caps();
        let within = |wish: Option<u32>, most: u32, now: u32| wish.unwrap_or(now).clamp(1, most);
        self.prefs = Prefs {
            lines: within(wish.lines, caps.lines, self.prefs.lines),
            threads: within(wish.threads, caps.threads, self.prefs.threads),
            hash_mb: within(wish.hash_mb, caps.hash_mb, self.prefs.hash_mb),
            rule: wish.rule.unwrap_or(self.prefs.rule),
            visible: wish.visible.unwrap_or(self.prefs.visible),
        };
        self.answer(id, ServerMessage::Prefs(self.prefs));
    }

    fn release(&mut self) {
        self.stop_analysis(None, DoneReason::Stopped);
        // The engine of a game is needed again soon.
        if self.game.is_none() {
            self.leave_duty();
            self.seat = None;
        }
    }

    fn watch_arena(&mut self, id: Option<u64>, n: u32) -> Result<(), Failure> {
        let outbox = self.outbox.clone();
        let Some(outbox) = outbox else { return Ok(()) };
        self.watch = Some(self.shared.arena.watch(n, id, &outbox)?);
        Ok(())
    }

    /// The milliseconds until something is due.
    fn due(&self, now: u64) -> Option<u64> {
        let until = |at: u64| at.saturating_sub(now);
        let flag = self.game.as_ref().and_then(|game| game.clock()?.until_flag(now));
        // One millisecond more, so that the time is up when the thread wakes.
        let flag = flag.map(|left| left + 1);
        let gone = self.gone_since.filter(|_| matches!(self.duty, Duty::Analyse(_)));
        let gone = gone.map(|since| until(since + limits::GONE_MS));
        let analysis = match &self.duty {
            Duty::Analyse(analysis) => analysis.due(now),
            _ => None,
        };
        let side_job = self.side_job.as_ref().and_then(|job| job.right().due(now));
        [flag, gone, analysis, side_job, self.right.due(now), self.answer_due.map(until)]
            .into_iter()
            .flatten()
            .min()
    }

    fn do_what_is_due(&mut self) {
        let now = self.now();
        if self.game.as_mut().is_some_and(|game| game.is_time_up(now)) {
            // An analysis beside the game goes on.
            self.leave_thinking();
            self.save_and_show(None);
        }
        self.right.press_if_due(now);
        if let Some(job) = &mut self.side_job {
            job.right_mut().press_if_due(now);
        }
        if self.gone_since.is_some_and(|since| now >= since + limits::GONE_MS)
            && matches!(self.duty, Duty::Analyse(_))
        {
            self.stop_analysis(None, DoneReason::Cancelled);
        }
        if self.answer_due.is_some_and(|due| now >= due)
            && let Some(seat) = &mut self.seat
        {
            self.answer_due = None;
            seat.hurry();
        }
        self.analysis_due(now);
    }

    /// Ends what the engine does, without a word to the page.
    fn leave_duty(&mut self) {
        if let (Some(seat), Some(_)) = (&mut self.seat, self.search.take()) {
            seat.stop();
        }
        self.answer_due = None;
        self.duty = Duty::Nothing;
        self.right = Right::None;
    }

    /// Gives the engine something to do, now or when there is a permit.
    fn begin_duty(&mut self, duty: Duty) -> Result<(), Failure> {
        let gives_way = matches!(duty, Duty::Analyse(_));
        self.stop_analysis(None, DoneReason::Cancelled);
        self.leave_duty();
        self.duty = duty;
        match self.shared.permits.ask(&self.sender, gives_way) {
            Ok(permit) => {
                self.right = Right::Held(permit);
                self.work()
            }
            Err(ticket) => {
                self.right = Right::Waiting { ticket, since: self.now(), is_pressed: false };
                Ok(())
            }
        }
    }

    fn granted(&mut self, permit: Permit) {
        if self.right.awaits(permit.number()) {
            self.right = Right::Held(permit);
            let id = match self.duty {
                Duty::Hint { id, .. } => id,
                _ => None,
            };
            match (self.work(), &self.duty) {
                (Err(failure), _) => self.answer(id, ServerMessage::Error(failure)),
                (Ok(()), Duty::Analyse(analysis)) => {
                    let (job, kind) = (analysis.job(), JobKind::Analyse);
                    let state = protocol::JobState::Running;
                    self.say(ServerMessage::Job { job, kind, state });
                }
                (Ok(()), _) => {}
            }
        } else {
            self.side_job_granted(permit);
        }
    }

    fn give_way(&mut self, number: u64) {
        if self.right.holds(number) && matches!(self.duty, Duty::Analyse(_)) {
            self.say(ServerMessage::Notice { code: NoticeCode::GaveWay, text: None });
            self.stop_analysis(None, DoneReason::Cancelled);
        }
    }

    /// Lets the engine do its duty; there is a permit.
    fn work(&mut self) -> Result<(), Failure> {
        let result = self.get_seat().and_then(|()| match &self.duty {
            Duty::Nothing => Ok(()),
            Duty::Play => self.think(),
            Duty::Hint { .. } => self.think_of_hint(),
            Duty::Analyse(_) => self.run_analysis(),
        });
        if result.is_err() {
            let is_move = matches!(self.duty, Duty::Play);
            self.stop_analysis(None, DoneReason::Error);
            self.leave_duty();
            if is_move {
                self.pause_for_want_of_engine();
            }
        }
        result
    }

    /// Makes the engine if there is none yet.
    fn get_seat(&mut self) -> Result<(), Failure> {
        if self.seat.is_some() {
            return Ok(());
        }
        if free_memory().is_some_and(|bytes| bytes < limits::FREE_MEMORY) {
            let text = "there is too little memory for another engine";
            return Err(Failure::new(ErrorCode::EngineBusy, text));
        }
        let options = &self.shared.config.engine_options;
        let seat = Seat::new(options, self.prefs.hash_mb, self.sender.clone())
            .map_err(|text| Failure::new(ErrorCode::EngineFailed, text))?;
        self.seat = Some(seat);
        Ok(())
    }

    fn answered(&mut self, answer: &Answer) {
        match self.duty {
            Duty::Play => self.engine_moves(answer),
            Duty::Hint { id, ply } => self.show_hint(id, ply, answer),
            Duty::Analyse(_) => self.analysis_ended(),
            Duty::Nothing => {}
        }
    }

    fn next_job(&mut self) -> u64 {
        self.jobs += 1;
        self.jobs
    }
}

/// The bytes that the system can still give, where it says so.
fn free_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
