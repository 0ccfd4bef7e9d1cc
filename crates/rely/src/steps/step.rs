//! The steps of a method, one by one.

use crate::assumptions::Reason;
use crate::codes;
use crate::others::clauses::Clauses;
use crate::plan::flat::{FlatEdge, Op};
use crate::steps::method::Body;
use crate::terms::heap::{Heap, Sort, at, int, le, lt, sort_of};
use crate::terms::values::instance;
use concurrent::object::annotations::spec::{
    Expr as SpecExpr, ExprKind as SpecKind, SpecType, StatementClause, StatementKind,
};
use concurrent::object::{self, Check, Instruction, LocalId as JavaLocal, MethodId, Type};
use ivl::build::{and, eq, not, or, select, store};
use ivl::typed::{CmdKind, Expr, Var};
use source::{Diagnostic, Span};

/// What must hold where a method is called.
pub struct Precondition {
    pub condition: SpecExpr,
    pub declared: Span,
    /// Of `@GuardedBy` on the method.
    is_lock: bool,
}

/// Whether a ghost gets a reference: from then on the annotations of other threads find the object there.
pub fn hands_on(kind: &StatementKind) -> bool {
    let StatementKind::Set { target, value } = kind else { return false };
    let is_reference = match &target.ty {
        SpecType::Java(ty) => ty.is_reference(),
        SpecType::Thread => true,
        SpecType::ThreadSet => false,
    };
    is_reference && !matches!(value.kind, SpecKind::Tid | SpecKind::Main | SpecKind::Constant(_))
}

impl Body<'_, '_> {
    pub fn instruction(&mut self, instruction: &Instruction, edge: &FlatEdge) {
        let span = edge.span;
        match instruction {
            Instruction::Skip => {}
            Instruction::Assign { target, value } => {
                let value = self.value(value, span);
                self.set(*target, value, span);
            }
            Instruction::ReadField { target, object, field } => self.read_field(*target, object.as_ref(), *field, span),
            Instruction::WriteField { object, field, value } => self.write_field(object.as_ref(), *field, value, span),
            Instruction::ReadElement { target, array, index } => {
                let ty = self.flat.locals[target.index()].ty.clone();
                let elements = self.heap.now(self.heap.elements(sort_of(&ty)));
                let (array, index) = (self.value(array, span), self.value(index, span));
                self.set(*target, at(elements, array.clone(), index), span);
                self.known(*target, &ty, Some(array), span);
            }
            Instruction::WriteElement { array, index, value } => {
                let global = self.heap.elements(sort_of(&value.ty));
                let elements = self.heap.now(global);
                let (array, index, written) =
                    (self.value(array, span), self.value(index, span), self.value(value, span));
                let row = store(select(elements.clone(), array.clone()), index.clone(), written.clone());
                let before = self.before_write(global, span);
                self.sketch.assign(Var::Global(global), store(elements, array.clone(), row), span);
                if let Some(before) = before {
                    self.other_elements_kept(global, before, &array, &index);
                }
                // What is written is named, so that statements about some element find it.
                let named = self.sketch.hidden("written", written.ty().clone());
                let now = at(self.heap.now(global), array.clone(), index);
                self.sketch.assign(Var::Local(named), now, span);
                if value.ty.is_reference() {
                    self.stored(Some(array), written, span);
                }
            }
            Instruction::ArrayLength { target, array } => {
                let array = self.value(array, span);
                let length = self.heap.length(array);
                self.set(*target, length, span);
            }
            Instruction::NewObject { target, class } => {
                self.allocate(*target, span);
                let object = self.local(*target);
                self.fresh(&object, *class, span);
            }
            Instruction::NewArray { target, ty, lengths } => self.new_array(*target, ty, lengths, span),
            Instruction::Call(_) | Instruction::Annotation(_) => {}
            Instruction::Enter(object) => {
                let object = self.value(object, span);
                self.take(self.heap.holder, self.depth, object, span);
            }
            Instruction::Exit(object) => {
                let object = self.value(object, span);
                self.release(self.heap.holder, self.depth, object, span);
            }
            Instruction::Assume(condition) => {
                let expr = self.value(condition, span);
                let origin = ivl::typed::Assumption::Guard { taken: !self.is_other_way(edge, condition) };
                self.sketch.push(CmdKind::Assume { expr, origin }, span);
            }
            Instruction::Check(check) => self.check(check, edge),
            Instruction::Throw(thrown) => {
                let thrown = self.value(thrown, span);
                self.set(edge.exception, thrown, span);
                self.throws(edge);
            }
        }
    }

    /// Whether the way is the one that Java goes if what is written as a condition does not hold: the first one out of the
    /// node is for the opposite.
    fn is_other_way(&self, edge: &FlatEdge, condition: &object::Expr) -> bool {
        let opposes = |one: &object::Expr, other: &object::Expr| match &one.kind {
            object::ExprKind::Unary { op: object::UnaryOp::Not, arg } => **arg == *other,
            _ => false,
        };
        let first = self.flat.edges.iter().find(|way| way.from == edge.from);
        match first.map(|way| &way.op) {
            Some(Op::Java(Instruction::Assume(first))) => opposes(first, condition) || opposes(condition, first),
            Some(_) | None => false,
        }
    }

    /// A string that was made here. Its content plays no role, so it may as well be known to others.
    pub fn new_string(&mut self, span: Span) -> Expr {
        let string = self.sketch.hidden("string", Sort::Ref.ty());
        self.sketch.havoc(vec![Var::Local(string)], span);
        let string = self.sketch.value(string);
        let null = self.heap.null(span);
        self.sketch.assume(Reason::Model, not(eq(string.clone(), null)));
        let published = self.heap.now(self.heap.published);
        self.sketch.assume(Reason::Reachable, select(published, string.clone()));
        string
    }

    pub fn check(&mut self, check: &Check, edge: &FlatEdge) {
        let span = edge.span;
        let null = self.heap.null(span);
        let (condition, message, code) = match check {
            Check::NotNull(value) => {
                let message = format!("{} might be null", crate::text::place::named(self.heap.java, self.flat, value));
                let value = self.value(value, span);
                (not(eq(value, null)), message, &codes::EXCEPTION)
            }
            Check::InBounds { array, index } => {
                let (array, index) = (self.value(array, span), self.value(index, span));
                let length = self.heap.length(array);
                let inside = and(le(int(0, span), index.clone()), lt(index, length));
                (inside, "this index might be out of bounds".to_string(), &codes::EXCEPTION)
            }
            Check::NotNegative(value) => {
                let value = self.value(value, span);
                (le(int(0, span), value), "this size might be negative".to_string(), &codes::EXCEPTION)
            }
            Check::NotZero(value) => {
                let value = self.value(value, span);
                (not(eq(value, int(0, span))), "this divisor might be zero".to_string(), &codes::EXCEPTION)
            }
            Check::Cast { value, ty } => {
                let value = self.value(value, span);
                let fits = instance(self.heap, value.clone(), ty);
                let message = format!("this might not be a `{}`", object::text::print_type(self.heap.java, ty));
                (or(eq(value, null), fits), message, &codes::EXCEPTION)
            }
            // The element types of arrays are not tracked: the exception may come, and is not told of.
            Check::ArrayStore { array, .. } => {
                if !matches!(&array.ty, Type::Array(element) if self.has_no_subtypes(element)) {
                    self.may_throw(edge);
                }
                return;
            }
            Check::Assertion(value) => {
                let value = self.value(value, span);
                (value, "this assertion might not hold".to_string(), &codes::ASSERTION)
            }
        };
        let is_of_numbers = matches!(check, Check::InBounds { .. } | Check::NotNegative(_) | Check::NotZero(_));
        let help = match is_of_numbers {
            true => {
                "of a shared field, `//@ global_invariant` says what always holds; a value read earlier may be out of date"
            }
            false => "other threads run between any two steps; a value read earlier may be out of date",
        };
        let failure = Diagnostic::error(code, span, message).help(help);
        self.sketch.prove(code.name, failure, condition);
    }

    pub fn clause(&mut self, clause: &StatementClause, base: u32, this: Option<JavaLocal>) {
        let span = clause.span;
        match &clause.kind {
            StatementKind::Assert(condition) => {
                let condition = self.here(condition, base, this);
                let failure = Diagnostic::error(&codes::ASSERTION, span, "this assertion might not hold")
                    .help("other threads run between any two steps: does a lock keep them from changing what it says?");
                self.sketch.prove(codes::ASSERTION.name, failure, condition);
            }
            StatementKind::Assume(condition) => {
                let condition = self.here(condition, base, this);
                let origin = ivl::typed::Assumption::Stated;
                self.sketch.push(CmdKind::Assume { expr: condition, origin }, span);
            }
            StatementKind::LoopInvariant(condition) => {
                let condition = self.here(condition, base, this);
                let failure = Diagnostic::error(&codes::LOOP, span, "this loop invariant might not hold");
                self.sketch.prove(codes::LOOP.name, failure, condition);
            }
            StatementKind::Set { target, value } => {
                let value = self.here(value, base, this);
                let SpecKind::Ghost { object, ghost } = &target.kind else { return };
                let global = self.heap.ghost(*ghost);
                let into = object.as_ref().map(|object| self.here(object, base, this));
                let stored = value.clone();
                let written = match &into {
                    Some(object) => store(self.heap.now(global), object.clone(), value),
                    None => value,
                };
                self.sketch.assign(Var::Global(global), written, span);
                if hands_on(&clause.kind) {
                    self.stored(into, stored, span);
                }
            }
        }
    }

    pub fn requires(&mut self, method: MethodId, base: u32, this: Option<JavaLocal>, span: Span) {
        for precondition in self.preconditions(method) {
            let condition = self.here(&precondition.condition, base, this);
            self.prove_precondition(method, &precondition, condition, span);
        }
    }

    /// What callers of a method have to prove, and what its body may assume.
    pub fn preconditions(&self, method: MethodId) -> Vec<Precondition> {
        preconditions(self.heap, &self.clauses, method)
    }

    pub fn prove_precondition(&mut self, method: MethodId, precondition: &Precondition, condition: Expr, span: Span) {
        let name = object::text::method_name(self.heap.java, method);
        let (message, label) = match precondition.is_lock {
            true => (format!("`{name}` is called without its lock"), "it has to be held"),
            false => (format!("a precondition of `{name}` might not hold at this call"), "this is the precondition"),
        };
        let failure = Diagnostic::error(&codes::PRECONDITION, span, message).label(precondition.declared, label);
        self.sketch.prove(codes::PRECONDITION.name, failure, condition);
    }

    /// Whether every array of this element type holds just that.
    fn has_no_subtypes(&self, ty: &Type) -> bool {
        match ty {
            Type::Class(class) => self.heap.java.class(*class).is_final,
            Type::Array(element) => self.has_no_subtypes(element),
            _ => !ty.is_reference(),
        }
    }
}

/// What a method requires, and the locks that it is to be called with.
pub fn preconditions(heap: &Heap, clauses: &Clauses, method: MethodId) -> Vec<Precondition> {
    let guards = clauses.methods.guards.iter().filter(|guard| guard.0 == method);
    let guards = guards.map(|(_, condition, declared)| Precondition {
        condition: condition.clone(),
        declared: *declared,
        is_lock: true,
    });
    let requires = heap.spec.methods.get(&method).into_iter().flat_map(|spec| &spec.requires);
    let requires = requires.map(|requires| Precondition {
        condition: requires.condition.clone(),
        declared: requires.span,
        is_lock: false,
    });
    guards.chain(requires).collect()
}
