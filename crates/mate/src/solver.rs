//! The solver: search, verification, the line.
//!
//! Source:  none for the turns of two searches; the verifiers are ours as well. That a proven
//!          length is shortened by a search with a lower limit is what KomoringHeights does.
//! Here:    Two ways of counting take turns (`node::Aggregation`), each with twice the nodes of the
//!          turn before; the decisions of one serve the other. Which one finds a mate sooner, by a
//!          factor of ten, differs from problem to problem, and nothing tells beforehand. The sum
//!          comes first, because it is better in small problems.

use crate::adviser::Counsel;
use crate::budget::{Budget, Stopped};
use crate::dfpn::{Search, SolverMemory};
use crate::line;
use crate::node::Aggregation;
use crate::progress::Progress;
use crate::refutation;
use crate::strategy::Strategy;
use crate::table::Pass;
use crate::value::{FOREVER, Plies, Value};
use crate::verdict::{Answer, Mate, NoMate, Reason, Verdict};
use shogi::{Color, Position};

/// The longest mate that is searched for. The longest known problem has 1525 plies.
pub(crate) const LONGEST: Plies = 4001;

/// Nodes of the first turn.
const FIRST_TURN: u64 = 10_000;

/// Smallest size of the memory in megabytes.
pub const LEAST_MEGABYTES: usize = 1;

/// The question and the limit of its cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most nodes.
    pub nodes: u64,
    /// Is the shortest mate to be proven too?
    pub shortest: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: u64::MAX, shortest: false }
    }
}

/// Solves problems one after the other with one memory of fixed size.
pub struct Solver {
    pub(crate) memory: SolverMemory,
}

/// Would the system give this much memory?
fn is_available(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

impl Solver {
    /// A solver with a memory of `megabytes` megabytes, at least one. If the system does not give
    /// as much, the memory is half as large, or a quarter, and so on.
    pub fn new(megabytes: usize) -> Self {
        let mut megabytes = megabytes.max(LEAST_MEGABYTES);
        while megabytes > LEAST_MEGABYTES && !is_available(megabytes << 20) {
            megabytes /= 2;
        }
        Self { memory: SolverMemory::new(megabytes << 20) }
    }

    /// Does the side to move mate by checks? `should_stop` is asked now and then.
    pub fn solve(
        &mut self,
        position: &Position,
        limits: &Limits,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Answer {
        self.solve_watched(position, limits, &mut |_| should_stop())
    }

    /// Does the side to move mate by checks? `watch` sees the progress now and then and says
    /// whether to stop.
    pub fn solve_watched(
        &mut self,
        position: &Position,
        limits: &Limits,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Answer {
        self.memory.forget();
        let mut position = position.clone();
        let mut budget = Budget::new(limits.nodes, watch);
        let mut run = Run::new(&mut self.memory, &mut budget);
        let verdict = match run.verdict(&mut position, limits.shortest) {
            Ok(verdict) => verdict,
            Err(stopped) => Verdict::Unknown(stopped.into()),
        };
        Answer { verdict, nodes: budget.spent() }
    }

    /// The line of the mate found last without useless interpositions (see `interpositions`), for
    /// the position of that mate. It may end with a check to which there is no other answer.
    pub fn useful_line(
        &mut self,
        position: &Position,
        mate: &Mate,
        limits: &Limits,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<shogi::Move>, Stopped> {
        let mut watch = |_: &Progress| should_stop();
        let mut budget = Budget::new(limits.nodes, &mut watch);
        let mut run = Run::new(&mut self.memory, &mut budget);
        let mut strategy = Strategy::within(position.turn(), run.memory.notes);
        let most = Plies::try_from(mate.line().len()).unwrap_or(Plies::MAX);
        let mut position = position.clone();
        strategy.extend(&mut position, most, true, &mut Counsel::new(&mut run, true))?;
        line::follow_usefully(&mut position, &mut strategy, mate.is_shortest(), &mut run)
    }
}

/// One problem being solved.
pub(crate) struct Run<'a, 'b> {
    pub(crate) memory: &'a mut SolverMemory,
    pub(crate) budget: &'a mut Budget<'b>,
    passes: Pass,
}

impl<'a, 'b> Run<'a, 'b> {
    /// A run that goes on with what the memory holds.
    pub(crate) fn new(memory: &'a mut SolverMemory, budget: &'a mut Budget<'b>) -> Self {
        Self { memory, budget, passes: 0 }
    }
}

impl Run<'_, '_> {
    fn verdict(&mut self, position: &mut Position, shortest: bool) -> Result<Verdict, Stopped> {
        let value = self.decide(position, LONGEST)?;
        if value.is_proven() {
            self.budget.found(value.plies);
            return self.mate(position, value.plies, shortest).map(Verdict::Mate);
        }
        if value.plies != FOREVER {
            return Ok(Verdict::Unknown(Reason::TooLong));
        }
        refutation::verify(position, &mut Counsel::new(self, false))?;
        Ok(Verdict::NoMate(NoMate::verified()))
    }

    /// The verified mate with its line, as short as asked for and the budget allows.
    fn mate(
        &mut self,
        position: &mut Position,
        plies: Plies,
        shortest: bool,
    ) -> Result<Mate, Stopped> {
        let mut strategy = Strategy::within(position.turn(), self.memory.notes);
        strategy.extend(position, plies, false, &mut Counsel::new(self, false))?;
        let line = line::follow_again(position, &mut strategy, self)?;
        self.budget.verified(&line);
        if !shortest {
            return Ok(Mate::new(line, 1));
        }
        let mut most = strategy.answer(position).map_or(plies, |(_, plies)| plies);
        drop(strategy);
        let mut at_least = 1;
        match self.shorten(position, &mut most, &mut at_least) {
            Ok(shortest) => Ok(Mate::new(shortest, at_least)),
            Err(Stopped::Inconsistent) => Err(Stopped::Inconsistent),
            Err(_) => Ok(Mate::new(line, at_least)),
        }
    }

    /// The line of the shortest mate; `most` and `at_least` close in on its length.
    fn shorten(
        &mut self,
        position: &mut Position,
        most: &mut Plies,
        at_least: &mut Plies,
    ) -> Result<Vec<shogi::Move>, Stopped> {
        while let Some(shorter) = self.shorter(position, *most)? {
            *most = shorter;
            self.budget.found(shorter);
        }
        *at_least = *most;
        self.budget.excluded(*at_least);
        let mut strategy = Strategy::within(position.turn(), self.memory.notes);
        strategy.extend(position, *most, true, &mut Counsel::new(self, true))?;
        let line = line::follow_exactly(position, &mut strategy, self)?;
        if line.len() == usize::from(*most) { Ok(line) } else { Err(Stopped::Inconsistent) }
    }

    /// The length of the shortest mate, which is known to take at most `most` plies.
    pub(crate) fn exact_length(
        &mut self,
        position: &mut Position,
        mut most: Plies,
    ) -> Result<Plies, Stopped> {
        while let Some(shorter) = self.shorter(position, most)? {
            most = shorter;
        }
        Ok(most)
    }

    /// The length of a mate that takes fewer than `most` plies, if there is one.
    fn shorter(&mut self, position: &mut Position, most: Plies) -> Result<Option<Plies>, Stopped> {
        if most <= 1 {
            return Ok(None);
        }
        let value = self.decide(position, most - 2)?;
        Ok(value.is_proven().then_some(value.plies))
    }

    /// Proves or disproves a mate within `limit` plies, the attacker to move.
    pub(crate) fn decide(
        &mut self,
        position: &mut Position,
        limit: Plies,
    ) -> Result<Value, Stopped> {
        let attacker = position.turn();
        self.decide_for(attacker, position, limit)
    }

    /// Proves or disproves a mate within `limit` plies by one side; either may be to move. The
    /// position comes next on the memory's path, and a disproof may hold on that path only.
    pub(crate) fn decide_for(
        &mut self,
        attacker: Color,
        position: &mut Position,
        limit: Plies,
    ) -> Result<Value, Stopped> {
        let limit = self.memory.path.len() + limit;
        let passes = self.passes;
        self.passes = self.passes.wrapping_add(2);
        let mut nodes = FIRST_TURN;
        let mut turn = 0;
        loop {
            let aggregation = if turn % 2 == 0 { Aggregation::Sum } else { Aggregation::Largest };
            self.budget.begin_step(nodes);
            let pass = passes.wrapping_add(turn % 2);
            let mut search =
                Search::new(position, attacker, self.memory, self.budget, aggregation, pass, limit);
            let result = search.run();
            self.budget.end_steps();
            match result {
                Err(Stopped::Nodes) if !self.budget.is_spent() => {}
                result => return result,
            }
            turn += 1;
            nodes = nodes.saturating_mul(2);
        }
    }

    /// Proves or disproves a mate of any length within `nodes` nodes; none if they do not suffice.
    pub(crate) fn decide_within(
        &mut self,
        position: &mut Position,
        nodes: u64,
    ) -> Result<Option<Value>, Stopped> {
        let pass = self.passes;
        self.passes = self.passes.wrapping_add(1);
        self.budget.begin_step(nodes);
        let attacker = position.turn();
        let (memory, budget) = (&mut *self.memory, &mut *self.budget);
        let mut search =
            Search::new(position, attacker, memory, budget, Aggregation::Sum, pass, LONGEST);
        let result = search.run();
        self.budget.end_steps();
        match result {
            Ok(value) => Ok(Some(value)),
            Err(Stopped::Nodes) if !self.budget.is_spent() => Ok(None),
            Err(stopped) => Err(stopped),
        }
    }
}
