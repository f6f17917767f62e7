//! Saved games.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;

use super::{Refused, blocking};
use crate::protocol::{GameList, Tree};
use crate::record;
use crate::server::App;

/// The games of a page of the list.
const PAGE: usize = 50;

#[derive(Deserialize)]
pub(super) struct ListQuery {
    #[serde(default)]
    offset: usize,
}

/// Lists saved games, newest first.
pub(super) async fn list(State(app): State<App>, Query(query): Query<ListQuery>) -> Json<GameList> {
    let (games, total) = app.registry.shared().saved.list(query.offset, PAGE);
    Json(GameList { games, total: u32::try_from(total).unwrap_or(u32::MAX) })
}

/// A saved game as a tree.
pub(super) async fn get(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Tree>, Refused> {
    blocking(move || {
        let shared = app.registry.shared();
        let saved = shared.saved.read(&id).map_err(|_| Refused::not_found())?;
        let game = record::from_saved(&saved, &shared.config.engine_name)?;
        Ok(Json(record::tree(&game)?))
    })
    .await
}

/// Deletes a saved game.
pub(super) async fn delete(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<StatusCode, Refused> {
    blocking(move || {
        let removed = app.registry.shared().saved.remove(&id);
        removed.map_err(|_| Refused::not_found())?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}
