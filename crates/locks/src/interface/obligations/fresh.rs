//! Objects that a method has made and that nobody else knows yet: they belong to it, whatever guards them later.

use crate::interface::terms::term::{Place, Symbol, SymbolKind, Term, TermId};
use crate::interface::walk::analysis::Walk;

impl Walk<'_, '_> {
    /// Whether the method has made the object, and has given neither it nor what holds it to others so far.
    pub fn belongs_to_method(&self, object: TermId) -> bool {
        match self.engine.terms.get(object) {
            Term::Symbol(Symbol { place: Place::Edge(made), kind: SymbolKind::Fresh(_) }) => {
                self.engine.escapes.is_unknown_at(self.method, *made, self.at.index())
            }
            _ => false,
        }
    }
}
