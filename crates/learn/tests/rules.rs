//! Finished games of self-play, replayed by other rules: the crate rsshogi. A mistake in the rules
//! would spoil every label.

use std::collections::HashMap;
use std::ops::ControlFlow;

use learn::played::{Ending, PlayedGame};
use learn::selfplay::{Choices, Starts, Teacher, generate};
use rsshogi::board::{MoveList, Position, move_from_usi, movegen, position_from_sfen};
use rsshogi::types::{EnteringKingRule, MOVE_NONE};
use shogi::GameEnd;

const GAMES: usize = 60;
const MAX_MOVES: u32 = 320;

fn games() -> Vec<PlayedGame> {
    // Very weak play makes long games, and all are played to their ends.
    let choices =
        Choices { nodes: 20, played_out: 1.0, max_moves: MAX_MOVES, ..Choices::default() };
    let mut games = Vec::new();
    generate(&Teacher::Classic, &Starts::default(), &choices, 0, 2, |generated| {
        games.push(generated.game);
        if games.len() < GAMES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
    .unwrap();
    games
}

fn legal_moves(position: &Position) -> usize {
    let mut moves = MoveList::new();
    movegen::generate_legal_all(position, &mut moves);
    moves.len()
}

/// Board, hands and turn, without the number of the move.
fn without_number(position: &Position) -> String {
    let sfen = position.to_sfen(None);
    sfen.rsplit_once(' ').unwrap().0.to_owned()
}

#[test]
fn finished_games_end_where_another_rule_checker_ends_them() {
    let mut ends = HashMap::new();
    for game in games() {
        let start = shogi::Position::try_from(game.start.clone()).unwrap().to_string();
        let mut position = position_from_sfen(&start).unwrap();
        position.set_entering_king_rule(EnteringKingRule::Point27);
        let mut seen: HashMap<String, usize> = HashMap::new();
        for ply in &game.plies {
            let times = seen.entry(without_number(&position)).or_default();
            *times += 1;
            assert!(*times < 4, "{start}: a fourth repetition was played through");
            assert_eq!(position.declaration_win_move(), MOVE_NONE, "{start}: a missed declaration");
            let mv = move_from_usi(&position, &ply.mv.to_string());
            let mv = mv.unwrap_or_else(|| panic!("{start}: {} is not legal", ply.mv));
            position.apply_move32(mv);
        }
        let last = seen.get(&without_number(&position)).map_or(1, |times| times + 1);
        let Ending::Rules(end) = game.ending else { panic!("no game is adjudicated here") };
        match end {
            GameEnd::NoLegalMove { .. } => assert_eq!(legal_moves(&position), 0, "{start}"),
            GameEnd::Sennichite | GameEnd::PerpetualCheck { .. } => assert_eq!(last, 4, "{start}"),
            GameEnd::Declaration { .. } => {
                assert_ne!(position.declaration_win_move(), MOVE_NONE, "{start}");
            }
            GameEnd::MaxMoves => assert_eq!(game.plies.len(), MAX_MOVES as usize, "{start}"),
            GameEnd::NoContest => panic!("{start}: the rule of 27 points has no such end"),
        }
        *ends.entry(std::mem::discriminant(&end)).or_insert(0) += 1;
    }
    assert!(ends.len() >= 2, "games end in several ways: {ends:?}");
}
