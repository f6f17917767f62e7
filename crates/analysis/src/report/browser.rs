//! The page in a browser, driven over the DevTools protocol. `SAKIYOMI_BROWSER` names a Chromium;
//! where it is not set the test says that it is skipped. With `SAKIYOMI_SCREENSHOTS` set to a
//! folder, pictures are left there; with `SAKIYOMI_PAGE` set, they show that page.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use base64::Engine;
use serde_json::{Value as Json, json};
use tungstenite::{Message, WebSocket};

use super::fixture::report;
use super::tests::written;
use super::{Form, Options};
use crate::terminal::Language;

struct Browser {
    child: Child,
    socket: WebSocket<TcpStream>,
    session: Option<String>,
    last_id: u64,
    events: Vec<Json>,
    _home: tempfile::TempDir,
}

impl Browser {
    fn start(program: &str) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .args(["--no-first-run", "--remote-debugging-port=0", "about:blank"])
            .arg(format!("--user-data-dir={}", home.path().display()))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("SAKIYOMI_BROWSER={program} does not start: {error}"));
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let address = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("DevTools listening on ").map(str::to_owned))
            .expect("the browser names its address");
        // The browser must not wait for a reader of its messages.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        let host = address.trim_start_matches("ws://").split('/').next().expect("a host");
        let stream = TcpStream::connect(host).expect("the browser listens");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
        let (socket, _) = tungstenite::client(address.as_str(), stream).expect("a socket");
        let mut browser =
            Self { child, socket, session: None, last_id: 0, events: Vec::new(), _home: home };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", attach);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Runtime.enable", "Log.enable", "Network.enable", "Page.enable"] {
            browser.call(domain, json!({}));
        }
        browser
    }

    fn call(&mut self, method: &str, params: Json) -> Json {
        self.last_id += 1;
        let mut message = json!({ "id": self.last_id, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(message.to_string())).expect("sent");
        loop {
            let answer = self.socket.read().expect("an answer in time");
            let Ok(text) = answer.to_text() else { continue };
            let Ok(answer) = serde_json::from_str::<Json>(text) else { continue };
            if answer["id"] == self.last_id {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    fn open(&mut self, page: &Path) {
        self.call("Page.navigate", json!({ "url": format!("file://{}", page.display()) }));
        for _ in 0..200 {
            if self.value("document.readyState === 'complete' && document.title !== ''") == true {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("the page did not load");
    }

    fn value(&mut self, expression: &str) -> Json {
        let params = json!({ "expression": expression, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", params);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", json!({ "type": kind, "key": key }));
        }
    }

    /// Messages of errors and requests but for the page itself.
    fn complaints(&self, page: &Path) -> Vec<&Json> {
        let own = format!("file://{}", page.display());
        let is_complaint = |event: &&Json| match event["method"].as_str().unwrap_or_default() {
            "Runtime.exceptionThrown" | "Runtime.consoleAPICalled" | "Log.entryAdded" => true,
            "Network.requestWillBeSent" => {
                let url = event["params"]["request"]["url"].as_str().unwrap_or_default();
                url.split('#').next() != Some(own.as_str())
            }
            _ => false,
        };
        self.events.iter().filter(is_complaint).collect()
    }

    fn picture(&mut self, width: u32, height: u32, scheme: &str, file: &Path) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", features);
        let picture = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let data = picture["data"].as_str().expect("data");
        let bytes = base64::engine::general_purpose::STANDARD.decode(data).expect("base64");
        std::fs::write(file, bytes).expect("a file");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A report of a real analysis with little effort; the players' names are hostile.
fn searched_report() -> crate::model::GameReport {
    const MOVES: &str = "7g7f 3c3d 8h2b+ 3a2b B*4e 5a4b 4e3d 4b5b 3d2c+ 8c8d 2c2b 5b6b 2b3b 8d8e \
                         3b4a 6a5b 2g2f 8e8f";
    let mut position = shogi::Position::startpos();
    let mut moves = Vec::new();
    for text in MOVES.split_whitespace() {
        let mv = position.parse_legal_move(text).expect("a legal move");
        position.play(mv);
        moves.push(mv);
    }
    let mut game = kifu::Game::from_moves(&shogi::Position::startpos(), &moves);
    for name in [kifu::header::BLACK, kifu::header::WHITE] {
        game.headers
            .set(name, "</script><script>hostile=1</script>\"'><img src=x onerror=hostile=1>");
    }
    let settings = crate::model::Settings {
        mate_nodes: 500,
        deep_mate_nodes: 1_000,
        hisshi_nodes: 500,
        hash_mb: 1,
        ..crate::model::Settings::with_nodes(500)
    };
    let request = crate::Request {
        game: &game,
        source: Some("<b>.kif"),
        warnings: &[],
        model: &eval::Model::Classic,
        settings: &settings,
        jobs: 2,
    };
    let stop = std::sync::atomic::AtomicBool::new(false);
    crate::analyse(&request, &mut crate::Forgetful, &mut |_| {}, &stop).expect("a report")
}

#[test]
fn the_page_of_a_searched_report_works_in_a_browser() {
    let Ok(program) = std::env::var("SAKIYOMI_BROWSER") else {
        eprintln!("skipped: SAKIYOMI_BROWSER is not set, so no browser opens the page");
        return;
    };
    let report = searched_report();
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    std::fs::write(&page, written(&report, Form::Html, &Options::default())).expect("a file");
    let mut browser = Browser::start(&program);
    browser.open(&page);
    assert_eq!(browser.value("typeof hostile"), "undefined", "a name ran");
    for ply in 0..report.plies.len() {
        assert_eq!(browser.value("document.body.dataset.ply"), ply.to_string());
        browser.press("ArrowRight");
    }
    browser.press("Home");
    for moment in &report.moments {
        browser.press("PageDown");
        assert_eq!(browser.value("document.body.dataset.ply"), moment.ply.to_string());
    }
    assert_eq!(browser.value("document.querySelectorAll('img').length"), 0);
    let complaints = browser.complaints(&page);
    assert!(complaints.is_empty(), "{complaints:?}");
}

#[test]
fn the_page_works_in_a_browser() {
    let Ok(program) = std::env::var("SAKIYOMI_BROWSER") else {
        eprintln!("skipped: SAKIYOMI_BROWSER is not set, so no browser opens the page");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    for language in [Language::Japanese, Language::English] {
        let page = folder.path().join(format!("{language:?}.html"));
        let options = Options { language, ..Options::default() };
        std::fs::write(&page, written(&report(), Form::Html, &options)).expect("a file");
        let mut browser = Browser::start(&program);
        browser.open(&page);
        assert_eq!(browser.value("typeof hostile"), "undefined", "a name ran");
        assert_eq!(browser.value("document.title.includes('<script>hostile=1</script>')"), true);
        for ply in 0..report().plies.len() {
            assert_eq!(browser.value("document.body.dataset.ply"), ply.to_string());
            let pieces = browser.value("document.querySelectorAll('#board use').length");
            assert!(pieces.as_u64().is_some_and(|pieces| (30..=40).contains(&pieces)), "{pieces}");
            let move_words = browser.value("document.querySelector('#panel h2').textContent");
            assert!(move_words.as_str().expect("text").contains(&ply.to_string()));
            browser.press("ArrowRight");
        }
        browser.press("Home");
        assert_eq!(browser.value("document.body.dataset.ply"), "0");
        browser.press("PageDown");
        assert_eq!(browser.value("document.body.dataset.ply"), "23");
        // A line on the board, walked to its end and left.
        browser.value("document.querySelector('.card .line.best .mv').click()");
        let place = "document.body.dataset.ply + ' ' + document.body.dataset.at";
        assert_eq!(browser.value(place), "22 1");
        browser.press("ArrowRight");
        assert_eq!(browser.value(place), "22 2");
        browser.press("Escape");
        assert_eq!(browser.value(place), "22 0");
        browser.value("document.querySelector('.card a.mark').click()");
        assert_eq!(browser.value("document.querySelectorAll('.card .facts .fact').length"), 2);
        let before = browser.value("document.querySelector('#board').innerHTML");
        browser.press("f");
        assert_ne!(browser.value("document.querySelector('#board').innerHTML"), before);
        let wide = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(browser.value(wide), true, "the page scrolls sideways");
        let complaints = browser.complaints(&page);
        assert!(complaints.is_empty(), "{complaints:?}");
    }
    if let Ok(pictures) = std::env::var("SAKIYOMI_SCREENSHOTS") {
        let shown = std::env::var("SAKIYOMI_PAGE").map(Into::into);
        let shown = shown.unwrap_or_else(|_| folder.path().join("English.html"));
        let mut browser = Browser::start(&program);
        browser.open(&shown);
        let pictures = Path::new(&pictures);
        browser.press("PageDown");
        browser.picture(1200, 1500, "light", &pictures.join("head.png"));
        browser.value("document.querySelector('.cards-head').scrollIntoView()");
        browser.picture(1200, 1500, "light", &pictures.join("cards.png"));
        browser.picture(1200, 1500, "dark", &pictures.join("dark.png"));
        browser.value("scrollTo(0, 0)");
        browser.picture(420, 1500, "light", &pictures.join("narrow.png"));
    }
}
