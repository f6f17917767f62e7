//! A report with a language: the words and moves that all forms show.

use kifu::notation::{english, japanese};
use shogi::{Position, Square};

use crate::model::{
    Basis, Class, Flag, GameReport, Header, Judgement, Line, Player, Sentence, ShapeKind, Side,
    Strength, Usi, Value,
};
use crate::terminal::{Language, percent};

/// A report, the language, and the positions of the game.
pub(super) struct View<'a> {
    pub(super) report: &'a GameReport,
    pub(super) language: Language,
    /// The positions as far as the moves of the report are legal: a report may come from a file.
    positions: Vec<Position>,
}

impl<'a> View<'a> {
    pub(super) fn new(report: &'a GameReport, language: Language) -> Self {
        let mut positions = Vec::new();
        if let Ok(mut position) = report.game.start.parse::<Position>() {
            positions.push(position.clone());
            for mv in &report.game.moves {
                if !position.is_legal(mv.0) {
                    break;
                }
                position.play(mv.0);
                positions.push(position.clone());
            }
        }
        Self { report, language, positions }
    }

    /// The text in the language of the view.
    pub(super) fn pick<'t>(&self, ja: &'t str, en: &'t str) -> &'t str {
        match self.language {
            Language::Japanese => ja,
            Language::English => en,
        }
    }

    /// The position after a ply.
    pub(super) fn position(&self, ply: u32) -> Option<&Position> {
        self.positions.get(ply as usize)
    }

    /// The moves of a line that starts after a ply, each as text, as far as they are legal.
    pub(super) fn line(&self, ply: u32, moves: &[Usi]) -> Vec<String> {
        let Some(position) = self.position(ply) else {
            return moves.iter().map(Usi::to_string).collect();
        };
        let mut position = position.clone();
        let mut previous: Option<Square> = None;
        let mut texts = Vec::with_capacity(moves.len());
        for mv in moves {
            if !position.is_legal(mv.0) {
                break;
            }
            texts.push(match self.language {
                Language::Japanese => japanese(&position, mv.0, previous),
                Language::English => english(&position, mv.0),
            });
            previous = Some(mv.to());
            position.play(mv.0);
        }
        texts
    }

    /// The words of a line that carries its own, which may follow a pass.
    pub(super) fn line_words<'l>(&self, line: &'l Line) -> &'l [String] {
        match self.language {
            Language::Japanese => &line.japanese,
            Language::English => &line.english,
        }
    }

    pub(super) fn played<'j>(&self, judgement: &'j Judgement) -> &'j str {
        self.pick(&judgement.japanese, &judgement.english)
    }

    pub(super) fn sentence<'s>(&self, sentence: &'s Sentence) -> &'s str {
        self.pick(&sentence.ja, &sentence.en)
    }

    pub(super) fn class(&self, class: Class) -> &'static str {
        self.pick(class.japanese(), class.english())
    }

    pub(super) fn flag(&self, flag: Flag) -> &'static str {
        self.pick(flag.japanese(), flag.english())
    }

    /// The sentence that tells that only a part of the game is judged.
    pub(super) fn part(&self) -> Option<String> {
        let part = self.report.part();
        match self.language {
            Language::Japanese => part.japanese(),
            Language::English => part.english(),
        }
    }

    /// The name of a side.
    pub(super) fn side(&self, side: Side) -> &'static str {
        match (side, self.report.game.handicap) {
            (Side::Black, false) => self.pick("先手", "Black"),
            (Side::White, false) => self.pick("後手", "White"),
            (Side::Black, true) => self.pick("下手", "Black"),
            (Side::White, true) => self.pick("上手", "White"),
        }
    }

    pub(super) fn player(&self, side: Side) -> &'a Player {
        match side {
            Side::Black => &self.report.players.black,
            Side::White => &self.report.players.white,
        }
    }

    /// The name of a player, or of the side; it is not cleaned.
    pub(super) fn name(&self, side: Side) -> &'a str {
        let name = self.player(side).name.as_deref().filter(|name| !name.trim().is_empty());
        name.unwrap_or_else(|| self.side(side))
    }

    /// `▲name – △name`; it is not cleaned.
    pub(super) fn title(&self) -> String {
        format!("▲{} – △{}", self.name(Side::Black), self.name(Side::White))
    }

    pub(super) fn header(&self, name: &str) -> Option<&'a str> {
        let has = |header: &&Header| header.name == name;
        self.report.game.headers.iter().find(has).map(|header| header.value.as_str())
    }

    /// The result in a word.
    pub(super) fn result(&self) -> String {
        let game = &self.report.game;
        let ending = game.ending.as_deref().unwrap_or("");
        let result = match (game.winner, game.drawn) {
            (Some(side), _) => match self.language {
                Language::Japanese => format!("{}の勝ち", self.side(side)),
                Language::English => format!("{} wins", self.side(side)),
            },
            (None, true) => self.pick("引き分け", "draw").to_owned(),
            (None, false) => self.pick("勝敗不明", "no result").to_owned(),
        };
        let moves = match self.language {
            Language::Japanese => format!("{}手", game.moves.len()),
            Language::English => format!("{} moves", game.moves.len()),
        };
        match self.ending(ending) {
            "" => format!("{result} ({moves})"),
            word => format!("{result} ({moves}, {word})"),
        }
    }

    /// The word of KIF for an ending, in English where it has a usual one.
    fn ending<'t>(&self, word: &'t str) -> &'t str {
        if self.language == Language::Japanese {
            return word;
        }
        match word {
            "投了" => "resignation",
            "中断" => "interrupted",
            "千日手" => "sennichite",
            "持将棋" => "jishogi",
            "詰み" => "mate",
            "切れ負け" => "time",
            "反則勝ち" | "反則負け" => "illegal move",
            "入玉勝ち" => "declaration",
            "引き分け" => "agreed",
            "最大手数" => "move limit",
            other => other,
        }
    }

    /// The name of a side's castle or opening.
    pub(super) fn shape(&self, side: Side, kind: ShapeKind) -> Option<&'a str> {
        let player = self.player(side);
        let id = match kind {
            ShapeKind::Castle => player.castle.as_ref(),
            ShapeKind::Opening => player.opening.as_ref(),
        }?;
        let found = |shape: &&crate::model::Shape| shape.id == *id && shape.kind == kind;
        let shape = self.report.shapes.iter().find(found)?;
        Some(match self.language {
            Language::Japanese => &shape.ja,
            Language::English => &shape.en,
        })
    }

    /// A value as text: `+120`, or a mate.
    pub(super) fn value(&self, value: &Value) -> String {
        match (value.mate, value.cp) {
            (Some(0), _) => self.pick("詰み", "mate").to_owned(),
            (Some(plies), _) => {
                let sign = if plies < 0 { "−" } else { "" };
                let proved = if value.basis == Basis::Searched { "?" } else { "" };
                match self.language {
                    Language::Japanese => format!("{sign}詰み{}手{proved}", plies.unsigned_abs()),
                    Language::English => format!("{sign}mate {}{proved}", plies.unsigned_abs()),
                }
            }
            (None, Some(cp)) => format!("{cp:+}").replace('-', "−"),
            (None, None) => String::new(),
        }
    }

    /// A win probability in percent, as text.
    pub(super) fn percent(&self, value: &Value) -> String {
        format!("{}%", percent(value.w))
    }

    pub(super) fn strength(&self, strength: Strength) -> (&'static str, &'static str) {
        match strength {
            Strength::Proved => ("■", self.pick("証明済み", "proved")),
            Strength::Searched => ("●", self.pick("探索による", "searched")),
            Strength::Counted => ("○", self.pick("盤上・棋譜で数えた", "counted")),
        }
    }

    /// What the figures rest on, as sentences for the foot of a report.
    pub(super) fn footnotes(&self) -> Vec<String> {
        let report = self.report;
        let settings = &report.settings;
        let limits: Vec<String> =
            settings.classes.iter().map(|limit| limit.get().to_string()).collect();
        let limits = limits.join(" / ");
        let scale = settings.scale.get();
        let fitted = settings.fitted_scale.map(|fitted| fitted.get().to_string());
        let mut notes = match self.language {
            Language::Japanese => vec![
                format!("{}、評価関数 {}。", report.program, report.evaluator.name),
                format!(
                    "探索局面数: 全手 {}、重要局面 {}、補助 {}。",
                    settings.nodes, settings.deep_nodes, settings.side_nodes
                ),
                format!("勝率 = 100 ÷ (1 + exp(−評価値 ÷ {scale}))。損失は最善手との勝率の差（ポイント）。"),
                format!("緩手・疑問手・悪手・大悪手は損失 {limits} ポイント以上。"),
                "詰み・不詰・詰めろ・必至は詰将棋ソルバーによる証明。0%と100%は証明がある場合のみ。".to_owned(),
                "自然さは強いプログラム同士の棋譜での選ばれやすさで、人の選びやすさではない。".to_owned(),
                "評価項目は探索した評価関数とは別の、古典的な評価関数による。".to_owned(),
            ],
            Language::English => vec![
                format!("{}, evaluator {}.", report.program, report.evaluator.name),
                format!(
                    "Nodes: {} for every move, {} at moments, {} for side questions.",
                    settings.nodes, settings.deep_nodes, settings.side_nodes
                ),
                format!(
                    "Win probability = 100 / (1 + exp(−score / {scale})). The loss of a move is the \
                     difference to the best move, in points."
                ),
                format!("Inaccuracy, dubious move, mistake and blunder: from {limits} points on."),
                "Mates, their absence, mate threats and brinkmates are proved by solvers; 0% and 100% \
                 are printed only if proved."
                    .to_owned(),
                "Naturalness says how often strong programs choose such a move, not people.".to_owned(),
                "Named terms belong to a classic evaluator, not to the one that searched.".to_owned(),
            ],
        };
        if let Some(fitted) = fitted {
            notes.push(match self.language {
                Language::Japanese => format!("プログラムの棋譜に当てはめた尺度は {fitted}。"),
                Language::English => format!("The scale fitted on games of programs is {fitted}."),
            });
        }
        if !settings.reproducible {
            notes.push(
                self.pick(
                    "時間制限または複数スレッドのため、再実行で結果が変わることがある。",
                    "Limits of time or several threads: another run may differ.",
                )
                .to_owned(),
            );
        }
        notes
    }
}
