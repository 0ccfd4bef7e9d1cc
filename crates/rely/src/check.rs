//! The engine `rely`: the table of contents.
//!
//! ```text
//! once             every declaration is reflexive and transitive
//! every method     that threads may call: each step allowed, invariants kept, the abstraction followed
//! ```

use crate::clauses::{Clauses, clauses};
use crate::codes;
use crate::entries::{entries, is_called, known_classes};
use crate::flat::{flatten, has_abstraction};
use crate::heap::Heap;
use crate::method::method;
use crate::stability::stability;
use concurrent::object::annotations::spec::{ClassClause, Spec};
use concurrent::object::text::method_name;
use concurrent::object::{ClassId, Gap, MethodId, Program};
use ivl::check::{Context, Prepared, check_prepared};
use ivl::typed;
use source::{Code, Diagnostic, FileReport, Obligation, Span, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// The codes of this engine's findings.
pub static CODES: &[&Code] = codes::ALL;

/// What the user asks for beyond the annotations.
pub struct Request<'a> {
    /// Classes to be checked as thread-safe ones.
    pub thread_safe: &'a [String],
    /// The source at a span.
    pub text: &'a dyn Fn(Span) -> String,
}

/// Checks a Java program.
pub fn check(java: &Program, spec: &Spec, request: &Request, context: &Context) -> FileReport {
    let place = java.classes.iter().find(|class| class.is_from_source()).map(|class| class.span);
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let (program, decided) = obligations(java, spec, request);
        let prepared = Prepared { program: &program, obligations: 0, probes: &[], selected: None };
        let mut report = check_prepared(&prepared, context);
        report.append(decided);
        report.diagnostics.iter_mut().for_each(|finding| crate::trace::tell(&program, finding));
        report
    }));
    attempt.unwrap_or_else(|_| ivl::check::internal_error(place))
}

/// The plain procedures that are to be proved, and what is not supported.
pub fn obligations(java: &Program, spec: &Spec, request: &Request) -> (typed::Program, FileReport) {
    let mut heap = Heap::new(java, spec);
    let mut report = FileReport::default();
    let (clauses, gaps) = clauses(&heap, request.text);
    for gap in gaps {
        report.append(unsupported("declarations", gap));
    }
    stability(&mut heap, &clauses);
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for id in entries(java, spec, request.thread_safe) {
        let name = unique(java, id, &mut names);
        // A method that threads reach through its callers only is checked against what it knows; they, against the rest.
        let scoped = has_abstraction(spec, id) && is_called(java, id);
        let narrowed = scoped.then(|| narrowed(java, &clauses, &known_classes(java, id)));
        let clauses = narrowed.as_ref().unwrap_or(&clauses);
        let made = flatten(java, spec, id).and_then(|flat| method(&mut heap, clauses, id, &flat, &name));
        if let Err(Gap { message, span }) = made {
            let message = format!("`{name}` is not checked: {message}");
            report.append(unsupported(&name, Diagnostic::error(&codes::UNSUPPORTED, span, message)));
        }
    }
    (heap.build.program, report)
}

/// The clauses of these classes.
fn narrowed(java: &Program, clauses: &Clauses, known: &BTreeSet<ClassId>) -> Clauses {
    let of = |list: &[ClassClause]| list.iter().filter(|clause| known.contains(&clause.class)).cloned().collect();
    Clauses {
        rules: clauses.rules.iter().filter(|rule| known.contains(&java.field(rule.field).class)).cloned().collect(),
        env_assumptions: of(&clauses.env_assumptions),
        invariants: of(&clauses.invariants),
        method_guards: clauses.method_guards.clone(),
    }
}

fn unique(java: &Program, id: MethodId, names: &mut BTreeMap<String, usize>) -> String {
    let name = method_name(java, id);
    let count = names.entry(name.clone()).or_default();
    *count += 1;
    if *count == 1 { name } else { format!("{name}#{count}") }
}

fn unsupported(name: &str, finding: Diagnostic) -> FileReport {
    let obligation = Obligation {
        id: format!("{name}/unsupported"),
        kind: "unsupported",
        span: finding.span,
        verdict: Verdict::Unsupported,
        time: Duration::ZERO,
    };
    FileReport { obligations: vec![obligation], diagnostics: vec![finding], ..FileReport::default() }
}
