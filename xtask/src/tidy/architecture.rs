//! Reads the tables of ARCHITECTURE.md that tests rely on: the layers, the maps, and the unsafe
//! islands.

use super::maps;
use super::source::{SourceFile, has_word};
use super::{Remark, numbered_lines};

pub(super) const FILE: &str = "ARCHITECTURE.md";

const LAYERS: &str = "## Layers";
const ISLANDS: &str = "## Unsafe islands";

/// What ARCHITECTURE.md promises.
pub(super) struct Architecture {
    pub(super) rows: Vec<Row>,
    maps: Vec<Place>,
    islands: Vec<Place>,
}

/// A file, or a folder that ends with `/`.
pub(super) struct Place {
    /// Line of ARCHITECTURE.md that names it.
    pub(super) line: usize,
    pub(super) path: String,
}

impl Place {
    fn holds(&self, path: &str) -> bool {
        path == self.path || self.path.ends_with('/') && path.starts_with(&self.path)
    }
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
        let islands = islands(text)?;
        Ok(Self { rows, maps: maps::places(text), islands })
    }

    pub(super) fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }

    pub(super) fn is_unsafe_island(&self, path: &str) -> bool {
        self.islands.iter().any(|island| island.holds(path))
    }

    /// Folders at the top of a crate's `src` that no map names.
    pub(super) fn unnamed_folders(&self, text: &str, files: &[SourceFile]) -> Vec<Remark> {
        maps::unnamed_folders(&self.maps, text, files)
    }

    /// Places that are not there, and islands without need.
    pub(super) fn stale_places(&self, files: &[SourceFile]) -> Vec<Remark> {
        let inside = |place: &Place| -> Vec<&SourceFile> {
            files.iter().filter(|file| place.holds(&file.path)).collect()
        };
        let mut remarks = Vec::new();
        for place in self.maps.iter().chain(&self.islands) {
            if inside(place).is_empty() {
                remarks.push((place.line, format!("there is no `{}`", place.path)));
            }
        }
        for island in &self.islands {
            let inside = inside(island);
            if !inside.is_empty() && !inside.iter().any(|file| has_word(&file.code, "unsafe")) {
                remarks.push((island.line, format!("`{}` has no `unsafe`", island.path)));
            }
        }
        remarks
    }
}

impl Row {
    /// Cells: layer, crate, what it is, what it uses.
    fn parse(line: usize, cells: &[&str]) -> Result<Self, String> {
        let fault = |what: &str| format!("{FILE}:{line}: {what}");
        let &[layer, name, _, uses] = cells else {
            return Err(fault("the layer table has four columns: layer, crate, what, uses"));
        };
        let layer = match layer {
            "beside" => None,
            number => Some(number.parse().map_err(|_| fault("a layer is a number or `beside`"))?),
        };
        let [name] = quoted(name).try_into().map_err(|_| fault("one crate name in backquotes"))?;
        Ok(Self { line, name, layer, uses: quoted(uses) })
    }
}

/// The rows of the table below `heading`, each with its line and cells.
fn table<'a>(text: &'a str, heading: &str) -> Result<Vec<(usize, Vec<&'a str>)>, String> {
    let rows = table_rows(section(text, heading));
    if rows.is_empty() {
        return Err(format!("{FILE}: no table below `{heading}`"));
    }
    Ok(rows)
}

/// The lines below `heading` up to the next section, with their numbers.
pub(super) fn section<'a>(
    text: &'a str,
    heading: &str,
) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
    let start = text.lines().position(|line| line == heading);
    let below = start.map_or(usize::MAX, |index| index + 1);
    numbered_lines(text).skip(below).take_while(|(_, line)| !line.starts_with("## "))
}

/// The rows of a section's table without its head, each with its line and cells.
pub(super) fn table_rows<'a>(
    section: impl Iterator<Item = (usize, &'a str)>,
) -> Vec<(usize, Vec<&'a str>)> {
    section
        .filter(|(_, line)| line.starts_with('|'))
        .skip(2)
        .map(|(number, line)| (number, line.trim_matches('|').split('|').map(str::trim).collect()))
        .collect()
}

/// The files and folders that may use `unsafe`.
fn islands(text: &str) -> Result<Vec<Place>, String> {
    let mut places = Vec::new();
    for (line, cells) in table(text, ISLANDS)? {
        for path in cells.first().map(|cell| quoted(cell)).unwrap_or_default() {
            places.push(Place { line, path });
        }
    }
    Ok(places)
}

/// The words in backquotes.
pub(super) fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
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

## Where each rule of the game lives
All in `crates/shogi/src/`.

| rule | where |
|---|---|
| sets | `bitboard.rs` |
| moves (`Move`) | `movegen/` |

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
    fn stale_places_are_found() {
        let map = Architecture::parse(MAP).expect("well formed");
        let stale = |sources: &[(&str, &str)]| -> Vec<String> {
            let file = |&(path, text): &(&str, &str)| SourceFile::new(path.into(), text.into());
            let files: Vec<SourceFile> = sources.iter().map(file).collect();
            map.stale_places(&files).into_iter().map(|(_, message)| message).collect()
        };
        let bitboard = ("crates/shogi/src/bitboard.rs", "unsafe {}");
        let drops = ("crates/shogi/src/movegen/drops.rs", "");
        let simd = ("crates/eval/src/simd/a.rs", "unsafe {}");
        let safe_simd = ("crates/eval/src/simd/a.rs", "// unsafe");
        assert_eq!(stale(&[bitboard, drops, simd]), [""; 0]);
        assert_eq!(stale(&[bitboard, simd]), ["there is no `crates/shogi/src/movegen/`"]);
        assert_eq!(stale(&[bitboard, drops]), ["there is no `crates/eval/src/simd/`"]);
        let without_need = ["`crates/eval/src/simd/` has no `unsafe`"];
        assert_eq!(stale(&[bitboard, drops, safe_simd]), without_need);
    }

    #[test]
    fn faults_are_named() {
        assert!(Architecture::parse("# Nothing").is_err());
        for (good, bad) in [
            ("| 0 |", "| low |"),
            ("`shogi` | the", "shogi | the"),
            ("the game | - |", "the game |"),
        ] {
            assert!(Architecture::parse(&MAP.replacen(good, bad, 1)).is_err(), "{bad}");
        }
    }
}
