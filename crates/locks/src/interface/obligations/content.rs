//! Guarded collections and arrays under other names.
//!
//! A value that was read from a guarded field is the collection, wherever it goes: through locals and joins, into callees
//! and back. A state remembers which fields a value may have been read from; where the object that has the field loses its
//! name, the field alone is remembered, as if it were static, and what its guard is cannot be told any more.

use crate::codes;
use crate::interface::obligations::views::{fills_argument, is_object, is_unsafe};
use crate::interface::terms::term::{Level, Term, TermId, Terms};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::binding::Binding;
use crate::interface::walk::context::{Content, Context, Exit};
use crate::interface::walk::state::State;
use concurrent::object::library::{Callback, LibraryMethod};
use concurrent::object::liveness::{Annotations, reads};
use concurrent::object::{Body, Call, Edge, Expr, FieldId, FieldKind, Instruction, LocalId, MethodId, Type};
use source::Span;

impl State {
    /// The fields that a value may have been read from, as terms.
    pub fn sources(&self, terms: &Terms, value: TermId) -> Vec<TermId> {
        let is_field = |value: &TermId| matches!(terms.get(*value), Term::Field(..) | Term::Static(_));
        self.may_stand_for(terms, value).into_iter().filter(is_field).collect()
    }

    /// All that a value may be, as far as it is known by other names.
    pub fn may_stand_for(&self, terms: &Terms, value: TermId) -> Vec<TermId> {
        let (mut queue, mut seen) = (vec![value], Vec::new());
        while let Some(value) = queue.pop() {
            if seen.contains(&value) {
                continue;
            }
            seen.push(value);
            if let Term::View(viewed, _) = terms.get(value) {
                queue.push(*viewed);
            }
            queue.extend(self.merged.iter().filter(|(symbol, _)| *symbol == value).map(|(_, one)| *one));
        }
        seen
    }

    /// A value may be what the field holds.
    pub fn stands_for(&mut self, value: TermId, source: TermId) {
        if value != source && !self.merged.contains(&(value, source)) {
            self.merged.push((value, source));
            self.merged.sort();
        }
    }

    /// A value gets another name.
    pub fn names_again(&mut self, terms: &Terms, old: TermId, new: TermId) {
        for source in self.sources(terms, old) {
            self.stands_for(new, source);
        }
    }

    /// Some terms lose their meaning: what was read from fields of such objects was read from a field of some object.
    pub fn forget_sources(&mut self, terms: &mut Terms, is_forgotten: &dyn Fn(&Terms, TermId) -> bool) {
        self.just_read.retain(|(value, source)| !is_forgotten(terms, *value) && !is_forgotten(terms, *source));
        let all = std::mem::take(&mut self.merged);
        if !all.iter().any(|(value, one)| is_forgotten(terms, *value) || is_forgotten(terms, *one)) {
            self.merged = all;
            return;
        }
        self.merged = all.clone();
        let is_gone = |(value, one): &&(TermId, TermId)| is_forgotten(terms, *value) || is_forgotten(terms, *one);
        let mut kept: Vec<(TermId, TermId)> = all.iter().filter(|pair| !is_gone(pair)).copied().collect();
        for (value, _) in all.iter().filter(|(value, _)| !is_forgotten(terms, *value)) {
            let sources = self.sources(terms, *value);
            kept.extend(sources.into_iter().filter(|source| source != value).map(|source| (*value, source)));
        }
        for (_, source) in &mut kept {
            *source = without_object(terms, *source, is_forgotten);
        }
        kept.sort();
        kept.dedup();
        self.merged = kept;
    }
}

/// The field of some object, if the object is forgotten.
pub fn without_object(terms: &mut Terms, source: TermId, is_forgotten: &dyn Fn(&Terms, TermId) -> bool) -> TermId {
    match terms.get(source) {
        Term::Field(_, field) if is_forgotten(terms, source) => {
            let field = *field;
            terms.intern(Term::Static(field))
        }
        _ => source,
    }
}

impl Walk<'_, '_> {
    /// What is read from a guarded field that changes is the collection from now on.
    pub fn note_source(&mut self, state: &mut State, value: TermId, object: Option<TermId>, field: FieldId) {
        if self.holds_collection(field) {
            let source = self.field_of(object, field);
            state.stands_for(value, source);
            state.just_read.push((value, source));
            state.just_read.sort();
            state.just_read.dedup();
        }
    }

    /// A row of a guarded array is a part of it.
    pub fn note_part(&mut self, state: &mut State, value: TermId, array: TermId, ty: &Type) {
        let has_rows = matches!(ty, Type::Array(row) if matches!(**row, Type::Array(_)));
        if has_rows && self.guarded_content(state, array).is_some() {
            state.names_again(&self.engine.terms, array, value);
        }
    }

    pub fn field_of(&mut self, object: Option<TermId>, field: FieldId) -> TermId {
        self.engine.terms.intern(match object {
            Some(object) => Term::Field(object, field),
            None => Term::Static(field),
        })
    }

    /// Whether a final field is read for nothing but to be captured, as in `map::size`: it always holds the same, which is
    /// looked at where it is used.
    pub fn is_only_captured(&self, field: FieldId, target: LocalId) -> bool {
        let program = self.engine.program;
        let is_name = program.field(field).is_final && self.engine.definitions.is_stable(field);
        is_name
            && self.is_guarded_content(field)
            && self.graph.edges.iter().all(|edge| {
                let mut is_read = false;
                reads(&edge.instruction, Annotations::AreSkipped, &mut |local| is_read |= local == target);
                let is_captured = match &edge.instruction {
                    Instruction::WriteField { field, .. } => program.field(*field).kind == FieldKind::Captured,
                    Instruction::Check(_) => true,
                    _ => false,
                };
                !is_read || is_captured
            })
    }

    /// Whether a guarded field holds something that needs its lock, too.
    pub fn is_guarded_content(&self, field: FieldId) -> bool {
        let program = self.engine.program;
        self.engine.locks.fields.contains_key(&field)
            && (is_unsafe(program, &program.field(field).ty) || self.engine.collections.contains(&field))
    }

    /// Whether that is a collection, an array, or the like.
    pub fn holds_collection(&self, field: FieldId) -> bool {
        self.is_guarded_content(field) && self.engine.collections.contains(&field)
    }

    /// The guarded fields that a value may have been read from, if they hold collections or arrays: terms, objects,
    /// fields.
    pub fn guarded_sources(&self, state: &State, value: TermId) -> Vec<(TermId, Option<TermId>, FieldId)> {
        let mut found = Vec::new();
        for source in state.sources(&self.engine.terms, value) {
            let (object, field) = match self.engine.terms.get(source) {
                Term::Field(object, field) => (Some(*object), *field),
                Term::Static(field) => (None, *field),
                _ => continue,
            };
            if self.is_guarded_content(field) {
                found.push((source, object, field));
            }
        }
        found
    }

    /// The first of them.
    pub fn guarded_content(&self, state: &State, value: TermId) -> Option<(Option<TermId>, FieldId)> {
        self.guarded_sources(state, value).first().map(|(_, object, field)| (*object, *field))
    }

    /// An array or collection behind a guarded field is used.
    pub fn content_access(&mut self, state: &mut State, value: &Expr, level: Level, edge: &Edge) {
        let Some(value) = self.eval(state, value) else { return };
        for (source, object, field) in self.guarded_sources(state, value) {
            match self.covered(value, source) {
                Some(Level::Write) => {}
                Some(Level::Read) if level == Level::Read => {}
                Some(Level::Read) => {
                    let name = &self.engine.program.field(field).name;
                    let message = format!("`{name}` is changed by a method whose caller may only read it");
                    self.violation(state, &codes::ACCESS, edge.span, message);
                }
                None => self.access(state, object, field, Some(value), level, edge.span),
            }
        }
    }

    /// What the callers have the right to do with a collection of an object that has no name here. Of several that the
    /// value may be, the least.
    fn covered(&self, value: TermId, source: TermId) -> Option<Level> {
        let nameless = || {
            let contents = self.context.contents.iter();
            contents.filter(|content| content.source == source && content.is_nameless)
        };
        let own = nameless().filter(|content| content.name == value).map(|content| content.level).min();
        own.or_else(|| nameless().map(|content| content.level).min())
    }

    /// Which arguments of a callee are guarded collections.
    pub fn contents_of(&mut self, state: &State, binding: &Binding) -> Vec<Content> {
        let mut contents = Vec::new();
        let mut names = binding.names().to_vec();
        // What the callee reaches on its own, such as what a parameter has captured.
        for (value, _) in state.merged.clone() {
            names.extend(self.in_callee(binding, value).map(|name| (value, name)));
        }
        names.sort();
        names.dedup();
        for (value, name) in names {
            for (source, object, field) in self.guarded_sources(state, value) {
                let inner = object.and_then(|object| self.in_callee(binding, object));
                let is_nameless = inner.is_none() && !self.engine.program.field(field).is_static;
                let level = match self.covered(value, source) {
                    Some(level) => level,
                    None => self.right_to(state, object, field, value),
                };
                let renamed = match inner {
                    Some(object) => Term::Field(object, field),
                    None => Term::Static(field),
                };
                let source = self.engine.terms.intern(renamed);
                if source != name {
                    contents.push(Content { name, source, level, is_nameless });
                }
            }
        }
        contents.sort();
        contents.dedup();
        contents
    }

    /// What the locks that are held allow. Where they allow nothing, the call itself is a violation, and what the
    /// callee does is none of its own.
    fn right_to(&mut self, state: &State, object: Option<TermId>, field: FieldId, value: TermId) -> Level {
        let may = |walk: &mut Self, level: Level| walk.is_allowed(state, object, field, value, level);
        if may(self, Level::Read) && !may(self, Level::Write) { Level::Read } else { Level::Write }
    }

    /// Which values of the callers a guarded field holds now: pairs of names.
    pub fn kept_arguments(&self, state: &State) -> Vec<(TermId, TermId)> {
        let terms = &self.engine.terms;
        let is_inner = |id: TermId| terms.mentions(id, &|term| matches!(term, Term::Symbol(_)));
        let is_told = |pair: &(TermId, TermId)| {
            self.context.contents.iter().any(|content| (content.name, content.source) == *pair)
        };
        let is_content = |source: TermId| match terms.get(source) {
            Term::Field(_, field) | Term::Static(field) => self.is_guarded_content(*field),
            _ => false,
        };
        let pairs = state.merged.iter().copied().filter(|(value, source)| !is_inner(*value) && is_content(*source));
        pairs.filter(|pair| !is_told(pair)).collect()
    }

    /// What a caller has given is kept in a guarded field from now on.
    pub fn kept_by_callee(
        &mut self,
        state: &State,
        binding: &Binding,
        context: &Context,
        exit: &Exit,
        after: &mut State,
    ) {
        for (value, source) in &exit.kept {
            let Some(value) = self.in_caller(state, binding, *value, None) else { continue };
            // What it is a view of is kept as well.
            let same = state.may_stand_for(&self.engine.terms, value).into_iter();
            let same: Vec<TermId> =
                same.filter(|id| matches!(self.engine.terms.get(*id), Term::Entry(_) | Term::Symbol(_))).collect();
            for source in self.sources_in_caller(state, binding, context, *source) {
                same.iter().chain([&value]).for_each(|value| after.stands_for(*value, source));
            }
        }
    }

    /// The caller's name for a field that the callee has read, or has written to. Where the callee had no name for the object,
    /// it is one of those that it was told of.
    fn sources_in_caller(
        &mut self,
        state: &State,
        binding: &Binding,
        context: &Context,
        source: TermId,
    ) -> Vec<TermId> {
        let told = context.contents.iter().filter(|content| content.source == source && content.is_nameless);
        let told: Vec<TermId> = told.map(|content| content.name).collect();
        let mut known = Vec::new();
        for name in told {
            let value = self.in_caller(state, binding, name, None);
            known.extend(value.into_iter().flat_map(|value| self.guarded_sources(state, value)));
        }
        if !known.is_empty() {
            return known.into_iter().map(|(source, ..)| source).collect();
        }
        let renamed = match self.engine.terms.get(source).clone() {
            Term::Field(object, field) => match self.in_caller(state, binding, object, None) {
                Some(object) => Term::Field(object, field),
                None => Term::Static(field),
            },
            other => other,
        };
        vec![self.engine.terms.intern(renamed)]
    }

    /// Whether what is held allows to change it.
    pub fn may_write(&mut self, state: &State, object: Option<TermId>, field: FieldId, value: TermId) -> bool {
        self.right_to(state, object, field, value) == Level::Write
    }

    /// What a callee returns is still the collection.
    pub fn returned_content(
        &mut self,
        state: &State,
        binding: &Binding,
        context: &Context,
        exit: &Exit,
        after: &mut State,
        outer: TermId,
    ) {
        for source in &exit.contents {
            for source in self.sources_in_caller(state, binding, context, *source) {
                after.stands_for(outer, source);
            }
        }
    }

    /// A guarded collection is given to a library method that keeps it, such as `add` of another collection.
    pub fn kept_by_library(&mut self, state: &State, call: &Call, method: MethodId, span: Span) {
        let program = self.engine.program;
        let model = program.method(method);
        let Body::Library(kind) = model.body else { return };
        let is_new = match kind {
            LibraryMethod::New | LibraryMethod::Fresh => true,
            LibraryMethod::Write
            | LibraryMethod::CallbackWrite
            | LibraryMethod::BlockingPut
            | LibraryMethod::AtomicSet
            | LibraryMethod::AtomicGetAndSet
            | LibraryMethod::CompareAndSet
            | LibraryMethod::WeakCompareAndSet => false,
            _ => return,
        };
        // What is looked for, shown or copied is not kept.
        if model.name.starts_with("remove") || model.callbacks.contains(&Callback::Text) || fills_argument(&model.name)
        {
            return;
        }
        let receiver = call.receiver.as_ref().and_then(|receiver| self.eval(state, receiver));
        if receiver.is_some_and(|receiver| self.guarded_content(state, receiver).is_some()) {
            return;
        }
        let params = model.params.iter().skip(usize::from(!model.is_static));
        let kept = params.zip(&call.args).filter(|(param, _)| is_object(program, &model.local(**param).ty));
        for arg in kept.map(|(_, arg)| arg).collect::<Vec<&Expr>>() {
            let Some(value) = self.eval(state, arg) else { continue };
            let Some((_, field)) = self.guarded_content(state, value) else { continue };
            let name = program.field(field).name.clone();
            let is_own = is_new || receiver.is_some_and(|receiver| self.exact_class(receiver).is_some());
            match is_own {
                true => self.doubt(span, format!("`{name}` is put into another object here, where it is not followed")),
                false => {
                    let message = format!("`{name}` is put where others find it, and they use it without the lock");
                    self.violation(state, &codes::ACCESS, span, message);
                }
            }
        }
    }

    /// A guarded collection becomes an element of an array.
    pub fn kept_in_array(&mut self, state: &State, array: &Expr, value: &Expr, span: Span) {
        let content = self.eval(state, value).and_then(|value| self.guarded_content(state, value));
        let Some((_, field)) = content else { return };
        let array = self.eval(state, array);
        if array.is_none_or(|array| self.guarded_content(state, array).is_none()) {
            let name = &self.engine.program.field(field).name;
            self.doubt(span, format!("`{name}` is put into an array here, where it is not followed"));
        }
    }
}
