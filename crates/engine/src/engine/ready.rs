//! Getting ready: loads the network and the book, starts threads, takes the memory of the hash
//! table.

use std::path::PathBuf;
use std::time::Duration;

use eval::nnue::FvScale;

use super::Engine;
use crate::book::OpeningBook;
use crate::file_stamp::FileStamp;
use crate::hash_table::HashTable;
use crate::model::{self, Model};

impl Engine {
    /// Loads the files that the options name and takes memory; waits at most `patience` for the
    /// memory.
    pub(super) fn get_ready(&mut self, patience: Duration) {
        self.load_model();
        self.load_book();
        self.is_ready = true;
        self.has_timed_move = false;
        self.take_threads_and_memory(patience);
        self.forget(patience);
    }

    fn load_model(&mut self) {
        let options = &self.options;
        let path = if !options.eval_file.is_empty() {
            PathBuf::from(&options.eval_file)
        } else if !options.eval_dir.is_empty() {
            PathBuf::from(&options.eval_dir).join("nn.bin")
        } else {
            if self.loaded.take().is_some() {
                self.set_model(Model::Classic);
            }
            return;
        };
        let wanted = (FileStamp::new(path), options.fv_scale);
        if self.loaded.as_ref() == Some(&wanted) {
            return;
        }
        self.loaded = None;
        match model::load(wanted.0.path()) {
            Ok(network) => {
                let scale = FvScale::new(wanted.1).unwrap_or_default();
                self.note(format!("network {} loaded", network.architecture()));
                self.set_model(Model::network(network, scale));
                self.loaded = Some(wanted);
            }
            Err(error) => {
                self.note(error.to_string());
                self.note("the built-in evaluation plays".to_owned());
                self.set_model(Model::Classic);
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

    fn set_model(&mut self, model: Model) {
        self.pool.set_model(&model);
        self.model = model;
        // Scores of another evaluator would mislead the search.
        self.is_fresh = false;
    }

    /// Clears the hash table and the threads' memories, unless nothing has been searched since they
    /// were cleared last.
    pub(super) fn forget(&mut self, patience: Duration) {
        if !self.is_fresh {
            self.pool.forget();
            self.table.clear(&self.pool, patience);
            self.is_fresh = true;
        }
    }

    /// Forgets all scores if an option has changed what a score means. It waits for nothing,
    /// because a clock may be running.
    pub(super) fn forget_if_assumptions_changed(&mut self) {
        let score_assumptions = self.options.score_assumptions();
        if self.score_assumptions != score_assumptions {
            self.score_assumptions = score_assumptions;
            self.forget(Duration::ZERO);
        }
    }

    /// Brings the number of threads and the size of the hash table to what the options say; waits
    /// at most `patience` for the table's memory.
    pub(super) fn take_threads_and_memory(&mut self, patience: Duration) {
        if self.options.threads < self.pool.len() {
            // A thread that ends is joined, which would take long while it is pre-faulting pages.
            self.table.stop_prefault();
        }
        if let Err(error) = self.pool.resize(self.options.threads, &self.model) {
            self.options.threads = self.pool.len();
            self.note(format!("{} threads, the system gives no more: {error}", self.pool.len()));
        }
        self.pool.wait_for_new();
        let (has, wanted) = (self.table.megabytes(), self.options.hash_mb);
        if has == wanted {
            self.table.finish_prefault(&self.pool, patience);
            return;
        }
        // The old table is freed first: there may not be memory for both.
        if let Ok(smallest) = HashTable::new(1) {
            self.table = smallest;
        }
        for megabytes in [wanted, has] {
            match HashTable::new(megabytes) {
                Ok(table) => {
                    self.table = table;
                    break;
                }
                Err(error) => self.note(format!("no hash table of {megabytes} MB: {error}")),
            }
        }
        if self.table.megabytes() != wanted {
            self.options.hash_mb = self.table.megabytes();
            self.note(format!("the hash table has {} MB", self.options.hash_mb));
        }
        self.table.prefault(&self.pool, patience);
    }
}
