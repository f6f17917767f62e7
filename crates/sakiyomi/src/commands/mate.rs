//! `sakiyomi mate`: does the side to move mate by checks? One position, or a file of them.

use super::solving::{self, Solved, japanese_line, json_line, usi_line};
use crate::failure::Failure;
use crate::positions::json_text;
use clap::Args;
use mate::{Answer, Limits, Mate, Solver, Verdict};
use shogi::Position;
use std::io::Write;

const ABOUT: &str = "\
Find out whether the side to move mates by giving check with every move.

The answer is `mate N` with a line of N plies, `nomate`, or `unknown` with a reason.
Every mate is verified against all defences and every `nomate` against all checks
before it is given out; where time or nodes run out the answer is `unknown`.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi mate --sfen '4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1'
  sakiyomi mate --shortest --time-ms 1000 problems.sfen > answers.tsv
  cat problems.sfen | sakiyomi mate --nodes 1000000 -

A file holds one SFEN per line; what follows a tab is kept. Its answers, in order:
  mate N MOVES<tab>SFEN | nomate<tab>SFEN | unknown REASON<tab>SFEN | error REASON<tab>LINE

Exit codes:
  0  every position was answered, be it with unknown
  1  a line of the file is wrong, or the work failed
  2  the command line or the position on it is wrong";

/// Find a mate by checks, or prove that there is none
#[derive(Args)]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(flatten)]
    solving: solving::Options,

    /// Prove the shortest mate, or the best bound the limits allow
    #[arg(long)]
    shortest: bool,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let limits = Limits { nodes: options.solving.nodes(), shortest: options.shortest };
    let mut solver = Solver::new(options.solving.megabytes());
    let words = ["mate", "nomate", "unknown"];
    let mut solve = |position: &Position, should_stop: &mut dyn FnMut() -> bool| {
        let answer = solver.solve(position, &limits, should_stop);
        solved(position, &answer, options.shortest)
    };
    solving::run(&options.solving, &words, &mut solve, out)
}

fn solved(position: &Position, answer: &Answer, shortest: bool) -> Solved {
    let nodes = answer.nodes;
    let (word, result, json, details) = match &answer.verdict {
        Verdict::Mate(mate) => {
            let line = mate.line();
            let json = format!(
                "\"result\":\"mate\",\"plies\":{},\"at_least\":{},\"moves\":{}",
                line.len(),
                mate.at_least(),
                json_line(line)
            );
            let mut details = vec![japanese_line(position, line)];
            details.extend(shortest.then(|| bound_text(mate)));
            ("mate", format!("mate {} {}", line.len(), usi_line(line)), json, details)
        }
        Verdict::NoMate(_) => {
            ("nomate", "nomate".to_owned(), "\"result\":\"nomate\"".to_owned(), Vec::new())
        }
        Verdict::Unknown(reason) => {
            let text = json_text(&reason.to_string());
            let json = format!("\"result\":\"unknown\",\"reason\":{text}");
            ("unknown", format!("unknown {reason}"), json, Vec::new())
        }
    };
    Solved { word, result, json, details, nodes }
}

fn bound_text(mate: &Mate) -> String {
    if mate.is_shortest() {
        "shortest: proven".to_owned()
    } else {
        format!("shortest: between {} and {} plies", mate.at_least(), mate.line().len())
    }
}
