//! A solution as a game record: its line, the defender's other moves, and second solutions as
//! variations.

use crate::failure::Failure;
use kifu::{Encoding, Ending, Format, Game, Headers, NodeId, Step};
use mate::{Cook, CookKind, Variation};
use shogi::{Move, Position};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Makes a record with a line and its variations; a remark stands at its start.
pub(in super::super) fn game(
    position: &Position,
    line: &[Move],
    variations: &[Variation],
    remark: String,
) -> Game {
    let mut game = Game::from_moves(&position.without_past(), line);
    game.node_mut(NodeId::ROOT).comments.push(remark);
    let last = game.main_line().last().unwrap_or(NodeId::ROOT);
    end(&mut game, last);
    for variation in variations {
        add(&mut game, variation.ply, &variation.moves);
    }
    game
}

/// Adds second solutions.
pub(in super::super) fn add_cooks(game: &mut Game, cooks: &[Cook]) {
    for cook in cooks {
        if let Some(first) = add(game, cook.ply, &cook.line) {
            let word = match cook.kind {
                CookKind::Cook => "余詰",
                CookKind::LastMove => "最終手余詰",
                CookKind::Detour => "迂回手順",
            };
            game.node_mut(first).comments.push(word.to_owned());
        }
    }
}

/// Adds moves behind `ply` moves of the main line and returns the node of the first one.
fn add(game: &mut Game, ply: usize, moves: &[Move]) -> Option<NodeId> {
    let mut at = game.main_line().nth(ply)?;
    let mut first = None;
    for &mv in moves {
        // A tree that is full takes no more moves.
        at = game.add(at, Step::Move(mv)).ok()?;
        first = first.or(Some(at));
    }
    end(game, at);
    first
}

/// Adds the word for a mate if the line ends with one.
fn end(game: &mut Game, at: NodeId) {
    if game.position(at).is_ok_and(|position| !position.has_legal_move()) {
        let _ = game.add(at, Step::End(Ending::Mate));
    }
}

/// The file or folder for solutions.
pub(super) struct Target {
    path: PathBuf,
    is_folder: bool,
    may_replace: bool,
    written: usize,
}

impl Target {
    /// A path is a folder if it is there as one or ends like one.
    pub(super) fn new(path: &Path, may_replace: bool) -> Result<Self, Failure> {
        let is_folder = path.is_dir() || path.as_os_str().to_string_lossy().ends_with(['/', '\\']);
        if path.is_file() && !may_replace {
            return Err(exists(path));
        }
        Ok(Self { path: path.to_owned(), is_folder, may_replace, written: 0 })
    }

    /// Writes a solution; in a folder it is named after the line of its problem.
    pub(super) fn write(
        &mut self,
        mut game: Game,
        headers: &Headers,
        line: usize,
    ) -> Result<(), Failure> {
        if !headers.is_empty() {
            game.headers = headers.clone();
        }
        self.written += 1;
        let path = if self.is_folder {
            std::fs::create_dir_all(&self.path).map_err(|error| problem(&self.path, &error))?;
            self.path.join(format!("{line:06}.kif"))
        } else if self.written > 1 {
            return Err(Failure::Failed(format!(
                "{}: the input has more than one solution and a KIF file holds one; \
                 give a folder to write to",
                self.path.display()
            )));
        } else {
            self.path.clone()
        };
        let extension = path.extension().and_then(|extension| extension.to_str());
        let encoding = match extension.and_then(Format::from_extension) {
            Some((Format::Kif, encoding)) => encoding,
            _ => Encoding::Utf8,
        };
        let bytes = kifu::write(&game, Format::Kif, encoding).bytes;
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true).create_new(!self.may_replace);
        let mut file = options.open(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => exists(&path),
            _ => problem(&path, &error),
        })?;
        file.write_all(&bytes).map_err(|error| problem(&path, &error))
    }
}

fn exists(path: &Path) -> Failure {
    Failure::Usage(format!("--kif {}: the file exists; --force replaces it", path.display()))
}

fn problem(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Failed(format!("{}: {error}", path.display()))
}
