//! Speed of counting move sequences: this crate, `haitaka` and `rsshogi`, taking turns on one core.
//!
//! `cargo bench -p shogi --bench perft` prints a table in Markdown; `-- --rounds N` changes the
//! number of rounds (15), `-- --quick` makes three. Each round runs all contenders one after the
//! other, and the ratios are those within a round: what slows the machine down for a while slows
//! all of them.
#![allow(clippy::print_stdout)]

#[path = "../common/mod.rs"]
mod common;
mod peers;

use common::Spread;
use peers::Leaves;

const STARTPOS: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
/// `bench_tactical` of the rules suite, known as the matsuri position.
const MATSURI: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

/// One row of the table.
struct Row {
    name: &'static str,
    sfen: &'static str,
    depth: u8,
    counted: Leaves,
    leaves: u64,
    /// The least ratio to haitaka that satisfies us.
    goal: Option<f64>,
}

#[rustfmt::skip]
const ROWS: [Row; 6] = [
    Row { name: "startpos", sfen: STARTPOS, depth: 5, counted: Leaves::Played, leaves: 19_861_490, goal: Some(1.8) },
    Row { name: "startpos", sfen: STARTPOS, depth: 5, counted: Leaves::Bulk, leaves: 19_861_490, goal: Some(1.6) },
    Row { name: "matsuri", sfen: MATSURI, depth: 3, counted: Leaves::Played, leaves: 4_809_015, goal: Some(1.5) },
    Row { name: "matsuri", sfen: MATSURI, depth: 4, counted: Leaves::Bulk, leaves: 516_925_165, goal: Some(1.1) },
    Row { name: "startpos", sfen: STARTPOS, depth: 5, counted: Leaves::Looked, leaves: 19_861_490, goal: None },
    Row { name: "matsuri", sfen: MATSURI, depth: 3, counted: Leaves::Looked, leaves: 4_809_015, goal: None },
];

/// Million leaves per second of each contender, round by round.
struct Speeds {
    ours: Vec<f64>,
    haitaka: Vec<f64>,
    rsshogi: Vec<f64>,
}

fn measure(row: &Row, rounds: usize) -> Speeds {
    let mut ours: shogi::Position = row.sfen.parse().expect("our SFEN");
    let haitaka = haitaka::Board::from_sfen(row.sfen).expect("haitaka's SFEN");
    let mut rsshogi = rsshogi::board::position_from_sfen(row.sfen).expect("rsshogi's SFEN");
    rsshogi.init_stack();

    let mut speeds = Speeds { ours: Vec::new(), haitaka: Vec::new(), rsshogi: Vec::new() };
    // Round zero warms up caches and tables and is not recorded.
    for round in 0..=rounds {
        // The order changes, so that no program always runs behind the same neighbour.
        for turn in 0..3 {
            let contender = (round + turn) % 3;
            let mut leaves = 0;
            let time = common::time(|| {
                leaves = match contender {
                    0 => peers::ours(&mut ours, row.depth, row.counted),
                    1 => peers::haitaka(&haitaka, row.depth, row.counted),
                    _ => peers::rsshogi(&mut rsshogi, row.depth, row.counted),
                };
            });
            assert_eq!(leaves, row.leaves, "{} depth {}: {contender}", row.name, row.depth);
            if round > 0 {
                let speed = leaves as f64 / time.as_secs_f64() / 1e6;
                [&mut speeds.ours, &mut speeds.haitaka, &mut speeds.rsshogi][contender].push(speed);
            }
        }
        eprint!(".");
    }
    eprintln!(" {} depth {}", row.name, row.depth);
    speeds
}

fn print_row(row: &Row, speeds: &Speeds) {
    let ratio = |other: &[f64]| Spread::of(speeds.ours.iter().zip(other).map(|(a, b)| a / b));
    let to_haitaka = ratio(&speeds.haitaka);
    println!(
        "| {} depth {}, {} | {:.1} | {:.1} | {:.1} | {:.2} | {} | {} | {:.2} |",
        row.name,
        row.depth,
        match row.counted {
            Leaves::Bulk => "bulk",
            Leaves::Played => "no bulk",
            Leaves::Looked => "no bulk, checkers asked for at every leaf",
        },
        Spread::of(speeds.ours.iter().copied()),
        Spread::of(speeds.haitaka.iter().copied()),
        Spread::of(speeds.rsshogi.iter().copied()),
        to_haitaka,
        row.goal.map_or("-".to_owned(), |goal| goal.to_string()),
        row.goal.map_or("-", |goal| if to_haitaka.median >= goal { "yes" } else { "no" }),
        ratio(&speeds.rsshogi),
    );
}

fn main() {
    let quick = common::has_flag("--quick");
    let rounds = common::number_argument("--rounds").unwrap_or(if quick { 3 } else { 15 }).max(1);
    let core = common::pin_to_one_core();
    let core = core.map_or("not pinned".to_owned(), |core| format!("pinned to core {core}"));
    let results: Vec<Speeds> = ROWS.iter().map(|row| measure(row, rounds)).collect();
    println!("{}, one thread {core}, {rounds} rounds.", common::processor());
    println!("Million leaves per second of processor time, and ratios: median (quartiles).");
    println!();
    println!(
        "| position | ours | haitaka | rsshogi | ours/haitaka | goal | reached | ours/rsshogi |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (row, speeds) in ROWS.iter().zip(&results) {
        print_row(row, speeds);
    }
}
