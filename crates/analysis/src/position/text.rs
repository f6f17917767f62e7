//! A position explained as text for a terminal.

use std::fmt::Write;

use shogi::{Color, Position};

use super::{Candidate, PositionReport};
use crate::model::{Meter, Proof, Question, Strength, Verdict};
use crate::terminal::{Language, percent};

/// The text in a language.
pub fn text(report: &PositionReport, language: Language) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(report, language, &mut out);
    out
}

fn pick<'a>(language: Language, ja: &'a str, en: &'a str) -> &'a str {
    match language {
        Language::Japanese => ja,
        Language::English => en,
    }
}

fn side(color: Color, language: Language) -> &'static str {
    match color {
        Color::Black => pick(language, "先手", "Black"),
        Color::White => pick(language, "後手", "White"),
    }
}

fn write(report: &PositionReport, language: Language, out: &mut String) -> std::fmt::Result {
    if let Ok(position) = report.sfen.parse::<Position>() {
        let style = match language {
            Language::Japanese => shogi::DiagramStyle::Japanese,
            Language::English => shogi::DiagramStyle::Ascii,
        };
        writeln!(out, "{}", position.diagram(style))?;
    }
    let turn = side(report.side.into(), language);
    let settings = &report.settings;
    match language {
        Language::Japanese => write!(
            out,
            "{turn}番、合法手{}手、進行度{}（{}）",
            report.legal_moves,
            report.progress * 100 / 256,
            report.phase.japanese()
        )?,
        Language::English => write!(
            out,
            "{turn} to move, {} legal moves, progress {}% ({})",
            report.legal_moves,
            report.progress * 100 / 256,
            report.phase.english()
        )?,
    }
    let (program, evaluator) = (&report.program, &report.evaluator.name);
    let (nodes, k) = (settings.nodes, settings.scale.get());
    match language {
        Language::Japanese => {
            writeln!(out, "\n{program}、{evaluator}、局面数 {nodes}、K {k}")?;
        }
        Language::English => writeln!(out, "\n{program}, {evaluator}; nodes {nodes}; K {k}")?,
    }
    if let Some(fitted) = settings.fitted_scale {
        let note = pick(language, "プログラムの棋譜に当てはめた値", "fitted on programs' games");
        writeln!(out, "({note}: K {})", fitted.get())?;
    }
    if report.declarable {
        let words = pick(language, "宣言すれば勝ち。", "A declaration wins now.");
        writeln!(out, "{} {words}", mark(Strength::Proved))?;
    }
    writeln!(out)?;
    for candidate in &report.candidates {
        self::candidate(candidate, language, out)?;
    }
    writeln!(out)?;
    for proof in &report.proofs {
        // What follows candidates is among their reasons.
        if proof.after.is_empty() {
            self::proof(report, proof, language, out)?;
        }
    }
    threats(report, language, out)?;
    writeln!(out)?;
    terms(report, language, out)?;
    for (color, meter) in [(Color::Black, &report.kings.black), (Color::White, &report.kings.white)]
    {
        self::meter(color, meter, language, out)?;
    }
    Ok(())
}

fn mark(strength: Strength) -> &'static str {
    match strength {
        Strength::Proved => "■",
        Strength::Searched => "●",
        Strength::Counted => "○",
    }
}

fn candidate(candidate: &Candidate, language: Language, out: &mut String) -> std::fmt::Result {
    let line = &candidate.line;
    let moves = match language {
        Language::Japanese => line.japanese.join(" "),
        Language::English => line.english.join(" "),
    };
    let score = match (line.value.mate, line.value.cp) {
        (Some(plies), _) => match language {
            Language::Japanese => format!("詰み{plies}手"),
            Language::English => format!("mate {plies}"),
        },
        (None, cp) => format!("{:+}", cp.unwrap_or(0)),
    };
    let natural = line.naturalness.map_or(0.0, crate::model::Number::get);
    let rank = line.natural_rank.unwrap_or(0);
    let word = pick(language, "自然さ", "natural");
    writeln!(
        out,
        "{:>2}. {:>3}%  {score:>6}  {word} {natural:.1}% (#{rank})  {moves}",
        line.rank,
        percent(line.value.w)
    )?;
    for reason in &candidate.reasons {
        let said = pick(language, &reason.ja, &reason.en);
        writeln!(out, "      {} {said}", mark(reason.strength))?;
    }
    Ok(())
}

fn proof(
    report: &PositionReport,
    proof: &Proof,
    language: Language,
    out: &mut String,
) -> std::fmt::Result {
    let is_of_mover = proof.question == Question::Mate;
    let mover = Color::from(report.side);
    let of = side(if is_of_mover { mover } else { !mover }, language);
    let question = match (proof.question, language) {
        (Question::Mate, Language::Japanese) => "詰み",
        (Question::Mate, Language::English) => "mate",
        (Question::Tsumero, Language::Japanese) => "詰めろ",
        (Question::Tsumero, Language::English) => "mate threat",
        (_, Language::Japanese) => "必至",
        (_, Language::English) => "brinkmate",
    };
    let answer = match proof.verdict {
        Verdict::Yes => pick(language, "あり", "yes"),
        Verdict::No => pick(language, "なし", "no"),
        Verdict::Unknown => pick(language, "未解明", "not settled"),
    };
    let strength =
        if proof.verdict == Verdict::Unknown { Strength::Searched } else { Strength::Proved };
    write!(out, "{} {question} ({of}): {answer}", mark(strength))?;
    if let Ok(mut position) = report.sfen.parse::<Position>()
        && !proof.line.is_empty()
    {
        if proof.question == Question::Tsumero && !position.in_check() {
            position.pass();
        }
        let moves = crate::model::Usi::moves(&proof.line);
        let line = match language {
            Language::Japanese => crate::japanese_line(&position, &moves),
            Language::English => crate::english_line(&position, &moves),
        };
        write!(out, "  {}", line.join(" "))?;
    }
    writeln!(out)
}

fn threats(report: &PositionReport, language: Language, out: &mut String) -> std::fmt::Result {
    for threat in &report.threats {
        let of = side(threat.side.into(), language);
        let moves = match language {
            Language::Japanese => threat.line.japanese.join(" "),
            Language::English => threat.line.english.join(" "),
        };
        let size = threat.size.get();
        let when = match threat.after.is_empty() {
            true => pick(language, "今", "now"),
            false => pick(language, "最善手の後", "after the best move"),
        };
        match language {
            Language::Japanese => {
                writeln!(out, "● {of}の狙い（{when}、放置すれば{size:+.0}ポイント）: {moves}")?;
            }
            Language::English => {
                writeln!(
                    out,
                    "● {of}'s threat ({when}; if nothing is done, {size:+.0} points): {moves}"
                )?;
            }
        }
    }
    Ok(())
}

fn terms(report: &PositionReport, language: Language, out: &mut String) -> std::fmt::Result {
    let sides = [Color::Black, Color::White].map(|color| side(color, language));
    writeln!(out, "{} ({} / {})", pick(language, "評価項目", "terms"), sides[0], sides[1])?;
    for (name, [black, white]) in &report.terms {
        if (*black, *white) != (0, 0) {
            let (ja, en) = crate::look::term_words(name);
            let name = crate::terminal::padded(pick(language, ja, en), 34);
            writeln!(out, "  {name} {black:>6} {white:>6}")?;
        }
    }
    Ok(())
}

fn meter(color: Color, meter: &Meter, language: Language, out: &mut String) -> std::fmt::Result {
    let of = side(color, language);
    let steps = match (meter.steps, language) {
        (Some(steps), Language::Japanese) => format!("残り{steps}歩"),
        (Some(1), Language::English) => "1 step".to_owned(),
        (Some(steps), Language::English) => format!("{steps} steps"),
        (None, _) => pick(language, "道なし", "no way").to_owned(),
    };
    let words = meter.unmet.iter().map(|unmet| crate::look::missing_words(unmet));
    let (ja, en): (Vec<String>, Vec<String>) = words.unzip();
    let unmet = match (meter.unmet.is_empty(), language) {
        (true, Language::Japanese) => "宣言の条件はすべて満たす".to_owned(),
        (true, Language::English) => "all conditions of a declaration hold".to_owned(),
        (false, Language::Japanese) => format!("足りない条件は{}", ja.join("、")),
        (false, Language::English) => format!("missing: {}", en.join(", ")),
    };
    let (points, pieces) = (meter.points, meter.pieces);
    match language {
        Language::Japanese => {
            writeln!(out, "{of}の入玉: {steps}、{points}点、敵陣に{pieces}枚。{unmet}")
        }
        Language::English => writeln!(
            out,
            "{of}'s entering king: {steps}, {points} points, {pieces} pieces in the camp; {unmet}"
        ),
    }
}
