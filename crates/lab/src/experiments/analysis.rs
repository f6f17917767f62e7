//! analysis: are the verdicts of `sakiyomi analyze` those of much deeper searches?

mod figures;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use ::analysis::machine::{Ask, Found, Machine};
use ::analysis::model::{Class, Flag, GameReport, Settings, Verdict};
use ::analysis::report::{Form, Options, write};
use ::analysis::scale::{SEARCHED_MATE, Scale as Curve};
use ::analysis::{Forgetful, Request, analyse};
use eval::{EvaluatorName, Model};
use kifu::Game;
use search::RecipeName;
use serde::{Deserialize, Serialize};
use shogi::{Move, Position};

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
/// How much deeper the whole game is analysed, and how much deeper accused moves are searched.
const DEEPER: u64 = 10;
const DEEPEST: u64 = 30;
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
    /// The templates of its sentences.
    pub(super) templates: Vec<String>,
}

/// A move that was called a mistake or worse, and what the deepest search says.
#[derive(Serialize, Deserialize)]
pub(super) struct Accused {
    pub(super) ply: usize,
    pub(super) loss: f64,
    /// Does the accusation rest on a proof?
    pub(super) is_proved: bool,
    /// The loss by searches of best and played move with thirty times the nodes.
    pub(super) deepest_loss: f64,
}

/// A game analysed.
#[derive(Serialize, Deserialize)]
pub(super) struct Analysed {
    /// The digest of the game.
    pub(super) game: String,
    pub(super) moves: Vec<Judged>,
    pub(super) moments: Vec<MomentFound>,
    pub(super) accused: Vec<Accused>,
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

fn grade(class: Class) -> u8 {
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
    let accused = if factor == 1 { accused(&report, &game, &model)? } else { Vec::new() };
    record(&report, accused, time_us)
}

fn record(report: &GameReport, accused: Vec<Accused>, time_us: u64) -> Result<Analysed, LabError> {
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
            templates: moment.sentences.iter().map(|one| one.template.clone()).collect(),
        }
    });
    Ok(Analysed {
        game: report.game.digest.clone(),
        moves: judgements()
            .map(|one| (grade(one.grade), one.loss.get(), one.best.to_string()))
            .collect(),
        moments: moments.collect(),
        accused,
        proofs: [report.proofs.len() as u32, unknown as u32],
        nodes,
        bytes: [report.to_json().len(), page.len()],
        time_us,
    })
}

/// Searches the moves that were called mistakes or worse with thirty times the nodes.
fn accused(report: &GameReport, game: &Game, model: &Model) -> Result<Vec<Accused>, LabError> {
    let stop = AtomicBool::new(false);
    let curve = Curve::new(report.settings.scale.get()).unwrap_or(Curve::HABIT);
    let rule = shogi::DeclarationRule::Points27;
    let hash = report.settings.hash_mb as usize;
    let mut machine = Machine::new(model, hash, rule, &stop).map_err(LabError::Memory)?;
    let mut accused = Vec::new();
    let mut position = Position::startpos();
    for (index, mv) in game.moves().enumerate() {
        let root = position.clone();
        position.play(mv);
        let ply = &report.plies[index + 1];
        let Some(judged) = ply.judgement.as_ref().filter(|one| grade(one.grade) >= ACCUSED) else {
            continue;
        };
        let proved = [Flag::MissedMate, Flag::WalkedIntoMate, Flag::MateThere];
        let is_proved = proved.iter().any(|flag| ply.flags.contains(flag));
        let mut alone = |mv: Move| -> Result<f64, LabError> {
            machine.forget().map_err(LabError::Memory)?;
            let nodes = report.settings.deep_nodes * DEEPEST;
            let ask = Ask { nodes, lines: 1, only: vec![mv], shallow: false };
            let found = machine.search(&root, &ask).unwrap_or_default();
            Ok(found.first().map_or(50.0, |found| win(found, curve)))
        };
        let deepest_loss = match is_proved {
            true => judged.loss.get(),
            false => (alone(judged.best.0)? - alone(mv)?).max(0.0),
        };
        accused.push(Accused {
            ply: index + 1,
            loss: judged.loss.get(),
            is_proved,
            deepest_loss: (deepest_loss * 100.0).round() / 100.0,
        });
    }
    Ok(accused)
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
         is analysed with the default settings; 25 of them also with ten times the nodes. Moves that \
         the default settings call a mistake or worse are searched again, best and played move alone, \
         with thirty times the nodes of a moment. Grades: best; below 5 points; inaccuracy; dubious; \
         mistake; blunder."
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
            ("deeper", format!("{DEEPER} and {DEEPEST}")),
            ("mate nodes", format!("{} and {}", settings.mate_nodes, settings.deep_mate_nodes)),
        ]
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let (games, deep) = scale.pick((GAMES, DEEP_GAMES), (2, 1));
        let mut jobs = Vec::new();
        // A game's jobs stand together, so that a part of the plan is a smaller experiment.
        for index in 0..games {
            let id = format!("default/{index}");
            jobs.push(Job::new(id, move |_| analysed(scale, index, 1)));
            if index < deep {
                let id = format!("deep/{index}");
                jobs.push(Job::new(id, move |_| analysed(scale, index, DEEPER)));
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let default: Vec<(String, Analysed)> = records.of("default/")?;
        let deep: Vec<(String, Analysed)> = records.of("deep/")?;
        let markdown = figures::text(&default, &deep);
        Ok(Report { markdown, ..Report::default() })
    }
}
