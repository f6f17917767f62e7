//! The page of an experiment: its report, whether it is stale, and who made its records.

use std::path::{Path, PathBuf};

use crate::error::LabError;
use crate::experiment::{Experiment, Report, Scale};
use crate::markdown::thousands;
use crate::records::Records;
use crate::staleness::Plan;

/// The name of the file with the text.
const TEXT: &str = "README.md";

/// The file with an experiment's text in its folder.
pub fn page_file(folder: &Path) -> PathBuf {
    folder.join(TEXT)
}

/// Renders the page from the records, of which only those of the present plan are shown.
pub(crate) fn render(experiment: &dyn Experiment, records: &Records) -> Result<Report, LabError> {
    let (plan, _) = Plan::of(experiment, Scale::named(&records.head.scale))?;
    let mut shown = records.clone();
    let dropped = shown.keep_planned(&plan.ids);
    let report = experiment.render(&shown)?;
    let reasons = plan.reasons(&records.head);
    let missing = plan.ids.len() - shown.lines.len();
    let mut notices = String::new();
    let name = experiment.name();
    if !reasons.is_empty() {
        notices += &format!(
            "> **Stale**: {}. The figures are those of the records; `sakiyomi lab run {name} --afresh` \
             makes them with the present program.\n\n",
            reasons.join("; ")
        );
    }
    if missing > 0 {
        let jobs = thousands(plan.ids.len() as f64);
        notices += &if records.lines.len() < records.head.jobs && dropped == 0 {
            format!(
                "> **Not finished**: {} of {jobs} jobs are done; the figures are those of these jobs, and \
                 `sakiyomi lab run {name}` does the others.\n\n",
                thousands(shown.lines.len() as f64)
            )
        } else {
            format!(
                "> {} of the plan's {jobs} jobs have no record; what rests on them is \"not measured yet\".{}\n\n",
                thousands(missing as f64),
                if dropped > 0 {
                    format!(
                        " {} records of an earlier plan are kept in the file and not shown.",
                        thousands(dropped as f64)
                    )
                } else {
                    String::new()
                }
            )
        };
    }
    let (source, about) = (experiment.source(), experiment.about());
    let body = report.markdown.trim_end();
    let conditions = conditions(records);
    let markdown = format!(
        "# {name}\n{source}\n\n{notices}{about}\n\n{body}\n\n## Conditions\n{conditions} This text is \
         made from `records.jsonl`; `sakiyomi lab check {name}` makes it again and compares.\n"
    );
    Ok(Report { markdown, ..report })
}

/// Returns the text about the runs that did the jobs.
fn conditions(records: &Records) -> String {
    let runs = records.head.all_runs();
    let ends = runs.iter().skip(1).map(|run| run.found).chain([records.lines.len()]);
    let mut text = String::new();
    for (run, end) in runs.iter().zip(ends) {
        let commit = match &run.commit {
            Some(commit) => format!("commit {commit}"),
            None => "an unknown commit".to_owned(),
        };
        let jobs = thousands(end.saturating_sub(run.found) as f64);
        text +=
            &format!("{jobs} jobs, {} at a time, on {}, by {commit}", run.threads, run.processor);
        let signatures: Vec<String> = run
            .signatures
            .iter()
            .map(|(search, nodes)| format!("{search} {}", thousands(*nodes as f64)))
            .collect();
        if !signatures.is_empty() {
            text += &format!(" (signatures: {})", signatures.join("; "));
        }
        text += ". ";
    }
    text += "Time is processor time of the searching thread unless something else is said.";
    if records.head.scale == Scale::Quick.name() {
        text += " This is a quick run: its figures mean nothing.";
    }
    text
}

/// The page's files: the text and the figures.
pub(crate) fn files(report: &Report) -> Vec<(PathBuf, &String)> {
    let figures = report.figures.iter().map(|(name, text)| (PathBuf::from(name), text));
    std::iter::once((PathBuf::from(TEXT), &report.markdown)).chain(figures).collect()
}
