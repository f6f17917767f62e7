//! Problems to solve: the mates, the hisshi and the next-move problems of `suites/`, inside the
//! program. Their sources and licences stand in `suites/NOTICE`.

use std::sync::OnceLock;

use crate::protocol::{Problem, ProblemKind, ProblemSet};

const MATES: &str = include_str!("../../../suites/mates/mates_1_to_11.tsv");
const HISSHI: &str = include_str!("../../../suites/hisshi/problems.tsv");
const NEXT_MOVES: &str = include_str!("../../../suites/lab/next_move.tsv");

/// A problem of a set.
struct Entry {
    sfen: &'static str,
    plies: Option<u32>,
    solution: Vec<&'static str>,
}

/// A set of problems.
struct Set {
    name: String,
    kind: ProblemKind,
    plies: Option<u32>,
    entries: Vec<Entry>,
}

fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| line.split('\t').collect())
}

/// Sorts rows of plies, SFEN and solution into sets by their plies.
fn by_plies(text: &'static str, kind: ProblemKind, name: &str) -> Vec<Set> {
    let mut sets: Vec<Set> = Vec::new();
    for row in rows(text) {
        let [plies, sfen, rest @ ..] = row.as_slice() else { continue };
        let Ok(plies) = plies.parse::<u32>() else { continue };
        let solution = rest.first().map_or(Vec::new(), |line| line.split(' ').collect());
        let solution = solution.into_iter().filter(|mv: &&str| !mv.is_empty()).collect();
        let entry = Entry { sfen, plies: Some(plies), solution };
        match sets.iter_mut().find(|set| set.plies == Some(plies)) {
            Some(set) => set.entries.push(entry),
            None => sets.push(Set {
                name: format!("{name}-{plies}"),
                kind,
                plies: Some(plies),
                entries: vec![entry],
            }),
        }
    }
    sets.sort_by_key(|set| set.plies);
    sets
}

fn sets() -> &'static [Set] {
    static SETS: OnceLock<Vec<Set>> = OnceLock::new();
    SETS.get_or_init(|| {
        let mut sets = by_plies(MATES, ProblemKind::Mate, "mate");
        sets.extend(by_plies(HISSHI, ProblemKind::Hisshi, "hisshi"));
        let next = rows(NEXT_MOVES).filter_map(|row| {
            let [sfen, best, ..] = row.as_slice() else { return None };
            Some(Entry { sfen, plies: None, solution: vec![best] })
        });
        let entries = next.collect();
        let (name, kind) = ("next".to_owned(), ProblemKind::Next);
        sets.push(Set { name, kind, plies: None, entries });
        sets
    })
}

fn count(set: &Set) -> u32 {
    u32::try_from(set.entries.len()).unwrap_or(u32::MAX)
}

/// All sets.
pub(crate) fn list() -> Vec<ProblemSet> {
    let shown = |set: &Set| ProblemSet {
        set: set.name.clone(),
        kind: set.kind,
        plies: set.plies,
        total: count(set),
    };
    sets().iter().map(shown).collect()
}

/// The problem of this number, from 1, in a set.
pub(crate) fn get(set: &str, number: u32) -> Option<Problem> {
    let set = sets().iter().find(|one| one.name == set)?;
    let entry = set.entries.get(usize::try_from(number.checked_sub(1)?).ok()?)?;
    Some(Problem {
        id: format!("{}/{number}", set.name),
        set: set.name.clone(),
        kind: set.kind,
        number,
        total: count(set),
        sfen: entry.sfen.to_owned(),
        plies: entry.plies,
        solution: entry.solution.iter().map(|&mv| mv.to_owned()).collect(),
    })
}

/// The problem of this name, such as `mate-5/212`.
pub(crate) fn named(id: &str) -> Option<Problem> {
    let (set, number) = id.split_once('/')?;
    get(set, number.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi::Position;

    #[test]
    fn every_problem_is_a_position_with_a_legal_first_move() {
        let mut total = 0;
        for set in list() {
            for number in 1..=set.total {
                let problem = get(&set.set, number).expect("a problem");
                let position: Position = problem.sfen.parse().expect("a position");
                if let Some(first) = problem.solution.first() {
                    assert!(position.parse_legal_move(first).is_ok(), "{}", problem.id);
                }
                assert_eq!(named(&problem.id).as_ref(), Some(&problem));
                total += 1;
            }
        }
        assert!(total > 5_600, "{total}");
        assert!(list().iter().any(|set| set.set == "mate-11" && set.total == 715));
        assert!(get("mate-5", 0).is_none() && named("mate-5/x").is_none());
        assert!(named("../1").is_none() && get("next", u32::MAX).is_none());
    }
}
