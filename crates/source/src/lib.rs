//! Files, spans, diagnostics, obligations and verdicts: plain data.
//!
//! Every other crate speaks in these terms. Nothing here reads files, prints, or decides: front ends and
//! engines return these values, and the command line renders them.

mod code;
mod deadline;
mod diagnostic;
mod file;
mod property;
mod report;
mod verdict;

pub use code::{Code, Kind};
pub use deadline::Deadline;
pub use diagnostic::{Diagnostic, Label, Severity, Step};
pub use file::{FileId, LineColumn, SourceFile, SourceMap, Span};
pub use property::{Asked, Property};
pub use report::{Obligation, Outcome, Report};
pub use verdict::Verdict;
