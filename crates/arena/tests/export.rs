//! Records of a match: dates, limits, thinking times and mates.

mod common;

use arena::{OnRefusal, Opening, Plan, Player, Rules, Store, records};
use common::{TempFile, Watcher, fake, plan, workers};
use kifu::{Encoding, Format, RecordedScore, header};
use shogi::Color;

/// Two games of four plies between an engine that announces mates and a slow one.
fn finished(mating: Player) -> (TempFile, Plan, Vec<Opening>) {
    let plan = plan(vec![mating, fake("slow")], "nodes=1", 2);
    let plan = Plan { rules: Rules { max_moves: 4, ..plan.rules }, ..plan };
    let openings = vec![Opening::parse("startpos").expect("an opening")];
    let file = TempFile::new();
    let mut store = Store::begin(file.path(), &plan, &openings, false).expect("a new file");
    let mut watcher = Watcher::default();
    arena::run(&plan, &openings, &mut store, workers(1), OnRefusal::Stop, &mut watcher)
        .expect("a match");
    (file, plan, openings)
}

fn text(game: &kifu::Game, format: Format) -> String {
    String::from_utf8(kifu::write(game, format, Encoding::Utf8).bytes).expect("UTF-8")
}

/// Is it a date and a time such as `2026/11/18 04:30:00`?
fn is_date(text: &str) -> bool {
    let shape = text.replace(|c: char| c.is_ascii_digit(), "9");
    shape == "9999/99/99 99:99:99" && text > "2026"
}

#[test]
fn records_have_dates_times_and_mates() {
    let (file, ..) = finished(fake("mating"));
    let games = records(&Store::open(file.path()).expect("the file")).expect("records");
    let [(_, first), (_, second)] = games.as_slice() else { panic!("{}", games.len()) };
    for game in [first, second] {
        let [began, ended] =
            [header::START_TIME, header::END_TIME].map(|name| game.headers.get(name).expect(name));
        assert!(is_date(began) && is_date(ended) && began <= ended, "{began} {ended}");
        assert_eq!(game.headers.get(header::TIME_LIMIT), Some("nodes=1"));
    }
    // Each mate is the mover's, in words that people and programs read.
    let kif = text(first, Format::Kif);
    assert!(kif.contains("**詰み=先手勝ち:3手") && !kif.contains("31997"), "{kif}");
    assert!(kif.contains("開始日時：2"), "{kif}");
    assert!(text(second, Format::Kif).contains("**詰み=後手勝ち:3手"));
    let mate = RecordedScore::Mate { winner: Color::Black, plies: Some(3) };
    let id = first.main_line().nth(1).expect("a move");
    assert_eq!(first.evaluations(id)[0].score, mate);
    // The slow engine takes 0.4 s a move.
    let csa = text(first, Format::Csa3);
    assert!(csa.contains("$START_TIME:2") && csa.contains("$END_TIME:2"), "{csa}");
    let times: Vec<f64> =
        csa.lines().filter_map(|line| line.strip_prefix('T')?.parse().ok()).collect();
    assert_eq!(times.len(), 4, "{csa}");
    assert!(times[1] >= 0.4 && times[3] >= 0.4, "{csa}");
}

#[test]
fn each_side_has_its_limit() {
    let own_limit = Player { limit: Some("depth=2".parse().expect("a limit")), ..fake("mating") };
    let (file, ..) = finished(own_limit);
    let games = records(&Store::open(file.path()).expect("the file")).expect("records");
    let headers = &games[0].1.headers;
    assert_eq!(headers.get(header::BLACK_TIME_LIMIT), Some("depth=2"));
    assert_eq!(headers.get(header::WHITE_TIME_LIMIT), Some("nodes=1"));
    assert_eq!(headers.get(header::TIME_LIMIT), None);
}

/// Files of earlier versions have no dates; they can be read, and continued.
#[test]
fn files_without_dates() {
    let (file, plan, openings) = finished(fake("mating"));
    let connection = rusqlite::Connection::open(file.path()).expect("a database");
    connection.execute("ALTER TABLE games DROP COLUMN began", []).expect("a column");
    drop(connection);
    let dates = |store: &Store| -> Vec<bool> {
        let games = records(store).expect("records");
        games.iter().map(|(_, game)| game.headers.get(header::START_TIME).is_some()).collect()
    };
    assert_eq!(dates(&Store::open(file.path()).expect("the file")), [false, false]);
    let more = Plan { games: 3, ..plan };
    let mut store = Store::begin(file.path(), &more, &openings, true).expect("the file");
    let mut watcher = Watcher::default();
    arena::run(&more, &openings, &mut store, workers(1), OnRefusal::Stop, &mut watcher)
        .expect("a match");
    assert_eq!(dates(&store), [false, false, true]);
}
