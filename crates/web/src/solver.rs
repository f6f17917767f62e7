//! Questions to the solvers of mate and hisshi, and the facts of a position that they prove.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use analysis::naturalness::Naturalness;
use eval::classic::{Classic, Term};
use mate::{Limits, Progress, Reason, Solver, Verdict, hisshi};
use shogi::{Color, Move, Position};

use crate::limits;
use crate::protocol::{
    DoneReason, Facts, ServerMessage, SolveKind, TermValue, ThreatFact, UnknownReason,
    VerdictOutcome,
};
use crate::session::Teller;
use crate::view;

/// The time between two messages about a solver's progress.
const PROGRESS: Duration = Duration::from_millis(500);

/// A question of a page.
pub(crate) struct Question {
    pub(crate) kind: SolveKind,
    pub(crate) position: Position,
    pub(crate) limit_ms: u64,
    pub(crate) shortest: bool,
    pub(crate) plies: u16,
}

/// Why a question ended without a proof.
fn unknown(reason: Reason, is_out_of_time: bool) -> UnknownReason {
    match reason {
        Reason::Stopped if is_out_of_time => UnknownReason::Time,
        Reason::Stopped => UnknownReason::Stopped,
        Reason::Nodes => UnknownReason::Nodes,
        Reason::TooLong | Reason::Recurrence | Reason::Unverified => UnknownReason::Position,
    }
}

struct Found {
    outcome: VerdictOutcome,
    reason: Option<UnknownReason>,
    plies: Option<u32>,
    is_shortest: bool,
    line: Vec<Move>,
}

impl Found {
    fn new(outcome: VerdictOutcome) -> Self {
        Self { outcome, reason: None, plies: None, is_shortest: false, line: Vec::new() }
    }

    fn unknown(reason: Reason, is_out_of_time: bool) -> Self {
        let reason = Some(unknown(reason, is_out_of_time));
        Self { reason, ..Self::new(VerdictOutcome::Unknown) }
    }
}

/// Answers a question and says how the job ended.
pub(crate) fn solve(question: &Question, teller: &Teller) -> DoneReason {
    let began = Instant::now();
    let limit = Duration::from_millis(question.limit_ms);
    let mut told = began;
    let mut watch = |progress: &Progress| {
        let now = Instant::now();
        if now.duration_since(told) >= PROGRESS {
            told = now;
            teller.say(ServerMessage::Solving {
                job: teller.job(),
                nodes: Some(progress.nodes),
                ms: now.duration_since(began).as_millis() as u64,
                best: progress.most.map(u32::from),
            });
        }
        teller.is_stopped() || now.duration_since(began) >= limit
    };
    let found = match question.kind {
        SolveKind::Mate => ask_mate(question, &question.position, VerdictOutcome::Mate, &mut watch),
        SolveKind::Tsumero => {
            let mut passed = question.position.without_past();
            passed.pass();
            ask_mate(question, &passed, VerdictOutcome::Tsumero, &mut watch)
        }
        SolveKind::Hisshi => ask_hisshi(question, &mut watch),
    };
    let is_unknown = found.outcome == VerdictOutcome::Unknown;
    let mut shown = question.position.clone();
    if question.kind == SolveKind::Tsumero {
        shown = shown.without_past();
        shown.pass();
    }
    let (line, text) = view::line_text(&shown, &found.line);
    teller.say(ServerMessage::Verdict {
        job: teller.job(),
        kind: question.kind,
        outcome: found.outcome,
        reason: found.reason,
        plies: found.plies,
        shortest: found.is_shortest,
        line,
        text,
    });
    if is_unknown { DoneReason::Limit } else { DoneReason::Found }
}

fn ask_mate(
    question: &Question,
    position: &Position,
    yes: VerdictOutcome,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Found {
    let mut solver = Solver::new(limits::SOLVER_MB[1]);
    let limits = Limits { nodes: u64::MAX, shortest: question.shortest };
    match solver.solve_watched(position, &limits, watch).verdict {
        Verdict::Mate(mate) => {
            let mut stop = || watch(&Progress::default());
            // The line without useless interpositions is the one that problems are known by.
            let useful = solver.useful_line(position, &mate, &limits, &mut stop);
            let line = useful.unwrap_or_else(|_| mate.line().to_vec());
            let plies = u32::try_from(line.len()).ok();
            Found { plies, is_shortest: mate.is_shortest(), line, ..Found::new(yes) }
        }
        Verdict::NoMate(_) => Found::new(match yes {
            VerdictOutcome::Tsumero => VerdictOutcome::NoTsumero,
            _ => VerdictOutcome::NoMate,
        }),
        Verdict::Unknown(reason) => Found::unknown(reason, watch(&Progress::default())),
    }
}

fn ask_hisshi(question: &Question, watch: &mut dyn FnMut(&Progress) -> bool) -> Found {
    let limits = hisshi::Limits { plies: question.plies, ..hisshi::Limits::default() };
    let mut solver = hisshi::Solver::new(limits::SOLVER_MB[1]);
    match solver.solve_watched(&question.position, &limits, watch).verdict {
        hisshi::Verdict::Hisshi(hisshi) => {
            let plies = Some(u32::from(hisshi.plies()));
            let is_shortest = hisshi.at_least() == hisshi.plies();
            // Without moves of its own the hisshi is a mate that is there already.
            let is_mate = hisshi.line().is_empty();
            let line = if is_mate { hisshi.threat() } else { hisshi.line() }.to_vec();
            let outcome = if is_mate { VerdictOutcome::Mate } else { VerdictOutcome::Hisshi };
            let plies = if is_mate { u32::try_from(line.len()).ok() } else { plies };
            Found { plies, is_shortest: is_shortest && !is_mate, line, ..Found::new(outcome) }
        }
        hisshi::Verdict::NoHisshi(none) => {
            let plies = Some(u32::from(none.plies()));
            Found { plies, ..Found::new(VerdictOutcome::NoHisshi) }
        }
        hisshi::Verdict::Unknown(reason) => Found::unknown(reason, watch(&Progress::default())),
    }
}

fn threat(position: &Position, line: &[Move]) -> ThreatFact {
    let (usi, text) = view::line_text(position, line);
    ThreatFact { plies: u32::try_from(usi.len()).unwrap_or(u32::MAX), line: usi, text }
}

/// Looks for facts of a position, the cheapest first, until it is told to stop. Each call of `tell`
/// has the new ones only.
pub(crate) fn explain(position: &Position, stop: &AtomicBool, tell: &mut dyn FnMut(Facts)) {
    let sheet = Classic::default().terms(position);
    let term = |term: Term| TermValue {
        name: term.name().to_owned(),
        meaning: term.meaning().to_owned(),
        black: sheet.points(term, Color::Black),
        white: sheet.points(term, Color::White),
    };
    let terms = Some(Term::ALL.map(term).to_vec());
    let natural = position.last_move().map(|mv| {
        let mut before = position.clone();
        before.take_back();
        view::natural(&before, &Naturalness::of(&before), mv)
    });
    tell(Facts { terms, natural, ..Facts::default() });

    let mut is_stopped = || stop.load(Ordering::Relaxed);
    let mut solver = Solver::new(limits::SOLVER_MB[0]);
    let limits = Limits { nodes: limits::EXPLAIN_NODES, shortest: true };
    if let Verdict::Mate(mate) = solver.solve(position, &limits, &mut is_stopped).verdict {
        let mate = Some(threat(position, mate.line()));
        tell(Facts { mate, ..Facts::default() });
        return;
    }
    let answer = hisshi::tsumero(&mut solver, position, &limits, &mut is_stopped);
    let Some(Verdict::Mate(mate)) = answer.map(|answer| answer.verdict) else { return };
    let mut passed = position.without_past();
    passed.pass();
    let tsumero = Some(threat(&passed, mate.line()));
    tell(Facts { tsumero, ..Facts::default() });

    let limits = hisshi::Limits { nodes: limits::EXPLAIN_NODES, ..hisshi::Limits::default() };
    let mut solver = hisshi::Solver::new(limits::SOLVER_MB[0]);
    let hisshi = match solver.stands(position, &limits, &mut is_stopped).verdict {
        hisshi::Verdict::Hisshi(_) => Some(true),
        hisshi::Verdict::NoHisshi(_) => Some(false),
        hisshi::Verdict::Unknown(_) => None,
    };
    if hisshi.is_some() {
        tell(Facts { hisshi, ..Facts::default() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threat_is_a_fact() {
        let position: Position = "4k4/9/4P4/9/9/9/9/9/4K4 w G 1".parse().expect("a position");
        let mut all = Vec::new();
        explain(&position, &AtomicBool::new(false), &mut |facts| all.push(facts));
        assert_eq!(all[0].terms.as_ref().map(Vec::len), Some(Term::ALL.len()));
        let tsumero = all.iter().find_map(|facts| facts.tsumero.as_ref()).expect("a threat");
        assert_eq!((tsumero.plies, tsumero.line[0].as_str()), (1, "G*5b"));
        assert_eq!(all.iter().find_map(|facts| facts.hisshi), Some(false), "White may capture");
    }

    #[test]
    fn a_mate_is_a_fact_with_its_line() {
        let position: Position =
            "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1".parse().expect("a position");
        let mut all = Vec::new();
        explain(&position, &AtomicBool::new(false), &mut |facts| all.push(facts));
        let mate = all.iter().find_map(|facts| facts.mate.as_ref()).expect("a mate");
        assert_eq!(mate.line, ["G*5b"]);
        assert_eq!(mate.text[0].en, "G*5b");
    }
}
