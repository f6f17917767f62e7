//! What the experiments of paper M share: the searches that are compared, and their names.

use search::{RecipeName, Technique};

use crate::experiment::Scale;
use crate::player::{SearchSpec, Until};
use crate::signature::SignedSearch;

/// The leaf of a search: paper M does not say which one its program has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leaf {
    /// A search of captures.
    Quiescence,
    /// The static value.
    Static,
}

impl Leaf {
    pub(super) const ALL: [Self; 2] = [Self::Quiescence, Self::Static];

    /// The leaf in names of jobs.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Quiescence => "quiescence",
            Self::Static => "static",
        }
    }

    /// The leaf in tables.
    pub(super) fn shown(self) -> &'static str {
        match self {
            Self::Quiescence => "with quiescence",
            Self::Static => "without quiescence",
        }
    }

    const fn off(self) -> &'static [Technique] {
        match self {
            Self::Quiescence => &[],
            Self::Static => &[Technique::Quiescence],
        }
    }

    /// A search of the recipe `yuuchan` with this leaf.
    pub(super) fn spec(self, nodes: u64) -> SearchSpec {
        SearchSpec::new(RecipeName::Yuuchan, Until::Nodes(nodes)).without(self.off())
    }

    /// The searches of all experiments of paper M.
    pub(super) fn searches() -> Vec<SignedSearch> {
        let signed = |leaf: Self| SignedSearch::of(RecipeName::Yuuchan).without(leaf.off());
        Self::ALL.map(signed).to_vec()
    }
}

/// The nodes of a move in short games.
pub(super) fn short(scale: Scale) -> u64 {
    scale.pick(2_000, 300)
}
