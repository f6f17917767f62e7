//! What waits for a page to read it.
//!
//! The side that puts messages in never waits. The engine's lines replace those that are still
//! waiting; if more than a number of other messages or bytes wait, the page is too slow and its socket is
//! closed. It then connects again and gets the state as a whole.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tokio::sync::Notify;

use crate::limits;
use crate::protocol::ServerMessage;

/// Why a socket is closed, in numbers of the WebSocket protocol and our own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CloseReason {
    /// The server stops.
    Stopping,
    /// A frame that is not text.
    Binary,
    /// The page breaks the rules of the protocol.
    Policy,
    /// A message is too big.
    TooBig,
    /// The page does not read.
    TooSlow,
    /// There are as many sessions as the server allows.
    TooMany,
    /// Another page has taken the session over.
    TakenOver,
    /// The session has expired.
    Idle,
    /// The page speaks another version of the protocol.
    Version,
    /// The page has been silent, as on a phone in a pocket; it may come back to its session.
    Silent,
}

impl CloseReason {
    /// The number and the word of the close frame.
    pub(crate) const fn frame(self) -> (u16, &'static str) {
        match self {
            Self::Stopping => (1001, "the server stops"),
            Self::Binary => (1003, "only text is understood"),
            Self::Policy => (1008, "not allowed"),
            Self::TooBig => (1009, "too big"),
            Self::TooSlow => (1013, "too slow"),
            Self::TooMany => (4000, "too many sessions"),
            Self::TakenOver => (4001, "taken over"),
            Self::Idle => (4002, "idle"),
            Self::Version => (4003, "protocol version"),
            Self::Silent => (4004, "silent"),
        }
    }
}

/// An answer with the number of its request.
#[derive(Serialize)]
struct Numbered<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
    #[serde(flatten)]
    message: &'a ServerMessage,
}

#[derive(Default)]
struct Waiting {
    messages: VecDeque<String>,
    /// The bytes of the messages.
    bytes: usize,
    /// The newest lines of the engine; they stand behind the messages.
    lines: Option<String>,
    close: Option<CloseReason>,
}

/// What the socket's task has to do next.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Next {
    Send(String),
    Close(CloseReason),
}

/// The messages for one page.
#[derive(Default)]
pub(crate) struct Outbox {
    waiting: Mutex<Waiting>,
    notify: Notify,
}

impl Outbox {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a message in, as the answer to a request if it has a number.
    pub(crate) fn send(&self, id: Option<u64>, message: &ServerMessage) {
        // All types of the protocol can be written, so an error cannot happen.
        let Ok(text) = serde_json::to_string(&Numbered { id, message }) else { return };
        let mut waiting = self.lock();
        if waiting.close.is_some() {
            return;
        }
        if matches!(message, ServerMessage::Info { .. }) {
            waiting.lines = Some(text);
        } else {
            // What comes after the lines must stay behind them.
            let lines = waiting.lines.take();
            for text in lines.into_iter().chain([text]) {
                waiting.bytes += text.len();
                waiting.messages.push_back(text);
            }
            let is_full = waiting.messages.len() > limits::OUTBOX;
            if is_full || waiting.bytes > limits::OUTBOX_BYTES {
                waiting.messages.clear();
                waiting.close = Some(CloseReason::TooSlow);
            }
        }
        drop(waiting);
        self.notify.notify_one();
    }

    /// Closes the socket after what waits; the first reason counts.
    pub(crate) fn close(&self, reason: CloseReason) {
        self.lock().close.get_or_insert(reason);
        self.notify.notify_one();
    }

    /// Takes out what is next, if anything is.
    fn take(&self) -> Option<Next> {
        let mut waiting = self.lock();
        if let Some(text) = waiting.messages.pop_front() {
            waiting.bytes = waiting.bytes.saturating_sub(text.len());
            return Some(Next::Send(text));
        }
        if let Some(text) = waiting.lines.take() {
            return Some(Next::Send(text));
        }
        waiting.close.map(Next::Close)
    }

    /// Waits for what is next.
    pub(crate) async fn next(&self) -> Next {
        loop {
            if let Some(next) = self.take() {
                return next;
            }
            self.notify.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(job: u64) -> ServerMessage {
        ServerMessage::Info { job, lines: Vec::new(), nodes: 0, nps: 0, hashfull: 0, ms: 0 }
    }

    fn ping(n: u64) -> ServerMessage {
        ServerMessage::Ping { n }
    }

    fn texts(outbox: &Outbox) -> Vec<String> {
        let mut texts = Vec::new();
        while let Some(Next::Send(text)) = outbox.take() {
            texts.push(text);
        }
        texts
    }

    #[test]
    fn newer_lines_replace_older_ones_and_stay_in_order() {
        let outbox = Outbox::default();
        outbox.send(None, &info(1));
        outbox.send(None, &info(2));
        outbox.send(Some(9), &ping(3));
        outbox.send(None, &info(4));
        let texts = texts(&outbox);
        assert_eq!(texts.len(), 3, "{texts:?}");
        assert!(texts[0].contains("\"job\":2"), "{texts:?}");
        assert_eq!(texts[1], r#"{"id":9,"t":"ping","n":3}"#);
        assert!(texts[2].contains("\"job\":4"), "{texts:?}");
    }

    #[test]
    fn a_page_that_does_not_read_is_closed() {
        let outbox = Outbox::default();
        for n in 0..=limits::OUTBOX as u64 {
            outbox.send(None, &ping(n));
            outbox.send(None, &info(n));
        }
        outbox.send(None, &ping(0));
        assert_eq!(outbox.take(), Some(Next::Close(CloseReason::TooSlow)));
    }

    #[test]
    fn bytes_count_as_well_and_go_when_they_are_read() {
        let outbox = Outbox::default();
        let big = || ServerMessage::Why { code: Some("x".repeat(1 << 20)) };
        for _ in 0..10 {
            outbox.send(None, &big());
            assert!(matches!(outbox.take(), Some(Next::Send(_))));
        }
        for _ in 0..5 {
            outbox.send(None, &big());
        }
        assert_eq!(outbox.take(), Some(Next::Close(CloseReason::TooSlow)));
    }

    #[test]
    fn the_first_reason_to_close_counts() {
        let outbox = Outbox::default();
        outbox.send(None, &ping(1));
        outbox.close(CloseReason::TakenOver);
        outbox.close(CloseReason::Idle);
        outbox.send(None, &ping(2));
        assert!(matches!(outbox.take(), Some(Next::Send(_))));
        assert_eq!(outbox.take(), Some(Next::Close(CloseReason::TakenOver)));
    }
}
