//! What other routines need to know of a routine before any body is read.

use super::attributes::{Reader, is_set};
use super::primitives::primitive;
use crate::civl::{Layer, LayerRange, Linearity, Param, Primitive};
use ivl::mono::Mono;
use ivl::typed::{Procedure, ProcedureId, Role};

pub struct Header {
    pub kind: Kind,
    /// One per parameter, in-parameters first.
    pub params: Vec<Param>,
}

#[derive(Clone, Copy)]
pub enum Kind {
    Plain,
    Pure,
    Primitive(Primitive),
    Action { layers: LayerRange, is_pure: bool },
    Yield { layer: Layer },
    Invariant { layer: Layer },
}

/// What actions, yield procedures and invariants can say.
const ALLOWED: [&str; 4] = ["layer", "module", "functor", "instance"];

pub fn read_headers(mono: &Mono, reader: &mut Reader) -> Vec<Header> {
    let procedures = mono.program.procedures.iter().enumerate();
    procedures.map(|(index, procedure)| read_header(mono, ProcedureId(index as u32), procedure, reader)).collect()
}

fn read_header(mono: &Mono, id: ProcedureId, procedure: &Procedure, reader: &mut Reader) -> Header {
    let attributes = &procedure.attributes;
    match &procedure.role {
        Role::Plain => Header { kind: Kind::Plain, params: read_params(procedure, LayerRange::ALL, reader) },
        Role::Pure => {
            reader.only(attributes, &[], "a pure procedure");
            let params = read_params(procedure, LayerRange::ALL, reader);
            let linearities: Vec<Linearity> = params.iter().map(|param| param.linearity).collect();
            Header { kind: primitive(mono, id, &linearities).map_or(Kind::Pure, Kind::Primitive), params }
        }
        Role::Action(action) => {
            reader.only(attributes, &ALLOWED, "an action");
            let layers = reader.layer_range(attributes, LayerRange::ALL, procedure.span);
            let params = read_params(procedure, layers, reader);
            Header { kind: Kind::Action { layers, is_pure: action.pure }, params }
        }
        Role::Yield(_) => {
            reader.only(attributes, &ALLOWED, "a yield procedure");
            let layer = reader.single_layer(attributes, "a yield procedure", procedure.span);
            let params = read_params(procedure, LayerRange { lower: 0, upper: layer }, reader);
            Header { kind: Kind::Yield { layer }, params }
        }
        Role::Invariant { global } => {
            let what = if *global { "an invariant" } else { "a yield invariant" };
            reader.only(attributes, &ALLOWED, what);
            let layer = reader.single_layer(attributes, what, procedure.span);
            let params = read_params(procedure, LayerRange::only(layer), reader);
            Header { kind: Kind::Invariant { layer }, params }
        }
    }
}

/// Parameters of yield procedures have layers of their own, others exist wherever their routine does; they may repeat the
/// attributes of the procedure whose parameters they are to match.
fn read_params(procedure: &Procedure, layers: LayerRange, reader: &mut Reader) -> Vec<Param> {
    let (allowed, whose): (&[&str], &str) = match &procedure.role {
        Role::Plain | Role::Pure => (&["linear", "linear_in", "linear_out"], "a parameter of a pure procedure"),
        Role::Action(_) => (&["layer", "hide", "linear", "linear_in", "linear_out"], "a parameter of an action"),
        Role::Yield(_) => (&["layer", "hide", "linear", "linear_in", "linear_out"], "a parameter of a yield procedure"),
        Role::Invariant { .. } => (&["layer", "linear", "linear_in", "linear_out"], "a parameter of an invariant"),
    };
    let params = procedure.params.iter().enumerate();
    params
        .map(|(index, param)| {
            match &procedure.role {
                // Beyond permissions, the attributes of Civl say nothing in sequential code.
                Role::Plain => {}
                Role::Pure => reader.only(&param.attributes, allowed, whose),
                Role::Action(_) | Role::Yield(_) | Role::Invariant { .. } => {
                    reader.only(&param.attributes, allowed, whose);
                    reader.no_where_clause(param);
                }
            }
            let own = match &procedure.role {
                Role::Yield(_) => reader.layer_range(&param.attributes, layers, param.span),
                Role::Plain | Role::Pure | Role::Action(_) | Role::Invariant { .. } => layers,
            };
            if own.upper > layers.upper {
                let message = format!(
                    "parameter `{}` exists up to layer {}, but its procedure only up to layer {}",
                    param.name, own.upper, layers.upper
                );
                reader.layers_error(param.span, message);
            }
            let (linearities, what): (&[Linearity], &str) = match &procedure.role {
                Role::Invariant { .. } => (&[Linearity::Linear], "a parameter of an invariant"),
                Role::Plain | Role::Pure | Role::Action(_) | Role::Yield(_) if index < procedure.ins => {
                    (&[Linearity::Linear, Linearity::LinearIn, Linearity::LinearOut], "an in-parameter")
                }
                Role::Plain | Role::Pure | Role::Action(_) | Role::Yield(_) => {
                    (&[Linearity::Linear], "an out-parameter")
                }
            };
            let linearity = reader.linearity(&param.attributes, linearities, what);
            Param { linearity, layers: own, is_hidden: is_set(&param.attributes, "hide") }
        })
        .collect()
}
