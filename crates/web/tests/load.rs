//! Many pages at once against the real program: twenty work for ten minutes, the twenty-first is
//! refused. It runs on demand:
//!
//! ```text
//! cargo build --release
//! SAKIYOMI=$PWD/target/release/sakiyomi cargo test --release -p web --test load -- --ignored --nocapture
//! ```
//!
//! `SAKIYOMI_SECONDS` is the length of the work (600), `SAKIYOMI_PAGES` the number of pages (20).
#![allow(clippy::print_stdout)]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

struct Program {
    child: Child,
    address: String,
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn serve(program: &Path, pages: u64, games: &Path) -> Program {
    let mut child = Command::new(program)
        .args(["serve", "--no-open", "--port", "0", "--threads", "1", "--hash", "16"])
        .args(["--sessions", &pages.to_string(), "--games"])
        .arg(games)
        .stdout(Stdio::piped())
        .spawn()
        .expect("SAKIYOMI is a program");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let first = lines.next().expect("a line").expect("text");
    std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
    let address = first.trim_start_matches("http://").trim_end_matches('/').to_owned();
    Program { child, address }
}

/// The resident memory in megabytes and the number of threads, where the system tells them.
fn size(pid: u32) -> Option<(u64, u64)> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let field = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()
    };
    Some((field("VmRSS:")? / 1024, field("Threads:")?))
}

/// The processor time of a process in seconds.
fn seconds(pid: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

/// The median time of a plain engine from its start to `usiok`, in milliseconds.
fn usiok(program: &Path) -> f64 {
    let mut times: Vec<f64> = (0..9)
        .map(|_| {
            let began = Instant::now();
            let mut engine = Command::new(program)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("an engine");
            let mut input = engine.stdin.take().expect("a pipe");
            writeln!(input, "usi").expect("sent");
            let lines = BufReader::new(engine.stdout.take().expect("a pipe")).lines();
            let found = lines.map_while(Result::ok).any(|line| line == "usiok");
            assert!(found, "usiok is said");
            let time = began.elapsed().as_secs_f64() * 1000.0;
            writeln!(input, "quit").expect("sent");
            engine.wait().expect("it ends");
            time
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

async fn open(address: &str) -> Socket {
    let mut request = format!("ws://{address}/ws").into_client_request().expect("a request");
    let origin = format!("http://{address}").parse().expect("a header");
    request.headers_mut().insert("Origin", origin);
    let mut socket = connect_async(request).await.expect("a socket").0;
    send(&mut socket, &json!({"t": "hello", "v": 1})).await;
    socket
}

async fn send(socket: &mut Socket, message: &Value) {
    socket.send(Message::text(message.to_string())).await.expect("sent");
}

/// The next message; the number of the reason if the socket was closed.
async fn next(socket: &mut Socket) -> Result<Value, u16> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => {
                return Ok(serde_json::from_str(&text).expect("JSON"));
            }
            Some(Ok(Message::Close(frame))) => {
                return Err(frame.map_or(1005, |frame| frame.code.into()));
            }
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return Err(1006),
        }
    }
}

/// What one page did.
#[derive(Default)]
struct Done {
    moves: u64,
    infos: u64,
    games: u64,
    errors: Vec<String>,
}

/// A page that plays games, or one that analyses positions and changes them.
async fn work(address: String, page: u64, end: Instant) -> Done {
    let mut socket = open(&address).await;
    let mut done = Done::default();
    let plays = page.is_multiple_of(2);
    let level = 1 + page % 9;
    let new = json!({
        "t": "game.new", "start": {"handicap": "even"}, "human": "black", "level": level,
        "maxPlies": 100
    });
    let analyse = |ply: u64| {
        let moves = ["7g7f", "3c3d", "2g2f", "8c8d", "2f2e", "8d8e"];
        let moves = &moves[..(ply as usize) % (moves.len() + 1)];
        json!({"t": "analyse.start", "start": "startpos", "moves": moves, "lines": 3})
    };
    let mut changes = 0;
    send(&mut socket, &if plays { new.clone() } else { analyse(0) }).await;
    while Instant::now() < end {
        let Ok(message) = tokio::time::timeout(Duration::from_secs(2), next(&mut socket)).await
        else {
            continue;
        };
        let message = match message {
            Ok(message) => message,
            Err(code) => {
                done.errors.push(format!("closed: {code}"));
                break;
            }
        };
        match message["t"].as_str().unwrap_or_default() {
            "ping" => send(&mut socket, &json!({"t": "pong", "n": message["n"]})).await,
            "error" => done.errors.push(message.to_string()),
            "info" => {
                done.infos += 1;
                if done.infos % 25 == 0 {
                    changes += 1;
                    send(&mut socket, &analyse(changes)).await;
                }
            }
            // An analysis that gave way begins again, as a user would.
            "done" if !plays && message["reason"] == "cancelled" => {}
            "done" if !plays => {
                tokio::time::sleep(Duration::from_millis(500)).await;
                changes += 1;
                send(&mut socket, &analyse(changes)).await;
            }
            "notice" if message["code"] == "gave-way" => {
                tokio::time::sleep(Duration::from_secs(1)).await;
                changes += 1;
                send(&mut socket, &analyse(changes)).await;
            }
            "game" if message["phase"] == "over" => {
                done.games += 1;
                send(&mut socket, &new).await;
            }
            "game" if message["phase"] == "human" => {
                done.moves += 1;
                let legal = message["pos"]["legal"].as_array().expect("moves");
                let ply = message["moves"].as_array().map_or(0, Vec::len);
                let usi = &legal[(ply * 31 + 7) % legal.len()];
                tokio::time::sleep(Duration::from_millis(200)).await;
                send(&mut socket, &json!({"t": "game.move", "ply": ply, "usi": usi})).await;
            }
            _ => {}
        }
    }
    done
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "ten minutes, on demand"]
async fn twenty_pages_for_ten_minutes() {
    let program = PathBuf::from(std::env::var("SAKIYOMI").expect("SAKIYOMI names the program"));
    let (pages, length) = (number("SAKIYOMI_PAGES", 20), number("SAKIYOMI_SECONDS", 600));
    let folder = std::env::temp_dir().join(format!("sakiyomi-load-{}", std::process::id()));
    println!("usiok without a server: {:.1} ms", usiok(&program));
    let server = serve(&program, pages, &folder);
    let pid = server.child.id();
    tokio::time::sleep(Duration::from_secs(2)).await;
    let report = |when: &str| {
        if let Some((megabytes, threads)) = size(pid) {
            println!("{when}: {megabytes} MB resident, {threads} threads");
        }
        size(pid)
    };
    report("no page");
    let end = Instant::now() + Duration::from_secs(length);
    let work: Vec<_> =
        (0..pages).map(|page| tokio::spawn(work(server.address.clone(), page, end))).collect();
    let mut most = 0;
    let mut refused = None;
    let mut half = None;
    while Instant::now() < end {
        tokio::time::sleep(Duration::from_secs(5).min(Duration::from_secs(length) / 4)).await;
        let now = size(pid);
        most = most.max(now.map_or(0, |(megabytes, _)| megabytes));
        let left = end.saturating_duration_since(Instant::now()).as_secs();
        if refused.is_none() {
            let mut socket = open(&server.address).await;
            let closed = async {
                loop {
                    if let Err(code) = next(&mut socket).await {
                        return code;
                    }
                }
            };
            refused = tokio::time::timeout(Duration::from_secs(20), closed).await.ok();
            println!("one page more is closed with {refused:?}");
        }
        if half.is_none() && left < length / 2 {
            half = report("half of the time");
        }
    }
    let last = report("end of the work");
    println!("most: {most} MB");
    let (mut moves, mut infos, mut games) = (0, 0, 0);
    for page in work {
        let done = page.await.expect("a page does not panic");
        assert!(done.errors.is_empty(), "{:?}", done.errors);
        moves += done.moves;
        infos += done.infos;
        games += done.games;
    }
    println!("{moves} moves, {games} finished games, {infos} messages with lines");
    // All pages are gone: within the 30 seconds that a lost page has to come back, searches end.
    tokio::time::sleep(Duration::from_secs(40)).await;
    let before = seconds(pid);
    tokio::time::sleep(Duration::from_secs(10)).await;
    let idle = seconds(pid).zip(before).map(|(after, before)| after - before);
    report("pages gone");
    println!("processor time in 10 s without pages: {idle:?} s");
    println!("usiok beside the server: {:.1} ms", usiok(&program));
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(refused, Some(4000), "one page more");
    assert!(moves > pages && infos > pages, "all pages got something done");
    if let Some(idle) = idle {
        assert!(idle < 1.0, "an engine goes on without a page: {idle} s in 10 s");
    }
    if let (Some((half, _)), Some((last, _))) = (half, last) {
        assert!(last < half + half / 4 + 50, "memory grows: {half} MB, then {last} MB");
    }
}
