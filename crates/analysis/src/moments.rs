//! Which moves are critical moments.

use shogi::Color;

use crate::judge::{Verdicts, movers};
use crate::model::{Class, Flag, Settings, Why};
use crate::naturalness::Naturalness;
use crate::states;
use crate::subject::Subject;
use crate::units::PlyFound;

/// A loss from which a move is a moment.
const LOSS: f64 = 10.0;
/// A good move is at most this likely.
const UNLIKELY: f64 = 0.10;
/// The most candidates for good moves in a game.
const MOST_GOOD: usize = 6;

/// A move that is worth a deeper look.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Candidate {
    pub(crate) ply: usize,
    pub(crate) why: Vec<Why>,
    pub(crate) importance: f64,
}

/// Flags of the whole game's course: turning points, losing move, clincher.
pub(crate) fn course(subject: &Subject, verdicts: &Verdicts) -> Vec<(usize, Flag)> {
    let movers = movers(subject);
    let (part, curve) = (verdicts.part, &verdicts.curve);
    let turning = states::turning_points(curve, part.first);
    let mut flags: Vec<(usize, Flag)> =
        turning.into_iter().map(|ply| (ply, Flag::TurningPoint)).collect();
    // What is for good is known at the end of the game only.
    if let Some(winner) = subject.info.winner.map(Color::from).filter(|_| part.ends_game()) {
        let losing = states::losing_move(curve, part.first, &movers, !winner);
        flags.extend(losing.map(|ply| (ply, Flag::LosingMove)));
        let clincher = states::clincher(curve, part.first, &movers, winner);
        flags.extend(clincher.map(|ply| (ply, Flag::Clincher)));
    }
    flags
}

/// The moments of a game by ply: the most important ones, and always those with proofs.
pub(crate) fn choose(
    subject: &Subject,
    settings: &Settings,
    plies: &[PlyFound],
    verdicts: &Verdicts,
) -> Vec<Candidate> {
    let course = course(subject, verdicts);
    let mut good = 0;
    let mut all = Vec::new();
    for ply in verdicts.part.moves() {
        let judged = &verdicts.moves[ply - 1];
        let has = |flag: Flag| judged.flags.contains(&flag);
        let on_course = |flag: Flag| course.contains(&(ply, flag));
        let mut why = Vec::new();
        let mut put = |reason: Why, holds: bool| {
            if holds {
                why.push(reason);
            }
        };
        put(Why::Loss, judged.loss >= LOSS);
        put(Why::TurningPoint, on_course(Flag::TurningPoint));
        put(Why::LosingMove, on_course(Flag::LosingMove));
        // Whether a mated mover had an escape is not known before the deeper look.
        let was_mated = ply > 1 && verdicts.moves[ply - 2].flags.contains(&Flag::StillMating);
        let newly_mated = has(Flag::MateThere) && !was_mated && judged.best.w.get() >= 30.0;
        put(Why::Mate, has(Flag::MissedMate) || newly_mated);
        put(Why::Declaration, has(Flag::MissedDeclaration));
        let is_good = why.is_empty() && is_good_candidate(subject, plies, verdicts, ply);
        if is_good && good < MOST_GOOD {
            good += 1;
            why.push(Why::GoodMove);
        }
        if why.is_empty() {
            continue;
        }
        let turning = if why.contains(&Why::TurningPoint) { 1.5 } else { 1.0 };
        let decided = if judged.is_decided { 0.5 } else { 1.0 };
        all.push(Candidate { ply, why, importance: judged.loss * turning * decided });
    }
    let is_proved =
        |one: &Candidate| one.why.contains(&Why::Mate) || one.why.contains(&Why::Declaration);
    all.sort_by(|a, b| {
        let key = |one: &Candidate| (is_proved(one), one.importance);
        let (a_key, b_key) = (key(a), key(b));
        b_key.0.cmp(&a_key.0).then(b_key.1.total_cmp(&a_key.1)).then(a.ply.cmp(&b.ply))
    });
    // Proofs stay whatever the number, up to twice as many.
    let proved = all.iter().filter(|one| is_proved(one)).count();
    let most = settings.moments as usize;
    all.truncate(most.max(proved.min(2 * most)));
    all.sort_by_key(|one| one.ply);
    all
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
