//! Where the two values of a move come from: a search, a proof, or the rules. A loss is claimed
//! only from two searches with equal nodes, or from what is proved.

use shogi::{Color, Move, Position, Repetition};

use super::facts::{Facts, Score};
use super::place::Place;
use crate::classes::grade;
use crate::look;
use crate::model::{Class, Fact, Number, Usi};
use crate::units::{CHUNK, Unit};

/// A value for the mover, and what gave it.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The mover's win probability.
    pub(crate) w: Number,
    /// Is it proved, or decided by the rules?
    pub(crate) is_firm: bool,
    /// The score of a search.
    pub(crate) cp: Option<i32>,
    /// The line from before the move.
    pub(crate) line: Vec<Move>,
    /// The nodes of the search, and whether it began before the move and was of one move alone.
    search: Option<(u64, bool)>,
}

/// The loss of a move, from its two values.
#[derive(Clone, Debug)]
pub(crate) struct Loss {
    pub(crate) best: Source,
    pub(crate) played: Source,
    pub(crate) points: f64,
    pub(crate) grade: Class,
}

impl Loss {
    /// The best move.
    pub(crate) fn better(&self) -> Option<Move> {
        self.best.line.first().copied()
    }
}

fn firm(w: f64, line: Vec<Move>) -> Source {
    Source { w: w.into(), is_firm: true, cp: None, line, search: None }
}

/// What a position is worth to a side by the rules alone, as far as the facts show it.
fn by_rules(place: &Place<'_>, facts: &Facts<'_>, ply: usize, side: Color) -> Option<f64> {
    let position = &place.positions[ply];
    let for_side = |w: f64| if position.turn() == side { w } else { 100.0 - w };
    if !position.has_legal_move() {
        return Some(for_side(0.0));
    }
    let sfen = position.to_sfen();
    if let Some(points) = facts.points(&sfen) {
        let rule = look::rule_named(points.rule)?;
        let is_rule = points.rule == place.info.declaration_rule;
        let declares = is_rule && look::may_declare(position, rule);
        return declares.then(|| for_side(100.0));
    }
    let repeated = facts.0.iter().find_map(|fact| match fact {
        Fact::Repetition { moves, .. } if moves[..] == *place.moves_to(ply) => Some(()),
        _ => None,
    });
    repeated?;
    Some(for_side(match position.fourfold_repetition()? {
        Repetition::Win => 100.0,
        Repetition::Loss => 0.0,
        _ => 50.0,
    }))
}

/// The searches of a position after some plies of the game: the line of the best rank.
fn swept<'f>(place: &Place<'_>, facts: &Facts<'f>, ply: usize) -> Option<Score<'f>> {
    let unit = Unit::Chunk(ply / CHUNK).name();
    let is_it = |score: &Score<'_>| {
        score.unit == unit
            && score.moves == place.moves_to(ply)
            && score.only.is_empty()
            && score.line.rank == 1
    };
    facts.scores().into_iter().filter(is_it).max_by_key(|score| score.line.nodes)
}

/// A search for one move alone, which the played one is or is not, at the moment or by comparison.
fn alone<'f>(place: &Place<'_>, facts: &Facts<'f>, is_played: bool) -> Option<Score<'f>> {
    let unit = Unit::Moment(place.ply).name();
    let pair = format!("pair {} ", place.ply);
    let is_it = |score: &Score<'_>| {
        (score.unit == unit || score.unit.starts_with(&pair))
            && score.moves == place.moves_to(place.ply - 1)
            && score.only.len() == 1
            && score.only.first() == score.line.moves.first()
            && (score.only[0].0 == place.played()) == is_played
    };
    facts.scores().into_iter().filter(is_it).max_by_key(|score| score.line.nodes)
}

fn searched(place: &Place<'_>, score: Score<'_>, is_alone: bool) -> Source {
    Source {
        w: place.w_of(score.line),
        is_firm: false,
        cp: score.line.value.cp,
        line: Usi::moves(&score.line.moves),
        search: Some((score.line.nodes, is_alone)),
    }
}

/// The value of the best move, as far as the facts show it.
pub(crate) fn best(place: &Place<'_>, facts: &Facts<'_>) -> Option<Source> {
    let mover = place.mover();
    if let Some(w) = by_rules(place, facts, place.ply - 1, mover) {
        return Some(firm(w, Vec::new()));
    }
    if let Some((line, _)) = facts.mate(&place.root().to_sfen()) {
        return Some(firm(100.0, Usi::moves(line)));
    }
    if let Some(score) = alone(place, facts, false) {
        return Some(searched(place, score, true));
    }
    swept(place, facts, place.ply - 1).map(|score| searched(place, score, false))
}

/// The value of the played move, as far as the facts show it.
pub(crate) fn played(place: &Place<'_>, facts: &Facts<'_>) -> Option<Source> {
    let (mover, mv) = (place.mover(), place.played());
    if let Some(w) = by_rules(place, facts, place.ply, mover) {
        return Some(firm(w, vec![mv]));
    }
    let after = |line: &[Usi]| [vec![mv], Usi::moves(line)].concat();
    if let Some((line, _)) = facts.mate(&place.after().to_sfen()) {
        return Some(firm(0.0, after(line)));
    }
    if let Some(score) = alone(place, facts, true) {
        return Some(searched(place, score, true));
    }
    let score = swept(place, facts, place.ply)?;
    let found = searched(place, score, false);
    Some(Source {
        w: Number::new(100.0 - found.w.get()),
        cp: found.cp.map(|cp| -cp),
        line: after(&score.line.moves),
        ..found
    })
}

/// The loss of the move; none if the facts do not give both values, or compare searches of unequal
/// nodes, or if the move is the best one itself.
pub(crate) fn loss(place: &Place<'_>, facts: &Facts<'_>) -> Option<Loss> {
    let (best, played) = (best(place, facts)?, played(place, facts)?);
    if let (Some(a), Some(b)) = (best.search, played.search)
        && a != b
    {
        return None;
    }
    if best.line.first() == Some(&place.played()) {
        return None;
    }
    let points = Number::new(best.w.get() - played.w.get()).get().max(0.0);
    let grade = grade(points, &place.settings.classes);
    Some(Loss { best, played, points, grade })
}

/// The position after some moves of a line from before the played move; none if one is illegal.
pub(crate) fn follow(position: &Position, moves: &[Move]) -> Option<Position> {
    let mut position = position.clone();
    for &mv in moves {
        if !position.is_legal(mv) {
            return None;
        }
        position.play(mv);
    }
    Some(position)
}
