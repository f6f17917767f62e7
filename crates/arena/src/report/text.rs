//! The report as text for a terminal.

use std::fmt::Write;

use stats::{Elo, Verdict};

use super::figures::Figures;
use crate::error::ArenaError;
use crate::store::Store;
use crate::tally::{PairingTally, SprtCourse};

/// The table of a results file.
pub fn text_report(store: &Store) -> Result<String, ArenaError> {
    let figures = Figures::read(store)?;
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_report(&figures, &mut out);
    Ok(out)
}

fn write_report(figures: &Figures, out: &mut String) -> std::fmt::Result {
    for (&(first, second), pairing) in figures.tally.pairings() {
        writeln!(out, "{} against {}", figures.name(first), figures.name(second))?;
        write_pairing(pairing, out)?;
    }
    if figures.plan.players.len() > 2 {
        write_ratings(figures, out)?;
    }
    if let Some(course) = figures.tally.sprt() {
        writeln!(out, "{}", sprt_line(course))?;
    }
    let [black, draws, white] = figures.by_color();
    writeln!(out, "black won {black}, white won {white}, {draws} draws")?;
    let mut endings: Vec<_> = figures.endings.iter().collect();
    endings.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    let words: Vec<String> =
        endings.iter().map(|(ending, (count, _))| format!("{ending} {count}")).collect();
    writeln!(out, "endings: {}", words.join(", "))?;
    let entered: u64 = figures.endings.values().map(|(_, entered)| entered).sum();
    writeln!(out, "entering-king wins: {entered}")?;
    for (player, [black, white]) in figures.sides.iter().enumerate() {
        let name = figures.name(player);
        writeln!(out, "{name}: Black {}, White {}", black.text(), white.text())?;
    }
    for (player, effort) in figures.efforts.iter().enumerate() {
        let number = |value: Option<f64>| value.map_or("-".to_owned(), |v| format!("{v:.1}"));
        writeln!(
            out,
            "{}: {} moves, depth {}, nodes {}, {} ms a move, at most {} ms",
            figures.name(player),
            effort.moves,
            number(effort.depth),
            number(effort.nodes),
            number(effort.time_ms),
            number(effort.most_ms),
        )?;
    }
    Ok(())
}

fn write_pairing(pairing: &PairingTally, out: &mut String) -> std::fmt::Result {
    let games = &pairing.games;
    let score = games.score().unwrap_or(0.5) * 100.0;
    writeln!(
        out,
        "  games {}: +{} ={} -{}, score {score:.1}%",
        games.games(),
        games.wins,
        games.draws,
        games.losses,
    )?;
    if let Some(elo) = pairing.pairs.elo() {
        writeln!(out, "  {}", elo_line(&elo))?;
        let [a, b, c, d, e] = pairing.pairs.counts();
        writeln!(out, "  pairs of 0, 1/2, 1, 3/2, 2 points: {a} {b} {c} {d} {e}")?;
    }
    Ok(())
}

/// Elo, normalised Elo and likelihood of superiority.
pub(super) fn elo_line(elo: &Elo) -> String {
    format!(
        "Elo {:+.1} ± {:.1} (95%), normalised {:+.1} ± {:.1}, superiority {:.1}%",
        elo.value,
        elo.error95,
        elo.normalised,
        elo.normalised_error95,
        elo.superiority * 100.0,
    )
}

/// The state of a test.
pub(super) fn sprt_line(course: &SprtCourse) -> String {
    let verdict = match course.verdict() {
        Verdict::Accepted => "H1 accepted",
        Verdict::Rejected => "H0 accepted",
        Verdict::Open => "open",
    };
    format!(
        "sprt: LLR {:+.2} [{:.2}, {:.2}] after {} pairs: {verdict}",
        course.llr(),
        course.test().lower(),
        course.test().upper(),
        course.pairs().pairs(),
    )
}

fn write_ratings(figures: &Figures, out: &mut String) -> std::fmt::Result {
    let mut order: Vec<usize> = (0..figures.ratings.len()).collect();
    order.sort_by(|&a, &b| figures.ratings[b].value.total_cmp(&figures.ratings[a].value));
    let width = order.iter().map(|&at| figures.name(at).chars().count()).max().unwrap_or(0);
    for (place, &player) in order.iter().enumerate() {
        let (rating, games) = (&figures.ratings[player], figures.tally.games_of(player));
        writeln!(
            out,
            "{:2} {:width$} {:+7.1} ± {:5.1}  games {} score {:.1}%",
            place + 1,
            figures.name(player),
            rating.value,
            rating.error95,
            games.games(),
            games.score().unwrap_or(0.5) * 100.0,
        )?;
    }
    Ok(())
}
