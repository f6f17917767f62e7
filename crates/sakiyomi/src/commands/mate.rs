//! `sakiyomi mate`: does the side to move mate by checks? One position, or a file of them.

use super::solving::{self, Problems, Solved, japanese_line, members, usi_line, usi_moves};
use crate::failure::Failure;
use clap::Args;
use mate::{Answer, Limits, Mate, Solver, Verdict};
use serde_json::{Map, Value, json};
use shogi::{Move, Position};
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
  2  the command line is wrong, or the position or file that it names";

/// Find a mate by checks, or prove that there is none
#[derive(Args)]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(flatten)]
    problems: Problems,

    /// Prove the shortest mate, or the best bound the limits allow
    #[arg(long)]
    shortest: bool,

    /// Show lines without interposed drops that change nothing (muda-ai)
    #[arg(long)]
    skip_useless_interpositions: bool,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let limits = Limits { nodes: options.problems.nodes(), shortest: options.shortest };
    let mut solver = Solver::new(options.problems.megabytes());
    let words = ["mate", "nomate", "unknown"];
    let mut solve = |position: &Position, should_stop: &mut dyn FnMut() -> bool| {
        let answer = solver.solve(position, &limits, should_stop);
        let useful = match &answer.verdict {
            Verdict::Mate(mate) if options.skip_useless_interpositions => {
                Some(solver.useful_line(position, mate, &limits, should_stop).ok())
            }
            _ => None,
        };
        solved(position, &answer, useful, options.shortest)
    };
    solving::run(&options.problems, &words, &mut solve, out)
}

/// `useful` is the line without useless interpositions, if it was asked for and, inside, found.
fn solved(
    position: &Position,
    answer: &Answer,
    useful: Option<Option<Vec<Move>>>,
    shortest: bool,
) -> Solved {
    let nodes = answer.nodes;
    match &answer.verdict {
        Verdict::Mate(mate) => {
            let line = useful.as_ref().and_then(Option::as_deref).unwrap_or(mate.line());
            let mut details = vec![japanese_line(position, line)];
            if shortest {
                details.push(bound_text(mate));
            }
            if let Some(useful) = &useful {
                details.push(useless_text(useful.is_some(), mate));
            }
            let result = format!("mate {} {}", line.len(), usi_line(line));
            let json = json_of(mate, useful.flatten().as_deref());
            Solved { word: "mate", result, json, details, nodes }
        }
        Verdict::NoMate(_) => {
            let (result, json) = ("nomate".to_owned(), members(json!({ "result": "nomate" })));
            Solved { word: "nomate", result, json, details: Vec::new(), nodes }
        }
        Verdict::Unknown(reason) => {
            let json = members(json!({ "result": "unknown", "reason": reason.to_string() }));
            let result = format!("unknown {reason}");
            Solved { word: "unknown", result, json, details: Vec::new(), nodes }
        }
    }
}

fn json_of(mate: &Mate, useful: Option<&[Move]>) -> Map<String, Value> {
    let line = mate.line();
    let mut object = members(json!({
        "result": "mate", "plies": line.len(), "at_least": mate.at_least(), "moves": usi_moves(line)
    }));
    if let Some(line) = useful {
        object.insert("useful_plies".to_owned(), line.len().into());
        object.insert("useful_moves".to_owned(), usi_moves(line).into());
    }
    object
}

fn useless_text(is_judged: bool, mate: &Mate) -> String {
    if is_judged {
        format!("useless interpositions left out; with them {} plies", mate.line().len())
    } else {
        "useless interpositions not judged: the limits were reached".to_owned()
    }
}

fn bound_text(mate: &Mate) -> String {
    if mate.is_shortest() {
        "shortest: proven".to_owned()
    } else {
        format!("shortest: between {} and {} plies", mate.at_least(), mate.line().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest known problem has 1525 plies.
    #[test]
    fn a_line_of_1525_plies_is_shown() {
        let gold: Position = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse().unwrap();
        let answer = Solver::new(1).solve(&gold, &Limits::default(), &mut || false);
        let round = ["2h3h", "8b7b", "3h2h", "7b8b"].map(|mv| mv.parse().unwrap());
        let line: Vec<Move> = round.into_iter().cycle().take(1525).collect();
        let solved = solved(&Position::startpos(), &answer, Some(Some(line)), false);
        assert!(solved.result.starts_with("mate 1525 2h3h 8b7b "));
        assert_eq!(solved.result.split(' ').count(), 2 + 1525);
        assert_eq!(Value::Object(solved.json).to_string().matches("\"2h3h\"").count(), 382);
        let words = &solved.details[0];
        assert_eq!(words.split(' ').count(), 1525);
        assert!(words.starts_with("▲３八飛 △７二飛 "), "{}", &words[..60]);
    }
}
