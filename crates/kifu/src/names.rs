//! Names of pieces in Japanese and in CSA, and names of start positions.

use shogi::{Color, PieceKind, Setup};

use PieceKind::{
    Bishop, Dragon, Gold, Horse, King, Knight, Lance, Pawn, ProKnight, ProLance, ProPawn,
    ProSilver, Rook, Silver,
};

/// Names met in records, longer ones before those they start with.
const JAPANESE: [(&str, PieceKind); 40] = [
    ("成香", ProLance),
    ("成桂", ProKnight),
    ("成銀", ProSilver),
    ("成歩", ProPawn),
    ("成角", Horse),
    ("成飛", Dragon),
    ("と金", ProPawn),
    ("竜王", Dragon),
    ("龍王", Dragon),
    ("竜馬", Horse),
    ("龍馬", Horse),
    ("飛車", Rook),
    ("角行", Bishop),
    ("金将", Gold),
    ("銀将", Silver),
    ("桂馬", Knight),
    ("香車", Lance),
    ("歩兵", Pawn),
    ("王将", King),
    ("玉将", King),
    ("歩", Pawn),
    ("香", Lance),
    ("桂", Knight),
    ("銀", Silver),
    ("金", Gold),
    ("角", Bishop),
    ("飛", Rook),
    ("玉", King),
    ("王", King),
    ("と", ProPawn),
    ("ト", ProPawn),
    ("个", ProPawn),
    ("杏", ProLance),
    ("圭", ProKnight),
    ("全", ProSilver),
    ("馬", Horse),
    ("龍", Dragon),
    ("竜", Dragon),
    ("仝", ProSilver),
    ("今", ProKnight),
];

/// Reads the name of a piece at the start; gives the rest.
pub(crate) fn japanese_kind(text: &str) -> Option<(PieceKind, &str)> {
    JAPANESE.iter().find_map(|&(name, kind)| Some((kind, text.strip_prefix(name)?)))
}

/// The name in a move.
pub const fn japanese_name(kind: PieceKind) -> &'static str {
    match kind {
        Pawn => "歩",
        Lance => "香",
        Knight => "桂",
        Silver => "銀",
        Gold => "金",
        Bishop => "角",
        Rook => "飛",
        King => "玉",
        ProPawn => "と",
        ProLance => "成香",
        ProKnight => "成桂",
        ProSilver => "成銀",
        Horse => "馬",
        Dragon => "龍",
    }
}

/// The two letters in CSA.
pub(crate) const fn csa_name(kind: PieceKind) -> &'static str {
    match kind {
        Pawn => "FU",
        Lance => "KY",
        Knight => "KE",
        Silver => "GI",
        Gold => "KI",
        Bishop => "KA",
        Rook => "HI",
        King => "OU",
        ProPawn => "TO",
        ProLance => "NY",
        ProKnight => "NK",
        ProSilver => "NG",
        Horse => "UM",
        Dragon => "RY",
    }
}

/// The kind with these two letters.
pub(crate) const fn csa_kind(name: [u8; 2]) -> Option<PieceKind> {
    Some(match &name {
        b"FU" => Pawn,
        b"KY" => Lance,
        b"KE" => Knight,
        b"GI" => Silver,
        b"KI" => Gold,
        b"KA" => Bishop,
        b"HI" => Rook,
        b"OU" => King,
        b"TO" => ProPawn,
        b"NY" => ProLance,
        b"NK" => ProKnight,
        b"NG" => ProSilver,
        b"UM" => Horse,
        b"RY" => Dragon,
        _ => return None,
    })
}

/// A start position with a name. The names are those of KIF files; programs agree on what they
/// mean but for three pieces (some leave out the other lance), which is therefore written as a
/// board.
pub(crate) struct NamedStart {
    pub(crate) japanese: &'static str,
    /// The preset of JKF; empty if there is none.
    pub(crate) jkf: &'static str,
    /// White's first two ranks.
    ranks: &'static str,
    /// May be written by name.
    pub(crate) is_agreed: bool,
}

const fn start(
    japanese: &'static str,
    jkf: &'static str,
    ranks: &'static str,
    is_agreed: bool,
) -> NamedStart {
    NamedStart { japanese, jkf, ranks, is_agreed }
}

/// All that are read. The first name of a position is the one that is written.
pub(crate) const STARTS: [NamedStart; 19] = [
    start("平手", "HIRATE", "lnsgkgsnl/1r5b1", true),
    start("香落ち", "KY", "lnsgkgsn1/1r5b1", true),
    start("左香落ち", "KY", "lnsgkgsn1/1r5b1", true),
    start("右香落ち", "KY_R", "1nsgkgsnl/1r5b1", true),
    start("角落ち", "KA", "lnsgkgsnl/1r7", true),
    start("飛車落ち", "HI", "lnsgkgsnl/7b1", true),
    start("飛落ち", "HI", "lnsgkgsnl/7b1", true),
    start("飛香落ち", "HIKY", "lnsgkgsn1/7b1", true),
    start("二枚落ち", "2", "lnsgkgsnl/9", true),
    start("三枚落ち", "3", "lnsgkgsn1/9", false),
    start("四枚落ち", "4", "1nsgkgsn1/9", true),
    start("五枚落ち", "5", "2sgkgsn1/9", false),
    start("左五枚落ち", "5_L", "1nsgkgs2/9", false),
    start("六枚落ち", "6", "2sgkgs2/9", true),
    start("左七枚落ち", "7_L", "2sgkg3/9", false),
    start("七枚落ち", "", "2sgkg3/9", false),
    start("右七枚落ち", "7_R", "3gkgs2/9", false),
    start("八枚落ち", "8", "3gkg3/9", true),
    start("十枚落ち", "10", "4k4/9", true),
];

impl NamedStart {
    pub(crate) fn setup(&self) -> Setup {
        let turn = if self.jkf == "HIRATE" { 'b' } else { 'w' };
        let sfen = format!("{}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {turn} - 1", self.ranks);
        match sfen.parse() {
            Ok(setup) => setup,
            Err(error) => unreachable!("{sfen}: {error}"),
        }
    }

    /// The start that a KIF header names. Variants of the numerals and of 落/落ち are accepted.
    pub(crate) fn from_japanese(name: &str) -> Option<&'static Self> {
        let name: String = name.chars().filter(|&c| !crate::text::is_blank(c)).collect();
        let stem = |name: &str| {
            let stem = name.trim_end_matches('ち').trim_end_matches('落').replace("落ち", "");
            stem.chars()
                .map(|c| match c {
                    '2' | '２' | '弐' => '二',
                    '3' | '３' => '三',
                    '4' | '４' => '四',
                    '5' | '５' => '五',
                    '6' | '６' => '六',
                    '7' | '７' => '七',
                    '8' | '８' => '八',
                    _ => c,
                })
                .collect::<String>()
                .replace("10", "十")
                .replace("１０", "十")
        };
        STARTS.iter().find(|start| stem(start.japanese) == stem(&name))
    }

    /// The start with this preset in JKF.
    pub(crate) fn from_jkf(preset: &str) -> Option<&'static Self> {
        STARTS.iter().find(|start| !start.jkf.is_empty() && start.jkf == preset)
    }

    /// The name of an arrangement, if it has one.
    pub(crate) fn of(setup: &Setup) -> Option<&'static Self> {
        // Most games are even: the usual case needs no text of the others.
        let white_first = setup.turn == Color::White;
        let possible = if white_first { &STARTS[1..] } else { &STARTS[..1] };
        possible.iter().find(|start| start.setup() == *setup)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi::Position;

    #[test]
    fn names_of_pieces_go_both_ways() {
        for kind in PieceKind::ALL {
            assert_eq!(japanese_kind(japanese_name(kind)), Some((kind, "")));
            let Ok(csa) = csa_name(kind).as_bytes().try_into() else { panic!("two letters") };
            assert_eq!(csa_kind(csa), Some(kind));
            assert_eq!(japanese_kind(&kind.kanji().to_string()), Some((kind, "")));
        }
    }

    #[test]
    fn starts_are_positions() {
        for start in &STARTS {
            assert!(Position::try_from(start.setup()).is_ok());
            assert!(NamedStart::of(&start.setup()).is_some());
            let found = NamedStart::from_japanese(start.japanese).map(|found| found.japanese);
            assert_eq!(found, Some(start.japanese));
        }
        for (text, name) in [("2枚落ち", "二枚落ち"), ("平手　　", "平手"), ("角落", "角落ち")]
        {
            assert_eq!(NamedStart::from_japanese(text).map(|start| start.japanese), Some(name));
        }
        assert!(NamedStart::from_japanese("その他").is_none());
    }
}
