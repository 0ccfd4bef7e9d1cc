//! Methods of a lock that its own methods call, and what fails in them.
//!
//! A call on the lock itself of a method that its class has is the way through that method: nobody else can come in between,
//! as the monitor is held, and no subclass has another one. A helper that waits is not followed.

use super::Reading;
use super::reader::{EndKind, Reader, Way};
use super::values::Local;
use crate::behaviour::linear::Condition;
use concurrent::object::library::LibraryClass;
use concurrent::object::{Call, Check, ClassId, ClassOrigin, Edge, Expr, MethodKind, Type};

/// So deep are calls followed; deeper ones are recursion.
const DEEPEST: usize = 8;

impl Reader<'_> {
    pub(super) fn is_helper(&self, way: &Way, call: &Call) -> bool {
        let [target] = call.targets[..] else { return false };
        let method = self.program.method(target);
        method.class == self.method.class
            && method.kind == MethodKind::Method
            && method.graph().is_some()
            && call.receiver.as_ref().is_some_and(|object| self.is_this(way, object))
    }

    /// Every way through a helper, and on from there.
    pub(super) fn helper(&self, edge: &Edge, call: &Call, way: Way, open: &mut Vec<Way>) -> Reading<()> {
        if self.level >= DEEPEST {
            return self.gap(edge, "methods of the lock call each other too deep");
        }
        let method = self.program.method(call.targets[0]);
        let mut callee = Reader::new(self.program, method, self.fields, self.operation)?;
        (callee.is_constructor, callee.level) = (self.is_constructor, self.level + 1);
        let mut start = way.clone();
        (start.node, start.locals) = (callee.graph.entry, Vec::new());
        for (param, arg) in method.params.iter().skip(1).zip(&call.args) {
            start.set(*param, self.value(&way, arg));
        }
        let mut ends = Vec::new();
        callee.follow(start, &mut ends)?;
        for end in ends {
            let mut next = end.way.clone();
            (next.node, next.locals) = (edge.to, way.locals.clone());
            let result = match end.kind {
                EndKind::Returns if method.result == Some(Type::Boolean) => Local::Truth(Condition::Known(true)),
                EndKind::Refuses => Local::Truth(Condition::Known(false)),
                EndKind::Returns => callee.graph.result.map_or(Local::Other, |result| end.way.get(result)),
                EndKind::Waits(_) => {
                    return self.gap(edge, "a thread waits in a method that another one of the lock calls");
                }
                EndKind::Throws => {
                    let Some(unwind) = edge.unwind else { continue };
                    next.node = unwind;
                    next.set(self.graph.exception, end.way.get(callee.graph.exception));
                    open.push(next);
                    continue;
                }
            };
            call.target.into_iter().for_each(|target| next.set(target, result.clone()));
            open.push(next);
        }
        Ok(())
    }

    /// The way on which an assertion fails. Assertions that are switched off do nothing, so that the other way is any.
    pub(super) fn failed_assertion(&self, edge: &Edge, check: &Check, condition: &Expr, way: &Way) -> Option<Way> {
        let fails = match self.value(way, condition) {
            Local::Truth(condition) => condition.negated(),
            Local::Number(_) | Local::This | Local::Object(_) | Local::Other => Condition::Known(true),
        };
        let thrown = self.program.class_named(check.exception()).map_or(Local::Other, Local::Object);
        let mut failed = way.clone();
        (failed.node, failed.guard) = (edge.unwind?, Condition::and(failed.guard, fails));
        failed.set(self.graph.exception, thrown);
        Some(failed)
    }

    pub(super) fn is_library_lock(&self, class: ClassId) -> bool {
        let ClassOrigin::Library(kind) = self.program.class(class).origin else { return false };
        match kind {
            LibraryClass::Lock
            | LibraryClass::ReadWriteLock
            | LibraryClass::StampedLock
            | LibraryClass::Condition
            | LibraryClass::Semaphore => true,
            LibraryClass::Immutable
            | LibraryClass::ThreadSafe
            | LibraryClass::NotThreadSafe
            | LibraryClass::Depends
            | LibraryClass::Atomic
            | LibraryClass::AtomicArray
            | LibraryClass::Latch
            | LibraryClass::Barrier
            | LibraryClass::Thread
            | LibraryClass::Executor
            | LibraryClass::Future
            | LibraryClass::ThreadLocal => false,
        }
    }
}
