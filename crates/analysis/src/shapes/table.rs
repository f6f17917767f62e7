//! The table of names: tab-separated lines with kind, id, names, conditions, the names that this one
//! stands over, and whether the definition is sure. The rows were written for this project.

use std::fmt;

use super::atom::Condition;

/// The table that is part of the program.
const BUILT_IN: &str = include_str!("castles_openings.tsv");

/// The digest of the built-in table (FNV-1a, 64 bits), by which a report names the table it used.
pub fn digest() -> String {
    let hash = BUILT_IN.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// What a name belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// 囲い.
    Castle,
    /// 戦法.
    Opening,
}

impl Kind {
    /// The word in the table and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Castle => "castle",
            Self::Opening => "opening",
        }
    }
}

/// A castle or an opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Castle or opening.
    pub kind: Kind,
    /// The id, unique in the table.
    pub id: String,
    /// The Japanese name.
    pub japanese: String,
    /// The Japanese name in Latin letters.
    pub romaji: String,
    /// The English name.
    pub english: String,
    /// The conditions; all of them must hold.
    pub needs: Vec<Condition>,
    /// The ids that are dropped where this one is found.
    pub over: Vec<String>,
    /// Is the definition beyond doubt? Others are found but not put into sentences.
    pub sure: bool,
}

/// A list of castles and openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    entries: Vec<Entry>,
}

/// A line of a table that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: TableProblem,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableProblem {
    /// The line has not eight fields.
    Fields(usize),
    /// The kind is neither `castle` nor `opening`.
    Kind(String),
    /// A condition is not understood.
    Condition(String),
    /// The last field is neither `y` nor `n`.
    Sure(String),
    /// A name or the list of conditions is empty.
    Empty(&'static str),
    /// The id was used before.
    Twice(String),
    /// `over` names an id that the table does not have.
    Unknown(String),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.problem {
            TableProblem::Fields(count) => {
                write!(f, "{count} fields, expected eight separated by tabs")
            }
            TableProblem::Kind(text) => write!(f, "'{text}' is neither castle nor opening"),
            TableProblem::Condition(text) => write!(f, "'{text}' is not a condition"),
            TableProblem::Sure(text) => write!(f, "'{text}' is neither y nor n"),
            TableProblem::Empty(field) => write!(f, "the field '{field}' is empty"),
            TableProblem::Twice(id) => write!(f, "the id '{id}' was used before"),
            TableProblem::Unknown(id) => write!(f, "no line has the id '{id}'"),
        }
    }
}

impl std::error::Error for TableError {}

impl Table {
    /// The table that is part of the program.
    pub fn built_in() -> &'static Self {
        static TABLE: std::sync::OnceLock<Table> = std::sync::OnceLock::new();
        TABLE.get_or_init(|| Self::parse(BUILT_IN).expect("the tests read the built-in table"))
    }

    /// Reads a table; lines that are empty or begin with `#` are skipped.
    pub fn parse(text: &str) -> Result<Self, TableError> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut lines = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line_number = index + 1;
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let at_line = |problem| TableError { line: line_number, problem };
            let entry = Entry::parse(line).map_err(at_line)?;
            if entries.iter().any(|known| known.id == entry.id) {
                return Err(at_line(TableProblem::Twice(entry.id)));
            }
            entries.push(entry);
            lines.push(line_number);
        }
        let table = Self { entries };
        for (entry, &line) in table.entries.iter().zip(&lines) {
            if let Some(id) = entry.over.iter().find(|id| table.get(id).is_none()) {
                return Err(TableError { line, problem: TableProblem::Unknown(id.clone()) });
            }
        }
        Ok(table)
    }

    /// All entries in the order of the table.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry with the id.
    pub fn get(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }
}

impl Entry {
    fn parse(line: &str) -> Result<Self, TableProblem> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [kind, id, japanese, romaji, english, needs, over, sure] = fields[..] else {
            return Err(TableProblem::Fields(fields.len()));
        };
        let kind = match kind {
            "castle" => Kind::Castle,
            "opening" => Kind::Opening,
            other => return Err(TableProblem::Kind(other.to_owned())),
        };
        let named = [("id", id), ("ja", japanese), ("romaji", romaji), ("en", english)];
        if let Some((field, _)) = named.into_iter().find(|(_, text)| text.is_empty()) {
            return Err(TableProblem::Empty(field));
        }
        let needs = needs
            .split_whitespace()
            .map(|text| {
                Condition::parse(text).ok_or_else(|| TableProblem::Condition(text.to_owned()))
            })
            .collect::<Result<Vec<_>, _>>()?;
        if needs.is_empty() {
            return Err(TableProblem::Empty("needs"));
        }
        let sure = match sure.trim_end() {
            "y" => true,
            "n" => false,
            other => return Err(TableProblem::Sure(other.to_owned())),
        };
        Ok(Self {
            kind,
            id: id.to_owned(),
            japanese: japanese.to_owned(),
            romaji: romaji.to_owned(),
            english: english.to_owned(),
            needs,
            over: over.split(',').filter(|id| !id.is_empty()).map(str::to_owned).collect(),
            sure,
        })
    }
}
