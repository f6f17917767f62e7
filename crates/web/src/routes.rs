//! What goes through HTTP: the page, records, saved games, problems, results of matches.

mod games;
mod kifu;
mod matches;
mod problems;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};

use crate::protocol::{ErrorBody, ErrorCode, ErrorDetail, Failure, Health, VERSION};
use crate::server::{App, socket};
use crate::{assets, limits};

/// Licences of what is in the program beside its own code.
const NOTICES: [(&str, &str); 3] = [
    ("Sakiyomi", include_str!("../../../NOTICE")),
    ("Suites", include_str!("../../../suites/NOTICE")),
    ("Fonts of diagrams", include_str!("../../kifu/src/svg/OFL.txt")),
];

/// The routes of the server.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/ws", get(socket))
        .route("/api/health", get(health))
        .route("/api/notices", get(notices))
        .route("/api/kifu", post(kifu::read))
        .route("/api/kifu/write", post(kifu::write))
        .route("/api/games", get(games::list))
        .route("/api/games/{id}", get(games::get).delete(games::delete))
        .route("/api/problems", get(problems::get))
        .route("/api/arena", get(matches::list))
        .route("/api/arena/{n}", get(matches::get))
        .route("/api/arena/{n}/games", get(matches::games))
        .route("/api/arena/{n}/games/{k}", get(matches::game))
        .fallback(get(page))
}

async fn page(uri: Uri, headers: HeaderMap) -> Response {
    assets::serve(uri.path(), &headers)
}

async fn health(State(app): State<App>) -> Json<Health> {
    Json(Health {
        name: "Sakiyomi".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        build: app.registry.shared().build.clone(),
        protocol: VERSION,
    })
}

async fn notices() -> String {
    let mut text = String::new();
    for (name, notice) in NOTICES {
        text.push_str(&format!("# {name}\n\n{notice}\n\n"));
    }
    // The page's build collects the licences of its own parts.
    text.push_str(&assets::text("notices.txt").unwrap_or_default());
    text
}

/// An answer that is no success.
pub(super) struct Refused {
    status: StatusCode,
    detail: ErrorDetail,
}

impl Refused {
    fn new(status: StatusCode, code: ErrorCode, message: impl Into<String>) -> Self {
        Self { status, detail: ErrorDetail { code, message: message.into(), at: None } }
    }

    fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, ErrorCode::NotFound, "there is nothing of this name")
    }

    fn at(mut self, place: String) -> Self {
        self.detail.at = Some(place);
        self
    }
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        let status = match failure.code {
            ErrorCode::TooBig => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorCode::NotFound => StatusCode::NOT_FOUND,
            ErrorCode::Unavailable | ErrorCode::EngineBusy => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self::new(status, failure.code, failure.message)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status, Json(ErrorBody { error: self.detail })).into_response()
    }
}

/// Does work that may take a while, away from the async threads.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    let stopped = |_| {
        let text = "the work was stopped";
        Refused::new(StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::EngineFailed, text)
    };
    tokio::task::spawn_blocking(work).await.map_err(stopped)?
}

/// A body that came whole and is not too big.
pub(super) type Body = Result<axum::body::Bytes, axum::extract::rejection::BytesRejection>;

/// The bytes of a body, or why there are none.
pub(super) fn bytes(body: Body) -> Result<axum::body::Bytes, Refused> {
    body.map_err(|rejection| {
        let status = rejection.status();
        let text = format!("the body has at most {} bytes", limits::BODY_BYTES);
        Refused::new(status, ErrorCode::TooBig, text)
    })
}
