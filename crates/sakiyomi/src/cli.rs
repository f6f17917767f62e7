//! The command line: the program's own options and help, and the way to a subcommand.

use crate::commands::{Command, usi};
use crate::failure::Failure;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};
use std::io::{self, Write};
use std::path::PathBuf;

const ABOUT: &str = "\
Sakiyomi, a shogi engine and toolkit.

Without a command it is a USI engine on standard input and output: give its path to a shogi
GUI such as ShogiHome, Shogidokoro or ShogiGUI. Positions are written in SFEN, moves in USI
notation.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi                              USI engine, for GUIs
  sakiyomi --log usi.log                the same; the conversation is kept in a file
  sakiyomi play                         a game in the terminal
  sakiyomi bench                        the search's signature and speed
  sakiyomi perft --depth 5              count all games of five plies from the start position
  sakiyomi perft --depth 3 --divide     the same for three plies, one line per first move
  sakiyomi eval --sfen 'SFEN'           what a position is worth, and why
  sakiyomi convert game.kif game.csa    a game record in another format
  sakiyomi show game.kif --moves        a game record on the terminal
  sakiyomi analyze game.kif             judge a game move by move, and say why
  sakiyomi mate --shortest FILE         solve a file of mate problems, one SFEN per line
  sakiyomi hisshi --sfen 'SFEN'         is there a move after which no defence averts mate?
  sakiyomi lab run O-table1 --quick     a table of a paper, run again
  sakiyomi completions bash             what a shell needs to complete commands and options
  sakiyomi help perft                   every option of a command

Exit codes:
  0  done
  1  the work failed; one sentence on stderr says why
  2  the command line is wrong, or a position or file that it names; one sentence on stderr says what was expected";

#[derive(Parser)]
#[command(name = "sakiyomi", version, about = "Sakiyomi, a shogi engine and toolkit")]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
struct Cli {
    /// Keep the USI conversation in this file, for bug reports
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<Command>,
}

/// Reads the arguments and runs the subcommand; without one, speaks USI.
pub(crate) fn run() -> Result<(), Failure> {
    let mut out = io::stdout();
    match Cli::try_parse() {
        // The output is not locked: the engine writes from several threads.
        Ok(Cli { command: Some(command), log: None }) => command.run(&mut out)?,
        Ok(Cli { command: None, log }) => usi::run(log.as_deref())?,
        Ok(Cli { command: Some(Command::Usi(options)), log }) => {
            usi::run(options.log.or(log).as_deref())?;
        }
        Ok(_) => {
            let message = "--log goes without a command, or with the command usi";
            return Err(Failure::Usage(message.to_owned()));
        }
        Err(error) => answer(&error, &mut out)?,
    }
    out.flush()?;
    Ok(())
}

/// Returns the command line as clap describes it, for help, completions and man pages.
pub(crate) fn description() -> clap::Command {
    Cli::command()
}

/// Help and version are answers; anything else is a mistake, told in one sentence.
fn answer(error: &clap::Error, out: &mut dyn Write) -> Result<(), Failure> {
    let (command, path) = named_command();
    let message = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            write!(out, "{error}")?;
            return Ok(());
        }
        // The message is the whole help, and its first paragraph says nothing of what is missing.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
            format!("expected what to do: {}", names.join(", "))
        }
        _ => one_sentence(&error.to_string()),
    };
    let suggestion =
        suggestion(error).map_or(String::new(), |name| format!("; did you mean {name}?"));
    let help = match path.as_str() {
        "" => "sakiyomi --help".to_owned(),
        path => format!("sakiyomi help{path}"),
    };
    Err(Failure::Usage(format!("{message}{suggestion} (see {help})")))
}

/// Returns the innermost command that the arguments name, and its path: ` arena spsa`.
fn named_command() -> (clap::Command, String) {
    let (mut command, mut path) = (description(), String::new());
    for argument in std::env::args_os().skip(1) {
        let Some(inner) = command.find_subcommand(&argument).cloned() else { break };
        path = format!("{path} {}", inner.get_name());
        command = inner;
    }
    (command, path)
}

/// Returns the command, option or value that is nearest to a mistyped one, if there is one.
fn suggestion(error: &clap::Error) -> Option<String> {
    use ContextKind::{SuggestedArg, SuggestedSubcommand, SuggestedValue};
    [SuggestedSubcommand, SuggestedArg, SuggestedValue].into_iter().find_map(|kind| {
        match error.get(kind)? {
            ContextValue::String(name) => Some(name.clone()),
            // The nearest comes last.
            ContextValue::Strings(names) => names.last().cloned(),
            _ => None,
        }
    })
}

/// The first paragraph of a message of several lines, without its mark.
fn one_sentence(message: &str) -> String {
    let paragraph = message.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    words.join(" ").trim_start_matches("error: ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_well_defined() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_message_becomes_one_sentence() {
        assert_eq!(one_sentence("error: no such\n  --thing\n\nUsage: x"), "no such --thing");
        assert_eq!(one_sentence(""), "");
    }
}
