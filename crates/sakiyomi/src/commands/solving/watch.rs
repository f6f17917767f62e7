//! The watch over one position: its time, Ctrl-C, and the progress that is shown.

use super::super::nodes_per_second;
use crate::interrupt;
use crate::progress::Progress as Shown;
use mate::{Progress, Reason};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub(in super::super) struct Watch<'p> {
    start: Instant,
    /// The start of the present stage; each has the whole time.
    stage: Instant,
    most: Duration,
    /// Where progress is shown, if anywhere.
    shown: Option<&'p mut Shown>,
    /// Nobody waits for the answer any more.
    over: Option<&'p AtomicBool>,
    /// The text before the progress.
    before: &'p str,
    last: Progress,
}

impl<'p> Watch<'p> {
    pub(super) fn new(most: Duration, shown: &'p mut Shown, before: &'p str) -> Self {
        let start = Instant::now();
        let last = Progress::default();
        Self { start, stage: start, most, shown: Some(shown), over: None, before, last }
    }

    /// A watch that shows nothing, for one of several positions at a time; `over` ends them all.
    pub(super) fn silent(most: Duration, over: &'p AtomicBool) -> Self {
        let start = Instant::now();
        let last = Progress::default();
        Self { start, stage: start, most, shown: None, over: Some(over), before: "", last }
    }

    /// The time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Begins another stage of the work, with as much time as the first.
    pub(in super::super) fn next_stage(&mut self) {
        self.stage = Instant::now();
    }

    /// Is it time to stop?
    pub(in super::super) fn should_stop(&self) -> bool {
        interrupt::is_asked()
            || self.stage.elapsed() >= self.most
            || self.over.is_some_and(|over| over.load(Ordering::Relaxed))
    }

    /// Shows the progress of the solver now and then; is it time to stop?
    pub(in super::super) fn see(&mut self, progress: &Progress) -> bool {
        let should_stop = self.should_stop();
        if should_stop {
            self.last.clone_from(progress);
        }
        let (time, before) = (self.stage.elapsed(), self.before);
        if let Some(shown) = &mut self.shown {
            shown.show(|| format!("{before}{}", text(progress, time)));
        }
        should_stop
    }

    /// The progress of the search at the time at which it was stopped.
    pub(in super::super) fn last(&self) -> &Progress {
        &self.last
    }

    /// The words for a reason.
    pub(in super::super) fn reason(&self, reason: Reason) -> String {
        if reason == Reason::Stopped && interrupt::is_asked() {
            "interrupted".to_owned()
        } else {
            reason.to_string()
        }
    }
}

fn text(progress: &Progress, time: Duration) -> String {
    let Progress { nodes, hashfull, deepest, .. } = progress;
    let nps = nodes_per_second(*nodes, time);
    let mut text = format!("nodes {nodes} nps {nps} hashfull {hashfull} depth {deepest}");
    if progress.at_least > 1 {
        text.push_str(&format!(", at least {} plies", progress.at_least));
    }
    if let Some(most) = progress.most {
        text.push_str(&format!(", at most {most} plies"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_names_the_cost_and_the_bounds() {
        let mut progress =
            Progress { nodes: 5000, hashfull: 12, deepest: 7, ..Progress::default() };
        let second = Duration::from_secs(1);
        assert_eq!(text(&progress, second), "nodes 5000 nps 5000 hashfull 12 depth 7");
        progress.most = Some(17);
        progress.at_least = 3;
        assert!(text(&progress, second).ends_with(" depth 7, at least 3 plies, at most 17 plies"));
    }
}
