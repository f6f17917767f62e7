//! Repeatable random numbers: SplitMix64 (Steele, Lea, Flood 2014).

/// A generator whose whole state is its seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The generator of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The generator of the `number`th part of a piece of work; parts do not depend on each
    /// other's order.
    pub fn part(seed: u64, number: u64) -> Self {
        let mut outer = Self(seed ^ 0x5851_f42d_4c95_7f2d);
        let mut inner = Self(outer.next_u64().wrapping_add(number));
        Self(inner.next_u64())
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`, which is above 0; 0 if it is not.
    pub fn below(&mut self, limit: usize) -> usize {
        // The bias of a 128-bit product is below limit / 2^64.
        ((u128::from(self.next_u64()) * limit as u128) >> 64) as usize
    }

    /// A number from 0 up to, but not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts the items in a random order (Fisher-Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_numbers() {
        // The reference implementation's first numbers for the seed 1234567.
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn all_orders_are_equally_likely() {
        let mut random = SplitMix64::new(1);
        let mut counts = [[0u32; 3]; 3];
        for _ in 0..30_000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            items.iter().enumerate().for_each(|(at, &item)| counts[at][item] += 1);
        }
        assert!(counts.iter().flatten().all(|&count| count.abs_diff(10_000) < 400), "{counts:?}");
    }

    #[test]
    fn limits_hold() {
        let mut random = SplitMix64::part(3, 9);
        assert!((0..1000).all(|_| random.below(7) < 7 && (0.0..1.0).contains(&random.unit())));
        assert_eq!(random.below(0), 0);
        assert_ne!(SplitMix64::part(3, 9), SplitMix64::part(3, 10));
    }
}
