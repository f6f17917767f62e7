//! Time as the caller measures it.

/// Milliseconds from any fixed moment. The engine measures a game by no other clock, so that tests
/// can let time pass as they like.
pub trait Clock {
    /// Now.
    fn now_ms(&self) -> u64;
}
