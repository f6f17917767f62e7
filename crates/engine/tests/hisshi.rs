//! Hisshi and tsumero before the search: what is played, what is claimed, and for how long.

mod common;

use common::Player;
use engine::{Answer, Event, Go, ShownScore};
use shogi::{Action, Move, Position};

/// The first problem of `suites/hisshi` that Black solves: White's king cannot be saved.
const HISSHI: &str = "2+R6/ksG6/np6p/psp4p1/1nP+B5/1PG6/P1K+B4P/2S1P4/1N5RL b 2GSN3L7Pp 205";
/// White threatens mate with a gold on 5h.
const THREATENED: &str = "4k4/9/9/9/9/9/4p4/9/P3K3L b Pg 1";

const PROVEN: ShownScore = ShownScore::Mate { wins: true, plies: None };

fn nodes(nodes: u64) -> Go {
    Go { nodes: Some(nodes), ..Go::default() }
}

fn gekisashi(per_look: u64) -> Player {
    let mut player = Player::new(per_look);
    player.set("EvalFile", "classic").set("Recipe", "gekisashi");
    player
}

/// Searches and tells whether a hisshi was claimed.
fn claims(player: &mut Player, sfen: &str, go: Go) -> (Answer, bool) {
    let (answer, line) = claim(player, sfen, go);
    (answer, line.is_some())
}

/// Searches and returns the line of a hisshi that was claimed, in the answer or before it.
fn claim(player: &mut Player, sfen: &str, go: Go) -> (Answer, Option<Vec<Move>>) {
    player.position(sfen).start(go);
    let mut events = player.events();
    let Some(Event::Answer(answer)) = events.pop() else { panic!("no answer") };
    let line = events.into_iter().find_map(|event| match event {
        Event::Info(info) if info.score == PROVEN => Some(info.pv),
        _ => None,
    });
    assert_eq!(line.is_some(), answer.score == Some(PROVEN), "{sfen} {answer:?}");
    (answer, line)
}

fn suite(name: &str) -> Vec<(String, String)> {
    let path = format!("{}/../../suites/hisshi/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let fields = lines.map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    fields.map(|fields| (fields[1].clone(), fields[2].clone())).collect()
}

#[test]
fn a_proven_hisshi_is_played() {
    let mut player = gekisashi(0);
    let (answer, is_claimed) = claims(&mut player, HISSHI, nodes(400_000));
    assert!(is_claimed, "{answer:?}");
    assert_eq!(answer.action.to_string(), "8f8e");
    assert!(answer.nodes <= 400_000 / 16, "one part in 16 at most: {}", answer.nodes);
    // Too few nodes for a proof.
    assert!(!claims(&mut player, HISSHI, nodes(1_000)).1);
}

#[test]
fn the_recipe_or_the_option_decides() {
    let mut player = gekisashi(0);
    player.set("RootHisshiNodes", "0");
    assert!(!claims(&mut player, HISSHI, nodes(100_000)).1, "switched off");
    player.set("RootHisshiNodes", "-1").set("Recipe", "bonanza");
    assert!(!claims(&mut player, HISSHI, nodes(100_000)).1, "not paper B's");
    player.set("RootHisshiNodes", "50000");
    assert!(!claims(&mut player, HISSHI, nodes(400_000)).1, "paper B has no solver at all");
    player.set("Recipe", "tournament");
    assert!(claims(&mut player, HISSHI, nodes(400_000)).1, "switched on");
    // If a depth is asked for, the user wants to see a search.
    let by_depth = Go { depth: Some(2), ..nodes(400_000) };
    assert!(!claims(&mut player, HISSHI, by_depth).1);
}

#[test]
fn problems_are_solved_and_near_misses_are_not_claimed() {
    let mut player = gekisashi(0);
    let mut solved = 0;
    let problems = suite("problems.tsv");
    for (sfen, _) in problems.iter().take(20) {
        let (answer, is_claimed) = claims(&mut player, sfen, nodes(200_000));
        let Action::Play(mv) = answer.action else { panic!("{sfen}") };
        solved += u32::from(is_claimed);
        if is_claimed {
            let mut after: Position = sfen.parse().unwrap();
            after.play(mv);
            let mut solver = mate::hisshi::Solver::new(16);
            let limits = mate::hisshi::Limits { nodes: 1_000_000, ..Default::default() };
            let stands = solver.stands(&after, &limits, &mut || false).verdict;
            // In the longer problems hisshi stands only later.
            let is_first = matches!(stands, mate::hisshi::Verdict::Hisshi(_));
            assert!(is_first || after.in_check(), "{sfen} {mv} {stands:?}");
        }
    }
    assert!(solved >= 10, "{solved} of 20");
    // None of these has a hisshi in one ply; a few have one in three.
    let mut longer = 0;
    for (sfen, _) in suite("near_misses.tsv").iter().step_by(4) {
        if let (answer, Some(line)) = claim(&mut player, sfen, nodes(64_000)) {
            assert!(line.len() > 1, "{sfen} {answer:?}");
            longer += 1;
        }
    }
    assert!(longer <= 1, "{longer}");
}

/// A move that threatens mate is not enough: White can avert it.
#[test]
fn a_near_miss_is_not_claimed() {
    let sfen = "2+R6/ksG6/np6p/psp4p1/1n1+B5/9/2K6/9/9 b Gp 205";
    let (answer, is_claimed) = claims(&mut gekisashi(0), sfen, nodes(400_000));
    assert!(!is_claimed, "{answer:?}");
}

/// In a game that is nearly over by its limit, or whose position recurs, the proof does not hold.
#[test]
fn the_rules_of_the_game_count() {
    let mut player = gekisashi(0);
    player.set("MaxMovesToDraw", "230");
    assert!(!claims(&mut player, HISSHI, nodes(400_000)).1);
    player.set("MaxMovesToDraw", "400");
    assert!(claims(&mut player, HISSHI, nodes(400_000)).1);
    // The position after the winning move has been there before.
    let mut tested = 0;
    for (sfen, mv) in suite("problems.tsv").iter().take(30) {
        let (mut player, mv) = (gekisashi(0), mv.parse().unwrap());
        let (first, is_claimed) = claims(&mut player, sfen, nodes(200_000));
        if !is_claimed || first.action != Action::Play(mv) {
            continue;
        }
        let Some(position) = with_a_past(&sfen.parse().unwrap(), mv) else { continue };
        player.engine.set_position(position);
        assert_ne!(player.play(nodes(200_000)).score, Some(PROVEN), "{sfen}");
        tested += 1;
    }
    assert!(tested > 0);
}

/// Returns the position after a past in which `mv` was played and both sides went back, if they can.
fn with_a_past(position: &Position, mv: Move) -> Option<Position> {
    let is_quiet =
        |position: &Position, mv: Move| !mv.is_promotion() && position.piece_on(mv.to()).is_none();
    let back = |mv: Move| mv.from().map(|from| Move::normal(mv.to(), from));
    let mut after = position.clone();
    after.play(mv);
    let after = after.without_past();
    let reply = |&reply: &Move| {
        let mut past = after.clone();
        let cycle = [Some(reply), back(mv), back(reply)];
        let plays = cycle.into_iter().all(|step| {
            let legal = step.filter(|&step| past.is_legal(step) && is_quiet(&past, step));
            legal.map(|step| past.play(step)).is_some()
        });
        (plays && past.key() == position.key()).then_some(past)
    };
    if !is_quiet(position, mv) {
        return None;
    }
    after.legal_moves().iter().find_map(reply)
}

#[test]
fn moves_that_allow_a_mate_are_left_out() {
    for threads in ["1", "2"] {
        let mut player = gekisashi(0);
        player.set("Threads", threads);
        let answer = player.position(THREATENED).play(nodes(32_000));
        let Action::Play(mv) = answer.action else { panic!("{answer:?}") };
        let mut after: Position = THREATENED.parse().unwrap();
        after.play(mv);
        assert_eq!(after.mate_in_one(), None, "{mv}");
    }
}

/// The looks keep to their part of the time, and the answer comes before the time is over.
#[test]
fn the_clock_is_kept() {
    let hard = suite("near_misses.tsv");
    for per_look in [100, 1000, 5000] {
        let mut player = gekisashi(per_look);
        player.set("NetworkDelay", "0").set("NetworkDelay2", "0");
        for (sfen, _) in hard.iter().take(6) {
            let before = engine::Clock::now_ms(&*player.clock);
            player.position(sfen).play(Go { movetime: Some(400), ..Go::default() });
            let used = engine::Clock::now_ms(&*player.clock) - before;
            assert!(used <= 400 + 10 * per_look / 1000, "{used} ms, {sfen}");
        }
    }
}
