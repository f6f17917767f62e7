//! The same seed gives the same games, whatever the concurrency and however often the match is
//! interrupted.

mod common;

use arena::{OnRefusal, Opening, Plan, Store, random_openings, run};
use common::{TempFile, Watcher, contents, fake, plan, played, workers};

fn sound_match() -> (Plan, Vec<Opening>) {
    let plan = plan(vec![fake("sound"), fake("resign 20")], "nodes=1", 24);
    (plan, random_openings(12, 6, 5))
}

#[test]
fn concurrency_has_no_say() {
    let (plan, openings) = sound_match();
    let one = played(&plan, &openings, 1);
    assert_eq!(one.len(), 24);
    assert_eq!(one, played(&plan, &openings, 3));
}

#[test]
fn a_match_goes_on_where_it_stopped() {
    let (plan, openings) = sound_match();
    let whole = played(&plan, &openings, 2);
    let file = TempFile::new();
    for games in [5, 5, 11, 24, 24] {
        let part = Plan { games, ..plan.clone() };
        let mut store = Store::begin(file.path(), &part, &openings, true).expect("the file");
        let before = store.games().expect("games").len() as u64;
        let mut watcher = Watcher::default();
        run(&part, &openings, &mut store, workers(2), OnRefusal::Stop, &mut watcher)
            .expect("a match");
        assert_eq!(before + watcher.games, games);
    }
    assert_eq!(contents(&Store::open(file.path()).expect("the file")), whole);
}

#[test]
fn another_match_is_not_mixed_in() {
    let (plan, openings) = sound_match();
    let file = TempFile::new();
    drop(Store::begin(file.path(), &plan, &openings, false).expect("a new file"));
    assert!(Store::begin(file.path(), &plan, &openings, false).is_err(), "it exists");
    assert!(Store::begin(file.path(), &plan, &openings, true).is_ok());
    let other = Plan { seed: 9, ..plan.clone() };
    assert!(Store::begin(file.path(), &other, &openings, true).is_err(), "other settings");
    let others = random_openings(12, 6, 6);
    assert!(Store::begin(file.path(), &plan, &others, true).is_err(), "other openings");
    assert!(Store::begin(file.path(), &plan, &openings[..1], true).is_err(), "fewer openings");
}
