//! Replaces calls of `{:inline}` functions by their bodies.
//!
//! text → ast → **typed** → mono → contract → acyclic → passive → solver text
//!
//! Law: f(e₁, …, eₙ) becomes body[x₁ := e₁, …, xₙ := eₙ], all at once, with the binders of the body renewed. This holds
//! everywhere: in axioms, bodies, specifications, commands, triggers and attributes. An argument that the body uses
//! several times is shared, not copied. Afterwards no expression calls an inline function; the declarations stay.

use crate::typed::{Expr, ExprKind, Function, FunctionId, Meaning, Program, Type, Var};
use crate::visit::{Folder, Fresh, Memo, Substitution, fold_children, fold_program, substitute};

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
    Done(Expr),
}

struct Inliner<'a> {
    functions: &'a [Function],
    bodies: Vec<Body>,
    fresh: Fresh<'a>,
    memo: Memo,
}

impl Inliner<'_> {
    /// The body of a function, itself inlined; none if the function is not inline.
    /// A call of a function within its own body cannot occur; it would stay as it is.
    fn body(&mut self, function: FunctionId) -> Option<Expr> {
        let functions = self.functions;
        let Meaning::Inline(body) = &functions[function.index()].meaning else { return None };
        match &self.bodies[function.index()] {
            Body::Done(body) => Some(body.clone()),
            Body::InWork => None,
            Body::Untouched => {
                self.bodies[function.index()] = Body::InWork;
                let inlined = self.expr(body);
                self.bodies[function.index()] = Body::Done(inlined.clone());
                Some(inlined)
            }
        }
    }

    /// The call as an instance of the body, if the function is inline.
    fn inlined(&mut self, function: FunctionId, type_args: &[Type], args: &[Expr]) -> Option<Expr> {
        let body = self.body(function)?;
        let declaration = &self.functions[function.index()];
        let params = declaration.params.iter().map(|param| Var::Bound(param.id));
        let substitution = Substitution {
            vars: params.zip(args.iter().cloned()).collect(),
            types: declaration.type_params.iter().copied().zip(type_args.iter().cloned()).collect(),
            old: None,
        };
        Some(substitute(&body, &substitution, &mut self.fresh))
    }
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
