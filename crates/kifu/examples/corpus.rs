//! Prints docs/record/kifu-corpus.md: every file of a folder, how it is read, and what a way
//! through each format leaves of it.
//!
//! `cargo run --release -p kifu --example corpus -- FOLDER > docs/record/kifu-corpus.md`

#[path = "../tests/support/mod.rs"]
mod support;

use kifu::{Encoding, Format, ReadError, ReadOptions, Record};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

const TARGETS: [(Format, Encoding); 4] = [
    (Format::Kif, Encoding::ShiftJis),
    (Format::Ki2, Encoding::Utf8),
    (Format::Csa, Encoding::Utf8),
    (Format::Jkf, Encoding::Utf8),
];

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        return writeln!(out, "usage: corpus FOLDER");
    };
    let mut rows = Vec::new();
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut failed_trips = 0;
    for path in support::files(&folder) {
        let name = path.strip_prefix(&folder).unwrap_or(&path).to_string_lossy().into_owned();
        let (verdict, said, trips) = judge(&path, &name)?;
        *verdicts.entry(verdict).or_default() += 1;
        failed_trips += trips.matches("differs").count();
        rows.push(format!("| {} | {verdict} | {said} | {trips} |", shortened(&name)));
    }
    write!(out, "{HEAD}")?;
    for (verdict, count) in &verdicts {
        writeln!(out, "| {verdict} | {count} |")?;
    }
    writeln!(out, "| ways through a format that changed what it can carry | {failed_trips} |")?;
    writeln!(
        out,
        "\n## Files\n| file | verdict | notes, repairs, reasons | lost on the way |\n|---|---|---|---|"
    )?;
    for row in rows {
        writeln!(out, "{row}")?;
    }
    Ok(())
}

const HEAD: &str = "\
# The corpus
How every file of the corpus of records (`kifu/` of the bigger test data) is read. Made by
`cargo run --release -p kifu --example corpus -- FOLDER`; a test checks that nothing in it gets worse.

*read*: as written. *noted*: as written, with a note. *repaired*: read with at least one repair; each is a
warning with file and line. *refused*: not read, with the reason. The last column says what of the file
a way through KIF (Shift_JIS), KI2, CSA 2.2 and JKF cannot carry; everything else comes back equal.

## Verdicts
| verdict | files |
|---|---|
";

fn judge(path: &Path, name: &str) -> std::io::Result<(&'static str, String, String)> {
    let bytes = std::fs::read(path)?;
    let games = kifu::read_all(&bytes, &ReadOptions::named(name));
    let mut said: Vec<String> = Vec::new();
    let mut trips: Vec<String> = Vec::new();
    let mut verdict = "read";
    if games.len() > 1 {
        said.push(format!("{} games", games.len()));
    }
    for game in &games {
        match game {
            Ok(record) => {
                said.extend(warnings(record));
                let this = match (record.repairs(), record.warnings.len()) {
                    (0, 0) => "read",
                    (0, _) => "noted",
                    _ => "repaired",
                };
                verdict = worse(verdict, this);
                ways(record, &mut trips);
            }
            Err(error) => {
                verdict = "refused";
                said.push(reason(error));
            }
        }
    }
    trips.sort();
    trips.dedup();
    Ok((verdict, said.join("; ").replace('|', "\\|"), trips.join("; ")))
}

fn worse(a: &'static str, b: &'static str) -> &'static str {
    let rank =
        |verdict| ["read", "noted", "repaired", "refused"].iter().position(|v| *v == verdict);
    if rank(a) >= rank(b) { a } else { b }
}

/// Warnings by kind; repairs with their line.
fn warnings(record: &Record) -> Vec<String> {
    let mut kinds: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for warning in &record.warnings {
        kinds.entry(warning.kind.name()).or_default().push(warning.place.to_string());
    }
    kinds
        .into_iter()
        .map(|(kind, places)| match places.len() {
            1..=3 => format!("{kind} ({})", places.join(", ")),
            count => format!("{count} × {kind}"),
        })
        .collect()
}

fn reason(error: &ReadError) -> String {
    format!("line {}: {}", error.place, error.problem)
}

fn ways(record: &Record, trips: &mut Vec<String>) {
    for (format, encoding) in TARGETS {
        let (differences, losses) = support::round_trip(&record.game, format, encoding);
        if !differences.is_empty() {
            trips.push(format!("{format} differs: {}", differences.join(", ")));
        }
        if !losses.is_empty() {
            trips.push(format!("{format}: {losses}"));
        }
    }
}

/// Long names of servers are cut in the middle.
fn shortened(name: &str) -> String {
    let name = name.replace("sunfish-shogi__", "").replace("usi-csa-bridge/e2e/", "");
    if name.chars().count() <= 90 {
        return name;
    }
    let chars: Vec<char> = name.chars().collect();
    let (head, tail) = (&chars[..50], &chars[chars.len() - 36..]);
    format!("{}…{}", head.iter().collect::<String>(), tail.iter().collect::<String>())
}
