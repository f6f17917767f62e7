//! The page's own files, embedded in the program by `cargo xtask web`.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

/// What vite builds; the folder is missing where Node is.
#[derive(Embed)]
#[folder = "dist/"]
#[allow_missing = true]
struct Dist;

const INDEX: &str = "index.html";

/// The page of a program that was built without Node.
const MISSING: &str = "<!doctype html>
<html lang=\"en\">
<head><meta charset=\"utf-8\"><title>Sakiyomi</title></head>
<body>
<h1>Sakiyomi</h1>
<p>The server runs, but this program was built without the board.</p>
<p>To build the board, install Node 20.19 or newer and call <code>cargo xtask web</code> in the
folder of the sources, then <code>cargo build --release</code>. <code>cargo xtask start</code> does
all of it.</p>
<p lang=\"ja\">盤の画面なしで作られています。Node 20.19 以降を入れて <code>cargo xtask start</code>
を実行してください。</p>
</body>
</html>
";

/// Was the program built with the page?
pub fn has_page() -> bool {
    Dist::get(INDEX).is_some()
}

/// A short name of the page's build, by which pages notice that the program was rebuilt.
pub(crate) fn build() -> String {
    let Some(index) = Dist::get(INDEX) else { return "none".to_owned() };
    let hash = index.metadata.sha256_hash();
    hash.iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

/// A text among the page's files.
pub(crate) fn text(name: &str) -> Option<String> {
    Some(String::from_utf8_lossy(&Dist::get(name)?.data).into_owned())
}

fn etag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    let hex: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("\"{hex}\"")
}

/// Answers with a file of the page. Names are looked up in a list that was made at build time, so
/// no name can reach the file system.
pub(crate) fn serve(path: &str, request: &HeaderMap) -> Response {
    let name = path.trim_start_matches('/');
    let name = if name.is_empty() { INDEX } else { name };
    let Some(file) = Dist::get(name) else {
        return if name == INDEX {
            ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], MISSING).into_response()
        } else {
            StatusCode::NOT_FOUND.into_response()
        };
    };
    // Files below assets/ have their hash in their name.
    let cache = if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let etag = etag(&file);
    let headers = [(header::CACHE_CONTROL, cache.to_owned()), (header::ETAG, etag.clone())];
    let known = request.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|one| one.trim() == etag)) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let kind = mime_guess::from_path(name).first_or_octet_stream();
    let kind = if kind.type_() == mime_guess::mime::TEXT {
        format!("{kind}; charset=utf-8")
    } else {
        kind.to_string()
    };
    (headers, [(header::CONTENT_TYPE, kind)], file.data).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_always_a_page() {
        let answer = serve("/", &HeaderMap::new());
        assert_eq!(answer.status(), StatusCode::OK);
        for bad in ["/../Cargo.toml", "/assets/../../Cargo.toml", "//etc/passwd", "/nothing"] {
            assert_eq!(serve(bad, &HeaderMap::new()).status(), StatusCode::NOT_FOUND, "{bad}");
        }
        assert!(!build().is_empty());
    }

    #[test]
    fn the_page_without_a_board_breaks_no_policy() {
        assert!(!MISSING.contains("style") && !MISSING.contains("<script"));
        assert!(MISSING.contains("cargo xtask start"));
    }
}
