//! Evaluations as lines of comment, in the customs of other programs.
//!
//! The forms are those that ShogiHome 1.29 (`src/common/record/comment.ts`, `score.ts`) writes and
//! reads. A line here is the text of a comment: a KIF file puts its own `*` before it.

use shogi::Color;

use super::{Evaluation, RecordedScore};

/// The score that stands for a mate in ShogiGUI's custom, as ShogiHome writes it.
const GUI_MATE: i32 = 30_000;

impl Evaluation {
    /// The lines of comment that say it: a score as floodgate has it, a mate in ShogiHome's words,
    /// because floodgate only has huge scores for mates.
    pub fn comments(&self) -> Vec<String> {
        let pv = self.written_pv();
        match (self.score, pv) {
            (RecordedScore::Centipawns(cp), None) => vec![format!("* {cp}")],
            (RecordedScore::Centipawns(cp), Some(pv)) => vec![format!("* {cp} {pv}")],
            (RecordedScore::Mate { .. }, pv) => {
                let mut lines = vec![format!("*詰み={}", mate_words(self.score))];
                lines.extend(pv.map(|pv| format!("*読み筋={pv}")));
                lines
            }
        }
    }

    /// The lines of an analysis in ShogiHome's custom: the situation in a word and `#評価値=130`, or
    /// `#詰み=先手勝ち:15手`, then line, depth, nodes and program. The line of moves is written as
    /// [`crate::notation::row`] gives it.
    ///
    /// ```
    /// use kifu::{Evaluation, RecordedScore};
    ///
    /// let evaluation = Evaluation::new(RecordedScore::Centipawns(-412));
    /// assert_eq!(evaluation.shogi_home(), ["後手有利", "#評価値=-412"]);
    /// ```
    pub fn shogi_home(&self) -> Vec<String> {
        let mut lines = match self.score {
            RecordedScore::Centipawns(cp) => vec![situation(cp), format!("#評価値={cp}")],
            RecordedScore::Mate { .. } => vec![format!("#詰み={}", mate_words(self.score))],
        };
        lines.extend(self.written_pv().map(|pv| format!("#読み筋={pv}")));
        lines.extend(self.depth.map(|depth| format!("#深さ={depth}")));
        lines.extend(self.nodes.map(|nodes| format!("#ノード数={nodes}")));
        lines.extend(self.engine.as_ref().map(|engine| format!("#エンジン={engine}")));
        lines
    }

    /// The line of an analysis in ShogiGUI's custom: `*解析 0 候補1 深さ 20 ... 評価値 130 読み筋 ...`.
    /// A mate is a score of 30,000. The line of moves is written as [`crate::notation::kif_row`]
    /// gives it.
    pub fn shogi_gui(&self, candidate: u32) -> String {
        let mut line = format!("*解析 0  候補{candidate}");
        if let Some(depth) = self.depth {
            line.push_str(&format!(" 深さ {depth}"));
        }
        if let Some(nodes) = self.nodes {
            line.push_str(&format!(" ノード数 {nodes}"));
        }
        let score = match self.score {
            RecordedScore::Centipawns(cp) => cp,
            RecordedScore::Mate { winner: Color::Black, .. } => GUI_MATE,
            RecordedScore::Mate { winner: Color::White, .. } => -GUI_MATE,
        };
        line.push_str(&format!(" 評価値 {score}"));
        if let Some(pv) = self.written_pv() {
            line.push_str(&format!(" 読み筋 {pv}"));
        }
        line
    }

    fn written_pv(&self) -> Option<&str> {
        self.pv.as_deref().filter(|pv| !pv.is_empty())
    }
}

/// `先手勝ち:15手`; a score in centipawns has no such words.
fn mate_words(score: RecordedScore) -> String {
    let RecordedScore::Mate { winner, plies } = score else { return String::new() };
    let length = plies.map_or(String::new(), |plies| format!(":{plies}手"));
    format!("{}勝ち{length}", side(winner))
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "先手",
        Color::White => "後手",
    }
}

/// The situation in a word by Black's score, with ShogiHome's limits.
pub fn situation(cp: i32) -> String {
    let word = match cp.unsigned_abs() {
        0..200 => return "互角".to_owned(),
        200..400 => "有望",
        400..600 => "有利",
        600..1500 => "優勢",
        _ => "勝勢",
    };
    format!("{}{word}", side(if cp > 0 { Color::Black } else { Color::White }))
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    fn evaluation(score: RecordedScore, pv: &str) -> Evaluation {
        Evaluation {
            score,
            depth: Some(22),
            nodes: Some(750_000),
            engine: Some("Sakiyomi".to_owned()),
            pv: Some(pv.to_owned()),
        }
    }

    #[test]
    fn shogi_home_lines() {
        let score = RecordedScore::Centipawns(120);
        let lines = evaluation(score, "△６五桂▲同　銀").shogi_home();
        let expected = [
            "互角",
            "#評価値=120",
            "#読み筋=△６五桂▲同　銀",
            "#深さ=22",
            "#ノード数=750000",
            "#エンジン=Sakiyomi",
        ];
        assert_eq!(lines, expected);
        let mate = RecordedScore::Mate { winner: Color::White, plies: Some(7) };
        assert_eq!(evaluation(mate, "").shogi_home()[0], "#詰み=後手勝ち:7手");
    }

    #[test]
    fn the_shogi_gui_line() {
        let line = evaluation(RecordedScore::Centipawns(-35), "▲２五歩(26)").shogi_gui(2);
        let expected = "*解析 0  候補2 深さ 22 ノード数 750000 評価値 -35 読み筋 ▲２五歩(26)";
        assert_eq!(line, expected);
    }

    #[test]
    fn both_customs_are_read_back() {
        let mates = [Color::Black, Color::White]
            .map(|winner| RecordedScore::Mate { winner, plies: Some(11) });
        for score in [RecordedScore::Centipawns(-77), RecordedScore::Centipawns(640)]
            .into_iter()
            .chain(mates)
        {
            let written = evaluation(score, "▲２五歩");
            assert_eq!(read(&written.shogi_home(), Color::Black), std::slice::from_ref(&written));
            let gui = read(&[written.shogi_gui(1)], Color::Black);
            let expected = match score {
                RecordedScore::Mate { winner: Color::Black, .. } => 30_000,
                RecordedScore::Mate { winner: Color::White, .. } => -30_000,
                RecordedScore::Centipawns(cp) => cp,
            };
            assert_eq!(gui[0].score, RecordedScore::Centipawns(expected));
            assert_eq!((gui[0].depth, gui[0].nodes), (written.depth, written.nodes));
        }
    }

    #[test]
    fn situations() {
        for (cp, word) in [
            (0, "互角"),
            (-199, "互角"),
            (200, "先手有望"),
            (-400, "後手有利"),
            (1499, "先手優勢"),
            (-1500, "後手勝勢"),
            (i32::MIN, "後手勝勢"),
        ] {
            assert_eq!(situation(cp), word);
        }
    }
}
