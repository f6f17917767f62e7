//! The rules as positions with their answers: `suites/rules/*.tsv`.

mod common;

use common::suites;
use shogi::{DeclarationResult, DeclarationRule, Illegality, Move, MoveTextError, Position};

/// Legal moves in USI notation, sorted as text.
fn usi(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// Legal moves according to the other implementation.
fn oracle_usi(sfen: &str) -> Vec<String> {
    let position = rsshogi::board::position_from_sfen(sfen).expect("the oracle's SFEN");
    let mut moves = rsshogi::board::MoveList::new();
    rsshogi::board::movegen::generate_legal_all(&position, &mut moves);
    let mut texts: Vec<String> = moves.iter().map(|mv| mv.to_usi()).collect();
    texts.sort();
    texts
}

fn check_agreement(position: &Position, expected: &[String], sfen: &str) {
    let moves = position.legal_moves();
    assert_eq!(usi(&moves), expected, "{sfen}");
    assert_eq!(position.count_legal_moves() as usize, expected.len(), "{sfen}");
    assert_eq!(position.has_legal_move(), !expected.is_empty(), "{sfen}");
}

#[test]
fn legal_moves_are_exactly_those_listed() {
    let rows = suites::rows("legal_moves.tsv");
    assert!(rows.len() >= 2497, "the suite has shrunk to {}", rows.len());
    for row in &rows {
        let [sfen, count, moves] = &row[..] else { panic!("three columns: {row:?}") };
        let mut expected: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        expected.sort();
        assert_eq!(expected.len().to_string(), *count, "{sfen}");
        check_agreement(&common::position(sfen), &expected, sfen);
        assert_eq!(expected, oracle_usi(sfen), "the oracle: {sfen}");
    }
}

#[test]
fn a_pawn_drop_must_not_mate() {
    let rows = suites::rows("uchifuzume.tsv");
    assert!(rows.len() >= 84, "the suite has shrunk to {}", rows.len());
    for row in &rows {
        let [sfen, drop] = &row[..] else { panic!("two columns: {row:?}") };
        let position = common::position(sfen);
        let mv: Move = drop.parse().expect("a move");
        assert!(position.is_pseudo_legal(mv), "{sfen} {drop}");
        assert!(!position.is_legal(mv), "{sfen} {drop}");
        assert_eq!(
            position.parse_legal_move(drop),
            Err(MoveTextError::Illegal(mv, Illegality::Uchifuzume)),
            "{sfen}"
        );
        check_agreement(&position, &oracle_usi(sfen), sfen);
    }
}

#[test]
fn a_king_in_the_camp_declares() {
    let rows = suites::rows("declaration_27.tsv");
    assert!(rows.len() >= 15, "the suite has shrunk to {}", rows.len());
    for row in &rows {
        let position = common::position(&row[0]);
        let rule = DeclarationRule::Points27;
        assert_eq!(position.declaration(rule), Some(DeclarationResult::Win), "{}", row[0]);
        let count = position.point_count(rule, position.turn()).expect("a rule with points");
        assert_eq!(count.unmet().count(), 0, "{}", row[0]);
    }
}

/// The other positions hardly ever allow a declaration; what matters is that both sides agree.
#[test]
fn declarations_agree_with_the_oracle() {
    use rsshogi::types::{EnteringKingRule, MOVE_NONE};

    let rules = [
        (DeclarationRule::Points27, EnteringKingRule::Point27),
        (DeclarationRule::Points24, EnteringKingRule::Point24),
        (DeclarationRule::Points27Handicap, EnteringKingRule::Point27Handicap),
        (DeclarationRule::Points24Handicap, EnteringKingRule::Point24Handicap),
        (DeclarationRule::Try, EnteringKingRule::TryRule),
    ];
    let mut wins = [0; 5];
    for sfen in suites::all_sfens() {
        let position = common::position(&sfen);
        let mut oracle = rsshogi::board::position_from_sfen(&sfen).expect("the oracle's SFEN");
        for (index, (ours, theirs)) in rules.into_iter().enumerate() {
            oracle.set_entering_king_rule(theirs);
            let wins_here = position.declaration(ours) == Some(DeclarationResult::Win);
            assert_eq!(wins_here, oracle.declaration_win_move() != MOVE_NONE, "{ours:?} {sfen}");
            wins[index] += usize::from(wins_here);
        }
    }
    assert!(wins[0] >= 15 && wins[4] > 0, "{wins:?}");
}
