//! Modes of lock classes: words of `acquires` and `releases` clauses that name no field.
//!
//! What one method of a class takes, another one gives back: a word of which only one half is there is misspelt.

use crate::codes;
use concurrent::object::annotations::spec::{self, Owner, RawClause};
use concurrent::object::annotations::{Keyword, closest};
use concurrent::object::{ClassId, FieldId, Name, Program};
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};
use std::sync::Arc;

/// A mode, where a clause names it.
struct Named<'s> {
    class: ClassId,
    mode: &'s str,
    is_acquire: bool,
    span: Span,
}

/// The modes of each class.
pub fn modes(program: &Program, spec: &spec::Spec) -> FxHashMap<ClassId, Vec<Name>> {
    let mut modes: FxHashMap<ClassId, Vec<Name>> = FxHashMap::default();
    for Named { class, mode, .. } in named(program, spec) {
        let of_class = modes.entry(class).or_default();
        if !of_class.iter().any(|known| **known == *mode) {
            of_class.push(Arc::from(mode));
        }
    }
    modes
}

/// What is wrong with modes that are acquired and never released, or released and never acquired. `is_lock` answers
/// whether a field holds a lock, which may be meant.
pub fn unpaired(program: &Program, spec: &spec::Spec, is_lock: &dyn Fn(FieldId) -> bool) -> Vec<Diagnostic> {
    let named = named(program, spec);
    let is_half = |one: &&Named| {
        !named.iter().any(|other| {
            other.mode == one.mode
                && other.is_acquire != one.is_acquire
                && have_one_object(program, one.class, other.class)
        })
    };
    let describe = |half: &Named| {
        let other_half = if half.is_acquire { Keyword::Releases } else { Keyword::Acquires }.word();
        let mode = half.mode;
        let message = format!("`{mode}` names no field that holds a lock, and is no mode: no method `{other_half}` it");
        let fields = fields(program, half.class);
        let locks = fields.iter().filter(|field| is_lock(**field)).map(|field| &*program.field(*field).name);
        let related = named.iter().filter(|other| other.is_acquire != half.is_acquire);
        let modes = related.filter(|other| have_one_object(program, half.class, other.class)).map(|other| other.mode);
        let help = match closest(mode, locks.chain(modes)) {
            Some(close) => format!("did you mean `{close}`?"),
            None => format!("of a lock class, another method says `//@ {other_half} {mode}`"),
        };
        Diagnostic::error(&codes::ANNOTATION, half.span, message).help(help)
    };
    named.iter().filter(is_half).map(describe).collect()
}

fn named<'s>(program: &Program, spec: &'s spec::Spec) -> Vec<Named<'s>> {
    let mut found = Vec::new();
    for RawClause { keyword, owner, raw, span } in &spec.raw {
        let (Keyword::Acquires | Keyword::Releases, Owner::Method(method)) = (keyword, owner) else { continue };
        let class = program.method(*method).class;
        for mode in words(&raw.text) {
            if is_name(mode) && field_named(program, class, mode).is_none() {
                found.push(Named { class, mode, is_acquire: *keyword == Keyword::Acquires, span: *span });
            }
        }
    }
    found
}

/// Whether an object may be of both classes.
fn have_one_object(program: &Program, one: ClassId, other: ClassId) -> bool {
    one == other
        || program.class_ids().any(|class| program.is_subclass(class, one) && program.is_subclass(class, other))
}

pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.trim().trim_end_matches(';').split([',', ' ']).map(str::trim).filter(|word| !word.is_empty())
}

/// `this` is the monitor of the object.
fn is_name(word: &str) -> bool {
    word != "this"
        && word.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !word.starts_with(|c: char| c.is_ascii_digit())
}

/// The fields of the class and of those above it.
pub fn fields(program: &Program, class: ClassId) -> Vec<FieldId> {
    let above = program.supertypes(class).flat_map(|parent| fields(program, parent));
    program.class(class).fields.iter().copied().chain(above).collect()
}

/// The field of this name that leads to an object: a number is no lock, and a mode may have its name.
pub fn field_named(program: &Program, class: ClassId, name: &str) -> Option<FieldId> {
    let is_meant = |field: &FieldId| &*program.field(*field).name == name && program.field(*field).ty.is_reference();
    let own = program.class(class).fields.iter().copied().find(is_meant);
    own.or_else(|| program.supertypes(class).find_map(|parent| field_named(program, parent, name)))
}
