//! What the answer about an implementation depends on, as bytes.
//!
//! The passes after monomorphisation look at nothing but
//!
//! ```text
//! environment    types, datatypes, constants, functions, axioms and globals
//! frame          the implementation and its procedure, and whether calls rely on its contract; likewise for each body that is inlined into it
//! callee         the contract of each procedure that a frame calls, whether it may call the frame's procedure back
//!                (if both have measures), and whether its body is inlined
//! build          the sources of these passes
//! ```
//!
//! Law: two implementations with the same fingerprint, of one program or of two, have the same goals in the same order,
//! at the same anchors, and the solver is asked the same about them. Layout is no part of it: an anchor is a command,
//! clause, block or name, by its number in the fingerprint, and where it stands is looked up in the program at hand.

mod content;

use crate::call_graph::CallGraph;
use crate::contract::inlined_body;
use crate::typed::{Implementation, ImplementationId, ProcedureId, Program};
use crate::where_clauses::is_called_by_contract;
use content::Content;
use rustc_hash::FxHashSet;
use smt::digest;
use source::Span;
use std::sync::OnceLock;

/// Changes with the sources of this crate and those below it, and with the versions of what they use.
const BUILD: &str = env!("IVL_BUILD");

/// The fingerprints of a program's implementations. What several of them share is looked at once.
pub struct Fingerprints<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    environment: [u8; 32],
    procedures: Vec<OnceLock<Part>>,
    implementations: Vec<OnceLock<Part>>,
}

pub struct Fingerprint {
    pub bytes: Vec<u8>,
    pub anchors: Vec<Span>,
    /// The kinds of an engine's claims in it.
    pub claims: Vec<&'static str>,
}

struct Part {
    digest: [u8; 32],
    anchors: Vec<Span>,
    claims: Vec<&'static str>,
    callees: Vec<ProcedureId>,
}

impl Part {
    fn new(fill: impl FnOnce(&mut Content)) -> Part {
        let mut content = Content::default();
        fill(&mut content);
        Part {
            digest: digest(&content.bytes),
            anchors: content.anchors,
            claims: content.claims,
            callees: content.callees,
        }
    }
}

impl<'a> Fingerprints<'a> {
    /// Of a program without type variables.
    pub fn new(program: &'a Program, calls: &'a CallGraph) -> Fingerprints<'a> {
        let mut environment = Content::default();
        environment.environment(program);
        environment.bytes.extend_from_slice(BUILD.as_bytes());
        Fingerprints {
            program,
            calls,
            environment: digest(&environment.bytes),
            procedures: program.procedures.iter().map(|_| OnceLock::new()).collect(),
            implementations: program.implementations.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// The part that all fingerprints share.
    pub fn environment(&self) -> &[u8; 32] {
        &self.environment
    }

    pub fn of(&self, id: ImplementationId) -> Fingerprint {
        let mut fingerprint = Fingerprint { bytes: self.environment.to_vec(), anchors: Vec::new(), claims: Vec::new() };
        let mut met = FxHashSet::default();
        let mut work = vec![id];
        while let Some(frame) = work.pop() {
            work.extend(self.frame(frame, &mut fingerprint).into_iter().filter(|body| met.insert(*body)));
        }
        fingerprint
    }

    /// Adds a frame; gives the bodies inlined into it.
    fn frame(&self, id: ImplementationId, fingerprint: &mut Fingerprint) -> Vec<ImplementationId> {
        let procedure = self.implementation(id).procedure;
        let (contract, body) = (self.procedure_part(procedure), self.implementation_part(id));
        let bytes = &mut fingerprint.bytes;
        bytes.extend_from_slice(&contract.digest);
        bytes.extend_from_slice(&body.digest);
        // Then its end proves where-clauses.
        bytes.push(u8::from(is_called_by_contract(self.program, self.calls, procedure)));
        bytes.extend_from_slice(&(body.callees.len() as u32).to_le_bytes());
        let mut inlined = Vec::new();
        for callee in &body.callees {
            bytes.extend_from_slice(&self.procedure_part(*callee).digest);
            let body = inlined_body(self.program, self.calls, *callee);
            bytes.push(u8::from(self.is_measured(procedure, *callee)));
            bytes.push(u8::from(body.is_some()));
            inlined.extend(body);
        }
        fingerprint.anchors.extend(contract.anchors.iter().chain(&body.anchors));
        fingerprint.claims.extend(&body.claims);
        inlined
    }

    /// Whether a call is checked for a measure that falls.
    fn is_measured(&self, caller: ProcedureId, callee: ProcedureId) -> bool {
        let has_measure = |id: ProcedureId| !self.program.procedures[id.index()].measures.is_empty();
        has_measure(caller) && has_measure(callee) && self.calls.reaches(callee, caller)
    }

    fn implementation(&self, id: ImplementationId) -> &'a Implementation {
        &self.program.implementations[id.index()]
    }

    fn procedure_part(&self, id: ProcedureId) -> &Part {
        let procedure = &self.program.procedures[id.index()];
        self.procedures[id.index()].get_or_init(|| Part::new(|content| content.procedure(procedure)))
    }

    fn implementation_part(&self, id: ImplementationId) -> &Part {
        let implementation = self.implementation(id);
        self.implementations[id.index()].get_or_init(|| Part::new(|content| content.implementation(implementation)))
    }
}
