//! The program as a USI engine, seen by a driver.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use engine::{Clocks, Go, MateTime};
use shogi::{Action, Position};
use usi::{Checkmate, Driver, DriverError, GameResult, OptionType, PositionCommand};

const PATIENCE: Duration = Duration::from_secs(60);

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sakiyomi"))
}

#[test]
fn a_driver_plays_a_game() {
    let mut driver = Driver::start(&mut program(), PATIENCE).expect("it introduces itself");
    assert!(driver.name().starts_with("Sakiyomi "));
    assert!(!driver.author().is_empty());
    let hash = driver.options().iter().find(|option| option.name == "USI_Hash").expect("offered");
    assert_eq!((hash.kind, hash.min), (OptionType::Spin, Some(1)));
    driver.set_option("USI_Hash", Some("4")).unwrap();
    driver.new_game(PATIENCE).unwrap();
    let mut position = Position::startpos();
    for _ in 0..6 {
        driver.set_position(&PositionCommand::from_startpos(position.moves_played())).unwrap();
        driver.go(&Go { nodes: Some(2000), ..Go::default() }).unwrap();
        let played = driver.answer(PATIENCE).unwrap();
        assert!(played.last_score().is_some_and(|info| !info.pv.is_empty()));
        let Action::Play(mv) = played.action else { panic!("{played:?}") };
        assert!(position.is_legal(mv));
        position.play(mv);
    }
    driver.game_over(GameResult::Draw).unwrap();
    driver.quit(PATIENCE).unwrap();
}

#[test]
fn a_driver_ponders_stops_and_looks_for_mate() {
    let mut driver = Driver::start(&mut program(), PATIENCE).unwrap();
    driver.set_option("USI_Hash", Some("4")).unwrap();
    driver.make_ready(PATIENCE).unwrap();
    driver.go(&Go { ponder: true, ..Go::default() }).unwrap();
    assert!(matches!(
        driver.answer(Duration::from_millis(100)),
        Err(DriverError::Timeout("bestmove"))
    ));
    driver.ponder_hit(Some(Clocks { byoyomi: 100, ..Clocks::default() })).unwrap();
    driver.answer(PATIENCE).unwrap();
    driver.go(&Go { infinite: true, ..Go::default() }).unwrap();
    driver.stop().unwrap();
    driver.answer(PATIENCE).unwrap();
    let mate = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
    driver.set_position(&PositionCommand::from_sfen(mate, [])).unwrap();
    driver.go(&Go { mate: Some(MateTime::Infinite), ..Go::default() }).unwrap();
    let found = driver.mate_answer(PATIENCE).unwrap();
    assert_eq!(found, Checkmate::Moves(vec!["G*5b".parse().unwrap()]));
}

#[test]
fn what_is_no_engine_is_told() {
    let start = |command: &mut Command| Driver::start(command, Duration::from_secs(20)).err();
    assert!(matches!(start(&mut Command::new("no-such-program")), Some(DriverError::Start(_))));
    let ended = start(program().args(["perft", "--depth", "1"]));
    assert!(matches!(ended, Some(DriverError::Ended | DriverError::Write(_))), "{ended:?}");
}

/// All memory is there when the engine is ready, and before GUIs lose their patience.
#[test]
fn a_big_table_does_not_slow_down_the_first_move() {
    let mut driver = Driver::start(&mut program(), PATIENCE).unwrap();
    driver.set_option("USI_Hash", Some("512")).unwrap();
    let start = Instant::now();
    driver.make_ready(PATIENCE).unwrap();
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string(format!("/proc/{}/status", driver.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a size");
        let kilobytes: usize = line.trim_end_matches("kB").trim().parse().unwrap();
        assert!(kilobytes > 512 << 10, "{kilobytes} kB");
    }
}

#[test]
fn the_conversation_is_kept() {
    let path = std::env::temp_dir().join(format!("sakiyomi-usi-{}.log", std::process::id()));
    let output = program()
        .arg("--log")
        .arg(&path)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    assert!(output.status.success() && output.stdout.is_empty(), "the end of input is quit");
    let mut command = program();
    command.arg("--log").arg(&path);
    Driver::start(&mut command, PATIENCE).unwrap().quit(PATIENCE).unwrap();
    let log = std::fs::read_to_string(&path).expect("a log");
    std::fs::remove_file(&path).expect("a log");
    let heard: Vec<&str> =
        log.lines().filter_map(|line| line.split_once(' ').map(|(_, rest)| rest)).collect();
    assert_eq!((heard[0], heard[heard.len() - 1]), ("> usi", "> quit"));
    assert!(heard.contains(&"< usiok"));
}
