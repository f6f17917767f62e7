//! `sakiyomi hisshi`: does the side to move make hisshi? One position, or a file of them.

use super::solving::{
    self, Problems, ShownCooks, Solve, Solved, Watch, japanese_line, members, usi_line, usi_moves,
};
use crate::failure::Failure;
use clap::Args;
use kifu::Game;
use mate::hisshi::{Hisshi, Limits, MOST_PLIES, Solver, Verdict};
use mate::{Answer, Progress, Variations};
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
With --cooks a hisshi has one more field at its end: cooks none | cooks unknown |
cooks found NUMBER:MOVE ... (see docs/hisshi.md). A record in KIF, BOD, KI2, CSA or JKF is
recognised by its content. Ctrl-C ends the work with what is known.

Exit codes:
  0    every position was answered, be it with unknown
  1    a line of the file is wrong, or the work failed
  2    the command line is wrong, or the position or file that it names
  130  interrupted with Ctrl-C";

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
    let words = ["hisshi", "nohisshi", "unknown"];
    let make = |megabytes: usize| -> Box<Solve<'_>> {
        let mut solver = Solver::new(megabytes);
        Box::new(move |position: &Position, watch: &mut Watch<'_>| {
            solve(options, &mut solver, position, watch)
        })
    };
    solving::run(&options.problems, &words, &make, out)
}

fn solve(
    options: &Options,
    solver: &mut Solver,
    position: &Position,
    watch: &mut Watch<'_>,
) -> Solved {
    let limits =
        Limits { nodes: options.problems.nodes(), plies: options.plies, ..Limits::default() };
    let answer =
        solver.solve_watched(position, &limits, &mut |progress: &Progress| watch.see(progress));
    let Verdict::Hisshi(hisshi) = &answer.verdict else { return without_hisshi(&answer, watch) };
    let json = Value::Object(json_of(hisshi));
    let mut solved = Solved::new("hisshi", result(hisshi), json, answer.nodes);
    solved.details = details(position, hisshi);
    if options.problems.wants_game() {
        watch.next_stage();
        let others = solver.variations(position, hisshi, &limits, &mut || watch.should_stop());
        if !others.is_complete {
            solved.details.push("variations: not all, the limits were reached".to_owned());
        }
        solved.game = Some(game(position, hisshi, &others));
    }
    // Where there is a mate already, a second hisshi means nothing.
    if options.problems.wants_cooks() && hisshi.plies() > 0 {
        watch.next_stage();
        let see = &mut |progress: &Progress| watch.see(progress);
        let cooks = solver.cooks(position, hisshi, &limits, see);
        let cooks = ShownCooks::new(cooks, position, hisshi.line());
        if let Some(game) = &mut solved.game {
            solving::add_cooks(game, cooks.found());
        }
        solved.cooks = Some(cooks);
    }
    solved
}

fn without_hisshi(answer: &Answer<Verdict>, watch: &Watch<'_>) -> Solved {
    let reason = match &answer.verdict {
        Verdict::Unknown(reason) => watch.reason(*reason),
        Verdict::NoHisshi(none) => {
            let json = json!({ "result": "nohisshi", "within": none.plies() });
            let details = vec![format!("no hisshi within {} plies", none.plies())];
            let solved = Solved::new("nohisshi", "nohisshi".to_owned(), json, answer.nodes);
            return Solved { details, ..solved };
        }
        Verdict::Hisshi(_) => unreachable!("the caller has looked"),
    };
    let mut json = json!({ "result": "unknown", "reason": reason });
    let mut details = Vec::new();
    let last = watch.last();
    if let Some(most) = last.most {
        json["at_most"] = most.into();
        details.push(format!("a hisshi in at most {most} plies was found, but not verified"));
    }
    let solved = Solved::new("unknown", format!("unknown {reason}"), json, answer.nodes);
    Solved { details, ..solved }
}

/// The solution as a record: the line, and behind it every defence with its mate. If the mate is
/// there already, it is the record.
fn game(position: &Position, hisshi: &Hisshi, others: &Variations) -> Game {
    let (mut line, threat) = (hisshi.line().to_vec(), hisshi.threat());
    let is_at_attacker = line.len() % 2 == 0;
    let mut last = position.clone();
    line.iter().for_each(|&mv| last.play(mv));
    let mut remark = format!("{}手必至", hisshi.plies());
    if is_at_attacker {
        line.extend(threat);
    } else {
        last.pass();
        remark.push_str(&format!("　詰めろ：{}", japanese_line(&last, threat)));
    }
    if !others.is_complete {
        remark.push_str("（変化は一部）");
    }
    solving::game(position, &line, &others.lines, remark)
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
