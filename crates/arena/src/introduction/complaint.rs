//! Which sentences of an engine are complaints about its options?
//!
//! USI has no reply for a refused value: engines use `info string` and words of their own. A
//! sentence with a word such as "error" is a complaint. It is about the player's options if it
//! contains the name or the value of one of them, or if the engine does not say it when it is
//! started without them.

use std::collections::BTreeMap;
use std::path::Path;

use crate::player::Player;
use crate::rules::Rules;
use crate::seat::Seat;

/// Parts of words and phrases that engines use when something is wrong.
const COMPLAINTS: [&str; 22] = [
    "error",
    "fail",
    "cannot",
    "can't",
    "can not",
    "could not",
    "couldn't",
    "unable",
    "invalid",
    "illegal",
    "unknown",
    "unrecogni",
    "unsupported",
    "not supported",
    "no such",
    "there is no ",
    "not found",
    "does not exist",
    "doesn't exist",
    "expected",
    "out of range",
    "not a usable",
];

/// The shortest value by which a complaint is recognised; shorter ones occur in any sentence.
const SHORTEST_VALUE: usize = 3;

/// The sentences of an engine by their weight.
#[derive(Default)]
pub(super) struct Said {
    /// Complaints about the player's options.
    pub refusals: Vec<String>,
    /// Other complaints.
    pub warnings: Vec<String>,
    /// All other sentences.
    pub remarks: Vec<String>,
}

/// Sorts what an engine said before it was ready.
pub(super) fn sort(sentences: &[String], player: &Player, rules: &Rules) -> Said {
    let mut said = Said::default();
    // The engine is started a second time only if there is a complaint of unknown origin.
    let mut usual: Option<Vec<String>> = None;
    for sentence in sentences.iter().cloned() {
        if !is_complaint(&sentence) {
            let is_warning = sentence.to_lowercase().contains("warning");
            let list = if is_warning { &mut said.warnings } else { &mut said.remarks };
            list.push(sentence);
        } else if is_about_options(&sentence, player) {
            said.refusals.push(sentence);
        } else if player.options.is_empty() {
            said.warnings.push(sentence);
        } else {
            let usual = usual.get_or_insert_with(|| without_options(player, rules));
            let is_usual =
                usual.iter().any(|other| without_digits(other) == without_digits(&sentence));
            let list = if is_usual { &mut said.warnings } else { &mut said.refusals };
            list.push(sentence);
        }
    }
    said
}

fn is_complaint(sentence: &str) -> bool {
    let sentence = sentence.to_lowercase();
    COMPLAINTS.iter().any(|part| sentence.contains(part))
}

/// Does the sentence contain the name or the value of one of the player's options?
fn is_about_options(sentence: &str, player: &Player) -> bool {
    let sentence = sentence.to_lowercase();
    player.options.iter().any(|(name, value)| {
        let file = Path::new(value).file_name().map(|file| file.to_string_lossy().into_owned());
        let is_telling = |text: &&str| {
            text.chars().count() >= SHORTEST_VALUE && !matches!(*text, "true" | "false")
        };
        let mut values = [Some(value.as_str()), file.as_deref()].into_iter().flatten();
        has_word(&sentence, &name.to_lowercase())
            || values.any(|text| is_telling(&text) && has_word(&sentence, &text.to_lowercase()))
    })
}

/// Does the text contain the word, with no letter or digit on either side of it?
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word).any(|(at, found)| {
        let (before, after) = (&text[..at], &text[at + found.len()..]);
        !is_part(before.chars().next_back()) && !is_part(after.chars().next())
    })
}

/// What the engine says before it is ready if it is given no options; nothing if it does not get
/// ready.
fn without_options(player: &Player, rules: &Rules) -> Vec<String> {
    let mut seat = Seat::new(Player { options: BTreeMap::new(), ..player.clone() });
    let sentences = match seat.prepare(rules) {
        Ok(()) => seat.remarks().to_vec(),
        Err(_) => Vec::new(),
    };
    seat.leave();
    sentences
}

/// Leaves out digits, because sizes and times differ from start to start.
fn without_digits(sentence: &str) -> String {
    sentence.chars().filter(|c| !c.is_ascii_digit()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(options: &str) -> Player {
        Player::from_argument(&format!("engine;{options}")).unwrap()
    }

    #[test]
    fn complaints() {
        for sentence in [
            "/nonexistent.bin: No such file or directory",
            "option Recipe: expected one of a, b, found \"c\"",
            "Error! : can't read file : book/standard_book.db",
            "ERROR: The network file was not loaded successfully, load failed",
            "no hash table of 99999 MB: Cannot allocate memory (os error 12)",
            "No such option: Hash",
        ] {
            assert!(is_complaint(sentence), "{sentence}");
        }
        for sentence in ["network HalfKP 256x2-32-32 loaded", "the built-in evaluation plays", ""] {
            assert!(!is_complaint(sentence), "{sentence}");
        }
    }

    #[test]
    fn names_and_values_as_words() {
        let is_about = |options, sentence| is_about_options(sentence, &player(options));
        assert!(is_about("option.EvalDir=/x/eval", "/x/eval/nn.bin: no such file"));
        assert!(is_about("option.EvalFile=nets/nn.bin", "error: NN.BIN is not a network"));
        assert!(is_about("option.USI_Hash=99999", "no hash table of 99999 MB: error"));
        assert!(is_about("option.Off=x", "option off: no technique is called x"));
        assert!(!is_about("option.Threads=2", "no book: os error 2"));
        assert!(!is_about("option.Hash=256", "error in hashing, block 12256"));
        assert!(!is_about("option.OwnBook=true", "error: true colours"));
    }
}
