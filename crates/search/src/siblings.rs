//! The moves of a position side by side: each with the line and the score of a shallow search of its
//! own, for a learner that compares them with the move played.
//!
//! Known as: the first phase of the Bonanza method (comparison training)
//! Source:   Bonanza 6's learner, as paper E (2012), section 2, describes it: the played move is
//!           searched with an open window, the others with a window around its score; an answer to
//!           check is searched one ply deeper
//! Here:     any recipe can be the searcher; without one it is a plain search whose quiescence is
//!           brief. Every position begins with an empty memory, so that its
//!           lines do not depend on the positions before

use shogi::{Legality, Move, MoveList, Position, Wanted};

use crate::depth::Depth;
use crate::limits::NoDeadline;
use crate::recipe::Recipe;
use crate::recipe_name::RecipeName;
use crate::recipes::{Bonanza, Gekisashi, Learner, Tacos, Tournament, Yuuchan};
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::worker::{Settings, Worker};

/// A move with the best line behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sibling {
    /// The line from the position to the quiet one whose value is the score; the move is its first.
    pub line: Vec<Move>,
    /// The score of the line, from the side that has the choice between the siblings.
    pub score: Score,
}

/// The moves of a position, seen from the move that was played there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Siblings {
    /// The move played.
    pub played: Sibling,
    /// The other moves whose scores lie inside the window.
    pub inside: Vec<Sibling>,
    /// The number of moves that are better by the window's half width or more.
    pub better: u32,
    /// The number of moves that are worse by the window's half width or more.
    pub worse: u32,
    /// The nodes of the searches.
    pub nodes: u64,
}

/// What is asked of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// The recipe that searches; none stands for a plain search with a brief quiescence.
    pub recipe: Option<RecipeName>,
    /// The depth of the searches in plies, the compared move included; 1 is quiescence alone.
    pub depth: i32,
    /// Half the width of the window around the played move's score.
    pub window: i32,
}

impl Searcher {
    /// Compares the legal moves of a position with the move played there. None if the played move
    /// leads to a mate or to the end of the game by rule, where there is nothing to compare.
    pub fn siblings(
        &mut self,
        position: &Position,
        played: Move,
        comparison: Comparison,
        settings: &Settings,
    ) -> Option<Siblings> {
        let (evaluator, memory, shared) = self.parts();
        shared.tt.clear_part(0, 1);
        shared.begin();
        if comparison.depth > 1 || comparison.recipe == Some(RecipeName::Tournament) {
            memory.clear();
        } else {
            memory.forget_margins();
        }
        let worker =
            Worker::new(position, evaluator, memory, shared, &NoDeadline, settings.clone(), 0);
        let Some(recipe) = comparison.recipe else {
            return worker.compare::<Learner>(played, comparison);
        };
        match recipe {
            RecipeName::Tacos => worker.compare::<Tacos<false>>(played, comparison),
            RecipeName::Bonanza => worker.compare::<Bonanza<false>>(played, comparison),
            RecipeName::Yuuchan => worker.compare::<Yuuchan<false>>(played, comparison),
            RecipeName::Gekisashi => worker.compare::<Gekisashi<false>>(played, comparison),
            RecipeName::Tournament => worker.compare::<Tournament<false>>(played, comparison),
        }
    }
}

impl Worker<'_> {
    fn compare<R: Recipe>(mut self, played: Move, comparison: Comparison) -> Option<Siblings> {
        let Comparison { depth, window, .. } = comparison;
        R::new_search(&mut self);
        self.look_at_root::<R>(Depth::plies(depth));
        let played = self.line_of::<R>(played, Window::FULL, depth);
        if played.score.get().abs() >= Score::SUPERIOR.get() {
            return None;
        }
        let window = Window { alpha: played.score - window, beta: played.score + window };
        let mut list = MoveList::new();
        let declined = self.settings().non_promotions;
        self.position().generate(Wanted::All, Legality::Legal, declined, &mut list);
        let mut found = Siblings { played, inside: Vec::new(), better: 0, worse: 0, nodes: 0 };
        for &mv in list.iter().filter(|&&mv| mv != found.played.line[0]) {
            let sibling = self.line_of::<R>(mv, window, depth);
            if sibling.score >= window.beta {
                found.better += 1;
            } else if sibling.score <= window.alpha {
                found.worse += 1;
            } else {
                found.inside.push(sibling);
            }
        }
        found.nodes = self.nodes();
        Some(found)
    }

    /// Searches the position after a move.
    fn line_of<R: Recipe>(&mut self, mv: Move, window: Window, depth: i32) -> Sibling {
        self.play(mv);
        let depth = depth - 1 + i32::from(self.position().in_check());
        let score = -self.search::<R>(window.flipped(), Depth::plies(depth), false);
        let mut line = vec![mv];
        line.extend_from_slice(&self.frame().pv);
        self.take_back();
        Sibling { line, score }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::material::{Material, PieceValues};

    const WINDOW: i32 = 256;
    const BONANZA: Searched = Some(RecipeName::Bonanza);
    type Searched = Option<RecipeName>;

    fn siblings(sfen: &str, played: &str, depth: i32, recipe: Searched) -> Option<Siblings> {
        let mut searcher = Searcher::new(Material::default(), 1).expect("memory");
        let comparison = Comparison { recipe, depth, window: WINDOW };
        let position: Position = sfen.parse().expect("a position");
        let played = played.parse().expect("a move");
        searcher.siblings(&position, played, comparison, &Settings::default())
    }

    /// Follows a line and returns the value behind it, from the side that began it.
    fn value(sfen: &str, line: &[Move]) -> i32 {
        let mut position: Position = sfen.parse().expect("a position");
        let side = position.turn();
        line.iter().for_each(|&mv| position.play(mv));
        let balance = PieceValues::GEKISASHI.balance(&position);
        if side == shogi::Color::Black { balance } else { -balance }
    }

    #[test]
    fn every_line_leads_to_the_value_of_its_score() {
        // Bishops face each other; a rook is attacked by a silver.
        let sfen = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1";
        // The bishop's two moves into the camp without promotion are left out.
        let moves = sfen.parse::<Position>().expect("a position").legal_moves().len() as u32 - 2;
        let gekisashi = Some(RecipeName::Gekisashi);
        for recipe in [None, BONANZA, Some(RecipeName::Yuuchan), gekisashi] {
            for depth in [1, 2] {
                let found = siblings(sfen, "2g2f", depth, recipe).expect("no mate");
                let all = found.inside.len() as u32 + found.better + found.worse + 1;
                assert_eq!(all, moves, "{recipe:?} {depth}");
                for sibling in found.inside.iter().chain([&found.played]) {
                    let leaf = value(sfen, &sibling.line);
                    assert_eq!(leaf, sibling.score.get(), "{recipe:?} {depth} {sibling:?}");
                    assert!((sibling.score - found.played.score).abs() < WINDOW);
                }
            }
        }
    }

    #[test]
    fn a_lost_rook_is_far_worse_and_a_won_one_far_better() {
        let sfen = "4k4/9/9/9/4r4/4P4/9/9/4K3L b - 1";
        let taken = siblings(sfen, "5f5e", 1, BONANZA).expect("no mate");
        assert_eq!((taken.inside.len(), taken.better), (0, 0));
        let left = siblings(sfen, "1i1h", 1, BONANZA).expect("no mate");
        assert_eq!(left.better, 1);
    }

    #[test]
    fn a_position_does_not_depend_on_those_before() {
        let sfen = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1";
        let (start, other) = (Position::startpos(), sfen.parse::<Position>().expect("a position"));
        for depth in [1, 2] {
            let mut searcher = Searcher::new(Material::default(), 1).expect("memory");
            let settings = Settings::default();
            let comparison = Comparison { recipe: BONANZA, depth, window: WINDOW };
            let mut compare = |position: &Position, mv: &str| {
                searcher.siblings(position, mv.parse().expect("a move"), comparison, &settings)
            };
            let first = compare(&other, "8h2b+");
            compare(&start, "7g7f");
            compare(&start, "2g2f");
            assert_eq!(compare(&other, "8h2b+"), first, "depth {depth}");
        }
    }

    #[test]
    fn nothing_is_compared_with_a_mate() {
        let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
        assert_eq!(siblings(sfen, "G*5b", 2, BONANZA), None);
        assert!(siblings(sfen, "5i5h", 1, BONANZA).is_some());
    }
}
