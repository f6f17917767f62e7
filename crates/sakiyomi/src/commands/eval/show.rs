//! A sheet as a table for players, or as JSON for scripts.

use super::sheet::{Detail, Row, Sheet, name};
use crate::failure::Failure;
use engine::ShownScore;
use eval::EvaluatorName;
use eval::nnue::Contribution;
use serde_json::{Value, json};
use shogi::{Color, DiagramStyle, File, PieceKind, Position, Rank, Square};
use std::io::{self, Write};

/// Unit of the win rate's curve: the field's convention for nn.bin networks.
const WIN_RATE_UNIT: f64 = 600.0;

pub(super) fn table(
    position: &Position,
    sheet: &Sheet,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(out, "{}", position.diagram(DiagramStyle::Japanese))?;
    write!(out, "Evaluator: {}", sheet.evaluator)?;
    if let Some(architecture) = &sheet.architecture {
        write!(out, " ({architecture})")?;
    }
    writeln!(out, ", {}\n", sheet.source)?;
    match &sheet.detail {
        Detail::Rows { rows, progress } => write_rows(rows, *progress, out)?,
        Detail::Pieces(pieces) => write_pieces(pieces, sheet.pawn, position, out)?,
    }
    writeln!(out)?;
    write_kings(sheet, out)?;
    writeln!(out, "\nValue for {}, who is to move: {:+}", side(sheet.turn), sheet.value.get())?;
    writeln!(out, "{}", verdict(sheet))?;
    Ok(())
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// The value in words.
fn verdict(sheet: &Sheet) -> String {
    let for_black = sheet.value.for_black(sheet.turn);
    let most = f64::from(ShownScore::MOST_CENTIPAWNS) / 100.0;
    let pawns = (f64::from(for_black.abs()) / f64::from(sheet.pawn)).min(most);
    let better = if for_black >= 0 { Color::Black } else { Color::White };
    let mut text = if for_black == 0 {
        "Neither side stands better".to_owned()
    } else {
        format!("{} stands better by {pawns:.1} pawns", side(better))
    };
    if sheet.evaluator == EvaluatorName::Network {
        let win = win_rate(sheet.value.get()) * 100.0;
        text += &format!("; {} would win about {win:.0} % of the games", side(sheet.turn));
    }
    text + "."
}

fn win_rate(value: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(value) / WIN_RATE_UNIT).exp())
}

fn write_rows(rows: &[Row], progress: Option<i32>, out: &mut dyn Write) -> io::Result<()> {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max(8);
    writeln!(out, "{:width$}   Black   White  Black - White", "")?;
    for Row { name, sides: [black, white], meaning } in rows {
        let line =
            format!("{name:width$}  {black:>6}  {white:>6}  {:>+13}   {meaning}", black - white);
        writeln!(out, "{}", line.trim_end())?;
    }
    let [black, white] = [0, 1].map(|side| rows.iter().map(|row| row.sides[side]).sum::<i32>());
    writeln!(out, "{:width$}  {black:>6}  {white:>6}  {:>+13}", "total", black - white)?;
    if let Some(percent) = progress {
        writeln!(out, "\nProgress of the game: {percent} %")?;
    }
    Ok(())
}

/// A board with what each piece adds, in pawns as they count for Black.
fn write_pieces(
    pieces: &[Contribution],
    pawn: i32,
    position: &Position,
    out: &mut dyn Write,
) -> io::Result<()> {
    let pawns = |points: i32| format!("{:+.1}", f64::from(points) / f64::from(pawn));
    writeln!(
        out,
        "What the network would lose or gain without each piece, in pawns (+ is good for Black):"
    )?;
    for file in File::ALL.into_iter().rev() {
        write!(out, "{:>8}", file.index() + 1)?;
    }
    writeln!(out)?;
    for rank in Rank::ALL {
        let mut line = String::new();
        for file in File::ALL.into_iter().rev() {
            let square = Square::new(file, rank);
            let found = pieces.iter().find(|piece| piece.square == Some(square));
            let text = match (position.piece_on(square), found) {
                (Some(piece), Some(found)) => format!("{piece} {}", pawns(found.for_black)),
                (Some(piece), None) => piece.to_string(),
                _ => ".".to_owned(),
            };
            line += &format!("{text:>8}");
        }
        writeln!(out, "{line} {}", char::from(b'a' + rank.index() as u8))?;
    }
    for color in Color::ALL {
        let held: Vec<String> = pieces
            .iter()
            .filter(|held| held.square.is_none() && held.piece.color() == color)
            .map(|held| format!("{} {}", name(held.piece.kind()), pawns(held.for_black)))
            .collect();
        if !held.is_empty() {
            writeln!(out, "{} holds, the last of each kind: {}", side(color), held.join(", "))?;
        }
    }
    Ok(())
}

fn write_kings(sheet: &Sheet, out: &mut dyn Write) -> io::Result<()> {
    for color in Color::ALL {
        if !sheet.has_king[color.index()] {
            writeln!(out, "{} has no king.", side(color))?;
            continue;
        }
        let way = match sheet.steps[color.index()] {
            Some(0) => "is in the enemy camp".to_owned(),
            Some(1) => "has an open way of 1 step into the enemy camp".to_owned(),
            Some(steps) => format!("has an open way of {steps} steps into the enemy camp"),
            None => "has no open way into the enemy camp".to_owned(),
        };
        write!(out, "{}'s king {way}", side(color))?;
        if let Some(count) = &sheet.points[color.index()] {
            let (points, needed) = (count.points, count.points_to_win);
            write!(out, "; {points} of {needed} points to declare a win")?;
        }
        writeln!(out, ".")?;
    }
    Ok(())
}

pub(super) fn json(sheet: &Sheet, out: &mut dyn Write) -> Result<(), Failure> {
    let mut object = json!({
        "sfen": sheet.sfen,
        "evaluator": sheet.evaluator.name(),
        "source": sheet.source,
        "value": sheet.value.get(),
        "value_for_black": sheet.value.for_black(sheet.turn),
        "pawn": sheet.pawn,
    });
    if let Some(architecture) = &sheet.architecture {
        object["architecture"] = architecture.as_str().into();
        object["win_rate"] = win_rate(sheet.value.get()).into();
    }
    match &sheet.detail {
        Detail::Rows { rows, progress } => {
            object["terms"] = rows
                .iter()
                .map(
                    |row| json!({ "name": row.name, "black": row.sides[0], "white": row.sides[1] }),
                )
                .collect();
            if let Some(progress) = progress {
                object["progress_percent"] = (*progress).into();
            }
        }
        Detail::Pieces(pieces) => object["pieces"] = pieces.iter().map(piece).collect(),
    }
    object["entering_king_steps"] = sheet.steps.iter().map(|steps| json!(steps)).collect();
    object["declaration_points"] =
        sheet.points.iter().map(|count| json!(count.as_ref().map(|count| count.points))).collect();
    writeln!(out, "{object}")?;
    Ok(())
}

fn piece(contribution: &Contribution) -> Value {
    let Contribution { piece, square, for_black } = contribution;
    debug_assert_ne!(piece.kind(), PieceKind::King);
    json!({
        "piece": piece.to_string(),
        "square": square.map(|square| square.to_string()),
        "for_black": for_black,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn win_rates() {
        assert!((win_rate(0) - 0.5).abs() < 1e-9);
        assert!((win_rate(600) + win_rate(-600) - 1.0).abs() < 1e-9);
        assert!(win_rate(600) > 0.73 && win_rate(600) < 0.74);
    }
}
