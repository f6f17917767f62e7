//! How a game ends, and the words of each format for it.

use shogi::Color;

macro_rules! endings {
    ($($(#[$doc:meta])* $name:ident $kif:literal $csa:literal;)*) => {
        /// How a line of moves ends. The end stands in place of a move of the side to move.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Ending {
            $($(#[$doc])* $name,)*
            /// A word that is in no list, as it was read.
            Other(String),
        }

        impl Ending {
            /// All that have a name of their own.
            pub const NAMED: &'static [Self] = &[$(Self::$name),*];

            /// The word in KIF.
            pub fn kif_word(&self) -> &str {
                match self { $(Self::$name => $kif,)* Self::Other(word) => word }
            }

            /// The word in CSA and JKF, without `%`; empty where these formats have none.
            pub(crate) fn csa_word(&self) -> &'static str {
                match self { $(Self::$name => $csa,)* Self::Other(_) => "" }
            }
        }
    };
}

endings! {
    /// The side to move resigns.
    Resign "投了" "TORYO";
    /// The game was broken off.
    Interrupted "中断" "CHUDAN";
    /// Fourfold repetition.
    Sennichite "千日手" "SENNICHITE";
    /// Both kings have entered; a draw.
    Jishogi "持将棋" "JISHOGI";
    /// The side to move is mated.
    Mate "詰み" "TSUMI";
    /// A problem without mate.
    NoMate "不詰" "FUZUMI";
    /// The side to move has run out of time.
    TimeUp "切れ負け" "TIME_UP";
    /// The side to move wins because of the other's illegal action.
    IllegalWin "反則勝ち" "ILLEGAL_ACTION";
    /// The side to move has done something illegal.
    IllegalLoss "反則負け" "ILLEGAL_MOVE";
    /// The side to move declares a win with an entered king.
    Declaration "入玉勝ち" "KACHI";
    /// The side to move wins because the other did not appear.
    WinByDefault "不戦勝" "";
    /// The side to move did not appear.
    LossByDefault "不戦敗" "";
    /// A draw by agreement.
    Draw "引き分け" "HIKIWAKE";
    /// The most moves that were allowed have been played.
    MaxMoves "最大手数" "MAX_MOVES";
    /// A move was taken back.
    TakenBack "待った" "MATTA";
    /// The move was sealed, the game goes on another day.
    Sealed "封じ手" "";
    /// The connection of a player broke; the word does not say whose.
    Disconnected "接続切れ" "";
    /// The program that kept the record failed.
    Error "エラー" "ERROR";
}

/// Other spellings of end words.
const SPELLINGS: [(&str, Ending); 26] = [
    ("投げ", Ending::Resign),
    ("降参", Ending::Resign),
    ("詰", Ending::Mate),
    ("詰み上がり", Ending::Mate),
    ("不詰め", Ending::NoMate),
    ("不詰み", Ending::NoMate),
    ("時間切れ", Ending::TimeUp),
    ("時間切れ負け", Ending::TimeUp),
    ("切れ負", Ending::TimeUp),
    ("反則勝", Ending::IllegalWin),
    ("反則負", Ending::IllegalLoss),
    ("反則", Ending::IllegalLoss),
    ("反則手", Ending::IllegalLoss),
    ("入玉宣言", Ending::Declaration),
    ("入玉勝", Ending::Declaration),
    ("入玉宣言勝ち", Ending::Declaration),
    ("宣言勝ち", Ending::Declaration),
    ("引分", Ending::Draw),
    ("引分け", Ending::Draw),
    ("引き分", Ending::Draw),
    ("封手", Ending::Sealed),
    ("切断", Ending::Disconnected),
    ("回線切断", Ending::Disconnected),
    ("Resign", Ending::Resign),
    ("Time-up", Ending::TimeUp),
    ("最大手数到達", Ending::MaxMoves),
];

/// Longer words are cut.
const LONGEST_WORD: usize = 60;

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// One side won.
    Win(Color),
    /// Nobody won, and the game is over.
    Draw,
}

impl Ending {
    /// The end with this word in a KIF file, if it is in a list.
    pub fn from_kif_word(word: &str) -> Option<Self> {
        let word = crate::text::trim(word);
        let named = Self::NAMED.iter().find(|ending| ending.kif_word() == word);
        let spelled = || SPELLINGS.iter().find(|(text, _)| *text == word).map(|(_, ending)| ending);
        named.or_else(spelled).cloned()
    }

    /// The end if the word is said of the side to move, or else of the other side. None if that
    /// side cannot end the game so.
    pub(crate) fn said_of(self, is_to_move: bool) -> Option<Self> {
        Some(match self {
            ending if is_to_move => ending,
            Self::IllegalLoss => Self::IllegalWin,
            Self::IllegalWin => Self::IllegalLoss,
            Self::LossByDefault => Self::WinByDefault,
            Self::WinByDefault => Self::LossByDefault,
            ending if ending.result(Color::Black) == Some(GameResult::Draw) => ending,
            Self::Disconnected => Self::Disconnected,
            _ => return None,
        })
    }

    /// The end with this word in a CSA or JKF file (without `%`); `turn` is the side to move.
    pub(crate) fn from_csa_word(word: &str, turn: Color) -> Option<Self> {
        let guilty = match word {
            "+ILLEGAL_ACTION" => Some(Color::Black),
            "-ILLEGAL_ACTION" => Some(Color::White),
            _ => None,
        };
        if let Some(guilty) = guilty {
            return Some(if guilty == turn { Self::IllegalLoss } else { Self::IllegalWin });
        }
        match word {
            "" => None,
            "ILLEGAL_ACTION" => Some(Self::IllegalLoss),
            "TORYO" | "RESIGN" => Some(Self::Resign),
            _ => Self::NAMED.iter().find(|ending| ending.csa_word() == word).cloned(),
        }
    }

    /// The end with a word of any format. A word in no list is kept, without characters that would
    /// mean something in a line of KIF.
    pub(crate) fn from_word(word: &str, turn: Color) -> Self {
        let word = crate::text::trim(word);
        let known = Self::from_kif_word(word)
            .or_else(|| Self::from_csa_word(word.trim_start_matches('%'), turn));
        if let Some(known) = known {
            return known;
        }
        let mut kept: String = word
            .chars()
            .take(LONGEST_WORD)
            .map(|c| match c {
                '(' | ')' | '（' | '）' | '+' | '＋' | '「' | '」' => '_',
                '\u{fffd}' => '〓',
                c if c.is_control() || c.is_whitespace() || crate::text::is_blank(c) => '_',
                // A word that every encoding can carry comes back the same from all.
                c => crate::encoding::common(c),
            })
            .collect();
        let starts_like_number = kept.starts_with(|c| crate::text::digit(c).is_some());
        let is_move = crate::notation::MoveText::parse(&kept).is_ok();
        let has_mark = kept.starts_with(['.', '．', ':', '：', '同', '打', '手']);
        if kept.is_empty() || starts_like_number || is_move || has_mark || kept.contains('打') {
            let marked = format!("_{}", kept.replace('打', "_"));
            kept = marked.chars().take(LONGEST_WORD).collect();
        }
        // Read again, the word must mean the same.
        Self::from_kif_word(&kept).unwrap_or(Self::Other(kept))
    }

    /// The word in a CSA file, with `%`; none where CSA has no word. `turn` is the side to move.
    pub(crate) fn csa_statement(&self, turn: Color) -> Option<String> {
        match (self, turn) {
            (Self::IllegalWin, Color::Black) => Some("%-ILLEGAL_ACTION".to_owned()),
            (Self::IllegalWin, Color::White) => Some("%+ILLEGAL_ACTION".to_owned()),
            _ => Some(self.csa_word()).filter(|w| !w.is_empty()).map(|word| format!("%{word}")),
        }
    }

    /// The result, if the end decides it; `turn` is the side to move.
    pub fn result(&self, turn: Color) -> Option<GameResult> {
        match self {
            Self::Resign | Self::Mate | Self::TimeUp | Self::IllegalLoss | Self::LossByDefault => {
                Some(GameResult::Win(!turn))
            }
            Self::IllegalWin | Self::Declaration | Self::WinByDefault => {
                Some(GameResult::Win(turn))
            }
            Self::Sennichite | Self::Jishogi | Self::Draw | Self::MaxMoves => {
                Some(GameResult::Draw)
            }
            Self::Interrupted
            | Self::NoMate
            | Self::TakenBack
            | Self::Sealed
            | Self::Disconnected
            | Self::Error
            | Self::Other(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_go_both_ways() {
        for ending in Ending::NAMED {
            assert_eq!(Ending::from_kif_word(ending.kif_word()).as_ref(), Some(ending));
            for turn in Color::ALL {
                let Some(statement) = ending.csa_statement(turn) else { continue };
                let word = statement.trim_start_matches('%');
                assert_eq!(Ending::from_csa_word(word, turn).as_ref(), Some(ending), "{word}");
            }
        }
        assert_eq!(Ending::from_kif_word("　投了 "), Some(Ending::Resign));
        assert_eq!(Ending::from_kif_word("７六歩"), None);
    }
}
