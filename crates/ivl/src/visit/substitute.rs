//! Replacing variables and type variables.

use super::fold::{Folder, Memo, fold_children};
use super::types::{TypeSubstitution, substitute_type};
use crate::typed::{BoundId, Expr, ExprKind, Name, Program, Type, TypeVar, Var};
use rustc_hash::FxHashMap;

/// What stands for what; all replacements happen at once.
#[derive(Clone, Default)]
pub struct Substitution {
    pub vars: FxHashMap<Var, Expr>,
    pub types: TypeSubstitution,
    /// If present, `old(e)` becomes `e` where these replacements go before those of `vars`. If absent, `old(e)` stays,
    /// with the replacements of `vars` inside.
    pub old: Option<FxHashMap<Var, Expr>>,
}

/// Where unused ids come from.
pub struct Fresh<'a> {
    pub next_bound: &'a mut u32,
    pub type_vars: &'a mut Vec<Name>,
}

impl<'a> Fresh<'a> {
    pub fn of(program: &'a mut Program) -> Fresh<'a> {
        Fresh { next_bound: &mut program.next_bound, type_vars: &mut program.type_vars }
    }

    pub fn bound(&mut self) -> BoundId {
        *self.next_bound += 1;
        BoundId(*self.next_bound - 1)
    }

    /// A type variable of the same name.
    fn type_var(&mut self, like: TypeVar) -> TypeVar {
        let name = self.type_vars.get(like.index()).cloned().unwrap_or_else(|| "T".into());
        self.type_vars.push(name);
        TypeVar(self.type_vars.len() as u32 - 1)
    }
}

/// A copy of the expression with variables replaced. It is a copy: all its binders bind new variables, so that it can
/// stand beside the original and other copies. Nothing is captured, because bound variables are unique.
pub fn substitute(expr: &Expr, substitution: &Substitution, fresh: &mut Fresh) -> Expr {
    Substituter::new(substitution, Some(fresh)).expr(expr)
}

/// The expression with type variables replaced; binders stay as they are.
pub fn instantiate(expr: &Expr, types: &TypeSubstitution) -> Expr {
    let substitution = Substitution { types: types.clone(), ..Substitution::default() };
    Substituter::new(&substitution, None).expr(expr)
}

/// One substitution for several expressions: what they share is replaced once, and what they bind in common stays
/// in common.
pub struct Substituter<'a, 'f> {
    substitution: &'a Substitution,
    /// None: binders are not renewed; for an expression that the result takes the place of.
    fresh: Option<&'a mut Fresh<'f>>,
    binders: FxHashMap<BoundId, BoundId>,
    type_binders: TypeSubstitution,
    memo: Memo,
    memo_in_old: Memo,
    in_old: bool,
}

impl<'a, 'f> Substituter<'a, 'f> {
    pub fn new(substitution: &'a Substitution, fresh: Option<&'a mut Fresh<'f>>) -> Substituter<'a, 'f> {
        Substituter {
            substitution,
            fresh,
            binders: FxHashMap::default(),
            type_binders: TypeSubstitution::default(),
            memo: Memo::default(),
            memo_in_old: Memo::default(),
            in_old: false,
        }
    }

    fn memo(&mut self) -> &mut Memo {
        if self.in_old { &mut self.memo_in_old } else { &mut self.memo }
    }

    fn replacement(&self, var: Var) -> Option<Expr> {
        let old = if self.in_old { self.substitution.old.as_ref() } else { None };
        old.and_then(|old| old.get(&var)).or_else(|| self.substitution.vars.get(&var)).cloned()
    }

    fn rebuild(&mut self, expr: &Expr) -> Expr {
        if let ExprKind::Var(var) = expr.kind() {
            return self.replacement(*var).unwrap_or_else(|| self.variable(expr, *var));
        }
        if let ExprKind::Old(inner) = expr.kind()
            && self.substitution.old.is_some()
        {
            let outside = std::mem::replace(&mut self.in_old, true);
            let new = self.expr(inner);
            self.in_old = outside;
            return new;
        }
        fold_children(self, expr)
    }

    /// A variable that stays, perhaps under another id or at another type.
    fn variable(&mut self, expr: &Expr, var: Var) -> Expr {
        let new = self.target(var);
        if new == var {
            return fold_children(self, expr);
        }
        let ty = self.ty(expr.ty()).unwrap_or_else(|| expr.ty().clone());
        Expr::new(ExprKind::Var(new), ty, expr.span())
    }
}

impl Folder for Substituter<'_, '_> {
    fn expr(&mut self, expr: &Expr) -> Expr {
        if let Some(new) = self.memo().get(expr) {
            return new;
        }
        let new = self.rebuild(expr);
        self.memo().put(expr, &new);
        new
    }

    fn ty(&mut self, ty: &Type) -> Option<Type> {
        if self.substitution.types.is_empty() && self.type_binders.is_empty() {
            return None;
        }
        // Replacements have no type variable of this expression: the two maps speak of different variables.
        let renamed = if self.type_binders.is_empty() { None } else { substitute_type(ty, &self.type_binders) };
        let replaced = substitute_type(renamed.as_ref().unwrap_or(ty), &self.substitution.types);
        replaced.or(renamed)
    }

    fn binder(&mut self, id: BoundId) -> BoundId {
        let Some(fresh) = &mut self.fresh else { return id };
        *self.binders.entry(id).or_insert_with(|| fresh.bound())
    }

    fn type_binder(&mut self, var: TypeVar) -> TypeVar {
        let Some(fresh) = &mut self.fresh else { return var };
        match self.type_binders.get(&var) {
            Some(Type::Var(new)) => *new,
            Some(_) | None => {
                let new = fresh.type_var(var);
                self.type_binders.insert(var, Type::Var(new));
                new
            }
        }
    }

    fn target(&mut self, var: Var) -> Var {
        match var {
            Var::Bound(id) => Var::Bound(self.binders.get(&id).copied().unwrap_or(id)),
            Var::Global(_) | Var::Const(_) | Var::Local(_) => var,
        }
    }
}
