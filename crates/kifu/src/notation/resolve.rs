//! Finds the legal move that a text means. The text decides where it can; where it cannot, the only
//! legal reading is taken and the repair is named; where there is none or more than one, the text
//! is refused.

use shogi::{Bitboard, Move, MoveTextError, PieceKind, Position, Square};

use super::parse::{Destination, MoveText};
use super::relative;
use crate::problem::{Problem, WarningKind};

/// A move, and how the text was stretched to mean it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reading {
    pub(crate) mv: Move,
    pub(crate) repairs: Vec<WarningKind>,
}

/// Why no move was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    NothingToRecapture,
    NoReading,
    Ambiguous(Vec<Move>),
    Illegal(Move, shogi::Illegality),
}

impl Refusal {
    pub(crate) fn into_problem(self) -> Problem {
        match self {
            Self::NothingToRecapture => Problem::NothingToRecapture,
            Self::NoReading => Problem::NoReading,
            Self::Ambiguous(moves) => Problem::Ambiguous(moves),
            Self::Illegal(mv, why) => Problem::Illegal(mv, why),
        }
    }
}

fn make(from: Square, to: Square, promotes: bool) -> Option<Move> {
    match (from == to, promotes) {
        (true, _) => None,
        (false, true) => Some(Move::promotion(from, to)),
        (false, false) => Some(Move::normal(from, to)),
    }
}

/// Why a move is illegal.
pub(crate) fn why_illegal(position: &Position, mv: Move) -> Refusal {
    match position.parse_legal_move(&mv.to_string()) {
        Err(MoveTextError::Illegal(mv, why)) => Refusal::Illegal(mv, why),
        _ => Refusal::NoReading,
    }
}

/// The only one of several legal moves.
fn only(moves: &[Move]) -> Result<Move, Refusal> {
    match moves {
        [] => Err(Refusal::NoReading),
        [mv] => Ok(*mv),
        _ => Err(Refusal::Ambiguous(moves.to_vec())),
    }
}

impl MoveText {
    /// The square the move goes to.
    pub(crate) fn target(&self, previous: Option<Square>) -> Result<Square, Refusal> {
        match self.to {
            Destination::Square(to) => Ok(to),
            Destination::Same => previous.ok_or(Refusal::NothingToRecapture),
        }
    }

    /// The legal move that is meant; `previous` is where the last move went.
    pub(crate) fn resolve(
        &self,
        position: &Position,
        previous: Option<Square>,
    ) -> Result<Reading, Refusal> {
        let to = self.target(previous)?;
        let mut reading = match self.from {
            Some(from) if !self.is_drop => self.with_origin(position, from, to)?,
            _ if self.is_drop => self.as_drop(position, to)?,
            _ => self.by_name(position, to)?,
        };
        if self.mark.is_some_and(|mark| mark != position.turn()) {
            reading.repairs.push(WarningKind::Turn);
        }
        if reading.repairs.is_empty() && self.promotes.is_none() {
            // Without an origin, as in KI2 files, 不成 should have been written for any piece.
            let is_doubtful = could_promote(position, reading.mv)
                && (self.from.is_none() || is_rare_non_promotion(position, reading.mv));
            reading.repairs.extend(is_doubtful.then_some(WarningKind::NonPromotion));
        }
        Ok(reading)
    }

    /// The origin is written, as in KIF files.
    fn with_origin(
        &self,
        position: &Position,
        from: Square,
        to: Square,
    ) -> Result<Reading, Refusal> {
        let us = position.turn();
        let on_board = position.piece_on(from).filter(|piece| piece.color() == us);
        let Some(kind) = on_board.map(|piece| piece.kind()) else {
            return self.elsewhere(position, from, to);
        };
        let promotes = self.promotes == Some(true);
        if kind == self.kind {
            let Some(mv) = make(from, to, promotes) else { return Err(Refusal::NoReading) };
            if position.is_legal(mv) {
                return Ok(Reading { mv, repairs: Vec::new() });
            }
            let Some(other) = make(from, to, !promotes) else { return Err(Refusal::NoReading) };
            if position.is_legal(other) {
                let repair = if promotes {
                    WarningKind::ImpossiblePromotion
                } else {
                    WarningKind::MissingPromotion
                };
                return Ok(Reading { mv: other, repairs: vec![repair] });
            }
            return self.elsewhere(position, from, to);
        }
        let named = if kind.promoted() == self.kind {
            // 馬 for a bishop: the piece was promoted earlier, or it promotes now. Which of the
            // two is for the caller, who knows the moves before.
            make(from, to, true).map(|mv| (mv, WarningKind::MissingPromotion))
        } else if kind.unpromoted() == self.kind {
            make(from, to, false).map(|mv| (mv, WarningKind::PieceName))
        } else {
            None
        };
        if let Some((mv, repair)) = named.filter(|(mv, _)| position.is_legal(*mv)) {
            return Ok(Reading { mv, repairs: vec![repair] });
        }
        self.elsewhere(position, from, to)
    }

    /// Name and origin do not agree: either may be wrong.
    fn elsewhere(&self, position: &Position, from: Square, to: Square) -> Result<Reading, Refusal> {
        let mut readings = Vec::new();
        if position.piece_on(from).is_none_or(|piece| piece.kind() != self.kind) {
            let own = [self.promotes == Some(true)].map(|promotes| make(from, to, promotes));
            readings.extend(own.into_iter().flatten().map(|mv| (mv, WarningKind::PieceName)));
        }
        for other in position.pieces_of(position.turn(), self.kind) {
            if other != from {
                let mv = make(other, to, self.promotes == Some(true));
                readings.extend(mv.map(|mv| (mv, WarningKind::Origin)));
            }
        }
        readings.retain(|(mv, _)| position.is_legal(*mv));
        match readings[..] {
            [(mv, repair)] => Ok(Reading { mv, repairs: vec![repair] }),
            [] => {
                let mv = make(from, to, self.promotes == Some(true));
                Err(mv.map_or(Refusal::NoReading, |mv| why_illegal(position, mv)))
            }
            _ => Err(Refusal::Ambiguous(readings.into_iter().map(|(mv, _)| mv).collect())),
        }
    }

    /// 打 or (00) is written.
    fn as_drop(&self, position: &Position, to: Square) -> Result<Reading, Refusal> {
        let dropped = self.kind.in_hand().map(|kind| Move::drop(kind, to));
        if let Some(mv) = dropped.filter(|mv| position.is_legal(*mv)) {
            let repair = self.kind.is_promoted().then_some(WarningKind::PieceName);
            return Ok(Reading { mv, repairs: repair.into_iter().collect() });
        }
        // With nothing of the kind in hand, a piece on the board may be meant.
        let in_hand = |kind| position.hand(position.turn()).has(kind);
        if self.kind.in_hand().is_some_and(in_hand) {
            return Err(dropped.map_or(Refusal::NoReading, |mv| why_illegal(position, mv)));
        }
        let moves = self.on_board(position, to);
        match (only(&moves), dropped) {
            (Ok(mv), _) => Ok(Reading { mv, repairs: vec![WarningKind::Drop] }),
            (Err(Refusal::NoReading), Some(mv)) => Err(why_illegal(position, mv)),
            (Err(refusal), _) => Err(refusal),
        }
    }

    /// Legal moves of the named kind on the board to `to`, with or without promotion as written.
    fn on_board(&self, position: &Position, to: Square) -> Vec<Move> {
        let promotes = self.promotes == Some(true);
        position
            .pieces_of(position.turn(), self.kind)
            .into_iter()
            .filter_map(|from| make(from, to, promotes))
            .filter(|&mv| position.is_legal(mv))
            .collect()
    }

    /// Neither origin nor 打 is written, as in KI2 files.
    fn by_name(&self, position: &Position, to: Square) -> Result<Reading, Refusal> {
        let us = position.turn();
        let moves = self.on_board(position, to);
        if moves.len() == 1 && self.words.is_none() {
            return Ok(Reading { mv: moves[0], repairs: Vec::new() });
        }
        if moves.is_empty() {
            return self.by_name_otherwise(position, to);
        }
        let origins: Vec<Square> = moves.iter().filter_map(|mv| mv.from()).collect();
        let fitting = if self.words.is_none() {
            origins
        } else {
            relative::fitting(self.words, us, self.kind, &origins, to)
        };
        let promotes = self.promotes == Some(true);
        let fitting: Vec<Move> =
            fitting.into_iter().filter_map(|from| make(from, to, promotes)).collect();
        if fitting.is_empty() {
            return only(&moves).map(|mv| Reading { mv, repairs: vec![WarningKind::Modifier] });
        }
        only(&fitting).map(|mv| Reading { mv, repairs: Vec::new() })
    }

    /// No piece of the name can go there as written: a drop without 打, a missing or an impossible
    /// 成, a piece called by its other name.
    fn by_name_otherwise(&self, position: &Position, to: Square) -> Result<Reading, Refusal> {
        let drop = self.kind.in_hand().filter(|kind| kind.kind() == self.kind);
        let drop = drop.map(|kind| Move::drop(kind, to));
        if let Some(mv) = drop.filter(|&mv| position.is_legal(mv)) {
            if self.promotes.is_none() && self.words.is_none() {
                return Ok(Reading { mv, repairs: Vec::new() });
            }
            return Ok(Reading { mv, repairs: vec![WarningKind::Drop] });
        }
        let promotes = self.promotes == Some(true);
        let mut readings: Vec<(Move, WarningKind)> = Vec::new();
        for from in position.pieces(position.turn()) {
            let Some(kind) = position.piece_on(from).map(|piece| piece.kind()) else { continue };
            let repair = if kind == self.kind && promotes {
                (false, WarningKind::ImpossiblePromotion)
            } else if kind == self.kind || kind.promoted() == self.kind {
                (true, WarningKind::MissingPromotion)
            } else if kind.unpromoted() == self.kind {
                (false, WarningKind::PieceName)
            } else {
                continue;
            };
            readings.extend(make(from, to, repair.0).map(|mv| (mv, repair.1)));
        }
        readings.retain(|(mv, _)| position.is_legal(*mv));
        if readings.len() > 1 && !self.words.is_none() {
            let origins: Vec<Square> = readings.iter().filter_map(|(mv, _)| mv.from()).collect();
            let fitting = relative::fitting(self.words, position.turn(), self.kind, &origins, to);
            readings.retain(|(mv, _)| mv.from().is_some_and(|from| fitting.contains(&from)));
        }
        match readings[..] {
            [(mv, repair)] => Ok(Reading { mv, repairs: vec![repair] }),
            [] => Err(drop.map_or(Refusal::NoReading, |mv| {
                if position.pieces_of(position.turn(), self.kind).is_empty() {
                    why_illegal(position, mv)
                } else {
                    Refusal::NoReading
                }
            })),
            _ => Err(Refusal::Ambiguous(readings.into_iter().map(|(mv, _)| mv).collect())),
        }
    }
}

/// Does the move leave out a promotion that the rules allow?
fn could_promote(position: &Position, mv: Move) -> bool {
    let Some(from) = mv.from() else { return false };
    let zone = Bitboard::promotion_zone(position.turn());
    let can_promote = position.piece_on(from).is_some_and(|piece| piece.kind().can_promote());
    !mv.is_promotion() && can_promote && (zone.has(from) || zone.has(mv.to()))
}

/// Is it a move without promotion of a piece that has nothing to gain from that?
fn is_rare_non_promotion(position: &Position, mv: Move) -> bool {
    let kind = mv.from().and_then(|from| position.piece_on(from)).map(|piece| piece.kind());
    could_promote(position, mv)
        && matches!(kind, Some(PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook))
}
