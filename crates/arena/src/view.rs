//! The live view of a match: a bar on a terminal, now and then a line elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kifu::Printable;

use crate::game::GameRecord;
use crate::introduction::Messages;
use crate::plan::Plan;
use crate::run::Observer;
use crate::schedule::Fixture;
use crate::tally::Tally;

/// The interval of the lines that are written without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(30);

/// Shows how a match goes, on standard error.
pub struct LiveView {
    bar: ProgressBar,
    is_quiet: bool,
    is_terminal: bool,
    began: Instant,
    played: u64,
    said: Option<Instant>,
    total: u64,
}

impl LiveView {
    /// A view; a quiet one shows nothing but failures and warnings.
    pub fn new(is_quiet: bool) -> Self {
        let is_terminal = io::stderr().is_terminal() && !is_quiet;
        let target =
            if is_terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        Self {
            bar: ProgressBar::with_draw_target(None, target),
            is_quiet,
            is_terminal,
            began: Instant::now(),
            played: 0,
            said: None,
            total: 0,
        }
    }

    /// Shows a line, or several, without control characters: engines and players' files have a say
    /// in it.
    fn say(&self, line: &str) {
        let line = Printable(line).to_string();
        if self.is_terminal {
            self.bar.println(line);
        } else {
            // If standard error is closed, progress cannot be shown.
            let _ = writeln!(io::stderr(), "{line}");
        }
    }

    fn message(&self, tally: &Tally) -> String {
        let mut text = summary(tally);
        let hours = self.began.elapsed().as_secs_f64() / 3600.0;
        if self.played > 0 && hours > 0.0 {
            text.push_str(&format!(" · {:.0} games/h", self.played as f64 / hours));
        }
        text
    }
}

/// Score, Elo and test of a match in one line.
pub fn summary(tally: &Tally) -> String {
    let mut parts = Vec::new();
    if let Some(pairing) = tally.only_pairing() {
        let games = &pairing.games;
        parts.push(format!("+{} ={} -{}", games.wins, games.draws, games.losses));
        if let Some(elo) = pairing.pairs.elo().filter(|elo| elo.value.is_finite()) {
            parts.push(format!("Elo {:+.1} ± {:.1}", elo.value, elo.error95));
        }
    }
    if let Some(course) = tally.sprt() {
        let (low, high) = (course.test().lower(), course.test().upper());
        parts.push(format!("LLR {:+.2} [{low:.2}, {high:.2}]", course.llr()));
    }
    if tally.failures() > 0 {
        parts.push(format!("{} failures", tally.failures()));
    }
    parts.join(" · ")
}

impl Messages for LiveView {
    fn warn(&mut self, text: &str) {
        self.say(&format!("warning: {text}"));
    }

    fn remark(&mut self, text: &str) {
        if !self.is_quiet {
            self.say(text);
        }
    }
}

impl Observer for LiveView {
    fn begin(&mut self, plan: &Plan, tally: &Tally) {
        self.began = Instant::now();
        self.total = plan.games;
        self.bar.set_length(plan.games);
        self.bar.set_position(tally.games());
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} · left {eta}")
        {
            self.bar.set_style(style);
        }
        self.bar.reset_eta();
        self.bar.set_message(self.message(tally));
    }

    fn game(&mut self, fixture: &Fixture, record: &GameRecord, tally: &Tally) {
        self.played += 1;
        if let Some(note) = &record.note {
            let ending = record.outcome.ending;
            self.say(&format!("game {}: {ending}: {note}", fixture.number + 1));
        }
        self.bar.set_position(tally.games());
        self.bar.set_message(self.message(tally));
        let is_due = self.said.is_none_or(|said| {
            Instant::now().checked_duration_since(said).is_some_and(|past| past >= LINE_EVERY)
        });
        if !self.is_terminal && !self.is_quiet && is_due {
            self.said = Some(Instant::now());
            self.say(&format!("{}/{} {}", tally.games(), self.total, self.message(tally)));
        }
    }

    fn end(&mut self, tally: &Tally) {
        self.bar.set_message(self.message(tally));
        self.bar.abandon();
    }
}
