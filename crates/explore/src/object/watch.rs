//! What is judged at each step: protection of fields, conditions of calls, what classes declare for all their objects.
//!
//! An object that only its own thread can come to is nobody else's business: its fields are not judged.

use super::fault::{Fault, FaultKind};
use super::run::{Run, Taken};
use super::spec::{Scene, objects};
use super::state::{After, Init, Native, Role, State, Status, Value};
use concurrent::object::annotations::spec::{Expr, ExprKind, FieldClauseKind, Guard};
use concurrent::object::liveness::{Annotations, reads};
use concurrent::object::text::method_name;
use concurrent::object::{Check, FieldId, FieldKind, Instruction, MethodId};
use source::Span;

impl Run<'_, '_> {
    /// A field is read, or written if there is a new value.
    pub fn watch_access(&mut self, object: Value, field: FieldId, new: Option<Value>) -> Taken<()> {
        let (clauses, guards) = (self.machine.field_clauses.get(&field), self.machine.field_guards.get(&field));
        if clauses.is_none() && guards.is_none() {
            return Ok(());
        }
        let entry = self.machine.program.field(field);
        let old = match object {
            Value::Ref(at) if !self.object(at).is_shared => return Ok(()),
            Value::Ref(at) => self.object(at).values[self.machine.slot(field)],
            _ if self.state.classes[entry.class.index()] == Init::Running(self.tid()) => return Ok(()),
            _ => self.state.statics[self.machine.slot(field)],
        };
        let name = &entry.name;
        let verb = if new.is_some() { "written" } else { "read" };
        let who = format!("thread {}", self.tid + 1);
        let is_kept = new.is_none() && entry.is_final && self.is_kept_for_later(field);
        for guard in guards.into_iter().flatten().filter(|_| !is_kept) {
            let lock = self.guard(&guard.lock, object);
            if lock.and_then(|lock| self.protects(lock, new.is_some())) == Some(false) {
                let message = format!("`{name}` is {verb} by {who}, which does not hold its lock");
                self.broken(FaultKind::GuardedBy, message, guard.span)?;
            }
        }
        for clause in clauses.into_iter().flatten() {
            let holds =
                |tid: usize| Scene::new(self.machine, &self.state, object, tid, &[]).condition(&clause.condition);
            match (clause.kind, new) {
                (FieldClauseKind::WritableIf, Some(_)) if holds(self.tid) == Some(false) => {
                    let message = format!("`{name}` is written by {who}, and its `writable_if` does not hold");
                    self.broken(FaultKind::WritableIf, message, clause.span)?;
                }
                (FieldClauseKind::ReadableIf, None) if holds(self.tid) == Some(false) => {
                    let message = format!("`{name}` is read by {who}, and its `readable_if` does not hold");
                    self.broken(FaultKind::ReadableIf, message, clause.span)?;
                }
                (FieldClauseKind::UnwritableByEnvIf, Some(new)) if new != old => {
                    if let Some(other) = self.others().find(|other| holds(*other) == Some(true)) {
                        let other = other + 1;
                        let message = format!("`{name}` is written by {who}, while thread {other} relies on its value");
                        self.broken(FaultKind::UnwritableByEnvIf, message, clause.span)?;
                    }
                }
                (FieldClauseKind::WritableIf | FieldClauseKind::ReadableIf | FieldClauseKind::UnwritableByEnvIf, _) => {
                }
            }
        }
        Ok(())
    }

    /// Whether what is read goes nowhere but into a lambda or method reference: it is used when that runs.
    fn is_kept_for_later(&self, field: FieldId) -> bool {
        let program = self.machine.program;
        let graph = self.frame().and_then(|frame| Some((frame.node, program.method(frame.method).graph()?)));
        let Some((node, graph)) = graph else { return false };
        let read = graph.outgoing(node).find_map(|edge| match edge.instruction {
            Instruction::ReadField { target, field: read, .. } if read == field => Some(target),
            _ => None,
        });
        let Some(target) = read else { return false };
        graph.edges.iter().all(|edge| {
            let mut is_used = false;
            reads(&edge.instruction, Annotations::AreSkipped, &mut |local| is_used |= local == target);
            match &edge.instruction {
                Instruction::WriteField { field, .. } => !is_used || program.field(*field).kind == FieldKind::Captured,
                Instruction::Check(Check::NotNull(_)) => true,
                _ => !is_used,
            }
        })
    }

    fn broken(&self, kind: FaultKind, message: String, declared: Span) -> Taken<()> {
        self.judge(Fault::new(kind, self.span(), message).against(declared))
    }

    /// The lock that is meant, of an object; none if that cannot be told.
    fn guard(&self, guard: &Guard, object: Value) -> Option<Value> {
        match guard {
            Guard::Lock(lock) => Scene::new(self.machine, &self.state, object, self.tid, &[]).value(lock, false),
            Guard::Itself => None,
            Guard::Call(method) => self.returned_by(*method, object),
        }
    }

    /// What a method without parameters would return now.
    fn returned_by(&self, method: MethodId, object: Value) -> Option<Value> {
        let mut run = Run::new(self.machine, self.state.clone(), self.tid, Default::default());
        run.me_mut().frames.clear();
        run.push_frame(self.tid, method, &[object], After::Return).ok()?;
        let graph = self.machine.program.method(method).graph()?;
        for _ in 0..MAX_GUARD_STEPS {
            let frame = run.frame()?;
            if run.me().frames.len() == 1 && frame.node == graph.exit {
                return graph.result.map(|result| frame.local(result));
            }
            run.step().ok()?;
        }
        None
    }

    /// The threads that run beside this one.
    fn others(&self) -> impl Iterator<Item = usize> + '_ {
        // Threads of the harness stand for threads that might call more.
        let runs = |tid: &usize| {
            let thread = self.state.thread(*tid);
            thread.role == Role::Harness || !matches!(thread.status, Status::New | Status::Finished)
        };
        (0..self.state.threads.len()).filter(move |tid| *tid != self.tid && runs(tid))
    }

    /// Whether the thread holds the lock; none if that cannot be told.
    pub fn protects(&self, lock: Value, is_write: bool) -> Option<bool> {
        let tid = Some(self.tid());
        let object = self.state.behind(lock)?;
        let reads = |at: u32| match &self.object(at).native {
            Native::ReadWrite { readers, .. } => readers.iter().any(|(reader, _)| Some(*reader) == tid),
            _ => false,
        };
        let Value::Ref(at) = lock else { return None };
        match object.native {
            Native::Lock(hold) => Some(hold.holder == tid),
            Native::ReadWrite { writer, .. } => Some(writer.holder == tid || (!is_write && reads(at))),
            Native::ReadSide(lock) => Some(self.hold_of(lock).holder == tid || (!is_write && reads(lock))),
            Native::WriteSide(lock) => Some(self.hold_of(lock).holder == tid),
            // Optimistic reads hold nothing.
            Native::Stamped { writer, .. } => (is_write || writer == tid).then_some(writer == tid),
            Native::Permits(_) | Native::Unmodelled => None,
            _ => Some(object.monitor.holder == tid),
        }
    }

    /// A method is about to be called with these arguments, the receiver first.
    pub fn watch_call(&self, method: MethodId, args: &[Value]) -> Taken<()> {
        let name = method_name(self.machine.program, method);
        if let Some((declared, _)) = self.requirements(method, args).find(|(_, holds)| *holds == Some(false)) {
            let message = format!("`{name}` is called while its `requires` does not hold");
            self.broken(FaultKind::Requires, message, declared)?;
        }
        let receiver = args.first().copied().unwrap_or(Value::Null);
        for guard in self.machine.method_guards.get(&method).into_iter().flatten() {
            let is_private = self.state.behind(receiver).is_some_and(|object| !object.is_shared);
            let lock = self.guard(&guard.lock, receiver);
            if !is_private && lock.and_then(|lock| self.protects(lock, true)) == Some(false) {
                let message = format!("`{name}` is called by a thread that does not hold its lock");
                self.broken(FaultKind::GuardedBy, message, guard.span)?;
            }
        }
        Ok(())
    }

    /// The `requires` of a method and of what it overrides, and whether they hold.
    pub fn requirements<'s>(
        &'s self,
        method: MethodId,
        args: &'s [Value],
    ) -> impl Iterator<Item = (Span, Option<bool>)> + 's {
        let all = std::iter::once(method).chain(self.machine.program.method(method).overrides.iter().copied());
        all.filter_map(|one| Some((one, self.machine.spec.methods.get(&one)?))).flat_map(move |(one, spec)| {
            let found = self.machine.program.method(one);
            let mut locals = vec![Value::Null; found.locals.len()];
            found.params.iter().zip(args).for_each(|(param, arg)| locals[param.index()] = *arg);
            let this = found.this().and(args.first().copied()).unwrap_or(Value::Null);
            let scene = Scene::new(self.machine, &self.state, this, self.tid, &locals);
            let judged = spec.requires.iter().map(|one| (one.span, scene.condition(&one.condition)));
            judged.collect::<Vec<_>>()
        })
    }

    /// What all objects keep to, after a step that has changed something.
    pub fn watch(&self, before: &State, span: Span) -> Taken<()> {
        let spec = self.machine.spec;
        for clause in &spec.global_invariants {
            let broken = |this: Value| {
                let scene = Scene::new(self.machine, &self.state, this, self.tid, &[]);
                scene.condition(&clause.condition) == Some(false)
            };
            let is_broken = match mentions_this(&clause.condition) {
                true => objects(self.machine, &self.state, clause.class).any(|at| broken(Value::Ref(at))),
                false => broken(Value::Null) && self.state.classes[clause.class.index()] == Init::Done,
            };
            if is_broken {
                let message = "after this step the invariant does not hold";
                self.judge(Fault::new(FaultKind::GlobalInvariant, span, message).against(clause.span))?;
            }
        }
        for clause in &spec.env_assumptions {
            let broken = |this: Value, other: usize| {
                let scene = Scene::new(self.machine, &self.state, this, other, &[]).over(before);
                scene.condition(&clause.condition) == Some(false)
            };
            let known =
                |at: &u32| before.heap.get(*at as usize).is_some_and(|object| object.is_built && object.is_shared);
            let subjects: Vec<Value> = match mentions_this(&clause.condition) {
                true => objects(self.machine, &self.state, clause.class).filter(known).map(Value::Ref).collect(),
                false => vec![Value::Null],
            };
            for other in self.others() {
                if subjects.iter().any(|this| broken(*this, other)) {
                    let message = format!("thread {} does not expect this step of other threads", other + 1);
                    self.judge(Fault::new(FaultKind::EnvAssumption, span, message).against(clause.span))?;
                }
            }
        }
        Ok(())
    }
}

fn mentions_this(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::This) || expr.children().into_iter().any(mentions_this)
}

/// Longer methods are not run to find a lock.
const MAX_GUARD_STEPS: usize = 100;
