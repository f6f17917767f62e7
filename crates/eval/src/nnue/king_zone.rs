//! Zones of the own king and stages of the game: the choices of our own architecture.
//!
//! Source:  king buckets, mirroring by the king's file, a linear path and layers chosen by material:
//!          chess programs, among them Stockfish; layers chosen by the progress of the game: after G
//!          (Gekisashi 2005) and later shogi programs
//! Here:    zones are large where kings seldom are, because a small machine makes few positions

use shogi::{File, Position, Rank, Square};

use crate::classic::Progress;

/// The number of zones.
pub(super) const ZONES: usize = 8;
/// The number of stages.
pub(super) const STAGES: usize = 4;

/// The progress, from 0 to 256, with which the second and later stages begin. A quarter of the
/// positions of our self-play belongs to each stage.
const STAGE_STARTS: [i32; STAGES - 1] = [43, 85, 134];

/// The zone of a king as its own side sees it, and whether left and right are exchanged so that it
/// is on the right or in the middle.
pub(super) const fn of_king(seen: Square) -> (usize, bool) {
    let is_mirrored = seen.file().index() > File::Five.index();
    let file = if is_mirrored { seen.mirrored().file() } else { seen.file() };
    let is_at_edge = file.index() <= File::Two.index();
    let zone = match (seen.rank(), is_at_edge) {
        (Rank::I, true) => 0,
        (Rank::I, false) => 1,
        (Rank::H, true) => 2,
        (Rank::H, false) => 3,
        (Rank::G, _) => 4,
        (Rank::F | Rank::E, _) => 5,
        (Rank::D, _) => 6,
        (Rank::C | Rank::B | Rank::A, _) => 7,
    };
    (zone, is_mirrored)
}

/// The stage of the game, from 0.
#[inline]
pub(super) fn stage(position: &Position) -> usize {
    let progress = Progress::of(position).get();
    STAGE_STARTS.iter().filter(|&&start| progress >= start).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_of_some_squares() {
        let of = |square: &str| of_king(square.parse().expect(square));
        assert_eq!(of("5i"), (1, false));
        assert_eq!(of("2h"), (2, false));
        assert_eq!(of("8h"), (2, true));
        assert_eq!(of("9i"), (0, true));
        assert_eq!(of("6g"), (4, true));
        assert_eq!(of("4a"), (7, false));
    }

    #[test]
    fn every_zone_has_squares_on_both_sides() {
        let mut seen = std::collections::HashSet::new();
        for square in Square::all() {
            let (zone, is_mirrored) = of_king(square);
            assert_eq!(of_king(square.mirrored()).0, zone);
            seen.insert((zone, is_mirrored));
        }
        assert_eq!(seen.len(), 2 * ZONES);
    }
}
