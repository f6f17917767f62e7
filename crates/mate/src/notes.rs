//! The settled positions of a verifier: boards with the attacker's hand and a word about each.
//!
//! Here:    A note stands in the first empty slot from the one its key names on, so that a board may
//!          have any number of hands. The store grows with the notes up to its share of memory; then
//!          a new note takes the place of the least worthy one nearby. A verifier that has lost a
//!          note settles the position again: forgetting costs time, never the answer.

use shogi::Hand;

/// Places among which the least worthy note is looked for.
const NEAR: usize = 64;
const FIRST_PLACES: usize = 1 << 10;

/// Key | hand, word. A word is never 0, so that zeros are an empty slot.
type Words = [u64; 2];

/// The notes; see the head of the file.
pub(crate) struct Notes {
    words: Vec<Words>,
    taken: usize,
    most: usize,
}

impl Notes {
    /// Room for notes in about `bytes` bytes.
    pub(crate) fn within(bytes: usize) -> Self {
        // While the store grows, its old half is there as well.
        let most = (bytes / size_of::<Words>() * 2 / 3).max(2 * NEAR);
        Self { words: vec![[0; 2]; FIRST_PLACES.min(most)], taken: 0, most }
    }

    /// The slots that may hold a key, from the one it names on. In a crowded store they are few,
    /// and notes that stand further away are out of sight.
    fn slots(&self, key: u64) -> impl Iterator<Item = usize> + use<> {
        let slots = self.words.len();
        let first = ((u128::from(key) * slots as u128) >> 64) as usize;
        let is_crowded = 4 * self.taken >= 3 * slots;
        (first..slots).chain(0..first).take(if is_crowded { NEAR } else { slots })
    }

    /// Everything noted about a board.
    pub(crate) fn about(&self, key: u64) -> impl Iterator<Item = (Hand, u32)> {
        self.slots(key)
            .map(|index| self.words[index])
            .take_while(|words| words[1] != 0)
            .filter(move |words| words[0] == key)
            .map(|words| (Hand::from_bits(words[1] as u32), (words[1] >> 32) as u32))
    }

    /// Notes a word other than 0 about a board and hand. Its upper half is what it is worth.
    pub(crate) fn add(&mut self, key: u64, hand: Hand, word: u32) {
        debug_assert_ne!(word, 0);
        if 2 * self.taken > self.words.len() && self.words.len() < self.most {
            self.grow();
        }
        self.put([key, u64::from(hand.bits()) | u64::from(word) << 32]);
    }

    /// Puts a note into an empty slot, else in place of the least worthy.
    fn put(&mut self, new: Words) {
        let mut least = (u64::MAX, 0);
        for index in self.slots(new[0]) {
            let words = self.words[index];
            if words[1] == 0 || is_same(&words, &new) {
                self.taken += usize::from(words[1] == 0);
                self.words[index] = new;
                return;
            }
            least = least.min((words[1] >> 48, index));
        }
        self.words[least.1] = new;
    }

    fn grow(&mut self) {
        let slots = self.words.len().saturating_mul(2).min(self.most);
        let old = std::mem::replace(&mut self.words, vec![[0; 2]; slots]);
        self.taken = 0;
        old.into_iter().filter(|words| words[1] != 0).for_each(|words| self.put(words));
    }
}

/// Are board and hand the same?
fn is_same(a: &Words, b: &Words) -> bool {
    a[0] == b[0] && a[1] as u32 == b[1] as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi::HandKind;

    fn key(number: u64) -> u64 {
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[test]
    fn everything_is_kept_where_there_is_room() {
        let mut notes = Notes::within(1 << 24);
        let mut hand = Hand::EMPTY;
        hand.add(HandKind::ALL[0]);
        for number in 0..50_000 {
            notes.add(key(number), hand, number as u32 + 1);
        }
        for number in 0..50_000 {
            let about: Vec<_> = notes.about(key(number)).collect();
            assert_eq!(about, [(hand, number as u32 + 1)]);
        }
    }

    #[test]
    fn the_share_of_memory_is_kept_and_the_worthiest_stay() {
        let mut notes = Notes::within(1 << 14);
        for number in 0..50_000 {
            let worth = if number % 500 == 0 { 7 } else { 1 };
            notes.add(key(number), Hand::EMPTY, worth << 16 | 1);
        }
        assert!(notes.words.capacity() * size_of::<Words>() <= 1 << 14);
        let kept = (0..50_000).filter(|&number| notes.about(key(number)).next().is_some()).count();
        assert!(kept > 300, "{kept}");
        let worthy = (0..100).filter(|n| notes.about(key(n * 500)).next().is_some()).count();
        assert!(worthy > 90, "{worthy}");
    }
}
