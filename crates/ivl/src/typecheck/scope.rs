//! Names of variables, by scope. The outermost scope holds constants and globals.

use crate::typed::{Name, Type, Var};
use rustc_hash::FxHashMap;
use source::Span;

/// What a name of a variable means.
#[derive(Clone, Debug)]
pub(super) struct Binding {
    pub var: Var,
    pub ty: Type,
    /// Statements may assign it (globals subject to the modifies clause).
    pub mutable: bool,
    /// `{:assumption}`: assigned once, by a conjunction with itself.
    pub assumption: bool,
    pub span: Span,
}

/// A stack of scopes with one hash table: lookup is one probe, leaving a scope undoes its declarations.
#[derive(Default)]
pub(super) struct Scope {
    table: FxHashMap<Name, Vec<(usize, Binding)>>,
    declared: Vec<Name>,
    starts: Vec<usize>,
}

impl Scope {
    pub fn push(&mut self) {
        self.starts.push(self.declared.len());
    }

    pub fn pop(&mut self) {
        let start = self.starts.pop().unwrap_or(0);
        for name in self.declared.drain(start..) {
            if let Some(stack) = self.table.get_mut(&name) {
                stack.pop();
            }
        }
    }

    /// Declares a name in the innermost scope. Gives the place of an earlier declaration in that scope, if any; then
    /// nothing is declared.
    pub fn declare(&mut self, name: &Name, binding: Binding) -> Result<(), Span> {
        let level = self.starts.len();
        let stack = self.table.entry(name.clone()).or_default();
        match stack.last() {
            Some((at, previous)) if *at == level => Err(previous.span),
            _ => {
                stack.push((level, binding));
                self.declared.push(name.clone());
                Ok(())
            }
        }
    }

    pub fn lookup(&self, name: &str) -> Option<&Binding> {
        self.table.get(name).and_then(|stack| stack.last()).map(|(_, binding)| binding)
    }

    /// Every name in scope, in no particular order.
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        self.table.iter().filter(|(_, stack)| !stack.is_empty()).map(|(name, _)| name)
    }
}
