//! Linear permissions: who holds what, checked by the program's text alone.
//!
//! elaborate → **linear** → yield sufficiency → obligations
//!
//! A permission is a value that one variable at a time holds. If the rules here are kept, then at any time the
//! permissions of all linear variables of all threads are different, which is what the obligations believe. The rules
//! are about the text, not about values, so no solver is asked.
//!
//! - [`permissions`]: which types hold permissions; `sets`: the permissions of a value as a set in the logic.
//! - `declarations`, `rules`: what declarations and single commands keep; `moves`: what assignments do.
//! - [`availability`]: which variables hold permissions at which point.
//! - [`primitives`]: what the base library's procedures for permissions do.
//! - [`sequential`]: the same for procedures without threads.

pub mod availability;
pub mod codes;
mod declarations;
mod library;
mod moves;
mod paths;
pub mod permissions;
pub mod primitives;
mod rules;
mod scope;
pub mod sequential;
mod sets;

pub use availability::Availability;
pub use permissions::{Domain, Permissions};
pub use primitives::{PrimitiveCall, lower};

use crate::civl::Civl;
use ivl::mono::Origins;
use ivl::typed::ProcedureId;
use rules::Rules;
use scope::Scope;
pub use scope::variable_of;
use source::Diagnostic;

/// What the later passes ask about permissions.
pub struct Linear {
    pub permissions: Permissions,
    pub availability: Availability,
}

/// Checks the rules of linearity; reports everything that breaks them.
pub fn check(civl: &Civl, origins: &Origins) -> Result<Linear, Vec<Diagnostic>> {
    let permissions = Permissions::collect(civl, origins)?;
    let mut availability = Availability::default();
    let mut errors = Vec::new();
    for id in (0..civl.routines.len() as u32).map(ProcedureId) {
        for scope in Scope::all(civl, &permissions, id) {
            errors.extend(check_routine(civl, &scope, &mut availability));
        }
    }
    // In the order of the text, each finding once: a `preserves` is read twice.
    errors.sort_by_key(|error| (error.span.file, error.span.start));
    errors.dedup();
    match errors.is_empty() {
        true => Ok(Linear { permissions, availability }),
        false => Err(errors),
    }
}

fn check_routine(civl: &Civl, scope: &Scope, availability: &mut Availability) -> Vec<Diagnostic> {
    let mut errors = declarations::without_body(scope);
    let mut rules = Rules { scope, errors: Vec::new() };
    let clauses = declarations::clauses(civl, scope);
    clauses.iter().for_each(|(call, _)| rules.invariant_call(call));
    for block in scope.body.iter().flat_map(|body| &body.blocks) {
        block.yields.iter().flat_map(|yields| &yields.invariants).for_each(|call| rules.invariant_call(call));
        block.cmds.iter().for_each(|cmd| rules.cmd(cmd));
    }
    let is_regular = rules.errors.is_empty();
    errors.extend(rules.errors);
    // What variables hold is only meaningful if the commands are.
    if is_regular {
        errors.extend(clauses.iter().flat_map(|(call, holding)| declarations::clause(scope, call, holding)));
        errors.extend(scope.body.map(|body| availability.analyse(scope, body)).unwrap_or_default());
    }
    errors
}
