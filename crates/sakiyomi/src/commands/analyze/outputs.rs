//! Where reports go: standard output, or files in a folder that appear when they are whole.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ::analysis::model::GameReport;
use ::analysis::report::{self, Folder, Form, Quiz};
use ::analysis::store::Store;
use ::analysis::terminal;
use kifu::{Format, Printable, Record};

use super::Options;
use super::games::Input;
use crate::failure::Failure;
use crate::new_file::{NewFile, exists};
use crate::record_files::{Names, numbered};

/// A finished game.
pub(super) struct Made<'a> {
    pub(super) report: &'a GameReport,
    pub(super) record: &'a Record,
    pub(super) input: &'a Input,
    /// The number of the game in its file, from 1.
    pub(super) number: usize,
}

/// Reports on their way.
pub(super) struct Outputs<'a> {
    options: &'a Options,
    forms: Vec<Form>,
    stdout: &'a mut dyn Write,
    names: Names,
    /// The files that are read, which must stay as they are.
    sources: HashSet<PathBuf>,
    /// Are there several games?
    is_many: bool,
    folder: Folder,
    quiz: Quiz,
    program: String,
    created: String,
    /// The file whose only game may be written back.
    written_back: Option<PathBuf>,
}

impl<'a> Outputs<'a> {
    pub(super) fn new(
        options: &'a Options,
        inputs: &[Input],
        games: usize,
        stdout: &'a mut dyn Write,
    ) -> Result<Self, Failure> {
        let mut forms = Vec::new();
        for &form in &options.report {
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
        match &options.out {
            Some(out) if out.exists() && !out.is_dir() => {
                let shown = out.display();
                return Err(Failure::Usage(format!("--out {shown}: expected a folder")));
            }
            Some(_) if forms.is_empty() => forms.push(Form::Html),
            Some(_) => {}
            None => check_stdout(&forms, games)?,
        }
        let sources = inputs.iter().filter_map(|input| input.path.canonicalize().ok()).collect();
        Ok(Self {
            options,
            forms,
            stdout,
            names: Names::default(),
            sources,
            is_many: games > 1,
            folder: Folder::default(),
            quiz: Quiz::default(),
            program: String::new(),
            created: now(),
            written_back: None,
        })
    }

    fn report_options<'b>(&'b self, made: &Made<'b>) -> report::Options<'b> {
        report::Options {
            language: self.options.language(),
            original: Some(&made.record.game),
            dialect: self.options.comments.into(),
            anonymous: self.options.anonymous,
            created: &self.created,
        }
    }

    /// Writes the reports of a game.
    pub(super) fn game(
        &mut self,
        made: &Made<'_>,
        store: Option<&mut Store>,
    ) -> Result<(), Failure> {
        self.program.clone_from(&made.report.program);
        if self.options.in_place {
            self.write_back(made)?;
        }
        let mut link = None;
        if let Some(out) = &self.options.out {
            let name = made.input.below.with_extension("game");
            let name = if made.number == 1 { name } else { numbered(&name, made.number) };
            let name = self.names.unused(&name).with_extension("");
            link = self.files(made, &out.join(&name), &name, store)?;
        } else if let [form] = self.forms[..] {
            if !is_collected(form) {
                let mut bytes = Vec::new();
                report::write(made.report, form, &self.report_options(made), &mut bytes)?;
                self.stdout.write_all(&bytes)?;
            }
        } else if !self.options.in_place {
            let text = terminal::text(made.report, self.options.language(), self.options.layout());
            for line in text.lines() {
                writeln!(self.stdout, "{}", Printable(line))?;
            }
            if self.is_many {
                writeln!(self.stdout)?;
            }
            self.stdout.flush()?;
        }
        if self.forms.contains(&Form::Quiz) {
            self.quiz.add(made.report, self.options.anonymous);
        }
        if self.forms.contains(&Form::Csv) || self.forms.contains(&Form::Html) {
            self.folder.add(made.report, link.as_deref());
        }
        Ok(())
    }

    /// Writes the files of a game; returns the address of its page.
    fn files(
        &self,
        made: &Made<'_>,
        path: &Path,
        name: &Path,
        mut store: Option<&mut Store>,
    ) -> Result<Option<String>, Failure> {
        let mut link = None;
        for &form in self.forms.iter().filter(|&&form| !is_collected(form)) {
            let path = with_ending(path, form.extension());
            let mut bytes = Vec::new();
            report::write(made.report, form, &self.report_options(made), &mut bytes)?;
            self.file(&path, &bytes, store.as_deref_mut())?;
            if form == Form::Html {
                let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
                link = Some(format!("{}.html", parts.join("/")));
            }
        }
        Ok(link)
    }

    /// Writes a file of ours. A record that was read stays, and so does what others have written.
    fn file(&self, path: &Path, bytes: &[u8], store: Option<&mut Store>) -> Result<(), Failure> {
        let shown = path.display();
        if path.canonicalize().is_ok_and(|path| self.sources.contains(&path)) {
            return Err(Failure::Failed(format!(
                "{shown}: the report would overwrite a record that is read; give another --out"
            )));
        }
        let key = path.to_string_lossy();
        let is_ours = store.as_ref().is_some_and(|store| store.has_written(&key));
        if path.is_file() && !is_ours && !self.options.force {
            return Err(Failure::Failed(exists(path)));
        }
        // First the note, so that a kill between the two does not turn the file into a stranger's.
        if let Some(store) = store {
            store.will_write(&key);
        }
        let mut file = NewFile::create(path)?;
        file.write(bytes)?;
        file.finish()
    }

    /// Writes the comments into the record itself.
    fn write_back(&mut self, made: &Made<'_>) -> Result<(), Failure> {
        let (path, record) = (&made.input.path, made.record);
        let shown = path.display();
        let fails = |reason: &str| Err(Failure::Failed(format!("{shown}: {reason}")));
        if path == Path::new("-") {
            return fails("--in-place needs a file");
        }
        if made.number > 1 || self.written_back.as_ref() == Some(path) {
            return fails("--in-place needs a file with one game");
        }
        if !matches!(record.format, Format::Kif | Format::Csa) {
            return fails("--in-place goes with KIF and CSA files");
        }
        if record.warnings.iter().any(|one| one.severity() == kifu::Severity::Repair) {
            return fails("not written back, because its reader had to repair it");
        }
        let form = Form::Record(record.format, record.encoding);
        let mut bytes = Vec::new();
        report::write(made.report, form, &self.report_options(made), &mut bytes)?;
        let mut file = NewFile::create(path)?;
        file.write(&bytes)?;
        file.finish()?;
        self.written_back = Some(path.clone());
        Ok(())
    }

    /// Writes what is made of all games.
    pub(super) fn finish(&mut self, mut store: Option<&mut Store>) -> Result<(), Failure> {
        let language = self.options.language();
        let has = |form: Form| self.forms.contains(&form);
        let Some(out) = &self.options.out else {
            match self.forms[..] {
                [Form::Csv] => self.stdout.write_all(&self.folder.games_csv())?,
                [Form::Quiz] => {
                    let text = self.quiz.to_json(&self.program, &self.created);
                    self.stdout.write_all(text.as_bytes())?;
                }
                _ => {}
            }
            return Ok(self.stdout.flush()?);
        };
        let mut files: Vec<(&str, Vec<u8>)> = Vec::new();
        if has(Form::Html) && self.is_many {
            files.push(("index.html", self.folder.index_html(language).into_bytes()));
        }
        if has(Form::Csv) {
            files.push(("games.csv", self.folder.games_csv()));
            files.push(("players.csv", self.folder.players_csv()));
        }
        if has(Form::Quiz) {
            let text = self.quiz.to_json(&self.program, &self.created);
            files.push(("quiz.json", text.into_bytes()));
        }
        for (name, bytes) in files {
            self.file(&out.join(name), &bytes, store.as_deref_mut())?;
        }
        Ok(())
    }
}

/// Is there one file for all games?
fn is_collected(form: Form) -> bool {
    matches!(form, Form::Csv | Form::Quiz)
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    crate::new_file::beside(path, &format!(".{ending}"))
}

/// Standard output takes one report.
fn check_stdout(forms: &[Form], games: usize) -> Result<(), Failure> {
    match forms {
        [] => Ok(()),
        [form] if is_collected(*form) || games <= 1 => Ok(()),
        [_] => Err(Failure::Usage(format!(
            "--report: there are {games} games, and standard output takes one; give --out DIR"
        ))),
        _ => Err(Failure::Usage(
            "--report: standard output takes one report; give --out DIR".to_owned(),
        )),
    }
}

/// The present time in the form of ISO 8601.
fn now() -> String {
    let time = arena::local_time(SystemTime::now()).unwrap_or_default();
    time.replace('/', "-").replace(' ', "T")
}
