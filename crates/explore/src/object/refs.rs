//! Every place in the heap that a part of a state names, to be read or to be changed.

use super::state::{After, Frame, Native, Object, Ref, Role, State, Status, Thread, Value};
use std::sync::Arc;

macro_rules! visitors {
    ($name:ident, $iter:ident $(, $mut:tt)?) => {
        impl Value {
            fn $name(& $($mut)? self, visit: &mut dyn FnMut(& $($mut)? Ref)) {
                if let Value::Ref(at) = self {
                    visit(at);
                }
            }
        }

        impl Native {
            fn $name(& $($mut)? self, visit: &mut dyn FnMut(& $($mut)? Ref)) {
                match self {
                    Native::None
                    | Native::Lock(_)
                    | Native::Stamped { .. }
                    | Native::Permits(_)
                    | Native::Latch(_)
                    | Native::Executor { .. }
                    | Native::Barrier { .. }
                    | Native::Builder(_)
                    | Native::Unmodelled => {}
                    Native::Cell(value) => value.$name(visit),
                    Native::ReadWrite { read_side, write_side, .. } => {
                        visit(read_side);
                        visit(write_side);
                    }
                    Native::ReadSide(at) | Native::WriteSide(at) | Native::Condition(at) => visit(at),
                    Native::Synchronized(at) => visit(at),
                    Native::Thread { target, .. } => target.$name(visit),
                    Native::Future { result: left, exception: right, .. }
                    | Native::Thrown { message: left, cause: right, .. }
                    | Native::Entry { key: left, value: right } => {
                        left.$name(visit);
                        right.$name(visit);
                    }
                    Native::Cells(items) => items.$iter().for_each(|item| item.$name(visit)),
                    Native::List { items, of, .. } | Native::Iterator { items, of, .. } => {
                        items.$iter().for_each(|item| item.$name(visit));
                        of.$iter().for_each(|at| visit(at));
                    }
                    Native::Map { entries } => entries.$iter().for_each(|(key, value)| {
                        key.$name(visit);
                        value.$name(visit);
                    }),
                    Native::PerThread(values) => values.$iter().for_each(|(_, value)| value.$name(visit)),
                }
            }
        }

        impl Object {
            pub fn $name(& $($mut)? self, visit: &mut dyn FnMut(& $($mut)? Ref)) {
                self.values.$iter().for_each(|value| value.$name(visit));
                self.native.$name(visit);
            }
        }

        impl Thread {
            pub fn $name(& $($mut)? self, visit: &mut dyn FnMut(& $($mut)? Ref)) {
                visit(& $($mut)? self.object);
                match & $($mut)? self.role {
                    Role::Task(future) => visit(future),
                    Role::First | Role::Harness | Role::Started => {}
                }
                match & $($mut)? self.status {
                    Status::New | Status::Idle | Status::Running | Status::Queued(_) | Status::Finished => {}
                    Status::AtBarrier { barrier, result, .. } => {
                        visit(barrier);
                        result.$name(visit);
                    }
                    Status::Waiting { on, lock, .. } => {
                        visit(on);
                        visit(lock);
                    }
                    Status::Woken { lock, result, .. } => {
                        visit(lock);
                        result.$iter().for_each(|result| result.$name(visit));
                    }
                    Status::Updating { cell, old, new, .. } => {
                        visit(cell);
                        old.$name(visit);
                        new.$name(visit);
                    }
                }
                self.frames.$iter().for_each(|frame| frame.$name(visit));
            }
        }

        impl Frame {
            fn $name(& $($mut)? self, visit: &mut dyn FnMut(& $($mut)? Ref)) {
                self.locals.$iter().for_each(|value| value.$name(visit));
                self.using.$iter().for_each(|at| visit(at));
                self.holding.$iter().for_each(|at| visit(at));
                if let Some(contract) = & $($mut)? self.contract {
                    contract.params.$iter().for_each(|value| value.$name(visit));
                    contract.olds.$iter().flatten().for_each(|value| value.$name(visit));
                }
                match & $($mut)? self.after {
                    After::Return | After::Retry(_) | After::Forget => {}
                    After::Update { cell, old, .. } => {
                        visit(cell);
                        old.$name(visit);
                    }
                    After::Compute { map, key, .. } => {
                        visit(map);
                        key.$name(visit);
                    }
                    After::Each { function, rest } => {
                        visit(function);
                        rest.$iter().flatten().for_each(|value| value.$name(visit));
                    }
                }
            }
        }
    };
}

visitors!(refs, iter);
visitors!(refs_mut, iter_mut, mut);

impl State {
    /// Of static fields.
    pub fn static_refs(&self, visit: &mut dyn FnMut(&Ref)) {
        self.statics.iter().for_each(|value| value.refs(visit));
    }

    /// Of the harness.
    pub fn root_refs(&self, visit: &mut dyn FnMut(&Ref)) {
        self.roots.iter().for_each(|value| value.refs(visit));
    }

    /// Of everything but the heap itself.
    pub fn outer_refs_mut(&mut self, visit: &mut dyn FnMut(&mut Ref)) {
        // What is not changed stays shared with other states.
        let mut moves = false;
        self.static_refs(&mut |at| moves |= is_changed(*at, visit));
        if moves {
            Arc::make_mut(&mut self.statics).iter_mut().for_each(|value| value.refs_mut(visit));
        }
        self.roots.iter_mut().for_each(|value| value.refs_mut(visit));
        for thread in &mut self.threads {
            let mut moves = false;
            thread.refs(&mut |at| moves |= is_changed(*at, visit));
            if moves {
                Arc::make_mut(thread).refs_mut(visit);
            }
        }
    }
}

fn is_changed(at: Ref, visit: &mut dyn FnMut(&mut Ref)) -> bool {
    let mut new = at;
    visit(&mut new);
    new != at
}
