//! Semaphores that are used as locks: those with one permit, in a final field, that one method both acquires and releases.
//!
//! ```text
//! acquire(1)     takes the lock, which is not reentrant
//! release(1)     gives it back
//! release(n)     n > 1: there are more permits than one from now on, and it is a lock no more
//! ```
//!
//! Such a semaphore may be passed on: a parameter is a lock if whatever the program passes there is one. Any other
//! semaphore is no lock.

use crate::codes;
use crate::interface::ordering::objects::{Object, ObjectId, Objects};
use crate::interface::terms::definitions::Definitions;
use crate::interface::terms::term::{Term, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::held::Lock;
use crate::interface::walk::library::Operation;
use crate::interface::walk::state::State;
use crate::spec::LockSpec;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{
    Body, Call, Edge, EdgeId, Expr, FieldId, Instruction, LocalId, MethodId, Program, Visibility,
};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Span;

const MAY_KEEP_PERMITS: &str = "a thread that waits here for permits keeps locks, or permits that it has got before: whether a thread that would release some needs these is not known";

impl Walk<'_, '_> {
    pub fn on_semaphore(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        call: &Call,
        kind: LibraryMethod,
        receiver: Option<TermId>,
        state: &State,
    ) -> Operation {
        let used_as = self.used_as(call, receiver);
        self.summary.uses_locks |= !matches!(used_as, Use::Other);
        let receiver = match (receiver, used_as) {
            (Some(receiver), Use::Lock) => receiver,
            (_, Use::Lock | Use::Other) => {
                if kind == LibraryMethod::SemaphoreAcquire {
                    self.waits_for_permits(id, state, edge.span);
                }
                return Operation::plain(self.with_result(id, call, state.clone(), None, edge.to));
            }
            (_, Use::Unknown) => {
                let message =
                    "this may be a semaphore that is used as a lock, or another one: call it by its final field";
                self.doubt(edge.span, message);
                return Operation::final_(Vec::new());
            }
        };
        let lock = Lock::Permit(receiver);
        match (kind, self.permits(state, call, kind)) {
            (LibraryMethod::SemaphoreAcquire, Some(1)) => {
                Operation::plain(self.taken(id, state.clone(), lock, edge.to))
            }
            (LibraryMethod::SemaphoreTryAcquire, Some(1)) => {
                Operation::plain(self.tried(id, call, state.clone(), lock, edge.to))
            }
            (LibraryMethod::SemaphoreRelease, Some(1)) => {
                Operation::final_(self.release(id, state.clone(), &lock, edge.to))
            }
            (LibraryMethod::SemaphoreRelease, Some(count)) if count > 1 => {
                let name = self.name(&lock);
                let message =
                    format!("{count} permits of {name} are released, which has one: it lets in several threads then");
                self.violation(state, &codes::NOT_HELD, edge.span, message);
                Operation::final_(Vec::new())
            }
            _ => {
                let name = self.name(&lock);
                let message =
                    format!("{name} has one permit and is used as a lock: other numbers of permits are not followed");
                self.doubt(edge.span, message);
                Operation::plain(self.with_result(id, call, state.clone(), None, edge.to))
            }
        }
    }

    /// Who waits for permits of a semaphore that is no lock, and keeps locks, or permits that it has got before, may keep out
    /// a thread that would release some.
    fn waits_for_permits(&mut self, id: EdgeId, state: &State, span: Span) {
        let keeps_locks = !state.held.is_empty() || self.context.has_frame;
        if keeps_locks || self.is_behind_another(id) {
            self.doubt_order(span, MAY_KEEP_PERMITS);
        }
    }

    /// Whether a way leads to the call from another one that waits for permits, or from itself, with none released between.
    /// Who releases none himself leaves that to others.
    fn is_behind_another(&self, id: EdgeId) -> bool {
        let program = self.engine.program;
        let kind = |edge: &Edge| match &edge.instruction {
            Instruction::Call(call) => match program.method(call.method).body {
                Body::Library(kind) => Some(kind),
                _ => None,
            },
            _ => None,
        };
        if !self.graph.edges.iter().any(|edge| kind(edge) == Some(LibraryMethod::SemaphoreRelease)) {
            return false;
        }
        let start = self.graph.edges[id.index()].from;
        let (mut pending, mut seen) = (vec![start], FxHashSet::from_iter([start]));
        while let Some(node) = pending.pop() {
            for edge in self.graph.edges.iter().filter(|edge| edge.to == node) {
                match kind(edge) {
                    Some(LibraryMethod::SemaphoreAcquire) => return true,
                    Some(LibraryMethod::SemaphoreRelease) => {}
                    _ if seen.insert(edge.from) => pending.push(edge.from),
                    _ => {}
                }
            }
        }
        false
    }

    /// How many permits a call is about, if it is known.
    fn permits(&mut self, state: &State, call: &Call, kind: LibraryMethod) -> Option<i64> {
        let is_time = kind == LibraryMethod::SemaphoreTryAcquire && call.args.len() == 2;
        match call.args.first().filter(|_| !is_time) {
            Some(permits) => self.eval(state, permits).and_then(|permits| self.engine.terms.as_int(permits)),
            None => Some(1),
        }
    }

    fn used_as(&mut self, call: &Call, receiver: Option<TermId>) -> Use {
        let term = receiver.map(|receiver| self.engine.terms.get(receiver));
        if let Some(Term::Field(_, field) | Term::Static(field)) = term
            && self.engine.is_used_as_mutex(*field)
        {
            return Use::Lock;
        }
        // A name that lasts: what is acquired is released under it.
        let is_named = matches!(term, Some(Term::Field(..) | Term::Static(_) | Term::Entry(_)));
        let (program, method) = (self.engine.program, self.method);
        let Some(value) = &call.receiver else { return Use::Other };
        let all = self.engine.objects.of_expr(program, method, value);
        let is_made = |id: &&ObjectId| matches!(self.engine.objects.get(**id), Object::Made(..));
        let made: Vec<ObjectId> = all.iter().filter(is_made).copied().collect();
        let locks = made.iter().filter(|id| self.engine.mutexes.contains(id)).count();
        match (locks > 0, is_named && locks == made.len()) {
            (true, true) => Use::Lock,
            (true, false) => Use::Unknown,
            (false, _) => Use::Other,
        }
    }
}

/// What a semaphore is there for.
enum Use {
    Lock,
    /// To count, or to signal.
    Other,
    Unknown,
}

/// The semaphores in fields that are used as locks.
pub fn made(program: &Program, definitions: &Definitions, used: &[bool], objects: &mut Objects) -> FxHashSet<ObjectId> {
    let is_mutex = |field: &FieldId| definitions.is_mutex(*field) && used[field.index()];
    let fields = (0..program.fields.len()).map(|index| FieldId(index as u32)).filter(is_mutex);
    let all: Vec<ObjectId> = fields.flat_map(|field| objects.of_field(program, field).to_vec()).collect();
    all.into_iter().filter(|id| matches!(objects.get(*id), Object::Made(..))).collect()
}

/// What a method calls a semaphore.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Name {
    Field(FieldId),
    Param(usize),
}

/// The semaphores that a method acquires and releases.
#[derive(Clone, Default, PartialEq)]
struct Uses {
    acquired: FxHashSet<Name>,
    released: FxHashSet<Name>,
}

/// By method and local.
type Names = Vec<FxHashMap<LocalId, FxHashSet<Name>>>;

/// Which fields and parameters a local may hold: itself, through copies, and as what a getter returns.
fn names(program: &Program) -> Names {
    let mut names: Names = Vec::new();
    for id in program.method_ids() {
        let params = program.method(id).params.iter().enumerate();
        names.push(params.map(|(index, param)| (*param, FxHashSet::from_iter([Name::Param(index)]))).collect());
    }
    loop {
        let mut is_changed = false;
        for id in program.method_ids() {
            let Some(graph) = program.method(id).graph() else { continue };
            for edge in &graph.edges {
                let (target, found) = match &edge.instruction {
                    Instruction::ReadField { target, field, .. } => {
                        (*target, FxHashSet::from_iter([Name::Field(*field)]))
                    }
                    Instruction::Assign { target, value } => (*target, names_of(&names, id, value)),
                    Instruction::Call(Call { target: Some(target), targets, .. }) => {
                        (*target, targets.iter().flat_map(|callee| returned(program, &names, *callee)).collect())
                    }
                    _ => continue,
                };
                let known = names[id.index()].entry(target).or_default();
                let before = known.len();
                known.extend(found);
                is_changed |= known.len() > before;
            }
        }
        if !is_changed {
            return names;
        }
    }
}

fn names_of(names: &Names, method: MethodId, value: &Expr) -> FxHashSet<Name> {
    value.local().and_then(|local| names[method.index()].get(&local)).cloned().unwrap_or_default()
}

/// The fields that a method may return.
fn returned(program: &Program, names: &Names, method: MethodId) -> Vec<Name> {
    let result = program.method(method).graph().and_then(|graph| graph.result);
    let all = result.and_then(|result| names[method.index()].get(&result)).into_iter().flatten();
    all.copied().filter(|name| matches!(name, Name::Field(_))).collect()
}

/// By method, with what is done to semaphores that are passed on.
fn uses(program: &Program) -> Vec<Uses> {
    let names = names(program);
    let mut uses = vec![Uses::default(); program.methods.len()];
    loop {
        let before = uses.clone();
        for id in program.method_ids() {
            for edge in program.method(id).graph().into_iter().flat_map(|graph| &graph.edges) {
                if let Instruction::Call(call) = &edge.instruction {
                    note_call(program, &names, id, call, &before, &mut uses[id.index()]);
                }
            }
        }
        if uses == before {
            return uses;
        }
    }
}

fn note_call(program: &Program, names: &Names, id: MethodId, call: &Call, known: &[Uses], own: &mut Uses) {
    let receiver = call.receiver.as_ref().map(|receiver| names_of(names, id, receiver)).unwrap_or_default();
    match program.method(call.method).body {
        Body::Library(LibraryMethod::SemaphoreAcquire | LibraryMethod::SemaphoreTryAcquire) => {
            own.acquired.extend(receiver);
        }
        Body::Library(LibraryMethod::SemaphoreRelease) => own.released.extend(receiver),
        _ => {}
    }
    for target in &call.targets {
        let callee = &known[target.index()];
        let is_static = program.method(*target).is_static;
        let values = call.receiver.iter().filter(|_| !is_static).chain(&call.args);
        for (index, value) in values.enumerate() {
            if callee.acquired.contains(&Name::Param(index)) {
                own.acquired.extend(names_of(names, id, value));
            }
            if callee.released.contains(&Name::Param(index)) {
                own.released.extend(names_of(names, id, value));
            }
        }
    }
}

/// What private methods do, they do for those who call them.
fn with_helpers(program: &Program, own: &[Uses], id: MethodId) -> Uses {
    let mut found = Uses::default();
    let (mut pending, mut seen) = (vec![id], FxHashSet::default());
    while let Some(id) = pending.pop() {
        if !seen.insert(id) {
            continue;
        }
        found.acquired.extend(&own[id.index()].acquired);
        found.released.extend(&own[id.index()].released);
        let Some(graph) = program.method(id).graph() else { continue };
        for edge in &graph.edges {
            if let Instruction::Call(call) = &edge.instruction {
                let is_helper = |target: &&MethodId| program.method(**target).visibility == Visibility::Private;
                pending.extend(call.targets.iter().filter(is_helper));
            }
        }
    }
    found
}

/// Semaphores that some method both acquires and releases, or that guard something. By field.
pub fn mutexes(program: &Program, locks: &LockSpec) -> Vec<bool> {
    let mut is_mutex = vec![false; program.fields.len()];
    let mut uses: Vec<(FieldId, bool, bool)> = Vec::new();
    let own = self::uses(program);
    let field = |name: &Name| match name {
        Name::Field(field) => Some(*field),
        Name::Param(_) => None,
    };
    for id in program.method_ids() {
        let Uses { acquired, released } = with_helpers(program, &own, id);
        acquired.intersection(&released).filter_map(field).for_each(|field| is_mutex[field.index()] = true);
        let is_hidden = program.method(id).visibility == Visibility::Private;
        uses.extend(acquired.iter().filter_map(field).map(|field| (field, true, is_hidden)));
        uses.extend(released.iter().filter_map(field).map(|field| (field, false, is_hidden)));
    }
    // What is never released, and what only helpers take and release, is no signal from thread to thread.
    for (field, ..) in uses.iter().filter(|(_, is_acquired, _)| *is_acquired) {
        let own = || uses.iter().filter(|(other, ..)| other == field);
        let is_private = program.field(*field).visibility == Visibility::Private;
        let is_kept = own().all(|(_, is_acquired, _)| *is_acquired);
        is_mutex[field.index()] |= is_private && (is_kept || own().all(|(_, _, is_hidden)| *is_hidden));
    }
    let guards = locks.fields.values().chain(locks.methods.values()).flatten();
    for path in guards.flat_map(|need| &need.alternatives) {
        let last = path.fields.last().copied().or(match path.root {
            crate::spec::Root::Static(field) => Some(field),
            _ => None,
        });
        last.into_iter().for_each(|field| is_mutex[field.index()] = true);
    }
    is_mutex
}
