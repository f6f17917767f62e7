//! States of a game: turning points, the losing move, the clincher.
//!
//! Source: 60 and 40 percent as the borders of a lead are what readers of broadcast games use.

use shogi::Color;

/// The least percentage of a lead.
const LEAD: f64 = 60.0;
/// A side below this is losing.
pub const LOSING: f64 = 100.0 - LEAD;
/// Before this ply nobody is said to have lost the game.
const EARLIEST: usize = 20;
/// The winner keeps at least this after the clincher.
const CLINCHED: f64 = 90.0;

/// The win probability of a side, given Black's.
pub fn of_side(black: f64, side: Color) -> f64 {
    match side {
        Color::Black => black,
        Color::White => 100.0 - black,
    }
}

/// The plies at which the game leaves one side's state for the last time before it reaches the
/// other's. `curve` is Black's win probability after each ply from `first` on.
pub fn turning_points(curve: &[f64], first: usize) -> Vec<usize> {
    let state = |w: f64| match w {
        _ if w >= LEAD => Some(Color::Black),
        _ if w <= LOSING => Some(Color::White),
        _ => None,
    };
    let mut points = Vec::new();
    let mut last: Option<(Color, usize)> = None;
    for (ply, leader) in curve.iter().map(|&w| state(w)).enumerate() {
        let Some(leader) = leader else { continue };
        match last {
            Some((before, left)) if before != leader => points.push(first + left + 1),
            _ => {}
        }
        last = Some((leader, ply));
    }
    points
}

/// The loser's last move from 40 percent or more to less, if it stays there to the end. `movers`
/// are the movers of plies 1, 2, ... of the game; the curve begins after ply `first`.
pub fn losing_move(curve: &[f64], first: usize, movers: &[Color], loser: Color) -> Option<usize> {
    let last = curve.iter().rposition(|&w| of_side(w, loser) >= LOSING)?;
    let ply = first + last + 1;
    let is_own = movers.get(ply - 1) == Some(&loser);
    (last + 1 < curve.len() && ply > EARLIEST && is_own).then_some(ply)
}

/// The winner's first move after which it keeps 90 percent or more to the end; none if the curve
/// begins later.
pub fn clincher(curve: &[f64], first: usize, movers: &[Color], winner: Color) -> Option<usize> {
    let end = first + curve.len();
    let kept = match curve.iter().rposition(|&w| of_side(w, winner) < CLINCHED) {
        Some(below) => first + below + 1,
        None if first == 0 => 1,
        None => return None,
    };
    (kept..end).find(|&ply| movers.get(ply - 1) == Some(&winner))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn movers(count: usize) -> Vec<Color> {
        (0..count).map(|ply| if ply % 2 == 0 { Color::Black } else { Color::White }).collect()
    }

    #[test]
    fn a_lead_changes_hands_once() {
        assert_eq!(turning_points(&[50.0, 65.0, 62.0, 50.0, 35.0, 30.0], 0), [3]);
        assert_eq!(turning_points(&[50.0, 65.0, 50.0, 65.0], 0), Vec::<usize>::new());
        assert_eq!(turning_points(&[70.0, 30.0, 70.0], 0), [1, 2]);
    }

    #[test]
    fn the_losing_move_is_the_losers_and_final() {
        let mut curve = vec![50.0; 41];
        // Ply 31 is Black's: from 50 to 30 for good.
        curve[31..].fill(30.0);
        assert_eq!(losing_move(&curve, 0, &movers(40), Color::Black), Some(31));
        assert_eq!(losing_move(&curve, 0, &movers(40), Color::White), None);
        curve[36] = 45.0;
        assert_eq!(losing_move(&curve, 0, &movers(40), Color::Black), Some(37));
        // White's move brought it about.
        curve[36..].fill(30.0);
        curve[31] = 50.0;
        assert_eq!(losing_move(&curve, 0, &movers(40), Color::Black), None);
        assert_eq!(losing_move(&vec![30.0; 41], 0, &movers(40), Color::Black), None);
    }

    #[test]
    fn the_clincher_is_the_winners() {
        let mut curve = vec![50.0; 41];
        curve[30..].fill(95.0);
        assert_eq!(clincher(&curve, 0, &movers(40), Color::Black), Some(31));
        assert_eq!(clincher(&curve, 0, &movers(40), Color::White), None);
    }
}
