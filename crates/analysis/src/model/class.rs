//! The classes of moves, the phases of a game, and what may be true of a move beside its class.

use serde::{Deserialize, Serialize};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident: $($(#[$of:meta])* $variant:ident $ja:literal $en:literal,)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub enum $name { $($(#[$of])* $variant),* }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The Japanese word.
            pub const fn japanese(self) -> &'static str {
                match self { $(Self::$variant => $ja),* }
            }

            /// The English word.
            pub const fn english(self) -> &'static str {
                match self { $(Self::$variant => $en),* }
            }
        }
    };
}

words! {
    /// The class of a move. The limits of the graded classes, from [`Class::Inaccuracy`] on, are
    /// ShogiHome's defaults.
    Class:
    /// There was one legal move only.
    Forced "必然" "forced",
    /// The move is in the engine's book and loses little.
    Book "定跡" "book",
    /// A proved mate was there, and the move gives it away.
    MissedMate "詰み逃し" "missed mate",
    /// The opponent has a proved mate after the move, and there was an escape.
    WalkedIntoMate "頓死" "walked into mate",
    /// A strong move that is unlikely and that a shallow search does not see.
    Brilliant "妙手" "brilliant",
    /// The best move, far ahead of the second and unlikely.
    Strong "好手" "strong",
    /// Nothing is better.
    Best "最善手" "best",
    /// The loss is below 2 points.
    Excellent "次善手" "excellent",
    /// The loss is below the first limit, 5 points.
    Fine "普通" "fine",
    /// The loss is below the second limit, 10 points.
    Inaccuracy "緩手" "inaccuracy",
    /// The loss is below the third limit, 20 points.
    Dubious "疑問手" "dubious move",
    /// The loss is below the fourth limit, 50 points.
    Mistake "悪手" "mistake",
    /// The loss is 50 points or more.
    Blunder "大悪手" "blunder",
}

impl Class {
    /// Is the class one of the four that accuse?
    pub fn is_bad(self) -> bool {
        self >= Self::Inaccuracy
    }
}

words! {
    /// The phase of a game, by progress.
    Phase:
    /// The progress is below 34 of 256.
    Opening "序盤" "opening",
    /// The progress is from 34 to 127.
    Middlegame "中盤" "middlegame",
    /// The progress is 128 or more.
    Endgame "終盤" "endgame",
}

/// Whether more reading changed the class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Confidence {
    /// The move was searched by the sweep alone.
    #[default]
    Sweep,
    /// The classes at all numbers of nodes are equal or neighbours.
    Firm,
    /// Two classes are two or more steps apart.
    Unstable,
}

words! {
    /// What is true of a move or of the position after it, beside the class. Proved flags are
    /// proved by the solvers or the rules.
    Flag:
    /// The move gives check.
    Check "王手" "check",
    /// The position occurred before.
    Repetition "同一局面" "repetition",
    /// Proved: the side to move mates.
    MateThere "詰みあり" "mate there",
    /// Proved: the mover had a mate, and every reply to this check still allows one.
    StillMating "詰みの継続" "still mating",
    /// Proved: the mover had a mate and has given it away.
    MissedMate "詰み逃し" "missed mate",
    /// The mover had a proved mate; whether it is still there was not decided.
    PerhapsMissedMate "詰み逃しか" "perhaps missed mate",
    /// Proved: the opponent mates now, and an escape was there.
    WalkedIntoMate "頓死" "walked into mate",
    /// Proved: every legal move ran into mate.
    LostAnyway "受けなし" "lost anyway",
    /// Proved: the mover would mate if it could move again.
    Tsumero "詰めろ" "mate threat",
    /// Proved: the mover would not mate if it could move again.
    NoTsumero "詰めろでない" "no mate threat",
    /// Proved: a mate threat against the mover stood and is gone.
    Parried "詰めろ逃れ" "parried",
    /// Proved: a mate threat was parried by a move that makes one.
    ParriedByTsumero "詰めろ逃れの詰めろ" "parried by a mate threat",
    /// Proved: a mate threat stood, the move gives no check, and the mate is there.
    IgnoredTsumero "詰めろ放置" "ignored mate threat",
    /// Proved: the position is hisshi for the mover's side.
    Hisshi "必至" "brinkmate",
    /// Proved: hisshi was to be had, and the move lets it go.
    MissedHisshi "必至逃し" "missed brinkmate",
    /// The side to move may declare a win, by the rules.
    Declarable "宣言可能" "declarable",
    /// The mover could have declared a win and played on, by the rules.
    MissedDeclaration "宣言逃し" "missed declaration",
    /// The opponent's last move lost 10 points or more, and this one gives back most of it.
    MissedChance "逸機" "missed chance",
    /// The game leaves one side's hands for the last time before it reaches the other's.
    TurningPoint "逆転" "turning point",
    /// The loser's last move from 40 percent or more to less, for good.
    LosingMove "敗着" "losing move",
    /// The winner's first move after which it keeps 90 percent or more.
    Clincher "決め手" "clincher",
    /// The second-best move is 15 points or more behind.
    OnlyMove "この一手" "only move",
    /// The move is among the three most natural and loses 10 points or more.
    NaturalTrap "自然な悪手" "natural trap",
    /// The move gives up material: its exchange is worth less than -300.
    Sacrifice "捨て駒" "sacrifice",
    /// The classes by different numbers of nodes disagree.
    Unstable "判定不安定" "unstable",
    /// The best move and the played one are both proved wins, both proved losses, or far from even.
    Decided "大勢決す" "decided",
}
