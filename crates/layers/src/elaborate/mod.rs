//! From typed programs to Civl programs.
//!
//! mono → **civl** → obligations: plain procedures → the sequential engine
//!
//! Two steps. Reading turns every attribute of Civl into a field, once ([`attributes`], [`routines`], [`bodies`]); what
//! cannot be read, or stands where it has no meaning, is reported. The [`discipline`] then checks that whatever exists at
//! a layer mentions only what exists there too, so that the program makes sense at each layer by itself:
//!
//! - At layer `n`, a yield procedure of layer at least `n` is a procedure; one below is the action that stands for it.
//! - Ghost code, assertions and invariants exist at the layers they name.
//! - What changes from layer `n` to `n + 1` is a refinement, a hidden variable or an introduced one; each is checked at
//!   one layer, and the discipline sees to it that there is one.

mod attributes;
mod bodies;
pub mod codes;
mod discipline;
mod headers;
mod layers;
mod module_attributes;
mod modules;
mod primitives;
mod routines;
mod unpack;

use crate::civl::{Civl, Global, LayerRange, Linearity};
use attributes::Reader;
pub(crate) use discipline::uses::uses;
use ivl::mono::Mono;
use source::Diagnostic;

/// Reads the attributes of a program and checks its layers. On failure, everything found.
pub fn elaborate(mono: &Mono) -> Result<Civl<'_>, Vec<Diagnostic>> {
    let program = &mono.program;
    let mut reader = Reader::default();
    let headers = headers::read_headers(mono, &mut reader);
    let globals: Vec<Global> = program
        .globals
        .iter()
        .map(|global| {
            let allowed = ["layer", "linear", "linear_in", "linear_out", "module", "functor", "instance"];
            reader.only(&global.attributes, &allowed, "a global variable");
            let layers = reader.layer_range(&global.attributes, LayerRange::ALL, global.span);
            let linearity = reader.linearity(&global.attributes, &[Linearity::Linear], "a global variable");
            reader.no_where_clause(global);
            Global { layers, is_linear: linearity == Linearity::Linear }
        })
        .collect();
    let modules = modules::read_modules(program, &globals, &headers, &mut reader);
    let routines = routines::read_routines(program, &headers, &mut reader);
    if !reader.diagnostics.is_empty() {
        return Err(in_order(reader.diagnostics));
    }
    let mut civl = Civl {
        program,
        globals,
        routines,
        modules,
        invariant_layers: Default::default(),
        refinement_layers: Default::default(),
    };
    layers::collect_layers(&mut civl);
    let diagnostics = discipline::check_discipline(&civl);
    if diagnostics.is_empty() { Ok(civl) } else { Err(in_order(diagnostics)) }
}

/// In the order of the text, each finding once: a `preserves` is read twice.
fn in_order(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.file, diagnostic.span.start));
    diagnostics.dedup();
    diagnostics
}
