//! Game records between the crate `kifu` and the page: trees both ways.

use std::collections::HashMap;
use std::time::{Duration, UNIX_EPOCH};

use kifu::{ClockTime, Ending, Evaluation, Game, NodeId, RecordedScore, Replay, Step, header};
use shogi::{Color, Move, Setup};

use crate::limits;
use crate::protocol::{
    ErrorCode, Failure, Human, OverReason, Score, Side, Tree, TreeEvaluation, TreeNode,
};
use crate::saved::SavedGame;
use crate::{questions, view};

/// The most bytes of all texts of a record.
const TEXT_BYTES: usize = 2 << 20;

fn bad(text: impl Into<String>) -> Failure {
    Failure::new(ErrorCode::BadRecord, text)
}

fn score(evaluation: &Evaluation) -> Score {
    match evaluation.score {
        RecordedScore::Centipawns(value) => Score::Cp(value),
        RecordedScore::Mate { winner, plies } => {
            match plies.and_then(|plies| i32::try_from(plies).ok()).filter(|&plies| plies > 0) {
                Some(plies) if winner == Color::Black => Score::Mate(plies),
                Some(plies) => Score::Mate(-plies),
                None => Score::Wins(view::side(winner)),
            }
        }
    }
}

/// The name of an end: that of its kind, or its own word.
fn end_name(ending: &Ending) -> String {
    match ending {
        Ending::Other(word) => word.clone(),
        named => format!("{named:?}"),
    }
}

fn end(name: &str) -> Ending {
    let named = Ending::NAMED.iter().find(|ending| end_name(ending) == name).cloned();
    named.or_else(|| Ending::from_kif_word(name)).unwrap_or_else(|| Ending::Other(name.to_owned()))
}

/// A record as a tree for the page; none if it has too many nodes.
pub(crate) fn tree(game: &Game) -> Result<Tree, Failure> {
    if game.len() > limits::RECORD_NODES {
        return Err(Failure::new(ErrorCode::TooBig, "the record has too many moves"));
    }
    let indexes: HashMap<NodeId, u32> =
        game.nodes().zip(0..).map(|((id, _), index)| (id, index)).collect();
    let mut replay = game.replay();
    let nodes = game.nodes().map(|(id, node)| {
        let parent = node.parent();
        let text = node.mv().and_then(|mv| {
            replay.go_to(parent?);
            Some(view::move_text(replay.position()?, mv))
        });
        let some_comments = (!node.comments.is_empty()).then(|| node.comments.clone());
        let eval = game.evaluations(id).first().map(|evaluation| {
            let score = score(evaluation);
            TreeEvaluation { score, w: Some(view::chance(score)), depth: evaluation.depth }
        });
        TreeNode {
            parent: parent.and_then(|parent| indexes.get(&parent).copied()),
            mv: node.mv().map(|mv| mv.to_string()),
            text,
            end: match node.step() {
                Step::End(ending) => Some(end_name(ending)),
                _ => None,
            },
            comments: some_comments,
            spent_ms: node.time.map(|time| time.spent_ms),
            eval,
        }
    });
    let nodes = nodes.collect();
    let headers =
        game.headers.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    Ok(Tree { headers, start: start_sfen(game), nodes })
}

fn start_sfen(game: &Game) -> String {
    game.start().to_string()
}

fn check_size(tree: &Tree) -> Result<(), Failure> {
    let comments = |node: &TreeNode| {
        let lines = node.comments.iter().flatten().map(|line| line.len() + 1).sum::<usize>();
        lines + node.end.as_ref().map_or(0, String::len)
    };
    let headers: usize = tree.headers.iter().map(|(name, value)| name.len() + value.len()).sum();
    let bytes = headers + tree.nodes.iter().map(comments).sum::<usize>();
    if tree.nodes.len() > limits::RECORD_NODES || tree.headers.len() > 200 || bytes > TEXT_BYTES {
        return Err(Failure::new(ErrorCode::TooBig, "the record is too big"));
    }
    Ok(())
}

/// A page's tree as a record. Every move must be legal.
pub(crate) fn game(tree: &Tree) -> Result<Game, Failure> {
    check_size(tree)?;
    if tree.start.len() > limits::SFEN_BYTES {
        return Err(Failure::new(ErrorCode::TooBig, "the SFEN is too long"));
    }
    let start: Setup =
        tree.start.parse().map_err(|error| Failure::new(ErrorCode::BadSfen, format!("{error}")))?;
    let mut game = Game::new(start);
    for (name, value) in &tree.headers {
        game.headers.set(&one_line(name), &one_line(value));
    }
    let mut ids: Vec<NodeId> = Vec::with_capacity(tree.nodes.len());
    for (index, node) in tree.nodes.iter().enumerate() {
        let id = if index == 0 { NodeId::ROOT } else { add(&mut game, &ids, node)? };
        ids.push(id);
        let added = game.node_mut(id);
        added.comments = node.comments.iter().flatten().flat_map(|text| lines(text)).collect();
        added.time = node.spent_ms.map(|spent_ms| ClockTime { spent_ms, total_ms: None });
    }
    check_moves(&game)?;
    Ok(game)
}

fn add(game: &mut Game, ids: &[NodeId], node: &TreeNode) -> Result<NodeId, Failure> {
    let parent = node.parent.and_then(|parent| ids.get(parent as usize)).copied();
    let parent = parent.ok_or_else(|| bad("a node has no parent before it"))?;
    let step = match (&node.mv, &node.end) {
        (Some(usi), None) => {
            let mv: Move = usi.parse().map_err(|error| bad(format!("not a move: {error}")))?;
            Step::Move(mv)
        }
        (None, Some(name)) => Step::End(end(&one_line(name))),
        _ => return Err(bad("a node has a move or an end")),
    };
    game.add(parent, step).map_err(|error| bad(error.to_string()))
}

fn check_moves(game: &Game) -> Result<(), Failure> {
    let mut replay: Replay<'_> = game.replay();
    for (_, node) in game.nodes() {
        let (Some(parent), Some(mv)) = (node.parent(), node.mv()) else { continue };
        replay.go_to(parent);
        let Some(position) = replay.position() else {
            return Err(bad("no move can be played from the start"));
        };
        position.check_move(mv).map_err(|why| {
            bad(format!("illegal move {mv}: {why}")).because(questions::illegal_code(why))
        })?;
    }
    Ok(())
}

/// A text without ends of lines, which would begin something else in a record.
fn one_line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

fn lines(text: &str) -> impl Iterator<Item = String> {
    text.split('\n').map(one_line)
}

/// A saved game as a record; moves that were taken back are variations.
pub(crate) fn from_saved(saved: &SavedGame, engine: &str) -> Result<Game, Failure> {
    let position = questions::playable(&saved.start)?;
    let mut game = Game::from_position(&position);
    let name = |is_human: bool| {
        if is_human { "Human".to_owned() } else { format!("{engine} (level {})", saved.level) }
    };
    game.headers.set(header::BLACK, &name(saved.human != Human::White));
    game.headers.set(header::WHITE, &name(saved.human != Human::Black));
    if let Some(text) =
        arena::local_time(UNIX_EPOCH + Duration::from_secs(saved.began.min(1 << 35)))
    {
        game.headers.set(header::START_TIME, &text);
    }
    let mut line = vec![NodeId::ROOT];
    let mut at = position;
    for played in &saved.moves {
        let mv = at.parse_legal_move(&played.usi).map_err(questions::bad_move)?;
        at.play(mv);
        let parent = line.last().copied().unwrap_or(NodeId::ROOT);
        let id = game.add(parent, Step::Move(mv)).map_err(|error| bad(error.to_string()))?;
        let node = game.node_mut(id);
        node.time = Some(ClockTime { spent_ms: played.spent_ms, total_ms: None });
        if let Some(recorded) = played.score.map(recorded) {
            node.comments = Evaluation::new(recorded).comments();
        }
        line.push(id);
    }
    if let Some(over) = saved.result {
        let loser_moves = over.winner.map(view::color) == Some(!at.turn());
        let ending = ending(over.reason, loser_moves);
        let parent = line.last().copied().unwrap_or(NodeId::ROOT);
        game.add(parent, Step::End(ending)).map_err(|error| bad(error.to_string()))?;
    }
    for undone in &saved.undone {
        add_variation(&mut game, &line, undone.ply as usize, &undone.moves)?;
    }
    Ok(game)
}

fn recorded(score: Score) -> RecordedScore {
    let mate = |winner, plies| RecordedScore::Mate { winner, plies };
    match score {
        Score::Cp(value) => RecordedScore::Centipawns(value),
        Score::Mate(plies) if plies >= 0 => mate(Color::Black, Some(plies.unsigned_abs())),
        Score::Mate(plies) => mate(Color::White, Some(plies.unsigned_abs())),
        Score::Wins(Side::Black) => mate(Color::Black, None),
        Score::Wins(Side::White) => mate(Color::White, None),
    }
}

/// The end as records name it; `loser_moves` says that the side to move has lost.
fn ending(reason: OverReason, loser_moves: bool) -> Ending {
    match reason {
        OverReason::Mate => Ending::Mate,
        OverReason::Resign if loser_moves => Ending::Resign,
        OverReason::Time if loser_moves => Ending::TimeUp,
        OverReason::Repetition => Ending::Sennichite,
        OverReason::Declaration if !loser_moves => Ending::Declaration,
        OverReason::NoContest => Ending::Jishogi,
        OverReason::MaxMoves => Ending::MaxMoves,
        _ if loser_moves => Ending::IllegalLoss,
        OverReason::Resign | OverReason::Time => Ending::Interrupted,
        _ => Ending::IllegalWin,
    }
}

/// Adds moves that were taken back, as far as they are not in the tree and can be played there.
fn add_variation(
    game: &mut Game,
    line: &[NodeId],
    ply: usize,
    moves: &[String],
) -> Result<(), Failure> {
    // The ply may lie behind the line if more was taken back later.
    let Some(&start) = line.get(ply) else { return Ok(()) };
    let Ok(mut position) = game.position(start) else { return Ok(()) };
    let mut at = start;
    for text in moves {
        let Ok(mv) = position.parse_legal_move(text) else { break };
        let children = game.node(at).children().to_vec();
        let known = children.into_iter().find(|&child| game.node(child).mv() == Some(mv));
        at = match known {
            Some(child) => child,
            None => game.add(at, Step::Move(mv)).map_err(|error| bad(error.to_string()))?,
        };
        position.play(mv);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu::ReadOptions;

    const RECORD: &str = "先手：<b>甲</b>\n手合割：平手\n1 ７六歩(77) ( 0:03/)\n*はじめ\n\
        2 ３四歩(33)\n3 投了\n\n変化：2手\n2 ８四歩(83)\n3 ２六歩(27)\n";

    fn read(text: &str) -> Game {
        kifu::read_one(text.as_bytes(), &ReadOptions::named("a.kif")).expect("a record").game
    }

    #[test]
    fn a_record_goes_there_and_back() {
        let record = read(RECORD);
        let tree = tree(&record).expect("a tree");
        assert_eq!(tree.nodes.len(), record.len());
        assert_eq!(tree.nodes[1].text.as_ref().map(|text| text.ja.as_str()), Some("７六歩"));
        assert_eq!(tree.nodes[1].spent_ms, Some(3_000));
        assert_eq!(tree.nodes[3].end.as_deref(), Some("Resign"));
        let back = game(&tree).expect("a record");
        assert_eq!(back.headers, record.headers);
        assert_eq!(super::tree(&back).expect("a tree"), tree);
        assert_eq!(back.variations(), 1);
    }

    #[test]
    fn damaged_trees_are_refused() {
        let good = tree(&read(RECORD)).expect("a tree");
        let refused = |change: &dyn Fn(&mut Tree)| {
            let mut tree = good.clone();
            change(&mut tree);
            game(&tree).expect_err("damaged").code
        };
        assert_eq!(refused(&|tree| tree.nodes[1].parent = Some(9)), ErrorCode::BadRecord);
        assert_eq!(refused(&|tree| tree.nodes[1].parent = Some(1)), ErrorCode::BadRecord);
        assert_eq!(refused(&|tree| tree.nodes[1].mv = Some("7g7e".into())), ErrorCode::BadRecord);
        assert_eq!(refused(&|tree| tree.nodes[1].mv = None), ErrorCode::BadRecord);
        assert_eq!(refused(&|tree| tree.start = "x".into()), ErrorCode::BadSfen);
        let many = |tree: &mut Tree| tree.nodes.resize(5_001, TreeNode::default());
        assert_eq!(refused(&many), ErrorCode::TooBig);
        let behind_end = |tree: &mut Tree| {
            let mv = Some("2g2f".to_owned());
            tree.nodes.push(TreeNode { parent: Some(3), mv, ..TreeNode::default() });
        };
        assert_eq!(refused(&behind_end), ErrorCode::BadRecord);
    }

    #[test]
    fn a_comment_cannot_begin_another_part_of_a_file() {
        let mut tree = tree(&read(RECORD)).expect("a tree");
        tree.nodes[1].comments = Some(vec!["eins\r\nzwei\u{7}".to_owned()]);
        tree.headers.push(("備考".to_owned(), "a\n手合割：香落ち".to_owned()));
        let game = game(&tree).expect("a record");
        assert_eq!(game.node(game.main_line().nth(1).expect("a move")).comments, ["eins", "zwei"]);
        assert_eq!(game.headers.get("備考"), Some("a手合割：香落ち"));
    }

    #[test]
    fn moves_taken_back_are_variations() {
        let text = r#"{"v":1,"id":"0123456789abcdef","began":1,"changed":2,"start":"startpos",
            "human":"black","level":3,"max_plies":null,"time":null,"clock":null,
            "moves":[{"usi":"7g7f","spent_ms":5},{"usi":"3c3d","score":{"cp":-12}}],
            "undone":[{"ply":0,"moves":["2g2f","8c8d"]},{"ply":7,"moves":["1g1f"]}],
            "result":{"winner":"white","reason":"resign"}}"#;
        let saved: SavedGame = serde_json::from_str(text).expect("a game");
        let game = from_saved(&saved, "Sakiyomi").expect("a record");
        assert_eq!((game.moves().count(), game.variations()), (2, 1));
        assert_eq!(game.ending(), Some(&Ending::Resign));
        let tree = tree(&game).expect("a tree");
        let eval = tree.nodes[2].eval.expect("a score");
        assert_eq!(eval.score, Score::Cp(-12));
    }
}
