//! Two lines from one root, played out and compared.

use std::collections::BTreeMap;

use mate::{Limits, Solver, Verdict};
use shogi::{Color, Move, PieceKind, Position};

use super::cut::cut;
use super::king_safety::KingSafety;
use super::played_out::PlayedOut;
use super::{tactics, terms};
use crate::model::{self, Both, Comparison, Ending, KingCount, Usi};

/// Plays the best and the played line out and compares them. `cp` is the played move's score minus
/// the best one's; the solver gets `nodes` nodes for each question. An illegal line gives an empty
/// comparison without claims.
pub fn compare(
    root: &Position,
    best: &[Move],
    played: &[Move],
    cp: i32,
    solver: &mut Solver,
    nodes: u64,
) -> Comparison {
    let (Some(best), Some(played)) = (PlayedOut::new(root, best), PlayedOut::new(root, played))
    else {
        return Comparison::default();
    };
    let side = root.turn();
    let both_quiet = best.is_quiet && played.is_quiet;
    let mut found = tactics::in_line(root, &played.moves, true);
    found.extend(tactics::in_line(root, &best.moves, false));
    Comparison {
        material: both_quiet.then(|| played.exchange().points - best.exchange().points),
        terms: if both_quiet { terms::moved(&best.end, &played.end, side, cp) } else { Vec::new() },
        tactics: found,
        best: ending(root, &best, solver, nodes),
        played: ending(root, &played, solver, nodes),
    }
}

/// The end of one line as the report keeps it.
fn ending(root: &Position, line: &PlayedOut, solver: &mut Solver, nodes: u64) -> Ending {
    let side = root.turn();
    let [captured, lost] = line.captured.counts();
    let letters = |counts: Vec<(shogi::HandKind, u32)>| -> BTreeMap<String, u32> {
        counts.into_iter().map(|(kind, count)| (kind.kind().to_string(), count)).collect()
    };
    let limits = Limits { nodes, shortest: false };
    let tsumero = mate::hisshi::tsumero(solver, &line.end, &limits, &mut || false);
    Ending {
        moves: Usi::line(&line.moves),
        shown: cut(root, &line.moves) as u32,
        sfen: line.end.to_sfen(),
        quiet: line.is_quiet,
        captured: letters(captured),
        lost: letters(lost),
        promotions: line.promoted.iter().map(|&(who, kind)| letter(side, who, kind)).collect(),
        material: line.exchange().points,
        kings: Both::of(|color| king_count(&line.end, color)),
        tsumero: tsumero.map(|answer| match answer.verdict {
            Verdict::Mate(_) => model::Verdict::Yes,
            Verdict::NoMate(_) => model::Verdict::No,
            Verdict::Unknown(_) => model::Verdict::Unknown,
        }),
        hisshi: None,
    }
}

/// The letters of a kind: upper case if it is the mover's.
fn letter(mover: Color, who: Color, kind: PieceKind) -> String {
    let text = kind.to_string();
    if who == mover { text } else { text.to_lowercase() }
}

/// The counts around a king; all are zero without one.
fn king_count(position: &Position, side: Color) -> KingCount {
    KingSafety::of(position, side).map_or_else(KingCount::default, |safety| KingCount {
        near: safety.beside,
        far: safety.guards - safety.beside,
        attackers: safety.attackers,
        free: safety.free,
    })
}
