//! The page is embedded again whenever its built files change.

fn main() {
    // The folder is missing until the page has been built; cargo then looks again at every build.
    println!("cargo::rerun-if-changed=dist");
}
