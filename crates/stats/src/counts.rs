//! Counts of results: games (trinomial) and pairs of games from one opening (pentanomial).

/// Results of single games, from one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WinsDrawsLosses {
    /// Games won.
    pub wins: u64,
    /// Games without a winner.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Pairs of games with the same opening and colours changed, by the points of both games
/// together: 0, 1/2, 1, 3/2, 2. The two games of a pair are not independent; pairs are, so
/// their spread is the one to go by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs {
    counts: [u64; 5],
}

impl WinsDrawsLosses {
    /// Counts of games.
    pub const fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Self { wins, draws, losses }
    }

    /// All games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A win is 1, a draw 1/2.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The same games from the other side.
    pub const fn reversed(&self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    pub(crate) fn histogram(&self) -> [(f64, f64); 3] {
        [(0.0, self.losses as f64), (0.5, self.draws as f64), (1.0, self.wins as f64)]
    }
}

impl Pairs {
    /// Counts of pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub const fn new(counts: [u64; 5]) -> Self {
        Self { counts }
    }

    /// Counts of pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub const fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// Adds a pair with `half_points` half points, at most 4.
    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.counts.get_mut(half_points) {
            *count += 1;
        }
    }

    /// All pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Points per game.
    pub fn score(&self) -> Option<f64> {
        (self.pairs() > 0).then(|| self.mean_and_variance().0)
    }

    /// Points per game, and the variance of a pair's points per game.
    pub(crate) fn mean_and_variance(&self) -> (f64, f64) {
        mean_and_variance(&self.histogram())
    }

    pub(crate) fn histogram(&self) -> [(f64, f64); 5] {
        std::array::from_fn(|at| (at as f64 / 4.0, self.counts[at] as f64))
    }
}

/// Of values with their weights.
pub(crate) fn mean_and_variance(histogram: &[(f64, f64)]) -> (f64, f64) {
    let total: f64 = histogram.iter().map(|(_, weight)| weight).sum();
    let mean = histogram.iter().map(|(value, weight)| value * weight).sum::<f64>() / total;
    let square = |(value, weight): &(f64, f64)| (value - mean).powi(2) * weight;
    (mean, histogram.iter().map(square).sum::<f64>() / total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_scores() {
        let games = WinsDrawsLosses::new(3, 2, 5);
        assert_eq!((games.games(), games.points(), games.score()), (10, 4.0, Some(0.4)));
        assert_eq!(games.reversed().points(), 6.0);
        assert_eq!(WinsDrawsLosses::default().score(), None);
        let mut pairs = Pairs::new([1, 0, 2, 0, 0]);
        pairs.add(4);
        pairs.add(9);
        assert_eq!((pairs.pairs(), pairs.score()), (4, Some(0.5)));
        assert_eq!(pairs.mean_and_variance(), (0.5, 0.125));
    }
}
