//! One game, played by both implementations side by side.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rsshogi::board::{MoveList, movegen::generate_legal_all};
use shogi::{Bitboard, Move, Position};

use crate::keys::Keys;
use crate::players::Player;
use crate::repetitions::{self, Moment, Tally};

/// Plies after which a game is broken off.
const LONGEST: usize = 200;

/// Everything that taking back must restore.
#[derive(PartialEq, Debug)]
struct Snapshot {
    sfen: String,
    keys: [u64; 3],
    checkers: Bitboard,
    pinned: Bitboard,
    last_move: Option<Move>,
}

impl Snapshot {
    fn of(position: &Position) -> Self {
        Self {
            sfen: position.to_sfen(),
            keys: [position.key(), position.board_key(), position.hand_key()],
            checkers: position.checkers(),
            pinned: position.pinned(),
            last_move: position.last_move(),
        }
    }
}

/// The same game twice, with its past.
pub struct Game {
    ours: Position,
    oracle: rsshogi::board::Position,
    snapshots: Vec<Snapshot>,
    moments: Vec<Moment>,
    /// For messages: how to play this game again.
    seed: u64,
}

impl Game {
    pub fn new(sfen: &str, seed: u64) -> Self {
        let ours = crate::common::position(sfen);
        let mut oracle = rsshogi::board::position_from_sfen(sfen).expect("the oracle's SFEN");
        oracle.init_stack();
        Self { ours, oracle, snapshots: Vec::new(), moments: Vec::new(), seed }
    }

    /// Plays until mate, repetition or the end of patience. Returns the number of positions.
    pub fn play(
        &mut self,
        rng: &mut Xoshiro256PlusPlus,
        keys: &mut Keys,
        tally: &mut Tally,
    ) -> u64 {
        let players = [Player::pick(rng), Player::pick(rng)];
        // Passes make positions new again, so most games do without.
        let may_pass = rng.random_range(0..5) == 0;
        let mut after_pass = false;
        for _ in 0..LONGEST {
            self.check_position(keys, after_pass);
            let plies = rng.random_range(0..40);
            let repetition =
                repetitions::check(&self.ours, &self.oracle, &self.moments, plies, tally);
            let legal = self.check_legal_moves(rng);
            if repetition.is_some() {
                break;
            }
            after_pass = may_pass && !self.ours.in_check() && rng.random_range(0..30) == 0;
            if after_pass {
                self.pass();
                tally.note_pass();
                continue;
            }
            let own_last = self.own_last_move();
            let player = players[self.ours.turn().index()];
            let Some(mv) = player.choose(&self.ours, &legal, own_last, rng) else { break };
            self.advance(mv);
        }
        self.snapshots.len() as u64
    }

    /// The last move of the side to move: the one before the opponent's.
    fn own_last_move(&self) -> Option<Move> {
        self.snapshots.iter().rev().nth(1)?.last_move
    }

    fn advance(&mut self, mv: Move) {
        let key = self.ours.key_after(mv);
        self.ours.play(mv);
        assert_eq!(self.ours.key(), key, "game {}: {mv}", self.seed);
        let theirs = rsshogi::types::Move::from_usi(&mv.to_string()).expect("a move");
        self.oracle.apply_move32(self.oracle.move32_from_move(theirs));
    }

    fn pass(&mut self) {
        self.ours.pass();
        self.oracle.apply_null_move().expect("a pass is allowed");
    }

    fn check_position(&mut self, keys: &mut Keys, after_pass: bool) {
        let position = &self.ours;
        let context = || format!("game {} at {position}", self.seed);
        let sfen = position.to_sfen();
        assert_eq!(sfen, self.oracle.to_sfen(None), "{}", context());
        let again: Position = sfen.parse().unwrap_or_else(|e| panic!("{}: {e}", context()));
        assert_eq!(again.to_sfen(), sfen, "{}", context());
        assert_eq!(again.key(), position.key(), "{}", context());
        assert_eq!(again, *position, "{}", context());
        position.assert_consistent();
        let checkers = self.oracle.checkers().packed_bits();
        assert_eq!(position.checkers().bits(), checkers, "{}", context());

        let mut fields = sfen.split(' ');
        let board = fields.by_ref().take(2).collect::<Vec<_>>().join(" ");
        let hands = fields.next().unwrap_or_default().to_owned();
        keys.check(position, &format!("{board} {hands}"));
        let in_check = position.in_check();
        self.moments.push(Moment { board, hands, in_check, after_pass });
        self.snapshots.push(Snapshot::of(position));
    }

    /// Compares the legal moves, and now and then what each of them is.
    fn check_legal_moves(&self, rng: &mut Xoshiro256PlusPlus) -> Vec<Move> {
        let position = &self.ours;
        let context = || format!("game {} at {position}", self.seed);
        let moves = crate::common::sorted(&position.legal_moves());
        let mut list = MoveList::new();
        generate_legal_all(&self.oracle, &mut list);
        let mut theirs: Vec<u16> = list.iter().map(|mv| mv.raw()).collect();
        theirs.sort_unstable();
        let ours: Vec<u16> = moves.iter().map(|mv| mv.bits()).collect();
        assert_eq!(ours, theirs, "{}", context());
        assert_eq!(position.count_legal_moves() as usize, moves.len(), "{}", context());

        if rng.random_range(0..8) == 0 {
            for &mv in &moves {
                let text = mv.to_string();
                let theirs = rsshogi::types::Move::from_raw(mv.bits());
                assert_eq!(text, theirs.to_usi(), "{}", context());
                assert_eq!(position.parse_legal_move(&text), Ok(mv), "{}", context());
                let gives_check = self.oracle.gives_check_move(theirs);
                assert_eq!(position.gives_check(mv), gives_check, "{} {mv}", context());
            }
        }
        moves
    }

    /// Goes back to the start and compares every position on the way.
    pub fn take_everything_back(&mut self) {
        while let Some(snapshot) = self.snapshots.pop() {
            // A game that was broken off has a move more than was looked at.
            while self.snapshots.len() < self.ours.plies_played() {
                self.ours.take_back();
            }
            assert_eq!(Snapshot::of(&self.ours), snapshot, "game {}", self.seed);
            self.ours.assert_consistent();
        }
        assert_eq!(self.ours.plies_played(), 0);
    }
}
