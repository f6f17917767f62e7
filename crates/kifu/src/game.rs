//! A game record as a tree: headers, a start position, the main line, variations, comments, clock
//! times and ends. Every format is read into this type and written from it.

use std::fmt;

use shogi::{Color, Move, Position, Setup, SetupError};

use crate::ending::{Ending, GameResult};
use crate::names::NamedStart;
use crate::replay::Replay;

/// Names of headers. Records are kept under the names that KIF files use.
pub mod header {
    /// Black's name.
    pub const BLACK: &str = "先手";
    /// White's name.
    pub const WHITE: &str = "後手";
    /// The tournament.
    pub const EVENT: &str = "棋戦";
    /// The place of the game.
    pub const SITE: &str = "場所";
    /// The time at which it began.
    pub const START_TIME: &str = "開始日時";
    /// The time at which it ended.
    pub const END_TIME: &str = "終了日時";
    /// The time allowed.
    pub const TIME_LIMIT: &str = "持ち時間";
    /// The time allowed to Black, if White's is another.
    pub const BLACK_TIME_LIMIT: &str = "先手持ち時間";
    /// The time allowed to White, if Black's is another.
    pub const WHITE_TIME_LIMIT: &str = "後手持ち時間";
    /// The opening.
    pub const OPENING: &str = "戦型";
    /// Remarks.
    pub const NOTE: &str = "備考";
}

/// The headers of a game: names and values, in the order of the file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Headers(Vec<(String, String)>);

impl Headers {
    /// The value under a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Sets a value; a second one under the same name replaces the first.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.0.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Adds a value under a name that may be there already, as some files have it.
    pub(crate) fn push(&mut self, name: &str, value: &str) {
        self.0.push((name.to_owned(), value.to_owned()));
    }

    /// Names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Are there no headers?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A node of a [`Game`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The start position.
    pub const ROOT: Self = Self(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }
}

/// The step that led to a node: a move or an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// The start position, to which no step led.
    Start,
    /// A move.
    Move(Move),
    /// The end of the line, in place of a move.
    End(Ending),
}

/// Clock time of a move, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockTime {
    /// The time spent on this move.
    pub spent_ms: u64,
    /// The time spent by the side up to now, where the file says so.
    pub total_ms: Option<u64>,
}

/// A move or an end with its comments and times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    step: Step,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    ply: u32,
    /// Lines of comment, without the marks of the format. A line that starts with `&` is a
    /// bookmark.
    pub comments: Vec<String>,
    /// Time on the clock.
    pub time: Option<ClockTime>,
}

impl Node {
    /// The step that led here.
    pub fn step(&self) -> &Step {
        &self.step
    }

    /// The move that led here, if it was one.
    pub fn mv(&self) -> Option<Move> {
        match self.step {
            Step::Move(mv) => Some(mv),
            _ => None,
        }
    }

    /// The node before.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The nodes that follow: the line goes on with the first, the others are variations.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Moves from the start to here; an end counts as the move it replaces.
    pub fn ply(&self) -> u32 {
        self.ply
    }
}

/// Why a step cannot be added to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddError {
    /// Nothing can follow an end.
    BehindEnd,
    /// The start is a diagram on which no move can be played.
    Diagram(SetupError),
    /// The tree is full.
    Full,
}

impl fmt::Display for AddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BehindEnd => f.write_str("nothing can follow the end of a line"),
            Self::Diagram(error) => write!(f, "no move can follow this diagram: {error}"),
            Self::Full => f.write_str("the game has more nodes than can be numbered"),
        }
    }
}

impl std::error::Error for AddError {}

/// A game record. It may start from any arrangement of pieces: a position of the game, or a
/// teaching diagram that the rules of play forbid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The names and values that describe the game: players, event, dates.
    pub headers: Headers,
    start: Setup,
    /// Why no move can be played from the start, if none can.
    refusal: Option<SetupError>,
    nodes: Vec<Node>,
}

impl Default for Game {
    fn default() -> Self {
        Self::from_position(&Position::startpos())
    }
}

impl Game {
    /// A game from any start, playable or not.
    pub fn new(start: Setup) -> Self {
        let root = Node {
            step: Step::Start,
            parent: None,
            children: Vec::new(),
            ply: 0,
            comments: Vec::new(),
            time: None,
        };
        let refusal = start.for_study().err();
        Self { headers: Headers::default(), start, refusal, nodes: vec![root] }
    }

    /// A game that starts at a position; its past is forgotten.
    pub fn from_position(position: &Position) -> Self {
        Self::new(position.setup())
    }

    /// A game with a main line. The moves are taken as they are.
    pub fn from_moves(position: &Position, moves: &[Move]) -> Self {
        let mut game = Self::from_position(position);
        let mut at = NodeId::ROOT;
        for &mv in moves {
            match game.add(at, Step::Move(mv)) {
                Ok(next) => at = next,
                Err(_) => break,
            }
        }
        game
    }

    /// The start as pieces and turn.
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// The start as a position to play from; an error if it is a diagram only.
    pub fn start_position(&self) -> Result<Position, SetupError> {
        Position::try_from(self.start.clone())
    }

    /// The Japanese name of the start, if it is the even game or a usual handicap.
    pub fn start_name(&self) -> Option<&'static str> {
        NamedStart::of(&self.start).map(|start| start.japanese)
    }

    pub(crate) fn set_start_turn(&mut self, turn: Color) {
        self.start.turn = turn;
        self.refusal = self.start.for_study().err();
    }

    /// Is it a handicap game, in which the sides are called 下手 and 上手?
    pub(crate) fn is_handicap(&self) -> bool {
        self.start.turn == Color::White && self.start_name().is_some()
    }

    /// The name of a player.
    pub fn player(&self, color: Color) -> Option<&str> {
        self.headers.get(match color {
            Color::Black => header::BLACK,
            Color::White => header::WHITE,
        })
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node, for its comments and its time.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// How many nodes there are, the start included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is there nothing but the start?
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Adds what follows a node: its main continuation first, then variations.
    pub fn add(&mut self, parent: NodeId, step: Step) -> Result<NodeId, AddError> {
        let before = &self.nodes[parent.index()];
        if matches!(before.step, Step::End(_)) {
            return Err(AddError::BehindEnd);
        }
        if let (Step::Move(_), Some(error)) = (&step, self.refusal) {
            return Err(AddError::Diagram(error));
        }
        let id = NodeId(u32::try_from(self.nodes.len()).map_err(|_| AddError::Full)?);
        let node = Node {
            step,
            parent: Some(parent),
            children: Vec::new(),
            ply: before.ply + 1,
            comments: Vec::new(),
            time: None,
        };
        self.nodes.push(node);
        self.nodes[parent.index()].children.push(id);
        Ok(id)
    }

    /// Takes out an end that turned out to be none; it must be the newest node.
    pub(crate) fn remove_last(&mut self) -> Option<Node> {
        if self.nodes.len() == 1 {
            return None;
        }
        let node = self.nodes.pop()?;
        if let Some(parent) = node.parent {
            self.nodes[parent.index()].children.pop();
        }
        Some(node)
    }

    pub(crate) fn replace_move(&mut self, id: NodeId, mv: Move) {
        self.nodes[id.index()].step = Step::Move(mv);
    }

    pub(crate) fn replace_ending(&mut self, id: NodeId, ending: Ending) {
        self.nodes[id.index()].step = Step::End(ending);
    }

    /// The nodes from `id` on along first children, `id` included.
    pub fn line_from(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(id), |&at| self.node(at).children.first().copied())
    }

    /// The nodes of the main line, the start first.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_from(NodeId::ROOT)
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.main_line().filter_map(|id| self.node(id).mv())
    }

    /// The nodes from the start to `id`, both included.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(id), |&at| self.node(at).parent).collect();
        path.reverse();
        path
    }

    /// The position at a node (for an end: the one before it); an error if the game starts from a
    /// diagram that the rules of play forbid.
    pub fn position(&self, id: NodeId) -> Result<Position, SetupError> {
        let mut position = self.start_position()?;
        for mv in self.path(id).into_iter().filter_map(|id| self.node(id).mv()) {
            position.play(mv);
        }
        Ok(position)
    }

    /// Goes through the positions of the game, diagrams included.
    pub fn replay(&self) -> Replay<'_> {
        Replay::new(self)
    }

    /// Whose turn it is at a node, or was where it is an end.
    pub fn turn(&self, id: NodeId) -> Color {
        let node = self.node(id);
        let moves = node.ply - u32::from(matches!(node.step, Step::End(_)));
        if moves.is_multiple_of(2) { self.start.turn } else { !self.start.turn }
    }

    /// The end of the main line, if it has one.
    pub fn ending(&self) -> Option<&Ending> {
        let last = self.main_line().last()?;
        match &self.node(last).step {
            Step::End(ending) => Some(ending),
            _ => None,
        }
    }

    /// The result of the main line, if the game is over.
    pub fn result(&self) -> Option<GameResult> {
        let last = self.main_line().last()?;
        self.ending()?.result(self.turn(last))
    }

    /// How many variations there are beside the main line.
    pub fn variations(&self) -> usize {
        self.nodes.iter().map(|node| node.children.len().saturating_sub(1)).sum()
    }

    /// How many variations there are on the line that goes on from a node, and within those.
    pub(crate) fn variations_below(&self, id: NodeId) -> usize {
        let mut open = vec![id];
        let mut found = 0;
        while let Some(at) = open.pop() {
            let children = &self.node(at).children;
            found += children.len().saturating_sub(1);
            open.extend(children);
        }
        found
    }

    /// All nodes in the order in which they were added.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        (0..).map(NodeId).zip(&self.nodes)
    }

    /// For each node the milliseconds that the side to whom its step belongs has spent up to then:
    /// the number in the file, or else the sum along the line.
    pub(crate) fn totals(&self) -> Vec<u64> {
        let mut sums: Vec<[u64; 2]> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            // A node is added behind its parent, so the parent's sums are known.
            let mut both = node.parent.map_or([0; 2], |parent| sums[parent.index()]);
            let side = &mut both[(node.ply % 2) as usize];
            if let Some(time) = node.time {
                *side = time.total_ms.unwrap_or(side.saturating_add(time.spent_ms));
            }
            sums.push(both);
        }
        sums.iter().zip(&self.nodes).map(|(both, node)| both[(node.ply % 2) as usize]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> Move {
        text.parse().expect("a move")
    }

    #[test]
    fn a_tree_of_two_lines() {
        let mut game = Game::default();
        let first = game.add(NodeId::ROOT, Step::Move(mv("7g7f"))).expect("room");
        let answer = game.add(first, Step::Move(mv("3c3d"))).expect("room");
        let other = game.add(first, Step::Move(mv("8c8d"))).expect("room");
        let end = game.add(answer, Step::End(Ending::Resign)).expect("room");
        assert_eq!(game.add(end, Step::Move(mv("2g2f"))), Err(AddError::BehindEnd));
        assert_eq!(game.moves().collect::<Vec<_>>(), [mv("7g7f"), mv("3c3d")]);
        assert_eq!(game.path(other), [NodeId::ROOT, first, other]);
        assert_eq!(game.variations(), 1);
        assert_eq!(game.turn(end), Color::Black);
        assert_eq!(game.result(), Some(GameResult::Win(Color::White)));
        let at = |id| game.position(id).expect("playable").to_sfen();
        assert_eq!(at(end), at(answer));
    }
}
