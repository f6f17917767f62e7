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
            Self::Read(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Network(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for LoadError {}

pub(crate) fn load(path: &Path) -> Result<Network, LoadError> {
    let bytes = Mapped::open(path).map_err(|error| LoadError::Read(path.to_owned(), error))?;
    Network::from_bytes(&bytes).map_err(|error| LoadError::Network(path.to_owned(), error))
}
