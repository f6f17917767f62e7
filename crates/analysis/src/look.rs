//! What can be said of a position without a search: progress, terms, the entering-king meter.

use std::collections::BTreeMap;

use eval::classic::{Classic, Progress, Term};
use eval::entering_king;
use shogi::{Color, DeclarationResult, DeclarationRule, HandKind, PieceKind, Position, Unmet};

use crate::model::{Both, Meter, Phase};

/// The phase at a progress.
pub fn phase(progress: u32) -> Phase {
    match progress {
        _ if progress < Progress::MIDDLEGAME as u32 => Phase::Opening,
        _ if progress < Progress::ENDGAME as u32 => Phase::Middlegame,
        _ => Phase::Endgame,
    }
}

/// The progress and the named terms of a position, Black's and White's points.
pub fn terms(position: &Position) -> (u32, BTreeMap<String, [i32; 2]>) {
    let sheet = Classic::default().terms(position);
    let points = |term: Term| Color::ALL.map(|color| sheet.points(term, color));
    let terms = Term::ALL.iter().map(|&term| (term.name().to_owned(), points(term))).collect();
    (sheet.progress().get().max(0) as u32, terms)
}

/// The name of a rule, as reports and evidence have it.
pub fn rule_name(rule: DeclarationRule) -> &'static str {
    match rule {
        DeclarationRule::Points27 => "points27",
        DeclarationRule::Points24 => "points24",
        DeclarationRule::Points27Handicap => "points27handicap",
        DeclarationRule::Points24Handicap => "points24handicap",
        DeclarationRule::Try => "try",
    }
}

/// The rule with a name.
pub fn rule_named(name: &str) -> Option<DeclarationRule> {
    use DeclarationRule::*;
    let all = [Points27, Points24, Points27Handicap, Points24Handicap, Try];
    all.into_iter().find(|&rule| rule_name(rule) == name)
}

/// May the side to move declare a win?
pub fn may_declare(position: &Position, rule: DeclarationRule) -> bool {
    position.declaration(rule) == Some(DeclarationResult::Win)
}

/// The meters of both sides.
pub fn meters(position: &Position, rule: DeclarationRule) -> Both<Meter> {
    Both::of(|color| meter(position, rule, color))
}

/// What a rule finds missing, in words that a program can read: `king`, `check`, `pieces 3`,
/// `points 5`.
pub fn missing(unmet: Unmet) -> String {
    match unmet {
        Unmet::KingOutsideCamp => "king".into(),
        Unmet::InCheck => "check".into(),
        Unmet::Pieces { found, needed } => format!("pieces {}", needed.saturating_sub(found)),
        Unmet::Points { found, needed } => format!("points {}", needed.saturating_sub(found)),
    }
}

/// What a rule finds missing, in words for people: Japanese and English.
pub fn missing_words(unmet: &str) -> (String, String) {
    match unmet.split_once(' ') {
        Some(("pieces", count)) => {
            (format!("敵陣の駒があと{count}枚"), format!("{count} more in the camp"))
        }
        Some(("points", count)) => (format!("点数があと{count}点"), format!("{count} more points")),
        _ if unmet == "king" => ("玉が敵陣にいない".into(), "the king is outside the camp".into()),
        _ if unmet == "check" => ("王手が掛かっている".into(), "in check".into()),
        _ => (unmet.into(), unmet.into()),
    }
}

/// A term of the classic evaluator in words, Japanese and English, by its name.
pub fn term_words(name: &str) -> (&'static str, &'static str) {
    let Some(term) = Term::ALL.into_iter().find(|term| term.name() == name) else {
        return ("評価項目", "term");
    };
    match term {
        Term::Material => ("駒割り", "material"),
        Term::Attack => ("敵玉のそばの小駒", "small pieces near the enemy king"),
        Term::Defence => ("自玉のそばの小駒", "small pieces near the own king"),
        Term::Idle => ("遊び駒", "idle pieces"),
        Term::Freedom => ("飛角の利き", "freedom of rook and bishop"),
        Term::Reach => ("敵玉への飛角の利き", "rook and bishop at the enemy king"),
        Term::EdgeKnight => ("端の桂", "knight on the edge"),
        Term::FifthRankPawn => ("五段目の歩", "pawns on the fifth rank"),
        Term::SittingKing => ("居玉", "sitting king"),
        Term::RookBesideKing => ("玉飛接近", "rook beside the king"),
        Term::OutOfPawns => ("歩切れ", "no pawn in hand"),
    }
}

fn meter(position: &Position, rule: DeclarationRule, color: Color) -> Meter {
    let steps = entering_king::steps(position, color).map(u32::from);
    let rank = position.king(color).map_or(0, |king| {
        let from_top = king.rank().index() as u32;
        match color {
            Color::Black => 9 - from_top,
            Color::White => from_top + 1,
        }
    });
    let count = position.point_count(rule, color);
    let points = count.map_or(0, |count| count.points);
    Meter {
        steps,
        rank,
        points,
        all_points: all_points(position, color),
        pieces: count.map_or(0, |count| count.pieces),
        unmet: count.map_or_else(Vec::new, |count| count.unmet().map(missing).collect()),
        shown: rank >= 5 || steps.is_some_and(|steps| steps <= 3) || (points >= 20 && rank == 4),
    }
}

/// The points of all pieces of a side: 5 for rooks and bishops, 1 for others but the king.
fn all_points(position: &Position, color: Color) -> u32 {
    let big = [PieceKind::Rook, PieceKind::Dragon, PieceKind::Bishop, PieceKind::Horse];
    let on_board = position.pieces(color).into_iter().map(|square| {
        match position.piece_on(square).map(|piece| piece.kind()) {
            Some(PieceKind::King) | None => 0,
            Some(kind) if big.contains(&kind) => 5,
            Some(_) => 1,
        }
    });
    let hand = position.hand(color);
    let in_hand = HandKind::ALL.iter().map(|&kind| {
        let points = if matches!(kind, HandKind::Rook | HandKind::Bishop) { 5 } else { 1 };
        points * hand.count(kind)
    });
    on_board.sum::<u32>() + in_hand.sum::<u32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_an_opening_without_a_meter() {
        let position = Position::startpos();
        let (progress, terms) = terms(&position);
        assert_eq!(phase(progress), Phase::Opening);
        assert_eq!(terms.len(), Term::ALL.len());
        let meters = meters(&position, DeclarationRule::Points27);
        // Black needs 28 points, White 27.
        assert_eq!(meters.black.unmet, ["king", "pieces 10", "points 28"]);
        assert_eq!(meters.white.unmet, ["king", "pieces 10", "points 27"]);
        assert_eq!(
            (meters.black.all_points, meters.black.rank, meters.black.shown),
            (27, 1, false)
        );
    }
}
