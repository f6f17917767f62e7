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
