//! Solves a file of hisshi problems and prints what each cost, with and without simulation.
//!
//! `measure_hisshi FILE COLUMN PLIES MEGABYTES NODES [off]`: the SFEN stands in column COLUMN, counted from 0;
//! `off` switches the simulation off. Times are CPU time, the least of ten for each problem.
#![allow(clippy::print_stdout)]

use cpu_time::ProcessTime;
use mate::hisshi::{Limits, Solver, Verdict};
use shogi::Position;

/// How often each problem is solved: other work on the machine makes single times long.
const TIMES: u32 = 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, column, plies, megabytes, nodes, rest @ ..] = &args[..] else {
        return Err("expected FILE COLUMN PLIES MEGABYTES NODES [off]".into());
    };
    let column: usize = column.parse()?;
    let simulation = !rest.iter().any(|word| word == "off");
    let limits = Limits { nodes: nodes.parse()?, plies: plies.parse()?, simulation };
    let mut solver = Solver::new(megabytes.parse()?);
    let (mut counts, mut all_nodes, mut total) = ([0; 3], 0, 0.0);
    let text = std::fs::read_to_string(file)?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let sfens: Vec<&str> = lines.filter_map(|line| line.split('\t').nth(column)).collect();
    for sfen in sfens {
        let position: Position = sfen.parse()?;
        let mut solve = || {
            let start = ProcessTime::now();
            let answer = solver.solve(&position, &limits, &mut || false);
            (answer, start.elapsed().as_secs_f64() * 1e3)
        };
        let (answer, first) = solve();
        let time = (1..TIMES).map(|_| solve().1).fold(first, f64::min);
        let text = match &answer.verdict {
            Verdict::Hisshi(hisshi) => {
                counts[0] += 1;
                let line: Vec<String> = hisshi.line().iter().map(ToString::to_string).collect();
                format!("hisshi {} {}", hisshi.plies(), line.join(" "))
            }
            Verdict::NoHisshi(no) => {
                counts[1] += 1;
                format!("nohisshi {}", no.plies())
            }
            Verdict::Unknown(reason) => {
                counts[2] += 1;
                format!("unknown {reason}")
            }
        };
        println!("{text}\t{sfen}\t{}\t{time:.1}", answer.nodes);
        all_nodes += answer.nodes;
        total += time;
    }
    let [hisshi, none, unknown] = counts;
    println!(
        "# {hisshi} hisshi, {none} nohisshi, {unknown} unknown; {all_nodes} nodes, {total:.1} ms"
    );
    Ok(())
}
