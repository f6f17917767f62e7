//! Pictures of a course of learning as SVG: targets by iteration (figure 6 of paper E) and weights by
//! iteration (its figure 7).

use std::fmt::Write;

use super::learner::Iteration;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
/// The room for the names of the axes and of the lines.
const LEFT: f64 = 70.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 46.0;
const COLOURS: [&str; 7] =
    ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f"];

/// A line: its name and its points.
struct Line {
    name: String,
    points: Vec<(f64, f64)>,
}

/// Draws the mean targets of the learned positions and of the held-out ones.
pub fn targets_figure(history: &[Iteration]) -> String {
    let learned = history.iter().skip(1);
    let lines = [
        Line {
            name: "learned, before".to_owned(),
            points: learned.clone().map(|it| (it.number as f64, it.target[0])).collect(),
        },
        Line {
            name: "learned, after".to_owned(),
            points: learned.map(|it| (it.number as f64, it.target[1])).collect(),
        },
        Line {
            name: "held out".to_owned(),
            points: history.iter().map(|it| (it.number as f64, it.held_out.target)).collect(),
        },
    ];
    draw("target", &lines)
}

/// Draws the weights of the small groups, whose names are given.
pub fn weights_figure(history: &[Iteration], names: &[String]) -> String {
    let lines: Vec<Line> = names
        .iter()
        .enumerate()
        .map(|(index, name)| Line {
            name: name.clone(),
            points: history
                .iter()
                .filter_map(|it| Some((it.number as f64, f64::from(*it.weights.get(index)?))))
                .collect(),
        })
        .collect();
    draw("points", &lines)
}

/// A step of 1, 2 or 5 times a power of ten, so that at most eight fit into the span.
fn step(span: f64) -> f64 {
    let mut step = 10_f64.powf((span.max(1e-9) / 8.0).log10().floor());
    for factor in [2.0, 2.5, 2.0] {
        if span / step <= 8.0 {
            break;
        }
        step *= factor;
    }
    step
}

fn draw(unit: &str, lines: &[Line]) -> String {
    let points = || lines.iter().flat_map(|line| &line.points);
    let most_x = points().map(|point| point.0).fold(1.0, f64::max);
    let mut range = points().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), point| {
        (least.min(point.1), most.max(point.1))
    });
    if range.0 >= range.1 {
        let middle = if range.0.is_finite() { range.0 } else { 0.0 };
        range = (middle - 0.5, middle + 0.5);
    }
    let x = |value: f64| LEFT + value / most_x * (WIDTH - LEFT - RIGHT);
    let y = |value: f64| {
        HEIGHT - BOTTOM - (value - range.0) / (range.1 - range.0) * (HEIGHT - TOP - BOTTOM)
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    let mut text = |at: (f64, f64), anchor: &str, words: &str| {
        // Writing to a string does not fail.
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{words}</text>",
            at.0, at.1
        );
    };
    text(((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10.0), "middle", "iteration");
    text((LEFT, 14.0), "end", unit);
    let across = step(most_x).max(1.0);
    let mut ticks = 0.0;
    while ticks <= most_x {
        text((x(ticks), HEIGHT - BOTTOM + 16.0), "middle", &format!("{ticks}"));
        ticks += across;
    }
    let up = step(range.1 - range.0);
    let digits = (-up.log10().floor()).max(0.0) as usize;
    let mut tick = (range.0 / up).ceil() * up;
    while tick <= range.1 {
        text((LEFT - 8.0, y(tick) + 4.0), "end", &format!("{tick:.digits$}"));
        tick += up;
    }
    for (number, line) in lines.iter().enumerate() {
        let at = TOP + 16.0 * number as f64 + 12.0;
        text((WIDTH - RIGHT + 34.0, at), "start", &line.name);
    }
    let _ = writeln!(
        svg,
        "<path d=\"M{LEFT} {TOP}V{0:.1}H{1:.1}\" fill=\"none\" stroke=\"black\"/>",
        HEIGHT - BOTTOM,
        WIDTH - RIGHT
    );
    for (number, line) in lines.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let at = TOP + 16.0 * number as f64 + 8.0;
        let path: Vec<String> = line
            .points
            .iter()
            .map(|point| format!("{:.1},{:.1}", x(point.0), y(point.1)))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
             <path d=\"M{:.1} {at:.1}h20\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            path.join(" "),
            WIDTH - RIGHT + 10.0
        );
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::super::compared::Judgement;
    use super::*;

    #[test]
    fn every_line_is_drawn_and_named() {
        let history: Vec<Iteration> = (0..5)
            .map(|number| Iteration {
                number,
                target: [4.0 - number as f64, 3.5 - number as f64],
                held_out: Judgement { target: 5.0, ..Judgement::default() },
                weights: vec![number as f32, 7.0],
                ..Iteration::default()
            })
            .collect();
        let targets = targets_figure(&history);
        assert_eq!(targets.matches("<polyline").count(), 3);
        assert!(targets.contains("held out") && targets.ends_with("</svg>\n"));
        let names = ["steps 0".to_owned(), "steps 1".to_owned()];
        let weights = weights_figure(&history, &names);
        assert!(weights.contains("steps 1") && !weights.contains("NaN"));
        assert!(!targets_figure(&[]).contains("NaN"));
        assert!(!weights_figure(&history[..1], &names[1..]).contains("NaN"));
    }

    #[test]
    fn steps_are_round() {
        for (span, expected) in [(1.0, 0.2), (8.0, 1.0), (30.0, 5.0), (700.0, 100.0)] {
            assert!((step(span) - expected).abs() < 1e-9 * expected, "{span} {}", step(span));
        }
    }
}
