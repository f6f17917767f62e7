//! Getting ready: which evaluator plays, threads and memory that are not there, `isready` during a
//! search, options that limit every search.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::Player;
use engine::{Bound, Event, Go, RecipeName, ShownScore};
use eval::EvaluatorName;
use eval::entering_king::Preset;
use eval::material::PieceValues;
use eval::three_piece::{Encoding, ThreePieceWeights};
use shogi::Action;

const EMBEDDED: &str = "evaluation: network K-P 256x2-32-32, embedded";

fn depth(depth: u32) -> Go {
    Go { depth: Some(depth), ..Go::default() }
}

/// Makes an empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn notes_of_ready(player: &mut Player) -> Vec<String> {
    player.engine.make_ready();
    player.notes()
}

#[test]
fn the_evaluator_is_named_once() {
    let mut player = Player::new(0);
    assert_eq!(notes_of_ready(&mut player), [EMBEDDED]);
    assert_eq!(notes_of_ready(&mut player), [""; 0]);
}

#[test]
fn a_missing_network_says_where_it_was_looked_for() {
    let mut player = Player::new(0);
    let notes = notes_of_ready(player.set("EvalFile", "no/such/nn.bin"));
    let place = std::env::current_dir().unwrap().join("no/such/nn.bin");
    assert!(notes[0].starts_with("EvalFile no/such/nn.bin: "), "{notes:?}");
    assert!(notes[0].ends_with(&format!("looked for {}", place.display())), "{notes:?}");
    assert_eq!(notes[1..], [EMBEDDED]);
}

#[test]
fn a_folder_as_network_file_is_looked_into() {
    let folder = folder("eval-folder");
    let mut player = Player::new(0);
    let file = folder.join("nn.bin");
    let notes = notes_of_ready(player.set("EvalFile", folder.to_str().unwrap()));
    assert!(notes[0].starts_with(&format!("EvalFile {}: ", file.display())), "{notes:?}");
    fs::write(&file, "no network").unwrap();
    let other = notes_of_ready(&mut player);
    assert!(other[0].starts_with(&format!("EvalFile {}: ", file.display())), "{other:?}");
    assert_ne!(notes[0], other[0]);
}

/// All places are asked in their order; none of these files is a network, so all are named.
#[test]
fn networks_are_looked_for_in_their_order() {
    let program = folder("program");
    let mut player = Player::new(0);
    player.engine.set_program_folder(&program);
    // An absent folder beside the program is no failure.
    assert_eq!(notes_of_ready(&mut player), [EMBEDDED]);
    fs::create_dir(program.join("eval")).unwrap();
    fs::write(program.join("eval/nn.bin"), "no network").unwrap();
    player.set("EvalFile", "first.bin").set("EvalDir", "second");
    let notes = notes_of_ready(&mut player);
    let starts = ["EvalFile first.bin", "EvalDir second", "found beside the program: ", EMBEDDED];
    assert_eq!(notes.len(), starts.len(), "{notes:?}");
    for (note, start) in notes.iter().zip(starts) {
        assert!(note.starts_with(start), "{note}");
    }
    // The evaluation without a network can be asked for.
    player.set("EvalFile", "classic");
    assert_eq!(notes_of_ready(&mut player), ["evaluation: classic"]);
}

#[test]
fn every_evaluator_can_be_asked_for() {
    let mut player = Player::new(0);
    for name in EvaluatorName::ALL {
        player.set("Evaluator", name.name());
        let notes = notes_of_ready(&mut player);
        let [note] = &notes[..] else { panic!("{notes:?}") };
        assert!(note.starts_with(&format!("evaluation: {name}")), "{note}");
        assert_eq!(player.engine.model().name(), name);
        for recipe in RecipeName::ALL {
            player.set("Recipe", recipe.name());
            assert!(matches!(player.play(depth(2)).action, Action::Play(_)), "{name} {recipe}");
        }
    }
    player.set("Evaluator", "auto");
    assert_eq!(notes_of_ready(&mut player), [EMBEDDED; 0], "the embedded network played already");
}

/// Weights of our own are known by their first bytes, and the evaluator that was asked for has
/// precedence over what a file holds.
#[test]
fn files_are_known_by_their_first_bytes() {
    let file = folder("weights").join("steps.weights");
    let mut weights = ThreePieceWeights::zero(PieceValues::BONANZA);
    weights.steps = Preset::Winner.weights();
    weights.write(Encoding::Compact, &mut fs::File::create(&file).unwrap()).unwrap();
    let path = file.to_str().unwrap();
    let mut player = Player::new(0);
    let loaded =
        format!("evaluation: three_piece with the entering-king term file, EvalFile {path}");
    assert_eq!(notes_of_ready(player.set("EvalFile", path)), [loaded.as_str()]);
    assert!(player.engine.has_weights_file());

    let notes = notes_of_ready(player.set("Evaluator", "network"));
    let refused =
        format!("EvalFile {path}: not a usable file: the weights of three_piece, not of network");
    assert_eq!(notes, [refused.as_str(), EMBEDDED]);
    let notes = notes_of_ready(player.set("Evaluator", "material"));
    assert_eq!(notes, ["evaluation: material"], "files do not matter to it");
    assert_eq!(notes_of_ready(player.set("Evaluator", "three_piece")), [loaded.as_str()]);
    let notes = notes_of_ready(player.set("EvalFile", ""));
    let built_in = "evaluation: three_piece with the entering-king term file, built-in weights";
    assert_eq!(notes, [built_in]);
}

/// The term changes the value of a position without another load of the weights.
#[test]
fn the_entering_king_term_can_be_chosen() {
    let mut player = Player::new(0);
    // Black's king has entered, White's is closed in.
    player.position("ks6K/sg7/9/9/9/9/9/9/9 b - 1");
    player.set("Evaluator", "three_piece").set("Recipe", "tacos");
    let mut score = |term: &str| {
        let notes = notes_of_ready(player.set("EnteringKingTerm", term));
        assert!(notes[0].contains(&format!("term {term},")), "{notes:?}");
        match player.infos(depth(1))[0].score {
            ShownScore::Centipawns(score) => score,
            score => panic!("{score:?}"),
        }
    };
    let off = score("off");
    assert!(score("winner") > off + 700, "706 of 87 points a pawn");
    assert!(score("winner*4") > off + 2800);
    assert_eq!(score("off"), off);
    assert!(score("rank:both") > off + 200);
    let error = player.engine.set_option("EnteringKingTerm", "loud").unwrap_err().to_string();
    assert!(error.contains("EnteringKingTerm") && error.contains("random_winner"), "{error}");
}

#[test]
fn more_threads_than_processors_are_warned_of() {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let mut player = Player::new(0);
    player.engine.make_ready();
    player.notes();
    let notes = notes_of_ready(player.set("Threads", &(processors + 1).to_string()));
    let [note] = &notes[..] else { panic!("{notes:?}") };
    assert!(note.starts_with("warning: Threads is") && note.contains("processors"), "{note}");
    assert_eq!(notes_of_ready(&mut player), [""; 0]);
    assert_eq!(notes_of_ready(player.set("Threads", "1")), [""; 0]);
}

#[test]
fn getting_ready_does_not_end_a_search() {
    let mut player = Player::new(0);
    player.engine.make_ready();
    player.start(Go { infinite: true, ..Go::default() });
    player.set("EvalFile", "no/such/nn.bin");
    player.engine.make_ready();
    assert!(player.engine.is_searching());
    player.silence();
    player.engine.stop();
    player.answer();
    // The file that was asked for in between is loaded before the next search.
    player.start(depth(1));
    let events = player.events();
    let Event::Note(note) = &events[0] else { panic!("{events:?}") };
    assert!(note.starts_with("EvalFile no/such/nn.bin: "), "{note}");
}

#[test]
fn getting_ready_after_stop_waits_for_the_answer() {
    let mut player = Player::new(0);
    player.engine.make_ready();
    player.start(Go { infinite: true, ..Go::default() });
    player.engine.stop();
    player.engine.make_ready();
    assert!(!player.engine.is_searching());
    player.answer();
}

#[test]
fn the_clear_button_forgets() {
    let mut player = Player::new(0);
    let nodes = |player: &mut Player| player.play(depth(6)).nodes;
    let first = nodes(&mut player);
    assert_ne!(nodes(&mut player), first);
    player.set("Clear_Hash", "");
    assert_eq!(nodes(&mut player), first);
    // During a search the button takes effect before the next one.
    player.start(Go { infinite: true, ..Go::default() });
    player.set("Clear Hash", "");
    player.engine.stop();
    player.answer();
    assert_eq!(nodes(&mut player), first);
}

#[test]
fn limits_of_the_options() {
    let mut player = Player::new(0);
    let limited = player.set("DepthLimit", "3").infos(Go::default());
    assert_eq!(limited.last().unwrap().depth, 3);
    assert_eq!(player.infos(depth(5)).last().unwrap().depth, 5);
    player.set("DepthLimit", "0").set("NodesLimit", "3000");
    let nodes = player.play(Go::default()).nodes;
    assert!((2000..5000).contains(&nodes), "{nodes}");
    let nodes = player.play(Go { nodes: Some(300), ..Go::default() }).nodes;
    assert!(nodes < 1500, "{nodes}");
}

#[test]
fn bounds_are_shown_if_they_are_wanted() {
    let mut player = Player::new(0);
    let position = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
    player.engine.set_position(position.parse().unwrap());
    let mut bounds = |wanted: &str| {
        player.set("OutputFailLHPV", wanted).engine.new_game();
        let infos = player.infos(depth(12));
        infos.iter().filter(|info| info.bound != Bound::Exact).count()
    };
    assert_eq!(bounds("false"), 0);
    assert!(bounds("true") > 0);
}

/// The recipe `gekisashi` searches other nodes with another table of probabilities; a file that is no
/// table is named, and the default plays.
#[test]
fn tables_of_probabilities_are_loaded_and_named() {
    let folder = folder("realization");
    let file = folder.join("table.txt");
    let mut player = Player::new(0);
    player.set("Evaluator", "classic").set("Recipe", "gekisashi");
    let mut nodes = |option: &str| {
        let notes = notes_of_ready(player.set("RealizationFile", option));
        player.position(&shogi::Position::startpos().to_sfen()).start(depth(4));
        (notes, player.answer().nodes)
    };
    let (notes, default) = nodes(search::TableName::DEFAULT.name());
    assert_eq!(notes.len(), 1, "the default is not worth a word: {notes:?}");
    let (notes, paper) = nodes("paper");
    assert_eq!(notes, ["probabilities of moves: paper, built in"]);
    assert_ne!(default, paper);
    // The same table from a file is the same search.
    fs::write(&file, search::TableName::Paper.text()).unwrap();
    let path = file.to_str().unwrap();
    let (notes, of_file) = nodes(path);
    assert_eq!(notes, [format!("probabilities of moves: {path}")]);
    assert_eq!(of_file, paper);
    fs::write(&file, "check 10\ncheck 200\n").unwrap();
    let (notes, other) = nodes(path);
    assert!(notes[0].starts_with(&format!("RealizationFile {path}: line 2: ")), "{notes:?}");
    assert_eq!(notes[1..], ["probabilities of moves: counted, built in"]);
    assert_eq!(other, default);
    let (notes, _) = nodes("no/such/table.txt");
    assert!(notes[0].starts_with("RealizationFile no/such/table.txt: "), "{notes:?}");
    // Quotes and nothing are understood.
    assert_eq!(nodes("").1, default);
    assert_eq!(nodes(&format!("\"{}\"", "paper")).1, paper);
}
