//! A USI engine that misbehaves as it is told, for the tests of the arena.
//!
//! The argument names what it does instead of a sound move once it has made as many moves as
//! the second argument says (0 without one). Until then, and in the mode `sound`, it plays the
//! legal move whose text hashes lowest together with the position, so games are repeatable.

use std::io::{self, BufRead, Write};
use std::thread;
use std::time::Duration;

use shogi::{Action, Move, Position};
use usi::Command;

fn main() -> io::Result<()> {
    let mut args = std::env::args().skip(1);
    let mode = args.next().unwrap_or_else(|| "sound".to_owned());
    let patience: usize = args.next().and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut engine = Fake { mode, patience, moves: 0, bias: 0, position: Position::startpos() };
    let (input, mut output) = (io::stdin(), io::stdout());
    match engine.mode.as_str() {
        "silent" => sleep_for_ever(),
        "stillborn" => {
            writeln!(io::stderr(), "a library is missing")?;
            std::process::exit(127);
        }
        _ => {}
    }
    for line in input.lock().lines() {
        if !engine.hear(&line?, &mut output)? {
            break;
        }
        output.flush()?;
    }
    Ok(())
}

struct Fake {
    mode: String,
    /// Sound moves before the mode shows.
    patience: usize,
    moves: usize,
    /// An option, for tuning: the engine resigns more often the farther it is from 30.
    bias: i64,
    position: Position,
}

impl Fake {
    /// False when it is time to leave.
    fn hear(&mut self, line: &str, out: &mut impl Write) -> io::Result<bool> {
        let Ok(parsed) = Command::parse(line) else { return Ok(true) };
        match parsed.command {
            Command::Usi => {
                writeln!(out, "id name Fake {}", self.mode)?;
                writeln!(out, "option name Bias type spin default 0 min -100 max 100")?;
                writeln!(out, "option name Style type combo default calm var calm var very wild")?;
                writeln!(out, "option name Quick type check default false")?;
                writeln!(out, "option name Net type filename default <empty>")?;
                writeln!(out, "option name NetDir type string default nets")?;
                writeln!(out, "option name LogFile type filename default <empty>")?;
                writeln!(out, "option name Mood type string default <empty>")?;
                writeln!(out, "usiok")?;
            }
            Command::SetOption { name, value } => {
                self.set_option(&name, value.as_deref().unwrap_or_default(), out)?;
            }
            Command::IsReady => {
                self.remark(out)?;
                writeln!(out, "readyok")?;
            }
            Command::UsiNewGame => self.moves = 0,
            Command::Position(command) => {
                if let Ok((position, _)) = command.position() {
                    self.position = position;
                }
            }
            Command::Go(_) => {
                let is_time = self.moves >= self.patience;
                self.moves += 1;
                let mode = if is_time { self.mode.clone() } else { "sound".to_owned() };
                return self.think(&mode, out);
            }
            Command::Stop if self.mode == "stubborn" => writeln!(out, "bestmove resign")?,
            Command::GameOver(_) if self.mode == "leaves" => return Ok(false),
            Command::Quit => return Ok(false),
            _ => {}
        }
        Ok(true)
    }

    fn set_option(&mut self, name: &str, value: &str, out: &mut impl Write) -> io::Result<()> {
        match (name, value) {
            ("Bias", number) => self.bias = number.parse().unwrap_or(0),
            ("Mood", "angry") => writeln!(out, "info string Mood: invalid")?,
            ("Mood", "sulky") => writeln!(out, "something failed")?,
            ("Mood", mood) => writeln!(out, "info string the mood is {mood}")?,
            _ => {}
        }
        Ok(())
    }

    /// What the engine says before it is ready.
    fn remark(&self, out: &mut impl Write) -> io::Result<()> {
        match self.mode.as_str() {
            "bookless" => writeln!(out, "info string Error! : can't open the book after 7 ms"),
            "coloured" => writeln!(out, "info string \x1b[31mred\x1b]0;title\x07"),
            _ => Ok(()),
        }
    }

    fn think(&mut self, mode: &str, out: &mut impl Write) -> io::Result<bool> {
        match mode {
            "crash" => {
                writeln!(io::stderr(), "something \x1b[31mbroke")?;
                std::process::exit(3);
            }
            "hang" => sleep_for_ever(),
            "stubborn" => {}
            "illegal" => writeln!(out, "bestmove 1a9i")?,
            "garbage" => writeln!(out, "bestmove knight-to-f3 please")?,
            "empty" => writeln!(out, "bestmove")?,
            "resign" => writeln!(out, "bestmove resign")?,
            "declare" => writeln!(out, "bestmove win")?,
            "slow" => {
                thread::sleep(Duration::from_millis(400));
                self.answer(out)?;
            }
            "early" => {
                // An answer, and one that nobody asked for.
                self.answer(out)?;
                writeln!(out, "bestmove 5e5e")?;
            }
            "huge" => {
                let line = format!("info string {}\n", "x".repeat(10_000));
                for _ in 0..2000 {
                    out.write_all(line.as_bytes())?;
                }
                out.write_all("y".repeat(5_000_000).as_bytes())?;
                writeln!(out)?;
                self.answer(out)?;
            }
            "flood" => loop {
                writeln!(out, "info depth 1 score cp 0 string never ends")?;
            },
            "junk" => {
                out.write_all(b"info string \xff\xfe\x80\x00\xc3\x28 \xf0\x9f\x92\n")?;
                out.write_all(b"\xe5\xb0\x86\xe6\xa3\x8b\r\n\n\n")?;
                self.answer(out)?;
            }
            _ => self.answer(out)?,
        }
        Ok(true)
    }

    fn answer(&self, out: &mut impl Write) -> io::Result<()> {
        let moves = self.position.legal_moves();
        let weight = |mv: &Move| mix(self.position.key() ^ u64::from(mv.bits()));
        let best = moves.iter().copied().min_by_key(weight);
        // Far from its optimum it gives up now and then.
        let chance = (self.bias - 30).unsigned_abs() * 2;
        let gives_up = self.mode == "tunable" && mix(self.position.key() ^ 77) % 1000 < chance;
        let action = best.filter(|_| !gives_up).map_or(Action::Resign, Action::Play);
        let score = if self.mode == "mating" { "mate 3" } else { "cp 0" };
        writeln!(out, "info depth 1 nodes {} score {score}", moves.len())?;
        writeln!(out, "bestmove {action}")
    }
}

/// A plain mixer of bits.
fn mix(mut value: u64) -> u64 {
    value = (value ^ (value >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    value = (value ^ (value >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    value ^ (value >> 33)
}

fn sleep_for_ever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(60));
    }
}
