//! The cards of the moments: diagram, sentences, lines, candidates, comparison.

use std::collections::BTreeMap;
use std::fmt::{Result, Write};

use kifu::svg::Diagram;
use shogi::PieceKind;

use super::super::text::html;
use super::super::view::View;
use super::data::class_key;
use crate::look;
use crate::model::{Comparison, Ending, Flag, Line, Moment, Sentence, Side, Verdict};
use crate::terminal::{Language, percent};

/// The colours of the arrows, also in the script and the style.
const PLAYED: &str = "#c0392b";
const BEST: &str = "#1e8449";

pub(super) fn write(view: &View<'_>, out: &mut String) -> Result {
    writeln!(out, "<h2 class=cards-head>{}</h2>", view.pick("重要な局面", "Moments"))?;
    if view.report.moments.is_empty() {
        let none = view.pick("重要な局面は見つからなかった。", "No move stands out.");
        writeln!(out, "<p>{none}</p>")?;
    }
    for moment in &view.report.moments {
        write_card(view, moment, out)?;
    }
    Ok(())
}

/// A sentence with its mark, which leads to the evidence.
pub(super) fn sentence(view: &View<'_>, sentence: &Sentence) -> String {
    let (mark, name) = view.strength(sentence.strength);
    let text = html(view.sentence(sentence));
    let ids: Vec<String> = sentence.evidence.iter().map(|id| html(id)).collect();
    let target = ids.first().map_or("evidence", String::as_str);
    format!(
        "<li><a class=mark href=\"#{target}\" data-e=\"{}\" title=\"{name}\" aria-label=\"{name}\">\
         {mark}</a> {text}</li>",
        ids.join(" ")
    )
}

fn write_card(view: &View<'_>, moment: &Moment, out: &mut String) -> Result {
    let ply = view.report.plies.get(moment.ply as usize);
    let Some((ply, judgement)) = ply.and_then(|ply| Some((ply, ply.judgement.as_ref()?))) else {
        return Ok(());
    };
    let number = moment.ply;
    let before = number.saturating_sub(1);
    let (key, class) = (class_key(judgement.class), view.class(judgement.class));
    let mv = html(view.played(judgement));
    write!(
        out,
        "<article class=card id=m{number}><div class=diagram>{}</div><div class=text>\
         <h3><a href=\"#ply={number}\">{number}. {mv}</a> <span class=\"badge c-{key}\">{class}</span>",
        diagram(view, moment)
    )?;
    // What a move does not do is no mark of it.
    for flag in ply.flags.iter().filter(|&&flag| flag != Flag::NoTsumero) {
        write!(out, " <span class=flag>{}</span>", view.flag(*flag))?;
    }
    let (from, to) = (percent(judgement.best_w), percent(judgement.played_w));
    let side = view.side(moment.side);
    write!(out, "</h3><p class=drop>{side} <b>{from}%</b> → <b>{to}%</b>")?;
    if judgement.loss.get() > 0.0 {
        write!(out, " <span>−{:.1}</span>", judgement.loss.get())?;
    }
    write!(out, "</p><ul class=sentences>")?;
    for one in &moment.sentences {
        out.push_str(&sentence(view, one));
    }
    out.push_str("</ul>");
    write_line(view, view.pick("最善", "best"), "best", before, &moment.best, out)?;
    let is_best = moment.best.moves.first() == moment.played.moves.first();
    if !is_best {
        write_line(view, view.pick("実戦", "played"), "played", before, &moment.played, out)?;
    }
    write_threats(view, moment, out)?;
    write!(
        out,
        "<details><summary>{}</summary>",
        view.pick("候補手と比較", "candidates and comparison")
    )?;
    write_candidates(view, moment, out)?;
    if let Some(ends) = &moment.ends {
        write_comparison(view, moment.side, ends, out)?;
    }
    writeln!(out, "</details></div></article>")
}

/// The position before the move, with arrows for the best and the played move.
fn diagram(view: &View<'_>, moment: &Moment) -> String {
    let Some(position) = moment.ply.checked_sub(1).and_then(|ply| view.position(ply)) else {
        return String::new();
    };
    let title = match view.language {
        Language::Japanese => format!("{}手目の局面", moment.ply),
        Language::English => format!("Position before move {}", moment.ply),
    };
    let mut picture = Diagram::of_position(position).embedded().square_size(34).title(&title);
    let played = moment.played.moves.first().map(|usi| usi.0);
    let best = moment.best.moves.first().map(|usi| usi.0);
    if let Some(mv) = played.filter(|_| played != best) {
        picture = picture.arrow(mv, PLAYED);
    }
    if let Some(mv) = best {
        picture = picture.arrow(mv, BEST);
    }
    picture.to_string()
}

/// A line as buttons: each shows its position on the board.
fn write_line(
    view: &View<'_>,
    name: &str,
    class: &str,
    ply: u32,
    line: &Line,
    out: &mut String,
) -> Result {
    let usi: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
    write!(
        out,
        "<p class=\"line {class}\" data-from={ply} data-line=\"{}\"><b>{name} {}%</b> <small>{}</small> ",
        usi.join(" "),
        percent(line.value.w),
        html(&view.value(&line.value))
    )?;
    for (index, word) in view.line(ply, &line.moves).iter().enumerate() {
        write!(out, "<button type=button class=mv data-at={}>{}</button> ", index + 1, html(word))?;
    }
    out.push_str("</p>");
    Ok(())
}

fn write_threats(view: &View<'_>, moment: &Moment, out: &mut String) -> Result {
    for threat in moment.threats.iter().filter(|threat| threat.size.get() >= 15.0) {
        let words = view.line_words(&threat.line);
        let shown: Vec<String> = words.iter().take(5).map(|word| html(word)).collect();
        let after = view.line(threat.ply, &threat.after).join(" ");
        let when = match (view.language, after.is_empty()) {
            (Language::Japanese, true) => "放置すれば".to_owned(),
            (Language::Japanese, false) => format!("{after}のあと放置すれば"),
            (Language::English, true) => "left alone".to_owned(),
            (Language::English, false) => format!("after {after}, left alone"),
        };
        write!(
            out,
            "<p class=threat><b>{} {}</b> {}: {} <small>+{:.0}</small></p>",
            view.side(threat.side),
            view.pick("の狙い", "threatens"),
            html(&when),
            shown.join(" "),
            threat.size.get()
        )?;
    }
    Ok(())
}

fn write_candidates(view: &View<'_>, moment: &Moment, out: &mut String) -> Result {
    write!(
        out,
        "<table><thead><tr><th>{}<th>{}<th>{}<th>{}<th>{}</thead>",
        view.pick("候補手", "candidate"),
        view.pick("勝率", "win"),
        view.pick("評価値", "score"),
        view.pick("深さ", "depth"),
        view.pick("自然さ", "naturalness")
    )?;
    let before = moment.ply.saturating_sub(1);
    for line in moment.lines.iter().chain(std::iter::once(&moment.played)) {
        let is_repeated = std::ptr::eq(line, &moment.played)
            && moment.lines.iter().any(|other| other.moves.first() == line.moves.first());
        if is_repeated {
            continue;
        }
        let mv = line.moves.get(..1).map_or_else(String::new, |mv| view.line(before, mv).concat());
        let natural = match (line.naturalness, line.natural_rank) {
            (Some(p), Some(rank)) => format!("{:.1}% (#{rank})", p.get()),
            (Some(p), None) => format!("{:.1}%", p.get()),
            _ => "–".to_owned(),
        };
        write!(
            out,
            "<tr><td>{}<td>{}<td>{}<td>{}<td>{natural}",
            html(&mv),
            view.percent(&line.value),
            html(&view.value(&line.value)),
            line.depth
        )?;
    }
    out.push_str("</table>");
    Ok(())
}

/// The two lines side by side.
fn write_comparison(view: &View<'_>, mover: Side, ends: &Comparison, out: &mut String) -> Result {
    write!(
        out,
        "<table><thead><tr><th>{}<th>{}<th>{}</thead>",
        view.pick("読み筋の先", "end of the line"),
        view.pick("最善", "best"),
        view.pick("実戦", "played")
    )?;
    let row = |out: &mut String, name: &str, of: &dyn Fn(&Ending) -> String| {
        let (best, played) = (of(&ends.best), of(&ends.played));
        write!(out, "<tr><td>{name}<td>{}<td>{}", html(&best), html(&played))
    };
    row(out, view.pick("得た駒", "captured"), &|end| pieces(view, &end.captured))?;
    row(out, view.pick("失った駒", "lost"), &|end| pieces(view, &end.lost))?;
    row(out, view.pick("駒割", "material"), &|end| match end.quiet {
        true => format!("{:+}", end.material),
        false => view.pick("未決着", "not quiet").to_owned(),
    })?;
    row(out, view.pick("玉のそばの金銀", "generals near the king"), &|end| {
        let king = end.kings.get(mover.into());
        format!("{} + {}", king.near, king.far)
    })?;
    row(out, view.pick("玉に利く敵駒", "attackers of the king"), &|end| {
        end.kings.get(mover.into()).attackers.to_string()
    })?;
    row(out, view.pick("玉の逃げ場", "free squares of the king"), &|end| {
        end.kings.get(mover.into()).free.to_string()
    })?;
    if ends.best.tsumero.or(ends.played.tsumero).is_some() {
        row(out, view.pick("詰めろ", "mate threat"), &|end| {
            verdict(view, end.tsumero).to_owned()
        })?;
    }
    for term in &ends.terms {
        let (ja, en) = look::term_words(&term.term);
        write!(out, "<tr><td>{}<td><td>{:+}", view.pick(ja, en), term.points)?;
    }
    out.push_str("</table>");
    Ok(())
}

fn verdict(view: &View<'_>, verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::Yes) => view.pick("あり", "yes"),
        Some(Verdict::No) => view.pick("なし", "no"),
        Some(Verdict::Unknown) => view.pick("不明", "unknown"),
        None => "–",
    }
}

/// Pieces by letter as text: `銀、歩2`.
fn pieces(view: &View<'_>, counts: &BTreeMap<String, u32>) -> String {
    let name = |letter: &str| match view.language {
        Language::English => letter.to_owned(),
        Language::Japanese => PieceKind::ALL
            .into_iter()
            .find(|kind| kind.to_string() == letter)
            .map_or_else(|| letter.to_owned(), |kind| kind.kanji().to_string()),
    };
    let texts = counts.iter().map(|(letter, count)| match count {
        1 => name(letter),
        count => format!("{}×{count}", name(letter)),
    });
    let texts: Vec<String> = texts.collect();
    if texts.is_empty() { "–".to_owned() } else { texts.join(" ") }
}
