//! The analysis of one game: sweep, judgement, deeper looks, judgement again, report.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use eval::Model;
use kifu::Game;

use crate::assemble::{Parts, identify};
use crate::digest::digest;
use crate::machine::Machine;
use crate::model::{GameReport, Number, Settings};
use crate::naturalness;
use crate::part::Part;
use crate::passes::FoundOut;
use crate::scale::Scale;
use crate::subject::{Error, Subject};
use crate::units::{Done, EDITION, Unit, Work};

/// The stack of a searching thread.
const STACK_BYTES: usize = 32 << 20;

impl Default for Settings {
    fn default() -> Self {
        Self::with_nodes(150_000)
    }
}

impl Settings {
    /// The settings for a number of nodes a ply: five times as many at moments, and two fifths for
    /// side questions.
    pub fn with_nodes(nodes: u64) -> Self {
        Self {
            nodes,
            deep_nodes: nodes.saturating_mul(5),
            side_nodes: (nodes / 5).saturating_mul(2).max(1),
            mate_nodes: 20_000,
            deep_mate_nodes: 200_000,
            hisshi_nodes: 100_000,
            hash_mb: 128,
            scale: Scale::HABIT.get().into(),
            fitted_scale: Some(Scale::FITTED.get().into()),
            classes: [5.0, 10.0, 20.0, 50.0].map(Number::new),
            moments: 12,
            from: 0,
            to: None,
            book: false,
            reproducible: true,
            digest: String::new(),
            bench: String::new(),
            naturalness_table: naturalness::table_digest(),
        }
    }

    /// The digest of what decides the units' results; scale and classes do not.
    pub(crate) fn digest_with(&self, evaluator: &crate::model::Evaluator) -> String {
        let Self { nodes, deep_nodes, side_nodes, mate_nodes, deep_mate_nodes, .. } = self;
        let Self { hisshi_nodes, hash_mb, bench, .. } = self;
        let version = env!("CARGO_PKG_VERSION");
        let text = format!(
            "{version} {EDITION} {evaluator:?} {nodes} {deep_nodes} {side_nodes} {mate_nodes} \
             {deep_mate_nodes} {hisshi_nodes} {hash_mb} {bench}"
        );
        digest(text.as_bytes())
    }
}

/// How far an analysis has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The units that are done.
    pub done: usize,
    /// The units known so far; moments are added after the sweep.
    pub all: usize,
    /// The nodes that the finished searches were asked for, about.
    pub nodes: u64,
}

/// What keeps finished units, so that an analysis goes on where it was interrupted.
pub trait Memory {
    /// The finished unit of a game under settings, as it was kept.
    fn load(&mut self, game: &str, settings: &str, unit: &str) -> Option<String>;
    /// Keeps a finished unit.
    fn save(&mut self, game: &str, settings: &str, unit: &str, done: &str);
}

/// The memory that keeps nothing.
pub struct Forgetful;

impl Memory for Forgetful {
    fn load(&mut self, _: &str, _: &str, _: &str) -> Option<String> {
        None
    }

    fn save(&mut self, _: &str, _: &str, _: &str, _: &str) {}
}

/// What is to be analysed, and how.
pub struct Request<'a> {
    /// The record; its main line is analysed.
    pub game: &'a Game,
    /// The name of its file.
    pub source: Option<&'a str>,
    /// What its reader had to say.
    pub warnings: &'a [String],
    /// The evaluator.
    pub model: &'a Model,
    /// The settings.
    pub settings: &'a Settings,
    /// The units that are done at a time.
    pub jobs: usize,
}

/// Analyses a game. `observe` hears of every finished unit; `stop` ends the analysis soon.
pub fn analyse(
    request: &Request<'_>,
    memory: &mut dyn Memory,
    observe: &mut dyn FnMut(Progress),
    stop: &AtomicBool,
) -> Result<GameReport, Error> {
    let subject = Subject::new(request.game, request.source, request.warnings)?;
    let part = Part::of(request.settings, subject.last());
    if part.moves().is_empty() {
        return Err(Error::Part(request.settings.from, subject.last()));
    }
    let evaluator = identify(request.model);
    let mut settings = request.settings.clone();
    settings.digest = settings.digest_with(&evaluator);
    let mut progress = Progress { done: 0, all: 0, nodes: 0 };
    let mut crew = Crew {
        request,
        subject: &subject,
        settings: &settings,
        memory,
        observe,
        progress: &mut progress,
        stop,
    };
    let found = FoundOut::new(&subject, &settings, &mut |units| crew.run(units))?;
    let parts =
        Parts { subject: &subject, settings: &settings, evaluator, found: found.findings() };
    Ok(parts.report())
}

/// The threads that do the units of a pass.
struct Crew<'a> {
    request: &'a Request<'a>,
    subject: &'a Subject,
    settings: &'a Settings,
    memory: &'a mut dyn Memory,
    observe: &'a mut dyn FnMut(Progress),
    progress: &'a mut Progress,
    stop: &'a AtomicBool,
}

impl Crew<'_> {
    /// Does all units, those that are kept excepted, and returns their results in order.
    fn run(&mut self, units: Vec<Unit>) -> Result<Vec<Done>, Error> {
        let (game, settings) = (&self.subject.info.digest, &self.settings.digest);
        self.progress.all += units.len();
        let mut results: Vec<Option<Done>> = units
            .iter()
            .map(|unit| {
                let kept = self.memory.load(game, settings, &unit.name())?;
                // What cannot be read is done again.
                serde_json::from_str(&kept).ok()
            })
            .collect();
        let left: Vec<usize> = (0..units.len()).filter(|&index| results[index].is_none()).collect();
        self.progress.done += units.len() - left.len();
        (self.observe)(*self.progress);
        let jobs = self.request.jobs.clamp(1, left.len().max(1));
        let (next, failure) = (AtomicUsize::new(0), Mutex::new(None));
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                let sender = sender.clone();
                // Positions remember what they have computed, so each thread has its own.
                let subject = self.subject.clone();
                let (settings, model) = (self.settings, self.request.model);
                let (stop, next, failure, left, units) =
                    (self.stop, &next, &failure, &left, &units);
                let work = move || {
                    let hash = settings.hash_mb as usize;
                    let mut machine = Machine::new(model, hash, subject.rule, stop)?;
                    while let Some(&index) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let mut work = Work { machine: &mut machine, subject: &subject, settings };
                        let Ok(done) = work.run(units[index]) else { break };
                        if sender.send((index, done)).is_err() {
                            break;
                        }
                    }
                    Ok(())
                };
                let note = move |error| {
                    failure
                        .lock()
                        .unwrap_or_else(std::sync::PoisonError::into_inner)
                        .replace(error);
                };
                let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
                let body = move || work().unwrap_or_else(note);
                if let Err(error) = thread.spawn_scoped(scope, body) {
                    failure
                        .lock()
                        .unwrap_or_else(std::sync::PoisonError::into_inner)
                        .replace(error);
                }
            }
            drop(sender);
            for (index, done) in receiver {
                if let Ok(text) = serde_json::to_string(&done) {
                    self.memory.save(game, settings, &units[index].name(), &text);
                }
                self.progress.done += 1;
                self.progress.nodes += nodes_of(&done);
                (self.observe)(*self.progress);
                results[index] = Some(done);
            }
        });
        let whole: Option<Vec<Done>> = results.into_iter().collect();
        let failure = failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        match (whole, failure) {
            (Some(whole), _) => Ok(whole),
            (None, Some(error)) => Err(Error::Memory(error)),
            (None, None) => Err(Error::Stopped),
        }
    }
}

/// The nodes of a unit's searches, about.
fn nodes_of(done: &Done) -> u64 {
    match done {
        Done::Chunk(plies) => {
            plies.iter().filter_map(|ply| ply.found.as_ref()).map(|found| found.nodes).sum()
        }
        Done::Moment(found) => {
            let threats = found.threats.iter().map(|passed| passed.found.nodes).sum::<u64>();
            let side = found.captures.iter().chain(&found.answer).map(|one| one.nodes).sum::<u64>();
            let quarter = found.quarter.iter().map(|one| one.nodes).sum::<u64>();
            3 * found.best.nodes + quarter + threats + side
        }
        Done::Pair(found) => {
            let all = found.all.as_ref().map_or(0, |all| all.nodes);
            let is_same = found.best == found.played;
            all + if is_same { 0 } else { found.best.nodes + found.played.nodes }
        }
    }
}
