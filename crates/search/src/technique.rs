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
            /// All techniques.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The name in lower case, words joined by hyphens.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

/// The names that techniques had in earlier versions; options and records may still use them.
const FORMER_NAMES: [(&str, Technique); 6] = [
    ("node-futility", Technique::ReverseFutility),
    ("no-hash-move", Technique::InternalReduction),
    ("late-moves", Technique::LateMovePruning),
    ("exchange", Technique::SeePruning),
    ("bad-history", Technique::HistoryPruning),
    ("reply", Technique::Countermove),
];

techniques! {
    /// Narrow windows around the last score, in `root`.
    Aspiration "aspiration",
    /// Razoring, in `give_up/razoring`.
    Razoring "razoring",
    /// Reverse futility pruning, in `give_up/reverse_futility`.
    ReverseFutility "reverse-futility",
    /// Null-move pruning, in `give_up/null_move` and `give_up/plain_null_move`.
    NullMove "null-move",
    /// The second search of deep null-move cuts, in `give_up/null_move`.
    Verification "verification",
    /// ProbCut, in `give_up/probcut`.
    Probcut "probcut",
    /// Small ProbCut, in `give_up/small_probcut`.
    SmallProbcut "small-probcut",
    /// The change of a reduced node's depth in hindsight, in `depth/hindsight`.
    Hindsight "hindsight",
    /// Internal iterative reduction, in `depth/internal_reduction`.
    InternalReduction "internal-reduction",
    /// Late move pruning, in `skip/late_move_pruning`.
    LateMovePruning "late-move-pruning",
    /// Futility pruning of quiet moves, in `skip/futility`.
    Futility "futility",
    /// Futility pruning of captures, in `skip/capture_futility`.
    CaptureFutility "capture-futility",
    /// Pruning by static exchange evaluation, in `skip/see_pruning`.
    SeePruning "see-pruning",
    /// History pruning, in `skip/history_pruning`.
    HistoryPruning "history-pruning",
    /// Singular extensions and multi-cut, in `depth/singular`.
    Singular "singular",
    /// Late move reductions, in `depth/reduction`.
    Reduction "reduction",
    /// Smaller reductions of threatening drops, in `depth/threatening_drop`.
    ThreateningDrop "threatening-drop",
    /// The extension of checks, in `depth/extensions`, `depth/half_plies` and `depth/realization`.
    CheckExtension "check-extension",
    /// The extension of recaptures, in `depth/extensions` and `depth/half_plies`.
    Recapture "recapture",
    /// The look for a mate in one, in `ends/mate_in_one`.
    MateInOne "mate-in-one",
    /// Promotions of pawns at the first ply of quiescence, in `quiescence`.
    QuietPromotions "quiet-promotions",
    /// Killer moves, in `order/picker` and `order/by_exchange`.
    Killers "killers",
    /// Countermoves, in `order/picker` and `order/by_threat`.
    Countermove "countermove",
    /// The histories by move and by pawns, in `order/quiet_score` and `order/by_exchange`.
    History "history",
    /// Continuation histories, in `order/quiet_score`.
    Continuation "continuation",
    /// Low-ply histories, in `order/quiet_score`.
    LowPly "low-ply",
    /// History updates by the change of the static value, in `look/gain`.
    Gain "gain",
    /// Correction history, in `look/correction`.
    Correction "correction",
    /// Moves on the board before drops, in `order/listed`; without it moves come by destination.
    BoardFirst "board-first",
    /// O's technique I, the hash move, in `order/listed`.
    HashMove "hash-move",
    /// O's technique II, the killer of the siblings, in `order/listed`.
    SiblingKiller "sibling-killer",
    /// O's technique III, recaptures, in `order/listed` and `order/by_threat`.
    TakeBack "take-back",
    /// O's technique IV, the best capture, in `order/listed`.
    BestCapture "best-capture",
    /// O's technique V, moves of an attacked piece, in `order/listed` and `order/by_threat`.
    Escape "escape",
    /// B's equations (4) and (6), in `skip/bound_of_change`.
    FrontierFutility "frontier-futility",
    /// B's equations (5) and (9), in `skip/bound_of_change`.
    ExtendedFutility "extended-futility",
    /// The paper's margins from the start, in `skip/bound_of_change`; without it they start at 0.
    PaperMargins "paper-margins",
    /// B's equation (10), in `give_up/child_futility`.
    ChildFutility "child-futility",
    /// The extension of the only answer to a check, in `depth/half_plies`.
    OneReply "one-reply",
    /// Internal iterative deepening, in `depth/internal_deepening`.
    InternalDeepening "internal-deepening",
    /// M's futility with a measured margin, in `give_up/measured_futility`.
    MeasuredFutility "measured-futility",
    /// The search of captures at the leaves of M's recipe, in `quiescence/plain`; without it the
    /// static value stands.
    Quiescence "quiescence",
    /// G's depth by realization probability, in `depth/realization`.
    Realization "realization",
    /// The principal variation cut by probability like any line, in `recipes/gekisashi`.
    PvProbability "pv-probability",
    /// G's shallow search before that of every node, in `depth/internal_deepening`.
    ShallowFirst "shallow-first",
    /// G's search for a mate by checks below the root, in `ends/mate_search`.
    MateSearch "mate-search",
    /// G's extension of known combinations, in `depth/tesuji`.
    Tesuji "tesuji",
    /// G's killer from the answer to a pass, in `order/by_threat`.
    PassKiller "pass-killer",
}

impl Technique {
    /// Returns the technique with this name, which may be a former one.
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

/// The set of techniques that are switched off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Switches(u64);

impl Switches {
    /// The switches with all techniques on.
    pub const ALL_ON: Self = Self(0);

    /// Returns the switches with this technique off as well.
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u64)
    }

    /// Is the technique switched on?
    #[inline(always)]
    pub const fn on(self, technique: Technique) -> bool {
        self.0 >> (technique as u64) & 1 == 0
    }
}

/// The error of a name that no technique has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTechnique(String);

impl fmt::Display for UnknownTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no technique is called {:?}, expected some of:", self.0)?;
        Technique::ALL.iter().try_for_each(|technique| write!(f, " {technique}"))
    }
}

impl std::error::Error for UnknownTechnique {}

/// The text has the names of techniques to switch off, separated by commas or blanks.
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
