//! Repetition: against a plain reading of the rules over the whole game, and against the oracle.

use std::fmt;

use rsshogi::types::RepetitionState;
use shogi::{Position, Recurrence, Repetition};

/// A position of the game, as far as repetition is concerned.
pub struct Moment {
    /// Board and turn as text.
    pub board: String,
    /// Both hands as text.
    pub hands: String,
    pub in_check: bool,
    /// The turn was handed over, not moved: nothing before counts.
    pub after_pass: bool,
}

/// How often each kind was met.
#[derive(Default)]
pub struct Tally {
    recurrences: [u64; 5],
    fourfold: [u64; 3],
    passes: u64,
}

const KINDS: [Repetition; 5] = [
    Repetition::Draw,
    Repetition::Win,
    Repetition::Loss,
    Repetition::Superior,
    Repetition::Inferior,
];

impl Tally {
    fn note(&mut self, recurrence: Option<Recurrence>, fourfold: Option<Repetition>) {
        for (index, kind) in KINDS.into_iter().enumerate() {
            self.recurrences[index] += u64::from(recurrence.is_some_and(|r| r.kind == kind));
            if let Some(count) = self.fourfold.get_mut(index) {
                *count += u64::from(fourfold == Some(kind));
            }
        }
    }

    pub fn note_pass(&mut self) {
        self.passes += 1;
    }

    pub fn assert_every_kind_was_met(&self) {
        assert!(self.recurrences.iter().all(|&count| count > 10), "{self}");
        assert!(self.fourfold.iter().all(|&count| count > 10), "{self}");
        assert!(self.passes > 10, "{self}");
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [draw, win, loss, superior, inferior] = self.recurrences;
        write!(
            f,
            "recurrences: {draw} draw, {win} win, {loss} loss, {superior} superior, \
             {inferior} inferior; "
        )?;
        let [draw, win, loss] = self.fourfold;
        write!(f, "fourfold: {draw} draw, {win} win, {loss} loss; {} passes", self.passes)
    }
}

/// Distances in plies to the earlier positions with the same board and turn, the nearest first.
fn same_boards(moments: &[Moment]) -> impl Iterator<Item = usize> {
    let now = moments.len() - 1;
    let pass = moments.iter().rposition(|moment| moment.after_pass).unwrap_or(0);
    (1..=now - pass).filter(move |&distance| moments[now - distance].board == moments[now].board)
}

/// The meaning of the last `distance` plies if the position is the same.
fn outcome(moments: &[Moment], distance: usize) -> Repetition {
    let now = moments.len() - 1;
    let all_checked =
        |first: usize| (first..distance).step_by(2).all(|ago| moments[now - ago].in_check);
    // One ply ago it was the other side's turn, in check by our move or not.
    if all_checked(1) {
        Repetition::Loss
    } else if all_checked(0) {
        Repetition::Win
    } else {
        Repetition::Draw
    }
}

/// The rules of the game, read plainly.
fn fourfold(moments: &[Moment]) -> Option<Repetition> {
    let now = moments.len() - 1;
    let mut same =
        same_boards(moments).filter(|ago| moments[now - ago].hands == moments[now].hands);
    same.nth(2).map(|distance| outcome(moments, distance))
}

/// Compares everything about repetition. Returns the result if the game is over.
pub fn check(
    position: &Position,
    oracle: &rsshogi::board::Position,
    moments: &[Moment],
    plies: usize,
    tally: &mut Tally,
) -> Option<Repetition> {
    let found = position.fourfold_repetition();
    assert_eq!(found, fourfold(moments), "{position}");
    let now = moments.len() - 1;
    let same = same_boards(moments).filter(|ago| moments[now - ago].hands == moments[now].hands);
    assert_eq!(position.occurrences(), 1 + same.count(), "{position}");

    let recurrence = position.recurrence(usize::MAX);
    check_recurrence(position, recurrence, moments);
    compare(position, recurrence, oracle, usize::MAX);
    let nearby = position.recurrence(plies);
    assert_eq!(nearby, recurrence.filter(|found| found.distance <= plies), "{position} {plies}");
    compare(position, nearby, oracle, plies);
    compare_fourfold(position, found, oracle, moments);
    tally.note(recurrence, found);
    found
}

/// The nearest position with the same board whose hands can be compared.
fn check_recurrence(position: &Position, found: Option<Recurrence>, moments: &[Moment]) {
    let now = moments.len() - 1;
    let Some(Recurrence { kind, distance }) = found else {
        let same = same_boards(moments).find(|ago| moments[now - ago].hands == moments[now].hands);
        assert_eq!(same, None, "{position}");
        return;
    };
    assert!(same_boards(moments).any(|ago| ago == distance), "{position} {distance}");
    let same_hands = moments[now - distance].hands == moments[now].hands;
    match kind {
        Repetition::Superior | Repetition::Inferior => assert!(!same_hands, "{position}"),
        _ => {
            assert!(same_hands, "{position}");
            assert_eq!(kind, outcome(moments, distance), "{position}");
        }
    }
}

fn translated(state: RepetitionState) -> Option<Repetition> {
    match state {
        RepetitionState::None => None,
        RepetitionState::Win => Some(Repetition::Win),
        RepetitionState::Lose => Some(Repetition::Loss),
        RepetitionState::Draw => Some(Repetition::Draw),
        RepetitionState::Superior => Some(Repetition::Superior),
        RepetitionState::Inferior => Some(Repetition::Inferior),
    }
}

/// The oracle calls a repetition a draw if the one before it had another meaning; we look at the
/// moves since the nearest equal position only. Otherwise both must say the same.
fn compare(
    position: &Position,
    found: Option<Recurrence>,
    oracle: &rsshogi::board::Position,
    plies: usize,
) {
    let theirs = oracle.repetition_state_with_distance(plies);
    let distances = (found.map(|f| f.distance), theirs.map(|(_, distance)| distance));
    assert_eq!(distances.0, distances.1, "{position}");
    let Some((state, _)) = theirs else { return };
    let may_differ = state == RepetitionState::Draw && oracle.repetition_times() > 1;
    if !may_differ {
        assert_eq!(found.map(|f| f.kind), translated(state), "{position}");
    }
}

/// The oracle starts counting anew when the same board was met with other hands. It judges each of
/// the three rounds between four equal positions apart and calls it a draw if they differ, which
/// matters where in one round both sides checked each other. Elsewhere both must say the same.
fn compare_fourfold(
    position: &Position,
    found: Option<Repetition>,
    oracle: &rsshogi::board::Position,
    moments: &[Moment],
) {
    let now = moments.len() - 1;
    if same_boards(moments).any(|ago| moments[now - ago].hands != moments[now].hands) {
        return;
    }
    assert_eq!(found.is_some(), oracle.is_repetition(3), "{position}");
    let mut round_end = 0;
    let rounds: Vec<Repetition> = same_boards(moments)
        .map(|ago| {
            let round = outcome(&moments[..=now - round_end], ago - round_end);
            round_end = ago;
            round
        })
        .collect();
    let expected = if found.is_none() || rounds.iter().all(|&round| round == rounds[0]) {
        found
    } else {
        Some(Repetition::Draw)
    };
    assert_eq!(translated(oracle.repetition_state()), expected, "{position}");
}
