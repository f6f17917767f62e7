//! Does the file that an option names exist?

use std::path::{Path, PathBuf};

use usi::OptionLine;

use crate::player::Player;

/// Is the value a word such as `<empty>`, `no_book` or `classic`, not the name of a file? If the
/// engine does not know the word, its own complaint stops the match.
fn is_word(value: &str) -> bool {
    !value.contains(['.', '/', '\\'])
}

/// Checks that a file option names an existing file. The engine may look for it in its working
/// folder, beside its program, or there in a folder that another option names (`BookDir`).
pub(super) fn check(
    player: &Player,
    declared: &[OptionLine],
    name: &str,
    value: &str,
) -> Result<(), String> {
    // A log is written by the engine and need not exist yet.
    if is_word(value) || name.to_ascii_lowercase().contains("log") {
        return Ok(());
    }
    let roots = roots(player);
    let folders: Vec<&str> = folders(player, declared).collect();
    let exists = |root: &PathBuf| {
        root.join(value).exists() || folders.iter().any(|dir| root.join(dir).join(value).exists())
    };
    if roots.iter().any(exists) {
        return Ok(());
    }
    let places: Vec<String> = roots.iter().map(|root| root.display().to_string()).collect();
    let place = if Path::new(value).is_absolute() {
        String::new()
    } else {
        format!(" in {}", places.join(" or "))
    };
    Err(format!("the file {value:?} does not exist{place}"))
}

/// The working folder of the engine and the folder of its program.
fn roots(player: &Player) -> Vec<PathBuf> {
    let working = player.directory.clone().unwrap_or_else(|| ".".into());
    let program = Path::new(&player.command).parent().filter(|dir| !dir.as_os_str().is_empty());
    let mut roots = vec![std::path::absolute(&working).unwrap_or(working)];
    roots.extend(program.map(|dir| std::path::absolute(dir).unwrap_or(dir.to_owned())));
    roots.dedup();
    roots
}

/// The folders that options name: the player's values, and the defaults of the others.
fn folders<'a>(player: &'a Player, declared: &'a [OptionLine]) -> impl Iterator<Item = &'a str> {
    let is_folder = |option: &&OptionLine| option.name.to_ascii_lowercase().ends_with("dir");
    declared.iter().filter(is_folder).filter_map(|option| {
        let set = player.options.iter().find(|(name, _)| option.is_named(name));
        set.map(|(_, value)| value.as_str()).or(option.default.as_deref())
    })
}
