//! Findings about fields, in the words of their declarations.

use crate::clauses::{Rule, RuleKind};
use concurrent::object::Program;
use source::{Code, Diagnostic, Span};

/// A field that is touched without its lock.
pub fn unguarded(java: &Program, rule: &Rule, how: &str) -> String {
    let lock = rule.lock.as_deref().unwrap_or("its lock");
    format!("`{}` is {how} without holding `{lock}`", java.field(rule.field).name)
}

pub fn not_allowed(java: &Program, rule: &Rule, how: &str) -> String {
    format!("`{}` is {how} where its declaration does not allow it", java.field(rule.field).name)
}

/// The finding at an access, with the declaration that it breaks.
pub fn of_rule(code: &'static Code, message: String, rule: &Rule, span: Span) -> Diagnostic {
    let finding = Diagnostic::error(code, span, message);
    match rule.kind {
        RuleKind::GuardedBy => {
            let lock = rule.lock.as_deref().unwrap_or("the lock");
            finding
                .label(rule.span, "this declaration is broken")
                .help(format!("another thread that holds `{lock}` may use the field at the same time"))
                .help(format!("hold `{lock}` around the access, together with what depends on it"))
        }
        RuleKind::UnwritableByEnvIf => finding
            .label(rule.span, "another thread may rely on this")
            .help("a thread for which the condition holds relies on no one else writing the field"),
        RuleKind::WritableIf => finding.label(rule.span, "this does not hold of the writing thread"),
        RuleKind::ReadableIf => finding.label(rule.span, "this does not hold of the reading thread"),
    }
}
