//! analysis: are the verdicts of `sakiyomi analyze` those of much deeper searches?

mod deepest;
mod figures;
mod forward;
mod kappa;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use ::analysis::check::{Again, check};
use ::analysis::machine::Found;
use ::analysis::model::{Class, Flag, GameReport, Settings, Strength, Verdict};
use ::analysis::report::{Form, Options, write};
use ::analysis::scale::{SEARCHED_MATE, Scale as Curve};
use ::analysis::{Forgetful, Request, analyse};
use eval::{EvaluatorName, Model};
use kifu::Game;
use search::RecipeName;
use serde::{Deserialize, Serialize};
use shogi::Position;

use crate::cpu_clock::process_microseconds;
use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::floodgate;
use crate::player;
use crate::positions::PositionFile;
use crate::records::Records;
use crate::signature::SignedSearch;

/// The games, and how many of them are analysed ten times deeper.
const GAMES: usize = 100;
const DEEP_GAMES: usize = 25;
/// The games of a block of the plan.
const BLOCK: usize = 20;
/// How much deeper a whole game is analysed.
const DEEPER: u64 = 10;
/// The grade from which a move is accused: 悪手.
pub(super) const ACCUSED: u8 = 4;

/// A move: grade from 0 (best) to 5 (blunder), loss, best move.
pub(super) type Judged = (u8, f64, String);

/// A critical moment.
#[derive(Serialize, Deserialize)]
pub(super) struct MomentFound {
    pub(super) ply: usize,
    pub(super) best: String,
    /// The candidates with their win probabilities.
    pub(super) lines: Vec<(String, f64)>,
    pub(super) is_unstable: bool,
    /// The grades at the sweep's nodes, at a quarter of the moment's and at the moment's.
    pub(super) grades: Vec<u8>,
    /// The templates of its sentences.
    pub(super) templates: Vec<String>,
}

/// What the check of a report found, searches excepted.
#[derive(Serialize, Deserialize, Default)]
pub(super) struct CheckedReport {
    /// All sentences, and those among them that are proved.
    pub(super) sentences: [u32; 2],
    /// What did not hold, in words.
    pub(super) failures: Vec<String>,
}

/// A game analysed.
#[derive(Serialize, Deserialize)]
pub(super) struct Analysed {
    /// The digest of the game.
    pub(super) game: String,
    pub(super) moves: Vec<Judged>,
    /// Black's win probability after each ply, the start included.
    pub(super) curve: Vec<f64>,
    pub(super) moments: Vec<MomentFound>,
    pub(super) accused: Vec<deepest::Accused>,
    pub(super) checked: CheckedReport,
    /// Proofs asked for, and those that were not decided.
    pub(super) proofs: [u32; 2],
    /// The nodes of the searches by pass.
    pub(super) nodes: BTreeMap<String, u64>,
    /// The sizes of the JSON report and of the page in bytes.
    pub(super) bytes: [usize; 2],
    /// The processor time of the process for the analysis, without the deepest searches.
    pub(super) time_us: u64,
}

fn nodes(scale: Scale) -> u64 {
    scale.pick(150_000, 150)
}

fn settings(nodes: u64) -> Settings {
    let mut settings = Settings::with_nodes(nodes);
    if nodes < 1_000 {
        // A quick run.
        (settings.mate_nodes, settings.deep_mate_nodes, settings.hisshi_nodes) = (200, 400, 200);
        settings.hash_mb = 1;
    }
    settings
}

pub(super) fn grade(class: Class) -> u8 {
    match class {
        Class::Inaccuracy => 2,
        Class::Dubious => 3,
        Class::Mistake => ACCUSED,
        Class::Blunder => 5,
        Class::Best => 0,
        _ => 1,
    }
}

/// A game of the run; those of a quick run are the first plies of openings.
fn game(scale: Scale, index: usize) -> Result<Game, LabError> {
    let missing = || LabError::Position(format!("there is no game {index}"));
    let moves = match scale {
        Scale::Full => floodgate::held_out()?.get(index).ok_or_else(missing)?.moves.clone(),
        Scale::Quick => floodgate::quick(index)?.moves,
    };
    Ok(Game::from_moves(&Position::startpos(), &moves))
}

fn analysed(scale: Scale, index: usize, factor: u64) -> Result<Analysed, LabError> {
    let game = game(scale, index)?;
    let model = player::network()?;
    let mut settings = settings(nodes(scale));
    settings.nodes *= factor;
    settings.deep_nodes *= factor;
    settings.side_nodes *= factor;
    let stop = AtomicBool::new(false);
    let request = Request {
        game: &game,
        source: None,
        warnings: &[],
        model: &model,
        settings: &settings,
        jobs: 1,
    };
    let began = process_microseconds();
    let report = analyse(&request, &mut Forgetful, &mut |_| {}, &stop)
        .map_err(|error| LabError::Position(format!("game {index}: {error}")))?;
    let time_us = process_microseconds().saturating_sub(began);
    let accused = if factor == 1 { deepest::accused(&report, &game, &model)? } else { Vec::new() };
    record(&report, accused, checked(&report, &model), time_us)
}

fn record(
    report: &GameReport,
    accused: Vec<deepest::Accused>,
    checked: CheckedReport,
    time_us: u64,
) -> Result<Analysed, LabError> {
    let judgements = || report.plies.iter().filter_map(|ply| ply.judgement.as_ref());
    let mut nodes = BTreeMap::new();
    for ply in &report.plies {
        *nodes.entry(ply.pass.clone()).or_insert(0) += ply.nodes;
    }
    let mut page = Vec::new();
    write(report, Form::Html, &Options::default(), &mut page).map_err(LabError::Memory)?;
    let unknown = report.proofs.iter().filter(|proof| proof.verdict == Verdict::Unknown).count();
    let moments = report.moments.iter().map(|moment| {
        let lines = moment
            .lines
            .iter()
            .filter_map(|line| Some((line.moves.first()?.to_string(), line.value.w.get())));
        let judged = report.plies[moment.ply as usize].judgement.as_ref();
        MomentFound {
            ply: moment.ply as usize,
            best: judged.map(|one| one.best.to_string()).unwrap_or_default(),
            lines: lines.collect(),
            is_unstable: report.plies[moment.ply as usize].flags.contains(&Flag::Unstable),
            grades: moment.classes.iter().map(|&class| grade(class)).collect(),
            templates: moment.sentences.iter().map(|one| one.template.clone()).collect(),
        }
    });
    Ok(Analysed {
        game: report.game.digest.clone(),
        moves: judgements()
            .map(|one| (grade(one.grade), one.loss.get(), one.best.to_string()))
            .collect(),
        curve: report.curve().map(|w| w.get()).collect(),
        moments: moments.collect(),
        accused,
        checked,
        proofs: [report.proofs.len() as u32, unknown as u32],
        nodes,
        bytes: [report.to_json().len(), page.len()],
        time_us,
    })
}

/// Checks the report again, without its searches, which give the same by construction.
fn checked(report: &GameReport, model: &Model) -> CheckedReport {
    let stop = AtomicBool::new(false);
    let failures = check(report, &mut Again::without_searches(model, &stop));
    let of_plies = report.plies.iter().flat_map(|ply| &ply.sentences);
    let of_moments = report.moments.iter().flat_map(|moment| &moment.sentences);
    let all = || of_plies.clone().chain(of_moments.clone()).chain(&report.sentences);
    let proved = all().filter(|one| one.strength == Strength::Proved).count();
    CheckedReport {
        sentences: [all().count() as u32, proved as u32],
        failures: failures.iter().map(ToString::to_string).collect(),
    }
}

fn win(found: &Found, curve: Curve) -> f64 {
    match (found.mate, found.cp) {
        (Some(plies), _) if plies > 0 => SEARCHED_MATE,
        (Some(_), _) => 100.0 - SEARCHED_MATE,
        (None, cp) => curve.win(cp.unwrap_or(0)),
    }
}

pub(super) struct Analysis;

impl Experiment for Analysis {
    fn name(&self) -> &'static str {
        "analysis"
    }

    fn source(&self) -> &'static str {
        "No paper: the verdicts of `sakiyomi analyze` against those of much deeper searches."
    }

    fn about(&self) -> &'static str {
        "A hundred games of floodgate 2016, both players rated 3000 or more, held out from all fits. Each \
         is analysed with the default settings and its report is checked, searches excepted; 25 of them \
         also with ten times the nodes, and ply by ply with an empty table and the nodes of the sweep. \
         Moves that the default settings call a mistake or worse are searched again, best and played \
         move alone, with thirty times the nodes of a moment. Grades: best; below 5 points; inaccuracy; \
         dubious; mistake; blunder."
    }

    fn searches(&self) -> Vec<SignedSearch> {
        vec![SignedSearch::of(RecipeName::Tournament).with(EvaluatorName::Network)]
    }

    fn files(&self) -> &'static [PositionFile] {
        &[]
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        let settings = settings(nodes(scale));
        vec![
            ("nodes", format!("{} and {}", settings.nodes, settings.deep_nodes)),
            ("deeper", format!("{DEEPER} and {}", deepest::TIMES)),
            ("mate nodes", format!("{} and {}", settings.mate_nodes, settings.deep_mate_nodes)),
        ]
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let (games, deep, block) = scale.pick((GAMES, DEEP_GAMES, BLOCK), (2, 1, 2));
        let mut jobs = Vec::new();
        // Blocks of games, and after each its share of the deep runs: a part of the plan is a
        // smaller experiment, and what says most about false accusations comes first.
        for first in (0..games).step_by(block) {
            let block = first..(first + block).min(games);
            for index in block.clone() {
                jobs.push(Job::new(format!("default/{index}"), move |_| analysed(scale, index, 1)));
            }
            for index in block.filter(|index| index * deep % games < deep) {
                jobs.push(Job::new(format!("forward/{index}"), move |_| {
                    forward::searched(&game(scale, index)?, &settings(nodes(scale)))
                }));
                let deep = move |_: &mut player::LabPlayer| analysed(scale, index, DEEPER);
                jobs.push(Job::new(format!("deep/{index}"), deep));
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let default: Vec<(String, Analysed)> = records.of("default/")?;
        let deep: Vec<(String, Analysed)> = records.of("deep/")?;
        let forward: Vec<(String, Vec<u8>)> = records.of("forward/")?;
        let markdown = figures::text(&default, &deep, &forward);
        Ok(Report { markdown, ..Report::default() })
    }
}
