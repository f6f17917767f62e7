//! scale: which scale K turns the network's scores into games won?

use search::RecipeName;
use serde::{Deserialize, Serialize};
use shogi::{Color, Position};
use stats::{Logistic, Observation, SplitMix64};

use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::floodgate::{self, FloodgateGame};
use crate::markdown::{MarkdownTable, NOT_YET, percent, thousands};
use crate::player::{self, LabPlayer, SearchSpec, Until};
use crate::positions::PositionFile;
use crate::records::Records;
use crate::signature::SignedSearch;
use eval::EvaluatorName;

/// The jobs, and the games of each.
const JOBS: usize = 60;
const GAMES: usize = 10;
/// The positions of a game: one from each tenth.
const TENTHS: usize = 10;
/// The largest score that counts, in centipawns.
const CLAMP: i32 = 3_000;
/// Every twentieth job is held out.
const HELD_OUT: usize = 20;
/// The bins of the reliability table.
const BINS: usize = 10;
/// The rounds of the bootstrap over games.
const ROUNDS: usize = 400;
/// The habit of most programs.
const HABIT: f64 = 600.0;

fn nodes(scale: Scale) -> u64 {
    scale.pick(150_000, 300)
}

/// A game: whether Black won, and Black's scores at positions of its tenths.
#[derive(Clone, Serialize, Deserialize)]
struct Scored {
    black_won: bool,
    cp: Vec<i32>,
}

impl Scored {
    /// The observations, which weigh one together.
    fn observations(&self) -> Vec<Observation> {
        let weight = 1.0 / self.cp.len().max(1) as f64;
        self.cp.iter().map(|&cp| (f64::from(cp), self.black_won, weight)).collect()
    }
}

#[derive(Serialize, Deserialize)]
struct Block {
    games: Vec<Scored>,
}

fn scored(
    player: &mut LabPlayer,
    game: &FloodgateGame,
    nodes: u64,
    seed: u64,
) -> Result<Scored, LabError> {
    let mut random = SplitMix64::part(seed, game.moves.len() as u64);
    let plies = game.moves.len();
    let wanted: Vec<usize> = (0..TENTHS)
        .map(|tenth| {
            let (from, to) = (plies * tenth / TENTHS, plies * (tenth + 1) / TENTHS);
            from + random.below(to.saturating_sub(from).max(1))
        })
        .collect();
    let spec = SearchSpec::new(RecipeName::Tournament, Until::Nodes(nodes));
    let mut position = Position::startpos();
    let mut cp = Vec::new();
    for (ply, &mv) in game.moves.iter().enumerate() {
        if wanted.contains(&ply) {
            player.forget();
            let found = player.find(&position, &spec)?;
            let score = player.in_centipawns(search::Score::new(found.score)).clamp(-CLAMP, CLAMP);
            cp.push(if position.turn() == Color::Black { score } else { -score });
        }
        position.play(mv);
    }
    Ok(Scored { black_won: game.winner == Color::Black, cp })
}

fn block(scale: Scale, job: usize) -> Result<Block, LabError> {
    let mut player = LabPlayer::of(&player::network()?)?;
    let games = (0..scale.pick(GAMES, 3)).map(|index| {
        let place = job * GAMES + index;
        let missing = || LabError::Position(format!("there is no game {place}"));
        let game = match scale {
            Scale::Full => floodgate::to_fit()?.get(place).ok_or_else(missing)?.clone(),
            Scale::Quick => floodgate::quick(place)?,
        };
        scored(&mut player, &game, nodes(scale), place as u64)
    });
    Ok(Block { games: games.collect::<Result<_, _>>()? })
}

fn all<'a>(games: impl IntoIterator<Item = &'a Scored>) -> Vec<Observation> {
    games.into_iter().flat_map(Scored::observations).collect()
}

/// The scale of a curve; none if it does not rise.
fn scale_of(games: &[&Scored]) -> Option<(f64, Logistic)> {
    let curve = Logistic::fit(&all(games.iter().copied()))?;
    (curve.b > 0.0).then(|| (1.0 / curve.b, curve))
}

/// The 95 percent interval of the scale, by drawing whole games.
fn interval(games: &[&Scored]) -> Option<[f64; 2]> {
    let mut random = SplitMix64::new(7);
    let mut scales: Vec<f64> = (0..ROUNDS)
        .filter_map(|_| {
            let drawn: Vec<&Scored> =
                games.iter().map(|_| games[random.below(games.len())]).collect();
            scale_of(&drawn).map(|found| found.0)
        })
        .collect();
    scales.sort_by(f64::total_cmp);
    let at = |share: f64| scales.get((share * scales.len() as f64) as usize).copied();
    Some([at(0.025)?, at(0.975)?])
}

pub(super) struct ScaleFit;

impl Experiment for ScaleFit {
    fn name(&self) -> &'static str {
        "scale"
    }

    fn source(&self) -> &'static str {
        "No paper: the scale K of W = 1 / (1 + exp(-score / K)), which programs take as 600 by habit."
    }

    fn about(&self) -> &'static str {
        "Six hundred decided games of floodgate 2016, both players rated 3000 or more. From each tenth of a \
         game one position is drawn and searched with 150,000 nodes by the embedded network; scores \
         are clamped at 3,000. A logistic curve with an intercept for Black is fitted by Newton's method, \
         every game with weight 1; every twentieth block of games is held out. The interval is a \
         bootstrap over games."
    }

    fn searches(&self) -> Vec<SignedSearch> {
        vec![SignedSearch::of(RecipeName::Tournament).with(EvaluatorName::Network)]
    }

    fn files(&self) -> &'static [PositionFile] {
        &[]
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        vec![("nodes", nodes(scale).to_string()), ("clamp", CLAMP.to_string())]
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let job = |index: usize| Job::new(format!("games/{index}"), move |_| block(scale, index));
        Ok((0..scale.pick(JOBS, 2)).map(job).collect())
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let blocks: Vec<(String, Block)> = records.of("games/")?;
        let number = |name: &str| name.parse::<usize>().unwrap_or(0);
        let is_held_out = |name: &str| number(name) % HELD_OUT == HELD_OUT - 1;
        let part = |wanted: bool| -> Vec<&Scored> {
            let blocks = blocks.iter().filter(|(name, _)| is_held_out(name) == wanted);
            blocks.flat_map(|(_, block)| &block.games).collect()
        };
        let (fitted, held_out) = (part(false), part(true));
        let Some((k, curve)) = scale_of(&fitted) else {
            let markdown = format!("{NOT_YET}\n\n## What differs\n{DIFFERS}\n");
            return Ok(Report { markdown, ..Report::default() });
        };
        let interval = interval(&fitted)
            .map_or(NOT_YET.to_owned(), |[low, high]| format!("{low:.0} to {high:.0}"));
        let observations = all(held_out.iter().copied());
        let loss = |curve: Logistic| {
            let loss = curve.log_loss(&observations);
            loss.map_or(NOT_YET.to_owned(), |loss| format!("{loss:.4}"))
        };
        let mut losses = MarkdownTable::new(&["curve", "log loss, held out"]);
        let habit = Logistic { a: 0.0, b: 1.0 / HABIT };
        for (name, curve) in [
            ("fitted, with Black's intercept".to_owned(), curve),
            (format!("K = {k:.0}"), Logistic { a: 0.0, b: 1.0 / k }),
            ("K = 600".to_owned(), habit),
            ("K = 1200".to_owned(), Logistic { a: 0.0, b: 1.0 / 1_200.0 }),
        ] {
            losses.row(&[name, loss(curve)]);
        }
        let shift = curve.a / curve.b;
        let markdown = format!(
            "**Found here**: K = {k:.0} ({interval}) on {} games; equal chances are at {:+.0} centipawns for \
             Black.\n\n{losses}\n## Reliability\nBlack's share of wins where the fitted curve expects \
             so much, all games.\n\n{}\n## What differs\n{DIFFERS}\n",
            thousands(fitted.len() as f64),
            -shift,
            reliability(&all(fitted.iter().chain(&held_out).copied()), curve, habit),
        );
        Ok(Report { markdown, ..Report::default() })
    }
}

const DIFFERS: &str = "The games are those of strong programs, which convert better than people do. Most \
    end by resignation, and the searches are shallower than those of the players.";

/// Shares of wins in ten bins of the fitted chance.
fn reliability(observations: &[Observation], curve: Logistic, habit: Logistic) -> String {
    let mut table =
        MarkdownTable::new(&["expected", "positions", "mean expected", "mean with K = 600", "won"]);
    for bin in 0..BINS {
        let (low, high) = (bin as f64 / BINS as f64, (bin + 1) as f64 / BINS as f64);
        let inside: Vec<&Observation> = observations
            .iter()
            .filter(|one| {
                let chance = curve.chance(one.0);
                chance >= low && (chance < high || bin == BINS - 1)
            })
            .collect();
        let mean = |of: &dyn Fn(&Observation) -> f64| {
            let sum: f64 = inside.iter().map(|one| of(one)).sum();
            if inside.is_empty() { "-".to_owned() } else { percent(sum / inside.len() as f64) }
        };
        table.row(&[
            format!("{} to {}", percent(low), percent(high)),
            thousands(inside.len() as f64),
            mean(&|one| curve.chance(one.0)),
            mean(&|one| habit.chance(one.0)),
            mean(&|one| f64::from(u8::from(one.1))),
        ]);
    }
    table.to_string()
}
