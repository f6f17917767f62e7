//! The papers' searches as their callers see them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use eval::Evaluator;
use eval::classic::Classic;
use search::{
    Controller, Helper, MARGINS, MarginRule, Margins, NoController, NoDeadline, Outcome,
    RecipeName, Report, RootMove, Searcher, Settings, Switches, Technique,
};
use shogi::Position;

const QUIET: &str =
    "ln1g1g1nl/1ks2r3/1pp1psbpp/p2p1pp2/7P1/P1P1P1P1P/1P1P1P3/1BKSGS1R1/LN1G3NL b - 25";
const SHARP: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

fn settings(recipe: RecipeName, depth: i32, off: &[Technique]) -> Settings {
    Settings {
        recipe,
        switches: off.iter().fold(Switches::ALL_ON, |all, &technique| all.without(technique)),
        ..Settings::to_depth(depth)
    }
}

fn searcher() -> Searcher {
    Searcher::new(Classic::default(), 8).unwrap()
}

fn position(sfen: &str) -> Position {
    sfen.parse().unwrap()
}

fn search(sfen: &str, recipe: RecipeName, depth: i32, off: &[Technique]) -> Outcome {
    searcher().think(&position(sfen), &settings(recipe, depth, off))
}

fn nodes(sfen: &str, recipe: RecipeName, depth: i32, off: &[Technique]) -> u64 {
    search(sfen, recipe, depth, off).nodes
}

#[test]
fn every_recipe_finds_short_mates() {
    for recipe in RecipeName::ALL {
        for (sfen, plies) in
            [("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1), ("9/9/6S1k/9/7P1/9/9/9/4K4 b 2G 1", 3)]
        {
            let outcome = search(sfen, recipe, 6, &[]);
            assert_eq!(outcome.moves[0].score.mate_plies(), Some(plies), "{recipe} {sfen}");
        }
    }
}

#[test]
fn every_recipe_is_a_function_of_its_input() {
    for recipe in RecipeName::ALL {
        assert_eq!(nodes(SHARP, recipe, 3, &[]), nodes(SHARP, recipe, 3, &[]), "{recipe}");
    }
}

const ORDERING: [Technique; 5] = [
    Technique::HashMove,
    Technique::SiblingKiller,
    Technique::TakeBack,
    Technique::BestCapture,
    Technique::Escape,
];

/// Ordering must not change the score of plain alpha-beta, only its number of nodes.
#[test]
fn ordering_changes_nodes_but_not_the_score() {
    for sfen in [QUIET, SHARP] {
        let tacos = |off: &[Technique]| {
            let outcome = search(sfen, RecipeName::Tacos, 3, off);
            (outcome.moves[0].score, outcome.nodes)
        };
        let (score, all) = tacos(&[]);
        let (plain_score, none) = tacos(&ORDERING);
        assert_eq!(score, plain_score);
        assert!(all < none, "{all} of {none}");
        for technique in ORDERING {
            let others: Vec<_> = ORDERING.into_iter().filter(|&other| other != technique).collect();
            let (one_score, one) = tacos(&others);
            assert_eq!(score, one_score, "{technique}");
            assert_ne!(one, none, "{technique} does nothing");
        }
    }
}

#[test]
fn futility_saves_nodes() {
    use Technique::{ChildFutility, ExtendedFutility, FrontierFutility};
    let all = [FrontierFutility, ExtendedFutility, ChildFutility];
    let bonanza = |off: &[Technique]| nodes(SHARP, RecipeName::Bonanza, 4, off);
    let without = bonanza(&all);
    let with = bonanza(&[]);
    assert!(with < without, "{with} of {without}");
    assert!(bonanza(&[Technique::PaperMargins]) < with, "margins that start at nothing cut more");
    for technique in all {
        assert_ne!(bonanza(&[technique]), with, "{technique}");
    }
}

#[test]
fn margins_rise_where_they_are_too_small() {
    let mut searcher = searcher();
    let settings = settings(RecipeName::Bonanza, 4, &[Technique::PaperMargins]);
    searcher.think(&position(SHARP), &settings);
    assert_ne!(
        *searcher.memory().margins(),
        Margins::default(),
        "nothing was ever beyond its margin"
    );
    searcher.new_game().unwrap();
    assert_eq!(*searcher.memory().margins(), Margins::default());
}

#[test]
fn techniques_of_gekisashi_matter() {
    for technique in [
        Technique::Realization,
        Technique::PvProbability,
        Technique::ShallowFirst,
        Technique::MateSearch,
        Technique::Tesuji,
        Technique::PassKiller,
        Technique::Countermove,
        Technique::CheckExtension,
    ] {
        let differs = [QUIET, SHARP].iter().any(|sfen| {
            nodes(sfen, RecipeName::Gekisashi, 5, &[technique])
                != nodes(sfen, RecipeName::Gekisashi, 5, &[])
        });
        assert!(differs, "{technique} makes no difference");
    }
}

/// The mate search saves nodes, and the line of its mate is a mate.
#[test]
fn mates_below_the_root_are_proven() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/mates/mates_1_to_11.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let problems = text.lines().filter_map(|line| line.strip_prefix("11\t"));
    let (mut with, mut without, mut found) = (0, 0, 0);
    for sfen in problems.take(8).filter_map(|line| line.split('\t').next()) {
        let outcome = search(sfen, RecipeName::Gekisashi, 4, &[]);
        let best = &outcome.moves[0];
        if let Some(plies) = best.score.mate_plies() {
            let mut last = position(sfen);
            best.pv.iter().for_each(|&mv| last.play(mv));
            assert!(last.is_mate() && plies == best.pv.len() as i32, "{sfen} {:?}", best.pv);
            found += 1;
        }
        with += outcome.nodes;
        without += nodes(sfen, RecipeName::Gekisashi, 4, &[Technique::MateSearch]);
    }
    assert!(found >= 6, "{found} of 8");
    assert!(with < without, "{with} of {without}");
}

#[test]
fn margins_are_measured() {
    let mut searcher = searcher();
    let settings = settings(RecipeName::Yuuchan, 5, &[]);
    searcher.memory_mut().set_margin_rule(MarginRule::Measure);
    searcher.think(&position(SHARP), &settings);
    let precision = searcher.memory().precision();
    let counts = precision.counts();
    assert_eq!(counts.len(), MARGINS.len());
    assert!(counts[0].all > 0.0 && precision.cuts() == 0);
    assert!(counts.windows(2).all(|pair| pair[0].all >= pair[1].all), "smaller margins cut more");
    searcher.memory_mut().set_margin_rule(MarginRule::Fixed(50));
    searcher.think(&position(SHARP), &settings);
    assert!(searcher.memory().precision().cuts() > 0);
}

/// Without quiescence and extensions a search of one ply is the best of the static values.
#[test]
fn a_leaf_without_quiescence_is_its_static_value() {
    use Technique::{CheckExtension, OneReply, Quiescence, Recapture};
    let off = [Quiescence, CheckExtension, Recapture, OneReply];
    let value = |position: &Position| {
        let mut evaluator = Classic::default();
        evaluator.reset(position);
        evaluator.evaluate(position).get()
    };
    let mut differs = false;
    for sfen in [QUIET, SHARP] {
        let root = position(sfen);
        let moves = root.legal_moves();
        let values = moves.into_iter().map(|mv| {
            let mut child = root.clone();
            child.play(mv);
            -value(&child)
        });
        let best = values.max().unwrap();
        let score =
            |off: &[Technique]| search(sfen, RecipeName::Yuuchan, 1, off).moves[0].score.get();
        assert_eq!(score(&off), best, "{sfen}");
        differs |= score(&off[1..]) != best;
    }
    assert!(differs, "quiescence does nothing");
}

#[test]
fn helpers_search_beside_the_searcher() {
    let settings = settings(RecipeName::Gekisashi, 4, &[]);
    let alone = searcher().think(&position(SHARP), &settings);
    let mut helpers = [Helper::new(Classic::default()), Helper::new(Classic::default())];
    let think = |helpers: &mut [Helper]| {
        searcher()
            .think_with(helpers, &position(SHARP), &settings, &NoDeadline, &mut NoController)
            .unwrap()
    };
    let one = think(&mut []);
    assert_eq!(
        (one.len(), one[0].nodes),
        (1, alone.nodes),
        "without helpers it is the same search"
    );
    let three = think(&mut helpers);
    assert_eq!(three.len(), 3);
    assert_eq!(three[0].depth, 4, "the first thread ends the search");
    assert!(three[1..].iter().any(|outcome| outcome.nodes > 0));
}

/// A controller that panics at the first report, as a closed output can make one do.
struct Panics;

impl Controller for Panics {
    fn report(&mut self, _: Report<'_>) {
        panic!("the report fails");
    }

    fn goes_on(&mut self, _: i32, _: &[RootMove], _: u64) -> bool {
        true
    }
}

#[test]
fn a_panic_of_the_first_thread_ends_the_helpers() {
    // Without a depth limit the helpers would search for ever.
    let settings = Settings { recipe: RecipeName::Gekisashi, ..Settings::default() };
    let mut searcher = searcher();
    let mut helpers = [Helper::new(Classic::default())];
    let thinks = AssertUnwindSafe(|| {
        searcher.think_with(&mut helpers, &position(SHARP), &settings, &NoDeadline, &mut Panics)
    });
    assert!(catch_unwind(thinks).is_err());
}

/// Counting must not change the search.
#[test]
fn traces_count_what_is_searched() {
    for recipe in RecipeName::ALL {
        let plain = search(QUIET, recipe, 4, &[]);
        let mut searcher = searcher();
        searcher.memory_mut().trace.start(false);
        let traced = searcher.think(&position(QUIET), &settings(recipe, 4, &[]));
        assert_eq!(plain.nodes, traced.nodes, "{recipe}");
        let trace = &searcher.memory().trace;
        assert!(trace.first_cutoffs() <= trace.cutoffs() && trace.cutoffs() > 0, "{recipe}");
        // Nodes that a null-window search and its repetition visit twice are entered twice.
        assert!(trace.depths().iter().sum::<u64>() > plain.nodes / 2, "{recipe}");
    }
}

#[test]
fn cuts_are_verified() {
    let mut searcher = searcher();
    searcher.memory_mut().trace.start(true);
    searcher.think(&position(SHARP), &settings(RecipeName::Bonanza, 4, &[]));
    for technique in [Technique::NullMove, Technique::ChildFutility, Technique::ExtendedFutility] {
        let deeds = searcher.memory().trace.deeds(technique);
        assert!(deeds.cut > 0 && deeds.cut <= deeds.tried, "{technique} {deeds:?}");
        assert!(deeds.verified > 0 && deeds.wrong <= deeds.verified, "{technique} {deeds:?}");
    }
}
