//! The positions that experiments use, out of `suites/`.

use shogi::Position;

use crate::error::LabError;

const OPENING: &str = include_str!("../../../suites/lab/opening.sfen");
const MIDDLE: &str = include_str!("../../../suites/lab/middle.sfen");
const ENDGAME: &str = include_str!("../../../suites/lab/endgame.sfen");
const STARTS: &str = include_str!("../../../suites/lab/starts.txt");
const MORE_STARTS: &str = include_str!("../../../suites/lab/more_starts.txt");
const MATES: &str = include_str!("../../../suites/mates/mates_1_to_11.tsv");
const CLASSICS: &str = include_str!("../../../suites/mates/classics_even.tsv");
const PROBLEMS: &str = include_str!("../../../suites/lab/next_move.tsv");

/// A file of positions that experiments use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionFile {
    /// Openings.
    Opening,
    /// Middle games.
    Middle,
    /// Endgames.
    Endgame,
    /// Lines from which games start.
    Starts,
    /// More such lines, for matches of 500 games.
    MoreStarts,
    /// Next-move problems.
    Problems,
    /// Mate problems of up to eleven plies.
    Mates,
    /// Mate problems of the classical collections.
    Classics,
}

impl PositionFile {
    /// The three stages of a game.
    pub(crate) const STAGES: &'static [Self] = &[Self::Opening, Self::Middle, Self::Endgame];
    /// All files of `suites/lab/`.
    pub(crate) const ALL: &'static [Self] =
        &[Self::Opening, Self::Middle, Self::Endgame, Self::Starts, Self::Problems];

    /// The file's path in the repository.
    pub(crate) fn path(self) -> &'static str {
        match self {
            Self::Opening => "suites/lab/opening.sfen",
            Self::Middle => "suites/lab/middle.sfen",
            Self::Endgame => "suites/lab/endgame.sfen",
            Self::Starts => "suites/lab/starts.txt",
            Self::MoreStarts => "suites/lab/more_starts.txt",
            Self::Problems => "suites/lab/next_move.tsv",
            Self::Mates => "suites/mates/mates_1_to_11.tsv",
            Self::Classics => "suites/mates/classics_even.tsv",
        }
    }

    /// The file's contents.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Opening => OPENING,
            Self::Middle => MIDDLE,
            Self::Endgame => ENDGAME,
            Self::Starts => STARTS,
            Self::MoreStarts => MORE_STARTS,
            Self::Problems => PROBLEMS,
            Self::Mates => MATES,
            Self::Classics => CLASSICS,
        }
    }
}

/// A part of the game, by Gekisashi's progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    Opening,
    Middle,
    Endgame,
}

impl Stage {
    pub(crate) const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::Endgame];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middle => "middle game",
            Self::Endgame => "endgame",
        }
    }

    /// The first `count` positions of the stage.
    pub(crate) fn positions(self, count: usize) -> Result<Vec<Position>, LabError> {
        let text = match self {
            Self::Opening => OPENING,
            Self::Middle => MIDDLE,
            Self::Endgame => ENDGAME,
        };
        first(text, count)
    }
}

/// Positions after 24 plies from which games are started.
pub(crate) fn starts(count: usize) -> Result<Vec<Position>, LabError> {
    lines(STARTS).chain(lines(MORE_STARTS)).take(count).map(after_moves).collect()
}

/// The position after a line of moves from the start.
fn after_moves(line: &str) -> Result<Position, LabError> {
    let mut position = Position::startpos();
    for text in line.split_whitespace().filter(|word| !["startpos", "moves"].contains(word)) {
        let mv = position
            .parse_legal_move(text)
            .map_err(|error| LabError::Position(format!("{line}: {error}")))?;
        position.play(mv);
    }
    Ok(position)
}

/// Paper B's figure 4(a): a bishop has just been taken and will be taken back.
pub(crate) fn figure_4a() -> Result<Position, LabError> {
    after_moves("7g7f 3c3d 8h2b+")
}

/// A position with its best move.
#[derive(Clone)]
pub(crate) struct Problem {
    pub(crate) position: Position,
    pub(crate) solution: String,
}

/// The first `count` next-move problems.
pub(crate) fn problems(count: usize) -> Result<Vec<Problem>, LabError> {
    lines(PROBLEMS)
        .take(count)
        .map(|line| {
            let mut fields = line.split('\t');
            let (sfen, solution) = fields
                .next()
                .zip(fields.next())
                .ok_or_else(|| LabError::Position(format!("expected two fields: {line}")))?;
            Ok(Problem { position: parse(sfen)?, solution: solution.to_owned() })
        })
        .collect()
}

/// A mate problem.
pub(crate) struct MateProblem {
    pub(crate) name: String,
    pub(crate) position: Position,
}

/// The first `count` mate problems of this many plies.
pub(crate) fn mates_of(plies: u32, count: usize) -> Result<Vec<MateProblem>, LabError> {
    let length = plies.to_string();
    let problems = lines(MATES).filter_map(|line| line.split_once('\t'));
    problems
        .filter(|(name, _)| *name == length)
        .take(count)
        .map(|(name, rest)| {
            let sfen = rest.split('\t').next().unwrap_or(rest);
            Ok(MateProblem { name: name.to_owned(), position: parse(sfen)? })
        })
        .collect()
}

/// The first `count` problems of Shogi Muso and Shogi Zuko.
pub(crate) fn classic_mates(count: usize) -> Result<Vec<MateProblem>, LabError> {
    let problems = lines(CLASSICS).filter_map(|line| line.split_once('\t'));
    problems
        .take(count)
        .map(|(name, sfen)| Ok(MateProblem { name: name.to_owned(), position: parse(sfen)? }))
        .collect()
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn first(text: &str, count: usize) -> Result<Vec<Position>, LabError> {
    lines(text).take(count).map(parse).collect()
}

fn parse(sfen: &str) -> Result<Position, LabError> {
    sfen.parse().map_err(|error| LabError::Position(format!("{sfen}: {error}")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_are_positions() {
        for stage in Stage::ALL {
            let positions = stage.positions(usize::MAX).expect("positions");
            assert!(positions.len() >= 100);
            assert!(positions.iter().all(|position| !position.in_check()));
        }
        let starts = starts(usize::MAX).expect("positions");
        assert!(starts.len() >= 250);
        let keys: BTreeSet<u64> = starts.iter().map(Position::key).collect();
        assert_eq!(keys.len(), starts.len(), "games from one start would be equal");
        let problems = problems(usize::MAX).expect("problems");
        assert!(problems.len() >= 400);
        for problem in problems {
            problem.position.parse_legal_move(&problem.solution).expect("a legal move");
        }
        figure_4a().expect("legal moves");
        for plies in [3, 5, 7, 9, 11] {
            assert_eq!(mates_of(plies, 20).expect("problems").len(), 20);
        }
        assert_eq!(classic_mates(usize::MAX).expect("problems").len(), 103);
    }
}
