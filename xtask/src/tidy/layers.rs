//! Compares the layer table of ARCHITECTURE.md with the dependencies that cargo sees.

use super::Remark;
use super::architecture::{Architecture, Row};
use serde_json::Value;
use std::path::Path;

/// A crate of the workspace as cargo sees it.
pub(super) struct Crate {
    name: String,
    /// Workspace crates it is built from.
    uses: Vec<String>,
    /// Workspace crates that only its tests and benches use.
    tests_use: Vec<String>,
}

pub(super) fn workspace_crates(root: &Path) -> Result<Vec<Crate>, String> {
    let output = crate::cargo(root)
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .map_err(|error| format!("`cargo metadata` did not start: {error}"))?;
    if !output.status.success() {
        return Err(format!("`cargo metadata`: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("`cargo metadata`: {error}"))?;
    Ok(crates_in(&metadata))
}

fn crates_in(metadata: &Value) -> Vec<Crate> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = list(&metadata["packages"]);
    let mut crates = Vec::new();
    for package in &packages {
        let (mut uses, mut tests_use) = (Vec::new(), Vec::new());
        for dependency in list(&package["dependencies"]) {
            if dependency["path"].is_null() {
                continue; // from a registry
            }
            let group = if dependency["kind"] == "dev" { &mut tests_use } else { &mut uses };
            group.push(text(&dependency["name"]));
        }
        crates.push(Crate { name: text(&package["name"]), uses, tests_use });
    }
    crates
}

/// What table and workspace do not agree on.
pub(super) fn differences(table: &Architecture, crates: &[Crate]) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for row in &table.rows {
        match crates.iter().find(|found| found.name == row.name) {
            Some(found) => remarks.extend(row_differences(table, row, found)),
            None => remarks.push((row.line, format!("there is no crate `{}`", row.name))),
        }
    }
    for found in crates.iter().filter(|found| table.row(&found.name).is_none()) {
        remarks.push((1, format!("crate `{}` is not in the layer table", found.name)));
    }
    remarks
}

fn row_differences(table: &Architecture, row: &Row, found: &Crate) -> Vec<Remark> {
    let name = &row.name;
    let mut remarks = Vec::new();
    for used in found.uses.iter().filter(|used| !row.uses.contains(used)) {
        remarks.push((row.line, format!("`{name}` uses `{used}`, which its row does not name")));
    }
    for used in row.uses.iter().filter(|used| !found.uses.contains(used)) {
        remarks.push((row.line, format!("`{name}` does not use `{used}`")));
    }
    for used in found.uses.iter().chain(&found.tests_use) {
        let lower = table.row(used).and_then(|other| other.layer);
        let is_lower = matches!((lower, row.layer), (Some(lower), Some(upper)) if lower < upper);
        if !is_lower {
            remarks.push((row.line, format!("`{name}` uses `{used}`, not from a lower layer")));
        }
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::super::architecture::tests::MAP;
    use super::*;

    fn workspace(extra: Value) -> Vec<Crate> {
        let on = |name: &str, kind: Value| serde_json::json!({ "name": name, "path": "x", "kind": kind });
        let mut eval =
            vec![on("shogi", Value::Null), serde_json::json!({ "name": "clap", "path": null })];
        if !extra.is_null() {
            eval.push(extra);
        }
        crates_in(&serde_json::json!({ "packages": [
            { "name": "shogi", "dependencies": [] },
            { "name": "eval", "dependencies": eval },
            { "name": "sakiyomi", "dependencies": [on("shogi", Value::Null), on("eval", Value::Null)] },
            { "name": "xtask", "dependencies": [] },
        ]}))
    }

    fn messages(map: &str, crates: &[Crate]) -> Vec<String> {
        let table = Architecture::parse(map).expect("well formed");
        differences(&table, crates).into_iter().map(|(_, message)| message).collect()
    }

    #[test]
    fn an_equal_table_passes() {
        assert_eq!(messages(MAP, &workspace(Value::Null)), [""; 0]);
    }

    #[test]
    fn an_upward_dependency_is_found() {
        for kind in [Value::Null, "dev".into(), "build".into()] {
            let up = serde_json::json!({ "name": "sakiyomi", "path": "x", "kind": kind });
            let found = messages(MAP, &workspace(up));
            assert!(found.iter().any(|m| m.contains("not from a lower layer")), "{found:?}");
        }
    }

    #[test]
    fn a_wrong_table_is_found() {
        for (good, bad, message) in [
            ("| `shogi`, `eval` |", "| `shogi` |", "`sakiyomi` uses `eval`, which its row"),
            ("tasks | - |", "tasks | `shogi` |", "`xtask` does not use `shogi`"),
            ("| beside | `xtask` | tasks | - |\n", "", "`xtask` is not in the layer table"),
            ("| `xtask` |", "| `other` |", "there is no crate `other`"),
            ("| 1 | `eval`", "| 7 | `eval`", "`sakiyomi` uses `eval`, not from a lower layer"),
        ] {
            let found = messages(&MAP.replacen(good, bad, 1), &workspace(Value::Null));
            assert!(found.iter().any(|m| m.contains(message)), "{message}: {found:?}");
        }
    }
}
