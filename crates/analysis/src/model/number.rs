//! Numbers with fixed decimals, so that the bytes of a report do not depend on the last bits of a
//! logarithm.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number rounded to two decimals; never a NaN and never infinite.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct Number(f64);

impl Number {
    /// Rounds a number to two decimals. What is no number becomes 0.
    pub fn new(value: f64) -> Self {
        let rounded = (value.clamp(-1e12, 1e12) * 100.0).round() / 100.0;
        // Adding zero turns -0 into 0, which is written without a sign.
        Self(if rounded.is_nan() { 0.0 } else { rounded + 0.0 })
    }

    /// The number.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// The number as a whole one.
    pub fn whole(self) -> i64 {
        self.0.round() as i64
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        Self::new(value)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        f64::deserialize(deserializer).map(Self::new)
    }
}
