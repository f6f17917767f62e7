//! Reads the two tables of ARCHITECTURE.md that tests rely on: the layers and the unsafe islands.

use super::numbered_lines;

pub(super) const FILE: &str = "ARCHITECTURE.md";

const LAYERS: &str = "## Layers";
const ISLANDS: &str = "## Unsafe islands";

/// What ARCHITECTURE.md promises.
pub(super) struct Architecture {
    pub(super) rows: Vec<Row>,
    /// Files, and folders that end with `/`.
    islands: Vec<String>,
}

/// A crate in the layer table.
pub(super) struct Row {
    /// Line of the row in the file.
    pub(super) line: usize,
    pub(super) name: String,
    /// No layer: the crate stands beside the others.
    pub(super) layer: Option<u32>,
    /// The workspace crates it uses.
    pub(super) uses: Vec<String>,
}

impl Architecture {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let rows = table(text, LAYERS)?
            .into_iter()
            .map(|(line, cells)| Row::parse(line, &cells))
            .collect::<Result<_, _>>()?;
        let islands = table(text, ISLANDS)?
            .into_iter()
            .flat_map(|(_, cells)| quoted(cells[0]))
            .collect();
        Ok(Self { rows, islands })
    }

    pub(super) fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }

    pub(super) fn is_unsafe_island(&self, path: &str) -> bool {
        self.islands.iter().any(|island| {
            path == island || island.ends_with('/') && path.starts_with(island.as_str())
        })
    }
}

impl Row {
    /// Cells: layer, crate, what it is, what it uses.
    fn parse(line: usize, cells: &[&str]) -> Result<Self, String> {
        let fault = |what: &str| format!("{FILE}:{line}: {what}");
        let &[layer, name, _, uses] = cells else {
            return Err(fault(
                "the layer table has four columns: layer, crate, what, uses",
            ));
        };
        let layer = match layer {
            "beside" => None,
            number => Some(
                number
                    .parse()
                    .map_err(|_| fault("a layer is a number or `beside`"))?,
            ),
        };
        let [name] = quoted(name)
            .try_into()
            .map_err(|_| fault("one crate name in backquotes"))?;
        Ok(Self {
            line,
            name,
            layer,
            uses: quoted(uses),
        })
    }
}

/// The rows of the first table below `heading`, each with its line and cells.
fn table<'a>(text: &'a str, heading: &str) -> Result<Vec<(usize, Vec<&'a str>)>, String> {
    let rows: Vec<_> = numbered_lines(text)
        .skip_while(|(_, line)| *line != heading)
        .skip(1)
        .take_while(|(_, line)| !line.starts_with("## "))
        .skip_while(|(_, line)| !line.starts_with('|'))
        .take_while(|(_, line)| line.starts_with('|'))
        .map(|(number, line)| {
            (
                number,
                line.trim_matches('|').split('|').map(str::trim).collect(),
            )
        })
        .collect();
    if rows.len() < 2 {
        return Err(format!("{FILE}: no table below `{heading}`"));
    }
    Ok(rows.into_iter().skip(2).collect())
}

/// The words in backquotes.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A small map for the tests of other rules.
    pub(in super::super) const MAP: &str = "\
# Map
## Layers
Words.

| layer | crate | what | uses |
|---|---|---|---|
| 0 | `shogi` | the game | - |
| 1 | `eval` | values | `shogi` |
| 7 | `sakiyomi` | commands | `shogi`, `eval` |
| beside | `xtask` | tasks | - |

## Unsafe islands
| path | why |
|---|---|
| `crates/shogi/src/bitboard.rs` | speed |
| `crates/eval/src/simd/` | speed |
";

    #[test]
    fn tables_are_read() {
        let map = Architecture::parse(MAP).expect("well formed");
        let names: Vec<&str> = map.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["shogi", "eval", "sakiyomi", "xtask"]);
        let row = map.row("sakiyomi").expect("listed");
        assert_eq!((row.line, row.layer), (9, Some(7)));
        assert_eq!(row.uses, ["shogi", "eval"]);
        assert_eq!(map.row("xtask").expect("listed").layer, None);
    }

    #[test]
    fn islands_are_files_or_folders() {
        let map = Architecture::parse(MAP).expect("well formed");
        assert!(map.is_unsafe_island("crates/shogi/src/bitboard.rs"));
        assert!(map.is_unsafe_island("crates/eval/src/simd/avx2.rs"));
        assert!(!map.is_unsafe_island("crates/shogi/src/bitboard.rs.txt"));
        assert!(!map.is_unsafe_island("crates/eval/src/lib.rs"));
    }

    #[test]
    fn faults_are_named() {
        assert!(Architecture::parse("# Nothing").is_err());
        for (good, bad) in [
            ("| 0 |", "| low |"),
            ("`shogi` | the", "shogi | the"),
            ("the game | - |", "the game |"),
        ] {
            assert!(
                Architecture::parse(&MAP.replacen(good, bad, 1)).is_err(),
                "{bad}"
            );
        }
    }
}
