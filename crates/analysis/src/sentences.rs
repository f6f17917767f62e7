//! Sentences: templates whose condition is a predicate over facts. The facts are the sentence's
//! evidence, and the same predicate is its test: what `check` asks for is what was asked for here.
//!
//! Source: the templates are our own; that possible lines and proved facts have to be told apart is
//!         what the corpora of shogi commentary show (Mori et al. 2016, Matsuyoshi et al. 2018).

mod caution;
mod facts;
mod game;
mod head;
mod king;
mod mate;
mod material;
mod natural;
mod place;
mod scene;
mod sources;
mod table;
mod template;
mod terms;
mod threat;
mod tsumero;
mod words;

pub use table::table;
pub use template::Template;

pub(crate) use facts::Facts;
pub(crate) use place::Place;
pub(crate) use template::weakest;

use crate::context::GameContext;
use crate::model::{EvidenceBook, Fact, Moment, Ply, Sentence};
use scene::Scene;
use template::Said;

/// The templates by group.
const GROUPS: [&[Template]; 10] = [
    head::TEMPLATES,
    mate::TEMPLATES,
    tsumero::TEMPLATES,
    threat::TEMPLATES,
    material::TEMPLATES,
    king::TEMPLATES,
    terms::TEMPLATES,
    natural::TEMPLATES,
    game::TEMPLATES,
    caution::TEMPLATES,
];

/// The sentences that give a reason for a loss.
pub(crate) const CAUSES: &[&str] = &[
    "E3", "M1", "M2", "M4", "M8", "Z2", "Z5", "Z7", "L1", "L2", "L3", "L4", "L5", "L6", "L7", "L9",
    "L10", "T2", "K1", "K2", "E1", "E2",
];

/// The most sentences about a move, but for those that belong to another one or tell its place in
/// the game.
const MOST: usize = 4;

/// All templates in their order.
pub fn templates() -> impl Iterator<Item = &'static Template> {
    GROUPS.into_iter().flatten()
}

/// The template with an id.
pub fn template(id: &str) -> Option<&'static Template> {
    templates().find(|template| template.id == id)
}

/// A row of templates of which at most one is said, in order of preference; and those that only
/// follow one of them.
struct Row {
    /// The place among the sentences about a move.
    place: usize,
    one_of: &'static [&'static str],
    then: &'static [&'static str],
    /// Does it count against [`MOST`]?
    counts: bool,
}

const fn row(
    place: usize,
    one_of: &'static [&'static str],
    then: &'static [&'static str],
    counts: bool,
) -> Row {
    Row { place, one_of, then, counts }
}

/// The rows of a moment, in the order in which they are asked. A reason comes before what depends
/// on there being one.
const MOMENT: &[Row] = &[
    row(0, &["H5", "H3", "H4", "H2", "H1"], &[], true),
    row(1, &["H6", "H7", "H8"], &[], false),
    row(2, &["B1"], &[], true),
    row(3, &["E3"], &[], true),
    row(4, &["M1", "M2", "M4", "M8", "M7", "M6"], &["M3", "M5"], true),
    row(4, &["Z7", "Z5", "Z2", "Z6", "Z4", "Z3", "Z1"], &[], true),
    row(5, &["L5", "L7", "L6", "L4", "L1", "L3", "L10", "L2", "L9", "L8"], &[], true),
    row(5, &["T2", "T1"], &["T3"], true),
    row(6, &["K1", "K2", "K3"], &[], true),
    row(6, &["E1", "E2", "E4"], &[], true),
    row(7, &["N1", "N2"], &[], true),
    row(8, &["C1", "C3", "C2"], &[], true),
    row(9, &["O2", "O1"], &[], false),
    row(10, &["G1"], &[], false),
];

/// The rows of a move that was not searched deeper: what is bad, and what is proved.
const BAD_PLY: &[Row] = &[row(0, &["H5"], &[], true), row(2, &["B1"], &[], true)];
const PLY: &[Row] = &[row(4, &["M6", "M8", "M7", "Z6", "Z4", "Z3", "Z1", "K3", "E4"], &[], true)];
const COURSE: &[Row] = &[
    row(1, &["H6", "H7"], &[], false),
    row(9, &["O2", "O1"], &[], false),
    row(10, &["G1"], &[], false),
];

/// What is said of a place.
#[derive(Default)]
struct Speech {
    said: Vec<(usize, bool, Said)>,
    ids: Vec<&'static str>,
}

impl Speech {
    fn say(&mut self, scene: &Scene<'_>, row: &Row) {
        // At most one of the rows with one place.
        if row.counts && self.said.iter().any(|one| one.0 == row.place) {
            return;
        }
        let Some(said) = self.first(scene, row.one_of) else { return };
        self.put(row.place, row.counts, said);
        if let Some(follower) = self.first(scene, row.then) {
            self.put(row.place, false, follower);
        }
    }

    fn first(&self, scene: &Scene<'_>, ids: &[&str]) -> Option<Said> {
        ids.iter().find_map(|id| template(id)?.say(scene, &self.ids))
    }

    fn put(&mut self, place: usize, counts: bool, said: Said) {
        self.ids.push(said.template.id);
        self.said.push((place, counts, said));
    }

    /// Leaves out what is too much: the weaker reasons before cautions and the first reason.
    fn cut(&mut self) {
        while self.said.iter().filter(|one| one.1).count() > MOST {
            let weakest = [6, 7, 5, 4, 3].into_iter().find_map(|place| {
                let is_it = |one: &(usize, bool, Said)| one.1 && one.0 == place;
                let index = self.said.iter().position(is_it)?;
                let others = self.said.iter().enumerate().filter(|one| one.0 != index);
                let has_cause = |one: &(usize, bool, Said)| CAUSES.contains(&one.2.template.id);
                let needed =
                    has_cause(&self.said[index]) && !others.map(|one| one.1).any(has_cause);
                (!needed).then_some(index)
            });
            let Some(index) = weakest else { break };
            let (place, _, said) = self.said.remove(index);
            self.ids.retain(|&id| id != said.template.id);
            // What follows it goes with it.
            self.said.retain(|one| one.0 != place || one.1 || !(3..=8).contains(&one.0));
            let left: Vec<&str> = self.said.iter().map(|one| one.2.template.id).collect();
            self.ids.retain(|id| left.contains(id));
        }
    }

    fn sentences(mut self, book: &mut EvidenceBook) -> Vec<Sentence> {
        self.cut();
        self.said.sort_by_key(|one| one.0);
        self.said.into_iter().filter_map(|(_, _, said)| said.sentence(book)).collect()
    }
}

/// The sentences about a moment.
pub fn of_moment(
    moment: &Moment,
    context: &GameContext<'_>,
    book: &mut EvidenceBook,
) -> Vec<Sentence> {
    let scene = Scene::at(context, moment.ply as usize, Some(moment));
    let mut speech = Speech::default();
    MOMENT.iter().for_each(|row| speech.say(&scene, row));
    speech.sentences(book)
}

/// The sentences about a move that is no moment: what it loses, or else the one thing that is
/// special about it.
pub fn of_ply(ply: &Ply, context: &GameContext<'_>, book: &mut EvidenceBook) -> Vec<Sentence> {
    let Some(judgement) = &ply.judgement else { return Vec::new() };
    let scene = Scene::at(context, ply.ply as usize, None);
    let mut speech = Speech::default();
    let rows = if judgement.grade.is_bad() { BAD_PLY } else { PLY };
    rows.iter().chain(COURSE).for_each(|row| speech.say(&scene, row));
    speech.sentences(book)
}

/// The sentences about the game as a whole.
pub fn of_game(context: &GameContext<'_>, book: &mut EvidenceBook) -> Vec<Sentence> {
    let scene = Scene::at(context, 0, None);
    let mut sentences = Vec::new();
    for side in game::SIDES {
        sentences.extend(
            template("G2")
                .and_then(|template| template.with(&scene, vec![scene.losses(side)]))
                .and_then(|said| said.sentence(book)),
        );
    }
    let gap = template("G3").and_then(|template| template.say(&scene, &[]));
    sentences.extend(gap.and_then(|said| said.sentence(book)));
    sentences
}

impl Template {
    /// The sentence from these facts, if the condition holds.
    fn with(&'static self, scene: &Scene<'_>, facts: Vec<Fact>) -> Option<Said> {
        let slots = (self.fill)(&scene.place, &Facts(facts.iter().collect()))?;
        self.text(&slots)?;
        Some(Said { template: self, facts, slots })
    }
}
