//! Reasons for a candidate: what is proved of it, and what it wins or loses against the next best.

use std::collections::BTreeMap;

use eval::classic::Term;
use kifu::notation::{english, japanese, square_name};
use shogi::{Position, Square};

use super::{PositionReport, Reason, is_firm};
use crate::lines;
use crate::model::{Comparison, Ending, Line, Proof, Question, Strength, Usi, Verdict};

/// The difference of material from which a line is said to win or lose something.
const MATERIAL: i32 = 150;
/// The gap from which a move is the only one.
const ONLY: f64 = 15.0;
/// The loss from which a reason against a move is looked for.
const WORSE: f64 = 2.0;
/// The nodes of mate questions at the ends of lines.
const NODES: u64 = 20_000;

/// The reasons of a candidate by its place. The first is compared with the second, others with the
/// first.
pub(super) fn of(
    report: &PositionReport,
    root: &Position,
    all: &[Line],
    index: usize,
    solver: &mut mate::Solver,
) -> Vec<Reason> {
    let line = &all[index];
    let Some(&mv) = line.moves.first() else { return Vec::new() };
    let mut reasons = proved(report, root, all, mv);
    let other = if index == 0 { all.get(1) } else { all.first() };
    let Some(other) = other else { return reasons };
    let difference = line.value.w.get() - other.value.w.get();
    if index == 0 {
        let gap = report.gap.map_or(0.0, crate::model::Number::get);
        if gap >= ONLY && line.value.w.get() >= 20.0 {
            let next = other.value.w.whole().clamp(1, 99);
            reasons.push(searched(
                "only",
                format!("ここはこの一手で、ほかは{next}%以下になる。"),
                format!("The only move: nothing else keeps more than {next}%."),
            ));
        }
    }
    let is_clear = difference.abs() >= WORSE && !is_firm(&line.value) && !is_firm(&other.value);
    if is_clear {
        let cp = |line: &Line| line.value.cp.unwrap_or(0);
        let (best, worse) = if index == 0 { (line, other) } else { (other, line) };
        let comparison = lines::compare(
            root,
            &Usi::moves(&best.moves),
            &Usi::moves(&worse.moves),
            cp(worse) - cp(best),
            solver,
            NODES,
        );
        reasons.extend(compared(root, &comparison, index == 0));
    }
    if reasons.is_empty() && index > 0 && difference <= -5.0 {
        let points = (-difference).round();
        reasons.push(searched(
            "none",
            format!("最善手と{points}ポイントの差があるが、一つの理由では説明できない。"),
            format!("It is {points} points behind, but no single reason could be established."),
        ));
    }
    reasons
}

fn reason(id: &str, ja: String, en: String, strength: Strength) -> Reason {
    Reason { id: id.into(), ja, en, strength }
}

fn searched(id: &str, ja: String, en: String) -> Reason {
    reason(id, ja, en, Strength::Searched)
}

/// What solvers say of a move.
fn proved(report: &PositionReport, root: &Position, all: &[Line], mv: Usi) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let mut put = |id: &str, ja: String, en: String| {
        reasons.push(reason(id, ja, en, Strength::Proved));
    };
    let yes = |proof: Option<&Proof>| proof.is_some_and(|proof| proof.verdict == Verdict::Yes);
    let no = |proof: Option<&Proof>| proof.is_some_and(|proof| proof.verdict == Verdict::No);
    let here = report.proof(Question::Mate, &[]);
    let is_mate = yes(here) && here.is_some_and(|proof| proof.line.first() == Some(&mv));
    if let Some(proof) = here.filter(|_| is_mate) {
        let plies = proof.plies.unwrap_or(0);
        let (ja, en) = match proof.shortest {
            true => (format!("{plies}手詰め。"), format!("It mates in {plies}.")),
            false => (format!("{plies}手以内で詰む。"), format!("It mates within {plies}.")),
        };
        put("mate", ja, en);
    }
    let after = report.proof(Question::Mate, &[mv]);
    if let Some(proof) = after.filter(|proof| proof.verdict == Verdict::Yes) {
        let mut position = root.clone();
        position.play(mv.0);
        let (ja, en) = both_lines(&position, &proof.line);
        let plies = proof.plies.unwrap_or(0);
        put(
            "mated",
            format!("自玉が{plies}手以内で詰む（{ja}）。"),
            format!("It is mated within {plies}: {en}."),
        );
        return reasons;
    }
    if is_mate {
        return reasons;
    }
    let others_are_mated = all.len() > 1
        && all
            .iter()
            .filter_map(|line| line.moves.first())
            .filter(|&&other| other != mv)
            .all(|&other| yes(report.proof(Question::Mate, &[other])));
    if no(after) && others_are_mated {
        put(
            "escape",
            "ほかの候補手は自玉が詰むが、この手なら詰まない。".into(),
            "The other candidates are mated; after this there is no mate.".into(),
        );
    } else if yes(report.proof(Question::Tsumero, &[])) && no(after) {
        put("parries", "自玉への詰めろを防いでいる。".into(), "It parries the mate threat.".into());
    }
    if yes(report.proof(Question::HisshiStands, &[mv])) {
        put(
            "hisshi",
            "必至が掛かる。".into(),
            "It is brinkmate: no defence stops the mate.".into(),
        );
    } else if let Some(proof) = report.proof(Question::Tsumero, &[mv]).filter(|one| yes(Some(one)))
    {
        let mut position = root.clone();
        position.play(mv.0);
        if !position.in_check() {
            position = position.without_past();
            position.pass();
            let (ja, en) = both_lines(&position, &proof.line);
            put(
                "tsumero",
                format!("詰めろ（放置すれば{ja}）。"),
                format!("It threatens mate: left alone, {en}."),
            );
        }
    }
    reasons
}

/// What two lines come to. `is_best` says whose reasons are wanted.
fn compared(root: &Position, comparison: &Comparison, is_best: bool) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let (own, other) = match is_best {
        true => (&comparison.best, &comparison.played),
        false => (&comparison.played, &comparison.best),
    };
    // Material of the played line against the best one: below zero if the best wins more.
    let less = comparison.material.filter(|&points| points <= -MATERIAL);
    if less.is_some() {
        let (ja, en) = shown(root, own);
        let (captured, lost) = (pieces(&own.captured), pieces(&own.lost));
        let (gets, gives) = ((&captured.0, &captured.1), (&lost.0, &lost.1));
        let balance = own.material - other.material;
        reasons.push(searched(
            "material",
            format!(
                "読み筋では{ja}と進み、得る駒は{}、失う駒は{}（差{balance:+}点）。",
                gets.0, gives.0
            ),
            format!(
                "In the line {en} it takes {} for {} ({balance:+} points against the other line).",
                gets.1, gives.1
            ),
        ));
    }
    // A tactic of the side to move speaks for its own line, one of the opponent against it.
    let tactic = comparison.tactics.iter().find(|tactic| {
        let profits = shogi::Color::from(tactic.side) == root.turn();
        tactic.in_played != is_best && profits == is_best && tactic.at <= 4
    });
    if let Some(tactic) = tactic {
        let at = tactic.at as usize;
        let line = Usi::moves(&own.moves[..at.min(own.moves.len())]);
        let mut position = root.clone();
        line.iter().for_each(|&mv| position.play(mv));
        if position.is_legal(tactic.mv.0) {
            let ja = japanese(&position, tactic.mv.0, None);
            let en = english(&position, tactic.mv.0);
            let squares = tactic.squares.join(", ");
            let (word_ja, word_en) = match tactic.name.as_str() {
                "fork" => ("が両取りになる", "a fork"),
                "hanging" => ("で浮き駒を取れる", "the capture of a loose piece"),
                "trapped" => ("で逃げ場のない駒を取れる", "the capture of a trapped piece"),
                _ => ("で駒を取れる", "a capture"),
            };
            let names: Vec<String> = tactic
                .squares
                .iter()
                .filter_map(|square| square.parse::<Square>().ok())
                .map(square_name)
                .collect();
            let names = names.join("と");
            reasons.push(searched(
                &tactic.name,
                format!("読み筋では{ja}{word_ja}（{names}）。"),
                format!("The line has {en}, {word_en} ({squares})."),
            ));
        }
    }
    if reasons.is_empty() {
        reasons.extend(king(root, own, other, is_best));
    }
    if reasons.is_empty() {
        let named = comparison.terms.first().filter(|one| one.term != Term::Material.name());
        reasons.extend(named.map(|term| {
            let (ja, en) = crate::look::term_words(&term.term);
            let points = if is_best { -term.points } else { term.points };
            reason(
                "term",
                format!("評価項目では「{ja}」の差が最も大きい（{points:+}点）。"),
                format!("Of the named terms, \"{en}\" differs most ({points:+} points)."),
                Strength::Counted,
            )
        }));
    }
    reasons
}

/// The safety of the mover's king at the ends of both lines, if both are quiet.
fn king(root: &Position, own: &Ending, other: &Ending, is_best: bool) -> Option<Reason> {
    if !own.quiet || !other.quiet {
        return None;
    }
    let of = |ending: &Ending| *ending.kings.get(root.turn());
    let (here, there) = (of(own), of(other));
    let better = |a: u32, b: u32| if is_best { a >= b + 2 } else { b >= a + 2 };
    let guards = [here, there].map(|count| count.near + count.far);
    if better(guards[0], guards[1]) {
        return Some(reason(
            "guards",
            format!("読み筋の先で玉のそばの金銀は{}枚、もう一方では{}枚。", guards[0], guards[1]),
            format!(
                "At the end of the line {} generals guard the king, {} in the other line.",
                guards[0], guards[1]
            ),
            Strength::Counted,
        ));
    }
    better(there.attackers, here.attackers).then(|| {
        reason(
            "attackers",
            format!("読み筋の先で玉のまわりに利く敵の駒は{}枚、もう一方では{}枚。", here.attackers, there.attackers),
            format!(
                "At the end of the line {} enemy pieces bear on the king's squares, {} in the other line.",
                here.attackers, there.attackers
            ),
            Strength::Counted,
        )
    })
}

/// The shown part of a line in both languages.
fn shown(root: &Position, ending: &Ending) -> (String, String) {
    let shown = (ending.shown as usize).min(ending.moves.len());
    both_lines(root, &ending.moves[..shown])
}

fn both_lines(root: &Position, line: &[Usi]) -> (String, String) {
    let moves = Usi::moves(line);
    (crate::japanese_line(root, &moves).join(""), crate::english_line(root, &moves).join(" "))
}

/// Pieces in words, in both languages.
fn pieces(counts: &BTreeMap<String, u32>) -> (String, String) {
    const WORDS: [(&str, &str, &str); 7] = [
        ("R", "飛", "rook"),
        ("B", "角", "bishop"),
        ("G", "金", "gold"),
        ("S", "銀", "silver"),
        ("N", "桂", "knight"),
        ("L", "香", "lance"),
        ("P", "歩", "pawn"),
    ];
    let found = || {
        WORDS.iter().filter_map(|(letter, ja, en)| {
            let count = counts.get(*letter).copied().filter(|&count| count > 0)?;
            Some((count, *ja, *en))
        })
    };
    if found().next().is_none() {
        return ("なし".into(), "nothing".into());
    }
    let ja = found().map(|(count, ja, _)| match count {
        1 => ja.to_owned(),
        _ => format!("{ja}{count}"),
    });
    let en = found().map(|(count, _, en)| match count {
        1 => format!("a {en}"),
        _ => format!("{count} {en}s"),
    });
    (ja.collect::<Vec<_>>().join("・"), en.collect::<Vec<_>>().join(" and "))
}
