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
            if name != "kind" {
                write!(out, "<dt>{}</dt><dd>{}</dd>", html(name), field(value))?;
            }
        }
        out.push_str("</dl></div>");
    }
    out.push_str("</details></section>\n");
    Ok(())
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
