//! The report as a table of text: one row a ply, the players' figures, the moments.

use std::fmt::Write;

use kifu::notation::{english, japanese};
use shogi::Position;

use crate::model::{Figures, Flag, GameReport, Judgement, Number, Player, Ply};

/// The language of the words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// Japanese.
    Japanese,
    /// English.
    #[default]
    English,
}

/// How the moves are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// Columns filled with blanks, and a bar for each position.
    #[default]
    Bars,
    /// Columns separated by tabs under a head, for scripts and for readers without sight.
    Plain,
}

/// The width of the bar of Black's win probability.
const BAR: usize = 20;
/// The loss from which the best move is shown.
const SHOW_BEST: f64 = 5.0;

/// A win probability as whole percent; 0 and 100 are printed only if they are proved.
pub fn percent(w: Number) -> i64 {
    match w.get() {
        w if w <= 0.0 => 0,
        w if w >= 100.0 => 100,
        w => (w.round() as i64).clamp(1, 99),
    }
}

/// The flags that get a mark in the table, and their marks.
const MARKS: [(Flag, &str); 8] = [
    (Flag::MateThere, "詰"),
    (Flag::Tsumero, "詰めろ"),
    (Flag::Hisshi, "必至"),
    (Flag::MissedDeclaration, "宣"),
    (Flag::TurningPoint, "逆転"),
    (Flag::LosingMove, "敗着"),
    (Flag::OnlyMove, "!"),
    (Flag::Unstable, "?"),
];

/// The whole report as text.
pub fn text(report: &GameReport, language: Language, layout: Layout) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = head(report, language, &mut out);
    if layout == Layout::Plain {
        let ja = "手数\t指し手\t先手勝率\t損失\t分類\t印\t最善手";
        let en = "ply\tmove\tBlack\tloss\tclass\tmarks\tbest";
        let _ = writeln!(out, "{}", said(ja, en, language));
    }
    for ply in &report.plies {
        let _ = match layout {
            Layout::Bars => row(report, ply, language, &mut out),
            Layout::Plain => plain_row(report, ply, language, &mut out),
        };
    }
    let _ = writeln!(out);
    let names = match (language, report.game.handicap) {
        (Language::English, _) => ["Black", "White"],
        (Language::Japanese, false) => ["先手", "後手"],
        (Language::Japanese, true) => ["下手", "上手"],
    };
    for (side, player) in names.into_iter().zip([&report.players.black, &report.players.white]) {
        let _ = player_rows(side, player, language, &mut out);
    }
    for moment in &report.moments {
        let _ = moment_rows(report, moment.ply, language, &mut out);
    }
    for sentence in &report.sentences {
        let _ = writeln!(out, "{}", said(&sentence.ja, &sentence.en, language));
    }
    for warning in &report.game.warnings {
        let _ = writeln!(out, "{}: {warning}", said("注", "note", language));
    }
    out
}

fn said<'a>(ja: &'a str, en: &'a str, language: Language) -> &'a str {
    match language {
        Language::Japanese => ja,
        Language::English => en,
    }
}

fn head(report: &GameReport, language: Language, out: &mut String) -> std::fmt::Result {
    let name = |player: &Player| player.name.clone().unwrap_or_else(|| "?".into());
    let settings = &report.settings;
    writeln!(out, "▲{} △{}", name(&report.players.black), name(&report.players.white))?;
    let (program, evaluator) = (&report.program, &report.evaluator.name);
    let (nodes, deep, k) = (settings.nodes, settings.deep_nodes, settings.scale.get());
    match language {
        Language::Japanese => {
            write!(out, "{program}、{evaluator}、局面数 {nodes}（重要局面 {deep}）、K {k}")?;
        }
        Language::English => {
            write!(out, "{program}, {evaluator}; nodes {nodes} and {deep}; K {k}")?;
        }
    }
    if let Some(fitted) = settings.fitted_scale {
        let fitted = fitted.get();
        let ja = format!("（プログラムの棋譜に当てはめた値は {fitted}）");
        let en = format!(" (fitted on programs' games: {fitted})");
        write!(out, "{}", said(&ja, &en, language))?;
    }
    writeln!(out)?;
    let part = report.part();
    let (ja, en) = (part.japanese().unwrap_or_default(), part.english().unwrap_or_default());
    if !part.is_whole() {
        writeln!(out, "{}", said(&ja, &en, language))?;
    }
    writeln!(out)
}

fn row(report: &GameReport, ply: &Ply, language: Language, out: &mut String) -> std::fmt::Result {
    let Some(value) = &ply.value else { return Ok(()) };
    let w = percent(value.w);
    let filled = (value.w.get() / 100.0 * BAR as f64).round() as usize;
    let bar = format!("{}{}", "█".repeat(filled.min(BAR)), "·".repeat(BAR - filled.min(BAR)));
    let Some(judgement) = &ply.judgement else {
        return writeln!(out, "{:>4}  {:<12} {bar} {w:>3}%", ply.ply, "");
    };
    let mv = said(&judgement.japanese, &judgement.english, language);
    let class = said(judgement.class.japanese(), judgement.class.english(), language);
    let marks = marks(ply);
    write!(
        out,
        "{:>4}  {} {bar} {w:>3}% {:>5.1}  {class}",
        ply.ply,
        padded(mv, 12),
        judgement.loss.get()
    )?;
    if !marks.is_empty() {
        write!(out, "  {marks}")?;
    }
    if judgement.loss.get() >= SHOW_BEST {
        write!(out, "  ({})", best_text(report, ply, judgement, language))?;
    }
    writeln!(out)
}

/// The row of a ply with tabs between its columns; a column without a value is empty.
fn plain_row(
    report: &GameReport,
    ply: &Ply,
    language: Language,
    out: &mut String,
) -> std::fmt::Result {
    let Some(value) = &ply.value else { return Ok(()) };
    let (number, w) = (ply.ply, percent(value.w));
    let Some(judgement) = &ply.judgement else {
        return writeln!(out, "{number}\t\t{w}%\t\t\t\t");
    };
    let mv = said(&judgement.japanese, &judgement.english, language);
    let class = said(judgement.class.japanese(), judgement.class.english(), language);
    let (loss, marks) = (judgement.loss.get(), marks(ply));
    let best = match loss >= SHOW_BEST {
        true => best_text(report, ply, judgement, language),
        false => String::new(),
    };
    writeln!(out, "{number}\t{mv}\t{w}%\t{loss:.1}\t{class}\t{marks}\t{best}")
}

/// The marks of a ply, with blanks between them.
fn marks(ply: &Ply) -> String {
    let mark = |(flag, mark): &(Flag, &'static str)| ply.flags.contains(flag).then_some(*mark);
    MARKS.iter().filter_map(mark).collect::<Vec<_>>().join(" ")
}

/// The best move in the position before a ply, with its win probability.
fn best_text(report: &GameReport, ply: &Ply, judgement: &Judgement, language: Language) -> String {
    let before = (ply.ply as usize).checked_sub(1).and_then(|at| report.plies.get(at));
    let position = before.and_then(|before| before.sfen.parse::<Position>().ok());
    let mv = judgement.best.0;
    let words = match position.filter(|position| position.is_legal(mv)) {
        Some(position) if language == Language::Japanese => japanese(&position, mv, None),
        Some(position) => english(&position, mv),
        None => mv.to_string(),
    };
    format!("{words} {}%", percent(judgement.best_w))
}

/// Fills a text up to a width on a terminal, where full-width characters take two columns.
pub(crate) fn padded(text: &str, width: usize) -> String {
    let columns: usize = text.chars().map(|one| if one.is_ascii() { 1 } else { 2 }).sum();
    format!("{text}{}", " ".repeat(width.saturating_sub(columns)))
}

fn figures_text(figures: &Figures, language: Language) -> String {
    let Some(mean) = figures.mean_loss else {
        return said("数えた手なし", "no counted moves", language).into();
    };
    let interval = figures.mean_loss_interval.map_or_else(String::new, |[low, high]| {
        let (low, high) = (low.get(), high.get());
        let (ja, en) = (format!("（{low:.1}〜{high:.1}）"), format!(" ({low:.1} to {high:.1})"));
        said(&ja, &en, language).to_owned()
    });
    let number = |value: Option<Number>| value.map_or(0.0, Number::get);
    let (mean, counted) = (mean.get(), figures.counted);
    let (accuracy, agreement) = (number(figures.accuracy), number(figures.agreement));
    match language {
        Language::Japanese => format!(
            "平均損失 {mean:.2}{interval}、正確さ {accuracy:.1}、一致率 {agreement:.0}%（{counted}手）"
        ),
        Language::English => format!(
            "mean loss {mean:.2}{interval}, accuracy {accuracy:.1}, agreement {agreement:.0}% of \
             {counted} moves"
        ),
    }
}

fn player_rows(
    side: &str,
    player: &Player,
    language: Language,
    out: &mut String,
) -> std::fmt::Result {
    writeln!(out, "{side}: {}", figures_text(&player.figures, language))?;
    let counts: Vec<String> = player
        .counts
        .iter()
        .map(|(class, count)| {
            format!("{} {count}", said(class.japanese(), class.english(), language))
        })
        .collect();
    // Below the figures, behind the name.
    let blanks = said("      ", "       ", language);
    writeln!(out, "{blanks}{}", counts.join(said("、", ", ", language)))
}

fn moment_rows(
    report: &GameReport,
    ply: u32,
    language: Language,
    out: &mut String,
) -> std::fmt::Result {
    let Some(judgement) = report.plies.get(ply as usize).and_then(|ply| ply.judgement.as_ref())
    else {
        return Ok(());
    };
    let mv = said(&judgement.japanese, &judgement.english, language);
    let class = said(judgement.class.japanese(), judgement.class.english(), language);
    let (from, to) = (percent(judgement.best_w), percent(judgement.played_w));
    match language {
        Language::Japanese => writeln!(out, "\n{ply} {mv}: {class}、{from}%から{to}%")?,
        Language::English => writeln!(out, "\n{ply} {mv}: {class}, {from}% to {to}%")?,
    }
    for sentence in report.sentences_of(ply) {
        writeln!(out, "  {}", said(&sentence.ja, &sentence.en, language))?;
    }
    if let Some(moment) = report.moment(ply) {
        let words = match language {
            Language::Japanese => ["最善", "実戦"],
            Language::English => ["best", "played"],
        };
        for (word, line) in words.into_iter().zip([&moment.best, &moment.played]) {
            let moves = if language == Language::Japanese { &line.japanese } else { &line.english };
            let (word, w) = (padded(word, 6), percent(line.value.w));
            writeln!(out, "  {word} {w:>3}%  {}", moves.join(" "))?;
        }
    }
    Ok(())
}
