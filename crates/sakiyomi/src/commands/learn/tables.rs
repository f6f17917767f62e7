//! `sakiyomi learn tables` and `sakiyomi learn steps`: weights of `three_piece` and `bonanza`, or of
//! the entering-king steps alone, learned by comparing the moves of games with their siblings.

use std::io::Write;
use std::path::Path;

use clap::{Args, ValueEnum};
use eval::bonanza::BonanzaWeights;
use eval::three_piece::ThreePieceWeights;
use learn::comparison::{
    BonanzaGroup, BonanzaTable, ParameterGroup, ThreePieceGroup, ThreePieceTable,
};

use super::course::Course;
use crate::failure::Failure;

/// Learn the weights of `three_piece` or `bonanza`
#[derive(Args)]
pub(crate) struct Tables {
    /// The evaluator
    #[arg(long, value_name = "E", value_enum)]
    evaluator: TablesEvaluator,

    /// The groups of weights that are learned, separated by commas; those that few games suffice for
    /// without it
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    groups: Vec<String>,

    /// Groups of weights that stay as they are, separated by commas
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    freeze: Vec<String>,

    #[command(flatten)]
    course: Course,
}

/// Learn the seven weights of the entering-king steps, all else frozen
#[derive(Args)]
pub(crate) struct Steps {
    /// Learn the weights of the king's rank, whatever stands in its way
    #[arg(long)]
    rank: bool,

    #[command(flatten)]
    course: Course,
}

/// The evaluators whose weights can be learned.
#[derive(Clone, Copy, ValueEnum)]
enum TablesEvaluator {
    /// Relations of three pieces
    #[value(name = "three_piece")]
    ThreePiece,
    /// Bonanza's features
    Bonanza,
}

pub(super) fn tables(options: &Tables, out: &mut dyn Write) -> Result<(), Failure> {
    options.course.check()?;
    let from = options.course.from.as_deref();
    match options.evaluator {
        TablesEvaluator::Bonanza => {
            let all = BonanzaGroup::all();
            let usual = BonanzaGroup::few_dimensions();
            let groups = options.chosen(&all, &usual, BonanzaGroup::parameters)?;
            let table = BonanzaTable::new(bonanza_weights(from)?, &groups);
            options.course.run(table, out).map(drop)
        }
        TablesEvaluator::ThreePiece => {
            let all = ThreePieceGroup::ALL;
            let usual = ThreePieceGroup::FEW_DIMENSIONS;
            let groups = options.chosen(&all, &usual, ThreePieceGroup::parameters)?;
            let table = ThreePieceTable::new(three_piece_weights(from)?, &groups, false);
            options.course.run(table, out).map(drop)
        }
    }
}

pub(super) fn steps(options: &Steps, out: &mut dyn Write) -> Result<(), Failure> {
    options.course.check()?;
    let weights = three_piece_weights(options.course.from.as_deref())?;
    let table = ThreePieceTable::new(weights, &[ThreePieceGroup::Steps], options.rank);
    let table = options.course.run(table, out)?;
    let weights = table.three_piece_weights().steps.0.map(|weight| weight.to_string());
    writeln!(out, "0 to 6 steps: {}", weights.join(" "))?;
    Ok(())
}

impl Tables {
    /// The groups that are learned, of all that an evaluator has.
    fn chosen<G: Copy + PartialEq>(
        &self,
        all: &[G],
        usual: &[G],
        parameters: impl Fn(G) -> ParameterGroup,
    ) -> Result<Vec<G>, Failure> {
        let find = |name: &String| {
            all.iter().copied().find(|&group| parameters(group).name == name).ok_or_else(|| {
                let names: Vec<_> = all.iter().map(|&group| parameters(group).name).collect();
                let names = names.join(", ");
                Failure::Usage(format!("{name:?} is no group of weights; expected {names}"))
            })
        };
        let frozen = self.freeze.iter().map(find).collect::<Result<Vec<G>, _>>()?;
        let wanted = match self.groups.is_empty() {
            true => usual.to_vec(),
            false => self.groups.iter().map(find).collect::<Result<_, _>>()?,
        };
        let learned = |group: &&G| wanted.contains(group) && !frozen.contains(group);
        let groups: Vec<G> = all.iter().filter(learned).copied().collect();
        match groups.is_empty() {
            true => Err(Failure::Usage("every group of weights is frozen".to_owned())),
            false => Ok(groups),
        }
    }
}

fn read<W>(
    path: &Path,
    read: impl FnOnce(&[u8]) -> Result<W, eval::three_piece::WeightsError>,
) -> Result<W, Failure> {
    let said =
        |error: &dyn std::fmt::Display| Failure::Usage(format!("{}: {error}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| said(&error))?;
    read(&bytes).map_err(|error| said(&error))
}

fn bonanza_weights(from: Option<&Path>) -> Result<BonanzaWeights, Failure> {
    from.map_or_else(|| Ok(BonanzaWeights::seed()), |path| read(path, BonanzaWeights::read))
}

fn three_piece_weights(from: Option<&Path>) -> Result<ThreePieceWeights, Failure> {
    from.map_or_else(
        || Ok(ThreePieceWeights::seed()),
        |path| read(path, ThreePieceWeights::from_bytes),
    )
}
