//! From a request to a running search: its time, its limits, and answers that need no search.

use std::sync::Arc;
use std::thread;

use mate::Solver;
use search::{Limits, Rules, Score, Settings};
use shogi::{Color, Legality, Move, MoveList, NonPromotions, Position, Wanted};

use super::Engine;
use crate::answer;
use crate::control::Control;
use crate::event::{Answer, Event};
use crate::go::{Go, MateTime};
use crate::go_mate;
use crate::level::Handicaps;
use crate::permissions::{self, Situation};
use crate::task::Task;
use crate::time::Plan;

impl Engine {
    /// Returns the time plan of the request, if it has a time limit.
    pub(super) fn plan(&self, go: &Go, position: &Position) -> Option<Plan> {
        let plies = u64::from(position.move_number().saturating_sub(1));
        // A game may start from an opening that has been played already.
        let is_first_move = plies < 2 || !self.has_timed_move;
        let context = self.options.time_context(plies, is_first_move);
        if let Some(time) = go.mate {
            return match time {
                MateTime::Ms(ms) => Some(Plan::fixed(ms, &context)),
                MateTime::Infinite => None,
            };
        }
        if go.infinite {
            return None;
        }
        match (go.movetime, &go.clocks) {
            (Some(ms), _) => Some(Plan::fixed(ms, &context)),
            (None, Some(clocks)) => Some(Plan::new(clocks, position.turn(), &context)),
            (None, None) => None,
        }
    }

    /// Lets the first thread look for a mate; the other threads do nothing.
    pub(super) fn start_mate(&self, go: &Go, position: Position, control: Arc<Control>) {
        let (shared, sink) = (Arc::clone(self.table.shared()), Arc::clone(&self.sink));
        let (megabytes, nodes) = (self.table.megabytes(), go.nodes);
        let interval = self.options.pv_interval;
        self.pool.give(0, move |_| {
            // The solver is made for one search: its memory is not needed while games are played.
            let mut solver = Solver::new(megabytes);
            let answer =
                go_mate::look(&position, &mut solver, nodes, interval, &control, &shared, &*sink);
            drop(shared);
            if control.wait_for_release() {
                sink(Event::Mate(answer));
            }
            // Freeing much memory takes time, and nobody should have to wait for it.
            let _ = thread::Builder::new().spawn(move || drop(solver));
            control.end();
        });
    }

    /// Starts a search for the best move, or answers from the book if that is permitted.
    pub(super) fn start_search(
        &mut self,
        go: &Go,
        position: Position,
        control: Arc<Control>,
        is_stochastic: bool,
    ) {
        let handicaps = Handicaps::of(go, &self.options);
        let limited = handicaps.map(|handicaps| handicaps.limit(go));
        let go = limited.as_ref().unwrap_or(go);
        let only = self.legal_moves_of(&position, &go.only);
        let situation = Situation {
            pawn: self.model.pawn(),
            moves: match only.len() {
                0 => count_moves(&position, self.options.non_promotions).max(1),
                chosen => chosen,
            },
            has_budget: control.budget().is_some(),
            is_stochastic,
        };
        let (reporting, permissions) = permissions::decide(go, &self.options, situation);
        if permissions.may_use_book
            && let Some(answer) = self.book_answer(&position)
        {
            self.start_known(answer, control);
            return;
        }
        self.table.begin();
        self.is_fresh = false;
        // While the engine ponders on all replies, the side to move is the opponent.
        let us = if is_stochastic { !position.turn() } else { position.turn() };
        let mut settings = self.settings(go, only, us);
        if let Some(handicaps) = handicaps {
            settings.lines = settings.lines.max(handicaps.lines());
        }
        let task = Task {
            position,
            settings,
            shared: Arc::clone(self.table.shared()),
            control,
            sink: Arc::clone(&self.sink),
            reporting,
            permissions,
            handicaps,
        };
        task.start(&self.pool);
    }

    /// Looks the position up in the book, unless the game can be ended without a move.
    fn book_answer(&mut self, position: &Position) -> Option<Answer> {
        let options = &self.options;
        if answer::without_search(position, options.declaration).is_some() {
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

    /// Gives an answer that is known already, as soon as it may be given.
    fn start_known(&self, answer: Answer, control: Arc<Control>) {
        let sink = Arc::clone(&self.sink);
        self.pool.give(0, move |_| {
            if control.wait_for_release() {
                sink(Event::Answer(answer));
            }
            control.end();
        });
    }

    /// Returns the limits, rules and options of the search.
    fn settings(&self, go: &Go, only: Vec<Move>, us: Color) -> Settings {
        let options = &self.options;
        let draw_value = options.draw_value[us.index()] * self.model.pawn() / 100;
        let for_us = Score::new(draw_value).as_guess();
        let mut draw = [for_us; 2];
        draw[(!us).index()] = -for_us;
        Settings {
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
            realization: Arc::clone(self.realization.table()),
        }
    }

    /// Returns the legal moves of the list `searchmoves`; an empty list means that all moves are
    /// searched.
    fn legal_moves_of(&self, position: &Position, only: &[Move]) -> Vec<Move> {
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
