//! Solves a table of problems and prints one line for each: for measuring while working.
use cpu_time::ProcessTime;
use mate::{Limits, Solver, Verdict};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let column: usize = args[2].parse().unwrap();
    let filter = &args[3];
    let mb: usize = args[4].parse().unwrap();
    let ms: u128 = args[5].parse().unwrap();
    let shortest = args.get(6).is_some_and(|a| a == "shortest");
    let mut solver = Solver::new(mb);
    let (mut n, mut total, mut nodes, mut solved, mut worst) = (0, 0.0, 0, 0, 0.0f64);
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let f: Vec<&str> = line.split('\t').collect();
        if filter != "all" && f[0] != filter {
            continue;
        }
        let position: shogi::Position = f[column].parse().unwrap();
        let start = ProcessTime::now();
        let answer = solver.solve(&position, &Limits { nodes: u64::MAX, shortest }, &mut || {
            start.elapsed().as_millis() > ms
        });
        let t = start.elapsed().as_secs_f64() * 1e3;
        n += 1;
        total += t;
        worst = worst.max(t);
        nodes += answer.nodes;
        let what = match &answer.verdict {
            Verdict::Mate(m) => {
                solved += 1;
                if shortest
                    && (m.line().len().to_string() != f[0] || !m.is_shortest())
                    && column == 1
                    && f[0].len() < 3
                {
                    println!("DIFF {} {} {}", f[0], m.line().len(), f[column]);
                }
                format!("mate {}", m.line().len())
            }
            Verdict::NoMate(_) => "nomate".into(),
            Verdict::Unknown(r) => format!("unknown {r}"),
        };
        if f[0].len() > 2 || !what.starts_with("mate") {
            println!("{} {what} nodes {} ms {t:.1}", f[0], answer.nodes);
        }
    }
    println!(
        "n {n} solved {solved} mean_ms {:.3} worst {worst:.1} nodes {}",
        total / n as f64,
        nodes / n as u64
    );
}
