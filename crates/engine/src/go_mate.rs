//! The answer to `go mate`, from the mate solver, which verifies its results.

use mate::{Limits, Solver, Verdict};
use search::{Bound, Deadline, Shared};
use shogi::{Move, Position};

use crate::control::Control;
use crate::engine::Sink;
use crate::event::{Event, Info, MateAnswer};
use crate::shown_score::ShownScore;

/// Looks for a mate by checks until the search is stopped or its time is over, and shows the line
/// that it finds.
pub(crate) fn look(
    position: &Position,
    solver: &mut Solver,
    nodes: Option<u64>,
    control: &Control,
    shared: &Shared,
    sink: &Sink,
) -> MateAnswer {
    let limits = Limits { nodes: nodes.unwrap_or(u64::MAX), ..Limits::default() };
    let mut should_stop = || shared.is_stopped() || control.has_passed();
    let answer = solver.solve(position, &limits, &mut should_stop);
    match answer.verdict {
        Verdict::Mate(mate) => {
            let line = mate.line().to_vec();
            sink(Event::Info(info(&line, answer.nodes, control)));
            MateAnswer::Found(line)
        }
        Verdict::NoMate(_) => MateAnswer::None,
        Verdict::Unknown(_) => MateAnswer::Timeout,
    }
}

/// Returns a mate's line in the form of a searched one.
pub(crate) fn info(line: &[Move], nodes: u64, control: &Control) -> Info {
    Info {
        depth: i32::try_from(line.len()).unwrap_or(i32::MAX),
        deepest: line.len(),
        time_ms: control.elapsed(),
        nodes,
        hashfull: 0,
        rank: None,
        score: ShownScore::mate_in(u32::try_from(line.len()).unwrap_or(u32::MAX)),
        bound: Bound::Exact,
        pv: line.to_vec(),
    }
}
