//! tmp
#![allow(clippy::print_stdout)]
use shogi::{Color, Position};
use std::io::BufRead;
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<usize> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (every, last) = (args[0], args[1]);
    for (i, line) in std::io::stdin().lock().lines().enumerate() {
        let line = line?;
        if line.starts_with('#') || i % every != 0 { continue; }
        let f: Vec<&str> = line.split('\t').collect();
        if f[2] != "%TORYO" { continue; }
        let winner = if f[3] == "b" { Color::Black } else { Color::White };
        let moves: Vec<&str> = f[5].split(' ').collect();
        let mut p = Position::startpos();
        for (n, m) in moves.iter().enumerate() {
            p.play(m.parse()?);
            let left = moves.len() - 1 - n;
            if left < last && p.turn() == winner { println!("{}\t{}\t{}", p.to_sfen(), i, left); }
        }
    }
    Ok(())
}
