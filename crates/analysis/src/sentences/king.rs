//! K: the kings, by counts on the board.

use shogi::Color;

use super::facts::Facts;
use super::material::{Lines, compared};
use super::place::Place;
use super::scene::Scene;
use super::template::{Slots, Template};
use super::words;
use crate::model::{Fact, Group, Side};

/// A loss from which the king's safety is a reason.
const LOSS: f64 = 10.0;
/// Counts differ by at least this.
const DIFFERENCE: i64 = 2;
/// Groups whose sentences say more than counts around a king.
const STRONGER: &[&str] = &[
    "M1", "M2", "M4", "M6", "M7", "M8", "Z1", "Z2", "Z3", "Z4", "Z5", "Z6", "Z7", "L1", "L2", "L3",
    "L4", "L5", "L6", "L7", "L8", "L9", "L10",
];

pub(super) const TEMPLATES: &[Template] = &[
    Template {
        id: "K1",
        group: Group::K,
        ja: "読み筋の先では{you}玉のそばの金銀が{a}枚しか残らず、{b}を選べば{c}枚あった。",
        en: "At the end of the line {a} generals guard {you}'s king; after {b} it would be {c}.",
        when_ja: "損失10ポイント以上、両方の読み筋が静かに終わり、玉から2マス以内の金銀が2枚以上少ない。\
                  M・Z・Lの文がないとき",
        when_en: "the loss is 10 points or more, both lines end quietly, the mover's golds and \
                  silvers within two squares of the king are fewer by two or more; no M, Z or L",
        kinds: &["score", "material", "count"],
        find: |scene| counted(scene, "guards", scene.place.mover()),
        fill: |place, facts| {
            let (lines, [best, played]) = counts(place, facts, "guards", place.mover())?;
            (best - played >= DIFFERENCE).then(|| slots(place, &lines, played, best))?
        },
    },
    Template {
        id: "K2",
        group: Group::K,
        ja: "読み筋の先では{foe}の攻め駒が玉のまわりに{a}枚利いてくる（{b}なら{c}枚）。",
        en: "In the line {a} enemy pieces bear on the king's squares ({c} after {b}).",
        when_ja: "K1と同じ条件で、玉とそのまわりに利く相手の駒が2枚以上多い",
        when_en: "as K1, with two or more enemy pieces more that attack the king's square or one \
                  beside it",
        kinds: &["score", "material", "count"],
        find: |scene| counted(scene, "attackers", scene.place.mover()),
        fill: |place, facts| {
            let (lines, [best, played]) = counts(place, facts, "attackers", place.mover())?;
            (played - best >= DIFFERENCE).then(|| slots(place, &lines, played, best))?
        },
    },
    Template {
        id: "K3",
        group: Group::K,
        ja: "{who}玉の入玉の道が{way}（残り{n}）。",
        en: "{who}'s way into the enemy camp is now {way} ({n} left).",
        when_ja: "自分の玉の入玉の道がこの手で開いたか、相手の玉の道がこの手で閉じた（4段以内）",
        when_en: "the move opens the mover's way into the enemy camp, or closes the opponent's; \
                  four steps or fewer",
        kinds: &["count"],
        find: |scene| {
            let (root, after) = (scene.place.root(), scene.place.after());
            let mover = scene.place.mover();
            let steps =
                |side: Color| [root, after].map(|position| scene.count(position, "steps", side));
            let opened = steps(mover);
            if number(&opened[0]) < 0 && (1..=4).contains(&number(&opened[1])) {
                return Some(opened.into());
            }
            let closed = steps(!mover);
            let is_closed = (1..=4).contains(&number(&closed[0])) && number(&closed[1]) < 0;
            is_closed.then(|| closed.into())
        },
        fill: |place, facts| {
            let mover = place.mover();
            let steps = |side: Color| {
                let of = Side::from(side);
                let [root, after] = [place.root(), place.after()].map(|one| one.to_sfen());
                Some((facts.count(&root, "steps", of)?, facts.count(&after, "steps", of)?))
            };
            let (who, n, way) = match (steps(mover), steps(!mover)) {
                (Some((-1, n @ 1..=4)), _) => (place.you(), n, words::both("開けた", "open")),
                (_, Some((n @ 1..=4, -1))) => (place.foe(), n, words::both("閉じた", "closed")),
                _ => return None,
            };
            let steps = if n == 1 { "1 step".to_owned() } else { format!("{n} steps") };
            let n = words::both(format!("{n}歩"), steps);
            Some(Slots::new().put("who", who).put("way", way).put("n", n))
        },
    },
];

fn number(fact: &Fact) -> i64 {
    if let Fact::Count { number, .. } = fact { *number } else { -1 }
}

/// Counts at the ends of both lines.
fn counted(scene: &Scene<'_>, what: &str, side: Color) -> Option<Vec<Fact>> {
    if scene.loss() < LOSS {
        return None;
    }
    let (mut facts, ends) = scene.ends()?;
    facts.extend(ends.iter().map(|line| scene.count(&line.end, what, side)));
    Some(facts)
}

fn counts(
    place: &Place<'_>,
    facts: &Facts<'_>,
    what: &str,
    side: Color,
) -> Option<(Lines, [i64; 2])> {
    let lines = compared(place, facts).filter(|lines| lines.loss.points >= LOSS)?;
    let count = |end: &shogi::Position| facts.count(&end.to_sfen(), what, side.into());
    let counts = [count(&lines.best.end)?, count(&lines.played.end)?];
    (!place.says(STRONGER)).then_some((lines, counts))
}

fn slots(place: &Place<'_>, lines: &Lines, played: i64, best: i64) -> Option<Slots> {
    Some(
        Slots::new()
            .put("you", place.you())
            .put("foe", place.foe())
            .put("b", place.mv(lines.loss.better()?))
            .put("a", words::same(played))
            .put("c", words::same(best)),
    )
}
