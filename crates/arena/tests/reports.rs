//! Tables, pages and records of a results file.

mod common;

use arena::{
    Mode, OnRefusal, Plan, SprtBounds, Store, html_report, random_openings, records, text_report,
};
use common::{TempFile, Watcher, fake, plan, workers};

fn finished(plan: &Plan) -> (TempFile, Store) {
    let file = TempFile::new();
    let openings = random_openings(10, 7, 2);
    let mut store = Store::begin(file.path(), plan, &openings, false).expect("a new file");
    let mut watcher = Watcher::default();
    arena::run(plan, &openings, &mut store, workers(2), OnRefusal::Stop, &mut watcher)
        .expect("a match");
    (file, store)
}

#[test]
fn a_match_with_its_test() {
    let mut plan = plan(vec![fake("sound"), fake("illegal 6")], "nodes=1", 40);
    plan.mode = Mode::Sprt;
    let bounds =
        SprtBounds { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05, is_normalised: false };
    plan.sprt = Some(bounds);
    let (_file, store) = finished(&plan);
    let played = store.games().expect("games").len();
    assert!(played < 40, "the test ends the match: {played}");
    let text = text_report(&store).expect("a report");
    assert!(text.contains("H1 accepted") && text.contains("illegal-move"), "{text}");
    assert_eq!(text.matches("with an entered king").count(), 4, "each engine by colour: {text}");
    let page = html_report(&store).expect("a page");
    assert!(
        page.contains("Sequential test")
            && page.contains("1a9i")
            && page.contains("entered king")
            && !page.contains("NaN")
    );
    let games = records(&store).expect("records");
    assert_eq!(games.len(), played);
    assert!(games.iter().all(|(_, game)| game.moves().count() >= 7 && game.ending().is_some()));
}

#[test]
fn a_tournament_has_ratings() {
    let players = vec![fake("sound"), fake("resign 3"), fake("resign 9"), fake("resign 1")];
    for mode in [Mode::Tournament, Mode::Gauntlet] {
        let plan = Plan { mode, ..plan(players.clone(), "nodes=1", 24) };
        let (_file, store) = finished(&plan);
        let text = text_report(&store).expect("a report");
        assert!(text.contains(" 1 sound"), "{text}");
        let page = html_report(&store).expect("a page");
        assert!(page.contains("Ratings") && !page.contains("NaN"));
    }
}
