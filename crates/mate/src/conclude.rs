//! Leaving a node: what its children say about it, and where that is remembered.
//!
//! Source:  Kishimoto & Müller (2004): a disproof that relies on an earlier position of the path is
//!          not true of the position itself. If the earliest position it relies on is the node or
//!          lies below it, the loop is inside and the disproof is true of the node. A flag at the
//!          position's entry says that its repetitions are worth a look, as in KomoringHeights 1.1.
//! Here:    A disproof that holds on this path only is kept under the path's key; the position's
//!          own entry becomes unattractive to the attacker, no more.

use crate::dfpn::Search;
use crate::hands::{
    against_new_interpositions, before_attack, in_hands, left_by, without_new_checks,
};
use crate::node::{Child, Summary};
use crate::value::{FOREVER, NOWHERE, Number, Value, one_more};

/// The most that a path-bound disproof raises the proof number of a position.
const MOST_UNATTRACTIVE: Number = 1 << 16;

impl Search<'_, '_> {
    /// The value of the last node, remembered.
    pub(super) fn conclude(&mut self, summary: &Summary) -> Value {
        let Some(node) = self.nodes.last() else { return Value::disproven(0, Default::default()) };
        let depth = self.ply() - 1;
        let (key, is_or) = (node.key, node.is_or);
        let th_pn = if is_or { node.th_phi } else { node.th_delta };
        let depth_met = node.depth_met;
        let work = self.budget.spent() - node.nodes_before;
        let children = &self.pile[node.children..];

        let mut value = match (is_or, summary.phi == 0, summary.delta == 0) {
            (true, true, _) => self.attack_succeeds(children, summary.best),
            (true, _, true) => self.attack_fails(children),
            (false, true, _) => self.defence_succeeds(children),
            (false, _, true) => self.defence_fails(children),
            _ => {
                let (pn, dn) = match is_or {
                    true => (summary.phi, summary.delta),
                    false => (summary.delta, summary.phi),
                };
                Value::unknown(pn, dn, depth_met)
            }
        };
        if value.start != NOWHERE && value.start >= depth {
            value.start = NOWHERE;
        }
        if value.start == NOWHERE {
            self.memory.table.store(key, value, self.pass, work, self.budget);
        } else {
            let path = self.memory.path.way();
            self.memory.repetitions.store(path, &value);
            let pn = th_pn.clamp(1, MOST_UNATTRACTIVE);
            let looped = Value { looped: true, ..Value::unknown(pn, 1, depth_met) };
            self.memory.table.store(key, looped, self.pass, work, self.budget);
        }
        value
    }

    /// One check mates.
    fn attack_succeeds(&self, children: &[Child], best: usize) -> Value {
        let child = &children[best];
        let hand = before_attack(self.position, child.mv, child.value.hand);
        Value::proven(one_more(child.value.plies), hand, Some(child.mv))
    }

    /// No check mates: the disproof allows what every check's disproof allows, and reaches as far
    /// as the shortest of them.
    fn attack_fails(&self, children: &[Child]) -> Value {
        let mut value = Value::disproven(FOREVER, in_hands(self.position));
        for child in children {
            let allowed = before_attack(self.position, child.mv, child.value.hand);
            value.hand = value.hand.intersection(allowed);
            value.plies = value.plies.min(one_more(child.value.plies));
            value.start = value.start.min(child.value.start);
        }
        value.hand = without_new_checks(self.position, value.hand);
        value
    }

    /// One defence holds: best one that relies on no path, else the one that relies on the latest
    /// position.
    fn defence_succeeds(&self, children: &[Child]) -> Value {
        let holding = children.iter().filter(|child| child.value.is_disproven());
        match holding.max_by_key(|child| (child.value.start, child.value.plies)) {
            Some(child) => Value {
                plies: one_more(child.value.plies),
                hand: child.value.hand.intersection(left_by(self.position, child.mv)),
                best: Some(child.mv),
                ..child.value
            },
            None => Value::unknown(1, 1, 0),
        }
    }

    /// No defence holds: the proof needs what every defence's proof needs.
    fn defence_fails(&self, children: &[Child]) -> Value {
        let needs = children
            .iter()
            .fold(Default::default(), |hand: shogi::Hand, child| hand.union(child.value.hand));
        let plies = children.iter().map(|child| one_more(child.value.plies)).max().unwrap_or(0);
        Value::proven(plies, against_new_interpositions(self.position, needs), None)
    }
}
