//! Moves and take-backs chosen by the input: a take-back restores everything, and the keys kept
//! from move to move equal those of the same position built from nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shogi::{Move, Position, Setup};

/// The start position, full hands, a double check, the most legal moves, both kings far advanced.
const STARTS: [&str; 5] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "ln2+r1r2/5s+Pkl/3+B1p1p1/p4B2p/2P6/P6PP/1PNP1P3/2G3SK1/L4G1NL w 2GSN3Ps3p 76",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "7K1/2+P+R+P+N+BPP/p+P+P2G+S2/9/9/6s2/+p1p1+n4/1skp1s3/4+p2r1 b 2L7Pb3g2n2l 343",
];

/// One input word in this many takes back a move.
const TAKE_BACK_EVERY: u16 = 4;

struct Snapshot {
    setup: Setup,
    sfen: String,
    moves: Vec<String>,
}

impl Snapshot {
    /// Records the position, and compares it with itself built from nothing.
    fn of(position: &Position) -> Self {
        let setup = position.setup();
        let fresh = Position::try_from(setup.clone()).expect("a position that came from play");
        assert_eq!(fresh.key(), position.key(), "the key kept from move to move is wrong");
        let (moves, fresh_moves) = (legal_moves(position), legal_moves(&fresh));
        assert_eq!(moves, fresh_moves, "the state kept from move to move is wrong");
        Self { setup, sfen: position.to_sfen(), moves }
    }

    fn compare(&self, position: &Position) {
        let now = Self::of(position);
        assert_eq!(now.sfen, self.sfen);
        assert_eq!(now.moves, self.moves);
        assert!(now.setup == self.setup);
    }
}

fn legal_moves(position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    for candidate in &position.legal_moves() {
        moves.push(candidate.to_string());
    }
    moves.sort();
    moves
}

fuzz_target!(|data: &[u8]| {
    let Some((&first, choices)) = data.split_first() else {
        return;
    };
    let start = STARTS[usize::from(first) % STARTS.len()];
    let mut position: Position = start.parse().expect("a well-formed start");
    let mut line = vec![Snapshot::of(&position)];

    for pair in choices.chunks_exact(2) {
        let choice = u16::from_le_bytes([pair[0], pair[1]]);
        let moves = position.legal_moves();
        // The word taken as a move is legal exactly if it is on the list.
        if let Some(mv) = Move::from_bits(choice) {
            assert_eq!(position.is_legal(mv), moves.contains(&mv));
        }
        if !position.in_check() && choice % 7 == 0 {
            position.pass();
            let _ = position.legal_moves();
            position.take_back();
            line[line.len() - 1].compare(&position);
        }
        let must_go_back = choice % TAKE_BACK_EVERY == 0 || moves.len() == 0;
        if !must_go_back {
            position.play(moves[usize::from(choice / TAKE_BACK_EVERY) % moves.len()]);
            line.push(Snapshot::of(&position));
        } else if line.len() > 1 {
            line.pop();
            position.take_back();
            line[line.len() - 1].compare(&position);
        }
    }
    while line.len() > 1 {
        line.pop();
        position.take_back();
        line[line.len() - 1].compare(&position);
    }
});
