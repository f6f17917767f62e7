//! The evidence of a sentence as moves that a page can play on its board.
//!
//! A fact speaks of a position. That position is looked for before the move, after it, and along
//! the lines that the report has of the move; the moves to it and those of the fact are the answer.

use analysis::model::{Fact, GameReport, Ply, Usi};
use shogi::{Move, Position};

/// The moves, from the position before the move, that show a fact; none if it has none or speaks
/// of a position that is on no line of the move.
pub(super) fn moves(
    report: &GameReport,
    fact: &Fact,
    ply: &Ply,
    before: &Position,
) -> Option<Vec<String>> {
    let judgement = ply.judgement.as_ref()?;
    let number = ply.ply as usize;
    let (path, line): (Vec<Move>, Vec<Move>) = match fact {
        Fact::Score { moves, line, .. } => {
            let played = match moves.len() {
                length if length == number => vec![*judgement.mv],
                length if length + 1 == number => Vec::new(),
                _ => return None,
            };
            (played, Usi::moves(&line.moves))
        }
        _ => {
            let (sfen, line) = position_and_line(fact)?;
            (path_to(report, sfen, ply, before)?, line)
        }
    };
    let all: Vec<String> = path.iter().chain(&line).map(ToString::to_string).collect();
    (!all.is_empty()).then_some(all)
}

/// The position a fact speaks of, and the moves from there on.
fn position_and_line(fact: &Fact) -> Option<(&str, Vec<Move>)> {
    match fact {
        Fact::Mate { sfen, line, .. }
        | Fact::Material { sfen, line, .. }
        | Fact::Trapped { sfen, line, .. }
        | Fact::Hisshi { sfen, line, .. } => Some((sfen, Usi::moves(line))),
        Fact::Hanging { sfen, mv, .. } => Some((sfen, vec![**mv])),
        Fact::Fork { sfen, .. } => Some((sfen, Vec::new())),
        // The others are numbers, or stand after a pass, which a board cannot show.
        _ => None,
    }
}

/// The moves from the position before the move to a position on one of the lines of the move.
fn path_to(report: &GameReport, sfen: &str, ply: &Ply, before: &Position) -> Option<Vec<Move>> {
    let judgement = ply.judgement.as_ref()?;
    let played = std::iter::once(*judgement.mv);
    let mut lines: Vec<Vec<Move>> =
        vec![played.chain(Usi::moves(&ply.line)).collect(), Usi::moves(&judgement.best_line)];
    if let Some(moment) = report.moment(ply.ply) {
        let own = [&moment.best, &moment.played];
        lines.extend(own.into_iter().chain(&moment.lines).map(|line| Usi::moves(&line.moves)));
    }
    lines.iter().find_map(|line| path_along(before, line, sfen))
}

/// The part of a line that leads to a position.
fn path_along(before: &Position, line: &[Move], sfen: &str) -> Option<Vec<Move>> {
    let mut position = before.clone();
    let mut length = 0;
    loop {
        if is_same(&position.to_sfen(), sfen) {
            return Some(line[..length].to_vec());
        }
        let &mv = line.get(length)?;
        position.try_play(mv).ok()?;
        length += 1;
    }
}

/// Are two positions equal but for the number of the move?
fn is_same(one: &str, other: &str) -> bool {
    one.split(' ').take(3).eq(other.split(' ').take(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Vec<Move> {
        text.split(' ').map(|usi| usi.parse().expect("a move")).collect()
    }

    #[test]
    fn a_position_is_found_along_a_line() {
        let start = Position::startpos();
        let moves = line("7g7f 3c3d 8h2b+");
        let mut position = start.clone();
        for &mv in &moves[..2] {
            position.try_play(mv).expect("legal");
        }
        let sfen = position.to_sfen();
        assert_eq!(path_along(&start, &moves, &sfen), Some(moves[..2].to_vec()));
        let unnumbered: Vec<&str> = sfen.split(' ').take(3).collect();
        let other_number = format!("{} 99", unnumbered.join(" "));
        assert_eq!(path_along(&start, &moves, &other_number), Some(moves[..2].to_vec()));
        assert_eq!(path_along(&start, &moves, &start.to_sfen()), Some(Vec::new()));
        assert_eq!(path_along(&start, &line("2g2f"), &sfen), None);
        assert_eq!(path_along(&start, &line("5a5b"), &sfen), None, "a line that cannot be played");
    }

    #[test]
    fn numbers_have_no_moves() {
        let fact = Fact::Progress { sfen: String::new(), progress: 1 };
        assert!(position_and_line(&fact).is_none());
        let moves = vec![Usi::from(line("7g7f")[0])];
        let fact = Fact::Mate { sfen: "x".to_owned(), line: moves, shortest: true, limit: 1 };
        assert_eq!(position_and_line(&fact), Some(("x", line("7g7f"))));
    }
}
