//! The graph: Black's win probability, losses by class, progress, and the entering kings.

use std::fmt::{Result, Write};

use super::super::text::html;
use super::super::view::View;
use super::data::class_key;
use crate::model::{Flag, Phase, Side};

const LEFT: f64 = 46.0;
const RIGHT: f64 = 990.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 234.0;
/// Where the bars of losses begin, and how high 50 points are.
const LOSSES: f64 = 248.0;
const LOSS_HEIGHT: f64 = 56.0;
const PROGRESS: f64 = 322.0;
const PROGRESS_HEIGHT: f64 = 30.0;
const KINGS: f64 = 362.0;

fn x(view: &View<'_>, ply: u32) -> f64 {
    let last = view.report.plies.len().saturating_sub(1).max(1) as f64;
    LEFT + (RIGHT - LEFT) * f64::from(ply) / last
}

fn y(w: f64) -> f64 {
    BOTTOM - (BOTTOM - TOP) * w.clamp(0.0, 100.0) / 100.0
}

pub(super) fn write(view: &View<'_>, out: &mut String) -> Result {
    let plies = &view.report.plies;
    if plies.is_empty() {
        return Ok(());
    }
    let has_kings = plies.iter().any(|ply| ply.kings.black.shown || ply.kings.white.shown);
    let height = if has_kings { KINGS + 44.0 } else { PROGRESS + PROGRESS_HEIGHT + 24.0 };
    let name = view.pick("勝率のグラフ", "Win probability");
    write!(
        out,
        "<section class=graph><h2>{name}</h2><svg id=graph viewBox='0 0 1000 {height}' role=img \
         aria-label='{name}' data-left={LEFT} data-right={RIGHT} data-last={}>\
         <rect x={LEFT} y={TOP} width={} height={} class=white-part />",
        plies.len() - 1,
        RIGHT - LEFT,
        BOTTOM - TOP
    )?;
    let points: Vec<String> = plies
        .iter()
        .filter_map(|ply| Some((ply.ply, ply.value?.w.get())))
        .map(|(ply, w)| format!("{:.1},{:.1}", x(view, ply), y(w)))
        .collect();
    let part = view.report.part();
    let ends = [part.first, part.last].map(|ply| x(view, ply as u32));
    let line = points.join(" ");
    write!(
        out,
        "<polygon class=black-part points='{:.1},{BOTTOM} {line} {:.1},{BOTTOM}'/>",
        ends[0], ends[1]
    )?;
    for w in [0, 25, 50, 75, 100] {
        let at = y(f64::from(w));
        let class = if w == 50 { "half" } else { "grid" };
        let below = at + 4.0;
        write!(
            out,
            "<line x1={LEFT} x2={RIGHT} y1={at:.1} y2={at:.1} class={class} />\
             <text x=40 y={below:.1} class=end>{w}%</text>"
        )?;
    }
    write!(
        out,
        "<polyline class=curve points='{line}'/><text x={} y={} class=on-white>△ {}</text>\
         <text x={} y={} class=on-black>▲ {}</text>",
        LEFT + 8.0,
        TOP + 18.0,
        html(view.name(Side::White)),
        LEFT + 8.0,
        BOTTOM - 8.0,
        html(view.name(Side::Black))
    )?;
    write_phases(view, out)?;
    write_losses(view, out)?;
    write_progress(view, out)?;
    if has_kings {
        write_kings(view, out)?;
    }
    write_moments(view, out)?;
    let bottom = LOSSES + LOSS_HEIGHT;
    write!(out, "<line id=cursor x1={LEFT} x2={LEFT} y1={TOP} y2={bottom} class=cursor />")?;
    writeln!(out, "</svg></section>")
}

/// Lines where a phase begins that stays for six plies.
fn write_phases(view: &View<'_>, out: &mut String) -> Result {
    let plies = &view.report.plies;
    let mut now = Phase::Opening;
    for (at, ply) in plies.iter().enumerate() {
        let stays = plies[at..].iter().take(6).all(|later| later.phase == ply.phase);
        if ply.phase > now && stays {
            now = ply.phase;
            let x = x(view, ply.ply);
            let name = view.pick(now.japanese(), now.english());
            write!(
                out,
                "<line x1={x:.1} x2={x:.1} y1={TOP} y2={BOTTOM} class=phase />\
                 <text x={:.1} y={} class=phase-name>{name}</text>",
                x + 4.0,
                TOP + 12.0
            )?;
        }
    }
    Ok(())
}

fn write_losses(view: &View<'_>, out: &mut String) -> Result {
    let name = view.pick("損失", "loss");
    write!(
        out,
        "<line x1={LEFT} x2={RIGHT} y1={LOSSES} y2={LOSSES} class=grid />\
         <text x=40 y={} class=end>{name}</text>",
        LOSSES + 12.0
    )?;
    let width = ((RIGHT - LEFT) / view.report.plies.len() as f64 * 0.8).clamp(1.5, 14.0);
    for ply in &view.report.plies {
        let Some(judgement) = ply.judgement.as_ref().filter(|j| j.loss.get() >= 1.0) else {
            continue;
        };
        let loss = judgement.loss.get();
        let height = loss.min(50.0) / 50.0 * LOSS_HEIGHT;
        let left = x(view, ply.ply) - width / 2.0;
        let key = class_key(judgement.grade);
        let mv = html(view.played(judgement));
        write!(
            out,
            "<rect x={left:.1} y={LOSSES} width={width:.1} height={height:.1} class='f-{key}'>\
             <title>{} {mv} −{loss:.1}</title></rect>",
            ply.ply
        )?;
    }
    Ok(())
}

fn write_progress(view: &View<'_>, out: &mut String) -> Result {
    let base = PROGRESS + PROGRESS_HEIGHT;
    let point = |ply: &crate::model::Ply| {
        let share = f64::from(ply.progress.min(256)) / 256.0;
        format!("{:.1},{:.1}", x(view, ply.ply), base - share * PROGRESS_HEIGHT)
    };
    let points: Vec<String> = view.report.plies.iter().map(point).collect();
    let last = view.report.plies.len() - 1;
    write!(
        out,
        "<polygon class=progress points='{LEFT},{base} {} {:.1},{base}'/>\
         <text x=40 y={} class=end>{}</text><text x={LEFT} y={} class=start>0</text>\
         <text x={RIGHT} y={} class=end>{last}</text>",
        points.join(" "),
        x(view, last as u32),
        base - 4.0,
        view.pick("進行", "prog."),
        base + 14.0,
        base + 14.0
    )
}

/// A strip for each side where its king is on the way into the enemy camp.
fn write_kings(view: &View<'_>, out: &mut String) -> Result {
    let width = (RIGHT - LEFT) / view.report.plies.len().max(1) as f64;
    for (row, side) in [Side::Black, Side::White].into_iter().enumerate() {
        let top = KINGS + 10.0 + row as f64 * 16.0;
        let mark = if side == Side::Black { "▲" } else { "△" };
        let name = view.pick("入玉", "king");
        write!(out, "<text x=40 y={:.1} class=end>{mark}{name}</text>", top + 10.0)?;
        for ply in &view.report.plies {
            let meter = ply.kings.get(side.into());
            if meter.shown {
                let left = x(view, ply.ply) - width / 2.0;
                let strength = f64::from(meter.points.min(28)) / 28.0;
                write!(
                    out,
                    "<rect x={left:.1} y={top:.1} width={width:.1} height=12 class=king \
                     fill-opacity={:.2}><title>{}: {} {}, {} {}</title></rect>",
                    0.2 + 0.8 * strength,
                    ply.ply,
                    meter.points,
                    view.pick("点", "points"),
                    meter.pieces,
                    view.pick("枚", "pieces")
                )?;
            }
        }
    }
    Ok(())
}

fn write_moments(view: &View<'_>, out: &mut String) -> Result {
    for moment in &view.report.moments {
        let Some(ply) = view.report.plies.get(moment.ply as usize) else { continue };
        let (Some(judgement), Some(value)) = (&ply.judgement, &ply.value) else { continue };
        let (cx, cy) = (x(view, ply.ply), y(value.w.get()));
        let turned = ply.flags.contains(&Flag::TurningPoint);
        let key = class_key(judgement.class);
        let title = html(&format!(
            "{} {} {}",
            ply.ply,
            view.played(judgement),
            view.class(judgement.class)
        ));
        let shape = match turned {
            true => format!("M{cx:.1} {:.1}l8 8-8 8-8-8z", cy - 8.0),
            false => format!("M{:.1} {cy:.1}a6 6 0 1 0 12 0a6 6 0 1 0-12 0z", cx - 6.0),
        };
        write!(
            out,
            "<a href='#m{}' aria-label='{title}'><path d='{shape}' class='dot f-{key}'>\
             <title>{title}</title></path></a>",
            ply.ply
        )?;
    }
    Ok(())
}
