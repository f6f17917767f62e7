//! Engines that crash, hang or say nonsense lose their game and nothing else.

mod common;

use arena::{Ending, Opening};
use common::{fake, plan, played};
use shogi::Color;

/// The position before a right declaration of Black, and one where it is wrong.
const ENTERED: &str = "sfen +P+P+P+P+P+P+P+P+P/1K+P6/9/9/9/9/9/9/8k b 2R2B 1";

fn openings(text: &str) -> Vec<Opening> {
    vec![Opening::parse(text).expect("an opening")]
}

/// How the fake engine in this mode fares against a sound one, with Black and with White.
fn check(mode: &str, limit: &str, ending: Ending, note: &str) {
    let plan = plan(vec![fake(mode), fake("sound")], limit, 4);
    let games = played(&plan, &openings("startpos moves 7g7f 3c3d"), 1);
    assert_eq!(games.len(), 4, "{mode}");
    for (game, _) in &games {
        let fake_color = if game.fixture.black == 0 { Color::Black } else { Color::White };
        assert_eq!(game.outcome.ending, ending, "{mode}: {game:?}");
        assert_eq!(game.outcome.winner, Some(!fake_color), "{mode}: {game:?}");
        let text = game.note.as_deref().unwrap_or_default();
        assert!(text.contains(note), "{mode}: {text}");
    }
}

/// The fake engine plays on as if nothing were.
fn check_harmless(mode: &str, limit: &str) {
    let plan = plan(vec![fake(mode), fake("sound")], limit, 2);
    for (game, _) in played(&plan, &openings("startpos"), 1) {
        assert!(!game.outcome.ending.is_failure(), "{mode}: {game:?}");
        assert_eq!(game.note, None, "{mode}");
    }
}

#[test]
fn crashes() {
    // Escape sequences in the last words do not reach a terminal.
    check("crash 3", "nodes=1", Ending::Crash, "something \\u{1b}[31mbroke");
    check("crash", "byoyomi=1", Ending::Crash, "exit status: 3");
}

#[test]
fn hangs() {
    check("hang 2", "nodes=1", Ending::Hang, "bestmove");
    check("hang", "byoyomi=0.1", Ending::Hang, "bestmove");
    check("flood 1", "byoyomi=0.1", Ending::Hang, "never ends");
}

#[test]
fn nonsense() {
    check("illegal 2", "nodes=1", Ending::IllegalMove, "1a9i");
    check("garbage 1", "nodes=1", Ending::Nonsense, "knight-to-f3");
    check("empty", "nodes=1", Ending::Nonsense, "bestmove");
}

#[test]
fn late_answers() {
    check("slow 1", "byoyomi=0.2", Ending::Time, "allowed");
    check("slow", "movetime=0.1", Ending::Time, "allowed");
    check("stubborn", "main=0.2,inc=0.01", Ending::Time, "allowed");
    check_harmless("slow 10", "main=60");
}

/// An answer that nobody asked for is thrown away if it is there before the next question, and
/// taken for the answer, which is not a move, if it comes after it. Either way all games are played.
#[test]
fn early_answers() {
    let plan = plan(vec![fake("early 3"), fake("sound")], "nodes=1", 6);
    let games = played(&plan, &openings("startpos"), 1);
    assert_eq!(games.len(), 6);
    for (game, _) in &games {
        let early = if game.fixture.black == 0 { Color::Black } else { Color::White };
        if game.outcome.ending.is_failure() {
            assert_eq!(game.outcome.ending, Ending::Nonsense, "{game:?}");
            assert_eq!(game.outcome.winner, Some(!early), "{game:?}");
        }
    }
}

#[test]
fn resignations() {
    check("resign 2", "nodes=1", Ending::Resign, "");
}

#[test]
fn declarations() {
    check("declare 2", "nodes=1", Ending::WrongDeclaration, "declared");
    let plan = plan(vec![fake("declare"), fake("declare")], "nodes=1", 2);
    for (game, moves) in played(&plan, &openings(ENTERED), 1) {
        assert_eq!(game.outcome.ending, Ending::Declaration);
        assert_eq!(game.outcome.winner, Some(Color::Black));
        assert!(game.is_entered && moves.is_empty());
    }
}

#[test]
fn noise_is_harmless() {
    check_harmless("huge 25", "nodes=1");
    check_harmless("junk", "nodes=1");
}

#[test]
fn an_engine_that_cannot_start_is_told_before_the_match() {
    let file = common::TempFile::new();
    let mut missing = fake("sound");
    missing.command = "./no-such-engine".to_owned();
    for (player, word) in
        [(missing, "start"), (fake("silent"), "usiok"), (fake("stillborn"), "a library is missing")]
    {
        let plan = plan(vec![player, fake("sound")], "nodes=1", 2);
        let openings = openings("startpos");
        let mut store =
            arena::Store::begin(file.path(), &plan, &openings, false).expect("a new file");
        let result = arena::run(
            &plan,
            &openings,
            &mut store,
            common::workers(1),
            arena::OnRefusal::Stop,
            &mut common::Watcher::default(),
        );
        let Err(error @ arena::ArenaError::Engine(..)) = result else { panic!("{result:?}") };
        assert!(error.to_string().contains(word), "{error}");
        drop(store);
        arena::discard(file.path());
    }
}

#[test]
fn leaving_between_games_costs_nothing() {
    let plan = plan(vec![fake("leaves"), fake("sound")], "nodes=1", 6);
    for (game, _) in played(&plan, &openings("startpos"), 1) {
        assert!(!game.outcome.ending.is_failure(), "{game:?}");
    }
}

/// A wrapper that closes its output and stays a minute: nobody waits for it.
#[cfg(unix)]
#[test]
fn a_wrapper_that_stays_is_not_waited_for() {
    let mut wrapper = fake("sound");
    let engine = format!("{} sound; exec 1>&- 2>&-; exec sleep 60", wrapper.command);
    (wrapper.command, wrapper.args) = ("sh".to_owned(), vec!["-c".to_owned(), engine]);
    let plan = plan(vec![wrapper, fake("sound")], "nodes=1", 2);
    let start = std::time::Instant::now();
    assert_eq!(played(&plan, &openings("startpos"), 1).len(), 2);
    assert!(start.elapsed() < std::time::Duration::from_secs(50));
}
