//! Records, saved games, the page: what goes through HTTP.

use serde_json::json;

use crate::page::{Folder, own, server};

const RECORD: &str = "先手：甲\n後手：乙\n手合割：平手\n1 ７六歩(77) ( 0:03/00:00:03)\n*はじめ\n\
    2 ３四歩(33)\n3 投了\n\n変化：2手\n2 ８四歩(83)\n3 ２六歩(27)\n";
const BYTES: &str = "application/octet-stream";
const JSON: &str = "application/json";

#[test]
fn a_record_goes_in_and_out() {
    let folder = Folder::new();
    let server = server(&folder);
    let read = own(&server, "POST /api/kifu?name=a.kif", BYTES, RECORD.as_bytes());
    assert_eq!(read.status, 200);
    let game = read.json()["games"][0].clone();
    assert_eq!((&game["format"], &game["encoding"]), (&json!("kif"), &json!("UTF-8")));
    let tree = game["tree"].to_string();
    let kif = own(&server, "POST /api/kifu/write?to=kif&encoding=utf-8", JSON, tree.as_bytes());
    assert_eq!(kif.status, 200);
    assert!(kif.head.contains("attachment; filename=\"game.kifu\""), "{}", kif.head);
    let text = String::from_utf8(kif.body).expect("UTF-8");
    assert!(text.contains("７六歩") && text.contains("変化：2手") && text.contains("はじめ"));
    let again = own(&server, "POST /api/kifu?name=a.kif", BYTES, text.as_bytes()).json();
    assert_eq!(again["games"][0]["tree"]["nodes"], game["tree"]["nodes"]);
    let dry = own(&server, "POST /api/kifu/write?to=csa&dry=1", JSON, tree.as_bytes()).json();
    let losses = dry["losses"].as_array().expect("losses");
    assert!(losses.iter().any(|loss| loss["loss"] == "variations"), "{dry}");
    let sjis =
        own(&server, "POST /api/kifu/write?to=kif&encoding=shift_jis", JSON, tree.as_bytes());
    let read = own(&server, "POST /api/kifu?name=b.kif", BYTES, &sjis.body).json();
    assert_eq!(read["games"][0]["encoding"], "Shift_JIS");
    assert_eq!(read["games"][0]["tree"]["headers"][0], json!(["先手", "甲"]));
}

#[test]
fn what_cannot_be_read_says_where() {
    let folder = Folder::new();
    let server = server(&folder);
    let text = "手合割：平手\n1 ７六歩(77)\n2 ９九玉(11)\n";
    let answer = own(&server, "POST /api/kifu?name=a.kif", BYTES, text.as_bytes());
    assert_eq!(answer.status, 422);
    let error = answer.json()["error"].clone();
    assert_eq!((&error["code"], &error["at"]), (&json!("bad-record"), &json!("3")), "{error}");
    let bad = own(&server, "POST /api/kifu/write?to=pdf", JSON, b"{}");
    assert_eq!(bad.status, 400);
    let bad = own(&server, "POST /api/kifu/write?to=kif", JSON, b"{\"nodes\":7}");
    assert_eq!((bad.status, &bad.json()["error"]["code"]), (400, &json!("bad-json")));
}

#[test]
fn the_page_and_its_headers() {
    let folder = Folder::new();
    let server = server(&folder);
    let page = own(&server, "GET /", "", b"");
    assert_eq!(page.status, 200);
    let head = page.head.to_ascii_lowercase();
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-opener-policy: same-origin",
    ] {
        assert!(head.contains(header), "{header}");
    }
    assert!(!head.contains("access-control"), "no other site may read");
    let health = own(&server, "GET /api/health", "", b"");
    assert!(health.head.to_ascii_lowercase().contains("cache-control: no-store"));
    assert_eq!(health.json()["protocol"], 1);
    let notices = own(&server, "GET /api/notices", "", b"");
    assert!(String::from_utf8_lossy(&notices.body).contains("Suites"));
}

#[test]
fn a_port_that_is_taken_is_told_or_passed_over() {
    let folder = Folder::new();
    let server = server(&folder);
    let mut config = crate::page::config(&folder);
    config.port = server.address().port();
    config.next_port = false;
    let error = web::start(config.clone()).err().expect("taken");
    assert!(error.to_string().contains("cannot listen"), "{error}");
    config.next_port = true;
    let other = web::start(config).expect("another port");
    assert_ne!(other.address().port(), server.address().port());
}
