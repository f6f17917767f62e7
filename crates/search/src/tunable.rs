//! Numbers that a tuner may change (tunables). In an ordinary build each is a constant; with the
//! feature `tune` each can be set by name, and the engine offers it as a USI option.

/// Declares the numbers of a technique: a function for each, which gives its value.
///
/// ```ignore
/// tunables_of! { "razoring":
///     /// The distance below alpha at depth 0.
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
        // `linkme` has the linker collect the numbers; it counts as unsafe code, though there is none.
        #[allow(non_upper_case_globals, unsafe_code)]
        mod numbers {
            use crate::tunable::{REGISTERED, Tunable};
            $(
                #[linkme::distributed_slice(REGISTERED)]
                pub(super) static $name: Tunable = Tunable::new(
                    concat!($group, "_", stringify!($name)),
                    $value,
                    $range,
                );
            )*
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

    /// The name: the technique's, an underscore, and the number's own.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The value in an ordinary build.
    pub fn default(&self) -> i32 {
        self.default
    }

    /// The range of values that the number may take.
    pub fn range(&self) -> RangeInclusive<i32> {
        self.range.clone()
    }

    /// The present value.
    #[inline(always)]
    pub fn get(&self) -> i32 {
        self.value.load(Ordering::Relaxed)
    }

    /// Sets the value, limited to the range.
    pub fn set(&self, value: i32) {
        self.value.store(value.clamp(*self.range.start(), *self.range.end()), Ordering::Relaxed);
    }
}

/// All numbers that `tunables_of!` declares in this crate; the linker collects them.
#[cfg(feature = "tune")]
#[linkme::distributed_slice]
pub(crate) static REGISTERED: [Tunable];

/// Returns all numbers that can be changed, sorted by name; none without the feature `tune`.
pub fn tunables() -> Vec<&'static Tunable> {
    #[cfg(feature = "tune")]
    let mut all: Vec<&Tunable> = REGISTERED.iter().collect();
    #[cfg(not(feature = "tune"))]
    let mut all: Vec<&Tunable> = Vec::new();
    all.sort_by_key(|number| number.name());
    all
}

/// The beginnings of names in earlier versions, each with the beginning of the present name.
const FORMER_BEGINNINGS: [(&str, &str); 8] = [
    ("node_futility_", "reverse_futility_"),
    ("late_moves_", "late_move_pruning_"),
    ("bad_history_", "history_pruning_"),
    ("exchange_", "see_pruning_"),
    ("reduction_on_open_pv", "reduction_is_pv"),
    ("reduction_on_pv", "reduction_was_pv"),
    ("reduction_expects_cut", "reduction_is_cut_node"),
    ("singular_gap_on_pv", "singular_gap_was_pv"),
];

/// Returns the number with this name, which may be a former one; case does not matter.
pub fn tunable(name: &str) -> Option<&'static Tunable> {
    let name = name.to_ascii_lowercase();
    let former = FORMER_BEGINNINGS
        .iter()
        .find_map(|(old, new)| name.strip_prefix(old).map(|rest| format!("{new}{rest}")));
    let now = former.unwrap_or(name);
    tunables().into_iter().find(|number| number.name() == now)
}

#[cfg(all(test, feature = "tune"))]
mod tests {
    use super::*;

    #[test]
    fn numbers_register_themselves_and_are_found_by_former_names() {
        assert!(tunables().len() > 100, "{} numbers", tunables().len());
        for (old, new) in FORMER_BEGINNINGS {
            let now = tunables().into_iter().find(|number| number.name().starts_with(new));
            let now = now.unwrap_or_else(|| panic!("no number begins with {new}"));
            let former = now.name().replacen(new, old, 1);
            assert_eq!(tunable(&former).map(Tunable::name), Some(now.name()));
        }
    }
}
