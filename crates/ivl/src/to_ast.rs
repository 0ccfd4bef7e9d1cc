//! Typed programs as syntax trees, for dumps and messages.
//!
//! text → **ast** ← **typed** → mono → contract → acyclic → passive → solver text
//!
//! Law: the tree, printed, parses and checks back to an equivalent program, and printing that gives the same text.
//! Names that are no identifiers, as those of instances, become identifiers; where names clash, a number is added. Bodies
//! are blocks with labels and gotos. A guard is an assumption with the attribute `:partition`. An axiom stands in the
//! `uses` clause of the first symbol that it belongs to. Shared expressions are written out wherever they occur.

mod body;
mod civl;
mod decl;
mod expr;
mod names;

use crate::{ast, typed};
use expr::Writer;
use names::Names;

pub fn to_ast(program: &typed::Program) -> ast::Program {
    let names = Names::unique(program);
    ast::Program { decls: decl::decls(program, &names) }
}

/// One expression in the words of its program, whose locals are those of a procedure or implementation.
pub fn expr_to_ast(program: &typed::Program, locals: &[typed::Variable], expr: &typed::Expr) -> ast::Expr {
    let names = Names::declared(program);
    let mut writer = Writer::new(program, &names);
    writer.locals = locals.iter().map(|local| local.name.clone()).collect();
    writer.expr(expr)
}
