//! The tables of `learn records` for the terminal.

use std::io::Write;

use ::learn::statistics::{Count, GameCounts, LENGTH_STEP, MoveCounts, Phase, TENTHS};
use search::Category;

use super::Counted;
use crate::failure::Failure;

/// The number of openings that are shown.
const OPENINGS: usize = 12;

pub(super) fn write(counted: &Counted, out: &mut dyn Write) -> Result<(), Failure> {
    write_games(counted, out)?;
    write_categories(&counted.gathered.moves, out)?;
    write_held_out(counted, out)
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn write_games(counted: &Counted, out: &mut dyn Write) -> Result<(), Failure> {
    let games = &counted.gathered.games;
    let GameCounts { wins: [black, white], entering_king_wins: entering, .. } = *games;
    writeln!(out, "games {}, {} held out", games.games, counted.gathered.held_out_games)?;
    for (reason, count) in &counted.refused {
        writeln!(out, "  left out: {count} {reason}")?;
    }
    if counted.damaged > 0 {
        writeln!(out, "  cannot be read: {}", counted.damaged)?;
    }
    writeln!(
        out,
        "won by Black {black} ({:.1} %), by White {white} ({:.1} %), drawn {}",
        percent(black, games.games),
        percent(white, games.games),
        games.draws
    )?;
    writeln!(
        out,
        "won with the king in the enemy camp: Black {}, White {} ({:.2} % of the games)",
        entering[0],
        entering[1],
        percent(entering[0] + entering[1], games.games)
    )?;
    writeln!(
        out,
        "plies a game: {:.1} on average, {} to {}",
        games.plies as f64 / games.games.max(1) as f64,
        games.shortest,
        games.longest
    )?;
    for (row, &count) in games.lengths.iter().enumerate().filter(|row| *row.1 > 0) {
        let share = percent(count, games.games);
        writeln!(out, "  {:<10} {count:>9} {share:5.1} %", length_name(games, row))?;
    }
    write!(out, "progress in the tenths of a game, 0 to 256:")?;
    for mean in games.mean_progress().iter().take(TENTHS) {
        match mean {
            Some(mean) => write!(out, " {mean:.0}")?,
            None => write!(out, " -")?,
        }
    }
    writeln!(out)?;
    let openings = games.openings(OPENINGS);
    if !openings.is_empty() {
        writeln!(out, "{:<24} {:>9} {:>7} {:>12}", "first moves", "games", "share", "Black wins")?;
    }
    for (first, opening) in openings {
        let moves: Vec<String> = first.iter().map(ToString::to_string).collect();
        writeln!(
            out,
            "{:<24} {:>9} {:5.1} % {:10.1} %",
            moves.join(" "),
            opening.games,
            percent(opening.games, games.games),
            percent(opening.wins[0], opening.wins.iter().sum())
        )?;
    }
    Ok(())
}

/// The lengths of a row of the table.
pub(super) fn length_name(games: &GameCounts, row: usize) -> String {
    let (from, to) = (row * LENGTH_STEP + 1, (row + 1) * LENGTH_STEP);
    if row + 1 == games.lengths.len() { format!("{from}-") } else { format!("{from}-{to}") }
}

fn write_categories(moves: &MoveCounts, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(
        out,
        "positions with a choice {}, {:.1} legal moves on average; {} with one legal move left out",
        moves.positions(),
        moves.legal_moves() as f64 / moves.positions().max(1) as f64,
        moves.forced()
    )?;
    writeln!(
        out,
        "played: in how many percent of the positions with such a move, ± 95 % if positions were \
         independent;\none move: in how many percent of such moves"
    )?;
    writeln!(
        out,
        "{:<16} {:>9} {:>9} {:>15} {:>9} {:>8} {:>8} {:>8}",
        "category", "available", "played", "percent", "one move", "opening", "middle", "end"
    )?;
    for &category in Category::ALL {
        let all = moves.count(category, |_| true);
        write!(
            out,
            "{:<16} {:>9} {:>9} {:>8.2} ± {:<4.2} {:>9.3}",
            category.name(),
            all.available,
            all.played,
            100.0 * all.probability(),
            100.0 * all.error(),
            100.0 * all.of_one_move()
        )?;
        for phase in Phase::ALL {
            write!(out, " {:>8}", share(moves.count(category, |it| it.phase == phase)))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The percentage of a count, or a dash if there was no such move.
fn share(count: Count) -> String {
    match count.available {
        0 => "-".to_owned(),
        _ => format!("{:.2}", 100.0 * count.probability()),
    }
}

fn write_held_out(counted: &Counted, out: &mut dyn Write) -> Result<(), Failure> {
    let held_out = &counted.gathered.held_out;
    let uniform = held_out.judge_uniform();
    if uniform.positions == 0 {
        writeln!(out, "no position is held out")?;
        return Ok(());
    }
    writeln!(out, "naturalness on {} held-out positions:", uniform.positions)?;
    if held_out.left_out() > 0 {
        writeln!(out, "  ({} more were not kept)", held_out.left_out())?;
    }
    let weights = &counted.weights;
    let judged = held_out.judge(|stratum, set| weights.weight(stratum, set));
    for (name, judgement) in [("counted weights", judged), ("all moves alike", uniform)] {
        writeln!(
            out,
            "  {name}: log loss {:.3} ± {:.3} nats, first {:.1} %, among five {:.1} %",
            judgement.loss,
            1.96 * judgement.error,
            100.0 * judgement.first,
            100.0 * judgement.first_five
        )?;
    }
    Ok(())
}
