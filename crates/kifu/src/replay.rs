//! Goes from node to node of a game. The way between two nodes is as long as the moves that they do
//! not share, so that going through all lines of a game takes time in proportion to its moves.

use shogi::{Move, Position, Setup};

use crate::game::{Game, NodeId, Step};

/// The way from one node of a game to another: moves to take back, then moves to play.
pub(crate) struct Route {
    back: usize,
    forward: Vec<Move>,
}

impl Route {
    /// The shortest way between two nodes.
    pub(crate) fn between(game: &Game, from: NodeId, to: NodeId) -> Self {
        let (mut left, mut right) = (from, to);
        let mut route = Self { back: 0, forward: Vec::new() };
        while left != right {
            let (ply_left, ply_right) = (game.node(left).ply(), game.node(right).ply());
            if ply_left >= ply_right {
                route.back += usize::from(game.node(left).mv().is_some());
                left = game.node(left).parent().unwrap_or(NodeId::ROOT);
            }
            if ply_right >= ply_left {
                route.forward.extend(game.node(right).mv());
                right = game.node(right).parent().unwrap_or(NodeId::ROOT);
            }
        }
        route.forward.reverse();
        route
    }

    /// Takes a position along.
    pub(crate) fn follow(&self, position: &mut Position) {
        for _ in 0..self.back {
            position.take_back();
        }
        for &mv in &self.forward {
            position.play(mv);
        }
    }
}

/// A place in a game, with the pieces as they stand there.
pub struct Replay<'a> {
    game: &'a Game,
    at: NodeId,
    /// None if the start is a diagram without moves that the board type cannot hold.
    position: Option<Position>,
}

impl<'a> Replay<'a> {
    pub(crate) fn new(game: &'a Game) -> Self {
        Self { game, at: NodeId::ROOT, position: game.start().for_study().ok() }
    }

    /// Goes to a node.
    pub fn go_to(&mut self, id: NodeId) {
        if let Some(position) = &mut self.position {
            Route::between(self.game, self.at, id).follow(position);
        }
        self.at = id;
    }

    /// Goes to the node before the current one; stays at the start.
    pub fn go_back(&mut self) {
        self.go_to(self.game.node(self.at).parent().unwrap_or(NodeId::ROOT));
    }

    /// The game.
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// The current node.
    pub fn at(&self) -> NodeId {
        self.at
    }

    /// The board at the current node (for an end: the one before it). It may be a diagram that the
    /// rules of play forbid; none if even a move on it makes no sense, as with three bishops.
    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// The pieces at the current node.
    pub fn setup(&self) -> Setup {
        let start = self.game.start();
        let Some(position) = &self.position else { return start.clone() };
        let mut setup = position.setup();
        for color in shogi::Color::ALL {
            setup.set_kings_in_hand(color, start.kings_in_hand(color));
        }
        setup
    }

    /// The move or end that follows the current node, as in books: `▲７六歩`.
    pub fn japanese(&self, step: &Step) -> String {
        match (step, &self.position) {
            (Step::Move(mv), Some(position)) => {
                crate::notation::japanese(position, *mv, position.last_move().map(Move::to))
            }
            (Step::Move(mv), None) => mv.to_string(),
            (Step::End(ending), _) => ending.kif_word().to_owned(),
            (Step::Start, _) => String::new(),
        }
    }
}
