//! A diagram as SVG: board, pieces and hands. The characters are outlines from a font under the
//! Open Font License (NOTICE), so no font is needed to look at the picture.
//!
//! ```
//! use kifu::svg::Diagram;
//!
//! let mut position = shogi::Position::startpos();
//! position.play("7g7f".parse()?);
//! let picture = Diagram::of_position(&position).flipped(true).square_size(40).to_string();
//! assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod glyphs;

use std::fmt;

use shogi::{Color, File, HandKind, Move, Piece, PieceKind, Position, Rank, Setup, Square};

use crate::board::HAND_ORDER;
use crate::markup::escaped;
use crate::text::kanji_number;
use glyphs::Glyphs;

/// The side of a square in the units of the picture.
const SQUARE: i32 = 100;
/// The space round the nine squares for the names of files and ranks.
const RIM: i32 = 46;
/// The width of a stand for the pieces in hand.
const STAND: i32 = 130;
/// The space between a stand and the board, and round the whole.
const GAP: i32 = 26;
/// The board with its rim.
const BOARD: i32 = 9 * SQUARE + 2 * RIM;
const WIDTH: i32 = BOARD + 2 * STAND + 4 * GAP;
const HEIGHT: i32 = BOARD + 2 * GAP;

/// The outline of a piece that points up, in the units of a square.
const PENTAGON: &str = "M0-44 26-34 37 42H-37L-26-34Z";

/// A diagram: the pieces, the last move, and how it is to look. It is written with `to_string`.
#[derive(Clone, Debug)]
pub struct Diagram {
    setup: Setup,
    last_move: Option<Move>,
    is_flipped: bool,
    square_size: u32,
    title: Option<String>,
    arrows: Vec<(Move, &'static str)>,
    is_embedded: bool,
}

impl Diagram {
    /// The side of a square in pixels unless another is asked for.
    pub const SQUARE_SIZE: u32 = 50;

    /// A diagram of any arrangement of pieces, seen from Black's side.
    pub fn new(setup: Setup) -> Self {
        Self {
            setup,
            last_move: None,
            is_flipped: false,
            square_size: Self::SQUARE_SIZE,
            title: None,
            arrows: Vec::new(),
            is_embedded: false,
        }
    }

    /// A diagram of a position, with its last move marked.
    pub fn of_position(position: &Position) -> Self {
        Self::new(position.setup()).last_move(position.last_move())
    }

    /// Marks the squares of the last move.
    #[must_use]
    pub fn last_move(self, last_move: Option<Move>) -> Self {
        Self { last_move, ..self }
    }

    /// Shows the board from White's side.
    #[must_use]
    pub fn flipped(self, is_flipped: bool) -> Self {
        Self { is_flipped, ..self }
    }

    /// Sets the side of a square in pixels; the picture scales to any size.
    #[must_use]
    pub fn square_size(self, square_size: u32) -> Self {
        Self { square_size: square_size.clamp(1, 1000), ..self }
    }

    /// Sets the title that programs read out or show beside the pointer, in place of the SFEN.
    #[must_use]
    pub fn title(self, title: &str) -> Self {
        Self { title: Some(title.to_owned()), ..self }
    }

    /// Draws an arrow for a move of the side to move, in a colour of CSS; a drop starts at the hand.
    #[must_use]
    pub fn arrow(mut self, mv: Move, paint: &'static str) -> Self {
        self.arrows.push((mv, paint));
        self
    }

    /// Leaves out the ground and the drawings of the pieces, for a page that has
    /// [`piece_drawings`] once for all its diagrams.
    #[must_use]
    pub fn embedded(self) -> Self {
        Self { is_embedded: true, ..self }
    }

    /// The middle of a square.
    fn middle(&self, square: Square) -> (i32, i32) {
        let seen = if self.is_flipped { square.rotated() } else { square };
        let column = 8 - seen.file().index() as i32;
        let row = seen.rank().index() as i32;
        (corner_x() + column * SQUARE + SQUARE / 2, corner_y() + row * SQUARE + SQUARE / 2)
    }

    /// Does the side sit at the lower edge of the picture?
    fn is_below(&self, color: Color) -> bool {
        (color == Color::Black) != self.is_flipped
    }

    fn write_last_move(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(mv) = self.last_move else { return Ok(()) };
        for (square, fill) in [(mv.from(), "#f3dfa0"), (Some(mv.to()), "#e8963a")] {
            let Some(square) = square else { continue };
            let (x, y) = self.middle(square);
            let (left, top) = (x - SQUARE / 2, y - SQUARE / 2);
            writeln!(f, r#"<path fill="{fill}" d="M{left} {top}h{SQUARE}v{SQUARE}h-{SQUARE}z"/>"#)?;
        }
        Ok(())
    }

    fn write_piece(
        &self,
        f: &mut fmt::Formatter<'_>,
        piece: Piece,
        (x, y): (i32, i32),
    ) -> fmt::Result {
        let turn = if self.is_below(piece.color()) { "" } else { " rotate(180)" };
        let id = identifier(piece.kind());
        writeln!(f, r##"<use href="#{id}" transform="translate({x} {y}){turn}"/>"##)
    }

    /// The pieces in a hand with their counts, in the order in which they are drawn.
    fn held(&self, color: Color) -> impl Iterator<Item = (PieceKind, u8)> {
        let kings = (PieceKind::King, self.setup.kings_in_hand(color));
        let others = HAND_ORDER.map(|kind: HandKind| (kind.kind(), self.setup.hand(color, kind)));
        std::iter::once(kings).chain(others).filter(|&(_, count)| count > 0)
    }

    /// Is there a piece of this kind to draw?
    fn has(&self, kind: PieceKind) -> bool {
        let in_hand = |color| self.held(color).any(|(held, _)| held == kind);
        self.setup.pieces().any(|(_, piece)| piece.kind() == kind)
            || Color::ALL.into_iter().any(in_hand)
    }

    fn write_hand(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        let held: Vec<_> = self.held(color).collect();
        // Drawn as the side below sees its stand, and turned for the other.
        let (x, y) = if self.is_below(color) {
            (WIDTH - GAP - STAND, GAP + RIM + 9 * SQUARE)
        } else {
            (GAP + STAND, GAP + RIM)
        };
        let turn = if self.is_below(color) { "" } else { " rotate(180)" };
        writeln!(f, r#"<g transform="translate({x} {y}){turn}">"#)?;
        let rows = held.len().max(1) as i32;
        let height = rows * SQUARE + 90;
        let shape = format!(r#"width="{STAND}" height="{height}" rx="8" y="-{height}""#);
        writeln!(f, r##"<rect {shape} fill="#d9a85c"/>"##)?;
        self.write_side(f, color, height)?;
        for (row, (kind, count)) in held.into_iter().enumerate() {
            let y = 90 - height + SQUARE / 2 + row as i32 * SQUARE;
            let id = identifier(kind);
            writeln!(f, r##"<use href="#{id}" transform="translate(45 {y}) scale(.86)"/>"##)?;
            if count > 1 {
                write_column(f, &kanji_number(u32::from(count.min(99))), (105, y))?;
            }
        }
        f.write_str("</g>\n")
    }

    /// The mark of a side at the top of its stand: a black or a white piece, framed if it is to move.
    fn write_side(&self, f: &mut fmt::Formatter<'_>, color: Color, height: i32) -> fmt::Result {
        let fill = if color == Color::Black { "#222" } else { "#fff" };
        let y = 46 - height;
        if self.setup.turn == color {
            let left = STAND / 2 - 38;
            let frame = r##"width="76" height="76" rx="12" fill="#fff3d0" stroke="#b3541e""##;
            writeln!(f, r#"<rect {frame} stroke-width="5" x="{left}" y="{}"/>"#, y - 38)?;
        }
        let middle = STAND / 2;
        let at = format!(r#"transform="translate({middle} {y}) scale(.6)""#);
        writeln!(f, r##"<path {at} d="{PENTAGON}" fill="{fill}" stroke="#222" stroke-width="5"/>"##)
    }

    fn write_arrow(&self, f: &mut fmt::Formatter<'_>, mv: Move, paint: &str) -> fmt::Result {
        let below = self.is_below(self.setup.turn);
        let stand = match below {
            true => (WIDTH - GAP - STAND / 2, GAP + RIM + 9 * SQUARE - SQUARE / 2),
            false => (GAP + STAND / 2, GAP + RIM + SQUARE / 2),
        };
        let start = mv.from().map_or(stand, |square| self.middle(square));
        let end = self.middle(mv.to());
        let (dx, dy) = (f64::from(end.0 - start.0), f64::from(end.1 - start.1));
        let length = dx.hypot(dy).max(1.0);
        let angle = dy.atan2(dx).to_degrees();
        let (shaft, head) = (length - 44.0, length - 8.0);
        writeln!(
            f,
            r#"<path transform="translate({} {}) rotate({angle:.1})" d="M14-8H{shaft:.0}V-24L{head:.0} 0 {shaft:.0} 24V8H14Z" fill="{paint}" fill-opacity=".82"/>"#,
            start.0, start.1
        )
    }

    fn write_names(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for index in 0..9 {
            let (Some(file), Some(rank)) = (File::from_index(index), Rank::from_index(index))
            else {
                continue;
            };
            let (x, y) = self.middle(Square::new(file, rank));
            let digit = char::from(b'1' + index as u8);
            write_glyph(f, digit, (x, GAP + RIM / 2), 34)?;
            let edge = corner_x() + 9 * SQUARE + RIM / 2;
            write_column(f, &kanji_number(index as u32 + 1), (edge, y))?;
        }
        Ok(())
    }
}

const fn corner_x() -> i32 {
    2 * GAP + STAND + RIM
}

const fn corner_y() -> i32 {
    GAP + RIM
}

/// The drawing of a piece, to be used by its identifier.
fn drawing(kind: PieceKind) -> String {
    let Some(path) = Glyphs::get().path(kind.kanji()) else { return String::new() };
    let ink = if kind.is_promoted() { "#b3201e" } else { "#1a1a1a" };
    let id = identifier(kind);
    format!(
        r##"<g id="{id}"><path d="{PENTAGON}" fill="#f7deb0" stroke="#6b4a1f" stroke-width="2"/><path fill="{ink}" transform="translate(0 5) scale(.058)" d="{path}"/></g>
"##
    )
}

/// The drawings of all pieces, for a page with embedded diagrams. Scripts use them as
/// `<use href="#p0">`, by the name from [`identifier`].
pub fn piece_drawings() -> String {
    let drawings: String = PieceKind::ALL.into_iter().map(drawing).collect();
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" style="position:absolute"><defs>
{drawings}</defs></svg>
"#
    )
}

/// The name of a piece's drawing inside a picture.
pub fn identifier(kind: PieceKind) -> String {
    format!("p{}", kind.index())
}

/// A character with this height, centred.
fn write_glyph(
    f: &mut fmt::Formatter<'_>,
    character: char,
    (x, y): (i32, i32),
    size: i32,
) -> fmt::Result {
    let Some(path) = Glyphs::get().path(character) else { return Ok(()) };
    writeln!(f, r#"<path transform="translate({x} {y}) scale(.{size:03})" d="{path}"/>"#)
}

/// Numerals one below the other.
fn write_column(f: &mut fmt::Formatter<'_>, text: &str, (x, y): (i32, i32)) -> fmt::Result {
    let characters = text.chars().count() as i32;
    for (index, character) in text.chars().enumerate() {
        let below = (2 * index as i32 + 1 - characters) * 17;
        write_glyph(f, character, (x, y + below), 34)?;
    }
    Ok(())
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pixels = |units: i32| units as u32 * self.square_size / SQUARE as u32;
        let (width, height) = (pixels(WIDTH), pixels(HEIGHT));
        let size = format!(r#"width="{width}" height="{height}" viewBox="0 0 {WIDTH} {HEIGHT}""#);
        writeln!(f, r#"<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">"#)?;
        let title = self.title.clone().unwrap_or_else(|| self.setup.to_string());
        writeln!(f, "<title>{}</title>", escaped(&title))?;
        if !self.is_embedded {
            f.write_str("<defs>\n")?;
            for kind in PieceKind::ALL.into_iter().filter(|&kind| self.has(kind)) {
                f.write_str(&drawing(kind))?;
            }
            f.write_str("</defs>\n")?;
            writeln!(f, r##"<path fill="#faf6ec" d="M0 0h{WIDTH}v{HEIGHT}H0z"/>"##)?;
        }
        let left = 2 * GAP + STAND;
        let board = format!(r#"x="{left}" y="{GAP}" width="{BOARD}" height="{BOARD}""#);
        writeln!(f, r##"<rect {board} rx="6" fill="#e8bd74"/>"##)?;
        self.write_last_move(f)?;
        self.write_grid(f)?;
        self.write_names(f)?;
        for color in Color::ALL {
            self.write_hand(f, color)?;
        }
        for (square, piece) in self.setup.pieces() {
            self.write_piece(f, piece, self.middle(square))?;
        }
        for &(mv, paint) in &self.arrows {
            self.write_arrow(f, mv, paint)?;
        }
        f.write_str("</svg>\n")
    }
}

impl Diagram {
    fn write_grid(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y, side) = (corner_x(), corner_y(), 9 * SQUARE);
        let mut lines = String::new();
        for index in 1..9 {
            lines.push_str(&format!("M{x} {}h{side}", y + index * SQUARE));
            lines.push_str(&format!("M{} {y}v{side}", x + index * SQUARE));
        }
        let stroke = r##"fill="none" stroke="#4a3310""##;
        writeln!(f, r#"<path {stroke} stroke-width="2" d="{lines}"/>"#)?;
        let frame = format!("M{x} {y}h{side}v{side}h-{side}z");
        writeln!(f, r#"<path {stroke} stroke-width="5" d="{frame}"/>"#)?;
        // The four points that mark the camps.
        for (column, row) in [(3, 3), (6, 3), (3, 6), (6, 6)] {
            let (x, y) = (x + column * SQUARE, y + row * SQUARE);
            writeln!(f, r##"<circle cx="{x}" cy="{y}" r="7" fill="#4a3310"/>"##)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
