//! Positions explained: what is proved is said, and nothing contradicts it.

use super::*;
use crate::terminal::Language;

fn explained(sfen: &str) -> PositionReport {
    let settings = Settings {
        deep_mate_nodes: 20_000,
        hisshi_nodes: 5_000,
        hash_mb: 1,
        ..Settings::with_nodes(2_000)
    };
    let position =
        if sfen == "startpos" { Position::startpos() } else { sfen.parse().expect("sfen") };
    let stop = AtomicBool::new(false);
    let report = explain(&position, &Model::Classic, &settings, 3, &stop).expect("a report");
    let again: PositionReport = serde_json::from_str(&report.to_json()).expect("our own JSON");
    assert_eq!(again, report);
    for language in [Language::Japanese, Language::English] {
        assert!(text(&report, language).lines().count() > 12);
    }
    assert!(report.candidates.windows(2).all(|two| two[0].line.value.w >= two[1].line.value.w));
    assert!(report.candidates.iter().all(|one| one.line.naturalness.is_some()));
    report
}

fn has(candidate: &Candidate, id: &str) -> bool {
    candidate.reasons.iter().any(|reason| reason.id == id)
}

#[test]
fn the_start_has_candidates_and_no_mates() {
    let report = explained("startpos");
    assert_eq!(report.candidates.len(), 3);
    assert_eq!(report.legal_moves, 30);
    assert!(report.proofs.iter().all(|proof| proof.verdict != Verdict::Yes));
    assert_eq!(report.threats.len(), 2);
    assert_eq!(report.threats[0].side, Side::White);
    assert_eq!(report.threats[1].side, Side::Black);
}

#[test]
fn a_mate_is_the_first_candidate() {
    let report = explained("4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1");
    assert_eq!(report.value.w.get(), 100.0);
    let best = &report.candidates[0];
    assert_eq!(best.line.moves[0].to_string(), "G*5b");
    assert_eq!(best.line.value.basis, Basis::Proved);
    assert!(has(best, "mate"), "{:?}", best.reasons);
    assert_eq!(best.reasons[0].en, "It mates in 1.");
}

#[test]
fn a_threat_of_mate_is_named_and_ignoring_it_is_mated() {
    // White has a gold on the head in hand.
    let report = explained("4k4/9/9/9/9/9/4p4/9/4K4 b 2r2b4g4s4n4l17p 1");
    let tsumero = report.proof(Question::Tsumero, &[]).expect("asked");
    assert_eq!(tsumero.verdict, Verdict::Yes);
    for candidate in &report.candidates {
        let mv = candidate.line.moves[0];
        let mated = report.proof(Question::Mate, &[mv]).expect("asked").verdict;
        assert_eq!(has(candidate, "mated"), mated == Verdict::Yes);
        assert_eq!(candidate.line.value.w.get() == 0.0, mated == Verdict::Yes);
        assert!(!(has(candidate, "parries") && mated != Verdict::No));
    }
}

#[test]
fn positions_that_cannot_be_judged_are_refused() {
    let refused = |sfen: &str| {
        let stop = AtomicBool::new(false);
        let position: Position = sfen.parse().expect("sfen");
        let settings = Settings { hash_mb: 1, ..Settings::with_nodes(100) };
        explain(&position, &Model::Classic, &settings, 2, &stop).expect_err("refused").to_string()
    };
    assert_eq!(
        refused("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"),
        "Black has no king, so there is nothing to judge"
    );
    assert_eq!(
        refused("4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 1"),
        "the side to move is mated"
    );
}

/// Words of two letters or more, but for names that are the same in both languages.
fn english_words(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphabetic());
    words
        .filter(|word| word.len() > 1 && !["Sakiyomi", "classic", "network"].contains(word))
        .collect()
}

#[test]
fn a_text_is_in_one_language() {
    for sfen in [
        "startpos",
        "l6nl/2+P2bk2/p2p1n1s1/1r5p1/2pNgpP1p/3P1nS2/P3B1K1P/1PGS5/L6RL b GS5Pgp 119",
        "p3g1+P1l/1+N3s3/1+Rpsp2kp/3p1p3/5b1G1/P1PP1N3/1PK1PP2+r/2G2+p3/L1S1G4 w NL2Pbsnl2p 88",
    ] {
        let report = explained(sfen);
        let japanese = text(&report, Language::Japanese);
        assert_eq!(english_words(&japanese), Vec::<&str>::new(), "{japanese}");
        let is_square = |two: &[char]| two[0].is_ascii_digit() && ('a'..='i').contains(&two[1]);
        let letters: Vec<char> = japanese.chars().collect();
        assert!(!letters.windows(2).any(is_square), "{japanese}");
        let english = text(&report, Language::English);
        let is_foreign = |letter: &char| matches!(letter, '\u{3040}'..='\u{9fff}');
        assert_eq!(english.chars().filter(is_foreign).collect::<String>(), "", "{english}");
    }
}
