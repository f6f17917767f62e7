//! The results file: a SQLite database that gets each game, whole, when it ends. A match that is
//! killed at any moment can be resumed: no reported game is lost, none is counted twice.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use rusqlite::{Connection, OptionalExtension, Row, params};
use shogi::Color;

use crate::date;
use crate::ending::{Ending, Outcome};
use crate::error::ArenaError;
use crate::game::GameRecord;
use crate::opening::Opening;
use crate::plan::Plan;
use crate::schedule::Fixture;

/// Changes when older programs could not read the tables any more.
const FORMAT: i64 = 1;

const TABLES: &str = "
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE openings (number INTEGER PRIMARY KEY, text TEXT NOT NULL);
    CREATE TABLE games (
        number INTEGER PRIMARY KEY,
        black INTEGER NOT NULL,
        white INTEGER NOT NULL,
        opening INTEGER NOT NULL,
        winner TEXT,
        ending TEXT NOT NULL,
        is_entered INTEGER NOT NULL,
        plies INTEGER NOT NULL,
        note TEXT,
        seconds REAL NOT NULL,
        began INTEGER
    );
    CREATE TABLE moves (
        game INTEGER NOT NULL,
        ply INTEGER NOT NULL,
        move TEXT NOT NULL,
        score INTEGER,
        depth INTEGER,
        nodes INTEGER,
        time_ms INTEGER NOT NULL,
        PRIMARY KEY (game, ply)
    ) WITHOUT ROWID;
";

/// A results file.
pub struct Store {
    connection: Connection,
}

/// A game as tables need it.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRow {
    /// The players, the opening and the number.
    pub fixture: Fixture,
    /// The result.
    pub outcome: Outcome,
    /// The winner's king stood in the enemy camp.
    pub is_entered: bool,
    /// Moves after the opening.
    pub plies: u64,
    /// The report of a failure.
    pub note: Option<String>,
    /// The time in seconds.
    pub seconds: f64,
    /// The time at which it began, in seconds since 1970; older files do not have it.
    pub began: Option<i64>,
}

/// When a game was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The time at which it began.
    pub began: SystemTime,
    /// The time from its beginning to its end.
    pub took: Duration,
}

impl Span {
    /// The time at which the game began in seconds since 1970.
    fn began_seconds(&self) -> Option<i64> {
        date::seconds(self.began)
    }
}

/// A move as it was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptMove {
    /// The move in USI text.
    pub text: String,
    /// The mover's score.
    pub score: Option<i32>,
    /// The time in milliseconds.
    pub time_ms: u64,
}

/// The means of depth, nodes and time of a player.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Effort {
    /// The moves it played.
    pub moves: u64,
    /// The mean of the depth.
    pub depth: Option<f64>,
    /// The mean of the nodes.
    pub nodes: Option<f64>,
    /// The mean of the time in milliseconds.
    pub time_ms: Option<f64>,
    /// The longest time in milliseconds.
    pub most_ms: Option<f64>,
}

impl Store {
    /// Opens a results file for a plan: a new one, or, with `resume`, one that has begun.
    pub fn begin(
        path: &Path,
        plan: &Plan,
        openings: &[Opening],
        resume: bool,
    ) -> Result<Self, ArenaError> {
        if !resume {
            check_vacant(path)?;
        }
        let mut store = Self { connection: connect(path)? };
        if store.is_new()? {
            store.create(plan, openings)?;
        } else {
            store.go_on(plan, openings)?;
        }
        Ok(store)
    }

    /// Opens a results file to read it.
    pub fn open(path: &Path) -> Result<Self, ArenaError> {
        if !path.exists() {
            return Err(ArenaError::Request(format!("{}: no such file", path.display())));
        }
        let store = Self { connection: connect(path)? };
        if store.is_new()? {
            let sentence = format!("{} is not a results file", path.display());
            return Err(ArenaError::Request(sentence));
        }
        Ok(store)
    }

    fn is_new(&self) -> Result<bool, ArenaError> {
        let sql = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'meta'";
        Ok(self.connection.query_row(sql, [], |row| row.get::<_, i64>(0))? == 0)
    }

    fn create(&mut self, plan: &Plan, openings: &[Opening]) -> Result<(), ArenaError> {
        let text = to_text(plan)?;
        let transaction = self.connection.transaction()?;
        transaction.execute_batch(TABLES)?;
        transaction.execute("INSERT INTO meta VALUES ('format', ?1)", [FORMAT.to_string()])?;
        transaction.execute("INSERT INTO meta VALUES ('plan', ?1)", [text])?;
        for (number, opening) in openings.iter().enumerate() {
            let row = params![number as i64, opening.command().to_string()];
            transaction.execute("INSERT INTO openings VALUES (?1, ?2)", row)?;
        }
        Ok(transaction.commit()?)
    }

    fn go_on(&mut self, plan: &Plan, openings: &[Opening]) -> Result<(), ArenaError> {
        let differs = |what: &str| {
            Err(ArenaError::Request(format!(
                "the results file was begun with other {what}; only the number of games may change"
            )))
        };
        if !plan.continues(&self.plan()?) {
            return differs("settings");
        }
        let known = self.openings()?;
        let texts: Vec<String> = openings.iter().map(|one| one.command().to_string()).collect();
        let is_same = if plan.has_random_openings {
            // More games have more of them.
            let both = known.len().min(texts.len());
            known[..both] == texts[..both]
        } else {
            known == texts
        };
        if !is_same {
            return differs("openings");
        }
        let text = to_text(plan)?;
        let has_dates = self.has_dates()?;
        let transaction = self.connection.transaction()?;
        if !has_dates {
            transaction.execute("ALTER TABLE games ADD COLUMN began INTEGER", [])?;
        }
        transaction.execute("UPDATE meta SET value = ?1 WHERE key = 'plan'", [text])?;
        for (number, text) in texts.iter().enumerate().skip(known.len()) {
            let row = params![number as i64, text];
            transaction.execute("INSERT INTO openings VALUES (?1, ?2)", row)?;
        }
        Ok(transaction.commit()?)
    }

    /// The plan the file was begun with.
    pub fn plan(&self) -> Result<Plan, ArenaError> {
        let value = |key: &str| -> Result<String, ArenaError> {
            let sql = "SELECT value FROM meta WHERE key = ?1";
            let found = self.connection.query_row(sql, [key], |row| row.get(0)).optional()?;
            found.ok_or_else(|| ArenaError::Damaged(format!("it has no {key}")))
        };
        if value("format")? != FORMAT.to_string() {
            let sentence = "the results file is of another version of this program";
            return Err(ArenaError::Request(sentence.to_owned()));
        }
        serde_json::from_str(&value("plan")?)
            .map_err(|error| ArenaError::Damaged(format!("its plan: {error}")))
    }

    /// The openings' texts, in their order.
    pub fn openings(&self) -> Result<Vec<String>, ArenaError> {
        let mut statement = self.connection.prepare("SELECT text FROM openings ORDER BY number")?;
        let rows = statement.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Keeps a game, all of it or nothing.
    pub fn add(
        &mut self,
        fixture: &Fixture,
        record: &GameRecord,
        span: Span,
    ) -> Result<(), ArenaError> {
        let transaction = self.connection.transaction()?;
        transaction.execute(
            "INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            params![
                fixture.number as i64,
                fixture.black as i64,
                fixture.white as i64,
                fixture.opening as i64,
                record.outcome.winner.map(color_name),
                record.outcome.ending.name(),
                record.is_entered,
                record.moves.len() as i64,
                record.note,
                span.took.as_secs_f64(),
                span.began_seconds(),
            ],
        )?;
        let mut insert =
            transaction.prepare_cached("INSERT INTO moves VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
        for (ply, played) in record.moves.iter().enumerate() {
            insert.execute(params![
                fixture.number as i64,
                ply as i64,
                played.mv.to_string(),
                played.score,
                played.depth,
                played.nodes.map(|nodes| nodes as i64),
                played.time_ms as i64,
            ])?;
        }
        drop(insert);
        Ok(transaction.commit()?)
    }

    /// All games, in the order of their numbers.
    pub fn games(&self) -> Result<Vec<GameRow>, ArenaError> {
        let began = if self.has_dates()? { "began" } else { "NULL" };
        let sql = format!(
            "SELECT number, black, white, opening, winner, ending, is_entered, plies, note, \
             seconds, {began} FROM games ORDER BY number"
        );
        let mut statement = self.connection.prepare(&sql)?;
        let mut rows = statement.query([])?;
        let mut games = Vec::new();
        while let Some(row) = rows.next()? {
            games.push(game_row(row)?);
        }
        Ok(games)
    }

    /// Does the table of games say when they began? Older files do not.
    fn has_dates(&self) -> Result<bool, ArenaError> {
        let sql = "SELECT count(*) FROM pragma_table_info('games') WHERE name = 'began'";
        Ok(self.connection.query_row(sql, [], |row| row.get::<_, i64>(0))? > 0)
    }

    /// A time in seconds since 1970 as date and time of this machine's zone, as records have them.
    pub fn local_time(&self, seconds: i64) -> Result<Option<String>, ArenaError> {
        Ok(date::by_database(&self.connection, seconds)?)
    }

    /// The moves of a game after its opening.
    pub fn kept_moves(&self, game: u64) -> Result<Vec<KeptMove>, ArenaError> {
        let sql = "SELECT move, score, time_ms FROM moves WHERE game = ?1 ORDER BY ply";
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows = statement.query_map([game as i64], |row| {
            let time_ms = u64::try_from(row.get::<_, i64>(2)?).unwrap_or(0);
            Ok(KeptMove { text: row.get(0)?, score: row.get(1)?, time_ms })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The means of a player; `white_first` says of each opening whether White moves after it.
    pub fn effort(&self, player: usize, white_first: &[bool]) -> Result<Effort, ArenaError> {
        let mut sums = [0.0f64; 7];
        let sql = "SELECT g.opening, g.black = ?1, m.ply % 2, count(*), sum(m.depth), \
                   count(m.depth), total(m.nodes), count(m.nodes), sum(m.time_ms), max(m.time_ms) \
                   FROM games g JOIN moves m ON m.game = g.number \
                   WHERE g.black = ?1 OR g.white = ?1 GROUP BY 1, 2, 3";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query([player as i64])?;
        while let Some(row) = rows.next()? {
            let opening = usize::try_from(row.get::<_, i64>(0)?).unwrap_or(usize::MAX);
            let is_black: bool = row.get(1)?;
            let is_odd: bool = row.get(2)?;
            let starts_white = white_first.get(opening).copied().unwrap_or(false);
            if is_black != (is_odd == starts_white) {
                continue;
            }
            for (at, sum) in sums.iter_mut().enumerate() {
                let value = row.get::<_, Option<f64>>(3 + at)?.unwrap_or(0.0);
                *sum = if at == 6 { sum.max(value) } else { *sum + value };
            }
        }
        let [moves, depth, depths, nodes, nodeses, time, most] = sums;
        let mean = |sum: f64, count: f64| (count > 0.0).then(|| sum / count);
        Ok(Effort {
            moves: moves as u64,
            depth: mean(depth, depths),
            nodes: mean(nodes, nodeses),
            time_ms: mean(time, moves),
            most_ms: (moves > 0.0).then_some(most),
        })
    }
}

/// May a new results file have this name?
pub fn check_vacant(path: &Path) -> Result<(), ArenaError> {
    if path.exists() {
        let sentence = format!("{} exists; --resume goes on with it", path.display());
        return Err(ArenaError::Request(sentence));
    }
    Ok(())
}

/// Removes a results file that this program has just made and that holds nothing, so that the
/// corrected command finds its place free.
pub fn discard(path: &Path) {
    for end in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        // A file that does not exist need not be removed.
        let _ = fs::remove_file(&name);
    }
}

/// Opens a database as all results files are.
pub(crate) fn connect(path: &Path) -> Result<Connection, ArenaError> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    // Readers may look while games are added; a killed program loses nothing that was committed.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    Ok(connection)
}

fn to_text(plan: &Plan) -> Result<String, ArenaError> {
    serde_json::to_string(plan).map_err(|error| ArenaError::Damaged(format!("the plan: {error}")))
}

const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn game_row(row: &Row<'_>) -> Result<GameRow, ArenaError> {
    let damaged = |what: &str| ArenaError::Damaged(format!("a game with an unknown {what}"));
    let number = |at: usize| -> Result<u64, ArenaError> {
        u64::try_from(row.get::<_, i64>(at)?).map_err(|_| damaged("number"))
    };
    let index = |at: usize| -> Result<usize, ArenaError> { Ok(number(at)? as usize) };
    let winner = match row.get::<_, Option<String>>(4)?.as_deref() {
        None => None,
        Some("black") => Some(Color::Black),
        Some("white") => Some(Color::White),
        Some(_) => return Err(damaged("winner")),
    };
    let ending: Ending = row.get::<_, String>(5)?.parse().map_err(|_| damaged("ending"))?;
    Ok(GameRow {
        fixture: Fixture {
            number: number(0)?,
            black: index(1)?,
            white: index(2)?,
            opening: index(3)?,
        },
        outcome: Outcome { winner, ending },
        is_entered: row.get(6)?,
        plies: number(7)?,
        note: row.get(8)?,
        seconds: row.get(9)?,
        began: row.get(10)?,
    })
}
