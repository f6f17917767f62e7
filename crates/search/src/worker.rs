//! One searching thread: its position, evaluator, memory and stack of nodes.
//!
//! Source:  a look at the clock every 512 nodes: Stockfish, YaneuraOu
//! Here:    every 16 nodes among the first 4,096, which may touch memory for the first time

use std::sync::Arc;

use eval::material::PieceValues;
use eval::{AnyEvaluator, Evaluator};
use shogi::{DeclarationRule, ExchangeValues, Move, NonPromotions, Position};

use crate::depth::realization::Realization;
use crate::give_up::measured_futility::Precision;
use crate::limits::{Deadline, Limits};
use crate::look::correction::Corrections;
use crate::memory::Memory;
use crate::node::Candidate;
use crate::order::history::{Histories, Trail, piece_to};
use crate::order::quiet_score::DropTable;
use crate::order::stack::MoveStack;
use crate::recipe_name::RecipeName;
use crate::root::Root;
use crate::score::{MAX_PLY, Score};
use crate::shared::Shared;
use crate::skip::bound_of_change::Margins;
use crate::technique::{Switches, Technique};
use crate::tt::Known;

/// Nodes between two looks at the clock.
const NODES_BETWEEN_CHECKS: u64 = 512;
/// The number of first nodes, which may touch memory for the first time and take long.
const FIRST_NODES: u64 = 4096;
/// Nodes between two looks at the clock among the first nodes.
const FIRST_NODES_BETWEEN_CHECKS: u64 = 16;
/// Frames before the root, so that looking back up to eight plies needs no test.
const FRAMES_BEFORE_ROOT: usize = 8;

/// The rules of the game, as far as the search must know them.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The entering-king rule, if there is one.
    pub declaration: Option<DeclarationRule>,
    /// The number of moves after which the game is drawn.
    pub max_moves: Option<u32>,
    /// The score of a draw for Black and for White.
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
    /// The limits that end the search.
    pub limits: Limits,
    /// The rules of the game.
    pub rules: Rules,
    /// The system that searches.
    pub recipe: RecipeName,
    /// The techniques that are switched off.
    pub switches: Switches,
    /// The values of pieces for exchanges and margins.
    pub values: ExchangeValues,
    /// The number of best lines that are wanted (MultiPV).
    pub lines: usize,
    /// The choice which moves that decline a promotion are searched.
    pub non_promotions: NonPromotions,
    /// The probabilities of moves that G's recipe uses.
    pub realization: Arc<Realization>,
}

impl Default for Settings {
    /// Returns the tournament recipe with all techniques on, one line, no limit and the values of
    /// evaluators that need no file.
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            rules: Rules::default(),
            recipe: RecipeName::default(),
            switches: Switches::ALL_ON,
            values: PieceValues::GEKISASHI.exchange_values(),
            lines: 1,
            non_promotions: NonPromotions::Useful,
            realization: Realization::shared_default(),
        }
    }
}

impl Settings {
    /// Returns the defaults with a limit of `depth` plies.
    pub fn to_depth(depth: i32) -> Self {
        Self { limits: Limits { depth: Some(depth), ..Limits::default() }, ..Self::default() }
    }

    /// Returns the defaults with a limit of `nodes`.
    pub fn to_nodes(nodes: u64) -> Self {
        Self { limits: Limits { nodes: Some(nodes), ..Limits::default() }, ..Self::default() }
    }
}

/// The part of a node's state that nodes above and below it may read: one entry of the search stack.
#[derive(Clone, Default)]
pub(crate) struct Frame {
    /// The node's current move; none for a pass.
    pub(crate) mv: Option<Move>,
    /// The index of the moved piece on its destination (see `history::piece_to`).
    pub(crate) played: Option<usize>,
    /// Is the current move a capture?
    pub(crate) captures: bool,
    /// The current move's place among the node's moves, from 1.
    pub(crate) number: usize,
    /// The current move's history score (Stockfish's `statScore`).
    pub(crate) history_score: i32,
    /// Is the side to move in check?
    pub(crate) in_check: bool,
    /// Is the node on the principal variation of the last depth?
    pub(crate) follows_pv: bool,
    /// Did the table have an entry for the node?
    pub(crate) was_known: bool,
    /// The key of the pawns' squares.
    pub(crate) pawn_key: u64,
    /// Was the node ever on a principal variation (Stockfish's `ttPv`)?
    pub(crate) was_pv: bool,
    /// The static value; the tournament recipe has none in check.
    pub(crate) static_eval: Option<Score>,
    /// The static value that later plies compare theirs with; in check that of two plies before.
    pub(crate) eval_to_compare: Option<Score>,
    /// The move that a singular search leaves out.
    pub(crate) excluded: Option<Move>,
    /// The last two quiet moves that caused a beta cutoff at this ply.
    pub(crate) killers: [Option<Move>; 2],
    /// The number of beta cutoffs at this ply since the node two plies above was entered.
    pub(crate) cutoffs: u32,
    /// The reduction of the node's current move in plies.
    pub(crate) reduction: i32,
    /// The material balance, in recipes that keep it from node to node.
    pub(crate) material: i32,
    /// The best answer to a pass at this node.
    pub(crate) pass_reply: Option<Move>,
    /// The best line found from this node on.
    pub(crate) pv: Vec<Move>,
}

/// A searching thread. Techniques read and change its state through methods; only the frames of
/// nodes are open to them.
pub struct Worker<'a> {
    position: Position,
    evaluator: &'a mut AnyEvaluator,
    memory: &'a mut Memory,
    shared: &'a Shared,
    deadline: &'a dyn Deadline,
    settings: Settings,
    frames: Vec<Frame>,
    /// The generated moves of the nodes on the path, for the files of `order` and quiescence.
    pub(crate) moves: MoveStack,
    /// The table of scores of drops, kept between nodes so that it is allocated only once.
    pub(crate) drops: Option<DropTable>,
    /// The distance from the root.
    ply: usize,
    /// The nodes that this thread has searched.
    nodes: u64,
    /// The part of `nodes` that has been added to the count of all threads.
    counted: u64,
    /// The count of nodes at which the limits are checked next.
    next_check: u64,
    /// The largest ply reached.
    deepest: usize,
    /// The first ply at which a null move may be tried while one is being verified; otherwise 0.
    null_move_from: usize,
    /// The state of the root.
    pub(crate) root: Root,
    /// The thread's number, from 0.
    number: usize,
}

impl<'a> Worker<'a> {
    /// Makes a thread that is to search the position. The thread with number 0 checks the limits.
    pub fn new(
        position: &Position,
        evaluator: &'a mut AnyEvaluator,
        memory: &'a mut Memory,
        shared: &'a Shared,
        deadline: &'a dyn Deadline,
        settings: Settings,
        number: usize,
    ) -> Self {
        let mut position = position.clone();
        position.reserve(MAX_PLY + 2);
        evaluator.reset(&position);
        Self {
            position,
            evaluator,
            memory,
            shared,
            deadline,
            settings,
            frames: vec![Frame::default(); FRAMES_BEFORE_ROOT + MAX_PLY + 3],
            moves: MoveStack::with_capacity(1 << 14),
            drops: None,
            ply: 0,
            nodes: 0,
            counted: 0,
            next_check: FIRST_NODES_BETWEEN_CHECKS,
            deepest: 0,
            null_move_from: 0,
            root: Root::default(),
            number,
        }
    }

    /// The position of the present node.
    #[inline(always)]
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// The distance of the present node from the root.
    #[inline(always)]
    pub(crate) fn ply(&self) -> usize {
        self.ply
    }

    /// The values of pieces for exchanges and margins.
    #[inline(always)]
    pub(crate) fn values(&self) -> &ExchangeValues {
        &self.settings.values
    }

    /// Everything that is fixed for this search.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The nodes that this thread has searched.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The nodes that all threads have searched.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.shared.nodes().max(self.nodes)
    }

    /// The largest distance from the root that has been reached.
    pub(crate) fn deepest(&self) -> usize {
        self.deepest
    }

    /// The thread's number; the first has 0.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Is this the thread that checks the limits?
    pub(crate) fn is_main(&self) -> bool {
        self.number == 0
    }

    /// Everything that the thread has learned.
    #[inline(always)]
    pub(crate) fn memory(&self) -> &Memory {
        self.memory
    }

    /// The histories of moves, to be changed.
    pub(crate) fn histories_mut(&mut self) -> &mut Histories {
        &mut self.memory.histories
    }

    /// The correction history, to be changed.
    pub(crate) fn corrections_mut(&mut self) -> &mut Corrections {
        &mut self.memory.corrections
    }

    /// B's margins, to be raised.
    pub(crate) fn margins_mut(&mut self) -> &mut Margins {
        &mut self.memory.margins
    }

    /// M's counts of cuts and wrong cuts.
    pub(crate) fn precision(&self) -> &Precision {
        &self.memory.precision
    }

    /// M's counts of cuts and wrong cuts, to be changed.
    pub(crate) fn precision_mut(&mut self) -> &mut Precision {
        &mut self.memory.precision
    }

    /// Notes the move that refuted the move with arrival index `last`.
    pub(crate) fn set_countermove(&mut self, last: usize, mv: Move) {
        self.memory.countermoves[last] = Some(mv);
    }

    /// Returns what the table knows of a position.
    #[inline(always)]
    pub(crate) fn probe(&self, key: u64) -> Option<Known> {
        self.shared.tt.probe(key)
    }

    /// Stores what is known of a position in the table.
    #[inline(always)]
    pub(crate) fn store(&self, key: u64, known: Known) {
        self.shared.tt.store(key, known);
    }

    /// Is the technique switched on?
    #[inline(always)]
    pub(crate) fn on(&self, technique: Technique) -> bool {
        self.settings.switches.on(technique)
    }

    /// The frame of the present node.
    #[inline(always)]
    pub(crate) fn frame(&self) -> &Frame {
        &self.frames[FRAMES_BEFORE_ROOT + self.ply]
    }

    /// The frame of the present node, to be changed.
    #[inline(always)]
    pub(crate) fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frames[FRAMES_BEFORE_ROOT + self.ply]
    }

    /// The frame `plies` plies above the present node.
    #[inline(always)]
    pub(crate) fn frame_before(&self, plies: usize) -> &Frame {
        &self.frames[FRAMES_BEFORE_ROOT + self.ply - plies]
    }

    /// The frame `plies` plies below the present node, to be changed.
    #[inline(always)]
    pub(crate) fn frame_below(&mut self, plies: usize) -> &mut Frame {
        &mut self.frames[FRAMES_BEFORE_ROOT + self.ply + plies]
    }

    /// The arrival indices of the moves that led here, the last move first.
    #[inline]
    pub(crate) fn trail(&self) -> Trail {
        self.trail_before(0)
    }

    /// The trail of the node `plies` plies above, which is at most two.
    #[inline]
    pub(crate) fn trail_before(&self, plies: usize) -> Trail {
        std::array::from_fn(|ply| self.frame_before(plies + ply + 1).played)
    }

    /// The countermove: the move that refuted the last move when it was played elsewhere.
    pub(crate) fn countermove(&self) -> Option<Move> {
        if !self.on(Technique::Countermove) {
            return None;
        }
        self.memory.countermoves[self.frame_before(1).played?]
    }

    /// Prefetches the table's cluster of the position after a move.
    #[inline(always)]
    pub(crate) fn prefetch(&self, mv: Move) {
        self.shared.tt.prefetch(self.position.key_after(mv));
    }

    /// Plays a legal move.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move) {
        let arrival = self.arrival(mv);
        let captures = self.position.piece_on(mv.to()).is_some();
        self.play_as(mv, arrival, captures);
    }

    /// Plays a legal move that has been described.
    #[inline]
    pub(crate) fn play_candidate(&mut self, candidate: &Candidate) {
        self.play_as(candidate.mv, Some(candidate.arrival), candidate.is_capture);
    }

    /// Plays a legal move whose arrival index is known, and whether it is a capture.
    #[inline]
    fn play_as(&mut self, mv: Move, arrival: Option<usize>, captures: bool) {
        let frame = self.frame_mut();
        frame.mv = Some(mv);
        frame.played = arrival;
        frame.captures = captures;
        self.position.play(mv);
        self.evaluator.played(&self.position);
        self.enter();
    }

    /// The index of the moved piece on its destination (see `history::piece_to`).
    pub(crate) fn arrival(&self, mv: Move) -> Option<usize> {
        self.position.piece_after(mv).map(|piece| piece_to(piece, mv.to()))
    }

    /// Hands over the turn without a move.
    pub(crate) fn pass(&mut self) {
        let frame = self.frame_mut();
        frame.mv = None;
        frame.played = None;
        frame.captures = false;
        frame.history_score = 0;
        self.position.pass();
        self.shared.tt.prefetch(self.position.key());
        self.evaluator.passed(&self.position);
        self.enter();
    }

    /// Counts the node after a move or a pass, and checks the limits if it is time to.
    fn enter(&mut self) {
        self.ply += 1;
        self.nodes += 1;
        self.deepest = self.deepest.max(self.ply);
        if self.nodes >= self.next_check {
            self.check_limits();
        }
    }

    /// Takes back the last move or pass.
    pub(crate) fn take_back(&mut self) {
        self.position.take_back();
        self.evaluator.taken_back();
        self.ply -= 1;
    }

    /// Adds the nodes to the count of all threads and stops the search if a limit is reached.
    pub(crate) fn check_limits(&mut self) {
        self.shared.count(self.nodes - self.counted);
        self.counted = self.nodes;
        let pace = if self.nodes < FIRST_NODES {
            FIRST_NODES_BETWEEN_CHECKS
        } else {
            NODES_BETWEEN_CHECKS
        };
        self.next_check = self.nodes + pace;
        if !self.is_main() {
            return;
        }
        let limits = &self.settings.limits;
        let is_out_of_nodes = limits.nodes.is_some_and(|nodes| self.shared.nodes() >= nodes);
        if is_out_of_nodes || self.deadline.has_passed() {
            self.shared.stop();
        }
    }

    /// Has the search been stopped?
    #[inline]
    pub(crate) fn must_stop(&self) -> bool {
        self.shared.is_stopped()
    }

    /// The static value of the present position by the evaluator.
    #[inline]
    pub(crate) fn evaluate(&mut self) -> Score {
        self.evaluator.evaluate(&self.position).into()
    }

    /// The change of the evaluator's piece-king terms by a legal move.
    pub(crate) fn piece_king_change(&self, mv: Move) -> i32 {
        self.evaluator.piece_king_change(&self.position, mv)
    }

    /// The change of the evaluator's piece-king terms by the move that led here.
    pub(crate) fn piece_king_changed(&self) -> i32 {
        self.evaluator.piece_king_changed(&self.position)
    }

    /// Returns the line of a mate by checks that the solver proves within `nodes` nodes, which count
    /// as searched.
    pub(crate) fn mate_by_checks(&mut self, nodes: u64) -> Option<Vec<Move>> {
        self.position.king(!self.position.turn())?;
        let limits = mate::Limits { nodes, ..mate::Limits::default() };
        let shared = self.shared;
        let solver = self.memory.mate_solver();
        let answer =
            solver.solve(&self.position.without_past(), &limits, &mut || shared.is_stopped());
        self.nodes += answer.nodes;
        match answer.verdict {
            mate::Verdict::Mate(mate) => Some(mate.line().to_vec()),
            _ => None,
        }
    }

    /// May the null move be tried here, or is this node too near one that is being verified?
    pub(crate) fn may_pass(&self) -> bool {
        self.ply >= self.null_move_from
    }

    /// Is a null move being verified?
    pub(crate) fn is_verifying(&self) -> bool {
        self.null_move_from > 0
    }

    /// Verifies a null move by a search in which none is tried for the next `plies` plies.
    pub(crate) fn verify_null_move(
        &mut self,
        plies: usize,
        search: impl FnOnce(&mut Self) -> Score,
    ) -> Score {
        self.null_move_from = self.ply + plies;
        let score = search(self);
        self.null_move_from = 0;
        score
    }

    /// Ends the search of all threads.
    pub(crate) fn stop_all(&self) {
        self.shared.stop();
    }

    /// The score of a draw for the side to move.
    pub(crate) fn draw(&self) -> Score {
        self.settings.rules.draw[self.position.turn().index()]
    }

    /// The frame of the node whose move has just been played.
    pub(crate) fn parent_frame_mut(&mut self) -> &mut Frame {
        &mut self.frames[FRAMES_BEFORE_ROOT + self.ply - 1]
    }

    /// The number of cutoffs at the next ply since the parent was entered.
    pub(crate) fn cutoffs_below(&self) -> u32 {
        self.frames[FRAMES_BEFORE_ROOT + self.ply + 1].cutoffs
    }

    /// Makes a quiet move that caused a cutoff the first killer of this ply.
    pub(crate) fn remember_killer(&mut self, mv: Move) {
        let killers = &mut self.frame_mut().killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Does the move recapture on the square where the last move captured?
    pub(crate) fn takes_back(&self, mv: Move) -> bool {
        self.position.last_captured().is_some()
            && self.position.last_move().is_some_and(|last| last.to() == mv.to())
    }

    /// The exchange value of the piece that the move captures; 0 for a quiet move.
    pub(crate) fn captured_value(&self, mv: Move) -> i32 {
        self.position.piece_on(mv.to()).map_or(0, |piece| self.values().of(piece.kind()))
    }

    /// Is the present node on the principal variation of the last depth?
    pub(crate) fn follows_pv(&self) -> bool {
        let Some(above) = self.ply.checked_sub(1) else { return true };
        let before = self.frame_before(1);
        before.follows_pv && before.mv.is_some() && before.mv == self.root.move_of_last_line(above)
    }

    /// Sets the node's line to the move followed by the line of the node below.
    pub(crate) fn raise_pv(&mut self, mv: Move) {
        let mut line = std::mem::take(&mut self.frame_mut().pv);
        line.clear();
        line.push(mv);
        line.extend_from_slice(&self.frame_below(1).pv);
        self.frame_mut().pv = line;
    }
}
