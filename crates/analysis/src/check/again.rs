//! Doing it again: the solvers, and the units of work as they were done for the report.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use eval::Model;
use shogi::Position;

use super::Failure;
use crate::assemble::identify;
use crate::judge;
use crate::look;
use crate::machine::Machine;
use crate::model::{GameReport, Proof, Settings};
use crate::passes::FoundOut;
use crate::subject::Subject;
use crate::units::{Done, Unit, Work};

/// What evidence is checked with. Searches are done again unit by unit, each once; without them a
/// check takes seconds, and scores are then compared with the report alone.
pub struct Again<'a> {
    model: &'a Model,
    stop: &'a AtomicBool,
    /// Are searches done again?
    searches: bool,
    machine: Option<Machine<'a>>,
    subject: Option<Subject>,
    settings: Option<Settings>,
    done: BTreeMap<String, Done>,
    verdicts: Option<Judged>,
}

/// What a second judgement says.
pub(super) struct Judged {
    /// Black's win probability after each ply of the part that is judged.
    pub(super) curve: Vec<f64>,
    /// The losses of plies 1, 2, ...
    pub(super) losses: Vec<f64>,
}

impl<'a> Again<'a> {
    /// Checks everything, searches too. The model must be the one that made the report.
    pub fn new(model: &'a Model, stop: &'a AtomicBool) -> Self {
        Self {
            model,
            stop,
            searches: true,
            machine: None,
            subject: None,
            settings: None,
            done: BTreeMap::new(),
            verdicts: None,
        }
    }

    /// Checks what needs no search: rules, solvers, counts and the logic of sentences.
    pub fn without_searches(model: &'a Model, stop: &'a AtomicBool) -> Self {
        Self { searches: false, ..Self::new(model, stop) }
    }

    pub(super) fn does_search(&self) -> bool {
        self.searches
    }

    /// Makes ready for a report; false if nothing of it can be checked.
    pub(super) fn begin(&mut self, report: &GameReport, failures: &mut Vec<Failure>) -> bool {
        self.done.clear();
        self.verdicts = None;
        self.machine = None;
        self.settings = Some(report.settings.clone());
        let mut fail = |reason: String| {
            failures.push(Failure { ply: None, template: None, evidence: None, reason });
        };
        self.subject = match subject(report) {
            Ok(subject) => Some(subject),
            Err(reason) => {
                fail(reason);
                None
            }
        };
        let ours = identify(self.model);
        if self.searches && ours != report.evaluator {
            let theirs = &report.evaluator;
            fail(format!(
                "the report was made with {} ({}), this is {} ({}): scores cannot be checked",
                theirs.name, theirs.weights, ours.name, ours.weights
            ));
            self.searches = false;
        }
        // Settings that nobody has used may ask for years of work.
        if report.settings.digest_with(&report.evaluator) != report.settings.digest {
            fail(
                "the settings are not those of their digest, or of another version of this \
                  program: nothing can be checked"
                    .to_owned(),
            );
            return false;
        }
        true
    }

    fn machine(&mut self) -> Result<&mut Machine<'a>, String> {
        if self.machine.is_none() {
            let settings = self.settings.as_ref().ok_or("no report was begun")?;
            let subject = self.subject.as_ref().ok_or("the game cannot be replayed")?;
            let hash = if self.searches { settings.hash_mb as usize } else { 1 };
            let machine = Machine::new(self.model, hash, subject.rule, self.stop)
                .map_err(|error| format!("the memory for the check: {error}"))?;
            self.machine = Some(machine);
        }
        self.machine.as_mut().ok_or_else(|| "no memory for the check".into())
    }

    /// Asks the mate solver.
    pub(super) fn mate(
        &mut self,
        position: &Position,
        nodes: u64,
        shortest: bool,
    ) -> Result<Proof, String> {
        self.machine()?.mate(position, nodes, shortest).map_err(|_| STOPPED.to_owned())
    }

    /// Asks for a mate threat.
    pub(super) fn tsumero(&mut self, position: &Position, nodes: u64) -> Result<Proof, String> {
        let proof = self.machine()?.tsumero(position, nodes).map_err(|_| STOPPED.to_owned())?;
        proof.ok_or_else(|| "a side in check cannot pass".into())
    }

    /// Asks the hisshi solver.
    pub(super) fn hisshi(
        &mut self,
        position: &Position,
        plies: u16,
        nodes: u64,
    ) -> Result<Proof, String> {
        self.machine()?.hisshi(position, plies, nodes).map_err(|_| STOPPED.to_owned())
    }

    /// Does a unit again, or tells what it was the first time.
    pub(super) fn unit(&mut self, name: &str) -> Result<&Done, String> {
        if !self.done.contains_key(name) {
            let unit = self.unit_named(name)?;
            let settings = self.settings.clone().ok_or("no report was begun")?;
            let subject = self.subject.clone().ok_or("the game cannot be replayed")?;
            let machine = self.machine()?;
            let mut work = Work { machine, subject: &subject, settings: &settings };
            let done = work.run(unit).map_err(|_| STOPPED.to_owned())?;
            self.done.insert(name.to_owned(), done);
        }
        self.done.get(name).ok_or_else(|| "the unit gave nothing".into())
    }

    fn unit_named(&self, name: &str) -> Result<Unit, String> {
        let subject = self.subject.as_ref().ok_or("the game cannot be replayed")?;
        Unit::named(name, subject).ok_or_else(|| format!("there is no unit `{name}`"))
    }

    /// Does all units again and judges them.
    pub(super) fn judged(&mut self) -> Result<&Judged, String> {
        if self.verdicts.is_none() {
            let settings = self.settings.clone().ok_or("no report was begun")?;
            let subject = self.subject.clone().ok_or("the game cannot be replayed")?;
            let mut run = |units: Vec<Unit>| {
                units.iter().map(|unit| self.unit(&unit.name()).cloned()).collect()
            };
            let found = FoundOut::new::<String>(&subject, &settings, &mut run)?;
            let verdicts = judge::judge(&subject, &settings, found.findings());
            let losses = verdicts.moves.iter().map(|one| one.loss).collect();
            self.verdicts = Some(Judged { curve: verdicts.curve, losses });
        }
        self.verdicts.as_ref().ok_or_else(|| "the game cannot be judged".into())
    }
}

const STOPPED: &str = "the check was stopped";

/// The game of a report, ready to be searched.
fn subject(report: &GameReport) -> Result<Subject, String> {
    let start: Position = report.game.start.parse().map_err(|error| format!("{error}"))?;
    let moves = crate::model::Usi::moves(&report.game.moves);
    let game = kifu::Game::from_moves(&start, &moves);
    let mut subject = Subject::new(&game, None, &[]).map_err(|error| error.to_string())?;
    // Who won decides which moves are looked at.
    subject.info = report.game.clone();
    subject.rule = look::rule_named(&report.game.declaration_rule)
        .ok_or_else(|| format!("there is no rule `{}`", report.game.declaration_rule))?;
    Ok(subject)
}
