//! What each pass of a training has brought: a table and a figure beside the network.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use ::learn::network::Validation;
use lab::figure::{self, Series};

use super::write_whole;
use crate::failure::Failure;

const HEAD: &str = "pass\tlearned\theld_out\tlog_loss\tagreement";

/// One row of the table.
struct Pass {
    number: usize,
    /// The mean loss of the batches, or of those since the training went on after a kill.
    learned: f64,
    /// The loss, the log-loss of results and the agreement on held-out positions.
    held_out: [f64; 3],
}

/// The passes so far.
pub(super) struct Passes {
    table: PathBuf,
    figure: PathBuf,
    rows: Vec<Pass>,
    /// The losses of the batches of the present pass, and how many there are.
    batches: (f64, u64),
}

impl Passes {
    /// Begins the table of a network's file, or goes on with it after a kill.
    pub(super) fn new(network: &Path, goes_on: bool) -> Self {
        let table = network.with_extension("passes.tsv");
        let kept = if goes_on { std::fs::read_to_string(&table).ok() } else { None };
        Self {
            rows: kept.iter().flat_map(|text| text.lines()).filter_map(row).collect(),
            table,
            figure: network.with_extension("svg"),
            batches: (0.0, 0),
        }
    }

    /// Counts the loss of a batch.
    pub(super) fn add_batch(&mut self, loss: f64) {
        self.batches.0 += loss;
        self.batches.1 += 1;
    }

    /// Ends a pass, and writes the table and the figure.
    pub(super) fn end(&mut self, number: usize, seen: Validation) -> Result<(), Failure> {
        let (sum, batches) = std::mem::take(&mut self.batches);
        let held_out = [seen.loss, seen.result_loss, seen.agreement];
        // A kill may have come after the table and before the checkpoint.
        self.rows.retain(|pass| pass.number < number);
        self.rows.push(Pass { number, learned: sum / batches.max(1) as f64, held_out });
        write_whole(&self.table, self.text().as_bytes())?;
        write_whole(&self.figure, self.svg()?.as_bytes())
    }

    fn text(&self) -> String {
        let mut text = format!("{HEAD}\n");
        for Pass { number, learned, held_out: [loss, log_loss, agreement] } in &self.rows {
            // Writing to a string does not fail.
            let _ =
                writeln!(text, "{number}\t{learned:.5}\t{loss:.5}\t{log_loss:.4}\t{agreement:.4}");
        }
        text
    }

    fn svg(&self) -> Result<String, Failure> {
        let series = |name: &str, value: fn(&Pass) -> f64| Series {
            name: name.to_owned(),
            points: self.rows.iter().map(|pass| (pass.number as f64, value(pass))).collect(),
        };
        let learned = series("learned", |pass| pass.learned);
        let held_out = series("held out", |pass| pass.held_out[0]);
        let points = || learned.points.iter().chain(&held_out.points);
        let (least, most) = points().fold((f64::INFINITY, 0.0_f64), |(least, most), point| {
            (least.min(point.1), most.max(point.1))
        });
        let floor = least - 0.1 * (most - least);
        figure::lines(("pass", "squared error in win probability"), floor, &[learned, held_out])
            .map_err(|error| Failure::Failed(error.to_string()))
    }
}

/// Reads a row; the head and damaged rows are none.
fn row(line: &str) -> Option<Pass> {
    let mut fields = line.split('\t');
    let number = fields.next()?.parse().ok()?;
    let mut numbers = fields.map_while(|field| field.parse::<f64>().ok());
    let mut next = || numbers.next();
    Some(Pass { number, learned: next()?, held_out: [next()?, next()?, next()?] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_goes_on_after_a_kill() {
        let folder = tempfile::tempdir().unwrap();
        let network = folder.path().join("nn.bin");
        let seen = |loss| Validation { positions: 1, loss, result_loss: 0.5, agreement: 0.7 };
        let mut passes = Passes::new(&network, false);
        for (number, loss) in [(1, 0.08), (2, 0.07)] {
            passes.add_batch(loss);
            passes.end(number, seen(loss)).unwrap();
        }
        // The second pass is learned once more.
        let mut passes = Passes::new(&network, true);
        passes.add_batch(0.06);
        passes.end(2, seen(0.065)).unwrap();
        let text = std::fs::read_to_string(network.with_extension("passes.tsv")).unwrap();
        let expected = "1\t0.08000\t0.08000\t0.5000\t0.7000\n2\t0.06000\t0.06500\t0.5000\t0.7000\n";
        assert_eq!(text, format!("{HEAD}\n{expected}"));
        let svg = std::fs::read_to_string(network.with_extension("svg")).unwrap();
        assert!(svg.contains("held out") && !svg.contains("NaN"));
        assert!(Passes::new(&network, false).rows.is_empty());
    }
}
