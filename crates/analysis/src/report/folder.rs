//! Many games at once: tables of games and players, and a page with the worst moments.
//!
//! A game leaves a row of figures here and nothing else, so a folder of any size fits into memory.

use std::collections::BTreeMap;
use std::fmt::Write;

use stats::wilson;

use super::csv_table::table;
use super::html;
use super::text::{clean, html as escaped};
use super::view::View;
use crate::model::{Class, Flag, GameReport, Number, Phase, Player, ShapeKind, Side};
use crate::terminal::Language;

/// The upper ends of the columns of the histogram of losses.
const BINS: [f64; 7] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.01];
/// The worst moments that the page shows.
const WORST: usize = 10;

/// Figures over games.
#[derive(Default)]
pub struct Folder {
    games: Vec<Vec<String>>,
    rows: Vec<Row>,
    players: BTreeMap<String, Sum>,
    bins: [u64; BINS.len()],
    phases: [Sum; 3],
    openings: BTreeMap<(String, String), u32>,
    worst: Vec<Worst>,
}

/// A game on the page.
struct Row {
    link: Option<String>,
    title: String,
    plies: usize,
    /// Mean loss and number of bad moves of both sides.
    sides: [(Option<Number>, u32); 2],
}

/// Sums over counted moves.
#[derive(Default, Clone)]
struct Sum {
    games: u32,
    wins: u32,
    counted: u64,
    loss: f64,
    squares: f64,
    agreed: f64,
    accuracy: f64,
    classes: BTreeMap<Class, u32>,
    missed_mates: u32,
}

impl Sum {
    fn mean(&self) -> Option<f64> {
        (self.counted > 0).then(|| self.loss / self.counted as f64)
    }

    /// Half the width of the 95 percent interval of the mean loss, by the normal approximation.
    fn error(&self) -> Option<f64> {
        let mean = self.mean().filter(|_| self.counted > 1)?;
        let n = self.counted as f64;
        let variance = (self.squares / n - mean * mean).max(0.0) * n / (n - 1.0);
        Some(1.96 * (variance / n).sqrt())
    }

    fn add_loss(&mut self, loss: f64) {
        self.counted += 1;
        self.loss += loss;
        self.squares += loss * loss;
    }
}

struct Worst {
    loss: f64,
    ply: u32,
    moves: [String; 2],
    class: Class,
    title: String,
    link: Option<String>,
}

impl Folder {
    /// Adds a game; the link is the address of its page, beside the page of the folder.
    pub fn add(&mut self, report: &GameReport, link: Option<&str>) {
        let view = View::new(report, Language::English);
        self.games.push(game_row(&view));
        let title = title(&view);
        for side in [Side::Black, Side::White] {
            let player = view.player(side);
            if let Some(shape) = report.shapes.iter().find(|shape| {
                shape.kind == ShapeKind::Opening && Some(&shape.id) == player.opening.as_ref()
            }) {
                *self.openings.entry((shape.ja.clone(), shape.en.clone())).or_default() += 1;
            }
            // Players without a name are many, not one.
            let Some(name) = name_of(&view, side) else { continue };
            let sum = self.players.entry(name).or_default();
            sum.games += 1;
            sum.wins += u32::from(report.game.winner == Some(side));
            let counted = f64::from(player.figures.counted);
            sum.agreed += player.figures.agreement.map_or(0.0, Number::get) / 100.0 * counted;
            sum.accuracy += player.figures.accuracy.map_or(0.0, Number::get) * counted;
            sum.missed_mates += player.missed_mates;
            for (&class, &count) in &player.counts {
                *sum.classes.entry(class).or_default() += count;
            }
        }
        for ply in &report.plies {
            let Some(judgement) = ply.judgement.as_ref() else { continue };
            let loss = judgement.loss.get();
            if judgement.counted {
                if let Some(name) = name_of(&view, judgement.side) {
                    self.players.entry(name).or_default().add_loss(loss);
                }
                self.phases[ply.phase as usize].add_loss(loss);
                let bin = BINS.iter().position(|&end| loss < end).unwrap_or(BINS.len() - 1);
                self.bins[bin] += 1;
            }
            if judgement.class.is_bad() || ply.flags.contains(&Flag::MissedMate) {
                self.worst.push(Worst {
                    loss,
                    ply: ply.ply,
                    moves: [judgement.japanese.clone(), judgement.english.clone()],
                    class: judgement.class,
                    title: title.clone(),
                    link: link.map(str::to_owned),
                });
            }
        }
        self.worst.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        self.worst.truncate(WORST);
        let sides = [Side::Black, Side::White].map(|side| {
            let player = view.player(side);
            let bad =
                player.counts.iter().filter(|(class, _)| class.is_bad()).map(|(_, n)| n).sum();
            (player.figures.mean_loss, bad)
        });
        let (link, plies) = (link.map(str::to_owned), report.game.moves.len());
        self.rows.push(Row { link, title, plies, sides });
    }

    /// One row a game.
    pub fn games_csv(&self) -> Vec<u8> {
        table(&game_head(), self.games.iter().cloned())
    }

    /// One row a name, over all games.
    pub fn players_csv(&self) -> Vec<u8> {
        let head = [
            "player",
            "games",
            "wins",
            "counted",
            "mean_loss",
            "mean_loss_lo",
            "mean_loss_hi",
            "accuracy",
            "agreement",
            "agreement_lo",
            "agreement_hi",
            "inaccuracies",
            "dubious",
            "mistakes",
            "blunders",
            "missed_mates",
        ];
        let rows = self.players.iter().map(|(name, sum)| {
            let mean = sum.mean();
            let bound = |sign: f64| {
                mean.zip(sum.error()).map(|(mean, error)| (mean + sign * error).max(0.0))
            };
            let weight = sum.counted.max(1) as f64;
            let agreed = wilson(sum.agreed.round() as u64, sum.counted, 0.95);
            let share = |value: f64| (sum.counted > 0).then_some(value * 100.0);
            let mut row = vec![
                name.clone(),
                sum.games.to_string(),
                sum.wins.to_string(),
                sum.counted.to_string(),
                decimal(mean),
                decimal(bound(-1.0)),
                decimal(bound(1.0)),
                decimal((sum.counted > 0).then(|| sum.accuracy / weight)),
                decimal(share(sum.agreed / weight)),
                decimal(share(agreed.low)),
                decimal(share(agreed.high)),
            ];
            row.extend(bad_counts(&sum.classes));
            row.push(sum.missed_mates.to_string());
            row
        });
        table(&head.map(str::to_owned), rows)
    }

    /// The page of the folder.
    pub fn index_html(&self, language: Language) -> String {
        let pick = |ja: &'static str, en: &'static str| match language {
            Language::Japanese => ja,
            Language::English => en,
        };
        let title = pick("棋譜解析のまとめ", "Analysed games");
        let mut body = String::new();
        // Writing to a string does not fail.
        let _ = self.write_body(&pick, language, &mut body);
        html::shell(language, title, &format!("<h1>{title}</h1>{body}"), html::SORT_SCRIPT)
    }

    fn write_body(
        &self,
        pick: &dyn Fn(&'static str, &'static str) -> &'static str,
        language: Language,
        out: &mut String,
    ) -> std::fmt::Result {
        let counted: u64 = self.bins.iter().sum();
        write!(
            out,
            "<p class=sub>{} {} · {counted} {}</p>",
            self.rows.len(),
            pick("局", "games"),
            pick("手を集計", "counted moves")
        )?;
        write!(out, "<section><h2>{}</h2><ol>", pick("損失の大きい手", "Largest losses"))?;
        for worst in &self.worst {
            let (mv, class) = match language {
                Language::Japanese => (&worst.moves[0], worst.class.japanese()),
                Language::English => (&worst.moves[1], worst.class.english()),
            };
            let place = format!("{} #{}", escaped(&worst.title), worst.ply);
            let place = linked(worst.link.as_deref(), &format!("#ply={}", worst.ply), &place);
            write!(out, "<li>{} {class}, −{:.1}: {place}</li>", escaped(mv), worst.loss)?;
        }
        write!(out, "</ol></section><section><h2>{}</h2>", pick("対局者", "Players"))?;
        head_row(
            out,
            pick(
                "名前|局|勝|対象|平均損失|± 95%|悪手以上",
                "name|games|won|counted|mean loss|± 95%|mistakes, blunders",
            ),
        )?;
        for (name, sum) in &self.players {
            let count = |class| sum.classes.get(&class).copied().unwrap_or(0);
            write!(
                out,
                "<tr><td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}",
                escaped(name),
                sum.games,
                sum.wins,
                sum.counted,
                decimal(sum.mean()),
                decimal(sum.error()),
                count(Class::Mistake) + count(Class::Blunder)
            )?;
        }
        write!(out, "</tbody></table></section><section><h2>{}</h2>", pick("対局", "Games"))?;
        head_row(
            out,
            pick(
                "対局|手数|先手 平均損失|先手 緩手以下|後手 平均損失|後手 緩手以下",
                "game|moves|Black mean loss|Black bad moves|White mean loss|White bad moves",
            ),
        )?;
        for row in &self.rows {
            let title = linked(row.link.as_deref(), "", &escaped(&row.title));
            write!(out, "<tr><td>{title}<td>{}", row.plies)?;
            for (mean, bad) in row.sides {
                write!(out, "<td>{}<td>{bad}", decimal(mean.map(Number::get)))?;
            }
        }
        out.push_str("</tbody></table></section>");
        write!(out, "<section><h2>{}</h2>", pick("損失の分布", "Losses"))?;
        let most = self.bins.iter().copied().max().unwrap_or(0).max(1);
        out.push_str("<table class=bars>");
        let mut from = 0.0;
        for (end, count) in BINS.iter().zip(self.bins) {
            let width = count as f64 / most as f64 * 100.0;
            write!(
                out,
                "<tr><th>{from:.0}–{:.0}<td><i style='width:{width:.1}%'></i><td>{count}",
                end.floor()
            )?;
            from = end.floor();
        }
        write!(out, "</table></section><section><h2>{}</h2>", pick("局面の段階", "By phase"))?;
        head_row(out, pick("段階|手数|平均損失|± 95%", "phase|moves|mean loss|± 95%"))?;
        for (phase, sum) in Phase::ALL.iter().zip(&self.phases) {
            let name = match language {
                Language::Japanese => phase.japanese(),
                Language::English => phase.english(),
            };
            let (mean, error) = (decimal(sum.mean()), decimal(sum.error()));
            write!(out, "<tr><td>{name}<td>{}<td>{mean}<td>{error}", sum.counted)?;
        }
        out.push_str("</tbody></table></section>");
        let mut openings: Vec<_> = self.openings.iter().collect();
        openings.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        if !openings.is_empty() {
            write!(out, "<section><h2>{}</h2><ul>", pick("戦型", "Openings"))?;
            for ((ja, en), count) in openings.into_iter().take(WORST) {
                let name = if language == Language::Japanese { ja } else { en };
                write!(out, "<li>{}: {count}</li>", escaped(name))?;
            }
            out.push_str("</ul></section>");
        }
        Ok(())
    }
}

fn head_row(out: &mut String, names: &str) -> std::fmt::Result {
    out.push_str("<table class=sortable><thead><tr>");
    for name in names.split('|') {
        write!(out, "<th scope=col><button type=button>{name}</button>")?;
    }
    out.push_str("</thead><tbody>");
    Ok(())
}

/// The cleaned name of a player; none if the record does not tell it.
fn name_of(view: &View<'_>, side: Side) -> Option<String> {
    let name = clean(view.player(side).name.as_deref().unwrap_or_default());
    (!name.trim().is_empty()).then_some(name)
}

/// The title of a game: the players, or the name of the file if the record names nobody.
fn title(view: &View<'_>) -> String {
    let is_named = [Side::Black, Side::White].iter().any(|&side| name_of(view, side).is_some());
    match view.report.game.source.as_deref().filter(|_| !is_named) {
        Some(source) => clean(source),
        None => clean(&view.title()),
    }
}

/// A text as a link, if there is an address. Addresses are names of files beside the page.
fn linked(link: Option<&str>, fragment: &str, text: &str) -> String {
    match link {
        Some(link) => {
            let mut address = String::new();
            for byte in link.bytes() {
                match byte {
                    b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' => {
                        address.push(char::from(byte));
                    }
                    byte => address.push_str(&format!("%{byte:02X}")),
                }
            }
            // The dot keeps a name with a colon from being read as a scheme.
            format!("<a href=\"./{address}{fragment}\">{text}</a>")
        }
        None => text.to_owned(),
    }
}

fn decimal(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| format!("{value:.2}"))
}

fn bad_counts(counts: &BTreeMap<Class, u32>) -> [String; 4] {
    [Class::Inaccuracy, Class::Dubious, Class::Mistake, Class::Blunder]
        .map(|class| counts.get(&class).copied().unwrap_or(0).to_string())
}

fn game_head() -> Vec<String> {
    let mut head: Vec<String> = [
        "file",
        "digest",
        "date",
        "black",
        "white",
        "result",
        "ending",
        "plies",
        "opening_black",
        "opening_white",
        "castle_black",
        "castle_white",
    ]
    .map(str::to_owned)
    .into();
    for side in ["black", "white"] {
        let names = [
            "counted",
            "mean_loss",
            "mean_loss_lo",
            "mean_loss_hi",
            "accuracy",
            "agreement",
            "inaccuracies",
            "dubious",
            "mistakes",
            "blunders",
            "missed_mates",
            "missed_hisshi",
            "walked_into_mate",
            "largest_loss",
            "largest_loss_ply",
        ];
        head.extend(names.map(|name| format!("{side}_{name}")));
    }
    let rest = ["losing_move_ply", "turning_points", "nodes", "settings", "from", "to"];
    head.extend(rest.map(str::to_owned));
    head
}

fn game_row(view: &View<'_>) -> Vec<String> {
    let report = view.report;
    let game = &report.game;
    let shape = |side, kind| view.shape(side, kind).unwrap_or_default().to_owned();
    let result = match (game.winner, game.drawn) {
        (Some(Side::Black), _) => "black",
        (Some(Side::White), _) => "white",
        (None, true) => "draw",
        (None, false) => "",
    };
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    let mut row = vec![
        text(game.source.as_deref()),
        game.digest.clone(),
        text(view.header(kifu::header::START_TIME)),
        text(report.players.black.name.as_deref()),
        text(report.players.white.name.as_deref()),
        result.to_owned(),
        text(game.ending.as_deref()),
        game.moves.len().to_string(),
        shape(Side::Black, ShapeKind::Opening),
        shape(Side::White, ShapeKind::Opening),
        shape(Side::Black, ShapeKind::Castle),
        shape(Side::White, ShapeKind::Castle),
    ];
    for side in [Side::Black, Side::White] {
        row.extend(player_cells(view.player(side)));
    }
    let plies_with = |flag: Flag| -> String {
        let with = report.plies.iter().filter(|ply| ply.flags.contains(&flag));
        with.map(|ply| ply.ply.to_string()).collect::<Vec<_>>().join(" ")
    };
    row.push(plies_with(Flag::LosingMove));
    row.push(plies_with(Flag::TurningPoint));
    row.push(report.plies.iter().map(|ply| ply.nodes).sum::<u64>().to_string());
    row.push(report.settings.digest.clone());
    let part = report.part();
    row.extend([part.first + 1, part.last].map(|ply| ply.to_string()));
    row
}

fn player_cells(player: &Player) -> Vec<String> {
    let number = |value: Option<Number>| decimal(value.map(Number::get));
    let figures = &player.figures;
    let interval = figures.mean_loss_interval;
    let mut cells = vec![
        figures.counted.to_string(),
        number(figures.mean_loss),
        number(interval.map(|[low, _]| low)),
        number(interval.map(|[_, high]| high)),
        number(figures.accuracy),
        number(figures.agreement),
    ];
    cells.extend(bad_counts(&player.counts));
    cells.extend([
        player.missed_mates.to_string(),
        player.missed_hisshi.to_string(),
        player.walked_into_mate.to_string(),
        number(player.largest_loss.map(|largest| largest.loss)),
        player.largest_loss.map_or_else(String::new, |largest| largest.ply.to_string()),
    ]);
    cells
}
