//! Reads games one by one, writes them, and keeps count.

use super::target::{Output, Target};
use crate::failure::Failure;
use crate::new_file::{NewFile, exists};
use crate::record_files::{Names, files_below, numbered};
use kifu::{Format, GameReader, Losses, Printable, ReadError, ReadOptions, Record};
use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Games converted, and what there was to say.
#[derive(Default)]
struct Counts {
    games: usize,
    warnings: usize,
    failures: usize,
    notes: usize,
    skipped: usize,
    lost: Losses,
}

/// How to treat games and files.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    /// Are games refused that need a repair or lose something?
    pub(super) is_strict: bool,
    /// May files that exist be overwritten?
    pub(super) overwrites: bool,
}

pub(super) struct Work<'a> {
    target: Target,
    output: Output,
    manner: Manner,
    stdout: &'a mut dyn Write,
    /// The one file that everything goes to, once there is something to write.
    single: Option<NewFile>,
    written_to_single: usize,
    names: Names,
    counts: Counts,
}

impl<'a> Work<'a> {
    pub(super) fn new(
        target: Target,
        output: Output,
        manner: Manner,
        stdout: &'a mut dyn Write,
    ) -> Self {
        Self {
            target,
            output,
            manner,
            stdout,
            single: None,
            written_to_single: 0,
            names: Names::default(),
            counts: Counts::default(),
        }
    }

    /// Converts every record below a folder.
    pub(super) fn folder(&mut self, folder: &Path) -> Result<(), Failure> {
        let files = files_below(folder)?;
        let mut progress = Progress::new(files.len());
        for (done, path) in files.into_iter().enumerate() {
            progress.show(done);
            let extension = path.extension().and_then(|extension| extension.to_str());
            if !extension.is_some_and(Format::is_extension) {
                self.counts.skipped += 1;
                continue;
            }
            let below = path.strip_prefix(folder).unwrap_or(&path).to_owned();
            self.one_file(&path, &below)?;
        }
        progress.clear();
        Ok(())
    }

    /// Converts one file.
    pub(super) fn file(&mut self, path: &Path) -> Result<(), Failure> {
        if !path.exists() {
            let shown = path.display();
            return Err(Failure::Usage(format!("{shown}: there is no such file or folder")));
        }
        let name = PathBuf::from(path.file_name().unwrap_or_default());
        self.one_file(path, &name)
    }

    fn one_file(&mut self, path: &Path, below: &Path) -> Result<(), Failure> {
        match File::open(path) {
            Ok(file) => {
                let name = path.display().to_string();
                self.games(&name, below, BufReader::new(file))
            }
            Err(error) => {
                self.fail(&format!("{}: {error}", path.display()));
                Ok(())
            }
        }
    }

    /// Converts what comes from a stream.
    pub(super) fn stream(&mut self, name: &str, input: impl BufRead) -> Result<(), Failure> {
        self.games(name, Path::new("stdin"), input)
    }

    fn games(&mut self, name: &str, below: &Path, input: impl BufRead) -> Result<(), Failure> {
        let mut in_folder = PerInput { below, file: None, games: 0 };
        for game in GameReader::new(input, ReadOptions::named(name)) {
            match game {
                Ok(record) => self.game(&record, name, &mut in_folder)?,
                Err(error) => self.refuse(&error),
            }
        }
        match in_folder.file {
            Some(file) => file.finish(),
            None => Ok(()),
        }
    }

    fn refuse(&mut self, error: &ReadError) {
        self.fail(error);
    }

    fn fail(&mut self, reason: &dyn Display) {
        self.counts.failures += 1;
        say(&format!("error: {reason}"));
    }

    fn game(
        &mut self,
        record: &Record,
        name: &str,
        place: &mut PerInput<'_>,
    ) -> Result<(), Failure> {
        for warning in &record.warnings {
            say(&format!("{}: {warning}", warning.severity()));
        }
        self.counts.warnings += record.repairs();
        self.counts.notes += record.warnings.len() - record.repairs();
        let Target { format, encoding } = self.target;
        let written = kifu::write(&record.game, format, encoding);
        if !written.losses.is_empty() {
            let line = record.first_line;
            say(&format!("note: {name}:{line}: {format} cannot carry {}", written.losses));
        }
        if self.manner.is_strict && (record.repairs() > 0 || !written.losses.is_empty()) {
            let line = record.first_line;
            self.fail(&format!("{name}:{line}: not converted, because of --strict"));
            return Ok(());
        }
        if self.store(&written.bytes, place)? {
            self.counts.games += 1;
            self.counts.lost.add_all(&written.losses);
        }
        Ok(())
    }

    /// Writes a game to its place; false if a file stands in the way there.
    fn store(&mut self, bytes: &[u8], place: &mut PerInput<'_>) -> Result<bool, Failure> {
        let separator = self.target.format.separator().as_bytes();
        let folder = match &self.output {
            Output::Stdout => {
                self.check_room_for_another("-")?;
                if self.written_to_single > 0 {
                    self.stdout.write_all(separator)?;
                }
                self.print(bytes)?;
                self.written_to_single += 1;
                return Ok(true);
            }
            Output::File(path) => {
                let path = path.clone();
                self.check_room_for_another(&path.display().to_string())?;
                let mut file = match self.single.take() {
                    Some(file) => file,
                    None => NewFile::create(&path)?,
                };
                if self.written_to_single > 0 {
                    file.write(separator)?;
                }
                file.write(bytes)?;
                self.single = Some(file);
                self.written_to_single += 1;
                return Ok(true);
            }
            Output::Folder(folder) => folder.clone(),
        };
        place.games += 1;
        let path = folder.join(place.below).with_extension(self.target.extension());
        if self.target.format.holds_many() {
            let file = match place.file.take() {
                Some(mut file) => {
                    file.write(separator)?;
                    Some(file)
                }
                None => self.create(&path)?,
            };
            let Some(mut file) = file else { return Ok(false) };
            file.write(bytes)?;
            place.file = Some(file);
            return Ok(true);
        }
        // Inputs of many games: the first keeps the name, the others are numbered.
        let path = if place.games == 1 { path } else { numbered(&path, place.games) };
        let Some(mut file) = self.create(&path)? else { return Ok(false) };
        file.write(bytes)?;
        file.finish()?;
        Ok(true)
    }

    /// Begins a file in the folder under this name or a numbered one; none, and a failure more, if
    /// it existed before.
    fn create(&mut self, path: &Path) -> Result<Option<NewFile>, Failure> {
        let path = self.names.unused(path);
        if path.is_file() && !self.manner.overwrites {
            self.fail(&exists(&path));
            return Ok(None);
        }
        NewFile::create(&path).map(Some)
    }

    /// Writes a record to standard output. A terminal gets no control characters.
    fn print(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if std::io::stdout().is_terminal() {
            let text = String::from_utf8_lossy(bytes).replace('\r', "");
            write!(self.stdout, "{}", Printable(&text))?;
        } else {
            self.stdout.write_all(bytes)?;
        }
        Ok(())
    }

    /// Most formats hold one game in a file.
    fn check_room_for_another(&self, shown: &str) -> Result<(), Failure> {
        if self.written_to_single > 0 && !self.target.format.holds_many() {
            let format = self.target.format;
            return Err(Failure::Failed(format!(
                "{shown}: the input has more than one game and a {format} file holds one; \
                 give a folder to write to, such as {shown}/"
            )));
        }
        Ok(())
    }

    /// Closes the output, says what ended the work early if something did, and counts.
    pub(super) fn finish(mut self, outcome: Result<(), Failure>) -> Result<(), Failure> {
        match outcome.and_then(|()| self.close()) {
            Ok(()) => {}
            Err(Failure::Failed(reason)) => {
                self.fail(&reason);
                if matches!(self.output, Output::File(_)) {
                    // An unfinished file is removed.
                    self.single = None;
                    self.counts.games = 0;
                    self.counts.lost = Losses::default();
                }
            }
            Err(other) => return Err(other),
        }
        let Counts { games, warnings, failures, notes, skipped, lost } = self.counts;
        if skipped > 0 {
            say(&format!("note: {skipped} files without the extension of a record were skipped"));
        }
        if games == 0 && failures == 0 {
            say("error: there was no game to convert");
        }
        let mut summary = format!("games {games} warnings {warnings} failures {failures}");
        if notes > 0 {
            summary.push_str(&format!(" notes {notes}"));
        }
        if !lost.is_empty() {
            summary.push_str(&format!(" lost {}", lost.counted()));
        }
        say(&summary);
        if games == 0 || failures > 0 { Err(Failure::Told) } else { Ok(()) }
    }

    fn close(&mut self) -> Result<(), Failure> {
        if let Some(file) = self.single.take() {
            file.finish()?;
        }
        self.stdout.flush()?;
        Ok(())
    }
}

/// The properties that the games of one input share.
struct PerInput<'a> {
    /// Its path below the folder that is converted.
    below: &'a Path,
    file: Option<NewFile>,
    games: usize,
}

/// Files done of all, with the time left, on a terminal.
struct Progress {
    all: usize,
    start: Instant,
    shown: Option<Instant>,
    is_on: bool,
}

impl Progress {
    /// Between two lines.
    const PAUSE: Duration = Duration::from_millis(200);

    fn new(all: usize) -> Self {
        let is_on = std::io::stderr().is_terminal();
        Self { all, start: Instant::now(), shown: None, is_on }
    }

    fn show(&mut self, done: usize) {
        if !self.is_on || self.shown.unwrap_or(self.start).elapsed() < Self::PAUSE {
            return;
        }
        self.shown = Some(Instant::now());
        let rate = done as f64 / self.start.elapsed().as_secs_f64();
        let left = (self.all - done) as f64 / rate.max(0.1);
        let line = format!("{done} of {} files, {rate:.0}/s, {left:.0} s left", self.all);
        let _ = write!(std::io::stderr(), "\r{line:60}\r");
    }

    fn clear(&self) {
        if self.shown.is_some() {
            let _ = write!(std::io::stderr(), "\r{:60}\r", "");
        }
    }
}

fn say(line: &str) {
    // If stderr is closed, the exit code alone tells it.
    let _ = writeln!(std::io::stderr(), "{}", Printable(line));
}
