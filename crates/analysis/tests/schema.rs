//! The published schema (`docs/analysis.schema.json`) and real reports agree, in both directions:
//! every report is valid, and no field or word of a report is missing in the schema.

use std::sync::atomic::AtomicBool;

use analysis::model::{
    Both, Class, Evidence, Fact, Flag, GameReport, Phase, Settings, Shape, ShapeKind, Side,
};
use analysis::{Forgetful, Request, analyse};
use eval::Model;
use kifu::Game;
use serde_json::Value;
use shogi::Position;

/// The part of JSON Schema that ours uses; a keyword that is not known here is a failure.
struct Schema(Value);

impl Schema {
    fn read() -> Self {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/analysis.schema.json");
        let text = std::fs::read_to_string(path).expect("the schema");
        Self(serde_json::from_str(&text).expect("JSON"))
    }

    /// What is wrong with a value, with its place.
    fn faults(&self, rule: &Value, value: &Value, place: &str, faults: &mut Vec<String>) {
        let fault = |what: String| format!("{place}: {what}");
        for (keyword, wanted) in rule.as_object().expect("a schema is an object") {
            let is_good = match keyword.as_str() {
                "$schema" | "title" | "description" | "$defs" | "required" => true,
                "$ref" => {
                    let name = wanted.as_str().and_then(|name| name.strip_prefix("#/$defs/"));
                    let target = &self.0["$defs"][name.expect("a name")];
                    assert!(target.is_object(), "{wanted} is not defined");
                    self.faults(target, value, place, faults);
                    true
                }
                "type" => match wanted.as_str().expect("a type") {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "number" => value.is_number(),
                    "integer" => value.is_i64() || value.is_u64(),
                    other => panic!("type {other}"),
                },
                "const" => value == wanted,
                "enum" => wanted.as_array().expect("an array").contains(value),
                "minimum" => value.as_f64() >= wanted.as_f64(),
                "maximum" => value.as_f64() <= wanted.as_f64(),
                "minItems" => value.as_array().map(Vec::len) >= length(wanted),
                "maxItems" => value.as_array().map(Vec::len) <= length(wanted),
                "pattern" => value.as_str().is_some_and(|text| text.parse::<shogi::Move>().is_ok()),
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.faults(wanted, item, &format!("{place}[{index}]"), faults);
                    }
                    true
                }
                "properties" => {
                    self.fields(rule, value, place, faults);
                    true
                }
                "additionalProperties" => {
                    for (name, field) in value.as_object().into_iter().flatten() {
                        self.faults(wanted, field, &format!("{place}.{name}"), faults);
                    }
                    true
                }
                "oneOf" => {
                    let fits = |rule: &&Value| {
                        let mut faults = Vec::new();
                        self.faults(rule, value, place, &mut faults);
                        faults.is_empty()
                    };
                    wanted.as_array().expect("an array").iter().filter(fits).count() == 1
                }
                other => panic!("{other} is not a keyword of the test"),
            };
            if !is_good {
                faults.push(fault(format!("{value} is not as {keyword} wants it")));
            }
        }
    }

    fn fields(&self, rule: &Value, value: &Value, place: &str, faults: &mut Vec<String>) {
        let Some(fields) = value.as_object() else { return };
        for (name, field) in fields {
            match rule["properties"].get(name) {
                Some(rule) => self.faults(rule, field, &format!("{place}.{name}"), faults),
                // Readers ignore it; but the schema is to name everything that we write.
                None => faults.push(format!("{place}.{name}: the schema does not know the field")),
            }
        }
        for name in rule["required"].as_array().into_iter().flatten() {
            if !fields.contains_key(name.as_str().expect("a name")) {
                faults.push(format!("{place}.{name}: the field is missing"));
            }
        }
    }

    fn check(&self, text: &str) {
        let value = serde_json::from_str(text).expect("JSON");
        let mut faults = Vec::new();
        self.faults(&self.0, &value, "$", &mut faults);
        assert!(faults.is_empty(), "{faults:#?}");
    }
}

fn length(wanted: &Value) -> Option<usize> {
    wanted.as_u64().map(|length| length as usize)
}

fn report(moves: &str) -> GameReport {
    let mut position = Position::startpos();
    let mut line = Vec::new();
    for text in moves.split_whitespace() {
        let mv = position.parse_legal_move(text).expect("a legal move");
        position.play(mv);
        line.push(mv);
    }
    let game = Game::from_moves(&Position::startpos(), &line);
    let settings = Settings {
        mate_nodes: 500,
        deep_mate_nodes: 1_000,
        hisshi_nodes: 500,
        hash_mb: 1,
        ..Settings::with_nodes(500)
    };
    let stop = AtomicBool::new(false);
    let warnings = ["line 3: something".to_owned()];
    let request = Request {
        game: &game,
        source: Some("a.kif"),
        warnings: &warnings,
        model: &Model::Classic,
        settings: &settings,
        jobs: 2,
    };
    analyse(&request, &mut Forgetful, &mut |_| {}, &stop).expect("a report")
}

#[test]
fn reports_are_as_the_schema_says() {
    let schema = Schema::read();
    // An opening; and a game that ends with a mate after blunders on both sides.
    for moves in [
        "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f",
        "8g8f 6c6d 3i4h 5c5d 1i1h 6d6e 2g2f 6a6b 6g6f 6e6f 7g7f 4c4d 8h6f 7c7d 6f4d 5a6a 4d3c 2b3c 6i5h 3c9i+ \
         5h6g 9i8i 4i3i 8i6g 7i6h G*5h",
    ] {
        let mut report = report(moves);
        schema.check(&report.to_json());
        // Facts and shapes that these short games need not have.
        report.shapes.push(Shape {
            id: "mino".into(),
            kind: ShapeKind::Castle,
            ja: "美濃囲い".into(),
            romaji: "Mino-gakoi".into(),
            en: "Mino castle".into(),
            side: Side::White,
            ply: 3,
            main: true,
        });
        let fact = Fact::Shape {
            id: "mino".into(),
            side: Side::White,
            start: "startpos".into(),
            moves: Vec::new(),
            table: "0".into(),
        };
        report.evidence.push(Evidence { id: "x1".into(), fact });
        report
            .evidence
            .push(Evidence { id: "x2".into(), fact: Fact::Curve { w: vec![50.0.into()] } });
        let text = report.to_json();
        schema.check(&text);
        assert_eq!(GameReport::from_json(&text), Ok(report), "evidence of shapes survives JSON");
    }
}

#[test]
fn the_schema_refuses_what_is_no_report() {
    let schema = Schema::read();
    let text = report("7g7f 3c3d").to_json();
    for (from, to) in [
        ("\"7g7f\"", "\"7g7x\""),
        ("\"side\": \"black\"", "\"side\": \"sente\""),
        ("\"version\": 1", "\"version\": \"1\""),
        ("\"legalMoves\"", "\"legalmoves\""),
        ("\"phase\": \"opening\"", "\"phase\": 1"),
    ] {
        assert!(text.contains(from), "{from}");
        let value = serde_json::from_str(&text.replacen(from, to, 1)).expect("JSON");
        let mut faults = Vec::new();
        schema.faults(&schema.0, &value, "$", &mut faults);
        assert!(!faults.is_empty(), "{from} became {to}");
    }
}

/// The names that a type has in JSON, from what its reader says that it expected.
fn names<T: serde::de::DeserializeOwned>(wrong: &str) -> Vec<String> {
    let error = serde_json::from_str::<T>(wrong).err().expect("no such name").to_string();
    let expected = error.split("expected one of").nth(1).expect("a list of names");
    expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_schema_knows_every_word() {
    let schema = Schema::read();
    let words = |name: &str| schema.0["$defs"][name]["enum"].to_string();
    for (known, name) in [
        (names::<Class>("\"?\""), "class"),
        (names::<Flag>("\"?\""), "flag"),
        (names::<Phase>("\"?\""), "phase"),
    ] {
        for word in known {
            assert!(words(name).contains(&format!("\"{word}\"")), "{name} {word}");
        }
    }
    let kinds = schema.0["$defs"]["evidence"]["oneOf"].to_string();
    for kind in names::<Fact>("{\"kind\": \"?\"}") {
        assert!(kinds.contains(&format!("{{\"const\":\"{kind}\"}}")), "{kind}");
    }
    // The sides are named by fields, too.
    let both = serde_json::to_string(&Both { black: 1, white: 2 }).expect("JSON");
    assert_eq!(both, "{\"black\":1,\"white\":2}");
}
