//! The techniques by name, and the switches that turn them off.

use std::fmt;
use std::str::FromStr;

macro_rules! techniques {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// A technique that can be switched off, to measure what it is worth.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u32)]
        pub enum Technique { $($(#[$doc])* $name),* }

        impl Technique {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The name in lower case, words joined by hyphens.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

/// Names that earlier versions gave to techniques; options and records may still have them.
const FORMER_NAMES: [(&str, Technique); 6] = [
    ("node-futility", Technique::ReverseFutility),
    ("no-hash-move", Technique::InternalReduction),
    ("late-moves", Technique::LateMovePruning),
    ("exchange", Technique::SeePruning),
    ("bad-history", Technique::HistoryPruning),
    ("reply", Technique::Countermove),
];

techniques! {
    /// `root`: narrow windows around the last score.
    Aspiration "aspiration",
    /// `give_up/razoring`
    Razoring "razoring",
    /// `give_up/reverse_futility`
    ReverseFutility "reverse-futility",
    /// `give_up/null_move`
    NullMove "null-move",
    /// `give_up/null_move`: the second search of deep cuts
    Verification "verification",
    /// `give_up/probcut`
    Probcut "probcut",
    /// `give_up/small_probcut`
    SmallProbcut "small-probcut",
    /// `depth/hindsight`
    Hindsight "hindsight",
    /// `depth/internal_reduction`
    InternalReduction "internal-reduction",
    /// `skip/late_move_pruning`
    LateMovePruning "late-move-pruning",
    /// `skip/futility`
    Futility "futility",
    /// `skip/capture_futility`
    CaptureFutility "capture-futility",
    /// `skip/see_pruning`
    SeePruning "see-pruning",
    /// `skip/history_pruning`
    HistoryPruning "history-pruning",
    /// `depth/singular`
    Singular "singular",
    /// `depth/reduction`
    Reduction "reduction",
    /// `depth/threatening_drop`
    ThreateningDrop "threatening-drop",
    /// `depth/extensions`: checks
    CheckExtension "check-extension",
    /// `depth/extensions`: recaptures
    Recapture "recapture",
    /// `ends/mate_in_one`
    MateInOne "mate-in-one",
    /// `quiescence`: promoting pawns at its first ply
    QuietPromotions "quiet-promotions",
    /// `order/picker`
    Killers "killers",
    /// `order/picker`
    Countermove "countermove",
    /// `order/quiet_score`: by move, and by the pawns as they stand
    History "history",
    /// `order/quiet_score`
    Continuation "continuation",
    /// `order/quiet_score`: near the root
    LowPly "low-ply",
    /// `look/gain`
    Gain "gain",
    /// `look/correction`
    Correction "correction",
    /// `order/listed`: moves on the board before drops; without it by the square they go to
    BoardFirst "board-first",
    /// `order/listed`: O's technique I
    HashMove "hash-move",
    /// `order/listed`: O's technique II
    SiblingKiller "sibling-killer",
    /// `order/listed`: O's technique III
    TakeBack "take-back",
    /// `order/listed`: O's technique IV
    BestCapture "best-capture",
    /// `order/listed`: O's technique V
    Escape "escape",
    /// `skip/bound_of_change`: B's equations (4) and (6)
    FrontierFutility "frontier-futility",
    /// `skip/bound_of_change`: B's equations (5) and (9)
    ExtendedFutility "extended-futility",
    /// `skip/bound_of_change`: margins as wide as the paper's from the start
    PaperMargins "paper-margins",
    /// `give_up/child_futility`: B's equation (10)
    ChildFutility "child-futility",
    /// `depth/half_plies`: the only answer to a check
    OneReply "one-reply",
    /// `depth/internal_deepening`
    InternalDeepening "internal-deepening",
    /// `give_up/measured_futility`
    MeasuredFutility "measured-futility",
    /// `depth/realization`
    Realization "realization",
    /// `depth/tesuji`
    Tesuji "tesuji",
    /// `order/by_threat`: the answer to a pass
    PassKiller "pass-killer",
}

impl Technique {
    /// The technique of this name, which may be a former one.
    pub fn named(name: &str) -> Option<Self> {
        let former = || FORMER_NAMES.iter().find(|(text, _)| *text == name).map(|&(_, now)| now);
        Self::ALL.iter().copied().find(|technique| technique.name() == name).or_else(former)
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Techniques that are switched off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Switches(u64);

impl Switches {
    /// Everything on.
    pub const ALL_ON: Self = Self(0);

    /// With this technique off.
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u64)
    }

    /// Is the technique in use?
    #[inline(always)]
    pub const fn on(self, technique: Technique) -> bool {
        self.0 >> (technique as u64) & 1 == 0
    }
}

/// A name that is not one of a technique.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTechnique(String);

impl fmt::Display for UnknownTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no technique is called {:?}, expected some of:", self.0)?;
        Technique::ALL.iter().try_for_each(|technique| write!(f, " {technique}"))
    }
}

impl std::error::Error for UnknownTechnique {}

/// Names of techniques to switch off, separated by commas or blanks.
impl FromStr for Switches {
    type Err = UnknownTechnique;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.split([',', ' ']).filter(|name| !name.is_empty()).try_fold(
            Self::ALL_ON,
            |all, name| {
                Technique::named(name)
                    .map(|technique| all.without(technique))
                    .ok_or_else(|| UnknownTechnique(name.into()))
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn former_names_switch_off_what_they_did() {
        for (former, technique) in FORMER_NAMES {
            let switches: Switches = former.parse().unwrap();
            assert_eq!(switches, technique.name().parse().unwrap(), "{former}");
            assert!(!switches.on(technique), "{former}");
        }
    }
}
