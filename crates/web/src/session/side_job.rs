//! Jobs of a session that run beside its engine, in a thread of their own: solvers, the analysis of
//! a whole game, judgements of tries at problems.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use super::{Command, Right, Session};
use crate::limits;
use crate::permits::Permit;
use crate::protocol::{
    ClientMessage, DoneReason, ErrorCode, Failure, JobKind, JobState, ReviewEffort, ServerMessage,
    SolveKind, Tree,
};
use crate::{judge, questions, record, review, solver};

/// What the thread of a job tells its session.
pub(crate) struct Teller {
    job: u64,
    sender: Sender<Command>,
    stop: Arc<AtomicBool>,
}

impl Teller {
    /// Says something to the page.
    pub(crate) fn say(&self, message: ServerMessage) {
        // A session that has ended listens no more; its flag stops the thread.
        let _ = self.sender.send(Command::Say { job: self.job, message });
    }

    /// The number of the job.
    pub(crate) fn job(&self) -> u64 {
        self.job
    }

    /// Is the job to end?
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

type Work = Box<dyn FnOnce(&Teller) -> DoneReason + Send>;

/// A job beside the engine.
pub(crate) struct SideJob {
    job: u64,
    kind: JobKind,
    right: Right,
    stop: Arc<AtomicBool>,
    /// What is to be done; none once it has begun.
    work: Option<Work>,
}

impl SideJob {
    /// The number of the job.
    pub(super) fn job(&self) -> u64 {
        self.job
    }

    pub(super) fn right(&self) -> &Right {
        &self.right
    }

    pub(super) fn right_mut(&mut self) -> &mut Right {
        &mut self.right
    }

    fn begin(&mut self, sender: &Sender<Command>) {
        let Some(work) = self.work.take() else { return };
        let job = self.job;
        let teller = Teller { job, sender: sender.clone(), stop: Arc::clone(&self.stop) };
        std::thread::spawn(move || {
            let reason = work(&teller);
            // A session that has ended listens no more.
            let _ = teller.sender.send(Command::Ended { job, reason });
        });
    }
}

impl Drop for SideJob {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Session {
    fn start_side_job(&mut self, id: Option<u64>, kind: JobKind, work: Work) {
        self.cancel_jobs();
        let job = self.next_job();
        let now = self.now();
        let (right, state) = match self.shared.permits.ask(&self.sender, false) {
            Ok(permit) => (Right::Held(permit), JobState::Running),
            Err(ticket) => {
                (Right::Waiting { ticket, since: now, is_pressed: false }, JobState::Queued)
            }
        };
        let stop = Arc::new(AtomicBool::new(false));
        let mut side_job = SideJob { job, kind, right, stop, work: Some(work) };
        self.answer(id, ServerMessage::Job { job, kind, state });
        if state == JobState::Running {
            side_job.begin(&self.sender);
        }
        self.side_job = Some(side_job);
    }

    pub(super) fn side_job_granted(&mut self, permit: Permit) {
        let sender = self.sender.clone();
        // A permit that nobody waits for any more goes to the next in the queue.
        let Some(job) = self.side_job.as_mut().filter(|job| job.right.awaits(permit.number()))
        else {
            return;
        };
        job.right = Right::Held(permit);
        job.begin(&sender);
        let (job, kind, state) = (job.job, job.kind, JobState::Running);
        self.say(ServerMessage::Job { job, kind, state });
    }

    /// Ends the job beside the engine; with a reason the page is told.
    pub(super) fn stop_side_job(&mut self, reason: Option<DoneReason>) {
        let Some(side_job) = self.side_job.take() else { return };
        let job = side_job.job;
        drop(side_job);
        if let Some(reason) = reason {
            self.say(ServerMessage::Done { job, reason });
        }
    }

    /// Ends the job of this kind because the page asks for it; job 0 if there is none.
    pub(super) fn stop_kind(&mut self, id: Option<u64>, kind: JobKind) {
        let side_job = self.side_job.take_if(|job| job.kind == kind);
        let job = side_job.as_ref().map_or(0, SideJob::job);
        drop(side_job);
        self.answer(id, ServerMessage::Done { job, reason: DoneReason::Stopped });
    }

    pub(super) fn side_job_ended(&mut self, job: u64, reason: DoneReason) {
        if self.side_job.take_if(|side_job| side_job.job == job).is_some() {
            self.say(ServerMessage::Done { job, reason });
        }
    }

    /// Says something of a job, if it is still the present one.
    pub(super) fn say_of_job(&mut self, job: u64, message: ServerMessage) {
        let is_side_job = self.side_job.as_ref().is_some_and(|side_job| side_job.job == job);
        let is_analysis = matches!(&self.duty, super::Duty::Analyse(one) if one.job() == job);
        if is_side_job || is_analysis {
            self.say(message);
        }
    }

    pub(super) fn start_solver(
        &mut self,
        id: Option<u64>,
        message: ClientMessage,
    ) -> Result<(), Failure> {
        let ClientMessage::SolveStart { kind, start, moves, limit_ms, shortest, plies } = message
        else {
            return Ok(());
        };
        let position = questions::playable_line(&start, &moves)?;
        let [usual, most] = limits::SOLVE_MS;
        let question = solver::Question {
            kind,
            position,
            limit_ms: limit_ms.unwrap_or(usual).clamp(1, most),
            shortest: shortest.unwrap_or(false),
            plies: plies.unwrap_or(3).clamp(1, 7) as u16,
        };
        if question.kind == SolveKind::Tsumero && question.position.in_check() {
            let text = "a side in check cannot pass, so there is no tsumero";
            return Err(Failure::new(ErrorCode::BadSetup, text).because("in-check"));
        }
        let work = move |teller: &Teller| solver::solve(&question, teller);
        self.start_side_job(id, JobKind::Solve, Box::new(work));
        Ok(())
    }

    pub(super) fn start_review(
        &mut self,
        id: Option<u64>,
        tree: &Tree,
        effort: ReviewEffort,
        nodes: Option<u64>,
    ) -> Result<(), Failure> {
        let Some(model) = self.shared.config.model.clone() else {
            let text = "this server cannot analyse whole games";
            return Err(Failure::new(ErrorCode::Unavailable, text));
        };
        let task = review::Task {
            game: record::game(tree)?,
            model,
            nodes: review::nodes(effort, nodes),
            jobs: self.prefs.threads as usize,
            hash_mb: self.prefs.hash_mb,
            kept: self.shared.kept.clone(),
        };
        let work = move |teller: &Teller| review::run(&task, teller, &teller.stop);
        self.start_side_job(id, JobKind::Review, Box::new(work));
        Ok(())
    }

    /// Judges a try at a problem in a thread of its own; one at a time.
    pub(super) fn try_problem(
        &mut self,
        id: Option<u64>,
        problem: String,
        moves: Vec<String>,
    ) -> Result<(), Failure> {
        if self.is_trying {
            return Err(Failure::new(ErrorCode::EngineBusy, "the try before is being judged"));
        }
        let attempt = judge::Attempt::new(problem, &moves)?;
        self.is_trying = true;
        let sender = self.sender.clone();
        std::thread::spawn(move || {
            // A session that has ended needs no judgement.
            let _ = sender.send(Command::Reply { id, message: attempt.judge() });
        });
        Ok(())
    }
}
