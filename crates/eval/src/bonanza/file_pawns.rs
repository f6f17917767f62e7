//! Pawns before and behind a dragon, rook or lance.
//!
//! Source:  B (Bonanza 2006), appendix: "pawns before and behind dragon, rook and lance"
//! Here:    the pawns of both sides on its file, whatever stands between, by their distance

use shogi::{Bitboard, Color, PieceKind};

use super::scene::Scene;

/// Kinds with pawns on their file in the order of their features.
pub const KINDS: [PieceKind; 3] = [PieceKind::Dragon, PieceKind::Rook, PieceKind::Lance];
/// The largest distance.
const FARTHEST: usize = 8;

/// The number of features.
pub const LEN: usize = KINDS.len() * 2 * 2 * FARTHEST;

/// The feature of a pawn `distance` ranks before or behind a piece; none for other kinds.
#[inline]
pub fn feature(
    kind: PieceKind,
    is_before: bool,
    is_friend: bool,
    distance: usize,
) -> Option<usize> {
    let kind = KINDS.iter().position(|&known| known == kind)?;
    let place = (kind * 2 + usize::from(!is_before)) * 2 + usize::from(!is_friend);
    (1..=FARTHEST).contains(&distance).then(|| place * FARTHEST + distance - 1)
}

/// Calls `visit` for each pawn on the file of such a piece of a side.
pub(super) fn visit(scene: &Scene<'_>, us: Color, visit: &mut impl FnMut(usize)) {
    let position = scene.position;
    let pawns = position.all_of(PieceKind::Pawn);
    let own = position.pieces(us);
    for line in scene.lines(us) {
        if !KINDS.contains(&line.piece.kind()) {
            continue;
        }
        let rank = line.square.rank().seen_by(us).index();
        for pawn in pawns & Bitboard::file(line.square.file()) {
            let there = pawn.rank().seen_by(us).index();
            let (is_before, is_friend) = (there < rank, own.has(pawn));
            let distance = there.abs_diff(rank);
            if let Some(index) = feature(line.piece.kind(), is_before, is_friend, distance) {
                visit(index);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::groups::Group;
    use super::super::tests::features;
    use super::*;

    #[test]
    fn pawns_on_the_file() {
        let of = |kind, is_before, is_friend, distance| {
            feature(kind, is_before, is_friend, distance).unwrap()
        };
        let black = |sfen| features(Group::FilePawns, sfen, Color::Black);
        let rook = PieceKind::Rook;
        // A rook on 2h behind its pawn on 2f, and White's pawn on 2c.
        let sfen = "4k4/9/7p1/9/9/7P1/9/7R1/4K4 b - 1";
        assert_eq!(black(sfen), [of(rook, true, false, 5), of(rook, true, true, 2)]);
        let sfen = "4k4/9/9/7R1/7P1/9/9/9/4K4 b - 1";
        assert_eq!(black(sfen), [of(rook, false, true, 1)]);
        let sfen = "4k4/7r1/9/7p1/9/9/9/9/4K4 b - 1";
        assert_eq!(features(Group::FilePawns, sfen, Color::White), [of(rook, true, true, 2)]);
        assert!(black("4k4/9/7p1/9/9/9/9/7B1/4K4 b - 1").is_empty());
        assert_eq!(feature(PieceKind::Lance, false, false, 8), Some(LEN - 1));
        assert_eq!(feature(PieceKind::Lance, false, false, 9), None);
    }
}
