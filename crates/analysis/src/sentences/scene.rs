//! What templates collect their facts from: everything that was found out about a game.

use shogi::{Color, Move, Position, Repetition};

use super::place::Place;
use crate::assemble::{english_line, japanese_line};
use crate::context::GameContext;
use crate::judge;
use crate::lines::PlayedOut;
use crate::look;
use crate::model::*;
use crate::naturalness;
use crate::units::{CHUNK, MomentFound, PairFound, Searched, Unit, played_out};

/// A place, with all that was found out.
pub(crate) struct Scene<'a> {
    pub(crate) context: &'a GameContext<'a>,
    pub(crate) place: Place<'a>,
    /// The moment, if the move is one.
    pub(crate) moment: Option<&'a Moment>,
    /// What the deeper look found; there may be one although the move is no moment.
    pub(crate) found: Option<&'a MomentFound>,
    /// The comparison with the best move.
    pair: Option<&'a PairFound>,
}

impl<'a> Scene<'a> {
    /// The scene at a ply; 0 is the game as a whole.
    pub(crate) fn at(context: &'a GameContext<'a>, ply: usize, moment: Option<&'a Moment>) -> Self {
        let report = context.report;
        let place = Place {
            positions: context.positions,
            info: &report.game,
            settings: &report.settings,
            ply,
            said: &[],
        };
        let found = context.moments.iter().find(|found| found.ply == ply);
        let pair = context.pairs.iter().find(|found| found.ply == ply);
        Self { context, place, moment, found, pair }
    }

    pub(crate) fn ply(&self) -> usize {
        self.place.ply
    }

    pub(crate) fn judgement(&self) -> Option<&'a Judgement> {
        self.context.report.plies[self.ply()].judgement.as_ref()
    }

    pub(crate) fn has(&self, flag: Flag) -> bool {
        self.had(flag, self.ply())
    }

    /// Does a ply have a flag?
    pub(crate) fn had(&self, flag: Flag, ply: usize) -> bool {
        self.context.report.plies[ply].flags.contains(&flag)
    }

    pub(crate) fn loss(&self) -> f64 {
        self.judgement().map_or(0.0, |judgement| judgement.loss.get())
    }

    /// The proof about the position after `after` was played from a ply.
    pub(crate) fn proof(
        &self,
        question: Question,
        ply: usize,
        after: &[Move],
    ) -> Option<&'a Proof> {
        self.context.report.proofs.iter().find(|proof| {
            proof.question == question
                && proof.ply as usize == ply
                && Usi::moves(&proof.after) == after
        })
    }

    fn position_of(&self, proof: &Proof) -> Position {
        played_out(&self.place.positions[proof.ply as usize], &Usi::moves(&proof.after))
    }

    /// A solver's answer as a fact.
    pub(crate) fn proved(&self, proof: &Proof) -> Fact {
        let sfen = self.position_of(proof).to_sfen();
        let (line, limit) = (proof.line.clone(), proof.limit);
        match (proof.question, proof.verdict) {
            (Question::Mate, Verdict::Yes) => {
                Fact::Mate { sfen, line, shortest: proof.shortest, limit }
            }
            (Question::Mate, Verdict::No) => Fact::NoMate { sfen, limit },
            (Question::Mate, Verdict::Unknown) => Fact::UnknownMate { sfen, limit },
            (Question::Tsumero, verdict) => Fact::Tsumero { sfen, verdict, line, limit },
            (Question::HisshiStands | Question::Hisshi, verdict) => Fact::Hisshi {
                sfen,
                verdict,
                plies: match proof.question {
                    Question::HisshiStands => 0,
                    _ => proof.plies.unwrap_or(3).max(1),
                },
                line,
                threat: proof.threat.clone(),
                limit,
            },
        }
    }

    /// A proof with the verdict that is wanted, as a fact.
    pub(crate) fn fact(
        &self,
        question: Question,
        ply: usize,
        after: &[Move],
        verdict: Verdict,
    ) -> Option<Fact> {
        let proof = self.proof(question, ply, after)?;
        (proof.verdict == verdict).then(|| self.proved(proof))
    }

    /// The proofs after every legal move from a position of the game, as one fact.
    pub(crate) fn replies(&self, ply: usize, before: &[Move]) -> Option<Fact> {
        let position = played_out(&self.place.positions[ply], before);
        let mut replies = Vec::new();
        let mut limit = 0;
        for &mv in position.legal_moves().iter() {
            let proof = self.proof(Question::Mate, ply, &[before, &[mv]].concat())?;
            limit = limit.max(proof.limit);
            replies.push(Reply { mv: Usi(mv), mate: proof.verdict });
        }
        Some(Fact::Replies { sfen: position.to_sfen(), replies, limit })
    }

    fn start(&self) -> String {
        self.place.info.start.clone()
    }

    fn line_of(&self, searched: &Searched<'_>) -> Line {
        let root = played_out(&self.place.positions[searched.ply], &searched.after);
        let moves = Usi::moves(&searched.found.line);
        Line {
            rank: searched.rank,
            value: judge::searched(searched.found, self.place.scale()),
            depth: searched.found.depth,
            nodes: searched.found.nodes,
            japanese: japanese_line(&root, &moves),
            english: english_line(&root, &moves),
            moves: searched.found.line.clone(),
            naturalness: None,
            natural_rank: None,
        }
    }

    /// A search as a fact.
    pub(crate) fn score(&self, unit: Unit, searched: &Searched<'_>) -> Fact {
        let moves = self.place.moves_to(searched.ply).to_vec();
        Fact::Score {
            unit: unit.name(),
            start: self.start(),
            moves: [moves, Usi::line(&searched.after)].concat(),
            only: Usi::line(&searched.only),
            line: self.line_of(searched),
        }
    }

    /// The sweep's score of a position.
    pub(crate) fn swept(&self, ply: usize) -> Option<Fact> {
        let searched = self.context.swept.get(ply)?.searches().into_iter().next()?;
        // The search of the sweep comes first and has all the nodes.
        (searched.found.nodes == self.place.settings.nodes)
            .then(|| self.score(Unit::Chunk(ply / CHUNK), &searched))
    }

    /// The lines of the shallow look at a position.
    pub(crate) fn shallow(&self, ply: usize) -> Vec<Fact> {
        let Some(found) = self.context.swept.get(ply) else { return Vec::new() };
        let searches = found.searches().into_iter().skip(usize::from(found.found.is_some()));
        searches.map(|searched| self.score(Unit::Chunk(ply / CHUNK), &searched)).collect()
    }

    /// The moment's searches that are wanted, as facts.
    pub(crate) fn of_moment(&self, wanted: impl Fn(&Searched<'_>) -> bool) -> Vec<Fact> {
        let Some(found) = self.found else { return Vec::new() };
        let searches = found.searches().into_iter().filter(|searched| wanted(searched));
        searches.map(|searched| self.score(Unit::Moment(self.ply()), &searched)).collect()
    }

    /// The score of one move alone in the comparison with another one.
    fn paired(&self, mv: Move) -> Option<Fact> {
        let pair = self.pair?;
        let other = pair.best.line.first()?.0;
        // The unit is named after the move that it was asked about.
        let asked = if pair.all.is_some() { self.place.played() } else { other };
        let searches = pair.searches();
        let alone = searches.iter().find(|searched| searched.only == [mv])?;
        Some(self.score(Unit::Pair(self.ply(), asked), alone))
    }

    /// The best lines of the moment's one search of all moves.
    pub(crate) fn lines(&self) -> Vec<Fact> {
        self.of_moment(|searched| searched.only.is_empty() && searched.after.is_empty())
    }

    /// The score of one move alone at the moment.
    pub(crate) fn alone(&self, mv: Move, nodes: u64) -> Option<Fact> {
        self.of_moment(|searched| {
            searched.after.is_empty() && searched.only == [mv] && searched.found.nodes == nodes
        })
        .into_iter()
        .next()
    }

    /// The points of a side in a position.
    pub(crate) fn points(&self, position: &Position, side: Color) -> Option<Fact> {
        let rule = look::rule_named(&self.place.info.declaration_rule)?;
        let count = position.point_count(rule, side)?;
        Some(Fact::Points {
            sfen: position.to_sfen(),
            rule: self.place.info.declaration_rule.clone(),
            side: side.into(),
            points: count.points,
            pieces: count.pieces,
            unmet: count.unmet().map(look::missing).collect(),
        })
    }

    /// What the rules say of a position, as a fact; the outer none means that they say nothing, the
    /// inner one that the board shows it without a fact.
    fn by_rules(&self, ply: usize) -> Option<Option<Fact>> {
        let position = &self.place.positions[ply];
        if !position.has_legal_move() {
            return Some(None);
        }
        let rule = look::rule_named(&self.place.info.declaration_rule)?;
        if look::may_declare(position, rule) {
            return Some(self.points(position, position.turn()));
        }
        let result = match position.fourfold_repetition()? {
            Repetition::Win => "win",
            Repetition::Loss => "loss",
            _ => "draw",
        };
        let moves = self.place.moves_to(ply).to_vec();
        Some(Some(Fact::Repetition { start: self.start(), moves, result: result.into() }))
    }

    /// The facts behind the values of the best and the played move.
    pub(crate) fn sources(&self) -> Option<Vec<Fact>> {
        let mut facts = self.best_source()?;
        for fact in self.played_source()? {
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        }
        Some(facts)
    }

    pub(crate) fn best_source(&self) -> Option<Vec<Fact>> {
        let before = self.ply() - 1;
        if let Some(fact) = self.by_rules(before) {
            return Some(fact.into_iter().collect());
        }
        if let Some(mate) = self.fact(Question::Mate, before, &[], Verdict::Yes) {
            return Some(vec![mate]);
        }
        if let Some(found) = self.found {
            let first = found.best.line.first()?;
            return self.alone(first.0, found.best.nodes).map(|fact| vec![fact]);
        }
        if let Some(pair) = self.pair {
            return self.paired(pair.best.line.first()?.0).map(|fact| vec![fact]);
        }
        self.swept(before).map(|fact| vec![fact])
    }

    pub(crate) fn played_source(&self) -> Option<Vec<Fact>> {
        if let Some(fact) = self.by_rules(self.ply()) {
            return Some(fact.into_iter().collect());
        }
        if let Some(mate) = self.fact(Question::Mate, self.ply(), &[], Verdict::Yes) {
            return Some(vec![mate]);
        }
        if let Some(found) = self.found {
            return self.alone(self.place.played(), found.played.nodes).map(|fact| vec![fact]);
        }
        if self.pair.is_some() {
            return self.paired(self.place.played()).map(|fact| vec![fact]);
        }
        self.swept(self.ply()).map(|fact| vec![fact])
    }

    /// The best and the played line played out, and the facts about what they capture.
    pub(crate) fn ends(&self) -> Option<(Vec<Fact>, [PlayedOut; 2])> {
        let found = self.found.filter(|found| found.ends.is_some())?;
        let root = self.place.root();
        let out = |line: &[Usi]| PlayedOut::new(root, &Usi::moves(line));
        let ends = [out(&found.best.line)?, out(&found.played.line)?];
        let mut facts = self.sources()?;
        facts.extend(ends.iter().map(|end| self.material(end)));
        Some((facts, ends))
    }

    pub(crate) fn material(&self, line: &PlayedOut) -> Fact {
        let [captured, lost] = line.captured.counts().map(|counts| {
            counts.into_iter().map(|(kind, count)| (kind.kind().to_string(), count)).collect()
        });
        Fact::Material {
            sfen: self.place.root().to_sfen(),
            line: Usi::line(&line.moves),
            captured,
            lost,
            quiet: line.is_quiet,
        }
    }

    /// How natural a move from before the played one is.
    pub(crate) fn natural(&self, mv: Move) -> Option<Fact> {
        let root = self.place.root();
        let ply = self.ply() - 1;
        let (start, moves) = match ply {
            0 => (root, Vec::new()),
            _ => (&self.place.positions[ply - 1], vec![self.place.info.moves[ply - 1]]),
        };
        let natural = naturalness::Naturalness::of(root).natural(mv);
        (natural.rank > 0).then(|| Fact::Naturalness {
            start: start.to_sfen(),
            moves,
            mv: Usi(mv),
            category: natural.category,
            table: naturalness::table_digest(),
            percent: natural.percent,
            rank: natural.rank,
        })
    }

    /// A number on the board.
    pub(crate) fn count(&self, position: &Position, what: &str, side: Color) -> Fact {
        Fact::Count {
            sfen: position.to_sfen(),
            what: what.into(),
            side: side.into(),
            square: None,
            number: crate::check::count(position, what, side, None).unwrap_or(0),
        }
    }

    /// Black's win probability after each ply of the part that is judged.
    pub(crate) fn curve(&self) -> Fact {
        Fact::Curve { w: self.context.report.curve().collect() }
    }

    /// The losses of a side's counted moves.
    pub(crate) fn losses(&self, side: Side) -> Fact {
        let (mut plies, mut losses) = (Vec::new(), Vec::new());
        for ply in &self.context.report.plies {
            let own = ply.judgement.as_ref().filter(|one| one.side == side && one.counted);
            if let Some(judgement) = own {
                plies.push(ply.ply);
                losses.push(judgement.loss);
            }
        }
        Fact::Losses { side, plies, losses }
    }
}
