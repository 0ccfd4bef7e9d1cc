//! The one way to read and the one way to rebuild typed expressions.
//!
//! Reading: [`for_each_child`] names the direct parts of a node, [`Walker`] and [`walk`] go through everything below.
//! Rebuilding: a [`Folder`] says what becomes of an expression, a type and a bound variable; [`fold_children`] rebuilds
//! a node from its folded parts. [`rewrite`] and [`substitute`] are the folders that most passes need.
//!
//! Laws:
//! - Everything is covered: triggers, `{:nopats}`, attributes, where-clauses, and the commands of code expressions.
//! - Expressions are graphs: a node that is reached twice is read once and rebuilt once, and its new form is shared.
//! - What does not change is not copied: the result is the same `Arc`.

mod fold;
mod read;
mod substitute;
mod types;

pub use fold::{
    Folder, Memo, Rewriter, fold_attributes, fold_bound_vars, fold_children, fold_cmd, fold_condition, fold_expr,
    fold_implementation, fold_measure, fold_procedure, fold_program, fold_variable, rewrite,
};
pub use read::{
    Walker, for_each_child, for_each_expr_of_attributes, for_each_expr_of_cmd, for_each_expr_of_condition,
    for_each_expr_of_implementation, for_each_expr_of_procedure, for_each_expr_of_program, walk,
};
pub use substitute::{Fresh, Substituter, Substitution, instantiate, substitute};
pub use types::{TypeSubstitution, has_type_vars, open_map, substitute_type, walk_type};

#[cfg(test)]
mod tests;
