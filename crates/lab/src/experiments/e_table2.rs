//! E-table2: the seven weights of the entering-king steps, learned in the paper's four ways.

use eval::entering_king::Preset;

use super::e_courses::{self, Course, Teaching};
use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::figure::{self, Series};
use crate::markdown::{MarkdownTable, summary, thousands, verdict};
use crate::positions::PositionFile;
use crate::records::Records;
use crate::signature::SignedSearch;
use eval::EvaluatorName;
use search::RecipeName;

/// The paper's set and ours of a way of teaching.
fn sets(teaching: Teaching) -> [Preset; 2] {
    match teaching {
        Teaching::EnteringBoth => [Preset::Both, Preset::FloodgateBoth],
        Teaching::EnteringWinner => [Preset::Winner, Preset::FloodgateWinner],
        Teaching::RandomBoth => [Preset::RandomBoth, Preset::FloodgateRandomBoth],
        Teaching::RandomWinner => [Preset::RandomWinner, Preset::FloodgateRandomWinner],
    }
}

/// Do the weights fall with every step up to the fourth? The last ones are of rare positions.
fn falls(weights: &[i16]) -> bool {
    weights[..5].windows(2).all(|pair| pair[0] > pair[1])
}

fn cells(weights: &[i16]) -> Vec<String> {
    weights.iter().map(ToString::to_string).collect()
}

pub(super) struct ETable2;

impl Experiment for ETable2 {
    fn name(&self) -> &'static str {
        "E-table2"
    }

    fn source(&self) -> &'static str {
        "Paper E (entering king 2012), table 2 and figure 7: the seven weights of the entering-king \
         steps, learned from entering-king wins and from random games, of both sides and of the winner."
    }

    fn about(&self) -> &'static str {
        "Four courses of `learn steps` from the built-in weights of `three_piece`, all else frozen: 14 \
         iterations of 10,000 positions, 8 updates each, steps by gradient of 8 to 0.3 points, no \
         regularisation, leaves at depth 1. Games of floodgate 2016: all entering-king wins, and as many \
         games at random; every twentieth is held out. The weights are those of the iteration with the \
         best held-out target."
    }

    fn searches(&self) -> Vec<SignedSearch> {
        vec![SignedSearch::of(RecipeName::Bonanza).with(EvaluatorName::ThreePiece)]
    }

    fn files(&self) -> &'static [PositionFile] {
        &[]
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        vec![("course", format!("{:?}", e_courses::options_of_steps(scale)))]
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let job = |teaching: Teaching| {
            Job::new(format!("course/{}", teaching.name()), move |_| {
                e_courses::of_steps(teaching, scale)
            })
        };
        Ok(Teaching::ALL.map(job).into())
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let mut heads = vec!["taught by".to_owned()];
        heads.extend((0..7).map(|steps| format!("{steps}")));
        heads.extend(["games", "held-out target, start", "best"].map(str::to_owned));
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        let mut table = MarkdownTable::new(&heads);
        let (mut figures, mut shapes, mut shipped) = (Vec::new(), Vec::new(), Vec::new());
        for teaching in Teaching::ALL {
            let [paper, ours] = sets(teaching).map(|preset| preset.weights().0);
            let mut cells_of_paper = vec![format!("{}: paper", teaching.words())];
            cells_of_paper.extend(cells(&paper));
            cells_of_paper.extend(["6,000", "-", "-"].map(str::to_owned));
            table.row(&cells_of_paper);
            let courses: Vec<(_, Course)> = records.some(&format!("course/{}", teaching.name()))?;
            let Some((_, course)) = courses.first() else { continue };
            let best = &course.iterations[course.best];
            let mut row = vec!["ours".to_owned()];
            row.extend(cells(&best.steps));
            row.push(thousands(course.games as f64));
            row.push(format!("{:.3}", course.iterations[0].held_out));
            row.push(format!("{:.3} (iteration {})", best.held_out, course.best));
            table.row(&row);
            shapes.push(format!(
                "{}: {} (paper: {})",
                teaching.words(),
                if falls(&best.steps) { "yes" } else { "no" },
                if falls(&paper) { "yes" } else { "no" },
            ));
            shipped.push(format!(
                "`{}` {}",
                sets(teaching)[1].name(),
                if best.steps == ours { "are these" } else { "are of another course" }
            ));
            let series: Vec<Series> = (0..7)
                .map(|step| Series {
                    name: format!("{step} steps"),
                    points: course
                        .iterations
                        .iter()
                        .enumerate()
                        .map(|(at, it)| (at as f64, f64::from(it.steps[step])))
                        .collect(),
                })
                .collect();
            let floor = series.iter().flat_map(|it| &it.points).map(|it| it.1).fold(0.0, f64::min);
            let name = format!("figure7-{}.svg", teaching.name());
            figures.push((name, figure::lines(("iteration", "points"), floor, &series)?));
        }
        let same = shapes
            .iter()
            .all(|it| it.contains("yes (paper: yes)") || it.contains("no (paper: no)"));
        let summary = summary(
            "weights from entering-king wins fall with the steps that are left, those from random games do \
             not",
            &format!(
                "do the weights fall from 0 to 4 steps? {}. That the four ways have the paper's shapes {}",
                shapes.join("; "),
                verdict(same && shapes.len() == Teaching::ALL.len())
            ),
        );
        Ok(Report {
            markdown: format!(
                "{summary}{table}\nThe sets that are part of the program: {}.\n\n## What differs\n\
                 Games of programs instead of people, 1,600 instead of 6,000 entering-king wins; an \
                 evaluation whose other weights are learned from few games; 14 iterations of a part of \
                 the positions instead of 30 of all; steps by gradient instead of by sign; leaves at \
                 depth 1 instead of 2.",
                shipped.join(", ")
            ),
            figures,
        })
    }
}
