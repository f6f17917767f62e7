//! Solves a table of problems and prints what it cost, in CPU time.
//!
//! `measure_mates TABLE COLUMN NAME MEGABYTES MILLISECONDS [shortest] [nodes=N] [every=N]`: the rows of a table
//! with tabs whose first column is NAME (`all` for every row), or every Nth of them; the SFEN stands in column
//! COLUMN, counted from 0. With a limit of nodes and no tight one of time, two programs do the same work.
#![allow(clippy::print_stdout)]

use cpu_time::ProcessTime;
use mate::{Limits, Solver, Verdict};
use shogi::Position;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [table, column, name, megabytes, milliseconds, rest @ ..] = &args[..] else {
        return Err("expected TABLE COLUMN NAME MEGABYTES MILLISECONDS [shortest]".into());
    };
    let column: usize = column.parse()?;
    let most: u128 = milliseconds.parse()?;
    let shortest = rest.iter().any(|word| word == "shortest");
    let number = |name: &str| rest.iter().find_map(|word| word.strip_prefix(name)).map(str::parse);
    let most_nodes: u64 = number("nodes=").transpose()?.unwrap_or(u64::MAX);
    let every = usize::try_from(number("every=").transpose()?.unwrap_or(1))?;
    let mut solver = Solver::new(megabytes.parse()?);
    let (mut rows, mut decided, mut nodes) = (0u32, 0, 0);
    let (mut total, mut worst) = (0.0, 0.0f64);
    let text = std::fs::read_to_string(table)?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let wanted = lines.filter(|line| name == "all" || line.split('\t').next() == Some(name));
    for line in wanted.step_by(every.max(1)) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (Some(&first), Some(&sfen)) = (fields.first(), fields.get(column)) else { continue };
        let position: Position = sfen.parse()?;
        let start = ProcessTime::now();
        let limits = Limits { nodes: most_nodes, shortest };
        let answer = solver.solve(&position, &limits, &mut || start.elapsed().as_millis() > most);
        let time = start.elapsed().as_secs_f64() * 1e3;
        let word = match &answer.verdict {
            Verdict::Mate(mate) => format!("mate {}", mate.line().len()),
            Verdict::NoMate(_) => "nomate".to_owned(),
            Verdict::Unknown(reason) => format!("unknown {reason}"),
        };
        rows += 1;
        decided += u32::from(!matches!(answer.verdict, Verdict::Unknown(_)));
        nodes += answer.nodes;
        total += time;
        worst = worst.max(time);
        println!("{first}\t{word}\tnodes {}\tms {time:.2}", answer.nodes);
    }
    let rows_or_one = f64::from(rows.max(1));
    println!(
        "rows {rows} decided {decided} mean_ms {:.3} worst_ms {worst:.1} mean_nodes {:.0}",
        total / rows_or_one,
        nodes as f64 / rows_or_one
    );
    Ok(())
}
