//! Rules about `unsafe`: only on the islands that ARCHITECTURE.md lists, never without a contract.

use super::source::has_word;
use super::{Remark, numbered_lines};

pub(super) fn outside_islands(code: &str) -> Vec<Remark> {
    numbered_lines(code)
        .filter(|(_, line)| has_word(line, "unsafe"))
        .map(|(number, _)| {
            (number, "`unsafe` outside the islands listed in ARCHITECTURE.md".to_owned())
        })
        .collect()
}

/// Every unsafe block and unsafe implementation needs `// SAFETY:` beside it or above its
/// statement.
pub(super) fn without_contract(code: &str, text: &str) -> Vec<Remark> {
    let text: Vec<&str> = text.lines().collect();
    let mut remarks = Vec::new();
    for (number, line) in numbered_lines(code) {
        if opens_unsafe(code, number, line) && !has_contract(&text, number - 1) {
            remarks.push((number, "`unsafe` without `// SAFETY:` above it".to_owned()));
        }
    }
    remarks
}

/// True for `unsafe {` and `unsafe impl`, also with the brace on the next line.
fn opens_unsafe(code: &str, number: usize, line: &str) -> bool {
    line.match_indices("unsafe").any(|(start, word)| {
        let after = line[start + word.len()..].trim_start();
        let next_line = || code.lines().nth(number).unwrap_or_default().trim_start();
        let next = if after.is_empty() { next_line() } else { after };
        has_word(line, word) && (next.starts_with('{') || next.starts_with("impl"))
    })
}

/// Looks at the line itself, then upwards to the comment above the statement.
fn has_contract(text: &[&str], index: usize) -> bool {
    let is_contract = |line: &str| line.contains("// SAFETY:");
    if is_contract(text[index]) {
        return true;
    }
    for line in text[..index].iter().rev().map(|line| line.trim()) {
        if is_contract(line) {
            return true;
        }
        let ends_a_statement = line.is_empty() || line.ends_with([';', '{', '}', ',']);
        if ends_a_statement && !line.starts_with("//") {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn island_rule() {
        assert!(outside_islands("#![deny(unsafe_code)]\nfn f() {}").is_empty());
        assert_eq!(outside_islands("fn f() {\n    unsafe { g() }\n}")[0].0, 2);
        assert_eq!(outside_islands("unsafe fn f() {}")[0].0, 1);
    }

    fn lines_without_contract(text: &str) -> Vec<usize> {
        without_contract(text, text).into_iter().map(|(line, _)| line).collect()
    }

    #[test]
    fn contract_rule_accepts() {
        for good in [
            "// SAFETY: the index is below 81.\nunsafe { f() }",
            "// SAFETY: the index\n// is below 81.\nunsafe { f() }",
            "// SAFETY: why.\nlet a =\n    unsafe { f() };",
            "// SAFETY: why.\n#[allow(x)]\nunsafe impl Send for A {}",
            "unsafe { f() } // SAFETY: why.",
            "/// # Safety\n/// Below 81.\nunsafe fn f() {}",
        ] {
            assert_eq!(lines_without_contract(good), [0; 0], "{good}");
        }
    }

    #[test]
    fn contract_rule_rejects() {
        assert_eq!(lines_without_contract("fn f() {\n    unsafe { g() }\n}"), [2]);
        assert_eq!(lines_without_contract("// SAFETY: why.\na();\nunsafe { g() }"), [3]);
        assert_eq!(lines_without_contract("unsafe impl Send for A {}"), [1]);
        assert_eq!(lines_without_contract("let a = unsafe\n{\n    g()\n};"), [1]);
    }
}
