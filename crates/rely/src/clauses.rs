//! What declarations mean to a thread and to its environment.
//!
//! Let P be the condition of a declaration on field f, about a thread and an object o.
//!
//! ```text
//!                            a thread t that writes o.f      what t knows of the steps of others
//! unwritable_by_env_if P     no other thread has P           P(t) before: o.f is the same after
//! writable_if P              t has P                         P(t), and no other has P: o.f is the same after
//! @GuardedBy("l")            t holds l; so for reads         t holds l: o.f is the same after
//! readable_if P              (reads) t has P                 nothing
//! ```
//!
//! An object that is not published may be read and written at will. The right column follows from the middle one for one
//! step of another thread; for any number of them it is the relation itself if it is reflexive and transitive, which is
//! an obligation of its own ([`crate::stability`]).

use crate::codes;
use crate::formula::{View, formula, globals, library_class};
use crate::heap::Heap;
use concurrent::object::annotations::spec::{ClassClause, Expr, ExprKind, FieldClauseKind, Guard, Guarded, SpecType};
use concurrent::object::annotations::syntax::Operator;
use concurrent::object::library::LibraryClass;
use concurrent::object::{BinaryOp, FieldId, LocalId, MethodId, Type};
use ivl::build::{and, eq, forall, implies, not, select};
use ivl::typed::{Expr as Term, GlobalId};
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleKind {
    UnwritableByEnvIf,
    WritableIf,
    ReadableIf,
    GuardedBy,
}

/// A declaration on a field.
#[derive(Clone)]
pub struct Rule {
    pub field: FieldId,
    pub kind: RuleKind,
    pub condition: Expr,
    /// The lock in the words of the source, of `@GuardedBy`.
    pub lock: Option<String>,
    pub span: Span,
}

pub struct Clauses {
    pub rules: Vec<Rule>,
    pub env_assumptions: Vec<ClassClause>,
    pub invariants: Vec<ClassClause>,
    /// Methods that are called with these locks held only.
    pub method_guards: Vec<(MethodId, Expr, Span)>,
}

/// The declarations of the program, and those that are not supported.
pub fn clauses(heap: &Heap, text: &dyn Fn(Span) -> String) -> (Clauses, Vec<Diagnostic>) {
    let spec = heap.spec;
    let mut gaps = Vec::new();
    let mut rules: Vec<Rule> = spec
        .field_clauses
        .iter()
        .map(|clause| Rule {
            field: clause.field,
            kind: match clause.kind {
                FieldClauseKind::UnwritableByEnvIf => RuleKind::UnwritableByEnvIf,
                FieldClauseKind::WritableIf => RuleKind::WritableIf,
                FieldClauseKind::ReadableIf => RuleKind::ReadableIf,
            },
            condition: clause.condition.clone(),
            lock: None,
            span: clause.span,
        })
        .collect();
    let mut method_guards = Vec::new();
    for guarded in &spec.guarded_by {
        let lock = match &guarded.lock {
            Guard::Lock(lock) => lock,
            Guard::Itself | Guard::Call(_) => {
                let message = "this form of `@GuardedBy` is not supported; name a lock by a field, `this` or a class";
                gaps.push(Diagnostic::error(&codes::UNSUPPORTED, guarded.span, message));
                continue;
            }
        };
        if let SpecType::Java(ty) = &lock.ty
            && matches!(library_class(heap.java, ty), Some(LibraryClass::ReadWriteLock | LibraryClass::StampedLock))
        {
            let message = "a read-write lock as a guard is not supported";
            gaps.push(Diagnostic::error(&codes::UNSUPPORTED, guarded.span, message));
            continue;
        }
        let condition = held_by_tid(lock);
        match guarded.on {
            Guarded::Field(field) => rules.push(Rule {
                field,
                kind: RuleKind::GuardedBy,
                condition,
                lock: Some(text(lock.span)),
                span: guarded.span,
            }),
            Guarded::Method(method) => method_guards.push((method, condition, guarded.span)),
        }
    }
    let clauses = Clauses {
        rules,
        env_assumptions: spec.env_assumptions.clone(),
        invariants: spec.global_invariants.clone(),
        method_guards,
    };
    (clauses, gaps)
}

fn held_by_tid(lock: &Expr) -> Expr {
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
    /// P(tid, object) in a state.
    pub fn holds(&self, heap: &mut Heap, object: Option<Term>, tid: &Term, state: State) -> Term {
        condition(heap, &self.condition, object, tid, state, state)
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
        let ExprKind::Binary { op: Operator::Java(BinaryOp::Equal), left, right } = &self.condition.kind else {
            return false;
        };
        matches!(left.kind, ExprKind::Holder(_)) && matches!(right.kind, ExprKind::Tid)
    }

    pub fn globals(&self, heap: &Heap) -> BTreeSet<GlobalId> {
        let mut found = BTreeSet::from([heap.field(self.field)]);
        globals(heap, &self.condition, &mut found);
        found
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
        let (new, old) = (select(after(global), object.clone()), select(before(global), object));
        let body = implies(and(was_published, cause), eq(new.clone(), old.clone()));
        Some(forall(vec![variable], vec![vec![new], vec![old]], body))
    }

    fn cause(&self, heap: &mut Heap, object: Option<Term>, tid: &Term, state: State) -> Term {
        let has = self.holds(heap, object.clone(), tid, state);
        match self.kind {
            RuleKind::UnwritableByEnvIf | RuleKind::GuardedBy | RuleKind::ReadableIf => has,
            RuleKind::WritableIf => and(has, self.no_other(heap, object, tid, state)),
        }
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

/// For every thread but `tid`.
pub fn for_all_others(heap: &mut Heap, clause: &ClassClause, tid: &Term, before: State, after: State) -> Term {
    let (variable, other) = heap.any_ref("thread");
    let is_other = and(not(eq(other.clone(), tid.clone())), not(eq(other.clone(), heap.null(clause.span))));
    let holds = for_all(heap, clause, &other, before, after);
    forall(vec![variable], Vec::new(), implies(is_other, holds))
}

fn speaks_of_this(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::This) || expr.children().into_iter().any(speaks_of_this)
}

pub fn clause_globals(heap: &Heap, clause: &ClassClause) -> BTreeSet<GlobalId> {
    let mut found = BTreeSet::new();
    globals(heap, &clause.condition, &mut found);
    found
}
