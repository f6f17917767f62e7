//! One line of a verified hisshi, up to where it stands, and the mate that then threatens.

use super::proof::{Proof, Step};
use crate::budget::Stopped;
use shogi::{Move, Position};

/// The line and the threat behind it.
pub(super) struct ThreatLine {
    pub(super) moves: Vec<Move>,
    pub(super) threat: Vec<Move>,
}

/// Follows a proof with `moves` counted moves, the attacker to move. The defender chooses a move
/// that the attacker does not answer with a mate at once, if he can one that gives no check.
pub(super) fn follow(
    position: &Position,
    moves: u8,
    proof: &mut Proof<'_, '_, '_>,
) -> Result<ThreatLine, Stopped> {
    let mut position = position.clone();
    let (mut left, mut is_answer) = (moves, false);
    let mut played = Vec::new();
    loop {
        let mv = match proof.step(&mut position, left, is_answer)? {
            Step::Mate => {
                return Ok(ThreatLine { moves: played, threat: proof.mate_line(&mut position)? });
            }
            Step::Play(mv) => mv,
        };
        position.play(mv);
        played.push(mv);
        if !is_answer {
            left -= 1;
        }
        let defence = if left == 0 { None } else { longest(&mut position, left, proof)? };
        let Some(defence) = defence else { break };
        position.play(defence);
        played.push(defence);
        is_answer = position.in_check();
    }
    position.pass();
    Ok(ThreatLine { moves: played, threat: proof.mate_line(&mut position)? })
}

/// A defence after which there is no mate yet.
fn longest(
    position: &mut Position,
    left: u8,
    proof: &mut Proof<'_, '_, '_>,
) -> Result<Option<Move>, Stopped> {
    let mut check = None;
    let mut early = None;
    for mv in &position.legal_moves() {
        position.play(mv);
        let is_check = position.in_check();
        let step = proof.step(position, left, is_check)?;
        position.take_back();
        match step {
            Step::Play(_) if !is_check => return Ok(Some(mv)),
            Step::Play(_) => check = check.or(Some(mv)),
            Step::Mate => early = early.or(Some(mv)),
        }
    }
    // In check a pass cannot show the threat: then a defence that is mated at once goes on.
    Ok(check.or(if position.in_check() { early } else { None }))
}
