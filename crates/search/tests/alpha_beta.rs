//! Paper B, figure 2: how much of a tree of two plies alpha-beta leaves out when the best moves come
//! first.

use eval::material::Material;
use search::{RecipeName, Searcher, Settings, Switches, Technique};
use shogi::{Legality, MoveList, NonPromotions, Position, Wanted};

/// Two kings in their corners: three moves, and three answers to each.
const THREE_MOVES: &str = "k8/9/9/9/9/9/9/9/8K b - 1";
/// A hundred moves, nearly all of them drops, and a hundred answers to each.
const HUNDRED_MOVES: &str = "K6+pk/2+pg1+p1+p+p/2+p3+p2/+l+p2g+p+p2/+p1+s+n2+p+p+l/4+n4/+p1g2+p3/3+p2+p1+n/2+p+s3+s+n b GS 1";

fn moves(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    position.generate(Wanted::All, Legality::Legal, NonPromotions::Useful, &mut moves);
    moves
}

/// The number of positions in the whole tree of two plies.
fn positions(position: &Position, width: usize) -> usize {
    let mut child = position.clone();
    let mut count = 1;
    assert_eq!(moves(position).len(), width);
    for mv in &moves(position) {
        child.play(mv);
        assert_eq!(moves(&child).len(), width);
        count += 1 + width;
        child.take_back();
    }
    count
}

/// The number of positions that plain alpha-beta visits at depth 2.
fn visited(position: &Position) -> usize {
    let ordering = [
        Technique::HashMove,
        Technique::SiblingKiller,
        Technique::TakeBack,
        Technique::BestCapture,
        Technique::Escape,
    ];
    let nodes = |depth| {
        let settings = Settings {
            recipe: RecipeName::Tacos,
            switches: ordering.iter().fold(Switches::ALL_ON, |all, &off| all.without(off)),
            ..Settings::to_depth(depth)
        };
        let mut searcher = Searcher::new(Material::default(), 1).unwrap();
        searcher.think(position, &settings).nodes as usize
    };
    // The root itself is not counted, and iterative deepening visits the tree of one ply first.
    1 + nodes(2) - nodes(1)
}

/// Whatever the first move leads to is as good as any other, so the first answer to each other move
/// refutes it.
#[test]
fn the_tree_of_figure_2() {
    for (sfen, width, all, cut) in [(THREE_MOVES, 3, 13, 4), (HUNDRED_MOVES, 100, 10_101, 9_801)] {
        let position: Position = sfen.parse().unwrap();
        assert_eq!(positions(&position, width), all);
        assert_eq!(all - visited(&position), cut, "{sfen}");
    }
}
