//! Yield invariants, for the arguments of a call.

use crate::actions::gate::Condition;
use crate::civl::{Civl, InvariantCall, Layer};
use ivl::build::Build;
use ivl::typed::{Condition as Clause, LocalId, Var};
use ivl::visit::{Fresh, Substitution, substitute};

/// Whether the invariant exists at the layer.
pub fn is_at(civl: &Civl, call: &InvariantCall, layer: Layer) -> bool {
    civl.invariant(call.invariant).is_some_and(|invariant| invariant.layer == layer)
}

/// The conditions of an invariant for the arguments of a call, in which variables are replaced.
pub fn invariant_at(civl: &Civl, build: &mut Build, call: &InvariantCall, vars: &Substitution) -> Vec<Condition> {
    let Some(invariant) = civl.invariant(call.invariant) else { return Vec::new() };
    let mut params = Substitution::default();
    for (at, arg) in call.ins.iter().enumerate() {
        let arg = substitute(arg, vars, &mut Fresh::of(&mut build.program));
        params.vars.insert(Var::Local(LocalId(at as u32)), arg);
    }
    let stated = |clause: &Clause| Condition::new(clause.expr.clone(), &clause.attributes, clause.span);
    invariant.conditions.iter().map(|clause| stated(clause).over(&params, build)).collect()
}
