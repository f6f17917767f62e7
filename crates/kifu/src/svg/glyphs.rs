//! The outlines of the characters on a diagram, from a file that tools/glyphs/extract.py wrote.

use std::sync::OnceLock;

/// The outlines by character, as SVG paths in units of 1/1000 em round the middle of the character.
pub(super) struct Glyphs(Vec<(char, &'static str)>);

impl Glyphs {
    /// The outlines of the file in the repository.
    pub(super) fn get() -> &'static Self {
        static GLYPHS: OnceLock<Glyphs> = OnceLock::new();
        GLYPHS.get_or_init(|| {
            let lines = include_str!("glyphs.txt").lines().filter(|line| !line.starts_with('#'));
            let glyph = |line: &'static str| {
                let (character, path) = line.split_once(' ')?;
                Some((character.chars().next()?, path))
            };
            Self(lines.filter_map(glyph).collect())
        })
    }

    /// The outline of a character; none if the file lacks it.
    pub(super) fn path(&self, character: char) -> Option<&'static str> {
        self.0.iter().find(|(known, _)| *known == character).map(|(_, path)| *path)
    }
}
