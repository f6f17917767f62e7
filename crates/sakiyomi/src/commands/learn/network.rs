//! `sakiyomi learn network`: trains a network and writes it as nn.bin.

use std::fs::File;
use std::io::{BufReader, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use ::eval::nnue::Features;
use ::learn::calibration::Calibration;
use ::learn::game_file::GameReader;
use ::learn::network::{DataKey, Trainer, TrainerOptions, Validation};
use ::learn::samples::{PlayedSamples, Samples, Selection};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use super::super::selfplay::teacher;
use super::passes::Passes;
use super::{CHECKPOINT_INTERVAL, check_place, records_of, write_whole};
use crate::failure::Failure;
use crate::interrupt;

/// Train a network and write it as nn.bin
#[derive(Args)]
pub(super) struct Options {
    /// A table of recorded games
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,

    /// A file of self-play games; may be given several times
    #[arg(long, value_name = "FILE")]
    games: Vec<PathBuf>,

    /// A file of labelled positions (PackedSfenValue); may be given several times
    #[arg(long, value_name = "FILE", requires = "test")]
    positions: Vec<PathBuf>,

    /// A file of labelled positions of other games to judge by, beside those of --positions
    #[arg(long, value_name = "FILE", requires = "positions")]
    test: Vec<PathBuf>,

    /// The network's file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// The features of the first layer: ours, or one that other engines read, too
    #[arg(long, value_name = "FEATURES", value_enum, default_value_t = FeaturesName::KP)]
    features: FeaturesName,

    /// Take less than a minute: few positions, small batches
    #[arg(long, conflicts_with_all = ["features", "passes", "batch", "score_share"])]
    quick: bool,

    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = TrainerOptions::default().passes)]
    passes: usize,

    /// Positions in a batch
    #[arg(long, value_name = "N", default_value_t = TrainerOptions::default().batch)]
    batch: usize,

    /// The share of the score in the target, from 0 to 1; the rest is the game's result
    #[arg(long, value_name = "SHARE", default_value_t = 0.6)]
    score_share: f32,

    /// The least rating of both players
    #[arg(long, value_name = "N", default_value_t = 2800)]
    rating: i32,

    /// Learn from positions before captures, too: the quiet position in which the embedded network's
    /// quiescence search ends takes their place
    #[arg(long, conflicts_with = "quick")]
    leaves: bool,

    /// The decay of what a king zone adds to the shared weights (king-zone only); the higher, the less
    /// stays of rare positions
    #[arg(long, value_name = "X", default_value_t = TrainerOptions::default().own_decay,
          conflicts_with = "quick")]
    zone_decay: f32,

    /// The start of the random numbers; the same seed makes the same network
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Overwrite a finished file
    #[arg(long)]
    force: bool,
}

/// The features by the names of the command line.
#[derive(Clone, Copy, ValueEnum)]
enum FeaturesName {
    /// Zones of the own king, stages of the game, a linear path: ours
    KingZone,
    /// Pieces and kings apart (K-P), 0.9 MB
    #[value(name = "k-p")]
    KP,
    /// Pieces for each square of the own king (HalfKP), 64 MB
    HalfKp,
}

impl FeaturesName {
    fn features(self) -> Features {
        match self {
            Self::KingZone => Features::KingZone,
            Self::KP => Features::KP,
            Self::HalfKp => Features::HalfKp,
        }
    }
}

pub(super) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let Options {
        records,
        games,
        positions,
        test,
        out: file,
        features,
        quick,
        passes,
        batch,
        score_share,
        rating,
        leaves,
        zone_decay,
        seed,
        force,
    } = options;
    check_place(file, &checkpoint_of(file), *force)?;
    if zone_decay.is_nan() || *zone_decay < 0.0 {
        return Err(Failure::Usage("--zone-decay must be at least 0".to_owned()));
    }
    if *batch == 0 || !(0.0..=1.0).contains(score_share) {
        return Err(Failure::Usage(
            "--batch must be at least 1 and --score-share lie between 0 and 1".to_owned(),
        ));
    }
    let mut samples = Samples::default();
    if let Some(path) = records {
        let selection = Selection { rating: *rating, captures: *leaves, ..Selection::default() };
        samples.append(recorded_samples(path, selection, out)?);
    }
    if !games.is_empty() {
        let (played, scale) = played_samples(games, *leaves)?.calibrated();
        writeln!(out, "self-play: {} scores, scale {scale:.0}", played.training.len())?;
        samples.append(played);
    }
    if !positions.is_empty() {
        let mut labelled = Samples::of_records(positions, test)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        let scale = labelled.calibrate();
        writeln!(out, "positions: {} scores, scale {scale:.0}", labelled.training.len())?;
        samples.append(labelled);
    }
    if *leaves {
        let teacher = teacher(None)?;
        let replaced = ::learn::data::leaves_of_captures(&mut samples.training, &teacher)
            .map_err(|error| Failure::Failed(format!("there is not enough memory: {error}")))?;
        writeln!(out, "{replaced} positions before captures became quiet ones")?;
    }
    writeln!(out, "{} positions, {} held out", samples.training.len(), samples.held_out.len())?;
    if samples.training.is_empty() {
        return Err(Failure::Usage(
            "there is no position to learn from: name --records, --games or --positions".to_owned(),
        ));
    }
    let mut options = TrainerOptions {
        features: features.features(),
        passes: *passes,
        batch: *batch,
        score_share: *score_share,
        own_decay: *zone_decay,
        ..TrainerOptions::default()
    };
    if *quick {
        samples.training.truncate(TrainerOptions::QUICK_POSITIONS);
        options = TrainerOptions::quick();
    }
    train(TrainerOptions { seed: *seed, ..options }, &samples, file, out)
}

fn recorded_samples(
    path: &Path,
    selection: Selection,
    out: &mut dyn Write,
) -> Result<Samples, Failure> {
    let games = records_of(path)?;
    let calibration = Calibration::fit(&games);
    for band in calibration.bands() {
        let scale = band.scale.map_or("not used".to_owned(), |scale| format!("{scale:.0}"));
        writeln!(
            out,
            "ratings from {}: {} scores, scale {scale}, log-loss {:.4} ({:.4} pooled)",
            band.from, band.positions, band.loss, band.pooled_loss
        )?;
    }
    Ok(Samples::of_games(&games, &calibration, selection))
}

fn played_samples(paths: &[PathBuf], captures: bool) -> Result<PlayedSamples, Failure> {
    let mut collected = PlayedSamples::new(captures);
    for path in paths {
        let failed =
            |error: &dyn std::fmt::Display| Failure::Usage(format!("{}: {error}", path.display()));
        let file = File::open(path).map_err(|error| failed(&error))?;
        let games = GameReader::new(BufReader::new(file)).map_err(|error| failed(&error))?;
        for game in games {
            collected.add(&game.map_err(|error| failed(&error))?);
        }
    }
    Ok(collected)
}

/// The checkpoint beside a network's file.
fn checkpoint_of(file: &Path) -> PathBuf {
    file.with_extension("checkpoint")
}

/// Trains, with a checkpoint beside the network's file now and then, from which the same command
/// goes on after a kill.
fn train(
    options: TrainerOptions,
    samples: &Samples,
    file: &Path,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let kept = checkpoint_of(file);
    let data = DataKey::of(&samples.training);
    let (mut trainer, goes_on) = match std::fs::read(&kept) {
        Ok(bytes) => {
            let trainer = Trainer::resume(options, data, &bytes)
                .map_err(|error| Failure::Usage(format!("{}: {error}", kept.display())))?;
            (trainer, true)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            (Trainer::new(options), false)
        }
        Err(error) => return Err(Failure::Failed(format!("{}: {error}", kept.display()))),
    };
    let mut passes = Passes::new(file, goes_on);
    let bar = bar();
    let mut result = Ok(());
    let (mut saved, started) = (Instant::now(), Instant::now());
    let mut batches = 0;
    interrupt::during(|| {
        trainer.train(&samples.training, |trainer, progress| {
            batches += 1;
            passes.add_batch(progress.loss);
            bar.set_length(progress.batches[1]);
            bar.set_position(progress.batches[0]);
            bar.set_message(format!("loss {:.5}", progress.loss));
            let mut step = || {
                if progress.ends_pass {
                    let seen = trainer.validate(&samples.held_out);
                    bar.suspend(|| say_pass(progress.pass, seen, out))?;
                    passes.end(progress.pass, seen)?;
                    write_whole(file, &trainer.to_bytes())?;
                }
                let is_asked = interrupt::is_asked();
                if progress.ends_pass || is_asked || saved.elapsed() >= CHECKPOINT_INTERVAL {
                    write_whole(&kept, &trainer.checkpoint(data))?;
                    saved = Instant::now();
                }
                if is_asked { Err(Failure::Interrupted) } else { Ok(()) }
            };
            result = { step }();
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    });
    bar.finish_and_clear();
    result?;
    let rate = (batches * trainer.batch()) as f64 / started.elapsed().as_secs_f64();
    let looked_at = &samples.held_out[..samples.held_out.len().min(10_000)];
    writeln!(
        out,
        "{rate:.0} positions a second; quantisation changes the value by {:.2} centipawns on average",
        trainer.quantisation_error(looked_at)
    )?;
    writeln!(out, "{} is written", file.display())?;
    std::fs::remove_file(&kept)
        .map_err(|error| Failure::Failed(format!("{}: {error}", kept.display())))
}

fn say_pass(pass: usize, seen: Validation, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(
        out,
        "pass {pass}: held-out loss {:.5}, log-loss of results {:.4}, agreement {:.1} %",
        seen.loss,
        seen.result_loss,
        100.0 * seen.agreement
    )?;
    out.flush()
}

/// Makes a progress bar, which is shown on stderr and only on a terminal.
fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{bar:30} {pos}/{len} batches, {msg}, {elapsed} gone, {eta} left",
    );
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
