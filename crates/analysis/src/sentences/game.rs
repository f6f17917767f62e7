//! O and G: openings, castles, phases, and the game as a whole.

use super::facts::Facts;
use super::head::{loser, movers};
use super::place::Place;
use super::scene::Scene;
use super::template::{Slots, Template};
use super::words;
use crate::look;
use crate::model::{Fact, Group, Number, Phase, ShapeKind, Side, Slot};
use crate::shapes::{self, Kind, Table};
use crate::states;

/// A phase begins if it stays for this many plies.
const STAYS: usize = 6;
/// A game without a losing move: the losses add up to this, and none is as large as that.
const STEPWISE: (f64, f64) = (40.0, 20.0);

pub(super) const TEMPLATES: &[Template] = &[
    Template {
        id: "O1",
        group: Group::O,
        ja: "{you}は{name}に構えた。",
        en: "{you} plays {name}.",
        when_ja: "データにある戦型の条件をその側の手のあと初めて満たした（主な戦型だけ）",
        when_en: "the conditions of an opening in the data hold for the first time after a move of \
                  the side (its main opening only)",
        kinds: &["shape"],
        find: |scene| shape(scene, ShapeKind::Opening),
        fill: |place, facts| shape_slots(place, facts, Kind::Opening),
    },
    Template {
        id: "O2",
        group: Group::O,
        ja: "{you}玉は{name}に収まった。",
        en: "{you}'s king settles in {name}.",
        when_ja: "データにある囲いの条件をその側の手のあと初めて満たした（主な囲いだけ、居玉を除く）",
        when_en: "the conditions of a castle in the data hold for the first time after a move of \
                  the side (its main castle only, and not for a sitting king)",
        kinds: &["shape"],
        find: |scene| shape(scene, ShapeKind::Castle),
        fill: |place, facts| shape_slots(place, facts, Kind::Castle),
    },
    Template {
        id: "G1",
        group: Group::G,
        ja: "ここから終盤に入る（進行度{x}%）。",
        en: "The endgame begins here (progress {x}%).",
        when_ja: "進行度が初めて終盤（256分の128以上）になり、6手続く",
        when_en: "the progress becomes that of an endgame (128 of 256 or more) for the first time \
                  and stays so for six plies",
        kinds: &["progress"],
        find: |scene| {
            let ply = scene.ply();
            let plies = &scene.context.report.plies;
            let is_late = |ply: usize| plies.get(ply).map(|one| one.phase == Phase::Endgame);
            let holds = is_late(ply - 1) == Some(false)
                && (ply..ply + STAYS).all(|ply| is_late(ply) == Some(true));
            let fact = |ply: usize| Fact::Progress {
                sfen: plies[ply].sfen.clone(),
                progress: plies[ply].progress,
            };
            holds.then(|| (ply - 1..ply + STAYS).map(fact).collect())
        },
        fill: |place, facts| {
            let progress = |ply: usize| {
                let position = place.positions.get(ply)?;
                facts.progress(&position.to_sfen())
            };
            let now = progress(place.ply)?;
            let is_late = |ply: usize| progress(ply).map(|x| look::phase(x) == Phase::Endgame);
            let holds = is_late(place.ply - 1) == Some(false)
                && (place.ply..place.ply + STAYS).all(|ply| is_late(ply) == Some(true));
            (holds && !was_endgame(place))
                .then(|| Slots::new().put("x", words::same(now * 100 / 256)))
        },
    },
    Template {
        id: "G2",
        group: Group::G,
        ja: "{you}の平均損失は{x}ポイント、{k}手目の{m}が最も大きい（{d}）。",
        en: "{you} lost {x} points a move; the largest loss is {m} at ply {k} ({d}).",
        when_ja: "数えた手があり、損失のある手がある",
        when_en: "the side has counted moves, and one of them loses something",
        kinds: &["losses"],
        find: |_| None,
        fill: |place, facts| {
            let (side, plies, losses) = facts.losses()?;
            let largest = losses.iter().map(|loss| loss.get()).fold(0.0, f64::max);
            let index = losses.iter().position(|loss| loss.get() == largest)?;
            let ply = *plies.get(index)? as usize;
            let there = Place { ply, ..*place };
            if largest <= 0.0 || ply == 0 || ply >= place.positions.len() {
                return None;
            }
            let sum: f64 = losses.iter().map(|loss| loss.get()).sum();
            let mean = Number::new(sum / losses.len() as f64);
            let is_own = shogi::Color::from(side) == there.mover();
            is_own.then(|| {
                Slots::new()
                    .put("you", there.you())
                    .put("x", decimal(mean))
                    .put("k", words::same(ply))
                    .put("m", there.mv(there.played()))
                    .put("d", decimal(losses[index]))
            })
        },
    },
    Template {
        id: "G3",
        group: Group::G,
        ja: "一手の敗着はなく、少しずつ差が開いた。",
        en: "There is no single losing move; the gap grew step by step.",
        when_ja: "盤上で負けた側に敗着がなく、損失の合計が40ポイント以上、20ポイント以上の手はない",
        when_en: "the game was lost on the board without a losing move; the loser's losses add up \
                  to 40 points or more, and none is 20 or more",
        kinds: &["losses", "curve"],
        find: |scene| {
            let loser = loser(&scene.place)?;
            Some(vec![scene.curve(), scene.losses(loser)])
        },
        fill: |place, facts| {
            let loser = loser(place)?;
            let (side, _, losses) = facts.losses()?;
            let curve = facts.curve()?;
            let on_board = matches!(place.info.ending.as_deref(), Some("投了" | "詰み"));
            let last = states::of_side(*curve.last()?, loser.into());
            let none = states::losing_move(&curve, 0, &movers(place), loser.into()).is_none();
            let sum: f64 = losses.iter().map(|loss| loss.get()).sum();
            let small = losses.iter().all(|loss| loss.get() < STEPWISE.1);
            (place.part().is_whole()
                && side == loser
                && on_board
                && last < 40.0
                && none
                && sum >= STEPWISE.0
                && small)
                .then(Slots::new)
        },
    },
];

/// The sides whose losses are summed up.
pub(super) const SIDES: [Side; 2] = [Side::Black, Side::White];

fn decimal(number: Number) -> Slot {
    words::same(format!("{:.1}", number.get()))
}

/// The castle or opening that the mover reached with this move.
fn shape(scene: &Scene<'_>, kind: ShapeKind) -> Option<Vec<Fact>> {
    let mover = Side::from(scene.place.mover());
    let shape = scene.context.report.shapes.iter().find(|shape| {
        shape.main && shape.kind == kind && shape.side == mover && shape.ply as usize == scene.ply()
    })?;
    Some(vec![Fact::Shape {
        id: shape.id.clone(),
        side: shape.side,
        start: scene.place.info.start.clone(),
        moves: scene.place.moves_to(scene.ply()).to_vec(),
        table: shapes::digest(),
    }])
}

/// Was it an endgame before the move of this place, for as many plies as that takes?
fn was_endgame(place: &Place<'_>) -> bool {
    let is_late = |position: &shogi::Position| {
        let progress = eval::classic::Progress::of(position).get();
        look::phase(progress.max(0) as u32) == Phase::Endgame
    };
    let late: Vec<bool> = place.positions[..place.ply].iter().map(is_late).collect();
    late.windows(STAYS).any(|plies| plies.iter().all(|&late| late))
}

fn shape_slots(place: &Place<'_>, facts: &Facts<'_>, kind: Kind) -> Option<Slots> {
    let (id, side, moves) = facts.0.iter().find_map(|fact| match fact {
        Fact::Shape { id, side, moves, .. } => Some((id, *side, moves)),
        _ => None,
    })?;
    let entry = Table::built_in().entries().iter().find(|entry| entry.id == *id)?;
    let is_here =
        moves[..] == *place.moves_to(place.ply) && shogi::Color::from(side) == place.mover();
    // A king that sits where it stood has not settled anywhere.
    (is_here && entry.kind == kind && entry.id != "igyoku").then(|| {
        let name = words::both(entry.japanese.clone(), entry.english.clone());
        Slots::new().put("you", place.you()).put("name", name)
    })
}
