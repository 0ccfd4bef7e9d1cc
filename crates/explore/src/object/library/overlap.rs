//! Calls of what is not thread-safe take a while: they begin, and they end.
//!
//! Between the two, others may do what they like, and if one of them has changed which elements the object holds before the
//! call ends, or the call itself changes it while another one is under way, then two threads have used the object at once:
//!
//! ```text
//! begin(t, o)                        t uses o
//! end(t, o), structure(o) changes    a fault if some t' uses o, t' != t
//! ```
//!
//! A call that changes no more than the value of an element or of a key that is there is not taken for a change: the
//! library allows that. Which objects are meant is the mark of their class, [`LibraryClass::NotThreadSafe`].
//!
//! The start is joined with the step before it (see [`visible`](super::super::visible)): it only adds to what is in use,
//! and a run in which another thread ends a call before that is a run with a fault if the start comes first. Where that
//! is not so, because the other thread has to come first, a lock or a join keeps the start back.

use super::super::fault::{Fault, FaultKind};
use super::super::machine::UNKNOWN_TEXT;
use super::super::run::{Run, Stop, Taken};
use super::super::state::{Frame, Native, Object, Ref, Shape, Value};
use concurrent::object::library::{Callback, LibraryClass, LibraryMethod as M};
use concurrent::object::{Call, ExprKind, Instruction, MethodId};

/// What a call uses while it is under way.
#[derive(Default)]
pub struct Uses {
    pub objects: Vec<Ref>,
    /// The monitor that the library takes for it.
    pub lock: Option<Ref>,
}

impl Uses {
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty() && self.lock.is_none()
    }
}

/// Of a structure, what a call may change that others must not be in the midst of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Structure {
    Size(usize),
    Text(u32),
    Unknown,
}

impl Run<'_, '_> {
    /// What a call uses, if others can come to it.
    pub fn uses(&self, method: MethodId, kind: M, receiver: Option<Value>, args: &[Value]) -> Uses {
        let mut uses = Uses::default();
        if !may_take_a_while(kind) {
            return uses;
        }
        let found = self.machine.program.method(method);
        let mut objects = Vec::new();
        if let Some(Value::Ref(at)) = receiver {
            match self.object(at).native {
                Native::Synchronized(inner) => {
                    uses.lock = (self.object(at).is_shared && is_locked(&found.name)).then_some(at);
                    objects.push(inner);
                }
                Native::Iterator { of: Some(of), .. } if is_writer(kind) => objects.extend([at, of]),
                Native::List { of: Some(of), .. } => objects.extend([at, of]),
                _ => objects.push(at),
            }
        }
        if found.callbacks.contains(&Callback::Content) {
            objects.extend(args.iter().filter_map(|arg| match arg {
                Value::Ref(at) => Some(*at),
                _ => None,
            }));
        }
        if self.machine.options.judges.contains(FaultKind::Race) {
            objects.retain(|at| self.object(*at).is_shared && self.is_unsafe(*at));
            objects.sort_unstable();
            objects.dedup();
            uses.objects = objects;
        }
        uses
    }

    /// Whether the object is of a class whose users have to keep each other out.
    pub fn is_unsafe(&self, at: Ref) -> bool {
        let Object { shape: Shape::Class(class), native, .. } = self.object(at) else { return false };
        let is_modelled = matches!(
            native,
            Native::List { .. }
                | Native::Map { .. }
                | Native::Iterator { .. }
                | Native::Builder(_)
                | Native::Unmodelled
        );
        let mark = self.machine.library_ancestor(*class).map(|(_, kind)| kind);
        is_modelled && mark == Some(LibraryClass::NotThreadSafe)
    }

    /// Whether the call of the frame that runs has begun.
    pub fn has_begun(&self) -> bool {
        self.frame().is_some_and(|frame| !frame.using.is_empty() || frame.holding.is_some())
    }

    /// The first step of a call that takes a while. The instruction runs again then.
    pub fn begin(&mut self, uses: Uses) -> Taken<()> {
        if let Some(lock) = uses.lock {
            self.wait_for_monitor(lock)?;
            let tid = self.tid();
            let hold = &mut self.object_mut(lock).monitor;
            hold.holder = Some(tid);
            hold.count += 1;
        }
        if let Some(frame) = self.frame_mut() {
            frame.call = None;
            frame.using = uses.objects;
            frame.holding = uses.lock;
        }
        Ok(())
    }

    /// A call of an object that locks itself has to wait while another thread has its monitor.
    pub fn wait_for_monitor(&self, at: Ref) -> Taken<()> {
        match self.object(at).monitor.holder {
            Some(holder) if holder != self.tid() => Err(Stop::Blocked),
            _ => Ok(()),
        }
    }

    /// The call of the frame that runs is over, in whatever way.
    pub fn release_call(&mut self) {
        if !self.has_begun() {
            return;
        }
        let Some(frame) = self.frame_mut() else { return };
        frame.using.clear();
        if let Some(lock) = frame.holding.take() {
            let hold = &mut self.object_mut(lock).monitor;
            hold.count = hold.count.saturating_sub(1);
            if hold.count == 0 {
                hold.holder = None;
            }
        }
    }

    pub fn structure(&self, at: Ref) -> Structure {
        match &self.object(at).native {
            Native::List { items, .. } => Structure::Size(items.len()),
            Native::Map { entries } => Structure::Size(entries.len()),
            Native::Iterator { next, .. } => Structure::Size(*next as usize),
            Native::Builder(text) if *text != UNKNOWN_TEXT => Structure::Text(*text),
            _ => Structure::Unknown,
        }
    }

    /// A call has ended, and these were the structures when it did not have.
    pub fn check_overlap(&self, before: &[(Ref, Structure)], kind: M) -> Taken<()> {
        for (at, before) in before {
            let is_changed = match (before, self.structure(*at)) {
                (Structure::Unknown, Structure::Unknown) => is_writer(kind),
                (before, after) => *before != after,
            };
            if is_changed {
                self.overlap(*at)?;
            }
        }
        Ok(())
    }

    /// The thread changes an object: nobody else may be in a call of it.
    pub fn overlap(&self, at: Ref) -> Taken<()> {
        let others = self.state.threads.iter().enumerate().filter(|(tid, _)| *tid != self.tid);
        let mut frames = others.flat_map(|(tid, thread)| thread.frames.iter().map(move |frame| (tid, frame)));
        let Some((other, frame)) = frames.find(|(_, frame)| frame.using.contains(&at)) else { return Ok(()) };
        let name = self.name_of_used(at);
        let message = format!("two threads use {name} at once, and one changes it");
        let fault = Fault::new(FaultKind::Race, self.span(), message);
        self.judge(match self.call_of(frame) {
            Some((span, _)) => fault.beside(span, format!("thread {} is still in this call", other + 1)),
            None => fault,
        })
    }

    fn call_of(&self, frame: &Frame) -> Option<(source::Span, &Call)> {
        let graph = self.machine.program.method(frame.method).graph()?;
        let edge = frame.call.or_else(|| self.machine.outgoing(frame.method, frame.node).first().copied())?;
        let edge = &graph.edges[edge.index()];
        match &edge.instruction {
            Instruction::Call(call) => Some((edge.span, call)),
            _ => None,
        }
    }

    /// The field or local through which the thread uses an object; else the object's class.
    fn name_of_used(&self, at: Ref) -> String {
        let of_frame = || {
            let frame = self.frame()?;
            let (_, call) = self.call_of(frame)?;
            let ExprKind::Local(local) = call.receiver.as_ref()?.kind else { return None };
            if frame.local(local) != Value::Ref(at) {
                return None;
            }
            let method = self.machine.program.method(frame.method);
            let read = method.graph()?.edges.iter().find_map(|edge| match edge.instruction {
                Instruction::ReadField { target, field, .. } if target == local => Some(field),
                _ => None,
            });
            match read {
                Some(field) => Some(format!("`{}`", self.machine.program.field(field).name)),
                None if method.local(local).is_temporary => None,
                None => Some(format!("`{}`", method.local(local).name)),
            }
        };
        of_frame().unwrap_or_else(|| match &self.object(at).shape {
            Shape::Class(class) => {
                let name = self.class_name(*class);
                format!("the same `{}`", name.rsplit('.').next().unwrap_or(name))
            }
            Shape::Array(_) => "the same array".to_string(),
        })
    }
}

fn may_take_a_while(kind: M) -> bool {
    matches!(
        kind,
        M::New | M::Fresh | M::Read | M::Write | M::CallbackPure | M::CallbackRead | M::CallbackWrite | M::Clone
    )
}

pub fn is_writer(kind: M) -> bool {
    matches!(kind, M::Write | M::CallbackWrite)
}

/// Whether a synchronized wrapper holds its monitor during the call.
fn is_locked(name: &str) -> bool {
    !matches!(name, "iterator" | "listIterator" | "spliterator" | "stream" | "parallelStream")
}
