//! Figures as SVG.

use plotters::prelude::*;

use crate::error::LabError;

const SIZE: (u32, u32) = (720, 400);
const COLORS: [RGBColor; 5] = [
    RGBColor(31, 119, 180),
    RGBColor(214, 39, 40),
    RGBColor(44, 160, 44),
    RGBColor(148, 103, 189),
    RGBColor(140, 86, 75),
];

/// One line of a figure.
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// Lines over common axes; the vertical one starts at `floor`.
pub fn lines(axes: (&str, &str), floor: f64, series: &[Series]) -> Result<String, LabError> {
    let mut svg = String::new();
    draw(&mut svg, axes, floor, series).map_err(|error| LabError::Figure(error.to_string()))?;
    svg.push('\n');
    Ok(svg)
}

fn draw(
    svg: &mut String,
    (x_name, y_name): (&str, &str),
    floor: f64,
    series: &[Series],
) -> Result<(), Box<dyn std::error::Error>> {
    // A figure without points has axes all the same.
    let none = Series { name: String::new(), points: vec![(0.0, floor), (1.0, floor + 1.0)] };
    let is_empty = series.iter().all(|series| series.points.is_empty());
    let points = || {
        let shown = if is_empty { std::slice::from_ref(&none) } else { series };
        shown.iter().flat_map(|series| &series.points)
    };
    let least_x = points().map(|point| point.0).fold(f64::INFINITY, f64::min);
    let most_x = points().map(|point| point.0).fold(least_x + 1e-9, f64::max);
    let most_y = points().map(|point| point.1).fold(floor + 1e-9, f64::max);
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(72)
        .build_cartesian_2d(least_x..most_x, floor..most_y + (most_y - floor) * 0.05)?;
    chart.configure_mesh().x_desc(x_name).y_desc(y_name).light_line_style(WHITE).draw()?;
    for (line, color) in series.iter().zip(COLORS.iter().cycle()) {
        let color = *color;
        chart
            .draw_series(LineSeries::new(line.points.iter().copied(), color.stroke_width(2)))?
            .label(line.name.as_str())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
        chart
            .draw_series(line.points.iter().map(|&point| Circle::new(point, 3, color.filled())))?;
    }
    if is_empty {
        root.present()?;
        return Ok(());
    }
    // The names stand on the right, where the lines are not.
    let ends_high = series
        .iter()
        .filter_map(|series| series.points.last())
        .any(|point| point.1 - floor > (most_y - floor) / 2.0);
    let position =
        if ends_high { SeriesLabelPosition::LowerRight } else { SeriesLabelPosition::UpperRight };
    chart
        .configure_series_labels()
        .position(position)
        .background_style(WHITE)
        .border_style(BLACK)
        .draw()?;
    root.present()?;
    drop(chart);
    Ok(())
}

/// Groups of bars; the points of a series are the numbers of the groups and the heights.
pub fn bars(y_name: &str, groups: &[&str], series: &[Series]) -> Result<String, LabError> {
    let mut svg = String::new();
    draw_bars(&mut svg, y_name, groups, series)
        .map_err(|error| LabError::Figure(error.to_string()))?;
    svg.push('\n');
    Ok(svg)
}

fn draw_bars(
    svg: &mut String,
    y_name: &str,
    groups: &[&str],
    series: &[Series],
) -> Result<(), Box<dyn std::error::Error>> {
    let points = series.iter().flat_map(|series| &series.points);
    let most = points.map(|point| point.1).fold(1e-9, f64::max);
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(72)
        .build_cartesian_2d(-0.5..groups.len() as f64 - 0.5, 0.0..most * 1.05)?;
    let group = |x: &f64| {
        let is_whole = (x - x.round()).abs() < 1e-6 && *x > -0.5;
        let name = if is_whole { groups.get(x.round() as usize) } else { None };
        name.map_or_else(String::new, ToString::to_string)
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(groups.len())
        .x_label_formatter(&group)
        .y_desc(y_name)
        .light_line_style(WHITE)
        .draw()?;
    let width = 0.8 / series.len().max(1) as f64;
    for (number, (bars, color)) in series.iter().zip(COLORS.iter().cycle()).enumerate() {
        let (left, color) = (number as f64 * width - 0.4, *color);
        chart
            .draw_series(bars.points.iter().map(|&(x, y)| {
                Rectangle::new([(x + left, 0.0), (x + left + width, y)], color.filled())
            }))?
            .label(bars.name.as_str())
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], color.filled()));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE)
        .border_style(BLACK)
        .draw()?;
    root.present()?;
    drop(chart);
    Ok(())
}

/// Groups of bars one below the other, for groups with long names; the points of a series are the
/// numbers of the groups and the lengths.
pub fn rows(x_name: &str, groups: &[&str], series: &[Series]) -> Result<String, LabError> {
    let mut svg = String::new();
    draw_rows(&mut svg, x_name, groups, series)
        .map_err(|error| LabError::Figure(error.to_string()))?;
    svg.push('\n');
    Ok(svg)
}

fn draw_rows(
    svg: &mut String,
    x_name: &str,
    groups: &[&str],
    series: &[Series],
) -> Result<(), Box<dyn std::error::Error>> {
    /// The height of a group of bars and of everything else, in pixels.
    const HEIGHTS: (u32, u32) = (26, 80);
    let points = series.iter().flat_map(|series| &series.points);
    let most = points.map(|point| point.1).fold(1e-9, f64::max);
    let height = HEIGHTS.0 * groups.len().max(1) as u32 + HEIGHTS.1;
    let root = SVGBackend::with_string(svg, (SIZE.0, height)).into_drawing_area();
    root.fill(&WHITE)?;
    let last = groups.len() as f64 - 0.5;
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(130)
        // The first group stands at the top.
        .build_cartesian_2d(0.0..most * 1.05, -last..0.5)?;
    let group = |y: &f64| {
        let is_whole = (y - y.round()).abs() < 1e-6 && *y < 0.5;
        let name = if is_whole { groups.get((-y).round() as usize) } else { None };
        name.map_or_else(String::new, ToString::to_string)
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(2 * groups.len().max(1))
        .y_label_formatter(&group)
        .x_desc(x_name)
        .light_line_style(WHITE)
        .draw()?;
    let width = 0.8 / series.len().max(1) as f64;
    for (number, (bars, color)) in series.iter().zip(COLORS.iter().cycle()).enumerate() {
        let (top, color) = (0.4 - number as f64 * width, *color);
        chart
            .draw_series(bars.points.iter().map(|&(row, length)| {
                Rectangle::new([(0.0, top - row), (length, top - row - width)], color.filled())
            }))?
            .label(bars.name.as_str())
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], color.filled()));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .background_style(WHITE)
        .border_style(BLACK)
        .draw()?;
    root.present()?;
    drop(chart);
    Ok(())
}
