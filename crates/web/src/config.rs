//! How the server is set up.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use eval::Model;

/// Who must show a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// Nobody on this machine; pages on other machines must show a token that is made at the start.
    Auto,
    /// Everybody must show this token.
    Fixed(String),
    /// Nobody.
    None,
}

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen at.
    pub address: IpAddr,
    /// The port; zero lets the system choose.
    pub port: u16,
    /// If the port is taken, the next free one of the following ones is used.
    pub next_port: bool,
    /// The options of the engine, by name: network, book and the like.
    pub engine_options: Vec<(String, String)>,
    /// The name of the engine, for pages.
    pub engine_name: String,
    /// A network evaluates positions.
    pub has_network: bool,
    /// The evaluator for the analysis of whole games; without it there is none.
    pub model: Option<Model>,
    /// The most threads of a search.
    pub threads: u32,
    /// The most memory of a hash table in megabytes.
    pub hash_mb: u32,
    /// The most engines that search at a time.
    pub engines: usize,
    /// The most sessions.
    pub sessions: usize,
    /// A session whose page has been gone for this long ends.
    pub idle: Duration,
    /// The folder of saved games.
    pub games: PathBuf,
    /// Results files of matches, and folders of them.
    pub results: Vec<PathBuf>,
    /// More names under which pages may call the server.
    pub allow_hosts: Vec<String>,
    /// Who must show a token.
    pub token: Token,
}

impl Config {
    /// The usual settings, with saved games in this folder.
    pub fn new(games: PathBuf) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8141,
            next_port: true,
            engine_options: Vec::new(),
            engine_name: format!("Sakiyomi {}", env!("CARGO_PKG_VERSION")),
            has_network: false,
            model: None,
            threads: u32::try_from(cores.saturating_sub(1)).unwrap_or(1).max(1),
            hash_mb: 64,
            engines: 2,
            sessions: 8,
            idle: Duration::from_secs(600),
            games,
            results: Vec::new(),
            allow_hosts: Vec::new(),
            token: Token::Auto,
        }
    }
}
