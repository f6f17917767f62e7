//! `sakiyomi serve`: the board in the browser.

use crate::evaluator_args::EvaluatorArgs;
use crate::failure::Failure;
use clap::Args;
use engine::{Engine, Event};
use eval::EvaluatorName;
use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use usi::SystemClock;
use web::{Config, Running, Token};

const ABOUT: &str = "\
Play, review games and solve problems on a board in the browser.

The server is for this machine alone unless --address names another address. Then a token is
needed, which stands in the printed address; --no-token does without. Games are saved after every
move. Ctrl-C ends the server.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi serve                          opens the board in the browser
  sakiyomi serve --no-open --port 9000    prints the address only
  sakiyomi serve --address 0.0.0.0        for a phone in the same house: scan the code
  sakiyomi serve --results matches/       shows matches of `sakiyomi arena` as they are played";

/// Play, review and solve on a board in the browser
#[derive(Args)]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Options {
    /// Address to listen at; 0.0.0.0 is all of this machine's
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,

    /// Port to listen at; 0 lets the system choose [default: 8141, or the next free one]
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Do not open a browser
    #[arg(long)]
    no_open: bool,

    /// Most threads of a search [default: all cores but one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: Option<u32>,

    /// Most memory of each engine's hash table, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,

    /// Engines that search at a time; others wait
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    engines: u16,

    /// Most browser tabs at a time
    #[arg(long, value_name = "N", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=200))]
    sessions: u16,

    /// Minutes after which the engine of a closed tab is given up
    #[arg(long, value_name = "MIN", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1440))]
    idle: u32,

    /// Folder of saved games [default: a part of the user's data folder]
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,

    /// Results file of `sakiyomi arena`, or a folder of them; may be given several times
    #[arg(long, value_name = "PATH")]
    results: Vec<PathBuf>,

    /// Another name under which browsers may call this server, such as a proxy's
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,

    /// Token that browsers must show, also on this machine [default: none here, a random one
    /// at other addresses]
    #[arg(long, value_name = "TEXT", conflicts_with = "no_token")]
    token: Option<String>,

    /// Let everybody in who can connect
    #[arg(long)]
    no_token: bool,

    /// Opening book for games
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    #[command(flatten)]
    evaluator: EvaluatorArgs,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let config = config(options)?;
    let running = web::start(config).map_err(|error| Failure::Failed(error.to_string()))?;
    // Scripts read the first line.
    writeln!(out, "{}", running.url())?;
    if let Some(url) = running.outward_url() {
        writeln!(out, "from other machines: {url}")?;
        if std::io::stdout().is_terminal() {
            write_code(&url, out)?;
        }
        if !running.has_token() {
            writeln!(out, "warning: everybody in the network can use this server")?;
        }
    }
    if !web::has_page() {
        writeln!(out, "note: built without the board; `cargo xtask web` builds it (needs Node)")?;
    }
    writeln!(out, "Ctrl-C ends the server")?;
    out.flush()?;
    if !options.no_open {
        open(&running, out)?;
    }
    running.wait_for_signal();
    // A second Ctrl-C does not wait for the engines.
    crate::interrupt::listen();
    running.stop();
    Ok(())
}

fn open(running: &Running, out: &mut dyn Write) -> Result<(), Failure> {
    if webbrowser::open(&running.url()).is_err() {
        writeln!(out, "no browser could be opened; the address above is the board's")?;
        out.flush()?;
    }
    Ok(())
}

/// Writes an address as a QR code for a phone's camera.
fn write_code(url: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let Ok(code) = qrcode::QrCode::new(url.as_bytes()) else { return Ok(()) };
    let picture = code.render::<qrcode::render::unicode::Dense1x2>().quiet_zone(true).build();
    writeln!(out, "{picture}")?;
    Ok(())
}

fn config(options: &Options) -> Result<Config, Failure> {
    let games = options.games.clone().unwrap_or_else(web::default_games_folder);
    let mut config = Config::new(games);
    config.address = options.address;
    config.next_port = options.port.is_none();
    config.port = options.port.unwrap_or(config.port);
    config.threads = options.threads.unwrap_or(config.threads);
    config.hash_mb = options.hash;
    config.engines = options.engines.into();
    config.sessions = options.sessions.into();
    config.idle = Duration::from_secs(60 * u64::from(options.idle));
    config.results.clone_from(&options.results);
    config.allow_hosts.clone_from(&options.allow_host);
    config.token = match &options.token {
        Some(text) => Token::Fixed(text.clone()),
        None if options.no_token => Token::None,
        None => Token::Auto,
    };
    for path in &options.results {
        if !path.exists() {
            return Err(Failure::Usage(format!("--results {}: no such file", path.display())));
        }
    }
    let evaluator = options.evaluator.options()?;
    config.engine_options =
        evaluator.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    if let Some(book) = &options.book {
        if !book.is_file() {
            return Err(Failure::Usage(format!("--book {}: no such file", book.display())));
        }
        let folder = ("BookDir".to_owned(), String::new());
        config.engine_options.push(folder);
        config.engine_options.push(("BookFile".to_owned(), book.display().to_string()));
    }
    config.has_network = check_engine(options, &config)?;
    config.model = Some(options.evaluator.model(EvaluatorName::Network)?.0);
    Ok(config)
}

/// Makes an engine once, so that wrong files are told now and not in the browser. Says whether a
/// network evaluates.
fn check_engine(options: &Options, config: &Config) -> Result<bool, Failure> {
    let notes = Arc::new(Mutex::new(Vec::new()));
    let ear = Arc::clone(&notes);
    let sink = move |event| {
        if let Event::Note(text) = event {
            ear.lock().unwrap_or_else(PoisonError::into_inner).push(text);
        }
    };
    let mut engine = Engine::new(Arc::new(SystemClock::new()), Arc::new(sink))
        .map_err(|error| Failure::Failed(format!("no memory for the engine: {error}")))?;
    engine.set_option("USI_Hash", "1").map_err(|error| Failure::Usage(error.to_string()))?;
    for (name, value) in &config.engine_options {
        engine.set_option(name, value).map_err(|error| Failure::Usage(error.to_string()))?;
    }
    engine.make_ready();
    let notes = notes.lock().unwrap_or_else(PoisonError::into_inner);
    options.evaluator.check_engine(&engine, &notes)?;
    Ok(engine.model().name() == EvaluatorName::Network)
}
