//! Hand-made reports for the tests of the forms: nothing in them was searched.

use std::collections::BTreeMap;

use shogi::Position;

use crate::model::*;
use crate::{english_line, japanese_line};

/// A name that tries to run in a page, to close an attribute, and to start a line of its own.
pub(super) const HOSTILE: &str = "<script>hostile=1</script>\" onload='x' \u{202e}|*a*\n`b`";
/// A name that a spreadsheet would compute.
pub(super) const FORMULA: &str = "=1+1";

const MOVES: &str = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d \
                     2b3c 5i5h 5a5b 3g3f 7a7b 3i3h 8f7f 7i6h 7f7d 3h3g 7d7f";

fn usi(text: &str) -> Vec<Usi> {
    text.split_whitespace().map(|mv| Usi(mv.parse().expect("a move"))).collect()
}

fn w_of(cp: i32) -> f64 {
    100.0 / (1.0 + (-f64::from(cp) / 600.0).exp())
}

fn value(cp: i32) -> Value {
    Value { cp: Some(cp), mate: None, w: w_of(cp).into(), basis: Basis::Searched }
}

fn line(position: &Position, rank: u32, value: Value, moves: &str) -> Line {
    let moves = usi(moves);
    let plain = Usi::moves(&moves);
    Line {
        rank,
        value,
        depth: 18,
        nodes: 750_000,
        japanese: japanese_line(position, &plain),
        english: english_line(position, &plain),
        moves,
        naturalness: Some(3.5.into()),
        natural_rank: Some(4),
    }
}

fn sentence(template: &str, ja: &str, en: &str, strength: Strength) -> Sentence {
    Sentence {
        template: template.into(),
        group: Group::H,
        ja: ja.into(),
        en: en.into(),
        slots: BTreeMap::new(),
        evidence: vec!["e1".into(), "e2".into()],
        strength,
    }
}

fn settings() -> Settings {
    Settings {
        nodes: 150_000,
        deep_nodes: 750_000,
        side_nodes: 60_000,
        mate_nodes: 20_000,
        deep_mate_nodes: 200_000,
        hisshi_nodes: 100_000,
        hash_mb: 128,
        scale: 600.0.into(),
        fitted_scale: Some(348.0.into()),
        classes: [5.0, 10.0, 20.0, 50.0].map(Number::new),
        moments: 12,
        from: 0,
        to: None,
        book: false,
        reproducible: true,
        digest: "0123456789abcdef".into(),
        bench: "1".into(),
        naturalness_table: "t".into(),
    }
}

/// A report with plies whose scores for Black are given, and without moments.
fn bare(start: &str, moves: &str, scores: &[i32]) -> GameReport {
    let mut position: Position = start.parse().expect("a position");
    let moves = usi(moves);
    let mut plies = Vec::new();
    for number in 0..=moves.len() {
        let score = |at: usize| scores.get(at).copied().unwrap_or(0);
        let judgement = (number > 0).then(|| {
            let mv = moves[number - 1];
            let side = Side::from(position.turn());
            let sign = if side == Side::Black { 1 } else { -1 };
            let (best, played) = (w_of(sign * score(number - 1)), w_of(sign * score(number)));
            let loss = (best - played).max(0.0);
            let class = match loss {
                loss if loss >= 50.0 => Class::Blunder,
                loss if loss >= 20.0 => Class::Mistake,
                loss if loss >= 10.0 => Class::Dubious,
                loss if loss >= 5.0 => Class::Inaccuracy,
                loss if loss > 0.0 => Class::Fine,
                _ => Class::Best,
            };
            let other = position.legal_moves().iter().find(|other| **other != mv.0).copied();
            let best_move = if loss > 0.0 { other.map_or(mv, Usi) } else { mv };
            Judgement {
                mv,
                japanese: japanese_line(&position, &[mv.0]).concat(),
                english: english_line(&position, &[mv.0]).concat(),
                side,
                time_ms: Some(1_000),
                best: best_move,
                best_line: vec![best_move],
                best_w: best.max(played).into(),
                played_w: played.into(),
                loss: loss.into(),
                class,
                grade: class,
                confidence: Confidence::Firm,
                counted: true,
                natural: Natural { percent: 8.25.into(), rank: 2, ..Natural::default() },
                best_natural: Natural::default(),
                shallow_rank: None,
            }
        });
        if number > 0 {
            assert!(position.is_legal(moves[number - 1].0), "move {number} of the fixture");
            position.play(moves[number - 1].0);
        }
        plies.push(Ply {
            ply: number as u32,
            sfen: position.to_sfen(),
            judgement,
            value: Some(value(score(number))),
            depth: 14,
            nodes: 150_000,
            pass: "sweep".into(),
            line: moves.get(number).copied().into_iter().collect(),
            legal_moves: position.count_legal_moves(),
            progress: (number as u32 * 6).min(256),
            phase: if number < 8 { Phase::Opening } else { Phase::Middlegame },
            terms: BTreeMap::new(),
            kings: Both::default(),
            flags: Vec::new(),
            proofs: Vec::new(),
            shapes: Vec::new(),
            sentences: Vec::new(),
        });
    }
    let figures = Figures {
        counted: 13,
        mean_loss: Some(3.2.into()),
        mean_loss_interval: Some([1.1, 5.6].map(Number::new)),
        accuracy: Some(88.4.into()),
        agreement: Some(61.5.into()),
    };
    let player = |name: &str| Player {
        name: Some(name.into()),
        figures,
        by_phase: BTreeMap::from([(Phase::Opening, figures)]),
        counts: BTreeMap::from([(Class::Best, 8), (Class::Mistake, 1)]),
        largest_loss: Some(LargestLoss { ply: 15, loss: 24.0.into() }),
        opening: Some("yokofudori".into()),
        ..Player::default()
    };
    GameReport {
        format: FORMAT.into(),
        version: VERSION,
        program: "Sakiyomi 0.1.0".into(),
        evaluator: Evaluator { name: "network".into(), weights: "w".into() },
        settings: settings(),
        game: GameInfo {
            digest: "d".into(),
            source: Some("game.kif".into()),
            headers: vec![
                Header { name: "先手".into(), value: "A".into() },
                Header { name: "開始日時".into(), value: "2016/01/02".into() },
            ],
            start: start.into(),
            moves,
            winner: Some(Side::White),
            ending: Some("投了".into()),
            declaration_rule: "27".into(),
            ..GameInfo::default()
        },
        players: Both { black: player(HOSTILE), white: player(FORMULA) },
        plies,
        moments: Vec::new(),
        proofs: Vec::new(),
        shapes: vec![Shape {
            id: "yokofudori".into(),
            kind: ShapeKind::Opening,
            ja: "横歩取り".into(),
            romaji: "Yokofudori".into(),
            en: "Side-Pawn Capture".into(),
            side: Side::Black,
            ply: 15,
            main: true,
        }],
        sentences: vec![sentence(
            "G2",
            "先手の平均損失は3.2ポイント。",
            "Black lost 3.2 points a move.",
            Strength::Counted,
        )],
        evidence: Vec::new(),
    }
}

/// A game with a mistake at ply 23 that is a moment, with threats, comparison and evidence.
pub(super) fn report() -> GameReport {
    let start = Position::startpos().to_sfen();
    let mut scores: Vec<i32> = (0..=26).map(|ply| 20 + (ply * 7) % 40).collect();
    for score in scores.iter_mut().skip(23) {
        *score = -900;
    }
    let mut report = bare(&start, MOVES, &scores);
    let before: Position = report.plies[22].sfen.parse().expect("a position");
    let best = line(&before, 1, value(60), "8h3c+ 2a3c");
    let played = line(&before, 2, value(-900), "7i6h 7f7d");
    let ending = Ending {
        moves: best.moves.clone(),
        shown: 2,
        sfen: report.plies[24].sfen.clone(),
        quiet: true,
        captured: BTreeMap::from([("B".into(), 1), ("P".into(), 2)]),
        material: 300,
        ..Ending::default()
    };
    let threat_line = line(&before, 1, value(400), "8h3c+ 2a3c");
    report.moments.push(Moment {
        ply: 23,
        side: Side::Black,
        why: vec![Why::Loss, Why::TurningPoint],
        importance: 34.0.into(),
        lines: vec![best.clone(), played.clone()],
        best: best.clone(),
        played,
        gap: Some(12.0.into()),
        classes: vec![Class::Mistake; 3],
        class_nodes: vec![150_000, 187_500, 750_000],
        difficulty: Some(40.0.into()),
        threats: vec![Threat {
            side: Side::Black,
            ply: 22,
            after: Vec::new(),
            sfen: report.plies[22].sfen.clone(),
            before: 50.0.into(),
            size: 22.0.into(),
            line: threat_line,
            nodes: 60_000,
        }],
        captures: Vec::new(),
        ends: Some(Comparison {
            best: ending.clone(),
            played: Ending { quiet: false, ..ending },
            material: Some(-300),
            tactics: Vec::new(),
            terms: vec![TermPoints { term: "freedom".into(), points: -80 }],
        }),
        sentences: vec![
            sentence(
                "H5",
                "▲６八銀は悪手。先手の勝率は52%から18%になった。",
                "S-6h is a mistake: Black's chances go from 52% to 18%.",
                Strength::Searched,
            ),
            sentence(
                "M5",
                "▲３三角成なら詰みは生じない。",
                "With Bx3c+ there is no mate.",
                Strength::Proved,
            ),
        ],
    });
    report.plies[23].flags = vec![Flag::TurningPoint, Flag::LosingMove];
    report.plies[12].kings.black =
        Meter { steps: Some(3), rank: 5, points: 21, pieces: 4, shown: true, ..Meter::default() };
    report.game.warnings = vec!["line 3: <b>odd</b>".into()];
    let mut book = EvidenceBook::default();
    book.add(Fact::NoMate { sfen: report.plies[22].sfen.clone(), limit: 20_000 });
    book.add(Fact::Curve { w: report.curve().collect() });
    report.evidence = book.into_facts();
    report
}

/// A game from a mate in one that is not played: `G*5b` mates.
pub(super) fn missed_mate() -> GameReport {
    let start = "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1";
    let mut report = bare(start, "G*4b 5a6a", &[2900, 2800, 2800]);
    let before: Position = start.parse().expect("a position");
    let mate = Value { cp: None, mate: Some(1), w: 100.0.into(), basis: Basis::Proved };
    let best = line(&before, 1, mate, "G*5b");
    let slower = line(&before, 2, value(2950), "G*6b");
    report.plies[1].flags = vec![Flag::MissedMate];
    report.proofs.push(Proof {
        id: "p1".into(),
        question: Question::Mate,
        ply: 0,
        after: Vec::new(),
        verdict: Verdict::Yes,
        plies: Some(1),
        shortest: true,
        line: usi("G*5b"),
        threat: Vec::new(),
        nodes: 3,
        limit: 20_000,
    });
    report.plies[0].value = Some(mate);
    report.moments.push(Moment {
        ply: 1,
        side: Side::Black,
        why: vec![Why::Mate],
        importance: 50.0.into(),
        lines: vec![best.clone(), slower],
        best,
        played: line(&before, 3, value(2800), "G*4b"),
        gap: None,
        classes: vec![Class::MissedMate],
        class_nodes: vec![1],
        difficulty: None,
        threats: Vec::new(),
        captures: Vec::new(),
        ends: None,
        sentences: Vec::new(),
    });
    report
}
