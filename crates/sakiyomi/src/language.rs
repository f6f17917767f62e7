//! The languages of texts.

/// A language of the texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Language {
    /// English
    En,
    /// Japanese
    Ja,
}

impl Language {
    /// Returns the language of the locale, from the variables that the function reads.
    pub(crate) fn of_locale(read: impl Fn(&str) -> Option<String>) -> Self {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
        let locale = names.iter().find_map(|name| read(name).filter(|value| !value.is_empty()));
        if locale.is_some_and(|locale| locale.starts_with("ja")) { Self::Ja } else { Self::En }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_decides() {
        let of = |pairs: &[(&str, &str)]| {
            let pairs: Vec<(String, String)> =
                pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
            Language::of_locale(|name| {
                pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
            })
        };
        assert_eq!(of(&[]), Language::En);
        assert_eq!(of(&[("LANG", "ja_JP.UTF-8")]), Language::Ja);
        assert_eq!(of(&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "C")]), Language::En);
        assert_eq!(of(&[("LANG", "en_GB.UTF-8"), ("LC_ALL", "")]), Language::En);
    }
}
