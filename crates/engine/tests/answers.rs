//! The engine's answers: moves, declarations, resignations, mates, lines, networks.

mod common;

use common::Player;
use engine::{Event, Go, MateAnswer, MateTime, ShownScore};
use eval::EvaluatorName;
use eval::material::PieceValues;
use eval::three_piece::{Encoding, ThreePieceWeights};
use shogi::{Action, DeclarationRule, PieceKind, Position};

const MATE_IN_ONE: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
const MATED: &str = "4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 2";
const MAY_DECLARE: &str = "+P+P+P+P+P+P+P+P+P/1K+P6/9/9/9/9/9/9/8k b 2R2B4G4S4N4L8p 1";
const HOPELESS: &str = "4k4/9/9/9/9/9/4p4/9/4K4 b 2r2b4g4s4n4l17p 1";

fn depth(depth: u32) -> Go {
    Go { depth: Some(depth), ..Go::default() }
}

#[test]
fn a_move_and_the_reply_to_ponder_on() {
    let mut player = Player::new(0);
    let answer = player.play(depth(6));
    let Action::Play(mv) = answer.action else { panic!("{answer:?}") };
    let mut position = Position::startpos();
    assert!(position.is_legal(mv));
    position.play(mv);
    assert!(position.is_legal(answer.ponder.expect("a reply")));
}

#[test]
fn the_end_of_a_game() {
    let mut player = Player::new(0);
    assert_eq!(player.position(MATED).play(depth(4)).action, Action::Resign);
    assert_eq!(player.position(MAY_DECLARE).play(depth(4)).action, Action::Declare);
    player.set("EnteringKingRule", "NoEnteringKing");
    assert!(matches!(player.play(depth(2)).action, Action::Play(_)));
    let mate = player.position(MATE_IN_ONE).play(depth(4));
    assert_eq!(mate.score, Some(ShownScore::mate_in(1)));
}

#[test]
fn a_try_is_a_move_of_the_king() {
    let mut player = Player::new(0);
    player.set("EnteringKingRule", "TryRule");
    assert_eq!(player.engine.options().declaration, Some(DeclarationRule::Try));
    let answer = player.position("9/3K5/9/9/9/9/9/9/8k b - 1").play(depth(3));
    assert_eq!(answer.action.to_string(), "6b5a");
}

#[test]
fn every_recipe_searches_a_declined_promotion_if_asked() {
    let mut player = Player::new(0);
    player.position("4k4/9/2P6/9/9/9/9/9/4K4 b - 1");
    for recipe in ["tournament", "bonanza", "gekisashi", "tacos", "yuuchan"] {
        player.set("Recipe", recipe);
        let declined = "7c7b".parse().unwrap();
        let answer = player.play(Go { only: vec![declined], ..depth(2) });
        assert_eq!(answer.action, Action::Play(declined), "{recipe}");
        assert!(answer.score.is_some(), "{recipe}");
    }
}

#[test]
fn several_lines_stand_in_their_order_and_the_first_is_played() {
    let mut player = Player::new(0);
    player.set("MultiPV", "3");
    for plies in 1..=9 {
        player.start(depth(plies));
        let events = player.events();
        let mut last = vec![None; 3];
        let mut played = None;
        for event in events {
            match event {
                Event::Info(info) => {
                    let rank = info.rank.expect("a rank");
                    last[rank - 1] = Some((info.score, info.pv[0]));
                }
                Event::Answer(answer) => played = Some(answer.action),
                _ => {}
            }
        }
        let lines: Vec<_> = last.into_iter().map(|line| line.expect("three lines")).collect();
        assert_eq!(played, Some(Action::Play(lines[0].1)), "depth {plies}");
        let points = lines.iter().map(|(score, _)| match score {
            ShownScore::Centipawns(points) => *points,
            ShownScore::Mate { .. } => panic!("{lines:?}"),
        });
        assert!(points.is_sorted_by(|a, b| a >= b), "depth {plies}: {lines:?}");
    }
}

/// If a search is stopped, the line shown last begins with the move that is played.
#[test]
fn lines_of_a_stopped_search_fit_the_answer() {
    for (threads, lines) in [(1, 1), (1, 4), (2, 4)] {
        let mut player = Player::new(0);
        player.set("MultiPV", &lines.to_string()).set("Threads", &threads.to_string());
        player.set("RootMateNodes", "0");
        for nodes in (1..=60).map(|part| 400 * part) {
            player.engine.new_game();
            player.start(Go { nodes: Some(nodes), ..Go::default() });
            let mut last = vec![None; lines];
            let mut played = None;
            for event in player.events() {
                match event {
                    Event::Info(info) => {
                        assert!(matches!(info.score, ShownScore::Centipawns(_)), "{info:?}");
                        last[info.rank.unwrap_or(1) - 1] = Some(info.pv[0]);
                    }
                    Event::Answer(answer) => played = Some(answer.action),
                    _ => {}
                }
            }
            let shown: Vec<_> = last.into_iter().flatten().collect();
            if let Some(&first) = shown.first() {
                assert_eq!(played, Some(Action::Play(first)), "{nodes} nodes, {shown:?}");
            }
            let distinct: std::collections::HashSet<_> = shown.iter().collect();
            assert_eq!(distinct.len(), shown.len(), "{nodes} nodes, {shown:?}");
        }
    }
}

#[test]
fn resigning() {
    let mut player = Player::new(0);
    player.position(HOPELESS);
    assert!(matches!(player.play(depth(4)).action, Action::Play(_)));
    player.set("ResignValue", "1000");
    assert_eq!(player.play(depth(4)).action, Action::Resign);
    // In analysis the user wants a move, by whichever word it was started.
    for analysis in [Go::default(), Go { infinite: true, ..depth(4) }] {
        player.start(analysis);
        player.silence();
        player.engine.stop();
        assert!(matches!(player.answer().action, Action::Play(_)));
    }
    player.set("ConsiderationMode", "true");
    assert!(matches!(player.play(depth(4)).action, Action::Play(_)));
}

#[test]
fn looking_for_mate() {
    let mut player = Player::new(100);
    let mut mate = |sfen: &str, time| {
        player.position(sfen).start(Go { mate: Some(time), ..Go::default() });
        player.events().pop().unwrap()
    };
    let found = mate(MATE_IN_ONE, MateTime::Infinite);
    assert_eq!(found, Event::Mate(MateAnswer::Found(vec!["G*5b".parse().unwrap()])));
    // There is no check at all.
    let start = Position::startpos().to_sfen();
    assert_eq!(mate(&start, MateTime::Ms(100)), Event::Mate(MateAnswer::None));
    // There are checks without end, but no mate.
    let checks = "4k4/9/9/9/9/9/9/9/4K4 b R 1";
    assert_eq!(mate(checks, MateTime::Infinite), Event::Mate(MateAnswer::None));
    // The time is too short for a proof, so nothing is claimed.
    let hard = "l6+P1/g1B2kS2/1p1N1B3/1P7/4N4/1S7/9/5+r3/6+R2 b L2P3g2s2n2l13p 1";
    assert_eq!(mate(hard, MateTime::Ms(50)), Event::Mate(MateAnswer::Timeout));
    // A mate of five plies, given by a side without a king.
    let five = "8k/8g/8G/7L1/9/9/9/9/9 b 2r2b2g4s4n3l17p 1";
    match mate(five, MateTime::Infinite) {
        Event::Mate(MateAnswer::Found(line)) => assert_eq!(line.len(), 5),
        other => panic!("{other:?}"),
    }
}

/// A search for mate tells how far it has come, and once more when it ends without a mate.
#[test]
fn looking_for_mate_shows_progress() {
    let mut player = Player::new(1000);
    player.set("PvInterval", "200");
    let hard = "l6+P1/g1B2kS2/1p1N1B3/1P7/4N4/1S7/9/5+r3/6+R2 b L2P3g2s2n2l13p 1";
    player.position(hard).start(Go { mate: Some(MateTime::Ms(2000)), ..Go::default() });
    let events = player.events();
    let progress = events.iter().filter_map(|event| match event {
        Event::MateProgress(progress) => Some(progress),
        _ => None,
    });
    let progress: Vec<_> = progress.collect();
    assert!((5..=11).contains(&progress.len()), "{progress:?}");
    assert!(progress.is_sorted_by_key(|progress| (progress.time_ms, progress.nodes)));
    assert!(progress.iter().all(|progress| progress.nodes > 0 && progress.deepest > 0));
    assert_eq!(events.last(), Some(&Event::Mate(MateAnswer::Timeout)));
}

#[test]
fn a_mate_is_seen_before_the_search() {
    let mut player = Player::new(0);
    let five = "8k/8g/8G/7L1/9/9/9/9/9 b 2r2b2g4s4n3l17p 1";
    let nodes = |nodes| Go { nodes: Some(nodes), ..Go::default() };
    let answer = player.position(five).play(nodes(200_000));
    assert_eq!(answer.score, Some(ShownScore::mate_in(5)));
    assert!(answer.nodes <= 200_000 / 64, "one part in 64 at most: {}", answer.nodes);
    // If the mate solver is off, or a depth or certain moves are asked for, the search finds the
    // mate.
    player.set("RootMateNodes", "0");
    assert!(player.play(nodes(200_000)).nodes > answer.nodes);
    player.set("RootMateNodes", "50000");
    // Paper B's system has no mate solver.
    player.set("Recipe", "bonanza");
    assert!(player.play(nodes(200_000)).nodes > answer.nodes);
    player.set("Recipe", "tournament");
    let only = vec!["1c2c".parse().unwrap()];
    let answer = player.play(Go { only, ..nodes(1000) });
    assert_eq!(answer.action.to_string(), "1c2c");
}

#[test]
fn several_lines() {
    let mut player = Player::new(0);
    player.set("MultiPV", "3");
    let infos = player.infos(depth(5));
    let last: Vec<_> = infos.iter().rev().take(3).collect();
    // The last line is about the move that is played, once more.
    assert_eq!(last.iter().map(|info| info.rank).collect::<Vec<_>>(), [Some(1), Some(3), Some(2)]);
    assert!(last.iter().all(|info| info.depth == 5));
    assert_ne!(last[0].pv[0], last[1].pv[0]);
}

#[test]
fn only_some_moves() {
    let mut player = Player::new(0);
    let only = vec!["9g9f".parse().unwrap(), "7g7e".parse().unwrap()];
    let answer = player.play(Go { depth: Some(5), only, ..Go::default() });
    assert_eq!(answer.action.to_string(), "9g9f");
}

#[test]
fn pointless_non_promotions_are_left_out() {
    let sfen = "8k/9/4P4/9/9/9/9/9/K8 b - 1";
    let mut player = Player::new(0);
    player.set("MultiPV", "50").position(sfen);
    let moves = |player: &mut Player| -> Vec<String> {
        player.infos(depth(1)).iter().map(|info| info.pv[0].to_string()).collect()
    };
    assert!(!moves(&mut player).contains(&"5c5b".to_owned()));
    player.set("GenerateAllLegalMoves", "true");
    assert!(moves(&mut player).contains(&"5c5b".to_owned()));
}

#[test]
fn a_bad_network_is_reported() {
    let mut player = Player::new(0);
    player.set("EvalFile", "no/such/file.bin");
    player.engine.make_ready();
    let notes = player.notes();
    assert!(notes[0].starts_with("EvalFile no/such/file.bin: "), "{notes:?}");
    assert_eq!(player.engine.model().name(), EvaluatorName::Network, "the embedded network plays");
    assert!(!player.engine.has_weights_file());
    assert!(matches!(player.play(depth(3)).action, Action::Play(_)));

    player.set("EvalFile", "<empty>").set("EvalDir", env!("CARGO_MANIFEST_DIR"));
    player.engine.make_ready();
    assert!(player.notes()[0].contains("nn.bin"));
}

#[test]
fn a_network_plays() {
    let Some(data) = std::env::var_os("SAKIYOMI_DATA") else {
        eprintln!("skipped: SAKIYOMI_DATA is not set");
        return;
    };
    let path = std::path::Path::new(&data).join("nets/kp256-petite.nn.bin");
    let mut player = Player::new(0);
    player.set("EvalFile", path.to_str().unwrap()).set("FV_SCALE", "24");
    player.engine.make_ready();
    assert!(player.engine.has_weights_file(), "{:?}", player.notes());
    assert!(matches!(player.play(depth(6)).action, Action::Play(_)));
    player.set("EvalFile", "classic");
    player.engine.make_ready();
    assert_eq!(player.engine.model().name(), EvaluatorName::Classic);
}

#[test]
fn weights_without_a_pawn_do_not_show_scores_of_thousands_of_pawns() {
    let rooks = PieceValues::new(|kind| if kind == PieceKind::Rook { 20_000 } else { 0 });
    let mut file = Vec::new();
    ThreePieceWeights::zero(rooks).write(Encoding::Compact, &mut file).unwrap();
    let path = std::env::temp_dir().join(format!("sakiyomi-rooks-{}.bin", std::process::id()));
    std::fs::write(&path, file).unwrap();
    let mut player = Player::new(0);
    player.set("EvalFile", path.to_str().unwrap());
    player.engine.make_ready();
    std::fs::remove_file(path).unwrap();
    assert!(player.engine.has_weights_file(), "{:?}", player.notes());
    let answer = player.position("4k4/9/9/9/9/9/9/9/4K4 b 2R 1").play(depth(1));
    let most = ShownScore::Centipawns(ShownScore::MOST_CENTIPAWNS);
    assert_eq!(answer.score, Some(most));
}

#[test]
fn equal_games_are_equal() {
    let game = |player: &mut Player| -> Vec<(Action, u64)> {
        player.engine.new_game();
        player.engine.set_position(Position::startpos());
        let mut played = Vec::new();
        for _ in 0..6 {
            let answer = player.play(Go { nodes: Some(3000), ..Go::default() });
            played.push((answer.action, answer.nodes));
            let Action::Play(mv) = answer.action else { break };
            let mut position = player.engine.position().clone();
            position.play(mv);
            player.engine.set_position(position);
        }
        played
    };
    let mut player = Player::new(0);
    let first = game(&mut player);
    assert_eq!(game(&mut player), first);
    assert_eq!(game(&mut Player::new(0)), first);
}

#[test]
fn a_recipe_does_not_use_what_another_has_found() {
    let mut player = Player::new(0);
    player.set("Recipe", "bonanza");
    let alone = player.play(depth(4));
    let mut player = Player::new(0);
    player.play(depth(6));
    player.set("Recipe", "bonanza");
    let after_another = player.play(depth(4));
    assert_eq!(after_another.action, alone.action);
    assert_eq!(after_another.nodes, alone.nodes);
}

#[test]
fn scores_of_other_rules_are_forgotten() {
    let mut player = Player::new(0);
    // Black is to move, nothing can promote and nobody can declare: the options do not change this
    // search, but stored scores must not be used.
    player.position("4k4/3g1g3/9/9/9/9/9/3G1G3/4K4 b - 1");
    let alone = player.play(depth(7)).nodes;
    for (name, value) in [
        ("EnteringKingRule", "NoEnteringKing"),
        ("MaxMovesToDraw", "300"),
        ("DrawValueWhite", "0"),
        ("GenerateAllLegalMoves", "true"),
    ] {
        player.set(name, value);
        assert_eq!(player.play(depth(7)).nodes, alone, "{name}");
    }
    player.start(Go { infinite: true, ..Go::default() });
    player.silence();
    player.set("MaxMovesToDraw", "400").engine.stop();
    player.answer();
    assert_eq!(player.play(depth(7)).nodes, alone, "set while searching");
    assert_ne!(player.play(depth(7)).nodes, alone, "the same rules: the table helps");
}

#[test]
fn several_threads_agree_on_one_answer() {
    let mut player = Player::new(0);
    player.set("Threads", "3");
    let answer = player.play(depth(7));
    assert!(matches!(answer.action, Action::Play(_)));
    assert_eq!(player.position(MATE_IN_ONE).play(depth(5)).score, Some(ShownScore::mate_in(1)));
    player.set("Threads", "1");
    assert!(matches!(player.play(depth(3)).action, Action::Play(_)));
}
