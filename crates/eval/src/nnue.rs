//! Networks in the nn.bin format: HalfKP, K-P and our own KingZone, of several widths, by one code.
//!
//! Source:  Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//!          Shogi" (2018): the network, HalfKP features, quantisation. The file format nn.bin and
//!          the K-P features as YaneuraOu has them; docs/weights-files.md specifies the format
//! Here:    an architecture is recognised by its hashes and the size of the file; accumulators are
//!          brought up to date only when a value is asked for
//!
//! ```text
//! pieces ─► feature rows (i16) ─► accumulator per side ─► clamp 0..127 ─► dense ─► dense ─► value
//! ```

mod accumulator;
mod architecture;
mod dense;
mod embedded;
mod error;
mod evaluator;
mod follower;
pub mod kernels;
mod king_zone;
mod network;
mod reader;
mod refresh;
mod states;
mod unit;
mod writer;

pub use architecture::{Architecture, Features};
pub use embedded::embedded;
pub use error::{Expected, Found, NetworkError};
pub use evaluator::{Contribution, FvScale, Network, Nnue};
pub(crate) use reader::is_network;
pub use writer::{QuantisedLayer, QuantisedWeights};
