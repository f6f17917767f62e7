//! The list of options, one line each: name, type with default and range, and the field that it
//! sets.

use eval::EvaluatorName;
use eval::entering_king::TermChoice;
use search::{MAX_PLY, RecipeName, TableName};
use shogi::{Color, DeclarationRule, NonPromotions};

use super::{Effect, OptionKind, Options, Refusal, Setting};
use crate::level::Level;

/// The greatest `ResignValue` for which the engine resigns, even if only when it is mated.
pub(super) const WORST_SCORE: i32 = 32_000;
/// The greatest `ResignValue`, for which the engine never resigns.
pub(super) const NEVER_RESIGN: i32 = 99_999;

/// The default of `RootMateNodes`: enough for a mate of eleven plies.
pub(super) const ROOT_MATE_NODES: u64 = 50_000;

const FULL_LEVEL: i64 = Level::FULL.number() as i64;

const RULES: [(&str, Option<DeclarationRule>); 6] = [
    ("NoEnteringKing", None),
    ("CSARule24", Some(DeclarationRule::Points24)),
    ("CSARule24H", Some(DeclarationRule::Points24Handicap)),
    ("CSARule27", Some(DeclarationRule::Points27)),
    ("CSARule27H", Some(DeclarationRule::Points27Handicap)),
    ("TryRule", Some(DeclarationRule::Try)),
];

const RULE_NAMES: [&str; RULES.len()] = {
    let mut names = [""; RULES.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = RULES[index].0;
        index += 1;
    }
    names
};

/// The word for the evaluator that the files decide about.
const AUTO: &str = "auto";

/// The words of `Evaluator`.
const EVALUATORS: [&str; EvaluatorName::NAMES.len() + 1] = {
    let mut words = [AUTO; EvaluatorName::NAMES.len() + 1];
    let mut index = 0;
    while index < EvaluatorName::NAMES.len() {
        words[index + 1] = EvaluatorName::NAMES[index];
        index += 1;
    }
    words
};

type Set = fn(&mut Options, Setting<'_>) -> Result<(), Refusal>;

pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) kind: OptionKind,
    pub(super) set: Set,
}

const fn spin(default: i64, min: i64, max: i64) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

macro_rules! entries {
    ($($name:literal $kind:expr, $options:ident $setting:ident => $set:expr;)*) => {
        pub(super) const ENTRIES: &[Entry] = &[$(Entry {
            name: $name,
            kind: $kind,
            set: |$options, $setting| {
                $set;
                Ok(())
            },
        }),*];
    };
}

entries! {
    "USI_Hash" spin(256, 1, 1 << 20), o s => o.hash_mb = s.number() as usize;
    "USI_Ponder" OptionKind::Check(false), o s => o.ponder = s.is_on();
    "Clear_Hash" OptionKind::Button(Effect::ClearHash), _o _s => {};
    "Threads" spin(1, 1, 512), o s => o.threads = s.number() as usize;
    "MultiPV" spin(1, 1, 800), o s => o.lines = s.number() as usize;
    "Level" spin(FULL_LEVEL, Level::WEAKEST.number() as i64, FULL_LEVEL),
        o s => o.level = Level::new(s.number() as u8).unwrap_or(Level::FULL);
    "NetworkDelay" spin(30, 0, 10_000), o s => o.network_delay = s.number() as u64;
    "NetworkDelay2" spin(50, 0, 10_000), o s => o.network_delay2 = s.number() as u64;
    "ByoyomiMargin" spin(0, 0, 10_000), o s => o.byoyomi_margin = s.number() as u64;
    "MinimumThinkingTime" spin(0, 0, 100_000), o s => o.minimum_thinking_time = s.number() as u64;
    "SlowMover" spin(100, 1, 1000), o s => o.slow_mover = s.number() as u64;
    "RoundUpToFullSecond" OptionKind::Check(false),
        o s => o.round_up_to_full_second = s.is_on();
    "NodesLimit" spin(0, 0, i64::MAX),
        o s => o.nodes_limit = Some(s.number() as u64).filter(|&most| most > 0);
    "DepthLimit" spin(0, 0, i32::MAX as i64),
        o s => o.depth_limit = Some(s.number() as u32).filter(|&most| most > 0);
    "ResignValue" spin(NEVER_RESIGN as i64, 1, NEVER_RESIGN as i64),
        o s => o.resign_value = s.number() as i32;
    "RootMateNodes" spin(ROOT_MATE_NODES as i64, 0, 1 << 40),
        o s => o.root_mate_nodes = s.number() as u64;
    "RootHisshiNodes" spin(-1, -1, 1 << 40),
        o s => o.root_hisshi_nodes = u64::try_from(s.number()).ok();
    "MaxMovesToDraw" spin(0, 0, 100_000),
        o s => o.max_moves_to_draw = Some(s.number() as u32).filter(|&most| most > 0);
    "EnteringKingRule" OptionKind::Combo { default: "CSARule27", words: &RULE_NAMES },
        o s => o.declaration = rule(s.text());
    "Evaluator" OptionKind::Combo { default: AUTO, words: &EVALUATORS },
        o s => o.evaluator = s.text().parse().ok();
    "EnteringKingTerm" OptionKind::Text(TermChoice::DEFAULT),
        o s => o.entering_king = s.text().parse()?;
    "EvalDir" OptionKind::Text(""), o s => unquoted(s.text()).clone_into(&mut o.eval_dir);
    "EvalFile" OptionKind::File(""), o s => unquoted(s.text()).clone_into(&mut o.eval_file);
    "FV_SCALE" spin(16, 1, 128), o s => o.fv_scale = s.number() as u16;
    "USI_OwnBook" OptionKind::Check(true), o s => o.own_book = s.is_on();
    "BookDir" OptionKind::Text("book"), o s => s.text().clone_into(&mut o.book_dir);
    "BookFile" OptionKind::File(""), o s => book_file(s.text()).clone_into(&mut o.book_file);
    "NarrowBook" OptionKind::Check(false), o s => o.narrow_book = s.is_on();
    "BookIgnoreRate" spin(0, 0, 100), o s => o.book_ignore_rate = s.number() as u64;
    "BookPvMoves" spin(8, 1, MAX_PLY as i64), o s => o.book_pv_moves = s.number() as usize;
    "BookMoves" spin(16, 0, 10_000), o s => o.book_moves = s.number() as u32;
    "BookEvalDiff" spin(30, 0, 99_999), o s => o.book_eval_diff = s.number() as i32;
    "BookEvalBlackLimit" spin(0, -99_999, 99_999),
        o s => o.book_eval_limit[Color::Black.index()] = s.number() as i32;
    "BookEvalWhiteLimit" spin(-140, -99_999, 99_999),
        o s => o.book_eval_limit[Color::White.index()] = s.number() as i32;
    "BookDepthLimit" spin(0, 0, 99_999), o s => o.book_depth_limit = s.number() as i32;
    "ConsiderBookMoveCount" OptionKind::Check(false), o s => o.book_counts = s.is_on();
    "IgnoreBookPly" OptionKind::Check(false), o s => o.ignore_book_ply = s.is_on();
    "FlippedBook" OptionKind::Check(true), o s => o.flipped_book = s.is_on();
    "PvInterval" spin(300, 0, 100_000), o s => o.pv_interval = s.number() as u64;
    "OutputFailLHPV" OptionKind::Check(true), o s => o.shows_bounds = s.is_on();
    "DebugLogFile" OptionKind::Text(""),
        o s => unquoted(s.text()).clone_into(&mut o.debug_log_file);
    "ConsiderationMode" OptionKind::Check(false), o s => o.consideration = s.is_on();
    "Stochastic_Ponder" OptionKind::Check(false), o s => o.stochastic_ponder = s.is_on();
    "DrawValueBlack" spin(-2, -30_000, 30_000),
        o s => o.draw_value[Color::Black.index()] = s.number() as i32;
    "DrawValueWhite" spin(-2, -30_000, 30_000),
        o s => o.draw_value[Color::White.index()] = s.number() as i32;
    "GenerateAllLegalMoves" OptionKind::Check(false),
        o s => o.non_promotions =
            if s.is_on() { NonPromotions::All } else { NonPromotions::Useful };
    "Recipe" OptionKind::Combo { default: RecipeName::Tournament.name(), words: &RecipeName::NAMES },
        o s => o.recipe = s.text().parse().unwrap_or_default();
    "Off" OptionKind::Text(""), o s => o.off = s.text().parse()?;
    "RealizationFile" OptionKind::File(TableName::DEFAULT.name()),
        o s => unquoted(s.text()).clone_into(&mut o.realization);
}

/// Other names of options, from other engines and older protocols.
const ALIASES: [(&str, &str); 7] = [
    ("Clear Hash", "Clear_Hash"),
    ("USI_MultiPV", "MultiPV"),
    ("Hash", "USI_Hash"),
    ("Ponder", "USI_Ponder"),
    ("Byoyomi_Margin", "ByoyomiMargin"),
    ("Time_Margin", "NetworkDelay2"),
    ("Draw_Ply", "MaxMovesToDraw"),
];

pub(super) fn entry(name: &str) -> Option<&'static Entry> {
    let alias = ALIASES.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
    let name = alias.map_or(name, |(_, ours)| ours);
    ENTRIES.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))
}

/// Removes the quotes that users know from the command line.
fn unquoted(path: &str) -> &str {
    path.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(path)
}

/// Translates YaneuraOu's word for no book.
fn book_file(name: &str) -> &str {
    if name == "no_book" { "" } else { name }
}

fn rule(name: &str) -> Option<DeclarationRule> {
    RULES.iter().find(|(known, _)| *known == name).and_then(|(_, rule)| *rule)
}
