//! Writes networks as nn.bin files, field by field.
//!
//! Source:  YaneuraOu, whose format this is (after Nasu 2018)

use super::architecture::{Architecture, padded};

/// The version that every writer of the format uses.
const VERSION: u32 = 0x7AF3_2F16;

/// A dense layer in whole numbers: one bias for each output, one weight for each output and input,
/// output by output.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QuantisedLayer {
    /// The biases.
    pub biases: Vec<i32>,
    /// The weights, without padding.
    pub weights: Vec<i8>,
}

/// All weights of a network in whole numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuantisedWeights {
    /// The dimensions.
    pub architecture: Architecture,
    /// The biases of the first layer.
    pub bias: Vec<i16>,
    /// The rows of the first layer, one behind the other.
    pub rows: Vec<i16>,
    /// The linear weights of the rows of a block; empty without a linear path.
    pub linear: Vec<i32>,
    /// The two hidden layers and the output of each stage.
    pub stages: Vec<[QuantisedLayer; 3]>,
}

impl QuantisedWeights {
    /// The bytes of the nn.bin file with this text in its header.
    pub fn to_bytes(&self, text: &str) -> Vec<u8> {
        let architecture = self.architecture;
        let mut file = Vec::with_capacity(architecture.payload() + text.len() + 20);
        let word = |file: &mut Vec<u8>, number: u32| file.extend(number.to_le_bytes());
        word(&mut file, VERSION);
        word(&mut file, architecture.file_hash());
        word(&mut file, text.len() as u32);
        file.extend(text.as_bytes());
        word(&mut file, architecture.features_hash());
        for number in self.bias.iter().chain(&self.rows) {
            file.extend(number.to_le_bytes());
        }
        for number in &self.linear {
            file.extend(number.to_le_bytes());
        }
        word(&mut file, architecture.network_hash());
        for layer in self.stages.as_flattened() {
            for bias in &layer.biases {
                file.extend(bias.to_le_bytes());
            }
            let inputs = layer.weights.len() / layer.biases.len();
            for row in layer.weights.chunks_exact(inputs) {
                file.extend(row.iter().map(|&weight| weight as u8));
                file.extend(std::iter::repeat_n(0, padded(inputs) - inputs));
            }
        }
        file
    }
}
