//! The conclusion of a search: yes, no, or neither.
//!
//! Here:    Three values keep the search honest and simple. Whatever was cut short or came back to
//!          a position of its own path is open; yes and no never rest on it, so both are true
//!          of the position whatever the path and may be remembered.

/// Does the attacker win?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Truth {
    Yes,
    No,
    Open,
}

/// Why something stayed open in one round of the search.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Gaps {
    /// A search for mate ran out of its share of nodes.
    pub(super) share: bool,
    /// The defender's checks went on for too long.
    pub(super) depth: bool,
    /// A position was given up after many open defences.
    pub(super) patience: bool,
    /// A position recurred.
    pub(super) recurrence: bool,
}
