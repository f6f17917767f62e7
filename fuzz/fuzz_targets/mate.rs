//! Random positions for the mate solver: what it says stands, whatever its memory, and a second,
//! plain solver never contradicts it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mate::{Limits, Solver, Verdict};
use shogi::{Color, Piece, PieceKind, Position, Setup, Square};

#[path = "../../crates/mate/tests/common/plain.rs"]
#[allow(dead_code)]
mod plain;

const NODES: u64 = 5_000;
const PLAIN_PLIES: u32 = 5;

const KINDS: [PieceKind; 13] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::ProPawn,
    PieceKind::ProLance,
    PieceKind::ProKnight,
    PieceKind::ProSilver,
    PieceKind::Horse,
    PieceKind::Dragon,
];

/// The first three bytes: turn, the defender's king, the attacker's king or none. Then pairs of a
/// square and a piece; squares beyond the board are hands.
fn position(data: &[u8]) -> Option<Position> {
    let [turn, king, own_king, rest @ ..] = data else { return None };
    let mut setup = Setup::empty();
    setup.turn = if turn % 2 == 0 { Color::Black } else { Color::White };
    let attacker = setup.turn;
    let square = |byte: u8| Square::from_index(usize::from(byte));
    setup.set(square(king % 81)?, Some(Piece::new(!attacker, PieceKind::King)));
    if let Some(square) = square(*own_king).filter(|&square| setup.get(square).is_none()) {
        setup.set(square, Some(Piece::new(attacker, PieceKind::King)));
    }
    for pair in rest.chunks_exact(2).take(40) {
        let color = if pair[1] & 128 == 0 { attacker } else { !attacker };
        let kind = KINDS[usize::from(pair[1] & 127) % KINDS.len()];
        match square(pair[0] % 96) {
            Some(square) if setup.get(square).is_none() => {
                setup.set(square, Some(Piece::new(color, kind)));
            }
            Some(_) => {}
            None => {
                if let Some(kind) = kind.in_hand() {
                    setup.set_hand(color, kind, setup.hand(color, kind) + 1);
                }
            }
        }
    }
    Position::try_from(setup).ok()
}

fn solve(position: &Position, megabytes: usize, shortest: bool) -> Verdict {
    let limits = Limits { nodes: NODES, shortest };
    let answer = Solver::new(megabytes).solve(position, &limits, &mut || false);
    assert!(answer.nodes <= NODES);
    assert!(
        answer.verdict != Verdict::Unknown(mate::Reason::Unverified),
        "search and verifier disagree"
    );
    answer.verdict
}

fn replay(position: &Position, line: &[shogi::Move]) {
    let mut position = position.clone();
    for (ply, &mv) in line.iter().enumerate() {
        assert!(position.is_legal(mv));
        position.play(mv);
        assert!(ply % 2 == 1 || position.in_check(), "a move of the attacker is no check");
    }
    assert!(position.is_mate());
}

fuzz_target!(|data: &[u8]| {
    let Some(position) = position(data) else { return };
    let (first, second) = (solve(&position, 1, true), solve(&position, 2, false));
    let plain = plain::Plain::new(20_000).shortest(&mut position.clone(), PLAIN_PLIES);
    for verdict in [&first, &second] {
        match verdict {
            Verdict::Mate(mate) => {
                replay(&position, mate.line());
                if let Ok(Some(plies)) = plain {
                    assert!(mate.line().len() >= plies as usize);
                    assert!(!mate.is_shortest() || mate.line().len() == plies as usize);
                } else if plain == Ok(None) {
                    assert!(mate.line().len() > PLAIN_PLIES as usize);
                }
            }
            Verdict::NoMate(_) => assert!(!matches!(plain, Ok(Some(_))), "nomate, but a mate"),
            Verdict::Unknown(_) => {}
        }
    }
    let contradict = matches!(
        (&first, &second),
        (Verdict::Mate(_), Verdict::NoMate(_)) | (Verdict::NoMate(_), Verdict::Mate(_))
    );
    assert!(!contradict, "the size of the memory changed the answer");
});
