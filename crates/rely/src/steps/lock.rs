//! Monitors and locks: who holds them, and how often this thread does.
//!
//! ```text
//! monitor, lock, write side      taken if free or held by this thread already; counted
//! read side                      taken if the write side is free or held by this thread; counted
//! wait, await                    given up altogether, others run, taken back as often as before
//! ```
//!
//! A `Lock` whose class is not known may be the read side of a read-write lock, so both cases are looked at.

use crate::assumptions::Reason;
use crate::codes;
use crate::steps::method::Body;
use crate::terms::formula::library_class;
use crate::terms::heap::{Heap, Sort, binary, int, le, lt};
use concurrent::object::library::{LibraryClass, LibraryMethod, Promise};
use concurrent::object::{self, Call, ClassId, Instruction, Method, Program};
use ivl::build::{all, and, apply, eq, forall, if_then_else, not, or, select, store};
use ivl::typed::{BinaryOp, Expr, GlobalId, LocalId, Type, Var};
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

/// Which part of a lock is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Exclusive,
    Shared,
    Unknown,
}

/// How often this thread had taken each lock and each read side at the entry.
#[derive(Clone, Copy)]
pub struct EntryCounts {
    pub locked: LocalId,
    pub reading: LocalId,
}

/// The side of the lock that a call is about, by the static type of its receiver.
pub fn side(heap: &Heap, call: &Call) -> Side {
    side_of(heap.java, heap.java.method(call.method).class)
}

/// The side that locks of this class are.
fn side_of(java: &Program, class: ClassId) -> Side {
    let promises = &java.class(class).promises;
    match () {
        () if promises.contains(&Promise::ReadSide) => Side::Shared,
        () if promises.contains(&Promise::Exclusive) => Side::Exclusive,
        () => Side::Unknown,
    }
}

impl Heap<'_> {
    pub fn read_side(&mut self, lock: Expr) -> Expr {
        self.side_function("read side", lock, true)
    }

    pub fn write_side(&mut self, lock: Expr) -> Expr {
        self.side_function("write side", lock, false)
    }

    fn side_function(&mut self, name: &'static str, lock: Expr, is_read: bool) -> Expr {
        let (reference, span) = (Sort::Ref.ty(), lock.span());
        let (function, is_new) = self.build.function(name, std::slice::from_ref(&reference), &reference, span);
        if is_new {
            let (variable, some) = self.any_ref("l");
            let side = apply(function, vec![some.clone()], reference.clone(), span);
            let back = eq(self.lock_of(side.clone()), some);
            let read = eq(self.is_read_side(side.clone()), ivl::build::bool_lit(is_read, span));
            let exists = not(eq(side.clone(), self.null(span)));
            self.axiom(forall(vec![variable], vec![vec![side]], all([back, read, exists], span)));
        }
        apply(function, vec![lock], reference, span)
    }

    /// The lock that this is a side of.
    pub fn lock_of(&mut self, side: Expr) -> Expr {
        let (reference, span) = (Sort::Ref.ty(), side.span());
        let (function, _) = self.build.function("lock of", std::slice::from_ref(&reference), &reference, span);
        apply(function, vec![side], reference, span)
    }

    pub fn is_read_side(&mut self, lock: Expr) -> Expr {
        let span = lock.span();
        let (function, _) = self.build.function("is read side", &[Sort::Ref.ty()], &Type::Bool, span);
        apply(function, vec![lock], Type::Bool, span)
    }

    /// Whether a lock of this type may be held by several threads.
    pub fn may_be_read_side(&self, ty: &object::Type) -> bool {
        let object::Type::Class(class) = ty else { return true };
        match side_of(self.java, *class) {
            Side::Exclusive => false,
            Side::Shared => true,
            Side::Unknown => self.has_read_sides(),
        }
    }

    /// The lock that a condition belongs to.
    pub fn condition_lock(&mut self, condition: Expr) -> Expr {
        let (reference, span) = (Sort::Ref.ty(), condition.span());
        let (function, _) = self.build.function("condition of", std::slice::from_ref(&reference), &reference, span);
        apply(function, vec![condition], reference, span)
    }
}

impl Body<'_, '_> {
    /// `holder[o] == tid` exactly if the monitor was entered more often than left; the same for locks.
    pub fn lock_facts(&mut self) {
        let zero = int(0, self.heap.span);
        for (holder, count) in [(self.heap.holder, self.depth), (self.heap.owner, self.locked)] {
            if !self.old.contains_key(&holder) {
                continue;
            }
            let (object, some) = self.heap.any_ref("o");
            let count = select(self.sketch.value(count), some.clone());
            let holder = select(self.heap.now(holder), some);
            let is_mine = eq(holder.clone(), self.tid.clone());
            let fact = and(le(zero.clone(), count.clone()), eq(is_mine, lt(zero.clone(), count.clone())));
            self.sketch.assume(Reason::Bookkeeping, forall(vec![object], vec![vec![count], vec![holder]], fact));
        }
        if self.old.contains_key(&self.heap.readers) {
            let (object, some) = self.heap.any_ref("o");
            let count = select(self.sketch.value(self.reading), some.clone());
            let reads = select(select(self.heap.now(self.heap.readers), some), self.tid.clone());
            let fact = and(le(zero.clone(), count.clone()), eq(reads.clone(), lt(zero, count.clone())));
            self.sketch.assume(Reason::Bookkeeping, forall(vec![object], vec![vec![count], vec![reads]], fact));
        }
    }

    fn counted(&mut self, count: LocalId, object: &Expr, op: BinaryOp, span: Span) -> Expr {
        let counts = self.sketch.value(count);
        let changed = binary(op, select(counts.clone(), object.clone()), int(1, span), Type::Int);
        self.sketch.assign(Var::Local(count), store(counts, object.clone(), changed.clone()), span);
        select(self.sketch.value(count), object.clone())
    }

    /// Takes a monitor or lock, waiting for it; again, if this thread has it already.
    pub fn take(&mut self, lock: GlobalId, count: LocalId, object: Expr, span: Span) {
        let holder = self.heap.now(lock);
        let held = select(holder.clone(), object.clone());
        let is_free = or(eq(held.clone(), self.heap.null(span)), eq(held, self.tid.clone()));
        self.sketch.assume(Reason::Taken, is_free);
        self.sketch.assign(Var::Global(lock), store(holder, object.clone(), self.tid.clone()), span);
        self.counted(count, &object, BinaryOp::Add, span);
    }

    pub fn release(&mut self, lock: GlobalId, count: LocalId, object: Expr, span: Span) {
        let left = self.counted(count, &object, BinaryOp::Sub, span);
        let null = self.heap.null(span);
        let holder = if_then_else(lt(int(0, span), left), self.tid.clone(), null);
        let map = self.heap.now(lock);
        self.sketch.assign(Var::Global(lock), store(map, object, holder), span);
    }

    /// Takes one or the other side of a lock.
    pub fn lock(&mut self, side: Side, object: Expr, span: Span) {
        self.by_side(side, object, span, |body, is_shared, object| match is_shared {
            true => body.take_shared(object, span),
            false => body.take(body.heap.owner, body.locked, object, span),
        });
    }

    pub fn unlock(&mut self, side: Side, object: Expr, name: &str, span: Span) {
        self.by_side(side, object, span, |body, is_shared, object| match is_shared {
            true => {
                body.release_shared(object.clone(), name, span);
                body.keeps_callers_lock(true, &object, span);
            }
            false => {
                body.held(body.heap.owner, object.clone(), name, span);
                body.release(body.heap.owner, body.locked, object.clone(), span);
                body.keeps_callers_lock(false, &object, span);
            }
        });
    }

    fn by_side(&mut self, side: Side, object: Expr, span: Span, act: impl Fn(&mut Self, bool, Expr)) {
        match side {
            Side::Exclusive => return act(self, false, object),
            Side::Shared => return act(self, true, object),
            Side::Unknown if !self.heap.has_read_sides() => return act(self, false, object),
            Side::Unknown => {}
        }
        let (start, end) = (self.sketch.current, self.sketch.block(span));
        for is_shared in [true, false] {
            self.sketch.branch(start, span);
            let is_read = self.heap.is_read_side(object.clone());
            self.sketch.assume(Reason::Case, if is_shared { is_read } else { not(is_read) });
            act(self, is_shared, object.clone());
            let current = self.sketch.current;
            self.sketch.jump(current, vec![end], span);
        }
        self.sketch.current = end;
    }

    fn take_shared(&mut self, object: Expr, span: Span) {
        let lock = self.heap.lock_of(object.clone());
        let write = self.heap.write_side(lock);
        let owner = select(self.heap.now(self.heap.owner), write);
        self.sketch.assume(Reason::Taken, or(eq(owner.clone(), self.heap.null(span)), eq(owner, self.tid.clone())));
        self.counted(self.reading, &object, BinaryOp::Add, span);
        self.set_reader(object, ivl::build::bool_lit(true, span), span);
    }

    fn release_shared(&mut self, object: Expr, name: &str, span: Span) {
        let reads = select(select(self.heap.now(self.heap.readers), object.clone()), self.tid.clone());
        self.needs_lock(reads, name, span);
        let left = self.counted(self.reading, &object, BinaryOp::Sub, span);
        self.set_reader(object, lt(int(0, span), left), span);
    }

    fn set_reader(&mut self, object: Expr, reads: Expr, span: Span) {
        let readers = self.heap.now(self.heap.readers);
        let threads = store(select(readers.clone(), object.clone()), self.tid.clone(), reads);
        self.sketch.assign(Var::Global(self.heap.readers), store(readers, object, threads), span);
    }

    /// This thread has the lock, or Java throws.
    pub fn held(&mut self, lock: GlobalId, object: Expr, name: &str, span: Span) {
        let held = eq(select(self.heap.now(lock), object), self.tid.clone());
        self.needs_lock(held, name, span);
    }

    fn needs_lock(&mut self, held: Expr, name: &str, span: Span) {
        let failure = Diagnostic::error(&codes::MONITOR, span, format!("`{name}` is called without holding the lock"))
            .help("Java throws an IllegalMonitorStateException here");
        self.sketch.prove(codes::MONITOR.name, failure, held);
    }

    /// Gives a monitor or lock up altogether, lets others run, takes it back as often as it was taken.
    pub fn wait(&mut self, lock: GlobalId, count: LocalId, object: Expr, span: Span) {
        let null = self.heap.null(span);
        let counts = self.sketch.value(count);
        let kept = self.sketch.hidden("count before waiting", Type::Int);
        self.sketch.assign(Var::Local(kept), select(counts.clone(), object.clone()), span);
        let holder = self.heap.now(lock);
        self.sketch.assign(Var::Global(lock), store(holder, object.clone(), null.clone()), span);
        self.sketch.assign(Var::Local(count), store(counts, object.clone(), int(0, span)), span);
        let dirt = self.dirt(BTreeSet::from([lock]), span);
        self.boundary(&dirt, span);
        self.sketch.assume(Reason::Taken, eq(select(self.heap.now(lock), object.clone()), null));
        let (holder, tid) = (self.heap.now(lock), self.tid.clone());
        self.sketch.assign(Var::Global(lock), store(holder, object.clone(), tid), span);
        let (counts, again) = (self.sketch.value(count), self.sketch.value(kept));
        self.sketch.assign(Var::Local(count), store(counts, object, again), span);
    }

    /// A method that callers know by its abstraction does not give up a lock that they hold.
    fn keeps_callers_lock(&mut self, is_shared: bool, object: &Expr, span: Span) {
        let Some(entry) = self.entry_counts else { return };
        let (count, first) = if is_shared { (self.reading, entry.reading) } else { (self.locked, entry.locked) };
        let (now, first) = (self.sketch.value(count), self.sketch.value(first));
        let (now, first) = (select(now, object.clone()), select(first, object.clone()));
        let message = "a lock that a caller may hold is given up, which the abstraction cannot say";
        let failure = Diagnostic::error(&codes::ACTION, span, message)
            .help("mark the method `inline`, so that callers see what it does");
        self.sketch.prove(codes::ACTION.name, failure, le(first, now));
    }

    /// On return the locks are as they were at the entry.
    pub fn locks_are_back(&mut self, span: Span) {
        let Some(entry) = self.entry_counts else { return };
        let sides = [(self.heap.owner, self.locked, entry.locked), (self.heap.readers, self.reading, entry.reading)];
        for (lock, count, first) in sides {
            if !self.old.contains_key(&lock) {
                continue;
            }
            let (object, some) = self.heap.any_ref("o");
            let (now, first) = (self.sketch.value(count), self.sketch.value(first));
            let (now, first) = (select(now, some.clone()), select(first, some));
            let same = forall(vec![object], vec![vec![now.clone()], vec![first.clone()]], eq(now, first));
            let message = "a lock is held on return that was not at the entry, or the other way round";
            let failure = Diagnostic::error(&codes::ACTION, span, message)
                .help("an abstraction cannot say this: mark the method `inline`, so that callers see what it does");
            self.sketch.prove(codes::ACTION.name, failure, same);
        }
    }
}

/// Whether a lock may be the read side of a read-write lock: the program asks for one, is given locks, or takes something
/// of which less is known to be one.
pub fn asks_for_read_sides(java: &Program) -> bool {
    let is_open = |method: &&Method| {
        method.visibility != object::Visibility::Private && java.class(method.class).is_from_source()
    };
    let mut given = java.methods.iter().filter(is_open).flat_map(|method| {
        let params = method.params.iter().filter(|param| Some(**param) != method.this());
        params.map(|param| &method.local(*param).ty)
    });
    let locals = java.methods.iter().filter(|method| method.graph().is_some()).flat_map(|method| &method.locals);
    let mut named = locals.map(|local| &local.ty).chain(java.fields.iter().map(|field| &field.ty));
    // Code that is not given may set it.
    let is_set = |field: &&object::Field| {
        let is_own = java.class(field.class).is_from_source() && field.visibility == object::Visibility::Private;
        !is_own && !field.is_final
    };
    let mut set = java.fields.iter().filter(is_set).map(|field| &field.ty);
    if given.any(|ty| is_lock(java, ty)) || set.any(|ty| is_lock(java, ty)) || named.any(|ty| is_read_side(java, ty)) {
        return true;
    }
    let edges = java.methods.iter().filter_map(|method| method.graph()).flat_map(|graph| &graph.edges);
    edges.into_iter().any(|edge| match &edge.instruction {
        Instruction::Call(call) => {
            let is_asked = matches!(java.method(call.method).body, object::Body::Library(LibraryMethod::ReadLock));
            is_asked || call.receiver.iter().chain(&call.args).any(|value| finds_lock(java, value))
        }
        Instruction::Assign { value, .. }
        | Instruction::WriteField { value, .. }
        | Instruction::WriteElement { value, .. } => finds_lock(java, value),
        Instruction::Skip
        | Instruction::ReadField { .. }
        | Instruction::ReadElement { .. }
        | Instruction::ArrayLength { .. }
        | Instruction::NewObject { .. }
        | Instruction::NewArray { .. }
        | Instruction::Enter(_)
        | Instruction::Exit(_)
        | Instruction::Assume(_)
        | Instruction::Check(_)
        | Instruction::Throw(_)
        | Instruction::Annotation(_) => false,
    })
}

/// A `Lock`, or an array of them, of whatever class they are.
fn is_lock(java: &Program, ty: &object::Type) -> bool {
    match ty {
        object::Type::Class(class) => {
            let is_lock = library_class(java, ty) == Some(LibraryClass::Lock);
            is_lock && side_of(java, *class) == Side::Unknown
        }
        object::Type::Array(element) => is_lock(java, element),
        _ => false,
    }
}

fn is_read_side(java: &Program, ty: &object::Type) -> bool {
    match ty {
        object::Type::Class(class) => side_of(java, *class) == Side::Shared,
        object::Type::Array(element) => is_read_side(java, element),
        _ => false,
    }
}

/// Whether it is a cast of something that was not known to be a lock.
fn finds_lock(java: &Program, value: &object::Expr) -> bool {
    let from = &crate::text::fields::uncast(value).ty;
    let is_found = |ty: &object::Type| is_lock(java, ty) || is_read_side(java, ty);
    let is_below = |class: ClassId, lock: &ClassId| {
        let is_lock = library_class(java, &object::Type::Class(*lock)) == Some(LibraryClass::Lock);
        is_lock && java.is_subclass(class, *lock)
    };
    // Asked of the few locks only: it goes through all classes.
    let was_known = || match from {
        object::Type::Class(class) => java.class_ids().any(|lock| is_below(*class, &lock)),
        object::Type::Array(_) => is_found(from),
        _ => true,
    };
    is_found(&value.ty) && !was_known()
}
