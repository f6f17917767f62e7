//! The option `Level`: fewer nodes, several lines, and no change at full strength or in analysis.

mod common;

use common::Player;
use engine::{Event, Go};
use shogi::Action;
use std::collections::HashSet;

fn nodes(nodes: u64) -> Go {
    Go { nodes: Some(nodes), ..Go::default() }
}

#[test]
fn a_level_limits_the_nodes() {
    let mut player = Player::new(0);
    let full = player.play(nodes(20_000)).nodes;
    player.set("Level", "6");
    player.engine.new_game();
    let limited = player.play(nodes(20_000)).nodes;
    player.set("Level", "10");
    player.engine.new_game();
    assert!(limited < 2_000 && full >= 20_000, "{limited} {full}");
    assert_eq!(player.play(nodes(20_000)).nodes, full);
}

#[test]
fn a_low_level_plays_several_moves_and_shows_the_one_it_plays() {
    let mut player = Player::new(0);
    player.set("Level", "1");
    let mut played = HashSet::new();
    for _ in 0..40 {
        player.engine.new_game();
        player.start(nodes(20_000));
        let events = player.events();
        let Some(Event::Answer(answer)) = events.last() else { panic!("{events:?}") };
        let Action::Play(mv) = answer.action else { panic!("{answer:?}") };
        let shown = events.iter().rev().find_map(|event| match event {
            Event::Info(info) => Some(info),
            _ => None,
        });
        let shown = shown.expect("a line");
        assert_eq!((shown.pv[0], Some(shown.score), shown.rank), (mv, answer.score, None));
        played.insert(mv);
    }
    assert!(played.len() > 2, "{played:?}");
}

#[test]
fn a_mate_is_not_missed_for_the_sake_of_variety() {
    let mut player = Player::new(0);
    player.set("Level", "3");
    player.position("4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1");
    for _ in 0..10 {
        assert_eq!(player.play(nodes(20_000)).action.to_string(), "G*5b");
    }
}

#[test]
fn analysis_has_no_level() {
    let mut player = Player::new(0);
    player.set("Level", "1").set("ConsiderationMode", "true");
    assert!(player.play(nodes(5_000)).nodes >= 5_000);
}
