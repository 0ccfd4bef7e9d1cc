//! Boogie text to its syntax tree.
//!
//! bytes → [`directive`] → [`lexer`] → [`parser`] and its parts → [`ivl::ast`]
//!
//! A recursive-descent parser without backtracking. It looks at most three tokens ahead, recovers from an error at the
//! next `;`, `}` or declaration, and bounds the height of the tree so that later passes may recurse on it.

mod atom;
mod attribute;
mod call;
mod civl;
mod decl;
mod directive;
mod error;
mod expr;
mod float;
mod lexer;
mod number;
mod parser;
mod procedure;
mod recover;
mod stmt;
mod token;
mod types;

pub use error::CODES;

use ivl::ast::Program;
use parser::Parser;
use source::{Diagnostic, FileId, Span};

/// Expressions, types and blocks are nested at most this deep.
pub(crate) const MAX_NESTING: u32 = 5_000;

/// Reads a text by itself, such as a library.
///
/// The tree holds what could be read; it is the whole text exactly if there are no diagnostics. Nested text needs stack:
/// callers run this on a thread with 256 MB of it.
pub fn parse(file: FileId, text: &str) -> (Program, Vec<Diagnostic>) {
    read(file, text, None)
}

/// The same for a file of a program, by its position among the files, counted from 0: conditional text depends on it.
pub fn parse_part(position: usize, file: FileId, text: &str) -> (Program, Vec<Diagnostic>) {
    read(file, text, Some(&format!("FILE_{position}")))
}

fn read(file: FileId, text: &str, defined: Option<&str>) -> (Program, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    if u32::try_from(text.len()).is_err() {
        let message = "the file is larger than 4 GiB";
        diagnostics.push(Diagnostic::error(&error::TOO_DEEP, Span::new(file, 0, 0), message));
        return (Program::default(), diagnostics);
    }
    let text = directive::apply(file, text, defined, &mut diagnostics);
    let tokens = lexer::lex(file, &text, &mut diagnostics);
    let mut parser = Parser::new(file, &text, tokens, diagnostics);
    let program = parser.program();
    (program, parser.finish())
}
