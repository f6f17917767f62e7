//! One game of self-play.

use std::io;

use eval::AnyEvaluator;
use eval::classic::Classic;
use eval::material::PieceValues;
use eval::nnue::{FvScale, Network, Nnue};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{
    Bound, Controller, Limits, NoDeadline, Outcome, Report, RootMove, Rules, Score, Searcher,
    Settings,
};
use shogi::{Color, DeclarationRule, ExchangeValues, GameRules, Move, Position};

use super::start::Starts;
use crate::played::{Ending, PlayedGame, Ply};

/// Megabytes of a player's hash table.
pub(crate) const TABLE: usize = 16;
/// The search may use this many times its soft limit of nodes to finish a depth.
pub(crate) const HARD_LIMIT: u64 = 5;
/// The `FV_SCALE` by which the trainer's networks are on the common scale.
const FV_SCALE: f64 = 16.0;
/// Scores beyond this are mates.
const LARGEST: i16 = 31_000;

/// The evaluator that plays.
#[derive(Clone, Debug)]
pub enum Teacher {
    /// The built-in evaluation with the terms of Gekisashi.
    Classic,
    /// A network whose values by `FV_SCALE` 16 are on the common scale, and the divisor that brings
    /// its output to the search's unit.
    Network(Network, FvScale),
}

impl Teacher {
    /// A network that searches in the unit that fits it.
    pub fn network(network: Network) -> Self {
        let divisor = FvScale::fitted_to(&network);
        Self::Network(network, divisor)
    }

    /// Makes a searcher with a hash table of `megabytes`.
    pub(crate) fn searcher(&self, megabytes: usize) -> io::Result<Searcher> {
        Searcher::new(self.evaluator(), megabytes)
    }

    fn evaluator(&self) -> AnyEvaluator {
        match self {
            Self::Classic => Classic::default().into(),
            Self::Network(network, divisor) => Nnue::new(network, *divisor).into(),
        }
    }

    /// The values of pieces that fit the evaluator.
    pub(crate) fn values(&self) -> ExchangeValues {
        match self {
            Self::Classic => PieceValues::GEKISASHI.exchange_values(),
            Self::Network(..) => PieceValues::NETWORK.exchange_values(),
        }
    }

    /// The factor from the search's unit to the common scale.
    fn to_common(&self) -> f64 {
        match self {
            Self::Classic => 1.0,
            Self::Network(_, divisor) => f64::from(divisor.get()) / FV_SCALE,
        }
    }

    /// A score of the search on the common scale.
    pub(crate) fn common(&self, score: Score) -> i16 {
        if score.is_mate() {
            return if score.get() > 0 { LARGEST } else { -LARGEST };
        }
        let scaled = (f64::from(score.get()) * self.to_common()).round();
        scaled.clamp(f64::from(1 - LARGEST), f64::from(LARGEST - 1)) as i16
    }
}

/// The choices of self-play.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The soft limit of nodes a move: a depth that was begun below it is finished.
    pub nodes: u64,
    /// The number of lines among which the first moves are chosen.
    pub lines: usize,
    /// The greatest loss of a line that is chosen.
    pub window: i32,
    /// The number of first moves that are chosen among several lines.
    pub varied_plies: usize,
    /// A start must not be worse than this for either side.
    pub fair: i32,
    /// The score from which on a game is decided if both sides agree on it for long enough.
    pub decided: i32,
    /// The number of moves for which both sides must agree.
    pub decided_plies: usize,
    /// The share of the games that are played to their end by the rules.
    pub played_out: f64,
    /// A game is drawn after this many moves.
    pub max_moves: u32,
    /// The start of the random numbers.
    pub seed: u64,
}

impl Default for Choices {
    fn default() -> Self {
        Self {
            nodes: 1500,
            lines: 4,
            window: 60,
            varied_plies: 12,
            fair: 400,
            decided: 2500,
            decided_plies: 8,
            played_out: 0.2,
            max_moves: 400,
            seed: 1,
        }
    }
}

/// Ends a search after the depth in which it reached its soft limit.
pub(crate) struct SoftLimit(pub(crate) u64);

impl Controller for SoftLimit {
    fn report(&mut self, _: Report<'_>) {}

    fn goes_on(&mut self, _: i32, _: &[RootMove], nodes: u64) -> bool {
        nodes < self.0
    }
}

/// A player of both sides.
pub(super) struct Player<'a> {
    searcher: Searcher,
    teacher: &'a Teacher,
    choices: &'a Choices,
    rules: GameRules,
}

impl<'a> Player<'a> {
    pub(super) fn new(teacher: &'a Teacher, choices: &'a Choices) -> io::Result<Self> {
        let searcher = teacher.searcher(TABLE)?;
        let rules = GameRules {
            max_moves: Some(choices.max_moves),
            declaration: Some(DeclarationRule::Points27),
        };
        Ok(Self { searcher, teacher, choices, rules })
    }

    /// Plays a game that depends on the random numbers alone.
    pub(super) fn play(
        &mut self,
        starts: &Starts,
        random: &mut Xoshiro256PlusPlus,
    ) -> io::Result<PlayedGame> {
        loop {
            let start = starts.choose(random);
            self.searcher.new_game()?;
            if let Some(game) = self.play_from(start, random) {
                return Ok(game);
            }
        }
    }

    /// Plays a game from a start; none if the start is won for one side already.
    fn play_from(
        &mut self,
        mut position: Position,
        random: &mut Xoshiro256PlusPlus,
    ) -> Option<PlayedGame> {
        let start = position.setup();
        // A game of its own: the moves before the start do not count for repetition.
        position = Position::try_from(start.clone()).ok()?;
        let is_played_out = random.random_bool(self.choices.played_out);
        let mut plies = Vec::new();
        let mut agreed = Agreed::default();
        let ending = loop {
            let end = position.end_of_game(&self.rules);
            if let Some(end) = end.or_else(|| position.end_by_declaration(&self.rules)) {
                break Ending::Rules(end);
            }
            if !is_played_out && let Some(winner) = agreed.winner(self.choices) {
                break Ending::Adjudicated { winner };
            }
            let (mv, score) = self.choose(&position, plies.len(), random)?;
            if plies.is_empty() && i32::from(score).abs() > self.choices.fair {
                return None;
            }
            agreed.note(position.turn(), score, self.choices);
            plies.push(Ply { mv, score: Some(score) });
            position.play(mv);
        };
        Some(PlayedGame { start, plies, ending })
    }

    /// The move to play and the score of the best one.
    fn choose(
        &mut self,
        position: &Position,
        ply: usize,
        random: &mut Xoshiro256PlusPlus,
    ) -> Option<(Move, i16)> {
        let is_varied = ply < self.choices.varied_plies;
        let lines = if is_varied { self.choices.lines } else { 1 };
        let outcome = self.think(position, lines);
        let best = outcome.moves.first()?;
        let score = self.teacher.common(best.score);
        let candidates: Vec<&RootMove> = outcome
            .moves
            .iter()
            .take(lines)
            .filter(|line| line.bound == Bound::Exact)
            .filter(|line| {
                let loss = i32::from(score) - i32::from(self.teacher.common(line.score));
                loss <= self.choices.window
            })
            .collect();
        let chosen = match candidates.len() {
            0 => best,
            count => candidates[random.random_range(..count)],
        };
        Some((chosen.pv[0], score))
    }

    fn think(&mut self, position: &Position, lines: usize) -> Outcome {
        let nodes = self.choices.nodes;
        let settings = Settings {
            limits: Limits { nodes: Some(nodes * HARD_LIMIT), ..Limits::default() },
            rules: Rules { max_moves: self.rules.max_moves, ..Rules::default() },
            values: self.teacher.values(),
            lines,
            ..Settings::default()
        };
        self.searcher.think_until(position, &settings, &NoDeadline, &mut SoftLimit(nodes))
    }
}

/// For how long both sides have agreed that one of them wins.
#[derive(Default)]
struct Agreed {
    leader: Option<Color>,
    plies: usize,
}

impl Agreed {
    fn note(&mut self, turn: Color, score: i16, choices: &Choices) {
        let score = i32::from(score);
        let leader = if score >= choices.decided {
            Some(turn)
        } else if score <= -choices.decided {
            Some(!turn)
        } else {
            None
        };
        self.plies = if leader == self.leader { self.plies + 1 } else { 1 };
        self.leader = leader;
    }

    fn winner(&self, choices: &Choices) -> Option<Color> {
        self.leader.filter(|_| self.plies >= choices.decided_plies)
    }
}
