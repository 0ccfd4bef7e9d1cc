//! Witnesses for `\exists` in declarations.
//!
//! Where something is said of *some* object or element, a step that writes another one leaves the witness as it was. The
//! solver looks only at terms that are there, and of the state after the step none is about the witness. So after a write
//! `m' = m[a := v]` it is told what the write means, for all that was looked at before:
//!
//! ```text
//! for all o    { m[o] }    o == a or m'[o] == m[o]
//! ```

use crate::assumptions::Reason;
use crate::others::clauses::clause_globals;
use crate::steps::method::Body;
use crate::terms::heap::at;
use concurrent::object::annotations::spec::{Expr as SpecExpr, ExprKind};
use ivl::build::{and, bound_var, eq, forall, or, select};
use ivl::typed::{Expr, GlobalId, Type, Var};
use source::Span;

impl Body<'_, '_> {
    /// A copy of the variable, if some declaration asks for a witness in it.
    pub fn before_write(&mut self, global: GlobalId, span: Span) -> Option<Expr> {
        let mut clauses = self.clauses.invariants.iter().chain(&self.clauses.env_assumptions);
        let is_asked_for = clauses
            .any(|clause| asks_for_witness(&clause.condition) && clause_globals(self.heap, clause).contains(&global));
        if !is_asked_for {
            return None;
        }
        let copy = self.sketch.hidden("before the write", self.heap.ty(global));
        let now = self.heap.now(global);
        self.sketch.assign(Var::Local(copy), now, span);
        Some(self.sketch.value(copy))
    }

    /// All other objects have kept their value.
    pub fn other_objects_kept(&mut self, global: GlobalId, before: Expr, object: &Expr) {
        let (variable, some) = self.heap.any_ref("o");
        let (old, new) = (select(before, some.clone()), select(self.heap.now(global), some.clone()));
        let kept = or(eq(some, object.clone()), eq(new, old.clone()));
        self.sketch.assume(Reason::Bookkeeping, forall(vec![variable], vec![vec![old]], kept));
    }

    /// All other elements have kept their value.
    pub fn other_elements_kept(&mut self, global: GlobalId, before: Expr, array: &Expr, index: &Expr) {
        let (variable, some) = self.heap.any_ref("o");
        let place = bound_var(self.heap.build.fresh_bound(), "i".into(), Type::Int);
        let i = self.heap.bound(&place);
        let old = at(before, some.clone(), i.clone());
        let new = at(self.heap.now(global), some.clone(), i.clone());
        let is_written = and(eq(some, array.clone()), eq(i, index.clone()));
        let kept = or(is_written, eq(new, old.clone()));
        self.sketch.assume(Reason::Bookkeeping, forall(vec![variable, place], vec![vec![old]], kept));
    }
}

fn asks_for_witness(expr: &SpecExpr) -> bool {
    let is_some = matches!(&expr.kind, ExprKind::Quantifier { is_forall: false, .. });
    is_some || expr.children().into_iter().any(asks_for_witness)
}
