//! Atomic actions, ready for use in obligations: what they do, from where they do not fail, what they touch.

use crate::actions::code::{Code, code, globals_of, globals_of_code, written_globals};
use crate::actions::gate::{Condition, weakest_precondition, without_assertions};
use crate::civl::{Action, Civl, Layer, Linearity};
use crate::linear::Permissions;
use ivl::build::Build;
use ivl::typed::{
    BoundVar, Expr, Function, FunctionId, GlobalId, LocalId, Meaning, Procedure, ProcedureId, Type, Variable,
};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Diagnostic;
use std::collections::BTreeSet;

pub struct Atomic<'a> {
    pub action: &'a Action,
    pub signature: &'a Procedure,
    /// What it does where the gate holds: no assertions.
    pub code: Code,
    /// The same with the assertions of the body.
    pub asserting: Code,
    /// Over globals and in-parameters.
    pub gate: Vec<Condition>,
    pub gate_reads: BTreeSet<GlobalId>,
    pub touches: BTreeSet<GlobalId>,
    pub writes: BTreeSet<GlobalId>,
    /// For each local besides the in-parameters, the function that shows its arbitrary value to the solver.
    witnesses: FxHashMap<LocalId, FunctionId>,
}

/// All actions, by id.
pub struct Atomics<'a> {
    by_id: FxHashMap<ProcedureId, Atomic<'a>>,
    order: Vec<ProcedureId>,
}

impl<'a> Atomics<'a> {
    pub fn new(civl: &'a Civl, permissions: &Permissions, build: &mut Build) -> Result<Atomics<'a>, Vec<Diagnostic>> {
        let mut atomics = Atomics { by_id: FxHashMap::default(), order: Vec::new() };
        let mut errors = Vec::new();
        for action in civl.actions() {
            match atomic(civl, permissions, build, action) {
                Ok(atomic) => {
                    atomics.by_id.insert(action.id, atomic);
                    atomics.order.push(action.id);
                }
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() { Ok(atomics) } else { Err(errors) }
    }

    pub fn get(&self, id: ProcedureId) -> &Atomic<'a> {
        &self.by_id[&id]
    }

    /// In the order of their declarations.
    pub fn iter(&self) -> impl Iterator<Item = &Atomic<'a>> {
        self.order.iter().map(|id| &self.by_id[id])
    }

    pub fn at_layer(&self, layer: Layer) -> impl Iterator<Item = &Atomic<'a>> {
        self.iter().filter(move |atomic| atomic.action.layers.contains(layer))
    }
}

fn atomic<'a>(
    civl: &'a Civl,
    permissions: &Permissions,
    build: &mut Build,
    action: &'a Action,
) -> Result<Atomic<'a>, Diagnostic> {
    let asserting = code(civl, permissions, build, action)?;
    let signature = &civl.program.procedures[action.id.index()];
    let ins = signature.ins;
    let gate = if action.gate.is_empty() {
        weakest_precondition(build, &asserting, ins, &[])
    } else {
        action.gate.iter().map(|gate| Condition::new(gate.expr.clone(), &gate.attributes, gate.span)).collect()
    };
    let code = without_assertions(&asserting);
    let witnesses = witnesses(civl, build, action, &code, ins);
    let sorted = |set: FxHashSet<GlobalId>| set.into_iter().collect::<BTreeSet<GlobalId>>();
    Ok(Atomic {
        action,
        signature,
        gate_reads: gate.iter().flat_map(|condition| globals_of(&condition.expr)).collect(),
        touches: sorted(globals_of_code(&code)),
        writes: sorted(written_globals(&code)),
        code,
        asserting,
        gate,
        witnesses,
    })
}

/// One uninterpreted predicate per local.
fn witnesses(
    civl: &Civl,
    build: &mut Build,
    action: &Action,
    code: &Code,
    ins: usize,
) -> FxHashMap<LocalId, FunctionId> {
    let mut witnesses = FxHashMap::default();
    for (at, Variable { name, ty, span, .. }) in code.locals.iter().enumerate().skip(ins) {
        let id = FunctionId(build.program.functions.len() as u32);
        let param = BoundVar { id: build.fresh_bound(), name: "x".into(), ty: ty.clone(), attributes: Vec::new() };
        build.program.functions.push(Function {
            name: format!("{}.{name}#{at} is chosen", civl.name(action.id)).into(),
            type_params: Vec::new(),
            params: vec![param],
            result: Type::Bool,
            meaning: Meaning::Uninterpreted,
            attributes: Vec::new(),
            span: *span,
        });
        witnesses.insert(LocalId(at as u32), id);
    }
    witnesses
}

impl Atomic<'_> {
    pub fn witness(&self, local: LocalId) -> Option<FunctionId> {
        self.witnesses.get(&local).copied()
    }

    /// The witnesses of these locals.
    pub fn witnesses(&self, chosen: impl Iterator<Item = LocalId>) -> FxHashMap<LocalId, FunctionId> {
        chosen.filter_map(|local| Some((local, self.witness(local)?))).collect()
    }

    /// In-parameters and out-parameters.
    pub fn params(&self) -> &[Variable] {
        &self.code.locals[..self.action.params.len()]
    }

    pub fn linearity(&self, param: usize) -> Linearity {
        self.action.params[param]
    }

    pub fn gate_exprs(&self) -> impl Iterator<Item = &Expr> {
        self.gate.iter().map(|condition| &condition.expr)
    }
}
