//! C text to the concurrent program.
//!
//! text → [`mask`] → tree-sitter → [`syntax`] → [`ast`] → [`lower`] → [`tidy`] → [`concurrent::program`]
//!
//! The functions that the annotations name, and `init`, become procedures; helpers are inlined. Every access to memory
//! that other threads may see is a step of its own. Memory is sequentially consistent: what asks for less is unsupported.

mod ast;
pub mod codes;
mod dialect;
mod hygiene;
mod indeterminate;
mod lower;
mod mask;
mod nesting;
mod preprocessor;
mod syntax;
mod syntax_expr;
mod syntax_stmt;
mod tidy;
mod types;
mod walk;

pub use codes::CODES;

use concurrent::program::Program;
use ivl::codes::INTERNAL;
use source::{Diagnostic, FileId, Severity, Span};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The header that makes programs with `CAS` and `ATOMIC` compile.
pub static HEADER: &str = include_str!("../../../../include/counterpoint.h");

/// What a reader may choose.
#[derive(Clone, Copy, Default, Debug)]
pub struct Options {
    /// Whether `malloc` and `calloc` may give null, except in `init`.
    pub malloc_may_fail: bool,
}

/// Reads a C program in which `malloc` does not fail.
pub fn parse(file: FileId, text: &str) -> (Option<Program>, Vec<Diagnostic>) {
    parse_with(file, text, Options::default())
}

/// Reads a C program. There is none if something is wrong with it, and then the diagnostics say what; else they are warnings.
/// An internal error costs this file its verdict, and nothing else.
pub fn parse_with(file: FileId, text: &str, options: Options) -> (Option<Program>, Vec<Diagnostic>) {
    catch_unwind(AssertUnwindSafe(|| parse_whole(file, text, options))).unwrap_or_else(|_| {
        let message = "internal error while reading this program; nothing is known about it";
        (None, vec![Diagnostic::error(&INTERNAL, Span::new(file, 0, 0), message)])
    })
}

fn parse_whole(file: FileId, text: &str, options: Options) -> (Option<Program>, Vec<Diagnostic>) {
    let (unit, diagnostics) = syntax::read(file, text);
    if !diagnostics.is_empty() {
        return (None, diagnostics);
    }
    let (mut program, mut diagnostics) = lower::lower(file, &unit, options);
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        diagnostics.sort_by_key(|diagnostic| diagnostic.span);
        diagnostics.dedup();
        return (None, unsupported_first(diagnostics));
    }
    program.procedures.iter_mut().for_each(tidy::tidy);
    (Some(program), diagnostics)
}

/// Where something is not modelled, what looks wrong besides may come of that: only what does not parse is known to be no C.
fn unsupported_first(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_unsupported = |one: &Diagnostic| *one.code == codes::UNSUPPORTED;
    if diagnostics.iter().any(is_unsupported) {
        diagnostics
            .iter_mut()
            .for_each(|one| one.code = if one.severity == Severity::Error { &codes::UNSUPPORTED } else { one.code });
    }
    diagnostics
}
