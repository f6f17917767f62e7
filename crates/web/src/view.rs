//! The game's own types as a page sees them: positions, moves in words, scores of Black.
//!
//! Here:     a chance to win is the logistic function of the score with a scale of 600, as ShogiHome
//!           and others have it; the search's scores are the mover's, and this is the one place
//!           where they become Black's

use analysis::naturalness::Naturalness;
use engine::{Bound, Info, ShownScore};
use eval::classic::Progress;
use shogi::{Color, DeclarationRule, GameEnd, GameRules, Move, Position};

use crate::protocol::{
    self, King, Kings, Line, MoveText, Natural, Over, OverReason, Pos, Rule, Score, Side, Unmet,
};

/// The score in hundredths of a pawn at which a side wins 73 % of the games.
const SCALE: f64 = 600.0;
/// Beyond this score, in hundredths of a pawn, chances do not change.
const MOST: f64 = 3_000.0;

/// The side of a color.
pub(crate) fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}

/// The color of a side.
pub(crate) fn color(side: Side) -> Color {
    match side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    }
}

/// A rule for entered kings as the game has it.
pub(crate) fn declaration_rule(rule: Rule) -> Option<DeclarationRule> {
    Some(match rule {
        Rule::None => return None,
        Rule::Points27 => DeclarationRule::Points27,
        Rule::Points24 => DeclarationRule::Points24,
        Rule::Points27Handicap => DeclarationRule::Points27Handicap,
        Rule::Points24Handicap => DeclarationRule::Points24Handicap,
        Rule::Try => DeclarationRule::Try,
    })
}

/// The name of a rule in the engine's option `EnteringKingRule`.
pub(crate) const fn rule_option(rule: Rule) -> &'static str {
    match rule {
        Rule::None => "NoEnteringKing",
        Rule::Points27 => "CSARule27",
        Rule::Points24 => "CSARule24",
        Rule::Points27Handicap => "CSARule27H",
        Rule::Points24Handicap => "CSARule24H",
        Rule::Try => "TryRule",
    }
}

/// A mover's score as Black's.
pub(crate) fn score(score: ShownScore, mover: Color) -> Score {
    let sign = if mover == Color::Black { 1 } else { -1 };
    match score {
        ShownScore::Centipawns(value) => Score::Cp(sign * value),
        ShownScore::Mate { wins, plies } => {
            let winner = if wins { mover } else { !mover };
            match plies.and_then(|plies| i32::try_from(plies).ok()) {
                Some(plies) if winner == Color::Black => Score::Mate(plies),
                // A mate on the board has no sign of its own.
                Some(plies) if plies > 0 => Score::Mate(-plies),
                _ => Score::Wins(side(winner)),
            }
        }
    }
}

/// The chance of Black to win in percent, rounded to tenths.
pub(crate) fn chance(score: Score) -> f64 {
    let w = match score {
        Score::Cp(value) => {
            let value = f64::from(value).clamp(-MOST, MOST);
            100.0 / (1.0 + (-value / SCALE).exp())
        }
        Score::Mate(plies) if plies >= 0 => 100.0,
        Score::Mate(_) | Score::Wins(Side::White) => 0.0,
        Score::Wins(Side::Black) => 100.0,
    };
    (w * 10.0).round() / 10.0
}

fn bound(bound: Bound, mover: Color) -> protocol::Bound {
    match (bound, mover) {
        // A line always has a bound; one without would be shown as it is.
        (Bound::Exact | Bound::None, _) => protocol::Bound::Exact,
        (Bound::Lower, Color::Black) | (Bound::Upper, Color::White) => protocol::Bound::Lower,
        (Bound::Upper, Color::Black) | (Bound::Lower, Color::White) => protocol::Bound::Upper,
    }
}

/// A legal move of a position in words.
pub(crate) fn move_text(position: &Position, mv: Move) -> MoveText {
    let previous = position.last_move().map(Move::to);
    let ja = kifu::notation::japanese(position, mv, previous);
    // The mark of the side is the page's business.
    let ja = ja.trim_start_matches(['▲', '△', '☗', '☖']).to_owned();
    MoveText { ja, en: kifu::notation::english(position, mv) }
}

/// The moves of a line in USI and in words, up to the first that is not legal.
pub(crate) fn line_text(position: &Position, moves: &[Move]) -> (Vec<String>, Vec<MoveText>) {
    let mut position = position.clone();
    let mut usi = Vec::with_capacity(moves.len());
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        usi.push(mv.to_string());
        texts.push(move_text(&position, mv));
        position.play(mv);
    }
    (usi, texts)
}

/// A line of the search.
pub(crate) fn line(position: &Position, natural: &Naturalness, info: &Info) -> Line {
    let mover = position.turn();
    let score = score(info.score, mover);
    let (moves, text) = line_text(position, &info.pv);
    Line {
        rank: info.rank.and_then(|rank| u32::try_from(rank).ok()).unwrap_or(1),
        score,
        bound: bound(info.bound, mover),
        w: chance(score),
        depth: info.depth,
        deepest: u32::try_from(info.deepest).unwrap_or(u32::MAX),
        moves,
        text,
        natural: info.pv.first().map(|&mv| self::natural(position, natural, mv)),
    }
}

/// How natural a legal move of a position is.
pub(crate) fn natural(position: &Position, natural: &Naturalness, mv: Move) -> Natural {
    let found = natural.natural(mv);
    Natural {
        percent: found.percent.get(),
        rank: found.rank,
        of: position.count_legal_moves(),
        // The table has the percentages of paper G; they were not counted from our records.
        estimate: true,
    }
}

/// The end of a game by the rules as a page sees it.
pub(crate) fn over(end: GameEnd) -> Over {
    let reason = match end {
        GameEnd::NoLegalMove { .. } => OverReason::Mate,
        GameEnd::PerpetualCheck { .. } => OverReason::PerpetualCheck,
        GameEnd::Sennichite => OverReason::Repetition,
        GameEnd::MaxMoves => OverReason::MaxMoves,
        GameEnd::Declaration { .. } => OverReason::Declaration,
        GameEnd::NoContest => OverReason::NoContest,
    };
    Over { winner: end.winner().map(side), reason }
}

fn unmet(unmet: shogi::Unmet) -> Unmet {
    match unmet {
        shogi::Unmet::KingOutsideCamp => Unmet::Camp,
        shogi::Unmet::InCheck => Unmet::Check,
        shogi::Unmet::Pieces { .. } => Unmet::Pieces,
        shogi::Unmet::Points { .. } => Unmet::Points,
    }
}

/// How a king stands with a declaration; none without a king.
pub(crate) fn king(position: &Position, rule: Rule, color: Color) -> Option<King> {
    position.king(color)?;
    let rules = declaration_rule(rule);
    let counted = rules.and_then(|rule| position.point_count(rule, color));
    // Where points do not decide, they are counted as usual, for the meter.
    let count = counted.or_else(|| position.point_count(DeclarationRule::Points27, color))?;
    let mut missing: Vec<Unmet> = count.unmet().map(unmet).collect();
    let is_turn = position.turn() == color;
    if counted.is_none() {
        missing.push(Unmet::Rule);
    } else if !is_turn {
        missing.push(Unmet::Turn);
    }
    let may_declare =
        counted.is_some() && is_turn && rules.is_some_and(|r| position.declaration(r).is_some());
    Some(King {
        points: count.points,
        needed: count.points_to_win,
        pieces: count.pieces,
        in_camp: count.king_in_camp,
        in_check: count.in_check,
        steps: eval::entering_king::steps(position, color).map(u32::from),
        may_declare,
        unmet: missing,
    })
}

/// A position with what a board needs to know of it.
pub(crate) fn pos(position: &Position, rule: Rule, max_plies: Option<u32>) -> Pos {
    let rules = GameRules { max_moves: max_plies, declaration: declaration_rule(rule) };
    let last = position.last_move();
    let text = last.map(|mv| {
        let mut before = position.clone();
        before.take_back();
        move_text(&before, mv)
    });
    let kings = Kings {
        rule,
        black: king(position, rule, Color::Black),
        white: king(position, rule, Color::White),
    };
    Pos {
        sfen: position.to_sfen(),
        ply: u32::try_from(position.plies_played()).unwrap_or(u32::MAX),
        turn: side(position.turn()),
        check: position.in_check(),
        legal: position.legal_moves().iter().map(ToString::to_string).collect(),
        last: last.map(|mv| mv.to_string()),
        text,
        repetition: u32::try_from(position.occurrences()).unwrap_or(u32::MAX),
        over: position.end_of_game(&rules).map(over),
        progress: u32::try_from(Progress::of(position).percent()).unwrap_or(0),
        kings,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_blacks() {
        let shown = ShownScore::Centipawns(120);
        assert_eq!(score(shown, Color::Black), Score::Cp(120));
        assert_eq!(score(shown, Color::White), Score::Cp(-120));
        assert_eq!(score(ShownScore::mate_in(5), Color::White), Score::Mate(-5));
        assert_eq!(score(ShownScore::mated_in(4), Color::White), Score::Mate(4));
        let some = ShownScore::Mate { wins: false, plies: None };
        assert_eq!(score(some, Color::Black), Score::Wins(Side::White));
        assert_eq!(score(ShownScore::mated_in(0), Color::Black), Score::Wins(Side::White));
        assert_eq!(bound(Bound::Lower, Color::White), protocol::Bound::Upper);
    }

    #[test]
    fn chances_go_from_nothing_to_everything() {
        assert_eq!(chance(Score::Cp(0)), 50.0);
        assert_eq!(chance(Score::Cp(600)), 73.1);
        assert_eq!(chance(Score::Cp(-600)), 26.9);
        assert_eq!(chance(Score::Cp(9_999)), chance(Score::Cp(3_000)));
        assert_eq!([chance(Score::Mate(1)), chance(Score::Mate(-2))], [100.0, 0.0]);
        assert_eq!(
            [chance(Score::Wins(Side::Black)), chance(Score::Wins(Side::White))],
            [100.0, 0.0]
        );
    }

    #[test]
    fn a_position_has_what_a_board_needs() {
        let mut position = Position::startpos();
        position.play(position.parse_legal_move("7g7f").expect("a move"));
        let pos = pos(&position, Rule::Points27, None);
        assert_eq!((pos.ply, pos.turn, pos.legal.len()), (1, Side::White, 30));
        let text = pos.text.expect("a move");
        assert_eq!((text.ja.as_str(), text.en.as_str()), ("７六歩", "P-7f"));
        let king = pos.kings.black.expect("a king");
        assert_eq!((king.points, king.needed, king.may_declare), (0, 28, false));
        assert!(king.unmet.contains(&Unmet::Turn) && king.unmet.contains(&Unmet::Camp));
    }

    #[test]
    fn a_side_without_a_king_has_no_meter() {
        let problem: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse().expect("sfen");
        let pos = pos(&problem, Rule::Points27, None);
        assert!(pos.kings.black.is_none() && pos.kings.white.is_some());
        assert!(pos.legal.contains(&"G*5b".to_owned()));
    }
}
