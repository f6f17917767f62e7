//! The WebSocket of a page: hello, messages in at a bounded rate, messages out from the outbox.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::limits;
use crate::outbox::{CloseReason, Next, Outbox};
use crate::protocol::{ClientMessage, ErrorCode, Failure, Request, ServerMessage, VERSION};
use crate::registry::{Refusal, Registry};
use crate::session::Command;

/// How fast a page may send: a bucket that fills with time.
struct Rate {
    left: f64,
    at: Instant,
    beyond: u32,
}

impl Rate {
    fn new(now: Instant) -> Self {
        Self { left: limits::MESSAGE_BURST, at: now, beyond: 0 }
    }

    /// Counts a message; false if it comes too fast.
    fn allows(&mut self, now: Instant) -> bool {
        let passed = now.duration_since(self.at).as_secs_f64();
        self.at = now;
        self.left = (self.left + passed * limits::MESSAGES_A_SECOND).min(limits::MESSAGE_BURST);
        if self.left >= limits::MESSAGE_BURST {
            // The page has been calm since: what it did long ago is no part of a flood.
            self.beyond = 0;
        }
        if self.left >= 1.0 {
            self.left -= 1.0;
            return true;
        }
        self.beyond += 1;
        false
    }

    fn is_flood(&self) -> bool {
        self.beyond > limits::MESSAGES_TOO_MANY
    }
}

/// Why a text of the page is no request.
fn unreadable(text: &str, error: &serde_json::Error) -> Failure {
    /// The name of a message alone.
    #[derive(serde::Deserialize)]
    struct Name {
        t: String,
    }
    let is_named = serde_json::from_str::<Name>(text).is_ok_and(|name| name.t.len() < 64);
    // serde says so of a tag that no kind of message has.
    let code = if is_named && error.to_string().starts_with("unknown variant") {
        ErrorCode::Unknown
    } else {
        ErrorCode::BadJson
    };
    let mut message = error.to_string();
    message.truncate(message.floor_char_boundary(300));
    Failure::new(code, message)
}

/// The number of a request that cannot be read otherwise.
fn number(text: &str) -> Option<u64> {
    #[derive(serde::Deserialize)]
    struct Number {
        id: u64,
    }
    serde_json::from_str::<Number>(text).ok().map(|number| number.id)
}

/// Serves a page until it is gone or closed.
pub(crate) async fn serve(mut socket: WebSocket, registry: Arc<Registry>) {
    let outbox = Arc::new(Outbox::default());
    let Some((name, session)) = greet(&mut socket, &registry, &outbox).await else { return };
    let reason = talk(&mut socket, &session, &outbox).await;
    registry.detach(&name, &outbox);
    if let Some(reason) = reason {
        close(&mut socket, reason).await;
    }
}

async fn close(socket: &mut WebSocket, reason: CloseReason) {
    let (code, text) = reason.frame();
    let frame = CloseFrame { code, reason: text.into() };
    // If the page is gone already, it needs no frame.
    let _ = timeout(limits::SOCKET_TIME, socket.send(Message::Close(Some(frame)))).await;
    // A page that has been told closes its side.
    let _ = timeout(std::time::Duration::from_secs(1), async {
        while let Some(Ok(_)) = socket.recv().await {}
    })
    .await;
}

/// Waits for hello and finds the session. Returns none if there is none to be had; then the socket
/// is closed.
async fn greet(
    socket: &mut WebSocket,
    registry: &Registry,
    outbox: &Arc<Outbox>,
) -> Option<(String, Sender<Command>)> {
    let first = timeout(limits::SOCKET_TIME, socket.recv()).await;
    let refusal = match first {
        Ok(Some(Ok(Message::Text(text)))) => match serde_json::from_str::<Request>(&text) {
            Ok(Request { id, message: ClientMessage::Hello { v, session, .. } }) => {
                if v == VERSION {
                    let wanted = session.as_deref().filter(|name| name.len() <= 64);
                    match registry.attach(wanted, id, outbox) {
                        Ok(attached) => return Some(attached),
                        Err(Refusal::TooMany | Refusal::System) => CloseReason::TooMany,
                    }
                } else {
                    CloseReason::Version
                }
            }
            _ => CloseReason::Policy,
        },
        Ok(Some(Ok(Message::Binary(_)))) => CloseReason::Binary,
        Ok(Some(Err(_))) => CloseReason::TooBig,
        Ok(None | Some(Ok(Message::Close(_)))) => return None,
        Ok(Some(Ok(_))) | Err(_) => CloseReason::Policy,
    };
    close(socket, refusal).await;
    None
}

/// Takes messages in and sends messages out. Returns why the socket is to be closed, or none if it
/// is closed already.
async fn talk(
    socket: &mut WebSocket,
    session: &Sender<Command>,
    outbox: &Outbox,
) -> Option<CloseReason> {
    let mut rate = Rate::new(Instant::now());
    let mut heard = Instant::now();
    let mut pings = 0;
    let mut ping = interval(limits::PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ping.reset();
    loop {
        tokio::select! {
            next = outbox.next() => match next {
                Next::Send(text) => send(socket, text).await?,
                Next::Close(reason) => return Some(reason),
            },
            _ = ping.tick() => {
                if heard.elapsed() >= limits::SILENCE {
                    return Some(CloseReason::Silent);
                }
                pings += 1;
                outbox.send(None, &ServerMessage::Ping { n: pings });
            }
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => {
                        if !rate.allows(heard) {
                            if rate.is_flood() {
                                return Some(CloseReason::Policy);
                            }
                            let failure = Failure::new(ErrorCode::TooFast, "too many messages");
                            outbox.send(number(&text), &ServerMessage::Error(failure));
                            continue;
                        }
                        read(&text, session, outbox)?;
                    }
                    Some(Ok(Message::Binary(_))) => return Some(CloseReason::Binary),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                        if !rate.allows(heard) && rate.is_flood() {
                            return Some(CloseReason::Policy);
                        }
                    }
                    Some(Ok(Message::Close(_))) | None => return None,
                    // The library has no name for it here: a frame beyond the limit, or nonsense.
                    Some(Err(_)) => return Some(CloseReason::TooBig),
                }
            }
        }
    }
}

/// Gives a message to the session, or says what is wrong with it. Returns none if the session has
/// ended.
fn read(text: &str, session: &Sender<Command>, outbox: &Outbox) -> Option<()> {
    match serde_json::from_str::<Request>(text) {
        Ok(request) => session.send(Command::Request(request)).ok(),
        Err(error) => {
            outbox.send(number(text), &ServerMessage::Error(unreadable(text, &error)));
            Some(())
        }
    }
}

async fn send(socket: &mut WebSocket, text: String) -> Option<()> {
    let text = Bytes::from(text);
    // JSON that was just written is UTF-8.
    let message = Message::Text(text.try_into().ok()?);
    timeout(limits::SOCKET_TIME, socket.send(message)).await.ok()?.ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_passes_and_a_flood_does_not() {
        let start = Instant::now();
        let mut rate = Rate::new(start);
        assert!((0..60).all(|_| rate.allows(start)));
        assert!(!rate.allows(start));
        assert!(rate.allows(start + Duration::from_millis(40)));
        for _ in 0..60 {
            assert!(!rate.is_flood());
            rate.allows(start + Duration::from_millis(40));
        }
        assert!(rate.is_flood());
    }

    #[test]
    fn bursts_far_apart_never_add_up_to_a_flood() {
        let start = Instant::now();
        let mut rate = Rate::new(start);
        for hour in 0..24 {
            let now = start + Duration::from_secs(3600 * hour);
            let refused = (0..80).filter(|_| !rate.allows(now)).count();
            assert_eq!(refused, 20);
            assert!(!rate.is_flood(), "after {hour} hours");
        }
    }

    #[test]
    fn what_cannot_be_read_has_a_code() {
        let code = |text: &str| {
            let error = serde_json::from_str::<Request>(text).expect_err("unreadable");
            unreadable(text, &error).code
        };
        assert_eq!(code("{"), ErrorCode::BadJson);
        assert_eq!(code("[]"), ErrorCode::BadJson);
        assert_eq!(code(r#"{"t":"fly"}"#), ErrorCode::Unknown);
        assert_eq!(code(r#"{"t":"game.move","ply":"x"}"#), ErrorCode::BadJson);
        assert_eq!(code(&format!("{{\"t\":{}", "[".repeat(100_000))), ErrorCode::BadJson);
        assert_eq!(number(r#"{"id":3,"t":"fly"}"#), Some(3));
    }
}
