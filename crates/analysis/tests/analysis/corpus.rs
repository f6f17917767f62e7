//! The corpus of sentences: short games in which every template has something to say.
//!
//! The rows of `suites/analysis/sentences.tsv` are played by the classic evaluator with few nodes and
//! some random moves. `cargo test -p analysis --release -- --ignored corpus_is_found --nocapture`
//! looks for rows again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use analysis::machine::{Ask, Machine};
use analysis::model::{GameReport, Settings};
use analysis::sentences::templates;
use eval::Model;
use kifu::{Ending, Game, NodeId, Step};
use shogi::{Color, DeclarationRule, Move, Position};

use crate::common::{Numbers, analysed, checked, rows, says, sentences, settings};
use crate::random::consistent;

/// Templates for which no row has been found yet; a row for one of them takes it off this list.
const WITHOUT_A_ROW: [&str; 2] = ["E1", "H3"];

/// A row: the template that must be said, the start, the moves, the ply, and whether the side to
/// move resigns.
struct Row {
    template: String,
    start: String,
    moves: Vec<Move>,
    ply: u32,
    resigns: bool,
}

impl Row {
    /// What tells its game from others.
    fn key(&self) -> (String, usize, bool) {
        (self.start.clone(), self.moves.len(), self.resigns)
    }
}

fn corpus() -> Vec<Row> {
    let row = |cells: Vec<String>| Row {
        template: cells[0].clone(),
        start: cells[1].clone(),
        moves: cells[2].split(' ').map(|mv| mv.parse().expect("a move")).collect(),
        ply: cells[3].parse().expect("a ply"),
        resigns: cells[4] == "resigns",
    };
    rows("analysis/sentences.tsv").into_iter().map(row).collect()
}

/// The settings of the corpus.
fn corpus_settings() -> Settings {
    Settings { mate_nodes: 2_000, deep_mate_nodes: 5_000, hisshi_nodes: 10_000, ..settings() }
}

fn game(start: &str, moves: &[Move], resigns: bool) -> Game {
    let start: Position = start.parse().expect("a position");
    let mut game = Game::from_moves(&start, moves);
    if resigns {
        let last = game.main_line().last().unwrap_or(NodeId::ROOT);
        game.add(last, Step::End(Ending::Resign)).expect("an ending");
    }
    game
}

/// The reports of the corpus, each game once, the shortest first; made once for all tests.
pub fn reports() -> &'static [GameReport] {
    static REPORTS: OnceLock<Vec<GameReport>> = OnceLock::new();
    REPORTS.get_or_init(|| {
        let mut seen = BTreeSet::new();
        let mut rows = corpus();
        rows.retain(|row| seen.insert(row.key()));
        rows.sort_by_key(|row| row.moves.len());
        let report =
            |row: &Row| analysed(&game(&row.start, &row.moves, row.resigns), &corpus_settings());
        rows.iter().map(report).collect()
    })
}

#[test]
fn every_template_is_said_and_true() {
    let mut by_key = BTreeMap::new();
    for (index, report) in reports().iter().enumerate() {
        // Doing all searches again takes as long as the analysis; the random games do.
        let failures = checked(report, index % 8 == 0);
        assert!(failures.is_empty(), "{}: {}", report.game.start, failures[0]);
        consistent(report);
        let resigns = report.game.ending.is_some();
        by_key.insert((report.game.start.clone(), report.game.moves.len(), resigns), report);
    }
    let mut said = BTreeSet::new();
    for row in corpus() {
        if says(by_key[&row.key()], row.ply, &row.template) {
            said.insert(row.template);
        }
    }
    let silent: BTreeSet<&str> =
        templates().map(|template| template.id).filter(|&id| !said.contains(id)).collect();
    assert_eq!(silent, BTreeSet::from(WITHOUT_A_ROW));
}

/// A game of the classic evaluator with few nodes, and a random move now and then.
fn played_game(start: &Position, numbers: &mut Numbers, plies: usize) -> Vec<Move> {
    let stop = AtomicBool::new(false);
    let rule = DeclarationRule::Points27;
    let mut machine = Machine::new(&Model::Classic, 1, rule, &stop).expect("memory");
    let mut position = start.clone();
    let mut moves = Vec::new();
    let carelessness = 3 + numbers.below(6);
    while moves.len() < plies && position.fourfold_repetition().is_none() {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let ask = Ask { nodes: 150, lines: 1, ..Ask::default() };
        let found = machine.search(&position, &ask).expect("not stopped");
        let best = found.first().and_then(|found| found.line.first()).map(|mv| mv.0);
        let careless = numbers.below(carelessness) == 0;
        let random = legal[numbers.below(legal.len())];
        let mv = best.filter(|_| !careless).unwrap_or(random);
        position.play(mv);
        moves.push(mv);
    }
    moves
}

/// The moves that parry a proved mate threat with a proved mate threat.
fn parries_with_a_threat(position: &Position) -> Vec<Move> {
    let mut solver = mate::Solver::new(4);
    let limits = mate::Limits { nodes: 2_000, shortest: false };
    let mut threatens = |position: &Position| {
        let answer = mate::hisshi::tsumero(&mut solver, position, &limits, &mut || false);
        answer.is_some_and(|answer| matches!(answer.verdict, mate::Verdict::Mate(_)))
    };
    if !threatens(position) {
        return Vec::new();
    }
    let after = |mv: Move| {
        let mut after = position.clone();
        after.play(mv);
        after
    };
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    moves.retain(|&mv| threatens(&after(mv)));
    moves.retain(|&mv| {
        let verdict = mate::Solver::new(4).solve(&after(mv), &limits, &mut || false).verdict;
        matches!(verdict, mate::Verdict::NoMate(_))
    });
    moves
}

/// How many plies before and after a sentence's move its row needs; none means the whole game.
fn window(template: &str) -> Option<(usize, usize)> {
    match template {
        "H6" | "H7" | "G2" | "G3" | "O1" | "O2" => None,
        "G1" => Some((1, 6)),
        "H8" | "Z1" | "M8" | "M6" | "E4" => Some((4, 1)),
        _ => Some((2, 1)),
    }
}

/// The rows found so far, by template.
struct Found {
    rows: BTreeMap<String, Vec<String>>,
    most: usize,
}

impl Found {
    fn read() -> Self {
        let mut rows = BTreeMap::<String, Vec<String>>::new();
        let old = std::fs::read_to_string(path()).unwrap_or_default();
        for line in old.lines().filter(|line| !line.starts_with('#')) {
            let template = line.split('\t').next().unwrap_or_default();
            rows.entry(template.to_owned()).or_default().push(line.to_owned());
        }
        Self { rows, most: 2 }
    }

    /// Analyses a game and keeps a short row for each template that has too few.
    fn add(&mut self, start: &Position, moves: &[Move]) {
        let whole = analysed(&game(&start.to_sfen(), moves, true), &corpus_settings());
        for failure in &checked(&whole, true) {
            println!("FALSE {} {moves:?}: {failure}", start.to_sfen());
        }
        for (ply, sentence) in sentences(&whole) {
            let rows = self.rows.entry(sentence.template.clone()).or_default();
            if rows.len() >= self.most {
                continue;
            }
            let row = shortened(start, moves, ply as usize, &sentence.template);
            if let Some(row) = row.filter(|row| !rows.contains(row)) {
                println!("{row}");
                rows.push(row);
                self.write();
            }
        }
    }

    fn missing(&self) -> Vec<&'static str> {
        let has_none = |id: &&str| self.rows.get(*id).is_none_or(Vec::is_empty);
        templates().map(|one| one.id).filter(has_none).collect()
    }

    fn write(&self) {
        let mut text = String::from(
            "# Games for the templates of sentences, played by the classic evaluator with random moves.\n\
             # Columns: template, start, moves, ply of the sentence, whether the side to move resigns.\n",
        );
        for row in templates().filter_map(|one| self.rows.get(one.id)).flatten() {
            writeln!(text, "{row}").expect("text");
        }
        std::fs::write(path(), text).expect("the corpus");
    }
}

fn path() -> std::path::PathBuf {
    crate::common::suite("analysis/sentences.tsv")
}

/// A number from the environment.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn positions(name: &str) -> Vec<Position> {
    let rows = rows(name);
    let cells = rows.iter().flatten().filter_map(|cell| cell.parse::<Position>().ok());
    cells.filter(|one| Color::ALL.iter().all(|&side| one.king(side).is_some())).collect()
}

#[test]
#[ignore = "looks for rows of the corpus; takes minutes"]
fn corpus_is_found() {
    let mut found = Found::read();
    let (first, games) = (number("SEED", 1), number("GAMES", 40));
    let starts = [positions("lab/endgame.sfen"), positions("lab/middle.sfen")].concat();
    for seed in first..first + games {
        let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let start = match seed % 3 {
            0 => Position::startpos(),
            _ => starts[numbers.below(starts.len())].clone(),
        };
        let moves = played_game(&start, &mut numbers, if seed % 3 == 0 { 110 } else { 60 });
        if moves.len() >= 4 {
            found.add(&start, &moves);
        }
        println!("seed {seed}: missing {:?}", found.missing());
    }
}

#[test]
#[ignore = "looks for rows of the corpus among positions with one move; takes minutes"]
fn corpus_is_found_in_positions() {
    let mut found = Found::read();
    let play = |found: &mut Found, position: &Position, mv: &str| {
        if let Some(mv) = mv.parse::<Move>().ok().filter(|&mv| position.is_legal(mv)) {
            found.add(position, &[mv]);
        }
    };
    let declared = positions("rules/declaration_27.tsv");
    found.add(&declared[0], &[declared[0].legal_moves()[0]]);
    let most = number("MOST", 60) as usize;
    for row in rows("hisshi/problems.tsv").iter().take(most) {
        let Ok(position) = row[1].parse::<Position>() else { continue };
        if position.king(Color::Black).is_none() || position.king(Color::White).is_none() {
            continue;
        }
        play(&mut found, &position, &row[2]);
        let values = eval::material::PieceValues::GEKISASHI.exchange_values();
        let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
        moves.retain(|&mv| !position.gives_check(mv));
        moves.sort_by_key(|&mv| position.see(mv, &values));
        moves.iter().take(2).for_each(|&mv| found.add(&position, &[mv]));
        if !["Z6", "Z7"].iter().any(|id| found.missing().contains(id)) {
            break;
        }
    }
    println!("missing {:?}", found.missing());
    // A rook or bishop takes a gold, and two pieces are lost for it.
    let crafted = "8k/4r4/9/7b1/9/9/4G4/B2S5/KR7 b - 1".parse().expect("a position");
    ["8i7i", "8i8h", "8i6i"].iter().for_each(|mv| play(&mut found, &crafted, mv));
    for row in rows("lab/next_move.tsv").iter().take(3 * most) {
        let Ok(position) = row[0].parse::<Position>() else { continue };
        play(&mut found, &position, &row[1]);
        if !["H2", "H3", "H4"].iter().any(|id| found.missing().contains(id)) {
            break;
        }
    }
    println!("missing {:?}", found.missing());
    let mut numbers = Numbers(number("SEED", 1));
    let all = [positions("lab/endgame.sfen"), positions("lab/middle.sfen")].concat();
    for position in &all {
        if !found.missing().contains(&"Z4") {
            break;
        }
        let parries = parries_with_a_threat(position);
        parries.iter().take(2).for_each(|&mv| found.add(position, &[mv]));
    }
    println!("missing {:?}", found.missing());
    let late = [positions("lab/middle.sfen"), positions("lab/endgame.sfen")].concat();
    for _ in 0..number("GAMES", 40) {
        let position = &late[numbers.below(late.len())];
        let moves = position.legal_moves();
        found.add(position, &[moves[numbers.below(moves.len())]]);
    }
    println!("missing {:?}", found.missing());
}

/// The shortest part of a game that still says it, as a row.
fn shortened(start: &Position, moves: &[Move], ply: usize, template: &str) -> Option<String> {
    let (from, to, resigns) = match window(template) {
        None => (0, moves.len(), true),
        Some((before, after)) => {
            (ply.saturating_sub(1 + before), (ply + after).min(moves.len()), false)
        }
    };
    let to = if matches!(template, "O1" | "O2") { (ply + 3).min(moves.len()) } else { to };
    let resigns = resigns && !matches!(template, "O1" | "O2");
    let mut position = start.clone();
    moves[..from].iter().for_each(|&mv| position.play(mv));
    let (sfen, moves) = (position.to_sfen(), &moves[from..to]);
    let ply = if ply == 0 { 0 } else { ply - from };
    let report = analysed(&game(&sfen, moves, resigns), &corpus_settings());
    let is_good = says(&report, ply as u32, template) && checked(&report, true).is_empty();
    let text: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let end = if resigns { "resigns" } else { "-" };
    is_good.then(|| format!("{template}\t{sfen}\t{}\t{ply}\t{end}", text.join(" ")))
}
