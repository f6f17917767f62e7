//! Plays two settings of the search against each other in one process, at fixed nodes a move:
//! `duel NET OPENINGS GAMES NODES OFF_A OFF_B [SEED]`, where OFF names techniques to switch off.
#![allow(clippy::print_stdout)]
use eval::AnyEvaluator;
use eval::material::PieceValues;
use eval::nnue::{FvScale, Network, Nnue};
use search::*;
use shogi::{Color, DeclarationRule, NonPromotions, Position, Repetition};

struct Player {
    evaluator: AnyEvaluator,
    shared: Shared,
    memory: Memory,
    switches: Switches,
}

impl Player {
    fn think(&mut self, position: &Position, nodes: u64) -> Outcome {
        let settings = Settings {
            limits: Limits { nodes: Some(nodes), ..Limits::default() },
            rules: Rules { max_moves: Some(320), ..Rules::default() },
            recipe: RecipeName::default(),
            switches: self.switches,
            values: PieceValues::NETWORK.exchange_values(),
            lines: 1,
            non_promotions: NonPromotions::Useful,
        };
        self.shared.begin();
        Worker::new(
            position,
            &mut self.evaluator,
            &mut self.memory,
            &self.shared,
            &NoDeadline,
            settings,
            0,
        )
        .run(&mut NoController)
    }
}

/// The winner, or none for a draw.
fn game(players: &mut [Player; 2], black: usize, opening: &str, nodes: u64) -> Option<Color> {
    for player in players.iter_mut() {
        player.memory.clear();
        player.shared.tt.clear().unwrap();
    }
    let mut position = Position::startpos();
    let text = opening.trim_start_matches("startpos").trim_start().trim_start_matches("moves");
    for mv in text.split_whitespace() {
        position.play(position.parse_legal_move(mv).unwrap());
    }
    let mut agreed = 0;
    loop {
        let us = position.turn();
        if position.move_number() > 320 {
            return None;
        }
        match position.fourfold_repetition() {
            Some(Repetition::Draw) => return None,
            Some(Repetition::Win) => return Some(us),
            Some(_) => return Some(!us),
            None => {}
        }
        if position.declaration(DeclarationRule::Points27).is_some() {
            return Some(us);
        }
        let player = &mut players[if us == Color::Black { black } else { 1 - black }];
        let outcome = player.think(&position, nodes);
        let Some(best) = outcome.moves.first() else { return Some(!us) };
        if best.score.get() < -3000 {
            agreed += 1;
            if agreed >= 2 {
                return Some(!us);
            }
        } else if best.score.get() > 3000 {
            agreed += 1;
        } else {
            agreed = 0;
        }
        position.play(best.pv[0]);
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [net, openings, games, nodes, off_a, off_b, ..] = &args[..] else {
        panic!("see the header")
    };
    let seed: usize = args.get(6).map_or(0, |s| s.parse().unwrap());
    let network = Network::from_bytes(&std::fs::read(net).unwrap()).unwrap();
    let player = |off: &str| Player {
        evaluator: AnyEvaluator::from(Nnue::new(&network, FvScale::fitted_to(&network))),
        shared: Shared::new(TranspositionTable::new(16).unwrap()),
        memory: Memory::new(),
        switches: off.parse().unwrap(),
    };
    let mut players = [player(off_a), player(off_b)];
    let text = std::fs::read_to_string(openings).unwrap();
    let lines: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty()).collect();
    let games: usize = games.parse().unwrap();
    let (mut wins, mut draws, mut losses) = (0, 0, 0);
    for n in 0..games {
        let line = lines[(seed + n / 2 * 7919) % lines.len()];
        let black = n % 2;
        match game(&mut players, black, line, nodes.parse().unwrap()) {
            None => draws += 1,
            Some(color) => {
                let a_won = (color == Color::Black) == (black == 0);
                if a_won { wins += 1 } else { losses += 1 }
            }
        }
        if (n + 1) % 50 == 0 || n + 1 == games {
            let total = (n + 1) as f64;
            let score = (wins as f64 + draws as f64 / 2.0) / total;
            let elo = |s: f64| -400.0 * (1.0 / s.clamp(0.001, 0.999) - 1.0).log10();
            let error = 1.96 * (score * (1.0 - score) / total).sqrt();
            println!(
                "A[-{off_a}] B[-{off_b}] {nodes} nodes: +{wins} ={draws} -{losses} score {:.1}% elo {:+.0} ({:+.0}..{:+.0})",
                100.0 * score,
                elo(score),
                elo(score - error),
                elo(score + error)
            );
        }
    }
}
