//! The course of training: passes over the data in batches of a random order, a falling learning
//! rate, a look at the held-out positions after each pass.

use eval::Evaluator;
use eval::nnue::{FvScale, Network, Nnue, QuantisedWeights};
use kifu::records::Psv;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::adam::Step;
use super::batch::{Example, Pick, example, prepare};
use super::dense::{DenseLayers, probability};
use super::export::quantise;
use super::tile::{LANES, Tile};
use super::{ARCHITECTURE, WIDTH};

/// A batch is split into this many parts for the dense layers, whatever the number of threads.
const PARTS: usize = 16;
/// Held-out positions that are looked at after each pass.
const LOOKED_AT: usize = 200_000;

/// The choices of a course of training.
#[derive(Clone, Debug)]
pub struct TrainerOptions {
    /// Passes over all positions.
    pub passes: usize,
    /// Positions in a batch.
    pub batch: usize,
    /// The learning rate at the start and at the end; it falls along a cosine.
    pub rates: [f32; 2],
    /// The share of the score in the target; the rest is the game's result.
    pub score_share: f32,
    /// The start of the random numbers.
    pub seed: u64,
}

impl Default for TrainerOptions {
    fn default() -> Self {
        Self { passes: 10, batch: 8192, rates: [1e-3, 5e-6], score_share: 0.6, seed: 1 }
    }
}

/// How far the training is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Passes that are finished.
    pub pass: usize,
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
    /// The mean log-loss against the results.
    pub result_loss: f64,
    /// The share of positions in which the side that is said to stand better won.
    pub agreement: f64,
}

/// A network that is being trained.
pub struct Trainer {
    options: TrainerOptions,
    tiles: Vec<Tile>,
    dense: DenseLayers,
    random: Xoshiro256PlusPlus,
    steps: u64,
}

impl Trainer {
    /// A network of random weights.
    pub fn new(options: TrainerOptions) -> Self {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(options.seed);
        let rows = ARCHITECTURE.features.rows();
        let tiles = (0..WIDTH / LANES).map(|_| Tile::new(rows, &mut random)).collect();
        let dense = DenseLayers::new(&mut random);
        Self { options, tiles, dense, random, steps: 0 }
    }

    /// Trains with all positions. `report` is told of every batch; `passed` of every pass.
    pub fn train(
        &mut self,
        samples: &[Psv],
        mut report: impl FnMut(Progress),
        mut passed: impl FnMut(&Self, usize),
    ) {
        // A mirrored position is worth the same, so each pass sees about half of them mirrored.
        let mut order: Vec<Pick> = (0..samples.len() as u32).map(|index| (index, false)).collect();
        let in_pass = samples.len().div_ceil(self.options.batch) as u64;
        let all = in_pass * self.options.passes as u64;
        for pass in 0..self.options.passes {
            for (_, is_mirrored) in &mut order {
                *is_mirrored = self.random.random();
            }
            order.shuffle(&mut self.random);
            for batch in order.chunks(self.options.batch) {
                let examples = prepare(samples, batch, self.options.score_share);
                let rate = self.rate(self.steps as f32 / all as f32);
                let loss = self.learn(&examples, rate);
                report(Progress { pass, batches: [self.steps, all], loss });
            }
            passed(self, pass + 1);
        }
    }

    /// The learning rate when this share of the training is done.
    fn rate(&self, done: f32) -> f32 {
        let [start, end] = self.options.rates;
        end + (start - end) * 0.5 * (1.0 + (std::f32::consts::PI * done.min(1.0)).cos())
    }

    /// Learns from one batch; returns its mean squared error.
    fn learn(&mut self, examples: &[Example], rate: f32) -> f64 {
        if examples.is_empty() {
            return 0.0;
        }
        let loss = self.collect_gradients(examples);
        self.steps += 1;
        let step = Step::new(self.steps, rate, f32::INFINITY);
        self.tiles.par_iter_mut().for_each(|tile| tile.step(step));
        self.dense.step(step);
        loss / examples.len() as f64
    }

    /// Adds up the gradients of a batch; returns the sum of its squared errors.
    fn collect_gradients(&mut self, examples: &[Example]) -> f64 {
        self.tiles.par_iter_mut().for_each(|tile| tile.forward(examples));
        let targets: Vec<f32> = examples.iter().map(|example| example.target).collect();
        let size = examples.len().div_ceil(PARTS);
        let mut parts: Vec<Vec<&mut [[[f32; LANES]; 2]]>> =
            targets.chunks(size).map(|_| Vec::new()).collect();
        for tile in &mut self.tiles {
            for (part, slice) in parts.iter_mut().zip(tile.activations.chunks_mut(size)) {
                part.push(slice);
            }
        }
        let dense = &self.dense;
        let turned = dense.turned();
        let gradients: Vec<_> = parts
            .par_iter_mut()
            .zip(targets.par_chunks(size))
            .map(|(tiles, targets)| dense.learn(&turned, tiles, targets))
            .collect();
        let mut loss = 0.0;
        for part in &gradients {
            self.dense.collect(part);
            loss += part.loss;
        }
        self.tiles.par_iter_mut().for_each(|tile| tile.backward(examples));
        loss
    }

    /// The network in whole numbers.
    pub fn quantised(&self) -> QuantisedWeights {
        quantise(&self.tiles, &self.dense)
    }

    /// The bytes of the network's nn.bin file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.quantised().to_bytes("Sakiyomi K-P 256x2-32-32")
    }

    /// Judges the network by held-out positions.
    pub fn validate(&self, samples: &[Psv]) -> Validation {
        let step = (samples.len() / LOOKED_AT).max(1);
        let share = self.options.score_share;
        let judged: Vec<(f64, f64, bool)> = samples
            .par_iter()
            .step_by(step)
            .filter_map(|sample| {
                let example = example(sample, false, share)?;
                let p = f64::from(probability(self.output(&example)));
                let target = f64::from(example.target);
                let won = sample.result > 0;
                let right = if won { p } else { 1.0 - p };
                let error = (p - target) * (p - target);
                Some((error, -right.max(1e-9).ln(), right > 0.5))
            })
            .collect();
        let n = judged.len().max(1) as f64;
        Validation {
            positions: judged.len(),
            loss: judged.iter().map(|judged| judged.0).sum::<f64>() / n,
            result_loss: judged.iter().map(|judged| judged.1).sum::<f64>() / n,
            agreement: judged.iter().filter(|judged| judged.2).count() as f64 / n,
        }
    }

    /// The float network's output for one example.
    fn output(&self, example: &Example) -> f32 {
        let activations: Vec<[[f32; LANES]; 2]> =
            self.tiles.iter().map(|tile| tile.activation(example)).collect();
        let tiles: Vec<&[[f32; LANES]; 2]> = activations.iter().collect();
        self.dense.output(&tiles)
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
                let example = example(sample, false, 1.0)?;
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
        TrainerOptions { passes: 1, batch: 64, score_share: 1.0, ..TrainerOptions::default() }
    }

    #[test]
    fn gradients_are_slopes_of_the_loss() {
        let samples = samples();
        let order: Vec<Pick> = (0..24).map(|index| (index, index % 2 == 1)).collect();
        let examples = prepare(&samples, &order, 1.0);
        let mut trainer = Trainer::new(options());
        trainer.collect_gradients(&examples);
        let row = examples[0].rows[0][7] as usize * LANES;
        let tile = trainer.tiles[1].rows.gradients.clone();
        let dense = trainer.dense.clone();
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
            let found = slope(&|trainer, by| trainer.tiles[1].rows.rounded[row + lane] += by);
            let wanted = tile[row + lane];
            assert!((found - wanted).abs() < 0.02 * wanted.abs() + 2e-4, "{found} {wanted}");
        }
        for index in [3, 40, 900] {
            let found = slope(&|trainer, by| trainer.dense.weights1.rounded[index] += by);
            let wanted = dense.weights1.gradients[index];
            assert!((found - wanted).abs() < 0.02 * wanted.abs() + 2e-4, "{found} {wanted}");
            let index = index % 32;
            let found = slope(&|trainer, by| trainer.dense.weights3.rounded[index] += by);
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
        trainer.train(samples, |_| {}, |_, _| {});
        let after = trainer.validate(samples).loss;
        assert!(after < before / 30.0, "{before} became {after}");
    }

    #[test]
    fn the_same_seed_makes_the_same_file_with_any_number_of_threads() {
        let samples = samples();
        let bytes = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("threads").install(|| {
                let mut trainer = Trainer::new(options());
                trainer.train(&samples, |_| {}, |_, _| {});
                trainer.to_bytes()
            })
        };
        assert!(bytes(1) == bytes(3));
    }

    #[test]
    fn the_engine_reads_the_network_and_finds_nearly_the_same_values() {
        let samples = samples();
        let mut trainer = Trainer::new(TrainerOptions { passes: 5, ..options() });
        trainer.train(&samples, |_| {}, |_, _| {});
        let error = trainer.quantisation_error(&samples);
        assert!(error < 15.0, "{error}");
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
