//! The arguments that choose an evaluator, the same in all commands.

use crate::failure::Failure;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use engine::Engine;
use eval::entering_king::TermChoice;
use eval::nnue::FvScale;
use eval::{EvaluatorName, Model};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(crate) struct EvaluatorArgs {
    /// What evaluates [default: what --net holds; without it the embedded network, in `sakiyomi
    /// eval` classic]
    #[arg(long, value_name = "E", value_parser = names())]
    evaluator: Option<EvaluatorName>,

    /// Weights file: an nn.bin network, or weights of three_piece or bonanza
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,

    /// Divisor of an nn.bin network's output [default: 16]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=128))]
    fv_scale: Option<u16>,

    /// Entering-king term of three_piece: off, file, both, winner, random_both, random_winner, or one of
    /// these with floodgate_ before it for weights of our own; both*4 has four times the weights, rank:both counts the king's rank [default: file]
    #[arg(long, value_name = "TERM")]
    entering_king: Option<TermChoice>,
}

impl EvaluatorArgs {
    /// Checks what can be checked before a file is read.
    fn check(&self) -> Result<(), Failure> {
        if let Some(name) = self.evaluator.filter(|name| !name.has_file() && self.net.is_some()) {
            let with_files = EvaluatorName::ALL.into_iter().filter(|name| name.has_file());
            let names: Vec<&str> = with_files.map(EvaluatorName::name).collect();
            return Err(wrong("--net", &names.join(" or "), name));
        }
        Ok(())
    }

    /// Checks that the arguments fit the evaluator that was made.
    fn check_model(&self, model: &Model) -> Result<(), Failure> {
        let is_network = model.name() == EvaluatorName::Network;
        if self.fv_scale.is_some() && !is_network {
            return Err(wrong("--fv-scale", "network", model.name()));
        }
        if self.fv_scale.is_some() && self.net.is_none() {
            let message = "--fv-scale goes with --net: the embedded network has its own";
            return Err(Failure::Usage(message.to_owned()));
        }
        if self.entering_king.is_some() && model.entering_king().is_none() {
            return Err(wrong("--entering-king", "three_piece", model.name()));
        }
        Ok(())
    }

    /// Returns the engine's options, by name.
    pub(crate) fn options(&self) -> Result<[(&'static str, String); 4], Failure> {
        self.check()?;
        let net = self.net.as_ref().map(|path| path.display().to_string());
        Ok([
            ("Evaluator", self.evaluator.map_or("auto", EvaluatorName::name).to_owned()),
            ("EvalFile", net.unwrap_or_default()),
            ("FV_SCALE", self.fv_scale().get().to_string()),
            ("EnteringKingTerm", self.entering_king.unwrap_or_default().to_string()),
        ])
    }

    /// Checks that the engine, which has said `notes`, plays with what was asked for.
    pub(crate) fn check_engine(&self, engine: &Engine, notes: &[String]) -> Result<(), Failure> {
        if self.net.is_some() && !engine.has_weights_file() {
            let why = notes.first().map_or("no weights", String::as_str);
            return Err(Failure::Usage(format!("--net: {why}")));
        }
        self.check_model(engine.model())
    }

    /// Makes the model in the unit in which scores are shown, without --net and --evaluator that of
    /// `default`; with it comes the path of its weights.
    pub(crate) fn model(
        &self,
        default: EvaluatorName,
    ) -> Result<(Model, Option<PathBuf>), Failure> {
        self.check()?;
        let model = match &self.net {
            Some(path) => {
                let path = file(path);
                let model = Model::open(&path, self.fv_scale())
                    .map_err(|error| Failure::Usage(error.to_string()))?;
                if let Some(name) = self.evaluator.filter(|&name| name != model.name()) {
                    let found = model.name();
                    let path = path.display();
                    return Err(Failure::Usage(format!(
                        "{path}: not a usable file: the weights of {found}, not of {name}"
                    )));
                }
                (model, Some(path))
            }
            None => {
                let model = Model::built_in(self.evaluator.unwrap_or(default))
                    .map_err(|error| Failure::Failed(error.to_string()))?;
                (model, None)
            }
        };
        self.check_model(&model.0)?;
        let term = self.entering_king.unwrap_or_default();
        Ok((model.0.as_published().with_entering_king(term), model.1))
    }

    pub(crate) fn fv_scale(&self) -> FvScale {
        self.fv_scale.and_then(FvScale::new).unwrap_or_default()
    }
}

/// Reads the name of an evaluator, and lists all of them in the help.
fn names() -> impl TypedValueParser<Value = EvaluatorName> {
    let named = |name: EvaluatorName| {
        PossibleValue::new(name.name()).help(name.meaning().trim_end_matches('.'))
    };
    PossibleValuesParser::new(EvaluatorName::ALL.map(named))
        .try_map(|text| text.parse::<EvaluatorName>())
}

/// As with the USI option EvalFile, a folder stands for the nn.bin in it.
fn file(path: &Path) -> PathBuf {
    if path.is_dir() { path.join("nn.bin") } else { path.to_owned() }
}

fn wrong(option: &str, goes_with: &str, name: EvaluatorName) -> Failure {
    Failure::Usage(format!("{option} goes with --evaluator {goes_with}, not with {name}"))
}
