//! Planted truths: where the suites prove what is true, the report has to say so.

use analysis::model::{Class, GameReport, Settings};
use shogi::{Color, Move, Piece, PieceKind, Position, Setup, Square};

use crate::common::{analysed_from, checked, rows, says, settings};

/// Settings whose solvers are those of the default settings, with short searches.
fn thorough() -> Settings {
    let Settings { mate_nodes, deep_mate_nodes, hisshi_nodes, .. } = Settings::default();
    Settings { mate_nodes, deep_mate_nodes, hisshi_nodes, hash_mb: 1, ..Settings::with_nodes(300) }
}

fn solve(position: &Position, shortest: bool) -> mate::Verdict {
    let limits = mate::Limits { nodes: 20_000, shortest };
    mate::Solver::new(4).solve(position, &limits, &mut || false).verdict
}

/// The position with the attacker's king on a square that changes neither check nor mate.
fn with_king(position: &Position, plies: usize) -> Option<Position> {
    let attacker = position.turn();
    if position.king(attacker).is_some() {
        return Some(position.clone());
    }
    let free = Square::all().filter(|&square| position.piece_on(square).is_none());
    // Far from the other king first.
    let mut squares: Vec<Square> = free.collect();
    let king = position.king(!attacker)?;
    squares.sort_by_key(|square| std::cmp::Reverse(square.distance(king)));
    squares.into_iter().take(6).find_map(|square| {
        let mut setup: Setup = position.setup();
        setup.set(square, Some(Piece::new(attacker, PieceKind::King)));
        let found = Position::try_from(setup).ok().filter(|one| !one.in_check())?;
        match solve(&found, true) {
            mate::Verdict::Mate(mate) if mate.line().len() == plies && mate.is_shortest() => {
                Some(found)
            }
            _ => None,
        }
    })
}

/// Mates of one to nine plies with both kings, a few of each length.
fn mates() -> Vec<(usize, Position)> {
    let mut found = Vec::new();
    for plies in [1, 3, 5, 7, 9] {
        let rows = rows("mates/mates_1_to_11.tsv");
        let of_length = rows.iter().filter(|row| row[0] == plies.to_string());
        let positions = of_length
            .filter_map(|row| row[1].parse::<Position>().ok())
            .filter_map(|position| Some((plies, with_king(&position, plies)?)));
        found.extend(positions.take(3));
    }
    found
}

#[test]
fn missed_mates_are_named_with_their_length() {
    let mates = mates();
    assert!(mates.len() >= 12, "{}", mates.len());
    for (plies, position) in mates {
        let quiet = position.legal_moves().iter().copied().find(|&mv| !position.gives_check(mv));
        let Some(quiet) = quiet else { continue };
        let report = analysed_from(&position, &[quiet], &thorough());
        let judgement = report.plies[1].judgement.as_ref().expect("a move");
        let sfen = position.to_sfen();
        assert!(says(&report, 1, "M1"), "{sfen}: mate in {plies} not named");
        let sentence = report.sentences_of(1).iter().find(|one| one.template == "M1");
        assert_eq!(sentence.expect("M1").slots["n"].ja, plies.to_string(), "{sfen}");
        let is_forced = position.legal_moves().len() == 1;
        assert!(is_forced || judgement.class == Class::MissedMate, "{sfen}");
        assert!(checked(&report, false).is_empty(), "{sfen}");
        // The first move of the mate itself is praised and misses nothing.
        let first = judgement.best;
        let report = analysed_from(&position, &[first.0], &thorough());
        assert!(!says(&report, 1, "M1") && says(&report, 1, "M6"), "{sfen}");
        // What is proved before the move is known after it.
        let mover = if position.turn() == Color::Black { 100.0 } else { 0.0 };
        assert_eq!(report.plies[1].value.expect("a value").w.get(), mover, "{sfen}");
    }
}

#[test]
fn walking_into_a_mate_names_the_escape() {
    let mut seen = 0;
    let rows = rows("mates/late_game.tsv");
    let mates = rows.iter().filter(|row| row[0].parse::<u32>().is_ok_and(|plies| plies <= 15));
    for position in mates.filter_map(|row| row[3].parse::<Position>().ok()) {
        if seen == 2 {
            break;
        }
        // The defender is to move: which moves leave the mate, and which do not?
        let mut setup = position.setup();
        setup.turn = !setup.turn;
        let Ok(before) = Position::try_from(setup) else { continue };
        // Where the defender mates first, that is what is missed.
        if before.in_check() || !matches!(solve(&before, false), mate::Verdict::NoMate(_)) {
            continue;
        }
        let verdict = |mv: &Move| {
            let mut after = before.clone();
            after.play(*mv);
            solve(&after, false)
        };
        let moves = before.legal_moves();
        let walks = moves.iter().find(|mv| matches!(verdict(mv), mate::Verdict::Mate(_)));
        let Some(&walks) = walks else { continue };
        let report = analysed_from(&before, &[walks], &thorough());
        let judgement = report.plies[1].judgement.as_ref().expect("a move");
        let best = judgement.best.0;
        let escapes = best != walks && matches!(verdict(&best), mate::Verdict::NoMate(_));
        let sfen = before.to_sfen();
        let expected = escapes && judgement.best_w.get() >= 30.0;
        assert_eq!(says(&report, 1, "M4"), expected, "{sfen} {walks}");
        assert_eq!(says(&report, 1, "M5"), expected, "{sfen} {walks}");
        let failures = checked(&report, false);
        assert!(failures.is_empty(), "{sfen}: {}", failures[0]);
        seen += usize::from(expected);
    }
    assert_eq!(seen, 2);
}

#[test]
fn declarations_that_were_not_made_are_named() {
    for row in rows("rules/declaration_27.tsv") {
        let position: Position = row[0].parse().expect("a position");
        let first = position.legal_moves()[0];
        let report = analysed_from(&position, &[first], &settings());
        assert!(says(&report, 1, "E3"), "{}", row[0]);
        let failures = checked(&report, false);
        assert!(failures.is_empty(), "{}: {}", row[0], failures[0]);
    }
}

/// The report of a hisshi problem after a move that is neither a check nor a mate threat.
fn after_a_slow_move(position: &Position) -> Option<GameReport> {
    let is_slow = |mv: &&Move| {
        let mut after = position.clone();
        after.play(**mv);
        let limits = mate::Limits { nodes: 20_000, shortest: false };
        let solver = &mut mate::Solver::new(4);
        let threat = mate::hisshi::tsumero(solver, &after, &limits, &mut || false);
        threat.is_some_and(|threat| matches!(threat.verdict, mate::Verdict::NoMate(_)))
            && matches!(solve(&after, false), mate::Verdict::NoMate(_))
    };
    // A move that gives a piece away makes the ply a moment.
    let values = eval::material::PieceValues::GEKISASHI.exchange_values();
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    moves.retain(|&mv| !position.gives_check(mv));
    moves.sort_by_key(|&mv| position.see(mv, &values));
    let slow = moves.iter().find(is_slow)?;
    // Searches that see the loss: otherwise the ply is no moment.
    let settings = Settings { nodes: 2_000, deep_nodes: 8_000, ..thorough() };
    Some(analysed_from(position, &[*slow], &settings))
}

#[test]
fn hisshi_is_missed_where_it_was_there_and_nowhere_else() {
    let mut said = 0;
    let problems = rows("hisshi/problems.tsv");
    let both_kings =
        |position: &Position| Color::ALL.iter().all(|&color| position.king(color).is_some());
    let mut asked = 0;
    for row in problems.iter().filter(|row| row[0] == "1") {
        let position: Position = row[1].parse().expect("a position");
        if !both_kings(&position) || asked == 5 {
            continue;
        }
        let Some(report) = after_a_slow_move(&position) else { continue };
        // Hisshi is only asked about at moments, and a mate comes before it.
        if report.moments.is_empty() || says(&report, 1, "M1") || says(&report, 1, "M2") {
            continue;
        }
        asked += 1;
        said += usize::from(says(&report, 1, "Z7"));
        let failures = checked(&report, false);
        assert!(failures.is_empty(), "{}: {}", row[1], failures[0]);
    }
    println!("missed hisshi named in {said} of {asked}");
    assert!(said * 5 >= asked * 3 && asked >= 3, "{said} of {asked}");
    for row in rows("hisshi/near_misses.tsv").iter().take(6) {
        let position: Position = row[1].parse().expect("a position");
        if !both_kings(&position) || row[0] == "1" {
            continue;
        }
        let Some(report) = after_a_slow_move(&position) else { continue };
        assert!(!says(&report, 1, "Z7"), "{}", row[1]);
    }
}

/// The positions with one clearly best move: another one is played, and the report has to name the
/// best one. Run it with `cargo test -p analysis --release -- --ignored clearly_best --nocapture`.
#[test]
#[ignore = "takes minutes; it measures the searches, not the sentences"]
fn clearly_best_moves_are_named() {
    let scale = analysis::scale::Scale::HABIT;
    let (mut asked, mut named, mut large) = (0, 0, 0);
    let settings = Settings { hash_mb: 16, ..Settings::with_nodes(20_000) };
    for row in rows("lab/next_move.tsv").iter().take(40) {
        let position: Position = row[0].parse().expect("a position");
        let best: Move = row[1].parse().expect("a move");
        let [cp, gap] = [&row[2], &row[3]].map(|text| text.parse::<i32>().expect("a score"));
        let legal = position.legal_moves();
        let other = legal.iter().copied().find(|&mv| mv != best).expect("another move");
        let report = analysed_from(&position, &[other], &settings);
        asked += 1;
        let judgement = report.plies[1].judgement.as_ref().expect("a move");
        named += usize::from(says(&report, 1, "H5") && judgement.best.0 == best);
        let stored = scale.win(cp) - scale.win(cp - gap);
        large += usize::from(judgement.loss.get() >= stored - 5.0);
    }
    println!("best move named in {named}, loss as large as the gap in {large} of {asked}");
    assert!(10 * large >= 9 * asked);
}
