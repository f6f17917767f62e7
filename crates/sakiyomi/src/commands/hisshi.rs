//! `sakiyomi hisshi`: does the side to move make hisshi? One position, or a file of them.

use super::solving::{self, Problems, Solved, japanese_line, members, usi_line, usi_moves};
use crate::failure::Failure;
use clap::Args;
use mate::Answer;
use mate::hisshi::{Hisshi, Limits, MOST_PLIES, Solver, Verdict};
use serde_json::{Map, Value, json};
use shogi::Position;
use std::io::Write;

const ABOUT: &str = "\
Find out whether the side to move makes hisshi (brinkmate): a threat of mate that no
move of the other side averts, its checks included.

The answer is `hisshi N` with a line of N plies after which hisshi stands, `nohisshi`
if there is none within --plies, or `unknown` with a reason. `hisshi 0` means that the
side to move mates at once, with the mate as its line. Checks of the defender and the
answers to them are not counted. Every hisshi is verified against all defences and every
`nohisshi` against all attacks within --plies before it is given out.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi hisshi --sfen '2+R6/ksG6/np6p/psp4p1/1nP+B5/1PG6/P1K+B4P/2S1P4/1N5RL b 2GSN3L7Pp 205'
  sakiyomi hisshi --plies 1 --time-ms 1000 problems.sfen > answers.tsv

A file holds one SFEN per line; what follows a tab is kept. Its answers, in order:
  hisshi N MOVES<tab>SFEN | nohisshi<tab>SFEN | unknown REASON<tab>SFEN | error REASON<tab>LINE

Exit codes:
  0  every position was answered, be it with unknown
  1  a line of the file is wrong, or the work failed
  2  the command line is wrong, or the position or file that it names";

/// Find a hisshi (brinkmate), or prove that there is none
#[derive(Args)]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(flatten)]
    problems: Problems,

    /// Longest hisshi to look for, in plies, an odd number
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = plies)]
    plies: u16,
}

fn plies(text: &str) -> Result<u16, String> {
    let plies = text.parse().ok().filter(|plies| plies % 2 == 1 && *plies <= MOST_PLIES);
    plies.ok_or_else(|| format!("expected an odd number from 1 to {MOST_PLIES}"))
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let limits =
        Limits { nodes: options.problems.nodes(), plies: options.plies, ..Limits::default() };
    let mut solver = Solver::new(options.problems.megabytes());
    let words = ["hisshi", "nohisshi", "unknown"];
    let mut solve = |position: &Position, should_stop: &mut dyn FnMut() -> bool| {
        solved(position, &solver.solve(position, &limits, should_stop))
    };
    solving::run(&options.problems, &words, &mut solve, out)
}

fn solved(position: &Position, answer: &Answer<Verdict>) -> Solved {
    let nodes = answer.nodes;
    let (word, result, json, details) = match &answer.verdict {
        Verdict::Hisshi(hisshi) => {
            ("hisshi", result(hisshi), json_of(hisshi), details(position, hisshi))
        }
        Verdict::NoHisshi(none) => {
            let json = members(json!({ "result": "nohisshi", "within": none.plies() }));
            let detail = format!("no hisshi within {} plies", none.plies());
            ("nohisshi", "nohisshi".to_owned(), json, vec![detail])
        }
        Verdict::Unknown(reason) => {
            let json = members(json!({ "result": "unknown", "reason": reason.to_string() }));
            ("unknown", format!("unknown {reason}"), json, Vec::new())
        }
    };
    Solved { word, result, json, details, nodes }
}

/// The result as the contract has it.
fn result(hisshi: &Hisshi) -> String {
    let line = if hisshi.plies() == 0 { hisshi.threat() } else { hisshi.line() };
    format!("hisshi {} {}", hisshi.plies(), usi_line(line))
}

fn json_of(hisshi: &Hisshi) -> Map<String, Value> {
    members(json!({
        "result": "hisshi",
        "plies": hisshi.plies(),
        "at_least": hisshi.at_least(),
        "moves": usi_moves(hisshi.line()),
        "threat": usi_moves(hisshi.threat())
    }))
}

/// The line and the mate behind it in Japanese, and whether the number is proven.
fn details(position: &Position, hisshi: &Hisshi) -> Vec<String> {
    let mut lines = Vec::new();
    let mut last = position.clone();
    if !hisshi.line().is_empty() {
        lines.push(japanese_line(position, hisshi.line()));
        hisshi.line().iter().for_each(|&mv| last.play(mv));
    }
    let (mate, plies) = (hisshi.threat(), hisshi.threat().len());
    let attacker_is_to_move = last.turn() == position.turn();
    if !attacker_is_to_move {
        last.pass();
    }
    let what = if attacker_is_to_move { "mate" } else { "threat: mate" };
    lines.push(format!("{what} in {plies}: {} ({})", japanese_line(&last, mate), usi_line(mate)));
    if hisshi.at_least() < hisshi.plies() {
        lines.push(format!("fewer than {} plies are not excluded", hisshi.plies()));
    }
    lines
}
