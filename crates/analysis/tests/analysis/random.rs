//! Sentences of random games pass the check, and no sentence contradicts another fact.

use analysis::model::{
    Basis, Class, Confidence, Flag, GameReport, Group, Ply, Sentence, Side, Verdict, Why,
};
use analysis::sentences::templates;
use shogi::Position;

use crate::common::{analysed, checked, random_game, sentences, settings};

#[test]
fn sentences_of_random_games_are_true_and_do_not_contradict() {
    for seed in 0..4 {
        let report = analysed(&random_game(seed, 70), &settings());
        let failures = checked(&report, true);
        assert!(failures.is_empty(), "seed {seed}: {}", failures[0]);
        assert!(sentences(&report).len() > 10, "seed {seed}");
        consistent(&report);
        let read = GameReport::from_json(&report.to_json()).expect("our own text");
        assert!(checked(&read, false).is_empty(), "the report does not survive its JSON");
    }
}

/// What the mover's curve falls by the move of a ply.
fn fall(report: &GameReport, ply: usize) -> Option<f64> {
    let judgement = report.plies[ply].judgement.as_ref()?;
    let w = |ply: usize| report.plies[ply].value.map(|value| value.w.get());
    let fall = w(ply - 1)? - w(ply)?;
    Some(if judgement.side == Side::Black { fall } else { -fall })
}

/// The curve falls by the losses, and nobody is blamed without a search of both moves.
fn graph_agrees(report: &GameReport) {
    let limit = report.settings.classes[0].get();
    let mut apart = Vec::new();
    for (number, ply) in report.plies.iter().enumerate().skip(1) {
        let Some(judgement) = &ply.judgement else { continue };
        let (loss, fall) = (judgement.loss.get(), fall(report, number).expect("a fall"));
        apart.push((fall - loss).abs());
        // Where they differ, two moves were compared: no search of one position alone is blamed.
        let is_firm = |ply: &Ply| ply.value.is_some_and(|value| value.basis != Basis::Searched);
        let are_proved = is_firm(ply) && is_firm(&report.plies[number - 1]);
        let is_compared = judgement.confidence != Confidence::Sweep;
        let differs = (fall - loss).abs() >= 5.0 + 0.01 || loss >= limit;
        assert!(!differs || is_compared || are_proved, "ply {number}: {fall} and {loss}");
        for flag in [Flag::LosingMove, Flag::TurningPoint] {
            assert!(!ply.flags.contains(&flag) || loss >= limit, "ply {number}: {flag:?}");
        }
    }
    let mean = apart.iter().sum::<f64>() / apart.len().max(1) as f64;
    // In a game of a few plies a single blunder decides.
    assert!(mean <= 4.0 || apart.len() < 20, "the curve and the losses are {mean} points apart");
}

/// Every card has a reason and says something; no searched mate in one is false.
fn cards_say_something(report: &GameReport) {
    for moment in &report.moments {
        let number = moment.ply as usize;
        let loss = report.plies[number].judgement.as_ref().expect("a move").loss.get();
        assert!(!moment.why.is_empty(), "ply {number} is there for nothing");
        assert!(!moment.why.contains(&Why::Loss) || loss >= 10.0, "ply {number}");
        let is_said = |one: &Sentence| !matches!(one.group, Group::C | Group::O | Group::G);
        assert!(moment.sentences.iter().any(is_said), "ply {number} says nothing");
        let root: Position = report.plies[number - 1].sfen.parse().expect("a position");
        for line in moment.lines.iter().filter(|line| line.value.mate == Some(1)) {
            let mut after = root.clone();
            after.play(line.moves[0].0);
            assert!(!after.has_legal_move(), "ply {number}: {} does not mate", line.moves[0]);
        }
    }
}

/// Nothing that is said can be denied by another part of the report.
pub fn consistent(report: &GameReport) {
    graph_agrees(report);
    cards_say_something(report);
    for (number, sentence) in sentences(report) {
        well_formed(sentence);
        let ply = &report.plies[number as usize];
        let Some(judgement) = &ply.judgement else { continue };
        let loss = judgement.loss.get();
        match sentence.template.as_str() {
            "H1" | "H2" | "H3" | "H4" => {
                assert!(loss < 1.0, "ply {number}: praised with a loss of {loss}");
                assert!(judgement.best == judgement.mv || loss == 0.0, "ply {number}");
            }
            "H5" | "B1" => {
                assert!(loss >= report.settings.classes[0].get(), "ply {number}");
                assert!(judgement.best != judgement.mv, "ply {number}");
            }
            "H6" => {
                let later = report.plies[number as usize + 1..].iter().skip(1).step_by(2);
                let best =
                    later.filter_map(|ply| ply.judgement.as_ref()).map(|one| one.best_w.get());
                assert!(best.fold(0.0, f64::max) < 40.0, "ply {number}: the loser came back");
            }
            "Z5" => assert!(loss >= report.settings.classes[0].get(), "ply {number}"),
            "Z1" | "Z4" => {
                let denied = report.proofs.iter().any(|proof| {
                    proof.question == analysis::model::Question::Tsumero
                        && proof.ply == number
                        && proof.after.is_empty()
                        && proof.verdict == Verdict::No
                });
                assert!(!denied, "ply {number}: a mate threat and none");
            }
            _ => {}
        }
        if sentence.template == "H4" {
            let lines = &report.moment(number).expect("a moment").lines;
            let gap = lines[0].value.w.get() - lines[1].value.w.get();
            assert!(gap >= 14.99, "ply {number}: an only move with a gap of {gap}");
        }
    }
    for ply in &report.plies {
        let value = ply.value.expect("a value");
        let w = value.w.get();
        let is_firm = value.basis != Basis::Searched;
        assert!(is_firm || w > 0.0 && w < 100.0, "{w} without a proof");
        if let Some(judgement) = &ply.judgement {
            assert!(judgement.grade != Class::Best || judgement.loss.get() == 0.0);
        }
    }
}

/// Slots are filled, and Japanese has no squares in half-width letters.
fn well_formed(sentence: &Sentence) {
    let id = &sentence.template;
    for (name, slot) in &sentence.slots {
        assert!(!slot.ja.trim().is_empty() && !slot.en.trim().is_empty(), "{id}: {name}");
    }
    for text in [&sentence.ja, &sentence.en] {
        assert!(!text.contains(['{', '}']), "{id}: {text}");
    }
    let letters: Vec<char> = sentence.ja.chars().collect();
    let is_square = |pair: &[char]| {
        pair[0].is_ascii_digit()
            && ("abcdefghi".contains(pair[1]) || "一二三四五六七八九".contains(pair[1]))
    };
    assert!(!letters.windows(2).any(is_square), "{id}: {}", sentence.ja);
    assert!(sentence.ja.ends_with('。') && sentence.en.ends_with('.'), "{id}");
    assert!(sentence.en.is_ascii() || sentence.en.contains('…'), "{id}: {}", sentence.en);
    // W is never shown as 0 or 100 without a proof.
    let is_searched = sentence.strength != analysis::model::Strength::Proved;
    if is_searched && id == "H4" {
        let shown = &sentence.slots["w2"].ja;
        assert!(shown != "0" && shown != "100", "{id}: {shown}");
    }
}

#[test]
fn templates_are_the_fifty_four_of_the_table() {
    let ids: Vec<&str> = templates().map(|one| one.id).collect();
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!((ids.len(), sorted.len()), (54, 54));
    let slots = |text: &str| -> Vec<String> {
        let mut names: Vec<String> = text
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next().map(str::to_owned))
            .collect();
        names.sort();
        names.dedup();
        names
    };
    for template in templates() {
        assert!(!template.when_ja.is_empty() && !template.when_en.is_empty());
        assert!(!template.kinds.is_empty(), "{}", template.id);
        // B1 and the like may leave a slot out in one language, never name one that the other has
        // not: H8, C1 and K1 show that all slots are known.
        let (ja, en) = (slots(template.ja), slots(template.en));
        let differ = ja != en;
        assert!(!differ || ["K2", "H5"].contains(&template.id), "{}: {ja:?} {en:?}", template.id);
    }
}

#[test]
fn the_guide_has_the_table_of_templates() {
    let path = crate::common::suite("../docs/analysis-sentences.md");
    let guide = std::fs::read_to_string(path).expect("the guide");
    for japanese in [false, true] {
        let table = analysis::sentences::table(japanese);
        assert!(
            guide.contains(&table),
            "docs/analysis-sentences.md is not that of the code:\n{table}"
        );
    }
}
