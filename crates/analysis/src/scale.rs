//! Win probability: what a score means in games won.
//!
//! Source: the logistic curve with K = 600 is the habit that began with Ponanza and that YaneuraOu,
//!         MyShogi and ShogiHome share. Programs' own scores in floodgate's games of 2016 fit K = 348.

/// The scale K of win probabilities.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale(f64);

/// The largest score that counts, in centipawns.
const CLAMP: i32 = 3_000;
/// The win probability of a mate that a search announces and no solver has proved.
pub const SEARCHED_MATE: f64 = 99.5;

impl Scale {
    /// The scale that other programs show by habit.
    pub const HABIT: Self = Self(600.0);
    /// The scale that fits the scores of programs on floodgate in 2016 (27,265 games).
    pub const FITTED: Self = Self(348.0);

    /// A scale; none unless it is a positive number up to a million.
    pub fn new(k: f64) -> Option<Self> {
        (k > 0.0 && k <= 1e6).then_some(Self(k))
    }

    /// The number K.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// The win probability of a score in percent.
    pub fn win(self, cp: i32) -> f64 {
        let w = 100.0 / (1.0 + (-f64::from(cp.clamp(-CLAMP, CLAMP)) / self.0).exp());
        // 0 and 100 are for what is proved.
        w.clamp(100.0 - SEARCHED_MATE, SEARCHED_MATE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_symmetric_and_rises() {
        let scale = Scale::HABIT;
        assert_eq!(scale.win(0), 50.0);
        assert!((scale.win(145) - 56.0).abs() < 0.1);
        assert!((scale.win(1231) - 88.6).abs() < 0.1);
        for cp in -3500..3500 {
            assert!(scale.win(cp) <= scale.win(cp + 1));
            assert!((scale.win(cp) + scale.win(-cp) - 100.0).abs() < 1e-9);
        }
        assert!(Scale::new(0.0).is_none() && Scale::new(f64::NAN).is_none());
    }
}
