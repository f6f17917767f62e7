//! T: threats, found by a search after a pass.

use shogi::{Move, Position};

use super::facts::{Facts, Threat};
use super::place::Place;
use super::scene::Scene;
use super::sources::{self, Loss};
use super::template::{Slots, Template};
use super::tsumero::passed;
use super::words;
use crate::model::{Fact, Flag, Group, Number, Slot};
use crate::units::{Unit, played_out};

/// The size from which it is a threat, in points.
const SIZE: f64 = 15.0;
/// A loss from which an overlooked threat is a reason.
const LOSS: f64 = 10.0;
/// A threat is stopped if its first move gains less than this, in points.
const STOPPED: f64 = 5.0;

pub(super) const TEMPLATES: &[Template] = &[
    Template {
        id: "T1",
        group: Group::T,
        ja: "次の{t}が厳しい狙いで、放置すれば{g}ポイント動く。",
        en: "The point is {t} next, worth {g} points if ignored.",
        when_ja: "損失5ポイント未満の手で、手番を渡した探索が15ポイント以上得をする（詰めろでないとき）",
        when_en: "the loss is below the first limit, and a search after a pass gains 15 points or \
                  more (not for proved mate threats)",
        kinds: &["threat", "score", "mate", "points", "repetition"],
        find: |scene| {
            if scene.judgement()?.grade.is_bad() || scene.has(Flag::Tsumero) {
                return None;
            }
            let mut facts = vec![threat(scene, &[scene.place.played()])?];
            facts.extend(scene.played_source()?);
            Some(facts)
        },
        fill: |place, facts| {
            let threat = facts.threat()?;
            let played = sources::played(place, facts)?;
            let size = size(place, &threat, place.after(), played.w)?;
            (size >= SIZE).then(|| {
                Slots::new()
                    .put("t", words_of(place.after(), &threat))
                    .put("g", words::points(size))
            })
        },
    },
    Template {
        id: "T2",
        group: Group::T,
        ja: "{foe}の狙いは{t}で、{m}はこれに備えていない。",
        en: "{foe} was threatening {t}; {m} does nothing about it.",
        when_ja: "相手の15ポイント以上の狙いがあり、損失10ポイント以上の手のあと読み筋がその狙いの初手で始まる",
        when_en: "the opponent threatened 15 points or more, the loss is 10 points or more, and \
                  the line after the move begins with the threat's first move",
        kinds: &["threat", "score", "mate", "points", "repetition"],
        find: |scene| {
            if scene.loss() < LOSS {
                return None;
            }
            let mut facts = vec![threat(scene, &[])?];
            facts.extend(scene.sources()?);
            Some(facts)
        },
        fill: |place, facts| {
            let (_, threat) = overlooked(place, facts)?;
            Some(
                Slots::new()
                    .put("foe", place.foe())
                    .put("t", words_of(place.root(), &threat))
                    .put("m", place.mv(place.played())),
            )
        },
    },
    Template {
        id: "T3",
        group: Group::T,
        ja: "{b}なら{t}を消せた。",
        en: "{b} would have stopped {t}.",
        when_ja: "T2に続けて、最善手のあとその狙いが指せないか、得が5ポイント未満",
        when_en: "after T2, if after the best move the threat's first move is illegal or gains \
                  less than 5 points",
        kinds: &["threat", "score", "mate", "points", "repetition"],
        find: |scene| {
            if scene.loss() < LOSS {
                return None;
            }
            let mut facts = vec![threat(scene, &[])?];
            facts.extend(scene.sources()?);
            facts.extend(scene.of_moment(|searched| !searched.after.is_empty()));
            Some(facts)
        },
        fill: |place, facts| {
            let (loss, threat) = overlooked(place, facts)?;
            let (better, mv) = (loss.better()?, threat.line.moves.first()?.0);
            let after = sources::follow(place.root(), &[better])?;
            let is_stopped = !after.is_legal(mv) || {
                let gain = answer(place, facts, better, mv)?.get() - (100.0 - loss.best.w.get());
                gain < STOPPED
            };
            (is_stopped && place.says(&["T2"])).then(|| {
                let t = words_of(place.root(), &threat);
                Slots::new().put("b", place.mv(better)).put("t", t)
            })
        },
    },
];

/// The moment's threat after some moves, as a fact.
fn threat(scene: &Scene<'_>, after: &[Move]) -> Option<Fact> {
    let moment = scene.moment?;
    let threat =
        moment.threats.iter().find(|threat| crate::model::Usi::moves(&threat.after) == after)?;
    (threat.size.get() >= SIZE).then(|| Fact::Threat {
        unit: Unit::Moment(scene.ply()).name(),
        sfen: threat.sfen.clone(),
        size: threat.size,
        line: threat.line.clone(),
    })
}

/// The size of a threat from a position: what the pass is worth to the side that moves again, whose
/// win probability without it is given.
fn size(
    place: &Place<'_>,
    threat: &Threat<'_>,
    position: &Position,
    without: Number,
) -> Option<f64> {
    let is_here = threat.sfen == position.to_sfen()
        && threat.unit == Unit::Moment(place.ply).name()
        && !position.in_check();
    let size = Number::new(place.w_of(threat.line).get() - without.get());
    (is_here && size == threat.size && !threat.line.moves.is_empty()).then_some(size.get())
}

/// The opponent's threat from before the move, if the reply to the move carries it out.
fn overlooked<'f>(place: &Place<'_>, facts: &Facts<'f>) -> Option<(Loss, Threat<'f>)> {
    let loss = sources::loss(place, facts).filter(|loss| loss.points >= LOSS)?;
    let threat = facts.threat()?;
    let foe_w = Number::new(100.0 - loss.best.w.get());
    let size = size(place, &threat, place.root(), foe_w)?;
    let carries_out = loss.played.line.get(1) == threat.line.moves.first().map(|mv| &mv.0);
    (size >= SIZE && carries_out).then_some((loss, threat))
}

/// The opponent's win probability with the threat's first move after the best move.
fn answer(place: &Place<'_>, facts: &Facts<'_>, better: Move, mv: Move) -> Option<Number> {
    let moves = [place.moves_to(place.ply - 1), &[better.into()]].concat();
    let score = facts
        .scores()
        .into_iter()
        .find(|score| score.moves == moves && score.only.len() == 1 && score.only[0].0 == mv)?;
    Some(place.w_of(score.line))
}

/// The threat's first move in words.
fn words_of(position: &Position, threat: &Threat<'_>) -> Slot {
    let passed = passed(position).unwrap_or_else(|| played_out(position, &[]));
    match threat.line.moves.first() {
        Some(mv) if passed.is_legal(mv.0) => words::mv(&passed, mv.0, None),
        _ => words::same(""),
    }
}
