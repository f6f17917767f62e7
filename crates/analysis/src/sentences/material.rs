//! L: material, and the tactics that win it. Both lines are played out to quiet ends.

use shogi::{HandKind, PieceKind, Position, Square};

use super::facts::Facts;
use super::place::Place;
use super::scene::Scene;
use super::sources::{self, Loss};
use super::template::{Slots, Template};
use super::words;
use crate::lines::{self, PlayedOut};
use crate::model::{Fact, Group, Question, Slot, SquarePiece, Tactic, Usi, Verdict};
use crate::units::{Unit, played_out};

/// The difference in material that is a reason, in points of the named set of values.
const DIFFERENCE: i32 = 150;
/// An exchange below this gives material up.
const SACRIFICE: i32 = -200;
/// What a declined capture loses at least, in points.
const DECLINED: f64 = 10.0;

/// The kinds of facts behind a comparison of two lines.
const KINDS: &[&str] = &["score", "material"];

pub(super) const TEMPLATES: &[Template] = &[
    Template {
        id: "L1",
        group: Group::L,
        ja: "{m}には{line}があり、{pc}を失う。",
        en: "{m} runs into {line}, which costs {pc}.",
        when_ja: "静かな終わりまで並べた両方の読み筋で、指した手の駒割りが150点以上悪く、示した手順の中で駒をただで失う",
        when_en: "both lines end quietly, the played one is 150 points of material or more worse, \
                  and in the part that is shown it loses pieces for nothing but pawns",
        kinds: KINDS,
        find: |scene| Some(scene.ends()?.0),
        fill: |place, facts| {
            let lines = worse(place, facts)?;
            let exchange = lines.played.exchange();
            let shown = shown_exchange(place, &lines.played);
            let lost = same_pieces(exchange.lost_outright()?, shown.lost_outright()?)?;
            (exchange.points <= -DIFFERENCE).then(|| {
                Slots::new()
                    .put("m", place.mv(place.played()))
                    .put("line", refutation(place, &lines.played))
                    .put("pc", words::pieces(lost))
            })
        },
    },
    Template {
        id: "L2",
        group: Group::L,
        ja: "{b}から{line}と進めば{pc}の得だった。",
        en: "{b} and {line} would have won {pc}.",
        when_ja: "同じ条件で、最善手の読み筋が駒をただで取る",
        when_en: "the same, and the best line wins pieces for nothing but pawns",
        kinds: KINDS,
        find: |scene| Some(scene.ends()?.0),
        fill: |place, facts| {
            let lines = worse(place, facts)?;
            let exchange = lines.best.exchange();
            let in_view = shown_exchange(place, &lines.best);
            let won = same_pieces(exchange.won_outright()?, in_view.won_outright()?)?;
            let (&first, rest) = lines.best.moves.split_first()?;
            let shown = shown_plies(place, &lines.best) - 1;
            let after = sources::follow(place.root(), &[first])?;
            (exchange.points >= DIFFERENCE && !rest.is_empty()).then(|| {
                Slots::new()
                    .put("b", place.mv(first))
                    .put("line", words::line(&after, rest, shown))
                    .put("pc", words::pieces(won))
            })
        },
    },
    Template {
        id: "L3",
        group: Group::L,
        ja: "読み筋では{pc1}と{pc2}の交換になる。",
        en: "In the line {pc1} goes for {pc2}.",
        when_ja: "同じ条件で、指した手の読み筋が価値の高い駒を低い駒と交換する",
        when_en: "the same, and the played line gives one piece for a lesser one",
        kinds: KINDS,
        find: |scene| Some(scene.ends()?.0),
        fill: |place, facts| {
            let lines = worse(place, facts)?;
            let exchange = lines.played.exchange();
            let (lost, won) = exchange.one_for_one()?;
            let is_shown = shown_exchange(place, &lines.played).one_for_one() == Some((lost, won));
            let is_worse = exchange.points <= -DIFFERENCE && !exchange.is_two_for_one();
            (is_worse && is_shown).then(|| {
                Slots::new().put("pc1", words::pieces(&[lost])).put("pc2", words::pieces(&[won]))
            })
        },
    },
    Template {
        id: "L4",
        group: Group::L,
        ja: "読み筋では二枚替えになり、{who}が得をする。",
        en: "In the line it is two pieces for one, in favour of {who}.",
        when_ja: "同じ条件で、指した手の読み筋が大駒1枚と金銀2枚の交換になる",
        when_en: "the same, and the played line gives a rook or bishop for two generals, or takes \
                  one for two",
        kinds: KINDS,
        find: |scene| Some(scene.ends()?.0),
        fill: |place, facts| {
            let lines = worse(place, facts)?;
            let exchange = lines.played.exchange();
            let who = if exchange.points < 0 { place.foe() } else { return None };
            let shown = shown_exchange(place, &lines.played);
            let is_shown = shown.is_two_for_one() && shown.points < 0;
            (exchange.is_two_for_one() && is_shown).then(|| Slots::new().put("who", who))
        },
    },
    Template {
        id: "L5",
        group: Group::L,
        ja: "{t}が{pc1}と{pc2}の両取りになる。",
        en: "{t} forks the {pc1} and the {pc2}.",
        when_ja: "同じ条件で、指した手の読み筋で相手の手が二つの駒に当たり、次の手で救えるのは一方まで",
        when_en: "the same, and in the played line a move of the opponent attacks two pieces of \
                  which the answer saves at most one",
        kinds: &["score", "material", "fork"],
        find: |scene| {
            let (mut facts, [_, played]) = scene.ends()?;
            let tactic = tactic(scene, "fork")?;
            let position = played_out(scene.place.root(), &played.moves[..=tactic.at as usize]);
            let pieces = tactic.squares.iter().zip(&tactic.pieces).zip(&tactic.gains);
            let pieces = pieces.map(|((square, piece), &gain)| SquarePiece {
                square: square.clone(),
                piece: piece.clone(),
                gain,
            });
            facts.push(Fact::Fork {
                sfen: position.to_sfen(),
                mv: tactic.mv,
                pieces: pieces.collect(),
            });
            Some(facts)
        },
        fill: |place, facts| {
            let lines = worse(place, facts)?;
            let (sfen, mv, pieces) = facts.0.iter().find_map(|fact| match fact {
                Fact::Fork { sfen, mv, pieces } => Some((sfen, mv.0, pieces)),
                _ => None,
            })?;
            let moves = &lines.played.moves;
            let at = moves.iter().position(|&played| played == mv)?;
            let before = played_out(place.root(), &moves[..at]);
            let reply = moves.get(at + 1).copied();
            let fork = lines::fork(&before, mv, reply, at)?;
            let same = pieces.len() == fork.targets.len()
                && pieces.iter().zip(&fork.targets).all(|(said, found)| {
                    (said.square == found.0.to_string())
                        && (said.piece == found.1.to_string())
                        && said.gain == found.2
                });
            let is_here = played_out(&before, &[mv]).to_sfen() == *sfen && at % 2 == 1;
            (same && is_here).then(|| {
                Slots::new()
                    .put("t", words::mv(&before, mv, None))
                    .put("pc1", words::kind(fork.targets[0].1))
                    .put("pc2", words::kind(fork.targets[1].1))
            })
        },
    },
    Template {
        id: "L6",
        group: Group::L,
        ja: "{sq}の{pc}に紐が付いておらず、{t}で取られる。",
        en: "The {pc} on {sq} is loose and falls to {t}.",
        when_ja: "同じ条件で、指した手のあとの読み筋の初手が、紐のない駒（歩・と金と、駒を取ったばかりの駒を除く）を取る",
        when_en: "the same, and the reply in the line takes a piece that nothing can retake; \
                  pawns, tokins and the piece that has just taken another one do not count",
        kinds: &["score", "material", "hanging"],
        find: |scene| {
            let (mut facts, [_, played]) = scene.ends()?;
            let reply = *played.moves.get(1)?;
            let hanging = lines::hanging(scene.place.after(), reply)?;
            facts.push(Fact::Hanging {
                sfen: scene.place.after().to_sfen(),
                mv: reply.into(),
                piece: SquarePiece {
                    square: hanging.square.to_string(),
                    piece: hanging.kind.to_string(),
                    gain: hanging.see,
                },
            });
            Some(facts)
        },
        fill: |place, facts| {
            let lines = worse(place, facts)?;
            let after = place.after();
            let (sfen, mv, piece) = facts.0.iter().find_map(|fact| match fact {
                Fact::Hanging { sfen, mv, piece } => Some((sfen, mv.0, piece)),
                _ => None,
            })?;
            // A capture that the line does not make may not even be legal.
            if lines.played.moves.get(1) != Some(&mv) {
                return None;
            }
            let hanging = lines::hanging(after, mv)?;
            let same = piece.square == hanging.square.to_string()
                && piece.piece == hanging.kind.to_string()
                && piece.gain == hanging.see;
            (same && *sfen == after.to_sfen()).then(|| {
                Slots::new()
                    .put("sq", words::square(hanging.square))
                    .put("pc", words::kind(hanging.kind))
                    .put("t", words::mv(after, mv, None))
            })
        },
    },
    Template {
        id: "L7",
        group: Group::L,
        ja: "{sq}の{pc}は逃げ場を失っている。",
        en: "The {pc} on {sq} has nowhere to go.",
        when_ja: "同じ条件で、読み筋の応手のあと大駒がどこへ動いても取られ、読み筋で実際に取られる",
        when_en: "the same, and after the reply in the line a big piece loses itself by every \
                  move, and the line captures it",
        kinds: &["score", "material", "trapped"],
        find: |scene| {
            let (mut facts, [_, played]) = scene.ends()?;
            let tactic = tactic(scene, "trapped")?;
            let position = played_out(scene.place.root(), &played.moves[..tactic.at as usize]);
            facts.push(Fact::Trapped {
                sfen: position.to_sfen(),
                piece: SquarePiece {
                    square: tactic.squares.first()?.clone(),
                    piece: tactic.pieces.first()?.clone(),
                    gain: *tactic.gains.first()?,
                },
                line: Usi::line(&played.moves[tactic.at as usize..]),
            });
            Some(facts)
        },
        fill: |place, facts| {
            let lines = worse(place, facts)?;
            let (sfen, piece, line) = facts.0.iter().find_map(|fact| match fact {
                Fact::Trapped { sfen, piece, line } => Some((sfen, piece, line)),
                _ => None,
            })?;
            let moves = &lines.played.moves;
            let position = played_out(place.root(), moves.get(..2)?);
            let square: Square = piece.square.parse().ok()?;
            let trapped = lines::trapped(&position, square)?;
            let is_here = position.to_sfen() == *sfen && Usi::moves(line) == moves[2..];
            let is_taken = lines::capture_of(&position, &moves[2..], square).is_some();
            (is_here && is_taken && trapped.kind.to_string() == piece.piece).then(|| {
                Slots::new().put("sq", words::square(square)).put("pc", words::kind(trapped.kind))
            })
        },
    },
    Template {
        id: "L8",
        group: Group::L,
        ja: "{pc}を捨てるが、{line}で元が取れる。",
        en: "{pc} is given up, and {line} brings it back.",
        when_ja: "損失5ポイント未満の手で交換値が-200以下、読み筋の静かな終わりで駒損がないか、\
                  詰みか必至が証明された",
        when_en: "the loss is below the first limit, the exchange on the square is worth -200 or \
                  less, and at the quiet end of the line no material is missing, or a mate or \
                  hisshi is proved",
        kinds: &["score", "material", "count", "mate", "hisshi"],
        find: sacrifice,
        fill: |place, facts| {
            let (root, mv) = (place.root(), place.played());
            let side = place.mover().into();
            let see = facts.count(&root.to_sfen(), &format!("exchange {mv}"), side)?;
            let line = payback(place, facts)?;
            let kind = match mv.from() {
                Some(from) => root.piece_on(from)?.kind(),
                None => mv.dropped()?.kind(),
            };
            let shown = lines::cut(root, &line).max(3);
            let pc = match kind.in_hand() {
                Some(hand) => words::pieces(&[hand]),
                None => return None,
            };
            let is_shown = facts.mate(&root.to_sfen()).is_some()
                || facts.hisshi(&place.after().to_sfen(), true).is_some()
                || exchange(root, &line[..shown.min(line.len())]).points >= 0;
            let line = words::line(root, &line, shown);
            (see <= i64::from(SACRIFICE) && is_shown)
                .then(|| Slots::new().put("pc", pc).put("line", line))
        },
    },
    Template {
        id: "L9",
        group: Group::L,
        ja: "{t}と取るのは{line}で悪くなる。",
        en: "Taking with {t} fails to {line}.",
        when_ja: "動いたばかりの駒を取れる（交換値0以上）が最善手は取らず、取る手だけの探索が10ポイント以上悪い",
        when_en: "the best move declines to take the piece that has just moved although the \
                  exchange is not bad, and that capture alone, searched, loses 10 points or more",
        kinds: &["score", "mate", "points", "repetition"],
        find: |scene| {
            let capture = scene.found?.captures.first()?.line.first()?.0;
            let mut facts = scene.best_source()?;
            facts.push(scene.alone(capture, scene.place.settings.side_nodes)?);
            Some(facts)
        },
        fill: |place, facts| {
            let root = place.root();
            let last = root.last_move()?.to();
            let best = sources::best(place, &best_facts(place, facts))?;
            let unit = Unit::Moment(place.ply).name();
            let capture = facts.scores().into_iter().find(|score| {
                score.unit == unit
                    && score.moves == place.moves_to(place.ply - 1)
                    && score.only.len() == 1
                    && score.only[0].to() == last
                    && score.line.nodes == place.settings.side_nodes
            })?;
            let mv = capture.only[0].0;
            let reply = Usi::moves(&capture.line.moves).get(1..).map(<[_]>::to_vec)?;
            let after = sources::follow(root, &[mv])?;
            let loses = best.w.get() - place.w_of(capture.line).get();
            let is_declined = best.line.first().is_some_and(|first| first.to() != last);
            let is_sound = root.see(mv, lines::exchange_values()) >= 0;
            (loses >= DECLINED && is_declined && is_sound && !reply.is_empty()).then(|| {
                Slots::new().put("t", place.mv(mv)).put("line", words::line(&after, &reply, 3))
            })
        },
    },
    Template {
        id: "L10",
        group: Group::L,
        ja: "{line}で{pc}を作られる。",
        en: "{line} lets a {pc} in.",
        when_ja: "損失5ポイント以上で、指した手の読み筋の示した部分で相手の竜か馬ができて終わりまで残り、\
                  最善手の読み筋ではできない。自分も竜か馬を作る読み筋や、駒割りが良くなる読み筋を除く",
        when_en: "the loss is at or above the first limit, and in the part of the played line that \
                  is shown the opponent promotes a rook or bishop that stands at its end, which \
                  the best line does not; not if the mover promotes one too or comes out ahead in \
                  material",
        kinds: KINDS,
        find: |scene| Some(scene.ends()?.0),
        fill: |place, facts| {
            let lines = compared(place, facts)?;
            let foe = !place.mover();
            let big = |line: &PlayedOut, side| {
                line.promoted.iter().find(|one| one.0 == side).map(|one| one.1)
            };
            let kind: PieceKind = big(&lines.played, foe)?;
            let at = lines::promotion_at(place.root(), &lines.played.moves, foe, kind)?;
            let is_shown = at < shown_plies(place, &lines.played);
            let is_even = big(&lines.played, place.mover()).is_some();
            let gains = lines.played.exchange().points > lines.best.exchange().points;
            let is_new = big(&lines.best, foe).is_none();
            (is_new && is_shown && !is_even && !gains).then(|| {
                Slots::new()
                    .put("line", refutation(place, &lines.played))
                    .put("pc", words::kind(kind))
            })
        },
    },
];

/// The best and the played line of a bad move, both played out to quiet ends.
pub(super) struct Lines {
    pub(super) loss: Loss,
    pub(super) best: PlayedOut,
    pub(super) played: PlayedOut,
}

/// The two lines, if both were searched, both end quietly and the facts about them are there.
pub(super) fn compared(place: &Place<'_>, facts: &Facts<'_>) -> Option<Lines> {
    let loss = sources::loss(place, facts).filter(|loss| loss.grade.is_bad())?;
    if loss.best.is_firm || loss.played.is_firm {
        return None;
    }
    let (best, played) = quiet_lines(place, facts, &loss)?;
    Some(Lines { loss, best, played })
}

fn quiet_lines(
    place: &Place<'_>,
    facts: &Facts<'_>,
    loss: &Loss,
) -> Option<(PlayedOut, PlayedOut)> {
    let root = place.root();
    let sfen = root.to_sfen();
    let out = |line: &[shogi::Move]| {
        PlayedOut::new(root, line)
            .filter(|line| line.is_quiet && facts.has_material(&sfen, &line.moves))
    };
    Some((out(&loss.best.line)?, out(&loss.played.line)?))
}

/// The two lines, if the played one is clearly worse in material.
fn worse(place: &Place<'_>, facts: &Facts<'_>) -> Option<Lines> {
    let lines = compared(place, facts)?;
    let difference = lines.played.exchange().points - lines.best.exchange().points;
    (difference <= -DIFFERENCE).then_some(lines)
}

/// How many plies of a line are shown, the first one included.
fn shown_plies(place: &Place<'_>, line: &PlayedOut) -> usize {
    lines::cut(place.root(), &line.moves).max(2)
}

/// What is exchanged in the part of a line that is shown: nothing else may be claimed.
fn shown_exchange(place: &Place<'_>, line: &PlayedOut) -> lines::Exchange {
    let shown = shown_plies(place, line).min(line.moves.len());
    exchange(place.root(), &line.moves[..shown])
}

/// What some moves exchange.
fn exchange(root: &Position, moves: &[shogi::Move]) -> lines::Exchange {
    let mut position = root.clone();
    let mut captured = lines::Captured::default();
    for (index, &mv) in moves.iter().enumerate() {
        captured.add(&position, mv, index % 2 == 0);
        position.play(mv);
    }
    captured.exchange()
}

/// The pieces of the whole line that are those of its shown part; pawns only count alone.
fn same_pieces<'k>(whole: &'k [HandKind], shown: &[HandKind]) -> Option<&'k [HandKind]> {
    // Kinds stand in the order of their value, so pawns are last.
    let pieces = |kinds: &[HandKind]| kinds.iter().filter(|&&one| one != HandKind::Pawn).count();
    let counts = [pieces(whole), pieces(shown)];
    let is_same = whole[..counts[0]] == shown[..counts[1]];
    match counts[0] {
        0 => (whole == shown).then_some(whole),
        count => is_same.then_some(&whole[..count]),
    }
}

/// The line after the played move, in words.
fn refutation(place: &Place<'_>, line: &PlayedOut) -> Slot {
    words::line(place.after(), &line.moves[1..], shown_plies(place, line) - 1)
}

/// A tactic of the played line.
fn tactic<'a>(scene: &Scene<'a>, name: &str) -> Option<&'a Tactic> {
    let ends = scene.moment?.ends.as_ref()?;
    ends.tactics.iter().find(|tactic| tactic.in_played && tactic.name == name)
}

/// The facts without the score of the declined capture, which is no source of the best value.
fn best_facts<'f>(place: &Place<'_>, facts: &Facts<'f>) -> Facts<'f> {
    let side = place.settings.side_nodes;
    let is_other = |fact: &&&Fact| match fact {
        Fact::Score { line, only, .. } => line.nodes != side || only.is_empty(),
        _ => true,
    };
    Facts(facts.0.iter().filter(is_other).copied().collect())
}

/// What shows that a sacrifice is sound.
fn sacrifice(scene: &Scene<'_>) -> Option<Vec<Fact>> {
    let (root, mv) = (scene.place.root(), scene.place.played());
    if scene.judgement()?.grade.is_bad() || root.see(mv, lines::exchange_values()) > SACRIFICE {
        return None;
    }
    let side = scene.place.mover();
    let mut facts = vec![scene.count(root, &format!("exchange {mv}"), side)];
    let ply = scene.ply();
    let mate = scene.fact(Question::Mate, ply - 1, &[], Verdict::Yes);
    let hisshi = scene.fact(Question::HisshiStands, ply, &[], Verdict::Yes);
    if let Some(proof) = mate.or(hisshi) {
        facts.push(proof);
        return Some(facts);
    }
    let found = scene.found?;
    facts.push(scene.alone(mv, found.played.nodes)?);
    facts.push(scene.material(&PlayedOut::new(root, &Usi::moves(&found.played.line))?));
    Some(facts)
}

/// The line that brings a sacrifice back: a mate, the line to a proved hisshi, or a quiet line.
fn payback(place: &Place<'_>, facts: &Facts<'_>) -> Option<Vec<shogi::Move>> {
    let (root, mv) = (place.root(), place.played());
    if let Some((line, _)) = facts.mate(&root.to_sfen()) {
        let line = Usi::moves(line);
        return (line.first() == Some(&mv)).then_some(line);
    }
    if let Some((verdict, line)) = facts.hisshi(&place.after().to_sfen(), true) {
        let line = [vec![mv], Usi::moves(line)].concat();
        return (verdict == Verdict::Yes && line.len() > 1).then_some(line);
    }
    let played = sources::played(place, facts)?;
    let out = PlayedOut::new(root, &played.line).filter(|line| line.is_quiet)?;
    let is_even = out.exchange().points >= 0;
    (is_even && facts.has_material(&root.to_sfen(), &out.moves) && out.moves.len() > 2)
        .then_some(out.moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use HandKind::{Gold, Pawn, Rook, Silver};

    #[test]
    fn only_what_is_shown_is_claimed() {
        assert_eq!(same_pieces(&[Gold, Silver], &[Gold]), None, "the silver comes later");
        assert_eq!(same_pieces(&[Gold, Pawn], &[Gold]), Some(&[Gold][..]));
        assert_eq!(same_pieces(&[Gold], &[Gold, Pawn, Pawn]), Some(&[Gold][..]));
        assert_eq!(same_pieces(&[Gold], &[Rook]), None);
        assert_eq!(same_pieces(&[Pawn, Pawn], &[Pawn, Pawn]), Some(&[Pawn, Pawn][..]));
        assert_eq!(same_pieces(&[Pawn, Pawn], &[Pawn]), None);
    }
}
