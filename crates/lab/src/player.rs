//! A player of the lab: an evaluator, a table and a memory; each search has its own specification.

use std::sync::Arc;

use eval::entering_king::TermChoice;
use eval::{EvaluatorName, Model};
use search::{
    Controller, Deadline, Helper, Limits, MAX_PLY, MarginRule, Memory, NoDeadline, Outcome,
    Realization, RecipeName, Report, RootMove, Rules, Score, Searcher, Settings, Switches,
    TableName, Technique, Trace,
};
use serde::{Deserialize, Serialize};
use shogi::Position;

use crate::cpu_clock::{CpuClock, CpuTime};
use crate::error::LabError;

/// Megabytes of a player's table.
const TABLE: usize = 64;
/// Megabytes of the table for games of short searches: clearing a large one would take longer
/// than the searches.
const SMALL_TABLE: usize = 8;

/// When a search ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Until {
    Depth(i32),
    Nodes(u64),
    /// The processor time of the search.
    Milliseconds(u64),
    /// The first depth after which the search has this many nodes, or a mate.
    Size(u64),
    /// This many nodes, or the first depth with a mate.
    Mate(u64),
}

impl Until {
    fn is_of_depth(self) -> bool {
        matches!(self, Self::Depth(_) | Self::Size(_))
    }
}

/// Ends a search between two depths.
impl Controller for Until {
    fn report(&mut self, _: Report<'_>) {}

    fn goes_on(&mut self, _: i32, moves: &[RootMove], nodes: u64) -> bool {
        let sees_mate = || moves.first().is_some_and(|best| is_mate(best.score.get()));
        match *self {
            Self::Size(enough) => nodes < enough && !sees_mate(),
            Self::Mate(_) => !sees_mate(),
            Self::Depth(_) | Self::Nodes(_) | Self::Milliseconds(_) => true,
        }
    }
}

/// The recipe, switches and limits of a search.
#[derive(Clone, Debug)]
pub(crate) struct SearchSpec {
    pub(crate) recipe: RecipeName,
    pub(crate) off: Switches,
    pub(crate) until: Until,
    pub(crate) max_moves: Option<u32>,
    /// The probabilities of moves that G's recipe uses.
    pub(crate) realization: Arc<Realization>,
}

impl SearchSpec {
    pub(crate) fn new(recipe: RecipeName, until: Until) -> Self {
        let realization = Realization::shared_default();
        Self { recipe, off: Switches::ALL_ON, until, max_moves: None, realization }
    }

    /// The search with another table of probabilities.
    pub(crate) fn with_table(self, table: TableName) -> Self {
        Self { realization: Arc::new(Realization::built_in(table)), ..self }
    }

    pub(crate) fn without(mut self, techniques: &[Technique]) -> Self {
        for &technique in techniques {
            self.off = self.off.without(technique);
        }
        self
    }
}

/// The result of a search, as records keep it.
#[derive(Clone, Serialize, Deserialize, PartialEq, Debug)]
pub(crate) struct Found {
    pub(crate) nodes: u64,
    /// Processor time in microseconds.
    pub(crate) time_us: u64,
    pub(crate) depth: i32,
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) score: i32,
}

/// Makes the model of an evaluator, by the names and terms that the engine's options have.
pub(crate) fn model(name: EvaluatorName, term: TermChoice) -> Result<Model, LabError> {
    let model = Model::built_in(name).map_err(LabError::Model)?;
    Ok(model.with_entering_king(term))
}

/// The network that the program plays with, in the unit in which scores are shown.
pub(crate) fn network() -> Result<Model, LabError> {
    Ok(model(EvaluatorName::Network, TermChoice::default())?.as_published())
}

/// A player with all that it keeps between moves.
pub(crate) struct LabPlayer {
    searcher: Searcher,
    model: Model,
    /// The other threads of its searches.
    helpers: Vec<Helper>,
}

impl LabPlayer {
    pub(crate) fn new() -> Result<Self, LabError> {
        Self::of(&Model::Classic)
    }

    /// A player with another evaluator.
    pub(crate) fn of(model: &Model) -> Result<Self, LabError> {
        Self::with_table(model, TABLE)
    }

    /// A player for games of short searches.
    pub(crate) fn for_games() -> Result<Self, LabError> {
        Self::for_games_of(&Model::Classic)
    }

    /// A player for games of short searches with another evaluator.
    pub(crate) fn for_games_of(model: &Model) -> Result<Self, LabError> {
        Self::with_table(model, SMALL_TABLE)
    }

    fn with_table(model: &Model, megabytes: usize) -> Result<Self, LabError> {
        let searcher = Searcher::new(model.evaluator(), megabytes).map_err(LabError::Memory)?;
        Ok(Self { searcher, model: model.clone(), helpers: Vec::new() })
    }

    /// The player with `count` more threads.
    pub(crate) fn with_helpers(mut self, count: usize) -> Self {
        self.helpers = (0..count).map(|_| Helper::new(self.model.evaluator())).collect();
        self
    }

    /// A score of its searches in hundredths of a pawn.
    pub(crate) fn in_centipawns(&self, score: Score) -> i32 {
        score.get() * 100 / self.model.pawn()
    }

    /// What the searches have learned and counted.
    pub(crate) fn memory(&self) -> &Memory {
        self.searcher.memory()
    }

    /// The counts of what techniques do, to start and stop them.
    pub(crate) fn trace_mut(&mut self) -> &mut Trace {
        &mut self.searcher.memory_mut().trace
    }

    /// Forgets everything except the rule that chooses margins.
    pub(crate) fn new_game(&mut self) -> Result<(), LabError> {
        self.helpers.iter_mut().for_each(Helper::new_game);
        self.searcher.new_game().map_err(LabError::Memory)
    }

    /// Forgets everything that could make the next job differ from the same job after others.
    pub(crate) fn forget(&mut self) {
        *self.searcher.memory_mut() = Memory::new();
    }

    pub(crate) fn set_margin_rule(&mut self, rule: MarginRule) {
        self.searcher.memory_mut().set_margin_rule(rule);
    }

    /// Searches with the table and memory that earlier searches left.
    pub(crate) fn think(
        &mut self,
        position: &Position,
        spec: &SearchSpec,
    ) -> Result<Outcome, LabError> {
        let mut limits = Limits::default();
        let mut rules = Rules { max_moves: spec.max_moves, ..Rules::default() };
        if spec.until.is_of_depth() {
            // The root must be searched even if a declaration would win.
            rules.declaration = None;
        }
        match spec.until {
            Until::Depth(depth) => limits.depth = Some(depth),
            Until::Nodes(nodes) | Until::Mate(nodes) => limits.nodes = Some(nodes),
            Until::Size(_) | Until::Milliseconds(_) => {}
        }
        let settings = Settings {
            limits,
            rules,
            recipe: spec.recipe,
            switches: spec.off,
            values: self.model.exchange_values(),
            realization: Arc::clone(&spec.realization),
            ..Settings::default()
        };
        let deadline: &dyn Deadline = match spec.until {
            Until::Milliseconds(ms) => &CpuTime::milliseconds(ms),
            _ => &NoDeadline,
        };
        let controller = &mut { spec.until };
        if self.helpers.is_empty() {
            return Ok(self.searcher.think_until(position, &settings, deadline, controller));
        }
        let helpers = &mut self.helpers;
        let outcomes = self.searcher.think_with(helpers, position, &settings, deadline, controller);
        outcomes.map(elected).map_err(LabError::Thread)
    }

    /// Searches with an empty table and memory.
    pub(crate) fn find(
        &mut self,
        position: &Position,
        spec: &SearchSpec,
    ) -> Result<Found, LabError> {
        self.new_game()?;
        let clock = CpuClock::start();
        let outcome = self.think(position, spec)?;
        let best = outcome.moves.first();
        Ok(Found {
            nodes: outcome.nodes,
            time_us: clock.microseconds(),
            depth: outcome.depth,
            mv: best.map_or_else(|| "resign".to_owned(), |best| best.pv[0].to_string()),
            score: best.map_or(Score::mated_in(0), |best| best.score).get(),
        })
    }
}

/// The outcome that most threads vote for, each for its best move with the depth that it has
/// reached; in a tie the earlier thread's.
fn elected(outcomes: Vec<Outcome>) -> Outcome {
    let first = |outcome: &Outcome| outcome.moves.first().map(|best| best.pv[0]);
    let votes: Vec<_> = outcomes.iter().map(|outcome| (first(outcome), outcome.depth)).collect();
    let total = |mv| votes.iter().filter(|vote| vote.0 == mv).map(|vote| vote.1).sum::<i32>();
    let nodes = outcomes.iter().map(|outcome| outcome.nodes).sum();
    let best = outcomes.into_iter().rev().max_by_key(|outcome| total(first(outcome)));
    let none = Outcome { moves: Vec::new(), depth: 0, nodes: 0 };
    Outcome { nodes, ..best.unwrap_or(none) }
}

/// Is it a mate for either side?
pub(crate) fn is_mate(score: i32) -> bool {
    Score::new(score).is_mate() || score.abs() > Score::KNOWN_WIN.get() - MAX_PLY as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_elect_a_move() {
        let search = |depth: i32| {
            let mut player = LabPlayer::for_games().expect("memory");
            let spec = SearchSpec::new(RecipeName::Tournament, Until::Depth(depth));
            player.think(&Position::startpos(), &spec).expect("a search")
        };
        let (a, b) = (search(1), search(7));
        let mut other = search(4);
        // Another move than that of the deep search.
        other.moves.retain(|root| root.pv[0] != b.moves[0].pv[0]);
        let best = |outcome: &Outcome| outcome.moves[0].pv[0];
        let nodes = other.nodes + b.nodes;
        let winner = elected(vec![other.clone(), b.clone()]);
        assert_eq!((best(&winner), winner.nodes), (best(&b), nodes), "depth 7 against 4");
        let two = elected(vec![b.clone(), other.clone(), other.clone()]);
        assert_eq!(best(&two), best(&other), "8 against 7");
        assert_eq!(elected(vec![a.clone(), a.clone()]).depth, 1);
    }

    #[test]
    fn a_player_with_helpers_finds_a_move() {
        let mut player = LabPlayer::for_games().expect("memory").with_helpers(1);
        let spec = SearchSpec::new(RecipeName::Gekisashi, Until::Depth(3));
        let found = player.find(&Position::startpos(), &spec).expect("a search");
        assert!(found.depth >= 3 && found.mv != "resign", "{found:?}");
    }

    #[test]
    fn every_evaluator_plays_by_every_recipe() {
        let position = Position::startpos();
        for name in EvaluatorName::ALL {
            let model = model(name, TermChoice::default()).expect("an evaluator");
            let mut player = LabPlayer::for_games_of(&model).expect("a player");
            for recipe in RecipeName::ALL {
                let spec = SearchSpec::new(recipe, Until::Depth(2));
                let found = player.find(&position, &spec).expect("a move");
                assert!(found.depth == 2 && found.nodes > 30, "{name} {recipe}: {found:?}");
                assert!(
                    player.in_centipawns(Score::new(found.score)).abs() < 500,
                    "{name} {recipe}"
                );
            }
        }
    }
}
