//! `sakiyomi mate`: does the side to move mate by checks? One position, or a file of them.

use super::solving::{
    self, Problems, ShownCooks, Solve, Solved, Watch, japanese_line, members, usi_line, usi_moves,
};
use crate::failure::Failure;
use clap::Args;
use mate::{Answer, Limits, Mate, Progress, Solver, Verdict};
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
  sakiyomi mate --shortest --cooks --kif solution.kif problem.kif

A file holds one SFEN per line; what follows a tab is kept. Its answers, in order:
  mate N MOVES<tab>SFEN | nomate<tab>SFEN | unknown REASON<tab>SFEN | error REASON<tab>LINE
With --cooks a mate has one more field at its end: cooks none | cooks unknown |
cooks found NUMBER:MOVE ... (see docs/mate.md). A record in KIF, BOD, KI2, CSA or JKF is
recognised by its content. Ctrl-C ends the work with what is known.

Exit codes:
  0    every position was answered, be it with unknown
  1    a line of the file is wrong, or the work failed
  2    the command line is wrong, or the position or file that it names
  130  interrupted with Ctrl-C";

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
    let words = ["mate", "nomate", "unknown"];
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
    let limits = Limits { nodes: options.problems.nodes(), shortest: options.shortest };
    let answer =
        solver.solve_watched(position, &limits, &mut |progress: &Progress| watch.see(progress));
    let Verdict::Mate(mate) = &answer.verdict else { return without_mate(&answer, watch) };
    let skips = options.skip_useless_interpositions;
    let useful = skips
        .then(|| solver.useful_line(position, mate, &limits, &mut || watch.should_stop()).ok());
    let mut solved = with_mate(position, mate, useful.clone(), options.shortest, watch.last());
    solved.nodes = answer.nodes;
    let line = useful.flatten().unwrap_or_else(|| mate.line().to_vec());
    // Second solutions are looked for last, because that pushes the mate out of the memory.
    if options.problems.wants_game() {
        watch.next_stage();
        let should_stop = &mut || watch.should_stop();
        let others = solver.variations(position, mate, &line, skips, &limits, should_stop);
        let mut remark = format!("{}手詰", line.len());
        if !others.is_complete {
            remark.push_str("（変化は一部）");
            solved.details.push("variations: not all, the limits were reached".to_owned());
        }
        solved.game = Some(solving::game(position, &line, &others.lines, remark));
    }
    if options.problems.wants_cooks() {
        watch.next_stage();
        let see = &mut |progress: &Progress| watch.see(progress);
        let cooks = solver.cooks(position, &line, &limits, see);
        let cooks = ShownCooks::new(cooks, position, &line);
        if let Some(game) = &mut solved.game {
            solving::add_cooks(game, cooks.found());
        }
        solved.cooks = Some(cooks);
    }
    solved
}

fn without_mate(answer: &Answer, watch: &Watch<'_>) -> Solved {
    let Verdict::Unknown(reason) = &answer.verdict else {
        return Solved::new(
            "nomate",
            "nomate".to_owned(),
            json!({ "result": "nomate" }),
            answer.nodes,
        );
    };
    let reason = watch.reason(*reason);
    let mut json = json!({ "result": "unknown", "reason": reason });
    let mut details = Vec::new();
    if let Some(most) = watch.last().most {
        json["at_most"] = most.into();
        details.push(format!("a mate in at most {most} plies was found, but not verified"));
    }
    let solved = Solved::new("unknown", format!("unknown {reason}"), json, answer.nodes);
    Solved { details, ..solved }
}

/// `useful` is the line without useless interpositions, if it was asked for and, inside, found.
fn with_mate(
    position: &Position,
    mate: &Mate,
    useful: Option<Option<Vec<Move>>>,
    shortest: bool,
    last: &Progress,
) -> Solved {
    let line = useful.as_ref().and_then(Option::as_deref).unwrap_or(mate.line());
    let mut details = vec![japanese_line(position, line)];
    if shortest {
        details.push(bound_text(mate));
        if let Some(most) = last.most.filter(|&most| usize::from(most) < mate.line().len()) {
            details.push(format!("a mate in at most {most} plies was found, but not verified"));
        }
    }
    if let Some(useful) = &useful {
        details.push(useless_text(useful.is_some(), mate));
    }
    let result = format!("mate {} {}", line.len(), usi_line(line));
    let json = Value::Object(json_of(mate, useful.flatten().as_deref()));
    Solved { details, ..Solved::new("mate", result, json, 0) }
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
        let Verdict::Mate(mate) = &answer.verdict else { panic!("a gold on the head") };
        let useful = Some(Some(line));
        let last = Progress::default();
        let solved = with_mate(&Position::startpos(), mate, useful, false, &last);
        assert!(solved.result.starts_with("mate 1525 2h3h 8b7b "));
        assert_eq!(solved.result.split(' ').count(), 2 + 1525);
        assert_eq!(Value::Object(solved.json).to_string().matches("\"2h3h\"").count(), 382);
        let words = &solved.details[0];
        assert_eq!(words.split(' ').count(), 1525);
        assert!(words.starts_with("▲３八飛 △７二飛 "), "{}", &words[..60]);
    }
}
