//! Guarded fields that get another collection.
//!
//! Who has read the old one while he held the lock, and still does, has it for himself:
//!
//! ```text
//! o = x.f; x.f = v;    o is what x.f holds no more, if v ≠ o and no other guarded field holds o
//! ```
//!
//! What is written is what the field holds from then on, under whatever names it goes.

use crate::interface::obligations::views::makes_view;
use crate::interface::ordering::objects::{Object, ObjectId};
use crate::interface::terms::term::{Place, Term, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::state::State;
use concurrent::object::{Expr, FieldId, Instruction, LocalId};

/// What is known of a value that is written into a field.
enum Written {
    Nothing,
    /// A name that the value goes by.
    Value(TermId),
    /// Any of the values that were read so far, or another one.
    Any,
}

impl Walk<'_, '_> {
    /// A guarded field gets another collection.
    pub fn swapped(&mut self, state: &mut State, object: Option<TermId>, field: FieldId, value: &Expr) {
        if !self.holds_collection(field) {
            return;
        }
        let source = self.field_of(object, field);
        let written = self.written(state, value);
        let same = self.same_as(state, &written);
        let is_built = self.is_being_built(state, object, field);
        if !is_built && !self.may_be_read_from(state, field, &same) && !self.is_shared(field) {
            let old: Vec<_> = state.just_read.iter().copied().filter(|(_, read)| *read == source).collect();
            state.merged.retain(|entry| !old.contains(entry));
        }
        for name in same {
            state.stands_for(name, source);
            if !state.just_read.contains(&(name, source)) {
                state.just_read.push((name, source));
            }
        }
        state.just_read.sort();
    }

    fn written(&mut self, state: &State, value: &Expr) -> Written {
        let Some(value) = self.eval(state, value) else { return Written::Any };
        // Of what was freed, a join does not say that it may be it.
        let has_freed = state.just_read.iter().any(|pair| !state.merged.contains(pair));
        match self.engine.terms.get(value) {
            Term::Null => Written::Nothing,
            Term::Symbol(symbol) => match symbol.place {
                Place::Unwind(_) | Place::Join(..) | Place::Stale(_) if has_freed => Written::Any,
                Place::Edge(_) | Place::Unwind(_) | Place::Join(..) | Place::Stale(_) => Written::Value(value),
            },
            _ => Written::Value(value),
        }
    }

    /// All names that the value may go by, as far as it was read from guarded fields.
    fn same_as(&self, state: &State, written: &Written) -> Vec<TermId> {
        let mut same: Vec<TermId> = match written {
            Written::Nothing => Vec::new(),
            Written::Any => state.just_read.iter().map(|(name, _)| *name).collect(),
            Written::Value(value) => {
                let sources = state.sources(&self.engine.terms, *value);
                let was_read = |(name, source): &(TermId, TermId)| *name == *value || sources.contains(source);
                let read: Vec<TermId> =
                    state.just_read.iter().filter(|pair| was_read(pair)).map(|(_, source)| *source).collect();
                let all = state.just_read.iter().chain(&state.merged);
                let others = all.filter(|(_, source)| sources.contains(source) || read.contains(source));
                let terms = &self.engine.terms;
                let is_value = |id: &TermId| matches!(terms.get(*id), Term::Entry(_) | Term::Symbol(_)) || id == value;
                let aliases = state.may_stand_for(terms, *value).into_iter().filter(is_value);
                others.map(|(name, _)| *name).chain(aliases).collect()
            }
        };
        same.sort();
        same.dedup();
        same
    }

    /// Whether one of the names may be what a field of this name held before.
    fn may_be_read_from(&self, state: &State, field: FieldId, names: &[TermId]) -> bool {
        let is_field = |source: &TermId| match self.engine.terms.get(*source) {
            Term::Field(_, own) | Term::Static(own) => *own == field,
            _ => false,
        };
        names.iter().any(|name| state.sources(&self.engine.terms, *name).iter().any(is_field))
    }

    /// Whether another guarded field may hold the same collection, or a view of it.
    fn is_shared(&mut self, field: FieldId) -> bool {
        let (program, locks) = (self.engine.program, self.engine.locks);
        let made = |walk: &mut Self, field: FieldId| -> Vec<ObjectId> {
            let ids = walk.engine.objects.of_field(program, field);
            let is_made = |id: &ObjectId| matches!(walk.engine.objects.get(*id), Object::Made(..));
            ids.iter().copied().filter(is_made).collect()
        };
        let own = made(self, field);
        let others = locks.fields.keys().copied().filter(|other| *other != field && self.holds_collection(*other));
        let others: Vec<FieldId> = others.collect();
        let is_same = others.iter().any(|other| made(self, *other).iter().any(|id| own.contains(id)));
        is_same || self.made_from(&others).iter().any(|id| own.contains(id))
    }

    /// What library methods were given, or called on, to make what is written to these fields.
    fn made_from(&mut self, fields: &[FieldId]) -> Vec<ObjectId> {
        let program = self.engine.program;
        let mut found = Vec::new();
        for id in program.method_ids() {
            let Some(graph) = program.method(id).graph() else { continue };
            let written = graph.edges.iter().filter_map(|edge| match &edge.instruction {
                Instruction::WriteField { field, value, .. } if fields.contains(field) => value.local(),
                _ => None,
            });
            let mut locals: Vec<LocalId> = written.collect();
            let mut at = 0;
            while at < locals.len() {
                let local = locals[at];
                for edge in graph.edges.iter().filter(|edge| edge.instruction.target() == Some(local)) {
                    let from: Vec<&Expr> = match &edge.instruction {
                        Instruction::Assign { value, .. } => vec![value],
                        Instruction::Call(call) if makes_view(program, call) => {
                            call.receiver.iter().chain(&call.args).collect()
                        }
                        _ => Vec::new(),
                    };
                    for value in from {
                        found.extend(self.engine.objects.of_expr(program, id, value).iter().copied());
                        locals.extend(value.local().filter(|local| !locals.contains(local)));
                    }
                }
                at += 1;
            }
        }
        found
    }
}
