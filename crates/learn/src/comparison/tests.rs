//! The learner as a whole: features and values agree, gradients are slopes, symmetries hold, and a
//! course has the same end whatever the threads and however often it is killed.
//!
//! `cargo test --release -p learn --lib comparison -- --ignored` runs the slow one.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};

use eval::bonanza::BonanzaWeights;
use eval::material::{Material, PieceValues};
use eval::three_piece::relatives::Relative;
use eval::three_piece::{SCALE, ThreePieceWeights};
use eval::{AnyEvaluator, Eval, Evaluator};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shogi::{Position, Square};

use super::compared::{Compared, Worker};
use super::objective::{ONE, Sigmoid, collect, difference, target};
use super::*;
use crate::stream::{GameSelection, MoveSelection};

/// Every so many moves are taken in tests.
const EVERY: usize = 9;

fn corpus(games: u64) -> Corpus {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/learn/selfplay.skyg");
    let games = GameSelection { most: Some(games), held_out: 0.2, ..GameSelection::default() };
    let moves = MoveSelection { every: EVERY, ..MoveSelection::default() };
    Corpus::read(&[path], games, moves, |problem| panic!("{problem}"), |_| {}).expect("the suite")
}

/// Positions of games: quiet ones and not.
fn positions(games: u64) -> Vec<Position> {
    let corpus = corpus(games);
    let places = corpus.learning().iter().chain(corpus.held_out());
    places.map(|&place| corpus.position(place).0).collect()
}

fn three_piece(groups: &[ThreePieceGroup], by_rank: bool) -> ThreePieceTable {
    ThreePieceTable::new(ThreePieceWeights::zero(PieceValues::BONANZA), groups, by_rank)
}

fn bonanza(groups: &[BonanzaGroup]) -> BonanzaTable {
    BonanzaTable::new(BonanzaWeights::zero(PieceValues::BONANZA), groups)
}

/// All groups without the king pairs, which have too many weights for a test.
fn three_piece_groups() -> Vec<ThreePieceGroup> {
    let pairs = ThreePieceGroup::Relation(Relative::KingPair);
    ThreePieceGroup::ALL.into_iter().filter(|&group| group != pairs).collect()
}

/// Random weights for the features that the positions have, those of pieces near the usual ones.
/// The others stay: some numbers are mirror images of others and never occur.
fn random_weights<T: Table>(table: &T, seed: u64, positions: &[Position]) -> Vec<i16> {
    let mut occurs = vec![false; table.weights().len()];
    for position in positions {
        table.visit(position, &mut |index, _| occurs[index] = true);
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let rules = table.groups().into_iter().flat_map(|it| std::iter::repeat_n(it.rule, it.len));
    let start = table.weights();
    start
        .into_iter()
        .zip(rules)
        .zip(occurs)
        .map(|((start, rule), occurs)| match rule {
            _ if !occurs => start,
            Rule::PieceValues => start + random.random_range(-20..20),
            Rule::Positional => random.random_range(-300..300),
            Rule::Steps => random.random_range(0..300),
        })
        .collect()
}

/// The value of a position by the sum of its features.
fn by_features<T: Table>(table: &T, weights: &[i16], position: &Position) -> Eval {
    let rules: Vec<Rule> = table
        .groups()
        .into_iter()
        .flat_map(|group| std::iter::repeat_n(group.rule, group.len))
        .collect();
    let (mut points, mut positional) = (0, 0);
    table.visit(position, &mut |index, count| {
        let part = i32::from(weights[index]) * count;
        if rules[index] == Rule::Positional { positional += part } else { points += part }
    });
    Eval::from_black(points + positional / SCALE, position.turn())
}

fn values_agree<T: Table>(mut table: T, seed: u64, positions: &[Position]) {
    let weights = random_weights(&table, seed, positions);
    table.set(&weights);
    // Weights that are changed again, so that relatives are taken back.
    let weights = random_weights(&table, seed + 1, positions);
    table.set(&weights);
    assert_eq!(table.weights(), weights);
    let mut evaluator: AnyEvaluator = table.evaluator();
    let mut differs = 0;
    for position in positions {
        evaluator.reset(position);
        let value = evaluator.evaluate(position);
        assert_eq!(by_features(&table, &weights, position), value, "{position}");
        differs += usize::from(value != Eval::ZERO);
    }
    assert!(differs * 10 > positions.len(), "{differs} of {}", positions.len());
}

#[test]
fn the_sum_of_the_features_is_the_value() {
    sums_agree(&positions(20));
}

#[test]
#[ignore = "a minute; see the head of the file"]
fn the_sum_of_the_features_is_the_value_of_many_positions() {
    let positions = positions(300);
    assert!(positions.len() > 2000, "{}", positions.len());
    sums_agree(&positions);
}

fn sums_agree(positions: &[Position]) {
    values_agree(three_piece(&three_piece_groups(), false), 1, positions);
    values_agree(bonanza(&BonanzaGroup::few_dimensions()), 2, positions);
    let steps = [ThreePieceGroup::Material, ThreePieceGroup::Steps];
    values_agree(three_piece(&steps, false), 3, positions);
    values_agree(three_piece(&steps, true), 4, positions);
}

#[test]
fn the_whole_tables_can_be_learned() {
    let pair = ThreePieceGroup::Relation(Relative::KingPair);
    let groups = [ThreePieceGroup::Material, pair];
    let mut table = three_piece(&groups, false);
    let positions = positions(2);
    let mut weights = table.weights();
    for position in &positions {
        table.visit(position, &mut |index, _| {
            if index >= 13 {
                weights[index] = (index % 601) as i16 - 300;
            }
        });
    }
    table.set(&weights);
    let mut evaluator = table.evaluator();
    for position in &positions {
        evaluator.reset(position);
        let value = evaluator.evaluate(position);
        assert_eq!(by_features(&table, &weights, position), value, "{position}");
    }
}

fn counts<T: Table>(table: &T, position: &Position, sign: i32) -> BTreeMap<usize, i32> {
    let mut counts = BTreeMap::new();
    table.visit(position, &mut |index, count| *counts.entry(index).or_default() += sign * count);
    counts.retain(|_, count| *count != 0);
    counts
}

fn features_are_symmetric<T: Table>(table: &T, positions: &[Position]) {
    for position in positions {
        let here = counts(table, position, 1);
        let turned: Position = position.setup().turned().try_into().expect("a position");
        assert_eq!(counts(table, &turned, -1), here, "{position}");
        let setup = position.setup();
        let mut mirrored = setup.clone();
        Square::all().for_each(|square| mirrored.set(square.mirrored(), setup.get(square)));
        let mirrored: Position = mirrored.try_into().expect("a position");
        assert_eq!(counts(table, &mirrored, 1), here, "{position}");
    }
}

#[test]
fn features_do_not_depend_on_colours_and_mirrors() {
    let positions = positions(30);
    features_are_symmetric(&three_piece(&three_piece_groups(), false), &positions);
    features_are_symmetric(&three_piece(&[ThreePieceGroup::Steps], true), &positions);
    features_are_symmetric(&bonanza(&BonanzaGroup::few_dimensions()), &positions);
}

/// Searches some positions and returns the weights in points with them.
fn compared<T: Table>(table: T, options: &LearnerOptions) -> (Learner<T>, Vec<f32>, Compared) {
    let corpus = corpus(12);
    let learner = Learner::new(table, options.clone(), &corpus);
    let weights = learner.in_points(&learner.whole_weights());
    let mut worker = Worker::new(learner.table()).expect("memory");
    let places = &corpus.learning()[..60];
    let found = worker.compare(learner.table(), &weights, &corpus, places, options);
    let judged = worker.judge(&corpus, places, options);
    // The target by the features is the target by the scores, but for lines that end by rule and for
    // halves of points.
    let by_features = target(&found, &weights, Sigmoid::new(options));
    assert!(found.counts.positions > 50, "{:?}", found.counts);
    let lost = (found.counts.dropped + found.counts.skipped) as f64;
    assert!((by_features - judged.target).abs() <= 1.0 + 20.0 * lost, "{by_features} {judged:?}");
    (learner, weights, found)
}

fn gradients_are_slopes<T: Table>(table: T) {
    let options = LearnerOptions::default();
    let sigmoid = Sigmoid::new(&options);
    let (learner, weights, found) = compared(table, &options);
    let gradients: Vec<AtomicI64> =
        std::iter::repeat_with(AtomicI64::default).take(weights.len()).collect();
    let sum = collect(&found, &weights, sigmoid, &gradients);
    assert!((sum - target(&found, &weights, sigmoid)).abs() < 1e-6 * sum);
    let mut first = 0;
    for group in &learner.groups {
        // The steepest weights of each group, where a slope is more than rounding.
        let mut order: Vec<usize> = (first..first + group.len).collect();
        let slope = |index: usize| gradients[index].load(Ordering::Relaxed) as f64 / f64::from(ONE);
        order.sort_by(|&a, &b| slope(b).abs().total_cmp(&slope(a).abs()));
        for &index in order.iter().take(3) {
            let moved = |by: f32| {
                let mut weights = weights.clone();
                weights[index] += by;
                target(&found, &weights, sigmoid)
            };
            let by = 0.25;
            let numeric = (moved(by) - moved(-by)) / f64::from(2.0 * by);
            let (slope, near) = (slope(index), 1e-3 + 0.03 * slope(index).abs());
            assert!((slope - numeric).abs() < near, "{} {index}: {slope} {numeric}", group.name);
        }
        first += group.len;
    }
}

#[test]
fn gradients_are_slopes_of_the_target() {
    gradients_are_slopes(bonanza(&BonanzaGroup::few_dimensions()));
    gradients_are_slopes(three_piece(&three_piece_groups(), false));
    gradients_are_slopes(three_piece(&[ThreePieceGroup::Steps], true));
}

#[test]
fn differences_are_those_of_the_scores() {
    let options = LearnerOptions::default();
    let table = BonanzaTable::new(BonanzaWeights::seed(), &BonanzaGroup::few_dimensions());
    let (_, weights, found) = compared(table, &options);
    let mut siblings = 0;
    for row in found.rows() {
        for (base, entries) in row.siblings() {
            let difference = difference(base, entries, &weights);
            assert!((difference - difference.round()).abs() < 0.02, "{difference}");
            // All that the seed has is learned, so nothing but rounding is left.
            assert!(base.abs() < 2.1, "{base}");
            siblings += 1;
        }
    }
    assert!(siblings > 500);
}

fn small_options(method: Method) -> LearnerOptions {
    LearnerOptions {
        method,
        positions: 130,
        updates: 4,
        iterations: 3,
        patience: 9,
        held_out: 30,
        ..LearnerOptions::default()
    }
}

/// Piece values alone, by an evaluator without large tables.
struct Pieces(Vec<i16>);

impl Pieces {
    fn new() -> Self {
        Self(table::weights_of_pieces(&PieceValues::GEKISASHI).collect())
    }
}

impl Table for Pieces {
    fn groups(&self) -> Vec<ParameterGroup> {
        vec![ThreePieceGroup::Material.parameters()]
    }

    fn visit(&self, position: &Position, visit: &mut impl FnMut(usize, i32)) {
        table::visit_pieces(position, 0, visit);
    }

    fn weights(&self) -> Vec<i16> {
        self.0.clone()
    }

    fn set(&mut self, weights: &[i16]) {
        self.0 = weights.to_vec();
    }

    fn evaluator(&self) -> AnyEvaluator {
        Material::new(self.values()).into()
    }

    fn values(&self) -> PieceValues {
        table::values_of(&self.0)
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|weight| weight.to_le_bytes()).collect()
    }
}

fn learned<T: Table>(
    table: T,
    corpus: &Corpus,
    options: LearnerOptions,
    threads: usize,
) -> Learner<T> {
    let mut learner = Learner::new(table, options, corpus);
    let done = learner.learn(corpus, threads, |_, _| ControlFlow::Continue(()));
    done.expect("memory");
    learner
}

#[test]
fn both_methods_lower_the_target() {
    let corpus = corpus(40);
    let groups = [
        ThreePieceGroup::Material,
        ThreePieceGroup::Relation(Relative::KingPieceDistance),
        ThreePieceGroup::Steps,
    ];
    for method in [Method::Gradient, Method::Sign] {
        let options = LearnerOptions { iterations: 1, ..small_options(method) };
        let start = three_piece(&groups, false);
        let before = values_sum(&start);
        let learner = learned(start, &corpus, options, 1);
        let [before_first, before_last] = learner.history()[1].target;
        assert!(before_last < before_first, "{method:?} {:?}", learner.history());
        let after = values_sum(learner.table());
        assert!((after - before).abs() <= 6, "{method:?} {before} {after}");
    }
}

#[test]
fn the_threads_do_not_matter() {
    let corpus = corpus(40);
    for method in [Method::Gradient, Method::Sign] {
        let one = learned(Pieces::new(), &corpus, small_options(method), 1);
        let three = learned(Pieces::new(), &corpus, small_options(method), 3);
        assert_eq!(one.history(), three.history(), "{method:?}");
        assert_eq!(one.checkpoint(), three.checkpoint(), "{method:?}");
        assert_ne!(one.table().weights(), Pieces::new().weights());
    }
}

fn values_sum<T: Table>(table: &T) -> i32 {
    let values = table.values();
    eval::bonanza::material::KINDS.iter().map(|&kind| values.on_board(kind)).sum()
}

#[test]
fn a_course_that_is_killed_at_random_ends_with_the_same_weights() {
    let corpus = corpus(40);
    let options = small_options(Method::Sign);
    let whole = learned(Pieces::new(), &corpus, options.clone(), 2);
    let best = learned(Pieces::new(), &corpus, options.clone(), 1).into_table().to_bytes();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut kills = 0;
    while kills < 20 {
        let mut saved = Learner::new(Pieces::new(), options.clone(), &corpus).checkpoint();
        loop {
            let resumed = Learner::resume(Pieces::new(), options.clone(), &corpus, &saved);
            let mut learner = resumed.expect("a sound checkpoint");
            // An iteration has nine reports, so some lives end before they have finished one.
            let mut lives = random.random_range(1..14);
            let done = learner.learn(&corpus, 1 + kills % 2, |learner, progress| {
                if progress.stage == Stage::Done {
                    saved = learner.checkpoint();
                }
                lives -= 1;
                if lives == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            done.expect("memory");
            if learner.is_finished() {
                assert_eq!(learner.checkpoint(), whole.checkpoint());
                assert_eq!(learner.into_table().to_bytes(), best);
                break;
            }
            kills += 1;
        }
    }
}

#[test]
fn a_checkpoint_of_something_else_is_refused() {
    let corpus = corpus(12);
    let options = small_options(Method::Sign);
    let saved = Learner::new(Pieces::new(), options.clone(), &corpus).checkpoint();
    let resume = |options: &LearnerOptions, bytes: &[u8]| {
        Learner::resume(Pieces::new(), options.clone(), &corpus, bytes).map(drop)
    };
    assert_eq!(resume(&options, &saved), Ok(()));
    let other = LearnerOptions { seed: 2, ..options.clone() };
    assert_eq!(resume(&other, &saved), Err(CheckpointError::Other));
    let mut start = Pieces::new();
    start.0[0] += 1;
    let started = Learner::resume(start, options.clone(), &corpus, &saved).map(drop);
    assert_eq!(started, Err(CheckpointError::Other));
    for at in [0, 9, 40, saved.len() - 1] {
        let mut damaged = saved.clone();
        damaged[at] ^= 1;
        assert_eq!(resume(&options, &damaged), Err(CheckpointError::Damaged), "{at}");
        assert_eq!(resume(&options, &saved[..at]), Err(CheckpointError::Damaged), "{at}");
    }
}

#[test]
fn an_iteration_keeps_to_its_memory() {
    let corpus = corpus(40);
    let options = LearnerOptions { megabytes: 0, ..small_options(Method::Gradient) };
    let learner = learned(Pieces::new(), &corpus, options, 2);
    for iteration in &learner.history()[1..] {
        assert!(iteration.positions <= 64, "{iteration:?}");
    }
    assert_eq!((learner.pass, learner.searched), (0, 192));
}
