//! Messages of a reader about a record: warnings (something was repaired or is worth knowing)
//! and errors (there is no single legal reading).
//!
//! Both name the file, the place in it, the text that was read and the meaning it was given. A
//! reader may change or leave out nothing without one of them.

use std::fmt;
use std::sync::Arc;

use shogi::{Illegality, Move, SetupError, SfenError};

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A line, counted from 1.
    Line(usize),
    /// An element of a JKF file, such as `moves[12]`.
    Element(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "{line}"),
            Self::Element(path) => f.write_str(path),
        }
    }
}

/// How much a warning matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Read as written, but worth knowing: the record has no end, an end word is unknown.
    Note,
    /// Read otherwise than written, because only one reading is legal or makes sense.
    Repair,
}

/// The word before the message.
impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Repair => "warning",
        })
    }
}

macro_rules! warning_kinds {
    ($($(#[$doc:meta])* $name:ident $severity:ident $text:literal;)*) => {
        /// The subject of a warning.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum WarningKind { $($(#[$doc])* $name),* }

        impl WarningKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The severity.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity),* }
            }

            /// A name of a few words, for tables.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

warning_kinds! {
    /// The record stops without saying how the game ended; it may be cut off.
    NoEnd Note "no end";
    /// A blank line among the statements of a CSA file; a move may be missing there.
    BlankLine Note "blank line";
    /// An end word that is not in any list; it is kept.
    UnknownEnd Note "unknown end word";
    /// A pawn, bishop or rook could have promoted and did not; 成 may be missing.
    NonPromotion Note "rare non-promotion";
    /// The start is a diagram that the rules of play forbid, without a king for example.
    Diagram Note "diagram";
    /// Bytes that are not text in the file's encoding.
    Encoding Repair "encoding";
    /// The number before a move is not the one that follows.
    MoveNumber Repair "move number";
    /// 成 is missing, and without it the move (or a later one) is illegal.
    MissingPromotion Repair "missing 成";
    /// 成 is written, but the piece cannot promote.
    ImpossiblePromotion Repair "impossible 成";
    /// The piece is called by another name than the one that stands there.
    PieceName Repair "piece name";
    /// The origin is wrong; one piece of that name can go there.
    Origin Repair "origin";
    /// A piece is dropped although 打 is missing or moved although 打 is written.
    Drop Repair "drop";
    /// 右左直上寄引 do not fit, and only one piece can go there.
    Modifier Repair "modifier";
    /// The mark or sign of the other side, or a start position with the wrong side to move.
    Turn Repair "side to move";
    /// A mark, sign or number was lost; the rest of the line is a move.
    Garbled Repair "garbled move line";
    /// Moves go on behind an end word; the word became a comment.
    EndInside Repair "end word inside";
    /// An illegal move that ended the game; it became a comment of the end.
    IllegalEnd Repair "illegal last move";
    /// A variation that fits only on another line than the last.
    Variation Repair "variation";
    /// The closing line counts other moves than the record has.
    MoveCount Repair "move count";
    /// The closing line and the end word disagree.
    Result Repair "result";
    /// A line that means nothing here; it became a comment.
    UnreadLine Repair "line not understood";
    /// A clock time that cannot be read, or that belongs to no move.
    Time Repair "time";
    /// The handicap is named but the board is another one.
    Handicap Repair "handicap";
    /// The start position is not given or cannot be read whole.
    Start Repair "start position";
    /// A game begins without a separator.
    Separator Repair "separator";
}

/// Something that was repaired or is worth knowing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The file's name as the caller gave it.
    pub file: Arc<str>,
    /// The place in the file.
    pub place: Place,
    /// The subject.
    pub kind: WarningKind,
    /// The text in the file.
    pub read: String,
    /// The meaning it was given.
    pub meant: String,
}

impl Warning {
    /// The severity.
    pub fn severity(&self) -> Severity {
        self.kind.severity()
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, place, kind, read, meant } = self;
        if read.is_empty() {
            return write!(f, "{file}:{place}: {}: {meant}", kind.name());
        }
        write!(f, "{file}:{place}: {}: read {}, {meant}", kind.name(), Quoted(read))
    }
}

/// Why a record, or a game of it, is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The file's name as the caller gave it.
    pub file: Arc<str>,
    /// The place in the file.
    pub place: Place,
    /// The text in the file.
    pub read: String,
    /// The reason why it is refused.
    pub problem: Problem,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, place, read, problem } = self;
        if read.is_empty() {
            write!(f, "{file}:{place}: {problem}")
        } else {
            write!(f, "{file}:{place}: {}: {problem}", Quoted(read))
        }
    }
}

impl std::error::Error for ReadError {}

/// The reason why a record is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The file cannot be read.
    Io(String),
    /// Nothing in it looks like a record.
    NotARecord,
    /// It is longer than the reader's limit, in bytes.
    TooLong(u64),
    /// A move was expected; the text says what is wrong.
    NotAMove(&'static str),
    /// The move breaks a rule, and no other reading is legal.
    Illegal(Move, Illegality),
    /// No legal move fits the text.
    NoReading,
    /// Several legal moves fit the text.
    Ambiguous(Vec<Move>),
    /// Only this legal move fits, and the text does not quite describe it.
    Doubtful(Move, WarningKind),
    /// There is no move before 同.
    NothingToRecapture,
    /// The pieces of the start position are not a playable position.
    Setup(SetupError),
    /// The board cannot be read; the text says what was expected.
    Board(&'static str),
    /// The SFEN cannot be read.
    Sfen(SfenError),
    /// The file is not JSON, or not the JSON of a record.
    Json(String),
    /// A variation starts behind the end of every line.
    NoBranch(u32),
}

impl Problem {
    /// May it be about the move that lost a game because it broke the rules? Where a move has no
    /// origin, nothing may fit it at all.
    pub(crate) fn is_illegal_move(&self) -> bool {
        matches!(self, Self::Illegal(..) | Self::NoReading)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(reason) => write!(f, "cannot be read: {reason}"),
            Self::NotARecord => {
                f.write_str("not a game record: expected KIF, KI2, CSA, JKF or lines of USI moves")
            }
            Self::TooLong(limit) => {
                write!(f, "longer than {limit} bytes, the most that one game may have")
            }
            Self::NotAMove(expected) => write!(f, "not a move: {expected}"),
            Self::Illegal(mv, why) => write!(f, "the move {mv} is illegal: {why}"),
            Self::NoReading => f.write_str("no legal move fits"),
            Self::Ambiguous(moves) => {
                f.write_str("more than one legal move fits:")?;
                moves.iter().try_for_each(|mv| write!(f, " {mv}"))
            }
            Self::Doubtful(mv, WarningKind::NonPromotion) => write!(f, "成 or 不成? {mv} or {mv}+"),
            Self::Doubtful(mv, kind) => {
                write!(f, "only {mv} could be meant, and it is written otherwise ({})", kind.name())
            }
            Self::NothingToRecapture => {
                f.write_str("同 means the square of the move before, and there is none")
            }
            Self::Setup(error) => write!(f, "the start position cannot be played from: {error}"),
            Self::Board(expected) => write!(f, "the board cannot be read: {expected}"),
            Self::Sfen(error) => write!(f, "the SFEN cannot be read: {error}"),
            Self::Json(reason) => write!(f, "not JKF: {reason}"),
            Self::NoBranch(ply) => {
                write!(f, "the variation starts at move {ply}, and no line is that long")
            }
        }
    }
}

/// Text from a file as it can stand in one line of a message: control characters are escaped and
/// long text is cut.
pub struct Quoted<'a>(pub &'a str);

/// More characters than this are cut.
const LONGEST_QUOTE: usize = 60;

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for (index, c) in self.0.trim_matches(crate::text::is_blank).chars().enumerate() {
            if index == LONGEST_QUOTE {
                f.write_str("…")?;
                break;
            }
            match c {
                '\u{3000}' => f.write_str("　")?,
                c => write_printable(c, f)?,
            }
        }
        f.write_str("\"")
    }
}

/// Text from a file as it can be printed on a terminal: control characters, and those that turn the
/// direction of writing, are escaped. Line breaks and tabs stay.
pub struct Printable<'a>(pub &'a str);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '\n' | '\t' => write!(f, "{c}"),
            c => write_printable(c, f),
        })
    }
}

fn write_printable(c: char, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let turns =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if c.is_control() || turns { write!(f, "{}", c.escape_unicode()) } else { write!(f, "{c}") }
}
