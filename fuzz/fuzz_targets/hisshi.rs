//! Any position: the hisshi solver ends within its budget, and what it says has a legal line; stopped
//! early and searched longer, it never says yes and no of one position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mate::hisshi::{Limits, Solver, Verdict};
use shogi::Position;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(position) = text.parse::<Position>() else { return };
    let mut solver = Solver::new(2);
    let (mut yes, mut no) = (false, false);
    for nodes in [100, 2_000] {
        let limits = Limits { nodes, plies: 1, ..Limits::default() };
        let answer = solver.solve(&position, &limits, &mut || false);
        assert!(answer.nodes <= nodes);
        match answer.verdict {
            Verdict::Hisshi(hisshi) => {
                yes = true;
                let mut position = position.clone();
                for &mv in hisshi.line() {
                    assert!(position.is_legal(mv));
                    position.play(mv);
                }
            }
            Verdict::NoHisshi(_) => no = true,
            Verdict::Unknown(_) => {}
        }
    }
    assert!(!(yes && no));
});
