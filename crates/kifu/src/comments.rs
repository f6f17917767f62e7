//! Evaluations that programs leave in comments, read as scores.
//!
//! Four customs are read: floodgate and CSA servers (`'** 130 +7776FU ...`), ShogiHome
//! (`**評価値=130`, `*#詰み=先手勝ち:15手`), ShogiGUI (`*解析 ... 評価値 130 読み筋 ...`), and
//! Shogidokoro (a bare number, then a line of moves). Three are written: floodgate's for scores
//! (with ShogiHome's words for mates), and those of analyses by ShogiHome and by ShogiGUI.

mod write;

pub use write::situation;

use shogi::Color;

use crate::game::{Game, NodeId};
use crate::text::{narrow, trim};

/// A score from a record. Centipawns are Black's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordedScore {
    /// Hundredths of a pawn, positive where Black is better.
    Centipawns(i32),
    /// One side mates; the record may say in how many plies.
    Mate {
        /// The side that mates.
        winner: Color,
        /// Plies to mate.
        plies: Option<u32>,
    },
}

/// A program's opinion of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The score.
    pub score: RecordedScore,
    /// Depth of the search.
    pub depth: Option<u32>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// The name of the program.
    pub engine: Option<String>,
    /// The moves it expected, as written.
    pub pv: Option<String>,
}

impl Evaluation {
    /// A score alone.
    pub fn new(score: RecordedScore) -> Self {
        Self { score, depth: None, nodes: None, engine: None, pv: None }
    }
}

impl Game {
    /// The evaluations in the comments of a node.
    pub fn evaluations(&self, id: NodeId) -> Vec<Evaluation> {
        // The side that has just moved is the one that speaks.
        read(&self.node(id).comments, !self.turn(id))
    }
}

/// Reads the evaluations in lines of comment. `mover` is the side that has just moved.
pub fn read(comments: &[String], mover: Color) -> Vec<Evaluation> {
    let mut found = Vec::new();
    let mut home: Option<(char, Evaluation)> = None;
    let mut lines = comments.iter().map(String::as_str).peekable();
    while let Some(line) = lines.next() {
        if let Some((mark, key, value)) = home_pair(line) {
            home_line(mark, key, value, &mut home, &mut found);
        } else if let Some(evaluation) = floodgate(line).or_else(|| shogi_gui(line)) {
            found.push(evaluation);
        } else if let Some(pv) = lines.peek().filter(|next| next.starts_with(['▲', '△', '☗', '☖']))
            && let Some(score) = own_score(line, mover)
        {
            found.push(Evaluation { pv: Some((*pv).to_owned()), ..Evaluation::new(score) });
        }
    }
    found.extend(home.map(|(_, evaluation)| evaluation));
    found
}

/// `* 130 +7776FU -3334FU #12345`
fn floodgate(line: &str) -> Option<Evaluation> {
    let mut words = line.strip_prefix("* ")?.split_ascii_whitespace();
    let cp: i32 = words.next()?.parse().ok()?;
    let mut evaluation = Evaluation::new(RecordedScore::Centipawns(cp));
    let mut pv = Vec::new();
    for word in words {
        match word.strip_prefix('#').and_then(|nodes| nodes.parse().ok()) {
            Some(nodes) => evaluation.nodes = Some(nodes),
            None => pv.push(word),
        }
    }
    evaluation.pv = (!pv.is_empty()).then(|| pv.join(" "));
    Some(evaluation)
}

/// `*評価値=8`, `#深さ=21`
fn home_pair(line: &str) -> Option<(char, &str, &str)> {
    let mark = line.chars().next().filter(|c| matches!(c, '*' | '#'))?;
    let (key, value) = line[1..].split_once('=')?;
    let known = ["評価値", "詰み", "読み筋", "深さ", "ノード数", "エンジン"];
    known.contains(&key).then_some((mark, key, value))
}

fn home_line(
    mark: char,
    key: &str,
    value: &str,
    home: &mut Option<(char, Evaluation)>,
    found: &mut Vec<Evaluation>,
) {
    let score = match key {
        "評価値" => leading_number(value).map(RecordedScore::Centipawns),
        "詰み" => home_mate(value),
        _ => None,
    };
    if let Some(score) = score {
        found.extend(home.take().map(|(_, evaluation)| evaluation));
        *home = Some((mark, Evaluation::new(score)));
        return;
    }
    let Some((_, evaluation)) = home.as_mut().filter(|(known, _)| *known == mark) else { return };
    match key {
        "読み筋" => evaluation.pv = Some(value.to_owned()),
        "深さ" => evaluation.depth = value.split('/').next().and_then(|depth| depth.parse().ok()),
        "ノード数" => evaluation.nodes = value.parse().ok(),
        "エンジン" => evaluation.engine = Some(value.to_owned()),
        _ => {}
    }
}

/// `先手勝ち:15手`
fn home_mate(value: &str) -> Option<RecordedScore> {
    let winner = if value.starts_with("先手") {
        Color::Black
    } else if value.starts_with("後手") {
        Color::White
    } else {
        return None;
    };
    let plies = value.split(':').nth(1).and_then(leading_number);
    Some(RecordedScore::Mate { winner, plies: plies.and_then(|n| u32::try_from(n).ok()) })
}

/// `解析 0 ○ 候補1 時間 00:10.0 深さ 20/30 ノード数 1234 評価値 130↑ 読み筋 ▲７六歩 ...`
fn shogi_gui(line: &str) -> Option<Evaluation> {
    let line = line.trim_start_matches('*');
    if !["解析", "対局", "検討"].iter().any(|word| line.starts_with(word)) {
        return None;
    }
    let (head, pv) = match line.split_once("読み筋") {
        Some((head, pv)) => (head, Some(trim(pv).to_owned())),
        None => (line, None),
    };
    let value_of = |key: &str| {
        let mut words = head.split_whitespace();
        words.find(|word| *word == key)?;
        let value = words.next()?;
        Some((value, words.next()))
    };
    let (value, next) = value_of("評価値")?;
    let score = if value.contains('詰') || value.contains("Mate") {
        let winner = if value.starts_with('-') { Color::White } else { Color::Black };
        let digits = value.trim_start_matches(|c: char| !c.is_ascii_digit());
        let plies = leading_number(digits).or_else(|| leading_number(next?));
        RecordedScore::Mate { winner, plies: plies.and_then(|n| u32::try_from(n).ok()) }
    } else {
        RecordedScore::Centipawns(leading_number(value)?)
    };
    let number = |key: &str| {
        let (value, _) = value_of(key)?;
        value.split('/').next()?.replace(',', "").parse::<u64>().ok()
    };
    Some(Evaluation {
        score,
        depth: number("深さ").and_then(|depth| u32::try_from(depth).ok()),
        nodes: number("ノード数"),
        engine: None,
        pv,
    })
}

/// A bare number from the view of the side that has just moved, as Shogidokoro writes it.
fn own_score(line: &str, mover: Color) -> Option<RecordedScore> {
    let line = trim(line);
    if let Some(rest) = crate::text::strip_any(line, &["+詰", "+Mate", "-詰", "-Mate"]) {
        let winner = if line.starts_with('-') { !mover } else { mover };
        let plies = leading_number(rest.trim_start_matches([':', ' ']));
        let plies = plies.and_then(|n| u32::try_from(n).ok());
        return Some(RecordedScore::Mate { winner, plies });
    }
    let is_number = line.trim_start_matches(['+', '-']).bytes().all(|b| b.is_ascii_digit());
    let cp = leading_number(line).filter(|_| is_number)?;
    Some(RecordedScore::Centipawns(if mover == Color::Black { cp } else { cp.checked_neg()? }))
}

/// The number at the start of a text, with its sign.
fn leading_number(text: &str) -> Option<i32> {
    let text: String = trim(text).chars().map(narrow).collect();
    let end = text
        .char_indices()
        .find(|&(at, c)| !(c.is_ascii_digit() || (at == 0 && matches!(c, '+' | '-'))))
        .map_or(text.len(), |(at, _)| at);
    text[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(lines: &[&str], mover: Color) -> Vec<RecordedScore> {
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        read(&lines, mover).into_iter().map(|evaluation| evaluation.score).collect()
    }

    #[test]
    fn the_four_customs() {
        use RecordedScore::{Centipawns, Mate};
        let black = Color::Black;
        assert_eq!(scores(&["* 130 7g7f 8c8d"], black), [Centipawns(130)]);
        assert_eq!(scores(&["* -35 +2625FU #12345"], black), [Centipawns(-35)]);
        assert_eq!(
            scores(&["互角", "*評価値=8", "*読み筋=▲５六歩", "*深さ=5", "*ノード数=885"], black),
            [Centipawns(8)]
        );
        let both = ["*詰み=先手勝ち:15手", "", "#詰み=後手勝ち"];
        let expected =
            [Mate { winner: black, plies: Some(15) }, Mate { winner: !black, plies: None }];
        assert_eq!(scores(&both, black), expected);
        assert_eq!(
            scores(&["*対局 深さ 8 ノード数 12345 評価値 -35 読み筋 ▲２五歩(26)"], black),
            [Centipawns(-35)]
        );
        assert_eq!(
            scores(&["解析 0 ○ 候補1 深さ 20/30 評価値 +詰 15 読み筋 ▲"], black),
            [Mate { winner: black, plies: Some(15) }]
        );
        assert_eq!(scores(&["-2732", "△３二銀(31)"], Color::White), [Centipawns(2732)]);
        assert_eq!(scores(&["-2732"], Color::White), []);
        assert_eq!(scores(&["おはよう", "* やあ", "評価値は10"], black), []);
    }

    #[test]
    fn what_is_written_is_read() {
        let pv = Some("+7776FU -3334FU".to_owned());
        let mate = |winner, plies| RecordedScore::Mate { winner, plies };
        for (score, line) in [
            (RecordedScore::Centipawns(-77), "* -77 +7776FU -3334FU"),
            (mate(Color::White, Some(5)), "*詰み=後手勝ち:5手"),
            (mate(Color::Black, None), "*詰み=先手勝ち"),
        ] {
            let evaluation = Evaluation { pv: pv.clone(), ..Evaluation::new(score) };
            assert_eq!(evaluation.comments()[0], line);
            assert_eq!(read(&evaluation.comments(), Color::Black), [evaluation]);
            let bare = Evaluation::new(score);
            assert_eq!(read(&bare.comments(), Color::Black), [bare]);
        }
    }
}
