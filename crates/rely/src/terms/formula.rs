//! Annotations as terms.
//!
//! A two-state condition speaks of the state before a step (`\old(e)`) and after it (a plain or primed name); with both
//! states the same it is a condition on one. Integers in annotations are mathematical: sums do not wrap around. A
//! quantifier over objects ranges over those of its class that are published; over threads, over all but null.

use crate::terms::heap::{Heap, Sort, at, binary, int, le, range, sort_of, sort_of_spec};
use crate::terms::values::{convert, instance, literal, operator};
use concurrent::object::annotations::spec::{Expr, ExprKind, SpecType};
use concurrent::object::annotations::syntax::Operator;
use concurrent::object::library::LibraryClass;
use concurrent::object::{BinaryOp, ClassOrigin, LocalId, Program, Type, UnaryOp};
use ivl::build::{and, bound_var, eq, exists, forall, if_then_else, implies, not, or, select, store};
use ivl::typed::{BinaryOp as Op, Expr as Term, GlobalId, Type as TermType};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What the names of an annotation mean.
#[derive(Clone)]
pub struct View<'v> {
    pub before: &'v dyn Fn(GlobalId) -> Term,
    pub after: &'v dyn Fn(GlobalId) -> Term,
    pub this: Option<Term>,
    pub tid: Term,
    pub local: &'v dyn Fn(LocalId) -> Term,
    pub result: Option<Term>,
}

/// The term that the annotation is, in this view.
pub fn formula(heap: &mut Heap, expr: &Expr, view: &View) -> Term {
    Formula { heap, view, is_before: false, bound: FxHashMap::default() }.term(expr)
}

struct Formula<'a, 'h, 'p> {
    heap: &'h mut Heap<'p>,
    view: &'a View<'a>,
    is_before: bool,
    bound: FxHashMap<u32, Term>,
}

impl Formula<'_, '_, '_> {
    fn state(&self, global: GlobalId) -> Term {
        if self.is_before { (self.view.before)(global) } else { (self.view.after)(global) }
    }

    fn at_time(&mut self, is_before: bool, expr: &Expr) -> Term {
        let outer = std::mem::replace(&mut self.is_before, is_before);
        let term = self.term(expr);
        self.is_before = outer;
        term
    }

    fn variable(&mut self, global: GlobalId, object: Option<&Expr>) -> Term {
        let map = self.state(global);
        match object {
            Some(object) => {
                let object = self.term(object);
                select(map, object)
            }
            None => map,
        }
    }

    fn term(&mut self, expr: &Expr) -> Term {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Constant(constant) => literal(self.heap, constant, span),
            ExprKind::Local(id) => (self.view.local)(*id),
            ExprKind::Bound(number) => match self.bound.get(number) {
                Some(term) => term.clone(),
                None => self.heap.null(span),
            },
            ExprKind::This => self.view.this.clone().unwrap_or_else(|| self.heap.null(span)),
            ExprKind::Result => match &self.view.result {
                Some(result) => result.clone(),
                None => self.heap.null(span),
            },
            ExprKind::Tid => self.view.tid.clone(),
            ExprKind::Main => self.heap.main(span),
            ExprKind::Field { field, .. } if self.heap.java.field(*field).constant.is_some() => {
                match &self.heap.java.field(*field).constant {
                    Some(constant) => literal(self.heap, constant, span),
                    None => self.heap.null(span),
                }
            }
            ExprKind::Field { object, field } => self.variable(self.heap.field(*field), object.as_deref()),
            ExprKind::Ghost { object, ghost } => self.variable(self.heap.ghost(*ghost), object.as_deref()),
            ExprKind::Holder(object) => {
                let map = holder_map(self.heap, &object.ty);
                self.variable(map, Some(object))
            }
            ExprKind::Started(thread) => self.variable(self.heap.started, Some(thread)),
            ExprKind::Content(atomic) => {
                let content = self.heap.content(sort_of_spec(&expr.ty));
                self.variable(content, Some(atomic))
            }
            ExprKind::Element { array, index } => {
                let elements = self.state(self.heap.elements(sort_of_spec(&expr.ty)));
                let (array, index) = (self.term(array), self.term(index));
                at(elements, array, index)
            }
            ExprKind::Length(array) => {
                let array = self.term(array);
                self.heap.length(array)
            }
            ExprKind::Old(arg) => self.at_time(true, arg),
            ExprKind::Prime(arg) => self.at_time(false, arg),
            ExprKind::Unary { op, arg } => {
                let arg = self.term(arg);
                match op {
                    UnaryOp::Not => not(arg),
                    UnaryOp::Negate | UnaryOp::Complement => {
                        let negated = binary(Op::Sub, int(0, span), arg, TermType::Int);
                        if *op == UnaryOp::Negate {
                            negated
                        } else {
                            binary(Op::Sub, negated, int(1, span), TermType::Int)
                        }
                    }
                }
            }
            ExprKind::Binary { op, left, right } => self.operator(*op, left, right),
            ExprKind::Conditional { condition, then, otherwise } => {
                let condition = self.term(condition);
                let (then, otherwise) = (self.term(then), self.term(otherwise));
                if_then_else(condition, then, otherwise)
            }
            ExprKind::InstanceOf { value, ty } => {
                let value = self.term(value);
                instance(self.heap, value, ty)
            }
            ExprKind::Quantifier { is_forall, variables, body } => self.quantifier(*is_forall, variables, body),
            ExprKind::EmptySet => self.heap.zero(Sort::ThreadSet, span),
            ExprKind::Contains { set, thread } => {
                let (set, thread) = (self.term(set), self.term(thread));
                select(set, thread)
            }
            ExprKind::With { set, thread } | ExprKind::Without { set, thread } => {
                let is_with = matches!(expr.kind, ExprKind::With { .. });
                let (set, thread) = (self.term(set), self.term(thread));
                store(set, thread, ivl::build::bool_lit(is_with, span))
            }
        }
    }

    /// One side of an operator that works on this type.
    fn operand(&mut self, expr: &Expr, ty: &Type) -> Term {
        let term = self.term(expr);
        match &expr.ty {
            SpecType::Java(own) if is_floating(ty) && own != ty => convert(self.heap, term, own, ty),
            SpecType::Java(_) | SpecType::Thread | SpecType::ThreadSet => term,
        }
    }

    fn operator(&mut self, op: Operator, left: &Expr, right: &Expr) -> Term {
        let ty = promoted(op, left, right);
        let (left, right) = (self.operand(left, &ty), self.operand(right, &ty));
        let is_int = sort_of(&ty) == Sort::Int;
        match op {
            Operator::And => and(left, right),
            Operator::Or => or(left, right),
            Operator::Implies => implies(left, right),
            Operator::Iff => eq(left, right),
            Operator::Java(BinaryOp::Add) if is_int => binary(Op::Add, left, right, TermType::Int),
            Operator::Java(BinaryOp::Subtract) if is_int => binary(Op::Sub, left, right, TermType::Int),
            Operator::Java(BinaryOp::Multiply) if is_int => binary(Op::Mul, left, right, TermType::Int),
            Operator::Java(op) => {
                let result = match op {
                    BinaryOp::Equal
                    | BinaryOp::NotEqual
                    | BinaryOp::Less
                    | BinaryOp::LessEqual
                    | BinaryOp::Greater
                    | BinaryOp::GreaterEqual => Type::Boolean,
                    BinaryOp::Add
                    | BinaryOp::Subtract
                    | BinaryOp::Multiply
                    | BinaryOp::Divide
                    | BinaryOp::Remainder
                    | BinaryOp::And
                    | BinaryOp::Or
                    | BinaryOp::Xor
                    | BinaryOp::ShiftLeft
                    | BinaryOp::ShiftRight
                    | BinaryOp::ShiftRightUnsigned => ty.clone(),
                };
                operator(self.heap, op, left, right, &ty, &result)
            }
        }
    }

    fn quantifier(
        &mut self,
        is_forall: bool,
        variables: &[concurrent::object::annotations::spec::Bound],
        body: &Expr,
    ) -> Term {
        let span = body.span;
        let mut vars = Vec::new();
        let mut guards = Vec::new();
        for variable in variables {
            let sort = sort_of_spec(&variable.ty);
            let bound = bound_var(self.heap.build.fresh_bound(), variable.name.as_str().into(), sort.ty());
            let value = self.heap.bound(&bound);
            guards.push(match &variable.ty {
                SpecType::Java(Type::Class(class)) => {
                    let published = select(self.state(self.heap.published), value.clone());
                    and(published, self.heap.is_instance(value.clone(), *class))
                }
                SpecType::Java(ty) => match range(ty) {
                    Some((low, high)) => and(le(int(low, span), value.clone()), le(value.clone(), int(high, span))),
                    None => ivl::build::bool_lit(true, span),
                },
                SpecType::Thread => not(eq(value.clone(), self.heap.null(span))),
                SpecType::ThreadSet => ivl::build::bool_lit(true, span),
            });
            self.bound.insert(variable.number, value);
            vars.push(bound);
        }
        let body = self.term(body);
        let guard = ivl::build::all(guards, span);
        match is_forall {
            true => forall(vars, Vec::new(), implies(guard, body)),
            false => exists(vars, Vec::new(), and(guard, body)),
        }
    }
}

/// The map that says who holds the lock of an object of this static type: a `java.util.concurrent` lock, or a monitor.
pub fn holder_map(heap: &Heap, ty: &SpecType) -> GlobalId {
    match ty {
        SpecType::Java(ty) if library_class(heap.java, ty) == Some(LibraryClass::Lock) => heap.owner,
        SpecType::Java(_) | SpecType::Thread | SpecType::ThreadSet => heap.holder,
    }
}

/// The contract of a library class.
pub fn library_class(java: &Program, ty: &Type) -> Option<LibraryClass> {
    let Type::Class(class) = ty else { return None };
    match java.class(*class).origin {
        ClassOrigin::Library(kind) => Some(kind),
        ClassOrigin::Source | ClassOrigin::Anonymous | ClassOrigin::Lambda | ClassOrigin::Unknown => None,
    }
}

/// The shared variables that an annotation speaks of.
pub fn globals(heap: &Heap, expr: &Expr, found: &mut BTreeSet<GlobalId>) {
    match &expr.kind {
        ExprKind::Field { field, .. } => {
            found.insert(heap.field(*field));
        }
        ExprKind::Ghost { ghost, .. } => {
            found.insert(heap.ghost(*ghost));
        }
        ExprKind::Holder(object) => {
            found.insert(holder_map(heap, &object.ty));
        }
        ExprKind::Started(_) => {
            found.insert(heap.started);
        }
        ExprKind::Content(_) => {
            found.insert(heap.content(sort_of_spec(&expr.ty)));
        }
        ExprKind::Element { .. } => {
            found.insert(heap.elements(sort_of_spec(&expr.ty)));
        }
        ExprKind::Quantifier { .. } => {
            found.insert(heap.published);
        }
        ExprKind::Constant(_)
        | ExprKind::Local(_)
        | ExprKind::Bound(_)
        | ExprKind::This
        | ExprKind::Result
        | ExprKind::Tid
        | ExprKind::Main
        | ExprKind::Length(_)
        | ExprKind::Old(_)
        | ExprKind::Prime(_)
        | ExprKind::Unary { .. }
        | ExprKind::Binary { .. }
        | ExprKind::Conditional { .. }
        | ExprKind::InstanceOf { .. }
        | ExprKind::EmptySet
        | ExprKind::Contains { .. }
        | ExprKind::With { .. }
        | ExprKind::Without { .. } => {}
    }
    expr.children().into_iter().for_each(|child| globals(heap, child, found));
}

/// Whether it speaks of the result of the method.
pub fn speaks_of_result(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Result) || expr.children().into_iter().any(speaks_of_result)
}

fn is_floating(ty: &Type) -> bool {
    matches!(ty, Type::Float | Type::Double)
}

/// The type that an operator works on: small numbers are `int`, and `long`, `float` or `double` if one side is.
fn promoted(op: Operator, left: &Expr, right: &Expr) -> Type {
    if let (SpecType::Java(left), SpecType::Java(right)) = (&left.ty, &right.ty)
        && (is_floating(left) || is_floating(right))
    {
        let is_double = *left == Type::Double || *right == Type::Double;
        return if is_double { Type::Double } else { Type::Float };
    }
    let is_shift =
        matches!(op, Operator::Java(BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightUnsigned));
    match (&left.ty, &right.ty) {
        (SpecType::Java(Type::Byte | Type::Short | Type::Char | Type::Int), SpecType::Java(Type::Long))
            if !is_shift =>
        {
            Type::Long
        }
        (SpecType::Java(Type::Byte | Type::Short | Type::Char), _) => Type::Int,
        (SpecType::Java(ty), _) => ty.clone(),
        (SpecType::Thread | SpecType::ThreadSet, _) => Type::Null,
    }
}
