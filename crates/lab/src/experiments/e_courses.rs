//! The courses of learning of paper E: which games and moves teach, which weights are learned, and
//! what each iteration has found.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use eval::entering_king::TermChoice;
use eval::three_piece::{Encoding, ThreePieceWeights};
use eval::{EvaluatorName, Model};
use learn::comparison::{
    Corpus, Learner, LearnerOptions, Progress, Stage, Table, ThreePieceGroup, ThreePieceTable,
};
use learn::stream::{EnteringKing, GameSelection, MoveSelection, Movers};
use serde::{Deserialize, Serialize};

use crate::checksum;
use crate::error::LabError;
use crate::experiment::Scale;
use crate::floodgate;
use crate::player::model;

/// The share of the games that gives about as many as there are entering-king wins.
const RANDOM_SHARE: f64 = 0.0589;
/// The iterations of the whole tables whose weights play, as in the paper.
pub(super) const PLAYING: [usize; 3] = [3, 5, 12];
/// The iterations of whole tables.
const MOST_ITERATIONS: usize = PLAYING[PLAYING.len() - 1];
/// Games and iterations of a quick course.
const QUICK_GAMES: usize = 8;
const QUICK_ITERATIONS: usize = 1;

/// What teaches: games won with an entered king or games of all kinds, the moves of both sides or
/// those of the winner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Teaching {
    EnteringBoth,
    EnteringWinner,
    RandomBoth,
    RandomWinner,
}

impl Teaching {
    /// All four, in the order of the paper's table 2.
    pub(super) const ALL: [Self; 4] =
        [Self::EnteringBoth, Self::EnteringWinner, Self::RandomBoth, Self::RandomWinner];

    /// The name in records.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::EnteringBoth => "entering-both",
            Self::EnteringWinner => "entering-winner",
            Self::RandomBoth => "random-both",
            Self::RandomWinner => "random-winner",
        }
    }

    /// The name in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::EnteringBoth => "entering-king wins, both sides",
            Self::EnteringWinner => "entering-king wins, the winner",
            Self::RandomBoth => "random games, both sides",
            Self::RandomWinner => "random games, the winner",
        }
    }

    fn games(self) -> GameSelection {
        let all = GameSelection::default();
        match self {
            Self::EnteringBoth | Self::EnteringWinner => {
                GameSelection { entering_king: EnteringKing::Only, ..all }
            }
            Self::RandomBoth | Self::RandomWinner => GameSelection { share: RANDOM_SHARE, ..all },
        }
    }

    fn moves(self) -> MoveSelection {
        let movers = match self {
            Self::EnteringBoth | Self::RandomBoth => Movers::Both,
            Self::EnteringWinner | Self::RandomWinner => Movers::Winner,
        };
        MoveSelection { movers, ..MoveSelection::default() }
    }

    /// The games; those of a quick run are the first plies of openings.
    fn corpus(self, scale: Scale) -> Result<Corpus, LabError> {
        read(self.games(), self.moves(), scale)
    }
}

/// The games that were not won with an entered king; their held-out part is the third line of
/// figure 6.
fn others(scale: Scale) -> Result<Corpus, LabError> {
    let games = GameSelection {
        entering_king: EnteringKing::Without,
        share: RANDOM_SHARE,
        ..GameSelection::default()
    };
    read(games, Teaching::EnteringWinner.moves(), scale)
}

fn read(games: GameSelection, moves: MoveSelection, scale: Scale) -> Result<Corpus, LabError> {
    let wrong = |error: &dyn std::fmt::Display| LabError::Position(error.to_string());
    match scale {
        Scale::Full => {
            let paths: [PathBuf; 1] = [floodgate::path()?];
            let (mut damaged, ignore) = (None, |_| {});
            let corpus = Corpus::read(&paths, games, moves, |error| damaged = Some(error), ignore)
                .map_err(|error| wrong(&error))?;
            damaged.map_or(Ok(corpus), |error| Err(wrong(&error)))
        }
        Scale::Quick => {
            let games = (0..QUICK_GAMES).map(floodgate::quick_stream_game);
            Ok(Corpus::of(games.collect::<Result<Vec<_>, _>>()?, moves))
        }
    }
}

/// An iteration, as records keep it.
#[derive(Clone, Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct Learned {
    /// The target of the learned positions before the first update and before the last one.
    pub(super) target: [f64; 2],
    pub(super) held_out: f64,
    pub(super) agreement: f64,
    /// The target of held-out games that were not won with an entered king.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) others: Option<f64>,
    /// The seven weights of the steps, if they are learned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) steps: Vec<i16>,
    pub(super) nodes: u64,
}

/// A course, as records keep it.
#[derive(Clone, Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct Course {
    pub(super) games: usize,
    pub(super) positions: usize,
    /// The start, and what each iteration has found.
    pub(super) iterations: Vec<Learned>,
    /// The iteration with the best held-out target.
    pub(super) best: usize,
    /// The checksums of the weights that play, by iteration.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) weights: BTreeMap<usize, String>,
}

/// The weights that all courses start from: the built-in ones, as a copy.
fn start() -> Result<ThreePieceWeights, LabError> {
    let Model::ThreePiece { weights, .. } = model(EvaluatorName::ThreePiece, TermChoice::Off)?
    else {
        unreachable!("the evaluator was asked for by its name");
    };
    copy_of(&weights).map(|(weights, _)| weights)
}

/// A copy of weights, and the checksum of their file.
fn copy_of(weights: &ThreePieceWeights) -> Result<(ThreePieceWeights, String), LabError> {
    let mut bytes = Vec::new();
    weights.write(Encoding::Compact, &mut bytes).map_err(LabError::Memory)?;
    let copy = ThreePieceWeights::from_bytes(&bytes)
        .map_err(|error| LabError::Model(eval::ModelError::ThreePiece(error)))?;
    Ok((copy, checksum::of_bytes(&bytes)))
}

/// The choices of a course of the steps.
pub(super) fn options_of_steps(scale: Scale) -> LearnerOptions {
    let options = LearnerOptions {
        rates: [8.0, 0.3],
        penalty: 0.0,
        updates: 8,
        iterations: 14,
        patience: 14,
        ..LearnerOptions::default()
    };
    quick_if(scale, options)
}

/// The choices of a course of whole tables.
pub(super) fn options_of_tables(scale: Scale) -> LearnerOptions {
    let options = LearnerOptions {
        positions: 20_000,
        iterations: MOST_ITERATIONS,
        patience: MOST_ITERATIONS,
        megabytes: 4096,
        ..LearnerOptions::default()
    };
    quick_if(scale, options)
}

/// The seven weights of the steps alone, all else frozen: the course of table 2 and figure 7.
pub(super) fn of_steps(teaching: Teaching, scale: Scale) -> Result<Course, LabError> {
    let corpus = teaching.corpus(scale)?;
    let mut learner =
        Learner::new(table(&[ThreePieceGroup::Steps])?, options_of_steps(scale), &corpus);
    let mut iterations = Vec::new();
    learn(&mut learner, &corpus, &mut |learner: &Learner<ThreePieceTable>| {
        let steps = learner.table().three_piece_weights().steps.0.to_vec();
        iterations.push(Learned { steps, ..last(learner) });
        Ok(())
    })?;
    let best = learner.best_iteration();
    Ok(Course { weights: BTreeMap::new(), ..course(&corpus, iterations, best) })
}

/// A course of whole tables, and its weights that play, by iteration.
pub(super) struct WholeTables {
    pub(super) course: Course,
    playing: BTreeMap<usize, Arc<ThreePieceWeights>>,
}

impl WholeTables {
    /// The model with the weights of an iteration, without an entering-king term, and their checksum.
    pub(super) fn model(
        &self,
        iteration: usize,
        scale: Scale,
    ) -> Result<(Model, String), LabError> {
        let iteration = scale.pick(iteration, QUICK_ITERATIONS);
        let missing = || LabError::Incomplete(format!("iteration {iteration} does not play"));
        let weights = Arc::clone(self.playing.get(&iteration).ok_or_else(missing)?);
        let sum = self.course.weights.get(&iteration).ok_or_else(missing)?.clone();
        Ok((Model::ThreePiece { weights, entering_king: TermChoice::Off }, sum))
    }
}

/// Whole tables learned from few games: the course of table 1 and figure 6. It is learned once in a
/// process; the result does not depend on threads.
pub(super) fn of_whole_tables(
    teaching: Teaching,
    scale: Scale,
) -> Result<Arc<WholeTables>, LabError> {
    static LEARNED: Mutex<BTreeMap<(Teaching, &str), Arc<WholeTables>>> =
        Mutex::new(BTreeMap::new());
    let mut learned = LEARNED.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (teaching, scale.name());
    if let Some(tables) = learned.get(&key) {
        return Ok(Arc::clone(tables));
    }
    let tables = Arc::new(whole_tables(teaching, scale)?);
    learned.insert(key, Arc::clone(&tables));
    Ok(tables)
}

fn whole_tables(teaching: Teaching, scale: Scale) -> Result<WholeTables, LabError> {
    let (corpus, others) = (teaching.corpus(scale)?, others(scale)?);
    let mut learner =
        Learner::new(table(&ThreePieceGroup::FEW_DIMENSIONS)?, options_of_tables(scale), &corpus);
    let (mut iterations, mut weights) = (Vec::new(), BTreeMap::new());
    let mut playing = BTreeMap::new();
    learn(&mut learner, &corpus, &mut |learner: &Learner<ThreePieceTable>| {
        let judged = learner.judged_by(&others, 1).map_err(LabError::Memory)?;
        iterations.push(Learned { others: Some(judged.target), ..last(learner) });
        let number = iterations.len() - 1;
        if scale.pick(PLAYING.contains(&number), number == QUICK_ITERATIONS) {
            let (copy, sum) = copy_of(learner.table().three_piece_weights())?;
            weights.insert(number, sum);
            playing.insert(number, Arc::new(copy));
        }
        Ok(())
    })?;
    let best = learner.best_iteration();
    Ok(WholeTables { course: Course { weights, ..course(&corpus, iterations, best) }, playing })
}

fn table(groups: &[ThreePieceGroup]) -> Result<ThreePieceTable, LabError> {
    Ok(ThreePieceTable::new(start()?, groups, false))
}

/// The options, with far fewer positions in a quick run.
fn quick_if(scale: Scale, options: LearnerOptions) -> LearnerOptions {
    match scale {
        Scale::Full => options,
        Scale::Quick => LearnerOptions {
            positions: 24,
            updates: 2,
            iterations: QUICK_ITERATIONS,
            held_out: 8,
            ..options
        },
    }
}

/// Learns to the end; `watch` is called after each iteration, the look at the start included.
fn learn<T: Table>(
    learner: &mut Learner<T>,
    corpus: &Corpus,
    watch: &mut dyn FnMut(&Learner<T>) -> Result<(), LabError>,
) -> Result<(), LabError> {
    let mut wrong = None;
    let report = |learner: &Learner<T>, progress: Progress| {
        if progress.stage == Stage::Done
            && let Err(error) = watch(learner)
        {
            wrong = Some(error);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    learner.learn(corpus, 1, report).map_err(LabError::Memory)?;
    wrong.map_or(Ok(()), Err)
}

/// The last iteration of a learner.
fn last<T: Table>(learner: &Learner<T>) -> Learned {
    let last = learner.history().last().cloned().unwrap_or_default();
    Learned {
        target: last.target,
        held_out: last.held_out.target,
        agreement: last.held_out.agreement,
        others: None,
        steps: Vec::new(),
        nodes: last.nodes,
    }
}

fn course(corpus: &Corpus, iterations: Vec<Learned>, best: usize) -> Course {
    Course {
        games: corpus.games(),
        positions: corpus.learning().len(),
        iterations,
        best,
        weights: BTreeMap::new(),
    }
}
