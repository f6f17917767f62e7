//! `sakiyomi data stats`: what files hold, as a table or as JSON.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use learn::data::{PLY_STEP, SCORE_LIMITS, Stats};
use serde_json::{Map, Value, json};

use super::files::with_bar;
use crate::failure::Failure;

const GAMES_OF_RECORDS: &str = "\
Records do not name their game: records whose plies do not fall back and whose winner is the same
count as one game, so the number of games of a shuffled file means nothing.";

/// Count games, positions, ends, scores and duplicates
#[derive(Args)]
#[command(after_long_help = GAMES_OF_RECORDS)]
pub(super) struct Options {
    /// Files of games or of PackedSfenValue records
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let mut stats = Stats::default();
    for file in &options.files {
        with_bar(file, None, |progress| stats.add(file, progress))?;
    }
    if options.json {
        writeln!(out, "{:#}", as_json(&stats))?;
        return Ok(());
    }
    write_table(&stats, out)
}

fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// The rows of the table of scores with their counts.
fn score_rows(stats: &Stats) -> impl Iterator<Item = (String, u64)> {
    let lowest = [0].into_iter().chain(SCORE_LIMITS);
    let mates = SCORE_LIMITS.len() - 1;
    lowest.zip(SCORE_LIMITS).zip(stats.scores).enumerate().map(move |(row, ((from, to), count))| {
        let name = if row == mates { "mate".to_owned() } else { format!("{from}-{}", to - 1) };
        (name, count)
    })
}

/// The rows of the table of plies with their counts.
fn ply_rows(stats: &Stats) -> impl Iterator<Item = (String, u64)> {
    let last = stats.plies.len() - 1;
    stats.plies.into_iter().enumerate().map(move |(row, count)| {
        let (from, to) = (row * PLY_STEP + 1, (row + 1) * PLY_STEP);
        let name = if row == last { format!("{from}-") } else { format!("{from}-{to}") };
        (name, count)
    })
}

fn as_json(stats: &Stats) -> Value {
    let object = |rows: &mut dyn Iterator<Item = (String, u64)>| -> Value {
        rows.map(|(name, count)| (name, Value::from(count))).collect::<Map<_, _>>().into()
    };
    let [black, white, drawn] = stats.winners;
    let (duplicates, is_exact) = stats.duplicates();
    json!({
        "games": stats.games,
        "positions": stats.positions,
        "positions_a_game": share(stats.positions, stats.games),
        "unscored": stats.unscored,
        "files_cut_off": stats.cut_off,
        "ends": object(&mut stats.endings().map(|(name, count)| (name.to_owned(), count))),
        "won_by_black": black,
        "won_by_white": white,
        "drawn": drawn,
        "duplicate_share": duplicates,
        "duplicates_are_estimated": !is_exact,
        "king_beyond_middle_share": share(stats.entered, stats.positions),
        "scale": stats.scale(),
        "scores": object(&mut score_rows(stats)),
        "plies": object(&mut ply_rows(stats)),
    })
}

fn write_table(stats: &Stats, out: &mut dyn Write) -> Result<(), Failure> {
    let percent = |part, whole| 100.0 * share(part, whole);
    let [black, white, drawn] = stats.winners;
    writeln!(
        out,
        "games {}, positions {}, {:.1} positions a game",
        stats.games,
        stats.positions,
        share(stats.positions, stats.games)
    )?;
    writeln!(
        out,
        "won by Black {:.1} %, by White {:.1} %, drawn {:.1} %",
        percent(black, stats.games),
        percent(white, stats.games),
        percent(drawn, stats.games)
    )?;
    for (name, count) in stats.endings() {
        writeln!(out, "  end: {name:<16} {count:>10} {:5.1} %", percent(count, stats.games))?;
    }
    let (duplicates, is_exact) = stats.duplicates();
    let about = if is_exact { "" } else { "about " };
    writeln!(out, "duplicates {about}{:.2} %", 100.0 * duplicates)?;
    let entered = percent(stats.entered, stats.positions);
    writeln!(out, "a king beyond the middle {entered:.2} %")?;
    match stats.scale() {
        Some(scale) => writeln!(out, "scale of sigmoid(score / scale) against results {scale:.0}")?,
        None => writeln!(out, "no scale: there are not both wins and losses")?,
    }
    if stats.unscored > 0 {
        writeln!(out, "positions without a score {}", stats.unscored)?;
    }
    if stats.cut_off > 0 {
        writeln!(out, "files whose last game is cut off {}", stats.cut_off)?;
    }
    writeln!(out, "{:<14} {:>10} {:>7}", "|score|", "positions", "share")?;
    for (name, count) in score_rows(stats) {
        writeln!(out, "{name:<14} {count:>10} {:5.1} %", percent(count, stats.positions))?;
    }
    writeln!(out, "{:<14} {:>10} {:>7}", "plies", "positions", "share")?;
    for (name, count) in ply_rows(stats) {
        writeln!(out, "{name:<14} {count:>10} {:5.1} %", percent(count, stats.positions))?;
    }
    Ok(())
}
