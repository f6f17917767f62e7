//! Small charts as SVG text: stacked bars, columns, curves with bands, strips of squares. Colours
//! are classes of the page's style, so that light and dark pages share them.

use std::fmt::Write;

pub(crate) use kifu::markup::escaped;

/// One bar in parts: class, label, size.
pub(super) fn stacked_bar(parts: &[(&str, String, f64)]) -> String {
    let total: f64 = parts.iter().map(|(_, _, size)| size).sum();
    let mut out = String::from("<svg viewBox='0 0 720 36' role='img'>");
    let mut x = 0.0;
    for (class, label, size) in parts.iter().filter(|(_, _, size)| *size > 0.0) {
        let width = size / total.max(1e-9) * 720.0;
        let inner = (width - 2.0).max(0.5);
        let label = escaped(label);
        let _ = write!(
            out,
            "<rect x='{x:.1}' y='2' width='{inner:.1}' height='32' rx='3' class='{class}'>\
             <title>{label}</title></rect>"
        );
        if width > 9.0 * label.chars().count() as f64 {
            let middle = x + inner / 2.0;
            let _ = write!(out, "<text x='{middle:.1}' y='23' class='on'>{label}</text>");
        }
        x += width;
    }
    out + "</svg>"
}

/// Columns with a label below and the value above: label, value, class.
pub(super) fn columns(items: &[(String, u64, &str)]) -> String {
    let most = items.iter().map(|(_, value, _)| *value).max().unwrap_or(0).max(1) as f64;
    let step = 720.0 / items.len().max(1) as f64;
    let width = (step * 0.7).min(90.0);
    let mut out = String::from("<svg viewBox='0 0 720 190' role='img'>");
    let _ = write!(out, "<line x1='0' x2='720' y1='160' y2='160' class='axis'/>");
    for (at, (label, value, class)) in items.iter().enumerate() {
        let middle = step * (at as f64 + 0.5);
        let height = *value as f64 / most * 130.0;
        let (left, top) = (middle - width / 2.0, 160.0 - height);
        let label = escaped(label);
        let _ = write!(
            out,
            "<rect x='{left:.1}' y='{top:.1}' width='{width:.1}' height='{height:.1}' rx='3' \
             class='{class}'><title>{label}: {value}</title></rect>\
             <text x='{middle:.1}' y='178' class='tick'>{label}</text>"
        );
        if items.len() <= 16 && *value > 0 {
            let above = top - 6.0;
            let _ = write!(out, "<text x='{middle:.1}' y='{above:.1}' class='tick'>{value}</text>");
        }
    }
    out + "</svg>"
}

/// A curve over numbers in a row, perhaps with a band around it and lines across.
pub(crate) struct Curve<'a> {
    /// The values.
    pub(crate) values: &'a [f64],
    /// The lower and the upper end of the band at each value.
    pub(crate) band: Option<&'a [(f64, f64)]>,
    /// Horizontal lines with their names.
    pub(crate) across: &'a [(f64, &'a str)],
    /// The number of the first value.
    pub(crate) first: usize,
    /// The name of the counted thing.
    pub(crate) counted: &'a str,
    /// The least and the greatest value shown.
    pub(crate) range: (f64, f64),
}

const LEFT: f64 = 60.0;
const RIGHT: f64 = 715.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 230.0;
/// More points than this do not look finer on a screen.
const MOST_POINTS: usize = 600;

impl Curve<'_> {
    /// The chart.
    pub(crate) fn svg(&self) -> String {
        let mut out = String::from("<svg viewBox='0 0 720 262' role='img'>");
        let (least, most) = self.range;
        for value in ticks(least, most) {
            let y = self.y(value);
            let below = y + 4.0;
            let _ = write!(
                out,
                "<line x1='{LEFT}' x2='{RIGHT}' y1='{y:.1}' y2='{y:.1}' class='grid'/>\
                 <text x='52' y='{below:.1}' class='tick end'>{value}</text>"
            );
        }
        for (value, name) in self.across.iter().filter(|(v, _)| (least..=most).contains(v)) {
            let y = self.y(*value);
            let above = y - 5.0;
            let name = escaped(name);
            let _ = write!(
                out,
                "<line x1='{LEFT}' x2='{RIGHT}' y1='{y:.1}' y2='{y:.1}' class='bound'/>\
                 <text x='{RIGHT}' y='{above:.1}' class='tick end'>{name}</text>"
            );
        }
        let points = self.points();
        if let Some(band) = self.band {
            let upper = points.iter().map(|&at| (at, band[at].1));
            let lower = points.iter().rev().map(|&at| (at, band[at].0));
            let corners: Vec<String> =
                upper.chain(lower).map(|(at, value)| self.point(at, value)).collect();
            let _ = write!(out, "<polygon points='{}' class='band'/>", corners.join(" "));
        }
        let line: Vec<String> = points.iter().map(|&at| self.point(at, self.values[at])).collect();
        let _ = write!(out, "<polyline points='{}' class='curve'/>", line.join(" "));
        let first = self.first;
        let last = first + self.values.len().saturating_sub(1);
        let counted = escaped(self.counted);
        let _ = write!(
            out,
            "<text x='{LEFT}' y='252' class='tick start'>{first}</text>\
             <text x='{RIGHT}' y='252' class='tick end'>{last} {counted}</text>"
        );
        out + "</svg>"
    }

    fn points(&self) -> Vec<usize> {
        let step = self.values.len().div_ceil(MOST_POINTS).max(1);
        let last = self.values.len().checked_sub(1);
        let mut points: Vec<usize> = (0..self.values.len()).step_by(step).collect();
        points.extend(last.filter(|last| points.last() != Some(last)));
        points
    }

    fn point(&self, at: usize, value: f64) -> String {
        let most = self.values.len().saturating_sub(1).max(1) as f64;
        let x = LEFT + (RIGHT - LEFT) * at as f64 / most;
        format!("{x:.1},{:.1}", self.y(value))
    }

    fn y(&self, value: f64) -> f64 {
        let (least, most) = self.range;
        let share = ((value - least) / (most - least).max(1e-9)).clamp(0.0, 1.0);
        BOTTOM - share * (BOTTOM - TOP)
    }
}

/// Round numbers in the range: three to six.
fn ticks(least: f64, most: f64) -> Vec<f64> {
    let wanted = (most - least) / 6.0;
    if wanted.is_nan() || wanted <= 0.0 {
        return Vec::new();
    }
    let power = 10_f64.powf(wanted.log10().floor());
    let step = power * [1.0, 2.0, 5.0].into_iter().find(|n| n * power >= wanted).unwrap_or(10.0);
    let (low, high) = ((least / step).ceil() as i64, (most / step).floor() as i64);
    // A number of few digits is shown with few digits.
    (low..=high).map(|n| (n as f64 * step * 1e6).round() / 1e6).collect()
}

/// Squares in rows: class and label of each.
pub(super) fn strip(squares: &[(&str, String)]) -> String {
    const PER_ROW: usize = 60;
    const SIZE: usize = 12;
    let rows = squares.len().div_ceil(PER_ROW).max(1);
    let height = rows * SIZE;
    let mut out = format!("<svg viewBox='0 0 720 {height}' role='img'>");
    for (at, (class, label)) in squares.iter().enumerate() {
        let (x, y) = (at % PER_ROW * SIZE, at / PER_ROW * SIZE);
        let label = escaped(label);
        let _ = write!(
            out,
            "<rect x='{x}' y='{y}' width='10' height='10' rx='2' class='{class}'>\
             <title>{label}</title></rect>"
        );
    }
    out + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_break_out() {
        assert_eq!(escaped("<a href=\"x\">&\u{0}"), "&lt;a href=&quot;x&quot;&gt;&amp;\u{fffd}");
    }

    #[test]
    fn charts_of_nothing_are_charts() {
        let curve = Curve {
            values: &[],
            band: None,
            across: &[],
            first: 1,
            counted: "pairs",
            range: (0.0, 0.0),
        };
        for chart in [stacked_bar(&[]), columns(&[]), strip(&[]), curve.svg()] {
            assert!(
                chart.starts_with("<svg") && chart.ends_with("</svg>") && !chart.contains("NaN")
            );
        }
    }

    #[test]
    fn long_curves_keep_their_end() {
        let values: Vec<f64> = (0..10_000).map(f64::from).collect();
        let curve = Curve {
            values: &values,
            band: None,
            across: &[(5000.0, "half")],
            first: 1,
            counted: "pairs",
            range: (0.0, 9999.0),
        };
        let points = curve.points();
        assert!(points.len() <= MOST_POINTS + 1);
        assert_eq!(points.last(), Some(&9999));
        assert!(curve.svg().contains("half"));
        assert!(curve.svg().contains(">10000 pairs<"));
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(-76.2, 116.6), [-50.0, 0.0, 50.0, 100.0]);
        assert_eq!(ticks(0.0, 1.0), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(ticks(3.0, 3.0), [0.0; 0]);
    }
}
