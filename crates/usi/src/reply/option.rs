//! The words after `option`.

use std::fmt;

use engine::{OptionDescription, OptionKind};

/// The type of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionType {
    /// The option is `true` or `false`.
    Check,
    /// The option is a whole number.
    Spin,
    /// The option is one of several words.
    Combo,
    /// The option has no value; setting it does something.
    Button,
    /// The option is any text.
    String,
    /// The option is the name of a file.
    Filename,
}

const TYPES: [(&str, OptionType); 6] = [
    ("check", OptionType::Check),
    ("spin", OptionType::Spin),
    ("combo", OptionType::Combo),
    ("button", OptionType::Button),
    ("string", OptionType::String),
    ("filename", OptionType::Filename),
];

/// An option as an engine describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionLine {
    /// The name of the option.
    pub name: String,
    /// The type of the option.
    pub kind: OptionType,
    /// The default, if there is one; the empty text is written `<empty>`.
    pub default: Option<String>,
    /// The least number allowed.
    pub min: Option<i64>,
    /// The greatest number allowed.
    pub max: Option<i64>,
    /// The words to choose from.
    pub vars: Vec<String>,
}

const KEYWORDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

impl OptionLine {
    /// Reads the words after `option`. Names and values may contain blanks.
    pub(super) fn parse(rest: &str) -> Option<Self> {
        let mut parts: Vec<(&str, String)> = Vec::new();
        for word in rest.split_whitespace() {
            match parts.last_mut() {
                _ if KEYWORDS.contains(&word) => parts.push((word, String::new())),
                Some((_, value)) => {
                    if !value.is_empty() {
                        value.push(' ');
                    }
                    value.push_str(word);
                }
                None => return None,
            }
        }
        let find = |key: &str| parts.iter().find(|(word, _)| *word == key).map(|(_, value)| value);
        let kind = find("type")?;
        let empty = |value: &String| match value.as_str() {
            "<empty>" => String::new(),
            _ => value.clone(),
        };
        Some(Self {
            name: find("name").filter(|name| !name.is_empty())?.clone(),
            kind: TYPES.iter().find(|(word, _)| word == kind)?.1,
            default: find("default").map(empty),
            min: find("min").and_then(|value| value.parse().ok()),
            max: find("max").and_then(|value| value.parse().ok()),
            vars: parts
                .iter()
                .filter(|(word, _)| *word == "var")
                .map(|(_, value)| value.clone())
                .collect(),
        })
    }
}

impl OptionLine {
    /// Is this the option of that name? Engines do not distinguish upper and lower case.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Checks a value against the type, the range and the words of the option; the error says what
    /// was expected. Whether a file exists is not checked.
    pub fn check(&self, value: &str) -> Result<(), String> {
        let is_allowed = match self.kind {
            OptionType::Check => matches!(value, "true" | "false"),
            OptionType::Spin => value.parse::<i64>().is_ok_and(|number| {
                self.min.is_none_or(|min| min <= number) && self.max.is_none_or(|max| number <= max)
            }),
            OptionType::Combo => {
                let is_value = |word: &String| word.eq_ignore_ascii_case(value);
                self.vars.is_empty() || self.vars.iter().any(is_value)
            }
            OptionType::Button => value.is_empty(),
            OptionType::String | OptionType::Filename => true,
        };
        if is_allowed { Ok(()) } else { Err(self.expectation()) }
    }

    /// Describes the values that the option takes.
    fn expectation(&self) -> String {
        match (self.kind, self.min, self.max) {
            (OptionType::Check, ..) => "true or false".to_owned(),
            (OptionType::Spin, Some(min), Some(max)) => format!("a number from {min} to {max}"),
            (OptionType::Spin, Some(min), None) => format!("a number of at least {min}"),
            (OptionType::Spin, None, Some(max)) => format!("a number of at most {max}"),
            (OptionType::Spin, None, None) => "a whole number".to_owned(),
            (OptionType::Combo, ..) => format!("one of {}", self.vars.join(", ")),
            (OptionType::Button, ..) => "no value".to_owned(),
            (OptionType::String | OptionType::Filename, ..) => "any text".to_owned(),
        }
    }
}

impl From<OptionDescription> for OptionLine {
    fn from(description: OptionDescription) -> Self {
        let line = Self {
            name: description.name.to_owned(),
            kind: OptionType::Button,
            default: None,
            min: None,
            max: None,
            vars: Vec::new(),
        };
        match description.kind {
            OptionKind::Check(on) => {
                Self { kind: OptionType::Check, default: Some(on.to_string()), ..line }
            }
            OptionKind::Spin { default, min, max } => Self {
                kind: OptionType::Spin,
                default: Some(default.to_string()),
                min: Some(min),
                max: Some(max),
                ..line
            },
            OptionKind::Combo { default, words } => Self {
                kind: OptionType::Combo,
                default: Some(default.to_owned()),
                vars: words.iter().map(|&word| word.to_owned()).collect(),
                ..line
            },
            OptionKind::Text(text) => {
                Self { kind: OptionType::String, default: Some(text.to_owned()), ..line }
            }
            OptionKind::File(name) => {
                Self { kind: OptionType::Filename, default: Some(name.to_owned()), ..line }
            }
            OptionKind::Button(_) => line,
        }
    }
}

impl fmt::Display for OptionLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = TYPES.iter().find(|(_, kind)| *kind == self.kind).map_or("", |(word, _)| word);
        write!(f, "name {} type {kind}", self.name)?;
        match self.default.as_deref() {
            Some("") => f.write_str(" default <empty>")?,
            Some(default) => write!(f, " default {default}")?,
            None => {}
        }
        if let Some(min) = self.min {
            write!(f, " min {min}")?;
        }
        if let Some(max) = self.max {
            write!(f, " max {max}")?;
        }
        self.vars.iter().try_for_each(|var| write!(f, " var {var}"))
    }
}
