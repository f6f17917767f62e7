//! What a template is, and how it becomes a sentence.

use std::collections::BTreeMap;

use super::facts::Facts;
use super::place::Place;
use super::scene::Scene;
use crate::model::{Fact, Group, Sentence, Slot, Strength};

/// A template: a condition over facts, and a sentence in two languages with slots.
pub struct Template {
    /// The id.
    pub id: &'static str,
    /// The group.
    pub group: Group,
    /// The Japanese sentence; slots are names in braces.
    pub ja: &'static str,
    /// The English sentence.
    pub en: &'static str,
    /// When it is said, in Japanese.
    pub when_ja: &'static str,
    /// When it is said, in English.
    pub when_en: &'static str,
    /// The kinds of facts that it may give as evidence.
    pub kinds: &'static [&'static str],
    /// Collects the facts where the condition may hold.
    pub(crate) find: fn(&Scene<'_>) -> Option<Vec<Fact>>,
    /// The condition: looks at the record and the facts alone, and fills the slots if it holds.
    pub(crate) fill: fn(&Place<'_>, &Facts<'_>) -> Option<Slots>,
}

/// The slots of a sentence by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Slots(pub(crate) BTreeMap<String, Slot>);

impl Slots {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn put(mut self, name: &str, slot: Slot) -> Self {
        self.0.insert(name.to_owned(), slot);
        self
    }
}

/// The facts of a sentence, the text, and what it rests on.
pub(crate) struct Said {
    pub(crate) template: &'static Template,
    pub(crate) facts: Vec<Fact>,
    pub(crate) slots: Slots,
}

impl Template {
    /// The sentence for these slots; none if one is missing or empty.
    pub(crate) fn text(&self, slots: &Slots) -> Option<Slot> {
        let ja = filled(self.ja, |name| Some(&slots.0.get(name)?.ja))?;
        let en = filled(self.en, |name| Some(&slots.0.get(name)?.en))?;
        Some(Slot { ja, en: sentence_case(en) })
    }

    /// Collects facts and asks for the condition.
    pub(crate) fn say(&'static self, scene: &Scene<'_>, said: &[&'static str]) -> Option<Said> {
        let facts = (self.find)(scene)?;
        let place = Place { said, ..scene.place };
        let slots = (self.fill)(&place, &Facts(facts.iter().collect()))?;
        self.text(&slots)?;
        Some(Said { template: self, facts, slots })
    }
}

/// The first letter is a capital, unless a move begins the sentence.
fn sentence_case(text: String) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if first.is_ascii_lowercase() => first.to_uppercase().chain(letters).collect(),
        _ => text,
    }
}

/// The text with its slots filled.
fn filled<'s>(text: &str, slot: impl Fn(&str) -> Option<&'s String>) -> Option<String> {
    let mut whole = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        let content = slot(name).filter(|content| !content.trim().is_empty())?;
        whole.push_str(before);
        whole.push_str(content);
        rest = after;
    }
    whole.push_str(rest);
    Some(whole)
}

/// What a fact rests on; arithmetic adds nothing of its own.
fn strength(fact: &Fact) -> Option<Strength> {
    match fact.kind() {
        "mate" | "noMate" | "replies" | "tsumero" | "hisshi" | "points" | "repetition" => {
            Some(Strength::Proved)
        }
        "score" | "material" | "fork" | "hanging" | "trapped" | "threat" | "curve" | "losses"
        | "unknownMate" => Some(Strength::Searched),
        "class" => None,
        _ => Some(Strength::Counted),
    }
}

/// What some facts rest on: the weakest of them.
pub(crate) fn weakest<'f>(facts: impl Iterator<Item = &'f Fact>) -> Strength {
    facts.filter_map(strength).min().unwrap_or(Strength::Searched)
}

impl Said {
    /// The sentence, its facts added to the book.
    pub(crate) fn sentence(self, book: &mut crate::model::EvidenceBook) -> Option<Sentence> {
        let text = self.template.text(&self.slots)?;
        let strength = weakest(self.facts.iter());
        Some(Sentence {
            template: self.template.id.into(),
            group: self.template.group,
            ja: text.ja,
            en: text.en,
            slots: self.slots.0,
            evidence: self.facts.into_iter().map(|fact| book.add(fact)).collect(),
            strength,
        })
    }
}
