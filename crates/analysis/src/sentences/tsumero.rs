//! Z: mate threats (詰めろ) and hisshi, proved by the solvers.

use shogi::Position;

use super::facts::Facts;
use super::place::Place;
use super::scene::Scene;
use super::sources;
use super::template::{Slots, Template};
use super::words;
use crate::model::{Fact, Flag, Group, Question, Usi, Verdict};

/// From this win probability on, a missed hisshi is not worth a word.
const STILL_WINNING: f64 = 95.0;
/// A loss from which a free move for the opponent is a reason.
const LOSS: f64 = 10.0;

pub(super) const TEMPLATES: &[Template] = &[
    Template {
        id: "Z1",
        group: Group::Z,
        ja: "{m}は詰めろ。手を抜けば{line}で詰む。",
        en: "{m} threatens mate: left alone, {line}.",
        when_ja: "手番を渡せば詰むことが証明された（自分の直前の手が詰めろでないとき）",
        when_en: "it is proved that the mover mates if it moves again (said if its move before \
                  was no mate threat)",
        kinds: &["tsumero"],
        find: |scene| {
            let ply = scene.ply();
            let again = ply > 2 && scene.had(Flag::Tsumero, ply - 2);
            (scene.has(Flag::Tsumero) && !again).then(|| made(scene).map(|fact| vec![fact]))?
        },
        fill: |place, facts| {
            let after = place.after();
            let (verdict, line) = facts.tsumero(&after.to_sfen())?;
            let line = words::mate_line(&passed(after)?, &Usi::moves(line));
            (verdict == Verdict::Yes)
                .then(|| Slots::new().put("m", place.mv(place.played())).put("line", line))
        },
    },
    Template {
        id: "Z2",
        group: Group::Z,
        ja: "{m}は詰めろではないため、{foe}に一手の余裕ができた。",
        en: "{m} is no mate threat, so {foe} has a free move.",
        when_ja: "損失10ポイント以上、最善手は詰めろか詰みと証明され、指した手は詰めろでないと証明され、\
                  読み筋の応手は詰めろか詰みと証明された",
        when_en: "the loss is 10 points or more; the best move is a proved mate threat or mates; \
                  the played one is proved to be no mate threat; the reply in the line is a proved \
                  mate threat or mates",
        kinds: &["score", "mate", "points", "repetition", "tsumero"],
        find: |scene| {
            let ply = scene.ply();
            let judgement = scene.judgement()?;
            if judgement.loss.get() < LOSS {
                return None;
            }
            let mut facts = scene.sources()?;
            facts.push(scene.fact(Question::Tsumero, ply, &[], Verdict::No)?);
            facts.extend(scene.fact(Question::Tsumero, ply - 1, &[judgement.best.0], Verdict::Yes));
            let reply = scene.found?.played.line.get(1);
            facts
                .extend(reply.and_then(|reply| {
                    scene.fact(Question::Tsumero, ply, &[reply.0], Verdict::Yes)
                }));
            Some(facts)
        },
        fill: |place, facts| {
            let loss = sources::loss(place, facts).filter(|loss| loss.points >= LOSS)?;
            let (root, after) = (place.root(), place.after());
            let is_no_threat = facts.tsumero(&after.to_sfen())?.0 == Verdict::No;
            let threatens = |position: &Position| {
                facts.tsumero(&position.to_sfen()).is_some_and(|one| one.0 == Verdict::Yes)
            };
            let better = loss.better()?;
            let best_mates = facts.mate(&root.to_sfen()).is_some();
            let best_threatens = threatens(&sources::follow(root, &[better])?);
            let reply = *loss.played.line.get(1)?;
            let reply_mates = facts.mate(&after.to_sfen()).is_some();
            let reply_threatens = threatens(&sources::follow(after, &[reply])?);
            let holds =
                is_no_threat && (best_mates || best_threatens) && (reply_mates || reply_threatens);
            holds.then(|| Slots::new().put("m", place.mv(place.played())).put("foe", place.foe()))
        },
    },
    Template {
        id: "Z3",
        group: Group::Z,
        ja: "{m}で詰めろがほどけた。",
        en: "{m} undoes the mate threat.",
        when_ja: "自玉への詰めろが証明されていて、指した手のあとは詰まないと証明された",
        when_en: "a mate threat against the mover is proved, and after the move there is proved to \
                  be no mate",
        kinds: &["tsumero", "noMate"],
        find: parried,
        fill: |place, facts| {
            is_parried(place, facts).then(|| Slots::new().put("m", place.mv(place.played())))
        },
    },
    Template {
        id: "Z4",
        group: Group::Z,
        ja: "{m}は詰めろ逃れの詰めろ。",
        en: "{m} parries the mate threat with a mate threat.",
        when_ja: "Z3が成り立ち、指した手が詰めろと証明された",
        when_en: "Z3 holds, and the move is a proved mate threat",
        kinds: &["tsumero", "noMate"],
        find: |scene| {
            let mut facts = parried(scene)?;
            facts.push(made(scene)?);
            Some(facts)
        },
        fill: |place, facts| {
            let made = facts.tsumero(&place.after().to_sfen())?.0 == Verdict::Yes;
            (made && is_parried(place, facts))
                .then(|| Slots::new().put("m", place.mv(place.played())))
        },
    },
    Template {
        id: "Z5",
        group: Group::Z,
        ja: "詰めろが掛かっていたのに{m}と指し、{line}の筋が残った。",
        en: "With a mate threat pending, {m} leaves {line} in the air.",
        when_ja: "自玉への詰めろが証明されていて（必至と証明されてはいない）、王手でない損失5ポイント以上の手を指し、\
                  そのあとの詰みが証明された",
        when_en: "a mate threat against the mover is proved, but no hisshi; the move gives no \
                  check, its loss is at or above the first limit, and the mate after it is proved",
        kinds: &["tsumero", "mate", "hisshi", "score", "points", "repetition"],
        find: |scene| {
            let ply = scene.ply();
            if !scene.has(Flag::IgnoredTsumero) {
                return None;
            }
            let mut facts = vec![scene.fact(Question::Tsumero, ply - 1, &[], Verdict::Yes)?];
            facts.extend(scene.sources()?);
            let stands = scene.proof(Question::HisshiStands, ply - 1, &[]);
            facts.extend(stands.map(|proof| scene.proved(proof)));
            Some(facts)
        },
        fill: |place, facts| {
            let after = place.after();
            let stood = facts.tsumero(&place.root().to_sfen())?.0 == Verdict::Yes;
            let (line, _) = facts.mate(&after.to_sfen())?;
            let line = words::mate_line(after, &Usi::moves(line));
            let is_bad = sources::loss(place, facts).is_some_and(|loss| loss.grade.is_bad());
            let was_lost = facts
                .hisshi(&place.root().to_sfen(), true)
                .is_some_and(|one| one.0 == Verdict::Yes);
            (stood && !after.in_check() && is_bad && !was_lost)
                .then(|| Slots::new().put("m", place.mv(place.played())).put("line", line))
        },
    },
    Template {
        id: "Z6",
        group: Group::Z,
        ja: "{m}で必至。どう受けても詰む。",
        en: "{m} is brinkmate: no defence stops the mate.",
        when_ja: "指した手のあと必至が証明された",
        when_en: "hisshi is proved to stand after the move",
        kinds: &["hisshi"],
        find: |scene| {
            scene
                .fact(Question::HisshiStands, scene.ply(), &[], Verdict::Yes)
                .map(|fact| vec![fact])
        },
        fill: |place, facts| {
            let (verdict, _) = facts.hisshi(&place.after().to_sfen(), true)?;
            (verdict == Verdict::Yes).then(|| Slots::new().put("m", place.mv(place.played())))
        },
    },
    Template {
        id: "Z7",
        group: Group::Z,
        ja: "{b}と指せば必至が掛かった。",
        en: "{b} would have been brinkmate.",
        when_ja: "必至を掛ける手が証明され、詰みはないと証明され、指した手は別の手で必至と証明されず、勝率95%未満",
        when_en: "a move that brings hisshi about is proved, there is proved to be no mate, \
                  another move was played that is not proved to be hisshi and keeps less than 95%",
        kinds: &["hisshi", "noMate", "score", "mate", "points", "repetition"],
        find: |scene| {
            let ply = scene.ply();
            if !scene.has(Flag::MissedHisshi) {
                return None;
            }
            let mut facts = scene.played_source()?;
            facts.push(scene.fact(Question::Hisshi, ply - 1, &[], Verdict::Yes)?);
            facts.push(scene.fact(Question::Mate, ply - 1, &[], Verdict::No)?);
            let stands = scene.proof(Question::HisshiStands, ply, &[]);
            facts.extend(stands.map(|proof| scene.proved(proof)));
            Some(facts)
        },
        fill: |place, facts| {
            let root = place.root().to_sfen();
            let (verdict, line) = facts.hisshi(&root, false)?;
            let first = line.first()?.0;
            let played = sources::played(place, facts)?;
            let stands = facts.hisshi(&place.after().to_sfen(), true);
            let holds = verdict == Verdict::Yes
                && facts.has_no_mate(&root)
                && first != place.played()
                && stands.is_none_or(|one| one.0 != Verdict::Yes)
                && played.w.get() < STILL_WINNING;
            holds.then(|| Slots::new().put("b", place.mv(first)))
        },
    },
];

/// The proof that the move is a mate threat.
fn made(scene: &Scene<'_>) -> Option<Fact> {
    scene.fact(Question::Tsumero, scene.ply(), &[], Verdict::Yes)
}

fn parried(scene: &Scene<'_>) -> Option<Vec<Fact>> {
    let ply = scene.ply();
    if !scene.has(Flag::Parried) {
        return None;
    }
    let stood = scene.fact(Question::Tsumero, ply - 1, &[], Verdict::Yes)?;
    Some(vec![stood, scene.fact(Question::Mate, ply, &[], Verdict::No)?])
}

fn is_parried(place: &Place<'_>, facts: &Facts<'_>) -> bool {
    let stood = facts.tsumero(&place.root().to_sfen());
    stood.is_some_and(|one| one.0 == Verdict::Yes) && facts.has_no_mate(&place.after().to_sfen())
}

/// The position with the turn handed over; none in check.
pub(super) fn passed(position: &Position) -> Option<Position> {
    if position.in_check() {
        return None;
    }
    let mut passed = position.without_past();
    passed.pass();
    Some(passed)
}
