//! All figures of a report, computed once for every form of it.

use std::collections::BTreeMap;

use stats::{Pairing, Rating, ratings};

use super::sides::{self, SideResults};
use crate::ending::Ending;
use crate::error::ArenaError;
use crate::opening::Opening;
use crate::plan::Plan;
use crate::store::{Effort, GameRow, Store};
use crate::tally::Tally;

/// Drawn games added to each pairing for ratings, so that a clean sweep has a finite one.
const PRIOR_DRAWS: f64 = 0.5;

pub(super) struct Figures {
    pub(super) plan: Plan,
    pub(super) games: Vec<GameRow>,
    pub(super) tally: Tally,
    pub(super) efforts: Vec<Effort>,
    pub(super) ratings: Vec<Rating>,
    /// Endings with the number of games, and of those won with an entered king.
    pub(super) endings: BTreeMap<Ending, (u64, u64)>,
    pub(super) openings: Vec<String>,
    /// The results of each engine as Black and as White.
    pub(super) sides: Vec<[SideResults; 2]>,
}

impl Figures {
    pub(super) fn read(store: &Store) -> Result<Self, ArenaError> {
        let plan = store.plan()?;
        let games = store.games()?;
        let openings = store.openings()?;
        let mut tally = Tally::new(plan.sprt.as_ref().map(|bounds| bounds.test()).transpose()?);
        let mut endings: BTreeMap<Ending, (u64, u64)> = BTreeMap::new();
        for game in &games {
            tally.add(&game.fixture, &game.outcome);
            let count = endings.entry(game.outcome.ending).or_default();
            count.0 += 1;
            count.1 += u64::from(game.is_entered);
        }
        let white_first: Vec<bool> = openings
            .iter()
            .map(|text| {
                let opening = Opening::parse(text);
                opening.is_ok_and(|opening| opening.position().turn() == shogi::Color::White)
            })
            .collect();
        let efforts = (0..plan.players.len())
            .map(|player| store.effort(player, &white_first))
            .collect::<Result<_, _>>()?;
        let pairings: Vec<Pairing> = tally
            .pairings()
            .iter()
            .map(|(&(first, second), tally)| Pairing { first, second, games: tally.games })
            .collect();
        let ratings = ratings(plan.players.len(), &pairings, PRIOR_DRAWS);
        let sides = sides::count(&games, plan.players.len());
        Ok(Self { plan, games, tally, efforts, ratings, endings, openings, sides })
    }

    /// Games won by Black, drawn, won by White.
    pub(super) fn by_color(&self) -> [u64; 3] {
        let mut counts = [0; 3];
        for game in &self.games {
            let at = match game.outcome.winner {
                Some(shogi::Color::Black) => 0,
                None => 1,
                Some(shogi::Color::White) => 2,
            };
            counts[at] += 1;
        }
        counts
    }

    pub(super) fn name(&self, player: usize) -> &str {
        self.plan.players.get(player).map_or("?", |player| player.name.as_str())
    }
}
