//! The figures of `learn records`.

use ::learn::statistics::{Gathered, LENGTH_STEP, Phase, TENTHS};
use lab::figure::{self, Series};
use search::Category;

use crate::failure::Failure;

/// The probabilities of categories, the lengths of games, and the progress in games, as SVG.
pub(super) fn of(gathered: &Gathered) -> Result<[String; 3], Failure> {
    let failed = |error: lab::LabError| Failure::Failed(error.to_string());
    let (games, moves) = (&gathered.games, &gathered.moves);
    let names: Vec<&str> = Category::ALL.iter().map(|category| category.name()).collect();
    let by_phase: Vec<Series> = Phase::ALL
        .iter()
        .map(|&phase| Series {
            name: phase.name().to_owned(),
            points: Category::ALL
                .iter()
                .map(|&category| moves.count(category, |stratum| stratum.phase == phase))
                .enumerate()
                .filter(|(_, count)| count.available > 0)
                .map(|(row, count)| (row as f64, 100.0 * count.probability()))
                .collect(),
        })
        .collect();
    let share = |count: u64| 100.0 * count as f64 / games.games.max(1) as f64;
    let lengths = Series {
        name: "games".to_owned(),
        points: games
            .lengths
            .iter()
            .enumerate()
            .map(|(row, &count)| (((row + 1) * LENGTH_STEP) as f64, share(count)))
            .collect(),
    };
    let progress = Series {
        name: "progress".to_owned(),
        points: games
            .mean_progress()
            .iter()
            .enumerate()
            .filter_map(|(tenth, mean)| Some(((tenth as f64 + 0.5) / TENTHS as f64, (*mean)?)))
            .collect(),
    };
    Ok([
        figure::rows("played where available, percent", &names, &by_phase).map_err(failed)?,
        figure::lines(("plies, up to", "percent of the games"), 0.0, &[lengths]).map_err(failed)?,
        figure::lines(("part of the game", "mean progress, 0 to 256"), 0.0, &[progress])
            .map_err(failed)?,
    ])
}
