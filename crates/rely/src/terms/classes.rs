//! Which objects are of which class.
//!
//! For each class C that plays a role there is a predicate `is C(o)`: not null and of the class. The predicates follow the
//! class hierarchy. Of an object that is made here it is known which of them do not hold, for classes that declarations
//! speak of and those by which virtual calls choose. The thread that the program begins with is of no class of the program.

use crate::terms::heap::{Heap, Sort, int, le, range};
use concurrent::object::annotations::spec::{Expr as SpecExpr, ExprKind, Guarded, Spec, SpecType};
use concurrent::object::{self, ClassId};
use ivl::build::{all, and, apply, bool_lit, bound_var, eq, forall, implies, not, or};
use ivl::typed::{Expr, FunctionId, Type};
use std::collections::BTreeSet;

impl Heap<'_> {
    /// `is C(object)`: not null and of this class.
    pub fn is_instance(&mut self, object: Expr, class: ClassId) -> Expr {
        let (function, span) = (self.class_predicate(class), object.span());
        apply(function, vec![object], Type::Bool, span)
    }

    /// True of every thread. What is known of all threads is looked up for those that it is said of.
    pub fn is_named(&mut self, thread: &Expr) -> Expr {
        let (reference, span) = (Sort::Ref.ty(), thread.span());
        let (function, is_new) = self.build.function("is named", std::slice::from_ref(&reference), &Type::Bool, span);
        if is_new {
            let (variable, some) = self.any_ref("t");
            let named = apply(function, vec![some], Type::Bool, span);
            self.axiom(forall(vec![variable], vec![vec![named.clone()]], named));
        }
        apply(function, vec![thread.clone()], Type::Bool, span)
    }

    /// An array is of no class of the program.
    pub fn is_array(&mut self, object: &Expr) -> Expr {
        self.is_only(object, None, "is an array")
    }

    /// Of this class and of none below.
    pub fn is_exactly(&mut self, object: &Expr, class: ClassId) -> Expr {
        let name = format!("is exactly {}", self.java.class(class).name);
        self.is_only(object, Some(class), &name)
    }

    /// A predicate of objects that are of this class and of those above it, and of no other that is spoken of.
    fn is_only(&mut self, object: &Expr, class: Option<ClassId>, name: &str) -> Expr {
        let span = object.span();
        let function = match self.exact_classes.get(&class) {
            Some(function) => *function,
            None => {
                let function = self.predicate(name);
                self.exact_classes.insert(class, function);
                let (variable, some) = self.any_ref("o");
                let mut known: Vec<Expr> = class.iter().map(|class| self.is_instance(some.clone(), *class)).collect();
                for other in self.spoken_of.clone() {
                    let may_be = match class {
                        Some(class) => self.java.is_subclass(class, other),
                        None => !self.java.class(other).is_from_source(),
                    };
                    if !may_be {
                        known.push(not(self.is_instance(some.clone(), other)));
                    }
                }
                let only = apply(function, vec![some], Type::Bool, self.span);
                let known = implies(only.clone(), all(known, self.span));
                self.axiom(forall(vec![variable], vec![vec![only]], known));
                function
            }
        };
        apply(function, vec![object.clone()], Type::Bool, span)
    }

    /// A function of its own: the types are the same, so the operator table cannot tell them apart.
    fn predicate(&mut self, name: &str) -> FunctionId {
        let id = FunctionId(self.build.program.functions.len() as u32);
        let param = bound_var(self.build.fresh_bound(), "".into(), Sort::Ref.ty());
        self.build.program.functions.push(ivl::typed::Function {
            name: name.into(),
            type_params: Vec::new(),
            params: vec![param],
            result: Type::Bool,
            meaning: ivl::typed::Meaning::Uninterpreted,
            attributes: Vec::new(),
            span: self.span,
        });
        id
    }

    fn class_predicate(&mut self, class: ClassId) -> FunctionId {
        if let Some(function) = self.classes.get(&class) {
            return *function;
        }
        let name = format!("is {}", self.java.class(class).name);
        let id = self.predicate(&name);
        let others: Vec<(ClassId, FunctionId)> = self.classes.iter().map(|(class, id)| (*class, *id)).collect();
        self.classes.insert(class, id);
        let (object, value) = self.any_ref("o");
        let own = apply(id, vec![value.clone()], Type::Bool, self.span);
        let some = not(eq(value, self.null(self.span)));
        self.axiom(forall(vec![object], vec![vec![own.clone()]], implies(own, some)));
        if self.java.class(class).is_from_source() {
            let main = self.main(self.span);
            self.axiom(not(apply(id, vec![main], Type::Bool, self.span)));
        }
        let mut others = others;
        others.sort();
        for (other, function) in others {
            if self.java.is_subclass(class, other) {
                self.subclass_axiom(id, function);
            } else if self.java.is_subclass(other, class) {
                self.subclass_axiom(function, id);
            }
        }
        id
    }

    fn subclass_axiom(&mut self, sub: FunctionId, sup: FunctionId) {
        let (object, value) = self.any_ref("o");
        let below = apply(sub, vec![value.clone()], Type::Bool, self.span);
        let above = apply(sup, vec![value], Type::Bool, self.span);
        self.axiom(forall(vec![object], vec![vec![below.clone()]], implies(below, above)));
    }

    /// What is known of every value of a Java type: integers are in range, objects of their class or null.
    pub fn typed(&mut self, value: &Expr, ty: &object::Type) -> Expr {
        let span = value.span();
        if let Some((low, high)) = range(ty) {
            return and(le(int(low, span), value.clone()), le(value.clone(), int(high, span)));
        }
        match ty {
            object::Type::Class(class) if self.java.class(*class).is_from_source() => {
                let null = eq(value.clone(), self.null(span));
                or(null, self.is_instance(value.clone(), *class))
            }
            _ => bool_lit(true, span),
        }
    }
}

/// More classes than this are not told apart.
const MOST_CHOICES: usize = 40;

/// The classes by which virtual calls choose among methods of the program.
pub fn chosen_by(java: &object::Program) -> BTreeSet<ClassId> {
    let edges = java.methods.iter().filter_map(|method| method.graph()).flat_map(|graph| &graph.edges);
    let targets = edges.filter_map(|edge| match &edge.instruction {
        object::Instruction::Call(call) if call.targets.len() > 1 => Some(&call.targets),
        _ => None,
    });
    let classes = targets.flatten().map(|target| java.method(*target).class);
    let found: BTreeSet<ClassId> = classes.filter(|class| java.class(*class).is_from_source()).collect();
    if found.len() > MOST_CHOICES { BTreeSet::new() } else { found }
}

/// The classes that declarations are about, and those that they ask for.
pub fn spoken_of(java: &object::Program, spec: &Spec) -> BTreeSet<ClassId> {
    let clauses = spec.env_assumptions.iter().chain(&spec.global_invariants);
    let mut found: BTreeSet<ClassId> = clauses.clone().map(|clause| clause.class).collect();
    found.extend(spec.field_clauses.iter().map(|clause| java.field(clause.field).class));
    found.extend(spec.guarded_by.iter().filter_map(|guard| match guard.on {
        Guarded::Field(field) => Some(java.field(field).class),
        Guarded::Method(_) => None,
    }));
    let conditions = clauses.map(|clause| &clause.condition);
    let conditions = conditions.chain(spec.field_clauses.iter().map(|clause| &clause.condition));
    conditions.for_each(|condition| asked_for(condition, &mut found));
    found
}

/// The classes in `\\forall C c` and `e instanceof C`.
fn asked_for(expr: &SpecExpr, found: &mut BTreeSet<ClassId>) {
    found.extend(ranged_over(expr));
    if let ExprKind::InstanceOf { ty: object::Type::Class(class), .. } = &expr.kind {
        found.insert(*class);
    }
    expr.children().into_iter().for_each(|child| asked_for(child, found));
}

/// The classes of whose objects the quantifiers in it speak.
pub fn ranged_over(expr: &SpecExpr) -> BTreeSet<ClassId> {
    let mut found: BTreeSet<ClassId> = expr.children().into_iter().flat_map(ranged_over).collect();
    if let ExprKind::Quantifier { variables, .. } = &expr.kind {
        found.extend(variables.iter().filter_map(|variable| match &variable.ty {
            SpecType::Java(object::Type::Class(class)) => Some(*class),
            SpecType::Java(_) | SpecType::Thread | SpecType::ThreadSet => None,
        }));
    }
    found
}
