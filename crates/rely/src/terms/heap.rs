//! The shared state as variables of the sequential program.
//!
//! ```text
//! field f, ghost g of a class       f: [Ref]T        static: f: T
//! elements of arrays                elements: [Ref][int]T, one for each sort of T; length(Ref) never changes
//! monitors                          holder: [Ref]Ref       null is free
//! java.util.concurrent locks        owner: [Ref]Ref        also of the write side of a read-write lock
//! read sides of read-write locks    readers: [Ref][Ref]bool
//! content of atomics                content: [Ref]T, one for each sort of T
//! objects that others may reach     published: [Ref]bool
//! threads that were started         started: [Ref]bool
//! ```
//!
//! Threads are references. Integers of Java are integers in range; floating-point numbers are values of which nothing is
//! known. Of which class an object is, [`crate::terms::classes`] says.

use crate::plan::known_classes::known_classes;
use crate::steps::dirt::written_by_code;
use crate::steps::lock::asks_for_read_sides;
use crate::terms::classes::{Made, below, chosen_by, spoken_of};
use crate::text::call_graph::{Waited, all_callees, waited, waiting};
use crate::text::fields::{FieldFacts, field_facts};
use concurrent::object::annotations::spec::{GhostId, Spec, SpecType};
use concurrent::object::{self, ClassId, FieldId, MethodId};
use ivl::build::{Build, and, apply, bool_lit, bound_var, forall, map_type, select, var};
use ivl::typed::{
    Axiom, BinaryOp, Const, ConstId, Expr, ExprKind, FunctionId, GlobalId, Literal, Program, Type, TypeCtor, Var,
    Variable,
};
use rustc_hash::FxHashMap;
use source::{FileId, Span};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// What a value is for the solver.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    Int,
    Bool,
    Float,
    Ref,
    ThreadSet,
}

const ELEMENTS: [Sort; 4] = [Sort::Int, Sort::Bool, Sort::Float, Sort::Ref];

/// By the place of a declaration and, of one on a field, that field.
type SpokenOf = FxHashMap<(Span, Option<FieldId>), Rc<BTreeSet<GlobalId>>>;

pub struct Heap<'p> {
    pub java: &'p object::Program,
    pub spec: &'p Spec,
    /// The classes that are for any thread to use.
    pub safe: BTreeSet<ClassId>,
    pub build: Build,
    pub span: Span,
    fields: Vec<GlobalId>,
    ghosts: Vec<GlobalId>,
    elements: Vec<GlobalId>,
    contents: Vec<GlobalId>,
    pub holder: GlobalId,
    pub owner: GlobalId,
    pub readers: GlobalId,
    pub published: GlobalId,
    pub started: GlobalId,
    null: ConstId,
    main: ConstId,
    length: FunctionId,
    pub(crate) classes: FxHashMap<ClassId, FunctionId>,
    objects: FxHashMap<String, ConstId>,
    facts: Vec<FieldFacts>,
    /// Every shared variable as it is now.
    pub vars: Rc<Vec<Expr>>,
    /// By shared variable, the field that it stands for.
    field_of: Vec<Option<FieldId>>,
    /// By declaration, the shared variables that it speaks of.
    pub spoken: RefCell<SpokenOf>,
    has_read_sides: bool,
    waiting: BTreeSet<MethodId>,
    /// By method, what it calls.
    pub calls: Vec<Vec<MethodId>>,
    known: RefCell<FxHashMap<MethodId, Rc<BTreeSet<ClassId>>>>,
    waited: RefCell<FxHashMap<MethodId, Rc<Waited>>>,
    code_writes: RefCell<FxHashMap<MethodId, Rc<BTreeSet<GlobalId>>>>,
    /// Classes that declarations speak of, and those by which virtual calls choose.
    pub(crate) spoken_of: BTreeSet<ClassId>,
    /// Classes as values.
    pub(crate) made_classes: FxHashMap<Made, ConstId>,
    /// By class, itself and those below it.
    pub(crate) below: FxHashMap<ClassId, Vec<ClassId>>,
}

impl<'p> Heap<'p> {
    pub fn new(java: &'p object::Program, spec: &'p Spec, safe: BTreeSet<ClassId>) -> Heap<'p> {
        let from_source = java.classes.iter().find(|class| class.is_from_source());
        let span = from_source.map_or(Span::new(FileId(0), 0, 0), |class| class.span);
        let ctor = |name: &str| TypeCtor { name: name.into(), arity: 0, builtin: None, attributes: Vec::new(), span };
        let program = Program { type_ctors: vec![ctor("Ref"), ctor("Float"), ctor("Class")], ..Program::default() };
        let none = GlobalId(0);
        let calls = all_callees(java);
        let mut heap = Heap {
            java,
            spec,
            safe,
            build: Build::new(program),
            span,
            fields: Vec::new(),
            ghosts: Vec::new(),
            elements: Vec::new(),
            contents: Vec::new(),
            holder: none,
            owner: none,
            readers: none,
            published: none,
            started: none,
            null: ConstId(0),
            main: ConstId(0),
            length: FunctionId(0),
            classes: FxHashMap::default(),
            objects: FxHashMap::default(),
            facts: field_facts(java),
            vars: Rc::default(),
            field_of: Vec::new(),
            spoken: RefCell::default(),
            waiting: waiting(java, &calls),
            calls,
            known: RefCell::default(),
            waited: RefCell::default(),
            code_writes: RefCell::default(),
            has_read_sides: asks_for_read_sides(java),
            made_classes: FxHashMap::default(),
            below: below(java),
            spoken_of: spoken_of(java, spec).into_iter().chain(chosen_by(java)).collect(),
        };
        heap.declare();
        let globals = heap.build.program.globals.iter().enumerate();
        let vars = globals.map(|(at, global)| var(Var::Global(GlobalId(at as u32)), &global.ty, span));
        heap.vars = Rc::new(vars.collect());
        heap.field_of = vec![None; heap.vars.len()];
        for (at, global) in heap.fields.iter().enumerate() {
            heap.field_of[global.index()] = Some(FieldId(at as u32));
        }
        heap
    }

    fn declare(&mut self) {
        let (span, of_object) = (self.span, |sort: Sort| map_type(vec![sort.ty()], Type::Bool));
        self.holder = self.global("holder", map_type(vec![Sort::Ref.ty()], Sort::Ref.ty()), span);
        self.owner = self.global("owner", map_type(vec![Sort::Ref.ty()], Sort::Ref.ty()), span);
        self.readers = self.global("readers", map_type(vec![Sort::Ref.ty()], Sort::ThreadSet.ty()), span);
        self.published = self.global("published", of_object(Sort::Ref), span);
        self.started = self.global("started", of_object(Sort::Ref), span);
        for field in &self.java.fields {
            let global = self.global(&field.name, by_object(sort_of(&field.ty), field.is_static), field.span);
            self.fields.push(global);
        }
        for ghost in &self.spec.ghosts {
            let global = self.global(&ghost.name, by_object(sort_of_spec(&ghost.ty), ghost.is_static), ghost.span);
            self.ghosts.push(global);
        }
        for sort in ELEMENTS {
            let row = map_type(vec![Type::Int], sort.ty());
            let elements = self.global("elements", map_type(vec![Sort::Ref.ty()], row), span);
            self.elements.push(elements);
            let content = self.global("content", by_object(sort, false), span);
            self.contents.push(content);
        }
        self.null = self.constant("null");
        self.main = self.constant("main");
        self.main_is_a_thread();
        self.length = self.build.function("length", &[Sort::Ref.ty()], &Type::Int, span).0;
        let array = bound_var(self.build.fresh_bound(), "a".into(), Sort::Ref.ty());
        let length = apply(self.length, vec![self.bound(&array)], Type::Int, span);
        let range = and(le(int(0, span), length.clone()), le(length.clone(), int(i32::MAX.into(), span)));
        self.axiom(forall(vec![array], vec![vec![length]], range));
    }

    fn global(&mut self, name: &str, ty: Type, span: Span) -> GlobalId {
        let globals = &mut self.build.program.globals;
        globals.push(Variable { name: name.into(), ty, where_clause: None, attributes: Vec::new(), span });
        GlobalId(globals.len() as u32 - 1)
    }

    /// Objects that exist from the start, all different.
    fn constant(&mut self, name: &str) -> ConstId {
        self.constant_of(name, Sort::Ref.ty())
    }

    /// A value that differs from all other such constants.
    pub(crate) fn constant_of(&mut self, name: &str, ty: Type) -> ConstId {
        let constant = Const { name: name.into(), ty, unique: true, attributes: Vec::new(), span: self.span };
        self.build.program.consts.push(constant);
        ConstId(self.build.program.consts.len() as u32 - 1)
    }

    pub fn axiom(&mut self, expr: Expr) {
        let span = self.span;
        self.build.program.axioms.push(Axiom { expr, attributes: Vec::new(), used_by: Vec::new(), span });
    }

    /// What is governed by Java itself, and needs no `modifies`.
    pub fn by_java(&self) -> [GlobalId; 5] {
        [self.holder, self.owner, self.readers, self.published, self.started]
    }

    /// Whether the program asks for the read side of a read-write lock anywhere.
    pub fn has_read_sides(&self) -> bool {
        self.has_read_sides
    }

    /// Whether the method may wait, and so give up locks for a while.
    pub fn may_wait(&self, method: MethodId) -> bool {
        self.waiting.contains(&method)
    }

    /// What the method may wait for: the static types of monitors, and whether it waits on conditions.
    pub fn waits_for(&self, method: MethodId) -> Rc<Waited> {
        if let Some(known) = self.waited.borrow().get(&method) {
            return known.clone();
        }
        let found = Rc::new(waited(self.java, &self.calls, method));
        self.waited.borrow_mut().insert(method, found.clone());
        found
    }

    /// The classes that a method knows.
    pub fn known_classes(&self, method: MethodId) -> Rc<BTreeSet<ClassId>> {
        if let Some(known) = self.known.borrow().get(&method) {
            return known.clone();
        }
        let found = Rc::new(known_classes(self.java, self.spec, &self.calls, method));
        self.known.borrow_mut().insert(method, found.clone());
        found
    }

    /// The shared variables that the code of a method may write, and Java's own ones.
    pub fn code_writes(&self, method: MethodId) -> Rc<BTreeSet<GlobalId>> {
        if let Some(known) = self.code_writes.borrow().get(&method) {
            return known.clone();
        }
        let found = Rc::new(written_by_code(self, method));
        self.code_writes.borrow_mut().insert(method, found.clone());
        found
    }

    pub fn facts(&self, field: FieldId) -> FieldFacts {
        self.facts[field.index()]
    }

    pub fn field(&self, field: FieldId) -> GlobalId {
        self.fields[field.index()]
    }

    /// The field that this global stands for.
    pub fn field_of(&self, global: GlobalId) -> Option<FieldId> {
        self.field_of[global.index()]
    }

    /// Whether the global is a final field of objects. Others do not change it: of an object that they make later, nothing
    /// was known before.
    pub fn is_frozen(&self, global: GlobalId) -> bool {
        let field = self.field_of(global).map(|field| self.java.field(field));
        field.is_some_and(|field| field.is_final && !field.is_static)
    }

    pub fn ghost(&self, ghost: GhostId) -> GlobalId {
        self.ghosts[ghost.0 as usize]
    }

    pub fn elements(&self, sort: Sort) -> GlobalId {
        self.elements[ELEMENTS.iter().position(|element| *element == sort).unwrap_or(3)]
    }

    pub fn content(&self, sort: Sort) -> GlobalId {
        self.contents[ELEMENTS.iter().position(|element| *element == sort).unwrap_or(3)]
    }

    /// Whether the global is one value for each object.
    pub fn is_by_object(&self, global: GlobalId) -> bool {
        match &self.ty(global) {
            Type::Map(map) => map.domain == [Sort::Ref.ty()] && !self.is_static_set(global),
            _ => false,
        }
    }

    /// A static ghost that is a set of threads.
    fn is_static_set(&self, global: GlobalId) -> bool {
        let ghost = self.ghosts.iter().position(|ghost| *ghost == global);
        ghost.is_some_and(|at| self.spec.ghosts[at].is_static)
    }

    pub fn ty(&self, global: GlobalId) -> Type {
        self.build.program.globals[global.index()].ty.clone()
    }

    pub fn now(&self, global: GlobalId) -> Expr {
        self.vars[global.index()].clone()
    }

    pub fn null(&self, span: Span) -> Expr {
        var(Var::Const(self.null), &Sort::Ref.ty(), span)
    }

    pub fn main(&self, span: Span) -> Expr {
        var(Var::Const(self.main), &Sort::Ref.ty(), span)
    }

    /// The object of a string literal or of `C.class`.
    pub fn object(&mut self, name: String, span: Span) -> Expr {
        let id = match self.objects.get(&name) {
            Some(id) => *id,
            None => {
                let id = self.constant(&name);
                self.objects.insert(name, id);
                let object = var(Var::Const(id), &Sort::Ref.ty(), span);
                let exists = self.is_constant(object);
                self.axiom(exists);
                id
            }
        };
        var(Var::Const(id), &Sort::Ref.ty(), span)
    }

    /// Whether it is an object that is there from the start, such as a literal.
    pub fn is_constant(&mut self, object: Expr) -> Expr {
        let span = object.span();
        let (function, _) = self.build.function("is constant", &[Sort::Ref.ty()], &Type::Bool, span);
        apply(function, vec![object], Type::Bool, span)
    }

    pub fn length(&self, array: Expr) -> Expr {
        let span = array.span();
        apply(self.length, vec![array], Type::Int, span)
    }

    pub fn bound(&self, variable: &ivl::typed::BoundVar) -> Expr {
        var(Var::Bound(variable.id), &variable.ty, self.span)
    }

    /// A new variable for a quantifier over objects or threads.
    pub fn any_ref(&mut self, name: &str) -> (ivl::typed::BoundVar, Expr) {
        let variable = bound_var(self.build.fresh_bound(), name.into(), Sort::Ref.ty());
        let value = self.bound(&variable);
        (variable, value)
    }

    /// What a variable of this sort holds at first.
    pub fn zero(&mut self, sort: Sort, span: Span) -> Expr {
        match sort {
            Sort::Int => int(0, span),
            Sort::Bool => bool_lit(false, span),
            Sort::Ref => self.null(span),
            Sort::ThreadSet => {
                let ty = sort.ty();
                self.build.constant_map(ty, bool_lit(false, span))
            }
            Sort::Float => {
                let (function, _) = self.build.function("float zero", &[], &Sort::Float.ty(), span);
                apply(function, Vec::new(), Sort::Float.ty(), span)
            }
        }
    }
}

impl Sort {
    pub fn ty(self) -> Type {
        match self {
            Sort::Int => Type::Int,
            Sort::Bool => Type::Bool,
            Sort::Ref => Type::Ctor(ivl::typed::CtorId(0), Arc::new([])),
            Sort::Float => Type::Ctor(ivl::typed::CtorId(1), Arc::new([])),
            Sort::ThreadSet => map_type(vec![Sort::Ref.ty()], Type::Bool),
        }
    }
}

fn by_object(sort: Sort, is_static: bool) -> Type {
    if is_static { sort.ty() } else { map_type(vec![Sort::Ref.ty()], sort.ty()) }
}

pub fn sort_of(ty: &object::Type) -> Sort {
    match ty {
        object::Type::Boolean => Sort::Bool,
        object::Type::Byte | object::Type::Short | object::Type::Char | object::Type::Int | object::Type::Long => {
            Sort::Int
        }
        object::Type::Float | object::Type::Double => Sort::Float,
        object::Type::Null | object::Type::Class(_) | object::Type::Array(_) => Sort::Ref,
    }
}

pub fn sort_of_spec(ty: &SpecType) -> Sort {
    match ty {
        SpecType::Java(ty) => sort_of(ty),
        SpecType::Thread => Sort::Ref,
        SpecType::ThreadSet => Sort::ThreadSet,
    }
}

/// The least and the greatest value of an integer type.
pub fn range(ty: &object::Type) -> Option<(i128, i128)> {
    let (bits, signed) = ty.integer()?;
    Some(if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) })
}

pub fn int(value: i128, span: Span) -> Expr {
    Expr::new(ExprKind::Literal(Literal::Int(value.into())), Type::Int, span)
}

pub fn binary(op: BinaryOp, left: Expr, right: Expr, ty: Type) -> Expr {
    let span = left.span();
    Expr::new(ExprKind::Binary(op, left, right), ty, span)
}

pub fn le(left: Expr, right: Expr) -> Expr {
    binary(BinaryOp::Le, left, right, Type::Bool)
}

pub fn lt(left: Expr, right: Expr) -> Expr {
    binary(BinaryOp::Lt, left, right, Type::Bool)
}

/// `map[first]`, `map[first][second]`.
pub fn at(map: Expr, first: Expr, second: Expr) -> Expr {
    select(select(map, first), second)
}
