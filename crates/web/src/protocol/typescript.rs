//! The protocol in TypeScript, written from the Rust types and compared with the committed file.

use std::collections::BTreeMap;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use super::*;

/// Collects the declarations of a type and of all types in it.
struct Declarations<'a> {
    config: &'a Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types without a path are TypeScript's own.
        if T::output_path().is_none() || self.found.contains_key(&T::ident(self.config)) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let text = format!("{docs}export {}\n", compact(&T::decl(self.config)));
        self.found.insert(T::ident(self.config), text);
        T::visit_dependencies(self);
    }
}

/// Returns a declaration without the comments of its fields, which stand in the Rust files, and one
/// kind of message a line.
fn compact(declaration: &str) -> String {
    let mut text = String::new();
    let mut rest = declaration;
    while let Some((before, after)) = rest.split_once("/**") {
        text.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, rest)| rest);
    }
    text.push_str(rest);
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace(" | { \"t\"", "\n  | { \"t\"").replace(" | ({ \"t\"", "\n  | ({ \"t\"")
}

fn protocol() -> String {
    let config = Config::new().with_large_int("number");
    let mut all = Declarations { config: &config, found: BTreeMap::new() };
    all.visit::<Request>();
    all.visit::<ServerMessage>();
    all.visit::<Health>();
    all.visit::<ErrorBody>();
    all.visit::<ReadRecords>();
    all.visit::<Losses>();
    all.visit::<GameList>();
    all.visit::<GamesPage>();
    all.visit::<ArenaFile>();
    all.visit::<ProblemSet>();
    all.visit::<Problem>();
    let mut text = String::from(
        "// The messages between page and server. Written by the test \
         `the_typescript_is_current` of the crate `web`\n// from its Rust types; to change it, \
         change them and run SAKIYOMI_WRITE=1 cargo test -p web typescript.\n\n",
    );
    text.push_str(&format!("export const VERSION = {VERSION};\n"));
    for declaration in all.found.values() {
        text.push('\n');
        text.push_str(declaration);
    }
    text
}

#[test]
fn the_typescript_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/src/protocol/protocol.ts");
    let text = protocol();
    if std::env::var_os("SAKIYOMI_WRITE").is_some() {
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(&file, &text).expect("a file");
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(committed == text, "stale: run SAKIYOMI_WRITE=1 cargo test -p web typescript");
}
