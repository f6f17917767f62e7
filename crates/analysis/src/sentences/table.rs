//! The table of templates for readers: id, sentence, when it is said, and what it gives as evidence.

use std::fmt::Write;

use super::templates;

/// The table as Markdown, in English or in Japanese.
pub fn table(japanese: bool) -> String {
    let mut out = String::from(match japanese {
        true => "| id | 文 | 条件 | 根拠 |\n|---|---|---|---|\n",
        false => "| id | sentence | when | evidence |\n|---|---|---|---|\n",
    });
    for template in templates() {
        let (text, when) = match japanese {
            true => (template.ja, template.when_ja),
            false => (template.en, template.when_en),
        };
        let kinds = template.kinds.join(", ");
        let _ = writeln!(out, "| {} | {text} | {when} | {kinds} |", template.id);
    }
    out
}
