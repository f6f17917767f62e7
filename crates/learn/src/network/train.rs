//! The course of training: passes over the data in batches of a random order, a falling learning
//! rate, a look at the held-out positions after each pass.

use std::ops::ControlFlow;

use eval::Evaluator;
use eval::nnue::{Features, FvScale, Network, Nnue, QuantisedWeights};
use kifu::records::Psv;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::adam::{Learned, Step};
use super::batch::{Example, Pick, example, prepare};
use super::checkpoint::DataKey;
use super::dense::{DenseLayers, probability};
use super::export::quantise;
use super::part::Shared;
use super::tile::{LANES, Tile};
use super::{WIDTH, architecture, linear};

/// A batch is split into this many parts for the dense layers, whatever the number of threads.
const PARTS: usize = 16;
/// Held-out positions that are looked at after each pass.
const LOOKED_AT: usize = 200_000;

/// The choices of a course of training.
#[derive(Clone, Debug)]
pub struct TrainerOptions {
    /// The features, which decide on the architecture.
    pub features: Features,
    /// Passes over all positions.
    pub passes: usize,
    /// Positions in a batch.
    pub batch: usize,
    /// The learning rate at the start and at the end; it falls along a cosine.
    pub rates: [f32; 2],
    /// The share of the score in the target; the rest is the game's result.
    pub score_share: f32,
    /// The decay of what a king zone adds to the weights that all zones share. Such a weight stays below
    /// one divided by the decay; with a decay of 100 nearly all are rounded to zero in the file, whose
    /// unit is 1/127.
    pub own_decay: f32,
    /// The start of the random numbers.
    pub seed: u64,
}

impl Default for TrainerOptions {
    fn default() -> Self {
        Self {
            features: Features::KP,
            passes: 10,
            batch: 8192,
            rates: [1e-3, 5e-6],
            score_share: 0.6,
            own_decay: 30.0,
            seed: 1,
        }
    }
}

impl TrainerOptions {
    /// The most positions of a quick training.
    pub const QUICK_POSITIONS: usize = 200_000;

    /// The choices of a training that takes less than a minute. The linear path makes up for what
    /// so few positions cannot teach the layers, and the zones add next to nothing.
    pub fn quick() -> Self {
        Self {
            features: Features::KingZone,
            passes: 4,
            batch: 1024,
            score_share: 0.9,
            own_decay: 100.0,
            ..Self::default()
        }
    }

    /// A number that differs, as good as certainly, between trainings that differ.
    pub(super) fn fingerprint(&self, data: DataKey) -> u64 {
        let text = format!("{self:?} {data:?}");
        let [low, high] = [0, 1].map(|seed| {
            let mut hasher = crc32fast::Hasher::new_with_initial(seed);
            hasher.update(text.as_bytes());
            u64::from(hasher.finalize())
        });
        high << 32 | low
    }
}

/// How far the training is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Passes that are finished.
    pub pass: usize,
    /// Has this batch finished a pass?
    pub ends_pass: bool,
    /// Batches done, and all batches.
    pub batches: [u64; 2],
    /// The mean squared error in win probability of the last batch.
    pub loss: f64,
}

/// What the network says of held-out positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Validation {
    /// Positions looked at.
    pub positions: usize,
    /// The mean squared error of the win probability against the mixed target.
    pub loss: f64,
    /// The mean log-loss against the results of decided games.
    pub result_loss: f64,
    /// The share of positions of decided games in which the side that is said to stand better won.
    pub agreement: f64,
}

/// A network that is being trained.
pub struct Trainer {
    pub(super) options: TrainerOptions,
    pub(super) tiles: Vec<Tile>,
    /// The weights of the linear path; empty without one.
    pub(super) linear: Learned,
    /// The dense layers of each stage of the game.
    pub(super) stages: Vec<DenseLayers>,
    /// Batches that are done.
    pub(super) steps: u64,
}

impl Trainer {
    /// A network of random weights.
    pub fn new(options: TrainerOptions) -> Self {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(options.seed);
        let features = options.features;
        let tiles = (0..WIDTH / LANES).map(|_| Tile::new(features, &mut random)).collect();
        // All stages begin alike.
        let stages = vec![DenseLayers::new(&mut random); features.stages()];
        Self { options, tiles, linear: linear::material(features), stages, steps: 0 }
    }

    /// The features of the network.
    pub fn features(&self) -> Features {
        self.options.features
    }

    /// Trains with all positions, from the first batch that is not done. `report` is told of every
    /// batch and can end the training.
    pub fn train(
        &mut self,
        samples: &[Psv],
        mut report: impl FnMut(&Self, Progress) -> ControlFlow<()>,
    ) {
        let in_pass = samples.len().div_ceil(self.options.batch).max(1) as u64;
        let all = in_pass * self.options.passes as u64;
        while self.steps < all {
            let order = self.order(self.steps / in_pass, samples.len());
            let done = (self.steps % in_pass) as usize;
            for picks in order.chunks(self.options.batch).skip(done) {
                let examples = prepare(self.features(), samples, picks, self.options.score_share);
                let rate = self.rate(self.steps as f32 / all as f32);
                let loss = self.learn(&examples, rate);
                let pass = (self.steps / in_pass) as usize;
                let ends_pass = self.steps.is_multiple_of(in_pass);
                let progress = Progress { pass, ends_pass, batches: [self.steps, all], loss };
                if report(self, progress).is_break() {
                    return;
                }
            }
        }
    }

    /// The order of the positions in a pass, which depends on the seed and the pass alone. A
    /// mirrored position is worth the same, so each pass sees about half of them mirrored.
    fn order(&self, pass: u64, positions: usize) -> Vec<Pick> {
        let seed = self.options.seed.wrapping_add(1).rotate_left(32) ^ pass;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut order: Vec<Pick> =
            (0..positions as u32).map(|index| (index, random.random())).collect();
        order.shuffle(&mut random);
        order
    }

    /// The number of positions in a batch.
    pub fn batch(&self) -> usize {
        self.options.batch
    }

    /// The learning rate when this share of the training is done.
    fn rate(&self, done: f32) -> f32 {
        let [start, end] = self.options.rates;
        end + (start - end) * 0.5 * (1.0 + (std::f32::consts::PI * done.min(1.0)).cos())
    }

    /// Learns from one batch; returns its mean squared error.
    fn learn(&mut self, examples: &[Example], rate: f32) -> f64 {
        self.steps += 1;
        if examples.is_empty() {
            return 0.0;
        }
        let loss = self.collect_gradients(examples);
        let step = Step::new(self.steps, rate, f32::INFINITY);
        let own_decay = self.options.own_decay;
        self.tiles.par_iter_mut().for_each(|tile| tile.step(step, own_decay));
        self.linear.step(step);
        self.stages.iter_mut().for_each(|stage| stage.step(step));
        loss / examples.len() as f64
    }

    /// Adds up the gradients of a batch; returns the sum of its squared errors.
    fn collect_gradients(&mut self, examples: &[Example]) -> f64 {
        self.tiles.par_iter_mut().for_each(|tile| tile.forward(examples));
        let size = examples.len().div_ceil(PARTS);
        let mut parts: Vec<Vec<&mut [[[f32; LANES]; 2]]>> =
            examples.chunks(size).map(|_| Vec::new()).collect();
        for tile in &mut self.tiles {
            for (part, slice) in parts.iter_mut().zip(tile.activations.chunks_mut(size)) {
                part.push(slice);
            }
        }
        let shared = Shared::new(&self.stages, &self.linear.rounded);
        let gradients: Vec<_> = parts
            .par_iter_mut()
            .zip(examples.par_chunks(size))
            .map(|(tiles, examples)| shared.learn(tiles, examples))
            .collect();
        let mut loss = 0.0;
        for part in &gradients {
            for (stage, part) in self.stages.iter_mut().zip(&part.stages) {
                stage.collect(part);
                loss += part.loss;
            }
            for (sum, gradient) in self.linear.gradients.iter_mut().zip(&part.linear) {
                *sum += gradient;
            }
        }
        self.tiles.par_iter_mut().for_each(|tile| tile.backward(examples));
        loss
    }

    /// The network in whole numbers.
    pub fn quantised(&self) -> QuantisedWeights {
        quantise(self)
    }

    /// The bytes of the network's nn.bin file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let text = format!("Sakiyomi {}", architecture(self.features()));
        self.quantised().to_bytes(&text)
    }

    /// Judges the network by held-out positions.
    pub fn validate(&self, samples: &[Psv]) -> Validation {
        let step = (samples.len() / LOOKED_AT).max(1);
        let share = self.options.score_share;
        // The squared error, and of decided games the log-loss and whether the winner was seen.
        let judged: Vec<(f64, Option<(f64, bool)>)> = samples
            .par_iter()
            .step_by(step)
            .filter_map(|sample| {
                let example = example(self.features(), sample, false, share)?;
                let p = f64::from(probability(self.output(&example)));
                let target = f64::from(example.target);
                let right = match sample.result {
                    1 => Some(p),
                    -1 => Some(1.0 - p),
                    _ => None,
                };
                let error = (p - target) * (p - target);
                Some((error, right.map(|right| (-right.max(1e-9).ln(), right > 0.5))))
            })
            .collect();
        let decided: Vec<(f64, bool)> = judged.iter().filter_map(|judged| judged.1).collect();
        let n = decided.len().max(1) as f64;
        Validation {
            positions: judged.len(),
            loss: judged.iter().map(|judged| judged.0).sum::<f64>() / judged.len().max(1) as f64,
            result_loss: decided.iter().map(|decided| decided.0).sum::<f64>() / n,
            agreement: decided.iter().filter(|decided| decided.1).count() as f64 / n,
        }
    }

    /// The float network's output for one example.
    fn output(&self, example: &Example) -> f32 {
        let activations: Vec<[[f32; LANES]; 2]> =
            self.tiles.iter().map(|tile| tile.activation(example)).collect();
        let tiles: Vec<&[[f32; LANES]; 2]> = activations.iter().collect();
        self.stages[example.stage].output(&tiles) + linear::output(&self.linear.rounded, example)
    }

    /// The mean difference in centipawns between the float network and the quantised one, as the
    /// engine computes it.
    pub fn quantisation_error(&self, samples: &[Psv]) -> f64 {
        let Ok(network) = Network::from_bytes(&self.to_bytes()) else { return f64::NAN };
        let mut engine = Nnue::new(&network, FvScale::default());
        let differences: Vec<f64> = samples
            .iter()
            .filter_map(|sample| {
                let position = shogi::Position::try_from(sample.setup().ok()?).ok()?;
                let example = example(self.features(), sample, false, 1.0)?;
                let float = self.output(&example) * super::OUTPUT_CP;
                engine.reset(&position);
                let whole = engine.evaluate(&position).get() as f32;
                Some(f64::from((float - whole).abs()))
            })
            .collect();
        differences.iter().sum::<f64>() / differences.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::super::checkpoint::CheckpointError;
    use super::*;
    use crate::calibration::Calibration;
    use crate::records::read_games;
    use crate::samples::{Samples, Selection};

    /// Positions of a few made-up games.
    fn samples() -> Vec<Psv> {
        use shogi::{Color, Position};
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut samples = Vec::new();
        for game in 0..8 {
            let mut position = Position::startpos();
            for ply in 0..40 {
                let mut moves = shogi::MoveList::new();
                let (legal, all) = (shogi::Legality::Legal, shogi::NonPromotions::Useful);
                position.generate(shogi::Wanted::All, legal, all, &mut moves);
                let mut moves: Vec<_> = moves.iter().copied().collect();
                moves.shuffle(&mut random);
                let Some(&mv) = moves.first() else { break };
                position.play(mv);
                let packed = kifu::packed::pack(&position.setup(), kifu::packed::Packing::Psv);
                samples.push(Psv {
                    position: packed.expect("a position of a game"),
                    score: ((game * 40 + ply) * 37 % 1200 - 600) as i16,
                    move_bits: 0,
                    ply: position.move_number() as u16,
                    result: if position.turn() == Color::Black { 1 } else { -1 },
                    padding: 0,
                });
            }
        }
        samples
    }

    fn options() -> TrainerOptions {
        let features = Features::KingZone;
        TrainerOptions {
            features,
            passes: 1,
            batch: 64,
            score_share: 1.0,
            ..TrainerOptions::default()
        }
    }

    #[test]
    fn gradients_are_slopes_of_the_loss() {
        let samples = samples();
        let order: Vec<Pick> = (0..24).map(|index| (index, index % 2 == 1)).collect();
        let examples = prepare(Features::KingZone, &samples, &order, 1.0);
        let mut trainer = Trainer::new(options());
        trainer.collect_gradients(&examples);
        let row = examples[0].rows()[0][7] as usize;
        let state = row % trainer.linear.rounded.len();
        let row = row * LANES;
        let tile = trainer.tiles[1].gradients().to_vec();
        let stage = examples[0].stage;
        let dense = trainer.stages[stage].clone();
        let linear = trainer.linear.gradients[state];
        let slope = |change: &dyn Fn(&mut Trainer, f32)| {
            let delta = 1e-3;
            let loss_at = |by: f32| {
                let mut other = Trainer::new(options());
                change(&mut other, by);
                other.collect_gradients(&examples)
            };
            ((loss_at(delta) - loss_at(-delta)) / f64::from(2.0 * delta)) as f32
        };
        for lane in [0, 17, 63] {
            let found = slope(&|trainer, by| trainer.tiles[1].weights[row + lane] += by);
            let wanted = tile[row + lane];
            assert!((found - wanted).abs() < 0.02 * wanted.abs() + 2e-4, "{found} {wanted}");
        }
        let found = slope(&|trainer, by| trainer.linear.rounded[state] += by);
        assert!((found - linear).abs() < 0.02 * linear.abs() + 2e-4, "{found} {linear}");
        for index in [3, 40, 900] {
            let found = slope(&|trainer, by| trainer.stages[stage].weights1.rounded[index] += by);
            let wanted = dense.weights1.gradients[index];
            assert!((found - wanted).abs() < 0.02 * wanted.abs() + 2e-4, "{found} {wanted}");
            let index = index % 32;
            let found = slope(&|trainer, by| trainer.stages[stage].weights3.rounded[index] += by);
            let wanted = dense.weights3.gradients[index];
            assert!((found - wanted).abs() < 0.02 * wanted.abs() + 2e-4, "{found} {wanted}");
        }
    }

    #[test]
    fn a_few_positions_are_learned_by_heart() {
        let samples = &samples()[..100];
        let options = TrainerOptions { passes: 400, batch: 50, ..options() };
        let mut trainer = Trainer::new(options);
        let before = trainer.validate(samples).loss;
        trainer.train(samples, |_, _| ControlFlow::Continue(()));
        let after = trainer.validate(samples).loss;
        assert!(after < before / 30.0, "{before} became {after}");
    }

    #[test]
    fn king_zones_differ_from_one_another() {
        let samples = samples();
        let trained = |own_decay: f32| {
            let mut trainer = Trainer::new(TrainerOptions { passes: 20, own_decay, ..options() });
            trainer.train(&samples, |_, _| ControlFlow::Continue(()));
            let block = Features::KingZone.block_rows() * LANES;
            let weights = &trainer.tiles[0].weights;
            weights[..block]
                .iter()
                .zip(&weights[block..])
                .filter(|(one, other)| one != other)
                .count()
        };
        let [usual, high] = [TrainerOptions::default().own_decay, 1e6].map(trained);
        assert!(usual > 100 && high == 0, "{usual} and {high} weights differ");
    }

    #[test]
    fn the_same_seed_makes_the_same_file_with_any_number_of_threads() {
        let samples = samples();
        let bytes = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("threads").install(|| {
                let mut trainer = Trainer::new(options());
                trainer.train(&samples, |_, _| ControlFlow::Continue(()));
                trainer.to_bytes()
            })
        };
        assert!(bytes(1) == bytes(3));
    }

    #[test]
    fn training_goes_on_after_a_kill_as_if_nothing_had_happened() {
        let samples = samples();
        let data = DataKey::of(&samples);
        let options = TrainerOptions { passes: 2, ..options() };
        let mut whole = Trainer::new(options.clone());
        whole.train(&samples, |_, _| ControlFlow::Continue(()));
        for kept in [1, 5, 7] {
            let mut checkpoint = Vec::new();
            let mut killed = Trainer::new(options.clone());
            killed.train(&samples, |trainer, progress| {
                if progress.batches[0] < kept {
                    return ControlFlow::Continue(());
                }
                checkpoint = trainer.checkpoint(data);
                ControlFlow::Break(())
            });
            let resumed = Trainer::resume(options.clone(), data, &checkpoint);
            let mut resumed = resumed.expect("a checkpoint");
            resumed.train(&samples, |_, _| ControlFlow::Continue(()));
            assert!(resumed.to_bytes() == whole.to_bytes(), "after {kept} batches");

            let other = TrainerOptions { seed: 9, ..options.clone() };
            let refused = Trainer::resume(other, data, &checkpoint).err();
            assert_eq!(refused, Some(CheckpointError::Other));
            let mut samples = samples.clone();
            samples[17].score += 1;
            let refused = Trainer::resume(options.clone(), DataKey::of(&samples), &checkpoint);
            assert_eq!(refused.err(), Some(CheckpointError::Other), "as many other positions");
            checkpoint[100] ^= 1;
            let refused = Trainer::resume(options.clone(), data, &checkpoint).err();
            assert_eq!(refused, Some(CheckpointError::Damaged));
        }
    }

    #[test]
    fn the_engine_reads_every_network_and_finds_nearly_the_same_values() {
        let samples = samples();
        for features in [Features::KingZone, Features::KP] {
            let mut trainer = Trainer::new(TrainerOptions { features, passes: 5, ..options() });
            trainer.train(&samples, |_, _| ControlFlow::Continue(()));
            let error = trainer.quantisation_error(&samples);
            assert!(error < 15.0, "{features:?}: {error}");
        }
    }

    #[test]
    fn games_without_scores_give_no_samples() {
        let table = "3000\t3000\t%TORYO\tb\t1\t7g7f\t0\n";
        let games: Vec<_> = read_games(table.as_bytes()).unwrap().map(Result::unwrap).collect();
        let calibration = Calibration::fit(&games);
        let selection = Selection { plies: 0, ..Selection::default() };
        assert!(Samples::of_games(&games, &calibration, selection).training.is_empty());
    }
}
