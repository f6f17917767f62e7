//! A file of positions: one result line for each, in order.

use super::choice::Chosen;
use crate::failure::Failure;
use crate::positions;
use serde_json::{Map, Value};
use std::io::{BufWriter, Write};
use std::path::Path;

pub(super) fn run(
    chosen: &mut Chosen,
    path: &Path,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let is_stdin = path == Path::new("-");
    let mut out = BufWriter::new(out);
    let (mut lines, mut bad) = (0_u64, 0_u64);
    for given in positions::read_lines(path)? {
        let given = given?;
        let result = given.position.as_ref().map(|position| chosen.value(position).get());
        lines += 1;
        bad += u64::from(result.is_err());
        if json {
            let (name, result) = match result {
                Ok(value) => ("value", Value::from(value)),
                Err(error) => ("error", Value::from(error.to_string())),
            };
            let mut object = Map::from_iter([(name.to_owned(), result)]);
            given.add_to(&mut object);
            writeln!(out, "{}", Value::Object(object))?;
        } else {
            let result =
                result.map_or_else(|error| format!("error {error}"), |value| value.to_string());
            writeln!(out, "{}", given.after(result))?;
        }
        // Someone may be waiting for the answer at the other end of a pipe.
        if is_stdin {
            out.flush()?;
        }
    }
    out.flush()?;
    match bad {
        0 => Ok(()),
        bad => Err(Failure::Failed(format!(
            "{bad} of {lines} lines could not be evaluated; each has its reason in its place"
        ))),
    }
}
