//! Which steps others can notice.
//!
//! A step that touches nothing but what its thread alone can come to commutes with every step of every other thread, now
//! and later: only its own thread could publish what it touches. Such a step is made together with the one before it.
//! What may be merged: locals, objects that are not shared, final fields that have been written, locks that the thread
//! holds already, what a lock protects and, if nobody looks at locks, giving them back: a thread that waits for a lock can do so
//! only afterwards.

use super::machine::{is_local, is_settled};
use super::protection::Subject;
use super::run::Run;
use super::state::{Init, Native, Ref, Status, Value};
use concurrent::object::annotations::spec::StatementKind;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Body, Call, CallKind, Expr, FieldId, Instruction, MethodId};

impl Run<'_, '_> {
    /// Whether the next step of the thread is a step of its own.
    pub fn is_visible(&self) -> bool {
        if self.machine.options.is_fine {
            return true;
        }
        match self.me().status {
            Status::Running => {}
            Status::New | Status::Idle | Status::Waiting { .. } | Status::Woken { .. } => return true,
            Status::Updating { .. } | Status::Queued(_) | Status::AtBarrier { .. } | Status::Finished => return true,
        }
        let Some(frame) = self.frame() else { return false };
        let Some(graph) = self.machine.program.method(frame.method).graph() else { return true };
        if frame.node == graph.exit {
            let spec = self.machine.spec.methods.get(&frame.method);
            return spec.is_some_and(|spec| !spec.ensures.is_empty());
        }
        let Some(edge) = self.machine.outgoing(frame.method, frame.node).first() else { return false };
        match &graph.edges[edge.index()].instruction {
            Instruction::Skip
            | Instruction::Assign { .. }
            | Instruction::Assume(_)
            | Instruction::Check(_)
            | Instruction::ArrayLength { .. }
            | Instruction::NewArray { .. }
            | Instruction::Throw(_) => false,
            Instruction::NewObject { class, .. } => self.uninitialized(*class).is_some(),
            Instruction::ReadField { object, field, .. } => self.is_visible_read(object.as_ref(), *field),
            Instruction::WriteField { object, field, .. } => match object {
                None => {
                    let class = self.machine.program.field(*field).class;
                    let is_initialising = matches!(self.state.classes[class.index()], Init::Running(_));
                    !is_initialising && !self.is_protected(Subject::Field(*field), None, true)
                }
                Some(object) => self.is_visible_write(self.value(object), Subject::Field(*field)),
            },
            Instruction::ReadElement { array, .. } => match self.value(array) {
                Value::Ref(at) => self.object(at).is_shared && !self.is_protected(Subject::Elements, Some(at), false),
                _ => false,
            },
            Instruction::WriteElement { array, .. } => self.is_visible_write(self.value(array), Subject::Elements),
            Instruction::Enter(monitor) => self.is_first_entry(monitor),
            Instruction::Exit(monitor) => self.is_last_exit(monitor),
            Instruction::Call(call) => self.is_visible_call(call),
            Instruction::Annotation(_) => {
                let clauses = self.machine.spec.statements.get(&(frame.method, *edge));
                clauses.is_some_and(|clauses| {
                    clauses.iter().any(|clause| match &clause.kind {
                        StatementKind::Assert(condition)
                        | StatementKind::Assume(condition)
                        | StatementKind::LoopInvariant(condition) => !is_local(condition),
                        // Together with the step before it.
                        StatementKind::Set { .. } => false,
                    })
                })
            }
        }
    }

    /// Others have the object, or what it is a view of.
    fn is_reachable_by_others(&self, value: Value) -> bool {
        self.state.behind(value).is_some_and(|object| {
            let viewed = match object.native {
                Native::Iterator { of, .. } | Native::List { of, .. } => of,
                Native::Synchronized(of) | Native::ReadSide(of) | Native::WriteSide(of) | Native::Condition(of) => {
                    Some(of)
                }
                _ => None,
            };
            object.is_shared || viewed.is_some_and(|at| self.is_reachable_by_others(Value::Ref(at)))
        })
    }

    fn is_visible_write(&self, value: Value, subject: Subject) -> bool {
        let Value::Ref(at) = value else { return false };
        self.object(at).is_shared && !self.is_protected(subject, Some(at), true)
    }

    fn is_visible_read(&self, object: Option<&Expr>, field: FieldId) -> bool {
        let entry = self.machine.program.field(field);
        let slot = self.machine.slot(field);
        let subject = Subject::Field(field);
        match object {
            None if !self.machine.program.class(entry.class).is_from_source() => false,
            None => {
                self.uninitialized(entry.class).is_some()
                    || !(is_settled(entry, self.state.statics[slot]) || self.is_protected(subject, None, false))
            }
            Some(object) => match self.value(object) {
                Value::Ref(at) => {
                    let object = self.object(at);
                    let is_settled = is_settled(entry, object.values[slot]);
                    object.is_shared && !is_settled && !self.is_protected(subject, Some(at), false)
                }
                _ => false,
            },
        }
    }

    fn monitor(&self, monitor: &Expr) -> Option<(Ref, u32)> {
        match self.value(monitor) {
            Value::Ref(at) => {
                let hold = self.object(at).monitor;
                Some((at, if hold.holder == Some(self.tid()) { hold.count } else { 0 }))
            }
            _ => None,
        }
    }

    fn is_first_entry(&self, monitor: &Expr) -> bool {
        self.monitor(monitor).is_some_and(|(at, count)| count == 0 && self.is_reachable_by_others(Value::Ref(at)))
    }

    fn is_last_exit(&self, monitor: &Expr) -> bool {
        !self.machine.protection.hides_releases()
            && self
                .monitor(monitor)
                .is_some_and(|(at, count)| count <= 1 && self.is_reachable_by_others(Value::Ref(at)))
    }

    /// Whether nobody notices when a lock is given back.
    fn hides_releases(&self) -> bool {
        self.machine.protection.hides_releases() && !self.machine.uses.locks_of_others
    }

    fn begins_unnoticed(&self, method: MethodId, kind: LibraryMethod, receiver: Option<Value>, call: &Call) -> bool {
        let args: Vec<Value> = call.args.iter().map(|arg| self.value(arg)).collect();
        let uses = self.uses(method, kind, receiver, &args);
        !uses.objects.is_empty() && uses.lock.is_none()
    }

    fn is_visible_call(&self, call: &Call) -> bool {
        let receiver = call.receiver.as_ref().map(|receiver| self.value(receiver));
        let method = match (call.kind, receiver.and_then(|value| self.machine.class_of(&self.state, value))) {
            (CallKind::Virtual, Some(class)) => self.machine.dispatch(class, call.method).unwrap_or(call.method),
            (_, _) => call.method,
        };
        let found = self.machine.program.method(method);
        let spec = self.machine.spec.methods.get(&method);
        let is_watched = spec.is_some_and(|spec| !spec.requires.is_empty())
            || self.machine.method_guards.contains_key(&method)
            || (found.is_static && self.uninitialized(found.class).is_some());
        match &found.body {
            Body::Graph(_) => is_watched,
            Body::Library(LibraryMethod::Unlock) if self.hides_releases() => false,
            // What has begun is a step of its own when it ends; that it begins, nobody notices, unless it takes a lock.
            Body::Library(_) if self.has_begun() => true,
            Body::Library(kind) if self.begins_unnoticed(method, *kind, receiver, call) => false,
            Body::Library(kind) => {
                let args = call.args.iter().map(|arg| self.value(arg));
                let is_shared = |value: Value| self.is_reachable_by_others(value);
                let is_silent = match kind {
                    LibraryMethod::Input => receiver.is_none() && !self.machine.uses.interrupts,
                    LibraryMethod::ThreadSleep => !self.machine.uses.interrupts,
                    kind => is_silent(*kind),
                };
                is_watched
                    || (!is_silent && (receiver.is_none() || receiver.is_some_and(is_shared)))
                    || (reads_arguments(*kind) && args.into_iter().any(is_shared))
            }
            Body::Abstract | Body::Native | Body::Unsupported(_) => false,
        }
    }
}

/// Whether nobody notices the call, and it notices nobody.
fn is_silent(kind: LibraryMethod) -> bool {
    use LibraryMethod as M;
    matches!(
        kind,
        M::New
            | M::Pure
            | M::Fresh
            | M::Output
            | M::Box
            | M::Unbox
            | M::StringEquals
            | M::HashCode
            | M::ToString
            | M::GetClass
            | M::EnumValues
            | M::EnumValueOf
            | M::CurrentThread
            | M::ThreadRun
            | M::ThreadYield
            | M::HoldsLock
            | M::NewCondition
            | M::ReadLock
            | M::WriteLock
            | M::IsHeldByCurrentThread
            | M::HoldCount
            | M::CallbackPure
    )
}

/// Whether the call may look into its arguments.
fn reads_arguments(kind: LibraryMethod) -> bool {
    matches!(
        kind,
        LibraryMethod::New
            | LibraryMethod::Fresh
            | LibraryMethod::Write
            | LibraryMethod::Read
            | LibraryMethod::Pure
            | LibraryMethod::CallbackRead
            | LibraryMethod::CallbackWrite
    )
}
