//! What a unit of work thinks with: a searcher, a small one for shallow looks, and the solvers.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use eval::Model;
use mate::hisshi;
use search::{
    Deadline, ExactLine, Limits, NoController, Outcome, RootMove, Rules, Score, Searcher, Settings,
};
use serde::{Deserialize, Serialize};
use shogi::{DeclarationRule, Move, Position};

use crate::model::{Proof, Question, Usi, Verdict};

/// Megabytes of the table of shallow looks, which is emptied before each.
const SHALLOW_MB: usize = 1;
/// Megabytes of the solvers' memories.
const SOLVER_MB: usize = 16;
/// A search that was too short to score a move is repeated with this many times the nodes.
const LONGER: u64 = 8;
/// The most repetitions of that kind.
const REPETITIONS: usize = 8;

/// A line of a search, with its score for the side to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Found {
    /// The score in centipawns; none for a mate.
    pub cp: Option<i32>,
    /// The plies to mate, below zero if the side to move is mated.
    pub mate: Option<i32>,
    /// The depth of the line's last exact score.
    pub depth: i32,
    /// The nodes that were asked for.
    pub nodes: u64,
    /// The moves.
    pub line: Vec<Usi>,
}

/// A search that was stopped from outside; its result counts for nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// The request to stop, as a deadline.
struct Stop<'a>(&'a AtomicBool);

impl Deadline for Stop<'_> {
    fn has_passed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A search to be done.
#[derive(Clone, Default)]
pub struct Ask {
    /// The nodes.
    pub nodes: u64,
    /// The number of lines.
    pub lines: usize,
    /// The moves that alone are searched; empty means all.
    pub only: Vec<Move>,
    /// Whether the small table is used, emptied before.
    pub shallow: bool,
}

/// A searcher and solvers.
pub struct Machine<'a> {
    searcher: Searcher,
    shallow: Searcher,
    solver: mate::Solver,
    hisshi: hisshi::Solver,
    model: &'a Model,
    rule: DeclarationRule,
    stop: &'a AtomicBool,
}

impl<'a> Machine<'a> {
    /// Makes a machine with a table of `hash_mb` megabytes.
    pub fn new(
        model: &'a Model,
        hash_mb: usize,
        rule: DeclarationRule,
        stop: &'a AtomicBool,
    ) -> io::Result<Self> {
        Ok(Self {
            searcher: Searcher::new(model.evaluator(), hash_mb)?,
            shallow: Searcher::new(model.evaluator(), SHALLOW_MB)?,
            solver: mate::Solver::new(SOLVER_MB),
            hisshi: hisshi::Solver::new(SOLVER_MB),
            model,
            rule,
            stop,
        })
    }

    /// Forgets everything, so that the next unit does not depend on the one before.
    pub fn forget(&mut self) -> io::Result<()> {
        self.searcher.new_game()
    }

    /// The mate solver, for questions about the ends of lines.
    pub fn solver(&mut self) -> &mut mate::Solver {
        &mut self.solver
    }

    /// Searches a position. A draw counts as even, and no look for mates goes before. Only lines
    /// with an exact score are found; where there is a legal move, there is at least one.
    pub fn search(&mut self, position: &Position, ask: &Ask) -> Result<Vec<Found>, Stopped> {
        // The lines are wanted even where a declaration would win.
        let declarable = position.declaration(self.rule).is_some();
        let rules = Rules { declaration: (!declarable).then_some(self.rule), ..Rules::default() };
        let mut settings = Settings {
            limits: Limits { depth: None, nodes: Some(ask.nodes), only: ask.only.clone() },
            rules,
            values: self.model.exchange_values(),
            lines: ask.lines.max(1),
            ..Settings::default()
        };
        let searcher = if ask.shallow { &mut self.shallow } else { &mut self.searcher };
        if ask.shallow && searcher.new_game().is_err() {
            return Err(Stopped);
        }
        let mut lines = Vec::new();
        for _ in 0..REPETITIONS {
            let stop = Stop(self.stop);
            let outcome = searcher.think_until(position, &settings, &stop, &mut NoController);
            if self.stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
            lines = scored_lines(&outcome, settings.lines);
            if !lines.is_empty() || outcome.moves.is_empty() {
                break;
            }
            settings.limits.nodes = settings.limits.nodes.map(|nodes| nodes.saturating_mul(LONGER));
        }
        let pawn = self.model.pawn();
        let found = lines.into_iter().map(|line| {
            let mate = line.score.mate_plies();
            Found {
                cp: mate.is_none().then(|| line.score.get() * 100 / pawn),
                mate,
                depth: line.depth,
                nodes: ask.nodes,
                line: legal_part(position, &line.pv),
            }
        });
        Ok(found.collect())
    }

    /// Asks whether the side to move mates.
    pub fn mate(
        &mut self,
        position: &Position,
        nodes: u64,
        shortest: bool,
    ) -> Result<Proof, Stopped> {
        let limits = mate::Limits { nodes, shortest };
        let stop = self.stop;
        // The solver knows no past.
        let bare = position.without_past();
        if bare.king(!bare.turn()).is_none() {
            return Ok(Proof::unasked(Question::Mate, nodes));
        }
        let answer = self.solver.solve(&bare, &limits, &mut || stop.load(Ordering::Relaxed));
        let proof = self.of_mate(Question::Mate, answer, nodes)?;
        Ok(without_recurrence(position, proof))
    }

    /// Asks whether the side not to move would mate if it could move now; none in check.
    pub fn tsumero(&mut self, position: &Position, nodes: u64) -> Result<Option<Proof>, Stopped> {
        if position.king(position.turn()).is_none() {
            return Ok(None);
        }
        let limits = mate::Limits { nodes, shortest: false };
        let stop = self.stop;
        let solver = &mut self.solver;
        let answer =
            hisshi::tsumero(solver, position, &limits, &mut || stop.load(Ordering::Relaxed));
        answer.map(|answer| self.of_mate(Question::Tsumero, answer, nodes)).transpose()
    }

    fn of_mate(
        &self,
        question: Question,
        answer: mate::Answer,
        limit: u64,
    ) -> Result<Proof, Stopped> {
        self.go_on()?;
        let mut proof = Proof { nodes: answer.nodes, ..Proof::unasked(question, limit) };
        match answer.verdict {
            mate::Verdict::Mate(mate) => {
                proof.verdict = Verdict::Yes;
                proof.plies = Some(mate.line().len() as u32);
                proof.shortest = mate.is_shortest();
                proof.line = Usi::line(mate.line());
            }
            mate::Verdict::NoMate(_) => proof.verdict = Verdict::No,
            mate::Verdict::Unknown(_) => {}
        }
        Ok(proof)
    }

    /// Asks whether the side to move is in hisshi (`plies` 0) or can bring it about.
    pub fn hisshi(
        &mut self,
        position: &Position,
        plies: u16,
        nodes: u64,
    ) -> Result<Proof, Stopped> {
        let limits = hisshi::Limits { nodes, plies: plies.max(1), simulation: true };
        let stop = self.stop;
        let mut should_stop = || stop.load(Ordering::Relaxed);
        let bare = position.without_past();
        let (question, answer) = match plies {
            0 => (Question::HisshiStands, self.hisshi.stands(&bare, &limits, &mut should_stop)),
            _ => (Question::Hisshi, self.hisshi.solve(&bare, &limits, &mut should_stop)),
        };
        self.go_on()?;
        let mut proof = Proof { nodes: answer.nodes, ..Proof::unasked(question, nodes) };
        match answer.verdict {
            hisshi::Verdict::Hisshi(found) => {
                proof.verdict = Verdict::Yes;
                proof.plies = Some(found.plies().into());
                proof.shortest = found.at_least() == found.plies();
                proof.line = Usi::line(found.line());
                proof.threat = Usi::line(found.threat());
            }
            hisshi::Verdict::NoHisshi(_) => {
                proof.verdict = Verdict::No;
                proof.plies = Some(plies.into());
            }
            hisshi::Verdict::Unknown(_) => {}
        }
        Ok(proof)
    }

    fn go_on(&self) -> Result<(), Stopped> {
        if self.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

/// The best lines of a search that have an exact score. A move that only fell behind another one has
/// no score; to show it would be a lie.
///
/// Several lines are those of the last finished depth, so that they can be compared. If the best move
/// has changed since, it comes first with its deeper score.
fn scored_lines(outcome: &Outcome, lines: usize) -> Vec<ExactLine> {
    let first = outcome.moves.first().and_then(last_exact);
    if lines == 1 {
        return first.into_iter().collect();
    }
    let mut finished: Vec<ExactLine> =
        outcome.moves.iter().filter_map(|root| exact_at(root, outcome.depth)).collect();
    finished.sort_by_key(|line| std::cmp::Reverse(line.score));
    let Some(first) = first else {
        finished.truncate(lines);
        return finished;
    };
    if finished.first().is_none_or(|best| best.pv.first() != first.pv.first()) {
        finished.retain(|line| line.pv.first() != first.pv.first());
        finished.insert(0, first);
    }
    finished.truncate(lines);
    finished
}

/// The last exact line of a move, at whatever depth.
fn last_exact(root: &RootMove) -> Option<ExactLine> {
    if root.score == -Score::INFINITE {
        return root.exact.clone();
    }
    let root = root.exact_if_known();
    let is_exact = root.bound == search::Bound::Exact;
    is_exact.then_some(ExactLine { pv: root.pv, score: root.score, depth: root.depth })
}

/// The exact line that a depth gave a move.
fn exact_at(root: &RootMove, depth: i32) -> Option<ExactLine> {
    [&root.exact, &root.last_exact]
        .into_iter()
        .flatten()
        .find(|exact| exact.depth == depth)
        .cloned()
}

/// Withdraws a mate whose line repeats a position of the game, where perpetual check may forbid it.
fn without_recurrence(position: &Position, proof: Proof) -> Proof {
    let mut after = position.clone();
    let recurs = proof.line.iter().any(|mv| {
        after.play(mv.0);
        after.occurrences() > 1
    });
    if !recurs {
        return proof;
    }
    Proof { nodes: proof.nodes, ..Proof::unasked(proof.question, proof.limit) }
}

/// The moves of a line up to the first that is not legal; lines from a table can end so.
fn legal_part(position: &Position, line: &[Move]) -> Vec<Usi> {
    let mut position = position.clone();
    let mut part = Vec::new();
    for &mv in line {
        if !position.is_legal(mv) {
            break;
        }
        position.play(mv);
        part.push(Usi(mv));
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    fn searched(sfen: &str, nodes: u64, lines: usize) -> (Position, Vec<Found>) {
        let position: Position = sfen.parse().expect("a position");
        let stop = AtomicBool::new(false);
        let rule = DeclarationRule::Points27;
        let mut machine = Machine::new(&Model::Classic, 1, rule, &stop).expect("memory");
        let ask = Ask { nodes, lines, ..Ask::default() };
        let found = machine.search(&position, &ask).expect("not stopped");
        (position, found)
    }

    /// The start, a middle game and an endgame.
    const POSITIONS: [&str; 3] = [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "l6nl/2+P2bk2/p2p1n1s1/1r5p1/2pNgpP1p/3P1nS2/P3B1K1P/1PGS5/L6RL b GS5Pgp 119",
        "p3g1+P1l/1+N3s3/1+Rpsp2kp/3p1p3/5b1G1/P1PP1N3/1PK1PP2+r/2G2+p3/L1S1G4 w NL2Pbsnl2p 88",
    ];

    #[test]
    fn a_move_without_a_score_is_no_mate() {
        for sfen in POSITIONS {
            for nodes in [1, 7, 60, 300, 1_000, 3_000, 20_000] {
                let (position, found) = searched(sfen, nodes, 5);
                assert!(!found.is_empty(), "{sfen} {nodes}");
                for line in &found {
                    let mut after = position.clone();
                    after.play(line.line[0].0);
                    let mates = !after.has_legal_move();
                    assert!(line.mate != Some(1) || mates, "{sfen} {nodes}: {line:?}");
                    assert!(line.cp.is_some() != line.mate.is_some() && line.depth > 0);
                }
            }
        }
    }

    #[test]
    fn lines_of_one_search_can_be_compared() {
        for sfen in POSITIONS {
            for nodes in [2_000, 5_000, 20_000] {
                let (_, found) = searched(sfen, nodes, 3);
                let rest = &found[1..];
                assert!(rest.windows(2).all(|two| two[0].depth == two[1].depth), "{found:?}");
                assert!(rest.windows(2).all(|two| two[0].cp >= two[1].cp), "{found:?}");
                assert!(found.iter().all(|line| line.depth <= found[0].depth), "{found:?}");
                let firsts: std::collections::BTreeSet<String> =
                    found.iter().map(|line| line.line[0].to_string()).collect();
                assert_eq!(firsts.len(), found.len(), "{found:?}");
            }
        }
    }
}
