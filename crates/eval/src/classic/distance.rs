//! The value of a small piece by its distance to a king, in percent of its plain value.
//!
//! Source:  YSS (H. Yamashita, 1998), the method that paper G names; the tables as published.
//!          Yamashita later found the defence bonuses too high and cut what exceeds 100 to a third

use shogi::{Color, Square};

/// The least value, far from both kings.
const LEAST: i32 = 50;

/// Percentages by rank and file: the first row is `first` ranks ahead of the king, the last behind
/// it; a column is a distance in files.
struct DistanceTable<const ROWS: usize> {
    first: i32,
    rows: [[u8; 9]; ROWS],
}

const ATTACK: DistanceTable<12> = DistanceTable {
    first: 6,
    rows: [
        [62, 60, 58, 52, 50, 50, 50, 50, 50],
        [80, 78, 72, 67, 55, 51, 50, 50, 50],
        [100, 99, 95, 87, 78, 69, 50, 50, 50],
        [140, 130, 110, 100, 95, 75, 54, 50, 50],
        [170, 160, 142, 114, 98, 80, 62, 55, 50],
        [170, 165, 150, 121, 94, 78, 58, 52, 50],
        [170, 145, 137, 115, 91, 75, 57, 50, 50],
        [132, 132, 129, 102, 84, 71, 51, 50, 50],
        [100, 97, 95, 85, 70, 62, 50, 50, 50],
        [90, 85, 80, 68, 60, 53, 50, 50, 50],
        [70, 66, 62, 55, 52, 50, 50, 50, 50],
        [54, 53, 51, 50, 50, 50, 50, 50, 50],
    ],
};

const DEFENCE: DistanceTable<14> = DistanceTable {
    first: 7,
    rows: [
        [56, 53, 50, 50, 50, 50, 50, 50, 50],
        [64, 61, 55, 50, 50, 50, 50, 50, 50],
        [79, 77, 70, 65, 54, 51, 50, 50, 50],
        [100, 99, 95, 87, 74, 58, 50, 50, 50],
        [116, 117, 101, 95, 88, 67, 54, 50, 50],
        [131, 129, 124, 114, 90, 71, 59, 51, 50],
        [137, 138, 132, 116, 96, 76, 61, 53, 50],
        [142, 142, 136, 118, 98, 79, 64, 52, 50],
        [132, 132, 129, 109, 95, 75, 60, 51, 50],
        [121, 120, 105, 97, 84, 66, 54, 50, 50],
        [95, 93, 89, 75, 68, 58, 51, 50, 50],
        [79, 76, 69, 60, 53, 50, 50, 50, 50],
        [64, 61, 55, 51, 50, 50, 50, 50, 50],
        [56, 52, 50, 50, 50, 50, 50, 50, 50],
    ],
};

impl<const ROWS: usize> DistanceTable<ROWS> {
    #[inline]
    fn percent(&self, ranks_before: i32, files: usize) -> i32 {
        let row = usize::try_from(self.first - ranks_before).ok();
        row.and_then(|row| self.rows.get(row)).map_or(LEAST, |row| i32::from(row[files]))
    }
}

fn ranks_ahead(owner: Color, from: Square, to: Square) -> i32 {
    let rank = |square: Square| square.rank().seen_by(owner).index() as i32;
    rank(from) - rank(to)
}

fn files_between(a: Square, b: Square) -> usize {
    a.file().index().abs_diff(b.file().index())
}

/// For `owner`'s piece on `square` against the enemy king on `king`.
#[inline]
pub fn attack(owner: Color, king: Square, square: Square) -> i32 {
    ATTACK.percent(ranks_ahead(owner, square, king), files_between(king, square))
}

/// For `owner`'s piece on `square` with its own king on `king`.
#[inline]
pub fn defence(owner: Color, king: Square, square: Square) -> i32 {
    let percent = DEFENCE.percent(ranks_ahead(owner, king, square), files_between(king, square));
    if percent > 100 { 100 + (percent - 100) / 3 } else { percent }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before_and_behind() {
        let sq = |text: &str| text.parse::<Square>().unwrap();
        // A gold on 5c before a king on 5a, two ranks on Black's side of it.
        assert_eq!(attack(Color::Black, sq("5a"), sq("5c")), 170);
        assert_eq!(attack(Color::White, sq("5i"), sq("5g")), 170);
        assert_eq!(attack(Color::Black, sq("5d"), sq("5a")), 90);
        assert_eq!(attack(Color::Black, sq("1a"), sq("9i")), 50);
        // A gold on 5h before its own king on 5i.
        assert_eq!(defence(Color::Black, sq("5i"), sq("5h")), 112);
        assert_eq!(defence(Color::White, sq("5a"), sq("5b")), 112);
        assert_eq!(defence(Color::Black, sq("5a"), sq("5h")), 50);
    }
}
