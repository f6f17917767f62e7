//! What the script of the page needs to know.

use serde_json::{Value as Json, json};
use shogi::PieceKind;

use super::super::text::clean;
use super::super::view::View;
use crate::model::{Class, Flag, Meter, Ply, Sentence};

/// The name of a class in the style of the page.
pub(super) fn class_key(class: Class) -> &'static str {
    match class {
        Class::Forced => "forced",
        Class::Book => "book",
        Class::MissedMate => "missed",
        Class::WalkedIntoMate => "walked",
        Class::Brilliant => "brilliant",
        Class::Strong => "strong",
        Class::Best => "best",
        Class::Excellent => "excellent",
        Class::Fine => "fine",
        Class::Inaccuracy => "inaccuracy",
        Class::Dubious => "dubious",
        Class::Mistake => "mistake",
        Class::Blunder => "blunder",
    }
}

pub(super) fn of(view: &View<'_>) -> Json {
    let pieces: Vec<(String, String)> =
        PieceKind::ALL.map(|kind| (kind.to_string(), kifu::svg::identifier(kind))).into();
    let pieces: serde_json::Map<String, Json> =
        pieces.into_iter().map(|(letter, id)| (letter, json!(id))).collect();
    json!({
        "japanese": view.pick("1", "") == "1",
        "pieces": pieces,
        "moments": view.report.moments.iter().map(|moment| moment.ply).collect::<Vec<_>>(),
        "plies": view.report.plies.iter().map(|ply| of_ply(view, ply)).collect::<Vec<_>>(),
        "words": {
            "start": view.pick("開始局面", "start"),
            "best": view.pick("最善", "best"),
            "line": view.pick("以下", "next"),
            "loss": view.pick("損失", "loss"),
            "black": view.pick("先手勝率", "Black"),
            "variation": view.pick("読み筋", "line"),
            "card": view.pick("詳しく", "details"),
            "natural": view.pick("自然さ", "naturalness"),
        },
    })
}

fn sentences(view: &View<'_>, sentences: &[Sentence]) -> Vec<Json> {
    let of = |sentence: &Sentence| {
        let (mark, name) = view.strength(sentence.strength);
        json!([mark, name, view.sentence(sentence), sentence.evidence])
    };
    sentences.iter().map(of).collect()
}

fn of_ply(view: &View<'_>, ply: &Ply) -> Json {
    let flags = ply.flags.iter().filter(|&&flag| flag != Flag::NoTsumero);
    let flags: Vec<&str> = flags.map(|flag| view.flag(*flag)).collect();
    let mut data = json!({
        "sfen": ply.sfen,
        "line": ply.line,
        "words": view.line(ply.ply, &ply.line),
        "flags": flags,
        "said": sentences(view, view.report.sentences_of(ply.ply)),
        "meters": [meter(view, "▲", &ply.kings.black), meter(view, "△", &ply.kings.white)],
    });
    if let Some(value) = &ply.value {
        data["w"] = json!(value.w.get());
        data["percent"] = json!(view.percent(value));
        data["value"] = json!(view.value(value));
    }
    let before = ply.ply.saturating_sub(1);
    let played = view.report.game.moves.get(before as usize).filter(|_| ply.ply > 0);
    if let Some(mv) = played {
        data["move"] = json!(mv);
        data["text"] = json!(view.line(before, &[*mv]).concat());
    }
    if let Some(judgement) = &ply.judgement {
        data["text"] = json!(clean(view.played(judgement)));
        data["loss"] = json!(judgement.loss.get());
        data["class"] = json!(class_key(judgement.class));
        data["word"] = json!(view.class(judgement.class));
        data["natural"] = json!([judgement.natural.percent.get(), judgement.natural.rank]);
        if judgement.best != judgement.mv {
            data["best"] = json!(judgement.best);
            data["bestLine"] = json!(judgement.best_line);
            data["bestWords"] = json!(view.line(before, &judgement.best_line));
        }
    }
    data
}

/// The entering-king meter as text; empty if it is not worth showing.
fn meter(view: &View<'_>, mark: &str, meter: &Meter) -> String {
    if !meter.shown {
        return String::new();
    }
    let steps = match meter.steps {
        Some(steps) => format!("{}{steps}", view.pick("敵陣まで", "steps ")),
        None => view.pick("道なし", "no way").to_owned(),
    };
    let (points, pieces) = (meter.points, meter.pieces);
    match view.language {
        crate::terminal::Language::Japanese => {
            format!("{mark}玉 {steps}、{points}点、敵陣{pieces}枚")
        }
        crate::terminal::Language::English => {
            format!("{mark} king: {steps}, {points} points, {pieces} pieces in the camp")
        }
    }
}
