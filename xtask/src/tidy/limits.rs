//! What the lower layers must not know. The rules hold for `src/` without its test modules.

use super::architecture::{Architecture, Row};
use super::source::{SourceFile, has_word};
use super::{Remark, numbered_lines};

/// From this layer up a crate may meet the outer world.
const OUTER_LAYER: u32 = 4;

struct Limit {
    applies: fn(&Row) -> bool,
    words: &'static [&'static str],
    why: &'static str,
}

const LIMITS: [Limit; 5] = [
    Limit {
        applies: is_inner,
        words: &["stdin", "stdout", "print!", "println!", "eprint!", "eprintln!"],
        why: "readers and writers are passed in below layer 4",
    },
    Limit {
        applies: is_inner,
        words: &["std::net", "TcpStream", "TcpListener", "UdpSocket"],
        why: "no sockets below layer 4",
    },
    Limit {
        applies: is_inner,
        words: &["Instant", "SystemTime"],
        why: "a clock is passed in below layer 4",
    },
    Limit { applies: is_rules, words: &["f32", "f64"], why: "the rules need no floats" },
    Limit {
        applies: is_rules,
        words: &["std::thread", "thread::spawn", "thread_local!"],
        why: "the rules start no threads",
    },
];

fn is_inner(row: &Row) -> bool {
    row.layer.is_some_and(|layer| layer < OUTER_LAYER)
}

fn is_rules(row: &Row) -> bool {
    row.name == "shogi"
}

pub(super) fn forbidden_words(file: &SourceFile, architecture: &Architecture) -> Vec<Remark> {
    let Some(row) = crate_of(&file.path).and_then(|name| architecture.row(name)) else {
        return Vec::new();
    };
    let mut remarks = Vec::new();
    for (number, line) in numbered_lines(without_test_module(&file.code)) {
        for limit in LIMITS.iter().filter(|limit| (limit.applies)(row)) {
            for word in limit.words.iter().filter(|word| has_word(line, word)) {
                remarks.push((number, format!("`{word}` in `{}`: {}", row.name, limit.why)));
            }
        }
    }
    remarks
}

/// The crate whose product code the file is part of.
fn crate_of(path: &str) -> Option<&str> {
    let (name, file) = path.strip_prefix("crates/")?.split_once("/src/")?;
    let is_test = file.ends_with("tests.rs") || file.contains("tests/");
    (!is_test).then_some(name)
}

/// The code up to the test module at the end of the file.
fn without_test_module(code: &str) -> &str {
    code.find("#[cfg(test)]\nmod ").map_or(code, |start| &code[..start])
}

#[cfg(test)]
mod tests {
    use super::super::architecture::tests::MAP;
    use super::*;

    fn count(path: &str, text: &str) -> usize {
        let architecture = Architecture::parse(MAP).expect("well formed");
        forbidden_words(&SourceFile::new(path.to_owned(), text.to_owned()), &architecture).len()
    }

    #[test]
    fn inner_layers_do_not_meet_the_world() {
        for bad in [
            "let a = std::io::stdin();",
            "println!();",
            "use std::net::TcpStream as A;",
            "use std::time::Instant;",
            "std::time::SystemTime::now()",
        ] {
            assert!(count("crates/eval/src/lib.rs", bad) > 0, "{bad}");
            assert_eq!(count("crates/sakiyomi/src/main.rs", bad), 0, "{bad}");
            assert_eq!(count("crates/eval/benches/speed.rs", bad), 0, "{bad}");
        }
    }

    #[test]
    fn the_rules_have_no_floats_and_no_threads() {
        for bad in ["let a: f32 = b;", "a as f64", "std::thread::spawn(f)"] {
            assert!(count("crates/shogi/src/movegen/drops.rs", bad) > 0, "{bad}");
            assert_eq!(count("crates/eval/src/lib.rs", bad), 0, "{bad}");
        }
    }

    #[test]
    fn comments_strings_and_test_modules_are_free() {
        let text = "//! No f64 here.\nconst A: &str = \"f64\";\n#[cfg(test)]\nmod tests {\n    use std::time::Instant;\n}\n";
        assert_eq!(count("crates/shogi/src/lib.rs", text), 0);
        assert_eq!(count("crates/shogi/src/movegen/tests.rs", "f64"), 0);
        assert_eq!(count("crates/shogi/src/lib.rs", "#[cfg(test)]\nuse a;\nf64"), 1);
    }
}
