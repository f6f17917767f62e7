//! The figures of the experiment `analysis`.

use stats::wilson;

use super::kappa::weighted_kappa;
use super::{ACCUSED, Analysed};
use crate::markdown::{MarkdownTable, NOT_YET, mean, percent, thousands};

/// The loss below which nothing is called a mistake.
const HARMLESS: f64 = 5.0;
/// The length of a game in the goal for time.
const USUAL_PLIES: f64 = 140.0;

/// A number of cases out of all, as a row of the table.
struct Share {
    what: &'static str,
    goal: &'static str,
    hits: u64,
    all: u64,
}

impl Share {
    fn cells(&self) -> [String; 4] {
        if self.all == 0 {
            return [self.what.into(), self.goal.into(), NOT_YET.into(), "-".into()];
        }
        let interval = wilson(self.hits, self.all, 0.95);
        [
            self.what.into(),
            self.goal.into(),
            format!(
                "{} ({} of {})",
                percent(self.hits as f64 / self.all as f64),
                self.hits,
                self.all
            ),
            format!("{} to {}", percent(interval.low), percent(interval.high)),
        ]
    }
}

fn counted<T>(items: impl IntoIterator<Item = T>, is_hit: impl Fn(&T) -> bool) -> (u64, u64) {
    items.into_iter().fold((0, 0), |(hits, all), item| (hits + u64::from(is_hit(&item)), all + 1))
}

/// Pairs of the same game at both depths.
fn pairs<'a>(
    default: &'a [(String, Analysed)],
    deep: &'a [(String, Analysed)],
) -> Vec<(&'a Analysed, &'a Analysed)> {
    let find = |name: &str| default.iter().find(|one| one.0 == name).map(|one| &one.1);
    deep.iter().filter_map(|(name, deep)| Some((find(name)?, deep))).collect()
}

/// The grades of the sweep before the moments were searched deeper.
fn sweep_grades(game: &Analysed) -> Vec<u8> {
    let mut grades: Vec<u8> = game.moves.iter().map(|one| one.0).collect();
    for moment in &game.moments {
        if let (Some(&first), Some(grade)) =
            (moment.grades.first(), grades.get_mut(moment.ply.wrapping_sub(1)))
        {
            *grade = first;
        }
    }
    grades
}

/// The kappa of grades of games with those of the deep runs of the same games.
fn kappa_with_deep(
    deep: &[(String, Analysed)],
    grades: impl Fn(&str) -> Option<Vec<u8>>,
) -> Option<f64> {
    let of_game = |(name, deep): &(String, Analysed)| {
        let theirs = deep.moves.iter().map(|one| one.0);
        Some(grades(name)?.into_iter().zip(theirs).collect::<Vec<_>>())
    };
    weighted_kappa(&deep.iter().filter_map(of_game).flatten().collect::<Vec<_>>())
}

fn forward_kappa(deep: &[(String, Analysed)], forward: &[(String, Vec<u8>)]) -> Option<f64> {
    let of = |name: &str| forward.iter().find(|one| one.0 == name).map(|one| one.1.clone());
    kappa_with_deep(deep, of)
}

/// The kappa of the sweep, over the games that were also searched forward.
fn sweep_kappa(
    default: &[(String, Analysed)],
    deep: &[(String, Analysed)],
    forward: &[(String, Vec<u8>)],
) -> Option<f64> {
    let of = |name: &str| {
        forward.iter().find(|one| one.0 == name)?;
        default.iter().find(|one| one.0 == name).map(|one| sweep_grades(&one.1))
    };
    kappa_with_deep(deep, of)
}

/// The text of the page.
pub(super) fn text(
    default: &[(String, Analysed)],
    deep: &[(String, Analysed)],
    forward: &[(String, Vec<u8>)],
) -> String {
    let games = || default.iter().map(|one| &one.1);
    let pairs = pairs(default, deep);
    let mut table = MarkdownTable::new(&["measure", "goal", "found", "95% interval"]);
    let grades: Vec<(u8, u8)> = pairs
        .iter()
        .flat_map(|(a, b)| a.moves.iter().zip(&b.moves).map(|(a, b)| (a.0, b.0)))
        .collect();
    let losses =
        || pairs.iter().flat_map(|(a, b)| a.moves.iter().zip(&b.moves)).map(|(a, b)| (a.1, b.1));
    let notable = grades
        .iter()
        .zip(losses())
        .filter(|(_, (a, b))| *a >= HARMLESS || *b >= HARMLESS)
        .map(|(grades, _)| *grades);
    let (hits, all) = counted(notable, |(a, b)| a == b);
    let what = "same grade, moves that lose 5 points or more by either run";
    table.row(&Share { what, goal: "at least 75%", hits, all }.cells());
    let kappa = weighted_kappa(&grades);
    table.row(&[
        "weighted kappa over all moves (quadratic)".into(),
        "at least 0.8".into(),
        kappa.map_or(NOT_YET.into(), |kappa| format!("{kappa:.3} ({} moves)", grades.len())),
        "-".into(),
    ]);
    for (what, kappa) in [
        ("weighted kappa with the deep run, the sweep alone", sweep_kappa(default, deep, forward)),
        ("the same, every ply alone, forward, with an empty table", forward_kappa(deep, forward)),
    ] {
        let found = kappa.map_or(NOT_YET.into(), |kappa| format!("{kappa:.3}"));
        table.row(&[what.into(), "-".into(), found, "-".into()]);
    }
    let accused = || games().flat_map(|game| &game.accused);
    let (hits, all) = counted(accused(), |one| one.deepest_loss < HARMLESS);
    let what = "false accusations: a mistake or worse, below 5 points with thirty times the nodes";
    table.row(&Share { what, goal: "at most 2%", hits, all }.cells());
    let missed = grades.iter().zip(losses()).filter(|((_, b), _)| *b >= ACCUSED);
    let (hits, all) = counted(missed, |(_, (a, _))| *a < HARMLESS);
    let what = "overlooked: a mistake or worse in the deep run, below 5 points in ours";
    table.row(&Share { what, goal: "at most 5%", hits, all }.cells());
    let best = || {
        pairs.iter().flat_map(|(a, b)| {
            a.moments.iter().map(|moment| {
                let theirs = &b.moves[moment.ply - 1].2;
                let lines =
                    b.moments.iter().find(|one| one.ply == moment.ply).map(|one| &one.lines);
                let near = lines.is_some_and(|lines| {
                    let w = |mv: &str| lines.iter().find(|line| line.0 == mv).map(|line| line.1);
                    let first = lines.first().map_or(0.0, |line| line.1);
                    w(&moment.best).is_some_and(|w| first - w <= 2.0)
                });
                moment.best == *theirs || near
            })
        })
    };
    let (hits, all) = counted(best(), |is_same| *is_same);
    let what = "best move the same, or within 2 points among the deep run's lines, at moments";
    table.row(&Share { what, goal: "at least 90%", hits, all }.cells());
    let kept = pairs.iter().flat_map(|(a, b)| {
        a.moments.iter().map(|moment| b.moments.iter().any(|one| one.ply == moment.ply))
    });
    let (hits, all) = counted(kept, |is_kept| *is_kept);
    let what = "moments that are among the deep run's";
    table.row(&Share { what, goal: "at least 80%", hits, all }.cells());
    let explained = games()
        .flat_map(|game| game.moments.iter().filter(|one| game.moves[one.ply - 1].0 >= ACCUSED));
    // H and B say what, C says that nothing was found; everything else is a cause.
    let is_cause = |template: &String| !template.starts_with(['H', 'B', 'C', 'N', 'G', 'O']);
    let (hits, all) = counted(explained, |moment| moment.templates.iter().any(is_cause));
    let what = "mistakes and blunders among the moments with a cause";
    table.row(&Share { what, goal: "aim 70%", hits, all }.cells());
    let (hits, all) = counted(games().flat_map(|game| &game.moments), |one| one.is_unstable);
    let what = "moments marked as unstable";
    table.row(&Share { what, goal: "-", hits, all }.cells());
    let proofs = games().fold([0, 0], |sum, game| {
        [sum[0] + u64::from(game.proofs[0]), sum[1] + u64::from(game.proofs[1])]
    });
    let what = "proofs without an answer";
    table.row(&Share { what, goal: "-", hits: proofs[1], all: proofs[0] }.cells());
    let of_usual =
        |game: &Analysed| game.time_us as f64 / 1e6 / game.moves.len() as f64 * USUAL_PLIES;
    let times: Vec<f64> = games().map(of_usual).collect();
    let slowest = times.iter().copied().fold(0.0, f64::max);
    table.row(&[
        "processor seconds for 140 plies, default settings".into(),
        "at most 90".into(),
        format!(
            "{:.0} in the mean, {slowest:.0} at most ({} games)",
            mean(times.iter().copied()),
            times.len()
        ),
        "-".into(),
    ]);
    let size = |which: usize| mean(games().map(|game| game.bytes[which] as f64)) / 1_000.0;
    format!(
        "**Found here**: {} games with default settings, {} of them ten times deeper.\n\n{table}\n\
         The mean report has {:.0} kB of JSON and {:.0} kB of HTML. The searches whose values stand in the \
         mean report had {} nodes.\n\n## What differs from users' games\nThe games are those of strong \
         programs, which make few mistakes; the deep runs are by the same program, so they share its \
         blind spots. Processor time is that of the whole process and counts only if one job runs at a \
         time.\n",
        default.len(),
        pairs.len(),
        size(0),
        size(1),
        thousands(mean(games().map(|game| game.nodes.values().sum::<u64>() as f64))),
    )
}
