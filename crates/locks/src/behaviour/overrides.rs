//! Classes below a lock class, and what they make of its operations.
//!
//! ```text
//! m below overrides m above with modes    m below does what the clauses of m above say ⇐
//!                                             every execution that returns has called super.m() once
//! ```
//!
//! A clause is a promise of the body that it stands above. A method that overrides it inherits the promise and not the body:
//! one that calls the body above once, on every path, hands on to it. Of any other nothing is known, unless the method
//! above has no body: then it is the first to do what is promised, and its class is a lock class of its own.

use super::commands::methods_of;
use crate::codes;
use crate::spec::{Effect, LockPath, LockSpec};
use concurrent::object::text::method_name;
use concurrent::object::{CallKind, ClassId, Graph, Instruction, MethodId, NodeId, Program};
use source::{Diagnostic, Obligation, Outcome, Report, Verdict};
use std::collections::BTreeSet;
use std::time::Duration;

/// The operations with modes of an object of the class.
pub fn operations(program: &Program, locks: &LockSpec, class: ClassId) -> Vec<MethodId> {
    let has_mode = |method: &MethodId| locks.effects.get(method).is_some_and(|effects| effects.iter().any(is_mode));
    methods_of(program, class).into_iter().filter(has_mode).collect()
}

/// Whether all operations of the class are those of a class above, or hand on to them.
pub fn takes_over(program: &Program, locks: &LockSpec, class: ClassId) -> bool {
    let is_above = |method: &MethodId| {
        let declared = program.method(*method);
        let is_body = |above: &MethodId| program.method(*above).graph().is_some();
        let is_handed_on = declared.overrides.iter().any(is_body) && hands_on(program, *method);
        declared.class != class && program.class(declared.class).superclass.is_some() || is_handed_on
    };
    let operations = operations(program, locks, class);
    operations.iter().all(is_above)
}

/// Whether every execution that returns has called the method that this one overrides, once.
pub fn hands_on(program: &Program, method: MethodId) -> bool {
    let Some(graph) = program.method(method).graph() else { return false };
    let overridden = &program.method(method).overrides;
    let is_super = |instruction: &Instruction| match instruction {
        Instruction::Call(call) => call.kind == CallKind::Special && overridden.contains(&call.method),
        _ => false,
    };
    calls_at_exit(graph, is_super) == BTreeSet::from([1])
}

/// How often a call is made on the paths to the exit; two stands for more.
fn calls_at_exit(graph: &Graph, is_call: impl Fn(&Instruction) -> bool) -> BTreeSet<u8> {
    let mut seen: BTreeSet<(NodeId, u8)> = BTreeSet::from([(graph.entry, 0)]);
    let mut open = vec![(graph.entry, 0)];
    while let Some((node, calls)) = open.pop() {
        for edge in graph.outgoing(node) {
            let after = if is_call(&edge.instruction) { (calls + 1).min(2) } else { calls };
            // A call that throws has not done what it says.
            let ends = [Some((edge.to, after)), edge.unwind.map(|unwind| (unwind, calls))];
            open.extend(ends.into_iter().flatten().filter(|end| seen.insert(*end)));
        }
    }
    seen.into_iter().filter(|(node, _)| *node == graph.exit).map(|(_, calls)| calls).collect()
}

/// What is to be said of methods that override operations.
pub fn check(program: &Program, locks: &LockSpec) -> Report {
    let mut report = Report::default();
    for id in program.method_ids() {
        let declared = program.method(id);
        let Some(own) = locks.effects.get(&id) else { continue };
        for above in declared.overrides.iter().chain(&declared.implements) {
            let Some(promised) = locks.effects.get(above) else { continue };
            if let Some((verdict, finding)) = overriding(program, id, *above, own, promised) {
                let name = method_name(program, id);
                let (id, time) = (format!("{name}/override"), Duration::ZERO);
                let (kind, span) = ("lock-contract", declared.span);
                let outcome = Outcome::of(verdict, vec![finding]);
                report.obligations.push(Obligation { id, kind, span, outcome, time });
                break;
            }
        }
    }
    report
}

fn overriding(
    program: &Program,
    id: MethodId,
    above: MethodId,
    own: &[Effect],
    promised: &[Effect],
) -> Option<(Verdict, Diagnostic)> {
    let (declared, name) = (program.method(id), &program.method(id).name);
    let class = crate::interface::terms::names::simple(&program.class(program.method(above).class).name);
    if clauses(own) != clauses(promised) {
        let message =
            format!("`{name}` does not do to locks what `{class}.{name}` says, in whose place it may be called");
        let finding = Diagnostic::error(&codes::CONTRACT, declared.span, message)
            .label(promised[0].span, "what is promised there")
            .help("give both the same clauses, or the method another name");
        return Some((Verdict::Failed, finding));
    }
    let is_first = program.method(above).graph().is_none() || !declared.overrides.contains(&above);
    if is_first || declared.graph().is_none() || !promised.iter().any(is_mode) || hands_on(program, id) {
        return None;
    }
    let promise = &promised[0];
    let clause = if promise.is_acquire { "acquires" } else { "releases" };
    let message = format!(
        "`{name}` overrides an operation that `{clause} {}`, and is not known to do that: it does not call \
         `super.{name}()` once on every path",
        promise.text
    );
    let finding = Diagnostic::error(&codes::UNKNOWN, declared.span, message)
        .label(promise.span, "what is promised there")
        .help(format!("call `super.{name}()`, or make it a lock class of its own behind an interface"));
    Some((Verdict::Unknown, finding))
}

fn is_mode(effect: &Effect) -> bool {
    effect.lock.mode.is_some()
}

/// The clauses of a method, in an order of their own, whichever class has the modes.
fn clauses(effects: &[Effect]) -> BTreeSet<String> {
    let clause = |Effect { is_acquire, lock, .. }: &Effect| {
        let LockPath { root, fields, mode, side, kind: _ } = lock;
        format!("{is_acquire} {root:?} {fields:?} {mode:?} {side:?}")
    };
    effects.iter().map(clause).collect()
}
