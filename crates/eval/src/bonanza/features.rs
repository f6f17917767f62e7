//! The features of a position, one by one: what a learner needs.

use shogi::{Color, Position};

use super::groups::Group;
use super::scene::Scene;

/// A feature that a position has; a position can have it several times.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Feature {
    /// The group.
    pub group: Group,
    /// The index in the group, below its [`Group::len`].
    pub index: usize,
    /// The side for which the feature's weight counts.
    pub side: Color,
}

impl Feature {
    /// 1 if the weight counts for Black, -1 for White.
    pub const fn sign(&self) -> i32 {
        match self.side {
            Color::Black => 1,
            Color::White => -1,
        }
    }
}

/// Calls `visit` with every feature of the position. The value for Black is the sum of the weights
/// times their signs.
pub fn for_each_feature(position: &Position, visit: impl FnMut(Feature)) {
    for_each_feature_of(position, &Group::ALL, visit);
}

/// Calls `visit` with every feature of the position that belongs to one of the groups.
pub fn for_each_feature_of(position: &Position, groups: &[Group], mut visit: impl FnMut(Feature)) {
    let scene = Scene::of(position);
    for &group in groups {
        for side in Color::ALL {
            group.visit(&scene, side, &mut |index| visit(Feature { group, index, side }));
        }
    }
}
