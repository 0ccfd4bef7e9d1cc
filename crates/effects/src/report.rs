//! What the check of a program has to say.
//!
//! What goes wrong on views is a candidate for a refutation: views stand for more than what can happen. The caller may
//! look for a real run.

use crate::check::Analysis;
use crate::code::{Code, Expr, Op};
use crate::codes;
use crate::fault::Fault;
use crate::fixed_point::End;
use crate::linearization::without_point;
use concurrent::spec::{Kind, Memory, Spec};
use source::{Diagnostic, Obligation, Outcome, Report, Span};
use std::time::Duration;

/// Why a check that has to end early proves nothing.
const TIME_UP: &str = "the time limit was reached";

const EFFECT_INCLUSION: &str = "effect-inclusion";

impl Analysis {
    /// Why the program is not proved.
    pub fn finding(&self, spec: &Spec) -> Option<Diagnostic> {
        let Some(fixed_point) = &self.fixed_point else {
            if self.code.deadline.is_over() {
                return Some(Diagnostic::error(&codes::LIMIT, spec.span, TIME_UP));
            }
            return Some(self.no_points(spec));
        };
        match fixed_point.end {
            End::Closed => None,
            End::Failure { failure, .. } if failure.fault.is_limit() => {
                let span = decided_by_data(&self.code).filter(|_| failure.fault == Fault::DataDependence);
                let span = span.unwrap_or(failure.span);
                Some(Diagnostic::error(&codes::LIMIT, span, failure.fault.sentence()))
            }
            End::Failure { failure, .. } => {
                let code = match failure.fault {
                    fault if fault.depends_on_points() || fault == Fault::FailedInsertion => &codes::LINEARIZABILITY,
                    _ => &codes::MEMORY,
                };
                Some(self.labelled(Diagnostic::error(code, failure.span, failure.fault.sentence())))
            }
            End::Missing { missing, .. } => {
                let span = step_span(&self.code, missing.before.location);
                let message = "this step may change shared memory in a way that no summary has";
                let help = "`counterpoint summarize` prints the summaries";
                Some(Diagnostic::error(&codes::MISSING_EFFECT, span, message).help(help))
            }
            End::NoStart => {
                Some(Diagnostic::error(&codes::LIMIT, spec.span, "the first procedure, `init`, does not end"))
            }
            End::Unmerged { .. } => {
                Some(Diagnostic::error(&codes::LIMIT, spec.span, "two views of this structure could not be merged"))
            }
            End::TimeUp => Some(Diagnostic::error(&codes::LIMIT, spec.span, TIME_UP)),
            End::HiddenAge | End::TooManyViews => {
                Some(Diagnostic::error(&codes::LIMIT, spec.span, "there are too many views of this structure"))
            }
        }
    }

    /// The operation and its outcome for which no point was found.
    fn no_points(&self, spec: &Spec) -> Diagnostic {
        let message = "no linearization points were found";
        let finding = Diagnostic::error(&codes::POINTS, spec.span, message);
        let Some(without) = without_point(&self.code) else { return finding };
        let finding = finding.help(without.sentence());
        match without.way {
            Some(span) => finding.label(span, "a way that ends here passes none"),
            None => finding,
        }
    }

    /// Says where operations were taken to take effect.
    fn labelled(&self, diagnostic: Diagnostic) -> Diagnostic {
        let Some(points) = &self.points else { return diagnostic };
        let kinds = [
            (&points.insert, "an insertion takes effect"),
            (&points.remove, "a removal takes effect"),
            (
                &points.empty,
                match self.code.kind {
                    Kind::Stack | Kind::Queue => "a removal that finds nothing takes effect",
                    Kind::Set => "an operation that changes nothing takes effect",
                },
            ),
        ];
        let edges = kinds.into_iter().flat_map(|(edges, text)| edges.iter().map(move |edge| (*edge, text)));
        edges.fold(diagnostic, |diagnostic, (edge, text)| {
            let edge = &self.code.edges[edge];
            // Which of the steps of a section others see is not asked.
            let place = if self.code.is_in_section(edge.from) { "in the section around this step" } else { "here" };
            diagnostic.label(edge.span, format!("{text} {place}"))
        })
    }

    /// The obligations and the finding. Without a proof, none of them is proved: each rests on the others.
    pub fn report(&self, spec: &Spec) -> Report {
        let (outcome, notes) = match self.finding(spec) {
            Some(finding) => (Outcome::unknown(finding), Vec::new()),
            None => (Outcome::Proved, self.warnings.clone()),
        };
        let mut obligations = obligations(spec, outcome, self.time);
        obligations.retain(|obligation| !self.code.is_classical || obligation.kind != EFFECT_INCLUSION);
        Report { obligations, notes, ..Report::default() }
    }

    /// How the program was proved, if it was.
    pub fn proof(&self, spec: &Spec) -> Option<Diagnostic> {
        let fixed_point = self.fixed_point.as_ref().filter(|_| self.is_proved())?;
        let views = fixed_point.views.len();
        let message = match self.code.is_classical {
            true => format!("proved by {views} views"),
            false => format!("proved by {views} views and {} summaries", self.summaries.len()),
        };
        Some(self.labelled(Diagnostic::note(&codes::PROOF, spec.span, message)))
    }
}

/// What has to hold of every program. They are answered together; a reason stands at the first.
pub fn obligations(spec: &Spec, outcome: Outcome, time: Duration) -> Vec<Obligation> {
    let memory = match spec.memory {
        Memory::Gc => "no null or undefined pointer is dereferenced",
        Memory::Manual => "memory is used safely, and none is lost",
    };
    let others = outcome.without_findings();
    let named = |id: String, kind, outcome| Obligation { id, kind, span: spec.span, outcome, time };
    vec![
        named(format!("linearizable {}", spec.kind.word()), "linearizability", outcome),
        named(memory.to_string(), "memory-safety", others.clone()),
        named("summaries have all effects".to_string(), EFFECT_INCLUSION, others),
    ]
}

/// Where the next step of a location is in the text.
pub fn step_span(code: &Code, location: u16) -> Span {
    let location = &code.locations[usize::from(location)];
    location.edges.first().map_or(location.span, |edge| code.edges[*edge].span)
}

/// The first step that decides something by a value that a caller hands in, or computes with one. That the program does so is
/// found on views, often while a summary runs; this says where in the text it may be.
fn decided_by_data(code: &Code) -> Option<Span> {
    let held = holders(code);
    let is_data = |expr: &Expr| may_be_data(expr, held);
    let looks = |op: &Op| {
        let mut found = matches!(op, Op::Assume(arg) | Op::Assert(arg) if is_data(arg));
        op.walk(&mut |part| match part {
            Expr::Equal(left, right) | Expr::Arithmetic(_, _, left, right) => found |= is_data(left) || is_data(right),
            Expr::Not(arg) => found |= is_data(arg),
            Expr::And(left, right) | Expr::Or(left, right) => found |= is_data(left) || is_data(right),
            _ => {}
        });
        found
    };
    code.edges.iter().find(|edge| edge.ops.iter().any(looks)).map(|edge| edge.span)
}

/// The locals that may hold such a value, as bits.
fn holders(code: &Code) -> u64 {
    let mut held = 0u64;
    loop {
        let before = held;
        for op in code.edges.iter().flat_map(|edge| &edge.ops) {
            match op {
                Op::Pick(slot) => held |= 1 << slot,
                Op::Set(slot, value) if !code.is_global(*slot) && may_be_data(value, held) => held |= 1 << slot,
                _ => {}
            }
        }
        if held == before {
            return held;
        }
    }
}

fn may_be_data(expr: &Expr, held: u64) -> bool {
    match expr {
        Expr::Slot(slot) => held & (1 << slot) != 0,
        Expr::Data(_) => true,
        _ => false,
    }
}
