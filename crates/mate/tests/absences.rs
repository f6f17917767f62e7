//! Late positions of real games without a mate: what the search finds out, the verifier confirms
//! with about as many positions, because it follows the search's own answers.

mod common;

use common::{position, solve, word};
use mate::Solver;
use std::path::Path;

/// Positions with the most nodes that the answer may take with 64 MB. They take 17,000 to 24,000;
/// a verifier that looks for answers of its own does not come to an end within a million.
const POSITIONS: [(&str, u64); 4] = [
    ("l3g2rl/3sk1+P2/p1nppp2p/2B6/2pP1N1n1/2P6/PP1SPP2P/1SGK1+p3/LN2Sb2L w G2Prgp 72", 60_000),
    ("1+P2pkp1l/4gs1R1/7N1/3ns1gsp/1b3p3/P1PP1P3/1P2P1G1P/1NS+b+r4/LKLN4L w 6Pg 164", 60_000),
    ("8l/5ggk1/p1+Pp1pspp/6p2/1rg1p2PP/2Bn1PP2/PB2P4/1K1Ps4/LNP4NL w 2SNL2Prg 110", 60_000),
    ("lnk1p2+Rl/2sg5/p1pps+B2p/6p2/5Pn2/5p3/PP2P+bN1P/2+rSs1PK1/L3G1G1L w 4Pgnp 88", 60_000),
];

#[test]
fn the_verifier_follows_the_search() {
    let mut solver = Solver::new(64);
    for (sfen, most) in POSITIONS {
        let answer = solve(&mut solver, &position(sfen), most, false);
        assert_eq!(word(&answer.verdict).0, "nomate", "{sfen}: {} nodes", answer.nodes);
    }
}

/// With a memory that forgets most of what was found, the answers are found again.
#[test]
fn little_memory_gives_the_same_answers() {
    let mut solver = Solver::new(1);
    for (sfen, _) in POSITIONS {
        let answer = solve(&mut solver, &position(sfen), 2_000_000, false);
        assert_eq!(word(&answer.verdict).0, "nomate", "{sfen}: {} nodes", answer.nodes);
    }
}

/// The verdict and the SFEN of every row of `suites/mates/late_game.tsv`.
fn late_positions() -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/mates/late_game.tsv");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let fields = |row: &str| {
        let mut fields = row.split('\t').map(str::to_owned);
        (fields.next().expect("a verdict"), fields.next_back().expect("an SFEN"))
    };
    text.lines().filter(|row| !row.starts_with('#')).map(fields).collect()
}

/// Every fifth late position with a verdict, against that verdict. Where the attacker is in check,
/// KomoringHeights answers another question.
#[test]
fn late_positions_of_games_are_decided_and_agree() {
    let mut solver = Solver::new(64);
    let (mut rows, mut mates, mut absences) = (0, 0, 0);
    for (theirs, sfen) in late_positions().iter().step_by(5) {
        let position = position(sfen);
        if theirs == "timeout" || position.in_check() {
            continue;
        }
        let theirs = if theirs == "nomate" { "nomate" } else { "mate" };
        let ours = word(&solve(&mut solver, &position, 100_000, false).verdict).0;
        assert!(ours == "unknown" || ours == theirs, "{ours}, not {theirs}: {sfen}");
        rows += 1;
        mates += u32::from(ours == "mate");
        absences += u32::from(ours == "nomate");
    }
    assert!(rows > 40 && (mates + absences) * 10 >= rows * 9, "{mates}, {absences} of {rows}");
    assert!(mates > 10 && absences > 10, "{mates} mates, {absences} absences");
}

/// Late positions with three sizes, in a fresh solver, and asked again after a stop. What 64 MB decide
/// within 50,000 nodes is decided alike within four times as many.
#[test]
#[ignore = "minutes; see docs/mate.md"]
fn sizes_and_restarts_of_late_positions() {
    const NODES: u64 = 50_000;
    let mut solver = Solver::new(64);
    let mut others = [Solver::new(8), Solver::new(64), Solver::new(1024)];
    let mut counts = [0, 0];
    for (_, sfen) in late_positions() {
        let position = position(&sfen);
        let first = word(&solve(&mut solver, &position, NODES, false).verdict).0;
        if first == "unknown" {
            continue;
        }
        counts[usize::from(first == "nomate")] += 1;
        let check = |solver: &mut Solver| {
            let answer = solve(solver, &position, 4 * NODES, false);
            assert_eq!(word(&answer.verdict).0, first, "{sfen}: {} nodes", answer.nodes);
        };
        check(&mut Solver::new(8));
        for other in &mut others {
            solve(other, &position, 1_000, false);
            check(other);
        }
    }
    eprintln!("{} mates, {} absences", counts[0], counts[1]);
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}
