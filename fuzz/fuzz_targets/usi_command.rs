//! Any line is a command, a reply or an error with a message; what is understood has one spelling.
#![no_main]

use libfuzzer_sys::fuzz_target;
use usi::{Command, Reply};

fuzz_target!(|line: &str| {
    match Command::parse(line) {
        Ok(parsed) => {
            let text = parsed.command.to_string();
            let again = Command::parse(&text).expect("our own text is a command");
            assert!(again.ignored.is_empty(), "{text:?}");
            assert_eq!(again.command.to_string(), text);
            if let Command::Position(position) = &parsed.command
                && let Err(error) = position.position()
            {
                assert!(!error.to_string().is_empty());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match Reply::parse(line) {
        Ok(reply) => {
            let text = reply.to_string();
            let again = Reply::parse(&text).expect("our own text is a reply");
            assert_eq!(again.to_string(), text);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
