//! The search of the crate `rshogi-core`, which follows YaneuraOu's, as a USI engine for matches.
//!
//! `rshogi-usi NETWORK` plays with a K-P network in YaneuraOu's format. The crate knows no such
//! features, but it knows those of HalfKA, in which every piece has a weight for each square of the
//! own king: with the same weights for all of them they say the same.
//!
//! A sparring partner, no product: commands are trusted, and a search is not stopped.

use std::io::BufRead;
use std::path::Path;
use std::{env, fs, io, thread};

use rshogi_core::nnue;
use rshogi_core::position::{Position, SFEN_HIRATE};
use rshogi_core::search::{LimitsType, Search, SearchInfo};
use rshogi_core::types::{Color, Move};

/// Squares of a king.
const SQUARES: u32 = 81;
/// Features of a K-P network, kings among them; HalfKA has as many for each square of the own king.
const FEATURES: u32 = 1710;
/// Bytes of one feature's weights, and of the biases.
const ROW: usize = 256 * 2;
/// Version, hash and length of the description.
const HEADER: usize = 12;
const FEATURE_HASH: usize = 4;
/// The recursion of the search is deep.
const STACK: usize = 256 << 20;
/// What a move loses on the way, in milliseconds.
const DELAY: i64 = 30;
const RESERVE: i64 = 50;

fn main() {
    let network = env::args().nth(1).expect("usage: rshogi-usi NETWORK");
    let engine = thread::Builder::new().stack_size(STACK).spawn(move || run(Path::new(&network)));
    engine.expect("a thread").join().expect("a game");
}

/// The same network with HalfKA features.
fn as_halfka(kp: &[u8]) -> Vec<u8> {
    let length = u32::from_le_bytes(kp[8..HEADER].try_into().expect("four bytes")) as usize;
    let description = String::from_utf8_lossy(&kp[HEADER..HEADER + length]);
    let ours = format!("K+P[{FEATURES}->");
    assert!(description.contains(&ours), "not a K-P network: {description}");
    let theirs = format!("HalfKA(Friend)[{}->", SQUARES * FEATURES);
    let description = description.replace(&ours, &theirs);

    let (to_weights, rest) = kp[HEADER + length..].split_at(FEATURE_HASH + ROW);
    let (weights, layers) = rest.split_at(FEATURES as usize * ROW);
    let mut halfka = kp[..8].to_vec();
    halfka.extend((description.len() as u32).to_le_bytes());
    halfka.extend(description.as_bytes());
    halfka.extend(to_weights);
    halfka.extend(weights.repeat(SQUARES as usize));
    halfka.extend(layers);
    halfka
}

fn run(network: &Path) {
    let (mut hash, mut scale) = (64, 24);
    let mut search = None;
    let mut position = Position::new();
    for line in io::stdin().lock().lines() {
        let line = line.expect("a line");
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["usi"] => {
                println!("id name rshogi-core 0.8.1\nid author the authors of rshogi");
                println!("option name USI_Hash type spin default {hash} min 1 max 65536");
                println!("option name FV_SCALE type spin default {scale} min 1 max 128");
                println!("usiok");
            }
            ["setoption", _, "USI_Hash", _, value] => hash = value.parse().expect("a number"),
            ["setoption", _, "FV_SCALE", _, value] => scale = value.parse().expect("a number"),
            ["isready"] => {
                search.get_or_insert_with(|| ready(network, hash, scale)).clear_tt();
                println!("readyok");
            }
            ["usinewgame"] => search.iter_mut().for_each(Search::clear_histories),
            ["position", ref rest @ ..] => set(&mut position, rest),
            ["go", ref rest @ ..] => {
                let search = search.as_mut().expect("isready comes first");
                search.reset_flags();
                let show = |info: &SearchInfo| println!("{}", info.to_usi_string());
                let best = search.go(&mut position, limits(rest), Some(show)).best_move;
                let has_resigned = best == Move::NONE;
                println!("bestmove {}", if has_resigned { "resign".into() } else { best.to_usi() });
            }
            ["quit"] => return,
            _ => {}
        }
    }
}

fn ready(network: &Path, hash: usize, scale: i32) -> Search {
    let kp = fs::read(network).expect("the network");
    nnue::init_nnue_from_bytes(&as_halfka(&kp)).expect("a network");
    nnue::set_fv_scale_override(scale);
    let mut search = Search::new(hash);
    search.set_num_threads(1);
    let mut times = search.time_options();
    (times.network_delay, times.network_delay2) = (DELAY, RESERVE);
    times.minimum_thinking_time = 0;
    search.set_time_options(times);
    search
}

fn set(position: &mut Position, words: &[&str]) {
    let (start, moves) = match words.iter().position(|&word| word == "moves") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[][..]),
    };
    let sfen = if start[0] == "startpos" { SFEN_HIRATE.into() } else { start[1..].join(" ") };
    position.set_sfen(&sfen).expect("a position");
    for mv in moves {
        let mv = Move::from_usi_strict(mv).and_then(|mv| position.to_move(mv)).expect("a move");
        let gives_check = position.gives_check(mv);
        position.do_move(mv, gives_check);
    }
}

fn limits(words: &[&str]) -> LimitsType {
    let mut limits = LimitsType::new();
    for pair in words.chunks_exact(2) {
        let value: i64 = pair[1].parse().expect("a number");
        match pair[0] {
            "nodes" => limits.nodes = value as u64,
            "depth" => limits.depth = value as i32,
            "movetime" => limits.movetime = value - DELAY,
            "btime" => limits.time[Color::Black.index()] = value,
            "wtime" => limits.time[Color::White.index()] = value,
            "binc" => limits.inc[Color::Black.index()] = value,
            "winc" => limits.inc[Color::White.index()] = value,
            "byoyomi" => limits.byoyomi = [value; 2],
            _ => {}
        }
    }
    limits.set_start_time();
    limits
}
