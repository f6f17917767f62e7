//! Questions about positions: which moves are legal, why is one not, which one does a text mean.

use shogi::{Illegality, MoveTextError, Position, Setup, SetupError};

use crate::limits;
use crate::protocol::{ErrorCode, Failure, Rule, ServerMessage};
use crate::view;

/// The arrangement of pieces that an SFEN has.
fn setup(sfen: &str) -> Result<Setup, Failure> {
    if sfen.len() > limits::SFEN_BYTES {
        return Err(Failure::new(ErrorCode::TooBig, "the SFEN is too long"));
    }
    let named = if sfen == "startpos" { Position::startpos().to_sfen() } else { sfen.to_owned() };
    named.parse().map_err(|error| Failure::new(ErrorCode::BadSfen, format!("{error}")))
}

/// The rule that an arrangement breaks, for pages.
fn setup_code(error: SetupError) -> &'static str {
    match error {
        SetupError::NoKing => "no-king",
        SetupError::TwoKings(_) => "two-kings",
        SetupError::KingInHand(_) => "king-in-hand",
        SetupError::TooMany { .. } => "too-many",
        SetupError::Nifu(..) => "nifu",
        SetupError::DeadPiece(..) => "dead-piece",
        SetupError::OpponentInCheck => "opponent-in-check",
    }
}

/// The rule that a move breaks, for pages.
pub(crate) fn illegal_code(why: Illegality) -> &'static str {
    match why {
        Illegality::NoPiece => "no-piece",
        Illegality::Unreachable => "unreachable",
        Illegality::Occupied => "occupied",
        Illegality::NoPromotion => "no-promotion",
        Illegality::NoFurtherMove => "no-further-move",
        Illegality::NotInHand => "not-in-hand",
        Illegality::Nifu => "nifu",
        Illegality::Uchifuzume => "uchifuzume",
        Illegality::LeavesKingInCheck => "leaves-king-in-check",
    }
}

fn bad_setup(error: SetupError) -> Failure {
    Failure::new(ErrorCode::BadSetup, format!("{error}")).because(setup_code(error))
}

/// The failure of a text that is not a legal move.
pub(crate) fn bad_move(error: MoveTextError) -> Failure {
    let failure = Failure::new(ErrorCode::Illegal, format!("{error}"));
    match error {
        MoveTextError::Malformed(_) => failure,
        MoveTextError::Illegal(_, why) => failure.because(illegal_code(why)),
    }
}

/// A position from which engines and solvers may start.
pub(crate) fn playable(sfen: &str) -> Result<Position, Failure> {
    Position::try_from(setup(sfen)?).map_err(bad_setup)
}

/// A position of a record, which may be a teaching diagram that the rules of play forbid.
fn shown(sfen: &str) -> Result<Position, Failure> {
    let setup = setup(sfen)?;
    Position::try_from(setup.clone()).or_else(|_| setup.for_study()).map_err(bad_setup)
}

/// Plays moves, each of which must be legal.
pub(crate) fn play_all(mut position: Position, moves: &[String]) -> Result<Position, Failure> {
    if moves.len() > limits::MOVES {
        return Err(Failure::new(ErrorCode::TooBig, "there are too many moves"));
    }
    for text in moves {
        let mv = position.parse_legal_move(text).map_err(bad_move)?;
        position.play(mv);
    }
    Ok(position)
}

/// The position after moves from a start that engines may have.
pub(crate) fn playable_line(start: &str, moves: &[String]) -> Result<Position, Failure> {
    play_all(playable(start)?, moves)
}

/// The answer to `position`.
pub(crate) fn position(
    start: &str,
    moves: &[String],
    rule: Rule,
) -> Result<ServerMessage, Failure> {
    let position = play_all(shown(start)?, moves)?;
    Ok(ServerMessage::Pos { pos: view::pos(&position, rule, None) })
}

/// The answer to `position.why`.
pub(crate) fn why(start: &str, moves: &[String], usi: &str) -> Result<ServerMessage, Failure> {
    let position = play_all(shown(start)?, moves)?;
    let code = match position.parse_legal_move(usi) {
        Ok(_) => None,
        Err(MoveTextError::Illegal(_, why)) => Some(illegal_code(why).to_owned()),
        Err(error) => return Err(bad_move(error)),
    };
    Ok(ServerMessage::Why { code })
}

/// The answer to `position.read`: the move that a text in USI, Japanese or English means.
pub(crate) fn read(start: &str, moves: &[String], text: &str) -> Result<ServerMessage, Failure> {
    if text.len() > limits::MOVE_BYTES {
        return Err(Failure::new(ErrorCode::TooBig, "the move is too long"));
    }
    let position = play_all(shown(start)?, moves)?;
    let text = text.trim();
    let english = || {
        let mut fitting = position
            .legal_moves()
            .iter()
            .copied()
            .filter(|&mv| kifu::notation::english(&position, mv).eq_ignore_ascii_case(text))
            .collect::<Vec<_>>();
        if fitting.len() == 1 { fitting.pop() } else { None }
    };
    let found = match position.parse_legal_move(text) {
        Ok(mv) => Some(mv),
        Err(MoveTextError::Illegal(mv, why)) => {
            return Err(bad_move(MoveTextError::Illegal(mv, why)));
        }
        Err(MoveTextError::Malformed(_)) => {
            english().or_else(|| kifu::notation::read(text, &position).ok())
        }
    };
    let mv = found.filter(|&mv| position.is_legal(mv)).ok_or_else(|| {
        Failure::new(ErrorCode::NoMove, "the text is no legal move of the position")
    })?;
    Ok(ServerMessage::Move { usi: mv.to_string(), text: view::move_text(&position, mv) })
}

/// The answer to `position.check`.
pub(crate) fn check(sfen: &str, rule: Rule) -> Result<ServerMessage, Failure> {
    Ok(ServerMessage::Pos { pos: view::pos(&playable(sfen)?, rule, None) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_MOVES: &[String] = &[];

    fn code(result: Result<ServerMessage, Failure>) -> (ErrorCode, Option<String>) {
        let failure = result.expect_err("a failure");
        (failure.code, failure.why)
    }

    #[test]
    fn moves_are_read_in_three_notations() {
        for text in ["7g7f", "７六歩", "▲７六歩", "P-7f", "p-7f"] {
            let answer = read("startpos", NO_MOVES, text).expect(text);
            assert!(matches!(answer, ServerMessage::Move { usi, .. } if usi == "7g7f"), "{text}");
        }
        assert_eq!(code(read("startpos", NO_MOVES, "hello")).0, ErrorCode::NoMove);
        let why = Some("unreachable".to_owned());
        assert_eq!(code(read("startpos", NO_MOVES, "7g7e")), (ErrorCode::Illegal, why));
        assert_eq!(code(read("startpos", NO_MOVES, &"あ".repeat(99))).0, ErrorCode::TooBig);
    }

    #[test]
    fn broken_rules_have_names() {
        let pawns = "4k4/9/9/9/9/9/4P4/9/4K4 b P 1";
        let ServerMessage::Why { code: Some(code) } = why(pawns, NO_MOVES, "P*5e").expect("why")
        else {
            panic!("a reason")
        };
        assert_eq!(code, "nifu");
        assert_eq!(why(pawns, NO_MOVES, "5g5f").ok(), Some(ServerMessage::Why { code: None }));
    }

    #[test]
    fn hostile_positions_are_refused() {
        let rule = Rule::Points27;
        assert_eq!(code(position("nonsense", NO_MOVES, rule)).0, ErrorCode::BadSfen);
        assert_eq!(code(position(&"9/".repeat(400), NO_MOVES, rule)).0, ErrorCode::TooBig);
        let many = vec!["7g7f".to_owned(); 2_001];
        assert_eq!(code(position("startpos", &many, rule)).0, ErrorCode::TooBig);
        let checked = "4k4/9/9/9/9/9/9/4R4/4K4 b - 1";
        let why = Some("opponent-in-check".to_owned());
        assert_eq!(code(check(checked, rule)), (ErrorCode::BadSetup, why));
        let no_king = Some("no-king".to_owned());
        assert_eq!(code(check("9/9/9/9/9/9/9/9/9 b - 1", rule)), (ErrorCode::BadSetup, no_king));
    }

    #[test]
    fn a_teaching_diagram_can_be_looked_at() {
        assert!(position("9/9/9/9/9/9/4P4/4P4/9 b - 1", NO_MOVES, Rule::Points27).is_ok());
    }
}
