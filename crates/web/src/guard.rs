//! Who may talk to the server.
//!
//! Every page of the web can send requests to this machine, and a page whose name is pointed at
//! this machine after it was loaded (DNS rebinding) even sends its own name as Host and as Origin.
//! So the Host must stand in a list that is made at the start, and requests that change something,
//! WebSockets included, must have an Origin from the same list. Where other machines can connect,
//! a token is needed, too.

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

use crate::server::App;

/// The wrong tokens after which each further one costs a second.
const WRONG_TRIES: u32 = 10;
/// The header in which programs other than browsers show the token.
const TOKEN_HEADER: &str = "x-sakiyomi-token";

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; media-src 'self'; \
    worker-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=(), usb=(), clipboard-write=(self), \
         screen-wake-lock=(self)",
    ),
];

/// The list of names, and the token.
pub(crate) struct Guard {
    port: u16,
    /// Names with or without a port, in lower case.
    hosts: Vec<String>,
    /// Any address in numbers is right, because the server listens at all of this machine's. A name
    /// that points here is still wrong.
    any_address: bool,
    token: Option<String>,
    wrong: AtomicU32,
}

impl Guard {
    /// A guard for a server at this address.
    pub(crate) fn new(bound: SocketAddr, allowed: &[String], token: Option<String>) -> Self {
        let port = bound.port();
        let mut hosts: Vec<String> =
            ["localhost", "127.0.0.1", "[::1]"].map(|name| format!("{name}:{port}")).to_vec();
        hosts.push(bound.to_string());
        for name in allowed {
            let name = name.to_ascii_lowercase();
            if !has_port(&name) {
                hosts.push(format!("{name}:{port}"));
            }
            hosts.push(name);
        }
        Self {
            port,
            hosts,
            any_address: bound.ip().is_unspecified(),
            token,
            wrong: AtomicU32::new(0),
        }
    }

    /// Is this one of the server's own names, with its port?
    fn knows(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        // Browsers leave out the port that a scheme has by default.
        let full = if has_port(&host) { host.clone() } else { format!("{host}:80") };
        if self.hosts.iter().any(|known| *known == host || *known == full) {
            return true;
        }
        let address: Option<SocketAddr> = full.parse().ok();
        self.any_address && address.is_some_and(|address| address.port() == self.port)
    }

    fn knows_origin(&self, origin: &str) -> bool {
        let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        host.is_some_and(|host| self.knows(host))
    }

    fn is_token(&self, shown: &str) -> bool {
        let Some(token) = &self.token else { return false };
        bool::from(token.as_bytes().ct_eq(shown.as_bytes()))
    }

    fn cookie_name(&self) -> String {
        format!("sakiyomi_{}", self.port)
    }

    /// The token that a request shows in its header or its cookie.
    fn shown_token<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        if let Some(value) = headers.get(TOKEN_HEADER) {
            return value.to_str().ok();
        }
        let name = self.cookie_name();
        headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok()).find_map(
            |text| {
                text.split(';').find_map(|pair| {
                    let (key, value) = pair.trim().split_once('=')?;
                    (key == name).then_some(value)
                })
            },
        )
    }

    /// The verdict on a request; an error is the status of the answer.
    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), StatusCode> {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or(""));
        // HTTP/1.1 has exactly one Host.
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|value| value.to_str().ok());
        if hosts.next().is_some() || !host.is_some_and(|host| self.knows(host)) {
            return Err(StatusCode::MISDIRECTED_REQUEST);
        }
        if uri.host().is_some() {
            return Err(StatusCode::MISDIRECTED_REQUEST);
        }
        let has_token = self.shown_token(headers).is_some_and(|shown| self.is_token(shown));
        if self.token.is_some() && !has_token {
            return Err(StatusCode::UNAUTHORIZED);
        }
        let is_socket = text(header::UPGRADE).is_some();
        let is_safe = matches!(*method, Method::GET | Method::HEAD) && !is_socket;
        match text(header::ORIGIN) {
            Some(origin) if self.knows_origin(origin) => {}
            Some(_) => return Err(StatusCode::FORBIDDEN),
            // Browsers always send it here; other programs show the token in a header.
            None if is_safe => {}
            None if has_token && headers.contains_key(TOKEN_HEADER) => {}
            None => return Err(StatusCode::FORBIDDEN),
        }
        let site = text(HeaderName::from_static("sec-fetch-site"));
        // A link on another site may open the page itself, but nothing else of the server.
        let opens_page = *method == Method::GET && !is_socket && uri.path() == "/";
        if site.is_some_and(|site| site != "same-origin" && site != "none") && !opens_page {
            return Err(StatusCode::FORBIDDEN);
        }
        if matches!(*method, Method::POST) {
            let kind = text(header::CONTENT_TYPE).unwrap_or("");
            let kind = kind.split(';').next().unwrap_or("").trim();
            if !["application/json", "application/octet-stream"].contains(&kind) {
                return Err(StatusCode::UNSUPPORTED_MEDIA_TYPE);
            }
        }
        Ok(())
    }

    /// Answers `/?token=...`: the right token becomes a cookie.
    fn redeem(&self, uri: &Uri, headers: &HeaderMap) -> Option<Result<Response, StatusCode>> {
        if uri.path() != "/" || self.token.is_none() {
            return None;
        }
        let shown = uri.query()?.split('&').find_map(|pair| pair.strip_prefix("token="))?;
        let host = headers.get(header::HOST).and_then(|value| value.to_str().ok());
        if !host.is_some_and(|host| self.knows(host)) {
            return Some(Err(StatusCode::MISDIRECTED_REQUEST));
        }
        if !self.is_token(shown) {
            return Some(Err(StatusCode::UNAUTHORIZED));
        }
        let name = self.cookie_name();
        let cookie = format!("{name}={shown}; Path=/; HttpOnly; SameSite=Lax");
        let answer = [(header::SET_COOKIE, cookie), (header::LOCATION, "/".to_owned())];
        Some(Ok((StatusCode::SEE_OTHER, answer).into_response()))
    }

    /// A wrong token makes the next ones slow.
    async fn slow_down(&self) {
        if self.wrong.fetch_add(1, Ordering::Relaxed) >= WRONG_TRIES {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }
}

fn has_port(host: &str) -> bool {
    let after = host.rsplit_once(']').map_or(host, |(_, after)| after);
    after.contains(':')
}

/// Lets a request through or not, and adds the headers that every answer has.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let guard = &app.guard;
    let redeemed = guard.redeem(request.uri(), request.headers());
    let result = match redeemed {
        Some(result) => result,
        None => match guard.check(request.method(), request.uri(), request.headers()) {
            Ok(()) => Ok(next.run(request).await),
            Err(status) => Err(status),
        },
    };
    let mut answer = match result {
        Ok(answer) => answer,
        Err(status) => {
            if status == StatusCode::UNAUTHORIZED {
                guard.slow_down().await;
            }
            status.into_response()
        }
    };
    let headers = answer.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    answer
}

/// An address of this machine that others in the same network can use, if there is one.
pub(crate) fn outward_address() -> Option<IpAddr> {
    // No packet is sent: connecting a datagram socket only chooses the way out. The address is one
    // that is kept for documentation.
    let socket = std::net::UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_unspecified() && !address.is_loopback()).then_some(address)
}

#[cfg(test)]
#[path = "guard_tests.rs"]
mod tests;
