//! What pages of other sites, broken pages and floods can do: nothing.

use serde_json::json;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Error;
use web::Token;

use crate::page::{Folder, Page, http, own, server, server_with, upgrade};

async fn socket_status(address: std::net::SocketAddr, origin: Option<&str>) -> u16 {
    match connect_async(upgrade(address, origin)).await {
        Ok(_) => 101,
        Err(Error::Http(answer)) => answer.status().as_u16(),
        Err(other) => panic!("{other}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_of_other_sites_are_refused() {
    let folder = Folder::new();
    let server = server(&folder);
    let address = server.address();
    assert_eq!(socket_status(address, Some(&format!("http://{address}"))).await, 101);
    assert_eq!(socket_status(address, Some("http://evil.test")).await, 403);
    assert_eq!(socket_status(address, Some("null")).await, 403);
    assert_eq!(socket_status(address, None).await, 403);
}

#[test]
fn a_rebound_name_gets_nothing() {
    let folder = Folder::new();
    let server = server(&folder);
    let address = server.address();
    let evil = format!("evil.test:{}", address.port());
    let origin = format!("http://{evil}");
    for line in ["GET /", "GET /api/health", "GET /ws", "POST /api/kifu"] {
        let answer = http(address, line, &[("Host", &evil), ("Origin", &origin)], b"");
        assert_eq!((answer.status, answer.body.len()), (421, 0), "{line}");
    }
    let answer = http(address, "GET /", &[("Host", &address.to_string())], b"");
    assert_eq!(answer.status, 200);
    assert!(answer.head.to_ascii_lowercase().contains("content-security-policy"));
}

#[test]
fn without_the_token_nothing_is_served() {
    let folder = Folder::new();
    let server =
        server_with(&folder, |config| config.token = Token::Fixed("secret-token".to_owned()));
    let address = server.address();
    assert!(server.url().ends_with("/?token=secret-token"));
    let host = address.to_string();
    let ask = |line: &str, cookie: &str| {
        http(address, line, &[("Host", &host), ("Cookie", cookie)], b"").status
    };
    assert_eq!(ask("GET /", ""), 401);
    assert_eq!(ask("GET /?token=wrong", ""), 401);
    let answer = http(address, "GET /?token=secret-token", &[("Host", &host)], b"");
    assert_eq!(answer.status, 303);
    let head = answer.head.to_ascii_lowercase();
    let cookie = format!("sakiyomi_{}=secret-token", address.port());
    assert!(head.contains(&format!("set-cookie: {cookie}; path=/; httponly; samesite=lax")));
    assert_eq!(ask("GET /api/health", &cookie), 200);
    let bad = server_with(&folder, |_| {});
    drop(bad);
    let mut config = crate::page::config(&folder);
    config.token = Token::Fixed("short".to_owned());
    assert!(web::start(config).is_err());
}

#[test]
fn big_bodies_and_strange_paths_are_refused() {
    let folder = Folder::new();
    let server = server(&folder);
    let bytes = "application/octet-stream";
    let big = vec![b'x'; (2 << 20) + 1];
    assert_eq!(own(&server, "POST /api/kifu?name=big.kif", bytes, &big).status, 413);
    for path in [
        "/api/games/..%2f..%2fetc%2fpasswd",
        "/api/games/0123456789abcdef",
        "/..%2fCargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/api/arena/0",
        "/api/arena/0/games/1",
        "/api/problems?set=..%2f&after=1",
    ] {
        assert_eq!(own(&server, &format!("GET {path}"), "", b"").status, 404, "{path}");
    }
    assert_eq!(own(&server, "DELETE /api/games/..%2fx", "", b"").status, 404);
    let form = "text/plain";
    assert_eq!(own(&server, "POST /api/kifu", form, b"x").status, 415);
    assert_eq!(own(&server, "PUT /api/kifu", bytes, b"x").status, 405);
}

#[test]
fn hostile_records_do_no_harm() {
    let folder = Folder::new();
    let server = server(&folder);
    let bytes = "application/octet-stream";
    let read = |text: &[u8]| own(&server, "POST /api/kifu?name=../../x", bytes, text);
    for text in [&b"\x00\xff\xfe"[..], b"", b"<script>alert(1)</script>", &[0x81; 5_000]] {
        assert_eq!(read(text).status, 422);
    }
    let nested = "[".repeat(100_000);
    assert_eq!(read(nested.as_bytes()).status, 422);
    let named = "先手：<img src=x onerror=alert(1)>\n手合割：平手\n1 ７六歩(77)\n";
    let answer = read(named.as_bytes());
    assert_eq!(answer.status, 200);
    assert!(answer.head.to_ascii_lowercase().contains("application/json"), "never as a page");
    let many = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n\n".repeat(3_000);
    let answer = read(many.as_bytes());
    assert!([200, 413, 422].contains(&answer.status), "{}", answer.status);
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_frames_close_or_answer() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    page.send_text("{\"t\":\"fly\",\"id\":77}").await;
    let error = page.next("error").await;
    assert_eq!((&error["id"], &error["code"]), (&json!(77), &json!("unknown")));
    page.send_text("[1").await;
    assert_eq!(page.next("error").await["code"], "bad-json");
    page.send_binary(vec![1, 2, 3]).await;
    assert_eq!(page.closed().await, 1003);
    let mut page = Page::open(&server).await;
    let big = format!("{{\"t\":\"pong\",\"n\":1,\"x\":\"{}\"}}", "x".repeat(300 << 10));
    page.try_send(&big).await;
    assert!([1009, 1006].contains(&page.closed().await));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_ends_the_socket_and_not_the_server() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    for n in 0..2_000 {
        if !page.try_send(&format!("{{\"t\":\"pong\",\"n\":{n}}}")).await {
            break;
        }
    }
    assert!([1008, 1006].contains(&page.closed().await));
    assert_eq!(own(&server, "GET /api/health", "", b"").status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn random_frames_are_survived() {
    let folder = Folder::new();
    let server = server(&folder);
    let words = [
        "t",
        "hello",
        "game.new",
        "game.move",
        "analyse.start",
        "solve.start",
        "review.start",
        "start",
        "startpos",
        "moves",
        "7g7f",
        "ply",
        "human",
        "black",
        "level",
        "tree",
        "nodes",
        "parent",
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "null",
        "1",
        "-1",
        "1e999",
        "\\u0000",
        "𝄞",
    ];
    let mut seed = stats::SplitMix64::part(31, 1);
    let mut page = Page::open(&server).await;
    for round in 0..1_000 {
        let length = seed.below(12) + 1;
        let text: String = (0..length)
            .map(|_| {
                let word = words[seed.below(words.len())];
                if seed.below(3) == 0 { word.to_owned() } else { format!("\"{word}\"") }
            })
            .collect();
        if !page.try_send(&text).await || round % 50 == 49 {
            page = Page::open(&server).await;
        }
    }
    let mut page = Page::open(&server).await;
    let pos = page.ask(json!({"t": "position", "start": "startpos", "moves": []})).await;
    assert_eq!(pos["pos"]["legal"].as_array().map(Vec::len), Some(30));
}
