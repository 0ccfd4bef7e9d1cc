//! What declarations mean to a thread and to its environment.
//!
//! Let P be the condition of a declaration on field f, about a thread and an object o.
//!
//! ```text
//!                            a thread t that writes o.f      what t knows of the steps of others
//! unwritable_by_env_if P     no other thread has P           P(t) before: o.f is the same after
//! writable_if P              t has P                         P(t), and no other has P: o.f is the same after;
//!                                                            so if no other thread can ever have P
//! @GuardedBy("l")            t holds l; so for reads         t holds l: o.f is the same after
//! @GuardedBy("rw")           t holds the write side;         t holds either side: o.f is the same after
//!                            for reads, either side
//! readable_if P              (reads) t has P                 nothing
//! ```
//!
//! An object that is not published may be read and written at will. The right column follows from the middle one for one
//! step of another thread; for any number of them it is the relation itself if it is reflexive and transitive, which is
//! an obligation of its own ([`crate::others::stability`]).

use crate::abstraction::helpers::{Change, Helper, helpers};
use crate::codes;
use crate::others::relevance::Index;
use crate::others::unsupported::unsupported;
use crate::terms::formula::{View, formula, globals, library_class};
use crate::terms::heap::Heap;
use concurrent::object::annotations::spec::{ClassClause, Expr, ExprKind, FieldClauseKind, Guard, Guarded, SpecType};
use concurrent::object::annotations::syntax::Operator;
use concurrent::object::library::LibraryClass;
use concurrent::object::{BinaryOp, FieldId, Instruction, LocalId, MethodId, Type};
use ivl::build::{all, and, eq, forall, implies, not, or, select};
use ivl::typed::{Expr as Term, GlobalId};
use source::{Diagnostic, Span};
use std::collections::BTreeSet;
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleKind {
    UnwritableByEnvIf,
    WritableIf,
    ReadableIf,
    GuardedBy,
}

/// What a thread must have to touch a field.
#[derive(Clone)]
pub enum Protection {
    Condition(Expr),
    /// A read-write lock: its write side, or for reading either side.
    ReadWrite(Expr),
}

/// A declaration on a field.
#[derive(Clone)]
pub struct Rule {
    pub field: FieldId,
    pub kind: RuleKind,
    pub protection: Protection,
    /// The lock in the words of the source, of `@GuardedBy`.
    pub lock: Option<String>,
    /// Whether the lock is taken by `lock()`, and not by `synchronized`.
    pub is_java_lock: bool,
    pub span: Span,
}

/// Declarations, of the whole program or of a part of it.
#[derive(Clone)]
pub struct Clauses {
    pub rules: Vec<Rc<Rule>>,
    pub env_assumptions: Vec<Rc<ClassClause>>,
    pub invariants: Vec<Rc<ClassClause>>,
    /// Those about methods.
    pub methods: Rc<MethodClauses>,
    pub(super) index: Index,
}

/// What is declared of methods, in the whole program.
pub struct MethodClauses {
    /// Methods that are called with these locks held only.
    pub guards: Vec<(MethodId, Expr, Span)>,
    /// Methods that take or release a lock for their callers.
    pub helpers: Vec<Helper>,
}

impl Clauses {
    pub fn new(
        heap: &Heap,
        rules: Vec<Rc<Rule>>,
        env_assumptions: Vec<Rc<ClassClause>>,
        invariants: Vec<Rc<ClassClause>>,
        methods: Rc<MethodClauses>,
    ) -> Clauses {
        let index = Index::new(heap, &rules, &env_assumptions, &invariants);
        Clauses { rules, env_assumptions, invariants, methods, index }
    }

    /// The class that the first of them is about.
    pub fn subject(&self, heap: &Heap) -> Rc<str> {
        let of_rules = self.rules.iter().map(|rule| (rule.span, heap.java.field(rule.field).class));
        let of_classes = self.env_assumptions.iter().chain(&self.invariants).map(|clause| (clause.span, clause.class));
        let first = of_rules.chain(of_classes).min_by_key(|(span, _)| (span.file, span.start));
        first.map_or_else(|| "no class".into(), |(_, class)| heap.java.class(class).name.as_ref().into())
    }

    /// Where they stand, by which two collections can be told apart.
    pub fn spans(&self) -> Vec<Span> {
        let of_classes = self.env_assumptions.iter().chain(&self.invariants).map(|clause| clause.span);
        self.rules.iter().map(|rule| rule.span).chain(of_classes).collect()
    }
}

/// The declarations of the program, and those that are not supported.
pub fn clauses(heap: &Heap, text: &dyn Fn(Span) -> String) -> (Clauses, Vec<Diagnostic>) {
    let spec = heap.spec;
    let mut gaps = Vec::new();
    let mut rules: Vec<Rc<Rule>> = spec
        .field_clauses
        .iter()
        .map(|clause| {
            let kind = match clause.kind {
                FieldClauseKind::UnwritableByEnvIf => RuleKind::UnwritableByEnvIf,
                FieldClauseKind::WritableIf => RuleKind::WritableIf,
                FieldClauseKind::ReadableIf => RuleKind::ReadableIf,
            };
            let protection = Protection::Condition(clause.condition.clone());
            Rc::new(Rule { field: clause.field, kind, protection, lock: None, is_java_lock: false, span: clause.span })
        })
        .collect();
    let mut method_guards = Vec::new();
    for guarded in &spec.guarded_by {
        let lock = match guard(heap, &guarded.lock, guarded.span) {
            Some(lock) => lock,
            None => {
                let message = "this form of `@GuardedBy` is not supported; name a lock by a field, `this` or a class";
                gaps.push(Diagnostic::error(&codes::UNSUPPORTED, guarded.span, message));
                continue;
            }
        };
        let contract = match &lock.ty {
            SpecType::Java(ty) => library_class(heap.java, ty),
            SpecType::Thread | SpecType::ThreadSet => None,
        };
        let words = text(lock.span);
        let protection = match (contract, guarded.on) {
            (Some(LibraryClass::ReadWriteLock), Guarded::Field(_)) => Protection::ReadWrite(lock),
            (Some(LibraryClass::ReadWriteLock | LibraryClass::StampedLock), _) => {
                let message = "a stamped lock as a guard, and a read-write lock on a method, are not supported";
                gaps.push(Diagnostic::error(&codes::UNSUPPORTED, guarded.span, message));
                continue;
            }
            (Some(LibraryClass::Semaphore), _) => {
                let message = "a semaphore as a guard is not supported";
                gaps.push(Diagnostic::error(&codes::UNSUPPORTED, guarded.span, message));
                continue;
            }
            (_, _) => Protection::Condition(held_by_tid(&lock)),
        };
        match (guarded.on, protection) {
            (Guarded::Field(field), protection) => {
                let lock = Some(words);
                let is_java_lock = matches!(contract, Some(LibraryClass::Lock | LibraryClass::ReadWriteLock));
                let kind = RuleKind::GuardedBy;
                rules.push(Rc::new(Rule { field, kind, protection, lock, is_java_lock, span: guarded.span }));
            }
            (Guarded::Method(method), Protection::Condition(condition)) => {
                method_guards.push((method, condition, guarded.span));
            }
            (Guarded::Method(_), Protection::ReadWrite(_)) => {}
        }
    }
    let helpers = helpers(heap, &mut gaps);
    let released = helpers.iter().filter(|helper| helper.change == Change::Releases);
    method_guards.extend(released.map(|helper| (helper.method, held_by_tid(&helper.lock), helper.span)));
    let env_assumptions = spec.env_assumptions.iter().flat_map(conjuncts).map(Rc::new).collect();
    let invariants = spec.global_invariants.iter().flat_map(conjuncts).map(Rc::new).collect();
    let methods = Rc::new(MethodClauses { guards: method_guards, helpers });
    let clauses = Clauses::new(heap, rules, env_assumptions, invariants, methods);
    gaps.extend(crate::steps::static_initialiser::too_early(heap, &clauses));
    gaps.extend(unsupported(heap));
    (clauses, gaps)
}

/// A clause for each conjunct: one that speaks of less is needed less often.
fn conjuncts(clause: &ClassClause) -> Vec<ClassClause> {
    match &clause.condition.kind {
        ExprKind::Binary { op: Operator::And, left, right } => [left, right]
            .into_iter()
            .flat_map(|part| {
                conjuncts(&ClassClause { condition: Expr::clone(part), span: part.span, ..clause.clone() })
            })
            .collect(),
        _ => vec![clause.clone()],
    }
}

/// The lock that a guard names; a method stands for the field that it returns.
fn guard(heap: &Heap, guard: &Guard, span: Span) -> Option<Expr> {
    let method = match guard {
        Guard::Lock(lock) => return Some(lock.clone()),
        Guard::Itself => return None,
        Guard::Call(method) => heap.java.method(*method),
    };
    let graph = method.graph()?;
    let result = graph.result?;
    let mut fields = Vec::new();
    for edge in &graph.edges {
        match &edge.instruction {
            Instruction::Skip | Instruction::Assume(_) | Instruction::Check(_) => {}
            Instruction::ReadField { field, .. } => fields.push(*field),
            Instruction::Assign { target, .. } if *target == result => {}
            _ => return None,
        }
    }
    let [field] = fields[..] else { return None };
    let ty = |ty: Type| SpecType::Java(ty);
    let this = Expr { kind: ExprKind::This, ty: ty(Type::Class(method.class)), span };
    let object = (!heap.java.field(field).is_static).then(|| Box::new(this));
    Some(Expr { kind: ExprKind::Field { object, field }, ty: ty(heap.java.field(field).ty.clone()), span })
}

pub fn held_by_tid(lock: &Expr) -> Expr {
    let of = |kind: ExprKind, ty: SpecType| Expr { kind, ty, span: lock.span };
    let holder = of(ExprKind::Holder(Box::new(lock.clone())), SpecType::Thread);
    let equal = ExprKind::Binary {
        op: Operator::Java(BinaryOp::Equal),
        left: Box::new(holder),
        right: Box::new(of(ExprKind::Tid, SpecType::Thread)),
    };
    of(equal, SpecType::Java(Type::Boolean))
}

/// A state: what every shared variable holds.
pub type State<'s> = &'s dyn Fn(GlobalId) -> Term;

/// A condition without parameters, about a thread and perhaps an object, on two states.
pub fn condition(heap: &mut Heap, expr: &Expr, this: Option<Term>, tid: &Term, before: State, after: State) -> Term {
    let null = heap.null(expr.span);
    let no_locals = move |_: LocalId| null.clone();
    formula(heap, expr, &View { before, after, this, tid: tid.clone(), local: &no_locals, result: None })
}

impl Rule {
    /// P(tid, object) in a state: what a writing thread must have.
    pub fn holds(&self, heap: &mut Heap, object: Option<Term>, tid: &Term, state: State) -> Term {
        match &self.protection {
            Protection::Condition(expr) => condition(heap, expr, object, tid, state, state),
            Protection::ReadWrite(lock) => {
                let lock = condition(heap, lock, object, tid, state, state);
                let write = heap.write_side(lock);
                eq(select(state(heap.owner), write), tid.clone())
            }
        }
    }

    /// What a reading thread must have, and what keeps others from writing.
    pub fn holds_to_read(&self, heap: &mut Heap, object: Option<Term>, tid: &Term, state: State) -> Term {
        let writes = self.holds(heap, object.clone(), tid, state);
        match &self.protection {
            Protection::Condition(_) => writes,
            Protection::ReadWrite(lock) => {
                let lock = condition(heap, lock, object, tid, state, state);
                let read = heap.read_side(lock);
                or(writes, select(select(state(heap.readers), read), tid.clone()))
            }
        }
    }

    /// No thread but `tid` has P.
    pub fn no_other(&self, heap: &mut Heap, object: Option<Term>, tid: &Term, state: State) -> Term {
        let (variable, other) = heap.any_ref("thread");
        let is_other = and(not(eq(other.clone(), tid.clone())), not(eq(other.clone(), heap.null(self.span))));
        let has = self.holds(heap, object, &other, state);
        forall(vec![variable], Vec::new(), implies(is_other, not(has)))
    }

    /// Whether P says that the thread holds some lock, and nothing else.
    pub fn is_about_a_monitor(&self) -> bool {
        let Protection::Condition(condition) = &self.protection else { return false };
        let ExprKind::Binary { op: Operator::Java(BinaryOp::Equal), left, right } = &condition.kind else {
            return false;
        };
        matches!(left.kind, ExprKind::Holder(_)) && matches!(right.kind, ExprKind::Tid)
    }

    /// The same, also of the sides of a read-write lock.
    pub fn is_about_a_lock(&self) -> bool {
        matches!(self.protection, Protection::ReadWrite(_)) || self.is_about_a_monitor()
    }

    pub fn globals(&self, heap: &Heap) -> Rc<BTreeSet<GlobalId>> {
        remembered(heap, (self.span, Some(self.field)), |found| {
            found.insert(heap.field(self.field));
            match &self.protection {
                Protection::Condition(condition) => globals(heap, condition, found),
                Protection::ReadWrite(lock) => {
                    globals(heap, lock, found);
                    found.extend([heap.owner, heap.readers]);
                }
            }
        })
    }

    /// What a thread knows of the field across steps of others, if anything.
    pub fn kept(&self, heap: &mut Heap, tid: &Term, before: State, after: State) -> Option<Term> {
        let global = heap.field(self.field);
        if self.kind == RuleKind::ReadableIf {
            return None;
        }
        if heap.java.field(self.field).is_static {
            let cause = self.cause(heap, None, tid, before);
            return Some(implies(cause, eq(after(global), before(global))));
        }
        let (variable, object) = heap.any_ref("o");
        let was_published = select(before(heap.published), object.clone());
        let cause = self.cause(heap, Some(object.clone()), tid, before);
        let (new, old) = (select(after(global), object.clone()), select(before(global), object.clone()));
        let of_class = heap.is_instance(object, heap.java.field(self.field).class);
        let body = implies(all([was_published, of_class, cause], self.span), eq(new.clone(), old.clone()));
        Some(forall(vec![variable], vec![vec![new], vec![old]], body))
    }

    /// What is known of the threads that may have P at any time, from the part of P that speaks of no state.
    fn no_other_ever(&self, heap: &mut Heap, object: Option<Term>, tid: &Term) -> Option<Term> {
        let Protection::Condition(expr) = &self.protection else { return None };
        let mut rigid = Vec::new();
        rigid_parts(heap, expr, &mut rigid);
        if rigid.is_empty() {
            return None;
        }
        let (variable, other) = heap.any_ref("thread");
        let is_other = and(not(eq(other.clone(), tid.clone())), not(eq(other.clone(), heap.null(self.span))));
        let span = self.span;
        let null = heap.null(span);
        let nothing: State = &|_| null.clone();
        let parts: Vec<Term> =
            rigid.iter().map(|part| condition(heap, part, object.clone(), &other, nothing, nothing)).collect();
        Some(forall(vec![variable], Vec::new(), implies(is_other, not(all(parts, span)))))
    }

    fn cause(&self, heap: &mut Heap, object: Option<Term>, tid: &Term, state: State) -> Term {
        let has = self.holds_to_read(heap, object.clone(), tid, state);
        match self.kind {
            RuleKind::UnwritableByEnvIf | RuleKind::GuardedBy | RuleKind::ReadableIf => has,
            RuleKind::WritableIf => {
                let now = and(has, self.no_other(heap, object.clone(), tid, state));
                match self.no_other_ever(heap, object, tid) {
                    Some(ever) => or(now, ever),
                    None => now,
                }
            }
        }
    }
}

/// The conjuncts that speak of no shared variable.
fn rigid_parts<'e>(heap: &Heap, expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    if let ExprKind::Binary { op: Operator::And, left, right } = &expr.kind {
        rigid_parts(heap, left, found);
        rigid_parts(heap, right, found);
        return;
    }
    let mut spoken_of = BTreeSet::new();
    globals(heap, expr, &mut spoken_of);
    if spoken_of.is_empty() {
        found.push(expr);
    }
}

/// A class clause for all published objects of the class; once, if it does not speak of `this`.
pub fn for_all(heap: &mut Heap, clause: &ClassClause, tid: &Term, before: State, after: State) -> Term {
    if !speaks_of_this(&clause.condition) {
        return condition(heap, &clause.condition, None, tid, before, after);
    }
    let (variable, object) = heap.any_ref("this");
    let published = select(before(heap.published), object.clone());
    let of_class = heap.is_instance(object.clone(), clause.class);
    let holds = condition(heap, &clause.condition, Some(object), tid, before, after);
    let guard = and(published.clone(), of_class.clone());
    forall(vec![variable], vec![vec![published, of_class]], implies(guard, holds))
}

/// An invariant for all published objects of the class that are not among these.
pub fn for_all_but(heap: &mut Heap, clause: &ClassClause, others: &Term, tid: &Term, state: State) -> Term {
    if !speaks_of_this(&clause.condition) {
        return ivl::build::bool_lit(true, clause.span);
    }
    let (variable, object) = heap.any_ref("this");
    let (published, before) = (select(state(heap.published), object.clone()), select(others.clone(), object.clone()));
    let of_class = heap.is_instance(object.clone(), clause.class);
    let holds = condition(heap, &clause.condition, Some(object), tid, state, state);
    let guard = all([published.clone(), not(before), of_class.clone()], clause.span);
    forall(vec![variable], vec![vec![published, of_class]], implies(guard, holds))
}

/// For every thread but `tid`.
pub fn for_all_others(heap: &mut Heap, clause: &ClassClause, tid: &Term, before: State, after: State) -> Term {
    let (variable, other) = heap.any_ref("thread");
    let is_other = and(not(eq(other.clone(), tid.clone())), not(eq(other.clone(), heap.null(clause.span))));
    let named = heap.is_named(&other);
    let holds = for_all(heap, clause, &other, before, after);
    forall(vec![variable], vec![vec![named.clone()]], implies(and(named, is_other), holds))
}

pub fn speaks_of_this(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::This) || expr.children().into_iter().any(speaks_of_this)
}

pub fn speaks_of_tid(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Tid) || expr.children().into_iter().any(speaks_of_tid)
}

/// Whether it speaks of who holds a lock, or of threads that are started.
pub fn speaks_of_java(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Holder(_) | ExprKind::Started(_)) || expr.children().into_iter().any(speaks_of_java)
}

/// Whether it speaks of all objects of some class.
pub fn speaks_of_objects(expr: &Expr) -> bool {
    let of_objects = match &expr.kind {
        ExprKind::Quantifier { variables, .. } => {
            variables.iter().any(|variable| matches!(&variable.ty, SpecType::Java(ty) if ty.is_reference()))
        }
        _ => false,
    };
    of_objects || expr.children().into_iter().any(speaks_of_objects)
}

/// The shared variables that a clause speaks of.
pub fn clause_globals(heap: &Heap, clause: &ClassClause) -> Rc<BTreeSet<GlobalId>> {
    remembered(heap, (clause.span, None), |found| globals(heap, &clause.condition, found))
}

fn remembered(
    heap: &Heap,
    key: (Span, Option<FieldId>),
    find: impl FnOnce(&mut BTreeSet<GlobalId>),
) -> Rc<BTreeSet<GlobalId>> {
    if let Some(found) = heap.spoken.borrow().get(&key) {
        return found.clone();
    }
    let mut found = BTreeSet::new();
    find(&mut found);
    let found = Rc::new(found);
    heap.spoken.borrow_mut().insert(key, found.clone());
    found
}
