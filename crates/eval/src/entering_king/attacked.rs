//! All squares that a side attacks, whole sets at once.

use shogi::attacks::{bishop_attacks, lance_attacks, rook_attacks};
use shogi::{Bitboard, Color, PieceKind, Position, Rank};

const FULL: u128 = Bitboard::FULL.bits();
const NOT_A: u128 = FULL & !Bitboard::rank(Rank::A).bits();
const NOT_I: u128 = FULL & !Bitboard::rank(Rank::I).bits();

/// Towards rank a.
#[inline(always)]
fn up(squares: u128) -> u128 {
    (squares & NOT_A) >> 1
}

/// Towards rank i.
#[inline(always)]
fn down(squares: u128) -> u128 {
    (squares & NOT_I) << 1
}

/// The squares beside these, on the neighbouring files.
#[inline(always)]
fn beside(squares: u128) -> u128 {
    (squares << 9 | squares >> 9) & FULL
}

/// The squares that `color`'s pawns attack.
#[inline]
pub(super) fn by_pawns(position: &Position, color: Color) -> u128 {
    let pawns = position.pieces_of(color, PieceKind::Pawn).bits();
    match color {
        Color::Black => up(pawns),
        Color::White => down(pawns),
    }
}

/// The squares that `color`'s other pieces attack in one step.
#[inline]
pub(super) fn by_steps(position: &Position, color: Color) -> u128 {
    // Written out for each side, so that no direction is looked up.
    match color {
        Color::Black => by_steps_towards(position, color, up, down),
        Color::White => by_steps_towards(position, color, down, up),
    }
}

#[inline(always)]
fn by_steps_towards(
    position: &Position,
    color: Color,
    ahead: impl Fn(u128) -> u128,
    back: impl Fn(u128) -> u128,
) -> u128 {
    let of = |kind| position.pieces_of(color, kind).bits();
    let knights = of(PieceKind::Knight);
    let silvers = of(PieceKind::Silver);
    let golds = of(PieceKind::Gold)
        | of(PieceKind::ProPawn)
        | of(PieceKind::ProLance)
        | of(PieceKind::ProKnight)
        | of(PieceKind::ProSilver);
    let kings = of(PieceKind::King) | of(PieceKind::Horse) | of(PieceKind::Dragon);

    let before = ahead(silvers | golds | kings);
    beside(ahead(ahead(knights)) | before | back(silvers | kings) | golds | kings)
        | before
        | back(golds | kings)
}

/// The squares that `color`'s lances, bishops, rooks, horses and dragons attack along lines.
#[inline]
pub(super) fn by_slides(position: &Position, color: Color) -> u128 {
    let occupied = position.occupied();
    let mut attacked = Bitboard::EMPTY;
    for from in position.pieces_of(color, PieceKind::Lance) {
        attacked |= lance_attacks(color, from, occupied);
    }
    for from in
        position.pieces_of(color, PieceKind::Bishop) | position.pieces_of(color, PieceKind::Horse)
    {
        attacked |= bishop_attacks(from, occupied);
    }
    for from in
        position.pieces_of(color, PieceKind::Rook) | position.pieces_of(color, PieceKind::Dragon)
    {
        attacked |= rook_attacks(from, occupied);
    }
    attacked.bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi::Square;

    #[test]
    fn all_parts_are_all_attacks() {
        for sfen in [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
            "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
            "1+R1+B1+P+L+N+S/9/9/4K4/9/9/9/9/1+r1+b1+p+l+n+s b - 1",
        ] {
            let position: Position = sfen.parse().unwrap();
            for color in Color::ALL {
                let found = by_pawns(&position, color)
                    | by_steps(&position, color)
                    | by_slides(&position, color);
                for square in Square::all() {
                    let attacked = !position.attackers(color, square).is_empty();
                    assert_eq!(found >> square.index() & 1 == 1, attacked, "{sfen} {square}");
                }
            }
        }
    }
}
