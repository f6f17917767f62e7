//! Any number of jobs, and any interruption, gives the same bytes; judgements never contradict
//! themselves.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use analysis::model::{Class, Flag, GameReport, Ply, Settings};
use analysis::{Error, Forgetful, Memory, Request, analyse};
use eval::Model;
use kifu::Game;
use shogi::Position;

use crate::common::{analysed, checked, random_game};

/// A memory that asks for a stop after some units, as a kill would.
#[derive(Default)]
struct Shelf {
    units: BTreeMap<String, String>,
    left: usize,
}

struct Killer<'a>(&'a mut Shelf, &'a AtomicBool);

impl Memory for Killer<'_> {
    fn load(&mut self, game: &str, settings: &str, unit: &str) -> Option<String> {
        self.0.units.get(&format!("{game} {settings} {unit}")).cloned()
    }

    fn save(&mut self, game: &str, settings: &str, unit: &str, done: &str) {
        self.0.units.insert(format!("{game} {settings} {unit}"), done.into());
        self.0.left = self.0.left.saturating_sub(1);
        if self.0.left == 0 {
            self.1.store(true, Ordering::Relaxed);
        }
    }
}

fn settings() -> Settings {
    Settings {
        mate_nodes: 200,
        deep_mate_nodes: 500,
        hisshi_nodes: 300,
        hash_mb: 1,
        moments: 4,
        ..Settings::with_nodes(300)
    }
}

fn run(
    game: &Game,
    jobs: usize,
    memory: &mut dyn Memory,
    stop: &AtomicBool,
) -> Result<GameReport, Error> {
    let settings = settings();
    let request = Request {
        game,
        source: None,
        warnings: &[],
        model: &Model::Classic,
        settings: &settings,
        jobs,
    };
    analyse(&request, memory, &mut |_| {}, stop)
}

#[test]
fn jobs_and_kills_change_no_byte() {
    let game = random_game(3, 50);
    let stop = AtomicBool::new(false);
    let one = run(&game, 1, &mut Forgetful, &stop).expect("a report").to_json();
    let three = run(&game, 3, &mut Forgetful, &stop).expect("a report").to_json();
    assert!(one == three, "jobs change the report");
    let mut shelf = Shelf::default();
    let mut kills = 0;
    let resumed = loop {
        let stop = AtomicBool::new(false);
        shelf.left = 1;
        let jobs = 1 + kills % 2;
        match run(&game, jobs, &mut Killer(&mut shelf, &stop), &stop) {
            Ok(report) => break report.to_json(),
            Err(Error::Stopped) => kills += 1,
            Err(error) => panic!("{error}"),
        }
    };
    assert!(kills > 3, "{kills}");
    assert!(resumed == one, "kills change the report");
}

#[test]
fn judgements_do_not_contradict_themselves() {
    for seed in 0..6 {
        let game = random_game(seed, 70);
        let stop = AtomicBool::new(false);
        let report = run(&game, 2, &mut Forgetful, &stop).expect("a report");
        let read = GameReport::from_json(&report.to_json());
        assert!(read.as_ref() == Ok(&report), "{:?}", read.err());
        for ply in &report.plies {
            let value = ply.value.expect("a value");
            let w = value.w.get();
            let is_firm = value.basis != analysis::model::Basis::Searched;
            assert!(is_firm || w > 0.0 && w < 100.0, "{w} without a proof");
            let has = |flag: Flag| ply.flags.contains(&flag);
            assert!(!(has(Flag::Tsumero) && has(Flag::NoTsumero)));
            assert!(!(has(Flag::StillMating) && has(Flag::MissedMate)));
            let Some(judgement) = &ply.judgement else { continue };
            let loss = judgement.loss.get();
            assert!((0.0..=100.0).contains(&loss));
            assert!(judgement.best != judgement.mv || loss == 0.0, "best with a loss");
            assert!(judgement.grade != Class::Best || loss == 0.0);
        }
    }
}

#[test]
fn a_cut_game_keeps_its_full_chunks() {
    let long = random_game(5, 40);
    let short = random_game(5, 33);
    let mut settings = settings();
    settings.moments = 0;
    let (long, short) = (analysed(&long, &settings), analysed(&short, &settings));
    for ply in 0..32 {
        assert_eq!(long.plies[ply].value, short.plies[ply].value, "{ply}");
    }
}

#[test]
fn a_part_of_a_game_has_the_values_of_the_whole() {
    let game = random_game(5, 60);
    let whole = Settings { moments: 0, ..settings() };
    let part = Settings { from: 21, to: Some(40), ..whole.clone() };
    let (whole, part) = (analysed(&game, &whole), analysed(&game, &part));
    assert_eq!(part.settings.digest, whole.settings.digest, "the units are the same");
    assert_eq!(part.curve().count(), 21);
    for (ply, (whole, part)) in whole.plies.iter().zip(&part.plies).enumerate() {
        assert_eq!(part.sfen, whole.sfen);
        let is_in = (20..=40).contains(&ply);
        assert_eq!(part.value.is_some(), is_in, "{ply}");
        let loss = |ply: &Ply| ply.judgement.as_ref().map(|judgement| judgement.loss);
        assert_eq!(loss(part).is_some(), (21..=40).contains(&ply), "{ply}");
        // Comparisons of moves outside the part can tell of positions at its ends.
        if (22..=38).contains(&ply) {
            assert_eq!((part.value, loss(part)), (whole.value, loss(whole)), "{ply}");
        }
        assert!(is_in || part.sentences.is_empty() && part.flags.is_empty(), "{ply}");
    }
    assert!(part.moments.iter().all(|moment| (21..=40).contains(&moment.ply)));
    assert_eq!(checked(&part, true), []);
    // A report whose settings speak of another part is found out.
    let mut other = part.clone();
    other.settings.from = 22;
    assert_ne!(checked(&other, false), []);
    let settings = Settings { from: 61, ..settings() };
    let stop = AtomicBool::new(false);
    let request = Request {
        game: &game,
        source: None,
        warnings: &[],
        model: &Model::Classic,
        settings: &settings,
        jobs: 1,
    };
    let refused = analyse(&request, &mut Forgetful, &mut |_| {}, &stop).expect_err("no move");
    let expected = "the game has 60 plies, so there is no move to judge from ply 61 on";
    assert_eq!(refused.to_string(), expected);
}

#[test]
fn games_that_cannot_be_judged_are_refused() {
    let stop = AtomicBool::new(false);
    let refused =
        |game: &Game| run(game, 1, &mut Forgetful, &stop).expect_err("no report").to_string();
    let empty = refused(&Game::from_position(&Position::startpos()));
    assert_eq!(empty, "the game has no move, so there is nothing to judge");
    let bare: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse().expect("sfen");
    assert_eq!(
        refused(&Game::from_position(&bare)),
        "Black has no king, so the game cannot be judged"
    );
}
