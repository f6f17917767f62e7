//! A server for one test, and a page that talks to it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use web::{Config, Running};

/// No answer of a server on a busy machine takes longer.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A folder of this test alone, which is removed at its end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("sakiyomi-web-test-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        // An earlier run may have left it.
        let _ = std::fs::remove_dir_all(&folder);
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Settings for a test: any port, a fast evaluator, one thread, little memory.
pub fn config(folder: &Folder) -> Config {
    let mut config = Config::new(folder.0.clone());
    config.port = 0;
    config.threads = 1;
    config.hash_mb = 8;
    config.engine_options = vec![("Evaluator".to_owned(), "classic".to_owned())];
    config.model = Some(eval::Model::Classic);
    config
}

/// Starts a server with some settings changed.
pub fn server_with(folder: &Folder, change: impl FnOnce(&mut Config)) -> Running {
    let mut config = config(folder);
    change(&mut config);
    web::start(config).expect("a server")
}

/// Starts a server.
pub fn server(folder: &Folder) -> Running {
    server_with(folder, |_| {})
}

/// A page with a socket.
pub struct Page {
    socket: WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>,
    id: u64,
    pub session: String,
    /// The answer to hello.
    pub welcome: Value,
    /// The state after connecting.
    pub state: Value,
}

/// The request for a socket, with an origin.
pub fn upgrade(address: SocketAddr, origin: Option<&str>) -> Request {
    let mut request = format!("ws://{address}/ws").into_client_request().expect("a request");
    if let Some(origin) = origin {
        request.headers_mut().insert("Origin", origin.parse().expect("a header"));
    }
    request
}

/// Opens a socket without a word.
pub async fn connect(server: &Running) -> WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>> {
    let origin = format!("http://{}", server.address());
    let request = upgrade(server.address(), Some(&origin));
    connect_async(request).await.expect("a socket").0
}

impl Page {
    /// Opens a page in a new session.
    pub async fn open(server: &Running) -> Self {
        Self::open_session(server, None).await
    }

    /// Opens a page that continues a session.
    pub async fn open_session(server: &Running, session: Option<&str>) -> Self {
        let socket = connect(server).await;
        let none = Value::Null;
        let (id, session_name) = (0, String::new());
        let mut page =
            Self { socket, id, session: session_name, welcome: none.clone(), state: none };
        page.welcome = page.ask(json!({"t": "hello", "v": 1, "session": session})).await;
        assert_eq!(page.welcome["t"], "welcome", "{}", page.welcome);
        page.session = page.welcome["session"].as_str().expect("a name").to_owned();
        page.state = page.next("state").await;
        page
    }

    /// Sends a text as it is.
    pub async fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.expect("sent");
    }

    /// Sends a request and returns its number.
    pub async fn send(&mut self, mut request: Value) -> u64 {
        self.id += 1;
        request["id"] = self.id.into();
        self.send_text(&request.to_string()).await;
        self.id
    }

    /// The next message; none if the socket was closed.
    pub async fn try_any(&mut self) -> Result<Value, u16> {
        loop {
            let message = timeout(PATIENCE, self.socket.next()).await.expect("an answer in time");
            match message {
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

    /// The next message.
    pub async fn any(&mut self) -> Value {
        self.try_any().await.expect("an open socket")
    }

    /// The next message of a kind; others are skipped.
    pub async fn next(&mut self, kind: &str) -> Value {
        loop {
            let message = self.any().await;
            if message["t"] == kind {
                return message;
            }
        }
    }

    /// Sends a request and returns its answer.
    pub async fn ask(&mut self, request: Value) -> Value {
        let id = self.send(request).await;
        loop {
            let message = self.any().await;
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Waits until the game is the human's, or over.
    pub async fn my_turn(&mut self) -> Value {
        loop {
            let game = self.next("game").await;
            if game["phase"] != "engine" {
                return game;
            }
        }
    }

    /// Reads until the socket is closed and returns the number of the reason.
    pub async fn closed(&mut self) -> u16 {
        loop {
            if let Err(code) = self.try_any().await {
                return code;
            }
        }
    }

    /// Goes away without a word.
    pub fn vanish(self) {
        drop(self.socket);
    }

    /// Sends bytes in a binary frame.
    pub async fn send_binary(&mut self, bytes: Vec<u8>) {
        self.socket.send(Message::binary(bytes)).await.expect("sent");
    }

    /// Sends a text; a closed socket is no failure.
    pub async fn try_send(&mut self, text: &str) -> bool {
        self.socket.send(Message::text(text)).await.is_ok()
    }
}

/// An answer of HTTP.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// Sends a request with exactly these headers and reads the whole answer.
pub fn http(address: SocketAddr, line: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
    let mut head = format!("{line} HTTP/1.1\r\nConnection: close\r\n");
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if !body.is_empty() {
        head.push_str(&format!("Content-Length: {}\r\n", body.len()));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes()).expect("sent");
    // A server that refuses a body may close before it has read it.
    let _ = stream.write_all(body);
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    Answer { status, head, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
}

/// Sends a request as the server's own page would.
pub fn own(server: &Running, line: &str, kind: &str, body: &[u8]) -> Answer {
    let address = server.address();
    let (host, origin) = (address.to_string(), format!("http://{address}"));
    let headers = [("Host", host.as_str()), ("Origin", &origin), ("Content-Type", kind)];
    http(address, line, &headers, body)
}

/// Waits until something holds.
pub async fn until(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "{what} does not come about");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
