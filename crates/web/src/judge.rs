//! Judgements of tries at problems: right, solved, longer, wrong or unknown, each by proof.
//!
//! A move in a mate problem is right if every defence is still mated in as few plies as before the
//! move. The defence that lasts longest answers. A move of another problem is compared with what
//! the problem's source has and, in hisshi, with the solver.

use std::time::{Duration, Instant};

use mate::{Limits, Solver, Verdict, hisshi};
use shogi::{Move, Position};

use crate::limits;
use crate::protocol::{
    ErrorCode, Failure, JudgeOutcome, Problem, ProblemKind, Rule, ServerMessage,
};
use crate::{problems, questions, view};

/// The time for a judgement.
const TIME: Duration = Duration::from_secs(2);
/// The nodes for one question to a solver.
const NODES: u64 = 500_000;

/// A try at a problem: the moves so far, the last of which is to be judged.
pub(crate) struct Attempt {
    problem: Problem,
    before: Position,
    mv: Move,
    /// The plies before the move.
    plies: usize,
}

struct Judgement {
    outcome: JudgeOutcome,
    reply: Option<Move>,
    mate_in: Option<usize>,
}

impl Judgement {
    fn new(outcome: JudgeOutcome) -> Self {
        Self { outcome, reply: None, mate_in: None }
    }
}

/// What a solver says of a position.
enum Said {
    /// There is a mate in this many plies, and without useless interpositions by this line.
    Mate(usize, Vec<Move>),
    None,
    Unknown,
}

struct Oracle {
    solver: Solver,
    end: Instant,
}

impl Oracle {
    fn ask(&mut self, position: &Position) -> Said {
        let end = self.end;
        let mut is_late = || Instant::now() >= end;
        let limits = Limits { nodes: NODES, shortest: true };
        match self.solver.solve(position, &limits, &mut is_late).verdict {
            Verdict::Mate(mate) if mate.is_shortest() => {
                let useful = self.solver.useful_line(position, &mate, &limits, &mut is_late);
                let line = useful.unwrap_or_else(|_| mate.line().to_vec());
                Said::Mate(mate.line().len(), line)
            }
            Verdict::NoMate(_) => Said::None,
            Verdict::Mate(_) | Verdict::Unknown(_) => Said::Unknown,
        }
    }
}

impl Attempt {
    /// Reads a try.
    pub(crate) fn new(problem: String, moves: &[String]) -> Result<Self, Failure> {
        let missing = || Failure::new(ErrorCode::NotFound, "there is no such problem");
        let problem = problems::named(&problem).ok_or_else(missing)?;
        let Some((last, before)) = moves.split_last() else {
            return Err(Failure::new(ErrorCode::NoMove, "a try has at least one move"));
        };
        let plies = before.len();
        let before = questions::playable_line(&problem.sfen, before)?;
        let mv = before.parse_legal_move(last).map_err(questions::bad_move)?;
        Ok(Self { problem, before, mv, plies })
    }

    /// Judges the try.
    pub(crate) fn judge(&self) -> ServerMessage {
        let mut position = self.before.clone();
        position.play(self.mv);
        let judgement = match self.problem.kind {
            ProblemKind::Mate => self.judge_mate(&position),
            ProblemKind::Hisshi => self.judge_hisshi(&position),
            ProblemKind::Next => {
                let is_best = self.problem.solution.contains(&self.mv.to_string());
                let outcome = if is_best { JudgeOutcome::Solved } else { JudgeOutcome::Wrong };
                Judgement::new(outcome)
            }
        };
        let text = judgement.reply.map(|reply| view::move_text(&position, reply));
        if let Some(reply) = judgement.reply {
            position.play(reply);
        }
        ServerMessage::Judged {
            problem: self.problem.id.clone(),
            outcome: judgement.outcome,
            tried: view::move_text(&self.before, self.mv),
            reply: judgement.reply.map(|reply| reply.to_string()),
            text,
            mate_in: judgement.mate_in.and_then(|plies| u32::try_from(plies).ok()),
            pos: Some(view::pos(&position, Rule::Points27, None)),
        }
    }

    /// The word for a mate that is complete after this many plies.
    fn complete(&self, plies: usize) -> JudgeOutcome {
        let asked = self.problem.plies.unwrap_or(u32::MAX) as usize;
        if plies <= asked { JudgeOutcome::Solved } else { JudgeOutcome::Longer }
    }

    fn judge_mate(&self, after: &Position) -> Judgement {
        if !after.in_check() {
            return Judgement::new(JudgeOutcome::Wrong);
        }
        if after.is_mate() {
            return Judgement::new(self.complete(self.plies + 1));
        }
        let mut oracle =
            Oracle { solver: Solver::new(limits::SOLVER_MB[0]), end: Instant::now() + TIME };
        let shortest = match oracle.ask(&self.before) {
            // The solver's own move: its line has the reply, without useless interpositions.
            Said::Mate(_, line) if line.first() == Some(&self.mv) => {
                let Some(&reply) = line.get(1) else {
                    return Judgement::new(self.complete(self.plies + 1));
                };
                let outcome = JudgeOutcome::Right;
                return Judgement { outcome, reply: Some(reply), mate_in: Some(line.len() - 2) };
            }
            Said::Mate(plies, _) => plies,
            // The tries before have led out of the mate.
            Said::None => return Judgement::new(JudgeOutcome::Wrong),
            Said::Unknown => return Judgement::new(JudgeOutcome::Unknown),
        };
        judge_replies(&mut oracle, after, shortest)
    }

    fn judge_hisshi(&self, after: &Position) -> Judgement {
        if after.is_mate() {
            return Judgement::new(JudgeOutcome::Solved);
        }
        let is_known = self.plies == 0 && self.problem.solution.contains(&self.mv.to_string());
        let asked = self.problem.plies.unwrap_or(1) as usize;
        if is_known && asked == 1 {
            return Judgement::new(JudgeOutcome::Solved);
        }
        let end = Instant::now() + TIME;
        let mut is_late = || Instant::now() >= end;
        let limits = hisshi::Limits { nodes: NODES, ..hisshi::Limits::default() };
        let mut solver = hisshi::Solver::new(limits::SOLVER_MB[0]);
        match solver.stands(after, &limits, &mut is_late).verdict {
            hisshi::Verdict::Hisshi(_) => Judgement::new(JudgeOutcome::Solved),
            hisshi::Verdict::NoHisshi(_) if is_known => {
                // The first of several moves; the source has the line no further than this.
                let left = u16::try_from(asked.saturating_sub(2)).unwrap_or(1);
                let reply = longest_defence(&mut solver, after, left, &mut is_late);
                Judgement { reply, ..Judgement::new(JudgeOutcome::Right) }
            }
            hisshi::Verdict::NoHisshi(_) => Judgement::new(JudgeOutcome::Wrong),
            hisshi::Verdict::Unknown(_) => Judgement::new(JudgeOutcome::Unknown),
        }
    }
}

/// Judges a check that is not the solver's own: are all defences mated in time?
fn judge_replies(oracle: &mut Oracle, after: &Position, shortest: usize) -> Judgement {
    // The plies of the mate, the useful ones of them, whether it is no interposition, and the move.
    let mut longest: Option<(usize, bool, Move, usize)> = None;
    let mut most = 0;
    let mut is_open = false;
    for &reply in after.legal_moves().iter() {
        let mut position = after.clone();
        position.play(reply);
        match oracle.ask(&position) {
            Said::Mate(plies, line) => {
                most = most.max(plies);
                let rank = (line.len(), !reply.is_drop());
                if longest.is_none_or(|(useful, no_drop, ..)| rank > (useful, no_drop)) {
                    longest = Some((rank.0, rank.1, reply, line.len()));
                }
            }
            Said::None => {
                let outcome = JudgeOutcome::Wrong;
                return Judgement { outcome, reply: Some(reply), mate_in: None };
            }
            Said::Unknown => is_open = true,
        }
    }
    if is_open {
        return Judgement::new(JudgeOutcome::Unknown);
    }
    let outcome = if most + 2 <= shortest { JudgeOutcome::Right } else { JudgeOutcome::Longer };
    let reply = longest.map(|(_, _, reply, _)| reply);
    Judgement { outcome, reply, mate_in: longest.map(|(.., plies)| plies) }
}

/// A defence after which the hisshi takes as long as it can, if one is found in time.
fn longest_defence(
    solver: &mut hisshi::Solver,
    position: &Position,
    plies: u16,
    is_late: &mut dyn FnMut() -> bool,
) -> Option<Move> {
    let limits = hisshi::Limits { nodes: NODES, plies, ..hisshi::Limits::default() };
    let mut best: Option<(u16, Move)> = None;
    for &reply in position.legal_moves().iter() {
        let mut after = position.clone();
        after.play(reply);
        if let hisshi::Verdict::Hisshi(found) = solver.solve(&after, &limits, is_late).verdict
            && best.is_none_or(|(plies, _)| found.plies() > plies)
        {
            best = Some((found.plies(), reply));
        }
    }
    best.map(|(_, reply)| reply)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(problem: &str, moves: &[String]) -> (JudgeOutcome, Option<String>) {
        let attempt = Attempt::new(problem.to_owned(), moves).expect("a try");
        match attempt.judge() {
            ServerMessage::Judged { outcome, reply, .. } => (outcome, reply),
            other => panic!("{other:?}"),
        }
    }

    /// Plays the solver's moves and the replies to the end.
    fn solve(problem: &Problem) -> usize {
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..20 {
            let position = questions::playable_line(&problem.sfen, &moves).expect("a line");
            let mut solver = Solver::new(16);
            let limits = Limits { nodes: u64::MAX, shortest: true };
            let Verdict::Mate(mate) = solver.solve(&position, &limits, &mut || false).verdict
            else {
                panic!("{}: no mate after {moves:?}", problem.id)
            };
            moves.push(mate.line()[0].to_string());
            match judged(&problem.id, &moves) {
                (JudgeOutcome::Solved, _) => return moves.len(),
                (JudgeOutcome::Right, Some(reply)) => moves.push(reply),
                other => panic!("{}: {other:?} after {moves:?}", problem.id),
            }
        }
        panic!("{}: no end of {moves:?}", problem.id)
    }

    #[test]
    fn the_solvers_own_line_solves_each_set() {
        for (set, plies) in [("mate-1", 1), ("mate-3", 3), ("mate-5", 5), ("mate-7", 7)] {
            for number in [1, 2, 3] {
                let problem = problems::get(set, number).expect("a problem");
                assert!(solve(&problem) <= plies, "{}", problem.id);
            }
        }
    }

    #[test]
    fn a_move_that_gives_no_check_is_wrong() {
        let problem = problems::get("mate-3", 1).expect("a problem");
        let position: Position = problem.sfen.parse().expect("a position");
        let quiet = *position
            .legal_moves()
            .iter()
            .find(|&&mv| !position.gives_check(mv))
            .expect("a move without check");
        let (outcome, reply) = judged(&problem.id, &[quiet.to_string()]);
        assert_eq!((outcome, reply), (JudgeOutcome::Wrong, None));
    }

    #[test]
    fn every_check_gets_a_judgement() {
        let problem = problems::get("mate-3", 2).expect("a problem");
        let position: Position = problem.sfen.parse().expect("a position");
        let mut right = 0;
        for &mv in position.legal_moves().iter().filter(|&&mv| position.gives_check(mv)) {
            let (outcome, reply) = judged(&problem.id, &[mv.to_string()]);
            assert_ne!(outcome, JudgeOutcome::Unknown, "{mv}");
            right += usize::from(outcome == JudgeOutcome::Right);
            if outcome == JudgeOutcome::Right {
                assert!(reply.is_some(), "{mv}");
            }
        }
        assert!(right >= 1);
    }

    #[test]
    fn hisshi_and_next_moves_are_judged() {
        let problem = problems::get("hisshi-1", 1).expect("a problem");
        assert_eq!(judged(&problem.id, &problem.solution).0, JudgeOutcome::Solved);
        let position: Position = problem.sfen.parse().expect("a position");
        let other = position
            .legal_moves()
            .iter()
            .map(ToString::to_string)
            .find(|mv| !problem.solution.contains(mv));
        let (outcome, _) = judged(&problem.id, &[other.expect("another move")]);
        assert_ne!(outcome, JudgeOutcome::Right);
        let problem = problems::get("next", 1).expect("a problem");
        assert_eq!(judged(&problem.id, &problem.solution).0, JudgeOutcome::Solved);
    }

    #[test]
    fn bad_tries_are_refused() {
        let code = |problem: &str, moves: &[&str]| {
            let moves: Vec<String> = moves.iter().map(|&mv| mv.to_owned()).collect();
            Attempt::new(problem.to_owned(), &moves).err().map(|failure| failure.code)
        };
        assert_eq!(code("mate-1/0", &["7g7f"]), Some(ErrorCode::NotFound));
        assert_eq!(code("mate-1/1", &[]), Some(ErrorCode::NoMove));
        assert_eq!(code("mate-1/1", &["1a1a"]), Some(ErrorCode::Illegal));
    }
}
