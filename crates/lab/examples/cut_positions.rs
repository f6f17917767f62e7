//! Cuts bare positions out of games for `suites/lab/`: reads the columns of floodgate2016.tsv from
//! stdin and writes opening.sfen, middle.sfen and endgame.sfen into the folder named as argument.
//!
//! One position a game, of games between programs rated 3000 and more; not in check, no mate in
//! one, at least 20 moves; by Gekisashi's progress: up to 15% and ply 20 to 40, 35 to 50%, and
//! from 70% on.
use std::io::{BufRead, Write};

use eval::classic::Progress;
use shogi::Position;

/// How many of each; some endgames turn out to be mates, so there are more of them.
const COUNTS: [usize; 3] = [120, 120, 200];

fn fits(stage: usize, position: &Position) -> bool {
    let progress = Progress::of(position).percent();
    let ply = position.move_number();
    match stage {
        0 => progress <= 15 && (20..=40).contains(&ply),
        1 => (35..=50).contains(&progress),
        _ => progress >= 70,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("expected a folder")?;
    let mut found: [Vec<String>; 3] = Default::default();
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let line = line?;
        let fields: Vec<&str> = line.split('\t').collect();
        if line.starts_with('#') || number % 7 != 0 || fields.len() < 6 {
            continue;
        }
        let strong = |text: &str| text.parse().is_ok_and(|rating: i32| rating >= 3000);
        let stage = number / 7 % 3;
        if !strong(fields[0]) || !strong(fields[1]) || found[stage].len() >= COUNTS[stage] {
            continue;
        }
        let mut position = Position::startpos();
        let mut candidates = Vec::new();
        for mv in fields[5].split(' ') {
            position.play(position.parse_legal_move(mv)?);
            if fits(stage, &position)
                && !position.in_check()
                && position.mate_in_one().is_none()
                && position.count_legal_moves() >= 20
            {
                candidates.push(position.to_sfen());
            }
        }
        if let Some(sfen) = candidates.get(number % candidates.len().max(1)) {
            found[stage].push(sfen.clone());
        }
    }
    for (name, positions) in ["opening", "middle", "endgame"].iter().zip(&found) {
        let mut file = std::fs::File::create(format!("{folder}/{name}.sfen"))?;
        writeln!(file, "# {name}: cut by crates/lab/examples/cut_positions.rs")?;
        for sfen in positions {
            writeln!(file, "{sfen}")?;
        }
    }
    Ok(())
}
