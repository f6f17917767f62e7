//! Messages without a server: everything that is done with a text from outside before an engine
//! sees it. Fuzzing uses it.

use crate::game::{Game, Terms};
use crate::protocol::{ClientMessage, Failure, Request, Rule};
use crate::{judge, questions, record};

/// Reads a text as a page's message and does with it what needs no engine and no file. Says whether
/// it is a message.
pub fn rehearse(text: &str) -> bool {
    let Ok(request) = serde_json::from_str::<Request>(text) else { return false };
    // A refusal is as good as an answer; what must not happen is a panic.
    let _ = act(request.message);
    true
}

fn act(message: ClientMessage) -> Result<(), Failure> {
    match message {
        ClientMessage::Position { start, moves, rule } => {
            questions::position(&start, &moves, rule.unwrap_or_default())?;
        }
        ClientMessage::PositionWhy { start, moves, usi } => {
            questions::why(&start, &moves, &usi)?;
        }
        ClientMessage::PositionRead { start, moves, text } => {
            questions::read(&start, &moves, &text)?;
        }
        ClientMessage::PositionCheck { setup } => {
            questions::check(&setup, Rule::Points27)?;
        }
        ClientMessage::GameNew { start, human, level, time, rule, max_plies, friendly } => {
            let rule = rule.unwrap_or_default();
            let friendly = friendly.unwrap_or(false);
            let terms = Terms { human, level, time, rule, max_plies, friendly };
            exercise(Game::new("0".repeat(16), 0, &start, terms)?);
        }
        ClientMessage::SessionRestore { game } => {
            exercise(Game::restored("0".repeat(16), 0, &game, 1)?);
        }
        ClientMessage::ReviewStart { tree, .. } => {
            let game = record::game(&tree)?;
            let again = record::game(&record::tree(&game)?)?;
            assert_eq!(again, game, "a tree comes back as it went");
        }
        ClientMessage::AnalyseStart { start, moves, .. }
        | ClientMessage::SolveStart { start, moves, .. } => {
            questions::playable_line(&start, &moves)?;
        }
        ClientMessage::SolveTry { problem, moves } => {
            judge::Attempt::new(problem, &moves)?;
        }
        _ => {}
    }
    Ok(())
}

/// Does with a game what a page can do with it, and checks that its file has all of it.
fn exercise(mut game: Game) {
    game.run_clock(5);
    let saved = game.saved(6, 7);
    let back = Game::from_saved(&saved).expect("our own file is a game");
    assert_eq!(back.saved(6, 7).moves, saved.moves);
    // A game may refuse any of these.
    let _ = game.declare(false, 8);
    game.undo(9);
    let _ = game.resign_human(10);
    game.undo(11);
    let _ = game.state(12);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_from_nonsense() {
        assert!(!rehearse("") && !rehearse("[]") && !rehearse(r#"{"t":"fly"}"#));
        for text in [
            r#"{"t":"position","start":"startpos","moves":["7g7f"]}"#,
            r#"{"t":"position","start":"9/9 b","moves":[]}"#,
            r#"{"t":"game.new","start":{"handicap":"even"},"human":"white","level":3}"#,
            r#"{"t":"session.restore","game":{"start":"startpos","moves":["7g7f","3c3d"],
                "human":"both","level":1,"clock":{"black":1,"white":18446744073709551615},
                "time":{"main":60000}}}"#,
            r#"{"t":"review.start","tree":{"headers":[["a","b"]],
                "start":"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
                "nodes":[{},{"parent":0,"move":"7g7f","comments":["x"]},
                {"parent":1,"end":"Resign"}]}}"#,
        ] {
            assert!(rehearse(text), "{text}");
        }
    }
}
