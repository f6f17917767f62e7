//! The weights of an evaluator, shared by all threads, each of which makes its own evaluator of them.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use shogi::{ExchangeValues, PieceKind};

use crate::any::AnyEvaluator;
use crate::bonanza::{Bonanza, BonanzaWeights};
use crate::classic::Classic;
use crate::embedded;
use crate::entering_king::TermChoice;
use crate::evaluator_name::EvaluatorName;
use crate::mapped::Mapped;
use crate::material::{Material, PieceValues};
use crate::nnue::{self, FvScale, Network, NetworkError, Nnue};
use crate::three_piece::{ThreePiece, ThreePieceWeights, WeightsError};
use crate::weights_file::Format;

/// An evaluator's weights and choices.
#[derive(Clone)]
pub enum Model {
    /// Gekisashi's piece values.
    Material,
    /// The built-in evaluation with the terms of Gekisashi.
    Classic,
    /// Relations of three pieces, and the entering-king term.
    ThreePiece {
        /// The weights.
        weights: Arc<ThreePieceWeights>,
        /// The term that is added to them.
        entering_king: TermChoice,
    },
    /// The features of Bonanza.
    Bonanza(Arc<BonanzaWeights>),
    /// A network.
    Network {
        /// The weights.
        network: Network,
        /// The divisor of its output.
        divisor: FvScale,
        /// The unit in which its scores are shown.
        published: PublishedUnit,
    },
}

/// The unit in which a network's publisher wants its scores shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublishedUnit {
    /// The divisor of the network's output.
    fv_scale: FvScale,
    /// The value of a pawn by this divisor.
    pawn: i32,
}

impl PublishedUnit {
    /// The unit of the embedded network: its trainer has 16 for `FV_SCALE` and 100 for a pawn.
    const EMBEDDED: Self = Self { fv_scale: FvScale::new(16).unwrap(), pawn: 100 };

    /// The unit of a network of others.
    fn by(fv_scale: FvScale) -> Self {
        Self { fv_scale, pawn: PieceValues::NETWORK.on_board(PieceKind::Pawn) }
    }
}

impl Model {
    /// Makes a network's model in the unit that the search's margins need.
    fn fitted(network: Network, published: PublishedUnit) -> Self {
        let divisor = FvScale::fitted_to(&network);
        Self::Network { network, divisor, published }
    }

    /// Makes the model of an evaluator without a file: network and weights are the embedded ones.
    pub fn built_in(name: EvaluatorName) -> Result<Self, ModelError> {
        Ok(match name {
            EvaluatorName::Material => Self::Material,
            EvaluatorName::Classic => Self::Classic,
            EvaluatorName::ThreePiece => Self::three_piece(three_piece_weights()?),
            EvaluatorName::Bonanza => Self::Bonanza(bonanza_weights()?),
            EvaluatorName::Network => {
                let network =
                    nnue::embedded().map_err(|error| ModelError::Network(error.clone()))?.clone();
                Self::fitted(network, PublishedUnit::EMBEDDED)
            }
        })
    }

    fn three_piece(weights: Arc<ThreePieceWeights>) -> Self {
        Self::ThreePiece { weights, entering_king: TermChoice::default() }
    }

    /// Reads a weights file, whose kind its first bytes tell. `fv_scale` is the divisor with which
    /// a network is published.
    pub fn from_bytes(bytes: &[u8], fv_scale: FvScale) -> Result<Self, ModelError> {
        if Format::of(bytes) == Some(Format::ThreePiece) {
            let weights = ThreePieceWeights::from_bytes(bytes).map_err(ModelError::ThreePiece)?;
            return Ok(Self::three_piece(Arc::new(weights)));
        }
        if Format::of(bytes) == Some(Format::Bonanza) {
            let weights = BonanzaWeights::read(bytes).map_err(ModelError::Bonanza)?;
            return Ok(Self::Bonanza(Arc::new(weights)));
        }
        if nnue::is_network(bytes) {
            let network = Network::from_bytes(bytes).map_err(ModelError::Network)?;
            return Ok(Self::fitted(network, PublishedUnit::by(fv_scale)));
        }
        Err(ModelError::Unknown)
    }

    /// Reads the weights file of this path.
    pub fn open(path: &Path, fv_scale: FvScale) -> Result<Self, LoadError> {
        let error = |error| LoadError { path: path.to_owned(), error };
        let bytes = Mapped::open(path).map_err(|cause| error(ModelError::Read(cause)))?;
        Self::from_bytes(&bytes, fv_scale).map_err(error)
    }

    /// The name of the evaluator.
    pub fn name(&self) -> EvaluatorName {
        match self {
            Self::Material => EvaluatorName::Material,
            Self::Classic => EvaluatorName::Classic,
            Self::ThreePiece { .. } => EvaluatorName::ThreePiece,
            Self::Bonanza(_) => EvaluatorName::Bonanza,
            Self::Network { .. } => EvaluatorName::Network,
        }
    }

    /// The same model with another entering-king term, if it has such a term.
    #[must_use]
    pub fn with_entering_king(mut self, choice: TermChoice) -> Self {
        if let Self::ThreePiece { entering_king, .. } = &mut self {
            *entering_king = choice;
        }
        self
    }

    /// The entering-king term that was chosen, if the model has such a term.
    pub fn entering_king(&self) -> Option<TermChoice> {
        match self {
            Self::ThreePiece { entering_king, .. } => Some(*entering_king),
            Self::Material | Self::Classic | Self::Bonanza(_) | Self::Network { .. } => None,
        }
    }

    /// The same model in the unit in which scores are shown, not in that of the search's margins.
    #[must_use]
    pub fn as_published(mut self) -> Self {
        if let Self::Network { divisor, published, .. } = &mut self {
            *divisor = published.fv_scale;
        }
        self
    }

    /// Makes an evaluator.
    pub fn evaluator(&self) -> AnyEvaluator {
        match self {
            Self::Material => Material::default().into(),
            Self::Classic => Classic::default().into(),
            Self::ThreePiece { weights, entering_king } => {
                let term = entering_king.term(weights.steps);
                ThreePiece::new(Arc::clone(weights)).with_entering_king(term).into()
            }
            Self::Bonanza(weights) => Bonanza::new(Arc::clone(weights)).into(),
            Self::Network { network, divisor, .. } => Nnue::new(network, *divisor).into(),
        }
    }

    /// The piece values that go with the evaluator.
    pub fn values(&self) -> PieceValues {
        match self {
            Self::Material | Self::Classic => PieceValues::GEKISASHI,
            Self::ThreePiece { weights, .. } => weights.values,
            Self::Bonanza(weights) => *weights.values(),
            Self::Network { .. } => PieceValues::NETWORK,
        }
    }

    /// The exchange values that go with the evaluator, for a search.
    pub fn exchange_values(&self) -> ExchangeValues {
        self.values().exchange_values()
    }

    /// The value of a pawn in the evaluator's unit, at least 1.
    pub fn pawn(&self) -> i32 {
        let pawn = match self {
            Self::Material | Self::Classic | Self::ThreePiece { .. } | Self::Bonanza(_) => {
                self.values().on_board(PieceKind::Pawn)
            }
            Self::Network { divisor, published, .. } => {
                published.pawn * i32::from(published.fv_scale.get()) / i32::from(divisor.get())
            }
        };
        // A file may hold any number.
        pawn.max(1)
    }
}

/// Returns the embedded weights of `three_piece`; all who use them at a time share them.
fn three_piece_weights() -> Result<Arc<ThreePieceWeights>, ModelError> {
    static SHARED: Mutex<Weak<ThreePieceWeights>> = Mutex::new(Weak::new());
    let read = || ThreePieceWeights::from_bytes(&embedded::unpacked(embedded::THREE_PIECE));
    shared(&SHARED, || read().map_err(ModelError::ThreePiece))
}

/// The same for `bonanza`.
fn bonanza_weights() -> Result<Arc<BonanzaWeights>, ModelError> {
    static SHARED: Mutex<Weak<BonanzaWeights>> = Mutex::new(Weak::new());
    let read = || BonanzaWeights::read(&embedded::unpacked(embedded::BONANZA));
    shared(&SHARED, || read().map_err(ModelError::Bonanza))
}

/// Returns what is shared, made anew if nobody uses it any more.
fn shared<T, E>(place: &Mutex<Weak<T>>, make: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
    let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(present) = place.upgrade() {
        return Ok(present);
    }
    let made = Arc::new(make()?);
    *place = Arc::downgrade(&made);
    Ok(made)
}

/// The evaluator's name and what is special about it.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name())?;
        match self {
            Self::Material | Self::Classic | Self::Bonanza(_) => Ok(()),
            Self::ThreePiece { entering_king, .. } => {
                write!(f, " with the entering-king term {entering_king}")
            }
            Self::Network { network, .. } => write!(f, " {}", network.architecture()),
        }
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Model({self})")
    }
}

/// The reason why a file gives no model.
#[derive(Debug)]
pub enum ModelError {
    /// The file cannot be read.
    Read(io::Error),
    /// The file begins as none of the known kinds does.
    Unknown,
    /// The file begins as a network, but cannot be used.
    Network(NetworkError),
    /// The file begins as three-piece weights, but cannot be used.
    ThreePiece(WeightsError),
    /// The file begins as weights of Bonanza's features, but cannot be used.
    Bonanza(WeightsError),
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "{error}"),
            Self::Unknown => f.write_str(
                "not a usable weights file: neither an nn.bin network (version 0x7af32f16 in the first \
                 bytes) nor weights of three_piece (SAKI3PCE) or bonanza (SAKIBNZA)",
            ),
            Self::Network(error) => write!(f, "{error}"),
            Self::ThreePiece(error) | Self::Bonanza(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ModelError {}

/// The error of a file that gives no model, with its path.
#[derive(Debug)]
pub struct LoadError {
    /// The path that was asked for.
    pub path: PathBuf,
    /// The reason.
    pub error: ModelError,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.error)?;
        if matches!(self.error, ModelError::Read(_))
            // A relative path depends on the folder in which the GUI started the program.
            && let Ok(whole) = std::path::absolute(&self.path)
            && whole != self.path
        {
            write!(f, "; looked for {}", whole.display())?;
        }
        Ok(())
    }
}

impl std::error::Error for LoadError {}

#[cfg(test)]
mod tests {
    use shogi::Position;

    use super::*;
    use crate::evaluator::Evaluator;
    use crate::three_piece::Encoding;

    #[test]
    fn every_evaluator_is_built_in() {
        let position = "4k4/9/9/9/9/9/9/9/4K4 b R 1".parse::<Position>().unwrap();
        for name in EvaluatorName::ALL {
            let model = Model::built_in(name).unwrap();
            assert_eq!(model.name(), name);
            assert!((50..200).contains(&model.pawn()), "{model}");
            let mut evaluator = model.evaluator();
            evaluator.reset(&position);
            assert!(evaluator.evaluate(&position).get() > 0, "{model}");
        }
    }

    #[test]
    fn embedded_weights_are_shared() {
        let first = bonanza_weights().unwrap();
        assert!(Arc::ptr_eq(&first, &bonanza_weights().unwrap()));
    }

    #[test]
    fn files_are_recognised_by_their_first_bytes() {
        let read = |bytes: &[u8]| Model::from_bytes(bytes, FvScale::default());
        let mut file = Vec::new();
        let mut weights = ThreePieceWeights::zero(PieceValues::new(|_| 0));
        weights.steps = crate::entering_king::Preset::Both.weights();
        weights.write(Encoding::Compact, &mut file).unwrap();
        let model = read(&file).unwrap();
        assert_eq!(model.name(), EvaluatorName::ThreePiece);
        assert_eq!(model.pawn(), 1, "a score is divided by it");
        file.truncate(20);
        assert!(matches!(read(&file), Err(ModelError::ThreePiece(_))));
        let mut file = Vec::new();
        BonanzaWeights::zero(PieceValues::BONANZA).write(Encoding::Compact, &mut file).unwrap();
        assert_eq!(read(&file).unwrap().name(), EvaluatorName::Bonanza);
        file.truncate(20);
        assert!(matches!(read(&file), Err(ModelError::Bonanza(_))));
        assert!(matches!(read(&[0x16, 0x2F, 0xF3, 0x7A]), Err(ModelError::Network(_))));
        for bytes in [&b""[..], b"SAKI", b"no weights at all"] {
            assert!(matches!(read(bytes), Err(ModelError::Unknown)));
        }
    }

    #[test]
    fn the_term_is_chosen() {
        // Both kings have entered, but White's is in check, which counts as no way at all.
        let position = "4K4/9/9/9/9/9/4R4/9/4k4 w - 1".parse::<Position>().unwrap();
        let model = Model::built_in(EvaluatorName::ThreePiece).unwrap();
        let value = |choice: &str| {
            let model = model.clone().with_entering_king(choice.parse().unwrap());
            let mut evaluator = model.evaluator();
            evaluator.reset(&position);
            evaluator.evaluate(&position).for_black(position.turn())
        };
        let off = value("off");
        assert_eq!(value("file"), off, "nothing was learned yet");
        assert_eq!(value("both") - off, 303);
        assert_eq!(value("both*10") - off, 3030);
        assert_eq!(value("rank:winner") - off, 0, "both kings have the same rank");
        let classic = Model::Classic.with_entering_king(TermChoice::Off);
        assert_eq!(classic.entering_king(), None);
    }
}
