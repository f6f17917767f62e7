//! All facts that are shown about a position, before they become text.

use super::choice::Chosen;
use eval::bonanza::{self, Group};
use eval::classic::{Term, TermSheet};
use eval::entering_king;
use eval::material::PieceValues;
use eval::nnue::Contribution;
use eval::three_piece::Parts;
use eval::{AnyEvaluator, Eval, EvaluatorName};
use shogi::{Color, DeclarationRule, PieceKind, PointCount, Position};

/// A row of a table: what, for Black, for White.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) sides: [i32; 2],
    pub(super) meaning: &'static str,
}

/// The parts of the value that an evaluator can show.
pub(super) enum Detail {
    /// Points for each side, to be added up.
    Rows { rows: Vec<Row>, progress: Option<i32> },
    /// The share of each piece in a network's value.
    Pieces(Vec<Contribution>),
}

pub(super) struct Sheet {
    pub(super) evaluator: EvaluatorName,
    pub(super) source: String,
    pub(super) architecture: Option<String>,
    pub(super) sfen: String,
    pub(super) turn: Color,
    pub(super) value: Eval,
    /// The value of a pawn in the evaluator's unit.
    pub(super) pawn: i32,
    pub(super) detail: Detail,
    pub(super) has_king: [bool; 2],
    /// Steps of each king to the enemy camp.
    pub(super) steps: [Option<u8>; 2],
    /// Points for a declaration by the 27-point rule.
    pub(super) points: [Option<PointCount>; 2],
}

impl Chosen {
    pub(super) fn sheet(&mut self, position: &Position) -> Sheet {
        let value = self.value(position);
        let detail = match &self.evaluator {
            AnyEvaluator::Material(material) => by_kind(material.values(), position),
            AnyEvaluator::Classic(classic) => by_term(&classic.terms(position)),
            AnyEvaluator::ThreePiece(three_piece) => by_relation(&three_piece.parts(position)),
            AnyEvaluator::Bonanza(bonanza) => by_group(&bonanza.parts(position)),
            AnyEvaluator::Nnue(nnue) => Detail::Pieces(nnue.contributions(position)),
        };
        Sheet {
            evaluator: self.name,
            source: self.source.clone(),
            architecture: self.architecture.map(|architecture| architecture.to_string()),
            sfen: position.to_sfen(),
            turn: position.turn(),
            value,
            pawn: self.pawn,
            detail,
            has_king: Color::ALL.map(|color| position.king(color).is_some()),
            steps: Color::ALL.map(|color| entering_king::steps(position, color)),
            points: Color::ALL.map(|color| position.point_count(DeclarationRule::Points27, color)),
        }
    }
}

fn by_kind(values: &PieceValues, position: &Position) -> Detail {
    let mut rows = Vec::new();
    for kind in PieceKind::ALL {
        let count = |color| {
            let held = kind.in_hand().filter(|held| held.kind() == kind);
            let in_hand = held.map_or(0, |held| position.hand(color).count(held));
            (position.pieces_of(color, kind).len() + in_hand) as i32
        };
        let counts = Color::ALL.map(count);
        if kind != PieceKind::King && counts != [0, 0] {
            rows.push(Row {
                name: format!("{} {}", name(kind), values.on_board(kind)),
                sides: counts.map(|count| count * values.on_board(kind)),
                meaning: "",
            });
        }
    }
    Detail::Rows { rows, progress: None }
}

fn by_term(terms: &TermSheet) -> Detail {
    let row = |term: Term| Row {
        name: term.name().to_owned(),
        sides: Color::ALL.map(|color| terms.points(term, color)),
        meaning: term.meaning(),
    };
    Detail::Rows { rows: Term::ALL.map(row).into(), progress: Some(terms.progress().percent()) }
}

fn by_relation(parts: &Parts) -> Detail {
    let row = |name: &str, difference: i32, meaning| Row {
        name: name.to_owned(),
        sides: [difference.max(0), (-difference).max(0)],
        meaning,
    };
    let kings = parts.kkp / eval::three_piece::SCALE;
    let black = parts.kpp[0] / eval::three_piece::SCALE;
    // The remainder of the division goes to one row, so that the rows add up to the value.
    let white = parts.total() - parts.material - parts.entering_king - kings - black;
    let rows = vec![
        row("material", parts.material, "who has more, and by how much"),
        row("both kings", kings, "each piece with the two kings"),
        row("Black's king", black, "pairs of pieces with Black's king"),
        row("White's king", white, "pairs of pieces with White's king"),
        row("entering king", parts.entering_king, "a way of a king into the enemy camp"),
    ];
    Detail::Rows { rows, progress: None }
}

fn by_group(parts: &[(Group, i32)]) -> Detail {
    let mut rest: i32 =
        parts.iter().filter(|(group, _)| *group != Group::Material).map(|(_, sum)| sum).sum();
    rest /= bonanza::SCALE;
    let mut rows: Vec<Row> = Vec::new();
    for &(group, sum) in parts {
        let points = match group {
            Group::Material => sum,
            // The remainder of the divisions goes to one row, so that the rows add up to the value.
            Group::KingSurroundings => rest,
            _ => sum / bonanza::SCALE,
        };
        if group != Group::Material {
            rest -= points;
        }
        let sides = [points.max(0), (-points).max(0)];
        rows.push(Row { name: group.name().to_owned(), sides, meaning: group.meaning() });
    }
    Detail::Rows { rows, progress: None }
}

/// The name of a kind among players.
pub(super) fn name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "pawn",
        PieceKind::Lance => "lance",
        PieceKind::Knight => "knight",
        PieceKind::Silver => "silver",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        PieceKind::Gold => "gold",
        PieceKind::King => "king",
        PieceKind::ProPawn => "promoted pawn",
        PieceKind::ProLance => "promoted lance",
        PieceKind::ProKnight => "promoted knight",
        PieceKind::ProSilver => "promoted silver",
        PieceKind::Horse => "horse",
        PieceKind::Dragon => "dragon",
    }
}
