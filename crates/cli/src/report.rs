//! What a run says of each program, and of all of them together.

use crate::EXIT_INVALID;
use crate::options::Engine;
use source::{Diagnostic, FileId, Report, SourceMap, Verdict};
use std::time::Duration;

/// The report of one program. A program of several files goes by the first.
pub struct ProgramReport {
    /// The sources of the program.
    pub map: SourceMap,
    pub file: FileId,
    pub engine: Engine,
    pub time: Duration,
    pub report: Report,
}

impl ProgramReport {
    pub fn new(map: SourceMap, file: FileId, engine: Engine, report: Report) -> ProgramReport {
        ProgramReport { map, file, engine, time: Duration::ZERO, report }
    }

    /// A program that was not understood: it is invalid, or holds what is not modelled.
    pub fn of_inputs(map: SourceMap, file: FileId, engine: Engine, inputs: Vec<Diagnostic>) -> ProgramReport {
        ProgramReport::new(map, file, engine, Report::of_inputs(inputs))
    }

    pub fn verdict(&self) -> Verdict {
        self.report.verdict()
    }
}

/// Counts of obligations by verdict; `invalid` counts programs, and so does `unsupported` where a program was
/// given up before it had obligations.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Summary {
    pub proved: usize,
    pub refuted: usize,
    pub failed: usize,
    pub unknown: usize,
    pub unsupported: usize,
    pub invalid: usize,
    /// Programs of which nothing was asked.
    pub not_checked: usize,
    pub exit_code: u8,
    pub time: Duration,
    /// How long the solver was waited for, over all threads.
    pub solver_time: Duration,
    /// Its name and version; none if it was not needed.
    pub solver: Option<String>,
}

impl Summary {
    pub fn of(programs: &[ProgramReport], time: Duration) -> Summary {
        // A program of which a part could not be read may have failed in another.
        let verdicts = programs.iter().flat_map(|program| {
            let obligations = program.report.obligations.iter().map(|obligation| obligation.outcome.verdict());
            obligations.chain([program.verdict()])
        });
        let exit_code = exit_code(verdicts);
        let mut summary = Summary { exit_code, time, ..Summary::default() };
        for program in programs {
            summary.solver_time += program.report.solver_time;
            let (obligations, verdict) = (&program.report.obligations, program.verdict());
            obligations.iter().for_each(|obligation| *summary.count(obligation.outcome.verdict()) += 1);
            let is_counted = obligations.iter().any(|obligation| obligation.outcome.verdict() == verdict);
            if !is_counted {
                *summary.count(verdict) += 1;
            }
        }
        summary
    }

    fn count(&mut self, verdict: Verdict) -> &mut usize {
        match verdict {
            Verdict::NotChecked => &mut self.not_checked,
            Verdict::Proved => &mut self.proved,
            Verdict::Refuted => &mut self.refuted,
            Verdict::Failed => &mut self.failed,
            Verdict::Unknown => &mut self.unknown,
            Verdict::Unsupported => &mut self.unsupported,
            Verdict::Invalid => &mut self.invalid,
        }
    }
}

/// The exit code of a run with these verdicts. Where several apply: 1, then 2, then 3, so that no odd file hides a failure.
pub fn exit_code(verdicts: impl Iterator<Item = Verdict>) -> u8 {
    let code = |verdict| match verdict {
        Verdict::Proved | Verdict::NotChecked => 0,
        Verdict::Refuted | Verdict::Failed => 1,
        Verdict::Invalid => EXIT_INVALID,
        Verdict::Unknown | Verdict::Unsupported => 3,
    };
    worst(verdicts.map(code))
}

/// The exit code of a whole from those of its parts.
pub fn worst(codes: impl Iterator<Item = u8>) -> u8 {
    codes.filter(|code| *code != 0).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::{Code, Kind, Obligation, Outcome, Span};

    static ASSERTION: Code = Code { id: "E9001", name: "assertion", kind: Kind::Wrong, explanation: "" };
    static UNMODELLED: &Code = &ivl::codes::UNSUPPORTED;

    fn error(code: &'static Code) -> Diagnostic {
        Diagnostic::error(code, Span::new(FileId(0), 0, 0), "bad")
    }

    fn program(verdicts: &[Verdict], inputs: Vec<Diagnostic>) -> ProgramReport {
        let span = Span::new(FileId(0), 0, 0);
        let obligation = |verdict: &Verdict| {
            let (id, outcome) = ("P/assert".to_string(), Outcome::of(*verdict, Vec::new()));
            Obligation { id, kind: "assertion", span, outcome, time: Duration::ZERO }
        };
        let report = Report { inputs, obligations: verdicts.iter().map(obligation).collect(), ..Report::default() };
        ProgramReport::new(SourceMap::new(), FileId(0), Engine::Sequential, report)
    }

    #[test]
    fn exit_codes_prefer_failed_then_invalid_then_unknown() {
        use Verdict::*;
        let exit = |verdicts: &[Verdict]| {
            let of = |verdict: &Verdict| match verdict {
                Invalid => program(&[], vec![error(&ASSERTION)]),
                verdict => program(&[*verdict], vec![]),
            };
            Summary::of(&verdicts.iter().map(of).collect::<Vec<_>>(), Duration::ZERO).exit_code
        };
        assert_eq!(exit(&[]), 0);
        assert_eq!(exit(&[Proved, Proved]), 0);
        assert_eq!(exit(&[Proved, Unknown]), 3);
        assert_eq!(exit(&[Unsupported]), 3);
        assert_eq!(exit(&[Unknown, Failed, Proved]), 1);
        assert_eq!(exit(&[Refuted, Unsupported]), 1);
        assert_eq!(exit(&[Refuted, Invalid, Unknown]), 1);
        assert_eq!(exit(&[Invalid, Unknown]), 2);
    }

    #[test]
    fn an_internal_error_is_no_proof_and_hides_nothing() {
        let broken = || program(&[Verdict::Proved, Verdict::Unknown], vec![error(&ivl::codes::INTERNAL)]);
        assert_eq!(broken().verdict(), Verdict::Unknown);
        assert_eq!(Summary::of(&[broken()], Duration::ZERO).exit_code, 3);
        let invalid = program(&[], vec![error(&ASSERTION)]);
        assert_eq!(Summary::of(&[broken(), invalid], Duration::ZERO).exit_code, 2);
    }

    #[test]
    fn a_program_without_obligations_is_still_counted() {
        let rejected = program(&[], vec![error(UNMODELLED)]);
        let summary = Summary::of(&[rejected, program(&[Verdict::Unsupported], vec![])], Duration::ZERO);
        assert_eq!(summary.unsupported, 2);
    }
}
