//! `sakiyomi arena spsa`: tunes options of an engine by games, then tests the result.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use arena::{
    ArenaError, Course, LiveView, Messages, Mode, Parameter, Plan, Player, SpsaObserver, SpsaPlan,
    SpsaStore, Store, Workers, check_vacant, opening_digest, random_openings, shuffle_openings,
};
use clap::Args;
use kifu::Printable;

use super::setting::Setting;
use crate::failure::Failure;

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    setting: Setting,

    /// An option to tune; the step is a change that can be felt
    #[arg(long = "param", value_name = "NAME,START,MIN,MAX,STEP", required = true)]
    parameters: Vec<String>,

    /// Pairs of games
    #[arg(long, value_name = "N", default_value_t = 1000)]
    iterations: u64,

    /// Pairs that start from the same values
    #[arg(long, value_name = "N", default_value_t = 8)]
    batch: u64,

    /// How much of a step a won game moves the values at the end
    #[arg(long, value_name = "R", default_value_t = 0.02)]
    rate: f64,

    /// Games of a match between the tuned values and the start, with openings of its own
    #[arg(long, value_name = "N", default_value_t = 0)]
    verify: u64,

    /// Write a page with the course of the values here
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Tells how far a tuning is, on standard error.
struct Progress {
    iterations: u64,
    is_quiet: bool,
    failures: u64,
}

impl Messages for Progress {
    fn warn(&mut self, text: &str) {
        // If standard error is closed, nothing can be shown.
        let _ = writeln!(io::stderr(), "warning: {}", Printable(text));
    }

    fn remark(&mut self, text: &str) {
        if !self.is_quiet {
            let _ = writeln!(io::stderr(), "{}", Printable(text));
        }
    }
}

impl SpsaObserver for Progress {
    fn batch(&mut self, played: u64, course: &Course) {
        if self.is_quiet {
            return;
        }
        let values: Vec<String> = course
            .parameters()
            .iter()
            .zip(course.values())
            .map(|(parameter, value)| format!("{} {value:.1}", parameter.name))
            .collect();
        // If standard error is closed, progress cannot be shown.
        let _ = writeln!(io::stderr(), "{played}/{} {}", self.iterations, values.join(", "));
    }

    fn failed(&mut self, note: &str) {
        self.failures += 1;
        let _ = writeln!(io::stderr(), "{}", Printable(note));
    }
}

/// `tune.db` is followed by `tune.verify.db`, any other name by itself and the same ending.
fn verification_path(results: &Path) -> PathBuf {
    let mut name = match results.extension() {
        Some(extension) if extension == "db" => results.with_extension(""),
        _ => results.to_owned(),
    }
    .into_os_string();
    name.push(".verify.db");
    name.into()
}

pub(super) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let setting = &options.setting;
    let base = setting.plan(Mode::Match, options.verify.max(1), None)?;
    let [player] = base.players.as_slice() else {
        return Err(Failure::Usage("expected one engine to tune".to_owned()));
    };
    let parameters: Vec<Parameter> = options
        .parameters
        .iter()
        .map(|text| text.parse())
        .collect::<Result<_, arena::ParseParameterError>>()
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let mut openings = setting.openings_for(options.iterations)?;
    if base.is_shuffled {
        shuffle_openings(&mut openings, base.seed);
    }
    let plan = SpsaPlan {
        player: player.clone(),
        limit: base.limit,
        rules: base.rules,
        parameters,
        iterations: options.iterations,
        batch: options.batch,
        rate: options.rate,
        seed: base.seed,
        openings: Some(opening_digest(&openings)),
    };
    let path = setting.results_named("spsa");
    let verification_path = verification_path(&path);
    if options.verify > 0 && !setting.resume {
        // Better told now than after the tuning.
        check_vacant(&verification_path)?;
    }
    let is_new = !path.exists();
    let mut store = SpsaStore::begin(&path, &plan, setting.resume)?;
    let mut progress =
        Progress { iterations: plan.iterations, is_quiet: setting.quiet, failures: 0 };
    let workers = setting.workers(&base);
    let on_refusal = setting.on_refusal();
    let count = workers.count;
    let tuned = arena::tune(&plan, &openings, &mut store, count, on_refusal, &mut progress);
    if tuned.is_err() && is_new && store.half_points().is_ok_and(|points| points.is_empty()) {
        drop(store);
        arena::discard(&path);
    }
    let course = tuned?;
    if let Some(page) = &options.html {
        fs::write(page, arena::spsa_page(&player.name, &course))
            .map_err(|error| ArenaError::File(page.clone(), error))?;
    }
    let tuned: Vec<i64> = course.settled().iter().map(|value| value.round() as i64).collect();
    for (parameter, value) in plan.parameters.iter().zip(&tuned) {
        writeln!(out, "{} {value}", parameter.name)?;
    }
    if progress.failures > 0 {
        let _ = writeln!(io::stderr(), "engines failed in {} games", progress.failures);
    }
    if options.verify > 0 {
        let verification = verification(&base, &plan, player, &tuned);
        return verify(&verification, &verification_path, options, workers, out);
    }
    Ok(())
}

/// A match of the tuned values against the start.
fn verification(base: &Plan, plan: &SpsaPlan, player: &Player, tuned: &[i64]) -> Plan {
    let with = |name: &str, values: Vec<i64>| {
        let mut player = Player { name: name.to_owned(), ..player.clone() };
        for (parameter, value) in plan.parameters.iter().zip(values) {
            player.options.insert(parameter.name.clone(), value.to_string());
        }
        player
    };
    let start = plan.parameters.iter().map(|parameter| parameter.start.round() as i64).collect();
    let players = vec![with("tuned", tuned.to_vec()), with("start", start)];
    // Openings that the tuning has not seen.
    Plan {
        players,
        seed: base.seed ^ 0x5eed,
        is_shuffled: false,
        has_random_openings: true,
        ..base.clone()
    }
}

fn verify(
    plan: &Plan,
    path: &Path,
    options: &Options,
    workers: Workers,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let pairs = usize::try_from(plan.games.div_ceil(2)).unwrap_or(usize::MAX);
    let openings = random_openings(pairs, options.setting.random_plies, plan.seed);
    let mut store = Store::begin(path, plan, &openings, options.setting.resume)?;
    let mut view = LiveView::new(options.setting.quiet);
    let on_refusal = options.setting.on_refusal();
    arena::run(plan, &openings, &mut store, workers, on_refusal, &mut view)?;
    write!(out, "{}", arena::text_report(&store)?)?;
    Ok(())
}
