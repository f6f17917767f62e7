//! Each kind of evidence, proved again.

use std::collections::BTreeMap;

use shogi::{Color, Move, PieceKind, Position, Repetition, Square};

use super::again::Again;
use super::board;
use crate::classes::grade;
use crate::lines;
use crate::look;
use crate::model::*;
use crate::naturalness::{self, Naturalness};
use crate::scale::{SEARCHED_MATE, Scale};
use crate::shapes::{self, Course, Table};

type Checked = Result<(), String>;

/// Checks one fact of a report.
pub(super) fn check(
    fact: &Fact,
    report: &GameReport,
    positions: &[Position],
    again: &mut Again<'_>,
) -> Checked {
    if let Fact::Mate { limit, .. }
    | Fact::NoMate { limit, .. }
    | Fact::UnknownMate { limit, .. }
    | Fact::Replies { limit, .. }
    | Fact::Tsumero { limit, .. }
    | Fact::Hisshi { limit, .. } = fact
    {
        let Settings { mate_nodes, deep_mate_nodes, hisshi_nodes, .. } = &report.settings;
        let allowed = [mate_nodes, deep_mate_nodes, hisshi_nodes].contains(&limit);
        hold(allowed, "the nodes are not those of the settings")?;
    }
    match fact {
        Fact::Score { unit, start, moves, only, line } => {
            score(unit, start, moves, only, line, report, again)
        }
        Fact::Mate { sfen, line, shortest, limit } => {
            mate(&read(sfen)?, line, *shortest, *limit, again)
        }
        Fact::NoMate { sfen, limit } => {
            is_same(again.mate(&read(sfen)?, *limit, false)?.verdict, Verdict::No)
        }
        Fact::UnknownMate { sfen, limit } => {
            // A mate whose line repeats a position of the game counts as unknown.
            let known = positions.iter().find(|position| position.to_sfen() == *sfen);
            let position = known.map_or_else(|| read(sfen), |position| Ok(position.clone()))?;
            is_same(again.mate(&position, *limit, true)?.verdict, Verdict::Unknown)
        }
        Fact::Replies { sfen, replies, limit } => check_replies(sfen, replies, *limit, again),
        Fact::Tsumero { sfen, verdict, line, limit } => {
            let position = read(sfen)?;
            is_same(again.tsumero(&position, *limit)?.verdict, *verdict)?;
            match verdict {
                Verdict::Yes => ends_in_mate(&passed(&position)?, line),
                _ => hold(line.is_empty(), "a line without a mate threat"),
            }
        }
        Fact::Hisshi { sfen, verdict, plies, line, threat, limit } => {
            hisshi(&read(sfen)?, *verdict, *plies, [line, threat], *limit, again)
        }
        Fact::Material { sfen, line, captured, lost, quiet } => {
            material(&read(sfen)?, line, captured, lost, *quiet)
        }
        Fact::Fork { sfen, mv, pieces } => fork(&read(sfen)?, mv.0, pieces),
        Fact::Hanging { sfen, mv, piece } => hanging(&read(sfen)?, mv.0, piece),
        Fact::Trapped { sfen, piece, line } => trapped(&read(sfen)?, piece, line),
        Fact::Count { sfen, what, side, square, number } => {
            let square = square.as_deref().map(parse_square).transpose()?;
            let counted = board::count(&read(sfen)?, what, (*side).into(), square)
                .ok_or_else(|| format!("`{what}` cannot be counted here"))?;
            hold(counted == *number, &format!("{what} is {counted}, not {number}"))
        }
        Fact::Term { term, side, best, played, best_points, played_points } => {
            let named = eval::classic::Term::ALL.into_iter().find(|one| one.name() == term);
            let named = named.ok_or_else(|| format!("there is no term `{term}`"))?;
            let points =
                |sfen: &str| Ok::<_, String>(lines::balance(&read(sfen)?, named, (*side).into()));
            let is_so = points(best)? == *best_points && points(played)? == *played_points;
            hold(is_so, "the term has other points")
        }
        Fact::Threat { unit, sfen, size, line } => threat(unit, sfen, *size, line, report, again),
        Fact::Naturalness { start, moves, mv, category, table, percent, rank } => {
            hold(*table == naturalness::table_digest(), "the table of weights is another one")?;
            let position = walk(start, moves)?;
            hold(position.is_legal(mv.0), "the move is not legal")?;
            let natural = Naturalness::of(&position).natural(mv.0);
            let is_so =
                (&natural.category, natural.percent, natural.rank) == (category, *percent, *rank);
            hold(is_so, "the naturalness is another one")
        }
        Fact::Shape { id, side, start, moves, table } => shape(id, *side, start, moves, table),
        Fact::Points { sfen, rule, side, points, pieces, unmet } => {
            let named =
                look::rule_named(rule).ok_or_else(|| format!("there is no rule `{rule}`"))?;
            let count = read(sfen)?
                .point_count(named, (*side).into())
                .ok_or("the rule counts no points")?;
            let missing: Vec<String> = count.unmet().map(look::missing).collect();
            let is_so = (count.points, count.pieces, &missing) == (*points, *pieces, unmet);
            hold(is_so, "the points are others")
        }
        Fact::Repetition { start, moves, result } => {
            let word = match walk(start, moves)?.fourfold_repetition() {
                Some(Repetition::Win) => "win",
                Some(Repetition::Loss) => "loss",
                Some(_) => "draw",
                None => "no repetition",
            };
            hold(word == result, &format!("it is {word}"))
        }
        Fact::Class { scale, limits, best, played, class } => {
            let settings = &report.settings;
            hold(
                (*scale, limits) == (settings.scale, &settings.classes),
                "another scale or limits",
            )?;
            let loss = Number::new(best.get() - played.get()).get().max(0.0);
            is_same(grade(loss, limits), *class)
        }
        Fact::Curve { w } => curve(w, report, again),
        Fact::Losses { side, plies, losses } => {
            check_losses(*side, plies, losses, report, positions, again)
        }
        Fact::Progress { sfen, progress } => is_same(look::terms(&read(sfen)?).0, *progress),
    }
}

fn hold(holds: bool, reason: &str) -> Checked {
    if holds { Ok(()) } else { Err(reason.to_owned()) }
}

fn is_same<T: PartialEq + std::fmt::Debug>(found: T, said: T) -> Checked {
    if found == said { Ok(()) } else { Err(format!("it is {found:?}, not {said:?}")) }
}

/// A position with both kings, as all positions of a game have.
fn read(sfen: &str) -> Result<Position, String> {
    let position: Position = sfen.parse().map_err(|error| format!("the position: {error}"))?;
    let has_kings = Color::ALL.iter().all(|&color| position.king(color).is_some());
    if has_kings { Ok(position) } else { Err("the position lacks a king".into()) }
}

fn parse_square(text: &str) -> Result<Square, String> {
    text.parse().map_err(|_| format!("`{text}` is no square"))
}

/// The position after legal moves from a start.
fn walk(start: &str, moves: &[Usi]) -> Result<Position, String> {
    let mut position = read(start)?;
    for mv in moves {
        hold(position.is_legal(mv.0), &format!("{mv} is not legal"))?;
        position.play(mv.0);
    }
    Ok(position)
}

fn passed(position: &Position) -> Result<Position, String> {
    hold(!position.in_check(), "a side in check cannot pass")?;
    let mut passed = position.without_past();
    passed.pass();
    Ok(passed)
}

/// The win probability of a line's score.
fn w_of(line: &Line, report: &GameReport) -> Number {
    let scale = Scale::new(report.settings.scale.get()).unwrap_or(Scale::HABIT);
    let w = match (line.value.mate, line.value.cp) {
        (Some(plies), _) if plies > 0 => SEARCHED_MATE,
        (Some(_), _) => 100.0 - SEARCHED_MATE,
        (None, cp) => scale.win(cp.unwrap_or(0)),
    };
    w.into()
}

/// A line is legal, its words are those of its moves, and its win probability is that of its score.
fn is_line(position: &Position, line: &Line, report: &GameReport) -> Checked {
    let mut after = position.clone();
    for mv in &line.moves {
        hold(after.is_legal(mv.0), &format!("{mv} is not legal in the line"))?;
        after.play(mv.0);
    }
    let moves = Usi::moves(&line.moves);
    let words = (
        crate::assemble::japanese_line(position, &moves),
        crate::assemble::english_line(position, &moves),
    );
    hold((&words.0, &words.1) == (&line.japanese, &line.english), "the words are not the moves")?;
    hold(line.value.basis == Basis::Searched, "a search proves nothing")?;
    is_same(w_of(line, report), line.value.w)
}

fn score(
    unit: &str,
    start: &str,
    moves: &[Usi],
    only: &[Usi],
    line: &Line,
    report: &GameReport,
    again: &mut Again<'_>,
) -> Checked {
    hold(start == report.game.start, "another start position")?;
    is_line(&walk(start, moves)?, line, report)?;
    if !again.does_search() {
        return Ok(());
    }
    let is_it = |searched: &crate::units::Searched<'_>| {
        let asked: Vec<Usi> = report.game.moves[..searched.ply]
            .iter()
            .copied()
            .chain(Usi::line(&searched.after))
            .collect();
        let found = searched.found;
        asked == moves
            && Usi::line(&searched.only) == only
            && searched.rank == line.rank
            && (found.cp, found.mate, found.depth, found.nodes)
                == (line.value.cp, line.value.mate, line.depth, line.nodes)
            && found.line == line.moves
    };
    let is_found = again.unit(unit)?.searches().iter().any(is_it);
    hold(is_found, "the search does not give this again")
}

fn mate(
    position: &Position,
    line: &[Usi],
    shortest: bool,
    limit: u64,
    again: &mut Again<'_>,
) -> Checked {
    let proof = again.mate(position, limit, shortest)?;
    is_same(proof.verdict, Verdict::Yes)?;
    ends_in_mate(position, line)?;
    if shortest {
        hold(proof.shortest, "the length is not proved to be the shortest")?;
        is_same(proof.line.len(), line.len())?;
    }
    Ok(())
}

/// A line of checks and answers that ends in mate.
fn ends_in_mate(position: &Position, line: &[Usi]) -> Checked {
    let mut position = position.without_past();
    hold(line.len() % 2 == 1, "a mate ends with the attacker's move")?;
    for (index, mv) in line.iter().enumerate() {
        hold(position.is_legal(mv.0), &format!("{mv} is not legal in the mate"))?;
        position.play(mv.0);
        hold(index % 2 == 1 || position.in_check(), &format!("{mv} gives no check"))?;
    }
    hold(!position.has_legal_move(), "the line does not end in mate")
}

fn check_replies(sfen: &str, replies: &[Reply], limit: u64, again: &mut Again<'_>) -> Checked {
    let position = read(sfen)?;
    let legal = position.legal_moves();
    let mut left: Vec<Move> = legal.iter().copied().collect();
    for reply in replies {
        let index = left.iter().position(|&mv| mv == reply.mv.0);
        let index =
            index.ok_or_else(|| format!("{} is no legal reply, or given twice", reply.mv))?;
        left.swap_remove(index);
        let mut after = position.clone();
        after.play(reply.mv.0);
        let found = again.mate(&after, limit, true)?.verdict;
        // What was left open may be settled now, never the other way round.
        hold(
            found == reply.mate || reply.mate == Verdict::Unknown,
            &format!("after {} it is {found:?}, not {:?}", reply.mv, reply.mate),
        )?;
    }
    hold(left.is_empty(), "a legal reply is missing")
}

fn hisshi(
    position: &Position,
    verdict: Verdict,
    plies: u32,
    [line, threat]: [&Vec<Usi>; 2],
    limit: u64,
    again: &mut Again<'_>,
) -> Checked {
    let asked = u16::try_from(plies).map_err(|_| "too many plies")?;
    let proof = again.hisshi(position, asked, limit)?;
    is_same(proof.verdict, verdict)?;
    if verdict != Verdict::Yes {
        return hold(line.is_empty() && threat.is_empty(), "a line without hisshi");
    }
    is_same(&proof.line, line)?;
    is_same(&proof.threat, threat)?;
    let end = walk(&position.to_sfen(), line)?;
    if asked > 0 {
        return hold(!end.in_check() && !line.is_empty(), "hisshi is made by a quiet move");
    }
    // What the hisshi solver says, the mate solver must not deny: a quiet defence that stops the mate.
    for &mv in position.legal_moves().iter().filter(|&&mv| !position.gives_check(mv)) {
        let mut after = position.clone();
        after.play(mv);
        let is_denied = again.mate(&after, limit, false)?.verdict == Verdict::No;
        hold(!is_denied, &format!("{mv} stops the mate"))?;
    }
    Ok(())
}

fn material(
    position: &Position,
    line: &[Usi],
    captured: &BTreeMap<String, u32>,
    lost: &BTreeMap<String, u32>,
    quiet: bool,
) -> Checked {
    let mut counted = lines::Captured::default();
    let mut after = position.clone();
    for (index, mv) in line.iter().enumerate() {
        hold(after.is_legal(mv.0), &format!("{mv} is not legal in the line"))?;
        counted.add(&after, mv.0, index % 2 == 0);
        after.play(mv.0);
    }
    let letters = |counts: Vec<(shogi::HandKind, u32)>| -> BTreeMap<String, u32> {
        counts.into_iter().map(|(kind, count)| (kind.kind().to_string(), count)).collect()
    };
    let [ours, theirs] = counted.counts().map(letters);
    hold((&ours, &theirs) == (captured, lost), "other pieces are captured")?;
    is_same(lines::is_quiet(&after), quiet)
}

/// The piece that a fact names stands there.
fn stands(position: &Position, piece: &SquarePiece) -> Result<(Square, Color), String> {
    let square = parse_square(&piece.square)?;
    let found = position.piece_on(square).ok_or_else(|| format!("{square} is empty"))?;
    hold(found.kind().to_string() == piece.piece, &format!("another piece stands on {square}"))?;
    Ok((square, found.color()))
}

fn fork(position: &Position, mv: Move, pieces: &[SquarePiece]) -> Checked {
    let attacker = !position.turn();
    hold(pieces.len() >= 2, "a fork needs two pieces")?;
    for piece in pieces {
        let (square, color) = stands(position, piece)?;
        let is_attacked = position.attackers(attacker, square).has(mv.to());
        hold(color != attacker && is_attacked, &format!("{square} is not attacked"))?;
        let is_king = piece.piece == PieceKind::King.to_string();
        if is_king || position.in_check() {
            // What a capture is worth is only known once the check is met.
            hold(is_king || piece.gain >= lines::WORTHWHILE, "the capture is worth too little")?;
            continue;
        }
        let passed = passed(position)?;
        let moves = passed.legal_moves();
        let mut captures =
            moves.iter().filter(|one| one.from() == Some(mv.to()) && one.to() == square);
        let is_so = captures.any(|&one| {
            let gain = passed.see(one, lines::exchange_values());
            gain == piece.gain && gain >= lines::WORTHWHILE
        });
        hold(is_so, &format!("the capture on {square} is not worth that"))?;
    }
    Ok(())
}

fn hanging(position: &Position, mv: Move, piece: &SquarePiece) -> Checked {
    hold(position.is_legal(mv), "the capture is not legal")?;
    let (square, _) = stands(position, piece)?;
    let found = lines::hanging(position, mv).ok_or("the piece is not loose")?;
    hold(found.square == square && found.see == piece.gain, "the capture is worth something else")
}

fn trapped(position: &Position, piece: &SquarePiece, line: &[Usi]) -> Checked {
    let (square, _) = stands(position, piece)?;
    lines::trapped(position, square).ok_or("the piece has a way out")?;
    let mut after = position.clone();
    for mv in line {
        hold(after.is_legal(mv.0), &format!("{mv} is not legal in the line"))?;
        after.play(mv.0);
    }
    let is_taken = lines::capture_of(position, &Usi::moves(line), square).is_some();
    hold(is_taken, "the line does not capture it")
}

fn threat(
    unit: &str,
    sfen: &str,
    size: Number,
    line: &Line,
    report: &GameReport,
    again: &mut Again<'_>,
) -> Checked {
    let position = read(sfen)?;
    let passed = passed(&position)?;
    is_line(&passed, line, report)?;
    hold(size.get() <= line.value.w.get(), "the threat is larger than what it comes to")?;
    if !again.does_search() {
        return Ok(());
    }
    let ply = unit.strip_prefix("moment ").and_then(|ply| ply.parse::<usize>().ok());
    let root = ply.and_then(|ply| ply.checked_sub(1)).ok_or("threats belong to moments")?;
    let root = walk(&report.game.start, report.game.moves.get(..root).ok_or("no such ply")?)?;
    let crate::units::Done::Moment(found) = again.unit(unit)? else {
        return Err("threats belong to moments".into());
    };
    let is_it = |threat: &crate::units::Passed| {
        let after = crate::units::played_out(&root, &Usi::moves(&threat.after));
        let found = &threat.found;
        after.to_sfen() == sfen
            && (found.cp, found.mate, found.depth, found.nodes)
                == (line.value.cp, line.value.mate, line.depth, line.nodes)
            && found.line == line.moves
    };
    hold(found.threats.iter().any(is_it), "the search does not give this again")
}

fn shape(id: &str, side: Side, start: &str, moves: &[Usi], table: &str) -> Checked {
    hold(table == shapes::digest(), "the data of castles and openings are others")?;
    let mut position = read(start)?;
    let is_start = kifu::Game::from_position(&position).start_name().is_some();
    hold(is_start, "names of openings need the start of a game")?;
    let mut course = Course::default();
    for mv in moves {
        hold(position.is_legal(mv.0), &format!("{mv} is not legal"))?;
        course.add(&position, mv.0);
        position.play(mv.0);
    }
    let holds = shapes::names(Table::built_in(), &position, &course, side.into())
        .any(|entry| entry.id == id);
    hold(holds, "the conditions of the name do not hold")
}

fn curve(w: &[Number], report: &GameReport, again: &mut Again<'_>) -> Checked {
    let said: Vec<Number> = report.curve().collect();
    hold(said == w, "the curve is not that of the plies")?;
    if again.does_search() {
        let curve: Vec<Number> = again.judged()?.curve.iter().map(|&w| Number::new(w)).collect();
        hold(curve == w, "the searches do not give this curve again")?;
    }
    Ok(())
}

fn check_losses(
    side: Side,
    plies: &[u32],
    losses: &[Number],
    report: &GameReport,
    positions: &[Position],
    again: &mut Again<'_>,
) -> Checked {
    let counted =
        |ply: &&Ply| ply.judgement.as_ref().is_some_and(|one| one.side == side && one.counted);
    let ours: Vec<u32> = report.plies.iter().filter(counted).map(|ply| ply.ply).collect();
    hold(ours == plies && plies.len() == losses.len(), "other plies are counted")?;
    for (&ply, &loss) in plies.iter().zip(losses) {
        let before = (ply as usize).checked_sub(1).and_then(|before| positions.get(before));
        let is_own = before.is_some_and(|one| one.turn() == side.into());
        let said = report.plies.get(ply as usize).and_then(|one| one.judgement.as_ref());
        hold(is_own && said.is_some_and(|one| one.loss == loss), "another loss")?;
        if again.does_search() {
            let found = again.judged()?.losses.get(ply as usize - 1).copied();
            hold(found.map(Number::new) == Some(loss), "the searches do not give this loss again")?;
        }
    }
    Ok(())
}
