//! Going through a game move by move.

use super::board::Board;
use super::lines::{Lines, step_line};
use crate::failure::Failure;
use kifu::{Game, NodeId, Printable};
use std::io::{BufRead, Write};

const HELP: &str = "Enter or n: next; p: previous; a number: behind that move; v 2: the second variation; v 0: the main line; f: flip; q: quit";

/// The line that is shown, how far it has been played, and the side that looks at it.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) variation: usize,
    pub(super) ply: usize,
    pub(super) is_flipped: bool,
}

/// Shows boards and reads commands until the input ends.
pub(super) fn run(
    game: &Game,
    lines: &Lines<'_>,
    mut at: Place,
    mut input: impl BufRead,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut replay = game.replay();
    let mut line = lines.get(at.variation).unwrap_or_else(|| vec![NodeId::ROOT]);
    writeln!(out, "{HELP}")?;
    let mut is_to_show = true;
    loop {
        if is_to_show {
            let id = line[at.ply];
            writeln!(out)?;
            if at.ply > 0 {
                writeln!(out, "{}", step_line(&mut replay, id))?;
            }
            replay.go_to(id);
            let setup = replay.setup();
            let last_move = game.node(id).mv();
            writeln!(out, "{}", Board { setup: &setup, last_move, is_flipped: at.is_flipped })?;
            for comment in &game.node(id).comments {
                writeln!(out, "  {}", Printable(comment))?;
            }
            for number in lines.from(id) {
                writeln!(out, "variation {number} begins here")?;
            }
        }
        write!(out, "{} of {}> ", at.ply, line.len() - 1)?;
        out.flush()?;
        let mut command = String::new();
        // A command has a few letters; more of a line than this is not read at once.
        let mut bounded = std::io::Read::take(&mut input, 1000);
        match bounded.read_line(&mut command) {
            Ok(0) | Err(_) => return Ok(writeln!(out)?),
            Ok(_) => {}
        }
        let words: Vec<&str> = command.split_whitespace().collect();
        let last = line.len() - 1;
        let was = (at.variation, at.ply, at.is_flipped);
        match words[..] {
            [] | ["n"] => at.ply = last.min(at.ply + 1),
            ["p"] => at.ply = at.ply.saturating_sub(1),
            ["f"] => at.is_flipped = !at.is_flipped,
            ["q"] => return Ok(()),
            ["v", number] => {
                match number.parse().ok().and_then(|n: usize| Some((n, lines.get(n)?))) {
                    Some((number, other)) => {
                        // The new line is shown from its first own move on.
                        let shared = line.iter().zip(&other).take_while(|(a, b)| a == b).count();
                        at.ply = shared.min(other.len() - 1);
                        (at.variation, line) = (number, other);
                    }
                    None => writeln!(out, "there are {} variations", lines.variations())?,
                }
            }
            [number] if number.parse::<usize>().is_ok_and(|ply| ply <= last) => {
                at.ply = number.parse().unwrap_or(at.ply);
            }
            _ => writeln!(out, "{HELP}")?,
        }
        is_to_show = was != (at.variation, at.ply, at.is_flipped);
    }
}
