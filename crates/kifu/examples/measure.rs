//! Measures the readers on one core: CSA games and PSV records a second, and the way of all
//! floodgate games through every format. The figures are in docs/kifu.md.
//!
//! `cargo run --release -p kifu --example measure -- FOLDER`, the folder with the bigger test data.

use kifu::packed::{Packing, pack, unpack};
use kifu::records::{FixedRecord, Psv, RecordReader, open};
use kifu::{Encoding, Format, Game, GameReader, ReadOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn main() -> Outcome {
    let mut out = std::io::stdout().lock();
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        writeln!(out, "usage: measure FOLDER")?;
        return Ok(());
    };
    let file = std::fs::File::open(folder.join("games/floodgate2016.tsv.zst"))?;
    let mut text = String::new();
    for line in BufReader::new(zstd::stream::read::Decoder::new(file)?).lines() {
        let line = line?;
        if let Some(moves) = line.split('\t').nth(5).filter(|_| !line.starts_with('#')) {
            text.push_str("startpos moves ");
            text.push_str(moves);
            text.push('\n');
        }
    }
    let games = trips(&text, &mut out)?;
    csa(&games, &folder, &mut out)?;
    psv(&games, &mut out)
}

/// Time that this process had a core, where the system tells (the machine may be busy), or else
/// time on the wall.
struct Stopwatch {
    wall: Instant,
    on_core: Option<u64>,
}

impl Stopwatch {
    fn nanoseconds_on_core() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_ascii_whitespace().next()?.parse().ok()
    }

    fn start() -> Self {
        Self { wall: Instant::now(), on_core: Self::nanoseconds_on_core() }
    }

    fn seconds(&self) -> f64 {
        let on_core = self.on_core.zip(Self::nanoseconds_on_core());
        let time = match on_core {
            Some((start, end)) => Duration::from_nanos(end - start),
            None => self.wall.elapsed(),
        };
        time.as_secs_f64()
    }
}

/// USI to CSA to KIF to KI2 to JKF to USI.
fn trips(text: &str, out: &mut dyn Write) -> Result<Vec<Game>, Box<dyn std::error::Error>> {
    let start = Stopwatch::start();
    let mut games = Vec::new();
    for record in GameReader::new(text.as_bytes(), ReadOptions::named("usi")) {
        games.push(record?.game);
    }
    let (mut moves, mut unequal) = (0, 0);
    for (first, line) in games.iter().zip(text.lines()) {
        let mut game = first.clone();
        for format in [Format::Csa, Format::Kif, Format::Ki2, Format::Jkf] {
            let encoding = if format == Format::Kif { Encoding::ShiftJis } else { Encoding::Utf8 };
            let written = kifu::write(&game, format, encoding);
            game = kifu::read_one(&written.bytes, &ReadOptions::named("written"))?.game;
        }
        let last = kifu::write(&game, Format::Usi, Encoding::Utf8).bytes;
        unequal += usize::from(last.trim_ascii_end() != line.as_bytes());
        moves += game.moves().count();
    }
    let seconds = start.seconds();
    writeln!(
        out,
        "round trip: {} games, {moves} moves, {unequal} unequal, {seconds:.1} s",
        games.len()
    )?;
    Ok(games)
}

fn csa(games: &[Game], folder: &std::path::Path, out: &mut dyn Write) -> Outcome {
    let mut bytes = Vec::new();
    for game in games.iter().take(10_000) {
        bytes.extend(kifu::write(game, Format::Csa, Encoding::Utf8).bytes);
        bytes.extend(b"/\n");
    }
    measure_csa("plain CSA", &bytes, out)?;
    let mut real = Vec::new();
    for entry in std::fs::read_dir(folder.join("kifu/floodgate"))? {
        real.extend(std::fs::read(entry?.path())?);
        real.extend(b"\n/\n");
    }
    measure_csa("floodgate files with comments", &real.repeat(100), out)
}

fn measure_csa(name: &str, bytes: &[u8], out: &mut dyn Write) -> Outcome {
    for _ in 0..3 {
        let start = Stopwatch::start();
        let (mut count, mut moves) = (0, 0);
        for record in GameReader::new(bytes, ReadOptions::named("csa")) {
            moves += record?.game.moves().count();
            count += 1;
        }
        let rate = f64::from(count) / start.seconds();
        writeln!(out, "{name}: {count} games, {moves} moves, {rate:.0} games/s")?;
    }
    Ok(())
}

fn psv(games: &[Game], out: &mut dyn Write) -> Outcome {
    let mut bytes = Vec::new();
    for game in games.iter().take(8000) {
        let mut position = game.start_position()?;
        for mv in game.moves() {
            let record = Psv {
                position: pack(&position.setup(), Packing::Psv)?,
                score: 0,
                move_bits: mv.bits(),
                ply: position.move_number() as u16,
                result: 1,
                padding: 0,
            };
            record.write_to(&mut bytes);
            position.play(mv);
        }
    }
    let compressed = zstd::stream::encode_all(&bytes[..], 1)?;
    for _ in 0..3 {
        let start = Stopwatch::start();
        let (mut count, mut sum) = (0_u64, 0_i64);
        for record in RecordReader::<_, Psv>::new(&bytes[..]) {
            let record = record?;
            sum += i64::from(record.move_bits) + i64::from(record.position[0]);
            count += 1;
        }
        report("PSV records", count, start, sum, out)?;

        let start = Stopwatch::start();
        let (mut count, mut sum) = (0_u64, 0_i64);
        for record in RecordReader::<_, Psv>::new(&bytes[..]) {
            let setup = unpack(&record?.position, Packing::Psv)?;
            sum += setup.turn.index() as i64;
            count += 1;
        }
        report("PSV records unpacked", count, start, sum, out)?;

        let start = Stopwatch::start();
        let (mut count, mut sum) = (0_u64, 0_i64);
        for record in open::<Psv>(&compressed[..])? {
            sum += i64::from(record?.move_bits);
            count += 1;
        }
        report("PSV records from zstd", count, start, sum, out)?;
    }
    Ok(())
}

fn report(name: &str, count: u64, start: Stopwatch, sum: i64, out: &mut dyn Write) -> Outcome {
    let rate = count as f64 / start.seconds() / 1e6;
    writeln!(out, "{name}: {count} at {rate:.2} M/s (checksum {sum})")?;
    Ok(())
}
