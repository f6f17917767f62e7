//! The check of a report: all evidence once more, from the JSON alone.
//!
//! Every fact is proved again by the rules, the solvers or the search that gave it. Then every
//! sentence has to follow from its facts: its template's condition must hold for them, and its text
//! must be what the template makes of them.

mod again;
mod board;
mod fact;

use std::collections::BTreeSet;
use std::fmt;

use shogi::Position;

pub use again::Again;
pub(crate) use board::count;

use crate::model::{Fact, GameReport, Sentence};
use crate::sentences::{self, Facts, Place};

/// Something in a report that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The ply concerned; 0 is the game as a whole, or none where evidence stands alone.
    pub ply: Option<u32>,
    /// The template of the sentence, if it is about one.
    pub template: Option<String>,
    /// The id of the evidence, if it is about one.
    pub evidence: Option<String>,
    /// What does not hold.
    pub reason: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(ply) = self.ply {
            write!(f, "ply {ply}: ")?;
        }
        if let Some(template) = &self.template {
            write!(f, "sentence {template}: ")?;
        }
        if let Some(evidence) = &self.evidence {
            write!(f, "evidence {evidence}: ")?;
        }
        f.write_str(&self.reason)
    }
}

/// Checks a report and returns what does not hold; nothing means that every sentence is true to its
/// evidence.
pub fn check(report: &GameReport, again: &mut Again<'_>) -> Vec<Failure> {
    let mut failures = Vec::new();
    let positions = match positions(report) {
        Ok(positions) => positions,
        Err(reason) => {
            return vec![Failure { ply: None, template: None, evidence: None, reason }];
        }
    };
    if !again.begin(report, &mut failures) {
        return failures;
    }
    let mut ids = BTreeSet::new();
    for evidence in &report.evidence {
        let result = if ids.insert(&evidence.id) {
            fact::check(&evidence.fact, report, &positions, again)
        } else {
            Err("the id is given twice".to_owned())
        };
        if let Err(reason) = result {
            let evidence = Some(evidence.id.clone());
            failures.push(Failure { ply: None, template: None, evidence, reason });
        }
    }
    let mut about = |ply: u32, sentences: &[Sentence]| {
        let said: Vec<&'static str> = sentences
            .iter()
            .filter_map(|one| sentences::template(&one.template))
            .map(|template| template.id)
            .collect();
        let place = Place {
            positions: &positions,
            info: &report.game,
            settings: &report.settings,
            ply: ply as usize,
            said: &said,
        };
        for sentence in sentences {
            if let Err(reason) = follows(sentence, report, &place) {
                let template = Some(sentence.template.clone());
                failures.push(Failure { ply: Some(ply), template, evidence: None, reason });
            }
        }
    };
    about(0, &report.sentences);
    for ply in &report.plies {
        about(ply.ply, &ply.sentences);
    }
    for moment in &report.moments {
        about(moment.ply, &moment.sentences);
    }
    failures
}

/// The positions of the game, by the rules alone.
fn positions(report: &GameReport) -> Result<Vec<Position>, String> {
    let start: Position =
        report.game.start.parse().map_err(|error| format!("the start position: {error}"))?;
    let mut position = start.clone();
    let mut positions = vec![start];
    for (index, mv) in report.game.moves.iter().enumerate() {
        if !position.is_legal(mv.0) {
            return Err(format!("ply {}: {mv} is not legal", index + 1));
        }
        position.play(mv.0);
        positions.push(position.clone());
    }
    let (plies, moves) = (report.plies.len(), report.game.moves.len());
    if plies != moves + 1 {
        return Err(format!("{plies} plies, expected {}", moves + 1));
    }
    for (index, (ply, position)) in report.plies.iter().zip(&positions).enumerate() {
        if ply.ply as usize != index || ply.sfen != position.to_sfen() {
            return Err(format!("ply {index} is not the position of the game"));
        }
        let part = report.part();
        let expected = (part.has(index), part.judges(index));
        if (ply.value.is_some(), ply.judgement.is_some()) != expected {
            return Err(format!("ply {index} is not judged as the settings say"));
        }
    }
    Ok(positions)
}

/// Does the sentence follow from its evidence?
fn follows(sentence: &Sentence, report: &GameReport, place: &Place<'_>) -> Result<(), String> {
    let template = sentences::template(&sentence.template)
        .ok_or_else(|| "there is no such template".to_owned())?;
    let is_about_game = matches!(template.id, "G2" | "G3");
    if place.ply >= place.positions.len() || is_about_game != (place.ply == 0) {
        return Err("the sentence stands in the wrong place".into());
    }
    let facts: Vec<&Fact> = sentence
        .evidence
        .iter()
        .map(|id| report.evidence(id).map(|evidence| &evidence.fact).ok_or(id))
        .collect::<Result<_, _>>()
        .map_err(|id| format!("the evidence {id} is missing"))?;
    if let Some(fact) = facts.iter().find(|fact| !template.kinds.contains(&fact.kind())) {
        return Err(format!("a fact of the kind {} proves nothing here", fact.kind()));
    }
    let strength = sentences::weakest(facts.iter().copied());
    let slots = (template.fill)(place, &Facts(facts))
        .ok_or_else(|| "the evidence does not support it".to_owned())?;
    let text = template.text(&slots).ok_or_else(|| "a slot is empty".to_owned())?;
    let same = sentence.group == template.group
        && sentence.strength == strength
        && sentence.slots == slots.0
        && (&sentence.ja, &sentence.en) == (&text.ja, &text.en);
    if same { Ok(()) } else { Err(format!("the evidence says: {} {}", text.ja, text.en)) }
}
