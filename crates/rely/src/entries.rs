//! The methods that are checked, each for itself, and against what.
//!
//! ```text
//! main, every run() and call()                   threads begin there
//! what others may call of a class that is        any thread at any time; not private ones, and those that others in
//! thread-safe or has annotations                 the package only could call if the program itself does not
//! a method with an abstraction                   callers see the abstraction, so the body is checked
//! static initialisers                            before anyone else uses the class
//! what library methods call back                 with whatever locks held, if it touches fields of such classes
//! whatever else touches fields of such classes   if no method above calls it
//! ```
//!
//! Methods without an abstraction are checked once more where they are called. A method that the program calls, of a
//! class that is not thread-safe, is called by no one else; with an abstraction, it is checked against the clauses of the
//! classes that it knows, and its callers against the rest.

use crate::callbacks::{may_call_back, overriding};
use crate::classes::ranged_over;
use crate::fields::{hands_on, uncast};
use crate::flat::has_abstraction;
use crate::functions::functions;
use crate::library::{Effect, effect, written_arrays};
use concurrent::object::annotations::Keyword;
use concurrent::object::annotations::spec::{Expr, ExprKind, Guarded, Owner, Spec};
use concurrent::object::library::LibraryMethod;
use concurrent::object::{
    Body, ClassId, ClassKind, Expr as Value, FieldId, Instruction, Method, MethodId, MethodKind, Program, Type,
    Visibility,
};
use std::collections::{BTreeMap, BTreeSet};

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
    let called = calls.iter().flatten().copied().collect();
    let choice = Choice { java, spec, safe, checked, called, functions, spoken: Spoken::of(spec) };
    let touching = callers(&calls, java.method_ids().filter(|id| choice.touches_checked(*id)).collect());
    let mut chosen: Vec<Entry> = java.method_ids().filter_map(|id| choice.entry(id)).collect();
    let alone: BTreeSet<MethodId> =
        chosen.iter().filter(|entry| entry.scope == Scope::All).map(|entry| entry.method).collect();
    for method in called_back(java, touching.difference(&alone).copied().collect()) {
        chosen.retain(|entry| entry.method != method);
        chosen.push(Entry { method, scope: Scope::All });
    }
    let (called, roots): (Vec<MethodId>, Vec<MethodId>) =
        touching.into_iter().filter(|id| choice.has_code(*id)).partition(|id| choice.called.contains(id));
    let is_unread = |id: &MethodId| {
        let method = java.method(*id);
        let is_chosen = chosen.iter().any(|entry| entry.method == *id);
        java.class(method.class).is_from_source() && matches!(method.body, Body::Unsupported(_)) && !is_chosen
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
            return all.filter(|_| self.checked.contains(&method.class));
        }
        let is_called = self.called.contains(&id);
        // Whoever has an object as one of the class above calls it.
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
            Instruction::Call(call) if call.targets.iter().any(|target| self.requires(*target)) => true,
            Instruction::WriteElement { .. } => self.spoken.elements,
            Instruction::Enter(_) | Instruction::Exit(_) => self.spoken.locks,
            Instruction::Call(call) => match self.java.method(call.method).body {
                Body::Library(method) if !written_arrays(self.java, call, method).is_empty() => self.spoken.elements,
                Body::Library(method) => match effect(method) {
                    Effect::Atomic => self.spoken.atomics,
                    Effect::Wait | Effect::Join | Effect::Await => self.spoken.locks,
                    Effect::Lock | Effect::TryLock | Effect::Unlock => self.spoken.locks,
                    Effect::Start => self.spoken.threads,
                    Effect::None | Effect::Publish | Effect::Notify | Effect::Signal | Effect::Halt | Effect::Gap => {
                        false
                    }
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
            | Instruction::Throw(_)
            | Instruction::Annotation(_) => false,
        })
    }

    /// Whether something is declared of objects of the class, there or in a class or interface above, or of all of them
    /// elsewhere.
    fn is_declared(&self, class: ClassId) -> bool {
        self.checked.iter().chain(&self.spoken.classes).any(|checked| self.java.is_subclass(class, *checked))
    }

    /// Whether callers have something to prove.
    fn requires(&self, method: MethodId) -> bool {
        let guards = self.spec.guarded_by.iter().map(|guard| guard.on);
        let releases =
            self.spec.raw.iter().filter(|clause| clause.keyword == Keyword::Releases).map(|clause| clause.owner);
        self.spec.methods.get(&method).is_some_and(|spec| !spec.requires.is_empty())
            || guards.into_iter().any(|guarded| guarded == Guarded::Method(method))
            || releases.into_iter().any(|owner| owner == Owner::Method(method))
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

/// The methods among these that library methods call back somewhere.
fn called_back(java: &Program, among: BTreeSet<MethodId>) -> Vec<MethodId> {
    let mut wanted = overriding(java);
    wanted.retain(|id| among.contains(id));
    let is_called = |id: &MethodId| {
        java.methods.iter().any(|caller| {
            let calls = caller
                .graph()
                .into_iter()
                .flat_map(|graph| &graph.edges)
                .filter_map(|edge| if let Instruction::Call(call) = &edge.instruction { Some(call) } else { None });
            calls.into_iter().any(|call| {
                let mut models =
                    call.targets.iter().filter(|target| matches!(java.method(**target).body, Body::Library(_)));
                models.any(|model| may_call_back(java, caller, call, *model, *id))
            })
        })
    };
    wanted.retain(is_called);
    wanted
}

/// Whether a thread begins with the method, and nobody is there to prove what it requires.
pub fn begins_a_thread(java: &Program, method: &Method) -> bool {
    let is_task = |name: &str| java.class_named(name).is_some_and(|task| java.is_subclass(method.class, task));
    let takes_nothing = !method.is_static && method.params.len() == 1;
    let is_run = &*method.name == "run" && (is_task("java.lang.Runnable") || is_task("java.lang.Thread"));
    let is_call = &*method.name == "call" && is_task("java.util.concurrent.Callable");
    is_main(java, method) || takes_nothing && (is_run || is_call)
}

/// Whether the program begins with the method.
pub fn is_main(java: &Program, method: &Method) -> bool {
    let takes_texts = match &method.params[..] {
        [only] => match &method.local(*only).ty {
            Type::Array(element) => {
                matches!(&**element, Type::Class(class) if &*java.class(*class).name == "java.lang.String")
            }
            _ => false,
        },
        _ => false,
    };
    &*method.name == "main" && method.is_static && method.visibility == Visibility::Public && takes_texts
}

/// Whether a thread object may be run by another thread than itself: if it is handed to a library method as a task, or
/// kept where it may be any task.
pub fn hands_threads_on(java: &Program) -> bool {
    let thread = java.class_named("java.lang.Thread");
    let is_thread = |ty: &Type| match (element(ty), thread) {
        (Type::Class(class), Some(thread)) => java.is_subclass(*class, thread),
        _ => false,
    };
    let hides = |value: &Value, place: &Type| is_thread(&uncast(value).ty) && !is_thread(place);
    let is_hidden = |method: &Method, instruction: &Instruction| match instruction {
        Instruction::Assign { target, value } => hides(value, &method.local(*target).ty),
        Instruction::WriteField { field, value, .. } => hides(value, &java.field(*field).ty),
        Instruction::WriteElement { array, value, .. } => match &array.ty {
            Type::Array(element) => hides(value, element),
            _ => is_thread(&uncast(value).ty),
        },
        Instruction::Call(call) => {
            let called = java.method(call.method);
            let is_library = matches!(called.body, Body::Library(_));
            let params = called.params.iter().skip(usize::from(call.receiver.is_some()));
            let is_result = |ty: &Option<Type>| ty.as_ref().is_some_and(&is_thread);
            let mut targets = call.targets.iter().map(|target| java.method(*target));
            // Where an overriding method says what it returns more exactly.
            !is_result(&called.result) && targets.any(|target| is_result(&target.result))
                || is_library && call.args.iter().any(|arg| is_thread(&uncast(arg).ty))
                || !is_library && call.args.iter().zip(params).any(|(arg, param)| hides(arg, &called.local(*param).ty))
        }
        Instruction::Skip
        | Instruction::ReadField { .. }
        | Instruction::ReadElement { .. }
        | Instruction::ArrayLength { .. }
        | Instruction::NewObject { .. }
        | Instruction::NewArray { .. }
        | Instruction::Enter(_)
        | Instruction::Exit(_)
        | Instruction::Assume(_)
        | Instruction::Check(_)
        | Instruction::Throw(_)
        | Instruction::Annotation(_) => false,
    };
    java.methods.iter().any(|method| {
        let mut edges = method.graph().into_iter().flat_map(|graph| &graph.edges);
        edges.any(|edge| is_hidden(method, &edge.instruction))
    })
}

/// What an array holds in the end, or the type itself.
fn element(ty: &Type) -> &Type {
    match ty {
        Type::Array(inner) => element(inner),
        _ => ty,
    }
}

/// The methods that wait for a monitor or on a condition, themselves or by one that they call.
pub fn waiting(java: &Program, calls: &[Vec<MethodId>]) -> BTreeSet<MethodId> {
    let waits = |id: &MethodId| {
        matches!(
            java.method(*id).body,
            Body::Library(
                LibraryMethod::Wait
                    | LibraryMethod::TimedWait
                    | LibraryMethod::ThreadJoin
                    | LibraryMethod::TimedThreadJoin
                    | LibraryMethod::ConditionAwait
                    | LibraryMethod::TimedConditionAwait
            )
        )
    };
    callers(calls, java.method_ids().filter(waits).collect())
}

/// What a method waits for, itself or by one that it calls.
#[derive(Default)]
pub struct Waited {
    /// The static types of objects whose monitors it gives up meanwhile.
    pub monitors: Vec<Type>,
    pub has_conditions: bool,
}

pub fn waited(java: &Program, calls: &[Vec<MethodId>], method: MethodId) -> Waited {
    let mut found = Waited::default();
    for id in code_of(calls, method) {
        for edge in java.method(id).graph().into_iter().flat_map(|graph| &graph.edges) {
            let Instruction::Call(call) = &edge.instruction else { continue };
            match java.method(call.method).body {
                Body::Library(
                    LibraryMethod::Wait
                    | LibraryMethod::TimedWait
                    | LibraryMethod::ThreadJoin
                    | LibraryMethod::TimedThreadJoin,
                ) => {
                    found.monitors.extend(call.receiver.as_ref().map(|receiver| receiver.ty.clone()));
                }
                Body::Library(LibraryMethod::ConditionAwait | LibraryMethod::TimedConditionAwait) => {
                    found.has_conditions = true;
                }
                Body::Library(_) | Body::Graph(_) | Body::Abstract | Body::Native | Body::Unsupported(_) => {}
            }
        }
    }
    found
}

/// Marked thread-safe, or named by the user.
pub fn safe_classes(java: &Program, spec: &Spec, named: &[String]) -> BTreeSet<ClassId> {
    let is_named = |class: &ClassId| {
        let name = &java.class(*class).name;
        named.iter().any(|wanted| **name == **wanted || name.ends_with(&format!(".{wanted}")))
    };
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
    found
}

/// These methods and all that call one of them, however deep.
fn callers(calls: &[Vec<MethodId>], mut found: BTreeSet<MethodId>) -> BTreeSet<MethodId> {
    let mut by: BTreeMap<MethodId, Vec<MethodId>> = BTreeMap::new();
    for (caller, callees) in calls.iter().enumerate() {
        callees.iter().for_each(|callee| by.entry(*callee).or_default().push(MethodId(caller as u32)));
    }
    let mut pending: Vec<MethodId> = found.iter().copied().collect();
    while let Some(id) = pending.pop() {
        pending.extend(by.get(&id).into_iter().flatten().filter(|caller| found.insert(**caller)));
    }
    found
}

/// By method, what it calls.
pub fn all_callees(java: &Program) -> Vec<Vec<MethodId>> {
    let functions = functions(java);
    java.method_ids().map(|id| callees(java, id, &functions)).collect()
}

/// What a method calls, or makes to be called.
fn callees(java: &Program, id: MethodId, functions: &BTreeSet<ClassId>) -> Vec<MethodId> {
    let mut found = Vec::new();
    for edge in java.method(id).graph().into_iter().flat_map(|graph| &graph.edges) {
        match &edge.instruction {
            Instruction::Call(call) => found.extend(&call.targets),
            Instruction::NewObject { class, .. } if functions.contains(class) => {
                found.extend(crate::functions::methods(java, *class));
            }
            _ => {}
        }
    }
    found
}

/// The method and all that it calls, however deep.
pub fn code_of(calls: &[Vec<MethodId>], method: MethodId) -> BTreeSet<MethodId> {
    reached(calls, std::iter::once(method))
}

/// These methods and all that they call, however deep.
fn reached(calls: &[Vec<MethodId>], from: impl Iterator<Item = MethodId>) -> BTreeSet<MethodId> {
    let mut pending: Vec<MethodId> = from.collect();
    let mut seen: BTreeSet<MethodId> = pending.iter().copied().collect();
    while let Some(id) = pending.pop() {
        pending.extend(calls[id.index()].iter().filter(|callee| seen.insert(**callee)));
    }
    seen
}

/// The classes that a method knows: its own, those whose methods it calls, however deep, those of which it makes objects,
/// those whose fields it touches, and those that declare something of all objects of a class of which it makes one; each
/// with the classes and interfaces above, and with those that its declarations look at.
pub fn known_classes(java: &Program, spec: &Spec, calls: &[Vec<MethodId>], method: MethodId) -> BTreeSet<ClassId> {
    let (mut pending, mut made) = (Vec::new(), BTreeSet::new());
    for id in code_of(calls, method) {
        let method = java.method(id);
        pending.push(method.class);
        for edge in method.graph().into_iter().flat_map(|graph| &graph.edges) {
            match &edge.instruction {
                Instruction::ReadField { field, .. } | Instruction::WriteField { field, .. } => {
                    pending.push(java.field(*field).class);
                }
                Instruction::NewObject { class, .. } => {
                    pending.push(*class);
                    made.insert(*class);
                }
                _ => {}
            }
        }
    }
    let is_made = |class: &ClassId| made.iter().any(|made| java.is_subclass(*made, *class));
    let clauses = spec.env_assumptions.iter().chain(&spec.global_invariants);
    let of_all = clauses.filter(|clause| ranged_over(&clause.condition).iter().any(is_made));
    pending.extend(of_all.map(|clause| clause.class));
    let looked_at = looked_at(java, spec);
    let mut found = BTreeSet::new();
    while let Some(class) = pending.pop() {
        if found.insert(class) {
            pending.extend(java.supertypes(class));
            pending.extend(looked_at.get(&class).into_iter().flatten());
        }
    }
    found
}

/// By class, those whose fields and ghosts its declarations speak of.
fn looked_at(java: &Program, spec: &Spec) -> BTreeMap<ClassId, BTreeSet<ClassId>> {
    let of_classes = spec.env_assumptions.iter().chain(&spec.global_invariants);
    let of_classes = of_classes.map(|clause| (clause.class, &clause.condition));
    let of_fields = spec.field_clauses.iter().map(|clause| (java.field(clause.field).class, &clause.condition));
    let mut found: BTreeMap<ClassId, BTreeSet<ClassId>> = BTreeMap::new();
    for (class, condition) in of_classes.chain(of_fields) {
        let mut pending = vec![condition];
        while let Some(expr) = pending.pop() {
            match &expr.kind {
                ExprKind::Field { field, .. } => {
                    found.entry(class).or_default().insert(java.field(*field).class);
                }
                ExprKind::Ghost { ghost, .. } => {
                    found.entry(class).or_default().insert(spec.ghost(*ghost).class);
                }
                _ => {}
            }
            pending.extend(expr.children());
        }
    }
    found
}
