//! Reports go through JSON without change.

use std::collections::BTreeMap;

use super::*;

fn mv(text: &str) -> Usi {
    Usi(text.parse().expect("a move"))
}

fn value(cp: i32, w: f64) -> Value {
    Value { cp: Some(cp), mate: None, w: w.into(), basis: Basis::Searched }
}

fn line() -> Line {
    Line {
        rank: 1,
        value: value(35, 51.46),
        depth: 12,
        nodes: 150_000,
        moves: vec![mv("7g7f"), mv("3c3d")],
        japanese: vec!["▲７六歩".into(), "△３四歩".into()],
        english: vec!["P-7f".into(), "P-3d".into()],
        naturalness: Some(12.5.into()),
        natural_rank: Some(1),
    }
}

fn sentence() -> Sentence {
    Sentence {
        template: "H5".into(),
        group: Group::H,
        ja: "▲７六歩は緩手。".into(),
        en: "P-7f is an inaccuracy.".into(),
        slots: BTreeMap::from([("m".into(), Slot { ja: "▲７六歩".into(), en: "P-7f".into() })]),
        evidence: vec!["e1".into()],
        strength: Strength::Searched,
    }
}

fn ply(number: u32) -> Ply {
    let judgement = (number > 0).then(|| Judgement {
        mv: mv("7g7f"),
        japanese: "▲７六歩".into(),
        english: "P-7f".into(),
        side: Side::Black,
        time_ms: Some(1_000),
        best: mv("2g2f"),
        best_line: vec![mv("2g2f")],
        best_w: 58.0.into(),
        played_w: 51.46.into(),
        loss: 6.54.into(),
        class: Class::Inaccuracy,
        grade: Class::Inaccuracy,
        confidence: Confidence::Firm,
        counted: true,
        natural: Natural::default(),
        best_natural: Natural::default(),
        shallow_rank: None,
    });
    Ply {
        ply: number,
        sfen: shogi::Position::startpos().to_sfen(),
        judgement,
        value: Some(value(35, 51.46)),
        depth: 12,
        nodes: 150_000,
        pass: "sweep".into(),
        line: vec![mv("3c3d")],
        legal_moves: 30,
        progress: 3,
        phase: Phase::Opening,
        terms: BTreeMap::from([("material".into(), [0, 0])]),
        kings: Both::default(),
        flags: vec![Flag::Unstable],
        proofs: vec!["p1".into()],
        shapes: Vec::new(),
        sentences: Vec::new(),
    }
}

fn report() -> GameReport {
    let settings = Settings {
        nodes: 150_000,
        deep_nodes: 750_000,
        side_nodes: 60_000,
        mate_nodes: 20_000,
        deep_mate_nodes: 200_000,
        hisshi_nodes: 100_000,
        hash_mb: 128,
        scale: 600.0.into(),
        fitted_scale: None,
        classes: [5.0, 10.0, 20.0, 50.0].map(Number::new),
        moments: 12,
        from: 0,
        to: None,
        book: false,
        reproducible: true,
        digest: "00".into(),
        bench: String::new(),
        naturalness_table: String::new(),
    };
    let moment = Moment {
        ply: 1,
        side: Side::Black,
        why: vec![Why::Loss],
        importance: 6.54.into(),
        lines: vec![line()],
        best: line(),
        played: line(),
        gap: None,
        classes: vec![Class::Inaccuracy],
        class_nodes: vec![150_000],
        difficulty: None,
        threats: Vec::new(),
        captures: Vec::new(),
        ends: Some(Comparison::default()),
        sentences: vec![sentence()],
    };
    let proof = Proof {
        id: "p1".into(),
        question: Question::Mate,
        ply: 1,
        after: Vec::new(),
        verdict: Verdict::No,
        plies: None,
        shortest: false,
        line: Vec::new(),
        threat: Vec::new(),
        nodes: 1,
        limit: 20_000,
    };
    let mut book = EvidenceBook::default();
    let fact = Fact::Class {
        scale: 600.0.into(),
        limits: settings.classes,
        best: 58.0.into(),
        played: 51.46.into(),
        class: Class::Inaccuracy,
    };
    let score = Fact::Score {
        unit: "sweep 0".into(),
        start: "startpos".into(),
        moves: vec![mv("7g7f")],
        only: Vec::new(),
        line: line(),
    };
    let ids = [book.add(fact.clone()), book.add(fact), book.add(score)];
    assert_eq!(ids, ["e1", "e1", "e2"], "a fact is added once");
    GameReport {
        format: FORMAT.into(),
        version: VERSION,
        program: "Sakiyomi".into(),
        evaluator: Evaluator::default(),
        settings,
        game: GameInfo { moves: vec![mv("7g7f")], ..GameInfo::default() },
        players: Both::default(),
        plies: vec![ply(0), ply(1)],
        moments: vec![moment],
        proofs: vec![proof],
        shapes: Vec::new(),
        sentences: vec![sentence()],
        evidence: book.into_facts(),
    }
}

#[test]
fn a_report_survives_json() {
    let report = report();
    let text = report.to_json();
    let again = GameReport::from_json(&text).expect("our own text");
    assert_eq!(again, report);
    assert_eq!(again.to_json(), text, "equal reports have equal bytes");
    assert_eq!(again.sentences_of(1).len(), 1);
    assert!(again.plies[0].judgement.is_none() && again.plies[1].judgement.is_some());
}

#[test]
fn unknown_fields_are_ignored_and_other_formats_refused() {
    let text = report().to_json().replacen('{', "{\"new\": [1, {\"deep\": 2}],", 1);
    assert_eq!(GameReport::from_json(&text), Ok(report()));
    let error = |from: &str, to: &str| {
        GameReport::from_json(&report().to_json().replace(from, to)).expect_err("no report")
    };
    assert_eq!(error(FORMAT, "other"), ReportError::Format("other".into()));
    assert_eq!(error("\"version\": 1", "\"version\": 2"), ReportError::Version(2));
    assert!(matches!(error("7g7f", "7g7x"), ReportError::Json(_)));
}

#[test]
fn numbers_have_two_decimals() {
    assert_eq!(serde_json::to_string(&Number::new(-0.001)).expect("a number"), "0.0");
    assert_eq!(serde_json::to_string(&Number::new(1.0 / 3.0)).expect("a number"), "0.33");
    assert_eq!(Number::new(f64::NAN), Number::new(0.0));
}
