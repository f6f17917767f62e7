//! Analysis, solvers, whole games, problems: what comes in which order, and how it ends.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::page::{Folder, Page, own, server, server_with};

fn analyse(moves: &[&str]) -> Value {
    json!({"t": "analyse.start", "start": "startpos", "moves": moves, "lines": 3})
}

const MATE: &str = "7k1/5G3/9/8S/5B3/9/8L/9/9 b 2rb3g3s4n3l18p 1";

#[tokio::test(flavor = "multi_thread")]
async fn lines_come_at_a_bounded_rate_until_stop() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    let job = page.ask(analyse(&["7g7f"])).await;
    assert_eq!((&job["t"], &job["kind"]), (&json!("job"), &json!("analyse")));
    let first = page.next("info").await;
    assert_eq!(first["job"], job["job"]);
    let began = Instant::now();
    let mut count = 0;
    let mut lines = Vec::new();
    while began.elapsed() < Duration::from_secs(2) {
        let message = page.any().await;
        if message["t"] == "info" {
            count += 1;
            lines = message["lines"].as_array().expect("lines").clone();
        }
    }
    assert!(count <= 12, "{count} messages in two seconds");
    assert_eq!(lines.len(), 3);
    assert!(lines[0]["natural"]["percent"].as_f64().expect("a number") > 0.0);
    assert!(lines[0]["text"][0]["ja"].is_string());
    let began = Instant::now();
    let done = page.ask(json!({"t": "analyse.stop"})).await;
    assert_eq!((&done["t"], &done["reason"]), (&json!("done"), &json!("stopped")));
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_page_hears_no_lines() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    page.ask(analyse(&[])).await;
    page.next("info").await;
    page.ask(json!({"t": "prefs", "visible": false})).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let shown = page.send(json!({"t": "prefs", "visible": true})).await;
    loop {
        let message = page.any().await;
        assert_ne!(message["t"], "info", "{message}");
        if message["id"] == shown {
            break;
        }
    }
    page.next("info").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_position_cancels_the_old_one_first() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    let first = page.ask(analyse(&[])).await["job"].clone();
    page.next("info").await;
    let id = page.send(analyse(&["7g7f"])).await;
    let mut was_cancelled = false;
    let second = loop {
        let message = page.any().await;
        if message["t"] == "done" {
            assert_eq!((&message["job"], &message["reason"]), (&first, &json!("cancelled")));
            was_cancelled = true;
        }
        if message["id"] == id {
            break message["job"].clone();
        }
    };
    assert!(was_cancelled);
    for _ in 0..3 {
        assert_eq!(page.next("info").await["job"], second, "no old line appears");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_end_an_analysis() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    let mut request = analyse(&[]);
    request["limit"] = json!({"nodes": 20_000});
    request["explain"] = true.into();
    page.ask(request).await;
    assert_eq!(page.next("done").await["reason"], "limit");
    let mut request = analyse(&[]);
    request["threat"] = true.into();
    let job = page.ask(request).await;
    assert_eq!(page.next("info").await["job"], job["job"]);
    let bad = page.ask(json!({"t": "analyse.start", "start": "nonsense", "moves": []})).await;
    assert_eq!(bad["code"], "bad-sfen");
}

#[tokio::test(flavor = "multi_thread")]
async fn facts_follow_a_position_that_stands_still() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    let threat = "4k4/9/4P4/9/9/9/9/9/4K4 w G 1";
    let request = json!({"t": "analyse.start", "start": threat, "moves": [], "explain": true});
    page.ask(request).await;
    let facts = page.next("facts").await;
    assert!(facts["facts"]["terms"].is_array(), "{facts}");
    let facts = page.next("facts").await;
    assert_eq!(facts["facts"]["tsumero"]["line"], json!(["G*5b"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_waiting_job_makes_a_free_analysis_give_way() {
    let folder = Folder::new();
    let server = server_with(&folder, |config| config.engines = 1);
    let mut first = Page::open(&server).await;
    let mut second = Page::open(&server).await;
    first.ask(analyse(&[])).await;
    first.next("info").await;
    let job = second.ask(analyse(&["7g7f"])).await;
    assert_eq!(job["state"], "queued");
    assert_eq!(first.next("notice").await["code"], "gave-way");
    assert_eq!(first.next("done").await["reason"], "cancelled");
    assert_eq!(second.next("job").await["state"], "running");
    second.next("info").await;
    // A game does not give way, and its page may leave the queue.
    let game = json!({
        "t": "game.new", "start": {"handicap": "even"}, "human": "white", "level": 10
    });
    first.ask(game).await;
    assert_eq!(second.next("notice").await["code"], "gave-way");
    assert_eq!(first.my_turn().await["moves"].as_array().map(Vec::len), Some(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn solvers_prove_or_say_that_they_do_not_know() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    let solve = |kind: &str, start: &str| json!({"t": "solve.start", "kind": kind, "start": start, "moves": [], "shortest": true});
    page.ask(solve("mate", MATE)).await;
    let verdict = page.next("verdict").await;
    assert_eq!((&verdict["outcome"], &verdict["plies"]), (&json!("mate"), &json!(5)), "{verdict}");
    assert_eq!(verdict["shortest"], true);
    assert_eq!(page.next("done").await["reason"], "found");
    page.ask(solve("mate", "startpos")).await;
    assert_eq!(page.next("verdict").await["outcome"], "nomate");
    page.next("done").await;
    page.ask(solve("tsumero", "4k4/9/4P4/9/9/9/9/9/4K4 w G 1")).await;
    assert_eq!(page.next("verdict").await["outcome"], "tsumero");
    page.next("done").await;
    let hisshi = own(&server, "GET /api/problems?set=hisshi-1&after=0", "", b"").json();
    let mut request = solve("hisshi", hisshi["sfen"].as_str().expect("a position"));
    request["plies"] = 1.into();
    request["limitMs"] = 60_000.into();
    page.ask(request).await;
    assert_eq!(page.next("verdict").await["outcome"], "hisshi");
    page.next("done").await;
    let hard = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let mut request = solve("hisshi", hard);
    request["plies"] = 7.into();
    request["limitMs"] = 200.into();
    page.ask(request.clone()).await;
    let verdict = page.next("verdict").await;
    if verdict["outcome"] == "unknown" {
        assert!(verdict["reason"].is_string());
        request["limitMs"] = 60_000.into();
        page.ask(request).await;
        let began = Instant::now();
        assert_eq!(page.ask(json!({"t": "solve.stop"})).await["reason"], "stopped");
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn problems_are_judged() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    let problem = own(&server, "GET /api/problems?set=mate-5&after=2", "", b"").json();
    let first = problem["solution"][0].clone();
    let attempt = json!({"t": "solve.try", "problem": problem["id"], "moves": [first]});
    let judged = page.ask(attempt).await;
    assert_eq!(judged["outcome"], "right", "{judged}");
    assert!(judged["reply"].is_string());
    let sets = own(&server, "GET /api/problems", "", b"").json();
    assert!(sets.as_array().expect("sets").len() >= 8);
    let missing = page.ask(json!({"t": "solve.try", "problem": "x/1", "moves": ["7g7f"]})).await;
    assert_eq!(missing["code"], "not-found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_analysed() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    assert_eq!(page.welcome["caps"]["review"], true);
    let text = "position startpos moves 7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 8h4d 2b4d";
    let read = own(&server, "POST /api/kifu?name=x", "application/octet-stream", text.as_bytes());
    let tree = read.json()["games"][0]["tree"].clone();
    let job = page.ask(json!({"t": "review.start", "tree": tree, "nodes": 2_000})).await;
    assert_eq!((&job["t"], &job["kind"]), (&json!("job"), &json!("review")), "{job}");
    let mut judged = 0;
    let mut has_summary = false;
    let mut has_progress = false;
    loop {
        let message = page.any().await;
        match message["t"].as_str() {
            Some("ply") => judged += usize::from(message["ply"]["loss"].is_number()),
            Some("summary") => has_summary = true,
            Some("progress") => has_progress = true,
            Some("done") => {
                assert_eq!(message["reason"], "found");
                break;
            }
            _ => {}
        }
    }
    assert_eq!(judged, 8);
    assert!(has_summary && has_progress);
    let again = json!({"t": "review.start", "tree": tree, "nodes": 200_000});
    page.ask(again).await;
    let stopped = page.ask(json!({"t": "review.stop"})).await;
    assert_eq!(stopped["reason"], "stopped");
    let empty = json!({"t": "review.start", "tree": {"headers": [], "start": "x", "nodes": []}});
    assert_eq!(page.ask(empty).await["code"], "bad-sfen");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_is_answered_although_nothing_runs() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    for stop in ["analyse.stop", "review.stop", "solve.stop"] {
        let id = page.send(json!({ "t": stop })).await;
        // What is asked next is answered in any case, and after the stop.
        page.send(json!({"t": "position", "start": "startpos", "moves": []})).await;
        let answer = page.any().await;
        assert_eq!((&answer["id"], &answer["t"]), (&json!(id), &json!("done")), "{stop}: {answer}");
        assert_eq!(answer["job"], 0, "{stop}");
        page.next("pos").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_outlives_a_clock_that_runs_out() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    page.ask(json!({
        "t": "game.new", "start": {"handicap": "even"}, "human": "black", "level": 1,
        "time": {"main": 1_500}
    }))
    .await;
    let job = page.ask(analyse(&["7g7f"])).await["job"].clone();
    assert_eq!(page.next("game").await["result"]["reason"], "time");
    assert_eq!(page.next("info").await["job"], job, "the analysis goes on");
    let done = page.ask(json!({"t": "analyse.stop"})).await;
    assert_eq!((&done["job"], &done["reason"]), (&job, &json!("stopped")));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_that_the_game_ends_says_so() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    page.ask(json!({
        "t": "game.new", "start": {"handicap": "even"}, "human": "black", "level": 1
    }))
    .await;
    let job = page.ask(analyse(&[])).await["job"].clone();
    page.next("info").await;
    page.send(json!({"t": "game.move", "ply": 0, "usi": "7g7f"})).await;
    let mut is_done = false;
    loop {
        let message = page.any().await;
        if message["t"] == "done" {
            assert_eq!((&message["job"], &message["reason"]), (&job, &json!("cancelled")));
            is_done = true;
        }
        if message["t"] == "game" && message["moves"].as_array().map(Vec::len) == Some(2) {
            break;
        }
    }
    assert!(is_done, "the page was not told");
}
