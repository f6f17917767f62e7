//! Records: files to trees, trees to files.

use std::time::Instant;

use axum::Json;
use axum::extract::Query;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kifu::{Encoding, Format, GameReader, Loss, ReadOptions, Record, Severity};
use serde::Deserialize;

use super::{Body, Refused, blocking, bytes};
use crate::limits;
use crate::protocol::{
    ErrorCode, ErrorDetail, LossCount, Losses, ReadGame, ReadRecords, ReadWarning, Tree,
};
use crate::record;

#[derive(Deserialize)]
pub(super) struct ReadQuery {
    #[serde(default)]
    name: String,
}

fn shown(record: &Record) -> ReadGame {
    let mut warnings: Vec<ReadWarning> = record
        .warnings
        .iter()
        .map(|warning| ReadWarning {
            place: warning.place.to_string(),
            kind: warning.kind.name().to_owned(),
            repair: warning.severity() == Severity::Repair,
            read: warning.read.clone(),
            meant: warning.meant.clone(),
        })
        .collect();
    warnings.sort_by_key(|warning| !warning.repair);
    let (tree, failure) = match record::tree(&record.game) {
        Ok(tree) => (Some(tree), None),
        Err(failure) => {
            let at = Some(record.first_line.to_string());
            let detail = ErrorDetail { code: failure.code, message: failure.message, at };
            (None, Some(detail))
        }
    };
    ReadGame {
        tree,
        failure,
        format: record.format.name().to_owned(),
        encoding: record.encoding.name().to_owned(),
        warnings,
    }
}

fn read_all(data: &[u8], name: &str) -> Result<ReadRecords, Refused> {
    let began = Instant::now();
    let options = ReadOptions { limit: limits::BODY_BYTES, ..ReadOptions::named(name) };
    let mut reader = GameReader::new(data, options);
    let mut games = Vec::new();
    for result in reader.by_ref() {
        games.push(match result {
            Ok(record) => shown(&record),
            Err(error) => {
                let failure = ErrorDetail {
                    code: ErrorCode::BadRecord,
                    message: error.to_string(),
                    at: Some(error.place.to_string()),
                };
                ReadGame {
                    tree: None,
                    failure: Some(failure),
                    format: String::new(),
                    encoding: String::new(),
                    warnings: Vec::new(),
                }
            }
        });
        if games.len() >= limits::RECORD_GAMES || began.elapsed() >= limits::RECORD_TIME {
            break;
        }
    }
    let is_cut = games.len() >= limits::RECORD_GAMES || began.elapsed() >= limits::RECORD_TIME;
    let more = is_cut && reader.next().is_some();
    // One game that cannot be read is a failure; one of several is part of the list.
    if let [ReadGame { failure: Some(failure), .. }] = games.as_slice() {
        let at = failure.at.clone().unwrap_or_default();
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return Err(Refused::new(status, failure.code, failure.message.clone()).at(at));
    }
    if games.is_empty() {
        let text = "there is no game record in it";
        return Err(Refused::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::BadRecord, text));
    }
    Ok(ReadRecords { games, more })
}

/// Reads a file of records; its bytes come as they are.
pub(super) async fn read(
    Query(query): Query<ReadQuery>,
    body: Body,
) -> Result<Json<ReadRecords>, Refused> {
    let data = bytes(body)?;
    // The name is for messages alone; it never reaches the file system.
    let name: String = query.name.chars().filter(|c| !c.is_control()).take(100).collect();
    blocking(move || read_all(&data, &name)).await.map(Json)
}

#[derive(Deserialize)]
pub(super) struct WriteQuery {
    to: String,
    #[serde(default)]
    encoding: Option<String>,
    #[serde(default)]
    dry: Option<String>,
}

fn loss_name(loss: &Loss) -> &'static str {
    match loss {
        Loss::Variations => "variations",
        Loss::Times => "times",
        Loss::Fractions => "fractions",
        Loss::Comments => "comments",
        Loss::Headers => "headers",
        Loss::End => "end",
        Loss::Characters => "characters",
        Loss::Encoding => "encoding",
        Loss::Hand => "hand",
        Loss::MoveNumber => "move-number",
        Loss::Nesting => "nesting",
    }
}

/// Writes a record in a format; with `dry=1` only what the format cannot carry.
pub(super) async fn write(
    Query(query): Query<WriteQuery>,
    body: Body,
) -> Result<Response, Refused> {
    let data = bytes(body)?;
    let bad = |text: String| Refused::new(StatusCode::BAD_REQUEST, ErrorCode::BadJson, text);
    let format: Format = query.to.parse().map_err(|error| bad(format!("to: {error}")))?;
    let encoding = match query.encoding.as_deref().filter(|name| !name.is_empty()) {
        None => Encoding::Utf8,
        Some(name) => Encoding::from_name(name)
            .filter(|encoding| Encoding::WRITABLE.contains(encoding))
            .ok_or_else(|| bad("encoding: expected utf-8, shift_jis or euc-jp".to_owned()))?,
    };
    blocking(move || {
        let tree: Tree = serde_json::from_slice(&data).map_err(|error| bad(error.to_string()))?;
        let game = record::game(&tree)?;
        let written = kifu::write(&game, format, encoding);
        let losses = written.losses.iter().map(|(loss, count)| LossCount {
            loss: loss_name(loss).to_owned(),
            count: u32::try_from(count).unwrap_or(u32::MAX),
        });
        let losses = Losses { losses: losses.collect() };
        if query.dry.is_some_and(|dry| dry == "1") {
            return Ok(Json(losses).into_response());
        }
        let name = format!("attachment; filename=\"game.{}\"", format.extension(encoding));
        let losses = serde_json::to_string(&losses).unwrap_or_default();
        let kind = "application/octet-stream".to_owned();
        let mut answer = written.bytes.into_response();
        for (key, value) in [
            (header::CONTENT_TYPE, kind),
            (header::CONTENT_DISPOSITION, name),
            (header::HeaderName::from_static("x-losses"), losses),
        ] {
            if let Ok(value) = HeaderValue::from_str(&value) {
                answer.headers_mut().insert(key, value);
            }
        }
        Ok(answer)
    })
    .await
}
