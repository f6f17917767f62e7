//! Networks of any known architecture behind one type, and the evaluator that follows a position
//! with one of them.

use std::fmt;
use std::num::NonZeroU16;
use std::sync::Arc;

use shogi::{Color, Piece, PieceKind, Position, Square};

use super::accumulator::Sums;
use super::architecture::{Architecture, Features};
use super::error::NetworkError;
use super::follower::Follower;
use super::network::Weights;
use super::reader::Reader;
use super::states::View;
use crate::change::Change;
use crate::evaluator::Evaluator;
use crate::value::Eval;

/// The divisor of the network's output (`FV_SCALE` in YaneuraOu). Published networks want 16 to 36;
/// their publishers say which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FvScale(NonZeroU16);

impl FvScale {
    /// A divisor other than zero.
    pub const fn new(divisor: u16) -> Option<Self> {
        match NonZeroU16::new(divisor) {
            Some(divisor) => Some(Self(divisor)),
            None => None,
        }
    }

    /// The divisor.
    pub const fn get(self) -> u16 {
        self.0.get()
    }

    #[inline(always)]
    fn apply(self, output: i32) -> Eval {
        Eval::new(output / i32::from(self.get()))
    }
}

/// The default is 16, as in YaneuraOu.
impl Default for FvScale {
    fn default() -> Self {
        const SIXTEEN: NonZeroU16 = NonZeroU16::new(16).unwrap();
        Self(SIXTEEN)
    }
}

/// What one piece, or the last of its kind in a hand, adds to a network's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contribution {
    /// The piece.
    pub piece: Piece,
    /// Where it stands; none for a piece in hand.
    pub square: Option<Square>,
    /// The value with the piece minus the value without it, from Black's side.
    pub for_black: i32,
}

macro_rules! networks {
    ($($name:ident $width:literal x2 - $hidden1:literal - $hidden2:literal;)*) => {
        #[derive(Clone)]
        enum AnyWeights {
            $($name(Arc<Weights<$width, $hidden1, $hidden2>>),)*
        }

        enum AnyFollower {
            $($name(Follower<$width, $hidden1, $hidden2>),)*
        }

        impl Network {
            /// Every architecture that can be read.
            pub fn known() -> impl Iterator<Item = Architecture> {
                Features::ALL.into_iter().flat_map(|features| {
                    [$(Weights::<$width, $hidden1, $hidden2>::architecture(features),)*]
                })
            }

            /// Reads a network from the bytes of an nn.bin file.
            pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
                let mut reader = Reader::new(bytes);
                let layout = reader.header(Self::known())?;
                let architecture = layout.architecture;
                let dimensions = (architecture.width, architecture.hidden1, architecture.hidden2);
                let weights = match dimensions {
                    $(($width, $hidden1, $hidden2) => {
                        AnyWeights::$name(Arc::new(Weights::read(&mut reader, layout)?))
                    })*
                    _ => unreachable!("the reader knows no other architecture"),
                };
                Ok(Self { weights, architecture })
            }

            fn follower(&self) -> AnyFollower {
                match &self.weights {
                    $(AnyWeights::$name(weights) => {
                        AnyFollower::$name(Follower::new(Arc::clone(weights)))
                    })*
                }
            }
        }

        macro_rules! each {
            ($follower:expr, $inner:ident => $work:expr) => {
                match $follower {
                    $(AnyFollower::$name($inner) => $work,)*
                }
            };
        }
    };
}

networks! {
    W256H32H32 256 x2 - 32 - 32;
    W512H8H96 512 x2 - 8 - 96;
    W512H16H32 512 x2 - 16 - 32;
    W512H32H32 512 x2 - 32 - 32;
    W768H16H64 768 x2 - 16 - 64;
    W1024H8H32 1024 x2 - 8 - 32;
    W1024H8H64 1024 x2 - 8 - 64;
    W1024H16H32 1024 x2 - 16 - 32;
}

/// A network; clones share its weights.
#[derive(Clone)]
pub struct Network {
    weights: AnyWeights,
    architecture: Architecture,
}

impl Network {
    /// The architecture of the network.
    pub fn architecture(&self) -> Architecture {
        self.architecture
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({})", self.architecture)
    }
}

/// Follows a position with a network.
pub struct Nnue {
    follower: AnyFollower,
    fv_scale: FvScale,
}

impl Nnue {
    /// An evaluator of its own for each thread; the weights are shared.
    pub fn new(network: &Network, fv_scale: FvScale) -> Self {
        Self { follower: network.follower(), fv_scale }
    }

    /// Computes the value of any position from nothing.
    pub fn evaluate_full(&self, position: &Position) -> Eval {
        self.fv_scale.apply(each!(&self.follower, follower => {
            full_output(follower.weights(), position)
        }))
    }

    /// Lists what each piece but the kings adds to the value: for explaining, not for search.
    pub fn contributions(&self, position: &Position) -> Vec<Contribution> {
        each!(&self.follower, follower => {
            contributions(follower.weights(), position, self.fv_scale)
        })
    }
}

impl Evaluator for Nnue {
    fn reset(&mut self, position: &Position) {
        each!(&mut self.follower, follower => follower.reset(position));
    }

    #[inline]
    fn played(&mut self, position: &Position) {
        let change = Change::last(position);
        each!(&mut self.follower, follower => follower.push(change, position));
    }

    #[inline]
    fn passed(&mut self, position: &Position) {
        each!(&mut self.follower, follower => follower.push(Change::NONE, position));
    }

    #[inline]
    fn taken_back(&mut self) {
        each!(&mut self.follower, follower => follower.pop());
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> Eval {
        let output = each!(&mut self.follower, follower => follower.output(position));
        self.fv_scale.apply(output)
    }
}

/// The sums of the side to move and of the other side, from nothing.
fn full_sums<const N: usize, const H1: usize, const H2: usize>(
    weights: &Weights<N, H1, H2>,
    position: &Position,
) -> [Sums<N>; 2] {
    [position.turn(), !position.turn()].map(|perspective| {
        let mut sums = Sums::ZERO;
        weights.refresh(position, perspective, &mut sums);
        sums
    })
}

fn full_output<const N: usize, const H1: usize, const H2: usize>(
    weights: &Weights<N, H1, H2>,
    position: &Position,
) -> i32 {
    let [us, them] = full_sums(weights, position);
    weights.output(&us, &them, position)
}

fn contributions<const N: usize, const H1: usize, const H2: usize>(
    weights: &Weights<N, H1, H2>,
    position: &Position,
    fv_scale: FvScale,
) -> Vec<Contribution> {
    let us = position.turn();
    let all = full_sums(weights, position);
    let value = |[us_sums, them]: &[Sums<N>; 2]| {
        fv_scale.apply(weights.output(us_sums, them, position)).for_black(us)
    };
    let whole = value(&all);
    let without = |row: &dyn Fn(View) -> usize| {
        let mut rest = all.clone();
        for (perspective, sums) in [us, !us].into_iter().zip(&mut rest) {
            if let Some(king) = position.king(perspective) {
                let view = weights.features.view(perspective, king);
                weights.subtract(sums, view, row(view));
            }
        }
        value(&rest)
    };
    let mut found = Vec::new();
    for square in position.occupied() {
        let Some(piece) = position.piece_on(square) else { continue };
        if piece.kind() != PieceKind::King {
            let placed = crate::change::Placed { piece, square };
            let rest = without(&|view| view.on_board(placed));
            found.push(Contribution { piece, square: Some(square), for_black: whole - rest });
        }
    }
    for color in Color::ALL {
        for (kind, count) in position.hand(color).iter() {
            let rest = without(&|view| view.nth_in_hand(color, kind, count));
            let piece = Piece::new(color, kind.kind());
            found.push(Contribution { piece, square: None, for_black: whole - rest });
        }
    }
    found
}
