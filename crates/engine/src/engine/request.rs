//! From a request to what the threads are given: its time, its limits, what may be answered without
//! a search.

use std::sync::Arc;
use std::thread;

use ::mate::Solver;
use search::{Limits, Rules, Score, Settings};
use shogi::{Legality, Move, MoveList, NonPromotions, Position, Wanted};

use super::Engine;
use crate::answer;
use crate::control::Control;
use crate::event::{Answer, Event};
use crate::go::{Go, MateTime};
use crate::leader::Manner;
use crate::mate;
use crate::root_mate;
use crate::task::Task;
use crate::time::Plan;

impl Engine {
    /// The budget of time, if there is one.
    pub(super) fn plan(&self, go: &Go, position: &Position) -> Option<Plan> {
        let plies = u64::from(position.move_number().saturating_sub(1));
        let mut terms = self.options.terms(plies);
        terms.is_first_move |= !self.has_moved;
        if let Some(time) = go.mate {
            return match time {
                MateTime::Ms(ms) => Some(Plan::fixed(ms, &terms)),
                MateTime::Infinite => None,
            };
        }
        if go.infinite {
            return None;
        }
        match (go.movetime, &go.clocks) {
            (Some(ms), _) => Some(Plan::fixed(ms, &terms)),
            (None, Some(clocks)) => Some(Plan::new(clocks, position.turn(), &terms)),
            (None, None) => None,
        }
    }

    /// The first thread looks for a mate, the others rest.
    pub(super) fn start_mate(&self, go: &Go, position: Position, control: Arc<Control>) {
        let (shared, sink) = (Arc::clone(self.table.shared()), Arc::clone(&self.sink));
        let (megabytes, nodes) = (self.table.megabytes(), go.nodes);
        self.pool.give(0, move |_| {
            // Made for one search: nobody needs its memory while games are played.
            let mut solver = Solver::new(megabytes);
            let answer = mate::look(&position, &mut solver, nodes, &control, &shared, &*sink);
            drop(shared);
            if control.wait_for_release() {
                sink(Event::Mate(answer));
            }
            // To give much memory back takes its time, which nobody should wait for.
            let _ = thread::Builder::new().spawn(move || drop(solver));
            control.end();
        });
    }

    /// What the book answers. Who analyses or asks about certain moves wants to see a search.
    pub(super) fn book_answer(&mut self, go: &Go, position: &Position) -> Option<Answer> {
        let options = &self.options;
        let wants_search = go.is_analysis() || !go.only.is_empty() || options.consideration;
        if wants_search
            || !options.own_book
            || answer::without_search(position, options.declaration).is_some()
        {
            return None;
        }
        let choice = match self.book.as_mut()?.choose(position, options) {
            Ok(choice) => choice?,
            Err(failure) => {
                self.note(failure.to_string());
                return None;
            }
        };
        self.note(choice.note());
        (self.sink)(Event::Info(choice.info()));
        Some(choice.answer())
    }

    /// The answer is known already and is given when it may be.
    pub(super) fn start_known(&self, answer: Answer, control: Arc<Control>) {
        let sink = Arc::clone(&self.sink);
        self.pool.give(0, move |_| {
            if control.wait_for_release() {
                sink(Event::Answer(answer));
            }
            control.end();
        });
    }

    /// A search for the best move.
    pub(super) fn task(
        &self,
        go: &Go,
        position: Position,
        control: Arc<Control>,
        is_stochastic: bool,
    ) -> Task {
        let options = &self.options;
        let pawn = self.model.pawn();
        // While it thinks about all replies, the side to move is the other one.
        let us = if is_stochastic { !position.turn() } else { position.turn() };
        let for_us = Score::new(options.draw_value[us.index()] * pawn / 100).as_guess();
        let mut draw = [for_us; 2];
        draw[(!us).index()] = -for_us;
        let only = self.chosen_moves(&position, &go.only);
        let settings = Settings {
            limits: Limits {
                depth: go.depth.map(|depth| i32::try_from(depth).unwrap_or(i32::MAX)),
                nodes: go.nodes,
                only,
            },
            rules: Rules {
                declaration: options.declaration,
                max_moves: options.max_moves_to_draw,
                draw,
            },
            recipe: options.recipe,
            switches: options.off,
            values: self.model.exchange_values(),
            lines: options.lines,
            non_promotions: options.non_promotions,
        };
        let moves = match settings.limits.only.len() {
            0 => count_moves(&position, settings.non_promotions).max(1),
            chosen => chosen,
        };
        let lines = settings.lines.min(moves);
        // Who asks for certain moves or for several lines, or considers, wants to see a search.
        let wants_search = !go.only.is_empty() || lines > 1 || options.consideration;
        let manner = Manner {
            pawn,
            lines,
            may_settle: !wants_search,
            interval: if options.consideration { 0 } else { options.pv_interval },
            is_quiet: is_stochastic,
        };
        let has_limit = go.nodes.is_some() || control.budget().is_some();
        let looks_for_mate = has_limit && go.depth.is_none() && !wants_search;
        let nodes = go.nodes.map_or(u64::MAX, |nodes| nodes / root_mate::SHARE);
        let may_resign = !options.consideration && !go.is_analysis();
        Task {
            position,
            settings,
            shared: Arc::clone(self.table.shared()),
            control,
            sink: Arc::clone(&self.sink),
            manner,
            resign_at: options.resign_at().filter(|_| may_resign),
            mate_nodes: if looks_for_mate { options.root_mate_nodes.min(nodes) } else { 0 },
        }
    }

    /// The legal ones of the moves that are asked about; empty: all are to be searched.
    fn chosen_moves(&self, position: &Position, only: &[Move]) -> Vec<Move> {
        let mut legal = Vec::new();
        for &mv in only {
            if !position.is_legal(mv) {
                self.note(format!("searchmoves: {mv} is not legal here and left out"));
            } else if !legal.contains(&mv) {
                legal.push(mv);
            }
        }
        legal
    }
}

fn count_moves(position: &Position, non_promotions: NonPromotions) -> usize {
    let mut moves = MoveList::new();
    position.generate(Wanted::All, Legality::Legal, non_promotions, &mut moves);
    moves.len()
}
