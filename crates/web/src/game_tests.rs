//! Tests of games: turns, taking back, clocks, ends, copies.

use super::*;

fn terms(human: Human) -> Terms {
    Terms { human, level: 3, time: None, rule: Rule::Points27, max_plies: None, friendly: false }
}

fn even(terms: Terms) -> Game {
    let start = GameStart::Handicap { handicap: "even".to_owned() };
    Game::new("0123456789abcdef".to_owned(), 1, &start, terms).expect("a game")
}

fn reply(game: &mut Game, usi: &str) {
    let mv = game.position().parse_legal_move(usi).expect("a move");
    game.play_engine(mv, Some(Score::Cp(10)), 2);
}

#[test]
fn turns_alternate_and_plies_count() {
    let mut game = even(terms(Human::Black));
    assert_eq!(game.phase(), GamePhase::Human);
    game.play_human("7g7f", 1).expect("a move");
    assert_eq!(game.phase(), GamePhase::Engine);
    assert_eq!(game.play_human("3c3d", 1).expect_err("not yet").code, ErrorCode::NotYourTurn);
    assert_eq!(game.check_ply(0).expect_err("stale").code, ErrorCode::StalePly);
    reply(&mut game, "3c3d");
    assert_eq!((game.ply(), game.phase()), (2, GamePhase::Human));
    let state = game.state(3);
    assert_eq!(state.moves[1].text.en, "P-3d");
    assert_eq!(state.handicap.as_deref(), Some("even"));
    assert_eq!(state.engine_score, Some(Score::Cp(10)));
}

#[test]
fn the_humans_own_move_is_taken_back() {
    let mut game = even(terms(Human::Black));
    game.undo(1);
    assert_eq!(game.ply(), 0, "there is nothing to take back");
    game.play_human("7g7f", 1).expect("a move");
    game.undo(2);
    assert_eq!(game.ply(), 0, "the engine was thinking");
    game.play_human("2g2f", 3).expect("a move");
    reply(&mut game, "8c8d");
    game.undo(4);
    assert_eq!((game.ply(), game.phase()), (0, GamePhase::Human));
    let undone = game.state(5).undone;
    assert_eq!(undone.len(), 2);
    assert_eq!(undone[1], Undone { ply: 0, moves: vec!["2g2f".into(), "8c8d".into()] });
}

#[test]
fn a_resignation_is_taken_back_alone() {
    let mut game = even(terms(Human::Black));
    game.play_human("7g7f", 1).expect("a move");
    reply(&mut game, "3c3d");
    game.resign_human(2).expect("a running game");
    assert_eq!(game.phase(), GamePhase::Over);
    assert_eq!(game.resign_human(2).expect_err("twice").code, ErrorCode::GameOver);
    game.undo(3);
    assert_eq!((game.ply(), game.phase()), (2, GamePhase::Human));
}

#[test]
fn the_engine_begins_if_the_human_is_white() {
    let mut game = even(terms(Human::White));
    assert_eq!(game.phase(), GamePhase::Engine);
    reply(&mut game, "7g7f");
    game.undo(1);
    assert_eq!(game.ply(), 1, "the human has not moved yet");
    let start = GameStart::Handicap { handicap: "two-pieces".to_owned() };
    let game = Game::new("a".into(), 1, &start, terms(Human::Black)).expect("a game");
    assert_eq!(game.phase(), GamePhase::Engine, "White begins");
}

#[test]
fn clocks_come_back_with_the_moves() {
    let time = TimeControl { main: 10_000, byoyomi: 0, increment: 0 };
    let mut game = even(Terms { time: Some(time), ..terms(Human::Black) });
    game.run_clock(1_000);
    game.play_human("7g7f", 3_000).expect("a move");
    let mv = game.position().parse_legal_move("3c3d").expect("a move");
    game.play_engine(mv, None, 4_000);
    let clock = game.state(5_000).clock.expect("a clock");
    assert_eq!((clock.black, clock.white, clock.running), (7_000, 9_000, Some(Side::Black)));
    game.undo(5_000);
    let clock = game.state(5_000).clock.expect("a clock");
    assert_eq!((clock.black, clock.white), (10_000, 10_000));
    assert!(!game.is_time_up(15_000));
    assert!(game.is_time_up(15_300));
    let lost = Over { winner: Some(Side::White), reason: OverReason::Time };
    assert_eq!(game.state(16_000).result, Some(lost));
}

#[test]
fn a_pause_stops_the_clock() {
    let time = TimeControl { main: 10_000, byoyomi: 0, increment: 0 };
    let mut game = even(Terms { time: Some(time), ..terms(Human::Black) });
    game.run_clock(0);
    game.pause(1_000).expect("a running game");
    assert_eq!(game.phase(), GamePhase::Paused);
    game.resume(60_000).expect("a running game");
    assert_eq!(game.state(61_000).clock.expect("a clock").black, 8_000);
}

#[test]
fn declarations_are_checked() {
    let mut game = even(terms(Human::Black));
    let failure = game.declare(false, 1).expect_err("no right");
    assert_eq!(failure.code, ErrorCode::CannotDeclare);
    assert!(failure.unmet.expect("conditions").contains(&Unmet::Camp));
    let sfen = "+R2K3+R1/1GGSS+P+P2/+P+P+P6/9/9/9/9/9/4k4 b 2B2S2G4N4L10P 1";
    let start = GameStart::Sfen { sfen: sfen.to_owned(), moves: None };
    let mut game = Game::new("a".into(), 1, &start, terms(Human::Black)).expect("a game");
    game.declare(false, 1).expect("the right to");
    let won = Over { winner: Some(Side::Black), reason: OverReason::Declaration };
    assert_eq!(game.state(1).result, Some(won));
}

#[test]
fn bad_terms_are_refused() {
    let start = GameStart::Handicap { handicap: "even".to_owned() };
    let bad = Terms { level: 11, ..terms(Human::Black) };
    assert_eq!(Game::new("a".into(), 1, &start, bad).expect_err("level").code, ErrorCode::Limit);
    let time = TimeControl { main: u64::MAX, byoyomi: u64::MAX, increment: u64::MAX };
    let bad = Terms { time: Some(time), ..terms(Human::Black) };
    assert_eq!(Game::new("a".into(), 1, &start, bad).expect_err("time").code, ErrorCode::Limit);
    let start = GameStart::Handicap { handicap: "../etc".to_owned() };
    let failure = Game::new("a".into(), 1, &start, terms(Human::Both)).expect_err("a name");
    assert_eq!(failure.code, ErrorCode::NotFound);
}

#[test]
fn a_saved_game_comes_back() {
    let time = TimeControl { main: 10_000, byoyomi: 0, increment: 0 };
    let mut game = even(Terms { time: Some(time), ..terms(Human::Black) });
    game.run_clock(0);
    game.play_human("7g7f", 1_000).expect("a move");
    let saved = game.saved(2_000, 7);
    let text = serde_json::to_string(&saved).expect("text");
    let read: SavedGame = serde_json::from_str(&text).expect("a game");
    assert_eq!(read, saved);
    let mut back = Game::from_saved(&read).expect("a game");
    assert_eq!((back.ply(), back.phase()), (1, GamePhase::Paused));
    back.wake(100_000);
    let clock = back.state(100_000).clock.expect("a clock");
    assert_eq!((clock.black, clock.white), (9_000, 9_000));
}

#[test]
fn moves_beside_a_mate_are_no_longer_played() {
    let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let start = GameStart::Sfen { sfen: sfen.to_owned(), moves: None };
    let mut game = Game::new("a".into(), 1, &start, terms(Human::Black)).expect("a game");
    game.play_human("G*5b", 1).expect("a move");
    let mate = Over { winner: Some(Side::Black), reason: OverReason::Mate };
    assert_eq!(game.state(1).result, Some(mate));
    assert_eq!(game.play_human("5i5h", 1).expect_err("over").code, ErrorCode::GameOver);
    game.undo(2);
    assert_eq!(game.phase(), GamePhase::Human);
}
