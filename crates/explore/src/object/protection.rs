//! Fields that a lock protects.
//!
//! If every access to a field, while others can come to its object, is made by a thread that holds the field's lock, then
//! an access commutes with the steps of all others up to the release, and need not be a step of its own. Which lock that
//! is is guessed at the first access, among the monitor of the object, the locks in its final fields, locks in static
//! final fields, the class, and those of the object that the harness shares. An access without it shows that the guess
//! was wrong: then the search begins anew with another guess or none, and that is enough, because the first wrong access
//! is reached in the smaller search too (Stoller and Cohen, Optimistic synchronization-based state-space reduction).
//!
//! Where a clause speaks of a field, others look at it at every step: writing it stays a step of its own.

use super::machine::Machine;
use super::run::{Run, Stop, Taken};
use super::state::{Ref, Shape, Value};
use concurrent::object::annotations::spec::{Expr, ExprKind, Spec, StatementKind};
use concurrent::object::{ClassId, FieldId, Type};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

/// What is protected as one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    Field(FieldId),
    /// The elements of all arrays.
    Elements,
}

/// Which lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lock {
    /// The monitor of the object.
    Own,
    /// What this field of the object holds.
    OfField(FieldId),
    Static(FieldId),
    Class(ClassId),
    /// The object of the harness.
    Root,
    OfRoot(FieldId),
}

#[derive(Default)]
pub struct Protection {
    guesses: RefCell<HashMap<Subject, Option<Lock>>>,
    spoken_of: BTreeSet<FieldId>,
    speaks_of_locks: bool,
}

impl Protection {
    pub fn new(spec: &Spec) -> Protection {
        let mut protection = Protection::default();
        let conditions = spec.env_assumptions.iter().chain(&spec.global_invariants).map(|clause| &clause.condition);
        conditions.for_each(|condition| protection.speak(condition));
        for clause in &spec.field_clauses {
            protection.spoken_of.insert(clause.field);
            protection.speak(&clause.condition);
        }
        for method in spec.methods.values() {
            method.requires.iter().chain(&method.ensures).for_each(|one| protection.speak(&one.condition));
            method.actions.iter().filter_map(|action| action.ensures.as_ref()).for_each(|one| protection.speak(one));
        }
        for clause in spec.statements.values().flatten() {
            match &clause.kind {
                StatementKind::Assert(condition)
                | StatementKind::Assume(condition)
                | StatementKind::LoopInvariant(condition) => protection.speak(condition),
                StatementKind::Set { target, value } => {
                    protection.speak(target);
                    protection.speak(value);
                }
            }
        }
        protection
    }

    fn speak(&mut self, expr: &Expr) {
        match expr.kind {
            ExprKind::Field { field, .. } => {
                self.spoken_of.insert(field);
            }
            ExprKind::Holder(_) => self.speaks_of_locks = true,
            _ => {}
        }
        expr.children().into_iter().for_each(|child| self.speak(child));
    }

    /// Whether nobody looks at who holds a lock, so that giving it back need not be a step of its own.
    pub fn hides_releases(&self) -> bool {
        !self.speaks_of_locks && self.spoken_of.is_empty()
    }
}

impl Run<'_, '_> {
    /// Whether an access need not be a step of its own.
    pub fn is_protected(&self, subject: Subject, at: Option<Ref>, is_write: bool) -> bool {
        let protection = &self.machine.protection;
        let is_looked_at = match subject {
            Subject::Field(field) => protection.spoken_of.contains(&field),
            Subject::Elements => !protection.spoken_of.is_empty(),
        };
        if is_write && is_looked_at {
            return false;
        }
        let guess = protection.guesses.borrow().get(&subject).copied();
        guess.flatten().is_some_and(|lock| self.is_held(lock, at, is_write))
    }

    /// An access is made: if the guess does not hold, the search begins anew with another one.
    pub fn check_protection(&self, subject: Subject, at: Option<Ref>, is_write: bool) -> Taken<()> {
        if self.machine.options.is_fine || at.is_some_and(|at| !self.object(at).is_shared) {
            return Ok(());
        }
        let guesses = &self.machine.protection.guesses;
        let guess = guesses.borrow().get(&subject).copied();
        if let Some(lock) = guess
            && lock.is_none_or(|lock| self.is_held(lock, at, is_write))
        {
            return Ok(());
        }
        let candidates = self.candidates(subject, at);
        // Guesses are made in order, and never twice.
        let tried = match guess.flatten() {
            Some(lock) => candidates.iter().position(|other| *other == lock).map_or(candidates.len(), |last| last + 1),
            None => 0,
        };
        let next = candidates[tried..].iter().copied().find(|lock| self.is_held(*lock, at, is_write));
        guesses.borrow_mut().insert(subject, next);
        match (guess, next) {
            // Nothing was assumed, and nothing will be.
            (None, None) => Ok(()),
            (_, _) => Err(Stop::Again),
        }
    }

    fn candidates(&self, subject: Subject, at: Option<Ref>) -> Vec<Lock> {
        let program = self.machine.program;
        let final_fields = |at: Ref| match self.object(at).shape {
            Shape::Class(class) => lock_fields(self.machine, class),
            Shape::Array(_) => Vec::new(),
        };
        let mut found = Vec::new();
        if let (Subject::Field(_), Some(at)) = (subject, at) {
            found.push(Lock::Own);
            found.extend(final_fields(at).into_iter().map(Lock::OfField));
        }
        if let Some(Value::Ref(root)) = self.state.roots.first() {
            found.push(Lock::Root);
            found.extend(final_fields(*root).into_iter().map(Lock::OfRoot));
        }
        found.extend(self.machine.class_objects.iter().copied().map(Lock::Class));
        let is_static_lock = |field: &FieldId| {
            let entry = program.field(*field);
            entry.is_static && entry.is_final && is_object(&entry.ty) && program.class(entry.class).is_from_source()
        };
        found.extend((0..program.fields.len() as u32).map(FieldId).filter(is_static_lock).map(Lock::Static));
        found
    }

    fn is_held(&self, lock: Lock, at: Option<Ref>, is_write: bool) -> bool {
        let field_of = |at: Ref, field: FieldId| self.object(at).values.get(self.machine.slot(field)).copied();
        let value = match lock {
            Lock::Own => at.map(Value::Ref),
            Lock::OfField(field) => at.and_then(|at| field_of(at, field)),
            Lock::Static(field) => Some(self.state.statics[self.machine.slot(field)]),
            Lock::Class(class) => self.machine.class_object(class).map(Value::Ref),
            Lock::Root => self.state.roots.first().copied(),
            Lock::OfRoot(field) => match self.state.roots.first() {
                Some(Value::Ref(root)) => field_of(*root, field),
                _ => None,
            },
        };
        value.and_then(|lock| self.protects(lock, is_write)) == Some(true)
    }
}

/// The final fields that may hold locks.
fn lock_fields(machine: &Machine, class: ClassId) -> Vec<FieldId> {
    let program = machine.program;
    let mut found = Vec::new();
    let mut next = Some(class);
    while let Some(class) = next {
        let entry = program.class(class);
        found.extend(entry.fields.iter().copied().filter(|field| {
            let field = program.field(*field);
            !field.is_static && field.is_final && is_object(&field.ty)
        }));
        next = entry.superclass;
    }
    found
}

fn is_object(ty: &Type) -> bool {
    matches!(ty, Type::Class(_))
}
