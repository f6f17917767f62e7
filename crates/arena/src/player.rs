//! A player: which program, with which options and limit. Written in a TOML file or as one
//! argument.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use crate::error::ArenaError;
use crate::limit::Limit;

/// One engine with its settings.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The name in tables; the command's last part if it is not given.
    #[serde(default)]
    pub name: String,
    /// The program.
    pub command: String,
    /// Its arguments.
    #[serde(default)]
    pub args: Vec<String>,
    /// The directory it runs in.
    #[serde(default)]
    pub directory: Option<PathBuf>,
    /// USI options by name; numbers, truth values and text.
    #[serde(default, deserialize_with = "option_values")]
    pub options: BTreeMap<String, String>,
    /// Variables of its environment, besides those of the arena.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// Its own limit, instead of the match's.
    #[serde(default)]
    pub limit: Option<Limit>,
    /// Start it anew for every game.
    #[serde(default)]
    pub restart: bool,
}

/// Options are written as TOML has them: `USI_Hash = 64`, `OwnBook = false`.
fn option_values<'de, D>(deserializer: D) -> Result<BTreeMap<String, String>, D::Error>
where
    D: serde::Deserializer<'de>,
{
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Value {
        Truth(bool),
        Whole(i64),
        Real(f64),
        Text(String),
    }
    let values = BTreeMap::<String, Value>::deserialize(deserializer)?;
    let text = |value| match value {
        Value::Truth(truth) => truth.to_string(),
        Value::Whole(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => text,
    };
    Ok(values.into_iter().map(|(name, value)| (name, text(value))).collect())
}

/// A file of engines: any number of `[[engine]]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayersFile {
    #[serde(default)]
    engine: Vec<Player>,
}

/// Reads a TOML file of engines.
pub fn read_players(path: &Path) -> Result<Vec<Player>, ArenaError> {
    let text = fs::read_to_string(path).map_err(|error| ArenaError::unreadable(path, &error))?;
    let file: PlayersFile = toml::from_str(&text).map_err(|error| {
        let line = error.span().map_or(1, |span| text[..span.start].lines().count().max(1));
        let what = error.message().lines().collect::<Vec<_>>().join(" ");
        ArenaError::Request(format!("{}, line {line}: {what}", path.display()))
    })?;
    Ok(file.engine.into_iter().map(Player::named).collect())
}

impl Player {
    /// Reads one argument: a command with its arguments, or parts separated by `;`, such as
    /// `cmd=./engine --usi;name=new;limit=nodes=1000;option.USI_Hash=16`.
    pub fn from_argument(text: &str) -> Result<Self, ArenaError> {
        let text = text.strip_prefix("cmd=").unwrap_or(text);
        let mut parts = text.split(';');
        let mut words = parts.next().unwrap_or_default().split_whitespace().map(str::to_owned);
        let command = words.next().ok_or_else(|| {
            ArenaError::Request("expected an engine's name or its command".to_owned())
        })?;
        let mut player = Self { command, args: words.collect(), ..Self::default() };
        for part in parts.filter(|part| !part.trim().is_empty()) {
            let wrong = |why: &str| ArenaError::Request(format!("engine part {part:?}: {why}"));
            let (name, value) = part.split_once('=').ok_or_else(|| wrong("expected name=value"))?;
            let value = value.trim().to_owned();
            match name.trim() {
                "name" => player.name = value,
                "dir" => player.directory = Some(value.into()),
                "limit" => {
                    player.limit = Some(value.parse().map_err(|error: crate::LimitError| {
                        ArenaError::Request(error.to_string())
                    })?);
                }
                "restart" => {
                    player.restart = value.parse().map_err(|_| wrong("expected true or false"))?;
                }
                name => match (name.strip_prefix("option."), name.strip_prefix("env.")) {
                    (Some(option), _) => {
                        player.options.insert(option.to_owned(), value);
                    }
                    (_, Some(variable)) => {
                        player.environment.insert(variable.to_owned(), value);
                    }
                    _ => {
                        return Err(wrong(
                            "expected name, dir, limit, restart, option.NAME or env.NAME",
                        ));
                    }
                },
            }
        }
        Ok(player.named())
    }

    fn named(mut self) -> Self {
        if self.name.is_empty() {
            let file = Path::new(&self.command).file_name();
            self.name = file.map_or_else(|| self.command.clone(), |n| n.to_string_lossy().into());
        }
        self
    }

    /// The program as it is started; its standard error is piped.
    pub fn program(&self) -> Command {
        let mut program = Command::new(&self.command);
        program.args(&self.args).envs(&self.environment).stderr(Stdio::piped());
        if let Some(directory) = &self.directory {
            program.current_dir(directory);
        }
        program
    }

    /// The threads it thinks with, as far as its options say.
    pub fn threads(&self) -> usize {
        self.options.get("Threads").and_then(|number| number.parse().ok()).unwrap_or(1)
    }
}

/// Gives players with the same name different ones.
pub fn make_names_unique(players: &mut [Player]) {
    for at in 1..players.len() {
        let base = players[at].name.clone();
        let mut number = 2;
        while players[..at].iter().any(|other| other.name == players[at].name) {
            players[at].name = format!("{base}-{number}");
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments() {
        let text = "cmd=./engine --usi;name=new;limit=main=1,inc=0.1;option.Book File=a=b;env.X=1";
        let player = Player::from_argument(text).unwrap();
        assert_eq!(
            (player.command.as_str(), player.args.as_slice()),
            ("./engine", &["--usi".to_owned()][..])
        );
        assert_eq!(player.name, "new");
        assert_eq!(player.options["Book File"], "a=b");
        assert_eq!(player.environment["X"], "1");
        assert_eq!(player.limit, Some("main=1,inc=0.1".parse().unwrap()));
        assert_eq!(Player::from_argument("/usr/games/gpsusi").unwrap().name, "gpsusi");
        for wrong in ["", ";name=x", "a;b", "a;speed=1", "a;limit=x=1"] {
            assert!(Player::from_argument(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn toml() {
        let text = r#"
            [[engine]]
            command = "/usr/games/gpsusi"
            limit = "byoyomi=2"
            options = { USI_Hash = 64, OwnBook = false, EvalDir = "eval" }
        "#;
        let file: PlayersFile = toml::from_str(text).unwrap();
        let player = file.engine[0].clone().named();
        assert_eq!((player.name.as_str(), player.threads()), ("gpsusi", 1));
        assert_eq!(player.options["OwnBook"], "false");
        assert!(toml::from_str::<PlayersFile>("[[engine]]\ncommand='x'\nfoo=1").is_err());
    }

    #[test]
    fn equal_names_get_numbers() {
        let mut players = vec![Player::from_argument("a").unwrap(); 3];
        make_names_unique(&mut players);
        let names: Vec<_> = players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["a", "a-2", "a-3"]);
    }
}
