//! Ten files that are no networks: each is refused with a sentence that says what is wrong where.

mod common;

use common::network::KP_256;
use eval::nnue::Network;

fn message(bytes: &[u8]) -> String {
    Network::from_bytes(bytes).expect_err("a damaged file").to_string()
}

#[test]
fn ten_damaged_files_ten_messages() {
    let good = KP_256.file(1);
    assert!(Network::from_bytes(&good).is_ok());
    let text_at = 12;
    let features_hash_at = text_at + 30;
    let network_hash_at = good.len() - (4 + 32) - (128 + 1024) - (128 + 16_384) - 4;
    let with = |at: usize, number: u32| {
        let mut bytes = good.clone();
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        bytes
    };
    let random: Vec<u8> = {
        let mut numbers = common::Numbers(7);
        (0..good.len()).map(|_| numbers.next() as u8).collect()
    };
    let longer = [&good[..], &[0; 100]].concat();
    let start = "not a usable nn.bin network: ";
    let size = "expected 893782 bytes as in every K-P 256x2-32-32";
    let cases: [(&str, Vec<u8>, String); 10] = [
        ("empty", Vec::new(), "version (byte 0): expected 4 bytes, found 0".into()),
        ("cut in the header", good[..6].to_vec(), "file hash (byte 4): expected 4 bytes, found 2".into()),
        (
            "random bytes",
            random.clone(),
            format!(
                "version (byte 0): expected 0x7af32f16, found {:#010x}",
                u32::from_le_bytes([random[0], random[1], random[2], random[3]])
            ),
        ),
        (
            "another format",
            with(0, 0x0403_4B50),
            "version (byte 0): expected 0x7af32f16, found 0x04034b50".into(),
        ),
        (
            "another architecture",
            with(4, 0x3C20_3B32),
            "file hash (byte 4): expected that of a HalfKP, K-P or KingZone network of a known size, found 0x3c203b32".into(),
        ),
        (
            "a huge text",
            with(8, u32::MAX),
            format!(
                "length of the architecture text (byte 8): expected at most the {} bytes that follow, found 4294967295",
                good.len() - 12
            ),
        ),
        (
            "cut in the weights",
            good[..good.len() / 2].to_vec(),
            format!("file size (byte 0): {size}, found {}", good.len() / 2),
        ),
        ("too long", longer.clone(), format!("file size (byte 0): {size}, found {}", longer.len())),
        (
            "wrong hash of the first layer",
            with(features_hash_at, 1),
            "hash of the first layer (byte 42): expected 0x3f5715ff as in every K-P 256x2-32-32, found 0x00000001".into(),
        ),
        (
            "wrong hash of the dense layers",
            with(network_hash_at, 0xDEAD_BEEF),
            format!(
                "hash of the dense layers (byte {network_hash_at}): expected 0x63337156 as in every K-P 256x2-32-32, found 0xdeadbeef"
            ),
        ),
    ];
    for (name, bytes, expected) in cases {
        let found = message(&bytes);
        eprintln!("{name}: {found}");
        assert_eq!(found, format!("{start}{expected}"), "{name}");
    }
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    let good = KP_256.file(2);
    for length in (0..100).chain((100..good.len()).step_by(9973)) {
        // Eight bytes less is the size of a file without inner hashes.
        if length + 8 != good.len() {
            assert!(Network::from_bytes(&good[..length]).is_err(), "{length}");
        }
    }
}

#[test]
fn inner_hashes_may_be_missing() {
    let shape = common::network::Shape { features_hash: 0, network_hash: 0, ..KP_256 };
    let network = Network::from_bytes(&shape.file(3)).expect("a network");
    assert_eq!(network.architecture().to_string(), "K-P 256x2-32-32");
}
