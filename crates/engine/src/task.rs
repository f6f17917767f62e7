//! One search by all threads, from the request to the answer.
//!
//! The threads search the same position independently and share only the hash table; at the end they
//! vote.
//!
//! Known as: lazy SMP

use std::sync::{Arc, mpsc};

use search::{Controller, NoController, Outcome, Settings, Shared, Worker};
use shogi::{Action, Legality, Move, MoveList, Position, Wanted};

use crate::answer;
use crate::control::Control;
use crate::engine::Sink;
use crate::event::{Answer, Event, Info};
use crate::go_mate;
use crate::leader::Leader;
use crate::level::Handicaps;
use crate::permissions::{Permissions, Reporting};
use crate::pool::{ThreadPool, ThreadState};
use crate::root_hisshi;
use crate::root_mate;
use crate::shown_score::ShownScore;
use crate::vote;

/// Everything that a thread needs for a search.
#[derive(Clone)]
pub(crate) struct Task {
    pub(crate) position: Position,
    pub(crate) settings: Settings,
    pub(crate) shared: Arc<Shared>,
    pub(crate) control: Arc<Control>,
    pub(crate) sink: Arc<Sink>,
    pub(crate) reporting: Reporting,
    pub(crate) permissions: Permissions,
    /// The handicaps of a level below full strength.
    pub(crate) handicaps: Option<Handicaps>,
}

impl Task {
    /// Gives the task to all threads; the first one leads the search and answers.
    pub(crate) fn start(self, pool: &ThreadPool) {
        let (outcomes, inbox) = mpsc::channel();
        for helper in 1..pool.len() {
            let (task, outcomes) = (self.clone(), outcomes.clone());
            pool.give(helper, move |state| {
                let settings = task.settings.clone();
                let outcome = task.search(state, helper, settings, &mut NoController);
                // After the last outcome the engine may replace the hash table, so this reference
                // must be gone.
                drop(task);
                // The leader receives all outcomes before it ends.
                let _ = outcomes.send(outcome);
            });
        }
        drop(outcomes);
        pool.give(0, move |state| {
            self.lead(state, inbox);
            let control = Arc::clone(&self.control);
            drop(self);
            control.end();
        });
    }

    /// Searches in one thread.
    fn search(
        &self,
        state: &mut ThreadState,
        thread: usize,
        settings: Settings,
        controller: &mut dyn Controller,
    ) -> Outcome {
        Worker::new(
            &self.position,
            &mut state.evaluator,
            &mut state.memory,
            &self.shared,
            &*self.control,
            settings,
            thread,
        )
        .run(controller)
    }

    /// Finds the answer, waits until it may be given, and gives it.
    fn lead(&self, state: &mut ThreadState, others: mpsc::Receiver<Outcome>) {
        let known = self.without_search();
        let proven = known.or_else(|| self.by_mate(state)).or_else(|| self.by_hisshi(state));
        let answer = match proven {
            Some(answer) => {
                self.shared.stop();
                others.iter().for_each(drop);
                answer
            }
            None => self.by_search(state, others),
        };
        if self.control.wait_for_release() {
            (self.sink)(Event::Answer(answer));
        }
    }

    /// Answers without a search: a declaration, a win by the try rule, or a resignation.
    fn without_search(&self) -> Option<Answer> {
        let action = answer::without_search(&self.position, self.settings.rules.declaration)?;
        let (info, sentence) = answer::shown_without_search(action, self.control.elapsed());
        let score = Some(info.score);
        if !self.reporting.is_silent {
            (self.sink)(Event::Note(sentence.to_owned()));
            (self.sink)(Event::Info(info));
        }
        Some(Answer { action, ponder: None, nodes: 0, score })
    }

    /// Answers with a mate that the mate solver finds before the search.
    fn by_mate(&self, state: &mut ThreadState) -> Option<Answer> {
        let (line, nodes) = root_mate::look(
            &self.position,
            self.permissions.mate_nodes,
            self.settings.rules.max_moves,
            &mut state.solver,
            &self.control,
            &self.shared,
        )?;
        let info = go_mate::info(&line, nodes, &self.control);
        let score = Some(info.score);
        if !self.reporting.is_silent {
            (self.sink)(Event::Info(info));
        }
        let (action, ponder) = (Action::Play(line[0]), line.get(1).copied());
        Some(Answer { action, ponder, nodes, score })
    }

    /// Answers with a hisshi that the hisshi solver finds before the search.
    fn by_hisshi(&self, state: &mut ThreadState) -> Option<Answer> {
        let (hisshi, nodes) = self.hisshi_root().hisshi(&mut state.hisshi)?;
        let (line, plies) = match hisshi.plies() {
            0 => (hisshi.threat(), u32::try_from(hisshi.threat().len()).ok()),
            // The mate after the hisshi depends on the defence.
            _ => (hisshi.line(), None),
        };
        let score = ShownScore::Mate { wins: true, plies };
        if !self.reporting.is_silent {
            (self.sink)(Event::Info(Info { score, ..go_mate::info(line, nodes, &self.control) }));
        }
        let (action, ponder) = (Action::Play(line[0]), line.get(1).copied());
        Some(Answer { action, ponder, nodes, score: Some(score) })
    }

    fn hisshi_root(&self) -> root_hisshi::Root<'_> {
        root_hisshi::Root {
            position: &self.position,
            rules: &self.settings.rules,
            control: &self.control,
            shared: &self.shared,
            nodes: self.permissions.hisshi_nodes,
        }
    }

    /// Returns the settings of the first thread, which leaves out moves that are proven to lose, and
    /// those moves.
    fn settings_of_first(&self, state: &mut ThreadState) -> (Settings, Vec<Move>) {
        let mut settings = self.settings.clone();
        if self.permissions.hisshi_nodes == 0 {
            return (settings, Vec::new());
        }
        let mut moves = MoveList::new();
        let declined = settings.non_promotions;
        self.position.generate(Wanted::All, Legality::Legal, declined, &mut moves);
        let lost = self.hisshi_root().lost_moves(&moves, &mut state.solver);
        if !lost.is_empty() {
            let others = moves.iter().filter(|mv| !lost.contains(mv));
            settings.limits.only = others.copied().collect();
        }
        (settings, lost)
    }

    /// Searches with all threads and answers with the move that wins their vote.
    fn by_search(&self, state: &mut ThreadState, others: mpsc::Receiver<Outcome>) -> Answer {
        let Permissions { may_end_early, resign_at, .. } = self.permissions;
        let mut leader =
            Leader::new(&self.control, &self.shared, &*self.sink, self.reporting, may_end_early);
        let (settings, lost) = self.settings_of_first(state);
        let mut outcomes = vec![self.search(state, 0, settings, &mut leader)];
        outcomes.extend(others);
        let nodes = outcomes.iter().map(|outcome| outcome.nodes).sum();
        // The other threads have searched all moves; one that prefers a lost one does not vote.
        let best =
            |outcome: &Outcome| outcome.moves.first().and_then(|best| best.pv.first().copied());
        outcomes.retain(|outcome| best(outcome).is_none_or(|mv| !lost.contains(&mv)));
        // With several lines the user has seen those of the first thread, so its best move is
        // played.
        let is_first = self.reporting.lines > 1 || self.handicaps.is_some();
        let thread = if is_first { 0 } else { vote::best(&outcomes) };
        let outcome = &mut outcomes[thread];
        let pawn = self.reporting.pawn;
        let line = self.handicaps.map_or(0, |handicaps| handicaps.choose(&outcome.moves, pawn));
        if line < outcome.moves.len() {
            outcome.moves.swap(0, line);
        }
        leader.show_last(outcome.moves.first(), nodes);
        answer::from_outcome(&self.position, outcome, nodes, pawn, resign_at, &self.shared.tt)
    }
}
