//! The check sees every kind of evidence that was tampered with.

use std::collections::BTreeSet;

use analysis::model::{Class, Evidence, Fact, GameReport, Verdict};

use crate::common::{checked, sentences};
use crate::corpus;

/// False versions of a fact.
fn falsified(fact: &Fact) -> Vec<Fact> {
    let mut all = Vec::new();
    let mut put = |change: &dyn Fn(&mut Fact)| {
        let mut other = fact.clone();
        change(&mut other);
        if other != *fact {
            all.push(other);
        }
    };
    put(&|fact| match fact {
        Fact::Score { line, .. } => line.value.cp = line.value.cp.map(|cp| cp + 40).or(Some(7)),
        Fact::Mate { line, .. } => drop(line.pop()),
        Fact::NoMate { sfen, limit } | Fact::UnknownMate { sfen, limit } => {
            // Here the side to move mates.
            *sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1".into();
            *limit = 1_000;
        }
        Fact::Replies { replies, .. } => drop(replies.pop()),
        Fact::Tsumero { verdict, line, .. } => {
            *verdict = if *verdict == Verdict::Yes { Verdict::No } else { Verdict::Yes };
            line.clear();
        }
        Fact::Hisshi { verdict, .. } => {
            *verdict = if *verdict == Verdict::Yes { Verdict::No } else { Verdict::Yes };
        }
        Fact::Material { lost, .. } => drop(lost.insert("R".into(), 2)),
        Fact::Fork { pieces, .. } => pieces[1].square = "5e".into(),
        Fact::Hanging { piece, .. } => piece.gain += 100,
        Fact::Trapped { line, .. } => line.clear(),
        Fact::Count { number, .. } => *number += 1,
        Fact::Term { played_points, .. } => *played_points -= 30,
        Fact::Threat { line, .. } => drop(line.moves.pop()),
        Fact::Naturalness { rank, .. } => *rank += 1,
        Fact::Shape { id, .. } => *id = "no-such-castle".into(),
        Fact::Points { points, .. } => *points += 1,
        Fact::Repetition { moves, .. } => drop(moves.pop()),
        Fact::Class { class, .. } => *class = Class::Forced,
        Fact::Curve { w } => w[0] = (w[0].get() + 1.0).into(),
        Fact::Losses { losses, .. } => losses[0] = (losses[0].get() + 1.0).into(),
        Fact::Progress { progress, .. } => *progress += 1,
    });
    // A second lie for the kinds that carry more.
    put(&|fact| match fact {
        Fact::Score { line, .. } => line.depth += 1,
        Fact::Mate { shortest: shortest @ false, .. } => *shortest = true,
        Fact::Replies { replies, .. } => {
            replies[0].mate = match replies[0].mate {
                Verdict::Yes => Verdict::No,
                _ => Verdict::Yes,
            }
        }
        Fact::Material { quiet, .. } => *quiet = !*quiet,
        Fact::Naturalness { percent, .. } => *percent = (percent.get() + 3.0).into(),
        Fact::Points { unmet, .. } => unmet.push("king".into()),
        _ => {}
    });
    all
}

#[test]
fn every_kind_of_evidence_can_fail() {
    let mut seen = BTreeSet::new();
    let reports = corpus::reports();
    for report in reports {
        for evidence in &report.evidence {
            let kind = evidence.fact.kind();
            if !seen.insert(kind) {
                continue;
            }
            for fact in [vec![evidence.fact.clone()], falsified(&evidence.fact)].concat() {
                let is_false = fact != evidence.fact;
                // The fact alone, so that nothing else is searched again.
                let mut other = report.clone();
                other.evidence = vec![Evidence { id: evidence.id.clone(), fact }];
                other.sentences.clear();
                other.plies.iter_mut().for_each(|ply| ply.sentences.clear());
                other.moments.iter_mut().for_each(|moment| moment.sentences.clear());
                let failures = checked(&other, true);
                let said = &other.evidence[0].fact;
                assert_eq!(!failures.is_empty(), is_false, "{kind}: {said:?} {failures:?}");
            }
        }
    }
    let kinds: Vec<&str> = seen.into_iter().collect();
    let expected = [
        "class",
        "count",
        "curve",
        "fork",
        "hanging",
        "hisshi",
        "losses",
        "mate",
        "material",
        "naturalness",
        "noMate",
        "points",
        "progress",
        "repetition",
        "replies",
        "score",
        "shape",
        "term",
        "threat",
        "trapped",
        "tsumero",
        "unknownMate",
    ];
    assert_eq!(kinds, expected);
}

/// A report with one sentence changed, for every sentence.
fn with_changed(
    report: &GameReport,
    change: impl Fn(&mut analysis::model::Sentence),
) -> Vec<(String, GameReport)> {
    let mut all = Vec::new();
    for index in 0..report.moments.len() {
        for number in 0..report.moments[index].sentences.len() {
            let mut other = report.clone();
            let sentence = &mut other.moments[index].sentences[number];
            let id = sentence.template.clone();
            change(sentence);
            all.push((id, other));
        }
    }
    all
}

#[test]
fn sentences_that_do_not_follow_are_failures() {
    let reports = corpus::reports();
    for report in reports.iter().filter(|report| !report.moments.is_empty()).take(6) {
        let believed = |change: &dyn Fn(&mut analysis::model::Sentence), what: &str| {
            for (id, other) in with_changed(report, change) {
                assert!(!checked(&other, false).is_empty(), "{id} with {what} was believed");
            }
        };
        believed(&|one| one.en.push('!'), "another text");
        believed(&|one| one.ja.insert(0, '大'), "another Japanese text");
        believed(&|one| one.template = "Q9".into(), "an unknown template");
        believed(&|one| one.evidence.push("e99999".into()), "missing evidence");
        believed(
            &|one| {
                let slot = analysis::model::Slot { ja: "一".into(), en: "one".into() };
                one.slots.insert("x9".into(), slot);
            },
            "another slot",
        );
        for (id, other) in with_changed(report, |one| one.evidence.clear()) {
            // Without a fact nothing is shown.
            assert!(!checked(&other, false).is_empty(), "{id} without evidence was believed");
        }
        // What is said of one ply is not true of another.
        for index in 0..report.moments.len() {
            let mut other = report.clone();
            let moment = &mut other.moments[index];
            moment.ply = if moment.ply > 1 { moment.ply - 1 } else { moment.ply + 1 };
            if moment.ply as usize >= other.plies.len() || moment.sentences.is_empty() {
                continue;
            }
            assert!(!checked(&other, false).is_empty(), "sentences of another ply were believed");
        }
    }
    assert!(reports.iter().map(|report| sentences(report).len()).sum::<usize>() > 100);
}

#[test]
fn quizzes_have_the_best_candidate_first() {
    for report in corpus::reports() {
        let mut quiz = analysis::report::Quiz::default();
        quiz.add(report, true);
        let json: serde_json::Value =
            serde_json::from_str(&quiz.to_json("", "")).expect("JSON of our own");
        for problem in json["problems"].as_array().expect("problems") {
            let black = problem["sfen"].as_str().expect("a position").contains(" b ");
            // Scores are Black's; a mate is more than any score.
            let value = |one: &serde_json::Value| {
                let score = one["mate"].as_i64().map(|mate| mate.signum() * 1_000_000 - mate);
                let score = score.or(one["score"].as_i64()).expect("a value");
                if black { score } else { -score }
            };
            let candidates = problem["candidates"].as_array().expect("candidates");
            let values: Vec<i64> = candidates.iter().map(value).collect();
            assert!(values.windows(2).all(|two| two[0] >= two[1]), "{problem}");
            assert_eq!(candidates[0]["accepted"], true, "{problem}");
            let actual = &problem["actualMove"]["usi"];
            let is_right = |one: &&serde_json::Value| one["accepted"] == true;
            assert!(candidates.iter().filter(is_right).all(|one| one["usi"] != *actual));
        }
    }
}

#[test]
fn settings_that_nobody_used_are_refused_before_any_search() {
    let report = corpus::reports()[0].clone();
    let huge = 1_000_000_000_000_000_000;
    let change: [fn(&mut GameReport, u64); 4] = [
        |report, huge| report.settings.nodes = huge,
        |report, huge| report.settings.deep_nodes = huge,
        |report, huge| report.settings.deep_mate_nodes = huge,
        |report, _| report.settings.hash_mb = 1_000_000_000,
    ];
    for change in change {
        let mut other = report.clone();
        change(&mut other, huge);
        for searches in [true, false] {
            let failures = checked(&other, searches);
            assert_eq!(failures.len(), 1, "{failures:?}");
            assert!(failures[0].reason.contains("digest"), "{}", failures[0]);
        }
    }
}

#[test]
fn another_game_or_evaluator_is_noticed() {
    let longer = corpus::reports().iter().find(|report| report.game.moves.len() > 2);
    let report = longer.expect("a report").clone();
    let mut other = report.clone();
    other.evaluator.weights.push('0');
    assert!(checked(&other, true)[0].reason.contains("scores cannot be checked"));
    let mut other = report.clone();
    other.game.moves.swap(0, 1);
    assert!(!checked(&other, false).is_empty());
    let mut other = report;
    other.game.start = "nonsense".into();
    assert!(checked(&other, false)[0].reason.contains("start position"));
}
