//! Which lock protects a field of which nothing is declared (`--infer`).
//!
//! Houdini: every lock that a class uses is a candidate guard of each such field of it. All candidates are declared at
//! once, and nothing but their accesses is proved; those that fail are dropped, and the rest is tried again until all that
//! are left hold together.
//!
//! ```text
//! candidates of an instance field     this, the locks in final fields of the class and of those above, its class object
//! of a static field                   the class object, the locks in static final fields
//! no candidate is left                nothing is known
//! ```
//!
//! What is left is a declaration to be written into the source, and it is checked there like any other. A field that
//! only constructors write, each of them once, can be final.

use crate::check::{Plan, Planned, Request};
use crate::codes;
use crate::obligations::with_guesses;
use crate::plan::entries::safe_classes;
use crate::plan::flat::Op;
use crate::steps::guess::Guess;
use crate::terms::formula::library_class;
use crate::text::call_graph::{all_callees, code_of};
use crate::text::undeclared::undeclared_fields;
use concurrent::object::annotations::spec::{Expr, ExprKind, Guard, Guarded, GuardedBy, Spec, SpecType};
use concurrent::object::library::LibraryClass;
use concurrent::object::{
    CallKind, ClassId, ClassOrigin, Constant, Field, FieldId, Instruction, LocalId, Method, MethodId, MethodKind,
    Program, Type,
};
use ivl::check::{Context, Depth, Prepared, check_prepared};
use source::{Deadline, Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Candidates are tried no more often than this.
const MOST_TRIALS: usize = 20;

/// A lock that a field may be guarded by.
struct Candidate {
    field: FieldId,
    /// As in `@GuardedBy`.
    words: String,
    lock: Expr,
}

/// For each field of a thread-safe class of which nothing is declared, a note that says what can be.
pub fn infer(java: &Program, spec: &Spec, request: &Request, context: &Context) -> Vec<Diagnostic> {
    let safe = safe_classes(java, spec, request.thread_safe);
    let mut notes = Vec::new();
    let mut open = Vec::new();
    for field in undeclared_fields(java, spec, &safe) {
        match can_be_final(java, field) {
            true => notes.push(note(java, field, "final", "only constructors write it")),
            false => open.push(field),
        }
    }
    let candidates: Vec<Candidate> = open.iter().flat_map(|field| candidates(java, *field)).collect();
    let left = held(java, spec, request, context, &candidates);
    for field in open {
        let found = candidates.iter().enumerate().find(|(at, one)| one.field == field && left.contains(&(*at as u32)));
        notes.push(match found {
            Some((_, one)) => {
                let annotation = format!("@GuardedBy(\"{}\")", one.words);
                note(java, field, &annotation, "every access holds this lock")
            }
            None => {
                let message =
                    format!("no lock of the class is known to be held at every access of `{}`", java.field(field).name);
                Diagnostic::note(&codes::INFERRED, java.field(field).span, message)
            }
        });
    }
    notes
}

fn note(java: &Program, field: FieldId, annotation: &str, why: &str) -> Diagnostic {
    let field = java.field(field);
    let message = format!("`{annotation}` can be written before `{}`: {why}", field.name);
    Diagnostic::note(&codes::INFERRED, field.span, message).help(annotation.to_string())
}

/// The numbers of the candidates that hold together.
fn held(java: &Program, spec: &Spec, request: &Request, context: &Context, candidates: &[Candidate]) -> BTreeSet<u32> {
    let mut left: BTreeSet<u32> = (0..candidates.len() as u32).collect();
    for _ in 0..MOST_TRIALS {
        if left.is_empty() {
            return left;
        }
        let failed = failed(java, spec, request, context, candidates, &left);
        if failed.is_empty() {
            return left;
        }
        left.retain(|number| !failed.contains(number));
    }
    BTreeSet::new()
}

/// One trial: those of the candidates that some access does not hold. What cannot be checked refutes all that it touches.
fn failed(
    java: &Program,
    spec: &Spec,
    request: &Request,
    context: &Context,
    candidates: &[Candidate],
    left: &BTreeSet<u32>,
) -> BTreeSet<u32> {
    let mut spec = spec.clone();
    let mut places: BTreeMap<Span, u32> = BTreeMap::new();
    for number in left.iter().copied() {
        let Candidate { field, lock, .. } = &candidates[number as usize];
        // The place is the number, by which a failure is recognised.
        let span = Span::new(java.field(*field).span.file, number, number);
        places.insert(span, number);
        let lock = Guard::Lock(Expr { span, ..lock.clone() });
        spec.guarded_by.push(GuardedBy { on: Guarded::Field(*field), lock, span });
    }
    let fields: BTreeSet<FieldId> = left.iter().map(|number| candidates[*number as usize].field).collect();
    let plan = Plan { candidates: places, ..Plan::new(java, &spec, request, Deadline::never()) };
    let of = |field: FieldId| left.iter().copied().filter(move |number| candidates[*number as usize].field == field);
    let mut failed = BTreeSet::new();
    let calls = all_callees(java);
    for method in plan.methods.iter().filter(|method| method.flat.is_err()) {
        failed.extend(touched_without_flat(java, &calls, method).into_iter().flat_map(of));
    }
    let touches = |method: &Planned| {
        let touched = |op: &Op| match op {
            Op::Java(Instruction::ReadField { field, .. } | Instruction::WriteField { field, .. }) => {
                fields.contains(field)
            }
            Op::Java(_)
            | Op::Library { .. }
            | Op::Abstract { .. }
            | Op::Shows { .. }
            | Op::Clauses { .. }
            | Op::Requires { .. } => false,
        };
        method.flat.as_ref().is_ok_and(|flat| flat.edges.iter().any(|edge| touched(&edge.op)))
    };
    let program = with_guesses(&plan, &|method| touches(method).then_some(Guess::Nothing)).program;
    let prepared =
        Prepared { program: &program, obligations: 0, probes: &[], selected: None, depth: Depth::Goals, facts: false };
    let report = check_prepared(&prepared, &Context { progress: &|_, _| (), only: None, ..*context });
    for one in report.obligations.iter().filter(|one| !one.outcome.is_proved()) {
        match plan.candidates.get(&one.span) {
            Some(number) => drop(failed.insert(*number)),
            // A method as a whole could not be checked.
            None => failed.extend(left),
        }
    }
    failed
}

/// The fields that a method touches itself.
fn touched_without_flat(java: &Program, calls: &[Vec<MethodId>], method: &Planned) -> BTreeSet<FieldId> {
    let code = code_of(calls, method.id).into_iter().filter_map(|id| java.method(id).graph());
    let edges = code.flat_map(|graph| &graph.edges);
    let fields = edges.filter_map(|edge| match &edge.instruction {
        Instruction::ReadField { field, .. } | Instruction::WriteField { field, .. } => Some(*field),
        _ => None,
    });
    fields.collect()
}

/// The locks that the class uses, those of the object first.
fn candidates(java: &Program, id: FieldId) -> Vec<Candidate> {
    let field = java.field(id);
    let class = java.class(field.class);
    let simple = class.name.rsplit('.').next().unwrap_or(&class.name);
    let used = used_locks(java, field.class);
    let expr = |kind: ExprKind, ty: Type| Expr { kind, ty: SpecType::Java(ty), span: field.span };
    let mut found = Vec::new();
    let mut add = |words: String, lock: Expr| found.push(Candidate { field: id, words, lock });
    if !field.is_static && used.monitor {
        add("this".into(), expr(ExprKind::This, Type::Class(field.class)));
    }
    for lock in lock_fields(java, field.class, &used) {
        let Field { name, ty, is_static, .. } = java.field(lock);
        if *is_static {
            add(format!("{simple}.{name}"), expr(ExprKind::Field { object: None, field: lock }, ty.clone()));
        } else if !field.is_static {
            let this = Box::new(expr(ExprKind::This, Type::Class(field.class)));
            add(name.to_string(), expr(ExprKind::Field { object: Some(this), field: lock }, ty.clone()));
        }
    }
    if used.class_object
        && let Some(of_classes) = java.class_named("java.lang.Class")
    {
        let object = ExprKind::Constant(Constant::Class(Type::Class(field.class)));
        add(format!("{simple}.class"), expr(object, Type::Class(of_classes)));
    }
    found
}

#[derive(Default)]
struct Used {
    /// The monitor of the object.
    monitor: bool,
    class_object: bool,
    /// The fields whose objects are entered as monitors, by a local that was read from them.
    fields: BTreeSet<FieldId>,
}

fn used_locks(java: &Program, class: ClassId) -> Used {
    let mut used = Used::default();
    let is_related = |other: ClassId| {
        java.is_subclass(class, other) || java.is_subclass(other, class) || java.class(other).outer == Some(class)
    };
    for method in java.methods.iter().filter(|method| is_related(method.class)) {
        for edge in method.graph().into_iter().flat_map(|graph| &graph.edges) {
            match &edge.instruction {
                Instruction::Enter(object) => match &object.kind {
                    concurrent::object::ExprKind::Constant(Constant::Class(_)) => used.class_object = true,
                    concurrent::object::ExprKind::Local(local) => {
                        used.monitor |= Some(*local) == method.this() || object.ty == Type::Class(class);
                        used.fields.extend(read_into(method, *local));
                    }
                    _ => {}
                },
                Instruction::ReadField { field, .. } => used.fields.extend(lock_object(java, *field)),
                _ => {}
            }
        }
    }
    used
}

/// The fields that a local is read from, also through copies.
fn read_into(method: &Method, local: LocalId) -> Vec<FieldId> {
    read_before(method, local, &mut BTreeSet::new())
}

fn read_before(method: &Method, local: LocalId, seen: &mut BTreeSet<LocalId>) -> Vec<FieldId> {
    if !seen.insert(local) {
        return Vec::new();
    }

    let edges = method.graph().into_iter().flat_map(|graph| &graph.edges);
    let found = edges.flat_map(|edge| match &edge.instruction {
        Instruction::ReadField { target, field, .. } if *target == local => vec![*field],
        Instruction::Assign { target, value } if *target == local => match &value.kind {
            concurrent::object::ExprKind::Local(source) => read_before(method, *source, seen),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    });
    found.collect()
}

/// The field, if it holds a lock of the library.
fn lock_object(java: &Program, field: FieldId) -> Option<FieldId> {
    let is_lock =
        matches!(library_class(java, &java.field(field).ty), Some(LibraryClass::Lock | LibraryClass::ReadWriteLock));
    is_lock.then_some(field)
}

fn is_read_write_lock(java: &Program, class: ClassId) -> bool {
    java.class(class).origin == ClassOrigin::Library(LibraryClass::ReadWriteLock)
}

/// The final fields of the class and of those above that hold a lock which is used.
fn lock_fields(java: &Program, class: ClassId, used: &Used) -> Vec<FieldId> {
    let of_class = |field: &FieldId| java.is_subclass(class, java.field(*field).class) && java.field(*field).is_final;
    let is_side = |field: &FieldId| match &java.field(*field).ty {
        Type::Class(class) => {
            let class = java.class(*class);
            let is_part = class.outer.is_some_and(|outer| is_read_write_lock(java, outer));
            is_part && class.origin == ClassOrigin::Library(LibraryClass::Lock)
        }
        _ => false,
    };
    used.fields.iter().copied().filter(of_class).filter(|field| !is_side(field)).collect()
}

/// Whether every constructor that does not leave it to another one writes the field exactly once, and nobody else does.
fn can_be_final(java: &Program, id: FieldId) -> bool {
    let field = java.field(id);
    let writes = |method: &Method| {
        let edges = method.graph().into_iter().flat_map(|graph| &graph.edges);
        let own =
            edges.filter(|edge| matches!(&edge.instruction, Instruction::WriteField { field, .. } if *field == id));
        own.count()
    };
    let builds = |method: &Method| match field.is_static {
        true => method.kind == MethodKind::StaticInitializer && method.class == field.class,
        false => method.kind == MethodKind::Constructor && method.class == field.class,
    };
    let delegates = |method: &Method| {
        method.graph().into_iter().flat_map(|graph| &graph.edges).any(|edge| match &edge.instruction {
            Instruction::Call(call) => {
                let callee = java.method(call.method);
                call.kind == CallKind::Special && callee.kind == MethodKind::Constructor && callee.class == field.class
            }
            _ => false,
        })
    };
    let (own, others): (Vec<&Method>, Vec<&Method>) = java.methods.iter().partition(|method| builds(method));
    let is_right = |method: &&Method| writes(method) == usize::from(!delegates(method));
    !own.is_empty() && own.iter().all(is_right) && others.into_iter().all(|method| writes(method) == 0)
}
