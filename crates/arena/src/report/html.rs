//! The report as one page that needs nothing but itself.

use std::fmt::Write;

use stats::{Pairs, wilson};

use super::figures::Figures;
use super::svg::{Curve, columns, escaped, stacked_bar, strip};
use super::text::{elo_line, sprt_line};
use crate::error::ArenaError;
use crate::store::Store;
use crate::tally::{PairingTally, SprtCourse};

/// The style of all pages.
pub(crate) const STYLE: &str = include_str!("report.css");
const POINTS: [&str; 5] = ["0", "½", "1", "1½", "2"];
const CLASSES: [&str; 5] = ["p0", "p1", "p2", "p3", "p4"];
/// Failures shown in full.
const MOST_NOTES: usize = 20;

/// The page of a results file.
pub fn html_report(store: &Store) -> Result<String, ArenaError> {
    let figures = Figures::read(store)?;
    let title = escaped(&title(&figures));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n\
         <meta name='viewport' content='width=device-width'>\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    );
    // Writing to a string does not fail.
    let _ = write_body(&figures, &mut out);
    Ok(out + "</main>\n</body>\n</html>\n")
}

fn title(figures: &Figures) -> String {
    match figures.plan.players.as_slice() {
        [first, second] => format!("{} against {}", first.name, second.name),
        players => format!("{} of {} engines", figures.plan.mode.name(), players.len()),
    }
}

fn write_body(figures: &Figures, out: &mut String) -> std::fmt::Result {
    let plan = &figures.plan;
    let (games, limit) = (figures.games.len(), escaped(&plan.limit.to_string()));
    writeln!(
        out,
        "<p class='sub'>{} · {games} of {} games · {limit} · seed {}</p>",
        plan.mode.name(),
        plan.games,
        plan.seed
    )?;
    if let Some(pairing) = figures.tally.only_pairing() {
        write_tiles(pairing, out)?;
        write_score(pairing, out)?;
    } else {
        write_ratings(figures, out)?;
        write_crosstable(figures, out)?;
    }
    if let Some(course) = figures.tally.sprt() {
        write_sprt(course, out)?;
    }
    if let Some(pairing) = figures.tally.only_pairing() {
        write_course(figures, out)?;
        write_pairs(pairing, out)?;
    }
    write_openings(figures, out)?;
    write_colors(figures, out)?;
    write_endings(figures, out)?;
    write_lengths(figures, out)?;
    write_effort(figures, out)?;
    write_notes(figures, out)
}

fn write_tiles(pairing: &PairingTally, out: &mut String) -> std::fmt::Result {
    let score = pairing.games.score().unwrap_or(0.5) * 100.0;
    let mut tiles = vec![("score", format!("{score:.1}%"))];
    if let Some(elo) = pairing.pairs.elo() {
        tiles.push(("Elo", format!("{:+.1} <small>± {:.1}</small>", elo.value, elo.error95)));
        tiles.push((
            "normalised Elo",
            format!("{:+.1} <small>± {:.1}</small>", elo.normalised, elo.normalised_error95),
        ));
        tiles.push(("superiority", format!("{:.1}%", elo.superiority * 100.0)));
    }
    out.push_str("<div class='tiles'>");
    for (name, value) in tiles {
        write!(out, "<div class='tile'><span>{name}</span><b>{value}</b></div>")?;
    }
    writeln!(out, "</div>")
}

fn write_score(pairing: &PairingTally, out: &mut String) -> std::fmt::Result {
    let games = &pairing.games;
    let bar = stacked_bar(&[
        ("win", format!("{} won", games.wins), games.wins as f64),
        ("draw", format!("{} drawn", games.draws), games.draws as f64),
        ("loss", format!("{} lost", games.losses), games.losses as f64),
    ]);
    writeln!(out, "<section>{bar}</section>")
}

fn write_sprt(course: &SprtCourse, out: &mut String) -> std::fmt::Result {
    let (low, high) = (course.test().lower(), course.test().upper());
    let reach =
        |pick: fn(f64, f64) -> f64, bound: f64| course.curve().iter().copied().fold(bound, pick);
    let curve = Curve {
        values: course.curve(),
        band: None,
        across: &[(low, "H0"), (high, "H1")],
        first: 1,
        counted: "pairs",
        range: (reach(f64::min, low) - 0.5, reach(f64::max, high) + 0.5),
    };
    let line = escaped(&sprt_line(course));
    writeln!(out, "<section><h2>Sequential test</h2><p>{line}</p>{}</section>", curve.svg())
}

/// From this many pairs on, a chart says something.
const FIRST_PAIRS: usize = 10;

/// Elo after each pair, with its 95% interval.
fn write_course(figures: &Figures, out: &mut String) -> std::fmt::Result {
    let (mut pairs, mut values, mut band) = (Pairs::default(), Vec::new(), Vec::new());
    for half_points in figures.tally.complete_pairs() {
        pairs.add(half_points);
        // The first few say nothing yet.
        if pairs.pairs() >= FIRST_PAIRS as u64
            && let Some(elo) = pairs.elo()
        {
            values.push(elo.value.clamp(-1500.0, 1500.0));
            band.push((elo.low.max(-1500.0), elo.high.min(1500.0)));
        }
    }
    let Some(last) = band.last() else { return Ok(()) };
    // The early swings may leave the picture.
    let reach = (3.0 * (last.1 - last.0)).clamp(20.0, 1500.0);
    let middle = values.last().copied().unwrap_or(0.0);
    let curve = Curve {
        values: &values,
        band: Some(&band),
        across: &[(0.0, "even")],
        first: FIRST_PAIRS,
        counted: "pairs",
        range: (middle - reach / 2.0, middle + reach / 2.0),
    };
    let line = pairs.elo().map(|elo| elo_line(&elo)).unwrap_or_default();
    writeln!(
        out,
        "<section><h2>Elo as the match went on</h2><p>{}; the band is the 95% interval.</p>{}\
         </section>",
        escaped(&line),
        curve.svg()
    )
}

fn write_pairs(pairing: &PairingTally, out: &mut String) -> std::fmt::Result {
    let counts = pairing.pairs.counts();
    let items: Vec<_> =
        (0..5).map(|at| (format!("{} points", POINTS[at]), counts[at], CLASSES[at])).collect();
    writeln!(
        out,
        "<section><h2>Pairs of games</h2><p>Two games from one opening, colours changed.</p>{}\
         </section>",
        columns(&items)
    )
}

fn write_openings(figures: &Figures, out: &mut String) -> std::fmt::Result {
    let pairs: Vec<_> = figures.tally.numbered_pairs().collect();
    if pairs.is_empty() {
        return Ok(());
    }
    let schedule = figures.plan.schedule(figures.openings.len());
    let square = |(pair, half_points): &(u64, usize)| {
        let fixture = schedule.fixture(2 * pair);
        let text = fixture.and_then(|fixture| figures.openings.get(fixture.opening));
        let names = fixture.map_or_else(String::new, |fixture| {
            format!("{} – {}", figures.name(fixture.black), figures.name(fixture.white))
        });
        let text = text.map_or("", String::as_str);
        (CLASSES[*half_points], format!("{names}: {} points, {text}", POINTS[*half_points]))
    };
    let squares: Vec<_> = pairs.iter().map(square).collect();
    writeln!(
        out,
        "<section><h2>By opening</h2><p>One square for each pair, in the order of the schedule; \
         point at it for the opening. {}</p>{}</section>",
        legend(),
        strip(&squares)
    )
}

fn legend() -> String {
    let entry = |at: usize| format!("<i class='key {}'></i>{}", CLASSES[at], POINTS[at]);
    (0..5).map(entry).collect::<Vec<_>>().join(" ")
}

fn write_colors(figures: &Figures, out: &mut String) -> std::fmt::Result {
    let [black, draws, white] = figures.by_color();
    let bar = stacked_bar(&[
        ("black", format!("Black {black}"), black as f64),
        ("draw", format!("drawn {draws}"), draws as f64),
        ("white", format!("White {white}"), white as f64),
    ]);
    let share = wilson(black, black + white, 0.95);
    writeln!(
        out,
        "<section><h2>By colour</h2><p>Of the decided games Black won {:.1}% to {:.1}% (95%).</p>\
         {bar}<table><tr><th>engine<th>colour<th>won<th>with an entered king<th>drawn<th>lost</tr>",
        share.low * 100.0,
        share.high * 100.0
    )?;
    for (player, sides) in figures.sides.iter().enumerate() {
        for (color, side) in ["Black", "White"].into_iter().zip(sides) {
            writeln!(
                out,
                "<tr><td>{}<td>{color}<td>{}<td>{}<td>{}<td>{}</tr>",
                escaped(figures.name(player)),
                side.games.wins,
                side.entered,
                side.games.draws,
                side.games.losses
            )?;
        }
    }
    writeln!(out, "</table></section>")
}

fn write_endings(figures: &Figures, out: &mut String) -> std::fmt::Result {
    let mut endings: Vec<_> = figures.endings.iter().collect();
    endings.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    let class = |is_failure: bool| if is_failure { "loss" } else { "win" };
    let items: Vec<_> = endings
        .iter()
        .map(|(ending, (count, _))| (ending.name().to_owned(), *count, class(ending.is_failure())))
        .collect();
    let entered: u64 = figures.endings.values().map(|(_, entered)| entered).sum();
    writeln!(
        out,
        "<section><h2>Endings</h2><p>{entered} entering-king wins: the winner's king stood in the \
         enemy camp when the game was decided.</p>{}</section>",
        columns(&items)
    )
}

fn write_lengths(figures: &Figures, out: &mut String) -> std::fmt::Result {
    const STEP: u64 = 20;
    let longest = figures.games.iter().map(|game| game.plies).max().unwrap_or(0);
    let mut counts = vec![0; (longest / STEP) as usize + 1];
    for game in &figures.games {
        counts[(game.plies / STEP) as usize] += 1;
    }
    let label = |at: usize| {
        if at.is_multiple_of(2) { (at as u64 * STEP).to_string() } else { String::new() }
    };
    let items: Vec<_> =
        counts.iter().enumerate().map(|(at, count)| (label(at), *count, "win")).collect();
    let mean = figures.games.iter().map(|game| game.plies).sum::<u64>() as f64
        / figures.games.len().max(1) as f64;
    writeln!(
        out,
        "<section><h2>Length of the games</h2><p>Moves after the opening, {mean:.0} in the mean.\
         </p>{}</section>",
        columns(&items)
    )
}

fn write_effort(figures: &Figures, out: &mut String) -> std::fmt::Result {
    writeln!(
        out,
        "<section><h2>Effort per move</h2><table><tr><th>engine<th>limit<th>moves<th>depth\
         <th>nodes<th>ms<th>most ms</tr>"
    )?;
    let number = |value: Option<f64>| value.map_or("–".to_owned(), |v| format!("{v:.1}"));
    for (player, effort) in figures.efforts.iter().enumerate() {
        writeln!(
            out,
            "<tr><td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}</tr>",
            escaped(figures.name(player)),
            escaped(&figures.plan.limit_of(player).to_string()),
            effort.moves,
            number(effort.depth),
            number(effort.nodes),
            number(effort.time_ms),
            number(effort.most_ms)
        )?;
    }
    writeln!(out, "</table></section>")
}

fn write_ratings(figures: &Figures, out: &mut String) -> std::fmt::Result {
    let mut order: Vec<usize> = (0..figures.ratings.len()).collect();
    order.sort_by(|&a, &b| figures.ratings[b].value.total_cmp(&figures.ratings[a].value));
    writeln!(
        out,
        "<section><h2>Ratings</h2><table><tr><th>engine<th>Elo<th>± 95%<th>games<th>score</tr>"
    )?;
    for player in order {
        let (rating, games) = (&figures.ratings[player], figures.tally.games_of(player));
        writeln!(
            out,
            "<tr><td>{}<td>{:+.1}<td>{:.1}<td>{}<td>{:.1}%</tr>",
            escaped(figures.name(player)),
            rating.value,
            rating.error95,
            games.games(),
            games.score().unwrap_or(0.5) * 100.0
        )?;
    }
    writeln!(out, "</table></section>")
}

fn write_crosstable(figures: &Figures, out: &mut String) -> std::fmt::Result {
    writeln!(
        out,
        "<section><h2>Who met whom</h2><table><tr><th>first<th>second<th>won<th>drawn<th>lost\
         <th>Elo</tr>"
    )?;
    for (&(first, second), pairing) in figures.tally.pairings() {
        let games = &pairing.games;
        let elo = pairing.pairs.elo();
        let elo = elo.map_or("–".to_owned(), |e| format!("{:+.1} ± {:.1}", e.value, e.error95));
        writeln!(
            out,
            "<tr><td>{}<td>{}<td>{}<td>{}<td>{}<td>{elo}</tr>",
            escaped(figures.name(first)),
            escaped(figures.name(second)),
            games.wins,
            games.draws,
            games.losses
        )?;
    }
    writeln!(out, "</table></section>")
}

fn write_notes(figures: &Figures, out: &mut String) -> std::fmt::Result {
    let notes: Vec<_> =
        figures.games.iter().filter_map(|game| Some((game, game.note.as_ref()?))).collect();
    if notes.is_empty() {
        return Ok(());
    }
    writeln!(out, "<section><h2>Failures ({})</h2>", notes.len())?;
    for (game, note) in notes.iter().take(MOST_NOTES) {
        let number = game.fixture.number + 1;
        let ending = game.outcome.ending;
        writeln!(
            out,
            "<details><summary>game {number}: {ending}</summary><pre>{}</pre></details>",
            escaped(note)
        )?;
    }
    writeln!(out, "</section>")
}
