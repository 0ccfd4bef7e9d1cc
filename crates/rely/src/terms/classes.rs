//! Which objects are of which class.
//!
//! For each class C that plays a role there is a predicate `is C(o)`: not null and of the class. The predicates follow the
//! class hierarchy. Of an object that is made here it is known as which class it is made, `class of(o)`, and so which of the
//! predicates do not hold. The thread that the program begins with is of no class of the program.

use crate::terms::heap::{Heap, Sort, int, le, range};
use concurrent::object::annotations::spec::{Expr as SpecExpr, ExprKind, Guarded, Spec, SpecType};
use concurrent::object::{self, ClassId};
use ivl::build::{and, any, apply, bool_lit, bound_var, eq, forall, implies, not, or, var};
use ivl::typed::{Expr, FunctionId, Type, Var};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What an object is made as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Made {
    As(ClassId),
    Array,
    /// As one of a class that is not given.
    Unseen,
}

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
        self.made_as(object, Made::Array)
    }

    /// Of this class and of none below.
    pub fn is_exactly(&mut self, object: &Expr, class: ClassId) -> Expr {
        let of_class = self.is_instance(object.clone(), class);
        and(self.made_as(object, Made::As(class)), of_class)
    }

    fn made_as(&mut self, object: &Expr, made: Made) -> Expr {
        let value = self.class_value(made);
        eq(self.class_of(object), value)
    }

    /// The class that an object was made as.
    fn class_of(&mut self, object: &Expr) -> Expr {
        let span = object.span();
        let (function, _) = self.build.function("class of", &[Sort::Ref.ty()], &class_type(), span);
        apply(function, vec![object.clone()], class_type(), span)
    }

    /// What is of a class was made as one of those below it, or of a class that is not given.
    fn made_below(&mut self, class: ClassId, is_of_class: FunctionId) {
        let below = self.below.get(&class).map_or(&[][..], Vec::as_slice);
        if below.len() > MOST_BELOW {
            return;
        }
        let mut below: Vec<Made> = below.iter().copied().map(Made::As).chain([Made::Unseen]).collect();
        if !self.java.class(class).is_from_source() {
            below.push(Made::Array);
        }
        let (variable, some) = self.any_ref("o");
        let own = apply(is_of_class, vec![some.clone()], Type::Bool, self.span);
        let made = self.class_of(&some);
        let mut cases = Vec::new();
        for below in below {
            let value = self.class_value(below);
            cases.push(eq(made.clone(), value));
        }
        let known = implies(own.clone(), any(cases, self.span));
        self.axiom(forall(vec![variable], vec![vec![own, made]], known));
    }

    /// A class as a value; all are different.
    fn class_value(&mut self, made: Made) -> Expr {
        let id = match self.made_classes.get(&made) {
            Some(known) => *known,
            None => {
                let name = match made {
                    Made::As(class) => format!("class {}", self.java.class(class).name),
                    Made::Array => "array".to_string(),
                    Made::Unseen => "unseen class".to_string(),
                };
                let id = self.constant_of(&name, class_type());
                self.made_classes.insert(made, id);
                id
            }
        };
        var(Var::Const(id), &class_type(), self.span)
    }

    /// The thread that the program begins with is a plain one.
    pub fn main_is_a_thread(&mut self) {
        let thread = self.java.class_named("java.lang.Thread").map_or(Made::Unseen, Made::As);
        let main = self.main(self.span);
        let made = self.made_as(&main, thread);
        self.axiom(made);
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
        self.classes.insert(class, id);
        let (object, value) = self.any_ref("o");
        let own = apply(id, vec![value.clone()], Type::Bool, self.span);
        let some = not(eq(value, self.null(self.span)));
        self.axiom(forall(vec![object], vec![vec![own.clone()]], implies(own, some)));
        if self.java.class(class).is_from_source() || self.spoken_of.contains(&class) {
            self.made_below(class, id);
        }
        for above in all_above(self.java, class).into_iter().filter(|above| *above != class) {
            if let Some(function) = self.classes.get(&above).copied() {
                self.subclass_axiom(id, function);
            }
        }
        for below in self.below.get(&class).cloned().unwrap_or_default() {
            if let Some(function) = self.classes.get(&below).copied().filter(|_| below != class) {
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

/// The third of the heap's own types: of classes as values.
fn class_type() -> Type {
    Type::Ctor(ivl::typed::CtorId(2), Arc::new([]))
}

/// The class itself, and those above it.
fn all_above(java: &object::Program, class: ClassId) -> BTreeSet<ClassId> {
    let mut above = BTreeSet::new();
    let mut pending: Vec<ClassId> = java.class_named("java.lang.Object").into_iter().chain([class]).collect();
    while let Some(class) = pending.pop() {
        if above.insert(class) {
            pending.extend(java.supertypes(class));
        }
    }
    above
}

/// By class, itself and those below it.
pub fn below(java: &object::Program) -> FxHashMap<ClassId, Vec<ClassId>> {
    let mut found: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
    for class in java.class_ids() {
        all_above(java, class).into_iter().for_each(|above| found.entry(above).or_default().push(class));
    }
    found
}

/// If more classes than this are below one, nothing is known of objects that are not made as one of them.
const MOST_BELOW: usize = 40;

/// More classes than this are not distinguished.
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
