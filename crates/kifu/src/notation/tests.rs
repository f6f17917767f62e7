//! Moves in Japanese both ways, on chosen positions and on random ones.

use super::{japanese, kif, read};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shogi::{Move, Position};

fn position(sfen: &str) -> Position {
    sfen.parse().expect("a position")
}

fn names(sfen: &str, moves: &[(&str, &str)]) {
    let position = position(sfen);
    for &(usi, text) in moves {
        let mv: Move = usi.parse().expect("a move");
        assert!(position.is_legal(mv), "{usi} in {sfen}");
        assert_eq!(japanese(&position, mv, None), text, "{usi} in {sfen}");
        assert_eq!(read(text, &position), Ok(mv), "{text} in {sfen}");
    }
}

/// The examples of the association's rules: golds, silvers, horses and dragons.
#[test]
fn words_only_where_needed() {
    names(
        "8k/2G6/G8/9/9/9/9/9/K8 b G 1",
        &[("7b8b", "▲８二金寄"), ("9c8b", "▲８二金上"), ("G*8b", "▲８二金打"), ("G*5e", "▲５五金")],
    );
    names("k8/9/9/4G1G2/9/9/9/9/K8 b - 1", &[("5d4d", "▲４四金左"), ("3d4d", "▲４四金右")]);
    // Three golds that can reach one square.
    names(
        "k8/9/9/9/9/9/9/3G5/K2GG4 b - 1",
        &[("6i5h", "▲５八金左上"), ("5i5h", "▲５八金直"), ("6h5h", "▲５八金寄")],
    );
    names("k8/9/9/9/9/9/9/9/K2GG4 b - 1", &[("6i5h", "▲５八金左"), ("5i5h", "▲５八金直")]);
    names("k8/9/9/9/9/9/9/3S1S3/K8 b - 1", &[("6h5g", "▲５七銀左"), ("4h5g", "▲５七銀右")]);
    // Horses and dragons: no 直, the one farther right is 右.
    names("k8/9/9/9/9/9/5+B3/4+B4/K8 b - 1", &[("4g5g", "▲５七馬寄"), ("5h5g", "▲５七馬上")]);
    names("k8/9/9/9/9/9/9/3+B+B4/K8 b - 1", &[("6h5g", "▲５七馬左"), ("5h5g", "▲５七馬右")]);
    names("k8/9/9/9/9/9/9/4+R+R3/K8 b - 1", &[("5h5g", "▲５七龍左"), ("4h5g", "▲５七龍右")]);
    names("k8/9/9/9/9/9/9/9/KR5R1 b - 1", &[("8i5i", "▲５九飛左"), ("2i5i", "▲５九飛右")]);
    // White sees it from the other side.
    names("k2gg4/9/9/9/9/9/9/9/K8 w - 1", &[("6a5b", "△５二金右"), ("5a5b", "△５二金直")]);
    // Promotion.
    names("k8/9/9/7S1/9/9/9/9/K8 b - 1", &[("2d2c+", "▲２三銀成"), ("2d2c", "▲２三銀不成")]);
}

#[test]
fn kif_text() {
    let position = Position::startpos();
    let mv = "7g7f".parse().expect("a move");
    assert_eq!(kif(&position, mv, None), "７六歩(77)");
    assert_eq!(kif(&position, mv, Some(mv.to())), "同　歩(77)");
}

#[test]
fn dialects_are_read() {
    let start = Position::startpos();
    for text in ["▲７六歩", "76歩", "７六歩(77)", "☗７六歩", "７ 六 歩 (77)", "七六歩", "７６歩"]
    {
        assert_eq!(read(text, &start).map(|mv| mv.to_string()), Ok("7g7f".to_owned()), "{text}");
    }
    let mut exchange = Position::startpos();
    for mv in ["7g7f", "3c3d", "8h2b+"] {
        exchange.play(mv.parse().expect("a move"));
    }
    for text in ["同銀", "同　銀", "△同 銀(31)", "２二同銀", "同２二銀", "２二銀(31)", "同銀上"]
    {
        let found = read(text, &exchange).map(|mv| mv.to_string());
        assert_eq!(found, Ok("3a2b".to_owned()), "{text}");
    }
    let in_hand = position("4k4/9/9/9/9/9/9/9/4K4 b B 1");
    for text in ["33角打(00)", "３三角打", "３三角", "３三角（００）"] {
        assert_eq!(read(text, &in_hand).map(|mv| mv.to_string()), Ok("B*3c".to_owned()), "{text}");
    }
    for text in ["", "歩", "７六", "76", "同歩", "７五歩", "７六歩x", "99999歩"] {
        assert!(read(text, &start).is_err(), "{text}");
    }
}

/// Every legal move of many positions has a text of its own in both styles, and it is read back.
#[test]
fn every_move_of_random_games_goes_both_ways() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut seen = 0;
    for _ in 0..40 {
        let mut position = Position::startpos();
        for _ in 0..250 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let previous = position.last_move().map(Move::to);
            for mv in &moves {
                for text in [japanese(&position, mv, previous), kif(&position, mv, previous)] {
                    assert_eq!(read(&text, &position), Ok(mv), "{text} in {position}");
                    seen += 1;
                }
            }
            position.play(moves[random.random_range(0..moves.len())]);
        }
    }
    assert!(seen > 100_000, "{seen}");
}
