//! H and B: what the move is, its place in the game, and the better move.

use super::facts::{Facts, Score};
use super::place::Place;
use super::scene::Scene;
use super::sources::{self, Loss};
use super::template::{Slots, Template};
use super::words;
use crate::model::{Class, Fact, Flag, Group, Number, Side};
use crate::states;
use crate::units::{CHUNK, Unit};

/// The gap from which the best move is worth a word.
const GAP: f64 = 5.0;
/// The gap of a strong move, and how unlikely it is, in percent.
const STRONG: (f64, f64) = (10.0, 10.0);
/// How unlikely a brilliant move is, in percent.
const BRILLIANT: f64 = 2.0;
/// The gap of an only move, and what it keeps at least.
const ONLY: (f64, f64) = (15.0, 20.0);
/// A recapture or an answer to check this likely is not worth a word, in percent.
const TRIVIAL: f64 = 50.0;

pub(super) const TEMPLATES: &[Template] = &[
    Template {
        id: "H1",
        group: Group::H,
        ja: "{m}が最善。",
        en: "{m} is best.",
        when_ja: "指し手が最善手で、次点との差が5ポイント以上",
        when_en: "the move is the best one, and the second is 5 points or more behind",
        kinds: &["score"],
        find: |scene| praised(scene, false),
        fill: |place, facts| {
            let two = two_lines(place, facts)?;
            (two.gap >= GAP).then(|| Slots::new().put("m", place.mv(place.played())))
        },
    },
    Template {
        id: "H2",
        group: Group::H,
        ja: "{m}は好手。次点の{s}とは{g}ポイントの開きがある。",
        en: "{m} is strong: {s}, the runner-up, is {g} points behind.",
        when_ja: "最善手で、次点との差が10ポイント以上、自然さ10%以下、勝率20%以上、大勢が決していない",
        when_en: "best, 10 points or more ahead of the second, naturalness at most 10%, win \
                  probability at least 20%, the game not decided",
        kinds: &["score", "naturalness"],
        find: |scene| {
            let class = scene.judgement()?.class;
            let is_strong = matches!(class, Class::Strong | Class::Brilliant);
            is_strong.then(|| praised(scene, true))?
        },
        fill: |place, facts| {
            let (two, _) = strong(place, facts)?;
            let slots = Slots::new().put("m", place.mv(place.played()));
            let second = two.second.line.moves.first()?;
            Some(slots.put("s", place.mv(second.0)).put("g", words::points(two.gap)))
        },
    },
    Template {
        id: "H3",
        group: Group::H,
        ja: "{m}は妙手。自然さ{p}%（{r}番目）の見えにくい手で、ほかの手では{g}ポイント以上落ちる。",
        en: "{m} is brilliant: {r} in naturalness ({p}%), yet everything else drops at least {g} \
             points.",
        when_ja: "好手（H2）で、自然さ2%以下、浅い読みでは上位3手に入らないか1位より10ポイント以上低い",
        when_en: "strong as for H2, naturalness at most 2%, and a shallow look has it outside its \
                  first three or 10 points below its first",
        kinds: &["score", "naturalness"],
        find: |scene| {
            if scene.judgement()?.class != Class::Brilliant {
                return None;
            }
            let mut facts = praised(scene, true)?;
            facts.extend(scene.shallow(scene.ply() - 1));
            Some(facts)
        },
        fill: |place, facts| {
            let (two, natural) = strong(place, facts)?;
            let slots = Slots::new().put("m", place.mv(place.played()));
            let is_hidden = is_hidden(place, facts)?;
            let gap = words::same((two.gap.floor() as i64).max(1));
            (is_hidden && natural.0.get() <= BRILLIANT).then(|| {
                slots
                    .put("p", words::likelihood(natural.0))
                    .put("r", words::rank(natural.1))
                    .put("g", gap)
            })
        },
    },
    Template {
        id: "H4",
        group: Group::H,
        ja: "ここは{m}の一手で、ほかはすべて{w2}%以下になる。",
        en: "Only {m} holds; nothing else keeps more than {w2}%.",
        when_ja: "指し手が最善手で、次点との差が15ポイント以上、勝率20%以上。自然さ50%以上の取り返しと王手への応手は除く",
        when_en: "best, 15 points or more ahead of the second, win probability at least 20%; not \
                  for recaptures and answers to check with a naturalness of 50% or more",
        kinds: &["score", "naturalness"],
        find: |scene| praised(scene, true),
        fill: |place, facts| {
            let two = two_lines(place, facts)?;
            let natural = naturalness(place, facts)?;
            let root = place.root();
            let takes_back = root.last_move().is_some_and(|last| last.to() == place.played().to());
            let is_trivial = (takes_back || root.in_check()) && natural.0.get() >= TRIVIAL;
            let holds = two.gap >= ONLY.0 && two.w.get() >= ONLY.1 && !is_trivial;
            let second = Number::new(two.w.get() - two.gap);
            let second = words::same((second.get().ceil() as i64).clamp(1, 99));
            holds.then(|| Slots::new().put("m", place.mv(place.played())).put("w2", second))
        },
    },
    Template {
        id: "H5",
        group: Group::H,
        ja: "{m}は{class}。{you}の勝率は{w0}%から{w1}%になった。",
        en: "{m} is {class}: {you}'s chances go from {w0}% to {w1}%.",
        when_ja: "損失が第1の限界（5ポイント）以上",
        when_en: "the loss is at or above the first limit (5 points)",
        kinds: &["class", "score", "mate", "points", "repetition"],
        find: |scene| {
            let judgement = scene.judgement().filter(|one| one.grade.is_bad())?;
            let mut facts = vec![Fact::Class {
                scale: scene.place.settings.scale,
                limits: scene.place.settings.classes,
                best: judgement.best_w,
                played: judgement.played_w,
                class: judgement.grade,
            }];
            facts.extend(scene.sources()?);
            Some(facts)
        },
        fill: |place, facts| {
            let loss = sources::loss(place, facts).filter(|loss| loss.grade.is_bad())?;
            let said = facts.0.iter().find_map(|fact| match fact {
                Fact::Class { scale, limits, best, played, class } => {
                    Some((*scale, *limits, *best, *played, *class))
                }
                _ => None,
            });
            let settings = place.settings;
            let ours = (settings.scale, settings.classes, loss.best.w, loss.played.w, loss.grade);
            (said == Some(ours)).then(|| {
                Slots::new()
                    .put("m", place.mv(place.played()))
                    .put("class", words::class(loss.grade))
                    .put("you", place.you())
                    .put("w0", words::percent(loss.best.w, loss.best.is_firm))
                    .put("w1", words::percent(loss.played.w, loss.played.is_firm))
            })
        },
    },
    Template {
        id: "H6",
        group: Group::H,
        ja: "この{m}が敗着で、以後{you}は40%に戻れなかった。",
        en: "{m} decides the game: {you} never got back to 40%.",
        when_ja: "敗者の勝率が最後に40%以上から40%未満になった手（21手目以降）で、その手とそれ以後の手の探索でも同じであり、損失が5ポイント以上",
        when_en: "the loser's last move from 40% or more to less than 40%, after ply 20, by the \
                  curve and by the searches of this and all later moves, and its loss is at or above the first limit",
        kinds: &["curve", "score", "mate", "points", "repetition"],
        find: |scene| scene.has(Flag::LosingMove).then(|| on_course(scene))?,
        fill: |place, facts| {
            let loser = loser(place)?;
            let (part, curve) = (place.part(), facts.curve()?);
            let ply = states::losing_move(&curve, part.first, &movers(place), loser.into())?;
            let loss = sources::loss(place, facts).filter(|loss| loss.grade.is_bad())?;
            let crosses =
                loss.best.w.get() >= states::LOSING && loss.played.w.get() < states::LOSING;
            (part.ends_game() && ply == place.ply && crosses)
                .then(|| Slots::new().put("m", place.mv(place.played())).put("you", place.you()))
        },
    },
    Template {
        id: "H7",
        group: Group::H,
        ja: "形勢はここで入れ替わった。",
        en: "Here the lead changes hands.",
        when_ja: "一方の優勢（60%）を最後に離れ、そのあと他方の優勢になる手で、その手の損失が5ポイント以上",
        when_en: "the game leaves one side's lead (60%) for the last time before it reaches the \
                  other's, and the move's loss is at or above the first limit",
        kinds: &["curve", "score", "mate", "points", "repetition"],
        find: |scene| scene.has(Flag::TurningPoint).then(|| on_course(scene))?,
        fill: |place, facts| {
            let points = states::turning_points(&facts.curve()?, place.part().first);
            (points.contains(&place.ply) && is_bad(place, facts)).then(Slots::new)
        },
    },
    Template {
        id: "H8",
        group: Group::H,
        ja: "{foe}の失着を咎められず、得をした分の{x}割を返した。",
        en: "{foe}'s slip goes unpunished: {x} tenths of the gain are given back.",
        when_ja: "相手の直前の手の損失が10ポイント以上で、この手がその60%以上を返す",
        when_en: "the opponent's last move lost 10 points or more, and this one gives back 60% or \
                  more of it",
        kinds: &["score", "mate", "points", "repetition"],
        find: |scene| {
            let ply = scene.ply();
            if !scene.has(Flag::MissedChance) || ply < 2 {
                return None;
            }
            let moment = scene.context.report.moment(ply as u32 - 1);
            let before = Scene::at(scene.context, ply - 1, moment);
            let mut facts = before.sources()?;
            facts.extend(scene.sources()?);
            Some(facts)
        },
        fill: |place, facts| {
            let before = Place { ply: place.ply.checked_sub(1).filter(|&ply| ply > 0)?, ..*place };
            let gained = sources::loss(&before, facts)?.points;
            let back = sources::loss(place, facts)?.points;
            let tenths = ((10.0 * back / gained).floor() as i64).clamp(6, 10);
            (gained >= 10.0 && back >= 0.6 * gained)
                .then(|| Slots::new().put("foe", place.foe()).put("x", words::same(tenths)))
        },
    },
    Template {
        id: "B1",
        group: Group::B,
        ja: "{b}なら{wb}%を保てた。",
        en: "{b} would have kept {wb}%.",
        when_ja: "損失が5ポイント以上で、最善手がわかっている",
        when_en: "the loss is at or above the first limit, and the best move is known",
        kinds: &["score", "mate", "points", "repetition"],
        find: |scene| {
            scene.judgement().filter(|one| one.grade.is_bad())?;
            scene.sources()
        },
        fill: |place, facts| {
            let loss: Loss = sources::loss(place, facts).filter(|loss| loss.grade.is_bad())?;
            let better = loss.better()?;
            let wb = words::percent(loss.best.w, loss.best.is_firm);
            Some(Slots::new().put("b", place.mv(better)).put("wb", wb))
        },
    },
];

/// The curve, and what the move itself loses.
fn on_course(scene: &Scene<'_>) -> Option<Vec<Fact>> {
    let mut facts = vec![scene.curve()];
    facts.extend(scene.sources()?);
    Some(facts)
}

/// Is the move's own loss one that is blamed?
fn is_bad(place: &Place<'_>, facts: &Facts<'_>) -> bool {
    sources::loss(place, facts).is_some_and(|loss| loss.grade.is_bad())
}

/// The best line and the second one of one search.
struct TwoLines<'f> {
    /// The win probability of the best.
    w: Number,
    gap: f64,
    second: Score<'f>,
}

/// The first two lines of the moment's search if the played move is first and both finished the
/// same depth.
fn two_lines<'f>(place: &Place<'_>, facts: &Facts<'f>) -> Option<TwoLines<'f>> {
    let unit = Unit::Moment(place.ply).name();
    let line = |rank: u32| {
        facts.scores().into_iter().find(|score| {
            score.unit == unit
                && score.moves == place.moves_to(place.ply - 1)
                && score.only.is_empty()
                && score.line.rank == rank
        })
    };
    let (first, second) = (line(1)?, line(2)?);
    let is_first = first.line.moves.first().is_some_and(|mv| mv.0 == place.played());
    if !is_first || first.line.depth != second.line.depth || first.line.nodes != second.line.nodes {
        return None;
    }
    let (w, w2) = (place.w_of(first.line), place.w_of(second.line));
    Some(TwoLines { w, gap: Number::new(w.get() - w2.get()).get(), second })
}

/// How natural the played move is: the percentage and the rank.
fn naturalness(place: &Place<'_>, facts: &Facts<'_>) -> Option<(Number, u32)> {
    super::natural::of_move(place, facts, place.played())
}

/// A strong move, with its naturalness.
fn strong<'f>(place: &Place<'_>, facts: &Facts<'f>) -> Option<(TwoLines<'f>, (Number, u32))> {
    let two = two_lines(place, facts)?;
    let natural = naturalness(place, facts)?;
    let is_decided = two.w.get() > 97.5;
    let holds =
        two.gap >= STRONG.0 && natural.0.get() <= STRONG.1 && two.w.get() >= 20.0 && !is_decided;
    holds.then_some((two, natural))
}

/// Does the shallow look have the played move outside its first lines, or far below its first?
fn is_hidden(place: &Place<'_>, facts: &Facts<'_>) -> Option<bool> {
    let before = place.ply - 1;
    let unit = Unit::Chunk(before / CHUNK).name();
    let shallow: Vec<Score<'_>> = facts
        .scores()
        .into_iter()
        .filter(|score| score.unit == unit && score.moves == place.moves_to(before))
        .filter(|score| score.only.is_empty() && score.line.nodes < place.settings.nodes)
        .collect();
    let first = shallow.iter().find(|score| score.line.rank == 1)?;
    let is_played =
        |score: &&Score<'_>| score.line.moves.first().is_some_and(|mv| mv.0 == place.played());
    // With fewer lines than asked for all moves are there.
    let needed = place.root().legal_moves().len().min(3);
    let Some(own) = shallow.iter().find(is_played) else {
        return Some(shallow.len() >= needed);
    };
    Some(place.w_of(first.line).get() - place.w_of(own.line).get() >= 10.0)
}

/// The lines of a moment whose best move was played and lost nothing.
fn praised(scene: &Scene<'_>, with_naturalness: bool) -> Option<Vec<Fact>> {
    let judgement = scene.judgement()?;
    let is_best = judgement.best == judgement.mv && !scene.has(Flag::Decided);
    let lines = scene.lines();
    if !is_best || judgement.loss.get() > 0.0 || lines.len() < 2 {
        return None;
    }
    let mut facts: Vec<Fact> = lines.into_iter().take(2).collect();
    if with_naturalness {
        facts.push(scene.natural(scene.place.played())?);
    }
    Some(facts)
}

/// The side that lost the game, by the record.
pub(super) fn loser(place: &Place<'_>) -> Option<Side> {
    place.info.winner.map(|winner| match winner {
        Side::Black => Side::White,
        Side::White => Side::Black,
    })
}

/// The movers of plies 1, 2, ...
pub(super) fn movers(place: &Place<'_>) -> Vec<shogi::Color> {
    place.positions[..place.info.moves.len()].iter().map(shogi::Position::turn).collect()
}
