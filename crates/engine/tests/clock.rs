//! Time on a simulated clock: limits, pondering, answers that are held back.

mod common;

use common::Player;
use engine::{Clock, Clocks, Event, Go};
use shogi::{Action, Color, Position};

fn byoyomi(ms: u64) -> Go {
    Go { clocks: Some(Clocks { byoyomi: ms, ..Clocks::default() }), ..Go::default() }
}

/// Returns the milliseconds that the search takes on the simulated clock.
fn time_of(player: &mut Player, go: Go) -> u64 {
    let start = player.clock.now_ms();
    player.engine.go(go, start);
    player.answer();
    player.clock.now_ms() - start
}

#[test]
fn byoyomi_is_spent_whole() {
    let mut player = Player::new(2000);
    player.set("PvInterval", "1000");
    for (ms, least, most) in [(1000, 900, 965), (500, 440, 465), (100, 70, 90)] {
        let time = time_of(&mut player, byoyomi(ms));
        assert!((least..=most).contains(&time), "byoyomi {ms}: {time}");
    }
    player.set("ByoyomiMargin", "200");
    let time = time_of(&mut player, byoyomi(1000));
    assert!((745..=770).contains(&time), "{time}");
}

#[test]
fn fixed_times() {
    let mut player = Player::new(1000);
    player.set("PvInterval", "1000");
    let time = time_of(&mut player, Go { movetime: Some(300), ..Go::default() });
    assert!((265..=285).contains(&time), "{time}");
    let time = time_of(&mut player, Go { movetime: Some(0), ..Go::default() });
    assert!(time <= 20, "{time}");
}

#[test]
fn a_game_on_the_clock_is_never_lost_by_it() {
    for (start, increment) in [(500, 0), (100, 10)] {
        let mut player = Player::new(800);
        player.set("PvInterval", "1000");
        let mut clocks =
            Clocks { left: [start; 2], increment: [increment; 2], ..Clocks::default() };
        let mut position = Position::startpos();
        while position.plies_played() < 60 {
            player.engine.set_position(position.clone());
            let us = position.turn().index();
            let began = player.clock.now_ms();
            player.engine.go(Go { clocks: Some(clocks), ..Go::default() }, began);
            let answer = player.answer();
            let time = player.clock.now_ms() - began;
            assert!(time < clocks.left[us], "{start}+{increment}: {time} of {}", clocks.left[us]);
            clocks.left[us] = clocks.left[us] - time + increment;
            let Action::Play(mv) = answer.action else { break };
            position.play(mv);
            if position.fourfold_repetition().is_some() {
                break;
            }
        }
        let used = start + increment * 30 - clocks.left(Color::Black);
        assert!(used * 2 > start, "{start}+{increment}: {used} used");
    }
}

#[test]
fn less_than_an_increment_left_means_that_it_can_be_used() {
    let mut player = Player::new(1000);
    let clocks = Clocks { left: [0; 2], increment: [10_000; 2], byoyomi: 0 };
    let time = time_of(&mut player, Go { clocks: Some(clocks), ..Go::default() });
    assert!((1500..9950).contains(&time), "{time}");
}

#[test]
fn at_the_first_move_an_increment_is_not_taken_for_granted() {
    let mut player = Player::new(1000);
    let clocks = Clocks { left: [1000; 2], increment: [10_000; 2], byoyomi: 0 };
    let go = Go { clocks: Some(clocks), ..Go::default() };
    // The same holds after an opening that was played before.
    let later = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 25";
    for sfen in ["startpos", later] {
        player.engine.new_game();
        let time = time_of(player.position(sfen), go.clone());
        assert!(time < 1000, "{sfen}: {time}");
    }
    let time = time_of(&mut player, go);
    assert!(time > 1000, "the second move: {time}");
}

#[test]
fn a_reserve_that_was_asked_for_is_kept() {
    let mut player = Player::new(2000);
    player.set("NetworkDelay2", "1120").set("PvInterval", "1000");
    let time = time_of(&mut player, byoyomi(3000));
    assert!((1800..=1895).contains(&time), "{time}");
    // A quarter of the time is left to think.
    let time = time_of(&mut player, byoyomi(1000));
    assert!((200..=265).contains(&time), "{time}");
}

#[test]
fn a_delay_that_was_asked_for_is_kept() {
    let mut player = Player::new(2000);
    player.set("NetworkDelay", "500").set("PvInterval", "1000");
    let movetime = Go { movetime: Some(1000), ..Go::default() };
    for go in [byoyomi(1000), movetime] {
        let time = time_of(&mut player, go.clone());
        assert!((450..=515).contains(&time), "{go:?}: {time}");
    }
}

#[test]
fn an_only_move_is_played_at_once() {
    let mut player = Player::new(500);
    player.position("4k4/9/9/9/9/9/9/4r4/4K4 b r2b4g4s4n4l18p 1");
    assert!(time_of(&mut player, byoyomi(60_000)) < 30_000);
}

#[test]
fn one_chosen_move_and_several_lines_are_searched_to_the_end() {
    let mut player = Player::new(2000);
    player.set("PvInterval", "100000");
    let go = Go { movetime: Some(2000), ..Go::default() };
    let chosen = Go { only: vec!["7g7f".parse().unwrap()], ..go.clone() };
    let time = time_of(&mut player, chosen);
    assert!(time >= 1900, "a chosen move: {time}");
    player.set("MultiPV", "3").position("4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1");
    let time = time_of(&mut player, go);
    assert!(time >= 1900, "a mate among three lines: {time}");
}

#[test]
fn infinite_waits_for_stop() {
    let mut player = Player::new(500);
    for go in [Go { infinite: true, ..Go::default() }, Go::default()] {
        // A mate is found at once, but the answer is held back.
        player.position("4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1").start(go);
        player.silence();
        assert!(player.engine.is_searching());
        player.engine.stop();
        assert_eq!(player.answer().action.to_string(), "G*5b");
        assert!(!player.engine.is_searching());
    }
}

#[test]
fn ponder_then_hit() {
    let mut player = Player::new(1000);
    player.start(Go { ponder: true, ..byoyomi(200) });
    player.silence();
    let hit = player.clock.now_ms();
    player.engine.ponder_hit(None, hit);
    player.answer();
    let time = player.clock.now_ms() - hit;
    assert!((140..=170).contains(&time), "{time}");
}

#[test]
fn ponder_then_hit_with_clocks() {
    let mut player = Player::new(1000);
    player.start(Go { ponder: true, ..Go::default() });
    player.silence();
    let hit = player.clock.now_ms();
    player.engine.ponder_hit(byoyomi(400).clocks, hit);
    player.answer();
    let time = player.clock.now_ms() - hit;
    assert!((340..=370).contains(&time), "{time}");
}

#[test]
fn ponder_then_hit_without_any_clock() {
    let mut player = Player::new(1000);
    player.start(Go { ponder: true, ..Go::default() });
    player.silence();
    player.engine.ponder_hit(None, 0);
    player.answer();
}

#[test]
fn stochastic_ponder_then_hit_without_any_clock() {
    let mut player = Player::new(1000);
    player.set("Stochastic_Ponder", "true");
    let mut game = Position::startpos();
    game.play("7g7f".parse().unwrap());
    player.engine.set_position(game);
    player.start(Go { ponder: true, ..Go::default() });
    player.silence();
    player.engine.ponder_hit(None, 0);
    player.answer();
}

#[test]
fn stochastic_ponder_answers_for_the_position_it_was_asked_about() {
    let mut player = Player::new(1000);
    player.set("Stochastic_Ponder", "true");
    let mut game = Position::startpos();
    game.play("7g7f".parse().unwrap());
    player.engine.set_position(game.clone());
    player.start(Go { ponder: true, ..byoyomi(200) });
    player.silence();
    // A GUI may send the next position before it stops the search of the last one.
    player.engine.set_position(Position::startpos());
    player.engine.stop();
    let Action::Play(mv) = player.answer().action else { panic!("a move") };
    assert!(game.is_legal(mv), "{mv}");
}

#[test]
fn a_move_after_a_hit_is_not_the_first_one() {
    let mut player = Player::new(1000);
    let clocks = Clocks { left: [1000; 2], increment: [10_000; 2], byoyomi: 0 };
    let go = Go { clocks: Some(clocks), ..Go::default() };
    player.start(Go { ponder: true, ..go.clone() });
    player.silence();
    let hit = player.clock.now_ms();
    player.engine.ponder_hit(None, hit);
    player.answer();
    // The pondering search did not contain this position.
    let sfen = "ln1g1g1nl/1ks2r3/1pp1psbpp/p2p1pp2/7P1/P1P1P1P1P/1P1P1P3/1BKSGS1R1/LN1G3NL b - 25";
    let time = time_of(player.position(sfen), go);
    assert!(time > 1000, "{time}");
}

#[test]
fn a_hit_after_the_stop_comes_too_late() {
    let mut player = Player::new(1000);
    let clocks = Clocks { left: [1000; 2], increment: [10_000; 2], byoyomi: 0 };
    let go = Go { clocks: Some(clocks), ..Go::default() };
    player.start(Go { ponder: true, ..go.clone() });
    player.engine.stop();
    let now = player.clock.now_ms();
    player.engine.ponder_hit(None, now);
    player.answer();
    let time = time_of(&mut player, go);
    assert!(time < 1000, "still the first move: {time}");
}

#[test]
fn infinite_goes_before_clocks() {
    // The byoyomi is over at the first reading of the clock.
    let mut player = Player::new(200_000);
    player.start(Go { infinite: true, ..byoyomi(100) });
    let is_deep = |event: &Event| matches!(event, Event::Info(info) if info.nodes > 1000);
    assert!((0..1000).any(|_| player.silence().iter().any(is_deep)), "the search goes on");
    player.engine.stop();
    player.answer();
}

#[test]
fn a_ripe_move_is_played_at_the_hit() {
    let mut player = Player::new(1000);
    let clocks = Some(Clocks { left: [10_000; 2], ..Clocks::default() });
    player.start(Go { ponder: true, clocks, ..Go::default() });
    player.silence();
    player.clock.advance(60_000);
    let hit = player.clock.now_ms();
    player.engine.ponder_hit(None, hit);
    player.answer();
    assert!(player.clock.now_ms() - hit < 60);
}

#[test]
fn ponder_then_stop() {
    let mut player = Player::new(1000);
    player.start(Go { ponder: true, ..byoyomi(200) });
    player.silence();
    player.engine.stop();
    player.answer();
    // Commands that come too late have no effect.
    player.engine.stop();
    player.engine.ponder_hit(None, 0);
    player.silence();
}

#[test]
fn a_search_within_a_search_is_answered_first() {
    let mut player = Player::new(1000);
    player.start(Go { infinite: true, ..Go::default() });
    player.start(Go { depth: Some(2), ..Go::default() });
    player.engine.wait();
    assert_eq!(player.answers(), 2);
}

#[test]
fn stochastic_ponder_thinks_about_all_replies() {
    let mut game = Position::startpos();
    game.play("7g7f".parse().unwrap());
    game.play("3c3d".parse().unwrap());
    let mut player = Player::new(1000);
    player.set("Stochastic_Ponder", "true");
    player.engine.set_position(game.clone());
    for is_hit in [true, false] {
        player.start(Go { ponder: true, ..byoyomi(200) });
        let events = player.silence();
        assert!(!events.iter().any(|event| matches!(event, Event::Info(_))), "{events:?}");
        if is_hit {
            let hit = player.clock.now_ms();
            player.engine.ponder_hit(None, hit);
        } else {
            player.engine.stop();
        }
        let Action::Play(mv) = player.answer().action else { panic!("a move") };
        assert!(game.is_legal(mv), "{mv}");
    }
}

#[test]
fn a_clock_of_whole_seconds_is_used_to_the_end_of_a_second() {
    let clocks = Clocks { left: [600_000; 2], ..Clocks::default() };
    let go = Go { clocks: Some(clocks), ..Go::default() };
    let mut player = Player::new(1000);
    player.set("PvInterval", "1000").set("RoundUpToFullSecond", "true").set("NetworkDelay", "100");
    for _ in 0..3 {
        let time = time_of(&mut player, go.clone());
        let over = (time + 100) % 1000;
        assert!(time >= 880 && !(30..=985).contains(&over), "{time}");
    }
    // Moves of a few seconds use seconds to their end, too; the least time is one of them.
    player.set("MinimumThinkingTime", "2500");
    let time = time_of(&mut player, go);
    assert!(time >= 2880 && (time + 100) % 1000 < 30, "{time}");
}
