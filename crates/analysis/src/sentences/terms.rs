//! E: named evaluation terms, declarations and the entering-king meter.

use eval::classic::Term;
use shogi::{Color, PieceKind, Position, Square};

use super::facts::Facts;
use super::material::compared;
use super::place::Place;
use super::scene::Scene;
use super::template::{Slots, Template};
use super::words;
use crate::lines;
use crate::look;
use crate::model::{Fact, Group, Slot};

/// A big piece has at least this many squares fewer.
const SQUARES: i64 = 3;
/// The kinds of facts behind a named term.
const KINDS: &[&str] = &["score", "material", "term", "count"];

pub(super) const TEMPLATES: &[Template] = &[
    Template {
        id: "E1",
        group: Group::E,
        ja: "読み筋の先では{pc}の働くマスが{was}から{now}になる。",
        en: "In the line the {pc} has {now} squares instead of {was}.",
        when_ja: "飛角の利きの項目が損失を説明し、大駒の動けるマスが最善手の読み筋より3以上少ない",
        when_en: "the term for the freedom of rook and bishop explains the loss, and such a piece \
                  has three squares or more fewer than at the end of the best line",
        kinds: KINDS,
        find: |scene| {
            let (mut facts, [best, played]) = explained(scene, |term| term == Term::Freedom)?;
            let side = scene.place.mover();
            let (kind, squares) = hampered(&best.end, &played.end, side)?;
            let what = format!("squares {kind}");
            for (end, square) in [&best.end, &played.end].into_iter().zip(squares) {
                let number = crate::check::count(end, &what, side, Some(square))?;
                facts.push(Fact::Count {
                    sfen: end.to_sfen(),
                    what: what.clone(),
                    side: side.into(),
                    square: Some(square.to_string()),
                    number,
                });
            }
            Some(facts)
        },
        fill: |place, facts| {
            let (term, [best, played]) = named(place, facts)?;
            let side = place.mover();
            let what = facts.0.iter().find_map(|fact| match fact {
                Fact::Count { what, .. } if what.starts_with("squares ") => Some(what),
                _ => None,
            })?;
            let (at_best, was) = facts.count_on(&best.to_sfen(), what, side.into())?;
            let (_, now) = facts.count_on(&played.to_sfen(), what, side.into())?;
            let kind = best.piece_on(at_best.parse().ok()?)?.kind();
            (term == Term::Freedom && was - now >= SQUARES).then(|| {
                Slots::new()
                    .put("pc", words::kind(kind))
                    .put("was", words::same(was))
                    .put("now", words::same(now))
            })
        },
    },
    Template {
        id: "E2",
        group: Group::E,
        ja: "評価項目では「{term}」の差が最も大きい。",
        en: "Of the named terms, \"{term}\" differs most.",
        when_ja: "評価項目の差の合計が探索の差と同じ向きで4割以上あり、その項目の差が最も大きい（駒割りを除く）",
        when_en: "the terms' differences point as the searches do and cover 40% or more of the \
                  difference, and this term, which is not material, differs most",
        kinds: KINDS,
        find: |scene| explained(scene, |term| term != Term::Material).map(|one| one.0),
        fill: |place, facts| {
            let (term, _) = named(place, facts)?;
            (term != Term::Material).then(|| Slots::new().put("term", term_words(term)))
        },
    },
    Template {
        id: "E3",
        group: Group::E,
        ja: "宣言すれば勝ちだった（{x}点、敵陣に{y}枚）。",
        en: "A declaration would have won ({x} points, {y} pieces in the camp).",
        when_ja: "指す前の局面で入玉宣言の条件がすべて満たされていた",
        when_en: "all conditions of a winning declaration held before the move",
        kinds: &["points"],
        find: |scene| {
            let (root, rule) = (scene.place.root(), rule(&scene.place)?);
            let points = || scene.points(root, scene.place.mover()).map(|fact| vec![fact]);
            look::may_declare(root, rule).then(points)?
        },
        fill: |place, facts| {
            let points = facts.points(&place.root().to_sfen())?;
            let holds = points.rule == place.info.declaration_rule
                && points.side == place.mover().into()
                && points.unmet.is_empty()
                && look::may_declare(place.root(), rule(place)?);
            holds.then(|| {
                Slots::new()
                    .put("x", words::same(points.points))
                    .put("y", words::same(points.pieces))
            })
        },
    },
    Template {
        id: "E4",
        group: Group::E,
        ja: "{you}の宣言まで{lacks}足りない。",
        en: "{you}'s declaration still lacks {lacks}.",
        when_ja: "入玉の目盛りを示すべき局面になった手で、点数か敵陣の駒が足りない",
        when_en: "the move first makes the entering-king meter worth showing, and points or pieces \
                  in the camp are missing",
        kinds: &["points"],
        find: |scene| {
            let ply = scene.ply();
            let mover = scene.place.mover();
            let shown = |ply: usize| scene.context.report.plies[ply].kings.get(mover).shown;
            let was_shown = (0..ply).any(shown);
            let points = || scene.points(scene.place.after(), mover).map(|fact| vec![fact]);
            (shown(ply) && !was_shown).then(points)?
        },
        fill: |place, facts| {
            let points = facts.points(&place.after().to_sfen())?;
            let is_here =
                points.rule == place.info.declaration_rule && points.side == place.mover().into();
            let lacks = |what: &str| {
                let number = points.unmet.iter().find_map(|unmet| unmet.strip_prefix(what));
                number.and_then(|number| number.parse::<u32>().ok()).filter(|&number| number > 0)
            };
            let lacks = match (lacks("points "), lacks("pieces ")) {
                (Some(x), Some(y)) => words::both(
                    format!("点数が{x}点、敵陣の駒が{y}枚"),
                    format!("{} and {}", plural(x, "point"), plural(y, "piece")),
                ),
                (Some(x), None) => words::both(format!("点数が{x}点"), plural(x, "point")),
                (None, Some(y)) => words::both(format!("敵陣の駒が{y}枚"), plural(y, "piece")),
                (None, None) => return None,
            };
            is_here.then(|| Slots::new().put("you", place.you()).put("lacks", lacks))
        },
    },
];

fn plural(count: u32, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

fn rule(place: &Place<'_>) -> Option<shogi::DeclarationRule> {
    look::rule_named(&place.info.declaration_rule)
}

/// The facts behind the term that explains a loss best, and both ends.
fn explained(
    scene: &Scene<'_>,
    wanted: impl Fn(Term) -> bool,
) -> Option<(Vec<Fact>, [lines::PlayedOut; 2])> {
    let named = scene.moment?.ends.as_ref()?.terms.first()?;
    let term = term_named(&named.term).filter(|&term| wanted(term))?;
    let (mut facts, ends) = scene.ends()?;
    let side = scene.place.mover();
    facts.push(Fact::Term {
        term: named.term.clone(),
        side: side.into(),
        best: ends[0].end.to_sfen(),
        played: ends[1].end.to_sfen(),
        best_points: lines::balance(&ends[0].end, term, side),
        played_points: lines::balance(&ends[1].end, term, side),
    });
    Some((facts, ends))
}

/// The term of the facts, if it is the one that explains the loss best; and both ends.
fn named(place: &Place<'_>, facts: &Facts<'_>) -> Option<(Term, [Position; 2])> {
    let lines = compared(place, facts)?;
    let cp = lines.loss.played.cp? - lines.loss.best.cp?;
    let (best, played) = (lines.best.end, lines.played.end);
    let moved = lines::terms_moved(&best, &played, place.mover(), cp);
    let first = &moved.first()?.term;
    facts.0.iter().find_map(|fact| match fact {
        Fact::Term { term, side, best: b, played: p, .. } => (term == first
            && Color::from(*side) == place.mover()
            && *b == best.to_sfen()
            && *p == played.to_sfen())
        .then_some(()),
        _ => None,
    })?;
    Some((term_named(first)?, [best, played]))
}

fn term_named(name: &str) -> Option<Term> {
    Term::ALL.into_iter().find(|term| term.name() == name)
}

fn term_words(term: Term) -> Slot {
    let (ja, en) = look::term_words(term.name());
    words::both(ja, en)
}

/// The side's rook or bishop, promoted or not, that has most squares fewer at the second end: its
/// kind at the first end as a letter, and its squares.
fn hampered(
    best: &Position,
    played: &Position,
    side: Color,
) -> Option<(&'static str, [Square; 2])> {
    let families =
        [("R", [PieceKind::Rook, PieceKind::Dragon]), ("B", [PieceKind::Bishop, PieceKind::Horse])];
    let only = |position: &Position, kinds: [PieceKind; 2]| {
        let squares: Vec<Square> =
            kinds.iter().flat_map(|&kind| position.pieces_of(side, kind)).collect();
        // With two of a family nobody knows which is which.
        (squares.len() == 1).then(|| squares[0])
    };
    let mut most: Option<(i64, &'static str, [Square; 2])> = None;
    for (name, kinds) in families {
        let (Some(at_best), Some(at_played)) = (only(best, kinds), only(played, kinds)) else {
            continue;
        };
        let what = format!("squares {name}");
        let was = crate::check::count(best, &what, side, Some(at_best))?;
        let now = crate::check::count(played, &what, side, Some(at_played))?;
        if was - now >= SQUARES && most.is_none_or(|known| was - now > known.0) {
            most = Some((was - now, name, [at_best, at_played]));
        }
    }
    most.map(|(_, name, squares)| (name, squares))
}
