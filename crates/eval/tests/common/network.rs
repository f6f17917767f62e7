//! nn.bin files with random weights, written field by field as the format says.

use super::Numbers;

/// The features of a network file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    HalfKp,
    Kp,
    KingZone,
}

/// Dimensions and hashes of a network file, as the tests understand the format.
#[derive(Clone, Copy)]
pub struct Shape {
    pub kind: Kind,
    pub width: usize,
    pub hidden1: usize,
    pub hidden2: usize,
    pub file_hash: u32,
    pub features_hash: u32,
    pub network_hash: u32,
}

pub const HALF_KP_256: Shape = Shape {
    kind: Kind::HalfKp,
    width: 256,
    hidden1: 32,
    hidden2: 32,
    file_hash: 0x3E5A_A6EE,
    features_hash: 0x5D69_D7B8,
    network_hash: 0x6333_7156,
};

pub const KP_256: Shape =
    Shape { kind: Kind::Kp, file_hash: 0x5C64_64A9, features_hash: 0x3F57_15FF, ..HALF_KP_256 };

pub const KING_ZONE_256: Shape = Shape {
    kind: Kind::KingZone,
    file_hash: 0x534B_5801 ^ 0x6333_7156,
    features_hash: 0x534B_5801,
    ..HALF_KP_256
};

impl Shape {
    /// A HalfKP network of other dimensions; its inner hashes are left out of the file.
    pub fn half_kp(width: usize, hidden1: usize, hidden2: usize, file_hash: u32) -> Self {
        Self {
            width,
            hidden1,
            hidden2,
            file_hash,
            features_hash: 0,
            network_hash: 0,
            ..HALF_KP_256
        }
    }

    pub fn rows(&self) -> usize {
        match self.kind {
            Kind::HalfKp => 81 * 1548,
            Kind::Kp => 1548 + 162,
            Kind::KingZone => 8 * (1548 + 162),
        }
    }

    pub fn linear_weights(&self) -> usize {
        if self.kind == Kind::KingZone { 1548 + 162 } else { 0 }
    }

    pub fn stages(&self) -> usize {
        if self.kind == Kind::KingZone { 4 } else { 1 }
    }

    /// A file with random weights of the size that real networks have.
    pub fn file(&self, seed: u64) -> Vec<u8> {
        let mut numbers = Numbers(seed);
        let mut file = Vec::new();
        let text = b"random weights, made by a test";
        let word = |file: &mut Vec<u8>, number: u32| file.extend(number.to_le_bytes());
        word(&mut file, 0x7AF3_2F16);
        word(&mut file, self.file_hash);
        word(&mut file, text.len() as u32);
        file.extend(text);
        if self.features_hash != 0 {
            word(&mut file, self.features_hash);
        }
        for _ in 0..self.width {
            file.extend((numbers.between(-60, 60) as i16).to_le_bytes());
        }
        for _ in 0..self.rows() * self.width / 4 {
            let bits = numbers.next();
            for part in 0..4 {
                let weight = ((bits >> (16 * part)) as i16) >> 10;
                file.extend(weight.to_le_bytes());
            }
        }
        for _ in 0..self.linear_weights() {
            word(&mut file, numbers.between(-9000, 9000) as u32);
        }
        if self.network_hash != 0 {
            word(&mut file, self.network_hash);
        }
        let layers =
            [(2 * self.width, self.hidden1), (self.hidden1, self.hidden2), (self.hidden2, 1)];
        for (inputs, outputs) in layers.repeat(self.stages()) {
            for _ in 0..outputs {
                word(&mut file, numbers.between(-4000, 4000) as u32);
            }
            // Weights of the padding are there, too, and must not count.
            for _ in 0..outputs * inputs.div_ceil(32) * 32 {
                let byte = numbers.next() as u8 as i8;
                file.push(if inputs > 64 { byte >> 3 } else { byte } as u8);
            }
        }
        file
    }
}
