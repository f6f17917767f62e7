//! Which evaluator the options ask for, with its weights.

use crate::failure::Failure;
use clap::ValueEnum;
use eval::classic::Classic;
use eval::entering_king::{EnteringKing, Preset};
use eval::mapped::Mapped;
use eval::material::Material;
use eval::nnue::{Architecture, FvScale, Network, Nnue};
use eval::three_piece::{ThreePiece, ThreePieceWeights};
use eval::{AnyEvaluator, Eval, Evaluator};
use shogi::Position;
use std::path::Path;
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum EvaluatorName {
    Material,
    Classic,
    #[value(name = "three_piece")]
    ThreePiece,
    Nnue,
}

impl EvaluatorName {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Classic => "classic",
            Self::ThreePiece => "three_piece",
            Self::Nnue => "nnue",
        }
    }
}

/// An evaluator ready for work.
pub(super) struct Chosen {
    pub(super) name: EvaluatorName,
    /// The source of its weights.
    pub(super) source: String,
    pub(super) architecture: Option<Architecture>,
    pub(super) evaluator: AnyEvaluator,
}

impl Chosen {
    pub(super) fn new(
        name: Option<EvaluatorName>,
        net: Option<&Path>,
        fv_scale: Option<u16>,
    ) -> Result<Self, Failure> {
        let name = match (name, net) {
            (Some(name), _) => name,
            (None, Some(_)) => EvaluatorName::Nnue,
            (None, None) => EvaluatorName::Classic,
        };
        if fv_scale.is_some() && name != EvaluatorName::Nnue {
            return Err(wrong("--fv-scale", "nnue", name));
        }
        let mut architecture = None;
        let (source, evaluator) = match (name, net) {
            (EvaluatorName::Material | EvaluatorName::Classic, Some(_)) => {
                return Err(wrong("--net", "nnue or three_piece", name));
            }
            (EvaluatorName::Material, None) => {
                ("Gekisashi's piece values".to_owned(), Material::default().into())
            }
            (EvaluatorName::Classic, None) => ("built in".to_owned(), Classic::default().into()),
            (EvaluatorName::ThreePiece, None) => {
                let steps = EnteringKing::Steps(Preset::Both.weights());
                let evaluator = ThreePiece::new(Arc::new(ThreePieceWeights::seed()));
                (
                    "made from king-distance tables; --net names learned weights".to_owned(),
                    evaluator.with_entering_king(Some(steps)).into(),
                )
            }
            (EvaluatorName::ThreePiece, Some(path)) => {
                let weights = ThreePieceWeights::from_bytes(&map(path)?)
                    .map_err(|error| unusable(path, &error))?;
                (path.display().to_string(), ThreePiece::new(Arc::new(weights)).into())
            }
            (EvaluatorName::Nnue, None) => {
                return Err(Failure::Usage(
                    "--evaluator nnue needs a network: name an nn.bin file with --net".to_owned(),
                ));
            }
            (EvaluatorName::Nnue, Some(path)) => {
                // As with the USI option EvalFile, a folder stands for the nn.bin in it.
                let path = &if path.is_dir() { path.join("nn.bin") } else { path.to_owned() };
                let network =
                    Network::from_bytes(&map(path)?).map_err(|error| unusable(path, &error))?;
                architecture = Some(network.architecture());
                let fv_scale = fv_scale.and_then(FvScale::new).unwrap_or_default();
                let source = format!("{}, FV_SCALE {}", path.display(), fv_scale.get());
                (source, Nnue::new(&network, fv_scale).into())
            }
        };
        Ok(Self { name, source, architecture, evaluator })
    }

    pub(super) fn value(&mut self, position: &Position) -> Eval {
        self.evaluator.reset(position);
        self.evaluator.evaluate(position)
    }
}

fn wrong(option: &str, goes_with: &str, name: EvaluatorName) -> Failure {
    Failure::Usage(format!("{option} goes with --evaluator {goes_with}, not with {}", name.text()))
}

fn map(path: &Path) -> Result<Mapped, Failure> {
    Mapped::open(path)
        .map_err(|error| Failure::Usage(format!("{} cannot be read: {error}", path.display())))
}

fn unusable(path: &Path, error: &dyn std::error::Error) -> Failure {
    Failure::Usage(format!("{}: {error}", path.display()))
}
