//! What is written down while methods are walked through: accesses with the locks held there, and calls.

use super::roots::is_for_threads;
use super::sharing::handed_to_tasks;
use crate::interface::obligations::views::{is_collection, is_unsafe};
use crate::interface::ordering::objects::{Object, ObjectId, Objects, Set};
use crate::interface::ordering::order::level;
use crate::interface::ordering::turns::Part;
use crate::interface::terms::definitions::Definitions;
use crate::interface::terms::term::{Level, Term, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::context::Context;
use crate::interface::walk::held::{Lock, LockKind};
use crate::interface::walk::state::State;
use crate::spec::LockSpec;
use concurrent::object::library::LibraryClass;
use concurrent::object::{BinaryOp, ClassId, ClassOrigin, Expr, FieldId, FieldKind, MethodId, NodeId, Program, Type};
use rustc_hash::FxHashMap;
use source::Span;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A field, or what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    pub field: FieldId,
    pub is_content: bool,
    /// An array or a collection that tasks have, under whatever name; the field is one of theirs.
    pub made: Option<ObjectId>,
}

/// A lock as all accesses of a field know it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Guard {
    /// Reached from the object by these fields, and places in arrays.
    Own(Vec<Part>, Family),
    /// There is one of it.
    Global(TermId, Family),
    /// Of some other object.
    Other(Owner, Family),
}

/// What is known of an object with a lock that is not reached from the one whose field is used.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// It is of this class of the program.
    Of(ClassId),
    /// This instruction has made it.
    Made(ObjectId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    Monitor,
    Plain,
    Side,
    Stamped,
    Permit,
    Mode,
}

/// Locks, and whether they keep everybody out or only those who write.
pub type Guards = FxHashMap<Guard, Level>;

#[derive(Clone, Debug)]
pub struct Access {
    pub context: usize,
    pub method: MethodId,
    pub node: NodeId,
    pub place: Place,
    pub level: Level,
    pub span: Span,
    /// The objects whose field it may be; none for a static one.
    pub objects: Option<Set>,
    pub guards: Guards,
    /// Whether some lock is held, be it one that guards nothing here.
    pub is_locked: bool,
    /// Whether a lock is held of which it is not known which one it is.
    pub is_with_unknown: bool,
}

#[derive(Clone, Debug)]
pub struct CallRecord {
    pub caller: usize,
    pub callee: usize,
    pub node: NodeId,
    pub guards: Guards,
    pub is_locked: bool,
}

/// All that was written down.
#[derive(Default)]
pub struct Records {
    /// By field: whether it may be shared, and nothing is said of it.
    candidates: Vec<bool>,
    contents: Vec<bool>,
    /// Arrays and collections that tasks get from others, each with a field of theirs.
    handed: FxHashMap<ObjectId, FieldId>,
    /// By method: whether it, or one that it calls, uses such a field.
    pub follows: Vec<bool>,
    pub contexts: Vec<Context>,
    ids: FxHashMap<Context, usize>,
    pub accesses: Vec<Access>,
    pub calls: Vec<CallRecord>,
    /// With which guards an access was written down already.
    seen: FxHashMap<AccessPoint, Vec<(Guards, bool)>>,
}

/// The object whose field is used, and the place in an array.
type Used = (Option<TermId>, Option<TermId>);

/// Where in which context a method uses what.
type AccessPoint = (usize, NodeId, Place, Level);

impl Records {
    pub fn new(program: &Program, locks: &LockSpec, definitions: &Definitions, objects: &mut Objects) -> Records {
        let is_concurrent = program.method_ids().any(|id| is_for_threads(program, locks, id));
        let is_open = |index: usize| {
            let field = &program.fields[index];
            let is_said = locks.fields.contains_key(&FieldId(index as u32));
            let is_own = program.class(field.class).is_from_source() && field.kind == FieldKind::Declared;
            is_concurrent && is_own && !is_said
        };
        let fields = 0..program.fields.len();
        let is_candidate = |index: usize| {
            let field = &program.fields[index];
            let is_written = !field.is_final && !definitions.is_stable(FieldId(index as u32));
            is_open(index) && is_written && !field.is_volatile
        };
        let candidates: Vec<bool> = fields.clone().map(is_candidate).collect();
        let mut is_content = |index: usize| is_open(index) && holds_unsafe(program, objects, FieldId(index as u32));
        let contents: Vec<bool> = fields.map(&mut is_content).collect();
        let handed = if is_concurrent { handed_to_tasks(program, objects) } else { FxHashMap::default() };
        let mut records = Records { candidates, contents, handed, ..Records::default() };
        let is_shared = |field: FieldId| records.candidates[field.index()] || records.contents[field.index()];
        records.follows = match records.handed.is_empty() {
            true => super::sharing::users(program, &is_shared),
            false => vec![true; program.methods.len()],
        };
        records
    }

    fn is_candidate(&self, place: Place) -> bool {
        if place.made.is_some() {
            return true;
        }
        let list = if place.is_content { &self.contents } else { &self.candidates };
        list[place.field.index()]
    }

    pub fn is_empty(&self) -> bool {
        !self.candidates.contains(&true) && !self.contents.contains(&true) && self.handed.is_empty()
    }

    /// Forgets what was written down of these contexts: they are walked through again.
    pub fn forget(&mut self, contexts: &BTreeSet<usize>) {
        self.accesses.retain(|access| !contexts.contains(&access.context));
        self.calls.retain(|call| !contexts.contains(&call.caller));
        self.seen.retain(|(context, ..), _| !contexts.contains(context));
    }

    fn id(&mut self, context: &Context) -> usize {
        if let Some(id) = self.ids.get(context) {
            return *id;
        }
        let id = self.contexts.len();
        self.contexts.push(context.clone());
        self.ids.insert(context.clone(), id);
        id
    }
}

/// Whether a field may hold an array or a collection that does not guard itself.
fn holds_unsafe(program: &Program, objects: &mut Objects, field: FieldId) -> bool {
    let ty = &program.field(field).ty;
    if !is_collection(program, ty) || !is_unsafe(program, ty) {
        return false;
    }
    let all = objects.of_field(program, field);
    all.iter().any(|id| match (objects.get(*id), objects.type_of(*id)) {
        (_, Type::Array(_)) => true,
        (Object::Made(..), Type::Class(class)) => {
            program.class(*class).origin == ClassOrigin::Library(LibraryClass::NotThreadSafe)
        }
        (Object::Of(_), _) => true,
        _ => false,
    })
}

fn family(kind: &LockKind) -> Family {
    match kind {
        LockKind::Monitor => Family::Monitor,
        LockKind::Plain => Family::Plain,
        LockKind::Side(_) => Family::Side,
        LockKind::Stamped(_) => Family::Stamped,
        LockKind::Permit => Family::Permit,
        LockKind::Mode(_) => Family::Mode,
    }
}

impl Walk<'_, '_> {
    /// A field is read or written.
    pub fn note_access(&mut self, state: &State, object: Option<TermId>, field: FieldId, level: Level, span: Span) {
        self.note_use(state, (object, None), Place { field, is_content: false, made: None }, level, span);
    }

    /// An array or a collection is used, at this place if it is an array: that of a field, as far as that is seen.
    pub fn note_content(&mut self, state: &State, value: &Expr, index: Option<&Expr>, level: Level, span: Span) {
        if !self.is_recording || self.is_unrolled() || !value.ty.is_reference() {
            return;
        }
        self.note_made(state, value, level, span);
        let Some(value) = self.eval(state, value) else { return };
        let (object, field) = match self.engine.terms.get(value) {
            Term::Field(object, field) => (Some(*object), *field),
            Term::Static(field) => (None, *field),
            _ => return,
        };
        let index = index.and_then(|index| self.eval(state, index));
        self.note_use(state, (object, index), Place { field, is_content: true, made: None }, level, span);
    }

    /// What tasks have is used, under whatever name.
    pub fn note_made(&mut self, state: &State, value: &Expr, level: Level, span: Span) {
        if !self.is_recording || self.is_unrolled() || self.engine.records.handed.is_empty() {
            return;
        }
        let ids = self.engine.objects.of_expr(self.engine.program, self.method, value);
        let object = self.eval(state, value);
        for id in ids.iter() {
            if let Some(field) = self.engine.records.handed.get(id).copied() {
                let place = Place { field, is_content: true, made: Some(*id) };
                self.note_use(state, (object, None), place, level, span);
            }
        }
    }

    fn note_use(&mut self, state: &State, (object, index): Used, place: Place, level: Level, span: Span) {
        let is_looked_at = self.is_recording && !self.is_unrolled() && self.engine.records.is_candidate(place);
        if !is_looked_at || self.is_being_built(state, object, place.field) {
            return;
        }
        let is_static = self.engine.program.field(place.field).is_static;
        // An object without a name may be any.
        let objects = match object {
            _ if place.made.is_some() => place.made.map(|id| Rc::from([id])),
            Some(object) => self.ids_of_term(object),
            None => None,
        };
        let guards = self.guards_at(state, (object.filter(|_| !is_static), index), is_static);
        let (is_locked, is_with_unknown) = (is_locked(state), self.is_with_unknown(state));
        let context = self.engine.records.id(self.context);
        let (method, node) = (self.method, self.at);
        let seen = self.engine.records.seen.entry((context, node, place, level)).or_default();
        if !seen.iter().any(|(known, was_locked)| *known == guards && *was_locked == is_locked) {
            seen.push((guards.clone(), is_locked));
            let access =
                Access { context, method, node, place, level, span, objects, guards, is_locked, is_with_unknown };
            self.engine.records.accesses.push(access);
        }
    }

    /// What is read with a stamp only has to be confirmed, as what is said to be guarded (`taint`).
    pub fn note_optimistic(&mut self, state: &mut State, object: Option<TermId>, field: FieldId, span: Span) {
        let place = Place { field, is_content: false, made: None };
        let Some((stamp, _)) = state.optimistic.last().copied() else { return };
        let is_held = state.held.iter().any(|held| held.count.is_held()) || !state.held.nameless.is_empty();
        if is_held || !self.engine.records.is_candidate(place) || self.is_being_built(state, object, field) {
            return;
        }
        if !state.unconfirmed.contains(&(stamp, span)) {
            state.unconfirmed.push((stamp, span));
            state.unconfirmed.sort();
        }
    }

    /// A method is called in a context.
    pub fn note_call(&mut self, state: &State, callee: &Context) {
        if !self.is_recording || self.is_unrolled() || !self.engine.records.follows[callee.method.index()] {
            return;
        }
        let guards = self.guards_at(state, (None, None), false);
        let (caller, callee) = (self.engine.records.id(self.context), self.engine.records.id(callee));
        let (node, is_locked) = (self.at, is_locked(state));
        self.engine.records.calls.push(CallRecord { caller, callee, node, guards, is_locked });
    }

    /// The locks that are held, as they are known from an object. What guards a static field is there once.
    fn guards_at(&mut self, state: &State, used: Used, is_static: bool) -> Guards {
        let mut guards = Guards::default();
        let held: Vec<(Lock, bool, Set)> = state
            .held
            .iter()
            .filter(|held| held.count.is_held())
            .map(|held| (held.lock.clone(), held.count.is_based, Rc::clone(&held.ids)))
            .collect();
        for (lock, is_callers, ids) in held {
            // Several threads run this for one that has the locks: they do not keep each other out.
            let is_shared = self.context.is_shared && is_callers;
            let level = if is_shared { Level::Read } else { self.level_of(&lock, &ids) };
            let family = family(&lock.kind());
            if let Some(guard) = self.guard(state, used, lock.object(), family, &ids, is_static) {
                add(&mut guards, guard, level);
            }
        }
        for nameless in state.held.nameless.clone() {
            if let Some(guard) = self.of_other(&nameless.ids, family(&nameless.kind), true) {
                add(&mut guards, guard, nameless.level);
            }
        }
        // The last stamp is the one that has to confirm what is read.
        if let Some((_, lock)) = state.optimistic.last().copied() {
            let ids = self.ids_of_term(lock).unwrap_or_else(|| Rc::from([]));
            if let Some(guard) = self.guard(state, used, lock, Family::Stamped, &ids, is_static) {
                add(&mut guards, guard, Level::Read);
            }
        }
        guards
    }

    /// Whether a lock is held that is neither one for all nor named from the object of this method.
    fn is_with_unknown(&self, state: &State) -> bool {
        let is_global = |lock| matches!(self.engine.terms.get(lock), Term::Static(_) | Term::ClassLiteral(_));
        let is_known = |lock: TermId| is_global(lock) || self.is_of_this(lock);
        let mut held = state.held.iter().filter(|held| held.count.is_held());
        held.any(|held| !is_known(held.lock.object())) || !state.held.nameless.is_empty()
    }

    fn level_of(&mut self, lock: &Lock, ids: &Set) -> Level {
        let Lock::Mode(_, mode) = lock else { return level(lock) };
        let class = ids.first().map(|id| self.engine.objects.type_of(*id).clone());
        match class {
            Some(Type::Class(class)) if self.engine.reentry(class).is_exclusive(mode) => Level::Write,
            _ => Level::Read,
        }
    }

    fn guard(
        &mut self,
        state: &State,
        (object, index): Used,
        lock: TermId,
        family: Family,
        ids: &Set,
        is_static: bool,
    ) -> Option<Guard> {
        let is_one = is_static || !self.is_of_this(lock);
        let (mut at, mut parts) = (lock, Vec::new());
        loop {
            if object.is_some_and(|object| self.is_known_as(state, at, object)) {
                parts.reverse();
                return Some(Guard::Own(parts, family));
            }
            match self.engine.terms.get(at) {
                Term::Field(whole, field) => {
                    parts.push(Part::Field(*field));
                    at = *whole;
                }
                // Each place of the array has the lock at the same place of another.
                Term::Element(array, at_lock) if index == Some(*at_lock) => {
                    parts.push(Part::Element(None));
                    at = *array;
                }
                // A lock at a place that is known, unless all of the array are known as one.
                Term::Element(array, index) if self.engine.terms.as_int(*index).is_some() => {
                    if let Some(guard) = self.of_other(ids, family, true) {
                        return Some(guard);
                    }
                    parts.push(Part::Element(self.engine.terms.as_int(*index)));
                    at = *array;
                }
                Term::Static(_) | Term::ClassLiteral(_) | Term::Text(_) => return Some(Guard::Global(lock, family)),
                _ => return self.of_other(ids, family, is_one),
            }
        }
    }

    /// Whether a lock is the object of this method, or of a field of it: all who run the method on it have the same. What is
    /// handed over, captured, found at some place of an array or made here is another one each time.
    fn is_of_this(&self, lock: TermId) -> bool {
        match self.engine.terms.get(lock) {
            Term::Entry(local) => self.engine.program.method(self.method).this() == Some(*local),
            Term::Field(whole, field) => {
                self.engine.program.field(*field).kind != FieldKind::Captured && self.is_of_this(*whole)
            }
            Term::Side(_, lock) | Term::LockOf(lock) => self.is_of_this(*lock),
            _ => false,
        }
    }

    /// Whether two are one object, as far as the conditions on the path tell.
    fn is_known_as(&mut self, state: &State, one: TermId, other: TermId) -> bool {
        let are_equal = self.engine.terms.binary(BinaryOp::Equal, one, other);
        one == other || state.facts.contains(&are_equal)
    }

    /// A lock of an object that is known by its type only; if there must be one of it, that is known of few.
    fn of_other(&self, ids: &Set, family: Family, is_one: bool) -> Option<Guard> {
        let objects = &self.engine.objects;
        let ty = objects.type_of(*ids.first()?);
        if let [id] = ids[..]
            && matches!(objects.get(id), Object::Made(..))
            && (!is_one || objects.is_once(id))
            && !matches!(ty, Type::Class(class) if self.engine.program.class(*class).is_from_source())
        {
            return Some(Guard::Other(Owner::Made(id), family));
        }
        let is_once = matches!(ids[..], [id] if objects.is_once(id));
        match ty {
            Type::Class(class) if self.engine.program.class(*class).is_from_source() => {
                let is_same = ids.iter().all(|id| objects.type_of(*id) == ty) && (!is_one || is_once);
                is_same.then_some(Guard::Other(Owner::Of(*class), family))
            }
            _ => None,
        }
    }
}

/// Whether the thread holds some lock.
fn is_locked(state: &State) -> bool {
    let is_held = state.held.iter().any(|held| held.count.is_held());
    is_held || !state.held.nameless.is_empty() || !state.optimistic.is_empty()
}

fn add(guards: &mut Guards, guard: Guard, level: Level) {
    let known = guards.entry(guard).or_insert(level);
    if level == Level::Write {
        *known = Level::Write;
    }
}
