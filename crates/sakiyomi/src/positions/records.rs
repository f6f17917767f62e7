//! Positions of game records: diagrams and games in KIF, KI2, BOD, CSA or JKF.

use super::{Given, Positions};
use kifu::{Format, Game, GameReader, NodeId, ReadOptions, Record};
use shogi::Position;
use std::io::{self, BufRead, Write};
use std::path::Path;

/// Do these first bytes of a file look like a game record other than lines of USI moves?
pub(super) fn is_record(head: &[u8]) -> bool {
    let text = kifu::encoding::decode(head).text;
    Format::detect(&text).is_some_and(|format| format != Format::Usi)
}

/// The positions of a file, one for each game.
pub(super) fn positions(input: impl BufRead + 'static, path: &Path, ply: Option<u32>) -> Positions {
    let name = path.display().to_string();
    let games = GameReader::new(input, ReadOptions::named(&name));
    Box::new(games.map(move |record| {
        Ok(match record {
            Ok(record) => given(&record, ply),
            Err(error) => Given {
                line: 1,
                sfen: name.clone(),
                kept: None,
                position: Err(error.to_string()),
                is_record: true,
                headers: kifu::Headers::default(),
            },
        })
    }))
}

fn given(record: &Record, ply: Option<u32>) -> Given {
    for warning in &record.warnings {
        let said = format!("{}: {warning}", warning.severity());
        let _ = writeln!(io::stderr(), "{}", kifu::Printable(&said));
    }
    let position = position(&record.game, ply);
    let sfen = position.as_ref().map_or_else(|_| "-".to_owned(), Position::to_sfen);
    let headers = record.game.headers.clone();
    Given { line: record.first_line, sfen, kept: None, position, is_record: true, headers }
}

/// The position behind `ply` moves. Without a number it is the start if that is a diagram, as in a
/// problem; of a game from the usual start or a handicap it is the last position.
fn position(game: &Game, ply: Option<u32>) -> Result<Position, String> {
    let moves = game.moves().count();
    let is_game = game.start_name().is_some();
    let ply = ply.map_or(if is_game { moves } else { 0 }, |ply| ply as usize);
    if ply > moves {
        return Err(format!("--ply {ply}: the record has {moves} moves"));
    }
    let at = game.main_line().nth(ply).unwrap_or(NodeId::ROOT);
    let position = game.position(at).map_err(|error| error.to_string())?;
    Ok(position.without_past())
}
