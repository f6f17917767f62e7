//! Writes KIF.

use std::fmt::Write;

use crate::encoding::Encoding;
use crate::game::{Game, NodeId, Step, header};
use crate::loss::{Loss, Losses};
use crate::names::NamedStart;
use crate::notation;
use crate::replay::Replay;

use super::{summary, times};

/// A game as KIF text. The first line names the encoding, for programs that look there.
pub(super) fn write(game: &Game, encoding: Encoding, losses: &mut Losses) -> String {
    let mut text = format!("#KIF version=2.0 encoding={}\n", encoding.name());
    let has_times = game.nodes().any(|(_, node)| node.time.is_some());
    write_preface(game, &mut text);
    text.push_str(if has_times {
        "手数----指手---------消費時間--\n"
    } else {
        "手数----指手--\n"
    });
    write_comments(game, NodeId::ROOT, &mut text);

    // Variations of the line just written come next, the deepest first: readers look for the
    // beginning of a variation on the line before it.
    let (mut replay, totals) = (game.replay(), game.totals());
    let mut lines = vec![NodeId::ROOT];
    while let Some(first) = lines.pop() {
        if first != NodeId::ROOT {
            let _ = write!(text, "\n変化：{}手\n", game.node(first).ply());
        }
        let line: Vec<NodeId> = game.line_from(first).collect();
        write_line(game, &line, &mut replay, &totals, losses, &mut text);
        for &id in &line {
            lines.extend(game.node(id).children().iter().skip(1).rev());
        }
    }
    text
}

/// The names of the sides.
pub(super) fn side_names(game: &Game) -> [&'static str; 2] {
    if game.is_handicap() { ["下手", "上手"] } else { ["先手", "後手"] }
}

/// Headers and start position.
pub(super) fn write_preface(game: &Game, text: &mut String) {
    let names = side_names(game);
    for (name, value) in game.headers.iter() {
        let name = match name {
            header::BLACK => names[0],
            header::WHITE => names[1],
            other => other,
        };
        let _ = writeln!(text, "{}：{}", one_line(name), one_line(value));
    }
    match NamedStart::of(game.start()) {
        Some(start) if start.is_agreed => {
            let _ = writeln!(text, "手合割：{}", start.japanese);
        }
        _ => {
            let _ = writeln!(text, "手合割：その他");
            text.push_str(&crate::board::write(game.start(), names));
        }
    }
}

/// A value from a format that allows line breaks.
fn one_line(value: &str) -> String {
    if value.contains(['\n', '\r']) {
        value.replace('\r', "").replace('\n', "\\n")
    } else {
        value.to_owned()
    }
}

pub(super) fn write_comments(game: &Game, id: NodeId, text: &mut String) {
    for comment in &game.node(id).comments {
        for line in comment.split('\n') {
            let mark = if line.starts_with('&') { "" } else { "*" };
            let _ = writeln!(text, "{mark}{}", line.trim_end_matches('\r'));
        }
    }
}

fn write_line(
    game: &Game,
    line: &[NodeId],
    replay: &mut Replay<'_>,
    totals: &[u64],
    losses: &mut Losses,
    text: &mut String,
) {
    for &id in line {
        let node = game.node(id);
        replay.go_to(node.parent().unwrap_or(NodeId::ROOT));
        let shown = match (node.step(), replay.position()) {
            (Step::Move(mv), Some(position)) => {
                notation::kif(position, *mv, position.last_move().map(shogi::Move::to))
            }
            (Step::End(ending), _) => ending.kif_word().to_owned(),
            _ => continue,
        };
        let _ = write!(text, "{:4} {shown}", node.ply());
        if let Some(time) = node.time {
            if time.spent_ms % 1000 != 0 {
                losses.add(Loss::Fractions);
            }
            let width: usize = shown.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
            let blanks = " ".repeat(13_usize.saturating_sub(width).max(1));
            let total = totals[id.index()];
            let _ = write!(text, "{blanks}{}", times::write(time.spent_ms, total));
        }
        let siblings = node.parent().map_or(0, |parent| game.node(parent).children().len());
        let is_first = node.parent().is_some_and(|p| game.node(p).children().first() == Some(&id));
        if siblings > 1 && is_first {
            text.push_str(if node.time.is_some() { "+" } else { "   +" });
        }
        text.push('\n');
        write_comments(game, id, text);
        if let Step::End(ending) = node.step() {
            let turn = game.turn(id);
            let moves = node.ply() - 1;
            let _ = writeln!(text, "{}", summary::write(ending, moves, turn, side_names(game)));
        }
    }
}
