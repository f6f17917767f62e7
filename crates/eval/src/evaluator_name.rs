//! The evaluators by name: the one list for options, commands and experiments.

use std::fmt;
use std::str::FromStr;

macro_rules! evaluators {
    ($($name:ident $text:literal $has_file:literal $meaning:literal;)*) => {
        /// The name of an evaluator.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum EvaluatorName {
            $(#[doc = $meaning] $name,)*
        }

        impl EvaluatorName {
            /// All evaluators, in the order of docs/eval.md.
            pub const ALL: [Self; [$($text),*].len()] = [$(Self::$name),*];

            /// The names of all evaluators, in the order of [`Self::ALL`].
            pub const NAMES: [&'static str; Self::ALL.len()] = [$($text),*];

            /// Can its weights come from a file?
            pub const fn has_file(self) -> bool {
                match self { $(Self::$name => $has_file,)* }
            }

            /// Its meaning in a few words.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => $meaning,)* }
            }
        }
    };
}

// A new evaluator has its line here; the compiler then asks for its arms in `model.rs`.
evaluators! {
    Material "material" false "Piece values only.";
    Classic "classic" false "Material, activity, progress and small knowledge, term by term (paper G).";
    ThreePiece "three_piece" true "Relations of a king with pairs of pieces and of both kings with a piece (paper E).";
    Bonanza "bonanza" true "Eleven groups of features: king pairs, neighbours, lines, mobility, pins, attacks (paper B).";
    Network "network" true "A HalfKP, K-P or KingZone network in the nn.bin format.";
}

impl EvaluatorName {
    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

impl fmt::Display for EvaluatorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of a name that no evaluator has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownEvaluator(String);

impl fmt::Display for UnknownEvaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = EvaluatorName::NAMES.join(", ");
        write!(f, "no evaluator is called {:?}, expected one of {names}", self.0)
    }
}

impl std::error::Error for UnknownEvaluator {}

impl FromStr for EvaluatorName {
    type Err = UnknownEvaluator;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.into_iter().find(|evaluator| evaluator.name() == text);
        named.ok_or_else(|| UnknownEvaluator(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for evaluator in EvaluatorName::ALL {
            assert_eq!(evaluator.name().parse(), Ok(evaluator));
        }
        let error = "nonsense".parse::<EvaluatorName>().unwrap_err().to_string();
        assert!(EvaluatorName::NAMES.iter().all(|name| error.contains(name)), "{error}");
    }
}
