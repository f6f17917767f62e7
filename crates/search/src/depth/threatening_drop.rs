//! Drops that threaten something are reduced less: those near the enemy king that are protected,
//! and those that attack pieces.
//!
//! Known as: less reduction (LMR) for drops near the king and for drops that attack pieces
//! Source:   Stoat (github.com/Ciekce/stoat, pull requests 34, 130 and 135): both conditions, and a
//!           ply for a protected drop within two squares of the king
//! Here:     half a ply, not a whole one, for each piece attacked, and pawns do not count
//! Worth:    26 ± 14 Elo (2,000 games, 10,000 nodes; docs/record/ablation.tsv)
//! Off:      `threatening-drop`

use shogi::{Piece, PieceKind, attacks};

use crate::node::Candidate;
use crate::technique::Technique;
use crate::tunable::tunables_of;
use crate::worker::Worker;

tunables_of! { "threatening_drop":
    /// The subtraction for a protected drop near the enemy king, in 1/1024 plies.
    near_king = 1024, 0..=3000;
    /// The subtraction for each attacked piece that is no pawn, in 1/1024 plies.
    for_each_piece = 512, 0..=2000;
}

/// The amount by which the move is reduced less, in 1/1024 plies.
pub(crate) fn less_units(worker: &Worker<'_>, candidate: &Candidate) -> i32 {
    let Some(dropped) = candidate.mv.dropped() else { return 0 };
    if !worker.on(Technique::ThreateningDrop) {
        return 0;
    }
    let position = worker.position();
    let us = position.turn();
    let to = candidate.mv.to();
    let is_near = position.king(!us).is_some_and(|king| king.distance(to) <= 2);
    let near = is_near && !position.attackers(us, to).is_empty();
    let reach = attacks::attacks(Piece::new(us, dropped.kind()), to, position.occupied());
    let worthy = position.pieces(!us) & !position.pieces_of(!us, PieceKind::Pawn);
    let attacked = (reach & worthy).len() as i32;
    i32::from(near) * near_king() + attacked * for_each_piece()
}
