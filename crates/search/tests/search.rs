//! The search as its callers see it: mates, repetition, declaration, limits, switches.

use eval::AnyEvaluator;
use eval::classic::Classic;
use search::{
    Limits, Memory, NoController, NoDeadline, Outcome, RecipeName, Score, Searcher, Settings,
    Shared, Switches, Technique, TranspositionTable, Worker,
};
use shogi::{NonPromotions, Position};

fn settings(limits: Limits) -> Settings {
    Settings { limits, ..Settings::default() }
}

fn search(position: &Position, settings: Settings) -> Outcome {
    Searcher::new(Classic::default(), 8).unwrap().think(position, &settings)
}

/// Searches with shared state that may be stopped or have a filled table.
fn search_with(shared: &Shared, position: &Position, settings: Settings) -> Outcome {
    let mut evaluator = AnyEvaluator::from(Classic::default());
    let mut memory = Memory::new();
    Worker::new(position, &mut evaluator, &mut memory, shared, &NoDeadline, settings, 0)
        .run(&mut NoController)
}

fn depth(depth: i32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn position(sfen: &str) -> Position {
    sfen.parse().unwrap()
}

/// Positions with a mate, and its length in plies.
const MATES: [(&str, i32); 3] = [
    ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1),
    ("9/9/6S1k/9/7P1/9/9/9/4K4 b 2G 1", 3),
    ("7kl/6R2/6S2/9/9/9/9/9/4K4 b G 1", 1),
];

#[test]
fn mates_are_found_and_have_their_length() {
    for (sfen, plies) in MATES {
        let outcome = search(&position(sfen), settings(depth(8)));
        let best = &outcome.moves[0];
        assert_eq!(best.score.mate_plies(), Some(plies), "{sfen}: {:?}", best.pv);
        let mut end = position(sfen);
        best.pv.iter().for_each(|&mv| end.play(mv));
        assert!(plies == 1 || best.pv.len() as i32 == plies, "{:?}", best.pv);
        assert!(end.is_mate(), "{sfen}: {:?}", best.pv);
    }
}

#[test]
fn a_declaration_is_seen_at_every_depth() {
    let sfen = "+P+P+P1K1+P+P+P/+P+P+P3+P+P+P/9/9/9/9/3ggg3/3sss3/4k4 w 2R2B 1";
    for plies in 1..=6 {
        let outcome = search(&position(sfen), settings(depth(plies)));
        assert_eq!(outcome.moves[0].score, Score::mated_in(2), "depth {plies}");
    }
}

#[test]
fn a_search_stopped_at_once_still_has_a_good_move() {
    let shared = Shared::new(TranspositionTable::new(8).unwrap());
    let stopped = |sfen: &str| {
        shared.begin();
        shared.stop();
        let outcome = search_with(&shared, &position(sfen), settings(depth(20)));
        assert_eq!(outcome.depth, 0);
        outcome.moves[0].pv[0].to_string()
    };
    assert_eq!(stopped(MATES[0].0), "G*5b");
    // The rook is free; the pawn is protected.
    let sfen = "4k4/9/9/1p5r1/1s7/9/1R5L1/9/4K4 b - 1";
    assert_eq!(stopped(sfen), "2g2d");
    shared.begin();
    let found = search_with(&shared, &position(sfen), settings(depth(4)));
    assert_eq!(stopped(sfen), found.moves[0].pv[0].to_string(), "the table remembers");
}

#[test]
fn every_technique_can_be_missed() {
    for &technique in Technique::ALL {
        for (sfen, plies) in MATES {
            let switches = Switches::ALL_ON.without(technique);
            let outcome = search(&position(sfen), Settings { switches, ..settings(depth(8)) });
            let score = outcome.moves[0].score;
            assert_eq!(score.mate_plies(), Some(plies), "{sfen} without {technique}");
        }
    }
}

#[test]
fn switches_change_the_search() {
    let start = position(
        "ln1g1g1nl/1ks2r3/1pp1psbpp/p2p1pp2/7P1/P1P1P1P1P/1P1P1P3/1BKSGS1R1/LN1G3NL b - 25",
    );
    let all = search(&start, settings(depth(9))).nodes;
    assert_eq!(search(&start, settings(depth(9))).nodes, all, "the same twice");
    for technique in [Technique::Reduction, Technique::NullMove, Technique::History] {
        let switches = Switches::ALL_ON.without(technique);
        let nodes = search(&start, Settings { switches, ..settings(depth(9)) }).nodes;
        assert_ne!(nodes, all, "{technique} makes no difference");
    }
}

#[test]
fn a_perpetual_check_is_not_believed_to_save() {
    // Black's rook can check for ever, but the side that gives perpetual check loses.
    let mut perpetual = position("3k5/9/9/9/9/9/9/4R4/K8 b - 1");
    for mv in ["5h6h", "6a5a", "6h5h", "5a6a", "5h6h", "6a5a", "6h5h", "5a6a"] {
        perpetual.play(perpetual.parse_legal_move(mv).unwrap());
    }
    let outcome = search(&perpetual, settings(depth(6)));
    let best = &outcome.moves[0];
    assert_ne!(best.pv[0].to_string(), "5h6h", "the fourth time would lose");
    assert!(!best.score.is_loss());
}

#[test]
fn one_repetition_under_check_wins_nothing_yet() {
    // The king would be mated on 9a. That it stood there before does not win by perpetual check.
    let mut checked = position("k8/4R4/1PN6/P1S6/7b1/9/9/9/K8 b - 1");
    for mv in ["5b5a", "9a9b", "5a5b"] {
        checked.play(checked.parse_legal_move(mv).unwrap());
    }
    let outcome = search(&checked, settings(depth(6)));
    let best = &outcome.moves[0];
    assert_eq!(best.pv[0].to_string(), "2e5b");
    assert!(!best.score.is_win());
}

#[test]
fn a_declaration_ends_the_game() {
    let against = position("+P+P+P1K1+P+P+P/+P+P+P+R+B+R+B+P+P/9/9/9/9/9/9/4k4 w 2G 1");
    let mut with = settings(depth(1));
    with.switches = with.switches.without(Technique::MateInOne);
    let mut without = with.clone();
    without.rules.declaration = None;
    assert!(search(&against, with).moves[0].score.is_loss());
    assert!(!search(&against, without).moves[0].score.is_loss());
}

#[test]
fn a_game_at_its_last_move_is_a_draw() {
    let mut last = settings(depth(6));
    last.rules.max_moves = Some(1);
    let outcome = search(&Position::startpos(), last);
    assert_eq!(outcome.moves[0].score.get(), 0);
}

#[test]
fn limits_hold() {
    let start = Position::startpos();
    let few = Limits { nodes: Some(5_000), ..Limits::default() };
    let outcome = search(&start, settings(few));
    assert!((5_000..6_000).contains(&outcome.nodes), "{}", outcome.nodes);
    let only = vec!["9g9f".parse().unwrap(), "1g1f".parse().unwrap()];
    let outcome = search(&start, settings(Limits { only: only.clone(), ..depth(5) }));
    assert_eq!(outcome.moves.len(), 2);
    assert!(outcome.moves.iter().all(|root_move| only.contains(&root_move.pv[0])));
    assert_eq!(search(&start, settings(depth(4))).depth, 4);
}

#[test]
fn declined_promotions_are_searched_below_the_root_if_wanted() {
    // White's pawn can promote with the next move, or not.
    let position = position("k8/9/9/9/9/9/2p6/9/8K b - 1");
    let nodes = |non_promotions| {
        let recipe = RecipeName::Tacos;
        search(&position, Settings { recipe, non_promotions, ..settings(depth(2)) }).nodes
    };
    assert!(nodes(NonPromotions::All) > nodes(NonPromotions::Useful));
}

#[test]
fn what_is_found_of_chosen_moves_is_not_said_of_the_position() {
    let start = Position::startpos();
    let shared = Shared::new(TranspositionTable::new(8).unwrap());
    for only in [vec!["9g9f".parse().unwrap()], vec![]] {
        let is_choice = !only.is_empty();
        shared.begin();
        search_with(&shared, &start, settings(Limits { only, ..depth(5) }));
        assert_eq!(shared.tt.probe(start.key()).is_none_or(|known| known.mv.is_none()), is_choice);
    }
}

#[test]
fn several_lines_are_sorted_and_different() {
    let outcome = search(&Position::startpos(), Settings { lines: 3, ..settings(depth(6)) });
    let best = &outcome.moves[..3];
    assert!(best.is_sorted_by(|a, b| a.score >= b.score));
    assert!(best[0].pv[0] != best[1].pv[0] && best[1].pv[0] != best[2].pv[0]);
    for line in best {
        let mut end = Position::startpos();
        for &mv in &line.pv {
            assert!(end.is_legal(mv), "{:?}", line.pv);
            end.play(mv);
        }
    }
}

#[test]
fn names_of_techniques_are_read_back() {
    let switches: Switches = "null-move, futility".parse().unwrap();
    assert!(!switches.on(Technique::NullMove) && !switches.on(Technique::Futility));
    assert!(switches.on(Technique::Reduction));
    let error = "null-moves".parse::<Switches>().unwrap_err().to_string();
    assert!(error.contains("null-moves") && error.contains("razoring"), "{error}");
}
