//! Compares a game with itself after a way through a format.

#![allow(dead_code)]

use kifu::{Encoding, Format, Game, Losses, Node, NodeId, ReadOptions, Step};
use std::path::{Path, PathBuf};

/// The folder with bigger data, or a word on stderr.
pub fn data(what: &str) -> Option<PathBuf> {
    match std::env::var_os("SAKIYOMI_DATA") {
        Some(folder) => Some(Path::new(&folder).join(what)),
        None => {
            eprintln!("skipped: SAKIYOMI_DATA is not set");
            None
        }
    }
}

/// All files below a folder, sorted.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Writes and reads back; gives the differences in what the format can carry, and the losses.
pub fn round_trip(game: &Game, format: Format, encoding: Encoding) -> (Vec<String>, Losses) {
    let written = kifu::write(game, format, encoding);
    let options = ReadOptions::named("written");
    let games = kifu::read_all(&written.bytes, &options);
    let mut differences = Vec::new();
    match &games[..] {
        [Ok(record)] => {
            if record.repairs() > 0 {
                differences.push(format!("read back with repairs: {}", record.warnings[0]));
            }
            compare(game, &record.game, format, &written.losses, &mut differences);
        }
        [Err(error)] => differences.push(format!("not read back: {error}")),
        _ => differences.push(format!("{} games read back", games.len())),
    }
    (differences, written.losses)
}

fn has_tree(format: Format) -> bool {
    matches!(format, Format::Kif | Format::Ki2 | Format::Jkf)
}

fn compare(a: &Game, b: &Game, format: Format, losses: &Losses, out: &mut Vec<String>) {
    let mut check = |is_equal: bool, what: &str| {
        if !is_equal {
            out.push(what.to_owned());
        }
    };
    let (mut start_a, mut start_b) = (a.start().clone(), b.start().clone());
    if losses.count(&kifu::Loss::MoveNumber) > 0 {
        (start_a.move_number, start_b.move_number) = (1, 1);
    }
    check(start_a == start_b, "start");
    check(a.moves().eq(b.moves()), "moves");
    if format == Format::Usi {
        return;
    }
    check(a.ending() == b.ending(), "end");
    let lacks_characters = losses.count(&kifu::Loss::Characters) > 0;
    check(lacks_characters || headers(a) == headers(b), "headers");
    let lines = |game: &Game| -> Vec<(NodeId, Node)> {
        if has_tree(format) {
            in_order(game)
        } else {
            game.main_line().map(|id| (id, game.node(id).clone())).collect()
        }
    };
    let (nodes_a, nodes_b) = (lines(a), lines(b));
    check(nodes_a.len() == nodes_b.len(), "number of nodes");
    for ((id_a, node_a), (_, node_b)) in nodes_a.iter().zip(&nodes_b) {
        let ply = node_a.ply();
        let step = |node: &Node| match node.step() {
            Step::Move(mv) => mv.to_string(),
            Step::End(ending) => ending.kif_word().to_owned(),
            Step::Start => String::new(),
        };
        check(step(node_a) == step(node_b), &format!("step {ply}"));
        let comments = |node: &Node| node.comments.clone();
        check(
            lacks_characters || comments(node_a) == comments(node_b),
            &format!("comments at {ply}: {:?} {:?}", node_a.comments, node_b.comments),
        );
        let time = |node: &Node| {
            let ms = node.time.map(|time| time.spent_ms);
            if matches!(format, Format::Kif | Format::Csa) { ms.map(|ms| ms / 1000) } else { ms }
        };
        if format != Format::Ki2 {
            check(time(node_a) == time(node_b), &format!("time at {ply}"));
        }
        if !lacks_characters {
            let same_scores = a.evaluations(*id_a).len();
            check(
                same_scores == kifu::comments::read(&node_b.comments, !a.turn(*id_a)).len(),
                "scores",
            );
        }
    }
}

fn headers(game: &Game) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = game
        .headers
        .iter()
        .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
        .collect();
    all.sort();
    all
}

/// Nodes in an order that depends on the tree alone.
fn in_order(game: &Game) -> Vec<(NodeId, Node)> {
    let mut order = Vec::new();
    let mut open = vec![NodeId::ROOT];
    while let Some(id) = open.pop() {
        order.push((id, game.node(id).clone()));
        open.extend(game.node(id).children().iter().rev());
    }
    order
}
