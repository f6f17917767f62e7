//! Positions in 32 bytes: PackedSfen as YaneuraOu has it and hcp as Apery and dlshogi have it.
//!
//! Both write the turn, the squares of the two kings (81: none), the other squares from 1a to 9i
//! and the pieces in hand in a code of variable length, lowest bit first. They differ in the codes
//! of some pieces and in the order of the flags behind them. Every piece costs one bit less in hand
//! than on the board, where an empty square costs one; so with the pieces of a full set (those
//! missing go to a "box" behind the hands) the sum is always 256 bits.

use std::fmt;

use shogi::{Color, HandKind, Piece, PieceKind, Setup, Square};

/// Which of the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// PackedSfen, of PSV files.
    Psv,
    /// HuffmanCodedPos, of hcpe files.
    Hcp,
}

/// A position in 32 bytes.
pub type PackedPosition = [u8; 32];

const BITS: u32 = 256;
/// The square of a king that is not there.
const NO_KING: u64 = 81;
/// The order of kinds in hands and box.
const HAND_ORDER: [HandKind; 7] = [
    HandKind::Pawn,
    HandKind::Lance,
    HandKind::Knight,
    HandKind::Silver,
    HandKind::Gold,
    HandKind::Bishop,
    HandKind::Rook,
];

/// A bit string, its first bit lowest.
#[derive(Clone, Copy)]
struct Code {
    bits: u8,
    length: u8,
}

const fn code(bits: u8, length: u8) -> Code {
    Code { bits, length }
}

/// The code of a kind on the board, without its flags.
const fn board_code(packing: Packing, kind: PieceKind) -> Code {
    match (kind, packing) {
        (PieceKind::Pawn, _) => code(0b01, 2),
        (PieceKind::Lance, _) => code(0b0011, 4),
        (PieceKind::Knight, Packing::Psv) | (PieceKind::Silver, Packing::Hcp) => code(0b1011, 4),
        (PieceKind::Knight, Packing::Hcp) | (PieceKind::Silver, Packing::Psv) => code(0b0111, 4),
        (PieceKind::Gold, _) => code(0b01111, 5),
        (PieceKind::Bishop, _) => code(0b011111, 6),
        (PieceKind::Rook, _) => code(0b111111, 6),
        _ => code(0, 1),
    }
}

/// The code of a piece on the board with its flags.
const fn piece_code(packing: Packing, piece: Piece) -> Code {
    let kind = piece.kind();
    let base = board_code(packing, kind.unpromoted());
    let color = piece.color() as u8;
    let promoted = kind.is_promoted() as u8;
    if matches!(kind, PieceKind::Gold) {
        return code(base.bits | color << base.length, base.length + 1);
    }
    let flags = match packing {
        Packing::Psv => promoted | color << 1,
        Packing::Hcp => color | promoted << 1,
    };
    code(base.bits | flags << base.length, base.length + 2)
}

/// Where a piece behind the board is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Off {
    Hand(Color),
    Box,
}

/// The code of a piece in hand or in the box.
const fn off_code(packing: Packing, kind: HandKind, off: Off) -> Code {
    let base = board_code(packing, kind.kind());
    let (short, length) = (base.bits >> 1, base.length - 1);
    let color = matches!(off, Off::Hand(Color::White)) as u8;
    let is_box = matches!(off, Off::Box);
    match (packing, kind) {
        // The box's gold is a promoted silver of White.
        (Packing::Psv, HandKind::Gold) if is_box => code(0b11011, 5),
        (Packing::Hcp, HandKind::Gold) if is_box => code(0b11101, 5),
        (_, HandKind::Gold) => code(short | color << length, length + 1),
        (Packing::Psv, _) => code(short | (is_box as u8 | color << 1) << length, length + 2),
        // 1111, then hand or box, then which of the two.
        (Packing::Hcp, HandKind::Bishop | HandKind::Rook) => {
            let is_rook = matches!(kind, HandKind::Rook) as u8;
            code(0b1111 | (!is_box as u8) << 4 | is_rook << 5 | color << 6, 7)
        }
        (Packing::Hcp, _) => {
            // The first flag is that of the box, unlike on the board.
            let flags = is_box as u8 | color << 1;
            code(short | flags << length, length + 2)
        }
    }
}

/// What the next bits of a board mean.
#[derive(Clone, Copy)]
struct BoardEntry {
    piece: Option<Piece>,
    length: u8,
}

#[derive(Clone, Copy)]
struct OffEntry {
    found: Option<(HandKind, Off)>,
    length: u8,
}

/// A run of empty squares and the piece behind it, as far as [`STRIDE`] bits show them: the bits of
/// it all lowest (they are needed first), then its squares, then the number of the piece.
#[derive(Clone, Copy)]
struct Run(u32);

impl Run {
    const fn new(piece: Option<Piece>, length: u32, squares: u32) -> Self {
        let piece = match piece {
            Some(piece) => piece.index() as u32,
            None => 0,
        };
        Self(length | squares << 8 | piece << 16)
    }

    #[inline(always)]
    const fn length(self) -> u32 {
        self.0 & 255
    }

    #[inline(always)]
    const fn squares(self) -> u32 {
        self.0 >> 8 & 255
    }

    /// The number of the piece; 0 for none.
    #[inline(always)]
    const fn piece(self) -> usize {
        (self.0 >> 16) as usize
    }
}

/// The pieces by their numbers.
const PIECES: [Option<Piece>; Piece::TABLE] = {
    let mut pieces = [None; Piece::TABLE];
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < PieceKind::ALL.len() {
            let piece = Piece::new(Color::ALL[color], PieceKind::ALL[kind]);
            pieces[piece.index()] = Some(piece);
            kind += 1;
        }
        color += 1;
    }
    pieces
};

/// Bits looked up at once.
const STRIDE: u32 = 12;
/// A window has at least 57 bits.
const STRIDES_IN_WINDOW: u32 = 57 / STRIDE;
const CODES_IN_WINDOW: u32 = 57 / 7;

/// Tables by the next twelve bits of the board and seven of the hands, filled from the codes above.
struct Tables {
    runs: [Run; 1 << STRIDE],
    off: [OffEntry; 128],
}

const fn tables(packing: Packing) -> Tables {
    let mut board = [BoardEntry { piece: None, length: 0 }; 256];
    let mut off = [OffEntry { found: None, length: 0 }; 128];
    let mut color_index = 0;
    while color_index < 2 {
        let color = Color::ALL[color_index];
        let mut kind_index = 0;
        while kind_index < PieceKind::ALL.len() {
            let kind = PieceKind::ALL[kind_index];
            kind_index += 1;
            if matches!(kind, PieceKind::King) {
                continue;
            }
            let piece = Piece::new(color, kind);
            let code = piece_code(packing, piece);
            let mut bits = 0;
            while bits < board.len() {
                if bits & ((1 << code.length) - 1) == code.bits as usize {
                    board[bits] = BoardEntry { piece: Some(piece), length: code.length };
                }
                bits += 1;
            }
        }
        color_index += 1;
    }
    let mut place = 0;
    while place < 3 {
        let at = match place {
            0 => Off::Hand(Color::Black),
            1 => Off::Hand(Color::White),
            _ => Off::Box,
        };
        let mut kind_index = 0;
        while kind_index < HandKind::ALL.len() {
            let kind = HandKind::ALL[kind_index];
            let code = off_code(packing, kind, at);
            let mut bits = 0;
            while bits < off.len() {
                if bits & ((1 << code.length) - 1) == code.bits as usize {
                    off[bits] = OffEntry { found: Some((kind, at)), length: code.length };
                }
                bits += 1;
            }
            kind_index += 1;
        }
        place += 1;
    }
    Tables { runs: runs(&board), off }
}

const fn runs(board: &[BoardEntry; 256]) -> [Run; 1 << STRIDE] {
    let mut runs = [Run(0); 1 << STRIDE];
    let mut bits = 0;
    while bits < runs.len() {
        let zeros = if bits == 0 { STRIDE } else { bits.trailing_zeros() };
        let entry = board[bits >> zeros & 255];
        let length = zeros + entry.length as u32;
        runs[bits] = if zeros < STRIDE && entry.piece.is_some() && length <= STRIDE {
            Run::new(entry.piece, length, zeros + 1)
        } else {
            Run::new(None, zeros, zeros)
        };
        bits += 1;
    }
    runs
}

/// How many pieces of each kind there are, as fields of one word: pawns lowest.
#[derive(Clone, Copy)]
struct Counts(u64);

const FIELD: u32 = 8;

impl Counts {
    /// One piece of each kind, by the number of the piece.
    const ONE: [u64; Piece::TABLE] = {
        let mut ones = [0; Piece::TABLE];
        let mut index = 0;
        while index < Piece::TABLE {
            let kind = index & 7;
            ones[index] = if kind == 0 { 0 } else { 1 << (FIELD * (kind as u32 - 1)) };
            index += 1;
        }
        ones
    };

    fn add(&mut self, index: usize) {
        self.0 += Self::ONE[index];
    }

    fn get(self, kind: HandKind) -> u8 {
        (self.0 >> (FIELD * (kind.index() as u32 - 1)) & 255) as u8
    }
}

static PSV_TABLES: Tables = tables(Packing::Psv);
static HCP_TABLES: Tables = tables(Packing::Hcp);

/// Why a position cannot be packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PackError {
    /// There are more pieces of a kind than a set has.
    TooMany(HandKind),
    /// A side has two kings.
    TwoKings(Color),
    /// Without a king there is one square more, and its bit finds no room.
    NoRoom,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany(kind) => write!(f, "more pieces of kind {kind} than a set has"),
            Self::TwoKings(_) => f.write_str("a side has two kings"),
            Self::NoRoom => f.write_str("a position with a missing king needs more than 256 bits"),
        }
    }
}

impl std::error::Error for PackError {}

/// Why 32 bytes are no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnpackError {
    /// The square of a king is above 81, or both are on one.
    King,
    /// Bits that are no piece, at this offset.
    Code(u32),
    /// The bits end inside a piece or before the last square.
    Length,
    /// There are more pieces of a kind than a set has.
    TooMany(HandKind),
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::King => f.write_str("the kings' squares are not two different ones below 82"),
            Self::Code(at) => write!(f, "bit {at}: no piece has this code"),
            Self::Length => f.write_str("the pieces do not fill 256 bits"),
            Self::TooMany(kind) => write!(f, "more pieces of kind {kind} than a set has"),
        }
    }
}

impl std::error::Error for UnpackError {}

struct Writer {
    words: [u64; 5],
    at: u32,
}

impl Writer {
    fn push(&mut self, bits: u64, length: u32) {
        let (word, shift) = ((self.at / 64) as usize, self.at % 64);
        if let Some(low) = self.words.get_mut(word) {
            *low |= bits << shift;
        }
        if shift + length > 64
            && let Some(high) = self.words.get_mut(word + 1)
        {
            *high |= bits >> (64 - shift);
        }
        self.at += length;
    }

    fn push_code(&mut self, code: Code) {
        self.push(u64::from(code.bits), u32::from(code.length));
    }
}

/// Packs a position.
pub fn pack(setup: &Setup, packing: Packing) -> Result<PackedPosition, PackError> {
    let mut kings = [NO_KING; 2];
    let mut left = [0_u8; 8];
    for kind in HandKind::ALL {
        let held: u32 = Color::ALL.map(|color| u32::from(setup.hand(color, kind))).iter().sum();
        let rest = u32::from(kind.in_set()).checked_sub(held).ok_or(PackError::TooMany(kind))?;
        left[kind.index()] = rest as u8;
    }
    for (square, piece) in setup.pieces() {
        match piece.kind().in_hand() {
            None if kings[piece.color().index()] != NO_KING => {
                return Err(PackError::TwoKings(piece.color()));
            }
            None => kings[piece.color().index()] = square.index() as u64,
            Some(kind) => {
                let rest = &mut left[kind.index()];
                *rest = rest.checked_sub(1).ok_or(PackError::TooMany(kind))?;
            }
        }
    }
    let mut out = Writer { words: [0; 5], at: 0 };
    out.push(setup.turn as u64, 1);
    out.push(kings[0], 7);
    out.push(kings[1], 7);
    for square in Square::all() {
        match setup.get(square) {
            None => out.push(0, 1),
            Some(piece) if piece.kind() == PieceKind::King => {}
            Some(piece) => out.push_code(piece_code(packing, piece)),
        }
    }
    for color in Color::ALL {
        for kind in HAND_ORDER {
            for _ in 0..setup.hand(color, kind) {
                out.push_code(off_code(packing, kind, Off::Hand(color)));
            }
        }
    }
    for kind in HAND_ORDER {
        for _ in 0..left[kind.index()] {
            out.push_code(off_code(packing, kind, Off::Box));
        }
    }
    // A missing king adds a bit; that can be spared only if it is zero, as readers assume.
    if out.words[4] != 0 {
        return Err(PackError::NoRoom);
    }
    let mut packed = [0; 32];
    for (bytes, word) in packed.chunks_exact_mut(8).zip(out.words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    Ok(packed)
}

/// The bits behind position `at`, at least 57 of them; zeros follow the end.
#[inline(always)]
fn window(padded: &[u8; 48], at: u32) -> u64 {
    let byte = (at >> 3) as usize;
    let mut word = [0; 8];
    if let Some(bytes) = padded.get(byte..byte + 8) {
        word.copy_from_slice(bytes);
    }
    u64::from_le_bytes(word) >> (at & 7)
}

/// Unpacks a position. The pieces are a well-formed arrangement, not necessarily a legal position.
#[inline]
pub fn unpack(packed: &PackedPosition, packing: Packing) -> Result<Setup, UnpackError> {
    let tables = match packing {
        Packing::Psv => &PSV_TABLES,
        Packing::Hcp => &HCP_TABLES,
    };
    let mut padded = [0; 48];
    padded[..32].copy_from_slice(packed);
    let mut setup = Setup::empty();
    let head = window(&padded, 0);
    setup.turn = Color::ALL[(head & 1) as usize];
    let kings = [head >> 1 & 127, head >> 8 & 127];
    if kings[0] > NO_KING || kings[1] > NO_KING || (kings[0] == kings[1] && kings[0] != NO_KING) {
        return Err(UnpackError::King);
    }
    for (color, king) in Color::ALL.into_iter().zip(kings) {
        if let Some(square) = Square::from_index(king as usize) {
            setup.set(square, Some(Piece::new(color, PieceKind::King)));
        }
    }
    // Squares are counted without the kings; these two say where to add one.
    let (first, second) = (kings[0].min(kings[1]) as u32, kings[0].max(kings[1]) as u32);
    let squares = 81 - u32::from(first != 81) - u32::from(second != 81);
    let mut counts = Counts(0);
    let mut put = |index: u32, piece: usize| {
        // Without a piece the last of the empty squares is emptied once more, which spares a branch.
        let piece = piece & (Piece::TABLE - 1);
        let mut square = index + u32::from(index >= first);
        square += u32::from(square >= second);
        if let Some(square) = Square::from_index(square as usize) {
            setup.set(square, PIECES[piece]);
        }
        counts.add(piece);
    };
    let mut at = 15;
    let mut index = 0;
    let (mut bits, mut strides) = (0, 0);
    while index < squares {
        if strides == 0 {
            bits = window(&padded, at);
            strides = STRIDES_IN_WINDOW;
        }
        strides -= 1;
        let run = tables.runs[(bits & ((1 << STRIDE) - 1)) as usize];
        if index + run.squares() > squares {
            // The run reaches into the hands: what is left of the board is empty.
            at += squares - index;
            break;
        }
        bits >>= run.length() & 63;
        at += run.length();
        index += run.squares();
        put(index.wrapping_sub(1), run.piece());
    }
    if at > BITS {
        return Err(UnpackError::Length);
    }
    // With a missing king the last bit is cut off; it is a zero.
    let end = BITS + u32::from(first == 81) + u32::from(second == 81);
    let mut hands = [Counts(0); 2];
    let mut strides = 0;
    while at < BITS {
        if strides == 0 {
            bits = window(&padded, at);
            strides = CODES_IN_WINDOW;
        }
        strides -= 1;
        let entry = tables.off[(bits & 127) as usize];
        bits >>= entry.length;
        let Some((kind, place)) = entry.found else { return Err(UnpackError::Code(at)) };
        if let Off::Hand(color) = place {
            hands[color.index()].add(kind.index());
        }
        counts.add(kind.index());
        at += u32::from(entry.length);
    }
    if at > end {
        return Err(UnpackError::Length);
    }
    for kind in HandKind::ALL {
        if counts.get(kind) > kind.in_set() {
            return Err(UnpackError::TooMany(kind));
        }
        for color in Color::ALL {
            let held = hands[color.index()].get(kind);
            if held > 0 {
                setup.set_hand(color, kind, held);
            }
        }
    }
    Ok(setup)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Binary numbers with their widths, lowest bit first, verified elsewhere.
    #[test]
    fn codes_of_hands_and_box() {
        type Codes = [(u8, u8); 7];
        let rows: [(Packing, Off, Codes); 6] = [
            (
                Packing::Psv,
                Off::Hand(Color::Black),
                [
                    (0b000, 3),
                    (0b00001, 5),
                    (0b00101, 5),
                    (0b00011, 5),
                    (0b00111, 5),
                    (0b0001111, 7),
                    (0b0011111, 7),
                ],
            ),
            (
                Packing::Psv,
                Off::Hand(Color::White),
                [
                    (0b100, 3),
                    (0b10001, 5),
                    (0b10101, 5),
                    (0b10011, 5),
                    (0b10111, 5),
                    (0b1001111, 7),
                    (0b1011111, 7),
                ],
            ),
            (
                Packing::Psv,
                Off::Box,
                [
                    (0b010, 3),
                    (0b01001, 5),
                    (0b01101, 5),
                    (0b01011, 5),
                    (0b11011, 5),
                    (0b0101111, 7),
                    (0b0111111, 7),
                ],
            ),
            (
                Packing::Hcp,
                Off::Hand(Color::Black),
                [
                    (0b000, 3),
                    (0b00001, 5),
                    (0b00011, 5),
                    (0b00101, 5),
                    (0b00111, 5),
                    (0b0011111, 7),
                    (0b0111111, 7),
                ],
            ),
            (
                Packing::Hcp,
                Off::Hand(Color::White),
                [
                    (0b100, 3),
                    (0b10001, 5),
                    (0b10011, 5),
                    (0b10101, 5),
                    (0b10111, 5),
                    (0b1011111, 7),
                    (0b1111111, 7),
                ],
            ),
            (
                Packing::Hcp,
                Off::Box,
                [
                    (0b010, 3),
                    (0b01001, 5),
                    (0b01011, 5),
                    (0b01101, 5),
                    (0b11101, 5),
                    (0b0001111, 7),
                    (0b0101111, 7),
                ],
            ),
        ];
        for (packing, off, codes) in rows {
            for (kind, (bits, length)) in HAND_ORDER.into_iter().zip(codes) {
                let code = off_code(packing, kind, off);
                assert_eq!((code.bits, code.length), (bits, length), "{packing:?} {kind:?}");
            }
        }
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn vectors() {
        for (sfen, hcp, psv) in [
            (
                "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
                "58a449210cd757217e8e4d212caf427814c2ab109e4d212cd75f213e8e49210c",
                "58a451220ceb67227e9653221caf447824c22b119e53221ceb6f223e9651220c",
            ),
            (
                "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
                "2381490986eb1565014b3cbee40200a0c417b84a0004c744113fc3f9912467bd",
                "2381510a86f515e900473c3ed5010020c52758530004cb48123fc3f99024ebbc",
            ),
            (
                "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
                "59a449210c9742fc1c9b42585e85f0288457213c9b42582e85f8382685303c5e",
                "59a451220cab44fc2ca744385e89f0488457223ca744385689f858468930bc7e",
            ),
        ] {
            let setup: Setup = sfen.parse().expect("a setup");
            for (packing, expected) in [(Packing::Hcp, hcp), (Packing::Psv, psv)] {
                let packed = pack(&setup, packing).expect("a packed position");
                assert_eq!(hex(&packed), expected, "{packing:?} {sfen}");
                assert_eq!(unpack(&packed, packing), Ok(setup.clone()), "{packing:?} {sfen}");
            }
        }
    }

    #[test]
    fn bad_bytes_are_refused() {
        let start: Setup =
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1".parse().expect("ok");
        let good = pack(&start, Packing::Psv).expect("a packed position");
        let mut bad = good;
        bad[0] |= 0xfe;
        assert_eq!(unpack(&bad, Packing::Psv), Err(UnpackError::King));
        assert!(unpack(&[0xff; 32], Packing::Psv).is_err());
        assert!(unpack(&[0; 32], Packing::Psv).is_err());
        for bit in 15..256 {
            let mut flipped = good;
            flipped[bit / 8] ^= 1 << (bit % 8);
            for packing in [Packing::Psv, Packing::Hcp] {
                if let Ok(setup) = unpack(&flipped, packing) {
                    assert_eq!(pack(&setup, packing).map(|p| unpack(&p, packing)), Ok(Ok(setup)));
                }
            }
        }
    }

    #[test]
    fn a_missing_king() {
        let tsume: Setup = "7nl/6gk1/9/6N2/9/9/9/9/9 b G 1".parse().expect("a setup");
        for packing in [Packing::Psv, Packing::Hcp] {
            let packed = pack(&tsume, packing).expect("room, for the box ends with a zero");
            assert_eq!(unpack(&packed, packing), Ok(tsume.clone()));
        }
    }
}
