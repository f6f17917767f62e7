//! The evaluator that plays, and the loading of networks.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use eval::AnyEvaluator;
use eval::classic::Classic;
use eval::mapped::Mapped;
use eval::material::PieceValues;
use eval::nnue::{FvScale, Network, NetworkError, Nnue};
use shogi::{ExchangeValues, PieceKind};

use crate::file_stamp::FileStamp;
use crate::options::Options;

/// A model from which every thread makes its own evaluator.
#[derive(Clone, Debug)]
pub(crate) enum Model {
    /// The built-in evaluation with the terms of Gekisashi, which needs no file.
    Classic,
    /// A network, the divisor that brings its output to the search's unit of value, and the value
    /// of a pawn in that unit by the published `FV_SCALE`.
    Network { network: Network, divisor: FvScale, pawn: i32 },
}

impl Model {
    /// Makes a model that searches in the network's fitted unit and shows scores by the published
    /// `FV_SCALE`.
    pub(crate) fn network(network: Network, published: FvScale) -> Self {
        let divisor = FvScale::fitted_to(&network);
        let pawn = PieceValues::NETWORK.on_board(PieceKind::Pawn);
        let pawn = (pawn * i32::from(published.get()) / i32::from(divisor.get())).max(1);
        Self::Network { network, divisor, pawn }
    }

    /// Makes a model of the embedded network, whose values by `FV_SCALE` 16 are the scores that are
    /// shown.
    pub(crate) fn embedded(network: &Network) -> Self {
        let divisor = FvScale::fitted_to(network);
        let pawn = (100 * EMBEDDED_FV_SCALE / i32::from(divisor.get())).max(1);
        Self::Network { network: network.clone(), divisor, pawn }
    }

    pub(crate) fn evaluator(&self) -> AnyEvaluator {
        match self {
            Self::Classic => Classic::default().into(),
            Self::Network { network, divisor, .. } => Nnue::new(network, *divisor).into(),
        }
    }

    fn values(&self) -> PieceValues {
        match self {
            Self::Classic => PieceValues::GEKISASHI,
            Self::Network { .. } => PieceValues::NETWORK,
        }
    }

    pub(crate) fn exchange_values(&self) -> ExchangeValues {
        self.values().exchange_values()
    }

    /// Returns the value of a pawn in the evaluator's unit.
    pub(crate) fn pawn(&self) -> i32 {
        match self {
            Self::Classic => self.values().on_board(PieceKind::Pawn),
            Self::Network { pawn, .. } => *pawn,
        }
    }
}

/// What the model was made of, to find out whether it must be made again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// A file and its `FV_SCALE`.
    File(FileStamp, u16),
    /// The embedded network.
    Embedded,
    /// The built-in evaluation.
    Classic,
}

/// A file that may hold the network to play with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    pub(crate) path: PathBuf,
    /// The option that names the file, or the place where it was found.
    pub(crate) from: &'static str,
}

/// The value of the option `EvalFile` that stands for the built-in evaluation.
pub(crate) const CLASSIC: &str = "classic";

/// The `FV_SCALE` of networks that were trained here.
const EMBEDDED_FV_SCALE: i32 = 16;

/// The name of a network in a folder.
const NETWORK_FILE: &str = "nn.bin";

/// Returns the files in which a network is looked for, the best first: `EvalFile`, `EvalDir`, and
/// `eval/nn.bin` in the program's folder.
pub(crate) fn candidates(options: &Options, program_folder: Option<&Path>) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    if options.eval_file == CLASSIC {
        return candidates;
    }
    if !options.eval_file.is_empty() {
        let path = PathBuf::from(&options.eval_file);
        let path = if path.is_dir() { path.join(NETWORK_FILE) } else { path };
        candidates.push(Candidate { path, from: "EvalFile" });
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

/// The reason why a network could not be loaded.
#[derive(Debug)]
pub(crate) enum LoadError {
    /// The file cannot be read.
    Read(PathBuf, io::Error),
    /// The file is not a network.
    Network(PathBuf, NetworkError),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(path, error) => {
                write!(f, "{}: {error}", path.display())?;
                // A relative path depends on the folder in which the GUI started the program.
                match std::path::absolute(path) {
                    Ok(whole) if whole != *path => write!(f, "; looked for {}", whole.display()),
                    _ => Ok(()),
                }
            }
            Self::Network(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for LoadError {}

pub(crate) fn load(path: &Path) -> Result<Network, LoadError> {
    let bytes = Mapped::open(path).map_err(|error| LoadError::Read(path.to_owned(), error))?;
    Network::from_bytes(&bytes).map_err(|error| LoadError::Network(path.to_owned(), error))
}
