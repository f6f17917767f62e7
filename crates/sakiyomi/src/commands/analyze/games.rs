//! The games of files and folders, analysed one after the other.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Component, Path, PathBuf};

use ::analysis::model::{GameReport, Settings};
use ::analysis::store::Store;
use ::analysis::{Error, Forgetful, Memory, Request, analyse};
use eval::{EvaluatorName, Model};
use kifu::{
    Format, GameReader, Place, Printable, Problem, ReadError, ReadOptions, Record, Severity,
};
use shogi::Color;

use super::Options;
use super::outputs::{Made, Outputs};
use super::progress::Progress;
use super::settings;
use crate::failure::Failure;
use crate::interrupt;
use crate::record_files::files_below;

/// The most bytes that are taken from standard input.
const MOST_INPUT: u64 = 256 << 20;

/// A file of records.
pub(super) struct Input {
    /// The path as it is opened; `-` is standard input.
    pub(super) path: PathBuf,
    /// The path below the folder that was named, or the name of the file.
    pub(super) below: PathBuf,
    /// What standard input gave.
    bytes: Option<Vec<u8>>,
}

impl Input {
    fn open(&self) -> std::io::Result<Box<dyn BufRead + '_>> {
        Ok(match &self.bytes {
            Some(bytes) => Box::new(bytes.as_slice()),
            None => Box::new(BufReader::new(File::open(&self.path)?)),
        })
    }

    /// The name for messages.
    fn shown(&self) -> String {
        self.path.display().to_string()
    }

    /// The name that a report has: below the folder, with the same marks on every system.
    fn source(&self) -> String {
        let parts = self.below.components().filter_map(|part| match part {
            Component::Normal(name) => Some(name.to_string_lossy()),
            _ => None,
        });
        parts.collect::<Vec<_>>().join("/")
    }

    /// The games of the file; one that breaks off at an illegal move is read up to it.
    fn games(&self) -> std::io::Result<Games<'_>> {
        let reader = GameReader::new(self.open()?, ReadOptions::named(&self.shown()));
        Ok(Games { input: self, reader, number: 0 })
    }
}

/// The games of a file with their numbers, from 1.
struct Games<'a> {
    input: &'a Input,
    reader: GameReader<Box<dyn BufRead + 'a>>,
    number: usize,
}

impl Iterator for Games<'_> {
    type Item = (usize, Result<Record, ReadError>);

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.reader.next()?;
        self.number += 1;
        let game = match game {
            Err(error) if self.number == 1 => up_to_illegal(self.input, error),
            game => game,
        };
        Some((self.number, game))
    }
}

/// A record with an illegal move is analysed up to it: its lines before are read again.
fn up_to_illegal(input: &Input, error: ReadError) -> Result<Record, ReadError> {
    let is_illegal = matches!(error.problem, Problem::Illegal(..) | Problem::NoReading);
    let (true, Place::Line(line)) = (is_illegal, &error.place) else { return Err(error) };
    let mut bytes = Vec::new();
    let limit = ReadOptions::LIMIT as u64;
    let read = input.open().and_then(|input| input.take(limit).read_to_end(&mut bytes));
    if read.is_err() {
        return Err(error);
    }
    let text = kifu::encoding::decode(&bytes).text;
    if Format::detect(&text) == Some(Format::Usi) {
        return Err(error);
    }
    let before: Vec<&str> = text.lines().take(line.saturating_sub(1)).collect();
    let options = ReadOptions::named(&input.shown());
    let Ok(mut record) = kifu::read_one(before.join("\n").as_bytes(), &options) else {
        return Err(error);
    };
    if record.game.moves().count() == 0 {
        return Err(error);
    }
    record.warnings.push(kifu::Warning {
        file: options.name,
        place: error.place,
        kind: kifu::WarningKind::IllegalEnd,
        read: error.read,
        meant: "analysed up to it".to_owned(),
    });
    Ok(record)
}

/// Finds the files. Files of the folder that reports go to are not among them.
fn inputs(paths: &[PathBuf], out: Option<&Path>) -> Result<(Vec<Input>, usize), Failure> {
    let out = out.and_then(|out| out.canonicalize().ok());
    let is_ours = |path: &Path| {
        out.as_deref()
            .is_some_and(|out| path.canonicalize().is_ok_and(|path| path.starts_with(out)))
    };
    let (mut found, mut skipped) = (Vec::new(), 0);
    for path in paths {
        if path == Path::new("-") {
            let mut bytes = Vec::new();
            std::io::stdin().lock().take(MOST_INPUT + 1).read_to_end(&mut bytes)?;
            if bytes.len() as u64 > MOST_INPUT {
                return Err(Failure::Usage(format!(
                    "-: more than {MOST_INPUT} bytes on standard input; give a file"
                )));
            }
            found.push(Input { path: path.clone(), below: "stdin".into(), bytes: Some(bytes) });
        } else if path.is_dir() {
            let before = found.len();
            for file in files_below(path)? {
                let extension = file.extension().and_then(|extension| extension.to_str());
                if is_ours(&file) {
                    continue;
                }
                if !extension.is_some_and(Format::is_extension) {
                    skipped += 1;
                    continue;
                }
                let below = file.strip_prefix(path).unwrap_or(&file).to_owned();
                found.push(Input { path: file, below, bytes: None });
            }
            if found.len() == before {
                let shown = path.display();
                return Err(Failure::Usage(format!("{shown}: there is no record in the folder")));
            }
        } else if path.exists() {
            let below = path.file_name().unwrap_or_default().into();
            found.push(Input { path: path.clone(), below, bytes: None });
        } else {
            let shown = path.display();
            return Err(Failure::Usage(format!("{shown}: there is no such file or folder")));
        }
    }
    Ok((found, skipped))
}

/// The games and plies of all files.
fn counted(inputs: &[Input]) -> (usize, u64) {
    let (mut games, mut plies) = (0, 0);
    for input in inputs {
        let Ok(read) = input.games() else { continue };
        for (_, game) in read {
            games += 1;
            plies += game.map_or(0, |record| record.game.moves().count() as u64 + 1);
        }
    }
    (games, plies)
}

/// What was done.
#[derive(Default)]
struct Counts {
    games: usize,
    plies: usize,
    moments: usize,
    failures: usize,
}

/// The work on all games.
struct Work<'a> {
    options: &'a Options,
    settings: Settings,
    /// The nodes a second, if the time is limited.
    speed: Option<f64>,
    model: Model,
    store: Option<Store>,
    outputs: Outputs<'a>,
    progress: Progress,
    counts: Counts,
    is_stopped: bool,
}

pub(super) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let (inputs, skipped) = inputs(&options.games, options.out.as_deref())?;
    let (model, _) = options.evaluator.model(EvaluatorName::Network)?;
    let settings = options.settings(&model)?;
    let speed = match options.effort.is_timed() {
        true => Some(settings::speed(&model)?),
        false => None,
    };
    let (games, plies) = counted(&inputs);
    let outputs = Outputs::new(options, &inputs, games, out)?;
    let store = open_store(options)?;
    let progress = Progress::new(games, plies, !options.plain);
    let counts = Counts::default();
    let mut work = Work {
        options,
        settings,
        speed,
        model,
        store,
        outputs,
        progress,
        counts,
        is_stopped: false,
    };
    if skipped > 0 {
        work.progress.say(&format!("note: {skipped} files are no records and were skipped"));
    }
    let result = interrupt::during(|| work.all(&inputs));
    work.finish(result)
}

fn open_store(options: &Options) -> Result<Option<Store>, Failure> {
    let path = match (&options.store, &options.out) {
        (Some(path), _) => path.clone(),
        (None, Some(out)) => {
            let problem = |error| Failure::Usage(format!("--out {}: {error}", out.display()));
            std::fs::create_dir_all(out).map_err(problem)?;
            out.join("analysis.db")
        }
        (None, None) => return Ok(None),
    };
    let problem = |error: ::analysis::store::StoreError| {
        Failure::Usage(format!("{}: {error}", path.display()))
    };
    let mut store = Store::open(&path).map_err(problem)?;
    if options.forget {
        store.forget().map_err(problem)?;
    }
    Ok(Some(store))
}

impl Work<'_> {
    fn all(&mut self, inputs: &[Input]) -> Result<(), Failure> {
        for input in inputs {
            let games = match input.games() {
                Ok(games) => games,
                Err(error) => {
                    self.fail(&format!("{}: {error}", input.shown()));
                    continue;
                }
            };
            let mut is_empty = true;
            for (number, game) in games {
                is_empty = false;
                if self.is_stopped || interrupt::is_asked() {
                    self.is_stopped = true;
                    return Ok(());
                }
                match game {
                    Ok(record) => self.one(input, number, &record)?,
                    Err(error) => self.fail(&error.to_string()),
                }
            }
            if is_empty {
                self.fail(&format!("{}:1: there is no game in the file", input.shown()));
            }
        }
        Ok(())
    }

    fn fail(&mut self, reason: &str) {
        self.counts.failures += 1;
        self.progress.say(&format!("error: {}", Printable(reason)));
    }

    fn one(&mut self, input: &Input, number: usize, record: &Record) -> Result<(), Failure> {
        let repairs = record.warnings.iter().filter(|one| one.severity() == Severity::Repair);
        for warning in repairs {
            self.progress.say(&format!("warning: {}", Printable(&warning.to_string())));
        }
        // The place of the file does not belong into a report.
        let prefix = format!("{}:", input.shown());
        let of_report = |warning: &kifu::Warning| {
            let text = warning.to_string();
            format!("line {}", text.strip_prefix(&prefix).unwrap_or(&text))
        };
        let warnings: Vec<String> = record.warnings.iter().map(of_report).collect();
        let source = input.source();
        let moves = record.game.moves().count();
        let effort = &self.options.effort;
        let settings = match self.speed {
            Some(speed) => effort.timed(&self.settings, speed, moves),
            None => self.settings.clone(),
        };
        let request = Request {
            game: &record.game,
            source: Some(&source),
            warnings: &warnings,
            model: &self.model,
            settings: &settings,
            jobs: self.options.jobs(),
        };
        let plies = moves as u64 + 1;
        let progress = &mut self.progress;
        progress.begin(&source, plies);
        let memory: &mut dyn Memory = match &mut self.store {
            Some(store) => store,
            None => &mut Forgetful,
        };
        let result = analyse(&request, memory, &mut |done| progress.see(done), interrupt::flag());
        match result {
            Ok(mut report) => {
                self.counts.games += 1;
                self.counts.plies += report.part().moves().count();
                self.counts.moments += report.moments.len();
                self.keep_player(&mut report);
                let made = Made { report: &report, record, input, number };
                let told = self.outputs.game(&made, self.store.as_mut());
                self.progress.end(&report);
                match told {
                    Err(Failure::Failed(reason)) => self.fail(&reason),
                    other => other?,
                }
            }
            Err(Error::Stopped) => self.is_stopped = true,
            Err(error) => {
                self.progress.end_without_report();
                let line = record.first_line;
                self.fail(&format!("{}:{line}: {error}", input.shown()));
            }
        }
        let failure = self.store.as_mut().and_then(Store::take_failure);
        if let Some(failure) = failure {
            self.progress.say(&format!("warning: finished work is not kept: {failure}"));
        }
        Ok(())
    }

    /// Leaves out the moments of the other side, if one player's are asked for.
    fn keep_player(&self, report: &mut GameReport) {
        let Some(player) = &self.options.judgement.player else { return };
        let is_wanted = |color: Color| {
            let side = if color == Color::Black { "black" } else { "white" };
            let name = report.players.get(color).name.as_deref();
            player.eq_ignore_ascii_case(side) || name.is_some_and(|name| name.contains(player))
        };
        let wanted = Color::ALL.map(is_wanted);
        report.moments.retain(|moment| wanted[Color::from(moment.side).index()]);
    }

    fn finish(mut self, result: Result<(), Failure>) -> Result<(), Failure> {
        self.progress.clear();
        // What is finished is written even if the rest is not.
        let written = result.and_then(|()| self.outputs.finish(self.store.as_mut()));
        if let Err(Failure::Failed(reason)) = &written {
            self.fail(reason);
        } else {
            written?;
        }
        if self.is_stopped {
            let kept = if self.store.is_some() {
                "the same command goes on where this one stopped"
            } else {
                "nothing is kept without --out or --store"
            };
            self.progress.say(&format!("interrupted; {kept}"));
        }
        let Counts { games, plies, moments, failures } = self.counts;
        self.progress
            .say(&format!("games {games} plies {plies} moments {moments} failures {failures}"));
        match (self.is_stopped, failures) {
            (true, _) => Err(Failure::Interrupted),
            (false, 0) => Ok(()),
            _ => Err(Failure::Told),
        }
    }
}
