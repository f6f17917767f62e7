//! All sessions by their names, and who plays which game.

use std::collections::HashMap;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::outbox::{CloseReason, Outbox};
use crate::saved::random_hex;
use crate::session::{Command, Session, Shared, tell_taken};

/// The digits of a session's name.
const DIGITS: usize = 32;

struct Entry {
    sender: Sender<Command>,
    thread: JoinHandle<()>,
    /// The present page; none since a time if there is no page.
    page: Result<Arc<Outbox>, Instant>,
}

/// The sessions of a server.
pub(crate) struct Registry {
    shared: Arc<Shared>,
    entries: Mutex<HashMap<String, Entry>>,
}

/// Why a page gets no session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// There are as many as the server allows.
    TooMany,
    /// The system gives no thread or no random numbers.
    System,
}

impl Registry {
    /// A registry without sessions.
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self { shared, entries: Mutex::new(HashMap::new()) }
    }

    /// What sessions share.
    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Connects a page with the session it asks for, or with a new one. Returns the name of the
    /// session and where its commands go.
    pub(crate) fn attach(
        &self,
        wanted: Option<&str>,
        id: Option<u64>,
        outbox: &Arc<Outbox>,
    ) -> Result<(String, Sender<Command>), Refusal> {
        let mut entries = self.lock();
        if let Some((name, entry)) = wanted.and_then(|name| entries.get_key_value(name)) {
            let (name, sender) = (name.clone(), entry.sender.clone());
            let outbox = Arc::clone(outbox);
            let attach = Command::Attach { outbox: Arc::clone(&outbox), id, fresh: false };
            if sender.send(attach).is_ok()
                && let Some(entry) = entries.get_mut(&name)
            {
                entry.page = Ok(outbox);
                return Ok((name, sender));
            }
            entries.remove(&name);
        }
        if entries.len() >= self.shared.config.sessions.max(1) {
            evict(&mut entries).ok_or(Refusal::TooMany)?;
        }
        let name = random_hex(DIGITS).map_err(|_| Refusal::System)?;
        let (sender, receiver) = mpsc::channel();
        let session = Session::new(name.clone(), Arc::clone(&self.shared), sender.clone());
        let thread = std::thread::Builder::new()
            .name("session".to_owned())
            .spawn(move || session.run(&receiver))
            .map_err(|_| Refusal::System)?;
        let fresh = wanted.is_some();
        let attach = Command::Attach { outbox: Arc::clone(outbox), id, fresh };
        // The thread has just begun to listen.
        let _ = sender.send(attach);
        let page = Ok(Arc::clone(outbox));
        entries.insert(name.clone(), Entry { sender: sender.clone(), thread, page });
        Ok((name, sender))
    }

    /// Notes that a page is gone. If another one has taken the session over, nothing changes.
    pub(crate) fn detach(&self, name: &str, outbox: &Arc<Outbox>) {
        let mut entries = self.lock();
        let Some(entry) = entries.get_mut(name) else { return };
        if entry.page.as_ref().is_ok_and(|page| Arc::ptr_eq(page, outbox)) {
            entry.page = Err(Instant::now());
        }
        // A session that has ended knows no page.
        let _ = entry.sender.send(Command::Detach(Arc::clone(outbox)));
    }

    /// Ends sessions whose pages have been gone for too long.
    pub(crate) fn expire(&self, idle: Duration) {
        let mut entries = self.lock();
        let is_old = |entry: &Entry| entry.page.as_ref().is_err_and(|at| at.elapsed() >= idle);
        let old: Vec<String> = entries
            .iter()
            .filter(|(_, entry)| is_old(entry) || entry.thread.is_finished())
            .map(|(name, _)| name.clone())
            .collect();
        for name in old {
            if let Some(entry) = entries.remove(&name) {
                let _ = entry.sender.send(Command::End(CloseReason::Idle));
            }
        }
    }

    /// Ends all sessions and waits for their threads, which end their engines.
    pub(crate) fn end(&self) {
        let entries: Vec<Entry> = self.lock().drain().map(|(_, entry)| entry).collect();
        for entry in &entries {
            // A session that has ended already needs no telling.
            let _ = entry.sender.send(Command::End(CloseReason::Stopping));
        }
        for entry in entries {
            // A thread that panicked has ended, too.
            let _ = entry.thread.join();
        }
    }

    /// The number of sessions.
    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }
}

/// Ends the session that has been without a page for the longest time. Its game is in a file, and
/// its page, if it comes back, brings its own copy.
fn evict(entries: &mut HashMap<String, Entry>) -> Option<()> {
    let without_page = entries.iter().filter_map(|(name, entry)| {
        let at = entry.page.as_ref().err()?;
        Some((*at, name.clone()))
    });
    let (_, name) = without_page.min()?;
    let entry = entries.remove(&name)?;
    let _ = entry.sender.send(Command::End(CloseReason::Idle));
    Some(())
}

/// Which session plays which saved game. A game has one player; a second one takes it over.
#[derive(Default)]
pub(crate) struct Players(Mutex<HashMap<String, Sender<Command>>>);

impl Players {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Sender<Command>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A session begins or continues a game.
    pub(crate) fn enter(&self, game: &str, session: &Sender<Command>) {
        if let Some(before) = self.lock().insert(game.to_owned(), session.clone()) {
            tell_taken(&before, game);
        }
    }

    /// A session leaves a game.
    pub(crate) fn leave(&self, game: &str) {
        self.lock().remove(game);
    }
}
