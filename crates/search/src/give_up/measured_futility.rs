//! Futility one ply before the horizon, with a margin taken from its measured precision.
//!
//! Known as: reverse futility pruning (RFP) with a margin measured in play
//! Source:   M (Mattari Yuuchan): cut if beta <= value - margin; for each candidate margin count
//!           how often it would cut (CountAll) and how often the search then disagrees (CountFail);
//!           precision = 1 - CountFail / CountAll; once CountAll exceeds 500 in a game, the margin
//!           whose precision exceeds the target is adopted. A pawn is 20 and the fixed margin 50
//! Here:     not on the principal variation, not where beta is a mate; the paper does not print its
//!           candidates, ours are 0, 10 ... 100; of several that pass the smallest is adopted, which
//!           cuts most. The paper leaves open how to decide sooner. Our answer,
//!           [`MarginRule::Sequential`], cuts from the first node on, at first by the fixed margin.
//!           Nodes below that margin are searched anyway and measure smaller margins for free; one
//!           cut of sixteen is searched nevertheless. A margin is adopted as soon as a confidence
//!           bound of its precision (Wilson 1927) passes the target. Half of the counts carry over
//!           into the next game
//! Worth:    not measured with these candidates; with others and another quiescence our rule was
//!           14 ± 19 Elo over the fixed margin (300 games, 2,000 nodes; docs/record/lab.md)
//! Off:      `measured-futility`

use crate::depth::Depth;
use crate::node::{Node, SoFar};
use crate::score::Score;
use crate::technique::Technique;
use crate::worker::Worker;

/// The margins that are counted, in twentieths of a pawn. Those below 0 cut nodes whose static value
/// is below beta; they are there to see where precision falls, and no rule adopts them.
pub const MARGINS: [i32; 18] =
    [-200, -150, -100, -80, -60, -40, -20, 0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
/// The smallest margin that a rule may adopt.
const LEAST_CANDIDATE: i32 = 0;
/// The margin that M's program used before the paper, in twentieths of a pawn.
pub const FIXED: i32 = 50;
/// The number of cuts that must have been counted before the paper's rule adopts a margin.
const ENOUGH: f64 = 500.0;
/// The sampling interval of the sequential rule: every sixteenth cut node is searched anyway.
const SAMPLE: u32 = 16;
/// The precision that the recipe's default rule asks for, in thousandths; `M-match` compares others.
const DEFAULT_TARGET: u32 = 998;
/// The quantile of the normal distribution for a one-sided bound of 95 %.
const SIGMAS: f64 = 1.645;
/// The effective number of counts that the sequential rule needs for a bound.
const FEW: f64 = 30.0;

/// The rule by which the margin is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MarginRule {
    /// The margin is always this one, in twentieths of a pawn.
    Fixed(i32),
    /// Nothing is cut; cuts that each margin would have made are only counted.
    Measure,
    /// The paper's rule adopts the first margin that passes the target after 500 cuts in a game.
    AfterCount {
        /// The precision that is asked for, in thousandths.
        target: u32,
    },
    /// Our rule cuts from the first node on, as the header of this file explains.
    Sequential {
        /// The precision that is asked for, in thousandths.
        target: u32,
    },
}

/// The counts of one margin. A node that was searched as a sample of 16 cuts has a weight of 16.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Count {
    /// The cuts that the margin would have made (the paper's CountAll).
    pub all: f64,
    /// The cuts that the search did not confirm (the paper's CountFail).
    pub fail: f64,
    /// The sum of the squares of the weights.
    squares: f64,
}

impl Count {
    /// The share of cuts that the search confirmed.
    pub fn precision(&self) -> Option<f64> {
        (self.all > 0.0).then(|| 1.0 - self.fail / self.all)
    }

    /// The lower end of Wilson's interval for the precision.
    fn lower_bound(&self) -> Option<f64> {
        let precision = self.precision()?;
        // The effective number of counts: that many equal weights would be as informative.
        let n = self.all * self.all / self.squares;
        if n < FEW {
            return None;
        }
        let z2 = SIGMAS * SIGMAS;
        let centre = precision + z2 / (2.0 * n);
        let spread = SIGMAS * (precision * (1.0 - precision) / n + z2 / (4.0 * n * n)).sqrt();
        Some((centre - spread) / (1.0 + z2 / n))
    }
}

/// The counts of all margins, and the margin in use.
#[derive(Clone, Debug)]
pub struct Precision {
    /// The rule that chooses the margin.
    rule: MarginRule,
    /// The counts of the margins.
    counts: [Count; MARGINS.len()],
    /// The margin that the rule has adopted.
    adopted: Option<i32>,
    /// The nodes that were cut since the game began.
    cuts: u64,
    /// The cuts since the last one that was searched as a sample.
    since_sample: u32,
}

impl Default for Precision {
    fn default() -> Self {
        Self::new(MarginRule::Sequential { target: DEFAULT_TARGET })
    }
}

impl Precision {
    /// Returns empty counts.
    pub fn new(rule: MarginRule) -> Self {
        let counts = [Count::default(); MARGINS.len()];
        Self { rule, counts, adopted: None, cuts: 0, since_sample: 0 }
    }

    /// Clears the counts before a game; our rule keeps its margin and half of its counts.
    pub(crate) fn new_game(&mut self) {
        let old = std::mem::replace(self, Self::new(self.rule));
        if let MarginRule::Sequential { .. } = self.rule {
            self.adopted = old.adopted;
            self.counts = old.counts.map(|count| Count {
                all: count.all / 2.0,
                fail: count.fail / 2.0,
                squares: count.squares / 2.0,
            });
        }
    }

    /// The margin that the rule has adopted.
    pub fn adopted(&self) -> Option<i32> {
        self.adopted
    }

    /// The number of nodes that were cut since the game began.
    pub fn cuts(&self) -> u64 {
        self.cuts
    }

    /// The counts of the [`MARGINS`]; those below 0 count under [`MarginRule::Measure`] only.
    pub fn counts(&self) -> &[Count; MARGINS.len()] {
        &self.counts
    }

    /// The margin that cuts at present, if any does.
    fn margin(&self) -> Option<i32> {
        match self.rule {
            MarginRule::Fixed(margin) => Some(margin),
            MarginRule::Measure => None,
            MarginRule::AfterCount { .. } => self.adopted,
            MarginRule::Sequential { .. } => Some(self.adopted.unwrap_or(FIXED)),
        }
    }

    /// The smallest margin that the rule has any use for.
    fn least(&self) -> i32 {
        match self.rule {
            MarginRule::Fixed(margin) => margin,
            MarginRule::Measure => MARGINS[0],
            MarginRule::AfterCount { .. } | MarginRule::Sequential { .. } => LEAST_CANDIDATE,
        }
    }

    /// Is a node cut whose static value is `excess` above beta? A sample is not cut.
    fn cuts_at(&mut self, excess: i32) -> bool {
        if self.margin().is_none_or(|margin| excess < margin) {
            return false;
        }
        if let MarginRule::Sequential { .. } = self.rule {
            self.since_sample = (self.since_sample + 1) % SAMPLE;
            if self.since_sample == 0 {
                return false;
            }
        }
        self.cuts += 1;
        true
    }

    /// Counts a node that was searched although its static value was `excess` above beta.
    fn learn(&mut self, excess: i32, was_wrong: bool) {
        let target = match self.rule {
            MarginRule::Fixed(_) => return,
            MarginRule::Measure => None,
            MarginRule::AfterCount { .. } if self.adopted.is_some() => return,
            MarginRule::AfterCount { target } | MarginRule::Sequential { target } => Some(target),
        };
        let least = self.least();
        let stands_for_cuts = self.margin().is_some_and(|margin| excess >= margin);
        let weight = if stands_for_cuts { f64::from(SAMPLE) } else { 1.0 };
        let would_cut = |margin: i32| (least..=excess).contains(&margin);
        for (count, _) in
            self.counts.iter_mut().zip(MARGINS).filter(|(_, margin)| would_cut(*margin))
        {
            count.all += weight;
            count.squares += weight * weight;
            count.fail += if was_wrong { weight } else { 0.0 };
        }
        if let Some(target) = target {
            let target = f64::from(target) / 1000.0;
            // Samples weigh much and make the bound uncertain, so an adopted margin stays as long
            // as its precision itself reaches the target.
            let kept = self.adopted.filter(|&margin| self.is_precise(margin, target));
            self.adopted = self.best(target).or(kept);
        }
    }

    /// Is the precision of the margin above the target?
    fn is_precise(&self, margin: i32, target: f64) -> bool {
        let counted = self.counts.iter().zip(MARGINS).find(|(_, n)| *n == margin);
        counted.and_then(|(count, _)| count.precision()).is_some_and(|share| share > target)
    }

    /// The smallest margin that passes the target by the rule.
    fn best(&self, target: f64) -> Option<i32> {
        let passes = |count: &Count| match self.rule {
            MarginRule::Sequential { .. } => count.lower_bound().is_some_and(|low| low > target),
            _ => count.all > ENOUGH && count.precision().is_some_and(|share| share > target),
        };
        let mut candidates =
            self.counts.iter().zip(MARGINS).filter(|(_, margin)| *margin >= LEAST_CANDIDATE);
        candidates.find(|(count, _)| passes(count)).map(|(_, margin)| margin)
    }
}

/// The distance of the static value above beta, in twentieths of a pawn, if a margin would cut.
fn excess(worker: &Worker<'_>, node: &Node) -> Option<i32> {
    let beta = node.window.beta;
    let applies = node.depth < Depth::plies(2)
        && !node.is_root
        && !node.is_pv
        && !node.in_check
        && !beta.is_mate();
    let pawn = worker.values().of(shogi::PieceKind::Pawn) / 2;
    let above = node.static_eval.filter(|_| applies)? - beta;
    let least = worker.precision().least();
    Some((above * 20).div_euclid(pawn.max(1))).filter(|&excess| excess >= least)
}

/// Returns beta if the present margin cuts the node.
pub(crate) fn cut(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
    let excess = excess(worker, node)?;
    worker.precision_mut().cuts_at(excess).then_some(node.window.beta)
}

/// Counts the result of a node that was not cut, for the margins that would have cut it.
pub(crate) fn learn(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar) {
    if !worker.on(Technique::MeasuredFutility) {
        return;
    }
    if let Some(excess) = excess(worker, node) {
        worker.precision_mut().learn(excess, so_far.best < node.window.beta);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(precision: &mut Precision, times: usize, excess: i32, wrong_of_ten: usize) {
        for n in 0..times {
            if !precision.cuts_at(excess) {
                precision.learn(excess, n % 10 < wrong_of_ten);
            }
        }
    }

    #[test]
    fn the_paper_decides_after_500_cuts_and_forgets() {
        let mut precision = Precision::new(MarginRule::AfterCount { target: 600 });
        feed(&mut precision, 500, 45, 3);
        assert_eq!(precision.adopted(), None);
        feed(&mut precision, 1, 45, 3);
        assert_eq!(precision.adopted(), Some(0));
        assert!(precision.cuts_at(5));
        precision.new_game();
        assert_eq!((precision.adopted(), precision.cuts()), (None, 0));
    }

    #[test]
    fn imprecise_margins_are_passed_over() {
        let mut precision = Precision::new(MarginRule::AfterCount { target: 600 });
        feed(&mut precision, 2000, 5, 9);
        feed(&mut precision, 501, 45, 1);
        // 1,800 of 2,000 wrong at margin 0; at 10 only the good ones count.
        assert_eq!(precision.adopted(), Some(10));
    }

    #[test]
    fn the_sequential_rule_decides_sooner_and_remembers() {
        let mut precision = Precision::new(MarginRule::Sequential { target: 600 });
        assert!(precision.cuts_at(55), "the fixed margin cuts from the start");
        feed(&mut precision, 120, 25, 2);
        assert_eq!(precision.adopted(), Some(0));
        precision.new_game();
        assert_eq!(precision.adopted(), Some(0));
        // An adopted margin is still tested.
        feed(&mut precision, 20_000, 5, 9);
        assert!(precision.adopted().is_none_or(|margin| margin > 5), "it was wrong too often");
    }

    /// The paper's rule again, from a list of all nodes: the first time that a margin has more than
    /// 500 of them, precise enough, the smallest such margin is adopted.
    fn adopted_by_definition(nodes: &[(i32, bool)], target: f64) -> Option<i32> {
        (1..=nodes.len()).find_map(|seen| {
            (0..=100).step_by(10).find(|&margin| {
                let cut = nodes[..seen].iter().filter(|(excess, _)| *excess >= margin);
                let (all, wrong) =
                    cut.fold((0, 0), |(all, wrong), node| (all + 1, wrong + i32::from(node.1)));
                all > 500 && 1.0 - f64::from(wrong) / f64::from(all) > target
            })
        })
    }

    #[test]
    fn the_paper_s_rule_is_its_definition() {
        let mut state = 7_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        let mut seen = Vec::new();
        for target in [400, 500, 550, 600, 650, 700] {
            // The farther above beta, the less often wrong.
            let nodes: Vec<(i32, bool)> = (0..1500)
                .map(|_| {
                    let excess = random(160) as i32 - 20;
                    (excess, random(160) as i32 > excess + 20)
                })
                .collect();
            let mut precision = Precision::new(MarginRule::AfterCount { target });
            for &(excess, was_wrong) in nodes.iter().filter(|node| node.0 >= 0) {
                precision.learn(excess, was_wrong);
            }
            let expected = adopted_by_definition(&nodes, f64::from(target) / 1000.0);
            assert_eq!(precision.adopted(), expected, "{target}");
            seen.push(expected);
        }
        assert!(seen.iter().any(|margin| margin.is_some_and(|margin| margin > 0)), "{seen:?}");
    }

    #[test]
    fn margins_below_zero_are_measured_and_never_adopted() {
        let mut measured = Precision::new(MarginRule::Measure);
        feed(&mut measured, 600, -30, 0);
        let below: Vec<f64> = measured.counts().iter().map(|count| count.all).collect();
        let expected = MARGINS.map(|margin| if margin <= -30 { 600.0 } else { 0.0 });
        assert_eq!(below, expected);
        for rule in [MarginRule::AfterCount { target: 400 }, MarginRule::Sequential { target: 400 }]
        {
            let mut precision = Precision::new(rule);
            feed(&mut precision, 5000, 30, 0);
            assert_eq!(precision.adopted(), Some(0), "{rule:?}");
            assert!(precision.counts()[0].all == 0.0, "{rule:?}");
        }
    }

    #[test]
    fn a_fixed_margin_stays() {
        let mut precision = Precision::new(MarginRule::Fixed(50));
        assert!(!precision.cuts_at(49) && precision.cuts_at(50));
        feed(&mut precision, 5000, 5, 0);
        assert_eq!(precision.adopted(), None);
    }
}
