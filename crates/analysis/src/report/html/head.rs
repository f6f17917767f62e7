//! The head with the players' figures, the list of all moves, and the notes at the foot.

use std::fmt::{Result, Write};

use super::super::text::html;
use super::super::view::View;
use super::data::class_key;
use crate::model::{Class, Figures, Number, Phase, ShapeKind, Side};

pub(super) fn write(view: &View<'_>, out: &mut String) -> Result {
    writeln!(out, "<header><h1>{}</h1>", html(&view.title()))?;
    let facts = [kifu::header::START_TIME, kifu::header::EVENT, kifu::header::SITE];
    let facts = facts.iter().filter_map(|name| view.header(name)).map(html);
    let facts = std::iter::once(html(&view.result())).chain(facts);
    let facts: Vec<String> = facts.chain(view.part()).collect();
    writeln!(out, "<p class=sub>{}</p></header>", facts.join(" · "))?;
    if !view.report.game.warnings.is_empty() {
        out.push_str("<ul class=warnings>");
        for warning in &view.report.game.warnings {
            write!(out, "<li>{}</li>", html(warning))?;
        }
        out.push_str("</ul>");
    }
    out.push_str("<div class=players>");
    for side in [Side::Black, Side::White] {
        write_player(view, side, out)?;
    }
    out.push_str("</div>");
    if !view.report.sentences.is_empty() {
        out.push_str("<ul class=\"sentences whole\">");
        for sentence in &view.report.sentences {
            out.push_str(&super::cards::sentence(view, sentence));
        }
        out.push_str("</ul>");
    }
    Ok(())
}

fn write_player(view: &View<'_>, side: Side, out: &mut String) -> Result {
    let player = view.player(side);
    let mark = if side == Side::Black { "▲" } else { "△" };
    let won = match view.report.game.winner == Some(side) {
        true => format!("<span class=won>{}</span>", view.pick("勝ち", "won")),
        false => String::new(),
    };
    writeln!(out, "<section class=player><h2>{mark} {}{won}</h2>", html(view.name(side)))?;
    let shapes = [ShapeKind::Opening, ShapeKind::Castle].map(|kind| view.shape(side, kind));
    let shapes: Vec<String> = shapes.into_iter().flatten().map(html).collect();
    if !shapes.is_empty() {
        writeln!(out, "<p class=sub>{}</p>", shapes.join(" · "))?;
    }
    let figures = &player.figures;
    let interval = figures.mean_loss_interval.map_or_else(String::new, |[low, high]| {
        format!(" <small>{:.1}–{:.1}</small>", low.get(), high.get())
    });
    let tiles = [
        (view.pick("平均損失", "mean loss"), number(figures.mean_loss) + &interval),
        (view.pick("正確さ", "accuracy"), number(figures.accuracy)),
        (view.pick("一致率", "agreement"), number(figures.agreement) + "<small>%</small>"),
        (view.pick("対象手数", "counted moves"), figures.counted.to_string()),
    ];
    out.push_str("<dl class=tiles>");
    for (name, value) in tiles {
        write!(out, "<div><dt>{name}</dt><dd>{value}</dd></div>")?;
    }
    out.push_str("</dl><p class=counts>");
    for class in Class::ALL.iter().rev() {
        if let Some(count) = player.counts.get(class).filter(|&&count| count > 0) {
            let (key, word) = (class_key(*class), view.class(*class));
            write!(out, "<span class=\"badge c-{key}\">{word} {count}</span> ")?;
        }
    }
    out.push_str("</p>");
    let phases = Phase::ALL.iter().filter_map(|phase| {
        let figures = player.by_phase.get(phase).filter(|figures| figures.counted > 0)?;
        Some((view.pick(phase.japanese(), phase.english()), figures))
    });
    let phases: Vec<(&str, &Figures)> = phases.collect();
    if !phases.is_empty() {
        write!(
            out,
            "<table><thead><tr><th>{}<th>{}<th>{}<th>{}</thead>",
            view.pick("段階", "phase"),
            view.pick("手数", "moves"),
            view.pick("平均損失", "mean loss"),
            view.pick("一致率", "agreement")
        )?;
        for (name, figures) in phases {
            let (loss, agreement) = (number(figures.mean_loss), number(figures.agreement));
            write!(out, "<tr><td>{name}<td>{}<td>{loss}<td>{agreement}%", figures.counted)?;
        }
        out.push_str("</table>");
    }
    out.push_str("</section>\n");
    Ok(())
}

fn number(value: Option<Number>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{:.1}", value.get()))
}

/// All moves as a table: the graph for readers without sight.
pub(super) fn write_moves(view: &View<'_>, out: &mut String) -> Result {
    write!(
        out,
        "<section><details id=moves><summary><h2>{}</h2></summary><table class=moves><thead><tr>\
         <th scope=col>{}<th scope=col>{}<th scope=col>{}<th scope=col>{}<th scope=col>{}\
         <th scope=col>{}<th scope=col>{}</thead><tbody>",
        view.pick("全手の一覧", "All moves"),
        view.pick("手", "ply"),
        view.pick("指し手", "move"),
        view.pick("先手勝率", "Black"),
        view.pick("評価値", "score"),
        view.pick("損失", "loss"),
        view.pick("判定", "class"),
        view.pick("最善手", "best"),
    )?;
    for ply in &view.report.plies {
        let Some(value) = &ply.value else { continue };
        let (w, value) = (view.percent(value), html(&view.value(value)));
        let number = ply.ply;
        let Some(judgement) = &ply.judgement else {
            writeln!(out, "<tr data-ply={number}><td>{number}<td><td>{w}<td>{value}<td><td><td>")?;
            continue;
        };
        let best = match judgement.loss.get() >= 5.0 {
            true => view.line(number.saturating_sub(1), &[judgement.best]).concat(),
            false => String::new(),
        };
        let (key, class) = (class_key(judgement.class), view.class(judgement.class));
        let (mv, loss) = (html(view.played(judgement)), judgement.loss.get());
        writeln!(
            out,
            "<tr data-ply={number}><td>{number}<td><a href=\"#ply={number}\">{mv}</a><td>{w}\
             <td>{value}<td>{loss:.1}<td><span class=\"badge c-{key}\">{class}</span><td>{}",
            html(&best)
        )?;
    }
    out.push_str("</tbody></table></details></section>\n");
    Ok(())
}

pub(super) fn write_foot(view: &View<'_>, out: &mut String) -> Result {
    writeln!(out, "<footer><h2>{}</h2><ul>", view.pick("注", "Notes"))?;
    for note in view.footnotes() {
        writeln!(out, "<li>{}</li>", html(&note))?;
    }
    let marks = view.pick(
        "■ 証明済み、● 探索による、○ 盤上・棋譜で数えた。",
        "■ proved, ● searched, ○ counted.",
    );
    let keys = view.pick(
        "キー: ← → 一手、Home End 両端、PageUp PageDown 重要局面、f 盤を回す、Esc 本譜へ。",
        "Keys: ← → a move, Home End the ends, PageUp PageDown moments, f turns the board, Esc leaves a line.",
    );
    writeln!(out, "<li>{marks}</li><li>{keys}</li></ul></footer>")
}
