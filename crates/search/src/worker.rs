//! One searching thread: its position, evaluator, memory and stack of nodes.

use eval::{AnyEvaluator, Evaluator};
use shogi::{DeclarationRule, ExchangeValues, Move, Piece, Position};

use crate::limits::{Clock, Limits};
use crate::memory::Memory;
use crate::order::history::{Trail, piece_after, piece_to};
use crate::order::picker::Scored;
use crate::score::{MAX_PLY, Score};
use crate::shared::Shared;
use crate::technique::{Switches, Technique};

/// Nodes between two looks at the clock and at the stop flag.
const NODES_BETWEEN_CHECKS: u64 = 512;
/// Frames before the root, so that "six plies ago" needs no test.
const FRAMES_BEFORE_ROOT: usize = 6;

/// What a game is played by, as far as the search must know.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The entering-king rule, if there is one.
    pub declaration: Option<DeclarationRule>,
    /// The game is drawn after this many moves.
    pub max_moves: Option<u32>,
    /// What a draw is worth to each side.
    pub draw: [Score; 2],
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            declaration: Some(DeclarationRule::Points27),
            max_moves: None,
            draw: [Score::ZERO; 2],
        }
    }
}

/// Everything that is fixed for one search.
#[derive(Clone)]
pub struct Settings {
    /// When it ends.
    pub limits: Limits,
    /// What the game is played by.
    pub rules: Rules,
    /// What is switched off.
    pub switches: Switches,
    /// Values for exchanges and margins.
    pub values: ExchangeValues,
    /// How many best lines are wanted.
    pub lines: usize,
}

/// What a node leaves for its neighbours to see.
#[derive(Clone, Default)]
pub(crate) struct Frame {
    /// Index of the piece that the node's current move puts on its square.
    pub(crate) played: Option<usize>,
    pub(crate) static_eval: Option<Score>,
    pub(crate) excluded: Option<Move>,
    pub(crate) killers: [Option<Move>; 2],
    /// Beta cutoffs among the node's children.
    pub(crate) cutoffs: u32,
    /// By how many plies the node's current move is reduced.
    pub(crate) reduction: i32,
    pub(crate) pv: Vec<Move>,
}

/// A searching thread.
pub struct Worker<'a> {
    pub(crate) position: Position,
    pub(crate) evaluator: &'a mut AnyEvaluator,
    pub(crate) memory: &'a mut Memory,
    pub(crate) shared: &'a Shared,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) settings: Settings,
    pub(crate) values: ExchangeValues,
    frames: Vec<Frame>,
    pub(crate) moves: Vec<Scored>,
    pub(crate) ply: usize,
    pub(crate) nodes: u64,
    counted: u64,
    pub(crate) deepest: usize,
    /// Above this ply the null move is not tried: one is being verified.
    pub(crate) null_move_from: usize,
    pub(crate) root_depth: i32,
    /// Does this thread mind the limits?
    pub(crate) is_main: bool,
}

impl<'a> Worker<'a> {
    /// A thread that is to search this position.
    pub fn new(
        position: &Position,
        evaluator: &'a mut AnyEvaluator,
        memory: &'a mut Memory,
        shared: &'a Shared,
        clock: &'a dyn Clock,
        settings: Settings,
        is_main: bool,
    ) -> Self {
        let mut position = position.clone();
        position.reserve(MAX_PLY + 2);
        evaluator.reset(&position);
        Self {
            position,
            evaluator,
            memory,
            shared,
            clock,
            values: settings.values,
            settings,
            frames: vec![Frame::default(); FRAMES_BEFORE_ROOT + MAX_PLY + 3],
            moves: Vec::with_capacity(1 << 14),
            ply: 0,
            nodes: 0,
            counted: 0,
            deepest: 0,
            null_move_from: 0,
            root_depth: 0,
            is_main,
        }
    }

    #[inline(always)]
    pub(crate) fn on(&self, technique: Technique) -> bool {
        self.settings.switches.on(technique)
    }

    /// The frame of the present node.
    #[inline(always)]
    pub(crate) fn frame(&self) -> &Frame {
        &self.frames[FRAMES_BEFORE_ROOT + self.ply]
    }

    #[inline(always)]
    pub(crate) fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frames[FRAMES_BEFORE_ROOT + self.ply]
    }

    /// The frame so many plies above.
    #[inline(always)]
    pub(crate) fn frame_before(&self, plies: usize) -> &Frame {
        &self.frames[FRAMES_BEFORE_ROOT + self.ply - plies]
    }

    #[inline(always)]
    pub(crate) fn frame_below(&mut self, plies: usize) -> &mut Frame {
        &mut self.frames[FRAMES_BEFORE_ROOT + self.ply + plies]
    }

    /// The moves that led here, the last one first.
    #[inline]
    pub(crate) fn trail(&self) -> Trail {
        std::array::from_fn(|ply| self.frame_before(ply + 1).played)
    }

    /// G's reply table: what refuted the last move when it was played elsewhere.
    pub(crate) fn reply_to_last_move(&self) -> Option<Move> {
        if !self.on(Technique::Reply) {
            return None;
        }
        self.memory.replies[self.frame_before(1).played?]
    }

    /// Plays a legal move.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move) {
        self.frame_mut().played = self.arrival(mv);
        self.position.play(mv);
        self.shared.tt.prefetch(self.position.key());
        self.evaluator.played(&self.position);
        self.enter();
    }

    /// The index of what the move puts on its destination.
    pub(crate) fn arrival(&self, mv: Move) -> Option<usize> {
        piece_after(&self.position, mv).map(|piece: Piece| piece_to(piece, mv.to()))
    }

    pub(crate) fn pass(&mut self) {
        self.frame_mut().played = None;
        self.position.pass();
        self.shared.tt.prefetch(self.position.key());
        self.evaluator.passed(&self.position);
        self.enter();
    }

    fn enter(&mut self) {
        self.ply += 1;
        self.nodes += 1;
        self.deepest = self.deepest.max(self.ply);
        if self.nodes - self.counted >= NODES_BETWEEN_CHECKS {
            self.check_limits();
        }
    }

    pub(crate) fn take_back(&mut self) {
        self.position.take_back();
        self.evaluator.taken_back();
        self.ply -= 1;
    }

    /// Reports the nodes and looks whether the search must end.
    pub(crate) fn check_limits(&mut self) {
        self.shared.count(self.nodes - self.counted);
        self.counted = self.nodes;
        if !self.is_main {
            return;
        }
        let limits = &self.settings.limits;
        let out_of_time = limits.hard_ms.is_some_and(|hard| self.clock.now_ms() >= hard);
        let out_of_nodes = limits.nodes.is_some_and(|nodes| self.shared.nodes() >= nodes);
        if out_of_time || out_of_nodes {
            self.shared.stop();
        }
    }

    #[inline]
    pub(crate) fn must_stop(&self) -> bool {
        self.shared.is_stopped()
    }

    /// The static value, as the evaluator says.
    #[inline]
    pub(crate) fn evaluate(&mut self) -> Score {
        self.evaluator.evaluate(&self.position).into()
    }

    /// What a draw is worth to the side to move.
    pub(crate) fn draw(&self) -> Score {
        self.settings.rules.draw[self.position.turn().index()]
    }

    /// The frame of the node whose move has just been played.
    pub(crate) fn parent_frame_mut(&mut self) -> &mut Frame {
        &mut self.frames[FRAMES_BEFORE_ROOT + self.ply - 1]
    }

    /// Notes a cutoff for the parent to see.
    pub(crate) fn parent_cutoff(&mut self) {
        self.frame_mut().cutoffs += 1;
    }

    /// Cutoffs among the children so far.
    pub(crate) fn cutoffs_below(&self) -> u32 {
        self.frames[FRAMES_BEFORE_ROOT + self.ply + 1].cutoffs
    }

    /// What the move takes is worth, 0 for nothing.
    pub(crate) fn captured_value(&self, mv: Move) -> i32 {
        self.position.piece_on(mv.to()).map_or(0, |piece| self.values.of(piece.kind()))
    }

    /// Puts the move before the line of the node below.
    pub(crate) fn raise_pv(&mut self, mv: Move) {
        let mut line = std::mem::take(&mut self.frame_mut().pv);
        line.clear();
        line.push(mv);
        line.extend_from_slice(&self.frame_below(1).pv);
        self.frame_mut().pv = line;
    }
}
