//! The reasons for which a typed move is refused, in English and in Japanese.

use crate::language::Language;
use kifu::{Problem, WarningKind};
use shogi::{Illegality, MoveTextError, ParseMoveError};

/// The reason for which a typed text is not a legal move.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The text was read as a move in USI notation.
    Usi(MoveTextError),
    /// The text was read as a move in Japanese notation.
    Japanese(Problem),
}

impl Refusal {
    /// Returns the sentence for the user.
    pub(super) fn text(&self, language: Language) -> String {
        match (language, self) {
            (Language::En, Self::Usi(error)) => error.to_string(),
            (Language::En, Self::Japanese(problem)) => problem.to_string(),
            (Language::Ja, Self::Usi(MoveTextError::Malformed(error))) => {
                format!("指し手ではありません：{}", malformed(*error))
            }
            (Language::Ja, Self::Usi(MoveTextError::Illegal(mv, why)))
            | (Language::Ja, Self::Japanese(Problem::Illegal(mv, why))) => {
                format!("{mv} は反則です：{}", broken_rule(*why))
            }
            (Language::Ja, Self::Japanese(problem)) => unread(problem),
        }
    }
}

fn broken_rule(why: Illegality) -> &'static str {
    match why {
        Illegality::NoPiece => "そのマスに自分の駒がありません",
        Illegality::Unreachable => "その駒はそこへ動けません",
        Illegality::Occupied => "移動先に駒があります",
        Illegality::NoPromotion => "その駒は成れません",
        Illegality::NoFurtherMove => "行き所のない駒になります",
        Illegality::NotInHand => "その駒は持駒にありません",
        Illegality::Nifu => "二歩です",
        Illegality::Uchifuzume => "打ち歩詰めです",
        Illegality::LeavesKingInCheck => "玉を取られます",
    }
}

fn malformed(error: ParseMoveError) -> String {
    match error {
        ParseMoveError::Length(found) => {
            return format!("7g7f、8h2b+、P*5e のような4～5文字が必要です（{found}文字でした）");
        }
        ParseMoveError::Origin => "1～2文字目は 1a から 9i までのマスです",
        ParseMoveError::DroppedPiece => "1文字目は打つ駒（P L N S G B R のどれか）です",
        ParseMoveError::Destination => "3～4文字目は 1a から 9i までのマスです",
        ParseMoveError::Promotion => "5文字目は盤上の駒が成る + だけです",
        ParseMoveError::NoMovement => "駒が動いていません",
    }
    .to_owned()
}

/// Returns the sentence about a text in Japanese notation that is no legal move.
fn unread(problem: &Problem) -> String {
    match problem {
        Problem::NoReading => "当てはまる合法手がありません".to_owned(),
        Problem::Ambiguous(moves) => {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            format!("当てはまる合法手が複数あります：{}", moves.join(" "))
        }
        Problem::Doubtful(mv, WarningKind::NonPromotion) => {
            format!("成りますか、成りませんか（{mv}+ か {mv}）")
        }
        Problem::Doubtful(mv, kind) => {
            let part = match kind {
                WarningKind::MissingPromotion | WarningKind::ImpossiblePromotion => "成・不成",
                WarningKind::PieceName => "駒の名前",
                WarningKind::Origin => "元のマス",
                WarningKind::Drop => "「打」",
                WarningKind::Modifier => "右左直上寄引",
                WarningKind::Turn => "手番の印",
                _ => "書き方",
            };
            format!("{mv} しか考えられませんが、{part}が合いません")
        }
        Problem::NothingToRecapture => "「同」が指す直前の手がありません".to_owned(),
        // The other problems are those of whole records.
        _ => "指し手ではありません：７六歩 のように、マスと駒の名前が必要です".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::typed_move;
    use super::*;
    use shogi::Position;

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

    /// Positions, what is typed there, and the words of the reason in both languages.
    const CASES: [(&str, &str, &str, &str); 21] = [
        (START, "5e5d", "no piece", "自分の駒がありません"),
        (START, "7g7e", "cannot go there", "そこへ動けません"),
        (START, "9i9g", "is occupied", "移動先に駒があります"),
        (START, "7g7f+", "cannot promote", "成れません"),
        (START, "P*5e", "not in hand", "持駒にありません"),
        ("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e", "nifu", "二歩"),
        ("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "p*4a", "never move again", "行き所のない駒"),
        ("4k4/4r4/9/9/9/9/9/4G4/4K4 b - 1", "5h4h", "in check", "玉を取られます"),
        ("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5i", "is occupied", "移動先に駒があります"),
        (START, "nonsense", "found 8", "8文字でした"),
        (START, "xx7f", "characters 1-2", "1～2文字目"),
        (START, "x*5e", "piece to drop", "打つ駒"),
        (START, "7gxx", "characters 3-4", "3～4文字目"),
        (START, "7g7f!", "character 5", "5文字目"),
        (START, "7g7g", "leave its square", "動いていません"),
        (START, "５五金", "no legal move fits", "当てはまる合法手がありません"),
        (START, "５八金", "more than one", "複数あります：4i5h 6i5h"),
        (START, "７五歩(77)", "illegal", "反則です：その駒はそこへ動けません"),
        (START, "同歩", "同", "直前の手がありません"),
        (START, "あいう", "not a move", "指し手ではありません"),
        (START, "７六歩打", "drop", "「打」が合いません"),
    ];

    #[test]
    fn every_reason_in_both_languages() {
        for (sfen, typed, english, japanese) in CASES {
            let position: Position = sfen.parse().unwrap();
            let refusal = typed_move::read(typed, &position).unwrap_err();
            let texts = [Language::En, Language::Ja].map(|language| refusal.text(language));
            assert!(texts[0].contains(english), "{typed}: {}", texts[0]);
            assert!(texts[1].contains(japanese), "{typed}: {}", texts[1]);
            // Words of English are left only in what was typed or stands for a move.
            let longest = texts[1].split(|c: char| !c.is_ascii_alphabetic()).map(str::len).max();
            assert!(longest <= Some(1), "{typed}: {}", texts[1]);
        }
    }

    #[test]
    fn a_pawn_drop_that_mates() {
        let sfen = "7nk/9/8G/9/9/9/9/9/4K4 b P 1";
        let position: Position = sfen.parse().unwrap();
        let refusal = typed_move::read("P*1b", &position).unwrap_err();
        assert_eq!(refusal.text(Language::Ja), "P*1b は反則です：打ち歩詰めです");
    }
}
