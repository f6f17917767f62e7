//! Three-piece weights: incremental equals full, the symmetry laws hold, the file keeps everything.

mod common;

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use common::Numbers;
use eval::entering_king::{EnteringKing, Preset};
use eval::material::{Material, PieceValues};
use eval::three_piece::{Encoding, OWN_STATES, STATES, State, ThreePiece, ThreePieceWeights};
use eval::{AnyEvaluator, Evaluator};
use proptest::prelude::*;
use shogi::{Color, Position, Setup, Square};

/// Random weights in random places: every row has some.
fn random_weights(count: usize, seed: u64) -> ThreePieceWeights {
    let mut weights = ThreePieceWeights::zero(PieceValues::BONANZA);
    let mut numbers = Numbers(seed);
    let square = |numbers: &mut Numbers| Square::from_index(numbers.below(81)).expect("below 81");
    let state = |numbers: &mut Numbers, limit| {
        State::from_index(numbers.below(limit)).expect("below the limit")
    };
    for _ in 0..count {
        let king = square(&mut numbers);
        let (one, other) = (state(&mut numbers, STATES), state(&mut numbers, STATES));
        weights.set_kpp(king, one, other, numbers.between(-900, 900) as i16);
        if numbers.below(16) == 0 {
            let (own, enemy) = (square(&mut numbers), square(&mut numbers));
            let piece = state(&mut numbers, OWN_STATES);
            weights.set_kkp(own, enemy, piece, numbers.between(-2000, 2000) as i16);
        }
    }
    weights.steps = Preset::Both.weights();
    weights
}

static WEIGHTS: LazyLock<Arc<ThreePieceWeights>> =
    LazyLock::new(|| Arc::new(random_weights(6_000_000, 93)));

#[test]
fn incremental_equals_full() {
    let mut evaluator = ThreePiece::new(Arc::clone(&WEIGHTS));
    common::walk::incremental_equals_full(&mut evaluator, ThreePiece::evaluate_full, 9);
}

/// The sum over all relations as paper E states it: no folding, no lists kept.
fn by_definition(weights: &ThreePieceWeights, position: &Position) -> i32 {
    let mut relations = 0;
    for (side, sign) in [(Color::Black, 1), (Color::White, -1)] {
        let mut states = Vec::new();
        for square in Square::all() {
            let Some(piece) = position.piece_on(square) else { continue };
            states.extend(State::on_board(side, piece, square));
        }
        for owner in Color::ALL {
            for kind in shogi::HandKind::ALL {
                let count = position.hand(owner).count(kind);
                states.push(State::in_hand(side, owner, kind, count));
            }
        }
        let Some(king) = position.king(side) else { continue };
        let king = king.seen_by(side);
        for (index, &one) in states.iter().enumerate() {
            for &other in &states[..=index] {
                relations += sign * i32::from(weights.kpp(king, one, other));
            }
            if let Some(enemy) = position.king(!side)
                && let Some(weight) = weights.kkp(king, enemy.seen_by(side), one)
            {
                relations += sign * i32::from(weight);
            }
        }
    }
    let steps = EnteringKing::Steps(weights.steps).for_black(position);
    weights.values.balance(position) + relations / 32 + steps
}

#[test]
fn full_equals_the_definition() {
    let evaluator = ThreePiece::new(Arc::clone(&WEIGHTS));
    for position in common::walk::starts() {
        let expected = by_definition(&WEIGHTS, &position);
        let found = evaluator.evaluate_full(&position);
        assert_eq!(found.for_black(position.turn()), expected.clamp(-27_000, 27_000));
    }
}

fn some_position() -> impl Strategy<Value = Position> {
    (any::<u64>(), 0..120_usize, 0..50_usize).prop_map(|(seed, plies, start)| {
        let starts = common::walk::starts();
        let mut position = starts[start % starts.len()].clone();
        let mut numbers = Numbers(seed);
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[numbers.below(moves.len())]);
        }
        position
    })
}

fn changed(
    position: &Position,
    square: impl Fn(Square) -> Square,
    swap_colors: bool,
) -> Option<Position> {
    let setup = position.setup();
    let mut changed = Setup::empty();
    for (from, piece) in setup.pieces() {
        changed.set(square(from), Some(if swap_colors { piece.recolored() } else { piece }));
    }
    for color in Color::ALL {
        for (kind, count) in position.hand(color).iter() {
            changed.set_hand(if swap_colors { !color } else { color }, kind, count as u8);
        }
    }
    changed.turn = if swap_colors { !setup.turn } else { setup.turn };
    changed.try_into().ok()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    /// Left and right may be exchanged.
    #[test]
    fn mirror_images_have_one_value(position in some_position()) {
        let evaluator = ThreePiece::new(Arc::clone(&WEIGHTS));
        let mirrored = changed(&position, Square::mirrored, false).expect("valid as before");
        prop_assert_eq!(evaluator.evaluate_full(&position), evaluator.evaluate_full(&mirrored));
    }

    /// The sides may be exchanged.
    #[test]
    fn colors_have_one_value(position in some_position()) {
        let evaluator = ThreePiece::new(Arc::clone(&WEIGHTS));
        let turned = changed(&position, Square::rotated, true).expect("valid as before");
        prop_assert_eq!(evaluator.evaluate_full(&position), evaluator.evaluate_full(&turned));
    }

    /// Related entries are one weight.
    #[test]
    fn relations_share_their_weight(
        king in 0..81_usize, enemy in 0..81_usize, one in 0..STATES, other in 0..STATES
    ) {
        let square = |index| Square::from_index(index).expect("below 81");
        let (king, enemy) = (square(king), square(enemy));
        let state = |index| State::from_index(index).expect("a state");
        let (one, other) = (state(one), state(other));
        let weight = WEIGHTS.kpp(king, one, other);
        prop_assert_eq!(WEIGHTS.kpp(king, other, one), weight);
        prop_assert_eq!(WEIGHTS.kpp(king.mirrored(), one.mirrored(), other.mirrored()), weight);
        let weight = WEIGHTS.kkp(king, enemy, one);
        prop_assert_eq!(WEIGHTS.kkp(king.mirrored(), enemy.mirrored(), one.mirrored()), weight);
    }
}

fn written(weights: &ThreePieceWeights, encoding: Encoding) -> Vec<u8> {
    let mut bytes = Vec::new();
    weights.write(encoding, &mut bytes).expect("memory");
    bytes
}

#[test]
fn files_keep_everything_and_load_fast() {
    let compact = written(&WEIGHTS, Encoding::Compact);
    // Processor time, and the best of a few: other tests run at the same time.
    let (mut time, mut read) = (Duration::MAX, None);
    for _ in 0..5 {
        let start = common::processor_time();
        let weights = ThreePieceWeights::from_bytes(&compact).expect("a weights file");
        time = time.min(common::processor_time() - start);
        read = Some(weights);
    }
    let read = read.expect("it was read");
    // Before symmetry: 81 kings with 1476 * 1477 / 2 pairs, 81 * 81 kings with 738 own pieces.
    let entries = 81 * (STATES * (STATES + 1) / 2) + 81 * 81 * OWN_STATES;
    eprintln!("{entries} entries, {} bytes, loaded in {time:?}", compact.len());
    assert_eq!(entries, 93_134_124);
    assert!(time.as_secs_f64() < 1.0, "{time:?}");
    assert_eq!(read.values, WEIGHTS.values);
    assert_eq!(read.steps, WEIGHTS.steps);
    assert!(written(&read, Encoding::Compact) == compact);
    let plain = written(&read, Encoding::Plain);
    let again = ThreePieceWeights::from_bytes(&plain).expect("a weights file");
    assert!(written(&again, Encoding::Compact) == compact);
}

#[test]
fn damaged_files_are_refused() {
    let good = written(&random_weights(1000, 5), Encoding::Compact);
    assert!(ThreePieceWeights::from_bytes(&good).is_ok());
    let message = |bytes: &[u8]| match ThreePieceWeights::from_bytes(bytes) {
        Ok(_) => panic!("a damaged file"),
        Err(error) => error.to_string(),
    };
    let with = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] ^= byte;
        bytes
    };
    for (bytes, field) in [
        (Vec::new(), "first bytes (byte 0): expected 8, found the end of the file"),
        (with(0, 1), "first bytes (byte 0): expected the letters SAKI3PCE, found others"),
        (with(8, 2), "version (byte 8): expected 1, found 3"),
        (with(12, 8), "encoding (byte 12): expected at most 1, found 9"),
        (with(16, 1), "folded king squares (byte 16): expected 45, found 44"),
        (with(20, 1), "states (byte 20): expected 1476, found 1477"),
        (with(24, 1), "own states (byte 24): expected 738, found 739"),
        (with(28, 1), "scale (byte 28): expected 32, found 33"),
        (with(40, 1), "checksum (byte 80)"),
        (with(79, 0x80), "length of the payload (byte 72)"),
        (with(12, 1), "length of the payload (byte 72)"),
        (with(good.len() - 1, 1), "checksum (byte 80)"),
        (good[..good.len() - 1].to_vec(), "length of the payload (byte 72)"),
    ] {
        let found = message(&bytes);
        eprintln!("{found}");
        assert!(found.contains(field), "{found}");
    }
    for length in 0..100 {
        assert!(ThreePieceWeights::from_bytes(&good[..length]).is_err());
    }
}

#[test]
fn the_seed_has_an_opinion() {
    let evaluator = ThreePiece::new(Arc::new(ThreePieceWeights::seed()));
    assert_eq!(evaluator.evaluate_full(&Position::startpos()).get(), 0);
    let attacked = "4k4/9/4G4/9/9/9/9/9/4K4 b - 1".parse().expect("valid");
    let far = "4k4/9/9/9/9/9/9/9/4K3G b - 1".parse().expect("valid");
    assert!(evaluator.evaluate_full(&attacked) > evaluator.evaluate_full(&far));
}

/// The relations of one piece with one or both kings, for Black in 1/32 points, as paper E states
/// them.
fn single_pieces(weights: &ThreePieceWeights, position: &Position) -> i32 {
    let mut sum = 0;
    for (side, sign) in [(Color::Black, 1), (Color::White, -1)] {
        let king = |color: Color| position.king(color).map(|square| square.seen_by(side));
        let (own, enemy) = (king(side), king(!side));
        let placed = Square::all()
            .filter_map(|square| State::on_board(side, position.piece_on(square)?, square));
        let held = Color::ALL.into_iter().flat_map(|owner| {
            shogi::HandKind::ALL
                .map(|kind| State::in_hand(side, owner, kind, position.hand(owner).count(kind)))
        });
        for state in placed.chain(held) {
            let Some(own) = own else { continue };
            sum += sign * i32::from(weights.kpp(own, state, state));
            let both = enemy.and_then(|enemy| weights.kkp(own, enemy, state));
            sum += sign * both.map_or(0, i32::from);
        }
    }
    sum
}

/// Equation (8) of paper B: the change by a move is the difference of the term after and before it.
#[test]
fn piece_king_changes_are_differences_of_the_term() {
    // The search has the evaluator in this form.
    let evaluator = AnyEvaluator::from(ThreePiece::new(Arc::clone(&WEIGHTS)));
    let mut numbers = Numbers(8);
    let (mut moves, mut nonzero) = (0, 0);
    for _ in 0..12 {
        let mut position = Position::startpos();
        for _ in 0..160 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let us = position.turn();
            let mv = legal[numbers.below(legal.len())];
            let mut after = position.clone();
            after.play(mv);
            if after.king(us) == position.king(us) {
                let by_definition =
                    single_pieces(&WEIGHTS, &after) - single_pieces(&WEIGHTS, &position);
                let for_us = if us == Color::Black { by_definition } else { -by_definition };
                let points = for_us / eval::three_piece::SCALE;
                assert_eq!(
                    evaluator.piece_king_change(&position, mv),
                    points,
                    "{mv} in {position}"
                );
                assert_eq!(evaluator.piece_king_changed(&after), points, "{mv} in {position}");
                moves += 1;
                nonzero += usize::from(points != 0);
            }
            position = after;
        }
    }
    assert!(moves > 1000 && nonzero > moves / 4, "{nonzero} of {moves}");
}

#[test]
fn an_evaluator_without_such_terms_changes_nothing() {
    let material = AnyEvaluator::from(Material::default());
    let position = Position::startpos();
    for mv in &position.legal_moves() {
        assert_eq!(material.piece_king_change(&position, mv), 0);
    }
}
