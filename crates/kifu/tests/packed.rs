//! A million random positions through both packed forms, and records as streams and maps.

use kifu::packed::{Packing, pack, unpack};
use kifu::records::{
    FixedRecord, Hcpe, Mapped, Psv, RecordError, RecordReader, RecordWriter, open,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shogi::{Handicap, Position};

const POSITIONS: usize = 1_000_000;

/// Calls `f` with positions of random games from all starts.
fn random_positions(count: usize, mut f: impl FnMut(&Position)) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(256);
    let mut left = count;
    while left > 0 {
        let start = Handicap::ALL[random.random_range(0..Handicap::ALL.len())];
        let mut position = start.position();
        for _ in 0..300 {
            f(&position);
            left -= 1;
            let moves = position.legal_moves();
            if moves.is_empty() || left == 0 {
                break;
            }
            position.play(moves[random.random_range(0..moves.len())]);
        }
    }
}

#[test]
fn a_million_positions_go_both_ways() {
    random_positions(POSITIONS, |position| {
        let mut setup = position.setup();
        setup.move_number = 1;
        for packing in [Packing::Psv, Packing::Hcp] {
            let packed = pack(&setup, packing).expect("a position fits");
            assert_eq!(unpack(&packed, packing).as_ref(), Ok(&setup), "{packing:?}");
        }
    });
}

fn some_records() -> Vec<Psv> {
    let mut records = Vec::new();
    random_positions(20_000, |position| {
        let setup = position.setup();
        records.push(Psv {
            position: pack(&setup, Packing::Psv).expect("a position fits"),
            score: (records.len() % 3001) as i16 - 1500,
            move_bits: position.legal_moves().first().map_or(0, |mv| mv.bits()),
            ply: setup.move_number as u16,
            result: (records.len() % 3) as i8 - 1,
            padding: 0,
        });
    });
    records
}

#[test]
fn streams_maps_and_compression() {
    let records = some_records();
    let mut plain = Vec::new();
    let mut writer = RecordWriter::new(&mut plain);
    records.iter().for_each(|record| writer.write(record).expect("memory"));
    writer.finish().expect("memory");
    assert_eq!(plain.len(), records.len() * Psv::SIZE);

    let mut compressed = Vec::new();
    let mut writer = RecordWriter::compressed(&mut compressed, 3).expect("an encoder");
    records.iter().for_each(|record| writer.write(record).expect("memory"));
    writer.finish().expect("memory");
    assert!(compressed.len() < plain.len());

    for bytes in [&plain, &compressed] {
        let read: Result<Vec<Psv>, RecordError> = open(&bytes[..]).expect("a reader").collect();
        assert!(read.expect("records") == records);
    }
    for record in records.iter().take(1000) {
        let setup = record.setup().expect("a position");
        let position = Position::try_from(setup).expect("a legal position");
        assert!(record.mv().is_none_or(|mv| position.is_legal(mv)));
    }

    let path = std::env::temp_dir().join(format!("kifu-mapped-{}.psv", std::process::id()));
    std::fs::write(&path, &plain).expect("a file");
    let mapped: Mapped<Psv> =
        Mapped::new(&std::fs::File::open(&path).expect("the file")).expect("a map");
    assert_eq!(mapped.len(), records.len());
    assert!(mapped.iter().eq(records.iter().copied()));
    assert_eq!(mapped.get(777), Some(records[777]));
    assert_eq!(mapped.get(records.len()), None);
    drop(mapped);
    std::fs::remove_file(&path).expect("the file");
}

#[test]
fn a_cut_file_is_said() {
    let bytes = [0; 40 * 3 + 7];
    let read: Vec<_> = RecordReader::<_, Psv>::new(&bytes[..]).collect();
    assert_eq!(read.len(), 4);
    assert!(matches!(read[3], Err(RecordError::Cut { records: 3, bytes: 7 })));
    let bytes = [0; 38 * 2];
    let read: Vec<_> = RecordReader::<_, Hcpe>::new(&bytes[..]).collect();
    assert!(read.len() == 2 && read.iter().all(Result::is_ok));
}
