//! The contract of a yield procedure at a layer, as a plain procedure has it.

use crate::civl::{Civl, InvariantCall, Layer, Layered, YieldProcedure};
use crate::given::Given;
use crate::invariants::{invariant_at, is_at};
use crate::sketch::sequential;
use ivl::build::Build;
use ivl::typed::{Condition, GlobalId, Measure, Procedure, ProcedureId, Role};
use ivl::visit::Substitution;
use rustc_hash::FxHashMap;

/// The plain procedures that stand for mover procedures at their own layers.
pub(super) fn mover_contracts(given: &Given, build: &mut Build) -> FxHashMap<ProcedureId, ProcedureId> {
    let mut contracts = FxHashMap::default();
    for procedure in given.civl.yield_procedures().filter(|procedure| procedure.mover.is_some()) {
        let contract = contract(given.civl, build, procedure, procedure.layer);
        contracts.insert(procedure.id, ProcedureId(build.program.procedures.len() as u32));
        build.program.procedures.push(contract);
    }
    contracts
}

/// The contract of a procedure at a layer: its postconditions. What is required is proved at the calls, and the
/// invariants that are ensured at the returns, each with a claim of its own. A caller of a mover procedure believes the
/// contract, so there these are part of it, as what needs no further proof.
pub(super) fn contract(civl: &Civl, build: &mut Build, procedure: &YieldProcedure, layer: Layer) -> Procedure {
    let original = &civl.program.procedures[procedure.id.index()];
    let is_mover = procedure.mover_at(layer).is_some();
    let name = civl.name(procedure.id);
    let none = Substitution::default();
    let mut requires: Vec<Condition> = clauses(&procedure.requires, layer).collect();
    let mut ensures: Vec<Condition> = clauses(&procedure.ensures, layer).collect();
    let calls = |build: &mut Build, calls: &[InvariantCall]| -> Vec<Condition> {
        let here = calls.iter().filter(|call| is_at(civl, call, layer));
        here.flat_map(|call| {
            let conditions = invariant_at(civl, build, call, &none);
            conditions.into_iter().map(move |condition| Condition {
                free: true,
                expr: condition.expr,
                attributes: Vec::new(),
                span: call.span,
            })
        })
        .collect()
    };
    requires.iter_mut().for_each(|condition| condition.free = true);
    requires.extend(calls(build, &procedure.requires_calls));
    if is_mover {
        ensures.extend(calls(build, &procedure.ensures_calls));
    }
    let measures = procedure.measures.iter().filter(|measure| measure.layers.contains(&layer));
    let all_globals = (0..civl.globals.len() as u32).map(GlobalId);
    Procedure {
        name: format!("{name} at layer {layer}").into(),
        role: Role::Plain,
        type_params: Vec::new(),
        params: original.params.iter().map(sequential).collect(),
        ins: original.ins,
        requires: if is_mover { requires } else { Vec::new() },
        ensures,
        modifies: if is_mover { procedure.modifies.clone() } else { all_globals.collect() },
        modifies_at: Vec::new(),
        measures: if is_mover {
            measures
                .map(|measure| Measure { exprs: measure.exprs.clone(), attributes: Vec::new(), span: measure.span })
                .collect()
        } else {
            Vec::new()
        },
        attributes: Vec::new(),
        span: original.span,
    }
}

fn clauses(layered: &[Layered], layer: Layer) -> impl Iterator<Item = Condition> {
    layered.iter().filter(move |clause| clause.layers.contains(&layer)).map(|clause| clause.condition.clone())
}
