//! The analysis of a whole game for a page: scores as they come in, then classes, moments with
//! their sentences, and the players' figures.
//!
//! The crate `analysis` does the work in units and gives finished ones to a memory. The memory here
//! tells the page what a unit found, and keeps it, so that a game that was stopped goes on where it
//! was.

mod evidence;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use analysis::model::{
    Class, Flag, GameReport, Judgement, Line as ReportLine, Moment, Ply, Question,
    Sentence as ReportSentence, Settings, ShapeKind, Strength as ReportStrength, Usi, Value,
    Verdict,
};
use analysis::units::Done;
use analysis::{Memory, Progress, Request, analyse};
use eval::Model;
use kifu::Game;
use shogi::{Color, Position};

use crate::protocol::{
    Bound, DoneReason, ErrorCode, Failure, Line, MoveClass, Natural, ReviewEffort, ReviewMoment,
    ReviewPlayer, ReviewPly, ReviewSummary, Score, Sentence, ServerMessage, Strength, Words,
};
use crate::session::Teller;
use crate::view;

/// The bytes of finished units that are kept for all sessions.
const KEPT_BYTES: usize = 32 << 20;
/// The time between two messages about progress.
const PROGRESS_MS: u128 = 500;

/// Finished units of games, so that a stopped analysis need not begin again.
#[derive(Clone, Default)]
pub(crate) struct Kept(Arc<Mutex<HashMap<String, String>>>);

impl Kept {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is to be analysed.
pub(crate) struct Task {
    pub(crate) game: Game,
    pub(crate) model: Model,
    pub(crate) nodes: u64,
    pub(crate) jobs: usize,
    pub(crate) hash_mb: u32,
    pub(crate) kept: Kept,
}

/// The nodes a position for an effort, or as many as a page asks for within bounds.
pub(crate) fn nodes(effort: ReviewEffort, wish: Option<u64>) -> u64 {
    let usual = match effort {
        ReviewEffort::Quick => 30_000,
        ReviewEffort::Normal => 150_000,
        ReviewEffort::Deep => 1_000_000,
    };
    wish.map_or(usual, |wish| wish.clamp(1_000, 5_000_000))
}

/// The memory that tells the page of what it is given.
struct Telling<'a> {
    kept: &'a Kept,
    teller: &'a Teller,
    positions: &'a [Position],
}

fn key(game: &str, settings: &str, unit: &str) -> String {
    format!("{game} {settings} {unit}")
}

impl Telling<'_> {
    /// Sends the scores of a finished chunk; classes come when all are known.
    fn tell(&self, text: &str) {
        let Ok(Done::Chunk(plies)) = serde_json::from_str(text) else { return };
        for found in plies {
            let Some(position) = self.positions.get(found.ply) else { continue };
            let Some(line) = found.found else { continue };
            let score = score(line.cp, line.mate, position.turn());
            let (best, text) = view::line_text(position, &Usi::moves(&line.line));
            self.teller.say(ServerMessage::Ply {
                job: self.teller.job(),
                ply: ReviewPly {
                    ply: u32::try_from(found.ply).unwrap_or(u32::MAX),
                    score,
                    w: score.map(view::chance),
                    depth: u32::try_from(line.depth).ok(),
                    nodes: Some(line.nodes),
                    best,
                    text,
                    loss: None,
                    class: None,
                    natural: None,
                    progress: None,
                    flags: Vec::new(),
                    marks: Vec::new(),
                    sentences: Vec::new(),
                },
            });
        }
    }
}

impl Memory for Telling<'_> {
    fn load(&mut self, game: &str, settings: &str, unit: &str) -> Option<String> {
        let text = self.kept.lock().get(&key(game, settings, unit)).cloned()?;
        self.tell(&text);
        Some(text)
    }

    fn save(&mut self, game: &str, settings: &str, unit: &str, done: &str) {
        self.tell(done);
        let mut kept = self.kept.lock();
        let bytes: usize = kept.iter().map(|(key, text)| key.len() + text.len()).sum();
        if bytes + done.len() > KEPT_BYTES {
            kept.clear();
        }
        kept.insert(key(game, settings, unit), done.to_owned());
    }
}

/// A score of one side as Black's; none if there is neither a score nor a mate.
fn score(cp: Option<i32>, mate: Option<i32>, owner: Color) -> Option<Score> {
    let sign = if owner == Color::Black { 1 } else { -1 };
    match (cp, mate) {
        (_, Some(0)) => Some(Score::Wins(view::side(!owner))),
        (_, Some(plies)) => Some(Score::Mate(sign * plies)),
        (Some(cp), None) => Some(Score::Cp(sign * cp)),
        (None, None) => None,
    }
}

/// Analyses a game and says how the job ended.
pub(crate) fn run(task: &Task, teller: &Teller, stop: &AtomicBool) -> DoneReason {
    let mut settings = Settings::with_nodes(task.nodes);
    settings.hash_mb = task.hash_mb;
    let request = Request {
        game: &task.game,
        source: None,
        warnings: &[],
        model: &task.model,
        settings: &settings,
        jobs: task.jobs,
    };
    let positions = positions(&task.game);
    let mut memory = Telling { kept: &task.kept, teller, positions: &positions };
    let began = Instant::now();
    let mut told: Option<Instant> = None;
    let mut observe = |progress: Progress| {
        let is_due = told.is_none_or(|at| at.elapsed().as_millis() >= PROGRESS_MS);
        if is_due || progress.done == progress.all {
            told = Some(Instant::now());
            teller.say(progress_message(teller.job(), progress, began));
        }
    };
    match analyse(&request, &mut memory, &mut observe, stop) {
        Ok(report) => {
            tell_report(&report, &positions, teller);
            DoneReason::Found
        }
        Err(analysis::Error::Stopped) => DoneReason::Stopped,
        Err(error) => {
            let failure = Failure::new(ErrorCode::BadRecord, error.to_string());
            teller.say(ServerMessage::Error(failure));
            DoneReason::Error
        }
    }
}

fn progress_message(job: u64, progress: Progress, began: Instant) -> ServerMessage {
    let ms = began.elapsed().as_millis() as u64;
    let left = progress.all.saturating_sub(progress.done) as u64;
    let eta = (progress.done > 0).then(|| ms * left / progress.done as u64);
    ServerMessage::Progress {
        job,
        done: u32::try_from(progress.done).unwrap_or(u32::MAX),
        total: u32::try_from(progress.all).unwrap_or(u32::MAX),
        eta_ms: eta,
    }
}

/// The positions of the main line; the index is the ply.
fn positions(game: &Game) -> Vec<Position> {
    let Ok(mut position) = game.start_position() else { return Vec::new() };
    let mut positions = vec![position.clone()];
    for mv in game.moves() {
        if position.try_play(mv).is_err() {
            break;
        }
        positions.push(position.clone());
    }
    positions
}

fn tell_report(report: &GameReport, positions: &[Position], teller: &Teller) {
    let job = teller.job();
    for ply in &report.plies {
        let Some(position) = positions.get(ply.ply as usize) else { continue };
        let index = (ply.ply as usize).checked_sub(1);
        let before = index.and_then(|index| positions.get(index));
        let ply = shown_ply(report, ply, position, before);
        teller.say(ServerMessage::Ply { job, ply });
    }
    for moment in &report.moments {
        let before = (moment.ply as usize).checked_sub(1).and_then(|index| positions.get(index));
        let Some(before) = before else { continue };
        let moment = shown_moment(report, moment, before);
        teller.say(ServerMessage::Moment { job, moment });
    }
    let summary = ReviewSummary {
        black: player(report, Color::Black),
        white: player(report, Color::White),
        sentences: shown_sentences(report, &report.sentences, None),
    };
    teller.say(ServerMessage::Summary { job, summary });
}

fn black_w(value: &Value, owner: Color) -> f64 {
    let w = value.w.get();
    if owner == Color::Black { w } else { 100.0 - w }
}

fn class(judgement: &Judgement) -> Option<MoveClass> {
    let by_class = |class: Class| match class {
        Class::Brilliant => Some(MoveClass::Brilliant),
        Class::Strong => Some(MoveClass::Good),
        Class::Inaccuracy => Some(MoveClass::Inaccuracy),
        Class::Dubious => Some(MoveClass::Dubious),
        Class::Mistake => Some(MoveClass::Mistake),
        Class::Blunder => Some(MoveClass::Blunder),
        _ => None,
    };
    match judgement.class {
        // A mate that was given away is at least a mistake, however good the rest is.
        Class::MissedMate | Class::WalkedIntoMate => {
            by_class(judgement.grade).or(Some(MoveClass::Mistake))
        }
        class => by_class(class),
    }
}

/// A word of the report as the page knows it: `losingMove` becomes `losing-move`.
fn kebab(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.push(c.to_ascii_lowercase());
    }
    text
}

fn flags(report: &GameReport, ply: &Ply, position: &Position) -> Vec<String> {
    let proved = report.proofs.iter().filter(|proof| {
        proof.ply == ply.ply && proof.after.is_empty() && proof.verdict == Verdict::Yes
    });
    let mut flags: Vec<String> = proved
        .filter_map(|proof| match proof.question {
            Question::Mate => Some("mate"),
            Question::Tsumero => Some("tsumero"),
            Question::HisshiStands => Some("hisshi"),
            Question::Hisshi => None,
        })
        .map(str::to_owned)
        .collect();
    if position.in_check() {
        flags.push("check".to_owned());
    }
    let name = |flag: &Flag| kebab(&format!("{flag:?}"));
    flags.extend(ply.flags.iter().map(name));
    flags.sort();
    flags.dedup();
    flags
}

fn shown_ply(
    report: &GameReport,
    ply: &Ply,
    position: &Position,
    position_before: Option<&Position>,
) -> ReviewPly {
    let (best, text) = view::line_text(position, &Usi::moves(&ply.line));
    let about = position_before.map(|before| (ply, before));
    let before = (ply.ply as usize).checked_sub(1).and_then(|index| report.plies.get(index));
    let judgement = ply.judgement.as_ref();
    let natural = judgement.zip(before).map(|(judgement, before)| Natural {
        percent: judgement.natural.percent.get(),
        rank: judgement.natural.rank,
        of: before.legal_moves,
        estimate: true,
    });
    ReviewPly {
        ply: ply.ply,
        score: ply.value.and_then(|value| score(value.cp, value.mate, Color::Black)),
        w: ply.value.map(|value| value.w.get()),
        depth: u32::try_from(ply.depth).ok(),
        nodes: Some(ply.nodes),
        best,
        text,
        loss: judgement.map(|judgement| judgement.loss.get()),
        class: judgement.and_then(class),
        natural,
        progress: Some(ply.progress * 100 / 256),
        flags: flags(report, ply, position),
        marks: marks(ply),
        sentences: shown_sentences(report, report.sentences_of(ply.ply), about),
    }
}

/// The flags of a move in words, without those that the page shows in another way.
fn marks(ply: &Ply) -> Vec<Words> {
    let is_shown_elsewhere = |flag: &&Flag| {
        matches!(
            flag,
            Flag::Check | Flag::MateThere | Flag::Tsumero | Flag::NoTsumero | Flag::Hisshi
        )
    };
    let words =
        |flag: &Flag| Words { ja: flag.japanese().to_owned(), en: flag.english().to_owned() };
    ply.flags.iter().filter(|flag| !is_shown_elsewhere(flag)).map(words).collect()
}

fn shown_line(line: &ReportLine, before: &Position) -> Line {
    let mover = before.turn();
    let (moves, text) = view::line_text(before, &Usi::moves(&line.moves));
    let natural = line.naturalness.zip(line.natural_rank).map(|(percent, rank)| Natural {
        percent: percent.get(),
        rank,
        of: before.count_legal_moves(),
        estimate: true,
    });
    Line {
        rank: line.rank,
        score: score(line.value.cp, line.value.mate, mover).unwrap_or(Score::Cp(0)),
        bound: Bound::Exact,
        w: black_w(&line.value, mover),
        depth: line.depth,
        deepest: u32::try_from(line.depth).unwrap_or(0),
        moves,
        text,
        natural,
    }
}

fn shown_moment(report: &GameReport, moment: &Moment, before: &Position) -> ReviewMoment {
    let about = report.plies.get(moment.ply as usize).map(|ply| (ply, before));
    ReviewMoment {
        ply: moment.ply,
        why: moment.why.iter().map(|why| kebab(&format!("{why:?}"))).collect(),
        lines: moment.lines.iter().map(|line| shown_line(line, before)).collect(),
        played: Some(shown_line(&moment.played, before)),
        sentences: shown_sentences(report, &moment.sentences, about),
    }
}

/// The sentences about a move; about the game, if there is none.
fn shown_sentences(
    report: &GameReport,
    of: &[ReportSentence],
    about: Option<(&Ply, &Position)>,
) -> Vec<Sentence> {
    of.iter().map(|sentence| shown_sentence(report, sentence, about)).collect()
}

fn shown_sentence(
    report: &GameReport,
    sentence: &ReportSentence,
    about: Option<(&Ply, &Position)>,
) -> Sentence {
    let line = about.and_then(|(ply, before)| {
        let mut facts = sentence.evidence.iter().filter_map(|id| report.evidence(id));
        facts.find_map(|evidence| evidence::moves(report, &evidence.fact, ply, before))
    });
    Sentence {
        ja: sentence.ja.clone(),
        en: sentence.en.clone(),
        strength: match sentence.strength {
            ReportStrength::Proved => Strength::Proved,
            ReportStrength::Searched => Strength::Searched,
            ReportStrength::Counted => Strength::Counted,
        },
        evidence: line.unwrap_or_default(),
    }
}

fn player(report: &GameReport, color: Color) -> ReviewPlayer {
    let player = report.players.get(color);
    let figures = &player.figures;
    let mut counts = [0; 6];
    let judged = report.plies.iter().filter_map(|ply| ply.judgement.as_ref());
    for judgement in judged.filter(|judgement| Color::from(judgement.side) == color) {
        if let Some(class) = class(judgement) {
            counts[class as usize] += 1;
        }
    }
    ReviewPlayer {
        side: view::side(color),
        moves: figures.counted,
        mean_loss: figures.mean_loss.map(|loss| loss.get()),
        accuracy: figures.accuracy.map(|accuracy| accuracy.get()),
        counts,
        castle: player.castle.as_deref().and_then(|id| shape(report, ShapeKind::Castle, id)),
        opening: player.opening.as_deref().and_then(|id| shape(report, ShapeKind::Opening, id)),
    }
}

/// The name of a castle or an opening.
fn shape(report: &GameReport, kind: ShapeKind, id: &str) -> Option<Words> {
    let shape = report.shapes.iter().find(|shape| shape.id == id && shape.kind == kind)?;
    Some(Words { ja: shape.ja.clone(), en: shape.en.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_either_side_become_blacks() {
        assert_eq!(score(Some(30), None, Color::White), Some(Score::Cp(-30)));
        assert_eq!(score(None, Some(-4), Color::White), Some(Score::Mate(4)));
        let lost = Some(Score::Wins(crate::protocol::Side::White));
        assert_eq!(score(None, Some(0), Color::Black), lost);
        assert_eq!(score(None, None, Color::Black), None);
    }

    #[test]
    fn words_of_the_report_have_the_pages_spelling() {
        assert_eq!(kebab("LosingMove"), "losing-move");
        assert_eq!(kebab("Declarable"), "declarable");
    }

    #[test]
    fn efforts_are_bounded() {
        assert_eq!(nodes(ReviewEffort::Quick, None), 30_000);
        assert_eq!(nodes(ReviewEffort::Deep, Some(0)), 1_000);
        assert_eq!(nodes(ReviewEffort::Deep, Some(u64::MAX)), 5_000_000);
    }
}
