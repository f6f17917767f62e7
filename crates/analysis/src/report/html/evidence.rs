//! The evidence of all sentences, field by field as in the JSON report.

use std::fmt::{Result, Write};

use serde_json::Value as Json;

use super::super::text::html;
use super::super::view::View;

pub(super) fn write(view: &View<'_>, out: &mut String) -> Result {
    if view.report.evidence.is_empty() {
        return Ok(());
    }
    write!(
        out,
        "<section><details id=evidence><summary><h2>{}</h2></summary><p class=sub>{}</p>",
        view.pick("根拠", "Evidence"),
        view.pick(
            "文ごとの根拠。JSON の報告から sakiyomi analyze --check で確かめ直せる。",
            "What each sentence rests on; sakiyomi analyze --check proves it again from the JSON report."
        )
    )?;
    for evidence in &view.report.evidence {
        let fact = serde_json::to_value(&evidence.fact).unwrap_or(Json::Null);
        let kind = fact.get("kind").and_then(Json::as_str).unwrap_or("");
        write!(
            out,
            "<div class=fact id=\"{0}\"><b>{0} {1}</b><dl>",
            html(&evidence.id),
            html(kind)
        )?;
        for (name, value) in fact.as_object().into_iter().flatten() {
            let text = match name.as_str() {
                "kind" => continue,
                "start" if value.as_str() == Some(&view.report.game.start) => {
                    view.pick("対局の開始局面", "start of the game").to_owned()
                }
                "moves" => moves_of_game(view, value).unwrap_or_else(|| field(value)),
                _ => field(value),
            };
            write!(out, "<dt>{}</dt><dd>{text}</dd>", html(name))?;
        }
        out.push_str("</dl></div>");
    }
    out.push_str("</details></section>\n");
    Ok(())
}

/// The first moves of the game in a few words: written out a hundred times they fill a page.
fn moves_of_game(view: &View<'_>, value: &Json) -> Option<String> {
    let moves = value.as_array().filter(|moves| moves.len() > 1)?;
    let game = view.report.game.moves.get(..moves.len())?;
    let is_game = moves.iter().zip(game).all(|(said, mv)| said.as_str() == Some(&mv.to_string()));
    let last = moves.len();
    let (ja, en) =
        (format!("対局の1手目から{last}手目まで"), format!("plies 1 to {last} of the game"));
    is_game.then(|| view.pick(&ja, &en).to_owned())
}

/// A field as text: lists of words and numbers in a row, everything else as JSON.
fn field(value: &Json) -> String {
    let word = |value: &Json| match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    let text = match value {
        Json::Array(items) if items.iter().all(|item| !item.is_object() && !item.is_array()) => {
            items.iter().map(word).collect::<Vec<_>>().join(" ")
        }
        other => word(other),
    };
    // Lists of moves are longer than names may be.
    kifu::markup::escaped(&text)
}
