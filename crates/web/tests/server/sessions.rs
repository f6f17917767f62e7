//! Sessions: how many, for how long, whose.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::page::{Folder, Page, connect, server, server_with, until};

/// The number of the reason for which a socket is closed.
async fn refusal(server: &web::Running, hello: &str) -> u16 {
    let mut socket = connect(server).await;
    socket.send(Message::text(hello)).await.expect("sent");
    loop {
        match socket.next().await {
            Some(Ok(Message::Close(Some(frame)))) => return frame.code.into(),
            Some(Ok(_)) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_page_too_many_is_refused() {
    let folder = Folder::new();
    let server = server_with(&folder, |config| config.sessions = 20);
    let mut pages = Vec::new();
    for _ in 0..20 {
        pages.push(Page::open(&server).await);
    }
    assert_eq!(refusal(&server, r#"{"t":"hello","v":1}"#).await, 4000);
    assert_eq!(server.sessions(), 20);
    // A page that is gone makes room at once, although its session could come back.
    pages.pop().expect("a page").vanish();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut page = Page::open(&server).await;
    assert_eq!(server.sessions(), 20);
    assert_eq!(
        page.ask(json!({"t": "position", "start": "startpos", "moves": []})).await["t"],
        "pos"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_tab_takes_over() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut first = Page::open(&server).await;
    let session = first.session.clone();
    let second = Page::open_session(&server, Some(&session)).await;
    assert_eq!(second.session, session);
    assert_eq!(first.closed().await, 4001);
    assert_eq!(server.sessions(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_without_a_page_expires() {
    let folder = Folder::new();
    let server = server_with(&folder, |config| config.idle = Duration::from_millis(300));
    let page = Page::open(&server).await;
    assert_eq!(server.sessions(), 1);
    page.vanish();
    until("the end of the session", || server.sessions() == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_reconnects_leave_one_session() {
    let folder = Folder::new();
    let server = server(&folder);
    let page = Page::open(&server).await;
    let session = page.session.clone();
    page.vanish();
    for _ in 0..1_000 {
        let page = Page::open_session(&server, Some(&session)).await;
        assert_eq!(page.session, session);
        page.vanish();
    }
    assert_eq!(server.sessions(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn hello_comes_first_and_in_our_version() {
    let folder = Folder::new();
    let server = server(&folder);
    assert_eq!(refusal(&server, r#"{"t":"hello","v":2}"#).await, 4003);
    assert_eq!(refusal(&server, r#"{"t":"release"}"#).await, 1008);
    assert_eq!(refusal(&server, "nonsense").await, 1008);
    let mut page = Page::open(&server).await;
    let again = page.ask(json!({"t": "hello", "v": 1})).await;
    assert_eq!(again["t"], "error");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_ends_soon_and_says_so() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    page.ask(json!({"t": "analyse.start", "start": "startpos", "moves": []})).await;
    page.next("info").await;
    let began = Instant::now();
    tokio::task::spawn_blocking(move || server.stop()).await.expect("stopped");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert_eq!(page.closed().await, 1001);
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_granted_within_the_limits() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    let wish = json!({"t": "prefs", "lines": 99, "threads": 999, "hashMb": 0, "rule": "try"});
    let granted = page.ask(wish).await;
    assert_eq!((&granted["lines"], &granted["threads"]), (&json!(5), &json!(1)), "{granted}");
    assert_eq!((&granted["hashMb"], &granted["rule"]), (&json!(1), &json!("try")));
}
