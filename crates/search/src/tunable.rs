//! Numbers that a tuner may change. In an ordinary build each is a constant; with the feature
//! `tune` each can be set by name, and the engine offers it as an option.

/// Declares the numbers of a technique: a function for each, which gives its value.
///
/// ```ignore
/// tunables_of! { "razoring":
///     /// How far below alpha at depth 0.
///     margin = 502, 0..=2000;
/// }
/// ```
macro_rules! tunables_of {
    ($group:literal: $($(#[$doc:meta])* $name:ident = $value:literal, $range:expr;)*) => {
        $(
            $(#[$doc])*
            #[inline(always)]
            #[cfg(not(feature = "tune"))]
            const fn $name() -> i32 { $value }

            $(#[$doc])*
            #[inline(always)]
            #[cfg(feature = "tune")]
            fn $name() -> i32 { numbers::$name.get() }
        )*

        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        pub(crate) mod numbers {
            use crate::tunable::Tunable;
            $(
                pub(super) static $name: Tunable = Tunable::new(
                    concat!($group, "_", stringify!($name)),
                    $value,
                    $range,
                );
            )*
            pub(crate) static ALL: &[&Tunable] = &[$(&$name),*];
        }
    };
}
pub(crate) use tunables_of;

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicI32, Ordering};

/// A number with its name and the values it may take.
#[derive(Debug)]
pub struct Tunable {
    name: &'static str,
    default: i32,
    range: RangeInclusive<i32>,
    value: AtomicI32,
}

impl Tunable {
    #[cfg(feature = "tune")]
    pub(crate) const fn new(name: &'static str, default: i32, range: RangeInclusive<i32>) -> Self {
        Self { name, default, range, value: AtomicI32::new(default) }
    }

    /// The technique and what the number means in it.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The value in an ordinary build.
    pub fn default(&self) -> i32 {
        self.default
    }

    /// The values it may take.
    pub fn range(&self) -> RangeInclusive<i32> {
        self.range.clone()
    }

    /// The value now.
    #[inline(always)]
    pub fn get(&self) -> i32 {
        self.value.load(Ordering::Relaxed)
    }

    /// Changes the value, kept inside the range.
    pub fn set(&self, value: i32) {
        self.value.store(value.clamp(*self.range.start(), *self.range.end()), Ordering::Relaxed);
    }
}

/// All numbers that can be changed in this build; none without the feature `tune`.
pub fn tunables() -> Vec<&'static Tunable> {
    #[cfg(feature = "tune")]
    let all = crate::all_tunables().concat();
    #[cfg(not(feature = "tune"))]
    let all = Vec::new();
    all
}
