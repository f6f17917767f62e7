//! Where the evaluator that plays comes from: the files in which its weights are looked for.

use std::path::{Path, PathBuf};

use eval::EvaluatorName;

use crate::file_stamp::FileStamp;
use crate::options::Options;

/// What the model was made of, to find out whether it must be made again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// A file and its `FV_SCALE`.
    File(FileStamp, u16),
    /// The evaluator of this name, without a file.
    BuiltIn(EvaluatorName),
}

/// A file that may hold the weights to play with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    pub(crate) path: PathBuf,
    /// The option that names the file, or the place where it was found.
    pub(crate) from: &'static str,
}

/// The name of a network in a folder.
const NETWORK_FILE: &str = "nn.bin";

/// Returns the evaluator that the options ask for; none if the files decide. `EvalFile=classic` is
/// the older form of `Evaluator=classic`.
pub(crate) fn wanted(options: &Options) -> Option<EvaluatorName> {
    let classic = EvaluatorName::Classic;
    options.evaluator.or((options.eval_file == classic.name()).then_some(classic))
}

/// Returns the files in which weights are looked for, the best first: `EvalFile`; where a network
/// may play, also `EvalDir` and `eval/nn.bin` in the program's folder.
pub(crate) fn candidates(options: &Options, program_folder: Option<&Path>) -> Vec<Candidate> {
    let wanted = wanted(options);
    let mut candidates = Vec::new();
    if wanted.is_some_and(|name| !name.has_file()) {
        return candidates;
    }
    // The word `classic` is the old form of an evaluator's name and never a file.
    if !options.eval_file.is_empty() && options.eval_file != EvaluatorName::Classic.name() {
        let path = PathBuf::from(&options.eval_file);
        let path = if path.is_dir() { path.join(NETWORK_FILE) } else { path };
        candidates.push(Candidate { path, from: "EvalFile" });
    }
    if wanted.is_some_and(|name| name != EvaluatorName::Network) {
        return candidates;
    }
    if !options.eval_dir.is_empty() {
        let path = PathBuf::from(&options.eval_dir).join(NETWORK_FILE);
        candidates.push(Candidate { path, from: "EvalDir" });
    }
    let beside = program_folder.map(|folder| folder.join("eval").join(NETWORK_FILE));
    // Nobody asked for this file, so it is no failure if it is missing.
    if let Some(path) = beside.filter(|path| path.is_file()) {
        candidates.push(Candidate { path, from: "found beside the program:" });
    }
    candidates
}
