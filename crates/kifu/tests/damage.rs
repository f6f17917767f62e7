//! Damaged variants of real files: warnings or errors, never a panic, never a silently shorter game.

mod support;

use kifu::{Encoding, ReadOptions, Record};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::path::Path;

const VARIANTS: usize = 1000;

/// KIF and CSA files with at least a few moves.
fn originals() -> Vec<(String, Vec<u8>, usize)> {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/kifu");
    let mut paths = support::files(&suite);
    if let Some(corpus) = support::data("kifu") {
        paths.extend(support::files(&corpus));
    }
    let mut found = Vec::new();
    for path in paths {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_owned();
        if !matches!(extension.as_str(), "kif" | "kifu" | "csa") {
            continue;
        }
        let bytes = std::fs::read(&path).expect("a file");
        let name = path.display().to_string();
        if let Ok(record) = kifu::read_one(&bytes, &ReadOptions::named(&name))
            && record.game.moves().count() > 2
            && record.repairs() == 0
        {
            found.push((name, bytes, record.game.moves().count()));
        }
    }
    found
}

fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes.split_inclusive(|&b| b == b'\n').map(<[u8]>::to_vec).collect()
}

/// One of seven kinds of damage.
fn damage(bytes: &[u8], kind: usize, random: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let mut lines = lines(bytes);
    let at = random.random_range(0..lines.len());
    match kind {
        // A line cut short.
        0 => {
            let keep = random.random_range(0..lines[at].len());
            lines[at].truncate(keep);
            lines[at].push(b'\n');
        }
        // A byte flipped.
        1 => {
            let mut bytes = bytes.to_vec();
            let at = random.random_range(0..bytes.len());
            bytes[at] ^= 1 << random.random_range(0..8);
            return bytes;
        }
        // A byte replaced.
        2 => {
            let mut bytes = bytes.to_vec();
            let at = random.random_range(0..bytes.len());
            bytes[at] = random.random_range(0..=255);
            return bytes;
        }
        // Two lines swapped.
        3 => {
            let other = (at + 1) % lines.len();
            lines.swap(at, other);
        }
        // The file cut off.
        4 => return bytes[..random.random_range(0..bytes.len())].to_vec(),
        // A line lost. Moves in CSA have no numbers, so the loss of the last one is a shorter game
        // that nobody can tell from a whole one: that line is spared.
        5 => {
            let is_move = |line: &[u8]| matches!(line, [b'+' | b'-', b'0'..=b'9', ..]);
            if lines.iter().rposition(|line| is_move(line)) != Some(at) {
                lines.remove(at);
            }
        }
        // Text of one encoding taken for another and stored again.
        _ => {
            let text = kifu::encoding::decode(bytes).text;
            let (wrong, _) = kifu::encoding::encode(&text, Encoding::EucJp);
            let shown: String = wrong.iter().map(|&b| char::from(b)).collect();
            return shown.into_bytes();
        }
    }
    lines.concat()
}

#[test]
fn damage_is_never_silent() {
    let originals = originals();
    // The suite alone has a few, the corpus many.
    let least = if support::data("kifu").is_some() { 20 } else { 5 };
    assert!(originals.len() >= least, "only {} originals", originals.len());
    // `KIFU_SEED` tries other variants.
    let seed = std::env::var("KIFU_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1000);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut refused, mut warned, mut whole) = (0, 0, 0);
    for variant in 0..VARIANTS {
        let (name, bytes, moves) = &originals[random.random_range(0..originals.len())];
        let kind = variant % 7;
        let damaged = damage(bytes, kind, &mut random);
        let games = kifu::read_all(&damaged, &ReadOptions::named(name));
        let is_refused = games.is_empty() || games.iter().any(Result::is_err);
        let read: Vec<&Record> = games.iter().flatten().collect();
        let is_warned = read.iter().any(|record| !record.warnings.is_empty());
        if is_refused {
            refused += 1;
        } else if is_warned {
            warned += 1;
        } else {
            whole += 1;
            let read: usize = read.iter().map(|record| record.game.moves().count()).sum();
            if read < *moves {
                let path = std::env::temp_dir().join("silently-shorter");
                std::fs::write(&path, &damaged).expect("a file");
                panic!("{name}: damage {kind}: {read} of {moves} moves, silently; {path:?}");
            }
        }
    }
    eprintln!("of {VARIANTS}: {refused} refused, {warned} warned, {whole} as long as before");
    assert!(refused + warned > VARIANTS / 4);
}
