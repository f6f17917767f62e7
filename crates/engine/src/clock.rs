//! The clock that the caller passes in.

/// A clock that counts milliseconds from any fixed time. The engine uses no other clock for a game,
/// so tests can simulate time.
pub trait Clock {
    /// Returns the present time in milliseconds.
    fn now_ms(&self) -> u64;
}
