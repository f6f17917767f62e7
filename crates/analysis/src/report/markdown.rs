//! The report as Markdown, readable in a terminal as well: tables, boards as text, no HTML.

use std::fmt::{Result, Write};

use shogi::DiagramStyle;

use super::text::{clean, markdown};
use super::view::View;
use crate::model::{Figures, GameReport, Moment, Number, Phase, Side};
use crate::terminal::{Language, percent};

/// The whole report.
pub(super) fn text(report: &GameReport, language: Language) -> String {
    let view = View::new(report, language);
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_all(&view, &mut out);
    out
}

fn write_all(view: &View<'_>, out: &mut String) -> Result {
    writeln!(out, "# {}\n", markdown(&view.title()))?;
    let facts = [view.header("開始日時"), view.header("棋戦")].into_iter().flatten().map(markdown);
    let facts = std::iter::once(markdown(&view.result())).chain(facts);
    let facts: Vec<String> = facts.chain(view.part()).collect();
    writeln!(out, "{}\n", facts.join(" · "))?;
    write_figures(view, out)?;
    for sentence in &view.report.sentences {
        writeln!(out, "- {}", markdown(view.sentence(sentence)))?;
    }
    writeln!(out, "\n## {}\n", view.pick("重要な局面", "Moments"))?;
    if view.report.moments.is_empty() {
        let none = view.pick("重要な局面は見つからなかった。", "No move stands out.");
        writeln!(out, "{none}\n")?;
    }
    for moment in &view.report.moments {
        write_moment(view, moment, out)?;
    }
    write_moves(view, out)?;
    writeln!(out, "\n## {}\n", view.pick("注", "Notes"))?;
    let warnings = view.report.game.warnings.iter().map(|warning| markdown(warning));
    for note in view.footnotes().iter().map(|note| markdown(note)).chain(warnings) {
        writeln!(out, "- {note}")?;
    }
    Ok(())
}

fn number(value: Option<Number>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{:.1}", value.get()))
}

fn write_figures(view: &View<'_>, out: &mut String) -> Result {
    let head = view.pick(
        "| 対局者 | 対象 | 平均損失 | 95%区間 | 正確さ | 一致率 | 緩手 | 疑問手 | 悪手 | 大悪手 |",
        "| player | counted | mean loss | 95% interval | accuracy | agreement | inaccuracies | dubious | mistakes | blunders |",
    );
    writeln!(out, "{head}\n|---|---|---|---|---|---|---|---|---|---|")?;
    for side in [Side::Black, Side::White] {
        let player = view.player(side);
        let row = figures_row(&player.figures);
        use crate::model::Class::{Blunder, Dubious, Inaccuracy, Mistake};
        let counts = [Inaccuracy, Dubious, Mistake, Blunder]
            .map(|class| player.counts.get(&class).copied().unwrap_or(0).to_string());
        writeln!(out, "| {} | {row} | {} |", markdown(view.name(side)), counts.join(" | "))?;
        for phase in Phase::ALL {
            if let Some(figures) = player.by_phase.get(phase).filter(|figures| figures.counted > 0)
            {
                let name = view.pick(phase.japanese(), phase.english());
                writeln!(out, "| · {name} | {} | | | | |", figures_row(figures))?;
            }
        }
    }
    writeln!(out)
}

fn figures_row(figures: &Figures) -> String {
    let interval = figures.mean_loss_interval.map_or_else(
        || "–".to_owned(),
        |[low, high]| format!("{:.1} – {:.1}", low.get(), high.get()),
    );
    format!(
        "{} | {} | {interval} | {} | {}",
        figures.counted,
        number(figures.mean_loss),
        number(figures.accuracy),
        number(figures.agreement)
    )
}

fn write_moment(view: &View<'_>, moment: &Moment, out: &mut String) -> Result {
    let ply = view.report.plies.get(moment.ply as usize);
    let Some(judgement) = ply.and_then(|ply| ply.judgement.as_ref()) else { return Ok(()) };
    let played = markdown(view.played(judgement));
    let class = view.class(judgement.class);
    let loss = judgement.loss.get();
    let lost = if loss > 0.0 { format!(" (−{loss:.1})") } else { String::new() };
    writeln!(out, "### {}. {played}: {class}{lost}\n", moment.ply)?;
    let before = moment.ply.checked_sub(1).and_then(|ply| view.position(ply));
    if let Some(position) = before {
        let style = match view.language {
            Language::Japanese => DiagramStyle::Japanese,
            Language::English => DiagramStyle::Ascii,
        };
        writeln!(out, "```\n{}\n```\n", position.diagram(style).to_string().trim_end())?;
    }
    for sentence in &moment.sentences {
        let (mark, _) = view.strength(sentence.strength);
        writeln!(out, "- {mark} {}", markdown(view.sentence(sentence)))?;
    }
    writeln!(out)?;
    for (name, line) in
        [(view.pick("最善", "best"), &moment.best), (view.pick("実戦", "played"), &moment.played)]
    {
        let moves = view.line(moment.ply.saturating_sub(1), &line.moves).join(" ");
        let (value, w) = (view.value(&line.value), percent(line.value.w));
        writeln!(out, "- {name} {w}% ({}): {}", markdown(&value), markdown(&moves))?;
    }
    writeln!(out)
}

fn write_moves(view: &View<'_>, out: &mut String) -> Result {
    writeln!(out, "## {}\n", view.pick("全手", "All moves"))?;
    let head = view.pick(
        "| 手 | 指し手 | 先手勝率 | 評価値 | 損失 | 判定 | 最善 |",
        "| ply | move | Black | score | loss | class | best |",
    );
    writeln!(out, "{head}\n|---|---|---|---|---|---|---|")?;
    for ply in &view.report.plies {
        let Some(value) = &ply.value else { continue };
        let (w, value) = (view.percent(value), view.value(value));
        let Some(judgement) = &ply.judgement else {
            writeln!(out, "| {} | | {w} | {} | | | |", ply.ply, markdown(&value))?;
            continue;
        };
        let is_bad = judgement.loss.get() >= 5.0;
        let best = is_bad.then(|| view.line(ply.ply.saturating_sub(1), &[judgement.best]).concat());
        writeln!(
            out,
            "| {} | {} | {w} | {} | {:.1} | {} | {} |",
            ply.ply,
            markdown(view.played(judgement)),
            markdown(&value),
            judgement.loss.get(),
            view.class(judgement.class),
            markdown(&clean(&best.unwrap_or_default()))
        )?;
    }
    Ok(())
}
