//! Replaces calls of `{:inline}` functions by their bodies.
//!
//! text → ast → **typed** → mono → contract → acyclic → passive → solver text
//!
//! Law: f(e₁, …, eₙ) becomes body[x₁ := e₁, …, xₙ := eₙ], all at once, with the binders of the body renewed. This holds
//! everywhere: in axioms, bodies, specifications, commands, triggers and attributes. An argument that the body uses
//! several times is shared, not copied, and so are calls with the same arguments: a function that uses another twice,
//! which uses another twice, and so on, would else not fit into memory. Quantifiers over types are not shared, because
//! what becomes of one depends on where it stands. Afterwards no expression calls an inline function; the declarations
//! stay.

use crate::typed::{Expr, ExprKind, Function, FunctionId, Literal, Meaning, Program, Type, Var};
use crate::visit::{Folder, Fresh, Memo, Substitution, fold_children, fold_program, substitute, walk};
use rustc_hash::FxHashMap;
use std::sync::Arc;

pub fn inline_functions(mut program: Program) -> Program {
    if !program.functions.iter().any(|function| matches!(function.meaning, Meaning::Inline(_))) {
        return program;
    }
    let functions = program.functions.clone();
    let mut next_bound = program.next_bound;
    let mut type_vars = std::mem::take(&mut program.type_vars);
    let mut inliner = Inliner {
        bodies: vec![Body::Untouched; functions.len()],
        functions: &functions,
        fresh: Fresh { next_bound: &mut next_bound, type_vars: &mut type_vars },
        memo: Memo::default(),
        calls: FxHashMap::default(),
    };
    fold_program(&mut inliner, &mut program);
    program.next_bound = next_bound;
    program.type_vars = type_vars;
    program
}

/// The body of an inline function, on its way to a form without calls of inline functions.
#[derive(Clone)]
enum Body {
    Untouched,
    InWork,
    /// Whether calls can be shared is said too.
    Done(Expr, bool),
}

/// A call, known by its function, types and arguments.
type Call = (FunctionId, Vec<Type>, Vec<Argument>);

/// What tells one argument from another.
#[derive(PartialEq, Eq, Hash)]
enum Argument {
    Var(Var),
    Literal(Literal),
    /// By its address.
    Compound(usize),
}

impl Argument {
    fn of(expr: &Expr) -> Argument {
        match expr.kind() {
            ExprKind::Var(var) => Argument::Var(*var),
            ExprKind::Literal(literal) => Argument::Literal(literal.clone()),
            _ => Argument::Compound(Arc::as_ptr(&expr.0) as usize),
        }
    }
}

struct Inliner<'a> {
    functions: &'a [Function],
    bodies: Vec<Body>,
    fresh: Fresh<'a>,
    memo: Memo,
    /// Instances of bodies, with the arguments, whose addresses must stay theirs.
    calls: FxHashMap<Call, (Vec<Expr>, Expr)>,
}

impl Inliner<'_> {
    /// The body of a function, itself inlined, and whether calls can be shared; none if the function is not inline.
    /// A call of a function within its own body cannot occur; it would stay as it is.
    fn body(&mut self, function: FunctionId) -> Option<(Expr, bool)> {
        let functions = self.functions;
        let Meaning::Inline(body) = &functions[function.index()].meaning else { return None };
        match &self.bodies[function.index()] {
            Body::Done(body, shared) => Some((body.clone(), *shared)),
            Body::InWork => None,
            Body::Untouched => {
                self.bodies[function.index()] = Body::InWork;
                let inlined = self.expr(body);
                let shared = !is_over_types(&inlined);
                self.bodies[function.index()] = Body::Done(inlined.clone(), shared);
                Some((inlined, shared))
            }
        }
    }

    /// The call as an instance of the body, if the function is inline.
    fn inlined(&mut self, function: FunctionId, type_args: &[Type], args: &[Expr]) -> Option<Expr> {
        let (body, shared) = self.body(function)?;
        let call = || (function, type_args.to_vec(), args.iter().map(Argument::of).collect());
        if let Some((_, known)) = shared.then(|| self.calls.get(&call())).flatten() {
            return Some(known.clone());
        }
        let declaration = &self.functions[function.index()];
        let params = declaration.params.iter().map(|param| Var::Bound(param.id));
        let substitution = Substitution {
            vars: params.zip(args.iter().cloned()).collect(),
            types: declaration.type_params.iter().copied().zip(type_args.iter().cloned()).collect(),
            old: None,
        };
        let new = substitute(&body, &substitution, &mut self.fresh);
        if shared {
            self.calls.insert(call(), (args.to_vec(), new.clone()));
        }
        Some(new)
    }
}

/// Whether it has a quantifier or lambda over types.
fn is_over_types(expr: &Expr) -> bool {
    let mut found = false;
    walk(expr, &mut |node| {
        found |= matches!(node.kind(), ExprKind::Quantifier(quantifier) if !quantifier.type_params.is_empty());
        !found
    });
    found
}

impl Folder for Inliner<'_> {
    fn expr(&mut self, expr: &Expr) -> Expr {
        if let Some(new) = self.memo.get(expr) {
            return new;
        }
        let mut new = fold_children(self, expr);
        if let ExprKind::Apply { function, type_args, args } = new.kind()
            && let Some(body) = self.inlined(*function, type_args, args)
        {
            new = body;
        }
        self.memo.put(expr, &new);
        new
    }
}
