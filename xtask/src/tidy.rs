//! `cargo xtask tidy`: what must not be in the repository. One rule, one function.

mod architecture;
mod files;
mod guides;
mod layers;
mod limits;
mod maps;
mod source;
mod techniques;
mod text;
mod unsafety;

use architecture::Architecture;
use source::SourceFile;
use std::fmt;
use std::path::Path;

/// A broken rule: where, and what is expected there.
#[derive(Debug)]
struct Finding {
    path: String,
    line: usize,
    message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.message)
    }
}

/// What a rule says about one file: a line (from 1) and a message.
type Remark = (usize, String);

/// Checks the repository and prints each finding.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let findings = check(root)?;
    for finding in &findings {
        eprintln!("{finding}");
    }
    match findings.len() {
        0 => Ok(()),
        1 => Err("1 rule is broken".to_owned()),
        count => Err(format!("{count} rules are broken")),
    }
}

fn check(root: &Path) -> Result<Vec<Finding>, String> {
    let files = files::read(root)?;
    let map = files
        .iter()
        .find(|file| file.path == architecture::FILE)
        .ok_or_else(|| format!("{} is missing", architecture::FILE))?;
    let architecture = Architecture::parse(&map.text)?;
    let crates = layers::workspace_crates(root)?;

    let mut findings: Vec<Finding> = layers::differences(&architecture, &crates)
        .into_iter()
        .chain(architecture.stale_places(&files))
        .chain(architecture.unnamed_folders(&map.text, &files))
        .map(|(line, message)| Finding { path: map.path.clone(), line, message })
        .collect();
    for file in &files {
        findings.extend(remarks(file, &architecture).into_iter().map(|(line, message)| Finding {
            path: file.path.clone(),
            line,
            message,
        }));
    }
    Ok(findings)
}

fn remarks(file: &SourceFile, architecture: &Architecture) -> Vec<Remark> {
    let mut remarks = text::machine_paths(&file.text);
    if file.has_extension(&["rs", "md", "toml"]) {
        remarks.extend(text::white_space(&file.text));
    }
    if file.has_extension(&["md", "toml"]) {
        remarks.extend(text::unfinished_notes(&file.text));
    }
    if guides::is_guide(&file.path) {
        remarks.extend(guides::remarks(&file.text));
    }
    if techniques::is_technique(&file.path) && file.has_extension(&["rs"]) {
        remarks.extend(techniques::missing_lines(&file.text));
    }
    if file.has_extension(&["rs"]) {
        remarks.extend(text::too_long(&file.text));
        remarks.extend(text::missing_header(&file.text));
        remarks.extend(text::unfinished_code(&file.code));
        remarks.extend(text::unfinished_notes(&file.comments));
        if !architecture.is_unsafe_island(&file.path) {
            remarks.extend(unsafety::outside_islands(&file.code));
        }
        remarks.extend(unsafety::without_contract(&file.code, &file.text));
        remarks.extend(limits::forbidden_words(file, architecture));
    }
    remarks
}

/// The lines of `text`, counted from 1.
fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines())
}

#[cfg(test)]
mod tests {
    #[test]
    fn repository_is_tidy() {
        let findings = super::check(&crate::repository()).expect("the repository can be read");
        let report: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert!(report.is_empty(), "broken rules:\n{}", report.join("\n"));
    }
}
