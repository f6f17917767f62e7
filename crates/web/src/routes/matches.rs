//! Results of matches.

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

use super::{Refused, blocking};
use crate::limits;
use crate::protocol::{ArenaFile, ArenaState, GamesPage, Tree};
use crate::record;
use crate::server::App;

/// Lists the results files.
pub(super) async fn list(State(app): State<App>) -> Result<Json<Vec<ArenaFile>>, Refused> {
    blocking(move || Ok(Json(app.registry.shared().arena.list()))).await
}

/// A match as it stands.
pub(super) async fn get(
    State(app): State<App>,
    Path(n): Path<u32>,
) -> Result<Json<ArenaState>, Refused> {
    blocking(move || Ok(Json(app.registry.shared().arena.state(n)?))).await
}

#[derive(Deserialize)]
pub(super) struct GamesQuery {
    #[serde(default)]
    offset: usize,
    limit: Option<usize>,
    #[serde(default)]
    filter: String,
}

/// A page of the games of a match.
pub(super) async fn games(
    State(app): State<App>,
    Path(n): Path<u32>,
    Query(query): Query<GamesQuery>,
) -> Result<Json<GamesPage>, Refused> {
    blocking(move || {
        let limit = query.limit.unwrap_or(50).clamp(1, limits::ARENA_PAGE);
        let page = app.registry.shared().arena.games(n, query.offset, limit, &query.filter)?;
        Ok(Json(page))
    })
    .await
}

/// A game of a match with the engines' scores.
pub(super) async fn game(
    State(app): State<App>,
    Path((n, k)): Path<(u32, u64)>,
) -> Result<Json<Tree>, Refused> {
    blocking(move || {
        let game = app.registry.shared().arena.game(n, k)?;
        Ok(Json(record::tree(&game)?))
    })
    .await
}
