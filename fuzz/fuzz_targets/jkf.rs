//! Any bytes as JKF: games or errors with a message; what was read survives every format.
#![no_main]

mod record;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| record::check(data, kifu::Format::Jkf));
