//! What `learn records` counted as one JSON object.

use ::learn::statistics::{Count, Judgement, Stratum};
use search::Category;
use serde_json::{Map, Value, json};

use super::{Counted, table};

/// The number of openings that are written.
const OPENINGS: usize = 100;

pub(super) fn of(counted: &Counted) -> Value {
    let gathered = &counted.gathered;
    let (games, moves) = (&gathered.games, &gathered.moves);
    let lengths = games.lengths.iter().enumerate().map(|(row, &count)| {
        let name = table::length_name(games, row);
        (name, Value::from(count))
    });
    let openings: Vec<Value> = games
        .openings(OPENINGS)
        .into_iter()
        .map(|(first, opening)| {
            let moves: Vec<String> = first.iter().map(ToString::to_string).collect();
            let [black, white] = opening.wins;
            json!({
                "moves": moves.join(" "),
                "games": opening.games,
                "won_by_black": black,
                "won_by_white": white,
            })
        })
        .collect();
    let categories = Category::ALL.iter().map(|&category| {
        let strata = Stratum::all().map(|stratum| {
            let name = format!("{} {}", stratum.check_name(), stratum.phase.name());
            (name, of_count(moves.count_of(category, stratum)))
        });
        let mut all = of_count(moves.count(category, |_| true));
        all["strata"] = strata.collect::<Map<_, _>>().into();
        (category.name().to_owned(), all)
    });
    let weights = &counted.weights;
    let judged = gathered.held_out.judge(|stratum, set| weights.weight(stratum, set));
    let refused = counted.refused.iter().map(|&(name, count)| (name.to_owned(), count.into()));
    json!({
        "games": games.games,
        "held_out_games": gathered.held_out_games,
        "left_out": refused.collect::<Map<_, _>>(),
        "damaged": counted.damaged,
        "won_by_black": games.wins[0],
        "won_by_white": games.wins[1],
        "drawn": games.draws,
        "entering_king_wins_of_black": games.entering_king_wins[0],
        "entering_king_wins_of_white": games.entering_king_wins[1],
        "plies": games.plies,
        "shortest": games.shortest,
        "longest": games.longest,
        "lengths": lengths.collect::<Map<_, _>>(),
        "progress_by_tenth": games.mean_progress(),
        "openings": openings,
        "positions": moves.positions(),
        "legal_moves": moves.legal_moves(),
        "forced": moves.forced(),
        "duplicates": gathered.duplicates,
        "categories": categories.collect::<Map<_, _>>(),
        "held_out": {
            "counted_weights": of_judgement(judged),
            "all_moves_alike": of_judgement(gathered.held_out.judge_uniform()),
            "not_kept": gathered.held_out.left_out(),
        },
    })
}

fn of_count(count: Count) -> Value {
    json!({
        "available": count.available,
        "played": count.played,
        "moves": count.moves,
        "probability": count.probability(),
        "low95": count.interval().low,
        "high95": count.interval().high,
        "of_one_move": count.of_one_move(),
    })
}

fn of_judgement(judgement: Judgement) -> Value {
    json!({
        "positions": judgement.positions,
        "log_loss": judgement.loss,
        "standard_error": judgement.error,
        "first": judgement.first,
        "among_five": judgement.first_five,
    })
}
