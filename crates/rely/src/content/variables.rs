//! Reads and writes of volatile fields, atomics and thread-safe collections, one step each.

use crate::content::facts::Kind;
use crate::content::record::{Swap, Update, Variable};
use crate::content::state::{Level, Mode, Origin, Root, State, Term, Value};
use crate::content::walk::Walker;
use crate::plan::flat::FlatEdge;
use concurrent::object::FieldId;
use source::Span;
use std::collections::BTreeSet;

impl Walker<'_> {
    pub fn variable(&self, object: Option<&Value>, field: FieldId, state: &State) -> Option<Variable> {
        let owner = match object {
            Some(object) => object.term.clone(),
            None => Some(Term::of(Root::Statics)),
        };
        let is_own = owner.as_ref().is_some_and(|owner| state.is_own(owner));
        let regions: BTreeSet<FieldId> = match self.facts.is_of_safe_class(field) {
            true => BTreeSet::from([field]),
            false => {
                object.map(|object| state.origins(object)).into_iter().flatten().map(|place| place.field).collect()
            }
        };
        let levels = BTreeSet::from([Level::Field(field)]);
        let variable = Variable { regions, levels, field: Some(field), owner, is_collection: false, kind: Kind::Safe };
        (!is_own && !variable.regions.is_empty()).then_some(variable)
    }

    /// The cell or the thread-safe collection that a value is.
    pub fn cell(&self, value: &Value, is_collection: bool, kind: Kind, state: &State) -> Option<Variable> {
        let places = state.origins(value);
        let shared: Vec<&Origin> = places.iter().filter(|place| !self.is_own_place(place, state)).collect();
        let is_declared = |place: &&&Origin| self.facts.is_declared_content(place.field);
        if shared.is_empty() || shared.iter().any(|place| is_declared(&place)) {
            return None;
        }
        let regions = shared.iter().map(|place| place.field).collect();
        let first = shared[0].owner.clone();
        let owner = first.filter(|owner| shared.iter().all(|place| place.owner.as_ref() == Some(owner)));
        let levels = shared.iter().map(|place| place.level).collect();
        Some(Variable { regions, levels, field: None, owner, is_collection, kind })
    }

    pub fn read_variable(&mut self, at: usize, variable: Option<Variable>, span: Span, state: &mut State) {
        let held: BTreeSet<(Term, Mode)> = state.held.keys().cloned().collect();
        state.since.insert(at, held);
        state.forget_read(at);
        if let Some(variable) = variable {
            self.record.reads.insert(at, (variable, span));
        }
    }

    /// A write whose value depends on these reads.
    pub fn update(
        &mut self,
        variable: Option<Variable>,
        data: BTreeSet<usize>,
        implied: &BTreeSet<usize>,
        edge: &FlatEdge,
        state: &State,
    ) {
        let control: BTreeSet<usize> = self.control[edge.from].union(implied).copied().collect();
        self.push_update(variable, data, control, None, edge, state);
    }

    /// A write that looks at the variable in the same step, and does nothing if it is not as expected.
    pub fn swap_variable(
        &mut self,
        variable: Option<Variable>,
        expected: Option<&Value>,
        new: Option<&Value>,
        (at, edge): (usize, &FlatEdge),
        state: &State,
    ) {
        let mut data = new.map(|new| state.marks(new)).unwrap_or_default();
        data.extend(new.iter().flat_map(|new| &new.implied));
        let swap = Swap {
            at,
            expected: expected.map(|value| value.marks.clone()).unwrap_or_default(),
            copies: expected.and_then(|value| value.copies.clone()),
            decisions: self.decisions.get(edge.from).cloned().unwrap_or_default(),
        };
        // Where nothing is stored, nothing is lost.
        let control = new.map(|_| swap.expected.clone()).unwrap_or_default();
        self.push_update(variable, data, control, Some(swap), edge, state);
    }

    fn push_update(
        &mut self,
        variable: Option<Variable>,
        data: BTreeSet<usize>,
        control: BTreeSet<usize>,
        swap: Option<Swap>,
        edge: &FlatEdge,
        state: &State,
    ) {
        let Some(variable) = variable else { return };
        let locks = self.relative_to(variable.owner.as_ref(), state.held.keys());
        let since = |read: &usize| {
            let locks = state.since.get(read).into_iter().flatten();
            (*read, self.relative_to(variable.owner.as_ref(), locks))
        };
        let decided = swap.iter().flat_map(|swap| swap.decisions.iter().flatten());
        let since = data.iter().chain(&control).chain(decided).chain(state.since.keys()).map(since).collect();
        self.record.updates.push(Update {
            variable,
            data,
            control,
            since,
            locks,
            swap,
            discards: false,
            span: edge.span,
        });
    }
}
