//! Tests of the stream on files of every kind.

use super::*;
use std::fs;
use std::io::Write;

/// A folder of its own for a test, which is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("sakiyomi-stream-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let file = self.0.join(name);
        fs::write(&file, bytes).expect("a file");
        file
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const MOVES: &str = "7g7f 3c3d 2g2f";

fn table() -> String {
    format!(
        "#black_rating\twhite_rating\n\
        3314\t2983\t%TORYO\tb\t3\t{MOVES}\t0,0,0\n\
        3298\t3107\t%ERROR\tb\t1\t2g2f\t0\n\
        2600\t2700\t%TORYO\tb\t2\t2g2f 8c8d\t0,0\n"
    )
}

const CSA: &str = "V2.2\nPI\n+\n'black_rate:a+1:3314.0\n'white_rate:b:2:2983.4\n\
    +7776FU\n-3334FU\n+2726FU\n%TORYO\n";

fn all() -> GameSelection {
    GameSelection { undecided: true, ..GameSelection::default() }
}

fn games(path: &Path, selection: GameSelection) -> Vec<StreamGame> {
    let stream = Stream::open(&[path], selection).expect("files");
    stream.map(|game| game.expect("a game")).collect()
}

fn errors(path: &Path) -> Vec<String> {
    match Stream::open(&[path], all()) {
        Ok(stream) => stream.filter_map(Result::err).map(|error| error.to_string()).collect(),
        Err(error) => vec![error.to_string()],
    }
}

fn suite() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/learn/selfplay.skyg")
}

#[test]
fn the_same_game_comes_from_every_kind_of_file() {
    let folder = Folder::new("kinds");
    let kif = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 投了\n";
    let compressed = zstd::encode_all(table().as_bytes(), 1).expect("memory");
    let first = |file: &Path| games(file, all()).remove(0);
    let of_table = first(&folder.write("a.tsv", table()));
    assert_eq!(of_table.winner(), Some(shogi::Color::Black));
    assert_eq!(of_table.ratings, [Some(3314), Some(2983)]);
    for file in [
        folder.write("b.tsv.zst", compressed),
        folder.write("c.csa", CSA),
        folder.write("d.kif", kif),
        // What the file is called does not matter when it is named itself.
        folder.write("e.txt", zstd::encode_all(CSA.as_bytes(), 1).expect("memory")),
    ] {
        let game = first(&file);
        assert_eq!((game.key, &game.moves), (of_table.key, &of_table.moves), "{file:?}");
        assert_eq!(game.winner(), of_table.winner(), "{file:?}");
        let has_ratings = file.extension().is_some_and(|it| it != "kif");
        assert_eq!(game.ratings, of_table.ratings.map(|it| it.filter(|_| has_ratings)));
    }
    // The folder has both games of the table once; the text file is no record by its name.
    let mut stream = Stream::open(&[&folder.0], all()).expect("a folder");
    assert_eq!(stream.by_ref().filter(Result::is_ok).count(), 2);
    assert_eq!(stream.refused().of(Refusal::Duplicate), 4);
    assert_eq!((stream.files(), stream.taken()), ([4, 4], 2));
}

#[test]
fn selections_take_what_they_name() {
    let folder = Folder::new("selection");
    let file = folder.write("a.tsv", table());
    let count = |selection| games(&file, selection).len();
    assert_eq!(count(all()), 2);
    assert_eq!(count(GameSelection { least_rating: Some(2900), ..all() }), 1);
    assert_eq!(count(GameSelection { least_plies: 3, ..all() }), 1);
    assert_eq!(count(GameSelection { most: Some(1), ..all() }), 1);
    assert_eq!(count(GameSelection { share: 0.0, ..all() }), 0);
    assert_eq!(count(GameSelection { entering_king: EnteringKing::Only, ..all() }), 0);
    assert_eq!(count(GameSelection { entering_king: EnteringKing::Without, ..all() }), 2);
    let broken = folder.write("b.csa", CSA.replace("%TORYO", "%CHUDAN"));
    assert_eq!(games(&broken, GameSelection::default()).len(), 0);
    assert_eq!(games(&broken, all())[0].result, None);
}

#[test]
fn the_split_is_by_game_and_does_not_depend_on_the_order() {
    let selection = GameSelection { held_out: 0.3, ..all() };
    let all: Vec<_> = games(&suite(), selection);
    let held_out = all.iter().filter(|game| game.part == Part::HeldOut).count();
    let share = held_out as f64 / all.len() as f64;
    assert!(all.len() > 100 && (0.2..0.4).contains(&share), "{held_out} of {}", all.len());
    let half = GameSelection { share: 0.5, ..selection };
    for game in games(&suite(), half) {
        let same = all.iter().find(|other| other.key == game.key).expect("one of all");
        assert_eq!(same.part, game.part);
    }
    let other = GameSelection { seed: 2, ..selection };
    assert!(games(&suite(), other).iter().zip(&all).any(|(game, same)| game.part != same.part));
}

#[test]
fn an_entering_king_win_is_seen_at_the_end() {
    let folder = Folder::new("king");
    // Black's king steps into the camp, then out of it again; White resigns.
    let start = "P-51OU\nP+94OU\n+\n";
    let file = |name, moves: &str| folder.write(name, format!("V2.2\n{start}{moves}"));
    let enters = file("in.csa", "+9493OU\n-5141OU\n+9392OU\n%TORYO\n");
    let leaves = file("out.csa", "+9493OU\n-5141OU\n+9394OU\n%TORYO\n");
    let loses = file("lost.csa", "+9493OU\n-5141OU\n%TORYO\n");
    assert!(games(&enters, all())[0].is_entering_king_win);
    assert!(!games(&leaves, all())[0].is_entering_king_win);
    assert!(!games(&loses, all())[0].is_entering_king_win);
    // A declaration that is not sound decides nothing.
    let declared = file("declared.csa", "+9493OU\n-5141OU\n%KACHI\n");
    assert_eq!(games(&declared, all())[0].result, None);
    let only = GameSelection { entering_king: EnteringKing::Only, ..all() };
    assert_eq!(games(&folder.0, only).len(), 1);
}

#[test]
fn a_mate_on_the_board_is_a_result() {
    let folder = Folder::new("mate");
    let start = "P-51OU\nP+59OU53FU00KI\n+\n";
    let file = folder.write("m.csa", format!("V2.2\n{start}+0052KI\n"));
    let game = &games(&file, GameSelection::default())[0];
    assert_eq!(game.winner(), Some(shogi::Color::Black));
}

#[test]
fn examples_are_the_moves_of_the_selection() {
    let folder = Folder::new("examples");
    let file = folder.write("a.tsv", table());
    let taken = |selection| {
        let mut examples = Examples::new(selection);
        let mut found = Vec::new();
        for game in games(&file, all()) {
            examples.of_game(&game, |example| {
                assert!(example.position.is_legal(example.mv));
                assert_eq!(example.position.plies_played(), example.ply);
                assert_eq!(example.rating(), game.ratings[example.position.turn().index()]);
                found.push((example.mv.to_string(), example.is_winners()));
            });
        }
        let texts: Vec<_> =
            found.iter().map(|(mv, won)| format!("{mv}{}", u8::from(*won))).collect();
        (texts.join(" "), examples.duplicates())
    };
    let both = MoveSelection::default();
    assert_eq!(taken(both), ("7g7f1 3c3d0 2g2f1 2g2f1 8c8d0".to_owned(), 0));
    let winner = MoveSelection { movers: Movers::Winner, ..both };
    assert_eq!(taken(winner).0, "7g7f1 2g2f1 2g2f1");
    assert_eq!(taken(MoveSelection { first_ply: 1, ..both }).0, "3c3d0 2g2f1 8c8d0");
    assert_eq!(taken(MoveSelection { every: 2, ..both }).0, "7g7f1 2g2f1 2g2f1");
    // The same move in the same position counts once.
    let twice = folder.write("b.tsv", table().replace("2g2f 8c8d\t0,0", "7g7f 8c8d\t0,0"));
    let mut examples = Examples::new(both);
    let mut count = 0;
    games(&twice, all()).iter().for_each(|game| examples.of_game(game, |_| count += 1));
    assert_eq!((count, examples.duplicates()), (4, 1));
}

#[test]
fn what_is_wrong_is_said_in_one_sentence() {
    let folder = Folder::new("errors");
    let said = |file: &Path, expected: &str| {
        let errors = errors(file);
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(errors[0].contains(expected), "{errors:?}");
        assert!(!errors[0].contains('\n'), "{errors:?}");
    };
    said(&folder.0, "the folder has no file with the extension of a game record");
    said(&folder.0.join("nothing.kif"), "nothing.kif: No such file");
    said(&folder.write("empty.kif", ""), "empty.kif: the file is empty");
    said(&folder.write("text.kif", "Once upon a time.\n"), "text.kif");
    said(&folder.write("bad.csa", CSA.replace("+2726FU", "+2725FU")), "bad.csa:8");
    let line = table().replace("7g7f", "7g7e");
    said(&folder.write("bad.tsv", line), "bad.tsv: line 2: \"7g7e\" cannot be understood");
    let whole = zstd::encode_all(table().as_bytes(), 1).expect("memory");
    said(&folder.write("cut.tsv.zst", &whole[..whole.len() - 9]), "cut.tsv.zst: ");
    let played = fs::read(suite()).expect("the suite");
    said(&folder.write("cut.skyg", &played[..2000]), "ends in the middle of a game");
    let mut damaged = played[..3000].to_vec();
    damaged[1000] ^= 1;
    said(&folder.write("damaged.skyg", damaged), "is damaged");
}

#[test]
fn a_damaged_game_does_not_hide_the_others() {
    let folder = Folder::new("others");
    let mut file = fs::File::create(folder.0.join("a.tsv")).expect("a file");
    write!(file, "{}x\n{}", table().replace("2g2f 8c8d", "2g2f 8c8c"), table()).expect("written");
    let stream = Stream::open(&[&folder.0], all()).expect("a folder");
    let (good, bad): (Vec<_>, Vec<_>) = stream.partition(Result::is_ok);
    assert_eq!((good.len(), bad.len()), (2, 2));
}

#[test]
fn the_floodgate_records_of_the_shared_data_are_read() {
    let Some(data) = std::env::var_os("SAKIYOMI_DATA") else {
        eprintln!("skipped: SAKIYOMI_DATA is not set");
        return;
    };
    let folder = Path::new(&data).join("kifu/floodgate");
    let games = games(&folder, all());
    assert_eq!(games.len(), 12);
    assert!(games.iter().all(|game| game.ratings.iter().all(Option::is_some)));
    let table = Path::new(&data).join("games/floodgate2016.tsv.zst");
    let some = GameSelection { most: Some(300), ..GameSelection::default() };
    let king_wins = self::games(&table, some).iter().filter(|it| it.is_entering_king_win).count();
    assert!((3..60).contains(&king_wins), "{king_wins}");
}
