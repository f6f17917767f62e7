//! Options by name: defaults agree, values are checked, other names are known.

use super::*;

#[test]
fn declared_defaults_are_the_defaults() {
    let mut options = Options::default();
    for OptionDescription { name, kind } in Options::descriptions() {
        let default = match kind {
            OptionKind::Check(on) => on.to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Combo { default, .. } => default.to_owned(),
            OptionKind::Text(text) | OptionKind::File(text) => text.to_owned(),
            OptionKind::Button(_) => String::new(),
        };
        options.set(name, &default).unwrap();
        assert_eq!(options, Options::default(), "{name}");
    }
}

#[test]
fn values_are_checked() {
    let mut options = Options::default();
    for (name, value, message) in [
        ("Threads", "0", "option Threads: expected a number from 1 to 512, found \"0\""),
        ("Threads", "two", "option Threads: expected a number from 1 to 512, found \"two\""),
        ("USI_Ponder", "yes", "option USI_Ponder: expected true or false, found \"yes\""),
        ("Level", "11", "option Level: expected a number from 1 to 10, found \"11\""),
        ("Colour", "red", "there is no option \"Colour\""),
        ("Recpie", "tacos", "there is no option \"Recpie\"; did you mean Recipe?"),
        ("thread", "2", "there is no option \"thread\"; did you mean Threads?"),
        ("Eval File", "nn.bin", "there is no option \"Eval File\"; did you mean EvalFile?"),
    ] {
        assert_eq!(options.set(name, value).unwrap_err().to_string(), message);
    }
    let error = options.set("EnteringKingRule", "28").unwrap_err().to_string();
    assert!(error.contains("CSARule27H"), "{error}");
    let error = options.set("Off", "reduction,magic").unwrap_err().to_string();
    assert!(error.contains("\"magic\"") && error.contains("null-move"), "{error}");
    assert_eq!(options, Options::default());
}

#[test]
fn other_names_and_cases() {
    let mut options = Options::default();
    options.set("USI_MultiPV", "3").unwrap();
    options.set("threads", "4").unwrap();
    options.set("Draw_Ply", "256").unwrap();
    options.set("entERINGkingrule", "tryrule").unwrap();
    options.set("EvalDir", "<empty>").unwrap();
    assert_eq!((options.lines, options.threads), (3, 4));
    assert_eq!(options.max_moves_to_draw, Some(256));
    assert_eq!(options.declaration, Some(DeclarationRule::Try));
    assert_eq!(options.eval_dir, "");
}

#[test]
fn a_button_has_an_effect_and_no_value() {
    let mut options = Options::default();
    assert_eq!(options.set("Clear_Hash", ""), Ok(Effect::ClearHash));
    assert_eq!(options.set("clear hash", ""), Ok(Effect::ClearHash));
    assert_eq!(options.set("Threads", "1"), Ok(Effect::Set));
    assert_eq!(options, Options::default());
}

#[test]
fn limits_hold_where_the_request_has_none() {
    let mut options = Options::default();
    assert_eq!(options.limit(Go::default()), Go::default());
    options.set("NodesLimit", "5000").unwrap();
    options.set("DepthLimit", "7").unwrap();
    let limited = Go { nodes: Some(5000), depth: Some(7), ..Go::default() };
    assert_eq!(options.limit(Go::default()), limited);
    let own = Go { nodes: Some(1), depth: Some(20), ..Go::default() };
    assert_eq!(options.limit(own.clone()), own);
    options.set("NodesLimit", "0").unwrap();
    options.set("DepthLimit", "0").unwrap();
    assert_eq!(options.limit(Go::default()), Go::default());
}

#[test]
fn quotes_around_a_path_are_removed() {
    let mut options = Options::default();
    options.set("EvalFile", "\"my nets/nn.bin\"").unwrap();
    options.set("EvalDir", "\"").unwrap();
    assert_eq!((options.eval_file.as_str(), options.eval_dir.as_str()), ("my nets/nn.bin", "\""));
}
