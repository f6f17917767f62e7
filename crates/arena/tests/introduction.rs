//! Before a match: options that an engine does not take stop it, and what engines say is shown.

mod common;

use arena::{
    ArenaError, Course, Messages, OnRefusal, Opening, Parameter, Player, SpsaObserver, SpsaPlan,
    SpsaStore, Store,
};
use common::{TempFile, Watcher, fake, plan, workers};

/// A fake engine in a mode with options, such as `option.Bias=3;option.Mood=good`.
fn with_options(mode: &str, options: &str) -> Player {
    let text = format!("{} {mode};name=new;{options}", env!("CARGO_BIN_EXE_fake-engine"));
    Player::from_argument(&text).expect("a description")
}

/// The refusal of a match against a sound engine, if there is one, and what was said.
fn introduced(player: Player, on_refusal: OnRefusal) -> (Option<String>, Watcher) {
    let plan = plan(vec![player, fake("sound")], "nodes=1", 2);
    let openings = [Opening::parse("startpos").expect("an opening")];
    let (file, mut watcher) = (TempFile::new(), Watcher::default());
    let mut store = Store::begin(file.path(), &plan, &openings, false).expect("a new file");
    let result = arena::run(&plan, &openings, &mut store, workers(1), on_refusal, &mut watcher);
    let refusal = match result {
        Ok(_) => None,
        Err(ArenaError::Request(sentence)) => Some(sentence),
        Err(error) => panic!("{error}"),
    };
    assert_eq!(watcher.games, if refusal.is_none() { 2 } else { 0 });
    (refusal, watcher)
}

/// These options stop a match with this reason; with force they only cause a warning.
fn check_refused(mode: &str, options: &str, reason: &str) {
    let (refusal, _) = introduced(with_options(mode, options), OnRefusal::Stop);
    let refusal = refusal.unwrap_or_else(|| panic!("{options} is not refused"));
    assert!(refusal.contains(reason) && refusal.contains("engine new"), "{options}: {refusal}");
    let (refusal, watcher) = introduced(with_options(mode, options), OnRefusal::PlayOn);
    assert_eq!(refusal, None, "{options}");
    let warnings = watcher.warnings.join("\n");
    assert!(warnings.contains(reason), "{options}: {warnings}");
}

fn check_taken(options: &str) {
    let (refusal, watcher) = introduced(with_options("sound", options), OnRefusal::Stop);
    assert_eq!((refusal, watcher.warnings), (None, vec![]), "{options}");
}

#[test]
fn values_that_contradict_the_declaration() {
    check_refused("sound", "option.Bais=1", "it has no option \"Bais\"");
    check_refused("sound", "option.Bias=101", "expected a number from -100 to 100, found \"101\"");
    check_refused("sound", "option.Bias=much", "option Bias: expected a number");
    check_refused("sound", "option.Style=tame", "expected one of calm, very wild, found \"tame\"");
    check_refused("sound", "option.Quick=1", "expected true or false");
    check_taken("option.bias=-100;option.Style=very wild;option.Quick=true;option.USI_Hash=1");
}

#[test]
fn all_refusals_are_told_at_once() {
    let player = with_options("sound", "option.Bias=101;option.Quick=1");
    let (refusal, _) = introduced(player, OnRefusal::Stop);
    let refusal = refusal.expect("a refusal");
    assert!(refusal.contains("Bias") && refusal.contains("Quick"), "{refusal}");
}

#[test]
fn files_that_do_not_exist() {
    check_refused("sound", "option.Net=/nonexistent.bin", "the file \"/nonexistent.bin\" does not");
    check_refused("sound", "option.Net=no-such.bin", "does not exist in ");
    // The tests run in the folder of the crate.
    check_taken("option.Net=Cargo.toml");
    check_taken("option.Net=lib.rs;option.NetDir=src");
    check_taken("option.Net=<empty>;option.LogFile=not-yet.log");
    check_taken(&format!("option.Net={}", env!("CARGO_BIN_EXE_fake-engine")));
}

#[test]
fn complaints_before_readyok() {
    check_refused("sound", "option.Mood=angry", "Mood: invalid");
    // The sentence names no option, but it is not there without the options.
    check_refused("sound", "option.Mood=sulky", "something failed");
    let player = with_options("sound", "option.Mood=good");
    let (refusal, watcher) = introduced(player, OnRefusal::Stop);
    assert_eq!((refusal, watcher.warnings), (None, vec![]));
    assert_eq!(watcher.remarks, ["new: the mood is good"]);
}

/// An engine that always complains of something is not stopped for it.
#[test]
fn complaints_without_options_are_warnings() {
    for options in ["", "option.Bias=1"] {
        let (refusal, watcher) = introduced(with_options("bookless", options), OnRefusal::Stop);
        assert_eq!(refusal, None);
        assert_eq!(watcher.warnings, ["engine new: Error! : can't open the book after 7 ms"]);
    }
}

#[test]
fn control_characters_are_escaped() {
    let (_, watcher) = introduced(with_options("coloured", ""), OnRefusal::Stop);
    assert_eq!(watcher.remarks, ["new: \\u{1b}[31mred\\u{1b}]0;title\\u{7}"]);
}

#[derive(Default)]
struct Listener(Vec<String>);

impl Messages for Listener {
    fn warn(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }
    fn remark(&mut self, _: &str) {}
}

impl SpsaObserver for Listener {
    fn batch(&mut self, _: u64, _: &Course) {}
    fn failed(&mut self, note: &str) {
        panic!("{note}");
    }
}

/// A tuning is refused if a value that a parameter may take would be.
#[test]
fn parameters_of_a_tuning() {
    for (parameter, options, reason) in [
        ("Bias,0,-100,200,15", "", "expected a number from -100 to 100, found \"200\""),
        ("Bais,0,-100,100,15", "", "it has no option \"Bais\""),
        ("Bias,0,-100,100,15", "option.Net=/nonexistent.bin", "/nonexistent.bin"),
    ] {
        let base = plan(vec![with_options("sound", options)], "nodes=1", 1);
        let parameter: Parameter = parameter.parse().expect("a parameter");
        let plan = SpsaPlan {
            player: base.players[0].clone(),
            limit: base.limit,
            rules: base.rules,
            parameters: vec![parameter],
            iterations: 1,
            batch: 1,
            rate: 0.06,
            seed: 1,
            openings: None,
        };
        let openings = [Opening::parse("startpos").expect("an opening")];
        let (file, mut listener) = (TempFile::new(), Listener::default());
        let mut store = SpsaStore::begin(file.path(), &plan, false).expect("a new file");
        let stopped = arena::tune(&plan, &openings, &mut store, 1, OnRefusal::Stop, &mut listener);
        let Err(ArenaError::Request(sentence)) = stopped else { panic!("{stopped:?}") };
        assert!(sentence.contains(reason), "{sentence}");
        assert_eq!(sentence.matches(reason).count(), 1, "{sentence}");
        arena::tune(&plan, &openings, &mut store, 1, OnRefusal::PlayOn, &mut listener)
            .expect("a tuning");
        assert!(listener.0.join("\n").contains(reason), "{:?}", listener.0);
    }
}
