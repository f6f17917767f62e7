//! Writes JKF.

use serde_json::{Map, Value, json};
use shogi::{Bitboard, Color, File, Move, Position, Rank, Setup, Square};

use crate::board::HAND_ORDER;
use crate::ending::Ending;
use crate::game::{Game, NodeId, Step};
use crate::loss::{Loss, Losses};
use crate::names::{NamedStart, csa_name};
use crate::notation;
use crate::replay::Replay;

/// JSON readers stop at some depth of nesting; a fork in a fork costs three levels.
const MOST_NESTED: usize = 38;

/// A game as JKF text.
pub(super) fn write(game: &Game, losses: &mut Losses) -> String {
    let mut header = Map::new();
    for (name, value) in game.headers.iter() {
        header.insert(name.to_owned(), Value::from(value));
    }
    let mut record = Map::new();
    record.insert("header".to_owned(), Value::Object(header));
    record.insert("initial".to_owned(), initial(game.start(), losses));
    let mut writer = Writer { game, losses, replay: game.replay(), totals: game.totals() };
    let line: Vec<NodeId> = game.main_line().collect();
    record.insert("moves".to_owned(), Value::Array(writer.line(&line, 0)));
    let mut text = Value::Object(record).to_string();
    text.push('\n');
    text
}

fn initial(setup: &Setup, losses: &mut Losses) -> Value {
    if let Some(start) = NamedStart::of(setup).filter(|start| start.is_agreed) {
        return json!({ "preset": start.jkf });
    }
    if setup.move_number > 1 {
        losses.add(Loss::MoveNumber);
    }
    let board: Vec<Vec<Value>> = File::ALL
        .into_iter()
        .map(|file| Rank::ALL.into_iter().map(|rank| cell(setup, file, rank)).collect())
        .collect();
    let hands = Color::ALL.map(|color| {
        let kings = setup.kings_in_hand(color);
        let king = (kings > 0).then(|| ("OU".to_owned(), Value::from(kings)));
        let counts = HAND_ORDER
            .into_iter()
            .rev()
            .map(|kind| (csa_name(kind.kind()).to_owned(), Value::from(setup.hand(color, kind))));
        Value::Object(counts.chain(king).collect())
    });
    json!({
        "preset": "OTHER",
        "data": { "color": setup.turn.index(), "board": board, "hands": hands },
    })
}

fn cell(setup: &Setup, file: File, rank: Rank) -> Value {
    match setup.get(Square::new(file, rank)) {
        Some(piece) => json!({ "color": piece.color().index(), "kind": csa_name(piece.kind()) }),
        None => json!({}),
    }
}

struct Writer<'a> {
    game: &'a Game,
    losses: &'a mut Losses,
    replay: Replay<'a>,
    totals: Vec<u64>,
}

impl Writer<'_> {
    fn line(&mut self, line: &[NodeId], nesting: usize) -> Vec<Value> {
        let Some(&first) = line.first() else { return Vec::new() };
        let mut steps = Vec::with_capacity(line.len());
        for &id in line {
            let node = self.game.node(id);
            self.replay.go_to(node.parent().unwrap_or(NodeId::ROOT));
            let mut step = Map::new();
            if !node.comments.is_empty() {
                step.insert("comments".to_owned(), Value::from(node.comments.clone()));
            }
            match node.step() {
                Step::Start => {}
                Step::Move(mv) => {
                    if let Some(position) = self.replay.position() {
                        step.insert("move".to_owned(), move_value(position, *mv));
                    }
                }
                Step::End(ending) => {
                    let turn = self.game.turn(id);
                    step.insert("special".to_owned(), Value::from(special(ending, turn)));
                }
            }
            if let Some(time) = node.time {
                let total = self.totals[id.index()];
                step.insert(
                    "time".to_owned(),
                    json!({ "now": clock(time.spent_ms, false), "total": clock(total, true) }),
                );
            }
            // The alternatives to a step stand at the step itself. Those to the first step of this
            // line are written by the line it branches from.
            if let Some(forks) = self.forks(id, first, nesting) {
                step.insert("forks".to_owned(), forks);
            }
            steps.push(Value::Object(step));
        }
        steps
    }

    fn forks(&mut self, id: NodeId, first: NodeId, nesting: usize) -> Option<Value> {
        let parent = self.game.node(id).parent().filter(|_| id != first)?;
        let others =
            self.game.node(parent).children().get(1..).filter(|others| !others.is_empty())?;
        if nesting >= MOST_NESTED {
            let lost = others.iter().map(|&other| 1 + self.game.variations_below(other)).sum();
            self.losses.add_many(Loss::Nesting, lost);
            return None;
        }
        let mut forks = Vec::with_capacity(others.len());
        for &other in others {
            let line: Vec<NodeId> = self.game.line_from(other).collect();
            forks.push(Value::Array(self.line(&line, nesting + 1)));
        }
        Some(Value::Array(forks))
    }
}

fn special(ending: &Ending, turn: Color) -> String {
    let statement = ending.csa_statement(turn);
    match statement {
        Some(statement) => statement.trim_start_matches('%').to_owned(),
        None => ending.kif_word().to_owned(),
    }
}

/// Times in minutes and seconds; with hours where the format has them.
fn clock(ms: u64, hours: bool) -> Value {
    let (seconds, fraction) = (ms / 1000, ms % 1000);
    let part = seconds % 60;
    let s = match fraction {
        0 => Value::from(part),
        _ => Value::from((part * 1000 + fraction) as f64 / 1000.0),
    };
    if hours {
        json!({ "h": seconds / 3600, "m": seconds / 60 % 60, "s": s })
    } else {
        json!({ "m": seconds / 60, "s": s })
    }
}

fn xy(square: Square) -> Value {
    json!({ "x": square.file().index() + 1, "y": square.rank().index() + 1 })
}

fn move_value(position: &Position, mv: Move) -> Value {
    let us = position.turn();
    let mut value = Map::new();
    value.insert("color".to_owned(), Value::from(us.index()));
    let mut kind = mv.dropped().map(shogi::HandKind::kind);
    if let Some(from) = mv.from() {
        value.insert("from".to_owned(), xy(from));
        kind = position.piece_on(from).map(|piece| piece.kind());
    }
    value.insert("to".to_owned(), xy(mv.to()));
    if let Some(kind) = kind {
        value.insert("piece".to_owned(), Value::from(csa_name(kind)));
    }
    if position.last_move().is_some_and(|last| last.to() == mv.to()) {
        value.insert("same".to_owned(), Value::from(true));
    }
    if let Some(from) = mv.from() {
        let zone = Bitboard::promotion_zone(us);
        let can_promote = kind.is_some_and(|kind| kind.can_promote());
        if can_promote && (zone.has(from) || zone.has(mv.to())) {
            value.insert("promote".to_owned(), Value::from(mv.is_promotion()));
        }
        if let Some(taken) = position.piece_on(mv.to()) {
            value.insert("capture".to_owned(), Value::from(csa_name(taken.kind())));
        }
    }
    let relative = notation::relative_letters(position, mv);
    if !relative.is_empty() {
        value.insert("relative".to_owned(), Value::from(relative));
    }
    Value::Object(value)
}
