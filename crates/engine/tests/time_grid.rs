//! A grid of time controls, played in simulation: the clock is used well and never overstepped.
//!
//! `docs/time.md` says what "well" means; `docs/record/time.md` has the table that this test prints.

use engine::{Clocks, Iteration, Judge, Plan, TimeContext};
use shogi::Color;

/// The number of own moves in a simulated game.
const MOVES: u64 = 80;
const GAMES: u64 = 20;
/// The defaults of `NetworkDelay` and `NetworkDelay2`.
const DELAY: u64 = 30;
const RESERVE: u64 = 50;
/// The search reads the clock about twice in this many milliseconds.
const GRAIN: f64 = 1.0;

/// The start time, increment and byoyomi in milliseconds.
const GRID: [(u64, u64, u64); 40] = [
    // Sudden death.
    (100, 0, 0),
    (500, 0, 0),
    (1_000, 0, 0),
    (3_000, 0, 0),
    (10_000, 0, 0),
    (60_000, 0, 0),
    (300_000, 0, 0),
    (900_000, 0, 0),
    (3_600_000, 0, 0),
    // Byoyomi only.
    (0, 0, 50),
    (0, 0, 100),
    (0, 0, 200),
    (0, 0, 500),
    (0, 0, 1_000),
    (0, 0, 2_000),
    (0, 0, 3_000),
    (0, 0, 10_000),
    (0, 0, 30_000),
    (0, 0, 60_000),
    // A clock, then byoyomi.
    (1_000, 0, 100),
    (5_000, 0, 100),
    (10_000, 0, 1_000),
    (10_000, 0, 10_000),
    (60_000, 0, 1_000),
    (60_000, 0, 3_000),
    (300_000, 0, 10_000),
    (600_000, 0, 30_000),
    (900_000, 0, 60_000),
    (3_600_000, 0, 60_000),
    // Fischer.
    (100, 10, 0),
    (1_000, 10, 0),
    (1_000, 100, 0),
    (10_000, 100, 0),
    (10_000, 1_000, 0),
    (60_000, 600, 0),
    (300_000, 3_000, 0),
    (600_000, 10_000, 0),
    (5_000, 5_000, 0),
    // Both.
    (10_000, 100, 1_000),
    (60_000, 1_000, 5_000),
];

/// A small random number generator with the same numbers in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.roll()
    }
}

/// Simulates a search: iterations, each longer than the last, in which the best move may change.
/// Returns the time at which it ends.
fn think(plan: &Plan, dice: &mut Dice) -> f64 {
    let moves = ["7g7f", "2g2f", "5g5f"].map(|mv| mv.parse().unwrap());
    let difficulty = dice.roll();
    let mut judge = Judge::default();
    let (mut best, mut score, mut time, mut length) = (moves[0], 0, 0.0, 0.02);
    let out_of_time = plan.hard as f64 + dice.between(0.0, GRAIN);
    loop {
        length *= dice.between(1.1, 2.1);
        time += length;
        if time >= out_of_time {
            return out_of_time;
        }
        if dice.roll() < 0.3 * difficulty {
            best = moves[(dice.roll() * 3.0) as usize];
        }
        score += dice.between(-20.0, 20.0) as i32 - (20.0 * difficulty * difficulty) as i32 / 4;
        let node_share = dice.between(0.85, 1.0) * (1.0 - 0.7 * difficulty);
        let scale = judge.weigh(&Iteration { best, score, node_share });
        if !plan.has_time(time as u64, scale) {
            return time;
        }
    }
}

struct Game {
    used: f64,
    sensible: f64,
    least_left: f64,
}

fn play(start: u64, increment: u64, byoyomi: u64, dice: &mut Dice) -> Game {
    // The last moment before the flag should not be used.
    let kept = |has: u64| RESERVE.min(has / 4) as f64;
    let mut left = start as f64;
    let mut game = Game { used: 0.0, sensible: left - kept(start), least_left: f64::INFINITY };
    for own_move in 0..MOVES {
        let clocks = Clocks { left: [left as u64, 0], increment: [increment, 0], byoyomi };
        let context = TimeContext {
            delay: DELAY,
            reserve: RESERVE,
            byoyomi_margin: 0,
            minimum: 0,
            slow_mover: 100,
            rounds_up: false,
            ponders: false,
            plies: 2 * own_move,
            is_first_move: own_move == 0,
            max_plies: None,
        };
        let plan = Plan::new(&clocks, Color::Black, &context);
        assert!(plan.hard as f64 <= left + byoyomi as f64);
        let thought = think(&plan, dice);
        let on_the_way =
            dice.between(0.0, 0.5) + if start > 3000 { dice.between(0.0, 10.0) } else { 0.0 };
        let spent = thought + on_the_way;
        let spare = left + byoyomi as f64 - spent;
        game.least_left = game.least_left.min(spare);
        game.used += thought;
        if spent > left {
            game.sensible += byoyomi as f64 - kept(byoyomi) + GRAIN;
            left = 0.0;
        } else {
            left -= spent;
        }
        left += increment as f64;
        game.sensible += increment as f64;
    }
    game
}

#[test]
fn forty_time_controls() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut failures = Vec::new();
    eprintln!("| start | increment | byoyomi | used | least left |\n|---|---|---|---|---|");
    for (start, increment, byoyomi) in GRID {
        let (mut used, mut sensible, mut least_left) = (0.0, 0.0, f64::INFINITY);
        for _ in 0..GAMES {
            let game = play(start, increment, byoyomi, &mut dice);
            used += game.used;
            sensible += game.sensible;
            least_left = least_left.min(game.least_left);
        }
        let percent = (100.0 * used / sensible).round();
        let row = format!("| {start} | {increment} | {byoyomi} | {percent}% | {least_left:.1} |");
        eprintln!("{row}");
        if !(80.0..=100.0).contains(&percent) || least_left < 0.0 {
            failures.push(row);
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}
