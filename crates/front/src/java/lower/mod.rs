//! From the syntax tree of a body to its graph.
//!
//! One walk resolves names, finds types and emits instructions, in the order in which Java evaluates. Each file is a part
//! of the language. What cannot be modelled ends the walk with a [`Gap`]: the method is unsupported, and only it.

mod access;
mod assign;
mod bodies;
mod build;
mod call;
mod constants;
mod convert;
mod create;
mod exceptions;
mod expr;
mod infer;
mod lambda;
mod loops;
mod operators;
mod reference;
mod stmt;
mod switch;
mod timed_wait;
mod unseen;

pub use bodies::run_jobs;

use super::ast::Block;
use super::names::Place;
use super::types::Ty;
use super::world::{Lowered, TypeNames, UnitId, World, gap};
use concurrent::object::{
    Annotation, ClassId, Constant, Edge, Expr, ExprKind, Gap, Local, LocalId, MethodId, Name, Node, NodeId, Type,
};
use source::Span;

/// A value with its static type.
#[derive(Clone, Debug)]
pub struct Value {
    pub expr: Expr,
    pub ty: Ty,
}

#[derive(Clone)]
struct Variable {
    name: Name,
    local: LocalId,
    ty: Ty,
}

/// What a jump out of a statement passes, the innermost last.
enum Frame<'a> {
    /// A loop, a switch or a statement with a label.
    Target {
        labels: Vec<Name>,
        is_plain: bool,
        break_to: NodeId,
        continue_to: Option<NodeId>,
    },
    /// A switch that is an expression.
    Yield {
        to: NodeId,
        result: LocalId,
        ty: Ty,
    },
    /// Runs on every way out; exceptions in it go to the outer handler.
    /// Its names are those that are in scope outside.
    Finally {
        block: &'a Block,
        outer_unwind: NodeId,
        scope: usize,
    },
    Monitor {
        monitor: Expr,
        outer_unwind: NodeId,
        span: Span,
    },
    Resource {
        local: Value,
        outer_unwind: NodeId,
        span: Span,
    },
}

/// What `return` does.
enum Returns {
    Nothing,
    Declared(Ty),
    /// Of a lambda whose result is found out from its body.
    Inferred(Option<Ty>),
}

pub struct Lowerer<'w, 'a> {
    world: &'w mut World,
    method: MethodId,
    class: ClassId,
    unit: UnitId,
    is_static: bool,
    names: TypeNames,
    locals: Vec<Local>,
    temporaries: u32,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Where the next instruction goes.
    at: NodeId,
    entry: NodeId,
    exit: NodeId,
    exceptional_exit: NodeId,
    unwind: NodeId,
    result: Option<LocalId>,
    exception: LocalId,
    returns: Returns,
    variables: Vec<Variable>,
    frames: Vec<Frame<'a>>,
    /// Labels right before the next statement.
    labels: Vec<Name>,
    /// Annotations right before the next loop.
    loop_annotations: Vec<Annotation>,
    /// Temporaries that never hold null.
    not_null: Vec<LocalId>,
}

impl<'w, 'a> Lowerer<'w, 'a> {
    /// A lowerer for a method whose parameters are declared.
    fn new(world: &'w mut World, method: MethodId, span: Span) -> Lowerer<'w, 'a> {
        let entry = &world.program.methods[method.index()];
        let (class, is_static, mut locals) = (entry.class, entry.is_static, entry.locals.clone());
        let signature = world.signatures[method.index()].clone();
        let info = world.info(class);
        let unit = info.unit;
        let mut names = info.scope.clone();
        let vars = signature.type_params.iter().map(|var| (world.type_vars[var.0 as usize].name.clone(), *var));
        names.vars.extend(vars);
        let first = usize::from(!is_static);
        let params = signature.params.iter().enumerate().map(|(at, ty)| Variable {
            name: locals[first + at].name.clone(),
            local: LocalId((first + at) as u32),
            ty: ty.clone(),
        });
        let variables = params.collect();
        let mut add = |name: &str, ty: Type| {
            locals.push(Local { name: name.into(), ty, is_temporary: true, span });
            LocalId(locals.len() as u32 - 1)
        };
        let exception = add("exception", Type::Class(world.known.throwable));
        let result = match &signature.result {
            Ty::Void => None,
            ty => Some(add("result", world.erase(ty))),
        };
        let returns = if result.is_some() { Returns::Declared(signature.result) } else { Returns::Nothing };
        let nodes = vec![Node { span }; 3];
        Lowerer {
            world,
            method,
            class,
            unit,
            is_static,
            names,
            locals,
            temporaries: 0,
            nodes,
            edges: Vec::new(),
            at: NodeId(0),
            entry: NodeId(0),
            exit: NodeId(1),
            exceptional_exit: NodeId(2),
            unwind: NodeId(2),
            result,
            exception,
            returns,
            variables,
            frames: Vec::new(),
            labels: Vec::new(),
            loop_annotations: Vec::new(),
            not_null: Vec::new(),
        }
    }

    fn resolve(&mut self, ty: &super::ast::TypeExpr) -> Ty {
        let names = self.names.clone();
        let place = Place { unit: self.unit, class: Some(self.class), names: &names };
        self.world.resolve_type(place, ty)
    }

    fn local_value(&self, local: LocalId, ty: Ty) -> Value {
        let expr = Expr { kind: ExprKind::Local(local), ty: self.locals[local.index()].ty.clone() };
        Value { expr, ty }
    }

    fn constant(&self, constant: Constant, ty: Ty) -> Value {
        Value { expr: Expr { kind: ExprKind::Constant(constant), ty: self.world.erase(&ty) }, ty }
    }

    fn null(&self) -> Value {
        self.constant(Constant::Null, Ty::Null)
    }

    fn int(&self, value: i64) -> Value {
        self.constant(Constant::Int(value), Ty::INT)
    }

    fn bool(&self, value: bool) -> Value {
        self.constant(Constant::Bool(value), Ty::BOOLEAN)
    }

    /// The value of an expression that has none, such as a call of a `void` method.
    fn nothing(&self) -> Value {
        Value { expr: Expr { kind: ExprKind::Constant(Constant::Null), ty: Type::Null }, ty: Ty::Void }
    }

    fn unknown_type<T>(&self, span: Span) -> Lowered<T> {
        gap(span, "the type of this expression is not known")
    }
}

/// A gap that an unforeseen shape of the tree gives.
fn unforeseen(span: Span, what: &str) -> Gap {
    Gap { message: format!("{what} is not modelled"), span }
}
