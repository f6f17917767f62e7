//! A line played out to a quiet end: while a capture or promotion pays, the best one is played.

use shogi::{Color, Move, PieceKind, Position};

use super::material::{Captured, Exchange};
use super::values::{WORTHWHILE, gain};

/// The most plies of a line that are compared.
const MOST_PLIES: usize = 16;

/// The most plies that are added to reach a quiet end.
const MOST_ADDED: usize = 6;

/// A line with all that follows from replaying it.
#[derive(Clone, Debug)]
pub struct PlayedOut {
    /// The moves, those added at the end included.
    pub moves: Vec<Move>,
    /// The number of moves added to reach a quiet end.
    pub added: usize,
    /// The position at the end.
    pub end: Position,
    /// Does no capture or promotion pay at the end? A mate is quiet as well.
    pub is_quiet: bool,
    /// The captures.
    pub captured: Captured,
    /// Big pieces promoted along the line and still on the board at its end: who, and what.
    pub promoted: Vec<(Color, PieceKind)>,
}

impl PlayedOut {
    /// Plays a line from the position and extends it; none if a move is illegal. The line is cut
    /// before its seventeenth ply and where a position occurs for the fourth time.
    pub fn new(start: &Position, line: &[Move]) -> Option<Self> {
        let mut played = Self {
            moves: Vec::new(),
            added: 0,
            end: start.clone(),
            is_quiet: false,
            captured: Captured::default(),
            promoted: Vec::new(),
        };
        for &mv in line.iter().take(MOST_PLIES) {
            if !played.end.is_legal(mv) {
                return None;
            }
            played.add(mv);
            if played.end.fourfold_repetition().is_some() {
                break;
            }
        }
        while played.added < MOST_ADDED {
            let Some(mv) = best_gain(&played.end) else { break };
            played.add(mv);
            played.added += 1;
        }
        played.is_quiet = is_quiet(&played.end);
        played.promoted = played.standing_promotions(start);
        Some(played)
    }

    fn add(&mut self, mv: Move) {
        self.captured.add(&self.end, mv, self.moves.len().is_multiple_of(2));
        self.end.play(mv);
        self.moves.push(mv);
    }

    /// What the captures amount to for the side that moves first.
    pub fn exchange(&self) -> Exchange {
        self.captured.exchange()
    }

    /// Follows each rook and bishop that promotes in the line to the end of it.
    fn standing_promotions(&self, start: &Position) -> Vec<(Color, PieceKind)> {
        let mut position = start.clone();
        let mut standing = Vec::new();
        for &mv in &self.moves {
            let side = position.turn();
            standing.retain(|&(square, _)| square != mv.to());
            if let Some(from) = mv.from() {
                for (square, _) in &mut standing {
                    if *square == from {
                        *square = mv.to();
                    }
                }
                let kind = position.piece_on(from).map(|piece| piece.kind());
                if mv.is_promotion()
                    && let Some(kind @ (PieceKind::Rook | PieceKind::Bishop)) = kind
                {
                    standing.push((mv.to(), (side, kind.promoted())));
                }
            }
            position.play(mv);
        }
        standing.into_iter().map(|(_, who)| who).collect()
    }
}

/// Does no capture or promotion of the side to move pay? A side in check is never quiet unless it is
/// mated.
pub fn is_quiet(position: &Position) -> bool {
    if position.in_check() {
        return !position.has_legal_move();
    }
    best_gain(position).is_none()
}

/// The capture or promotion that gains most, if it is worth a move. A side in check is left alone:
/// which answer is right cannot be seen from exchanges.
fn best_gain(position: &Position) -> Option<Move> {
    if position.in_check() {
        return None;
    }
    position
        .legal_moves()
        .iter()
        .copied()
        .filter(|mv| mv.is_promotion() || position.piece_on(mv.to()).is_some())
        .map(|mv| (gain(position, mv), mv))
        .filter(|&(points, _)| points >= WORTHWHILE)
        // The first of equals, so that the order of moves decides and not chance.
        .fold(None, |best: Option<(i32, Move)>, next| match best {
            Some(known) if known.0 >= next.0 => Some(known),
            _ => Some(next),
        })
        .map(|(_, mv)| mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Vec<Move> {
        text.split_whitespace().map(|word| word.parse().expect("a move")).collect()
    }

    #[test]
    fn a_line_is_extended_until_it_is_quiet() {
        // The rook takes a loose silver; nothing else hangs.
        let position: Position =
            "4k4/9/9/4s4/9/4R4/9/9/4K4 b r2b4g3s4n4l18p 1".parse().expect("legal");
        let played = PlayedOut::new(&position, &[]).expect("legal");
        assert_eq!((played.moves.len(), played.added), (1, 1));
        assert!(!played.is_quiet, "the capture gives check");
        let position: Position =
            "3k5/9/9/4s4/9/4R4/9/9/4K4 b r2b4g3s4n4l18p 1".parse().expect("legal");
        let played = PlayedOut::new(&position, &[]).expect("legal");
        assert_eq!(played.moves, line("5f5d"));
        assert!(played.is_quiet);
        assert_eq!(played.exchange().points, 495);
    }

    #[test]
    fn illegal_lines_are_refused_and_promotions_kept() {
        let start = Position::startpos();
        assert!(PlayedOut::new(&start, &line("7g7f 7g7f")).is_none());
        let played = PlayedOut::new(&start, &line("7g7f 3c3d 8h2b+")).expect("legal");
        // The silver retakes: the horse does not stand at the end.
        assert_eq!(played.moves.len(), 4);
        assert!(played.promoted.is_empty() && played.exchange().points == 0);
        let kept = "4k4/9/9/9/9/9/9/7R1/4K4 b - 1".parse().expect("legal");
        let played = PlayedOut::new(&kept, &line("2h2b+ 5a6a")).expect("legal");
        assert_eq!(played.promoted, [(Color::Black, PieceKind::Dragon)]);
    }
}
