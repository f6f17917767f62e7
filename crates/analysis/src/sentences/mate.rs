//! M: mates, proved by the solver.

use shogi::Move;

use super::facts::Facts;
use super::place::Place;
use super::scene::Scene;
use super::sources;
use super::template::{Slots, Template};
use super::words;
use crate::model::{Fact, Flag, Group, Question, Usi, Verdict};
use crate::units::played_out;

/// From this win probability on, a missed mate is a note.
const STILL_WINNING: f64 = 95.0;
/// The least win probability of an escape.
const ESCAPE: f64 = 30.0;

pub(super) const TEMPLATES: &[Template] = &[
    Template {
        id: "M1",
        group: Group::M,
        ja: "{n}手詰めがあった。{line}。",
        en: "There was a mate in {n}: {line}.",
        when_ja: "最短の詰みが証明された局面で、王手でない手か、詰まない応手のある王手を指した",
        when_en: "the shortest mate is proved before the move, and the move gives no check or has \
                  a reply after which there is no mate",
        kinds: &["mate", "replies"],
        find: missed,
        fill: |place, facts| missed_slots(place, facts, true),
    },
    Template {
        id: "M2",
        group: Group::M,
        ja: "{n}手以内の詰みがあった。{line}。",
        en: "There was a mate within {n}: {line}.",
        when_ja: "M1と同じだが、最短の手数は証明されていない",
        when_en: "as M1, but the length is not proved to be the shortest",
        kinds: &["mate", "replies"],
        find: missed,
        fill: |place, facts| missed_slots(place, facts, false),
    },
    Template {
        id: "M3",
        group: Group::M,
        ja: "もっとも{m}でも優位は動かない。",
        en: "Even so, {m} still wins comfortably.",
        when_ja: "M1かM2に続けて、指した手の勝率が95%以上のとき",
        when_en: "after M1 or M2, if the played move keeps 95% or more",
        kinds: &["score", "mate", "points", "repetition"],
        find: |scene| scene.has(Flag::MissedMate).then(|| scene.played_source())?,
        fill: |place, facts| {
            let played = sources::played(place, facts)?;
            let holds = played.w.get() >= STILL_WINNING && place.says(&["M1", "M2"]);
            holds.then(|| Slots::new().put("m", place.mv(place.played())))
        },
    },
    Template {
        id: "M4",
        group: Group::M,
        ja: "{m}で自玉が詰む形になった。{line}まで{n}。",
        en: "After {m} the king is mated {n}: {line}.",
        when_ja: "指した手のあと相手の詰みが証明され、詰みのないことが証明された勝率30%以上の手があった",
        when_en: "the opponent has a proved mate after the move, and another move with a win \
                  probability of 30% or more is proved to allow none",
        kinds: &["mate", "noMate", "score"],
        find: |scene| {
            if !scene.has(Flag::WalkedIntoMate) {
                return None;
            }
            let mut facts = vec![mate_after(scene)?];
            facts.extend(scene.best_source()?);
            facts.push(escape(scene)?);
            Some(facts)
        },
        fill: |place, facts| {
            let after = place.after();
            let (line, shortest) = facts.mate(&after.to_sfen())?;
            let best = sources::best(place, facts)?;
            escapes(place, facts, &best)?;
            let plies = line.len();
            let n = if shortest {
                words::both(format!("{plies}手"), format!("in {plies}"))
            } else {
                words::both(format!("{plies}手以内"), format!("within {plies}"))
            };
            (best.w.get() >= ESCAPE).then(|| {
                Slots::new()
                    .put("m", place.mv(place.played()))
                    .put("line", words::mate_line(after, &Usi::moves(line)))
                    .put("n", n)
            })
        },
    },
    Template {
        id: "M5",
        group: Group::M,
        ja: "{b}なら詰みは生じない。",
        en: "With {b} there is no mate.",
        when_ja: "M4に続けて、詰みのないことが証明された手を示す",
        when_en: "after M4, the move that is proved to allow no mate",
        kinds: &["noMate", "score", "mate"],
        find: |scene| {
            let mut facts = scene.best_source()?;
            facts.push(escape(scene)?);
            facts.push(mate_after(scene)?);
            Some(facts)
        },
        fill: |place, facts| {
            facts.mate(&place.after().to_sfen())?;
            let best = sources::best(place, facts)?;
            let escape = escapes(place, facts, &best)?;
            place.says(&["M4"]).then(|| Slots::new().put("b", place.mv(escape)))
        },
    },
    Template {
        id: "M6",
        group: Group::M,
        ja: "{m}から{n}手詰め。",
        en: "{m} starts a mate in {n}.",
        when_ja: "最短と証明された詰み手順の初手を指した（その詰みの最初の手だけ）",
        when_en: "the move is the first of a mate proved to be the shortest (said where the mate \
                  begins)",
        kinds: &["mate"],
        find: |scene| {
            let ply = scene.ply();
            let goes_on = ply > 2 && scene.had(Flag::StillMating, ply - 2);
            let begins = scene.has(Flag::StillMating) && !goes_on;
            begins
                .then(|| scene.fact(Question::Mate, ply - 1, &[], Verdict::Yes).map(|f| vec![f]))?
        },
        fill: |place, facts| {
            let (line, shortest) = facts.mate(&place.root().to_sfen())?;
            let is_first = line.first().is_some_and(|mv| mv.0 == place.played());
            (shortest && is_first).then(|| {
                Slots::new().put("m", place.mv(place.played())).put("n", words::same(line.len()))
            })
        },
    },
    Template {
        id: "M7",
        group: Group::M,
        ja: "詰みは続いているが、{k}手遠回りになる。",
        en: "It still mates, {k} plies later than needed.",
        when_ja: "どの応手にも詰みがあり、詰みの前後の手数がどれも最短と証明されていて、長くなった",
        when_en: "every reply still allows a mate, all lengths are proved to be the shortest, and \
                  the mate has become longer",
        kinds: &["mate"],
        find: |scene| {
            let ply = scene.ply();
            if !scene.has(Flag::StillMating) {
                return None;
            }
            let mut facts = vec![scene.fact(Question::Mate, ply - 1, &[], Verdict::Yes)?];
            for &reply in scene.place.after().legal_moves().iter() {
                let after = [scene.place.played(), reply];
                facts.push(scene.fact(Question::Mate, ply - 1, &after, Verdict::Yes)?);
            }
            Some(facts)
        },
        fill: |place, facts| {
            let (line, shortest) = facts.mate(&place.root().to_sfen())?;
            let mut longest = 0;
            let mut all_shortest = shortest && place.after().in_check();
            for &reply in place.after().legal_moves().iter() {
                let (line, shortest) =
                    facts.mate(&played_out(place.after(), &[reply]).to_sfen())?;
                all_shortest &= shortest;
                longest = longest.max(line.len());
            }
            let later = (longest + 2).checked_sub(line.len()).filter(|&plies| plies > 0)?;
            (all_shortest && longest > 0).then(|| Slots::new().put("k", words::same(later)))
        },
    },
    Template {
        id: "M8",
        group: Group::M,
        ja: "どの応手にも詰みがあり、受けはない。",
        en: "Every move runs into mate; there is no defence.",
        when_ja: "どの合法手のあとにも相手の詰みが証明されている（続くときは最初だけ）",
        when_en: "the opponent has a proved mate after every legal move (said once in a row)",
        kinds: &["replies"],
        find: |scene| {
            let ply = scene.ply();
            let again = ply > 2 && scene.had(Flag::LostAnyway, ply - 2);
            let is_new = scene.has(Flag::LostAnyway) && !again;
            is_new.then(|| scene.replies(ply - 1, &[]).map(|fact| vec![fact]))?
        },
        fill: |place, facts| {
            let replies = facts.replies(&place.root().to_sfen())?;
            let moves = place.root().legal_moves();
            let all = moves
                .iter()
                .all(|mv| replies.iter().any(|one| one.mv.0 == *mv && one.mate == Verdict::Yes));
            (all && !moves.is_empty()).then(Slots::new)
        },
    },
];

/// The mate that was there, and for a check the replies to it.
fn missed(scene: &Scene<'_>) -> Option<Vec<Fact>> {
    let ply = scene.ply();
    if !scene.has(Flag::MissedMate) {
        return None;
    }
    let mut facts = vec![scene.fact(Question::Mate, ply - 1, &[], Verdict::Yes)?];
    if scene.place.after().in_check() {
        facts.push(scene.replies(ply - 1, &[scene.place.played()])?);
    }
    Some(facts)
}

fn missed_slots(place: &Place<'_>, facts: &Facts<'_>, wanted: bool) -> Option<Slots> {
    let root = place.root();
    let (line, shortest) = facts.mate(&root.to_sfen())?;
    let after = place.after();
    let is_first = line.first().is_some_and(|mv| mv.0 == place.played());
    let is_missed = if after.in_check() {
        let legal = after.legal_moves();
        let replies = facts.replies(&after.to_sfen())?;
        replies.iter().any(|one| one.mate == Verdict::No && legal.contains(&one.mv.0))
    } else {
        true
    };
    (shortest == wanted && is_missed && !is_first).then(|| {
        Slots::new()
            .put("n", words::same(line.len()))
            .put("line", words::mate_line(root, &Usi::moves(line)))
    })
}

fn mate_after(scene: &Scene<'_>) -> Option<Fact> {
    scene.fact(Question::Mate, scene.ply(), &[], Verdict::Yes)
}

/// The proof that the best move allows no mate.
fn escape(scene: &Scene<'_>) -> Option<Fact> {
    let best = scene.judgement()?.best.0;
    scene.fact(Question::Mate, scene.ply() - 1, &[best], Verdict::No)
}

/// The best move, if it is another one and proved to allow no mate.
fn escapes(place: &Place<'_>, facts: &Facts<'_>, best: &sources::Source) -> Option<Move> {
    let first = *best.line.first()?;
    let after = sources::follow(place.root(), &[first])?;
    (first != place.played() && facts.has_no_mate(&after.to_sfen())).then_some(first)
}
