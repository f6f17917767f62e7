//! The server: listening, connections with limits, routes, the end.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::{Semaphore, watch};

use crate::arena_watch::ArenaFiles;
use crate::config::{Config, Token};
use crate::guard::{self, Guard};
use crate::permits::Permits;
use crate::registry::{Players, Registry};
use crate::saved::{SavedGames, random_hex};
use crate::session::Shared;
use crate::{assets, limits, routes};

/// The ports that are tried after the first one.
const NEXT_PORTS: u16 = 20;
/// The time between two looks for sessions whose pages are gone.
const SWEEP: Duration = Duration::from_secs(5);
/// The digits of a token, four bits each.
const TOKEN_DIGITS: usize = 32;

/// What keeps a server from starting.
#[derive(Debug)]
pub enum ServeError {
    /// The address cannot be listened at.
    Bind(SocketAddr, io::Error),
    /// The folder of saved games cannot be used.
    Games(std::path::PathBuf, io::Error),
    /// The token has characters that cannot stand in an address.
    Token,
    /// The system gives no threads or no random numbers.
    System(io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bind(address, error) => write!(f, "cannot listen at {address}: {error}"),
            Self::Games(folder, error) => {
                write!(f, "the folder of saved games {} cannot be used: {error}", folder.display())
            }
            Self::Token => f.write_str(
                "a token has 8 to 128 letters, digits, `-` or `_`, so that it fits an address",
            ),
            Self::System(error) => write!(f, "the server cannot start: {error}"),
        }
    }
}

impl std::error::Error for ServeError {}

/// What all requests share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) guard: Arc<Guard>,
    pub(crate) registry: Arc<Registry>,
}

/// A server that runs until it is stopped or dropped.
pub struct Running {
    runtime: Option<Runtime>,
    registry: Arc<Registry>,
    address: SocketAddr,
    token: Option<String>,
    stop: watch::Sender<bool>,
}

fn token(config: &Config) -> Result<Option<String>, ServeError> {
    match &config.token {
        Token::None => Ok(None),
        Token::Auto if config.address.is_loopback() => Ok(None),
        Token::Auto => random_hex(TOKEN_DIGITS).map(Some).map_err(ServeError::System),
        Token::Fixed(text) => {
            let is_good = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
            let is_long = (8..=128).contains(&text.len());
            if is_long && text.bytes().all(is_good) {
                Ok(Some(text.clone()))
            } else {
                Err(ServeError::Token)
            }
        }
    }
}

fn bind(config: &Config) -> Result<std::net::TcpListener, ServeError> {
    let last = if config.next_port && config.port > 0 {
        config.port.saturating_add(NEXT_PORTS)
    } else {
        config.port
    };
    let mut failure = None;
    for port in config.port..=last {
        let address = SocketAddr::new(config.address, port);
        match std::net::TcpListener::bind(address) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                failure.get_or_insert(ServeError::Bind(address, error));
            }
            Err(error) => return Err(ServeError::Bind(address, error)),
        }
    }
    let address = SocketAddr::new(config.address, config.port);
    Err(failure.unwrap_or_else(|| ServeError::Bind(address, io::ErrorKind::AddrInUse.into())))
}

/// Starts a server. It listens when this returns.
pub fn start(config: Config) -> Result<Running, ServeError> {
    let token = token(&config)?;
    let saved = SavedGames::open(&config.games)
        .map_err(|error| ServeError::Games(config.games.clone(), error))?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("web")
        .enable_all()
        .build()
        .map_err(ServeError::System)?;
    let listener = bind(&config)?;
    let address = listener.local_addr().map_err(ServeError::System)?;
    // Browsers may take `localhost` for either address; if the other one is taken, this one does.
    let other = SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), address.port());
    let is_loopback = address.ip() == IpAddr::from([127, 0, 0, 1]);
    let second = is_loopback.then(|| std::net::TcpListener::bind(other).ok()).flatten();

    let guard = Arc::new(Guard::new(address, &config.allow_hosts, token.clone()));
    let idle = config.idle;
    let shared = Arc::new(Shared {
        permits: Permits::new(config.engines),
        arena: ArenaFiles::new(&config.results),
        build: assets::build(),
        kept: crate::review::Kept::default(),
        players: Players::default(),
        saved,
        config,
    });
    let registry = Arc::new(Registry::new(shared));
    let app = App { guard, registry: Arc::clone(&registry) };
    let router = router(app);
    let (stop, stopped) = watch::channel(false);
    let connections = Arc::new(Semaphore::new(limits::CONNECTIONS));
    let context = runtime.enter();
    for listener in [Some(listener), second].into_iter().flatten() {
        listener.set_nonblocking(true).map_err(ServeError::System)?;
        let listener = TcpListener::from_std(listener).map_err(ServeError::System)?;
        let (router, connections) = (router.clone(), Arc::clone(&connections));
        runtime.spawn(accept(listener, router, connections, stopped.clone()));
    }
    let sweeper = Arc::clone(&registry);
    runtime.spawn(async move {
        let mut tick = tokio::time::interval(SWEEP.min(idle.max(Duration::from_millis(100))));
        loop {
            tick.tick().await;
            sweeper.expire(idle);
        }
    });
    drop(context);
    Ok(Running { runtime: Some(runtime), registry, address, token, stop })
}

async fn accept(
    listener: TcpListener,
    router: Router,
    connections: Arc<Semaphore>,
    mut stopped: watch::Receiver<bool>,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopped.changed() => return,
        };
        let Ok((stream, _)) = accepted else {
            // Too many open files, for example: others may close theirs.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        // A connection beyond the limit is closed at once.
        let Ok(permit) = Arc::clone(&connections).try_acquire_owned() else { continue };
        // Small messages should not wait for more; if that cannot be had, they do.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(limits::HEADER_TIME)
                .max_buf_size(64 << 10)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            // What fails here is a page that is gone or talks nonsense.
            let _ = connection.await;
            drop(permit);
        });
    }
}

fn router(app: App) -> Router {
    routes::router()
        .layer(DefaultBodyLimit::max(limits::BODY_BYTES))
        .layer(middleware::from_fn(in_time))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

/// Ends requests that take too long.
async fn in_time(request: Request, next: Next) -> Response {
    match tokio::time::timeout(limits::REQUEST_TIME, next.run(request)).await {
        Ok(answer) => answer,
        Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
    }
}

/// Answers the upgrade of a page's socket.
pub(crate) async fn socket(
    State(app): State<App>,
    upgrade: axum::extract::ws::WebSocketUpgrade,
) -> Response {
    upgrade
        .max_message_size(limits::MESSAGE_BYTES)
        .max_frame_size(limits::MESSAGE_BYTES)
        .on_upgrade(move |socket| crate::socket::serve(socket, app.registry))
}

impl Running {
    /// The address that the server listens at.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address for a browser on this machine, with the token where there is one.
    pub fn url(&self) -> String {
        let ip = self.address.ip();
        let ip = if ip.is_unspecified() { IpAddr::from([127, 0, 0, 1]) } else { ip };
        self.url_at(ip)
    }

    /// The address for a browser on another machine in the network, if others can connect.
    pub fn outward_url(&self) -> Option<String> {
        let ip = self.address.ip();
        if ip.is_loopback() {
            return None;
        }
        let ip = if ip.is_unspecified() { guard::outward_address()? } else { ip };
        Some(self.url_at(ip))
    }

    fn url_at(&self, ip: IpAddr) -> String {
        let address = SocketAddr::new(ip, self.address.port());
        match &self.token {
            Some(token) => format!("http://{address}/?token={token}"),
            None => format!("http://{address}/"),
        }
    }

    /// Must pages show a token?
    pub fn has_token(&self) -> bool {
        self.token.is_some()
    }

    /// The number of sessions.
    pub fn sessions(&self) -> usize {
        self.registry.len()
    }

    /// Waits for Ctrl-C, or for the signal that asks a program to end.
    pub fn wait_for_signal(&self) {
        let Some(runtime) = &self.runtime else { return };
        runtime.block_on(signal());
    }

    /// Ends the server: no new connections, engines stopped, sockets closed. Games are in their
    /// files already.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        let Some(runtime) = self.runtime.take() else { return };
        // The listeners may have ended already.
        let _ = self.stop.send(true);
        self.registry.end();
        // The sockets' tasks send what waits, and the close frame.
        std::thread::sleep(Duration::from_millis(200));
        runtime.shutdown_background();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

async fn signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => {
                tokio::select! {
                    _ = interrupt => {}
                    _ = terminate.recv() => {}
                }
            }
            // Then only Ctrl-C is heard.
            Err(_) => drop(interrupt.await),
        }
    }
    #[cfg(not(unix))]
    drop(interrupt.await);
}
