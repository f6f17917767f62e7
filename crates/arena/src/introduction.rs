//! Before the first game every engine is started once, and its options are checked: an engine that
//! plays with other settings than it was told to would be measured wrongly without anybody noticing.
//!
//! A value is refused if the engine does not declare such an option, if the value is not of the
//! declared type, range or list, if it names a file that does not exist, or if the engine complains
//! about it before `readyok`.

mod complaint;
mod files;

use usi::{OptionLine, OptionType, printable};

use crate::error::ArenaError;
use crate::player::Player;
use crate::rules::Rules;
use crate::seat::{Failure, Seat};

/// The consequence of an option value that an engine refuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnRefusal {
    /// No game is played.
    Stop,
    /// The refusal becomes a warning, and the games are played.
    PlayOn,
}

/// The receiver of sentences about engines.
pub trait Messages {
    /// Takes a sentence that the user must see.
    fn warn(&mut self, text: &str);

    /// Takes a sentence of an engine that the user may like to see.
    fn remark(&mut self, text: &str);
}

/// A player that is about to be checked.
pub(crate) struct Candidate<'a> {
    /// The player with the options that it starts with.
    pub player: &'a Player,
    /// Options with values that it may be given later.
    pub later_values: Vec<(String, String)>,
}

impl<'a> Candidate<'a> {
    /// A player whose options do not change.
    pub fn new(player: &'a Player) -> Self {
        Self { player, later_values: Vec::new() }
    }
}

/// Starts each engine once, passes on what it says, and checks its options.
pub(crate) fn introduce(
    candidates: &[Candidate<'_>],
    rules: &Rules,
    on_refusal: OnRefusal,
    messages: &mut dyn Messages,
) -> Result<(), ArenaError> {
    let mut refusals = Vec::new();
    for candidate in candidates {
        let name = &candidate.player.name;
        let of_engine = |text: String| format!("engine {name}: {text}");
        let failed = |failure: Failure| ArenaError::Engine(name.clone(), failure.report);
        let mut seat = Seat::new(candidate.player.clone());
        seat.introduce(rules).map_err(failed)?;
        let refused = refused_values(candidate, seat.declared_options());
        let is_refused = !refused.is_empty();
        refusals.extend(refused.into_iter().map(of_engine));
        if is_refused && on_refusal == OnRefusal::Stop {
            // An engine may end, or load for minutes, when it is given such values.
            seat.leave();
            continue;
        }
        seat.prepare(rules).map_err(failed)?;
        let said = complaint::sort(seat.remarks(), candidate.player, rules);
        seat.leave();
        said.remarks.iter().for_each(|text| messages.remark(&format!("{name}: {text}")));
        said.warnings.into_iter().for_each(|text| messages.warn(&of_engine(text)));
        refusals.extend(said.refusals.into_iter().map(of_engine));
    }
    if refusals.is_empty() {
        return Ok(());
    }
    match on_refusal {
        OnRefusal::PlayOn => {
            refusals.iter().for_each(|text| messages.warn(text));
            Ok(())
        }
        OnRefusal::Stop => {
            let sentence = format!("{} (--force plays all the same)", refusals.join("; "));
            Err(ArenaError::Request(sentence))
        }
    }
}

/// The values that contradict the engine's declarations, each with the reason.
fn refused_values(candidate: &Candidate<'_>, declared: &[OptionLine]) -> Vec<String> {
    let player = candidate.player;
    let first = player.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let later = candidate.later_values.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let mut refused: Vec<String> = Vec::new();
    for (name, value) in first.chain(later) {
        let reason = refusal(player, declared, name, value).err().map(|text| printable(&text));
        // A parameter that the engine does not have is told once for all its values.
        refused.extend(reason.filter(|reason| !refused.contains(reason)));
    }
    refused
}

fn refusal(
    player: &Player,
    declared: &[OptionLine],
    name: &str,
    value: &str,
) -> Result<(), String> {
    let Some(option) = declared.iter().find(|option| option.is_named(name)) else {
        // GUIs set these two whether they are declared or not.
        let is_common = matches!(name, "USI_Hash" | "USI_Ponder");
        return if is_common { Ok(()) } else { Err(format!("it has no option {name:?}")) };
    };
    option
        .check(value)
        .map_err(|expected| format!("option {name}: expected {expected}, found {value:?}"))?;
    if option.kind == OptionType::Filename && option.default.as_deref() != Some(value) {
        files::check(player, declared, name, value)
            .map_err(|reason| format!("option {name}: {reason}"))?;
    }
    Ok(())
}
