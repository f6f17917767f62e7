//! Late-move reductions: the later a move comes and the worse its history, the shallower it is
//! searched at first.
//!
//! Source:  B reduces by what is known of a move's chances; G's realization probability is the
//!          same idea with counted probabilities
//! Here:    a product of logarithms of depth and move number, then terms for what else is known
//! Off:     `reduction`

use crate::learn;
use crate::node::{Candidate, Node};
use crate::score::Score;
use crate::worker::Worker;

/// 1024ths of a ply.
const NOT_IMPROVING: i32 = 512;
const ON_PV: i32 = 1500;
const EXPECTS_CUT: i32 = 2200;
const NO_HASH_MOVE: i32 = 985;
const HASH_MOVE_CAPTURES: i32 = 1054;
const MANY_CUTOFFS: i32 = 1024;
const IS_HASH_MOVE: i32 = 2239;
const PER_MOVE: i32 = 65;
const BASE: i32 = 700;
const PRODUCT: i32 = 466;

/// 1024 * ln(n), for reductions as products of two of them.
fn ln(n: i32) -> i32 {
    static TABLE: std::sync::LazyLock<[i32; 256]> = std::sync::LazyLock::new(|| {
        std::array::from_fn(|n| (1024.0 * (n.max(1) as f64).ln()) as i32)
    });
    TABLE[n.clamp(0, 255) as usize]
}

/// ln(depth) * ln(number), scaled.
fn product_of_logs(depth: i32, number: i32) -> i32 {
    (ln(depth) / 32) * (ln(number) / 32) * PRODUCT / 1024
}

/// The same for the root's moves, of which less is known.
pub(crate) fn at_root(depth: i32, number: usize) -> i32 {
    (product_of_logs(depth, number as i32) >> 10).min(depth - 2)
}

/// By how many plies the move is searched less.
pub(crate) fn reduction(
    worker: &Worker<'_>,
    node: &Node,
    candidate: &Candidate,
    _alpha: Score,
) -> i32 {
    let product = product_of_logs(node.depth, candidate.number as i32);
    let mut units = product + BASE - PER_MOVE * (candidate.number.min(16) as i32);
    if !node.improving {
        units += NOT_IMPROVING;
    }
    if node.on_pv {
        units -= ON_PV;
    }
    if node.expects_cut {
        units += EXPECTS_CUT;
        if node.hash_move.is_none() {
            units += NO_HASH_MOVE;
        }
    }
    if node.hash_move_captures {
        units += HASH_MOVE_CAPTURES;
    }
    if worker.cutoffs_below() > 2 {
        units += MANY_CUTOFFS;
    }
    if Some(candidate.mv) == node.hash_move {
        units -= IS_HASH_MOVE;
    }
    if candidate.gives_check {
        units -= 1024;
    }
    let history = if candidate.is_capture {
        learn::capture_history(worker, candidate) + worker.captured_value(candidate.mv) * 3
    } else {
        learn::quiet_history(worker, candidate)
    };
    units -= history * 428 / 4096;
    units >> 10
}
