//! Each part of move generation against a plain filter of all legal moves, on every position of
//! the suites and after every move from a sample of them.

mod common;

use common::{generated, sorted, suites};
use shogi::{
    Bitboard, Color, ExchangeValues, Legality, Move, NonPromotions, Piece, PieceKind, Position,
    Rank, Square, Wanted,
};

/// The 593 moves of the well-known position grow to 599 if White's king is not there.
const MOST_MOVES_WITHOUT_A_KING: &str = "R8/2K1S1SS1/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";

const LEGALITIES: [Legality; 2] = [Legality::Legal, Legality::Pseudo];

/// The positions of the suites, for every tenth of them all that follow, and, as in mate problems,
/// some without one of the kings.
fn positions() -> Vec<Position> {
    let mut all = vec![common::position(MOST_MOVES_WITHOUT_A_KING)];
    for (index, sfen) in suites::all_sfens().iter().enumerate() {
        let mut position = common::position(sfen);
        if index % 10 == 0 {
            for mv in &position.legal_moves() {
                position.play(mv);
                all.push(common::position(&position.to_sfen()));
                position.take_back();
            }
            all.extend(Color::ALL.into_iter().filter_map(|color| without_king(&position, color)));
        }
        all.push(position);
    }
    all
}

fn without_king(position: &Position, color: Color) -> Option<Position> {
    let mut setup = position.setup();
    setup.set(position.king(color)?, None);
    Position::try_from(setup).ok()
}

fn filtered(moves: &[Move], keep: impl Fn(Move) -> bool) -> Vec<Move> {
    moves.iter().copied().filter(|&mv| keep(mv)).collect()
}

fn moving_piece(position: &Position, mv: Move) -> Option<Piece> {
    mv.from().and_then(|from| position.piece_on(from))
}

#[test]
fn parts_equal_filters_of_all() {
    for position in positions() {
        for legality in LEGALITIES {
            let get = |wanted| generated(&position, wanted, legality, NonPromotions::All);
            let all = get(Wanted::All);
            let takes = |mv: Move| position.piece_on(mv.to()).is_some();
            assert_eq!(get(Wanted::Captures), filtered(&all, takes), "{position}");
            assert_eq!(get(Wanted::Quiets), filtered(&all, |mv| !takes(mv)), "{position}");
            assert_eq!(get(Wanted::Drops), filtered(&all, Move::is_drop), "{position}");
            let evasions = if position.in_check() { all.clone() } else { Vec::new() };
            assert_eq!(get(Wanted::Evasions), evasions, "{position}");
            for to in Square::all() {
                let recaptures = filtered(&all, |mv| takes(mv) && mv.to() == to);
                assert_eq!(get(Wanted::Recaptures(to)), recaptures, "{position} {to}");
            }
        }
        let all = generated(&position, Wanted::All, Legality::Legal, NonPromotions::All);
        assert_eq!(sorted(&position.legal_moves()), all, "{position}");
        assert_eq!(position.count_legal_moves() as usize, all.len(), "{position}");
        let drops = all.iter().filter(|mv| mv.is_drop()).count();
        assert_eq!(position.count_moves_and_drops().1 as usize, drops, "{position}");
        assert_eq!(position.has_legal_move(), !all.is_empty(), "{position}");
        assert_eq!(position.is_mate(), position.in_check() && all.is_empty(), "{position}");
    }
}

#[test]
fn checks_are_the_moves_after_which_there_is_check() {
    for mut position in positions() {
        let all = position.legal_moves();
        let mut checks = Vec::new();
        for mv in &all {
            let announced = position.gives_check(mv);
            position.play(mv);
            assert_eq!(position.in_check(), announced, "{position} after {mv}");
            position.take_back();
            if announced {
                checks.push(mv);
            }
        }
        for non_promotions in [NonPromotions::All, NonPromotions::Useful] {
            for legality in LEGALITIES {
                let expected =
                    filtered(&generated(&position, Wanted::All, legality, non_promotions), |mv| {
                        position.gives_check(mv)
                    });
                let found = generated(&position, Wanted::Checks, legality, non_promotions);
                assert_eq!(found, expected, "{position} {legality:?} {non_promotions:?}");
            }
        }
        let found = generated(&position, Wanted::Checks, Legality::Legal, NonPromotions::All);
        assert_eq!(found, sorted(&checks), "{position}");
    }
}

#[test]
fn answers_to_drops_are_counted_without_playing_them() {
    let (mut counted, mut played) = (0, 0);
    for mut position in positions() {
        let Some(siege) = position.siege() else { continue };
        let checks = generated(&position, Wanted::Checks, Legality::Legal, NonPromotions::All);
        for mv in checks.into_iter().filter(|mv| mv.is_drop()) {
            let Some(answers) = position.count_answers_to_drop(&siege, mv) else {
                played += 1;
                continue;
            };
            counted += 1;
            position.play(mv);
            let moves = position.legal_moves();
            let drops = moves.iter().filter(|mv| mv.is_drop()).count() as u32;
            assert_eq!(answers, (moves.len() as u32 - drops, drops), "{position} after {mv}");
            position.take_back();
        }
    }
    assert!(counted > 1000 && counted > 4 * played, "{counted} counted, {played} not");
}

#[test]
fn legal_moves_are_the_pseudo_legal_ones_that_pass_the_test() {
    for position in positions() {
        let check = |wanted: Wanted| {
            for kept in [NonPromotions::All, NonPromotions::Useful] {
                let pseudo = generated(&position, wanted, Legality::Pseudo, kept);
                let legal = generated(&position, wanted, Legality::Legal, kept);
                let passing = filtered(&pseudo, |mv| position.is_legal_if_pseudo_legal(mv));
                assert_eq!(passing, legal, "{position} {wanted:?}");
                assert!(pseudo.iter().all(|&mv| position.is_pseudo_legal(mv)), "{position}");
            }
        };
        check(Wanted::All);
        check(Wanted::Captures);
        check(Wanted::Quiets);
        check(Wanted::Evasions);
        check(Wanted::Checks);
        check(Wanted::Drops);
        position.pieces(!position.turn()).into_iter().for_each(|to| check(Wanted::Recaptures(to)));
    }
}

/// What the documentation of [`NonPromotions::Useful`] leaves out.
fn is_pointless(position: &Position, mv: Move) -> bool {
    let Some(piece) = moving_piece(position, mv) else { return false };
    let Some(from) = mv.from() else { return false };
    let us = piece.color();
    let zone = Bitboard::promotion_zone(us);
    if mv.is_promotion() || !(zone.has(from) || zone.has(mv.to())) {
        return false;
    }
    let second_last = match us {
        Color::Black => Rank::B,
        Color::White => Rank::H,
    };
    match piece.kind() {
        PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook => true,
        PieceKind::Lance => mv.to().rank() == second_last,
        _ => false,
    }
}

#[test]
fn useful_moves_are_all_but_the_pointless_non_promotions() {
    let mut pointless = 0;
    for position in positions() {
        for legality in LEGALITIES {
            for wanted in [
                Wanted::All,
                Wanted::Captures,
                Wanted::Quiets,
                Wanted::Evasions,
                Wanted::Checks,
                Wanted::Drops,
            ] {
                let all = generated(&position, wanted, legality, NonPromotions::All);
                let useful = filtered(&all, |mv| !is_pointless(&position, mv));
                pointless += all.len() - useful.len();
                let found = generated(&position, wanted, legality, NonPromotions::Useful);
                assert_eq!(found, useful, "{position} {wanted:?} {legality:?}");
            }
        }
    }
    assert!(pointless > 1000, "hardly any case: {pointless}");
}

#[test]
fn any_well_formed_move_can_be_asked_about() {
    let well_formed = well_formed();
    for sfen in suites::all_sfens() {
        let position = common::position(&sfen);
        let legal = generated(&position, Wanted::All, Legality::Legal, NonPromotions::All);
        let pseudo = generated(&position, Wanted::All, Legality::Pseudo, NonPromotions::All);
        assert_eq!(filtered(&well_formed, |mv| position.is_legal(mv)), legal, "{sfen}");
        assert_eq!(filtered(&well_formed, |mv| position.is_pseudo_legal(mv)), pseudo, "{sfen}");
    }
}

fn well_formed() -> Vec<Move> {
    let moves = common::well_formed_moves();
    assert_eq!(moves.len(), 13_527);
    sorted(&moves)
}

#[test]
fn mate_in_one_is_found_if_there_is_one() {
    let mut mates = 0;
    for mut position in positions() {
        let mut mating = Vec::new();
        for mv in &position.legal_moves() {
            position.play(mv);
            if position.is_mate() {
                mating.push(mv);
            }
            position.take_back();
        }
        match position.mate_in_one() {
            Some(mv) => assert!(mating.contains(&mv), "{position} {mv}"),
            None => assert!(mating.is_empty(), "{position} {mating:?}"),
        }
        mates += usize::from(!mating.is_empty());
    }
    assert!(mates > 10, "hardly any case: {mates}");
}

#[test]
fn exchange_thresholds_agree_with_exchange_values() {
    let values = ExchangeValues::new(|kind| 100 + 37 * kind.index() as i32);
    for sfen in suites::all_sfens() {
        let position = common::position(&sfen);
        for mv in &position.legal_moves() {
            let value = position.see(mv, &values);
            for threshold in [value - 1, value, value + 1, -150, 0, 1, 250] {
                let reached = position.see_at_least(mv, threshold, &values);
                assert_eq!(reached, value >= threshold, "{sfen} {mv} {value} {threshold}");
            }
        }
    }
}

#[test]
fn the_longest_list_has_room() {
    let position = common::position(MOST_MOVES_WITHOUT_A_KING);
    assert_eq!(position.legal_moves().len(), 599);
    assert_eq!(position.count_legal_moves(), 599);
}
