//! The options that all kinds of matches share, and the plan they make.

use std::path::PathBuf;

use arena::{
    Agreement, ArenaError, Declaration, Limit, Mode, OnRefusal, Opening, Plan, Player, Rules,
    SprtBounds, Workers, make_names_unique, random_openings, read_openings, read_players,
};
use clap::{Args, ValueEnum};

/// Under which rule a declaration wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum DeclarationArg {
    /// 28 points for Black, 27 for White
    Points27,
    /// 31 points win, 24 to 30 draw
    Points24,
    /// A king on the other's start square wins
    Try,
    /// No declaration wins
    None,
}

#[derive(Args)]
pub(super) struct Setting {
    /// Engines: commands, descriptions, or names from --engines [default: all from --engines]
    #[arg(value_name = "ENGINE")]
    players: Vec<String>,

    /// A TOML file with [[engine]] tables
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,

    /// Limit of engines without their own: main, inc, byoyomi, movetime in seconds, nodes, depth
    #[arg(long, value_name = "LIMIT", default_value = "byoyomi=1")]
    limit: String,

    /// Openings, one USI line each [default: made at random]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Plies of openings made at random
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(super) random_plies: usize,

    /// Take the openings of the file in their order
    #[arg(long)]
    in_order: bool,

    /// Decides openings and their order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Games at the same time [default: as many as there are processors for]
    #[arg(long, value_name = "N")]
    concurrency: Option<usize>,

    /// Keep each worker and its engines on one processor
    #[arg(long)]
    pin: bool,

    /// The results file [default: the kind of match, as in match.db]
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,

    /// Go on with the results file where it stopped
    #[arg(long)]
    pub(super) resume: bool,

    /// Show warnings and failures only, no progress
    #[arg(long)]
    pub(super) quiet: bool,

    /// Play even if an engine refuses an option or a file that an option names does not exist
    #[arg(long)]
    force: bool,

    /// The game is a draw after N plies
    #[arg(long, value_name = "N", default_value_t = 512)]
    max_moves: u32,

    /// Which declarations win
    #[arg(long, value_name = "RULE", value_enum, default_value_t = DeclarationArg::Points27)]
    declaration: DeclarationArg,

    /// A win when both sides see SCORE centipawns or more for it for MOVES moves each
    #[arg(long, value_name = "SCORE,MOVES")]
    agreed_win: Option<String>,

    /// A draw when both sides see SCORE centipawns or less for MOVES moves each from PLY on
    #[arg(long, value_name = "SCORE,MOVES,PLY")]
    agreed_draw: Option<String>,

    /// An announced mate wins if the mate solver proves it within N nodes
    #[arg(long, value_name = "N")]
    confirm_mates: Option<u64>,

    /// Milliseconds by which an answer may be late
    #[arg(long, value_name = "MS", default_value_t = 100)]
    tolerance: u64,

    /// Seconds until an engine without a limit in time is given up
    #[arg(long, value_name = "S", default_value_t = 60)]
    patience: u64,
}

impl Setting {
    /// The plan that the options make.
    pub(super) fn plan(
        &self,
        mode: Mode,
        games: u64,
        sprt: Option<SprtBounds>,
    ) -> Result<Plan, ArenaError> {
        let limit: Limit = self
            .limit
            .parse()
            .map_err(|error: arena::LimitError| ArenaError::Request(error.to_string()))?;
        Ok(Plan {
            mode,
            players: self.players()?,
            limit,
            rules: self.rules()?,
            seed: self.seed,
            is_shuffled: self.openings.is_some() && !self.in_order,
            has_random_openings: self.openings.is_none(),
            games,
            sprt,
        })
    }

    fn players(&self) -> Result<Vec<Player>, ArenaError> {
        let known = match &self.engines {
            Some(path) => read_players(path)?,
            None => Vec::new(),
        };
        let find = |text: &String| match known.iter().find(|player| player.name == *text) {
            Some(player) => Ok(player.clone()),
            None => Player::from_argument(text),
        };
        let mut players: Vec<Player> = self.players.iter().map(find).collect::<Result<_, _>>()?;
        if players.is_empty() {
            players = known;
        }
        make_names_unique(&mut players);
        Ok(players)
    }

    fn rules(&self) -> Result<Rules, ArenaError> {
        let win = self.agreed_win.as_deref().map(|text| numbers(text, "--agreed-win"));
        let draw = self.agreed_draw.as_deref().map(|text| numbers(text, "--agreed-draw"));
        Ok(Rules {
            max_moves: self.max_moves,
            declaration: match self.declaration {
                DeclarationArg::Points27 => Declaration::Points27,
                DeclarationArg::Points24 => Declaration::Points24,
                DeclarationArg::Try => Declaration::Try,
                DeclarationArg::None => Declaration::None,
            },
            agreed_win: win.transpose()?.map(|[score, moves]| agreement(score, moves, 0)),
            agreed_draw: draw.transpose()?.map(|[score, moves, ply]| agreement(score, moves, ply)),
            confirm_mates: self.confirm_mates,
            tolerance_ms: self.tolerance,
            patience_ms: self.patience.saturating_mul(1000),
        })
    }

    /// The openings of a plan; as many random ones as it has different ones to play.
    pub(super) fn openings(&self, plan: &Plan) -> Result<Vec<Opening>, ArenaError> {
        let pairings = plan.schedule(1).pairings().len().max(1) as u64;
        self.openings_for(plan.games.div_ceil(2).div_ceil(pairings))
    }

    /// The openings of the file, or `count` random ones.
    pub(super) fn openings_for(&self, count: u64) -> Result<Vec<Opening>, ArenaError> {
        match &self.openings {
            Some(path) => read_openings(path),
            None => {
                let count = usize::try_from(count).unwrap_or(usize::MAX);
                Ok(random_openings(count, self.random_plies, self.seed))
            }
        }
    }

    /// The results file, named after the kind of work if it is not given.
    pub(super) fn results_named(&self, kind: &str) -> PathBuf {
        self.results.clone().unwrap_or_else(|| format!("{kind}.db").into())
    }

    /// The consequence of an option value that an engine refuses.
    pub(super) fn on_refusal(&self) -> OnRefusal {
        if self.force { OnRefusal::PlayOn } else { OnRefusal::Stop }
    }

    pub(super) fn workers(&self, plan: &Plan) -> Workers {
        let default = Workers::for_plan(plan);
        Workers { count: self.concurrency.unwrap_or(default.count).max(1), is_pinned: self.pin }
    }
}

fn agreement(score: u32, moves: u32, from_ply: u32) -> Agreement {
    Agreement { score: i32::try_from(score).unwrap_or(i32::MAX), moves, from_ply }
}

/// Numbers separated by commas.
fn numbers<const N: usize>(text: &str, option: &str) -> Result<[u32; N], ArenaError> {
    let wrong = || {
        let sentence = format!("{option} {text:?}: expected {N} numbers separated by commas");
        ArenaError::Request(sentence)
    };
    let numbers: Vec<u32> = text
        .split(',')
        .map(|number| number.trim().parse().map_err(|_| wrong()))
        .collect::<Result<_, _>>()?;
    numbers.try_into().map_err(|_| wrong())
}
