//! Getting ready: loads the evaluator's weights, the book and the table of probabilities, starts threads, takes the memory of the hash
//! table.

use std::path::PathBuf;
use std::time::Duration;

use eval::nnue::FvScale;
use eval::{EvaluatorName, Model};

use super::Engine;
use crate::book::OpeningBook;
use crate::file_stamp::FileStamp;
use crate::hash_table::{self, HashTable};
use crate::model::{self, Candidate, Origin};

/// The time, by the engine's clock, up to which memory may be waited for; none if a clock may be
/// running, so that nothing is waited for.
pub(super) type WaitUntil = Option<u64>;

impl Engine {
    /// Returns the time until which memory may be waited for if getting ready begins now.
    pub(super) fn wait_until(&self) -> WaitUntil {
        let patience = u64::try_from(hash_table::PATIENCE.as_millis()).unwrap_or(u64::MAX);
        Some(self.clock.now_ms().saturating_add(patience))
    }

    fn patience(&self, until: WaitUntil) -> Duration {
        let left = until.map_or(0, |until| until.saturating_sub(self.clock.now_ms()));
        Duration::from_millis(left)
    }

    /// Loads the files that the options name, takes threads and memory, and forgets earlier games.
    pub(super) fn get_ready(&mut self, until: WaitUntil) {
        self.load_model();
        self.load_book();
        self.load_realization();
        self.is_ready = true;
        self.must_load = false;
        self.has_timed_move = false;
        self.take_threads_and_memory(until);
        self.forget(until);
        let (has, ready) = (self.table.megabytes(), self.table.megabytes_ready());
        if until.is_some() && ready < has {
            self.note(format!(
                "{ready} of {has} MB of the hash table are ready; a search uses what is ready"
            ));
        }
    }

    /// Loads the files that an `isready` during a search asked for.
    pub(super) fn load_late(&mut self) {
        if std::mem::take(&mut self.must_load) {
            let has_new_model = self.load_model();
            self.load_book();
            if self.load_realization() || has_new_model {
                self.forget(None);
            }
        }
    }

    /// Loads the first weights file that can be loaded, unless it is loaded already; without any
    /// file the evaluator that is asked for plays with built-in weights, by default the embedded
    /// network. Returns whether the evaluator has changed.
    fn load_model(&mut self) -> bool {
        let wanted = model::wanted(&self.options);
        let fv_scale = self.options.fv_scale;
        let mut has_failed = false;
        for candidate in model::candidates(&self.options, self.program_folder.as_deref()) {
            let Candidate { path, from } = candidate;
            let stamp = FileStamp::new(path);
            let file = stamp.path().to_owned();
            let origin = Origin::File(stamp, fv_scale);
            if self.origin.as_ref() == Some(&origin)
                && wanted.is_none_or(|it| it == self.model.name())
            {
                return self.keep_model(has_failed, &format!(", {from} {}", file.display()));
            }
            let failure = match Model::open(&file, FvScale::new(fv_scale).unwrap_or_default()) {
                Ok(model) if wanted.is_none_or(|it| it == model.name()) => {
                    let model = model.with_entering_king(self.options.entering_king);
                    self.note(format!("evaluation: {model}, {from} {}", file.display()));
                    self.set_model(model, origin);
                    return true;
                }
                Ok(model) => format!(
                    "{}: not a usable file: the weights of {}, not of {}",
                    file.display(),
                    model.name(),
                    wanted.map_or("any evaluator", EvaluatorName::name)
                ),
                Err(error) => error.to_string(),
            };
            has_failed = true;
            self.note(format!("{from} {failure}"));
        }
        self.use_built_in(wanted.unwrap_or(EvaluatorName::Network), has_failed)
    }

    /// Goes on with the model, apart from its entering-king term, which an option may have changed.
    /// Returns whether it has.
    fn keep_model(&mut self, is_told: bool, source: &str) -> bool {
        let choice = self.options.entering_king;
        let has_changed = self.model.entering_king().is_some_and(|present| present != choice);
        if has_changed {
            self.model = self.model.clone().with_entering_king(choice);
            self.pool.set_model(&self.model);
            self.is_fresh = false;
        }
        if has_changed || is_told {
            self.note(format!("evaluation: {}{source}", self.model));
        }
        has_changed
    }

    /// Plays with an evaluator that needs no file. Returns whether the evaluator has changed.
    fn use_built_in(&mut self, name: EvaluatorName, has_failed: bool) -> bool {
        let source = match name {
            EvaluatorName::Network => ", embedded",
            _ if name.has_file() => ", built-in weights",
            _ => "",
        };
        let origin = Origin::BuiltIn(name);
        if self.origin.as_ref() == Some(&origin) {
            return self.keep_model(has_failed, source);
        }
        match Model::built_in(name) {
            Ok(model) => {
                let model = model.with_entering_king(self.options.entering_king);
                self.note(format!("evaluation: {model}{source}"));
                self.set_model(model, origin);
                true
            }
            Err(error) => {
                self.note(format!("{name}: {error}"));
                self.use_built_in(EvaluatorName::Classic, true)
            }
        }
    }

    /// Loads the book that the options name, unless that file is loaded already.
    fn load_book(&mut self) {
        let options = &self.options;
        if options.book_file.is_empty() {
            self.book = None;
            return;
        }
        let stamp = FileStamp::new(PathBuf::from(&options.book_dir).join(&options.book_file));
        if self.book.as_ref().is_some_and(|book| *book.stamp() == stamp) {
            return;
        }
        self.book = match OpeningBook::open(stamp) {
            Ok(book) => {
                self.note(format!("book with {} positions loaded", book.positions()));
                Some(book)
            }
            Err(failure) => {
                self.note(failure.to_string());
                self.note("the engine plays without a book".to_owned());
                None
            }
        };
    }

    /// Loads the table of probabilities that the options name, unless it is loaded already; if it is
    /// not sound, the default plays. Returns whether the table has changed.
    fn load_realization(&mut self) -> bool {
        match self.realization.load(&self.options.realization) {
            Ok(false) => return false,
            Ok(true) => {}
            Err(failure) => self.note(failure.to_string()),
        }
        self.note(format!("probabilities of moves: {}", self.realization));
        // A depth under another table is another depth.
        self.is_fresh = false;
        true
    }

    fn set_model(&mut self, model: Model, origin: Origin) {
        self.pool.set_model(&model);
        self.model = model;
        self.origin = Some(origin);
        // Scores of another evaluator would mislead the search.
        self.is_fresh = false;
    }

    /// Clears the hash table and the threads' memories, unless nothing has been searched since they
    /// were cleared last.
    pub(super) fn forget(&mut self, until: WaitUntil) {
        if !self.is_fresh {
            self.pool.forget();
            self.table.clear(&self.pool, self.patience(until));
            self.is_fresh = true;
        }
    }

    /// Forgets all scores if an option has changed what a score means. It waits for nothing,
    /// because a clock may be running.
    pub(super) fn forget_if_assumptions_changed(&mut self) {
        let score_assumptions = self.options.score_assumptions();
        if self.score_assumptions != score_assumptions {
            self.score_assumptions = score_assumptions;
            self.forget(None);
        }
    }

    /// Brings the number of threads and the size of the hash table to what the options say.
    pub(super) fn take_threads_and_memory(&mut self, until: WaitUntil) {
        self.take_threads();
        if self.table.megabytes() == self.options.hash_mb {
            self.table.finish_prefault(&self.pool, self.patience(until));
        } else {
            self.take_table(self.options.hash_mb);
            self.table.prefault(&self.pool, self.patience(until));
        }
    }

    fn take_threads(&mut self) {
        let wanted = self.options.threads;
        if wanted == self.pool.len() {
            return;
        }
        if wanted < self.pool.len() {
            // A thread that ends is joined, which would take long while it is pre-faulting pages.
            self.table.stop_prefault();
        }
        let processors = hash_table::processors();
        if wanted > processors {
            self.note(format!(
                "warning: Threads is {wanted}, but there are {processors} processors; \
                 more threads than processors make the engine weaker"
            ));
        }
        if let Err(error) = self.pool.resize(wanted, &self.model) {
            self.options.threads = self.pool.len();
            self.note(format!("{} threads, the system gives no more: {error}", self.pool.len()));
        }
        self.pool.wait_for_new();
    }

    /// Replaces the hash table by one of `wanted` megabytes, or by the largest that can be had.
    fn take_table(&mut self, wanted: usize) {
        // The old table is freed first: there may not be memory for both.
        if let Ok(smallest) = HashTable::new(1) {
            self.table = smallest;
        }
        let reason = match HashTable::largest(wanted) {
            Ok((table, reason)) => {
                self.table = table;
                reason
            }
            Err(error) => Some(error),
        };
        if let Some(reason) = reason {
            self.options.hash_mb = self.table.megabytes();
            self.note(format!("warning: no hash table of {wanted} MB: {reason}"));
            self.note(format!("the hash table has {} MB", self.options.hash_mb));
        }
    }
}
