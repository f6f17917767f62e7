//! Every experiment runs from plan to text in its quick form, goes on after a stop, and is checked.

use std::fs;
use std::path::PathBuf;

use lab::{Earlier, Experiment, LabError, Progress, RunOptions, Scale, State};

const QUICK: RunOptions = RunOptions { scale: Scale::Quick, threads: 1, earlier: Earlier::Refuse };

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn run(experiment: &dyn Experiment, folder: &std::path::Path) -> Result<String, LabError> {
    let options = RunOptions { threads: 2, ..QUICK };
    let report = lab::run(experiment, options, folder, &|_: Progress| {})?;
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
    // Killed in the middle of the last line.
    let last = whole.lines().next_back().expect("a record").len() + 1;
    let stopped = &whole[..whole.len() - last / 2];
    let kept = whole.lines().count() - 1;
    fs::write(&path, stopped).expect("a file");
    assert!(matches!(lab::check(experiment, &folder), Err(LabError::Differs(_))), "it must say so");
    let all = whole.lines().count() - 1;
    assert_eq!(lab::state(experiment, &folder).expect("a state"), State::Begun(kept - 1, all));
    let page = lab::render(experiment, &folder).expect("a page of what is there").markdown;
    assert!(page.contains(&format!("**Not finished**: {} of {all} jobs", kept - 1)), "{page}");
    lab::check(experiment, &folder).expect("the page says so");
    lab::again(experiment, &folder, 1, &|_| {}).expect("the same result");
    let before = std::sync::Mutex::new(None);
    let show = |progress: Progress| {
        before.lock().expect("a lock").get_or_insert(progress.done);
    };
    lab::run(experiment, QUICK, &folder, &show).expect("a run");
    assert_eq!(*before.lock().expect("a lock"), Some(kept - 1), "the head is no job");
    let page = fs::read_to_string(folder.join("README.md")).expect("a page");
    assert!(!page.contains("Not finished"), "{page}");
    lab::check(experiment, &folder).expect("complete again");
}

#[test]
fn a_run_without_a_record_has_no_page() {
    let experiment = lab::named("B-table1").expect("an experiment");
    let folder = folder("empty");
    run(experiment, &folder).expect("a run");
    let path = folder.join("records.jsonl");
    let text = fs::read_to_string(&path).expect("records");
    let head = text.lines().next().expect("a head");
    fs::write(&path, format!("{head}\n")).expect("a file");
    assert!(matches!(lab::check(experiment, &folder), Err(LabError::Incomplete(_))));
    assert!(matches!(lab::render(experiment, &folder), Err(LabError::Incomplete(_))));
}

#[test]
fn two_runs_do_not_share_a_folder() {
    let experiment = lab::named("B-table1").expect("an experiment");
    let folder = folder("shared");
    // A run that starts within another one finds the folder taken.
    let within = |_: Progress| assert!(matches!(run(experiment, &folder), Err(LabError::Busy(_))));
    lab::run(experiment, QUICK, &folder, &within).expect("the first run");
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

/// Replaces text in the records of a folder.
fn edit(folder: &std::path::Path, from: &str, to: &str) {
    let path = folder.join("records.jsonl");
    let text = fs::read_to_string(&path).expect("records");
    assert!(text.contains(from), "{from} is not in {text}");
    fs::write(&path, text.replacen(from, to, 1)).expect("a file");
}

#[test]
fn stale_records_are_refused_unless_they_are_asked_for() {
    let experiment = lab::named("B-table1").expect("an experiment");
    let folder = folder("stale");
    run(experiment, &folder).expect("a run");
    assert_eq!(lab::state(experiment, &folder).expect("a state"), State::Fresh);
    edit(&folder, "\"bonanza\":", "\"bonanza\":1");
    let State::Stale(reasons) = lab::state(experiment, &folder).expect("a state") else {
        panic!("another signature went unseen");
    };
    assert_eq!(reasons, ["`bonanza` searches other nodes now"]);
    assert!(matches!(lab::check(experiment, &folder), Err(LabError::Differs(_))), "it must say so");
    assert!(matches!(run(experiment, &folder), Err(LabError::Stale(_, _))));
    // The page says so when it is rendered again, and then the check is content.
    let page = lab::render(experiment, &folder).expect("a page").markdown;
    assert!(page.contains("> **Stale**: `bonanza` searches other nodes now."), "{page}");
    lab::check(experiment, &folder).expect("rendered again");
    let begin = |earlier| {
        let options = RunOptions { earlier, ..QUICK };
        let report = lab::run(experiment, options, &folder, &|_: Progress| {});
        report.expect("a run").markdown
    };
    assert!(begin(Earlier::Keep).contains("> **Stale**"), "they are still the same records");
    assert!(!begin(Earlier::MoveAway).contains("> **Stale**"));
    assert!(folder.join("records-before.tmp").exists());
}

#[test]
fn heads_of_older_programs_are_stale() {
    let experiment = lab::named("B-table1").expect("an experiment");
    let folder = folder("older");
    run(experiment, &folder).expect("a run");
    let path = folder.join("records.jsonl");
    let text = fs::read_to_string(&path).expect("records");
    let (head, lines) = text.split_once('\n').expect("a head");
    let (before, _) = head.split_once("\"runs\"").expect("runs");
    let old = "\"processor\":\"an old one\",\"threads\":3}";
    fs::write(&path, format!("{before}{old}\n{lines}")).expect("a file");
    let page = lab::render(experiment, &folder).expect("a page").markdown;
    assert!(page.contains("made by an older program, which kept no signatures"), "{page}");
    assert!(page.contains("3 at a time, on an old one, by an unknown commit"), "{page}");
}

#[test]
fn all_runs_are_named() {
    let experiment = lab::named("B-table1").expect("an experiment");
    let folder = folder("runs");
    run(experiment, &folder).expect("a run");
    let path = folder.join("records.jsonl");
    let text = fs::read_to_string(&path).expect("records");
    let lines: Vec<&str> = text.lines().collect();
    // Killed after two records: the second run does the other four.
    fs::write(&path, lines[..3].join("\n") + "\n").expect("a file");
    lab::run(experiment, QUICK, &folder, &|_: Progress| {}).expect("a run");
    let page = fs::read_to_string(folder.join("README.md")).expect("a page");
    assert!(page.contains("2 jobs, 2 at a time"), "{page}");
    assert!(page.contains("4 jobs, 1 at a time"), "{page}");
}

#[test]
fn records_of_an_earlier_plan_are_not_shown() {
    let experiment = lab::named("techniques").expect("an experiment");
    let folder = folder("plan");
    run(experiment, &folder).expect("a run");
    edit(&folder, "\"plan\":\"", "\"plan\":\"x");
    edit(&folder, "\"id\":\"", "\"id\":\"of-old/");
    let page = lab::render(experiment, &folder).expect("a page").markdown;
    assert!(page.contains("the plan has changed"), "{page}");
    assert!(page.contains("1 records of an earlier plan are kept"), "{page}");
    assert!(matches!(run(experiment, &folder), Err(LabError::OtherPlan(_))));
    let keep = RunOptions { earlier: Earlier::Keep, ..QUICK };
    let done_before = std::sync::Mutex::new(None);
    let show = |progress: Progress| {
        done_before.lock().expect("a lock").get_or_insert((progress.done, progress.all));
    };
    lab::run(experiment, keep, &folder, &show).expect("a run");
    let (done, all) = done_before.into_inner().expect("a lock").expect("progress");
    assert_eq!(done + 1, all, "only the job without a record is left");
}

#[test]
fn jobs_are_done_again() {
    let experiment = lab::named("O-table1").expect("an experiment");
    let folder = folder("again");
    run(experiment, &folder).expect("a run");
    let again = || lab::again(experiment, &folder, 7, &|_| {});
    let done = again().expect("the same results");
    assert_eq!((done.done, done.agreed), (7, 7));
    // Times may differ, nodes may not; the first job is always among them.
    edit(&folder, "\"time_us\":", "\"time_us\":9");
    again().expect("the same results");
    edit(&folder, "\"nodes\":", "\"nodes\":9");
    assert!(matches!(again(), Err(LabError::OtherResult(_))));
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
