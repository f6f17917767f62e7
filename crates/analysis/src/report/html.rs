//! The report as one page that needs nothing but itself: style and script inside, pictures as SVG.
//!
//! The page works without its script: head, graph, moments with diagrams and lines, list of moves,
//! evidence. The script adds a board to walk through the game and its lines. A content security
//! policy names the script by its hash, so nothing from a record can run.

mod cards;
mod data;
mod evidence;
mod graph;
mod head;

use base64::Engine;
use sha2::{Digest, Sha256};

use super::text::{html, script_json};
use super::view::View;
use crate::model::GameReport;
use crate::terminal::Language;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");
/// The script of pages with tables that can be sorted.
pub(super) const SORT_SCRIPT: &str = include_str!("html/sort.js");

/// The page of a game.
pub(super) fn page(report: &GameReport, language: Language) -> String {
    let view = View::new(report, language);
    let mut body = kifu::svg::piece_drawings();
    // Writing to a string does not fail.
    let _ = head::write(&view, &mut body);
    let _ = graph::write(&view, &mut body);
    body.push_str(&walk(&view));
    let _ = cards::write(&view, &mut body);
    let _ = head::write_moves(&view, &mut body);
    let _ = evidence::write(&view, &mut body);
    let _ = head::write_foot(&view, &mut body);
    let data = script_json(&data::of(&view));
    body.push_str(&format!("<script type=\"application/json\" id=data>{data}</script>"));
    shell(language, &html(&view.title()), &body, SCRIPT)
}

/// A whole page around a body; title and body are HTML already.
pub(super) fn shell(language: Language, title: &str, body: &str, script: &str) -> String {
    let lang = match language {
        Language::Japanese => "ja",
        Language::English => "en",
    };
    let hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(script));
    format!(
        "<!DOCTYPE html>\n<html lang={lang}>\n<head>\n<meta charset=utf-8>\n\
         <meta http-equiv=Content-Security-Policy content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=viewport content=\"width=device-width, initial-scale=1\">\n\
         <meta name=referrer content=no-referrer>\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<main>\n{body}\n</main>\n<script>{script}</script>\n</body>\n</html>\n"
    )
}

/// The board and the panel beside it, filled by the script.
fn walk(view: &View<'_>) -> String {
    let last = view.report.plies.len().saturating_sub(1);
    let button = |id: &str, ja: &str, en: &str, sign: &str| {
        let label = view.pick(ja, en);
        format!(
            "<button type=button id={id} title=\"{label}\" aria-label=\"{label}\">{sign}</button>"
        )
    };
    let buttons = [
        button("first", "初手へ (Home)", "first (Home)", "«"),
        button("back", "一手戻る (←)", "back (←)", "◀"),
        button("next", "一手進む (→)", "forward (→)", "▶"),
        button("last", "最終手へ (End)", "last (End)", "»"),
        button("before", "前の重要局面 (PageUp)", "previous moment (PageUp)", "↑"),
        button("after", "次の重要局面 (PageDown)", "next moment (PageDown)", "↓"),
        button("flip", "盤を回す (f)", "turn the board (f)", "⟳"),
        button("leave", "本譜に戻る (Esc)", "back to the game (Esc)", "✕"),
    ];
    let slider = view.pick("手数", "ply");
    format!(
        "<section class=walk id=walk hidden><div class=board-side><div id=board></div>\
         <div class=buttons>{}</div>\
         <input type=range id=slider min=0 max={last} value=0 aria-label=\"{slider}\"></div>\
         <div class=panel id=panel aria-live=polite></div></section>",
        buttons.concat()
    )
}
