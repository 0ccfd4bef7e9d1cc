//! What a run says of each program, and of all of them together.

use crate::{EXIT_INVALID, codes};
use source::{Diagnostic, FileId, FileReport, Severity, SourceMap, Verdict};
use std::time::Duration;

/// The report of one program. A program of several files goes by the first.
pub struct ProgramReport {
    /// The sources of the program.
    pub map: SourceMap,
    pub file: FileId,
    pub engine: &'static str,
    pub verdict: Verdict,
    pub time: Duration,
    pub findings: FileReport,
}

impl ProgramReport {
    /// A program that was not understood: it is invalid, or holds what is not modelled.
    pub fn rejected(map: SourceMap, file: FileId, engine: &'static str, diagnostics: Vec<Diagnostic>) -> ProgramReport {
        let findings = FileReport::of_diagnostics(diagnostics);
        let verdict = verdict(&findings, Verdict::Invalid);
        ProgramReport { map, file, engine, verdict, time: Duration::ZERO, findings }
    }

    /// A program that an engine has judged.
    pub fn judged(map: SourceMap, file: FileId, engine: &'static str, findings: FileReport) -> ProgramReport {
        let verdict = verdict(&findings, Verdict::Unknown);
        ProgramReport { map, file, engine, verdict, time: Duration::ZERO, findings }
    }
}

/// The greatest verdict of the obligations and the diagnostics. An obligation speaks for itself; an error that
/// belongs to none gives `of_an_error`, so that a program with an error is never proved.
fn verdict(findings: &FileReport, of_an_error: Verdict) -> Verdict {
    let obligations = findings.obligations.iter().map(|obligation| obligation.verdict);
    let diagnostics = findings.diagnostics.iter().map(|diagnostic| match diagnostic.severity {
        _ if codes::is_not_modelled(diagnostic.code) => Verdict::Unsupported,
        Severity::Error if codes::costs_its_declaration(diagnostic.code) => Verdict::Unsupported,
        _ if *diagnostic.code == ivl::codes::INTERNAL => Verdict::Unknown,
        Severity::Error => of_an_error,
        Severity::Warning | Severity::Note => Verdict::Proved,
    });
    obligations.chain(diagnostics).max().unwrap_or(Verdict::Proved)
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
            let obligations = program.findings.obligations.iter().map(|obligation| obligation.verdict);
            obligations.chain([program.verdict])
        });
        let exit_code = exit_code(verdicts);
        let mut summary = Summary { exit_code, time, ..Summary::default() };
        for program in programs {
            summary.solver_time += program.findings.solver_time;
            let obligations = &program.findings.obligations;
            obligations.iter().for_each(|obligation| *summary.count(obligation.verdict) += 1);
            let counted = obligations.iter().any(|obligation| obligation.verdict == program.verdict);
            if !counted && program.verdict != Verdict::Proved {
                *summary.count(program.verdict) += 1;
            }
        }
        summary
    }

    fn count(&mut self, verdict: Verdict) -> &mut usize {
        match verdict {
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
        Verdict::Proved => 0,
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
    use source::{Code, Obligation, Span};

    static ASSERTION: Code = Code { id: "E9001", name: "assertion", explanation: "" };
    static UNMODELLED: &Code = &ivl::codes::UNSUPPORTED;

    fn obligation(verdict: Verdict) -> Obligation {
        let span = Span::new(FileId(0), 0, 0);
        Obligation { id: "P/assert".to_string(), kind: "assertion", span, verdict, time: Duration::ZERO }
    }

    fn judged(verdicts: &[Verdict], diagnostics: Vec<Diagnostic>) -> ProgramReport {
        let obligations = verdicts.iter().map(|verdict| obligation(*verdict)).collect();
        ProgramReport::judged(
            SourceMap::new(),
            FileId(0),
            "sequential",
            FileReport { obligations, diagnostics, ..FileReport::default() },
        )
    }

    fn error(code: &'static Code) -> Diagnostic {
        Diagnostic::error(code, Span::new(FileId(0), 0, 0), "bad")
    }

    #[test]
    fn only_proofs_add_up_to_a_proof() {
        use Verdict::*;
        assert_eq!(judged(&[Proved, Proved], vec![]).verdict, Proved);
        for other in [Unsupported, Unknown, Failed, Refuted, Invalid] {
            assert_eq!(judged(&[Proved, other], vec![]).verdict, other);
        }
        assert_eq!(judged(&[Proved], vec![error(&ASSERTION)]).verdict, Unknown);
        assert_eq!(judged(&[Proved, Failed], vec![error(&ASSERTION)]).verdict, Failed);
        assert_eq!(judged(&[Proved], vec![error(UNMODELLED)]).verdict, Unsupported);
    }

    #[test]
    fn a_rejected_program_is_invalid_or_unsupported() {
        let rejected = |codes: &[&'static Code]| {
            let diagnostics = codes.iter().map(|code| error(code)).collect();
            ProgramReport::rejected(SourceMap::new(), FileId(0), "sequential", diagnostics).verdict
        };
        assert_eq!(rejected(&[&ASSERTION]), Verdict::Invalid);
        assert_eq!(rejected(&[UNMODELLED]), Verdict::Unsupported);
        assert_eq!(rejected(&[UNMODELLED, &ASSERTION]), Verdict::Invalid);
    }

    #[test]
    fn exit_codes_prefer_failed_then_invalid_then_unknown() {
        use Verdict::*;
        let exit = |verdicts: &[Verdict]| {
            let programs: Vec<_> = verdicts.iter().map(|verdict| judged(&[*verdict], vec![])).collect();
            Summary::of(&programs, Duration::ZERO).exit_code
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
        let broken = || judged(&[Verdict::Proved, Verdict::Unknown], vec![error(&ivl::codes::INTERNAL)]);
        assert_eq!(broken().verdict, Verdict::Unknown);
        assert_eq!(Summary::of(&[broken()], Duration::ZERO).exit_code, 3);
        let invalid = ProgramReport::rejected(SourceMap::new(), FileId(0), "sequential", vec![error(&ASSERTION)]);
        assert_eq!(Summary::of(&[broken(), invalid], Duration::ZERO).exit_code, 2);
    }

    #[test]
    fn a_program_without_obligations_is_still_counted() {
        let rejected = ProgramReport::rejected(SourceMap::new(), FileId(0), "sequential", vec![error(UNMODELLED)]);
        let summary = Summary::of(&[rejected, judged(&[Verdict::Unsupported], vec![])], Duration::ZERO);
        assert_eq!(summary.unsupported, 2);
    }
}
