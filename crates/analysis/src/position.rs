//! One position explained: candidates with reasons, threats of both sides, mates, terms, meters.
//!
//! A position alone has no past, so repetition is not seen here.

mod reasons;
mod text;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::AtomicBool;

use eval::Model;
use eval::classic::Progress;
use serde::{Deserialize, Serialize};
use shogi::{Color, DeclarationRule, Move, Position};

use crate::assemble::{identify, line};
use crate::judge::turned;
use crate::look;
use crate::machine::{Ask, Machine, Stopped};
use crate::model::{
    Basis, Both, Evaluator, Line, Meter, Number, Phase, Proof, Question, Settings, Side, Strength,
    Threat, Usi, Value, Verdict,
};
use crate::naturalness::Naturalness;
use crate::scale::Scale;
use crate::units::played_out;

pub use text::text;

/// The name of the format.
pub const FORMAT: &str = "sakiyomi-position";
/// The version of the format.
pub const VERSION: u32 = 1;
/// The progress from which hisshi is asked about, as in games.
const HISSHI_FROM: i32 = 115;

/// A reason for a candidate or against it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reason {
    /// The name of the reason.
    pub id: String,
    /// The Japanese sentence.
    pub ja: String,
    /// The English sentence.
    pub en: String,
    /// What it rests on.
    pub strength: Strength,
}

/// A move that may be played, with its value for the side to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The line.
    #[serde(flatten)]
    pub line: Line,
    /// What the move loses against the first one, in points of win probability.
    pub loss: Number,
    /// The category whose weight gives the naturalness.
    pub category: String,
    /// The reasons, the firmest first.
    pub reasons: Vec<Reason>,
}

/// The settings of an explanation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// The nodes of the search for candidates.
    pub nodes: u64,
    /// The nodes of a side question.
    pub side_nodes: u64,
    /// The nodes of a mate question.
    pub mate_nodes: u64,
    /// The nodes of a hisshi question.
    pub hisshi_nodes: u64,
    /// The size of the hash table in megabytes.
    pub hash_mb: u32,
    /// The scale K of win probabilities.
    pub scale: Number,
    /// The scale that was fitted on records, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fitted_scale: Option<Number>,
}

/// A position explained. Values are those of the side to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PositionReport {
    /// The name of the format, [`FORMAT`].
    pub format: String,
    /// The version of the format.
    pub version: u32,
    /// The program's name and version.
    pub program: String,
    /// The evaluator.
    pub evaluator: Evaluator,
    /// The settings.
    pub settings: Limits,
    /// The position.
    pub sfen: String,
    /// The side to move.
    pub side: Side,
    /// Is it in check?
    pub in_check: bool,
    /// The number of legal moves.
    pub legal_moves: u32,
    /// May the side to move declare a win?
    pub declarable: bool,
    /// The value.
    pub value: Value,
    /// How far the second candidate is behind the first; none if they did not finish the same depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<Number>,
    /// The candidates, the best first.
    pub candidates: Vec<Candidate>,
    /// What the opponent threatens, and what the side to move does after its best move.
    pub threats: Vec<Threat>,
    /// Mates, mate threats and hisshi; `after` says after which moves.
    pub proofs: Vec<Proof>,
    /// The progress, 0 to 256.
    pub progress: u32,
    /// The phase.
    pub phase: Phase,
    /// The named terms of the classic evaluator: Black's and White's points.
    pub terms: BTreeMap<String, [i32; 2]>,
    /// The entering-king meters.
    pub kings: Both<Meter>,
}

impl PositionReport {
    /// The report as JSON text with line breaks.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self)
            .expect("the report has text keys and finite numbers only");
        text.push('\n');
        text
    }

    /// The answer to a question about the position after some moves.
    fn proof(&self, question: Question, after: &[Usi]) -> Option<&Proof> {
        self.proofs.iter().find(|proof| proof.question == question && proof.after == after)
    }
}

/// Why a position is not explained.
#[derive(Debug)]
pub enum Error {
    /// A side has no king.
    NoKing(Color),
    /// The side to move has no legal move.
    Over,
    /// The hash table's memory could not be had.
    Memory(std::io::Error),
    /// The work was stopped from outside.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKing(color) => {
                let side = if *color == Color::Black { "Black" } else { "White" };
                write!(f, "{side} has no king, so there is nothing to judge")
            }
            Self::Over => f.write_str("the side to move is mated"),
            Self::Memory(error) => write!(f, "the memory of the hash table: {error}"),
            Self::Stopped => f.write_str("the analysis was stopped"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Stopped> for Error {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// Explains a position with some candidates. `stop` ends the work soon.
pub fn explain(
    position: &Position,
    model: &Model,
    settings: &Settings,
    candidates: usize,
    stop: &AtomicBool,
) -> Result<PositionReport, Error> {
    let position = position.without_past();
    if let Some(color) = Color::ALL.into_iter().find(|&color| position.king(color).is_none()) {
        return Err(Error::NoKing(color));
    }
    if !position.has_legal_move() {
        return Err(Error::Over);
    }
    let rule = DeclarationRule::Points27;
    let hash = settings.hash_mb as usize;
    let machine = Machine::new(model, hash, rule, stop).map_err(Error::Memory)?;
    let scale = Scale::new(settings.scale.get()).unwrap_or(Scale::HABIT);
    Work { machine, root: position, settings, scale, rule }.report(model, candidates)
}

/// The work on a position.
struct Work<'a> {
    machine: Machine<'a>,
    root: Position,
    settings: &'a Settings,
    scale: Scale,
    rule: DeclarationRule,
}

impl Work<'_> {
    fn report(mut self, model: &Model, candidates: usize) -> Result<PositionReport, Error> {
        let settings = self.settings;
        let nodes = settings.deep_nodes;
        let ask = Ask { nodes, lines: candidates, ..Ask::default() };
        let found = self.machine.search(&self.root, &ask)?;
        let natural = Naturalness::of(&self.root);
        let mut lines: Vec<Line> = (1..)
            .zip(&found)
            .map(|(rank, one)| line(&self.root, one, rank, &natural, self.scale))
            .collect();
        let mut proofs = self.proofs(&lines)?;
        self.put_mate_first(&mut lines, &proofs, &natural);
        prove(&mut lines, &proofs);
        let first = |lines: &[Line]| lines.first().and_then(|line| line.moves.first()).copied();
        let best = first(&lines);
        if let Some(best) = best {
            proofs.extend(self.more_proofs(best.0)?);
        }
        let value = lines.first().map_or_else(Value::default, |line| line.value);
        let gap = match lines.as_slice() {
            [first, second, ..] if first.depth == second.depth || is_firm(&first.value) => {
                Some(Number::new(first.value.w.get() - second.value.w.get()))
            }
            _ => None,
        };
        let threats = self.threats(best, &value)?;
        let (progress, terms) = look::terms(&self.root);
        let mut report = PositionReport {
            format: FORMAT.into(),
            version: VERSION,
            program: format!("Sakiyomi {}", env!("CARGO_PKG_VERSION")),
            evaluator: identify(model),
            settings: Limits {
                nodes,
                side_nodes: settings.side_nodes,
                mate_nodes: settings.deep_mate_nodes,
                hisshi_nodes: settings.hisshi_nodes,
                hash_mb: settings.hash_mb,
                scale: settings.scale,
                fitted_scale: settings.fitted_scale,
            },
            sfen: self.root.to_sfen(),
            side: self.root.turn().into(),
            in_check: self.root.in_check(),
            legal_moves: self.root.legal_moves().len() as u32,
            declarable: look::may_declare(&self.root, self.rule),
            value,
            gap,
            candidates: Vec::new(),
            threats,
            proofs,
            progress,
            phase: look::phase(progress),
            terms,
            kings: look::meters(&self.root, self.rule),
        };
        report.candidates = self.candidates(&report, lines, &natural);
        Ok(report)
    }

    /// A mate here, a mate threat against the side to move, and the opponent's mate after each line.
    fn proofs(&mut self, lines: &[Line]) -> Result<Vec<Proof>, Error> {
        let nodes = self.settings.deep_mate_nodes;
        let mut proofs = vec![named(&[], self.machine.mate(&self.root, nodes, true)?)];
        if let Some(proof) = self.machine.tsumero(&self.root, nodes)? {
            proofs.push(named(&[], proof));
        }
        for mv in lines.iter().filter_map(|line| line.moves.first()) {
            let after = played_out(&self.root, &[mv.0]);
            proofs.push(named(&[mv.0], self.machine.mate(&after, nodes, false)?));
            if let Some(proof) = self.machine.tsumero(&after, nodes)? {
                proofs.push(named(&[mv.0], proof));
            }
        }
        Ok(proofs)
    }

    /// Hisshi where the game is far enough.
    fn more_proofs(&mut self, best: Move) -> Result<Vec<Proof>, Error> {
        if Progress::of(&self.root).get() < HISSHI_FROM {
            return Ok(Vec::new());
        }
        let nodes = self.settings.hisshi_nodes;
        let mut proofs = Vec::new();
        if !self.root.in_check() {
            proofs.push(named(&[], self.machine.hisshi(&self.root, 0, nodes)?));
        }
        let after = played_out(&self.root, &[best]);
        if !after.in_check() && after.has_legal_move() {
            proofs.push(named(&[best], self.machine.hisshi(&after, 0, nodes)?));
        }
        Ok(proofs)
    }

    /// A proved mate is the best candidate even if the search does not show it.
    fn put_mate_first(&self, lines: &mut Vec<Line>, proofs: &[Proof], natural: &Naturalness) {
        let Some(mate) = proofs.first().filter(|proof| proof.verdict == Verdict::Yes) else {
            return;
        };
        let found = crate::machine::Found {
            cp: None,
            mate: mate.plies.map(|plies| plies as i32),
            depth: 0,
            nodes: mate.nodes,
            line: mate.line.clone(),
        };
        let mut proved = line(&self.root, &found, 1, natural, self.scale);
        (proved.value.w, proved.value.basis) = (100.0.into(), Basis::Proved);
        lines.retain(|line| line.moves.first() != mate.line.first());
        lines.insert(0, proved);
    }

    fn threats(&mut self, best: Option<Usi>, value: &Value) -> Result<Vec<Threat>, Error> {
        let mut threats = Vec::new();
        let asked = [Some(Vec::new()), best.map(|mv| vec![mv.0])];
        for after in asked.into_iter().flatten() {
            let position = played_out(&self.root, &after);
            if position.in_check() || !position.has_legal_move() {
                continue;
            }
            // The side that moves again is the one that is not to move before the pass.
            let side = !position.turn();
            let of_side = if side == self.root.turn() { *value } else { turned(*value) };
            let mut passed = position.without_past();
            passed.pass();
            let ask = Ask { nodes: self.settings.side_nodes, lines: 1, ..Ask::default() };
            let Some(found) = self.machine.search(&passed, &ask)?.into_iter().next() else {
                continue;
            };
            let line = line(&passed, &found, 1, &Naturalness::of(&passed), self.scale);
            threats.push(Threat {
                side: side.into(),
                ply: 0,
                after: Usi::line(&after),
                sfen: position.to_sfen(),
                before: of_side.w,
                size: (line.value.w.get() - of_side.w.get()).into(),
                nodes: found.nodes,
                line,
            });
        }
        Ok(threats)
    }

    fn candidates(
        &mut self,
        report: &PositionReport,
        lines: Vec<Line>,
        natural: &Naturalness,
    ) -> Vec<Candidate> {
        let best_w = lines.first().map_or(50.0, |line| line.value.w.get());
        let of = |index: usize, line: &Line, solver: &mut mate::Solver| Candidate {
            loss: (best_w - line.value.w.get()).max(0.0).into(),
            category: line
                .moves
                .first()
                .map(|mv| natural.natural(mv.0).category)
                .unwrap_or_default(),
            reasons: reasons::of(report, &self.root, &lines, index, solver),
            line: Line { rank: index as u32 + 1, ..line.clone() },
        };
        let solver = self.machine.solver();
        lines.iter().enumerate().map(|(index, line)| of(index, line, solver)).collect()
    }
}

fn is_firm(value: &Value) -> bool {
    value.basis != Basis::Searched
}

/// A line after which the opponent mates by a proof is lost, whatever the search says of it.
fn prove(lines: &mut [Line], proofs: &[Proof]) {
    for line in lines.iter_mut().filter(|line| !is_firm(&line.value)) {
        let refuted = proofs.iter().find(|proof| {
            proof.question == Question::Mate
                && proof.verdict == Verdict::Yes
                && proof.after.len() == 1
                && proof.after.first() == line.moves.first()
        });
        if let Some(proof) = refuted {
            let mate = proof.plies.map(|plies| -(plies as i32) - 1);
            line.value = Value { cp: None, mate, w: 0.0.into(), basis: Basis::Proved };
        }
    }
    lines.sort_by(|a, b| b.value.w.get().total_cmp(&a.value.w.get()));
}

/// A proof with the name that the report gives it.
fn named(after: &[Move], proof: Proof) -> Proof {
    let question = serde_json::to_string(&proof.question).unwrap_or_default();
    let mut id = question.trim_matches('"').to_owned();
    after.iter().for_each(|mv| id.push_str(&format!("-{mv}")));
    Proof { id, after: Usi::line(after), ..proof }
}

#[cfg(test)]
mod tests;
