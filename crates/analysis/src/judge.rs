//! The judgement: values brought into agreement, losses, flags. A pure function of what the units
//! found, so other limits or another scale need no new search.

use std::collections::BTreeMap;

use shogi::{Color, Position, Repetition};

use crate::curve;
use crate::look;
use crate::machine::Found;
use crate::model::{Basis, Flag, Number, Proof, Question, Settings, Usi, Value, Verdict};
use crate::part::Part;
use crate::scale::{SEARCHED_MATE, Scale};
use crate::states;
use crate::subject::Subject;
use crate::units::{MomentFound, PairFound, PlyFound};

/// Above this, or below 100 minus this, the game is decided.
const DECIDED: f64 = 97.5;
/// The least win probability of an escape, for 頓死.
const ESCAPE: f64 = 30.0;
/// A difference between what a move loses and what the curve falls that is looked into.
const APART: f64 = 5.0;

/// A value and the line that gave it, for the side to move.
#[derive(Clone, Default, Debug)]
pub(crate) struct Known {
    pub(crate) value: Value,
    pub(crate) line: Vec<Usi>,
    pub(crate) depth: i32,
    pub(crate) nodes: u64,
    pub(crate) pass: &'static str,
}

/// The judgement of a move, for the mover.
#[derive(Clone, Default, Debug)]
pub(crate) struct Judged {
    pub(crate) best: Value,
    pub(crate) best_line: Vec<Usi>,
    pub(crate) played: Value,
    pub(crate) loss: f64,
    pub(crate) is_decided: bool,
    pub(crate) flags: Vec<Flag>,
}

/// A game judged. What is outside the part that is judged has empty values.
pub(crate) struct Verdicts {
    /// The part that is judged.
    pub(crate) part: Part,
    /// The values of the positions, for the side to move.
    pub(crate) known: Vec<Known>,
    /// The judgements of plies 1, 2, ...
    pub(crate) moves: Vec<Judged>,
    /// Black's win probability in the positions of the part.
    pub(crate) curve: Vec<f64>,
}

/// The value of a search.
pub(crate) fn searched(found: &Found, scale: Scale) -> Value {
    let w = match (found.mate, found.cp) {
        (Some(plies), _) if plies > 0 => SEARCHED_MATE,
        (Some(_), _) => 100.0 - SEARCHED_MATE,
        (None, cp) => scale.win(cp.unwrap_or(0)),
    };
    Value { cp: found.cp, mate: found.mate, w: w.into(), basis: Basis::Searched }
}

/// The same value for the other side.
pub(crate) fn turned(value: Value) -> Value {
    Value {
        cp: value.cp.map(|cp| -cp),
        mate: value.mate.map(|plies| -plies),
        w: Number::new(100.0 - value.w.get()),
        basis: value.basis,
    }
}

/// The value that the rules give a position: mated, repeated, declarable.
fn by_rules(position: &Position, subject: &Subject) -> Option<Value> {
    let value = |w: f64, mate| Some(Value { cp: None, mate, w: w.into(), basis: Basis::Rules });
    if !position.has_legal_move() {
        return value(0.0, Some(0));
    }
    if look::may_declare(position, subject.rule) {
        return value(100.0, None);
    }
    match position.fourfold_repetition()? {
        Repetition::Win => value(100.0, None),
        Repetition::Loss => value(0.0, None),
        _ => value(50.0, None),
    }
}

fn proved(proof: &Proof) -> Value {
    let mate = proof.plies.map(|plies| plies as i32);
    Value { cp: None, mate, w: 100.0.into(), basis: Basis::Proved }
}

/// What is known of a position after the sweep.
fn known_after_sweep(
    position: &Position,
    found: &PlyFound,
    subject: &Subject,
    scale: Scale,
) -> Known {
    let (depth, nodes) = found.found.as_ref().map_or((0, 0), |found| (found.depth, found.nodes));
    let line = found.found.as_ref().map_or_else(|| found.mate.line.clone(), |one| one.line.clone());
    if let Some(value) = by_rules(position, subject) {
        return Known { value, line, depth, nodes, pass: "rules" };
    }
    if found.mate.verdict == Verdict::Yes {
        let (line, nodes) = (found.mate.line.clone(), found.mate.nodes);
        return Known { value: proved(&found.mate), line, depth: 0, nodes, pass: "proof" };
    }
    let value = found.found.as_ref().map_or_else(Value::default, |found| searched(found, scale));
    Known { value, line, depth, nodes, pass: "sweep" }
}

/// The proof about a position that is the firmest: a decided one before an undecided one.
pub(crate) fn proof_of(
    proofs: &BTreeMap<String, Proof>,
    question: Question,
    ply: usize,
) -> Option<&Proof> {
    let is_it = |proof: &&Proof| {
        proof.question == question && proof.ply as usize == ply && proof.after.is_empty()
    };
    proofs.values().find(is_it)
}

/// All proofs by id; of two with one id the decided one, then the one with more nodes, counts.
pub(crate) fn all_proofs(plies: &[PlyFound], moments: &[MomentFound]) -> BTreeMap<String, Proof> {
    let mut proofs = BTreeMap::<String, Proof>::new();
    let of_plies = plies.iter().flat_map(|ply| {
        let single = [&ply.mate].into_iter().chain(&ply.tsumero).chain(&ply.hisshi);
        single.chain(&ply.replies).chain(&ply.escapes)
    });
    let of_moments = moments.iter().flat_map(|moment| &moment.proofs);
    // Plies outside the part that is judged have questions without a name.
    for proof in of_plies.chain(of_moments).filter(|proof| !proof.id.is_empty()) {
        let is_weaker = proof.verdict == Verdict::Unknown;
        match proofs.get(&proof.id) {
            Some(known) if is_weaker && known.verdict != Verdict::Unknown => {}
            _ => drop(proofs.insert(proof.id.clone(), proof.clone())),
        }
    }
    proofs
}

/// What the units of a game found, as far as they are done.
#[derive(Clone, Copy)]
pub(crate) struct Findings<'a> {
    /// The sweep.
    pub(crate) plies: &'a [PlyFound],
    /// Comparisons of two moves.
    pub(crate) pairs: &'a [PairFound],
    /// Deeper looks.
    pub(crate) moments: &'a [MomentFound],
}

impl<'a> Findings<'a> {
    /// The findings of the sweep alone.
    pub(crate) fn of_sweep(self) -> Self {
        Self { pairs: &[], moments: &[], ..self }
    }

    /// The deeper look at the move of a ply.
    pub(crate) fn moment(self, ply: usize) -> Option<&'a MomentFound> {
        self.moments.iter().find(|moment| moment.ply == ply)
    }

    /// The comparison of the move of a ply.
    pub(crate) fn pair(self, ply: usize) -> Option<&'a PairFound> {
        self.pairs.iter().find(|pair| pair.ply == ply)
    }

    /// The best and the played move of a ply, searched with equal nodes from one position.
    pub(crate) fn equal(self, ply: usize) -> Option<Equal<'a>> {
        let deep = self.moment(ply).map(|one| Equal { best: &one.best, played: &one.played });
        deep.or_else(|| self.pair(ply).map(|one| Equal { best: &one.best, played: &one.played }))
    }
}

/// The best and the played move, searched with equal nodes from one position.
#[derive(Clone, Copy)]
pub(crate) struct Equal<'a> {
    pub(crate) best: &'a Found,
    pub(crate) played: &'a Found,
}

/// Judges a game from what the units found.
pub(crate) fn judge(subject: &Subject, settings: &Settings, findings: Findings<'_>) -> Verdicts {
    let scale = Scale::new(settings.scale.get()).unwrap_or(Scale::HABIT);
    let part = Part::of(settings, subject.last());
    let plies = findings.plies;
    let proofs = all_proofs(plies, findings.moments);
    // A loss compares searches with equal nodes: those of a pair, or those of the sweep.
    let mut swept: Vec<Known> = subject
        .positions
        .iter()
        .zip(plies)
        .map(|(position, found)| match part.has(found.ply) {
            true => known_after_sweep(position, found, subject, scale),
            false => Known::default(),
        })
        .collect();
    put_proofs(&mut swept, &proofs);
    put_losses(&mut swept, plies);
    put_mates_begun(&mut swept, subject);
    let mut moves: Vec<Judged> = (1..=subject.last())
        .map(|ply| {
            if !part.judges(ply) {
                return Judged::default();
            }
            reconciled(subject, &swept, ply, findings.equal(ply), scale)
        })
        .collect();
    let is_compared = |ply| findings.equal(ply).is_some();
    let choices = choices(&swept, findings, scale);
    let known = curve::choose(part, choices, &moves, &settings.classes, is_compared);
    let curve = subject
        .positions
        .iter()
        .zip(&known)
        .take(part.last + 1)
        .skip(part.first)
        .map(|(position, known)| states::of_side(known.value.w.get(), position.turn()));
    let curve = curve.collect();
    for ply in part.moves() {
        let replies: Vec<&Proof> = plies[ply - 1].replies.iter().collect();
        let mut flags = flags(subject, settings, &moves, &proofs, &replies, ply);
        if plies[ply - 1].escapes.iter().all(|proof| proof.verdict == Verdict::Yes)
            && !plies[ply - 1].escapes.is_empty()
        {
            flags.push(Flag::LostAnyway);
        }
        moves[ply - 1].flags = flags;
    }
    Verdicts { part, known, moves, curve }
}

/// Puts proved mates in the place of what searches say.
fn put_proofs(known: &mut [Known], proofs: &BTreeMap<String, Proof>) {
    for (ply, known) in known.iter_mut().enumerate().filter(|one| one.1.pass != "rules") {
        let proof = proof_of(proofs, Question::Mate, ply);
        if let Some(proof) = proof.filter(|proof| proof.verdict == Verdict::Yes) {
            (known.value, known.line, known.pass) = (proved(proof), proof.line.clone(), "proof");
        }
    }
}

/// Puts a proved loss where every legal move runs into a mate: after a check that still mates, and
/// for a side that was lost anyway.
fn put_losses(known: &mut [Known], plies: &[PlyFound]) {
    for (ply, found) in plies.iter().enumerate() {
        for (at, replies) in [(ply + 1, &found.replies), (ply, &found.escapes)] {
            let all = replies.iter().all(|proof| proof.verdict == Verdict::Yes);
            let Some(known) = known.get_mut(at).filter(|known| known.pass != "rules") else {
                continue;
            };
            if replies.is_empty() || !all || known.value.basis != Basis::Searched {
                continue;
            }
            let longest = replies.iter().filter_map(|proof| proof.plies).max().unwrap_or(0);
            let mate = Some(-1 - longest as i32);
            known.value = Value { cp: None, mate, w: 0.0.into(), basis: Basis::Proved };
            known.pass = "proof";
        }
    }
}

/// Puts a proved loss where the first move of a proved mate was played, if no solver found that by
/// itself.
fn put_mates_begun(known: &mut [Known], subject: &Subject) {
    for (ply, mv) in subject.moves.iter().enumerate() {
        let before = &known[ply];
        let is_begun = before.pass == "proof"
            && before.value.w.get() >= 100.0
            && before.line.first() == Some(&Usi(*mv));
        let after = &known[ply + 1];
        if !is_begun || after.value.basis != Basis::Searched || after.pass.is_empty() {
            continue;
        }
        let line: Vec<Usi> = before.line[1..].to_vec();
        let mate = Some(-(line.len() as i32));
        let value = Value { cp: None, mate, w: 0.0.into(), basis: Basis::Proved };
        known[ply + 1] = Known { value, line, pass: "proof", ..known[ply + 1].clone() };
    }
}

/// All that is known of each position: what is proved, or else the searches that speak of it, those
/// with the most nodes first.
fn choices(swept: &[Known], findings: Findings<'_>, scale: Scale) -> Vec<Vec<Known>> {
    let mut choices: Vec<Vec<Known>> = swept.iter().map(|known| vec![known.clone()]).collect();
    let pairs = findings.pairs.iter().map(|one| (one.ply, &one.best, &one.played, "pair"));
    let moments = findings.moments.iter().map(|one| (one.ply, &one.best, &one.played, "deep"));
    for (ply, best, played, pass) in pairs.chain(moments) {
        let w = |found: &Found| searched(found, scale).w;
        let better = if w(played) > w(best) { played } else { best };
        for (at, found) in [(ply, played), (ply - 1, better)] {
            let is_after = at == ply;
            let known = &swept[at];
            let is_open = known.value.basis == Basis::Searched && !known.pass.is_empty();
            if !is_open || found.line.is_empty() {
                continue;
            }
            let value = searched(found, scale);
            let line = found.line[usize::from(is_after)..].to_vec();
            let known = Known {
                value: if is_after { turned(value) } else { value },
                line: if line.is_empty() { known.line.clone() } else { line },
                depth: found.depth,
                nodes: found.nodes,
                pass,
            };
            choices[at].insert(0, known);
        }
    }
    choices
}

/// The moves that are to be compared with the played ones: where a move seems to lose so much that it
/// would be called bad, and where its loss is not what the curve falls. Each entry is a ply and the
/// move that seems best there.
pub(crate) fn doubtful(
    subject: &Subject,
    settings: &Settings,
    findings: Findings<'_>,
    verdicts: &Verdicts,
) -> Vec<(usize, shogi::Move)> {
    let limit = settings.classes[0].get().min(APART);
    let is_doubtful = |&ply: &usize| {
        let [before, after] = [&verdicts.known[ply - 1], &verdicts.known[ply]];
        let are_firm = [before, after].iter().all(|one| one.value.basis != Basis::Searched);
        let loss = verdicts.moves[ply - 1].loss;
        let fall = before.value.w.get() - turned(after.value).w.get();
        let is_apart = loss >= limit || (fall - loss).abs() >= limit;
        findings.equal(ply).is_none() && !are_firm && is_apart
    };
    let best = |ply: usize| {
        let played = subject.moves[ply - 1];
        let best = verdicts.moves[ply - 1].best_line.first().map_or(played, |mv| mv.0);
        if subject.positions[ply - 1].is_legal(best) { best } else { played }
    };
    verdicts.part.moves().filter(is_doubtful).map(|ply| (ply, best(ply))).collect()
}

/// The loss of a move. A played move is never worse than itself: if it is the best one, or its own
/// search likes it better than the search before it, the loss is 0.
fn reconciled(
    subject: &Subject,
    known: &[Known],
    ply: usize,
    equal: Option<Equal<'_>>,
    scale: Scale,
) -> Judged {
    let mv = Usi(subject.moves[ply - 1]);
    let firm = |value: &Value| value.basis != Basis::Searched;
    let (before, after) = (&known[ply - 1], &known[ply]);
    let mut played = turned(after.value);
    let (mut best, mut best_line) = (before.value, before.line.clone());
    if let Some(equal) = equal {
        if !firm(&played) {
            played = searched(equal.played, scale);
        }
        if !firm(&best) {
            best = searched(equal.best, scale);
            best_line.clone_from(&equal.best.line);
        }
    }
    let deep = equal.filter(|_| !firm(&played)).map(|equal| equal.played.line.clone());
    let played_line = || -> Vec<Usi> {
        let swept = || [mv].into_iter().chain(after.line.iter().copied()).collect();
        deep.clone().filter(|line| !line.is_empty()).unwrap_or_else(swept)
    };
    let is_same = best_line.first() == Some(&mv) && best.basis != Basis::Rules;
    if is_same || best_line.is_empty() || played.w >= best.w {
        let line = if is_same && firm(&best) { best_line } else { played_line() };
        let value = if is_same && firm(&best) { best } else { played };
        (best, best_line, played) = (value, line, value);
    }
    let loss = Number::new(best.w.get() - played.w.get()).get().max(0.0);
    let beyond = |value: Value| value.w.get() > DECIDED;
    let below = |value: Value| value.w.get() < 100.0 - DECIDED;
    let is_decided = beyond(best) && beyond(played) || below(best) && below(played);
    Judged { best, best_line, played, loss, is_decided, flags: Vec::new() }
}

/// The flags of a ply that follow from proofs and rules.
fn flags(
    subject: &Subject,
    settings: &Settings,
    moves: &[Judged],
    proofs: &BTreeMap<String, Proof>,
    replies: &[&Proof],
    ply: usize,
) -> Vec<Flag> {
    let (root, after) = (&subject.positions[ply - 1], &subject.positions[ply]);
    let judged = &moves[ply - 1];
    let mv = subject.moves[ply - 1];
    let verdict = |question, ply| proof_of(proofs, question, ply).map(|proof| proof.verdict);
    let is = |question, ply, wanted: Verdict| verdict(question, ply) == Some(wanted);
    let checks = after.in_check();
    let mated = !after.has_legal_move();
    let mut flags = Vec::new();
    let mut put = |flag: Flag, holds: bool| {
        if holds {
            flags.push(flag);
        }
    };
    put(Flag::Check, checks);
    put(Flag::Repetition, after.occurrences() > 1);
    put(Flag::MateThere, is(Question::Mate, ply, Verdict::Yes));
    if let Some(mate) =
        proof_of(proofs, Question::Mate, ply - 1).filter(|proof| proof.verdict == Verdict::Yes)
    {
        let is_first = mate.line.first() == Some(&Usi(mv));
        let all = |wanted| replies.iter().all(|proof| proof.verdict == wanted);
        let still = mated || is_first || (checks && !replies.is_empty() && all(Verdict::Yes));
        let missed = !checks || replies.iter().any(|proof| proof.verdict == Verdict::No);
        put(Flag::StillMating, still);
        put(Flag::MissedMate, !still && missed);
        put(Flag::PerhapsMissedMate, !still && !missed);
    }
    let escapes = proofs.values().any(|proof| {
        proof.question == Question::Mate
            && proof.ply as usize == ply - 1
            && proof.after.len() == 1
            && proof.after.first() == judged.best_line.first()
            && proof.verdict == Verdict::No
    });
    let is_mated = is(Question::Mate, ply, Verdict::Yes);
    put(Flag::WalkedIntoMate, is_mated && escapes && judged.best.w.get() >= ESCAPE);
    let makes = is(Question::Tsumero, ply, Verdict::Yes);
    put(Flag::Tsumero, makes);
    put(Flag::NoTsumero, is(Question::Tsumero, ply, Verdict::No));
    let stood = is(Question::Tsumero, ply - 1, Verdict::Yes);
    let parried = stood && is(Question::Mate, ply, Verdict::No);
    put(Flag::Parried, parried);
    put(Flag::ParriedByTsumero, parried && makes);
    // After a hisshi no defence is ignored: there is none.
    let was_lost = is(Question::HisshiStands, ply - 1, Verdict::Yes);
    let is_bad = judged.loss >= settings.classes[0].get();
    put(Flag::IgnoredTsumero, stood && !checks && is_mated && !was_lost && is_bad);
    put(Flag::Hisshi, is(Question::HisshiStands, ply, Verdict::Yes));
    let hisshi = proof_of(proofs, Question::Hisshi, ply - 1)
        .filter(|proof| proof.verdict == Verdict::Yes)
        .and_then(|proof| proof.line.first());
    let other = hisshi.is_some_and(|first| first.0 != mv);
    let stands = is(Question::HisshiStands, ply, Verdict::Yes);
    let missed = other && !stands && judged.played.w.get() < 95.0;
    put(Flag::MissedHisshi, missed && !is(Question::Mate, ply - 1, Verdict::Yes));
    put(Flag::Declarable, look::may_declare(after, subject.rule));
    put(Flag::MissedDeclaration, look::may_declare(root, subject.rule));
    let chance = ply > 1 && moves[ply - 2].loss >= 10.0;
    put(Flag::MissedChance, chance && judged.loss >= 0.6 * moves[ply - 2].loss);
    put(Flag::Decided, judged.is_decided);
    flags
}

/// The movers of plies 1, 2, ...
pub(crate) fn movers(subject: &Subject) -> Vec<Color> {
    subject.positions[..subject.last()].iter().map(Position::turn).collect()
}
