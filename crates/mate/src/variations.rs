//! The defender's other moves along the line of a mate, each with a line that mates.
//!
//! Here:    One level deep: the attacker answers each other defence by a verified strategy, against
//!          which the defender lasts as long as possible. If the line is the shortest, the answers
//!          are the shortest as well.

use crate::adviser::Counsel;
use crate::budget::{Budget, Stopped};
use crate::interpositions;
use crate::line;
use crate::progress::Progress;
use crate::solver::{Limits, Run, Solver};
use crate::strategy::Strategy;
use crate::value::Plies;
use crate::verdict::Mate;
use shogi::{Move, Position};

/// The most moves of all variations of a mate.
const MOST_MOVES: usize = 20_000;

/// Another line that begins at a position of the line of a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The number of moves of the solution before the variation.
    pub ply: usize,
    /// The moves of the variation; the first takes the place of the solution's move.
    pub moves: Vec<Move>,
}

/// The variations of a solution.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Variations {
    /// The variations in the order of their plies, those that last longest first.
    pub lines: Vec<Variation>,
    /// Every other defence has its variation; otherwise a limit was reached.
    pub is_complete: bool,
}

impl Solver {
    /// Returns the defender's other moves along `line`, the line of the mate found last or its
    /// useful line. With `skip_useless` useless interpositions are left out.
    pub fn variations(
        &mut self,
        position: &Position,
        mate: &Mate,
        line: &[Move],
        skip_useless: bool,
        limits: &Limits,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Variations {
        let mut watch = |_: &Progress| should_stop();
        let mut budget = Budget::new(limits.nodes, &mut watch);
        let mut run = Run::new(&mut self.memory, &mut budget);
        let strategy = Strategy::within(position.turn(), run.memory.notes);
        let length = Plies::try_from(mate.line().len()).unwrap_or(Plies::MAX);
        let exact = mate.is_shortest().then_some(length);
        let mut walk = Walk { run: &mut run, strategy, exact, skip_useless, lines: Vec::new() };
        let is_complete = walk.along(position, line).is_ok();
        Variations { lines: walk.lines, is_complete }
    }
}

struct Walk<'r, 'a, 'b> {
    run: &'r mut Run<'a, 'b>,
    strategy: Strategy,
    /// The length of the mate if it is proven to be the shortest.
    exact: Option<Plies>,
    skip_useless: bool,
    lines: Vec<Variation>,
}

impl Walk<'_, '_, '_> {
    fn along(&mut self, position: &Position, line: &[Move]) -> Result<(), Stopped> {
        let mut position = position.without_past();
        let mut moves = 0;
        for (ply, &mv) in line.iter().enumerate() {
            position.play(mv);
            if ply % 2 == 1 {
                continue;
            }
            for defence in self.defences(&mut position, ply + 1)? {
                if line.get(ply + 1) == Some(&defence) {
                    continue;
                }
                let mut variation = vec![defence];
                position.play(defence);
                let answers = self.answers(&mut position);
                position.take_back();
                variation.extend(answers?);
                moves += variation.len();
                if moves > MOST_MOVES {
                    return Err(Stopped::Nodes);
                }
                self.lines.push(Variation { ply: ply + 1, moves: variation });
            }
        }
        Ok(())
    }

    /// The defender's moves after `ply` plies, the longest first; each gets its place in the
    /// strategy.
    fn defences(&mut self, position: &mut Position, ply: usize) -> Result<Vec<Move>, Stopped> {
        let mut defences = Vec::new();
        for mv in &position.legal_moves() {
            position.play(mv);
            let plies = self.extend(position, ply + 1);
            position.take_back();
            defences.push((mv, plies?));
        }
        if self.skip_useless {
            defences = interpositions::useful(position, &defences, self.run)?;
        }
        defences.sort_by_key(|&(mv, plies)| (Plies::MAX - plies, mv.is_drop()));
        Ok(defences.into_iter().map(|(mv, _)| mv).collect())
    }

    /// Adds a position after `ply` plies, the attacker to move, to the strategy.
    fn extend(&mut self, position: &mut Position, ply: usize) -> Result<Plies, Stopped> {
        let most = match self.exact {
            Some(length) => {
                let left = usize::from(length).checked_sub(ply).ok_or(Stopped::Inconsistent)?;
                self.run.exact_length(position, left as Plies)?
            }
            None => Plies::MAX,
        };
        let bounded = self.exact.is_some();
        let mut counsel = Counsel::new(self.run, bounded);
        self.strategy.extend(position, most, bounded, &mut counsel)?;
        let answer = self.strategy.answer(position).ok_or(Stopped::Inconsistent)?;
        Ok(answer.1)
    }

    /// The line after a defence.
    fn answers(&mut self, position: &mut Position) -> Result<Vec<Move>, Stopped> {
        let exact = self.exact.is_some();
        if self.skip_useless {
            line::follow_usefully(position, &mut self.strategy, exact, self.run)
        } else if exact {
            line::follow_exactly(position, &mut self.strategy, self.run)
        } else {
            line::follow_again(position, &mut self.strategy, self.run)
        }
    }
}
