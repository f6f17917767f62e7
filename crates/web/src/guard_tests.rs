//! Tests of the guard: a table of requests and what becomes of them.

use super::*;

fn guard(bound: &str, token: Option<&str>) -> Guard {
    let bound = bound.parse().expect("an address");
    Guard::new(bound, &["board.local".to_owned()], token.map(str::to_owned))
}

fn ask(guard: &Guard, method: &str, path: &str, headers: &[(&str, &str)]) -> u16 {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        let name: HeaderName = name.parse().expect("a name");
        map.append(name, HeaderValue::from_str(value).expect("a value"));
    }
    let method: Method = method.parse().expect("a method");
    let uri: Uri = path.parse().expect("a path");
    match guard.check(&method, &uri, &map) {
        Ok(()) => 200,
        Err(status) => status.as_u16(),
    }
}

const OWN: (&str, &str) = ("host", "127.0.0.1:8141");
const ORIGIN: (&str, &str) = ("origin", "http://127.0.0.1:8141");
const SOCKET: (&str, &str) = ("upgrade", "websocket");
const JSON: (&str, &str) = ("content-type", "application/json");

#[test]
fn only_our_own_names_are_served() {
    let guard = guard("127.0.0.1:8141", None);
    for good in ["127.0.0.1:8141", "localhost:8141", "LOCALHOST:8141", "[::1]:8141"] {
        assert_eq!(ask(&guard, "GET", "/", &[("host", good)]), 200, "{good}");
    }
    for good in ["board.local:8141", "board.local"] {
        assert_eq!(ask(&guard, "GET", "/", &[("host", good)]), 200, "{good}");
    }
    for bad in ["evil.test:8141", "127.0.0.1", "127.0.0.1:80", "localhost:8142", "", "a@b:8141"] {
        assert_eq!(ask(&guard, "GET", "/", &[("host", bad)]), 421, "{bad}");
    }
    assert_eq!(ask(&guard, "GET", "/", &[]), 421, "no Host");
    assert_eq!(ask(&guard, "GET", "/", &[OWN, ("host", "evil.test")]), 421, "two Hosts");
    assert_eq!(ask(&guard, "GET", "http://evil.test/", &[OWN]), 421, "an absolute target");
}

#[test]
fn a_rebound_name_is_refused_although_host_and_origin_agree() {
    let guard = guard("127.0.0.1:8141", None);
    let headers = [("host", "evil.test:8141"), ("origin", "http://evil.test:8141"), SOCKET];
    assert_eq!(ask(&guard, "GET", "/ws", &headers), 421);
    assert_eq!(ask(&guard, "GET", "/api/games", &headers[..2]), 421);
}

#[test]
fn other_sites_open_no_socket_and_change_nothing() {
    let guard = guard("127.0.0.1:8141", None);
    let evil = ("origin", "http://evil.test");
    assert_eq!(ask(&guard, "GET", "/ws", &[OWN, SOCKET, ORIGIN]), 200);
    for origin in ["http://evil.test", "null", "", "file://", "http://127.0.0.1:8142"] {
        assert_eq!(ask(&guard, "GET", "/ws", &[OWN, SOCKET, ("origin", origin)]), 403, "{origin}");
    }
    assert_eq!(ask(&guard, "GET", "/ws", &[OWN, SOCKET]), 403, "no Origin");
    assert_eq!(ask(&guard, "POST", "/api/kifu", &[OWN, evil, JSON]), 403);
    assert_eq!(ask(&guard, "POST", "/api/kifu", &[OWN, JSON]), 403, "no Origin");
    assert_eq!(ask(&guard, "DELETE", "/api/games/1", &[OWN, evil]), 403);
    assert_eq!(ask(&guard, "POST", "/api/kifu", &[OWN, ORIGIN, JSON]), 200);
    let form = ("content-type", "application/x-www-form-urlencoded");
    assert_eq!(ask(&guard, "POST", "/api/kifu", &[OWN, ORIGIN, form]), 415);
    assert_eq!(ask(&guard, "POST", "/api/kifu", &[OWN, ORIGIN]), 415);
}

#[test]
fn other_sites_read_nothing() {
    let guard = guard("127.0.0.1:8141", None);
    let cross = ("sec-fetch-site", "cross-site");
    assert_eq!(ask(&guard, "GET", "/api/games", &[OWN, cross]), 403);
    assert_eq!(ask(&guard, "GET", "/", &[OWN, cross]), 200, "a link to the page");
    assert_eq!(ask(&guard, "GET", "/api/games", &[OWN, ("sec-fetch-site", "same-origin")]), 200);
}

#[test]
fn without_the_token_nothing_is_served() {
    let guard = guard("192.168.1.7:8141", Some("secret"));
    let host = ("host", "192.168.1.7:8141");
    assert_eq!(ask(&guard, "GET", "/", &[host]), 401);
    assert_eq!(ask(&guard, "GET", "/", &[host, ("cookie", "sakiyomi_8141=wrong")]), 401);
    assert_eq!(ask(&guard, "GET", "/", &[host, ("cookie", "other=secret")]), 401);
    let cookie = ("cookie", "a=b; sakiyomi_8141=secret");
    assert_eq!(ask(&guard, "GET", "/", &[host, cookie]), 200);
    let origin = ("origin", "http://192.168.1.7:8141");
    assert_eq!(ask(&guard, "GET", "/ws", &[host, SOCKET, origin, cookie]), 200);
    assert_eq!(ask(&guard, "GET", "/ws", &[host, SOCKET, cookie]), 403, "no Origin");
    let program = ("x-sakiyomi-token", "secret");
    assert_eq!(ask(&guard, "GET", "/ws", &[host, SOCKET, program]), 200, "another program");
    assert_eq!(ask(&guard, "GET", "/ws", &[host, SOCKET, ("x-sakiyomi-token", "x")]), 401);
}

#[test]
fn at_all_addresses_a_number_is_right_and_a_name_is_not() {
    let guard = guard("0.0.0.0:8141", Some("secret"));
    let cookie = ("cookie", "sakiyomi_8141=secret");
    for good in ["192.168.1.7:8141", "10.0.0.1:8141", "[fe80::1]:8141"] {
        assert_eq!(ask(&guard, "GET", "/", &[("host", good), cookie]), 200, "{good}");
    }
    for bad in ["evil.test:8141", "192.168.1.7:80", "192.168.1.7"] {
        assert_eq!(ask(&guard, "GET", "/", &[("host", bad), cookie]), 421, "{bad}");
    }
}

#[test]
fn a_token_becomes_a_cookie_once_it_is_right() {
    let guard = guard("0.0.0.0:8141", Some("secret"));
    let mut headers = HeaderMap::new();
    headers.insert(header::HOST, HeaderValue::from_static("10.0.0.1:8141"));
    let redeem = |path: &str, headers: &HeaderMap| {
        guard.redeem(&path.parse().expect("a path"), headers).map(|result| match result {
            Ok(answer) => answer.status().as_u16(),
            Err(status) => status.as_u16(),
        })
    };
    assert_eq!(redeem("/?token=secret", &headers), Some(303));
    assert_eq!(redeem("/?token=secrets", &headers), Some(401));
    assert_eq!(redeem("/?a=b&token=", &headers), Some(401));
    assert_eq!(redeem("/", &headers), None);
    headers.insert(header::HOST, HeaderValue::from_static("evil.test:8141"));
    assert_eq!(redeem("/?token=secret", &headers), Some(421));
}
