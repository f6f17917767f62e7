//! The maps of ARCHITECTURE.md, which say where a thing lives: the tables of the sections "Where
//! ...", and the picture of the way of a `go`. What they name exists, and they leave out no folder.

use super::architecture::{Place, quoted, section, table_rows};
use super::source::SourceFile;
use super::{Remark, numbered_lines};
use std::collections::BTreeSet;

/// How the heading of a map starts.
const MAP: &str = "## Where ";
/// The heading of the picture, in which `a/b.rs` means `crates/a/src/b.rs`.
const PICTURE: &str = "## The way of a `go`";

/// All places that the maps and the picture name.
pub(super) fn places(text: &str) -> Vec<Place> {
    let headings = text.lines().filter(|line| line.starts_with(MAP));
    let mut places: Vec<Place> = headings.flat_map(|heading| map(text, heading)).collect();
    places.extend(picture(text));
    places
}

/// The places of one map. Names are relative to the folder that the text above the table names,
/// unless they start with `crates/`.
fn map(text: &str, heading: &str) -> Vec<Place> {
    let folder = section(text, heading)
        .take_while(|(_, line)| !line.starts_with('|'))
        .flat_map(|(_, line)| quoted(line))
        .find(|word| word.starts_with("crates/"))
        .unwrap_or_default();
    let mut places = Vec::new();
    for (line, cells) in table_rows(section(text, heading)) {
        let Some((last, others)) = cells.split_last() else { continue };
        let inside_others = others.iter().flat_map(|cell| quoted(cell));
        let named = quoted(last).into_iter().chain(inside_others.filter(|word| is_path(word)));
        for name in named {
            let is_whole = name.starts_with("crates/");
            let path = if is_whole { name } else { format!("{folder}{name}") };
            places.push(Place { line, path });
        }
    }
    places
}

/// The files of the picture.
fn picture(text: &str) -> Vec<Place> {
    let mut places = Vec::new();
    for (line, words) in section(text, PICTURE) {
        let between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '(' | ')' | '`');
        for word in words.split(between).filter(|word| word.ends_with(".rs")) {
            let path = match word.split_once('/') {
                Some((name, file)) if name != "crates" => format!("crates/{name}/src/{file}"),
                _ => word.to_owned(),
            };
            places.push(Place { line, path });
        }
    }
    places
}

fn is_path(word: &str) -> bool {
    word.ends_with(".rs") || word.ends_with('/')
}

/// The folders at the top of a crate's `src` that no map names.
pub(super) fn unnamed_folders(places: &[Place], text: &str, files: &[SourceFile]) -> Vec<Remark> {
    let folders: BTreeSet<&str> = files.iter().filter_map(|file| top_folder(&file.path)).collect();
    let is_named = |folder: &str| places.iter().any(|place| place.path.starts_with(folder));
    let line = numbered_lines(text).find(|(_, line)| line.starts_with(MAP)).map_or(1, |(n, _)| n);
    folders
        .into_iter()
        .filter(|folder| !is_named(folder))
        .map(|folder| (line, format!("no map below `{MAP}...` names `{folder}`")))
        .collect()
}

/// `crates/a/src/b/` of `crates/a/src/b/c.rs`.
fn top_folder(path: &str) -> Option<&str> {
    let inside = path.strip_prefix("crates/")?.split_once("/src/")?.1;
    let (folder, _) = inside.split_once('/')?;
    let end = path.len() - inside.len() + folder.len() + 1;
    Some(&path[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# Map
## The way of a `go`
```
a line → usi/session.rs (reads) → engine/engine/request.rs
```
Words on `engine/task.rs`, which is `crates/engine/src/task.rs`.

## Where the game lives
All in `crates/shogi/src/`; words.

| thing | where |
|---|---|
| moves (`Move`; drops: `movegen/drops.rs`) | `movegen/` |
| another crate | `crates/kifu/src/book.rs`, `board.rs` |

## Where networks live
| thing | where |
|---|---|
| rows | `crates/eval/src/nnue/` |
";

    fn paths() -> Vec<String> {
        places(TEXT).into_iter().map(|place| place.path).collect()
    }

    #[test]
    fn all_maps_are_read() {
        assert_eq!(
            paths(),
            [
                "crates/shogi/src/movegen/",
                "crates/shogi/src/movegen/drops.rs",
                "crates/kifu/src/book.rs",
                "crates/shogi/src/board.rs",
                "crates/eval/src/nnue/",
                "crates/usi/src/session.rs",
                "crates/engine/src/engine/request.rs",
                "crates/engine/src/task.rs",
                "crates/engine/src/task.rs",
            ]
        );
        assert_eq!(places(TEXT)[0].line, 13);
    }

    #[test]
    fn a_folder_without_a_map_is_found() {
        let unnamed = |paths: &[&str]| -> Vec<String> {
            let file = |path: &&str| SourceFile::new((*path).into(), String::new());
            let files: Vec<SourceFile> = paths.iter().map(file).collect();
            let remarks = unnamed_folders(&places(TEXT), TEXT, &files);
            remarks.into_iter().map(|(_, message)| message).collect()
        };
        let named = ["crates/shogi/src/movegen/drops.rs", "crates/engine/src/engine/ready.rs"];
        assert_eq!(unnamed(&named), [""; 0]);
        assert_eq!(unnamed(&["crates/shogi/src/new.rs", "crates/shogi/tests/a/b.rs"]), [""; 0]);
        let twice = ["crates/shogi/src/new/a.rs", "crates/shogi/src/new/b.rs"];
        assert_eq!(unnamed(&twice), ["no map below `## Where ...` names `crates/shogi/src/new/`"]);
    }
}
