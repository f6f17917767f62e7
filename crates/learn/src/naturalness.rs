//! Naturalness: how likely each legal move of a position is by its category, counted from records.
//!
//! Source: the categories are those of G (Gekisashi 2005), table 1, with ours
//! Here:   a move belongs to the first of its categories in an order by how often one such move is
//!         played; its weight is the share of such moves that were played, by phase and in check or
//!         not, and a move's probability its weight over those of all legal moves
//! Worth:  log loss on held-out games against the choice by chance: docs/record/learning.md

use std::fmt::{self, Write};
use std::sync::LazyLock;

use search::{Categories, Category};
use shogi::{Move, Position};

use crate::statistics::{MoveCounts, Stratum};

/// The weights that come with the program.
const BUILT_IN: &str = include_str!("naturalness/floodgate.txt");
/// The longest table that is read, in bytes.
const LONGEST: usize = 1 << 20;
/// A stratum's count is mixed with this many moves of the share in all strata.
const PRIOR_MOVES: f64 = 100.0;

/// Moves played and legal moves.
type Cell = [u64; 2];

/// The weights of moves by category, phase, and in check or not.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveWeights {
    /// All categories; a move belongs to the first that it fits.
    order: Vec<Category>,
    /// The counts of each category, in the order of [`Category::ALL`], by stratum.
    cells: Vec<[Cell; Stratum::COUNT]>,
    /// What follows from the counts.
    weights: Vec<[f64; Stratum::COUNT]>,
}

/// The reason why a text is no table of weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// The line is not a category with a pair of counts for each stratum.
    Line(usize),
    /// The line is about a category that an earlier line is about.
    Twice(usize, &'static str),
    /// The table has no line for the category.
    Missing(&'static str),
    /// The table has more bytes than any table needs.
    TooLong(usize),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(
                f,
                "line {number}: expected a category and {} counts of moves played and legal, as in \
                 `check 12/345 ...`",
                Stratum::COUNT
            ),
            Self::Twice(number, name) => {
                write!(f, "line {number}: there is a line for {name} already")
            }
            Self::Missing(name) => write!(f, "there is no line for {name}"),
            Self::TooLong(bytes) => {
                write!(f, "{bytes} bytes, expected a table of at most {LONGEST}")
            }
        }
    }
}

impl std::error::Error for WeightsError {}

impl MoveWeights {
    /// The weights that come with the program, from games of programs on floodgate.
    pub fn built_in() -> &'static Self {
        static WEIGHTS: LazyLock<MoveWeights> = LazyLock::new(|| {
            MoveWeights::parse(BUILT_IN).expect("the weights that come with the program are sound")
        });
        &WEIGHTS
    }

    /// The text of the weights that come with the program.
    pub const fn built_in_text() -> &'static str {
        BUILT_IN
    }

    /// Makes weights from counts.
    pub fn counted(moves: &MoveCounts) -> Self {
        let mut order = Category::ALL.to_vec();
        let share = |category: Category| moves.count(category, |_| true).of_one_move();
        // A stable sort keeps the order of categories among equals.
        order.sort_by(|&one, &other| share(other).total_cmp(&share(one)));
        let mut cells = vec![[Cell::default(); Stratum::COUNT]; Category::ALL.len()];
        for stratum in Stratum::all() {
            for (set, [legal, played]) in moves.sets(stratum) {
                if let Some(category) = first(&order, set) {
                    let cell = &mut cells[category as usize][stratum.index()];
                    cell[0] += played;
                    cell[1] += legal;
                }
            }
        }
        Self::new(order, cells)
    }

    fn new(order: Vec<Category>, cells: Vec<[Cell; Stratum::COUNT]>) -> Self {
        let weights = cells.iter().map(weights_of).collect();
        Self { order, cells, weights }
    }

    /// Reads a table with a line for each category, the one that decides first on the first line. A
    /// pair of counts for each stratum follows the name; lines that start with `#` are comments.
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        if text.len() > LONGEST {
            return Err(WeightsError::TooLong(text.len()));
        }
        let mut order = Vec::new();
        let mut cells = vec![[Cell::default(); Stratum::COUNT]; Category::ALL.len()];
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let (category, counts) = parse_line(line).ok_or(WeightsError::Line(index + 1))?;
            if order.contains(&category) {
                return Err(WeightsError::Twice(index + 1, category.name()));
            }
            order.push(category);
            cells[category as usize] = counts;
        }
        match Category::ALL.iter().find(|category| !order.contains(category)) {
            Some(missing) => Err(WeightsError::Missing(missing.name())),
            None => Ok(Self::new(order, cells)),
        }
    }

    /// Writes the table.
    pub fn to_text(&self, source: &str) -> String {
        // A line break in the source must not begin a line of the table.
        let source = source.replace(['\n', '\r'], " ");
        let mut text = format!(
            "# Moves played and legal moves by category; a move belongs to the first line it fits.\n\
             # Counted by `sakiyomi learn records`: {source}.\n# category"
        );
        for stratum in Stratum::all() {
            let _ = write!(text, " {}-{}", stratum.check_name(), stratum.phase.name());
        }
        text.push('\n');
        for &category in &self.order {
            text += category.name();
            for [played, legal] in self.cells[category as usize] {
                let _ = write!(text, " {played}/{legal}");
            }
            text.push('\n');
        }
        text
    }

    /// The category that decides about a move of these categories; none of an empty set.
    pub fn category(&self, categories: Categories) -> Option<Category> {
        first(&self.order, categories)
    }

    /// The weight of a move, more than 0; the moves of a position have probabilities in proportion.
    pub fn weight(&self, stratum: Stratum, categories: Categories) -> f64 {
        let category = self.category(categories).unwrap_or(Category::Losing);
        self.weights[category as usize][stratum.index()]
    }

    /// The legal moves of a position with their categories and probabilities, which add up to 1. The
    /// position should know the move that led to it.
    pub fn probabilities(&self, position: &Position) -> Vec<(Move, Category, f64)> {
        let stratum = Stratum::of(position);
        let mut moves: Vec<(Move, Category, f64)> = position
            .legal_moves()
            .iter()
            .filter_map(|&mv| {
                let all = Category::all_of(position, mv);
                Some((mv, self.category(all)?, self.weight(stratum, all)))
            })
            .collect();
        let sum: f64 = moves.iter().map(|one| one.2).sum();
        moves.iter_mut().for_each(|one| one.2 /= sum);
        moves
    }
}

/// The first category of the order that is in the set.
fn first(order: &[Category], set: Categories) -> Option<Category> {
    order.iter().copied().find(|&category| set.has(category))
}

/// The weights of a category from its counts by stratum.
fn weights_of(cells: &[Cell; Stratum::COUNT]) -> [f64; Stratum::COUNT] {
    let sum = |part: usize| cells.iter().map(|cell| cell[part] as f64).sum::<f64>();
    let all = (sum(0) + 0.5) / (sum(1) + 1.0);
    cells.map(|[played, legal]| (played as f64 + PRIOR_MOVES * all) / (legal as f64 + PRIOR_MOVES))
}

/// Reads a line with as many counts as there are strata; no category is played more often than it
/// could be.
fn parse_line(line: &str) -> Option<(Category, [Cell; Stratum::COUNT])> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let category = *Category::ALL.iter().find(|category| category.name() == name)?;
    let mut cells = [Cell::default(); Stratum::COUNT];
    for cell in &mut cells {
        let (played, legal) = words.next()?.split_once('/')?;
        // 32 bits are enough for every corpus, and their sums do not overflow.
        *cell = [played.parse::<u32>().ok()?, legal.parse::<u32>().ok()?].map(u64::from);
        if cell[0] > cell[1] {
            return None;
        }
    }
    words.next().is_none().then_some((category, cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_come_back_as_they_were_written() {
        let weights = MoveWeights::built_in();
        let text = weights.to_text("games\nof floodgate");
        assert_eq!(MoveWeights::parse(&text).as_ref(), Ok(weights));
        let without = |name: &str| -> String {
            let lines = text.lines().filter(|line| !line.starts_with(name));
            lines.map(|line| format!("{line}\n")).collect()
        };
        let error = |text: &str| MoveWeights::parse(text).err();
        assert_eq!(error(&without("king-move")), Some(WeightsError::Missing("king-move")));
        let line = "losing 1/2 1/2 1/2 1/2 1/2 1/2";
        assert_eq!(error(&format!("{line}\n\n{line}")), Some(WeightsError::Twice(3, "losing")));
        for bad in [
            "losing",
            "losing 1/2",
            "losing 1/2 1/2 1/2 1/2 1/2 1/2 1/2",
            "losing 3/2 1/2 1/2 1/2 1/2 1/2",
            "losing 1/99999999999 1/2 1/2 1/2 1/2 1/2",
            "losing -1/2 1/2 1/2 1/2 1/2 1/2",
            "castling 1/2 1/2 1/2 1/2 1/2 1/2",
        ] {
            assert_eq!(error(bad), Some(WeightsError::Line(1)), "{bad}");
        }
        let long = "#".repeat(LONGEST + 1);
        assert_eq!(error(&long), Some(WeightsError::TooLong(LONGEST + 1)));
    }

    #[test]
    fn probabilities_add_up_and_follow_the_strata() {
        for sfen in ["4k4/9/4p4/9/9/9/9/9/K3R4 b GP 1", "4k4/9/9/9/4r4/9/9/9/4K4 b PG 1"] {
            let position: Position = sfen.parse().expect("a position");
            let moves = MoveWeights::built_in().probabilities(&position);
            assert_eq!(moves.len(), position.legal_moves().len());
            let sum: f64 = moves.iter().map(|one| one.2).sum();
            assert!((sum - 1.0).abs() < 1e-9 && moves.iter().all(|one| one.2 > 0.0), "{sum}");
        }
        // Played twice in ten legal moves of the first stratum, never possible elsewhere.
        let mut cells = [[0, 0]; Stratum::COUNT];
        cells[0] = [2, 10];
        let weights = weights_of(&cells);
        let all = 2.5 / 11.0;
        assert!((weights[0] - (2.0 + 100.0 * all) / 110.0).abs() < 1e-12);
        assert!((weights[1] - all).abs() < 1e-12);
    }
}
