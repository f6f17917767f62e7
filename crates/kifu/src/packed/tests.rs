//! Codes and positions that other programs agree on, bad bytes, and positions without a king.

use shogi::{Color, Setup};

use super::codes::{HAND_ORDER, Off, off_code};
use super::{Packing, UnpackError, pack, unpack};

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
