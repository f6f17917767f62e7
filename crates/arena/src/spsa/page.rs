//! The course of a tuning as a page for browsers.

use std::fmt::Write;

use super::course::Course;
use crate::report::{Curve, STYLE, escaped};

/// One chart for each parameter.
pub fn spsa_page(engine: &str, course: &Course) -> String {
    let title = format!("Tuning of {}", escaped(engine));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         <p class='sub'>{} pairs of games</p>\n",
        course.history().len() - 1
    );
    let settled = course.settled();
    for (at, parameter) in course.parameters().iter().enumerate() {
        let values: Vec<f64> = course.history().iter().map(|values| values[at]).collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let margin = parameter.step.max((most - least) * 0.1);
        let curve = Curve {
            values: &values,
            band: None,
            across: &[(parameter.start, "start"), (settled[at], "settled")],
            first: 0,
            counted: "pairs",
            range: (least - margin, most + margin),
        };
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "<section><h2>{}</h2><p>from {} to {:.1}</p>{}</section>",
            escaped(&parameter.name),
            parameter.start,
            settled[at],
            curve.svg()
        );
    }
    out + "</main>\n</body>\n</html>\n"
}
