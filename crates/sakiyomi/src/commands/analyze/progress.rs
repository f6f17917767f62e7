//! How far the analysis is: a bar that counts plies on a terminal, a line for each game elsewhere.

use std::io::{IsTerminal, Write};
use std::time::Instant;

use ::analysis::model::GameReport;
use indicatif::{ProgressBar, ProgressStyle};
use kifu::Printable;

/// The longest name of a file in the bar.
const LONGEST_NAME: usize = 40;

pub(super) struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
    games: usize,
    /// The game at work, from 1.
    game: usize,
    name: String,
    plies: u64,
    /// The plies of the games before.
    before: u64,
    /// The nodes of the searches of this run.
    nodes: u64,
    nodes_of_game: u64,
    start: Instant,
}

impl Progress {
    /// The progress of so many games and plies; without a bar there is a line for each game.
    pub(super) fn new(games: usize, plies: u64, has_bar: bool) -> Self {
        let is_terminal = has_bar && std::io::stderr().is_terminal();
        let bar = if is_terminal { ProgressBar::new(plies) } else { ProgressBar::hidden() };
        let style = "{bar:24} {pos}/{len} plies, {msg}, {eta} left";
        let style =
            ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
        Self {
            bar: bar.with_style(style),
            is_terminal,
            games,
            game: 0,
            name: String::new(),
            plies: 0,
            before: 0,
            nodes: 0,
            nodes_of_game: 0,
            start: Instant::now(),
        }
    }

    /// A game begins.
    pub(super) fn begin(&mut self, name: &str, plies: u64) {
        self.before += std::mem::replace(&mut self.plies, plies);
        self.nodes += std::mem::take(&mut self.nodes_of_game);
        self.game += 1;
        self.name = Printable(name).to_string().chars().take(LONGEST_NAME).collect();
        self.bar.set_position(self.before);
        self.tell();
    }

    /// Units of the game are done. Sweep and moments count half each: how many moments there will
    /// be is known only after the sweep.
    pub(super) fn see(&mut self, progress: ::analysis::Progress) {
        self.nodes_of_game = progress.nodes;
        let part = progress.done as f64 / progress.all.max(1) as f64;
        self.bar.set_position(self.before + (part * self.plies as f64) as u64);
        self.tell();
    }

    fn tell(&self) {
        let seconds = self.start.elapsed().as_secs_f64().max(1e-3);
        let rate = (self.nodes + self.nodes_of_game) as f64 / seconds / 1_000.0;
        let Self { game, games, name, .. } = self;
        self.bar.set_message(format!("game {game} of {games} ({name}), {rate:.0}k nodes/s"));
    }

    /// The game is done.
    pub(super) fn end(&mut self, report: &GameReport) {
        if self.is_terminal {
            return;
        }
        let mean = |player: &::analysis::model::Player| {
            player.figures.mean_loss.map_or_else(|| "-".into(), |mean| format!("{:.1}", mean.get()))
        };
        let (black, white) = (mean(&report.players.black), mean(&report.players.white));
        let (plies, moments) = (report.game.moves.len(), report.moments.len());
        let Self { game, games, name, .. } = self;
        let line = format!(
            "{game}/{games} {name}: {plies} plies, {moments} moments, mean loss {black} and {white}"
        );
        self.say(&line);
    }

    /// The game is given up.
    pub(super) fn end_without_report(&mut self) {
        self.bar.set_position(self.before + self.plies);
    }

    /// Writes a line that stays.
    pub(super) fn say(&self, text: &str) {
        // If standard error is closed, the exit code alone tells it.
        self.bar.suspend(|| drop(writeln!(std::io::stderr(), "{text}")));
    }

    /// Removes the bar.
    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
