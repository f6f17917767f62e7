//! The record with the analysis in its comments, as ShogiHome and ShogiGUI read it back.
//!
//! Under each move: class, situation, machine lines that end with `#エンジン=Sakiyomi ...`, then a
//! blank line and sentences that begin with `・`. The machine lines are ShogiHome's (1.29), the line
//! `*解析` is ShogiGUI's. A second run takes out this block and the variations it made, nothing else.

use kifu::notation::{csa_row, kif_row, row};
use kifu::{Ending, Evaluation, Game, NodeId, RecordedScore, Step};
use shogi::{Color, Position, Setup};

use super::Options;
use super::view::View;
use crate::model::{Basis, Class, GameReport, Usi, Value};
use crate::terminal::{Language, percent};

/// The custom of the comments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// The lines of ShogiHome.
    #[default]
    ShogiHome,
    /// The line of ShogiGUI.
    ShogiGui,
    /// Both.
    Both,
}

/// A way to write the moves of a line.
type Row = fn(&Position, &[shogi::Move]) -> String;

/// The line by which a block of ours is known.
const SIGNATURE: &str = "#エンジン=Sakiyomi";
/// The comment by which a variation of ours is known.
const BRANCH: &str = "・Sakiyomi";
/// The most moves of a variation.
const LONGEST_BRANCH: usize = 12;
/// The score for a mate that the search saw and no solver confirmed.
const UNPROVED_MATE: i32 = 30_000;
/// The situations, without the side.
const SITUATIONS: [&str; 4] = ["有望", "有利", "優勢", "勝勢"];

/// The record with the analysis. `for_csa` writes scores in the custom of floodgate.
pub fn annotated(report: &GameReport, options: &Options<'_>, for_csa: bool) -> Game {
    let view = View::new(report, options.language);
    let mut game = match options.original {
        Some(original) => without_ours(original),
        None => from_report(report),
    };
    let main: Vec<NodeId> = game.main_line().collect();
    let known = main.iter().copied().take_while(|&id| {
        let node = game.node(id);
        let played = (node.ply() as usize).checked_sub(1).map(|at| report.game.moves.get(at));
        match (node.step(), played) {
            (Step::Start, _) => true,
            (Step::Move(mv), Some(Some(usi))) => usi.0 == *mv,
            _ => false,
        }
    });
    let known: Vec<NodeId> = known.collect();
    for (ply, &id) in known.iter().enumerate() {
        let block = block(&view, ply as u32, options.dialect, for_csa);
        game.node_mut(id).comments.extend(block);
    }
    for moment in &report.moments {
        let parent = moment.ply.checked_sub(1).and_then(|ply| known.get(ply as usize));
        if let Some(&parent) = parent {
            add_branch(&view, &mut game, parent, moment);
        }
    }
    game
}

/// The main line as the report knows it.
fn from_report(report: &GameReport) -> Game {
    let start = report.game.start.parse::<Setup>();
    let mut game = start.map_or_else(|_| Game::default(), Game::new);
    for header in &report.game.headers {
        game.headers.set(&header.name, &header.value);
    }
    let mut at = NodeId::ROOT;
    for mv in &report.game.moves {
        let Ok(next) = game.add(at, Step::Move(mv.0)) else { return game };
        game.node_mut(next).time = None;
        at = next;
    }
    if let Some(word) = &report.game.ending {
        let ending = Ending::from_kif_word(word).unwrap_or_else(|| Ending::Other(word.clone()));
        // An end behind a move is always possible.
        let _ = game.add(at, Step::End(ending));
    }
    game
}

/// The record without the blocks and variations of an earlier run.
fn without_ours(game: &Game) -> Game {
    let mut copy = Game::new(game.start().clone());
    copy.headers = game.headers.clone();
    let mut open = vec![(NodeId::ROOT, NodeId::ROOT)];
    while let Some((old, new)) = open.pop() {
        let node = game.node(old);
        let target = copy.node_mut(new);
        target.comments = without_block(&node.comments);
        target.time = node.time;
        for (index, &child) in node.children().iter().enumerate() {
            let below = game.node(child);
            let first = below.comments.first();
            if index > 0 && first.is_some_and(|comment| comment.starts_with(BRANCH)) {
                continue;
            }
            if let Ok(id) = copy.add(new, below.step().clone()) {
                open.push((child, id));
            }
        }
    }
    copy
}

/// The comments without our block: upwards from the signature what we write, in our order, and
/// downwards machine lines and sentences.
pub(super) fn without_block(comments: &[String]) -> Vec<String> {
    let lines: Vec<&str> = comments.iter().flat_map(|comment| comment.split('\n')).collect();
    let Some(signature) = lines.iter().position(|line| line.starts_with(SIGNATURE)) else {
        return comments.to_vec();
    };
    let mut first = signature;
    let mut take = |is_ours: &dyn Fn(&str) -> bool| {
        let is_one = first > 0 && is_ours(lines[first - 1]);
        first -= usize::from(is_one);
        is_one
    };
    for key in ["#ノード数=", "#深さ=", "#読み筋="] {
        take(&|line| line.starts_with(key));
    }
    if take(&|line| line.starts_with("#評価値=")) {
        take(&is_situation);
    } else {
        take(&|line| line.starts_with("#詰み="));
    }
    take(&is_class);
    let mut end = signature + 1;
    let machine = ["* ", "*詰み=", "*読み筋=", "*解析"];
    while lines.get(end).is_some_and(|line| machine.iter().any(|key| line.starts_with(key))) {
        end += 1;
    }
    let is_sentence = |at: usize| lines.get(at).is_some_and(|line| line.starts_with('・'));
    if lines.get(end).is_some_and(|line| line.is_empty()) && is_sentence(end + 1) {
        end += 1;
    }
    while is_sentence(end) {
        end += 1;
    }
    let kept = lines[..first].iter().chain(&lines[end..]);
    kept.map(|line| (*line).to_owned()).collect()
}

fn is_situation(line: &str) -> bool {
    let rest = line.strip_prefix("先手").or_else(|| line.strip_prefix("後手"));
    line == "互角" || rest.is_some_and(|rest| SITUATIONS.contains(&rest))
}

fn is_class(line: &str) -> bool {
    let word = line.strip_prefix('【').and_then(|line| line.strip_suffix('】'));
    word.is_some_and(|word| Class::ALL.iter().any(|class| class.japanese() == word))
}

/// The lines under a move.
fn block(view: &View<'_>, number: u32, dialect: Dialect, for_csa: bool) -> Vec<String> {
    let Some(ply) = view.report.plies.get(number as usize) else { return Vec::new() };
    let Some(value) = &ply.value else { return Vec::new() };
    let mut lines = Vec::new();
    if let Some(judgement) = ply.judgement.as_ref().filter(|judgement| is_named(judgement.class)) {
        lines.push(format!("【{}】", judgement.class.japanese()));
    }
    let evaluation = |pv: String| Evaluation {
        score: score(value),
        depth: u32::try_from(ply.depth).ok().filter(|&depth| depth > 0),
        nodes: (ply.nodes > 0).then_some(ply.nodes),
        engine: Some(view.report.program.clone()),
        pv: Some(pv),
    };
    let row_of = |row: Row, moves: &[Usi]| {
        view.position(number).map_or_else(String::new, |position| row(position, &Usi::moves(moves)))
    };
    let engine = format!("#エンジン={}", view.report.program);
    if for_csa {
        lines.push(engine);
        lines.extend(evaluation(row_of(csa_row, &ply.line)).comments());
    } else {
        if dialect == Dialect::ShogiGui {
            lines.push(engine);
        } else {
            lines.extend(evaluation(row_of(row, &ply.line)).shogi_home());
        }
        if dialect != Dialect::ShogiHome {
            // Readers take the last score, so the first candidate comes last.
            lines.extend(candidates(view, number, &row_of));
            lines.push(evaluation(row_of(kif_row, &ply.line)).shogi_gui(1));
        }
    }
    let sentences = view.report.sentences_of(number).iter();
    let mut sentences: Vec<String> =
        sentences.map(|sentence| format!("・{}", view.sentence(sentence))).collect();
    if number as usize == view.report.part().first {
        sentences.extend(view.part().map(|sentence| format!("・{sentence}")));
        let of_game = view.report.sentences.iter();
        sentences.extend(of_game.map(|sentence| format!("・{}", view.sentence(sentence))));
    }
    if !sentences.is_empty() {
        lines.push(String::new());
        lines.extend(sentences);
    }
    lines
}

/// The further candidates of a position, if the next move is a moment, the last one first.
fn candidates(view: &View<'_>, number: u32, row_of: &dyn Fn(Row, &[Usi]) -> String) -> Vec<String> {
    let Some(moment) = view.report.moment(number + 1) else { return Vec::new() };
    let further = moment.lines.iter().rev().filter(|line| line.rank > 1);
    let written = further.map(|line| {
        let value = for_black(&line.value, moment.side.into());
        let evaluation = Evaluation {
            score: score(&value),
            depth: u32::try_from(line.depth).ok(),
            nodes: Some(line.nodes),
            engine: None,
            pv: Some(row_of(kif_row, &line.moves)),
        };
        evaluation.shogi_gui(line.rank)
    });
    written.collect()
}

/// A mover's value as Black's.
pub(super) fn for_black(value: &Value, mover: Color) -> Value {
    if mover == Color::Black {
        return *value;
    }
    Value {
        cp: value.cp.map(i32::saturating_neg),
        mate: value.mate.map(i32::saturating_neg),
        w: (100.0 - value.w.get()).into(),
        basis: value.basis,
    }
}

/// Black's value as a score of a record. A mate is one only if it is proved.
fn score(value: &Value) -> RecordedScore {
    let is_black = value.w.get() >= 50.0;
    match (value.mate, value.cp) {
        (Some(plies), _) if value.basis != Basis::Searched => {
            let winner = if is_black { Color::Black } else { Color::White };
            RecordedScore::Mate { winner, plies: Some(plies.unsigned_abs()) }
        }
        (Some(_), _) => {
            RecordedScore::Centipawns(if is_black { UNPROVED_MATE } else { -UNPROVED_MATE })
        }
        (None, cp) => RecordedScore::Centipawns(cp.unwrap_or(0)),
    }
}

/// Is the class written above the scores? ShogiHome has words for bad moves alone.
fn is_named(class: Class) -> bool {
    class.is_bad()
        || matches!(
            class,
            Class::MissedMate | Class::WalkedIntoMate | Class::Brilliant | Class::Strong
        )
}

/// Adds the best line of a moment as a variation, unless the record has that move already.
fn add_branch(view: &View<'_>, game: &mut Game, parent: NodeId, moment: &crate::model::Moment) {
    let Some(first) = moment.best.moves.first() else { return };
    let known = game.node(parent).children();
    if known.is_empty() || known.iter().any(|&id| game.node(id).mv() == Some(first.0)) {
        return;
    }
    let Some(position) = view.position(moment.ply - 1) else { return };
    let (mut position, mut at) = (position.clone(), parent);
    let w = percent(moment.best.value.w);
    let words = match view.language {
        Language::Japanese => {
            format!("{BRANCH} 最善の進行（{}の勝率{w}%）", view.side(moment.side))
        }
        Language::English => {
            format!("{BRANCH}: the best line, {w}% for {}", view.side(moment.side))
        }
    };
    for (index, mv) in moment.best.moves.iter().take(LONGEST_BRANCH).enumerate() {
        if !position.is_legal(mv.0) {
            break;
        }
        let Ok(next) = game.add(at, Step::Move(mv.0)) else { break };
        if index == 0 {
            game.node_mut(next).comments.push(words.clone());
        }
        position.play(mv.0);
        at = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu::comments::situation;

    #[test]
    fn situations_are_those_that_are_written() {
        for cp in [0, 250, -450, 700, -2000] {
            assert!(is_situation(&situation(cp)));
        }
        assert!(!is_situation("先手") && !is_situation("互角だ"));
        assert!(is_class("【悪手】") && !is_class("【あ】") && !is_class("悪手"));
    }

    #[test]
    fn only_our_block_is_taken_out() {
        let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_owned).collect() };
        let theirs = "【悪手】\n互角\n#評価値=1\n#エンジン=Other";
        let ours = "互角\n#評価値=2\n#読み筋=▲７六歩\n#深さ=3\n#エンジン=Sakiyomi 9\n\n・一\n・二";
        let user = "良い手\n・では";
        assert_eq!(without_block(&lines(&format!("{theirs}\n{ours}"))), lines(theirs));
        let both = lines(&format!("{user}\n{ours}\nおわり"));
        assert_eq!(without_block(&both), lines(&format!("{user}\nおわり")));
        assert_eq!(without_block(&lines(theirs)), lines(theirs));
    }
}
