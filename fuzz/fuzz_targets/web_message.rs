//! Any text is a message of the board's page or is refused; positions, games and trees in it do no
//! harm, and a tree comes back as it went.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    web::rehearse(text);
});
