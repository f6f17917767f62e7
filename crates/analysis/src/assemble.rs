//! The report, put together from what the units found and what the judge says.

use std::collections::BTreeMap;

use eval::Model;
use kifu::notation::{english, japanese};
use shogi::{Color, Move, Position};

use crate::accuracy::{self, Counted};
use crate::classes::{grade, steps_apart};
use crate::context::GameContext;
use crate::judge::{self, Findings, Judged, Verdicts, all_proofs, searched, turned};
use crate::look;
use crate::machine::Found;
use crate::model::*;
use crate::moments::{course, praise, settle};
use crate::naturalness::Naturalness;
use crate::scale::Scale;
use crate::sentences;
use crate::shapes;
use crate::subject::Subject;
use crate::units::{LINES, MomentFound, played_out, quarter};

/// The gap from which a move is the only one.
const ONLY: f64 = 15.0;
/// A move this much below the first of a shallow look is overlooked by it.
const OVERLOOKED: f64 = 10.0;
/// An exchange below this is a sacrifice.
const SACRIFICE: i32 = -300;

/// Everything that a report is made of.
pub(crate) struct Parts<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) settings: &'a Settings,
    pub(crate) evaluator: Evaluator,
    pub(crate) found: Findings<'a>,
}

impl Parts<'_> {
    fn scale(&self) -> Scale {
        Scale::new(self.settings.scale.get()).unwrap_or(Scale::HABIT)
    }

    /// The report with its sentences and their evidence.
    pub(crate) fn report(&self) -> GameReport {
        let mut report = self.silent_report();
        let hollow = self.hollow_moments(&report);
        report.moments.retain(|moment| !hollow.contains(&moment.ply));
        let context = self.context(&report);
        let mut book = EvidenceBook::default();
        let of_game = sentences::of_game(&context, &mut book);
        let (mut of_plies, mut of_moments) = (Vec::new(), Vec::new());
        for ply in &report.plies {
            let moment = report.moment(ply.ply);
            of_plies.push(match moment {
                None => sentences::of_ply(ply, &context, &mut book),
                Some(_) => Vec::new(),
            });
            let said = moment.map(|moment| sentences::of_moment(moment, &context, &mut book));
            of_moments.extend(said);
        }
        report.sentences = of_game;
        for (ply, sentences) in report.plies.iter_mut().zip(of_plies) {
            ply.sentences = sentences;
        }
        for (moment, sentences) in report.moments.iter_mut().zip(of_moments) {
            moment.sentences = sentences;
        }
        report.evidence = book.into_facts();
        report
    }

    fn context<'c>(&'c self, report: &'c GameReport) -> GameContext<'c> {
        GameContext {
            report,
            positions: &self.subject.positions,
            swept: self.found.plies,
            pairs: self.found.pairs,
            moments: self.found.moments,
        }
    }

    /// The moments about which there is nothing to say but cautions and names.
    fn hollow_moments(&self, report: &GameReport) -> Vec<u32> {
        let context = self.context(report);
        let says_nothing = |moment: &&Moment| {
            let said = sentences::of_moment(moment, &context, &mut EvidenceBook::default());
            said.iter().all(|one| matches!(one.group, Group::C | Group::O | Group::G))
        };
        report.moments.iter().filter(says_nothing).map(|moment| moment.ply).collect()
    }

    /// The report without sentences.
    fn silent_report(&self) -> GameReport {
        let verdicts = judge::judge(self.subject, self.settings, self.found);
        let of_sweep = judge::judge(self.subject, self.settings, self.found.of_sweep());
        let mut moments: Vec<Moment> = self
            .found
            .moments
            .iter()
            .map(|found| self.moment(found, &verdicts, &of_sweep))
            .collect();
        // The names of openings count plies from the start of a game.
        let start = kifu::Game::from_position(&self.subject.positions[0]);
        let shapes = match start.start_name() {
            Some(_) => shapes::of_game(&self.subject.positions),
            None => Vec::new(),
        };
        let plies = self.report_plies(&verdicts, &of_sweep, &moments, &shapes);
        settle(&mut moments, &plies, self.settings);
        let players = Both::of(|color| self.player(color, &plies, &verdicts, &shapes));
        let proofs = all_proofs(self.found.plies, self.found.moments);
        let mut proofs: Vec<Proof> = proofs.into_values().collect();
        proofs.sort_by(|a, b| (a.ply, &a.id).cmp(&(b.ply, &b.id)));
        GameReport {
            format: FORMAT.into(),
            version: VERSION,
            program: format!("Sakiyomi {}", env!("CARGO_PKG_VERSION")),
            evaluator: self.evaluator.clone(),
            settings: self.settings.clone(),
            game: self.subject.info.clone(),
            players,
            plies,
            moments,
            proofs,
            shapes,
            sentences: Vec::new(),
            evidence: Vec::new(),
        }
    }

    fn line(&self, root: &Position, found: &Found, rank: usize, natural: &Naturalness) -> Line {
        line(root, found, rank, natural, self.scale())
    }

    /// A moment; why it is one is told later.
    fn moment(&self, found: &MomentFound, verdicts: &Verdicts, of_sweep: &Verdicts) -> Moment {
        let root = &self.subject.positions[found.ply - 1];
        let natural = Naturalness::of(root);
        let judged = &verdicts.moves[found.ply - 1];
        let lines: Vec<Line> = (1..)
            .zip(&found.lines)
            .map(|(rank, one)| self.line(root, one, rank, &natural))
            .collect();
        let gap = match found.lines.as_slice() {
            [first, second, ..] if first.depth == second.depth => {
                Some(Number::new(lines[0].value.w.get() - lines[1].value.w.get()))
            }
            _ => None,
        };
        let limits = &self.settings.classes;
        let of_pair = |pair: [&Found; 2]| {
            let [best, played] = pair.map(|one| searched(one, self.scale()).w.get());
            grade((best - played).max(0.0), limits)
        };
        let classes = vec![
            grade(of_sweep.moves[found.ply - 1].loss, limits),
            of_pair([&found.quarter[0], &found.quarter[1]]),
            grade(judged.loss, limits),
        ];
        let deep = self.settings.deep_nodes;
        Moment {
            ply: found.ply as u32,
            side: root.turn().into(),
            why: Vec::new(),
            importance: Number::default(),
            difficulty: difficulty(&lines, &natural),
            best: self.line(root, &found.best, 1, &natural),
            played: self.line(root, &found.played, 1, &natural),
            lines,
            gap,
            classes,
            class_nodes: vec![self.settings.nodes, quarter(self.settings), deep],
            threats: self.threats(found, judged),
            captures: self.captures(found, judged, &natural),
            ends: found.ends.clone(),
            sentences: Vec::new(),
        }
    }

    fn threats(&self, found: &MomentFound, judged: &Judged) -> Vec<Threat> {
        let root = &self.subject.positions[found.ply - 1];
        let mover = root.turn();
        let best = judged.best_line.first();
        let threat = |passed: &crate::units::Passed| {
            let after = Usi::moves(&passed.after);
            let position = played_out(root, &after);
            // The side that moves again is the one that is not to move before the pass.
            let side = !position.turn();
            let mover_w = if passed.after.is_empty() || passed.after.first() == best {
                judged.best.w.get()
            } else {
                judged.played.w.get()
            };
            let before = if side == mover { mover_w } else { 100.0 - mover_w };
            let mut passed_position = position.without_past();
            passed_position.pass();
            let natural = Naturalness::of(&passed_position);
            let line = self.line(&passed_position, &passed.found, 1, &natural);
            Threat {
                side: side.into(),
                ply: found.ply as u32 - 1,
                after: passed.after.clone(),
                sfen: position.to_sfen(),
                before: before.into(),
                size: (line.value.w.get() - before).into(),
                nodes: passed.found.nodes,
                line,
            }
        };
        found.threats.iter().map(threat).collect()
    }

    fn captures(
        &self,
        found: &MomentFound,
        judged: &Judged,
        natural: &Naturalness,
    ) -> Vec<Capture> {
        let root = &self.subject.positions[found.ply - 1];
        let capture = |one: &Found| {
            let line = self.line(root, one, 1, natural);
            Some(Capture {
                mv: *line.moves.first()?,
                ply: found.ply as u32 - 1,
                after: Vec::new(),
                loss: (judged.best.w.get() - line.value.w.get()).max(0.0).into(),
                line,
            })
        };
        found.captures.iter().filter_map(capture).collect()
    }

    fn report_plies(
        &self,
        verdicts: &Verdicts,
        of_sweep: &Verdicts,
        moments: &[Moment],
        shapes: &[Shape],
    ) -> Vec<Ply> {
        let course = course(self.subject, self.settings, verdicts);
        let proofs = all_proofs(self.found.plies, self.found.moments);
        let positions = self.subject.positions.iter().enumerate();
        positions
            .map(|(ply, position)| {
                let known = &verdicts.known[ply];
                let (progress, terms) = look::terms(position);
                let moment = moments.iter().find(|moment| moment.ply as usize == ply);
                let mut flags = Vec::new();
                let is_known = verdicts.part.has(ply);
                let judgement = verdicts.part.judges(ply).then(|| {
                    flags.clone_from(&verdicts.moves[ply - 1].flags);
                    flags.extend(course.iter().filter(|one| one.0 == ply).map(|one| one.1));
                    let [judged, swept] = [verdicts, of_sweep].map(|one| &one.moves[ply - 1]);
                    self.judgement(ply, judged, swept, moment, &mut flags)
                });
                let is_here = |proof: &&Proof| proof.ply as usize == ply && proof.after.is_empty();
                let value = match position.turn() {
                    Color::Black => known.value,
                    Color::White => turned(known.value),
                };
                Ply {
                    ply: ply as u32,
                    sfen: position.to_sfen(),
                    judgement,
                    value: is_known.then_some(value),
                    depth: known.depth,
                    nodes: known.nodes,
                    pass: if is_known { known.pass } else { "none" }.into(),
                    line: known.line.clone(),
                    legal_moves: position.legal_moves().len() as u32,
                    progress,
                    phase: look::phase(progress),
                    terms,
                    kings: look::meters(position, self.subject.rule),
                    flags,
                    proofs: proofs.values().filter(is_here).map(|one| one.id.clone()).collect(),
                    shapes: shapes
                        .iter()
                        .filter(|shape| shape.ply as usize == ply)
                        .map(|shape| shape.id.clone())
                        .collect(),
                    sentences: Vec::new(),
                }
            })
            .collect()
    }

    fn judgement(
        &self,
        ply: usize,
        judged: &Judged,
        swept: &Judged,
        moment: Option<&Moment>,
        flags: &mut Vec<Flag>,
    ) -> Judgement {
        let root = &self.subject.positions[ply - 1];
        let mv = self.subject.moves[ply - 1];
        let previous = root.last_move().map(|last| last.to());
        let natural = Naturalness::of(root);
        let best = judged.best_line.first().copied().unwrap_or(Usi(mv));
        let legal = root.legal_moves().len();
        let shallow_rank = self.found.plies[ply - 1]
            .shallow
            .iter()
            .position(|found| found.line.first() == Some(&Usi(mv)))
            .map(|index| index as u32 + 1);
        let graded = grade(judged.loss, &self.settings.classes);
        let mut confidence = Confidence::Sweep;
        let mut class = graded;
        let mut put = |flag: Flag, holds: bool| {
            if holds && !flags.contains(&flag) {
                flags.push(flag);
            }
        };
        let own = natural.natural(mv);
        if let Some(moment) = moment {
            let apart = |&class: &Class| steps_apart(class, graded) >= 2;
            let is_unstable = moment.classes.iter().any(apart);
            confidence = if is_unstable { Confidence::Unstable } else { Confidence::Firm };
            put(Flag::Unstable, is_unstable);
            let is_first =
                moment.lines.first().is_some_and(|line| line.moves.first() == Some(&Usi(mv)));
            let gap = moment.gap.map(Number::get).filter(|_| is_first);
            let holds = moment.lines.first().is_some_and(|line| line.value.w.get() >= 20.0);
            put(Flag::OnlyMove, gap.is_some_and(|gap| gap >= ONLY) && holds);
            let probability = natural.probability(mv);
            let w = judged.best.w.get();
            if !judged.is_decided {
                let overlooked = self.is_overlooked(ply);
                let praise = praise(judged.loss, gap, probability, w, overlooked);
                class = praise.unwrap_or(class);
            }
        } else if self.found.pair(ply).is_some() {
            let is_apart = steps_apart(grade(swept.loss, &self.settings.classes), graded) >= 2;
            confidence = if is_apart { Confidence::Unstable } else { Confidence::Firm };
            // Nobody is accused, so nobody need take care.
            put(Flag::Unstable, is_apart && graded.is_bad());
        }
        put(Flag::NaturalTrap, own.rank <= 3 && judged.loss >= 10.0);
        let values = eval::material::PieceValues::GEKISASHI.exchange_values();
        put(Flag::Sacrifice, root.see(mv, &values) < SACRIFICE);
        if flags.contains(&Flag::WalkedIntoMate) {
            class = Class::WalkedIntoMate;
        }
        if flags.contains(&Flag::MissedMate) {
            class = Class::MissedMate;
        }
        if legal == 1 {
            class = Class::Forced;
        }
        Judgement {
            mv: Usi(mv),
            japanese: japanese(root, mv, previous),
            english: english(root, mv),
            side: root.turn().into(),
            time_ms: self.subject.times[ply - 1],
            best,
            best_line: judged.best_line.clone(),
            best_w: judged.best.w,
            played_w: judged.played.w,
            loss: judged.loss.into(),
            class,
            grade: graded,
            confidence,
            counted: legal > 1 && !judged.is_decided,
            natural: own,
            best_natural: natural.natural(best.0),
            shallow_rank,
        }
    }

    /// Does the shallow look have the move outside its first lines, or far below its first?
    fn is_overlooked(&self, ply: usize) -> bool {
        let mv = Usi(self.subject.moves[ply - 1]);
        let shallow = &self.found.plies[ply - 1].shallow;
        let w = |found: &Found| searched(found, self.scale()).w.get();
        let own = shallow.iter().find(|found| found.line.first() == Some(&mv));
        match (shallow.first(), own) {
            (Some(first), Some(own)) => w(first) - w(own) >= OVERLOOKED,
            // A look that was too short for all its lines overlooks nothing.
            _ => shallow.len() >= self.subject.positions[ply - 1].legal_moves().len().min(LINES),
        }
    }

    fn player(&self, color: Color, plies: &[Ply], verdicts: &Verdicts, shapes: &[Shape]) -> Player {
        let weights = accuracy::volatility(&verdicts.curve);
        let own = || {
            plies.iter().filter_map(|ply| {
                let judgement = ply.judgement.as_ref()?;
                (Color::from(judgement.side) == color).then_some((ply, judgement))
            })
        };
        let counted = |phase: Option<Phase>| -> Vec<Counted> {
            own()
                .filter(|(ply, judgement)| {
                    // The phase is that of the position in which the player had to choose.
                    let before = &plies[ply.ply as usize - 1];
                    judgement.counted && phase.is_none_or(|phase| before.phase == phase)
                })
                .map(|(ply, judgement)| Counted {
                    loss: judgement.loss.get(),
                    is_best: judgement.best == judgement.mv,
                    weight: weights[ply.ply as usize - 1 - verdicts.part.first],
                })
                .collect()
        };
        let mut counts = BTreeMap::new();
        own().for_each(|(_, judgement)| *counts.entry(judgement.class).or_insert(0) += 1);
        let with = |flag: Flag| own().filter(|(ply, _)| ply.flags.contains(&flag)).count() as u32;
        let largest = own()
            .filter(|(_, one)| one.loss.get() > 0.0)
            .max_by(|a, b| a.1.loss.get().total_cmp(&b.1.loss.get()).then(b.0.ply.cmp(&a.0.ply)));
        let main = |kind: ShapeKind| {
            let is_it =
                |shape: &&Shape| shape.main && shape.kind == kind && shape.side == color.into();
            shapes.iter().find(is_it).map(|shape| shape.id.clone())
        };
        Player {
            name: self.subject.names[color.index()].clone(),
            figures: accuracy::figures(&counted(None)),
            by_phase: Phase::ALL
                .iter()
                .map(|&phase| (phase, accuracy::figures(&counted(Some(phase)))))
                .collect(),
            counts,
            largest_loss: largest.map(|(ply, one)| LargestLoss { ply: ply.ply, loss: one.loss }),
            decided: with(Flag::Decided),
            missed_mates: with(Flag::MissedMate),
            missed_hisshi: with(Flag::MissedHisshi),
            walked_into_mate: with(Flag::WalkedIntoMate),
            missed_declarations: with(Flag::MissedDeclaration),
            castle: main(ShapeKind::Castle),
            opening: main(ShapeKind::Opening),
        }
    }
}

/// The share of moves, by naturalness, that are not among the lines within 5 points of the best.
fn difficulty(lines: &[Line], natural: &Naturalness) -> Option<Number> {
    let best = lines.first()?.value.w.get();
    let found: f64 = lines
        .iter()
        .filter(|line| best - line.value.w.get() < 5.0)
        .filter_map(|line| line.moves.first())
        .map(|mv| natural.probability(mv.0))
        .sum();
    Some((100.0 * (1.0 - found)).into())
}

/// A searched line as a report shows it.
pub(crate) fn line(
    root: &Position,
    found: &Found,
    rank: usize,
    natural: &Naturalness,
    scale: Scale,
) -> Line {
    let moves = Usi::moves(&found.line);
    let natural = moves.first().map(|&mv| natural.natural(mv));
    Line {
        rank: rank as u32,
        value: searched(found, scale),
        depth: found.depth,
        nodes: found.nodes,
        japanese: japanese_line(root, &moves),
        english: english_line(root, &moves),
        moves: found.line.clone(),
        naturalness: natural.as_ref().map(|one| one.percent),
        natural_rank: natural.as_ref().map(|one| one.rank),
    }
}

/// A line in Japanese; its first move is written without 同, as it stands alone.
pub fn japanese_line(root: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = root.clone();
    let mut previous = None;
    let mut words = Vec::new();
    for &mv in moves {
        words.push(japanese(&position, mv, previous));
        position.play(mv);
        previous = Some(mv.to());
    }
    words
}

/// A line in English.
pub fn english_line(root: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = root.clone();
    let mut words = Vec::new();
    for &mv in moves {
        words.push(english(&position, mv));
        position.play(mv);
    }
    words
}

/// The evaluator's name and a digest of its values at fixed positions, by which other weights show.
pub fn identify(model: &Model) -> Evaluator {
    use eval::Evaluator as _;
    let mut evaluator = model.evaluator();
    let mut position = Position::startpos();
    let mut values = String::new();
    // A walk through legal moves that is always the same.
    for step in 0..40usize {
        evaluator.reset(&position);
        values.push_str(&format!("{:?} ", evaluator.evaluate(&position)));
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(moves[step * 7 % moves.len()]);
    }
    Evaluator { name: model.to_string(), weights: crate::digest::digest(values.as_bytes()) }
}
