//! Games: whole ones, taken back, resumed after everything that can go wrong.

use serde_json::{Value, json};

use crate::page::{Folder, Page, own, server, server_with};

fn new_game(human: &str, level: u8) -> Value {
    json!({"t": "game.new", "start": {"handicap": "even"}, "human": human, "level": level})
}

fn ply(game: &Value) -> usize {
    game["moves"].as_array().expect("moves").len()
}

fn first_legal(game: &Value) -> Value {
    let legal = game["pos"]["legal"].as_array().expect("moves");
    // The middle of the list has quiet moves.
    let mv = &legal[legal.len() / 2];
    json!({"t": "game.move", "ply": ply(game), "usi": mv})
}

/// Plays on until the game is over or has so many plies; the state then.
async fn play_to(page: &mut Page, mut game: Value, plies: usize) -> Value {
    while game["phase"] == "human" && ply(&game) < plies {
        let answer = page.ask(first_legal(&game)).await;
        assert_eq!(answer["t"], "game", "{answer}");
        game = if answer["phase"] == "engine" { page.my_turn().await } else { answer };
    }
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_played_at_level_1() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    let mut request = new_game("black", 1);
    request["maxPlies"] = 60.into();
    let game = page.ask(request).await;
    let over = play_to(&mut page, game, 100).await;
    assert_eq!(over["phase"], "over", "{over}");
    assert!(over["result"]["reason"].is_string());
    let refused = page.ask(first_legal_of(&over)).await;
    assert_eq!(refused["code"], "game-over");
    let list = own(&server, "GET /api/games", "", b"").json();
    assert_eq!(list["total"], 1);
    let id = list["games"][0]["id"].as_str().expect("a number");
    let tree = own(&server, &format!("GET /api/games/{id}"), "", b"").json();
    assert_eq!(tree["nodes"].as_array().expect("nodes").len(), ply(&over) + 2, "an end, too");
}

fn first_legal_of(game: &Value) -> Value {
    json!({"t": "game.move", "ply": ply(game), "usi": "7g7f"})
}

#[tokio::test(flavor = "multi_thread")]
async fn full_strength_answers_within_its_time() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    let mut request = new_game("black", 10);
    request["time"] = json!({"main": 0, "byoyomi": 1_000});
    let game = page.ask(request).await;
    let game = play_to(&mut page, game, 4).await;
    assert_eq!((ply(&game), &game["phase"]), (4, &json!("human")), "{game}");
    assert!(game["moves"][1]["score"].is_object());
    assert_eq!(game["clock"]["running"], "black");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_counts_once() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    page.ask(new_game("both", 1)).await;
    let mv = json!({"t": "game.move", "ply": 0, "usi": "7g7f"});
    assert_eq!(ply(&page.ask(mv.clone()).await), 1);
    let again = page.ask(mv).await;
    assert_eq!((&again["t"], &again["code"]), (&json!("error"), &json!("stale-ply")));
    let illegal = page.ask(json!({"t": "game.move", "ply": 1, "usi": "3c3e"})).await;
    assert_eq!((&illegal["code"], &illegal["why"]), (&json!("illegal"), &json!("unreachable")));
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_taken_back_while_the_engine_thinks_and_after() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    page.ask(new_game("black", 10)).await;
    let game = page.ask(json!({"t": "game.move", "ply": 0, "usi": "7g7f"})).await;
    assert_eq!(game["phase"], "engine");
    let game = page.ask(json!({"t": "game.undo", "ply": 1})).await;
    assert_eq!((ply(&game), &game["phase"]), (0, &json!("human")));
    assert_eq!(game["undone"][0]["moves"][0], "7g7f");
    page.ask(new_game("black", 1)).await;
    page.ask(json!({"t": "game.move", "ply": 0, "usi": "2g2f"})).await;
    let game = page.my_turn().await;
    let game = page.ask(json!({"t": "game.undo", "ply": ply(&game)})).await;
    assert_eq!((ply(&game), &game["phase"]), (0, &json!("human")), "no stray answer");
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_are_off_while_the_clock_runs() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    page.ask(new_game("black", 1)).await;
    let hint = page.ask(json!({"t": "game.hint", "ply": 0})).await;
    assert_eq!(hint["t"], "hint", "{hint}");
    assert!(hint["text"]["en"].is_string());
    let mut request = new_game("black", 1);
    request["time"] = json!({"main": 60_000});
    page.ask(request.clone()).await;
    assert_eq!(page.ask(json!({"t": "game.hint", "ply": 0})).await["code"], "no-hint");
    request["friendly"] = true.into();
    page.ask(request).await;
    assert_eq!(page.ask(json!({"t": "game.hint", "ply": 0})).await["t"], "hint");
}

#[tokio::test(flavor = "multi_thread")]
async fn time_runs_out_and_pauses() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    let mut request = new_game("black", 1);
    request["time"] = json!({"main": 400});
    page.ask(request.clone()).await;
    let over = page.next("game").await;
    assert_eq!(over["result"], json!({"winner": "white", "reason": "time"}));
    page.ask(request).await;
    assert_eq!(page.ask(json!({"t": "game.pause", "ply": 0})).await["phase"], "paused");
    tokio::time::sleep(std::time::Duration::from_millis(1_000)).await;
    let game = page.ask(json!({"t": "game.resume", "ply": 0})).await;
    assert_eq!(game["phase"], "human", "{game}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declaration_is_checked() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    page.ask(new_game("black", 1)).await;
    let refused = page.ask(json!({"t": "game.declare", "ply": 0})).await;
    assert_eq!(refused["code"], "cannot-declare");
    assert!(refused["unmet"].as_array().expect("conditions").contains(&json!("camp")));
    let sfen = "+R2K3+R1/1GGSS+P+P2/+P+P+P6/9/9/9/9/9/4k4 b 2B2S2G4N4L10P 1";
    let mut request = new_game("black", 1);
    request["start"] = json!({"sfen": sfen});
    let game = page.ask(request).await;
    assert_eq!(game["pos"]["kings"]["black"]["mayDeclare"], true, "{game}");
    let over = page.ask(json!({"t": "game.declare", "ply": 0})).await;
    assert_eq!(over["result"], json!({"winner": "black", "reason": "declaration"}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_changes_nothing() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    let mut request = new_game("black", 1);
    request["time"] = json!({"main": 600});
    page.ask(request).await;
    page.ask(json!({"t": "game.move", "ply": 0, "usi": "7g7f"})).await;
    let game = page.my_turn().await;
    let session = page.session.clone();
    page.vanish();
    // The human's clock waits for the page.
    tokio::time::sleep(std::time::Duration::from_millis(1_200)).await;
    let page = Page::open_session(&server, Some(&session)).await;
    assert_eq!(page.session, session);
    assert_eq!(page.welcome["fresh"], false);
    let back = &page.state["game"];
    assert_eq!((&back["game"], ply(back)), (&game["game"], ply(&game)));
    assert_eq!(back["phase"], "human", "{back}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restarted_server_has_every_move() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut page = Page::open(&server).await;
    let game = page.ask(new_game("black", 1)).await;
    let game = play_to(&mut page, game, 6).await;
    let (number, session) = (game["game"].clone(), page.session.clone());
    let moves: Vec<Value> =
        game["moves"].as_array().expect("moves").iter().map(|mv| mv["usi"].clone()).collect();
    // Nothing is written at the end: the files are those of a killed server.
    drop(page);
    std::mem::forget(server);
    let server = crate::page::server(&folder);
    let mut page = Page::open_session(&server, Some(&session)).await;
    assert_eq!(page.welcome["fresh"], true, "the session is gone");
    assert_eq!(page.state["game"], Value::Null);
    let copy = json!({
        "game": number, "start": game["start"], "moves": moves[..4], "human": "black", "level": 1
    });
    let back = page.ask(json!({"t": "session.restore", "game": copy})).await;
    assert_eq!((&back["game"], ply(&back)), (&number, 6), "the longer copy counts");
    let back = play_to(&mut page, back, 8).await;
    assert!(ply(&back) >= 8);
    let other = json!({
        "game": "../../../etc/passwd", "start": "startpos", "moves": ["7g7f", "3c3d"],
        "human": "black", "level": 2
    });
    let back = page.ask(json!({"t": "session.restore", "game": other})).await;
    assert_eq!(ply(&back), 2, "{back}");
    assert_eq!(back["game"].as_str().map(str::len), Some(16), "a number of the server's own");
    let opened = page.ask(json!({"t": "game.open", "game": number})).await;
    assert!(ply(&opened) >= 8, "{opened}");
    let missing = page.ask(json!({"t": "game.open", "game": "0000000000000000"})).await;
    assert_eq!(missing["code"], "not-found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_has_one_player() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut first = Page::open(&server).await;
    let mut second = Page::open(&server).await;
    let game = first.ask(new_game("both", 1)).await;
    second.ask(json!({"t": "game.open", "game": game["game"]})).await;
    let state = first.next("state").await;
    assert_eq!(state["game"], Value::Null, "the other page has it now");
    let refused = first.ask(json!({"t": "game.move", "ply": 0, "usi": "7g7f"})).await;
    assert_eq!(refused["code"], "no-game");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_cannot_be_saved_go_on() {
    let folder = Folder::new();
    let server = server_with(&folder, |_| {});
    let mut page = Page::open(&server).await;
    std::fs::remove_dir_all(&folder.0).expect("removed");
    page.send(new_game("both", 1)).await;
    let notice = page.next("notice").await;
    assert_eq!(notice["code"], "not-saved");
    let game = page.next("game").await;
    assert_eq!(game["phase"], "human");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_an_engine_is_paused() {
    let folder = Folder::new();
    let broken = vec![("NoSuchOption".to_owned(), "1".to_owned())];
    let server = server_with(&folder, |config| config.engine_options = broken);
    let mut page = Page::open(&server).await;
    let game = page.ask(new_game("white", 1)).await;
    assert_eq!(game["phase"], "engine");
    assert_eq!(page.next("game").await["phase"], "paused");
    assert_eq!(page.next("error").await["code"], "engine-failed");
    // Another try may fail as well; the game never waits for a move that cannot come.
    page.ask(json!({"t": "game.resume", "ply": 0})).await;
    assert_eq!(page.next("game").await["phase"], "paused");
}
