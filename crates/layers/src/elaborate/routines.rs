//! Reading declarations: specifications, and with [`super::bodies`] their code.

use super::attributes::Reader;
use super::bodies::{BodyReader, Owner, invariant_call};
use super::codes;
use super::headers::{Header, Kind};
use crate::civl::{
    Action, Body, Invariant, InvariantCall, Layer, LayerRange, Layered, LayeredMeasure, Param, Refines, Routine,
    YieldProcedure,
};
use ivl::typed::{
    self, CallSite, Condition, Expr, ExprKind, ImplementationId, LocalId, Measure, Procedure, ProcedureId, Program,
    Role,
};
use ivl::visit::rewrite;
use source::Diagnostic;

pub fn read_routines(program: &Program, headers: &[Header], reader: &mut Reader) -> Vec<Routine> {
    let mut bodies = vec![Vec::new(); program.procedures.len()];
    for (index, implementation) in program.implementations.iter().enumerate() {
        let procedure = &program.procedures[implementation.procedure.index()];
        let slot = &mut bodies[implementation.procedure.index()];
        if !slot.is_empty() && !matches!(procedure.role, Role::Plain) {
            let message = format!("several implementations of `{}` are not supported in Civl programs", procedure.name);
            reader.diagnostics.push(Diagnostic::error(&codes::UNSUPPORTED, implementation.span, message));
        }
        slot.push(ImplementationId(index as u32));
    }
    let mut declarations = Declarations { program, headers, reader };
    (0..program.procedures.len()).map(|index| declarations.routine(ProcedureId(index as u32), &bodies[index])).collect()
}

struct Declarations<'a> {
    program: &'a Program,
    headers: &'a [Header],
    reader: &'a mut Reader,
}

impl<'a> Declarations<'a> {
    fn routine(&mut self, id: ProcedureId, bodies: &[ImplementationId]) -> Routine {
        let Header { kind, params } = &self.headers[id.index()];
        let procedure = &self.program.procedures[id.index()];
        let linearities = || params.iter().map(|param| param.linearity).collect();
        let body = bodies.last().copied();
        match (&procedure.role, *kind) {
            (_, Kind::Pure) => {
                let body = body.map(|body| self.body(body, params, Owner::Pure));
                Routine::Pure { params: linearities(), body }
            }
            (_, Kind::Primitive(primitive)) => Routine::Primitive { primitive, params: linearities() },
            (Role::Action(action), Kind::Action { layers, .. }) => self.action(id, action, layers, params, body),
            (Role::Yield(role), Kind::Yield { layer }) => {
                Routine::Yield(self.yield_procedure(id, role, layer, params, body))
            }
            (Role::Invariant { global }, Kind::Invariant { layer }) => {
                for condition in &procedure.requires {
                    self.reader.only(&condition.attributes, &["layer"], "a condition of an invariant");
                    if self.reader.layers(&condition.attributes).iter().any(|named| *named != layer) {
                        let message = format!("the invariant is at layer {layer}, and so are its conditions");
                        self.reader.layers_error(condition.span, message);
                    }
                }
                Routine::Invariant(Invariant {
                    id,
                    layer,
                    is_global: *global,
                    conditions: procedure.requires.clone(),
                    params: linearities(),
                })
            }
            (_, Kind::Plain | Kind::Action { .. } | Kind::Yield { .. } | Kind::Invariant { .. }) => {
                let bodies = bodies.iter().map(|body| self.body(*body, params, Owner::Plain)).collect();
                Routine::Plain { params: linearities(), bodies }
            }
        }
    }

    fn body(&mut self, id: ImplementationId, params: &[Param], owner: Owner) -> Body {
        let mut bodies = BodyReader { program: self.program, headers: self.headers, reader: self.reader, owner };
        bodies.body(id, params)
    }

    /// Conditions of an action hold at its layers; the gate has none of its own.
    fn action(
        &mut self,
        id: ProcedureId,
        action: &typed::Action,
        layers: LayerRange,
        params: &[Param],
        body: Option<ImplementationId>,
    ) -> Routine {
        let procedure = &self.program.procedures[id.index()];
        for gate in &action.asserts {
            self.reader.only(&gate.attributes, &[], "the gate of an action");
        }
        let requires = self.layered(&procedure.requires, layers, "the precondition");
        let requires_calls = self.invariant_calls(&action.requires);
        let Some(body) = body else {
            let message = format!("action `{}` has no body", procedure.name);
            self.reader.diagnostics.push(Diagnostic::error(&codes::ACTION, procedure.span, message));
            return Routine::Plain { params: Vec::new(), bodies: Vec::new() };
        };
        Routine::Action(Action {
            id,
            layers,
            is_pure: action.pure,
            mover: action.mover,
            refines: action.refines.as_ref().map(|refines| refines.action),
            gate: action.asserts.clone(),
            requires,
            requires_calls,
            params: params.iter().map(|param| param.linearity).collect(),
            body: self.body(body, params, Owner::Action(layers)),
        })
    }

    fn yield_procedure(
        &mut self,
        id: ProcedureId,
        role: &typed::YieldProcedure,
        layer: Layer,
        params: &[Param],
        body: Option<ImplementationId>,
    ) -> YieldProcedure {
        let procedure = &self.program.procedures[id.index()];
        let layers = LayerRange { lower: 0, upper: layer };
        let mut requires_calls = self.invariant_calls(&role.requires);
        let mut ensures_calls = self.invariant_calls(&role.ensures);
        let preserves = self.invariant_calls(&role.preserves);
        requires_calls.extend(preserves.clone());
        ensures_calls.extend(preserves);
        requires_calls.iter_mut().flat_map(|call| &mut call.ins).for_each(|input| *input = strip_old(input));
        YieldProcedure {
            id,
            layer,
            mover: role.mover,
            refines: role.refines.as_ref().map(|refines| Refines { action: refines.action, span: refines.span }),
            visible: visible(role, layer, params),
            params: params.to_vec(),
            requires: self.layered(&procedure.requires, layers, "the precondition"),
            ensures: self.layered(&procedure.ensures, layers, "the postcondition"),
            requires_calls,
            ensures_calls,
            measures: self.measures(procedure, layers),
            modifies: if role.mover.is_some() { procedure.modifies.clone() } else { Vec::new() },
            body: body.map(|body| self.body(body, params, Owner::Yield(layer))),
        }
    }

    fn layered(&mut self, conditions: &[Condition], allowed: LayerRange, what: &str) -> Vec<Layered> {
        conditions
            .iter()
            .map(|condition| {
                self.reader.only(&condition.attributes, &["layer"], what);
                let layers = self.reader.layer_set(&condition.attributes, allowed, what, condition.span);
                Layered { condition: condition.clone(), layers }
            })
            .collect()
    }

    fn measures(&mut self, procedure: &Procedure, allowed: LayerRange) -> Vec<LayeredMeasure> {
        procedure
            .measures
            .iter()
            .map(|Measure { exprs, attributes, span }| {
                self.reader.only(attributes, &["layer"], "a measure");
                let layers = self.reader.layer_set(attributes, allowed, "the measure", *span);
                LayeredMeasure { exprs: exprs.clone(), layers, span: *span }
            })
            .collect()
    }

    fn invariant_calls(&mut self, sites: &[CallSite]) -> Vec<InvariantCall> {
        sites.iter().map(|site| invariant_call(self.reader, &site.call, &site.attributes, site.span)).collect()
    }
}

/// The parameters that exist up to the layer of the procedure and are not hidden. Nothing of a mover procedure, or of one
/// that refines nothing, is seen above its layer.
fn visible(role: &typed::YieldProcedure, layer: Layer, params: &[Param]) -> Vec<LocalId> {
    if role.mover.is_some() || role.refines.is_none() {
        return Vec::new();
    }
    let params = params.iter().enumerate();
    params
        .filter(|(_, param)| param.layers.upper == layer && !param.is_hidden)
        .map(|(index, _)| LocalId(index as u32))
        .collect()
}

/// On entry, the state is the old one.
fn strip_old(expr: &Expr) -> Expr {
    rewrite(expr, &mut |expr| match expr.kind() {
        ExprKind::Old(inner) => inner.clone(),
        _ => expr,
    })
}
