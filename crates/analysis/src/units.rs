//! Units of work. A unit depends on the game, the settings and its own number alone: it begins with
//! empty tables. So any number of jobs, in any order and after any interruption, finds the same.

use serde::{Deserialize, Serialize};
use shogi::{Move, Position};

use crate::lines;
use crate::machine::{Ask, Found, Machine, Stopped};
use crate::model::{Comparison, Proof, Question, Settings, Usi, Verdict};
use crate::subject::Subject;

/// The plies of a chunk of the sweep.
pub const CHUNK: usize = 16;
/// The progress, of 256, from which tsumero is asked about: 35 percent.
const TSUMERO_FROM: i32 = 90;
/// The progress from which hisshi is asked about: 45 percent.
const HISSHI_FROM: i32 = 115;
/// The shallow look has this part of the sweep's nodes.
const SHALLOW_PART: u64 = 64;
/// The most legal moves, of a side that is not in check, for which every single one is asked about.
const FEW_MOVES: usize = 12;
/// The score below which an attacker is not asked for hisshi: 35 percent by the usual scale.
const HISSHI_SCORE: i32 = -370;
/// A number that changes when units come to hold something else, so that kept ones are done again.
pub(crate) const EDITION: u32 = 3;
/// The lines of a shallow look and of a moment.
pub(crate) const LINES: usize = 3;

/// A unit of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A chunk of the sweep, by its number.
    Chunk(usize),
    /// A moment, by its ply.
    Moment(usize),
    /// A comparison of the played move of a ply with a move; if it is the played one itself, with
    /// what a search of all moves prefers.
    Pair(usize, Move),
}

impl Unit {
    /// The name by which stores and evidence know the unit.
    pub fn name(self) -> String {
        match self {
            Self::Chunk(number) => format!("sweep {number}"),
            Self::Moment(ply) => format!("moment {ply}"),
            Self::Pair(ply, mv) => format!("pair {ply} {mv}"),
        }
    }

    /// The unit with a name, if the game has such a unit.
    pub(crate) fn named(name: &str, subject: &Subject) -> Option<Self> {
        let mut words = name.split(' ');
        let (kind, number) = (words.next()?, words.next()?.parse::<usize>().ok()?);
        let is_move = (1..=subject.last()).contains(&number);
        let unit = match (kind, words.next()) {
            ("sweep", None) if number <= subject.last() / CHUNK => Self::Chunk(number),
            ("moment", None) if is_move => Self::Moment(number),
            ("pair", Some(mv)) if is_move => {
                let mv = mv.parse().ok()?;
                subject.positions[number - 1].is_legal(mv).then_some(Self::Pair(number, mv))?
            }
            _ => return None,
        };
        (unit.name() == name).then_some(unit)
    }
}

/// What a chunk found out about one ply.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlyFound {
    /// The ply.
    pub ply: usize,
    /// The search, unless the game is over here or a mate is proved.
    pub found: Option<Found>,
    /// The lines of the shallow look.
    pub shallow: Vec<Found>,
    /// Whether the side to move mates.
    pub mate: Proof,
    /// Whether the side that has just moved threatens mate.
    pub tsumero: Option<Proof>,
    /// Where it does: whether hisshi stands.
    pub hisshi: Option<Proof>,
    /// Where a mate is there and another check was played: does each reply still allow a mate?
    pub replies: Vec<Proof>,
    /// Where the search sees a mate against the side to move: does each legal move run into one?
    pub escapes: Vec<Proof>,
}

impl PlyFound {
    /// The ply of a position that is not looked at.
    pub(crate) fn unsearched(ply: usize) -> Self {
        Self {
            ply,
            found: None,
            shallow: Vec::new(),
            mate: Proof::unasked(Question::Mate, 0),
            tsumero: None,
            hisshi: None,
            replies: Vec::new(),
            escapes: Vec::new(),
        }
    }
}

/// A search after a pass.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Passed {
    /// The moves before the pass, from the position before the moment's move.
    pub after: Vec<Usi>,
    /// The best line of the side that moves again.
    pub found: Found,
}

/// What the deeper look at a moment found out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MomentFound {
    /// The ply of the move.
    pub ply: usize,
    /// The best lines of one search.
    pub lines: Vec<Found>,
    /// The best move and the played one, each alone, with a quarter of the nodes.
    pub quarter: [Found; 2],
    /// The best move alone.
    pub best: Found,
    /// The played move alone.
    pub played: Found,
    /// Proofs with more nodes; `ply` and `after` say of which position.
    pub proofs: Vec<Proof>,
    /// The threats by pass.
    pub threats: Vec<Passed>,
    /// A capture of the piece that has just moved, other than the best move, alone.
    pub captures: Vec<Found>,
    /// After the best move: the opponent's threat from before it, alone, if it is still legal.
    pub answer: Option<Found>,
    /// The best and the played line, compared; none if they begin with the same move.
    pub ends: Option<Comparison>,
}

/// A move and the played one, each searched alone with equal nodes from one position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PairFound {
    /// The ply of the played move.
    pub ply: usize,
    /// The search of all moves, if there was one.
    #[serde(default)]
    pub all: Option<Found>,
    /// The other move; the same as the played one if a search of all moves prefers that.
    pub best: Found,
    /// The played move.
    pub played: Found,
}

/// The finished unit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Done {
    /// A chunk.
    Chunk(Vec<PlyFound>),
    /// A moment.
    Moment(Box<MomentFound>),
    /// A comparison of two moves.
    Pair(Box<PairFound>),
}

/// A unit being done.
pub struct Work<'m, 'a> {
    /// The searcher and the solvers.
    pub machine: &'m mut Machine<'a>,
    /// The game.
    pub subject: &'m Subject,
    /// The settings.
    pub settings: &'m Settings,
}

impl Work<'_, '_> {
    /// Does a unit from the beginning.
    pub fn run(&mut self, unit: Unit) -> Result<Done, Stopped> {
        self.machine.forget().map_err(|_| Stopped)?;
        match unit {
            Unit::Chunk(number) => self.chunk(number).map(Done::Chunk),
            Unit::Moment(ply) => self.moment(ply).map(|found| Done::Moment(Box::new(found))),
            Unit::Pair(ply, mv) => self.pair(ply, mv).map(|found| Done::Pair(Box::new(found))),
        }
    }

    /// Compares the played move with another one.
    fn pair(&mut self, ply: usize, other: Move) -> Result<PairFound, Stopped> {
        let nodes = quarter(self.settings);
        let played = self.subject.moves[ply - 1];
        if other != played {
            let [best, played] = self.both_alone(ply, other, nodes)?;
            return Ok(PairFound { ply, all: None, best, played });
        }
        let ask = Ask { nodes, lines: 1, ..Ask::default() };
        let all = self.machine.search(&self.subject.positions[ply - 1], &ask)?.into_iter().next();
        let all = all.unwrap_or_else(|| nothing(nodes));
        let best = first_of(Some(&all)).unwrap_or(played);
        if best == played {
            return Ok(PairFound { ply, best: all.clone(), played: all.clone(), all: Some(all) });
        }
        let [best, played] = self.both_alone(ply, best, nodes)?;
        Ok(PairFound { ply, all: Some(all), best, played })
    }

    /// Searches a move and the played one, each alone, with equal nodes.
    fn both_alone(&mut self, ply: usize, best: Move, nodes: u64) -> Result<[Found; 2], Stopped> {
        let played = self.subject.moves[ply - 1];
        let best_alone = self.alone(ply, best, nodes)?;
        let played =
            if best == played { best_alone.clone() } else { self.alone(ply, played, nodes)? };
        Ok([best_alone, played])
    }

    /// Searches one move from before the move of a ply.
    fn alone(&mut self, ply: usize, mv: Move, nodes: u64) -> Result<Found, Stopped> {
        let ask = Ask { nodes, lines: 1, only: vec![mv], shallow: false };
        let found = self.machine.search(&self.subject.positions[ply - 1], &ask)?;
        Ok(found.into_iter().next().unwrap_or_else(|| nothing(nodes)))
    }

    /// Sweeps the plies of a chunk from the last to the first: the tree of a position lies below
    /// that of the position before. The ply after the last one fills the table.
    fn chunk(&mut self, number: usize) -> Result<Vec<PlyFound>, Stopped> {
        let (first, end) = (number * CHUNK, (number + 1) * CHUNK);
        let ask = Ask { nodes: self.settings.nodes, lines: 1, ..Ask::default() };
        if end <= self.subject.last() {
            self.machine.search(&self.subject.positions[end], &ask)?;
        }
        let mut plies = Vec::new();
        for ply in (first..end.min(self.subject.last() + 1)).rev() {
            plies.push(self.ply(ply, &ask)?);
        }
        plies.reverse();
        Ok(plies)
    }

    fn ply(&mut self, ply: usize, ask: &Ask) -> Result<PlyFound, Stopped> {
        let position = &self.subject.positions[ply];
        let nodes = self.settings.mate_nodes;
        let mate = at(ply, &[], self.machine.mate(position, nodes, true)?);
        let progress = eval::classic::Progress::of(position).get();
        let mut tsumero = None;
        if progress >= TSUMERO_FROM {
            tsumero = self.machine.tsumero(position, nodes)?.map(|proof| at(ply, &[], proof));
        }
        let is_over = !position.has_legal_move();
        // A mate threat comes first: without one there is no hisshi, and most plies have none.
        let threatens = tsumero.as_ref().is_some_and(|proof| proof.verdict == Verdict::Yes);
        let mut hisshi = None;
        if threatens && progress >= HISSHI_FROM && !is_over && mate.verdict == Verdict::No {
            hisshi = Some(at(ply, &[], self.machine.hisshi(position, 0, nodes)?));
        }
        let mut found = None;
        let mut shallow = Vec::new();
        if !is_over && mate.verdict != Verdict::Yes {
            found = self.machine.search(position, ask)?.into_iter().next();
        }
        if !is_over {
            let few = (ask.nodes / SHALLOW_PART).max(1);
            let ask = Ask { nodes: few, lines: LINES, only: Vec::new(), shallow: true };
            shallow = self.machine.search(position, &ask)?;
        }
        let replies = self.replies(ply, &mate)?;
        let is_mated = found.as_ref().is_some_and(|found| found.mate.is_some_and(|mate| mate < 0));
        let mut escapes = Vec::new();
        let few = position.in_check() || position.legal_moves().len() <= FEW_MOVES;
        if is_mated && few {
            escapes = self.after_all(ply, &[])?;
        }
        Ok(PlyFound { ply, found, shallow, mate, tsumero, hisshi, replies, escapes })
    }

    /// Where a mate is there and the game went on with another check: is it still there?
    fn replies(&mut self, ply: usize, mate: &Proof) -> Result<Vec<Proof>, Stopped> {
        let Some(&played) = self.subject.moves.get(ply) else { return Ok(Vec::new()) };
        let is_asked = mate.verdict == Verdict::Yes
            && mate.line.first().is_some_and(|first| first.0 != played)
            && self.subject.positions[ply + 1].in_check();
        if is_asked { self.after_all(ply, &[played]) } else { Ok(Vec::new()) }
    }

    /// Asks for a mate after every legal move of the position after `before`.
    fn after_all(&mut self, ply: usize, before: &[Move]) -> Result<Vec<Proof>, Stopped> {
        let position = played_out(&self.subject.positions[ply], before);
        let mut proofs = Vec::new();
        for &mv in position.legal_moves().iter() {
            let after = played_out(&position, &[mv]);
            let proof = self.machine.mate(&after, self.settings.mate_nodes, true)?;
            proofs.push(at(ply, &[before, &[mv]].concat(), proof));
        }
        Ok(proofs)
    }

    /// Looks deeper at the move of a ply: best and played move with equal nodes from one root.
    fn moment(&mut self, ply: usize) -> Result<MomentFound, Stopped> {
        let root = &self.subject.positions[ply - 1];
        let played = self.subject.moves[ply - 1];
        let deep = self.settings.deep_nodes;
        let lines = Ask { nodes: deep, lines: LINES, ..Ask::default() };
        let lines = self.machine.search(root, &lines)?;
        let mate = self.machine.mate(root, self.settings.deep_mate_nodes, true)?;
        let reply = &self.subject.positions[ply];
        let mated = self.machine.mate(reply, self.settings.deep_mate_nodes, true)?;
        let is_other = |found: &&Found| found.line.first().is_some_and(|mv| mv.0 != played);
        let best = match (mate.line.first(), mated.verdict) {
            (Some(mate), _) => mate.0,
            // The played move is mated: only another one can be better.
            (None, Verdict::Yes) => first_of(lines.iter().find(is_other)).unwrap_or(played),
            (None, _) => first_of(lines.first()).unwrap_or(played),
        };
        let quarter = self.both_alone(ply, best, quarter(self.settings))?;
        let [best_alone, played_alone] = self.both_alone(ply, best, deep)?;
        let is_best = best == played;
        let mut proofs = vec![at(ply - 1, &[], mate), at(ply, &[], mated)];
        self.more_proofs(ply, [&best_alone, &played_alone], &mut proofs)?;
        let threats = self.threats(ply, best)?;
        Ok(MomentFound {
            ply,
            lines,
            quarter,
            answer: if is_best { None } else { self.answer(ply, best, &threats)? },
            threats,
            captures: self.captures(ply, best)?,
            ends: (!is_best).then(|| self.ends(ply, &best_alone, &played_alone)),
            best: best_alone,
            played: played_alone,
            proofs,
        })
    }

    /// Plays the two lines out and compares them.
    fn ends(&mut self, ply: usize, best: &Found, played: &Found) -> Comparison {
        let root = &self.subject.positions[ply - 1];
        let lines = [best, played].map(|found| Usi::moves(&found.line));
        let cp = played.cp.unwrap_or(0) - best.cp.unwrap_or(0);
        let nodes = self.settings.side_nodes;
        lines::compare(root, &lines[0], &lines[1], cp, self.machine.solver(), nodes)
    }

    /// Searches what the opponent threatened before the move once the best move is played.
    fn answer(
        &mut self,
        ply: usize,
        best: Move,
        threats: &[Passed],
    ) -> Result<Option<Found>, Stopped> {
        let threat = threats.iter().find(|passed| passed.after.is_empty());
        let Some(threat) = first_of(threat.map(|passed| &passed.found)) else { return Ok(None) };
        let after = played_out(&self.subject.positions[ply - 1], &[best]);
        if !after.is_legal(threat) {
            return Ok(None);
        }
        let nodes = self.settings.side_nodes;
        let ask = Ask { nodes, lines: 1, only: vec![threat], shallow: false };
        Ok(self.machine.search(&after, &ask)?.into_iter().next())
    }

    /// An escape from mate, tsumero of the best move and of the reply to the played one, and hisshi
    /// where the game is far enough.
    fn more_proofs(
        &mut self,
        ply: usize,
        [best_alone, played_alone]: [&Found; 2],
        proofs: &mut Vec<Proof>,
    ) -> Result<(), Stopped> {
        let (root, reply) = (&self.subject.positions[ply - 1], &self.subject.positions[ply]);
        let played = self.subject.moves[ply - 1];
        let best = first_of(Some(best_alone)).unwrap_or(played);
        let better = played_out(root, &[best]);
        let nodes = self.settings.deep_mate_nodes;
        let is_mate_there = proofs[0].verdict == Verdict::Yes;
        if best != played && !is_mate_there {
            let proof = self.machine.mate(&better, nodes, false)?;
            proofs.push(at(ply - 1, &[best], proof));
            if let Some(proof) = self.machine.tsumero(&better, nodes)? {
                proofs.push(at(ply - 1, &[best], proof));
            }
        }
        if let Some(proof) = self.machine.tsumero(reply, nodes)? {
            proofs.push(at(ply, &[], proof));
        }
        let progress = eval::classic::Progress::of(root).get();
        let answer = played_alone.line.get(1).map(|mv| mv.0).filter(|_| best != played);
        if let Some(answer) = answer.filter(|_| progress >= TSUMERO_FROM) {
            let answered = played_out(reply, &[answer]);
            if let Some(proof) = self.machine.tsumero(&answered, nodes)? {
                proofs.push(at(ply, &[answer], proof));
            }
        }
        let is_lost = best_alone.cp.is_some_and(|cp| cp < HISSHI_SCORE)
            || best_alone.mate.is_some_and(|plies| plies < 0);
        if progress < HISSHI_FROM || is_mate_there || is_lost {
            return Ok(());
        }
        let nodes = self.settings.hisshi_nodes;
        if !reply.in_check() && reply.has_legal_move() {
            proofs.push(at(ply, &[], self.machine.hisshi(reply, 0, nodes)?));
        }
        for plies in [1, 3] {
            let proof = self.machine.hisshi(root, plies, nodes)?;
            let is_decided = proof.verdict != Verdict::No;
            proofs.push(at(ply - 1, &[], proof));
            if is_decided {
                break;
            }
        }
        Ok(())
    }

    /// What the mover threatens after the played and the best move, and what the opponent
    /// threatened before.
    fn threats(&mut self, ply: usize, best: Move) -> Result<Vec<Passed>, Stopped> {
        let root = &self.subject.positions[ply - 1];
        let played = self.subject.moves[ply - 1];
        let mut asked = vec![vec![], vec![played]];
        if best != played {
            asked.push(vec![best]);
        }
        let mut threats = Vec::new();
        for after in asked {
            let mut position = played_out(root, &after).without_past();
            if position.in_check() || !position.has_legal_move() {
                continue;
            }
            position.pass();
            let ask = Ask { nodes: self.settings.side_nodes, lines: 1, ..Ask::default() };
            let found = self.machine.search(&position, &ask)?.into_iter().next();
            threats.extend(found.map(|found| Passed { after: Usi::line(&after), found }));
        }
        Ok(threats)
    }

    /// Searches a capture of the piece that has just moved, if the best move declines one that
    /// loses no material.
    fn captures(&mut self, ply: usize, best: Move) -> Result<Vec<Found>, Stopped> {
        let root = &self.subject.positions[ply - 1];
        let Some(last) = root.last_move() else { return Ok(Vec::new()) };
        if best.to() == last.to() {
            return Ok(Vec::new());
        }
        let values = eval::material::PieceValues::GEKISASHI.exchange_values();
        let moves = root.legal_moves();
        let captures = moves.iter().filter(|mv| mv.to() == last.to());
        let sound = captures.map(|&mv| (root.see(mv, &values), mv)).filter(|one| one.0 >= 0);
        let Some((_, mv)) = sound.max_by_key(|one| (one.0, one.1.is_promotion())) else {
            return Ok(Vec::new());
        };
        let nodes = self.settings.side_nodes;
        let ask = Ask { nodes, lines: 1, only: vec![mv], shallow: false };
        self.machine.search(root, &ask)
    }
}

/// One line of a search that a unit made: the question and the answer.
#[derive(Clone, Debug)]
pub struct Searched<'f> {
    /// The ply of the game from whose position `after` is played.
    pub ply: usize,
    /// The moves before the search.
    pub after: Vec<Move>,
    /// The moves that alone were searched; empty means all.
    pub only: Vec<Move>,
    /// The place of the line among those of its search, from 1.
    pub rank: u32,
    /// The line.
    pub found: &'f Found,
}

impl Done {
    /// The lines of all searches of the unit, but those after a pass.
    pub fn searches(&self) -> Vec<Searched<'_>> {
        match self {
            Self::Chunk(plies) => plies.iter().flat_map(PlyFound::searches).collect(),
            Self::Moment(moment) => moment.searches(),
            Self::Pair(pair) => pair.searches(),
        }
    }
}

fn ranked(ply: usize, lines: &[Found]) -> impl Iterator<Item = Searched<'_>> {
    let one =
        move |(rank, found)| Searched { ply, after: Vec::new(), only: Vec::new(), rank, found };
    (1..).zip(lines).map(one)
}

impl PlyFound {
    /// The lines of the sweep's search and of the shallow look.
    pub fn searches(&self) -> Vec<Searched<'_>> {
        ranked(self.ply, self.found.as_slice()).chain(ranked(self.ply, &self.shallow)).collect()
    }
}

/// The search of one move alone.
fn alone_after(ply: usize, after: Vec<Move>, found: &Found) -> Searched<'_> {
    let only = first_of(Some(found)).into_iter().collect();
    Searched { ply, after, only, rank: 1, found }
}

impl PairFound {
    /// The lines of the searches.
    pub fn searches(&self) -> Vec<Searched<'_>> {
        let ply = self.ply - 1;
        let is_same = self.best == self.played && self.all.is_some();
        let singles = [&self.best, &self.played].into_iter().filter(|_| !is_same);
        ranked(ply, self.all.as_slice())
            .chain(singles.map(|found| alone_after(ply, Vec::new(), found)))
            .collect()
    }
}

impl MomentFound {
    /// The lines of the moment's searches.
    pub fn searches(&self) -> Vec<Searched<'_>> {
        let ply = self.ply - 1;
        let best: Vec<Move> = first_of(Some(&self.best)).into_iter().collect();
        let singles = [&self.best, &self.played].into_iter().chain(&self.quarter);
        ranked(ply, &self.lines)
            .chain(singles.chain(&self.captures).map(|found| alone_after(ply, Vec::new(), found)))
            .chain(self.answer.as_ref().map(|found| alone_after(ply, best, found)))
            .collect()
    }
}

/// The nodes of a comparison that is cheaper than a moment's: a quarter.
pub(crate) fn quarter(settings: &Settings) -> u64 {
    (settings.deep_nodes / 4).max(1)
}

/// The position after some legal moves.
pub fn played_out(position: &Position, moves: &[Move]) -> Position {
    let mut position = position.clone();
    moves.iter().for_each(|&mv| position.play(mv));
    position
}

/// A proof with the name and the place that a report gives it.
fn at(ply: usize, after: &[Move], proof: Proof) -> Proof {
    let question = serde_json::to_string(&proof.question).unwrap_or_default();
    let mut id = format!("{}-{ply}", question.trim_matches('"'));
    after.iter().for_each(|mv| id.push_str(&format!("-{mv}")));
    Proof { id, ply: ply as u32, after: Usi::line(after), ..proof }
}

fn first_of(found: Option<&Found>) -> Option<Move> {
    found.and_then(|found| found.line.first()).map(|mv| mv.0)
}

/// The result of a search that could not begin.
fn nothing(nodes: u64) -> Found {
    Found { cp: Some(0), mate: None, depth: 0, nodes, line: Vec::new() }
}
