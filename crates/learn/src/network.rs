//! The trainer of networks: sparse first layer, small dense layers, Adam, all in 32-bit floats, then
//! quantised to an nn.bin file.
//!
//! Source:  the network and its quantisation: Nasu (2018); loss in win probability that mixes score
//!          and result: elmo (2017), YaneuraOu; Adam: Kingma and Ba (2015); spread and middle of the
//!          first weights: YaneuraOu's trainer; learning rate, its cosine and the decay of 0.01:
//!          bullet's examples; gradients that pass through rounding: Bengio, Leonard and Courville
//!          (2013); weights that blocks share (factoriser): YaneuraOu's and bullet's trainers
//! Here:    threads are split by neurons in the first layer and by fixed parts of a batch in the
//!          dense ones, so that the result does not depend on the number of threads

mod adam;
mod batch;
mod checkpoint;
mod dense;
mod export;
mod linear;
mod part;
mod tile;
mod train;

pub use checkpoint::{CheckpointError, DataKey};
pub use train::{Progress, Trainer, TrainerOptions, Validation};

use eval::nnue::{Architecture, Features};

/// Returns the dimensions of the networks that are trained with these features.
pub const fn architecture(features: Features) -> Architecture {
    Architecture { features, width: WIDTH, hidden1: HIDDEN, hidden2: HIDDEN }
}

/// Numbers in the accumulator of a side.
const WIDTH: usize = 256;
/// Outputs of each hidden layer.
const HIDDEN: usize = 32;
/// The output is in units of this many centipawns of the common scale.
const OUTPUT_CP: f32 = export::OUTPUT_ONE / export::FV_SCALE;
