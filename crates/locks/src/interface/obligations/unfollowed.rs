//! Functions that run with locks held and are looked at elsewhere: which locks they take is told to the order of locks, and
//! that they wait for a signal, to `turns`; that one never ends is not followed to where it runs.

use crate::interface::ordering::objects::Object;
use crate::interface::walk::context::Doubt;
use crate::interface::walk::engine::Engine;
use concurrent::object::{MethodId, MethodKind, text};
use rustc_hash::FxHashSet;
use source::Span;
use std::collections::BTreeSet;

/// By method that runs such a function, or calls who does.
pub fn doubts(engine: &Engine) -> Vec<(MethodId, Doubt)> {
    let entries = engine.results().filter(|(context, _)| context.is_entry);
    let endless = entries.filter(|(_, summary)| summary.never_ends).map(|(context, _)| context.method);
    let endless: FxHashSet<MethodId> = endless.collect();
    let function = |id| match engine.objects.get(id) {
        Object::Runs(function) => Some(*function).filter(|id| engine.program.method(*id).kind == MethodKind::Method),
        _ => None,
    };
    let is_lock = |id| !matches!(engine.objects.get(id), Object::Runs(_));
    let run = engine.order.iter().filter(|edge| is_lock(edge.held));
    let run = run.filter_map(|edge| Some((edge.method, edge.taken_at, function(edge.taken)?)));
    let mut found = Vec::new();
    for (method, span, function) in run.collect::<BTreeSet<(MethodId, Span, MethodId)>>() {
        if !endless.contains(&function) {
            continue;
        }
        let name = text::method_name(engine.program, function);
        let message = format!("`{name}` may run here with locks held, and never end: that is not followed");
        found.push((method, Doubt { span, message, is_of_callee: false, is_internal: false }));
    }
    found
}
