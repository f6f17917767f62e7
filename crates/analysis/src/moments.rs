//! Which moves are critical moments.

use shogi::Color;

use crate::judge::{Findings, Verdicts, movers};
use crate::model::{Class, Flag, Judgement, Moment, Number, Ply, Settings, Why};
use crate::naturalness::Naturalness;
use crate::states;
use crate::subject::Subject;
use crate::units::PlyFound;

/// A loss from which a move is a moment.
const LOSS: f64 = 10.0;
/// A good move is at most this likely.
const UNLIKELY: f64 = 0.10;
/// A good move is the best one and at least this far ahead of the second.
const AHEAD: f64 = 5.0;
/// The most candidates for good moves in a game.
const MOST_GOOD: usize = 6;

/// Flags of the whole game's course: turning points, losing move, clincher. A move is only blamed for
/// what it loses itself.
pub(crate) fn course(
    subject: &Subject,
    settings: &Settings,
    verdicts: &Verdicts,
) -> Vec<(usize, Flag)> {
    let movers = movers(subject);
    let (part, curve) = (verdicts.part, &verdicts.curve);
    let is_bad = |&ply: &usize| verdicts.moves[ply - 1].loss >= settings.classes[0].get();
    let turning = states::turning_points(curve, part.first).into_iter().filter(is_bad);
    let mut flags: Vec<(usize, Flag)> = turning.map(|ply| (ply, Flag::TurningPoint)).collect();
    // What is for good is known at the end of the game only.
    if let Some(winner) = subject.info.winner.map(Color::from).filter(|_| part.ends_game()) {
        // The two values of the move itself must cross the border as well.
        let crosses = |&ply: &usize| {
            let judged = &verdicts.moves[ply - 1];
            judged.best.w.get() >= states::LOSING && judged.played.w.get() < states::LOSING
        };
        // Nor may the card of a later move say that the loser came back.
        let is_final = |&ply: &usize| {
            let later = part.moves().filter(|&later| later > ply);
            let mut of_loser = later.filter(|later| movers[later - 1] == !winner);
            of_loser.all(|later| verdicts.moves[later - 1].best.w.get() < states::LOSING)
        };
        let losing = states::losing_move(curve, part.first, &movers, !winner);
        let losing = losing.filter(is_bad).filter(crosses).filter(is_final);
        flags.extend(losing.map(|ply| (ply, Flag::LosingMove)));
        let clincher = states::clincher(curve, part.first, &movers, winner);
        flags.extend(clincher.map(|ply| (ply, Flag::Clincher)));
    }
    flags
}

/// A move with its place among the moments.
struct Candidate {
    ply: usize,
    /// Moments with proofs and the losing move stay whatever the number.
    is_kept: bool,
    importance: f64,
}

/// The moves that are worth a deeper look, by ply: the most important ones, and always those with
/// proofs.
pub(crate) fn choose(
    subject: &Subject,
    settings: &Settings,
    findings: Findings<'_>,
    verdicts: &Verdicts,
) -> Vec<usize> {
    let course = course(subject, settings, verdicts);
    let mut good = 0;
    let mut all = Vec::new();
    for ply in verdicts.part.moves() {
        let judged = &verdicts.moves[ply - 1];
        let has = |flag: Flag| judged.flags.contains(&flag);
        let on_course = |flag: Flag| course.contains(&(ply, flag));
        // Whether a mated mover had an escape is not known before the deeper look.
        let was_mated = ply > 1 && verdicts.moves[ply - 2].flags.contains(&Flag::StillMating);
        let newly_mated = has(Flag::MateThere) && !was_mated && judged.best.w.get() >= 30.0;
        let is_proved = has(Flag::MissedMate) || newly_mated || has(Flag::MissedDeclaration);
        let turns = on_course(Flag::TurningPoint);
        let loses = on_course(Flag::LosingMove);
        let is_bad = judged.loss >= LOSS || turns || loses;
        if !is_proved && !is_bad {
            if good == MOST_GOOD || !is_good_candidate(subject, findings.plies, verdicts, ply) {
                continue;
            }
            good += 1;
        }
        let importance = importance(judged.loss, None, turns, judged.is_decided);
        all.push(Candidate { ply, is_kept: is_proved || loses, importance });
    }
    most_important(all, settings.moments as usize)
}

/// The importance of a moment.
fn importance(loss: f64, gap: Option<f64>, turns: bool, is_decided: bool) -> f64 {
    let turning = if turns { 1.5 } else { 1.0 };
    let decided = if is_decided { 0.5 } else { 1.0 };
    loss.max(gap.unwrap_or(0.0) / 2.0) * turning * decided
}

/// The plies of the most important candidates; those that are kept stay whatever the number, up to
/// twice as many.
fn most_important(mut all: Vec<Candidate>, most: usize) -> Vec<usize> {
    all.sort_by(|a, b| {
        let by_importance = b.importance.total_cmp(&a.importance);
        b.is_kept.cmp(&a.is_kept).then(by_importance).then(a.ply.cmp(&b.ply))
    });
    let kept = all.iter().filter(|one| one.is_kept).count();
    all.truncate(most.max(kept.min(2 * most)));
    let mut plies: Vec<usize> = all.into_iter().map(|one| one.ply).collect();
    plies.sort_unstable();
    plies
}

/// Tells why the moments that were looked at are moments, by what is known at last, and leaves out
/// those of which nothing came and those that are too many.
pub(crate) fn settle(moments: &mut Vec<Moment>, plies: &[Ply], settings: &Settings) {
    let mut candidates = Vec::new();
    for moment in moments.iter_mut() {
        let ply = &plies[moment.ply as usize];
        let Some(judgement) = &ply.judgement else { continue };
        let has = |flag: Flag| ply.flags.contains(&flag);
        moment.why = reasons(ply, judgement, moment.gap);
        let gap = has(Flag::OnlyMove).then_some(moment.gap).flatten().map(Number::get);
        let (turns, is_decided) = (has(Flag::TurningPoint), has(Flag::Decided));
        let importance = importance(judgement.loss.get(), gap, turns, is_decided);
        moment.importance = importance.into();
        let firm = [Why::Mate, Why::Declaration, Why::LosingMove];
        let is_kept = firm.iter().any(|why| moment.why.contains(why));
        if !moment.why.is_empty() {
            candidates.push(Candidate { ply: moment.ply as usize, is_kept, importance });
        }
    }
    let left = most_important(candidates, settings.moments as usize);
    moments.retain(|moment| left.contains(&(moment.ply as usize)));
}

/// Why a move that was searched deeper is a moment.
fn reasons(ply: &Ply, judgement: &Judgement, gap: Option<Number>) -> Vec<Why> {
    let has = |flag: Flag| ply.flags.contains(&flag);
    let is_unlikely = judgement.natural.percent.get() <= 100.0 * UNLIKELY;
    let is_ahead = gap.is_some_and(|gap| gap.get() >= AHEAD) && judgement.class == Class::Best;
    let is_hidden = is_unlikely && judgement.shallow_rank != Some(1);
    let is_praised = matches!(judgement.class, Class::Strong | Class::Brilliant)
        || is_ahead && is_hidden && !has(Flag::Decided);
    let proved = [Flag::MissedMate, Flag::WalkedIntoMate, Flag::MissedHisshi];
    let reasons = [
        (Why::Loss, judgement.loss.get() >= LOSS),
        (Why::TurningPoint, has(Flag::TurningPoint)),
        (Why::LosingMove, has(Flag::LosingMove)),
        (Why::Mate, proved.into_iter().any(has)),
        (Why::Declaration, has(Flag::MissedDeclaration)),
        (Why::OnlyMove, has(Flag::OnlyMove) && is_unlikely && !has(Flag::Decided)),
        (Why::GoodMove, is_praised),
    ];
    reasons.into_iter().filter(|one| one.1).map(|one| one.0).collect()
}

/// Was the best move played although it is unlikely and a shallow look prefers another?
fn is_good_candidate(
    subject: &Subject,
    plies: &[PlyFound],
    verdicts: &Verdicts,
    ply: usize,
) -> bool {
    let judged = &verdicts.moves[ply - 1];
    let mv = subject.moves[ply - 1];
    let first = plies[ply - 1].shallow.first().and_then(|found| found.line.first());
    judged.loss < 1.0
        && !judged.is_decided
        && judged.best.w.get() >= 20.0
        && first.is_some_and(|first| first.0 != mv)
        && Naturalness::of(&subject.positions[ply - 1]).probability(mv) <= UNLIKELY
}

/// The class of a best move that is far ahead of the second and unlikely, by what a moment found.
pub(crate) fn praise(
    loss: f64,
    gap: Option<f64>,
    probability: f64,
    best_w: f64,
    is_overlooked: bool,
) -> Option<Class> {
    let is_strong = loss < 1.0
        && gap.is_some_and(|gap| gap >= 10.0)
        && probability <= UNLIKELY
        && best_w >= 20.0;
    if !is_strong {
        return None;
    }
    let is_hidden = probability <= 0.02 && is_overlooked;
    Some(if is_hidden { Class::Brilliant } else { Class::Strong })
}
