//! N: naturalness, which is what strong programs choose, not people.

use shogi::Move;

use super::CAUSES;
use super::facts::Facts;
use super::place::Place;
use super::sources;
use super::template::{Slots, Template};
use super::words;
use crate::model::{Group, Number};

/// A loss from which naturalness is worth a word.
const LOSS: f64 = 10.0;
/// A natural move is among this many.
const NATURAL: u32 = 3;
/// An unnatural move is at most this likely, in percent.
const UNNATURAL: f64 = 2.0;
const KINDS: &[&str] = &["naturalness", "score", "mate", "points", "repetition"];

pub(super) const TEMPLATES: &[Template] = &[
    Template {
        id: "N1",
        group: Group::N,
        ja: "指したくなる手（{p}%、{r}番目）だが、ここでは通らない。",
        en: "A natural move ({p}%, {r} choice), but here it fails.",
        when_ja: "損失10ポイント以上、自然さが上位3手に入り、理由の文が前にある",
        when_en: "the loss is 10 points or more, the move is among the three most natural, and a \
                  reason stands before it",
        kinds: KINDS,
        find: |scene| {
            if scene.loss() < LOSS {
                return None;
            }
            let mut facts = scene.sources()?;
            facts.push(scene.natural(scene.place.played())?);
            Some(facts)
        },
        fill: |place, facts| {
            let loss = sources::loss(place, facts)?;
            let (percent, rank) = of_move(place, facts, place.played())?;
            let holds = loss.points >= LOSS && rank <= NATURAL && place.says(CAUSES);
            holds.then(|| {
                Slots::new().put("p", words::likelihood(percent)).put("r", words::rank(rank))
            })
        },
    },
    Template {
        id: "N2",
        group: Group::N,
        ja: "正解の{b}は自然さ{p}%（{r}番目）で、見つけにくい手だった。",
        en: "The right move {b} was hard to find: {r} in naturalness ({p}%).",
        when_ja: "損失10ポイント以上、最善手の自然さが2%以下",
        when_en: "the loss is 10 points or more, and the best move's naturalness is at most 2%",
        kinds: KINDS,
        find: |scene| {
            if scene.loss() < LOSS {
                return None;
            }
            let mut facts = scene.sources()?;
            facts.push(scene.natural(scene.judgement()?.best.0)?);
            Some(facts)
        },
        fill: |place, facts| {
            let loss = sources::loss(place, facts).filter(|loss| loss.points >= LOSS)?;
            let better = loss.better()?;
            let (percent, rank) = of_move(place, facts, better)?;
            (percent.get() <= UNNATURAL).then(|| {
                Slots::new()
                    .put("b", place.mv(better))
                    .put("p", words::likelihood(percent))
                    .put("r", words::rank(rank))
            })
        },
    },
];

/// How natural a move from before the played one is: the percentage and the rank.
pub(super) fn of_move(place: &Place<'_>, facts: &Facts<'_>, mv: Move) -> Option<(Number, u32)> {
    let natural = facts.natural(mv)?;
    let ply = place.ply - 1;
    let is_here = match ply {
        0 => natural.moves.is_empty() && natural.start == place.root().to_sfen(),
        _ => {
            natural.moves == &place.info.moves[ply - 1..ply]
                && natural.start == place.positions[ply - 1].to_sfen()
        }
    };
    is_here.then_some((natural.percent, natural.rank))
}
