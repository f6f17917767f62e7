//! The positions on the way to the present node, to see a recurrence at once.

use crate::table::Place;

const SLOTS: usize = 1 << 12;

/// The current path, root first, with a filter in front of it: nearly every position that is not
/// on the path is recognised by one look.
pub(crate) struct Path {
    places: Vec<Place>,
    filter: Vec<u16>,
}

impl Path {
    pub(crate) fn new() -> Self {
        Self { places: Vec::new(), filter: vec![0; SLOTS] }
    }

    fn slot(key: u64) -> usize {
        key as usize % SLOTS
    }

    pub(crate) fn enter(&mut self, place: Place) {
        self.filter[Self::slot(place.key)] += 1;
        self.places.push(place);
    }

    /// Leaves the last position, which has this key.
    pub(crate) fn leave(&mut self, key: u64) {
        self.places.pop();
        self.filter[Self::slot(key)] -= 1;
    }

    /// The depth of a position on the path that the attacker would come back to with no more in
    /// hand than then; the latest such one.
    pub(crate) fn recurrence(&self, place: Place) -> Option<u16> {
        if self.filter[Self::slot(place.key)] == 0 {
            return None;
        }
        let at = self
            .places
            .iter()
            .rposition(|earlier| earlier.key == place.key && earlier.hand.covers(place.hand))?;
        Some(at as u16)
    }
}
