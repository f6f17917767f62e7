//! Problems.

use axum::Json;
use axum::extract::Query;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::Refused;
use crate::problems;

#[derive(Deserialize)]
pub(super) struct ProblemQuery {
    set: Option<String>,
    #[serde(default)]
    after: u32,
}

/// The problem after the one of this number, or all sets if none is named. After the last problem
/// comes the first.
pub(super) async fn get(Query(query): Query<ProblemQuery>) -> Result<Response, Refused> {
    let Some(set) = query.set else { return Ok(Json(problems::list()).into_response()) };
    let next = query.after.checked_add(1).and_then(|number| problems::get(&set, number));
    let problem = next.or_else(|| problems::get(&set, 1)).ok_or_else(Refused::not_found)?;
    Ok(Json(problem).into_response())
}
