//! Forks (両取り): one piece that attacks two at once, and an answer that saves at most one of them.

use shogi::{Move, PieceKind, Position, Square};

use super::values::{WORTHWHILE, exchange_values};

/// A piece that can be taken: its square, its kind and the gain.
pub type Target = (Square, PieceKind, i32);

/// A fork in a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fork {
    /// The index of the forking move in the line.
    pub at: usize,
    /// The square of the forking piece.
    pub square: Square,
    /// The forked pieces: square, kind and the gain of taking it, the most valuable first. A king
    /// comes first and has no gain.
    pub targets: Vec<Target>,
}

/// Is the move at `at` of the line, played in `position`, a fork? `reply` is the next move of the
/// line. The position must be the one before the move.
pub fn fork(position: &Position, mv: Move, reply: Option<Move>, at: usize) -> Option<Fork> {
    let attacker = position.turn();
    let mut position = position.clone();
    position.play(mv);
    let square = mv.to();
    let is_check = position.checkers().has(square);
    let mut targets =
        if is_check { Vec::new() } else { prey(&position_passed(&position)?, square) };
    let mut after = position.clone();
    if let Some(reply) = reply {
        after.play(reply);
        // The forking piece was taken, or the answer is a check that has to be met first.
        if after.pieces(!attacker).has(square) || after.in_check() {
            return None;
        }
    } else if is_check {
        return None;
    } else {
        after = position_passed(&position)?;
    }
    let left = prey(&after, square);
    if is_check {
        // Whatever is attacked stood there, and was attacked, when the king was: what the piece
        // attacks through the king is no fork.
        targets = left
            .iter()
            .copied()
            .filter(|&(target, kind, _)| {
                position.piece_on(target).is_some_and(|piece| piece.kind() == kind)
                    && position.attackers(attacker, target).has(square)
            })
            .collect();
        targets.sort_by_key(|&(_, kind, _)| std::cmp::Reverse(exchange_values().of(kind)));
        targets.truncate(1);
        let king = position.king(!attacker)?;
        targets.insert(0, (king, PieceKind::King, 0));
    }
    let remains =
        left.iter().any(|hit| targets.iter().any(|known| (known.0, known.1) == (hit.0, hit.1)));
    (targets.len() >= 2 && remains).then_some(Fork { at, square, targets })
}

/// The position with the turn handed over; none in check.
fn position_passed(position: &Position) -> Option<Position> {
    if position.in_check() {
        return None;
    }
    let mut passed = position.clone();
    passed.pass();
    Some(passed)
}

/// The enemy pieces, pawns apart, that the piece on the square can take with a gain.
fn prey(position: &Position, from: Square) -> Vec<Target> {
    let mut prey: Vec<Target> = Vec::new();
    for &mv in position.legal_moves().iter() {
        let Some(target) = position.piece_on(mv.to()) else { continue };
        let is_known = prey.iter().any(|&(square, _, _)| square == mv.to());
        if mv.from() == Some(from)
            && !is_known
            && target.kind() != PieceKind::Pawn
            && position.see(mv, exchange_values()) >= WORTHWHILE
        {
            prey.push((mv.to(), target.kind(), position.see(mv, exchange_values())));
        }
    }
    prey.sort_by_key(|&(square, kind, _)| {
        (std::cmp::Reverse(exchange_values().of(kind)), square.index())
    });
    prey
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> Move {
        text.parse().expect("a move")
    }

    #[test]
    fn a_knight_forks_rook_and_gold() {
        let position: Position = "4k4/9/3r1g3/9/9/9/9/9/4K4 b N 1".parse().expect("legal");
        let found = fork(&position, mv("N*5e"), Some(mv("6c6d")), 0).expect("a fork");
        let kinds: Vec<PieceKind> = found.targets.iter().map(|&(_, kind, _)| kind).collect();
        assert_eq!(kinds, [PieceKind::Rook, PieceKind::Gold]);
        assert!(fork(&position, mv("N*5f"), Some(mv("6c6d")), 0).is_none());
        // The rook gives check: the fork has to wait.
        assert!(fork(&position, mv("N*5e"), Some(mv("6c6i+")), 0).is_none());
    }

    #[test]
    fn a_check_forks_the_king_and_a_rook() {
        let position: Position = "4k4/9/9/9/9/9/r8/9/4K4 b B 1".parse().expect("legal");
        let found = fork(&position, mv("B*9e"), Some(mv("5a4a")), 0);
        assert!(found.is_none(), "the bishop does not attack along the file");
        let found = fork(&position, mv("B*7c"), Some(mv("5a4a")), 0);
        assert!(found.is_none());
        let position: Position = "4k4/9/9/9/9/9/8r/9/4K4 b B 1".parse().expect("legal");
        let found = fork(&position, mv("B*3c"), Some(mv("5a4a")), 0);
        assert!(found.is_none());
        let position: Position = "4k4/9/9/9/9/9/2r6/9/4K4 b B 1".parse().expect("legal");
        let found = fork(&position, mv("B*9e"), Some(mv("5a4a")), 0).expect("a fork");
        assert_eq!(found.targets[0].1, PieceKind::King);
        let rook = (found.targets[1].0.to_string(), found.targets[1].1);
        assert_eq!(rook, ("7g".to_owned(), PieceKind::Rook));
        // A rook behind the king is attacked only once the king has gone.
        let position: Position = "9/9/4k4/9/4r4/9/9/9/K8 b L 1".parse().expect("legal");
        assert!(fork(&position, mv("L*5d"), Some(mv("5c4c")), 0).is_none());
        let position: Position = "4r4/4k4/9/9/9/9/9/9/K8 b L 1".parse().expect("legal");
        assert!(fork(&position, mv("L*5d"), Some(mv("5b4b")), 0).is_none());
    }
}
