//! The answer to `go mate`, from the mate solver, which verifies its results.

use mate::{Limits, Progress, Solver, Verdict};
use search::{Bound, Deadline, Shared};
use shogi::{Move, Position};

use crate::control::Control;
use crate::engine::Sink;
use crate::event::{Event, Info, MateAnswer, MateProgress};
use crate::shown_score::ShownScore;

/// The least time in milliseconds between two reports, whatever `PvInterval` says: the solver is
/// asked thousands of times a second.
const LEAST_INTERVAL: u64 = 100;

/// Looks for a mate by checks until the search is stopped or its time is over. Reports its progress
/// once in `interval` milliseconds and at the end, and shows the line that it finds.
pub(crate) fn look(
    position: &Position,
    solver: &mut Solver,
    nodes: Option<u64>,
    interval: u64,
    control: &Control,
    shared: &Shared,
    sink: &Sink,
) -> MateAnswer {
    let limits = Limits { nodes: nodes.unwrap_or(u64::MAX), ..Limits::default() };
    let interval = interval.max(LEAST_INTERVAL);
    let mut last = Progress::default();
    let mut reported_at = 0;
    let mut watch = |progress: &Progress| {
        let now = control.elapsed();
        let is_over = shared.is_stopped() || control.has_passed();
        if now >= reported_at + interval || is_over {
            reported_at = now;
            last.clone_from(progress);
            if !is_over {
                sink(Event::MateProgress(report(progress, control)));
            }
        }
        is_over
    };
    let answer = solver.solve_watched(position, &limits, &mut watch);
    match answer.verdict {
        Verdict::Mate(mate) => {
            let line = mate.line().to_vec();
            sink(Event::Info(info(&line, answer.nodes, control)));
            MateAnswer::Found(line)
        }
        verdict => {
            last.nodes = answer.nodes;
            sink(Event::MateProgress(report(&last, control)));
            match verdict {
                Verdict::NoMate(_) => MateAnswer::None,
                _ => MateAnswer::Timeout,
            }
        }
    }
}

fn report(progress: &Progress, control: &Control) -> MateProgress {
    MateProgress {
        deepest: progress.deepest,
        time_ms: control.elapsed(),
        nodes: progress.nodes,
        hashfull: progress.hashfull,
        most: progress.most,
        line: progress.line.clone(),
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
