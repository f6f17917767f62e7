//! Problems from one's own mistakes, as a next-move collection of ShogiHome (version 1).
//!
//! Source: the format and the criteria are those of ShogiHome 1.29 (`specs/next-move-problem*.md`).
//! Here:   missed mates of seven plies or fewer are problems whatever the score; there a move is
//!         accepted only if its mate is proved.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use shogi::Color;

use super::record::for_black;
use super::text::clean;
use crate::model::{Basis, Flag, GameReport, Line, Moment, Question, Usi, Value, Verdict};

/// The least loss of a problem.
const DROP: f64 = 20.0;
/// The least win probability of the mover, before and with the best move.
const LEAST_W: f64 = 40.0;
/// The least distance of the best move to the played one.
const ADOPTED: f64 = 15.0;
/// A candidate within this of the best move is accepted.
const ACCEPTED: f64 = 5.0;
/// The plies from which problems come.
const PLIES: std::ops::RangeInclusive<u32> = 20..=120;
/// The longest mate that makes a problem by itself.
const LONGEST_MATE: u32 = 7;
/// The lines of the search at a moment.
const LINES: u32 = 3;

/// A collection of problems; positions that are there already are not added again.
#[derive(Default)]
pub struct Quiz {
    problems: Vec<Json>,
    known: BTreeSet<String>,
    scale: Option<f64>,
}

impl Quiz {
    /// Adds the problems of a game.
    pub fn add(&mut self, report: &GameReport, anonymous: bool) {
        self.scale.get_or_insert(report.settings.scale.get());
        for moment in &report.moments {
            let Some(problem) = problem(report, moment, anonymous) else { continue };
            // The first three fields of the SFEN text say when two positions are one problem.
            let sfen = problem["sfen"].as_str().unwrap_or_default();
            let key: Vec<&str> = sfen.split(' ').take(3).collect();
            if self.known.insert(key.join(" ")) {
                self.problems.push(problem);
            }
        }
    }

    /// The number of problems.
    pub fn len(&self) -> usize {
        self.problems.len()
    }

    /// Are there no problems?
    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// The collection as JSON text. The time is in the form of ISO 8601.
    pub fn to_json(&self, program: &str, created: &str) -> String {
        let collection = json!({
            "format": "shogihome-next-move",
            "version": 1,
            "metadata": {
                "title": "Sakiyomi",
                "createdAt": created,
                "appVersion": program,
                "engine": { "name": program, "multiPV": LINES, "maxSecondsPerPosition": 0 },
                "criteria": {
                    "winRateDropThreshold": DROP,
                    "adoptionWinRateDiff": ADOPTED,
                    "acceptableWinRateDiff": ACCEPTED,
                    "minWinRate": LEAST_W,
                    "coefficientInSigmoid": self.scale.unwrap_or(600.0),
                    "minPly": PLIES.start(),
                    "maxPly": PLIES.end(),
                },
            },
            "problems": self.problems,
        });
        format!("{collection:#}\n")
    }
}

/// A move of a problem with its line, its value for the mover and the depth of its search.
struct Candidate<'a> {
    line: &'a [Usi],
    value: Value,
    depth: i32,
    accepted: bool,
}

/// The proved mates in the position before a moment, if the shortest known is short.
fn mating_moves<'a>(report: &'a GameReport, moment: &Moment) -> Option<Vec<Candidate<'a>>> {
    let ply = report.plies.get(moment.ply as usize)?;
    if !ply.flags.contains(&Flag::MissedMate) {
        return None;
    }
    let mates = report.proofs.iter().filter(|proof| {
        proof.question == Question::Mate
            && proof.verdict == Verdict::Yes
            && proof.ply + 1 == moment.ply
            && proof.after.is_empty()
            && proof.plies.is_some_and(|plies| plies <= LONGEST_MATE)
    });
    let candidates: Vec<Candidate<'_>> = mates
        .map(|proof| {
            let mate = proof.plies.map(|plies| plies as i32);
            let value = Value { cp: None, mate, w: 100.0.into(), basis: Basis::Proved };
            Candidate { line: &proof.line, value, depth: 0, accepted: true }
        })
        .collect();
    (!candidates.is_empty()).then_some(candidates)
}

/// The candidates of a problem, the best first. Scores are those of one search: a move that was
/// searched alone cannot be compared with lines that shared their nodes.
fn candidates<'a>(
    moment: &'a Moment,
    mates: Option<Vec<Candidate<'a>>>,
) -> Option<Vec<Candidate<'a>>> {
    let mut lines: Vec<&Line> = moment.lines.iter().filter(|one| !one.moves.is_empty()).collect();
    lines.sort_by(|a, b| b.value.w.get().total_cmp(&a.value.w.get()));
    let best_w = lines.first()?.value.w.get();
    let is_mate = mates.is_some();
    let mut all = mates.unwrap_or_default();
    for line in lines {
        if all.iter().any(|one| one.line.first() == line.moves.first()) {
            continue;
        }
        let accepted = !is_mate && best_w - line.value.w.get() <= ACCEPTED;
        let (value, depth) = (line.value, line.depth);
        all.push(Candidate { line: &line.moves, value, depth, accepted });
    }
    Some(all)
}

fn problem(report: &GameReport, moment: &Moment, anonymous: bool) -> Option<Json> {
    let number = moment.ply;
    let before = report.plies.get(number.checked_sub(1)? as usize)?;
    let after = report.plies.get(number as usize)?;
    let judgement = after.judgement.as_ref()?;
    let (before_value, after_value) = (before.value?, after.value?);
    let mover: Color = moment.side.into();
    let mates = mating_moves(report, moment);
    let (best_w, played_w) = (moment.best.value.w.get(), moment.played.value.w.get());
    let is_usual = judgement.loss.get() >= DROP
        && best_w - played_w >= ADOPTED
        && best_w >= LEAST_W
        && for_black(&before_value, mover).w.get() >= LEAST_W
        && PLIES.contains(&number);
    if !is_usual && mates.is_none() {
        return None;
    }
    let all = candidates(moment, mates)?;
    let accepted = all.iter().filter(|one| one.accepted).count();
    // Where the played move is right as well, there is nothing to be found.
    let is_solved = all.iter().any(|one| one.accepted && one.line.first() == Some(&judgement.mv));
    if accepted == 0 || (accepted == all.len() && all.len() > 1) || is_solved {
        return None;
    }
    let candidates: Vec<Json> = all.iter().filter_map(|one| candidate(one, mover)).collect();
    let mut actual = scored(&for_black(&moment.played.value, mover));
    actual["usi"] = json!(judgement.mv.to_string());
    actual["scoreSource"] = json!("research");
    let mut problem = json!({
        "sfen": plain_sfen(&before.sfen),
        "candidates": candidates,
        "actualMove": actual,
        "analysis": {
            "scoreBeforeMove": before_value.cp,
            "scoreAfterMove": after_value.cp,
        },
        "source": source(report, number, anonymous),
    });
    if let Some(previous) = &before.judgement
        && let Some(earlier) =
            before.ply.checked_sub(1).and_then(|at| report.plies.get(at as usize))
    {
        problem["previousMove"] =
            json!({ "usi": previous.mv.to_string(), "sfen": plain_sfen(&earlier.sfen) });
    }
    Some(problem)
}

/// The SFEN text with move number 1.
fn plain_sfen(sfen: &str) -> String {
    let fields: Vec<&str> = sfen.split(' ').take(3).collect();
    format!("{} 1", fields.join(" "))
}

fn scored(value: &Value) -> Json {
    match (value.mate, value.cp) {
        (Some(plies), _) => json!({ "mate": plies }),
        (None, cp) => json!({ "score": cp.unwrap_or(0) }),
    }
}

fn candidate(one: &Candidate<'_>, mover: Color) -> Option<Json> {
    let mut candidate = scored(&for_black(&one.value, mover));
    candidate["usi"] = json!(one.line.first()?.to_string());
    candidate["depth"] = json!(one.depth);
    candidate["accepted"] = json!(one.accepted);
    candidate["pv"] = json!(one.line.iter().map(ToString::to_string).collect::<Vec<_>>());
    Some(candidate)
}

fn source(report: &GameReport, ply: u32, anonymous: bool) -> Json {
    if anonymous {
        return json!({ "ply": ply });
    }
    let name = |name: &Option<String>| clean(name.as_deref().unwrap_or_default());
    let date = report.game.headers.iter().find(|header| header.name == kifu::header::START_TIME);
    json!({
        "path": clean(report.game.source.as_deref().unwrap_or_default()),
        "ply": ply,
        "blackPlayer": name(&report.players.black.name),
        "whitePlayer": name(&report.players.white.name),
        "date": date.map(|date| clean(&date.value)).unwrap_or_default(),
    })
}
