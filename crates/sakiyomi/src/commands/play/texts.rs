//! The sentences of the game, in English and in Japanese.

use engine::ShownScore;
use shogi::{Color, GameEnd, PointCount};

use crate::language::Language;

/// The side from whose view a score is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum View {
    Engine,
    User,
}

const HELP: &str = "You can type:
  7g7f 8h2b+ P*5e   play a move: from and to, + to promote, or a piece to drop
  ７六歩 同銀        or write it in Japanese; 7776FU works, too
  hint              what the engine would play for you, at full strength
  back, undo        take back your last move
  redo              play what was taken back
  moves             the moves so far
  legal             all legal moves
  board             show the board again
  declare           declare a win with an entered king (27-point rule)
  resign            give up
  new [SIDE]        a new game from the same start; SIDE is black or white
  save [FILE]       write the game to a file (.kif .kifu .ki2 .ki2u .csa .jkf
                    .json, else a USI line), or show it as a USI line
  quit              leave";

const HELP_JA: &str = "入力できるもの：
  7g7f 8h2b+ P*5e   指し手：元のマスと先のマス、+ で成り、駒と * で打つ
  ７六歩 同銀        日本語の指し手（7776FU も可）
  hint, ヒント      エンジンの推奨手（最強の設定）
  back, 待った      自分の手を一つ戻す
  redo, 進む        戻した手をもう一度進める
  moves, 棋譜       ここまでの指し手
  legal, 合法手     すべての合法手
  board, 盤面       盤面をもう一度表示
  declare, 宣言     入玉宣言（27点法）
  resign, 投了      投了
  new [手番]        同じ開始局面から新しい対局。手番は black か white
  save [ファイル]   棋譜を保存（.kif .kifu .ki2 .ki2u .csa .jkf .json、
                    その他は USI）。ファイル名がなければ USI で表示
  quit, 終了        終了";

/// The sentences of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Texts {
    pub(super) language: Language,
    /// In a handicap game the sides have other names in Japanese.
    pub(super) is_handicap: bool,
}

impl Texts {
    fn pick(self, english: &'static str, japanese: &'static str) -> &'static str {
        match self.language {
            Language::En => english,
            Language::Ja => japanese,
        }
    }

    /// Returns the name of a side.
    pub(super) fn side(self, color: Color) -> &'static str {
        match color {
            Color::Black if self.is_handicap => self.pick("Black", "下手"),
            Color::White if self.is_handicap => self.pick("White", "上手"),
            Color::Black => self.pick("Black", "先手"),
            Color::White => self.pick("White", "後手"),
        }
    }

    pub(super) fn help(self) -> &'static str {
        self.pick(HELP, HELP_JA)
    }

    pub(super) fn welcome(self, user: Color, level: u8) -> String {
        let side = self.side(user);
        match self.language {
            Language::En => format!(
                "You are {side}; Sakiyomi has level {level} of 10. Type a move such as 7g7f, or help."
            ),
            Language::Ja => format!(
                "あなたは{side}です。Sakiyomi のレベルは {level}（最強は10）。\n\
                 ７六歩 や 7g7f のように入力してください。help で説明を表示します。"
            ),
        }
    }

    pub(super) fn prompt(self, is_over: bool) -> &'static str {
        if is_over {
            self.pick("game over > ", "対局終了 > ")
        } else {
            self.pick("your move > ", "あなたの手番 > ")
        }
    }

    pub(super) fn in_hand(self, color: Color) -> String {
        match self.language {
            Language::En => format!("{} in hand:", self.side(color)),
            Language::Ja => format!("{}の持駒：", self.side(color)),
        }
    }

    pub(super) fn nothing_in_hand(self) -> &'static str {
        self.pick("-", "なし")
    }

    /// Returns the line below the board: the move number, the side to move, and a check.
    pub(super) fn turn(self, number: u32, turn: Color, in_check: bool) -> String {
        let side = self.side(turn);
        let check = if in_check { self.pick(", in check!", "（王手！）") } else { "" };
        match self.language {
            Language::En => format!("Move {number}, {side} to move{check}"),
            Language::Ja => format!("{number}手目、{side}番{check}"),
        }
    }

    /// Returns the time that the sides have used, in seconds.
    pub(super) fn clock(self, used_ms: [u64; 2]) -> String {
        let used = Color::ALL.map(|color| {
            let ms = used_ms[color.index()];
            format!("{} {}:{:02}", self.side(color), ms / 60_000, ms / 1000 % 60)
        });
        match self.language {
            Language::En => format!("Time used: {}", used.join(", ")),
            Language::Ja => format!("消費時間：{}", used.join("、")),
        }
    }

    pub(super) fn thinking(self) -> &'static str {
        self.pick("Sakiyomi is thinking...", "Sakiyomi が考えています…")
    }

    pub(super) fn plays(self, mv: &str, score: Option<ShownScore>) -> String {
        let score = self.score(score, View::Engine);
        match self.language {
            Language::En => format!("Sakiyomi plays {mv}{score}."),
            Language::Ja => format!("Sakiyomi の手：{mv}{score}"),
        }
    }

    pub(super) fn perhaps(self, mv: &str, score: Option<ShownScore>) -> String {
        let score = self.score(score, View::User);
        match self.language {
            Language::En => format!("Perhaps {mv}{score}."),
            Language::Ja => format!("推奨手：{mv}{score}"),
        }
    }

    /// Returns a score with the side from whose view it is.
    fn score(self, score: Option<ShownScore>, view: View) -> String {
        let text = match score {
            None => return String::new(),
            Some(ShownScore::Centipawns(value)) => {
                let pawns = f64::from(value) / 100.0;
                let side = match view {
                    View::Engine => self.pick("for Sakiyomi", "Sakiyomi から見て"),
                    View::User => self.pick("for you", "あなたから見て"),
                };
                match self.language {
                    Language::En => format!("{pawns:+.1} pawns {side}"),
                    Language::Ja => format!("{side} 歩 {pawns:+.1} 枚分"),
                }
            }
            Some(ShownScore::Mate { wins, plies }) => {
                self.mate(wins == (view == View::User), plies)
            }
        };
        match self.language {
            Language::En => format!(" ({text})"),
            Language::Ja => format!("（{text}）"),
        }
    }

    fn mate(self, user_wins: bool, plies: Option<u32>) -> String {
        let winner = if user_wins {
            self.pick("you mate", "あなたの勝ち")
        } else {
            self.pick("Sakiyomi mates", "Sakiyomi の勝ち")
        };
        match (self.language, plies) {
            (Language::En, Some(plies)) if plies > 1 => format!("{winner} in {plies} plies"),
            (Language::Ja, Some(plies)) if plies > 1 => format!("{winner}、{plies}手詰"),
            (_, _) => winner.to_owned(),
        }
    }

    pub(super) fn engine_resigns(self) -> &'static str {
        self.pick("Sakiyomi resigns.", "Sakiyomi が投了しました。")
    }

    pub(super) fn engine_declares(self) -> &'static str {
        self.pick(
            "Sakiyomi declares a win with an entered king.",
            "Sakiyomi が入玉宣言で勝ちました。",
        )
    }

    pub(super) fn user_resigns(self) -> &'static str {
        self.pick("You resign.", "あなたが投了しました。")
    }

    pub(super) fn user_declares(self) -> &'static str {
        self.pick(
            "You declare a win with an entered king, and it holds.",
            "入玉宣言：あなたの勝ちです。",
        )
    }

    pub(super) fn may_declare(self) -> &'static str {
        self.pick("You may declare a win.", "入玉宣言で勝てます。")
    }

    pub(super) fn nothing_to_play(self) -> &'static str {
        self.pick("There is nothing left to play.", "指す手がありません。")
    }

    pub(super) fn is_over(self) -> &'static str {
        self.pick(
            "The game is over; back, new, save or quit.",
            "対局は終わっています。back、new、save、quit のどれかを入力してください。",
        )
    }

    pub(super) fn nothing_to_take_back(self) -> &'static str {
        self.pick("There is no move of yours to take back.", "戻せる手がありません。")
    }

    pub(super) fn nothing_to_redo(self) -> &'static str {
        self.pick("There is no move to play again.", "進める手がありません。")
    }

    pub(super) fn no_moves_yet(self) -> &'static str {
        self.pick("No move has been played yet.", "まだ指し手がありません。")
    }

    pub(super) fn not_a_side(self, word: &str) -> String {
        match self.language {
            Language::En => format!("new {word:?}: expected black or white."),
            Language::Ja => format!("new {word:?}：black か white を指定してください。"),
        }
    }

    /// Returns the conditions of a declaration that are met so far.
    pub(super) fn not_yet(self, count: &PointCount) -> String {
        let (points, needed, pieces) = (count.points, count.points_to_win, count.pieces);
        match self.language {
            Language::En => {
                let king = if count.king_in_camp { "there" } else { "not there" };
                let check = if count.in_check { ", in check" } else { "" };
                format!(
                    "Not yet: {points} points of {needed}, {pieces} pieces of 10 in the enemy camp, king {king}{check}."
                )
            }
            Language::Ja => {
                let king = if count.king_in_camp { "敵陣" } else { "敵陣の外" };
                let check = if count.in_check { "、王手あり" } else { "" };
                format!(
                    "まだ宣言できません：{points}点（{needed}点必要）、敵陣の駒{pieces}枚（10枚必要）、玉は{king}{check}。"
                )
            }
        }
    }

    /// Returns an end by the rules.
    pub(super) fn ended(self, end: GameEnd) -> String {
        match (self.language, end) {
            (Language::En, GameEnd::NoLegalMove { loser }) => {
                format!("{} has no move; {} wins.", self.side(loser), self.side(!loser))
            }
            (Language::Ja, GameEnd::NoLegalMove { loser }) => {
                format!("詰み：{}の勝ちです。", self.side(!loser))
            }
            (Language::En, GameEnd::PerpetualCheck { loser }) => {
                format!("Perpetual check: {} wins.", self.side(!loser))
            }
            (Language::Ja, GameEnd::PerpetualCheck { loser }) => {
                format!("連続王手の千日手：{}の勝ちです。", self.side(!loser))
            }
            (Language::En, GameEnd::Declaration { winner }) => {
                format!("{} wins with an entered king.", self.side(winner))
            }
            (Language::Ja, GameEnd::Declaration { winner }) => {
                format!("入玉宣言：{}の勝ちです。", self.side(winner))
            }
            (_, GameEnd::Sennichite) => self
                .pick("The same position for the fourth time: a draw.", "千日手：引き分けです。")
                .to_owned(),
            (_, GameEnd::MaxMoves) => {
                self.pick("That was the last move: a draw.", "最大手数：引き分けです。").to_owned()
            }
            (_, GameEnd::NoContest) => {
                self.pick("The game has no result.", "持将棋です。").to_owned()
            }
        }
    }

    pub(super) fn saved(self, file: &str, losses: Option<String>) -> String {
        match (self.language, losses) {
            (Language::En, None) => format!("Saved to {file}."),
            (Language::En, Some(losses)) => format!("Saved to {file}; {losses}."),
            (Language::Ja, None) => format!("{file} に保存しました。"),
            (Language::Ja, Some(losses)) => format!("{file} に保存しました（{losses}）。"),
        }
    }

    pub(super) fn is_other_file(self, file: &str) -> String {
        match self.language {
            Language::En => {
                format!("{file} is there already and not of this game; choose another name.")
            }
            Language::Ja => {
                format!("{file} は既にあり、この対局のものではありません。別の名前にしてください。")
            }
        }
    }

    pub(super) fn cannot_write(self, file: &str, error: &std::io::Error) -> String {
        match self.language {
            Language::En => format!("{file}: cannot be written: {error}"),
            Language::Ja => format!("{file} に書き込めません：{error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: Texts = Texts { language: Language::En, is_handicap: false };
    const JAPANESE: Texts = Texts { language: Language::Ja, is_handicap: false };

    #[test]
    fn a_score_says_whose_view_it_is() {
        let pawns = Some(ShownScore::Centipawns(-130));
        assert_eq!(ENGLISH.plays("8c8d", pawns), "Sakiyomi plays 8c8d (-1.3 pawns for Sakiyomi).");
        assert_eq!(ENGLISH.perhaps("7g7f", pawns), "Perhaps 7g7f (-1.3 pawns for you).");
        let lost = Some(ShownScore::mated_in(4));
        assert_eq!(ENGLISH.perhaps("7g7f", lost), "Perhaps 7g7f (Sakiyomi mates in 4 plies).");
        assert_eq!(ENGLISH.plays("8c8d", lost), "Sakiyomi plays 8c8d (you mate in 4 plies).");
        let mate = Some(ShownScore::mate_in(1));
        assert_eq!(JAPANESE.plays("5b", mate), "Sakiyomi の手：5b（Sakiyomi の勝ち）");
    }

    #[test]
    fn the_sides_of_a_handicap_game_have_other_names_in_japanese() {
        let handicap = Texts { is_handicap: true, ..JAPANESE };
        assert_eq!(handicap.turn(1, Color::White, false), "1手目、上手番");
        assert_eq!(handicap.clock([61_000, 0]), "消費時間：下手 1:01、上手 0:00");
        assert_eq!(JAPANESE.turn(2, Color::White, true), "2手目、後手番（王手！）");
        let english = Texts { is_handicap: true, ..ENGLISH };
        assert_eq!(english.turn(1, Color::White, false), "Move 1, White to move");
    }

    /// Counts columns of a terminal: characters beyond Latin take two.
    fn columns(line: &str) -> usize {
        line.chars().map(|c| if c < '\u{1100}' { 1 } else { 2 }).sum()
    }

    #[test]
    fn long_texts_fit_a_terminal_of_80_columns() {
        for texts in [ENGLISH, JAPANESE] {
            let welcome = texts.welcome(Color::White, 10);
            for line in texts.help().lines().chain(welcome.lines()) {
                assert!(columns(line) <= 80, "{line}");
            }
            // Below the board of 16 lines and above the prompt.
            assert!(welcome.lines().count() <= 4);
        }
    }
}
