//! What fields hold that never change once their object is built.
//!
//! Such a field names the same lock whenever it is read. A field that is defined by another, as in
//! `final Lock w = rw.writeLock()`, goes by the other's name, so that both names are one.

mod building;
mod early;
mod reader;
mod spine;
mod stability;

use crate::interface::terms::term::{Rewrite, Term, TermId, Terms};
use building::late_fields;
use concurrent::object::library::LibraryClass;
use concurrent::object::{Body, ClassId, ClassOrigin, FieldId, LocalId, MethodId, MethodKind, Program};
use early::{early_fields, written_again, written_behind_this_call};
use reader::Written;
use rustc_hash::FxHashMap;
use stability::{always_new, copied_fields, is_always_written, stable_elements, stable_fields};

/// What every constructor, or the static initialiser, gives a field.
#[derive(Clone, PartialEq, Debug)]
pub enum Definition {
    /// A new object of this class; the first argument of its constructor, if it is a constant number.
    New(ClassId, Option<i64>),
    /// A new array of this length, if it is constant.
    Array(Option<i64>),
    /// A value in the words of the constructor.
    Value(TermId),
}

pub struct Definitions {
    /// By field: whether it is written by constructors of its class and initialisers only.
    is_stable: Vec<bool>,
    definitions: FxHashMap<FieldId, Definition>,
    /// Fields with an array whose elements are written by constructors and initialisers only.
    has_stable_elements: Vec<bool>,
    /// Fields with a semaphore that is acquired and released like a lock.
    is_mutex: Vec<bool>,
    /// By constructor: fields that hold one of its parameters.
    given: FxHashMap<MethodId, Vec<(FieldId, LocalId)>>,
    /// By a field that always gets a new object, and a field of that object: what the constructor was given for it, in the
    /// words of the first object.
    parts: FxHashMap<(FieldId, FieldId), TermId>,
    /// Fields that are written after code has run that may read them.
    is_late: Vec<bool>,
    /// Fields that somebody may read before they are written.
    is_early: Vec<bool>,
    /// Fields that a constructor writes again after another one of its class has.
    is_chained: Vec<bool>,
    /// Fields that are only ever given new objects.
    is_always_new: Vec<bool>,
    /// Fields that a copy, made by `clone`, has in common with its original.
    is_copied: Vec<bool>,
    /// Fields that hold nothing but what constructors are given.
    leads_to_older: Vec<bool>,
}

impl Definitions {
    pub fn new(program: &Program, terms: &mut Terms) -> Definitions {
        let is_late = late_fields(program);
        let is_early = early_fields(program, &is_late);
        let mut is_stable = stable_fields(program, &is_late);
        let is_chained = written_behind_this_call(program);
        for (index, is_again) in written_again(program, &is_chained).into_iter().enumerate() {
            is_stable[index] &= program.fields[index].is_final || !is_early[index] || !is_again;
        }
        let has_stable_elements = stable_elements(program, &is_stable);
        let mut found = Definitions {
            has_stable_elements,
            is_stable,
            definitions: FxHashMap::default(),
            is_mutex: vec![false; program.fields.len()],
            given: FxHashMap::default(),
            parts: FxHashMap::default(),
            is_late,
            is_early,
            is_chained,
            is_always_new: always_new(program),
            is_copied: copied_fields(program),
            leads_to_older: vec![false; program.fields.len()],
        };
        // Initialisers may speak of fields that are defined further down: what is found once helps the second time.
        for _ in 0..2 {
            found.define_all(program, terms);
        }
        for index in 0..program.fields.len() {
            let field = FieldId(index as u32);
            found.is_mutex[index] = matches!(found.definitions.get(&field), Some(Definition::New(class, Some(1)))
                if program.class(*class).origin == ClassOrigin::Library(LibraryClass::Semaphore));
        }
        found
    }

    pub fn is_stable(&self, field: FieldId) -> bool {
        self.is_stable[field.index()]
    }

    /// Whether the field leads from an object to one that was made before: only constructors write it, and only what
    /// they are given. That was there before the constructor began.
    pub fn leads_to_older(&self, field: FieldId) -> bool {
        self.leads_to_older[field.index()]
    }

    pub fn has_stable_elements(&self, field: FieldId) -> bool {
        self.has_stable_elements[field.index()]
    }

    /// Whether a method that is called while the object is built may find the field as it is not later.
    pub fn is_late(&self, field: FieldId) -> bool {
        self.is_late[field.index()]
    }

    /// Whether the field holds a semaphore of one permit.
    pub fn is_mutex(&self, field: FieldId) -> bool {
        self.is_mutex[field.index()]
    }

    pub fn get(&self, field: FieldId) -> Option<&Definition> {
        self.definitions.get(&field)
    }

    /// The fields that hold a parameter of the constructor, and which.
    pub fn given_by(&self, constructor: MethodId) -> &[(FieldId, LocalId)] {
        self.given.get(&constructor).map_or(&[], |given| &given[..])
    }

    /// Whether the field is given nothing but new objects, and no other object has the same.
    pub fn is_always_new(&self, field: FieldId) -> bool {
        self.is_always_new[field.index()] && !self.is_copied[field.index()]
    }

    /// Whether the field is never null once its object is built.
    pub fn is_never_null(&self, terms: &Terms, field: FieldId) -> bool {
        if self.is_early[field.index()] {
            return false;
        }
        if self.is_always_new[field.index()] {
            return true;
        }
        match self.get(field) {
            Some(Definition::New(..) | Definition::Array(_)) => true,
            Some(Definition::Value(value)) => match terms.get(*value) {
                Term::Field(_, other) | Term::Static(other) if *other != field => self.is_never_null(terms, *other),
                _ => terms.is_never_null(*value),
            },
            None => false,
        }
    }

    fn define_all(&mut self, program: &Program, terms: &mut Terms) {
        let mut given: FxHashMap<FieldId, Vec<Written>> = FxHashMap::default();
        for id in program.method_ids() {
            let method = program.method(id);
            let Body::Graph(graph) = &method.body else { continue };
            if method.kind == MethodKind::Method {
                continue;
            }
            let found = self.of_initializer(program, terms, id, graph);
            let of_params = found.iter().filter_map(|written| match &written.definition {
                Some(Definition::Value(value)) if self.is_stable(written.field) => match terms.get(*value) {
                    Term::Entry(local) if Some(*local) != method.this() => Some((written.field, *local)),
                    _ => None,
                },
                _ => None,
            });
            let is_once = |field: FieldId| found.iter().filter(|written| written.field == field).count() == 1;
            let of_params: Vec<(FieldId, LocalId)> = of_params.filter(|(field, _)| is_once(*field)).collect();
            self.given.insert(id, of_params);
            for written in found {
                given.entry(written.field).or_default().push(written);
            }
        }
        for (field, writes) in given {
            let is_given = |written: &Written| match &written.definition {
                Some(Definition::Value(value)) => match terms.get(*value) {
                    Term::Entry(local) => *local != LocalId(0),
                    Term::Null => true,
                    _ => false,
                },
                Some(Definition::New(..) | Definition::Array(_)) | None => false,
            };
            let is_static = program.field(field).is_static;
            self.leads_to_older[field.index()] = self.is_stable(field) && !is_static && writes.iter().all(is_given);
            if let Some(Written { definition: Some(first), given, .. }) = writes.first()
                && self.is_stable(field)
                && is_always_written(program, field)
                && writes.iter().all(|written| written.definition.as_ref() == Some(first))
                && is_about_object(terms, first)
            {
                let is_common = |part: &&(FieldId, TermId)| {
                    let is_about_object = is_about_object(terms, &Definition::Value(part.1));
                    is_about_object && writes.iter().all(|written| written.given.contains(part))
                };
                let parts = given.iter().filter(is_common).map(|(inner, value)| ((field, *inner), *value));
                // The parts of a copy know the original.
                let is_own = !is_static && !self.is_copied[field.index()];
                self.parts.extend(parts.filter(|_| is_own));
                self.definitions.insert(field, first.clone());
            }
        }
    }

    /// The value of a stable field of an object.
    pub fn field(&self, terms: &mut Terms, object: TermId, field: FieldId) -> TermId {
        // What an object has given to a part of itself, it finds there again.
        if let Term::Field(whole, part) = terms.get(object)
            && let Some(value) = self.parts.get(&(*part, field))
        {
            let whole = *whole;
            return replace_this(terms, *value, whole);
        }
        match self.definitions.get(&field) {
            Some(Definition::Value(value)) if self.is_about_this(terms, *value) => {
                let value = *value;
                replace_this(terms, value, object)
            }
            _ => terms.intern(Term::Field(object, field)),
        }
    }

    pub fn static_field(&self, terms: &mut Terms, field: FieldId) -> TermId {
        match self.definitions.get(&field) {
            Some(Definition::Value(value)) if self.is_about_this(terms, *value) => *value,
            _ => terms.intern(Term::Static(field)),
        }
    }

    /// Whether the value is a side or a condition of a lock: other values are as good under their own name.
    pub fn is_about_this(&self, terms: &Terms, value: TermId) -> bool {
        matches!(terms.get(value), Term::Side(..) | Term::Condition(_) | Term::Field(..) | Term::Static(_))
    }
}

/// Whether a definition says the same of every object of the class: what a constructor is given differs.
fn is_about_object(terms: &Terms, definition: &Definition) -> bool {
    let this = LocalId(0);
    match definition {
        Definition::New(..) | Definition::Array(_) => true,
        Definition::Value(value) => !terms.mentions(*value, &|term| matches!(term, Term::Entry(l) if *l != this)),
    }
}

/// The definition of a field, said of another object.
fn replace_this(terms: &mut Terms, value: TermId, object: TermId) -> TermId {
    let replaced = terms.rewrite(value, &mut |terms, id| match terms.get(id) {
        Term::Entry(_) => Rewrite::To(object),
        _ => Rewrite::Parts,
    });
    replaced.unwrap_or(value)
}
