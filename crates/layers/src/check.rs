//! The engine `layers`: the table of contents.
//!
//! ```text
//! by the text alone      layers, modules, linear permissions, yields, termination
//! for every action       gate sufficiency; mover types against all others; what it refines; global invariants
//! for every yield        assertions, contracts, yield invariants and non-interference at every layer;
//!  procedure             refinement at its own
//! if all is proved       what was assumed does not contradict itself
//! ```
//!
//! Each obligation becomes a plain procedure, which the sequential engine checks.

use crate::actions::atomic::Atomics;
use crate::actions::mover::{Movers, movers};
use crate::actions::refinement::{action_refinement, gate_sufficiency};
use crate::civl::Civl;
use crate::codes;
use crate::cooperation::ghost::pure_procedures;
use crate::cooperation::recursion::shrinking_sets;
use crate::cooperation::termination::{blocking_assumptions, check_cooperation};
use crate::elaborate::{self, elaborate};
use crate::given::Given;
use crate::linear::sequential::instrument;
use crate::linear::{self, Linear, Permissions};
use crate::modules;
use crate::modules::told::{copies, obligations_by_module, only_of};
use crate::procedures::noninterference::{global_invariants, without_body};
use crate::procedures::yield_procedures;
use crate::sketch::sequential;
use crate::trust::trusted;
use crate::vacuity;
use crate::yields;
use crate::yields::sufficiency::{Found, check_yield_sufficiency};
use ivl::build::Build;
use ivl::check::{Context, Depth, Prepared, Probe, check_prepared, first_place, internal_error};
use ivl::inline_functions::inline_functions;
use ivl::mono::monomorphise;
use ivl::trust::where_clauses;
use ivl::typed::{ImplementationId, Name, Procedure, ProcedureId, Program, Role, Variable};
use source::{Code, Diagnostic, Obligation, Outcome, Report, Severity};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// The codes of this engine's findings.
pub static CODES: &[&[&Code]] =
    &[elaborate::codes::CODES, linear::codes::CODES, yields::codes::CODES, codes::ALL, modules::CODES];

/// Checks a Civl program. `Err`: it is not one, by the rules on its text.
pub fn check(program: &Program, context: &Context) -> Result<Report, Vec<Diagnostic>> {
    let attempt = catch_unwind(AssertUnwindSafe(|| check_program(program, context)));
    attempt.unwrap_or_else(|_| Ok(internal_error(first_place(program))))
}

fn check_program(program: &Program, context: &Context) -> Result<Report, Vec<Diagnostic>> {
    let Obligations { program, first, probes, by_text, by_module } = obligations(program)?;
    let selected = context.only.and_then(|only| by_module.get(only));
    let prepared =
        Prepared { program: &program, obligations: first, probes: &probes, selected, depth: Depth::Runs, facts: true };
    let only = if selected.is_some() { None } else { context.only };
    let mut report = check_prepared(&prepared, &Context { only, ..*context });
    report.append(match context.only {
        Some(only) => only_of(by_text, only),
        None => by_text,
    });
    Ok(report)
}

/// What else is wrong by the rules on the text with a program that has errors, but whose expressions have types.
pub fn broken_rules(program: &Program) -> Vec<Diagnostic> {
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let mono = monomorphise(inline_functions(program.clone())).ok()?;
        elaborate(&mono).err()
    }));
    attempt.ok().flatten().unwrap_or_default()
}

/// Plain procedures, all of which hold if the program is right.
pub struct Obligations {
    pub program: Program,
    /// The number of the first implementation that is an obligation; those before it are the author's own.
    pub first: usize,
    /// The implementations that ask whether what is assumed can be true at all.
    pub probes: Vec<Probe>,
    /// Obligations that were decided by the text of the program alone.
    pub by_text: Report,
    /// The obligations of what belongs to each module, at whatever layers.
    pub by_module: BTreeMap<Name, BTreeSet<ImplementationId>>,
}

impl Obligations {
    /// The program without the probes, which are there not to be proved.
    pub fn to_prove(mut self) -> Program {
        if let Some(first) = self.probes.first() {
            let procedure = self.program.implementations[first.implementation.index()].procedure;
            self.program.procedures.truncate(procedure.index());
            self.program.implementations.truncate(first.implementation.index());
        }
        self.program
    }
}

/// The obligations of a program. On failure, what is wrong already by its text.
pub fn obligations(program: &Program) -> Result<Obligations, Vec<Diagnostic>> {
    let mono = monomorphise(inline_functions(program.clone()))?;
    let civl = elaborate(&mono)?;
    let trespasses = modules::check(&civl);
    if !trespasses.is_empty() {
        return Err(trespasses);
    }
    let Linear { permissions, availability } = linear::check(&civl, &mono.origins)?;
    let mut build = Build::new(mono.program.clone());
    pure_procedures(&civl, &mut build);
    instrument(&civl, &permissions, &availability, &mut build);
    build.program = receiving(build.program);
    let first = build.program.implementations.len();
    let atomics = Atomics::new(&civl, &permissions, &mut build)?;
    let (blocking, shrinking) = (blocking_assumptions(&civl), shrinking_sets(&civl));
    let given = Given {
        civl: &civl,
        permissions: &permissions,
        availability: &availability,
        atomics: &atomics,
        blocking: &blocking,
        shrinking: &shrinking,
    };
    gate_sufficiency(&given, &mut build);
    let Movers { mut errors, apart } = movers(&given, &mut build);
    errors.extend(action_refinement(&given, &mut build));
    global_invariants(&given, &mut build);
    errors.extend(without_body(&given, &mut build));
    errors.extend(yield_procedures(&given, &mut build));
    if !errors.is_empty() {
        return Err(errors);
    }
    let by_module = obligations_by_module(&civl, &build.program, first);
    let probes = vacuity::probes(&given, &mut build);
    let mut by_text = decided(&civl, "yield-sufficiency", check_yield_sufficiency(&civl));
    by_text.append(decided(&civl, "termination", check_cooperation(&civl)));
    by_text.obligations.extend(kept_by_permissions(&civl, &permissions));
    by_text.obligations.extend(apart);
    by_text.append(copies(&civl));
    by_text.notes.extend(trusted(&civl, &permissions, &atomics, &blocking));
    // Only plain and pure procedures have where-clauses.
    by_text.notes.extend(where_clauses(&mono.program));
    Ok(Obligations { program: build.program, first, probes, by_text, by_module })
}

/// One obligation per yield procedure with a body; warnings are no failures.
fn decided(civl: &Civl, kind: &'static str, findings: Vec<Found>) -> Report {
    let mut report = Report::default();
    let mut failures: BTreeMap<ProcedureId, Vec<Diagnostic>> = BTreeMap::new();
    for (procedure, finding) in findings {
        match finding.severity {
            Severity::Error => failures.entry(procedure).or_default().push(finding),
            Severity::Warning | Severity::Note => report.notes.push(finding),
        }
    }
    for procedure in civl.yield_procedures().filter(|procedure| procedure.body.is_some()) {
        let outcome = failures.remove(&procedure.id).map_or(Outcome::Proved, Outcome::Failed);
        let (id, span) =
            (format!("{}/{kind}", civl.name(procedure.id)), civl.program.procedures[procedure.id.index()].span);
        report.obligations.push(Obligation { id, kind, span, outcome, time: Duration::ZERO });
    }
    assert!(failures.is_empty(), "a finding is about a procedure without a body");
    report
}

/// That no permission is duplicated is decided before anything else: a program that breaks it has no obligations.
fn kept_by_permissions(civl: &Civl, permissions: &Permissions) -> Option<Obligation> {
    let is_linear = |routine: &Procedure| routine.params.iter().any(|param| permissions.is_linear_type(&param.ty));
    let first = civl.program.procedures.iter().find(|routine| is_linear(routine))?;
    let (id, kind) = ("permissions/linear".to_string(), "linear");
    Some(Obligation { id, kind, span: first.span, outcome: Outcome::Proved, time: Duration::ZERO })
}

/// The program without the bodies and contracts of Civl's routines. Their where-clauses were refused, but for those of
/// pure procedures, which are proved like preconditions and postconditions.
fn receiving(mut program: Program) -> Program {
    let procedures = &program.procedures;
    program.implementations.retain(|implementation| match procedures[implementation.procedure.index()].role {
        Role::Plain | Role::Pure => true,
        Role::Action(_) | Role::Yield(_) | Role::Invariant { .. } => false,
    });
    program.globals.iter_mut().for_each(|global| *global = sequential(global));
    for procedure in &mut program.procedures {
        match procedure.role {
            Role::Plain => {}
            Role::Pure => procedure.params.iter_mut().for_each(|param| {
                let where_clause = param.where_clause.take();
                *param = Variable { where_clause, ..sequential(param) };
            }),
            Role::Action(_) | Role::Yield(_) | Role::Invariant { .. } => {
                procedure.params.iter_mut().for_each(|param| *param = sequential(param));
                procedure.role = Role::Plain;
                procedure.requires.clear();
                procedure.ensures.clear();
                procedure.measures.clear();
            }
        }
    }
    program
}
