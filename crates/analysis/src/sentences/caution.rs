//! C: how far a verdict can be trusted.

use super::CAUSES;
use super::facts::Facts;
use super::place::Place;
use super::scene::Scene;
use super::sources::{self, Loss};
use super::template::{Slots, Template};
use super::words;
use crate::classes::{grade, steps_apart};
use crate::model::{Class, Fact, Flag, Group, Number, Question, Verdict};

/// A loss from which an undecided mate matters.
const MATTERS: f64 = 20.0;

pub(super) const TEMPLATES: &[Template] = &[
    Template {
        id: "C1",
        group: Group::C,
        ja: "読む量で判定が変わる（{n1}局面では{c1}、{n2}局面では{c2}）。",
        en: "The verdict depends on the depth of reading ({c1} at {n1} nodes, {c2} at {n2}).",
        when_ja: "少ない局面数での判定と多い局面数での判定が2段階以上違う",
        when_en: "the classes by fewer and by more nodes are two steps or more apart",
        kinds: &["score"],
        find: |scene| {
            let found = scene.found.filter(|_| scene.has(Flag::Unstable))?;
            let (ply, played) = (scene.ply(), scene.place.played());
            let best = found.best.line.first()?.0;
            let pair = |nodes: u64| Some([scene.alone(best, nodes)?, scene.alone(played, nodes)?]);
            let deep = pair(found.best.nodes)?;
            let swept = || Some([scene.swept(ply - 1)?, scene.swept(ply)?]);
            let quarter = || pair(found.quarter[0].nodes);
            [swept(), quarter()].into_iter().flatten().map(|few| [few, deep.clone()].concat()).find(
                |facts| {
                    let facts = Facts(facts.iter().collect());
                    verdicts(&scene.place, &facts).is_some()
                },
            )
        },
        fill: |place, facts| {
            let [(n1, c1), (n2, c2)] = verdicts(place, facts)?;
            Some(
                Slots::new()
                    .put("n1", words::same(n1))
                    .put("c1", words::grade(c1))
                    .put("n2", words::same(n2))
                    .put("c2", words::grade(c2)),
            )
        },
    },
    Template {
        id: "C2",
        group: Group::C,
        ja: "差は{d}ポイントあるが、一つの理由では説明できない。",
        en: "The gap is {d} points, but no single reason could be established.",
        when_ja: "損失5ポイント以上で、理由の文がどれも成り立たない",
        when_en: "the loss is at or above the first limit, and no reason holds",
        kinds: &["score", "mate", "points", "repetition"],
        find: |scene| {
            scene.judgement().filter(|one| one.grade.is_bad())?;
            scene.sources()
        },
        fill: |place, facts| {
            let loss: Loss = sources::loss(place, facts).filter(|loss| loss.grade.is_bad())?;
            (!place.says(CAUSES)).then(|| Slots::new().put("d", words::points(loss.points)))
        },
    },
    Template {
        id: "C3",
        group: Group::C,
        ja: "詰みの有無は確かめきれなかった（{n}局面まで調査）。",
        en: "Whether there is a mate could not be settled ({n} nodes).",
        when_ja: "詰みの有無が決まらず、探索が詰みの評価を出しているか損失が20ポイント以上",
        when_en: "the solver did not decide, and the search has a mate score there or the loss is \
                  20 points or more",
        kinds: &["unknownMate", "score", "mate", "points", "repetition"],
        find: |scene| {
            let unknown = undecided(scene)?;
            let mut facts = vec![unknown];
            facts.extend(scene.sources()?);
            Some(facts)
        },
        fill: |place, facts| {
            let [root, after] = [place.root(), place.after()].map(|one| one.to_sfen());
            let [before, later] = [root, after].map(|sfen| facts.unknown_mate(&sfen));
            let mates = |source: Option<sources::Source>, w: f64| {
                // A mate score of a search is the only one without centipawns.
                source.is_some_and(|one| !one.is_firm && one.cp.is_none() && one.w.get() == w)
            };
            let loses = sources::loss(place, facts).is_some_and(|loss| loss.points >= MATTERS);
            let announced = before.is_some() && mates(sources::best(place, facts), 99.5)
                || later.is_some() && mates(sources::played(place, facts), 0.5);
            let nodes = before.or(later)?;
            (announced || loses).then(|| Slots::new().put("n", words::same(nodes)))
        },
    },
];

/// The nodes and the classes of two pairs of searches, if they are two steps or more apart. The
/// first pair is the sweep's or that of a quarter of the nodes, the second that of the moment.
fn verdicts(place: &Place<'_>, facts: &Facts<'_>) -> Option<[(u64, Class); 2]> {
    if facts.0.len() != 4 {
        return None;
    }
    let of = |facts: &Facts<'_>| {
        let nodes = facts.scores().first()?.line.nodes;
        let (best, played) = (sources::best(place, facts)?, sources::played(place, facts)?);
        // If the search likes the played move best, there is nothing to compare.
        let is_best = best.line.first() == Some(&place.played());
        let loss = if is_best { 0.0 } else { best.w.get() - played.w.get() };
        let class = grade(Number::new(loss).get().max(0.0), &place.settings.classes);
        Some((nodes, class))
    };
    let (few, deep) = (of(&facts.part(0, 2))?, of(&facts.part(2, 2))?);
    let is_deep = deep.0 == place.settings.deep_nodes && few.0 < deep.0;
    (is_deep && steps_apart(few.1, deep.1) >= 2).then_some([few, deep])
}

/// The mate question of the moment that stayed without an answer.
fn undecided(scene: &Scene<'_>) -> Option<Fact> {
    let ply = scene.ply();
    let open = |ply: usize| scene.fact(Question::Mate, ply, &[], Verdict::Unknown);
    open(ply - 1).or_else(|| open(ply))
}
