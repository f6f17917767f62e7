//! Every experiment runs from plan to text in its quick form, goes on after a stop, and is checked.

use std::fs;
use std::path::PathBuf;

use lab::{Experiment, LabError, Progress, Scale};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn run(experiment: &dyn Experiment, folder: &std::path::Path) -> Result<String, LabError> {
    let report = lab::run(experiment, Scale::Quick, 2, folder, &|_: Progress| {})?;
    Ok(report.markdown)
}

#[test]
fn every_experiment_runs_and_checks() {
    for experiment in lab::all() {
        let name = experiment.name();
        let folder = folder(name);
        let text = run(experiment, &folder).expect(name);
        assert!(text.contains("What differs") || name == "techniques", "{name}");
        assert!(text.contains("quick run"), "{name}");
        lab::check(experiment, &folder).expect(name);
    }
}

#[test]
fn a_stopped_run_goes_on() {
    let experiment = lab::named("B-table1").expect("an experiment");
    let folder = folder("stopped");
    run(experiment, &folder).expect("a run");
    let path = folder.join("records.jsonl");
    let whole = fs::read_to_string(&path).expect("records");
    // Killed in the middle of a line.
    let half = &whole[..whole.len() / 2];
    let kept = half.lines().count() - usize::from(!half.ends_with('\n'));
    fs::write(&path, half).expect("a file");
    assert!(matches!(lab::check(experiment, &folder), Err(LabError::Incomplete(_))));
    let before = std::sync::Mutex::new(None);
    let show = |progress: Progress| {
        before.lock().expect("a lock").get_or_insert(progress.done);
    };
    lab::run(experiment, Scale::Quick, 1, &folder, &show).expect("a run");
    assert_eq!(*before.lock().expect("a lock"), Some(kept - 1), "the head is no job");
    lab::check(experiment, &folder).expect("complete again");
}

#[test]
fn two_runs_do_not_share_a_folder() {
    let experiment = lab::named("B-table1").expect("an experiment");
    let folder = folder("shared");
    // A run that starts within another one finds the folder taken.
    let within = |_: Progress| assert!(matches!(run(experiment, &folder), Err(LabError::Busy(_))));
    lab::run(experiment, Scale::Quick, 1, &folder, &within).expect("the first run");
    run(experiment, &folder).expect("the folder is free again");
}

#[test]
fn changed_results_are_noticed() {
    let experiment = lab::named("b-table1").expect("an experiment");
    let folder = folder("changed");
    run(experiment, &folder).expect("a run");
    let path = folder.join("README.md");
    let text = fs::read_to_string(&path).expect("a text");
    fs::write(&path, text.replace("saved", "lost")).expect("a file");
    assert!(matches!(lab::check(experiment, &folder), Err(LabError::Differs(_))));
    // Records of another plan are not mixed with ours.
    let other = lab::named("B-nullmove").expect("an experiment");
    assert!(matches!(lab::check(other, &folder), Err(LabError::OtherPlan(_))));
    assert!(matches!(run(other, &folder), Err(LabError::OtherPlan(_))));
}

#[test]
fn fixed_limits_give_the_same_records_again() {
    let experiment = lab::named("O-table1").expect("an experiment");
    let nodes = |name: &str| {
        let folder = folder(name);
        run(experiment, &folder).expect("a run");
        let text = fs::read_to_string(folder.join("records.jsonl")).expect("records");
        let record = |line: &str| {
            let (before, after) = line.split_once("\"time_us\":").expect("a time");
            let after = after.trim_start_matches(|c: char| c.is_ascii_digit());
            format!("{before}{after}")
        };
        text.lines().skip(1).map(record).collect::<Vec<_>>()
    };
    assert_eq!(nodes("first"), nodes("second"));
}

#[test]
fn committed_results_come_out_of_their_records() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    for experiment in lab::all() {
        let folder = root.join(experiment.name());
        // A run that is still going on has records but no text yet.
        if folder.join("README.md").exists() {
            let name = experiment.name();
            lab::check(experiment, &folder).expect(name);
        }
    }
}
