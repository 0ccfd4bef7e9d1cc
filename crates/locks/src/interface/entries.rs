//! Where threads begin: what may be called by code that is not seen.

use super::context::{Arg, Context};
use super::engine::Engine;
use super::held::{Count, Lock};
use super::needs::{locks_of, modes_of};
use super::term::{Level, Term};
use crate::spec::{LockSpec, Need};
use concurrent::object::{ClassOrigin, Instruction, MethodId, MethodKind, Program, Visibility};
use rustc_hash::FxHashSet;

/// The methods that are looked at as beginnings: what is public, what nobody calls and others may, what has clauses of
/// its own. Lambdas begin where they are handed over.
pub fn entries(program: &Program, locks: &LockSpec) -> Vec<MethodId> {
    let called = called_methods(program);
    let is_entry = |id: &MethodId| {
        let method = program.method(*id);
        let class = program.class(method.class);
        let is_named = class.origin == ClassOrigin::Source;
        let is_reachable = match method.kind {
            MethodKind::StaticInitializer => true,
            MethodKind::Constructor => method.visibility != Visibility::Private,
            MethodKind::Method => {
                method.visibility == Visibility::Public
                    || method.visibility == Visibility::Package && !called.contains(id)
            }
        };
        let is_promising = locks.effects.contains_key(id) || locks.methods.contains_key(id);
        is_named && method.graph().is_some() && (is_reachable || is_promising)
    };
    program.method_ids().filter(is_entry).collect()
}

/// The methods that others of the program call.
pub fn called_methods(program: &Program) -> FxHashSet<MethodId> {
    let mut called = FxHashSet::default();
    for id in program.method_ids() {
        let Some(graph) = program.method(id).graph() else { continue };
        for edge in &graph.edges {
            if let Instruction::Call(call) = &edge.instruction {
                called.extend(call.targets.iter().copied().filter(|target| *target != id));
            }
        }
    }
    called
}

/// The contexts in which an entry is looked at: with what its clauses say that callers hold, one context for each
/// choice among the alternatives.
pub fn contexts(engine: &mut Engine, method: MethodId) -> Vec<Context> {
    let program = engine.program;
    let declared = program.method(method);
    let mut context = Context::bare(program, method);
    context.is_entry = true;
    context.is_building = declared.kind == MethodKind::Constructor;
    if !declared.is_static {
        context.args[0] = Arg::NotNull;
    }
    let this = declared.this().map(|this| engine.terms.intern(Term::Entry(this)));
    let (program, locks) = (engine.program, engine.locks);
    let modes = |class| modes_of(program, locks, class);
    let mut contexts = vec![context];
    for need in locks.methods.get(&method).map_or(&[][..], |needs| &needs[..]) {
        contexts = contexts.into_iter().flat_map(|context| with_need(engine, &modes, need, this, &context)).collect();
    }
    for effect in locks.effects.get(&method).map_or(&[][..], |effects| &effects[..]) {
        if effect.is_acquire || effect.lock.mode.is_some() {
            continue;
        }
        let found = locks_of(&mut engine.terms, &engine.definitions, &modes, &effect.lock, this, None, Level::Write);
        if let Some(lock) = found.and_then(|locks| locks.into_iter().next()) {
            for context in &mut contexts {
                add(context, lock.clone(), Count { is_based: false, delta: 1 });
            }
        }
    }
    contexts
}

fn with_need(
    engine: &mut Engine,
    modes: &dyn Fn(concurrent::object::ClassId) -> Vec<concurrent::object::Name>,
    need: &Need,
    this: Option<super::term::TermId>,
    context: &Context,
) -> Vec<Context> {
    let mut contexts = Vec::new();
    for path in &need.alternatives {
        let found = locks_of(&mut engine.terms, &engine.definitions, modes, path, this, None, Level::Write);
        for lock in found.into_iter().flatten() {
            let mut context = context.clone();
            add(&mut context, lock, Count { is_based: true, delta: 0 });
            contexts.push(context);
        }
    }
    if contexts.is_empty() { vec![context.clone()] } else { contexts }
}

fn add(context: &mut Context, lock: Lock, count: Count) {
    if !context.held.iter().any(|(known, ..)| *known == lock) {
        context.held.push((lock, count, None));
        context.held.sort_by(|a, b| a.0.cmp(&b.0));
    }
}
