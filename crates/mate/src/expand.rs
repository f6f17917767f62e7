//! Opening a node: its moves in a good order, and what is known or easily seen about each.
//!
//! Source:  Look-ahead of one ply as first numbers (df-pn+, Nagai 2002): a check is the harder to
//!          prove the more answers it has, an answer the harder to refute the more checks follow. A
//!          search of fixed depth at new nodes: Kaneko, Tanaka, Yamaguchi, Kawai (2010).
//! Here:    That search is one ply: a mate in one and a position without checks are decided before
//!          they are entered. The numbers and the order of the moves are ours.

use crate::dfpn::Search;
use crate::hands::{
    after_attack, against_new_interpositions, before_attack, every_piece, in_hands,
    promotes_for_free, without_new_checks,
};
use crate::node::{Child, Turn};
use crate::recall::still_true;
use crate::table::PositionKey;
use crate::value::{FOREVER, Number, Value};
use shogi::{Hand, Legality, Move, MoveList, NonPromotions, Position, Siege, Square, Wanted};

impl Search<'_, '_> {
    /// Opens a node with the moves it had when it was left, if they are still known.
    pub(super) fn open_from_recall(&mut self, key: PositionKey) -> bool {
        let depth = self.ply();
        let plies = self.limit - depth;
        let first = self.pile.len();
        self.pile.extend_from_slice(self.memory.recall.children(key, self.pass));
        if plies <= 2 {
            // So near the limit the look-ahead decides.
            self.pile.truncate(first);
        }
        for index in first..self.pile.len() {
            let child = self.pile[index];
            let value = match still_true(child.value, plies, depth) {
                decided if decided.is_decided() => decided,
                kept => self.known(child.key).unwrap_or(kept),
            };
            self.pile[index].value = value;
        }
        self.pile.len() > first
    }

    /// Opens a node at which the attacker is to move.
    pub(super) fn open_attack(&mut self, key: PositionKey) {
        let Some(king) = self.position.king(!self.attacker) else { return };
        let first = self.pile.len();
        let mut ordered = std::mem::take(&mut self.ordered);
        let place = |mv| (attack_order(self.position, mv, king), mv);
        match self.memory.seen_checks.of(key) {
            Some(checks) => ordered.extend(checks.map(place)),
            None => {
                let mut checks = MoveList::new();
                self.list_checks(&mut checks);
                ordered.extend(checks.into_iter().map(place));
            }
        }
        self.list(ordered);
        let mut siege = None;
        for index in first..self.pile.len() {
            let child = self.pile[index];
            let value = match self.known(child.key) {
                Some(value) => value,
                None => self.look_behind_check(&child, &mut siege),
            };
            self.pile[index].value = value;
            if value.is_proven() {
                self.pile.truncate(index + 1);
                return;
            }
        }
    }

    /// Opens a node at which the defender, in check, is to move.
    pub(super) fn open_defence(&mut self) {
        let moves = self.position.legal_moves();
        let Some(king) = self.position.king(!self.attacker) else { return };
        let first = self.pile.len();
        let mut ordered = std::mem::take(&mut self.ordered);
        ordered.extend(moves.into_iter().map(|mv| (defence_order(self.position, mv, king), mv)));
        self.list(ordered);
        let mut is_in_line = false;
        for index in first..self.pile.len() {
            let child = &mut self.pile[index];
            if child.mv.is_drop() {
                child.turn = Turn::InLine;
            }
            let child = *child;
            let waits = is_in_line || child.turn == Turn::AfterPrevious;
            is_in_line |= child.turn == Turn::InLine;
            let value = match self.known(child.key) {
                Some(value) => value,
                None if waits => Value::new(1, 1, self.ply()),
                None => self.behind(child.mv, |search| search.look_at_attack(child.key)),
            };
            self.pile[index].value = value;
            if value.is_disproven() {
                self.pile.truncate(index + 1);
                return;
            }
        }
    }

    /// Fills a list with all legal checks. A list that is returned would be copied.
    fn list_checks(&self, checks: &mut MoveList) {
        self.position.generate(Wanted::Checks, Legality::Legal, NonPromotions::All, checks);
    }

    /// Puts moves on the pile, the one with the least number first, with the keys of the positions
    /// they lead to.
    fn list(&mut self, mut ordered: Vec<(u32, Move)>) {
        let first = self.pile.len();
        let depth = self.ply();
        let hand = self.position.hand(self.attacker);
        let attacks = self.position.turn() == self.attacker;
        ordered.sort_unstable();
        for (_, mv) in ordered.drain(..) {
            let previous = if self.pile.len() > first { self.pile.last() } else { None };
            let turn = self.turn_of(mv, previous.map(|child| child.mv));
            let board = self.position.board_key_after(mv);
            self.memory.table.prefetch(board);
            let hand = if attacks { after_attack(self.position, mv, hand) } else { hand };
            let value = Value::new(1, 1, depth);
            self.pile.push(Child { mv, turn, key: PositionKey { board, hand }, value });
        }
        self.ordered = ordered;
    }

    /// Plays a move, looks, and takes it back.
    fn behind(&mut self, mv: Move, look: impl FnOnce(&mut Self) -> Value) -> Value {
        self.position.play(mv);
        let value = look(self);
        self.position.take_back();
        value
    }

    /// A non-promotion waits for the promotion, which stands before it.
    fn turn_of(&self, mv: Move, previous: Option<Move>) -> Turn {
        let is_pair = previous.is_some_and(|previous| {
            previous.is_promotion() && previous.from() == mv.from() && previous.to() == mv.to()
        });
        if is_pair && moved_kind_promotes_for_free(self.position, mv) {
            Turn::AfterPrevious
        } else {
            Turn::AtOnce
        }
    }

    /// The value of a child of the last node as far as path and memory know it.
    fn known(&self, key: PositionKey) -> Option<Value> {
        if let Some(start) = self.memory.path.recurrence(key) {
            return Some(Value::repeated(start, FOREVER, every_piece()));
        }
        let plies = self.limit - self.ply();
        let value = self.memory.table.look_up(key, plies, self.pass)?;
        if value.is_decided() {
            return Some(value);
        }
        if value.looped {
            let path = self.memory.path.way_to(key);
            let repeated = self.memory.repetitions.look_up(path, plies);
            if repeated.is_some() {
                return repeated;
            }
        }
        // At the last ply there is no more to search: the look-ahead decides.
        (plies > 1).then_some(value)
    }

    /// Looks at the position behind a check; behind a drop mostly without playing it. The siege is
    /// that of the node, found when it is first wanted.
    fn look_behind_check(&mut self, child: &Child, siege: &mut Option<Option<Siege>>) -> Value {
        if child.mv.is_drop() {
            let siege = siege.get_or_insert_with(|| self.position.siege());
            let answers = siege.and_then(|it| self.position.count_answers_to_drop(&it, child.mv));
            if let Some((moves, drops)) = answers.filter(|&(moves, drops)| moves + drops > 0) {
                return self.answered(child.key, moves, drops);
            }
        }
        self.behind(child.mv, |search| search.look_at_defence(child.key))
    }

    /// After a check: the defender to move.
    fn look_at_defence(&mut self, key: PositionKey) -> Value {
        let (moves, drops) = self.position.count_moves_and_drops();
        if moves + drops == 0 {
            let hand = against_new_interpositions(self.position, Hand::EMPTY);
            return Value::proven(0, hand, None);
        }
        self.answered(key, moves, drops)
    }

    /// The first numbers of a position of check with so many answers.
    fn answered(&self, key: PositionKey, moves: u32, drops: u32) -> Value {
        let depth = self.ply();
        if self.limit == depth {
            return Value::disproven(0, key.hand);
        }
        // Drops wait for one another.
        Value::new(moves + drops.min(1), 1, depth)
    }

    /// After a defence: the attacker to move.
    fn look_at_attack(&mut self, key: PositionKey) -> Value {
        let depth = self.ply();
        let mut checks = MoveList::new();
        self.list_checks(&mut checks);
        if checks.is_empty() {
            let hand = without_new_checks(self.position, in_hands(self.position));
            return Value::disproven(FOREVER, hand);
        }
        if let Some(mv) = self.position.mate_among(&checks) {
            return Value::proven(1, self.hand_of_mate(mv), Some(mv));
        }
        if self.limit == depth + 1 {
            return Value::disproven(1, key.hand);
        }
        self.memory.seen_checks.keep(key, &checks);
        Value::new(1, checks.len() as Number, depth)
    }

    /// The least hand with which this mating move mates.
    fn hand_of_mate(&mut self, mv: Move) -> Hand {
        self.position.play(mv);
        let after = against_new_interpositions(self.position, Hand::EMPTY);
        self.position.take_back();
        before_attack(self.position, mv, after)
    }
}

fn moved_kind_promotes_for_free(position: &Position, mv: Move) -> bool {
    mv.from()
        .and_then(|from| position.piece_on(from))
        .is_some_and(|piece| promotes_for_free(piece.kind()))
}

fn distance(a: Square, b: Square) -> u32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    files.max(ranks) as u32
}

/// The origin and destination of a move, the promotion before the non-promotion.
fn tie(mv: Move) -> u32 {
    let bits = u32::from(mv.bits());
    (bits & 0x7fff) << 1 | u32::from(!mv.is_promotion())
}

/// Small for the checks to be tried first: captures and near ones.
fn attack_order(position: &Position, mv: Move, king: Square) -> u32 {
    let captures = position.piece_on(mv.to()).is_some();
    let can_promote = mv.is_promotion();
    let near = distance(mv.to(), king);
    let pair = mv.is_drop() || !(can_promote || moved_kind_promotes_for_free(position, mv));
    (u32::from(pair) + 2 * near + if captures { 0 } else { 2 }) << 16 | tie(mv)
}

/// Small for the defences to be tried first: captures, king moves, other moves, drops near the
/// king with cheap pieces.
fn defence_order(position: &Position, mv: Move, king: Square) -> u32 {
    let rank = if let Some(kind) = mv.dropped() {
        32 + 8 * distance(mv.to(), king) + kind.index() as u32
    } else if position.piece_on(mv.to()).is_some() {
        0
    } else if mv.from() == Some(king) {
        1
    } else {
        2
    };
    rank << 16 | tie(mv)
}
