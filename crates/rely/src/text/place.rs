//! Findings in the words of the source: fields by their declarations, values by where they come from.

use crate::others::clauses::{Rule, RuleKind};
use crate::plan::flat::{Flat, Op};
use crate::text::fields::uncast;
use concurrent::object::text::method_name;
use concurrent::object::{Expr, ExprKind, Instruction, Program};
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
                .help(match rule.is_java_lock {
                    true => format!(
                        "hold `{lock}` around the access by its method `lock()`; `synchronized` takes another lock, the monitor"
                    ),
                    false => format!("hold `{lock}` around the access, together with what depends on it"),
                })
        }
        RuleKind::UnwritableByEnvIf => finding
            .label(rule.span, "another thread may rely on this")
            .help("a thread for which the condition holds relies on no one else writing the field"),
        RuleKind::WritableIf => finding.label(rule.span, "this does not hold of the writing thread"),
        RuleKind::ReadableIf => finding.label(rule.span, "this does not hold of the reading thread"),
    }
}

/// A value by the variable, field or call that it comes from.
pub fn named(java: &Program, flat: &Flat, value: &Expr) -> String {
    let ExprKind::Local(local) = uncast(value).kind else { return "this".into() };
    let variable = &flat.locals[local.index()];
    if !variable.is_temporary {
        return format!("`{}`", variable.name);
    }
    let sources = flat.edges.iter().filter_map(|edge| match &edge.op {
        Op::Java(Instruction::ReadField { target, field, .. }) if *target == local => {
            Some(format!("`{}`", java.field(*field).name))
        }
        Op::Java(Instruction::Assign { target, value }) if *target == local => match uncast(value).kind {
            ExprKind::Local(source) if source.0 < local.0 => Some(named(java, flat, value)),
            _ => None,
        },
        Op::Java(Instruction::ReadElement { target, .. }) if *target == local => Some("this element".into()),
        Op::Library { call, .. } | Op::Abstract { call, .. } if call.target == Some(local) => {
            Some(format!("the result of `{}`", method_name(java, call.method)))
        }
        Op::Java(_)
        | Op::Library { .. }
        | Op::Abstract { .. }
        | Op::Shows { .. }
        | Op::Clauses { .. }
        | Op::Requires { .. } => None,
    });
    sources.into_iter().next().unwrap_or_else(|| "this".into())
}
