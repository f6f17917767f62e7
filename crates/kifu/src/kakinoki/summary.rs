//! The closing line: `まで104手で後手の勝ち`.

use shogi::Color;

use crate::ending::Ending;
use crate::text::{is_blank, number, trim, trim_start};

/// The content of the closing line.
pub(super) struct Summary {
    /// Moves on the line, if it counts them.
    pub(super) moves: Option<u32>,
    pub(super) ending: Option<Ending>,
}

/// Reads a closing line; `turn` is the side to move behind the last move.
pub(super) fn read(line: &str, turn: Color) -> Option<Summary> {
    let rest = trim(line).strip_prefix("まで")?;
    let rest = rest.trim_start_matches(['、', ',', ' ', '　']);
    let (moves, rest) = match number(rest) {
        Some((moves, rest)) => (Some(moves), rest.strip_prefix('手').unwrap_or(rest)),
        None => (None, rest),
    };
    let rest = rest.strip_prefix('で').unwrap_or(rest);
    let rest = trim(rest).trim_end_matches(['。', '．']);
    Some(Summary { moves, ending: ending(trim(rest), turn) })
}

fn side(text: &str) -> Option<Color> {
    if text.contains("先手") || text.contains("下手") || text.contains('▲') {
        Some(Color::Black)
    } else if text.contains("後手") || text.contains("上手") || text.contains('△') {
        Some(Color::White)
    } else {
        None
    }
}

/// Reads an end that names its side, as Shogi Club 24 writes it: `先手 反則負け`. Gives the rest of
/// the line. None if the word is in no list or cannot be true of that side.
pub(super) fn of_side(text: &str, turn: Color) -> Option<(Ending, &str)> {
    let text = trim_start(text);
    let (named, rest) =
        SIDES.into_iter().find_map(|(name, color)| Some((color, text.strip_prefix(name)?)))?;
    let rest = trim_start(rest.strip_prefix('の').unwrap_or(rest));
    let end = rest.find(|c| is_blank(c) || matches!(c, '(' | '（' | '+')).unwrap_or(rest.len());
    let ending = Ending::from_kif_word(&rest[..end])?.said_of(named == turn)?;
    Some((ending, &rest[end..]))
}

const SIDES: [(&str, Color); 4] = [
    ("先手", Color::Black),
    ("下手", Color::Black),
    ("後手", Color::White),
    ("上手", Color::White),
];

fn ending(text: &str, turn: Color) -> Option<Ending> {
    if text.is_empty() {
        return None;
    }
    if let Some(ending) = Ending::from_kif_word(text) {
        return Some(ending);
    }
    // As we write words that are in no list.
    if let Some(word) = text.strip_prefix('「').and_then(|rest| rest.strip_suffix('」')) {
        return Some(Ending::from_word(word, turn));
    }
    let named = side(text);
    if text.contains("反則") {
        // 先手の反則負け and 後手の反則勝ち say the same of different sides.
        let loses = text.contains('負');
        let winner = named.map(|side| if loses { !side } else { side });
        return Some(match winner {
            Some(winner) if winner == turn => Ending::IllegalWin,
            Some(_) => Ending::IllegalLoss,
            None if loses => Ending::IllegalLoss,
            None => Ending::IllegalWin,
        });
    }
    if text.contains("時間切れ") || text.contains("切れ負け") {
        return Some(Ending::TimeUp);
    }
    if text.contains("入玉") || text.contains("宣言") {
        return Some(Ending::Declaration);
    }
    if text.contains("千日手") {
        return Some(Ending::Sennichite);
    }
    if text.contains("持将棋") {
        return Some(Ending::Jishogi);
    }
    if text.ends_with('詰') || text.ends_with("詰み") {
        return Some(Ending::Mate);
    }
    let wins = matches!(text.chars().next_back(), Some('ち' | '勝'));
    if wins && named == Some(!turn) {
        return Some(Ending::Resign);
    }
    Some(Ending::from_word(text, turn))
}

/// The closing line behind `moves` moves; `turn` is the side to move, and `names` are the names of
/// the sides.
pub(super) fn write(ending: &Ending, moves: u32, turn: Color, names: [&str; 2]) -> String {
    let [us, them] = match turn {
        Color::Black => names,
        Color::White => [names[1], names[0]],
    };
    let what = match ending {
        Ending::Resign => format!("{them}の勝ち"),
        Ending::TimeUp => format!("時間切れにより{them}の勝ち"),
        Ending::IllegalWin => format!("{us}の反則勝ち"),
        Ending::IllegalLoss => format!("{us}の反則負け"),
        Ending::Declaration => format!("{us}の入玉勝ち"),
        Ending::Mate => "詰".to_owned(),
        Ending::Other(word) => format!("「{word}」"),
        other => other.kif_word().to_owned(),
    };
    format!("まで{moves}手で{what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_go_both_ways() {
        let other = Ending::Other("何か".to_owned());
        for ending in Ending::NAMED.iter().chain([&other]) {
            for turn in Color::ALL {
                for names in [["先手", "後手"], ["下手", "上手"]] {
                    let line = write(ending, 12, turn, names);
                    let summary = read(&line, turn).expect("a closing line");
                    assert_eq!(summary.moves, Some(12), "{line}");
                    assert_eq!(summary.ending.as_ref(), Some(ending), "{line}");
                }
            }
        }
    }

    #[test]
    fn ends_that_name_their_side() {
        let read = |text, turn| of_side(text, turn);
        for turn in Color::ALL {
            let (ours, theirs) = match turn {
                Color::Black => ("先手 反則負け ( 0:22/00:04:53)", "後手の反則負け"),
                Color::White => ("後手 反則負け ( 0:22/00:04:53)", "先手の反則負け"),
            };
            assert_eq!(read(ours, turn), Some((Ending::IllegalLoss, " ( 0:22/00:04:53)")));
            assert_eq!(read(theirs, turn), Some((Ending::IllegalWin, "")));
        }
        // The side that is not to move cannot resign in a list of moves.
        assert_eq!(read("後手 投了", Color::Black), None);
        assert_eq!(read("先手 何か", Color::Black), None);
        assert_eq!(read("反則負け", Color::Black), None);
    }

    #[test]
    fn closing_lines_of_files() {
        let ending = |line, turn| read(line, turn).and_then(|summary| summary.ending);
        assert_eq!(ending("まで7手詰", Color::White), Some(Ending::Mate));
        assert_eq!(ending("まで3手で詰", Color::White), Some(Ending::Mate));
        assert_eq!(ending("まで2手で先手の反則負け", Color::Black), Some(Ending::IllegalLoss));
        assert_eq!(ending("まで3手で後手の反則勝ち", Color::White), Some(Ending::IllegalWin));
        assert_eq!(ending("まで１２手で後手の勝ち", Color::Black), Some(Ending::Resign));
        assert!(matches!(ending("まで6手で先手の勝ち", Color::Black), Some(Ending::Other(_))));
        assert!(read("７六歩", Color::Black).is_none());
    }
}
