//! What is told of modules: that instances are copies, and which obligations are whose.

use super::ModuleId;
use super::functors::{functor_of, instances};
use crate::civl::Civl;
use ivl::typed::{ImplementationId, Name, Program};
use source::{Obligation, Outcome, Report, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// One obligation per instance of a functor: it is a copy, and proved by that as far as the functor is.
pub fn copies(civl: &Civl) -> Report {
    let mut report = Report::default();
    for instance in instances(civl) {
        let mut parts = civl.modules.items().filter(|(_, membership)| membership.home() == instance);
        let (Some(functor), Some((part, _))) = (functor_of(civl, instance), parts.next()) else { continue };
        let names = &civl.modules.names;
        report.obligations.push(Obligation {
            id: format!("{}/copy of {}", names[instance.0 as usize], names[functor.0 as usize]),
            kind: "instance",
            span: civl.declared(part).1,
            outcome: Outcome::Proved,
            time: Duration::ZERO,
        });
    }
    report
}

/// What was asked for by its name; and, since the rules on the text are those of the whole program, what breaks them.
pub fn only_of(mut by_text: Report, only: &str) -> Report {
    let asked = only.split('/').next();
    let is_told = |it: &Obligation| !it.outcome.is_proved() || it.id.split('/').next() == asked;
    by_text.obligations.retain(is_told);
    by_text
}

/// The obligations of what belongs to each module at some layer. An obligation stands where the routine does that it is
/// about.
pub fn obligations_by_module(
    civl: &Civl,
    program: &Program,
    first: usize,
) -> BTreeMap<Name, BTreeSet<ImplementationId>> {
    let mut found = BTreeMap::new();
    for (at, name) in civl.modules.names.iter().enumerate().skip(1) {
        let routines = civl.modules.routines_of(ModuleId(at as u32));
        let places: Vec<Span> = routines.map(|id| civl.program.procedures[id.index()].span).collect();
        let bodies = program.implementations.iter().enumerate().skip(first);
        let own = bodies.filter(|(_, body)| places.contains(&body.span));
        found.insert(name.clone(), own.map(|(at, _)| ImplementationId(at as u32)).collect());
    }
    found
}
