//! Several lines: every exact line is searched as deep as it says, and it is a whole line.
//!
//! A line is compared with a search of its first move alone (`searchmoves`) in the same session. Two
//! searches of one move are often apart themselves if they began with different tables, so the
//! lines are held to that measure: docs/record/usi.md.
//!
//! A small part runs with all tests. All of it (1,000 lines of depths 6 to 10, many minutes, and the
//! lines of each recipe, a minute):
//!
//! ```text
//! cargo test --release -p search --test multipv -- --ignored --nocapture
//! ```
#![allow(clippy::print_stdout)]

use eval::classic::Classic;
use search::{
    Bound, Controller, Limits, NoDeadline, RecipeName, Report, RootMove, Score, Searcher, Settings,
};
use shogi::{DeclarationResult, Move, Position};

const POSITIONS: &str = include_str!("../../../suites/bench.sfen");
/// The difference up to which two scores agree.
const TOLERANCE: u32 = 100;

/// Collects the exact lines of one depth.
struct Collector {
    depth: i32,
    lines: Vec<RootMove>,
}

impl Controller for Collector {
    fn report(&mut self, report: Report<'_>) {
        if report.depth == self.depth && report.root_move.bound == Bound::Exact {
            self.lines.push(report.root_move.clone());
        }
    }

    fn goes_on(&mut self, _: i32, _: &[RootMove], _: u64) -> bool {
        true
    }
}

fn searcher() -> Searcher {
    Searcher::new(Classic::default(), 16).expect("16 MB")
}

fn to_depth(depth: i32) -> Settings {
    Settings { limits: Limits { depth: Some(depth), ..Limits::default() }, ..Settings::default() }
}

fn lines(searcher: &mut Searcher, position: &Position, count: usize, depth: i32) -> Vec<RootMove> {
    lines_by(searcher, position, Settings { lines: count, ..to_depth(depth) }, depth)
}

fn lines_by(
    searcher: &mut Searcher,
    position: &Position,
    settings: Settings,
    depth: i32,
) -> Vec<RootMove> {
    let mut collector = Collector { depth, lines: Vec::new() };
    searcher.think_until(position, &settings, &NoDeadline, &mut collector);
    collector.lines
}

/// Returns the score of the move searched alone.
fn alone(searcher: &mut Searcher, position: &Position, mv: Move, depth: i32) -> Score {
    alone_by(searcher, position, to_depth(depth), mv)
}

fn alone_by(
    searcher: &mut Searcher,
    position: &Position,
    mut settings: Settings,
    mv: Move,
) -> Score {
    settings.limits.only = vec![mv];
    searcher.think(position, &settings).moves[0].score
}

/// Do two fresh searchers differ on the move, of which one has looked at the position before?
fn is_unstable(position: &Position, mv: Move, depth: i32) -> bool {
    let mut prepared = searcher();
    prepared.think(position, &to_depth(4));
    !agree(alone(&mut searcher(), position, mv, depth), alone(&mut prepared, position, mv, depth))
}

/// Does the game end with the first move of the line: by mate, repetition or declaration?
fn ends(position: &Position, line: &RootMove) -> bool {
    let mut after = position.clone();
    after.play(line.pv[0]);
    let rule = Settings::default().rules.declaration;
    after.is_mate()
        || after.recurrence(after.plies_played()).is_some()
        || rule.is_some_and(|rule| after.declaration(rule) == Some(DeclarationResult::Win))
}

/// Do the scores agree? Two mates for the same side do, whatever their lengths.
fn agree(one: Score, other: Score) -> bool {
    (one.is_win() && other.is_win())
        || (one.is_loss() && other.is_loss())
        || (one - other).unsigned_abs() <= TOLERANCE
}

fn positions() -> Vec<Position> {
    POSITIONS
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|sfen| sfen.parse().expect(sfen))
        .collect()
}

/// Compares lines of the positions at these depths until there are `wanted` of them.
fn check(wanted: usize, depths: &[i32]) {
    let positions = positions();
    let (mut compared, mut apart, mut unstable, mut short) = (0, 0, 0, Vec::new());
    // A stride through the suite, which begins with openings and ends with endgames.
    let strided = (0..).map(|index| &positions[index * 7 % positions.len()]);
    for (position, &depth) in strided.zip(depths.iter().cycle()) {
        let mut session = searcher();
        for line in lines(&mut session, position, 20, depth) {
            let mv = line.pv[0];
            compared += 1;
            let single = alone(&mut session, position, mv, depth);
            apart += usize::from(!agree(line.score, single));
            unstable += usize::from(is_unstable(position, mv, depth));
            if line.pv.len() == 1 && !ends(position, &line) {
                short.push(format!("{} {mv} depth {depth}", position.to_sfen()));
            }
            if compared == wanted {
                println!(
                    "{compared} lines, {apart} apart from their move alone, {unstable} moves \
                     apart from themselves, {} lines of one move",
                    short.len()
                );
                assert!(short.is_empty(), "{short:#?}");
                assert!(apart <= unstable, "{apart} of {compared}, but {unstable}");
                return;
            }
        }
    }
}

/// Counts lines of a recipe, and those among them that are apart from their move alone, by the
/// tolerance and at all.
fn count_apart(recipe: RecipeName, count: usize, depth: i32, wanted: usize) -> [usize; 3] {
    let settings = || Settings { recipe, ..to_depth(depth) };
    let mut counts = [0; 3];
    for position in positions().iter().step_by(3) {
        let mut session = searcher();
        let several = Settings { lines: count, ..settings() };
        for line in lines_by(&mut session, position, several, depth) {
            let single = alone_by(&mut session, position, settings(), line.pv[0]);
            counts[0] += 1;
            counts[1] += usize::from(!agree(line.score, single));
            counts[2] += usize::from(line.score != single);
            if counts[0] == wanted {
                return counts;
            }
        }
    }
    counts
}

#[test]
fn lines_of_plain_alpha_beta_are_exactly_their_moves_alone() {
    // This recipe prunes nothing and takes no scores from the hash table, so a move has one value,
    // and whatever is apart is a fault of the search of several lines.
    assert_eq!(count_apart(RecipeName::Tacos, 5, 3, 60), [60, 0, 0]);
}

#[test]
#[ignore = "many minutes; see the head of the file"]
fn lines_apart_by_recipe() {
    let trials = [
        (RecipeName::Tacos, 4),
        (RecipeName::Bonanza, 5),
        (RecipeName::Yuuchan, 5),
        (RecipeName::Gekisashi, 4),
        (RecipeName::Tournament, 6),
    ];
    for (recipe, depth) in trials {
        let [lines, apart, unequal] = count_apart(recipe, 20, depth, 200);
        println!("{recipe} depth {depth}: {lines} lines, {apart} apart, {unequal} not equal");
    }
}

#[test]
fn the_start_position_has_no_shallow_line() {
    // With a ply less after each fail high, 4i3h came first with 271 points and no reply.
    let start = Position::startpos();
    let mut session = searcher();
    let found = lines(&mut session, &start, 30, 8);
    assert_eq!(found.len(), 30);
    for line in &found {
        assert!(line.pv.len() > 1, "{line:?}");
        assert!(line.score < Score::new(TOLERANCE as i32), "{line:?}");
    }
}

#[test]
fn lines_are_as_good_as_their_moves_alone() {
    check(100, &[6, 7]);
}

#[test]
#[ignore = "many minutes; see the head of the file"]
fn a_thousand_lines_are_as_good_as_their_moves_alone() {
    check(1000, &[6, 7, 8, 9, 10]);
}
