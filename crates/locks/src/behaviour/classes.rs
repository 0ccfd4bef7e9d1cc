//! Which classes are locks whose behaviour is checked.
//!
//! Every class of which objects may be made and which has operations with modes, if it declares properties, or if threads may wait
//! in it: whether they wait for ever is asked of every lock, and properties are asked besides. A class below that takes its
//! operations over, or hands on to them, is the same lock (`overrides`); so an abstract class is asked about if such a class
//! is below it. What its operations leave to the class below cannot be read there, and is unknown.

use super::overrides::{operations, takes_over};
use crate::spec::{Effect, LockSpec};
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Body, ClassId, ClassKind, Instruction, MethodId, Program};
use rustc_hash::FxHashSet;

/// The classes that are checked, in the order of the text.
pub fn lock_classes(program: &Program, locks: &LockSpec) -> Vec<ClassId> {
    let is_declared = |class: ClassId| locks.properties.iter().any(|property| property.class == class);
    let is_class = |class: ClassId| {
        let declared = program.class(class);
        declared.is_from_source() && declared.kind != ClassKind::Interface
    };
    let is_made = |class: ClassId| is_class(class) && !program.class(class).is_abstract;
    let is_made_below = |above: ClassId| {
        let is_one = |class: ClassId| is_made(class) && program.is_subclass(class, above);
        program.class_ids().any(|class| is_one(class) && takes_over(program, locks, class))
    };
    let is_lock = |class: ClassId| {
        let operations = operations(program, locks, class);
        !operations.is_empty()
            && is_class(class)
            && (is_made(class) || is_made_below(class))
            && !takes_over(program, locks, class)
            && are_paired(locks, &operations)
            && may_wait(program, &operations)
    };
    program.class_ids().filter(|class| is_declared(*class) || is_lock(*class)).collect()
}

/// Whether each mode is acquired and released: a word of which one half is there is refused elsewhere.
fn are_paired(locks: &LockSpec, operations: &[MethodId]) -> bool {
    let effects: Vec<&Effect> = operations.iter().filter_map(|id| locks.effects.get(id)).flatten().collect();
    let has_other_half = |one: &&Effect| {
        let is_half = |other: &&Effect| other.lock.mode == one.lock.mode && other.is_acquire != one.is_acquire;
        one.lock.mode.is_none() || effects.iter().any(is_half)
    };
    effects.iter().all(has_other_half)
}

/// Whether threads may wait for a signal in one of these methods, or in what it calls.
fn may_wait(program: &Program, methods: &[MethodId]) -> bool {
    let mut seen: FxHashSet<MethodId> = methods.iter().copied().collect();
    let mut open = methods.to_vec();
    while let Some(method) = open.pop() {
        if let Body::Library(kind) = program.method(method).body {
            if is_wait(kind) {
                return true;
            }
            continue;
        }
        let edges = program.method(method).graph().map_or(&[][..], |graph| &graph.edges[..]);
        for edge in edges {
            if let Instruction::Call(call) = &edge.instruction {
                open.extend(call.targets.iter().copied().filter(|target| seen.insert(*target)));
            }
        }
    }
    false
}

fn is_wait(kind: LibraryMethod) -> bool {
    matches!(
        kind,
        LibraryMethod::Wait
            | LibraryMethod::TimedWait
            | LibraryMethod::ConditionAwait
            | LibraryMethod::TimedConditionAwait
    )
}
