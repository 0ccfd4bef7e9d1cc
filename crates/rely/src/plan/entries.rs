//! The methods that are checked, each for itself, and against what.
//!
//! ```text
//! main, every run(), call() and finalize()       threads begin there
//! what others may call of a class that is        any thread at any time; not private ones, and those that others in
//! thread-safe or has annotations                 the package only could call if the program itself does not
//! a method with an abstraction                   callers see the abstraction, so the body is checked
//! static initialisers                            before anyone else uses the class
//! functions that are handed on, and methods      any code that has them runs them
//! of the library that objects have elsewhere
//! public methods of public classes that lead     code that is not given calls them
//! to fields of such classes
//! what library methods call back                 with whatever locks held, if it touches fields of such classes
//! whatever else touches fields of such classes   if no method above calls it
//! ```
//!
//! Methods without an abstraction are checked once more where they are called. A method that the program calls, of a
//! class that is not thread-safe, is called by no one else; with an abstraction, it is checked against the clauses of the
//! classes that it knows, and its callers against the rest.

use crate::plan::flat::has_abstraction;
use crate::plan::provable::required;
use crate::terms::classes::ranged_over;
use crate::text::call_graph::{called_from_elsewhere, callees, callers};
use crate::text::callbacks::{is_called_back, is_given, overriding, roles};
use crate::text::effect::{Effect, effect};
use crate::text::fields::hands_on;
use crate::text::footprint::written_arrays;
use crate::text::functions::{functions, only_called};
use crate::text::threads::begins_a_thread;
use concurrent::object::annotations::spec::{Expr, ExprKind, Guarded, Owner, Spec};
use concurrent::object::{
    Body, ClassId, ClassKind, ClassOrigin, FieldId, Instruction, Method, MethodId, MethodKind, Program, Visibility,
};
use std::collections::BTreeSet;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub method: MethodId,
    pub scope: Scope,
}

/// The clauses that a method is checked against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    All,
    /// Of the classes that it knows.
    Known,
}

/// The methods to be checked in any case, and those that are if none of the others runs their code.
pub struct Entries {
    pub chosen: Vec<Entry>,
    /// First those that nobody calls.
    pub left: Vec<MethodId>,
    /// What the front end could not read, so that nobody knows what it touches.
    pub unread: Vec<MethodId>,
}

pub fn entries(java: &Program, spec: &Spec, named: &[String]) -> Entries {
    let safe = safe_classes(java, spec, named);
    let checked = checked_classes(java, spec, &safe);
    let functions = functions(java);
    let calls: Vec<Vec<MethodId>> = java.method_ids().map(|id| callees(java, id, &functions)).collect();
    let called = called_from_elsewhere(&calls);
    let (only_called, spoken) = (only_called(java), Spoken::of(spec));
    let choice = Choice { java, spec, safe, checked, called, functions, only_called, spoken };
    let touching = callers(&calls, java.method_ids().filter(|id| choice.touches_checked(*id)).collect());
    let mut chosen: Vec<Entry> = java.method_ids().filter_map(|id| choice.entry(id)).collect();
    let alone: BTreeSet<MethodId> =
        chosen.iter().filter(|entry| entry.scope == Scope::All).map(|entry| entry.method).collect();
    let kept = touching.iter().copied().filter(|id| choice.has_code(*id) && choice.is_for_others(*id));
    let open: Vec<MethodId> = open_ways(&choice, &calls).chain(kept).filter(|id| !alone.contains(id)).collect();
    for method in open {
        chosen.retain(|entry| entry.method != method);
        chosen.push(Entry { method, scope: Scope::All });
    }
    for method in called_back(java, touching.difference(&alone).copied().collect()) {
        chosen.retain(|entry| entry.method != method);
        chosen.push(Entry { method, scope: Scope::All });
    }
    let (called, roots): (Vec<MethodId>, Vec<MethodId>) =
        touching.into_iter().filter(|id| choice.has_code(*id)).partition(|id| choice.called.contains(id));
    let is_unread = |id: &MethodId| {
        let method = java.method(*id);
        let is_chosen = chosen.iter().any(|entry| entry.method == *id);
        let is_unread = matches!(method.body, Body::Unsupported(_) | Body::Native);
        java.class(method.class).is_from_source() && is_unread && !is_chosen
    };
    let unread = java.method_ids().filter(is_unread).collect();
    Entries { chosen, left: roots.into_iter().chain(called).collect(), unread }
}

struct Choice<'p> {
    java: &'p Program,
    spec: &'p Spec,
    /// Marked thread-safe, or named on the command line.
    safe: BTreeSet<ClassId>,
    /// These, and all with annotations.
    checked: BTreeSet<ClassId>,
    called: BTreeSet<MethodId>,
    /// What is only looked at where it is called.
    functions: BTreeSet<ClassId>,
    /// Classes whose objects nobody but the program has.
    only_called: BTreeSet<ClassId>,
    spoken: Spoken,
}

impl Choice<'_> {
    fn entry(&self, id: MethodId) -> Option<Entry> {
        let method = self.java.method(id);
        if !self.has_code(id) {
            return None;
        }
        let all = Some(Entry { method: id, scope: Scope::All });
        let known = has_abstraction(self.spec, id).then_some(Entry { method: id, scope: Scope::Known });
        if begins_a_thread(self.java, method) {
            return all;
        }
        if method.kind == MethodKind::StaticInitializer {
            let mut fields = self.java.class(method.class).fields.iter();
            let is_spoken_of = fields.any(|field| self.spoken.fields.contains(field));
            return all.filter(|_| is_spoken_of || self.checked.contains(&method.class));
        }
        let is_called = self.called.contains(&id);
        // Code that has an object as one of the class above calls it.
        let mut above = method.overrides.iter().map(|over| self.java.method(*over));
        if above.any(|over| over.visibility == Visibility::Public && self.safe.contains(&over.class)) {
            return all;
        }
        if !self.checked.contains(&method.class) {
            return known;
        }
        match method.visibility {
            Visibility::Public if self.safe.contains(&method.class) => all,
            Visibility::Public if is_called && known.is_some() => known,
            Visibility::Public => all,
            Visibility::Protected | Visibility::Package if !is_called => all,
            Visibility::Protected | Visibility::Package | Visibility::Private => known,
        }
    }

    /// Whether code that is not given may have an object, and run the method: it stands for one of the library.
    fn is_for_others(&self, id: MethodId) -> bool {
        let method = self.java.method(id);
        let is_below = |over: MethodId| {
            let over = self.java.method(over);
            let class = self.java.class(over.class);
            let is_top = class.kind == ClassKind::Class && class.superclass.is_none();
            matches!(over.body, Body::Library(_)) && !is_top
        };
        let is_kept = !self.only_called.contains(&method.class);
        is_function(self.java, id) || is_kept && roles(method).any(is_below)
    }

    /// Whether code that is not given can name the class: as one of another package, or as a part of a class for all threads.
    fn is_nameable(&self, class: ClassId) -> bool {
        let own = self.java.class(class);
        let is_part = own.outer.is_some_and(|outer| self.safe.contains(&outer));
        let is_named = match own.visibility {
            Visibility::Public => is_part || own.outer.is_none_or(|outer| self.is_nameable(outer)),
            Visibility::Protected | Visibility::Package => is_part,
            Visibility::Private => false,
        };
        is_named && own.origin == ClassOrigin::Source
    }

    /// Whether code that is not given can call the method, by its own name or by that of one that it stands for.
    fn is_open(&self, id: MethodId) -> bool {
        let method = self.java.method(id);
        let is_named = |method: &Method| method.visibility == Visibility::Public && self.is_nameable(method.class);
        let is_handed_out = !self.only_called.contains(&method.class);
        method.kind == MethodKind::Method
            && (is_named(method) || is_handed_out && roles(method).any(|over| is_named(self.java.method(over))))
    }

    fn has_code(&self, id: MethodId) -> bool {
        let method = self.java.method(id);
        let has_body = matches!(method.body, Body::Graph(_) | Body::Unsupported(_));
        // What is looked at where it is called is looked at there, unless callers see an abstraction.
        let is_alone = !self.functions.contains(&method.class) || has_abstraction(self.spec, id);
        has_body && is_alone && self.java.class(method.class).is_from_source()
    }

    /// Whether the method itself touches a field of a class that is checked, or whatever else declarations speak of.
    fn touches_checked(&self, id: MethodId) -> bool {
        let method = self.java.method(id);
        let mut edges = method.graph().into_iter().flat_map(|graph| &graph.edges);
        let is_spoken = |field: FieldId| {
            self.checked.contains(&self.java.field(field).class) || self.spoken.fields.contains(&field)
        };
        edges.any(|edge| match &edge.instruction {
            Instruction::ReadField { field, .. } => is_spoken(*field),
            // That a final field is written before others have the object is shown where that is done.
            Instruction::WriteField { field, .. } => is_spoken(*field) || is_leaked(self.java, method, *field),
            Instruction::NewObject { class, .. } => self.is_declared(*class),
            Instruction::Call(call) if call.targets.iter().any(|target| required(self.spec, *target).is_some()) => true,
            Instruction::WriteElement { .. } => self.spoken.elements,
            // What is asserted there has to be shown, and what is set is seen by others.
            Instruction::Annotation(_) => true,
            Instruction::Enter(_) | Instruction::Exit(_) => self.spoken.locks,
            Instruction::Call(call) => match self.java.method(call.method).body {
                Body::Library(method) if !written_arrays(self.java, call, method).is_empty() => self.spoken.elements,
                Body::Library(method) => match effect(method) {
                    Effect::Atomic => self.spoken.atomics,
                    Effect::Wait | Effect::Join | Effect::Await => self.spoken.locks,
                    Effect::Lock | Effect::TryLock | Effect::Unlock => self.spoken.locks,
                    Effect::Start => self.spoken.threads,
                    // What is not modelled may change whatever the library has.
                    Effect::Gap => self.spoken.atomics || self.spoken.locks,
                    Effect::None | Effect::Publish | Effect::Notify | Effect::Signal | Effect::Halt => false,
                },
                Body::Graph(_) | Body::Abstract | Body::Native | Body::Unsupported(_) => false,
            },
            Instruction::Skip
            | Instruction::Assign { .. }
            | Instruction::ReadElement { .. }
            | Instruction::ArrayLength { .. }
            | Instruction::NewArray { .. }
            | Instruction::Assume(_)
            | Instruction::Check(_)
            | Instruction::Throw(_) => false,
        })
    }

    /// Whether something is declared of objects of the class, there or in a class or interface above, or of all of them
    /// elsewhere.
    fn is_declared(&self, class: ClassId) -> bool {
        self.checked.iter().chain(&self.spoken.classes).any(|checked| self.java.is_subclass(class, *checked))
    }
}

/// Whether a constructor may hand the object on before it writes this final field.
fn is_leaked(java: &Program, method: &Method, field: FieldId) -> bool {
    let is_kept = java.field(field).is_final && !java.field(field).is_static;
    is_kept && hands_on(java, method, Some(field))
}

/// What invariants and environment assumptions speak of, wherever it is changed.
#[derive(Default)]
struct Spoken {
    fields: BTreeSet<FieldId>,
    /// Those of whose objects quantifiers speak.
    classes: BTreeSet<ClassId>,
    elements: bool,
    atomics: bool,
    locks: bool,
    threads: bool,
}

impl Spoken {
    fn of(spec: &Spec) -> Spoken {
        let mut spoken = Spoken::default();
        let clauses = spec.env_assumptions.iter().chain(&spec.global_invariants);
        let mut pending: Vec<&Expr> = clauses.map(|clause| &clause.condition).collect();
        spoken.classes = pending.iter().flat_map(|condition| ranged_over(condition)).collect();
        while let Some(expr) = pending.pop() {
            match &expr.kind {
                ExprKind::Field { field, .. } => drop(spoken.fields.insert(*field)),
                ExprKind::Element { .. } => spoken.elements = true,
                ExprKind::Content(_) => spoken.atomics = true,
                ExprKind::Holder(_) => spoken.locks = true,
                ExprKind::Started(_) => spoken.threads = true,
                _ => {}
            }
            pending.extend(expr.children());
        }
        spoken
    }
}

/// Whether code that is handed the object may run the method: `Supplier.get` and the like.
pub fn is_function(java: &Program, method: MethodId) -> bool {
    roles(java.method(method)).any(|over| is_given(java.method(over)))
}

/// The methods of classes without declarations that others can call and that lead to what is declared, past all classes with declarations.
/// Code that is not given may call them with whatever locks held.
fn open_ways<'c>(choice: &'c Choice, calls: &[Vec<MethodId>]) -> impl Iterator<Item = MethodId> + 'c {
    let java = choice.java;
    let is_checked = |id: &MethodId| choice.checked.contains(&java.method(*id).class);
    let outside: Vec<Vec<MethodId>> =
        java.method_ids().map(|id| if is_checked(&id) { Vec::new() } else { calls[id.index()].clone() }).collect();
    let touching = java.method_ids().filter(|id| !is_checked(id) && choice.touches_checked(*id)).collect();
    callers(&outside, touching).into_iter().filter(|id| choice.has_code(*id) && choice.is_open(*id))
}

/// The methods among these that library methods call back somewhere.
fn called_back(java: &Program, among: BTreeSet<MethodId>) -> Vec<MethodId> {
    let mut wanted = overriding(java);
    wanted.retain(|id| among.contains(id) && is_called_back(java, *id));
    wanted
}

/// Whether a user means the class by this name: its full name, or the end of it.
pub fn is_name_of(java: &Program, class: ClassId, wanted: &str) -> bool {
    let class = java.class(class);
    class.is_from_source() && (&*class.name == wanted || class.name.ends_with(&format!(".{wanted}")))
}

/// Marked thread-safe, or named by the user.
pub fn safe_classes(java: &Program, spec: &Spec, named: &[String]) -> BTreeSet<ClassId> {
    let is_named = |class: &ClassId| named.iter().any(|wanted| is_name_of(java, *class, wanted));
    let marked: BTreeSet<ClassId> = spec.thread_safe.iter().copied().chain(java.class_ids().filter(is_named)).collect();
    // What an interface promises, its implementations keep.
    let interfaces = marked.iter().copied().filter(|class| java.class(*class).kind == ClassKind::Interface);
    let interfaces: Vec<ClassId> = interfaces.collect();
    let implements = |class: &ClassId| {
        java.class(*class).is_from_source() && interfaces.iter().any(|interface| java.is_subclass(*class, *interface))
    };
    marked.iter().copied().chain(java.class_ids().filter(implements)).collect()
}

/// Thread-safe classes and those with annotations.
fn checked_classes(java: &Program, spec: &Spec, safe: &BTreeSet<ClassId>) -> BTreeSet<ClassId> {
    let mut found = safe.clone();
    found.extend(spec.ghosts.iter().map(|ghost| ghost.class));
    found.extend(spec.env_assumptions.iter().chain(&spec.global_invariants).map(|clause| clause.class));
    found.extend(spec.field_clauses.iter().map(|clause| java.field(clause.field).class));
    found.extend(spec.methods.keys().map(|method| java.method(*method).class));
    found.extend(spec.guarded_by.iter().map(|guard| match guard.on {
        Guarded::Field(field) => java.field(field).class,
        Guarded::Method(method) => java.method(method).class,
    }));
    found.extend(spec.statements.keys().map(|(method, _)| java.method(*method).class));
    found.extend(spec.unreadable.keys().map(|owner| match owner {
        Owner::Class(class) => *class,
        Owner::Field(field) => java.field(*field).class,
        Owner::Method(method) => java.method(*method).class,
    }));
    found
}
