//! Which evaluator the options ask for, with its weights.

use crate::evaluator_args::EvaluatorArgs;
use crate::failure::Failure;
use eval::nnue::Architecture;
use eval::{AnyEvaluator, Eval, Evaluator, EvaluatorName, Model};
use shogi::Position;

/// An evaluator ready for work.
pub(super) struct Chosen {
    pub(super) name: EvaluatorName,
    /// The source of its weights.
    pub(super) source: String,
    pub(super) architecture: Option<Architecture>,
    /// The value of a pawn in the evaluator's unit.
    pub(super) pawn: i32,
    pub(super) evaluator: AnyEvaluator,
}

impl Chosen {
    pub(super) fn new(args: &EvaluatorArgs) -> Result<Self, Failure> {
        let (model, path) = args.model(EvaluatorName::Classic)?;
        let path = path.map(|path| path.display().to_string());
        let mut architecture = None;
        let source = match &model {
            Model::Material => "Gekisashi's piece values".to_owned(),
            Model::Classic => "built in".to_owned(),
            Model::ThreePiece { entering_king, .. } => {
                let made = "made from king-distance tables; --net names learned weights";
                let weights = path.unwrap_or_else(|| made.to_owned());
                format!("{weights}; entering-king term {entering_king}")
            }
            Model::Bonanza(_) => {
                let made = "start values; --net names learned weights";
                path.unwrap_or_else(|| made.to_owned())
            }
            Model::Network { network, divisor, .. } => {
                architecture = Some(network.architecture());
                let file = path.unwrap_or_else(|| "embedded".to_owned());
                format!("{file}, FV_SCALE {}", divisor.get())
            }
        };
        Ok(Self {
            name: model.name(),
            source,
            architecture,
            pawn: model.pawn(),
            evaluator: model.evaluator(),
        })
    }

    pub(super) fn value(&mut self, position: &Position) -> Eval {
        self.evaluator.reset(position);
        self.evaluator.evaluate(position)
    }
}
