//! The four experiments: which programs play, with how many nodes, and what the paper says of them.

use super::super::e_courses::Teaching;
use super::{Matches, Program, Round, Row};

const fn row(term: &'static str, rate: f64, entered: f64, raises: bool) -> Row {
    Row { program: Program::Term(term), paper: Some([rate, entered]), raises }
}

/// A set that we learned, in a row that the paper does not have.
const fn ours(term: &'static str) -> Row {
    Row { program: Program::Term(term), paper: None, raises: false }
}

const fn tables(
    teaching: Teaching,
    iteration: usize,
    rate: f64,
    entered: f64,
    raises: bool,
) -> Row {
    Row { program: Program::Tables(teaching, iteration), paper: Some([rate, entered]), raises }
}

pub(in super::super) const PRESETS: Matches = Matches {
    name: "E-presets",
    source: "Paper E (entering king 2012), tables 3 and 4: wins and entering-king wins with the published \
             weights, multiples of them and the king's rank, against the program without the term.",
    about: "400 games for each of the paper's own sets against `three_piece` without the term (built-in \
            weights, recipe `bonanza`), at 5,000 nodes a move, pairs from the same start with colours \
            exchanged; 200 games of the program without the term against itself. As in the paper a \
            player resigns below -5,000 and a game is drawn after 2,048 moves. An entering-king win is \
            one in which the winner's king stands in the enemy camp when the game is decided.",
    paper: "`both` and `winner` win more games with an entered king, and no fewer games; multiples win \
            fewer games",
    differs: "A first look: the published sets meet an evaluation that they were not learned for. 5,000 \
              nodes a move instead of 250,000; 400 games instead of 2,000. The king's rank has the weights \
              of `both`; the paper learned its own, which it does not print.",
    pairs: 200,
    standard: 0.027,
    rounds: &[Round {
        nodes: 5_000,
        rows: &[
            row("both", 0.536, 0.061, true),
            row("winner", 0.528, 0.085, true),
            row("random_both", 0.492, 0.029, false),
            row("random_winner", 0.513, 0.034, true),
            row("both*2", 0.508, 0.032, false),
            row("both*4", 0.448, 0.026, false),
            row("both*10", 0.401, 0.026, false),
            row("rank:both", 0.493, 0.030, false),
        ],
    }],
    courses: &[],
};

pub(in super::super) const TABLE_1: Matches = Matches {
    name: "E-table1",
    source: "Paper E (entering king 2012), table 1 and figure 6: whole tables learned again from \
             entering-king wins, without a new feature, against the standard program.",
    about: "The tables of `three_piece` are learned on from the built-in ones, from the winners' moves of \
            floodgate's entering-king wins and of as many games at random, 32 updates an iteration. 500 \
            games for each against the built-in tables (recipe `bonanza`), at 20,000 nodes a move, pairs \
            from the same start with colours exchanged; 250 games of the built-in tables against \
            themselves. Resignation, draws and entering-king wins are the paper's.",
    paper: "tables learned from entering-king wins win more games with an entered king and fewer games; \
            those learned from random games neither",
    differs: "About 1,600 entering-king wins instead of 6,000, of programs instead of people; relations \
              of fewer dimensions (`material`, `king-piece`, `pairs` and both by distance) instead of \
              whole tables; leaves at depth 1 instead of 2. 20,000 nodes a move instead of 250,000.",
    pairs: 250,
    standard: 0.02,
    rounds: &[Round {
        nodes: 20_000,
        rows: &[
            tables(Teaching::EnteringWinner, 3, 0.411, 0.050, true),
            tables(Teaching::EnteringWinner, 5, 0.414, 0.054, true),
            tables(Teaching::EnteringWinner, 12, 0.335, 0.052, true),
            tables(Teaching::RandomWinner, 12, 0.478, 0.026, false),
        ],
    }],
    courses: &[Teaching::EnteringWinner, Teaching::RandomWinner],
};

pub(in super::super) const TABLE_3: Matches = Matches {
    name: "E-table3",
    source: "Paper E (entering king 2012), table 3: wins and entering-king wins with the weights of the \
             steps learned in four ways, against the program without the term.",
    about: "500 games for each of the four sets that we learned as the paper learned its own (E-table2) \
            against `three_piece` without the term (recipe `bonanza`), at 20,000 nodes a move, two of \
            them also at 100,000; pairs from the same start with colours exchanged; 250 games of the \
            program without the term against itself. Resignation, draws and entering-king wins are the \
            paper's.",
    paper: "`both`, `winner` and `random_winner` win more games with an entered king, and none wins fewer \
            games",
    differs: "The sets are learned from about 1,600 games of programs instead of 6,000 of people, for an \
              evaluation learned from games of programs. 20,000 and 100,000 nodes a move instead of \
              250,000; 500 games instead of 2,000.",
    pairs: 250,
    standard: 0.027,
    rounds: &[
        Round {
            nodes: 20_000,
            rows: &[
                row("floodgate_both", 0.536, 0.061, true),
                row("floodgate_winner", 0.528, 0.085, true),
                row("floodgate_random_both", 0.492, 0.029, false),
                row("floodgate_random_winner", 0.513, 0.034, true),
            ],
        },
        Round {
            nodes: 100_000,
            rows: &[
                row("floodgate_both", 0.536, 0.061, true),
                row("floodgate_winner", 0.528, 0.085, true),
            ],
        },
    ],
    courses: &[],
};

pub(in super::super) const TABLE_4: Matches = Matches {
    name: "E-table4",
    source: "Paper E (entering king 2012), table 4: wins and entering-king wins with multiples of the \
             learned weights, and with the king's rank in place of the steps.",
    about: "500 games for each against `three_piece` without the term (recipe `bonanza`), at 20,000 nodes \
            a move, pairs from the same start with colours exchanged; 250 games of the program without \
            the term against itself. Resignation, draws and entering-king wins are the paper's.",
    paper: "the larger the multiple, the fewer games it wins, and neither multiples nor the rank win \
            significantly more games with an entered king",
    differs: "The multiples are of the set that we learned. The king's rank has the weights that we learned \
              for it from the same games. 20,000 nodes a move instead of 250,000; 500 games instead of \
              2,000.",
    pairs: 250,
    standard: 0.027,
    rounds: &[Round {
        nodes: 20_000,
        rows: &[
            ours("floodgate_both"),
            row("floodgate_both*2", 0.508, 0.032, false),
            row("floodgate_both*4", 0.448, 0.026, false),
            row("floodgate_both*10", 0.401, 0.026, false),
            row("rank:floodgate_rank", 0.493, 0.030, false),
        ],
    }],
    courses: &[],
};
