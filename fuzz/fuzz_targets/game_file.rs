//! Any bytes are self-play games or an error with a message; games come back as they were read.
#![no_main]

use learn::game_file::{GameReader, write_game, write_header};
use learn::played::PlayedGame;
use libfuzzer_sys::fuzz_target;

fn read(bytes: &[u8]) -> Vec<PlayedGame> {
    let mut games = Vec::new();
    match GameReader::new(bytes) {
        Ok(mut reader) => {
            for game in &mut reader {
                match game {
                    Ok(game) => games.push(game),
                    Err(error) => {
                        assert!(!error.to_string().is_empty());
                        return games;
                    }
                }
            }
            assert!(reader.good_length() <= bytes.len() as u64);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    games
}

fn check(bytes: &[u8]) {
    let games = read(bytes);
    let mut written = Vec::new();
    write_header(&mut written).expect("memory");
    for game in &games {
        // Bytes that leave out pieces are read, but cannot be packed again.
        if write_game(&mut written, game).is_err() {
            return;
        }
    }
    assert_eq!(read(&written), games);
}

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    // The same bytes as a game behind a good header and a good frame.
    let mut file = Vec::new();
    write_header(&mut file).expect("memory");
    file.extend((bytes.len() as u32).to_le_bytes());
    file.extend(crc32fast::hash(bytes).to_le_bytes());
    file.extend(bytes);
    check(&file);
});
