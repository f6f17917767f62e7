//! The analysis of a position: lines of the engine, and what can be said beside them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use analysis::naturalness::Naturalness;
use engine::{Go, Level};
use shogi::Position;

use super::{Command, Duty, Right, Session};
use crate::limits;
use crate::protocol::{
    AnalyseLimit, ClientMessage, DoneReason, ErrorCode, Failure, JobKind, JobState, NoticeCode,
    ServerMessage,
};
use crate::{questions, solver, view};

/// An analysis.
pub(crate) struct Analysis {
    job: u64,
    position: Position,
    natural: Naturalness,
    lines: u32,
    limit: AnalyseLimit,
    explain: bool,
    /// When the engine began; none while the job waits.
    began: Option<u64>,
    /// When lines were last sent.
    shown: Option<u64>,
    has_news: bool,
    /// Ends the explainer.
    stop_explaining: Option<Arc<AtomicBool>>,
}

impl Analysis {
    /// The number of the job.
    pub(super) fn job(&self) -> u64 {
        self.job
    }

    /// The milliseconds until something is due.
    pub(super) fn due(&self, now: u64) -> Option<u64> {
        let began = self.began?;
        let until = |at: u64| at.saturating_sub(now);
        let end = until(began + limits::ANALYSIS_MS);
        let news = self.has_news.then(|| self.shown.map_or(0, |at| until(at + limits::NEWS)));
        let explain = (self.explain && self.stop_explaining.is_none())
            .then(|| until(began + limits::EXPLAIN_AFTER_MS));
        [Some(end), news, explain].into_iter().flatten().min()
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        if let Some(stop) = &self.stop_explaining {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Session {
    pub(super) fn start_analysis(
        &mut self,
        id: Option<u64>,
        message: ClientMessage,
    ) -> Result<(), Failure> {
        let ClientMessage::AnalyseStart { start, moves, lines, limit, threat, explain } = message
        else {
            return Ok(());
        };
        let mut position = questions::playable_line(&start, &moves)?;
        let threat = threat.unwrap_or(false);
        if threat {
            if position.in_check() {
                let text = "a side in check cannot pass";
                return Err(Failure::new(ErrorCode::BadSetup, text).because("in-check"));
            }
            position = position.without_past();
            position.pass();
        }
        if self.is_thinking() {
            let text = "the engine is looking for its move in the game";
            return Err(Failure::new(ErrorCode::EngineBusy, text));
        }
        self.cancel_jobs();
        let job = self.next_job();
        let analysis = Analysis {
            job,
            natural: Naturalness::of(&position),
            position,
            lines: lines.unwrap_or(self.prefs.lines).clamp(1, limits::LINES),
            limit: limit.unwrap_or_default(),
            explain: explain.unwrap_or(false) && !threat,
            began: None,
            shown: None,
            has_news: false,
            stop_explaining: None,
        };
        let started = self.begin_duty(Duty::Analyse(Box::new(analysis)));
        let state = match self.right {
            Right::Waiting { .. } => JobState::Queued,
            _ => JobState::Running,
        };
        started?;
        self.answer(id, ServerMessage::Job { job, kind: JobKind::Analyse, state });
        Ok(())
    }

    /// Ends whatever job runs, because another one begins.
    pub(super) fn cancel_jobs(&mut self) {
        self.stop_analysis(None, DoneReason::Cancelled);
        self.stop_side_job(Some(DoneReason::Cancelled));
    }

    /// Lets the engine analyse.
    pub(super) fn run_analysis(&mut self) -> Result<(), Failure> {
        let now = self.now();
        let (Duty::Analyse(analysis), Some(seat)) = (&mut self.duty, &mut self.seat) else {
            return Ok(());
        };
        let running = match &self.right {
            Right::Held(permit) => u32::try_from(permit.running()).unwrap_or(1).max(1),
            _ => 1,
        };
        // The cores are shared by the engines that run.
        let threads = (self.prefs.threads / running).max(1);
        let options = [
            ("Level", Level::FULL.number().to_string()),
            ("Threads", threads.to_string()),
            ("USI_Hash", self.prefs.hash_mb.to_string()),
            ("MultiPV", analysis.lines.to_string()),
            ("ConsiderationMode", "true".to_owned()),
            ("USI_OwnBook", "false".to_owned()),
            ("EnteringKingRule", view::rule_option(self.prefs.rule).to_owned()),
            ("MaxMovesToDraw", "0".to_owned()),
        ];
        let AnalyseLimit { ms, nodes, depth } = analysis.limit;
        let go = Go { movetime: ms, nodes, depth, ..Go::default() };
        let search = seat
            .go(analysis.position.clone(), &options, go)
            .map_err(|text| Failure::new(ErrorCode::EngineFailed, text))?;
        analysis.began = Some(now);
        self.search = Some(search);
        Ok(())
    }

    /// Ends the analysis and says why; nothing happens if there is none.
    pub(super) fn stop_analysis(&mut self, id: Option<u64>, reason: DoneReason) {
        let Duty::Analyse(analysis) = &self.duty else { return };
        let job = analysis.job;
        if reason == DoneReason::Stopped {
            self.show_lines();
        }
        self.leave_duty();
        self.answer(id, ServerMessage::Done { job, reason });
    }

    /// The engine has reached its limit.
    pub(super) fn analysis_ended(&mut self) {
        self.show_lines();
        let Duty::Analyse(analysis) = &self.duty else { return };
        let job = analysis.job;
        self.leave_duty();
        self.say(ServerMessage::Done { job, reason: DoneReason::Limit });
    }

    pub(super) fn show_lines_if_due(&mut self) {
        let now = self.now();
        let Duty::Analyse(analysis) = &mut self.duty else { return };
        analysis.has_news = true;
        if analysis.shown.is_none_or(|at| now >= at + limits::NEWS) {
            self.show_lines();
        }
    }

    fn show_lines(&mut self) {
        let now = self.now();
        let is_seen = self.prefs.visible && self.outbox.is_some();
        let (Duty::Analyse(analysis), Some(seat)) = (&mut self.duty, &self.seat) else { return };
        analysis.has_news = false;
        analysis.shown = Some(now);
        let infos = seat.lines();
        if infos.is_empty() || !is_seen {
            return;
        }
        let nodes = infos.iter().map(|info| info.nodes).max().unwrap_or(0);
        let ms = infos.iter().map(|info| info.time_ms).max().unwrap_or(0);
        let hashfull = infos.iter().map(|info| info.hashfull).max().unwrap_or(0);
        let lines = infos
            .iter()
            .map(|info| view::line(&analysis.position, &analysis.natural, info))
            .collect();
        let message = ServerMessage::Info {
            job: analysis.job,
            lines,
            nodes,
            nps: nodes.saturating_mul(1_000) / ms.max(1),
            hashfull: u32::try_from(hashfull).unwrap_or(0),
            ms,
        };
        self.say(message);
    }

    pub(super) fn analysis_due(&mut self, now: u64) {
        let Duty::Analyse(analysis) = &mut self.duty else { return };
        let Some(began) = analysis.began else { return };
        if now >= began + limits::ANALYSIS_MS {
            self.say(ServerMessage::Notice { code: NoticeCode::AnalysisTime, text: None });
            self.stop_analysis(None, DoneReason::Limit);
            return;
        }
        let is_still = now >= began + limits::EXPLAIN_AFTER_MS;
        if analysis.explain && analysis.stop_explaining.is_none() && is_still {
            let stop = Arc::new(AtomicBool::new(false));
            analysis.stop_explaining = Some(Arc::clone(&stop));
            let (position, job, sender) =
                (analysis.position.clone(), analysis.job, self.sender.clone());
            std::thread::spawn(move || {
                solver::explain(&position, &stop, &mut |facts| {
                    let message = ServerMessage::Facts { job, facts };
                    // A session that has ended needs no facts.
                    let _ = sender.send(Command::Say { job, message });
                });
            });
        }
        if analysis.has_news && analysis.shown.is_none_or(|at| now >= at + limits::NEWS) {
            self.show_lines();
        }
    }
}
