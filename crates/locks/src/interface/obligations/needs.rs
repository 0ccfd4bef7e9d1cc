//! What an access needs, and whether it is held.

use crate::codes;
use crate::interface::obligations::delegates::stands_for;
use crate::interface::ordering::order::level;
use crate::interface::terms::definitions::Definitions;
use crate::interface::terms::term::{Level, Term, TermId, Terms};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::held::Lock;
use crate::interface::walk::state::State;
use crate::spec::{LockKind, LockPath, LockSpec, Need, Root};
use concurrent::object::{FieldId, MethodId, MethodKind, Name, Program};
use source::Span;

/// What needs a lock.
enum Needed {
    Field(Name),
    Method(Name),
}

/// The locks that are each enough for a need.
pub fn locks_of(
    terms: &mut Terms,
    definitions: &Definitions,
    modes: &dyn Fn(concurrent::object::ClassId) -> Vec<Name>,
    path: &LockPath,
    this: Option<TermId>,
    itself: Option<TermId>,
    level: Level,
) -> Option<Vec<Lock>> {
    let root = match &path.root {
        Root::This => this?,
        Root::Static(field) => definitions.static_field(terms, *field),
        Root::Class(ty) => terms.intern(Term::ClassLiteral(ty.clone())),
        Root::Itself => itself?,
        Root::Nameless => return None,
    };
    let mut object = root;
    for field in &path.fields {
        if !definitions.is_stable(*field) {
            return None;
        }
        object = definitions.field(terms, object, *field);
    }
    let sides = |lock: fn(TermId, Level) -> Lock, object: TermId| match level {
        Level::Read => vec![lock(object, Level::Read), lock(object, Level::Write)],
        Level::Write => vec![lock(object, Level::Write)],
    };
    Some(match path.kind {
        LockKind::Monitor => vec![Lock::Monitor(object)],
        LockKind::Plain => match Lock::of_value(terms, object) {
            Lock::Side(object, _) => sides(Lock::Side, object),
            other => vec![other],
        },
        LockKind::ReadWrite => match path.side {
            Some(side) => vec![Lock::Side(object, side)],
            None => sides(Lock::Side, object),
        },
        LockKind::Stamped => sides(Lock::Stamped, object),
        LockKind::Semaphore => vec![Lock::Permit(object)],
        LockKind::Own(class) => match &path.mode {
            Some(mode) => vec![Lock::Mode(object, mode.clone())],
            None => modes(class).into_iter().map(|mode| Lock::Mode(object, mode)).collect(),
        },
    })
}

/// The modes that methods of a class acquire.
pub fn modes_of(program: &Program, locks: &LockSpec, class: concurrent::object::ClassId) -> Vec<Name> {
    let methods = program.class(class).methods.iter();
    let effects = methods.filter_map(|method| locks.effects.get(method)).flatten();
    let mut modes: Vec<Name> = effects.filter_map(|effect| effect.lock.mode.clone()).collect();
    modes.sort();
    modes.dedup();
    modes
}

impl Walk<'_, '_> {
    /// The locks that are each enough to read or write what is guarded by a path, from an object.
    fn guards(
        &mut self,
        path: &LockPath,
        this: Option<TermId>,
        itself: Option<TermId>,
        access: Level,
    ) -> Option<Vec<Lock>> {
        let (program, spec) = (self.engine.program, self.engine.locks);
        let modes = |class| modes_of(program, spec, class);
        let engine = &mut *self.engine;
        let mut locks = locks_of(&mut engine.terms, &engine.definitions, &modes, path, this, itself, access)?;
        // Who writes is alone, also where readers are told to hold their side.
        if let [Lock::Side(object, Level::Read)] = locks[..] {
            locks = match access {
                Level::Read => vec![Lock::Side(object, Level::Read), Lock::Side(object, Level::Write)],
                Level::Write => vec![Lock::Side(object, Level::Write)],
            };
        }
        for lock in locks.iter_mut().filter(|lock| matches!(lock, Lock::Plain(_) | Lock::Monitor(_))) {
            if let Some(inner) = stands_for(engine, path, lock.object())
                && (access == Level::Read || level(&inner) == Level::Write)
            {
                *lock = inner;
            }
        }
        Some(locks)
    }

    /// What has to be locked of a guarded collection that is used under another name: the collection.
    fn itself(&self, state: &State, object: Option<TermId>, field: FieldId, content: TermId) -> TermId {
        let terms = &self.engine.terms;
        let mut viewed = content;
        while let Term::View(inner, _) = terms.get(viewed) {
            viewed = *inner;
        }
        let is_locked = state.held.is_held(&Lock::Monitor(viewed));
        let source = match object {
            Some(object) => terms.find(&Term::Field(object, field)),
            None => terms.find(&Term::Static(field)),
        };
        source.filter(|_| !is_locked && self.engine.definitions.is_stable(field)).unwrap_or(viewed)
    }

    /// An access of a field of an object, or of what the field holds.
    pub fn access(
        &mut self,
        state: &mut State,
        object: Option<TermId>,
        field: FieldId,
        content: Option<TermId>,
        level: Level,
        span: Span,
    ) {
        let locks = self.engine.locks;
        let Some(needs) = locks.fields.get(&field) else { return };
        self.summary.uses_locks = true;
        if self.is_being_built(state, object, field) {
            return;
        }
        let name = self.engine.program.field(field).name.clone();
        let content = content.map(|content| self.itself(state, object, field, content));
        for need in needs {
            let is_about_content = need.alternatives.iter().any(|path| path.root == Root::Itself);
            if content.is_some() || !is_about_content {
                self.need(state, need, (object, content), level, span, &Needed::Field(name.clone()));
            }
        }
    }

    /// Whether the locks that are held are enough for an access, as far as they have names.
    pub fn is_allowed(
        &mut self,
        state: &State,
        object: Option<TermId>,
        field: FieldId,
        content: TermId,
        level: Level,
    ) -> bool {
        let content = self.itself(state, object, field, content);
        let needs = self.engine.locks.fields.get(&field).map_or(&[][..], |needs| &needs[..]);
        needs.iter().all(|need| {
            need.alternatives.iter().any(|path| {
                let found = self.guards(path, object, Some(content), level);
                found.is_none_or(|locks| locks.iter().any(|lock| self.is_enough(state, lock, level)))
            })
        })
    }

    /// Whether two fields, each of an object, are guarded by the same locks.
    pub fn have_one_guard(
        &mut self,
        one: (Option<TermId>, FieldId),
        other: (Option<TermId>, FieldId),
        content: TermId,
    ) -> bool {
        let spec = self.engine.locks;
        let mut guards = |(object, field): (Option<TermId>, FieldId)| -> Option<Vec<Lock>> {
            let mut found = Vec::new();
            for path in spec.fields.get(&field)?.iter().flat_map(|need| &need.alternatives) {
                found.extend(self.guards(path, object, Some(content), Level::Write)?);
            }
            found.sort();
            Some(found)
        };
        one == other || guards(one).is_some_and(|locks| guards(other) == Some(locks))
    }

    /// A call of a method that is to be called with a lock: whether it is.
    pub fn callee_needs(&mut self, state: &mut State, callee: MethodId, object: Option<TermId>, span: Span) -> bool {
        let locks = self.engine.locks;
        let Some(needs) = locks.methods.get(&callee) else { return true };
        self.summary.uses_locks = true;
        let name = self.engine.program.method(callee).name.clone();
        let mut is_met = true;
        for need in needs {
            // Whether a reader will do is seen where the method makes its accesses.
            is_met &= self.need(state, need, (object, None), Level::Read, span, &Needed::Method(name.clone()));
        }
        is_met
    }

    /// Whether a need is met; a violation is written down.
    fn need(
        &mut self,
        state: &mut State,
        need: &Need,
        (this, itself): (Option<TermId>, Option<TermId>),
        level: Level,
        span: Span,
        what: &Needed,
    ) -> bool {
        let mut is_named = false;
        let mut shared: Option<Lock> = None;
        for path in &need.alternatives {
            let Some(locks) = self.guards(path, this, itself, level) else { continue };
            is_named = true;
            if locks.iter().any(|lock| self.is_enough(state, lock, level)) {
                let held: Vec<Lock> = locks.into_iter().filter(|lock| state.held.is_held(lock)).collect();
                if level == Level::Read || self.is_alone_with(path, &held) {
                    return true;
                }
                shared = shared.or_else(|| held.into_iter().next());
                continue;
            }
            if locks.iter().any(|lock| state.held.is_held(lock)) {
                self.written_in_parallel(state, need, span, what);
                return false;
            }
            if level == Level::Read && self.reads_optimistically(state, &locks, span) {
                return true;
            }
        }
        if let Some(lock) = shared {
            let name = self.name(&lock);
            self.doubt(
                span,
                format!("{name} is held here by one who writes, and it is not known that others do not hold it"),
            );
            return true;
        }
        if !is_named {
            self.doubt(need.span, self.why_nameless(need));
            return true;
        }
        let reading = if level == Level::Read { "read" } else { "written" };
        let is_reader = self.holds_read_side(state, need, this);
        let message = match (what, is_reader) {
            (Needed::Method(name), _) => format!("`{name}()` is called without `{}`", need.text),
            (Needed::Field(name), true) => {
                format!("`{name}` is {reading} with only the read side of `{}` held", need.text)
            }
            (Needed::Field(name), false) => format!("`{name}` is {reading} without `{}`", need.text),
        };
        let labels = vec![(need.span, "what it needs".to_string())];
        let help = match is_reader {
            true => "take the write side for this; it cannot be had while the read side is held",
            false => "take the lock around this, or let callers take it: `//@ needs …` above the method says so",
        };
        self.violation_with(state, &codes::ACCESS, span, message, labels, Some(help));
        self.is_about_counts();
        false
    }

    /// Why accesses cannot be checked.
    fn why_nameless(&self, need: &Need) -> String {
        let (program, definitions) = (self.engine.program, &self.engine.definitions);
        let is_assigned = |field: &&FieldId| !program.field(**field).is_final && !definitions.is_stable(**field);
        match need.alternatives.iter().flat_map(|path| &path.fields).find(is_assigned) {
            Some(field) => format!(
                "`{}` may be assigned again, so that accesses cannot be checked: a field that guards others should be final",
                program.field(*field).name
            ),
            None => "this guard has no name that stays the same, so that accesses cannot be checked".to_string(),
        }
    }

    /// Whether it is known that one thread at most has what is held of a lock: of a lock class, its behaviour tells.
    fn is_alone_with(&mut self, path: &LockPath, held: &[Lock]) -> bool {
        let LockKind::Own(class) = path.kind else { return true };
        let reentry = self.engine.reentry(class);
        held.iter().any(|lock| match lock {
            Lock::Mode(_, mode) => reentry.is_exclusive(mode),
            _ => true,
        })
    }

    /// Several threads write what is guarded, and only who waits for them has the lock.
    fn written_in_parallel(&mut self, state: &State, need: &Need, span: Span, what: &Needed) {
        let (Needed::Field(name) | Needed::Method(name)) = what;
        let text = &need.text;
        let message = format!(
            "`{name}` is written in a parallel stream: its threads do not hold `{text}`, only their caller does"
        );
        let labels = vec![(need.span, "what it needs".to_string())];
        let help = Some("`sequential()` makes a stream one that the caller runs alone");
        self.violation_with(state, &codes::ACCESS, span, message, labels, help);
    }

    fn holds_read_side(&mut self, state: &State, need: &Need, this: Option<TermId>) -> bool {
        need.alternatives.iter().any(|path| {
            let found = self.guards(path, this, None, Level::Read);
            found.is_some_and(|locks| locks.iter().any(|lock| state.held.is_held(lock)))
        })
    }

    /// A read that the stamp of an optimistic read will have to confirm.
    fn reads_optimistically(&mut self, state: &mut State, locks: &[Lock], span: Span) -> bool {
        let objects: Vec<TermId> = locks
            .iter()
            .filter_map(|lock| match lock {
                Lock::Stamped(object, _) => Some(*object),
                _ => None,
            })
            .collect();
        let stamp = state.optimistic.iter().rev().find(|(_, lock)| objects.contains(lock)).map(|(stamp, _)| *stamp);
        match stamp {
            Some(stamp) => {
                if !state.unconfirmed.contains(&(stamp, span)) {
                    state.unconfirmed.push((stamp, span));
                    state.unconfirmed.sort();
                }
                true
            }
            None => false,
        }
    }

    /// At the end: what was read optimistically and never confirmed.
    pub fn unconfirmed_reads(&mut self, state: &State) {
        for (_, span) in &state.unconfirmed {
            let message = "what is read here is never confirmed by `validate`".to_string();
            self.violation(state, &codes::ACCESS, *span, message);
        }
    }

    /// Whether nobody else knows the object yet: constructors fill their own object, and the static initialiser its
    /// class, and what is new belongs to who made it, see `fresh`.
    pub fn is_being_built(&self, state: &State, object: Option<TermId>, field: FieldId) -> bool {
        let method = self.engine.program.method(self.method);
        match object {
            None => {
                method.kind == MethodKind::StaticInitializer && self.engine.program.field(field).class == method.class
            }
            Some(object) => match self.engine.terms.get(object) {
                Term::Entry(local) => self.context.is_building && !state.is_published && Some(*local) == method.this(),
                _ => self.belongs_to_method(object),
            },
        }
    }
}
