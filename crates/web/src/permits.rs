//! Who may compute now. A machine has few cores, so only some engines search at a time.
//!
//! A job asks for a permit and gets it at once or waits in a queue. A free analysis gives way if
//! somebody else has waited for a while; games, whole-game analyses and solvers do not.

use std::collections::VecDeque;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::session::Command;

struct Holder {
    number: u64,
    gives_way: bool,
    session: Sender<Command>,
}

struct Waiter {
    number: u64,
    gives_way: bool,
    session: Sender<Command>,
}

struct Inner {
    free: usize,
    next: u64,
    /// The oldest come first.
    holders: Vec<Holder>,
    waiting: VecDeque<Waiter>,
}

/// The permits of all sessions.
#[derive(Clone)]
pub(crate) struct Permits(Arc<Mutex<Inner>>);

/// The right to compute; dropping it gives it to the next in the queue.
pub(crate) struct Permit {
    number: u64,
    permits: Permits,
}

/// A place in the queue; dropping it leaves the queue.
pub(crate) struct Ticket {
    number: u64,
    permits: Permits,
}

impl Permits {
    /// Permits for this many jobs at a time.
    pub(crate) fn new(count: usize) -> Self {
        let inner =
            Inner { free: count.max(1), next: 0, holders: Vec::new(), waiting: VecDeque::new() };
        Self(Arc::new(Mutex::new(inner)))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a permit, or a place in the queue. In that case the permit comes later as a command
    /// that has the ticket's number.
    pub(crate) fn ask(&self, session: &Sender<Command>, gives_way: bool) -> Result<Permit, Ticket> {
        let mut inner = self.lock();
        inner.next += 1;
        let number = inner.next;
        let session = session.clone();
        if inner.free > 0 {
            inner.free -= 1;
            inner.holders.push(Holder { number, gives_way, session });
            return Ok(Permit { number, permits: self.clone() });
        }
        inner.waiting.push_back(Waiter { number, gives_way, session });
        Err(Ticket { number, permits: self.clone() })
    }

    fn release(&self, number: u64) {
        let next = {
            let mut inner = self.lock();
            inner.holders.retain(|holder| holder.number != number);
            inner.free += 1;
            inner.hand_out()
        };
        let Some((session, number)) = next else { return };
        // If the session has ended, the command comes back and its permit goes to the next one.
        let permit = Permit { number, permits: self.clone() };
        let _ = session.send(Command::Granted(permit));
    }

    fn running(&self) -> usize {
        self.lock().holders.len()
    }
}

impl Inner {
    fn hand_out(&mut self) -> Option<(Sender<Command>, u64)> {
        if self.free == 0 {
            return None;
        }
        let Waiter { number, gives_way, session } = self.waiting.pop_front()?;
        self.free -= 1;
        self.holders.push(Holder { number, gives_way, session: session.clone() });
        Some((session, number))
    }
}

impl Permit {
    /// The number; it is that of the ticket, if there was one.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// How many jobs run now, this one included.
    pub(crate) fn running(&self) -> usize {
        self.permits.running()
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.permits.release(self.number);
    }
}

impl Ticket {
    /// The number.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Asks the oldest free analysis to give way.
    pub(crate) fn press(&self) {
        let inner = self.permits.lock();
        if let Some(holder) = inner.holders.iter().find(|holder| holder.gives_way) {
            // A session that has ended gives its permit back by itself.
            let _ = holder.session.send(Command::GiveWay(holder.number));
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.permits.lock().waiting.retain(|waiter| waiter.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn the_queue_is_served_in_order() {
        let permits = Permits::new(1);
        let (sender, receiver) = mpsc::channel();
        let first = permits.ask(&sender, true).ok().expect("a free permit");
        let second = permits.ask(&sender, false).err().expect("a queue");
        let third = permits.ask(&sender, false).err().expect("a queue");
        second.press();
        let Ok(Command::GiveWay(number)) = receiver.try_recv() else { panic!("a request") };
        assert_eq!(number, first.number());
        drop(first);
        let Ok(Command::Granted(permit)) = receiver.try_recv() else { panic!("a permit") };
        assert_eq!(permit.number(), second.number());
        drop(third);
        drop(permit);
        assert!(receiver.try_recv().is_err(), "whoever left the queue gets nothing");
        assert_eq!(permits.running(), 0);
        assert!(permits.ask(&sender, false).is_ok());
    }

    #[test]
    fn a_permit_for_a_session_that_ended_goes_on() {
        let permits = Permits::new(1);
        let (alive, living) = mpsc::channel();
        let (dead, ended) = mpsc::channel();
        let first = permits.ask(&alive, false).ok().expect("a free permit");
        let _second = permits.ask(&dead, false).err().expect("a queue");
        let third = permits.ask(&alive, false).err().expect("a queue");
        drop(ended);
        drop(first);
        let Ok(Command::Granted(permit)) = living.try_recv() else { panic!("a permit") };
        assert_eq!(permit.number(), third.number());
    }
}
