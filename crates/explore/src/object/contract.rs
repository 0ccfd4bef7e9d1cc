//! Abstractions of methods, followed while they run.
//!
//! An abstraction is a number of actions in order, with stuttering steps between them that change only what `modifies`
//! names. After a step it may be at i if it was there and the step stutters, or if it was at i - 1 and the step is what
//! action i does. No step may leave the set of positions empty, and on return the last position is in it. `ensures` is
//! judged on return, against the state at the entry.
//!
//! An action that speaks of `\result` has no value before the method returns, and is then taken to be kept.

use super::fault::{Fault, FaultKind};
use super::machine::Machine;
use super::run::{Run, Stop, Taken};
use super::spec::Scene;
use super::state::{Contract, Native, Object, Ref, State, Value};
use concurrent::object::annotations::spec::{Expr, ExprKind, MethodSpec, Place, PlaceKind};
use concurrent::object::text::method_name;
use concurrent::object::{LocalId, MethodId};
use source::Span;
use std::sync::Arc;

/// What a step has changed.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Changed {
    Static(usize),
    /// A field, ghost or element.
    Slot(Ref, usize),
    /// What an atomic holds.
    Content(Ref),
}

/// The arguments of `\old` in `ensures`, in order.
fn olds(spec: &MethodSpec) -> Vec<&Expr> {
    fn collect<'e>(expr: &'e Expr, found: &mut Vec<&'e Expr>) {
        match &expr.kind {
            ExprKind::Old(arg) => found.push(arg),
            _ => expr.children().into_iter().for_each(|child| collect(child, found)),
        }
    }
    let mut found = Vec::new();
    spec.ensures.iter().for_each(|one| collect(&one.condition, &mut found));
    found
}

impl Machine<'_> {
    /// Whether steps of the method are followed.
    fn has_actions(&self, method: MethodId) -> bool {
        self.spec.methods.get(&method).is_some_and(|spec| !spec.is_inline && !spec.actions.is_empty())
    }
}

impl Run<'_, '_> {
    /// What is to be remembered of the entry of a method.
    pub fn contract(&self, tid: usize, method: MethodId, locals: &[Value]) -> Option<Box<Contract>> {
        let spec = self.machine.spec.methods.get(&method)?;
        if spec.actions.is_empty() && spec.ensures.is_empty() {
            return None;
        }
        let found = self.machine.program.method(method);
        let this = found.this().map_or(Value::Null, |this| locals[this.index()]);
        let scene = Scene::new(self.machine, &self.state, this, tid, locals);
        let olds = olds(spec).into_iter().map(|expr| scene.value(expr, false)).collect();
        let params = found.params.iter().map(|param| locals[param.index()]).collect();
        Some(Box::new(Contract { positions: 1, params, olds }))
    }

    /// Whether some method on the stack has actions.
    pub fn is_followed(&self) -> bool {
        self.me().frames.iter().any(|frame| self.machine.has_actions(frame.method))
    }

    /// The methods on the stack have made this step.
    pub fn follow(&mut self, before: &State, span: Span) -> Taken<()> {
        let depth = before.thread(self.tid).frames.len().min(self.me().frames.len());
        let changes = changes(before, &self.state);
        for at in 0..depth {
            let frame = &self.me().frames[at];
            let (method, Some(contract)) = (frame.method, &frame.contract) else { continue };
            let is_same = before.thread(self.tid).frames[at].method == method;
            if !is_same || !self.machine.has_actions(method) {
                continue;
            }
            let positions = self.positions(before, method, contract, &changes);
            if positions == 0 {
                let name = method_name(self.machine.program, method);
                let message = format!("this step of `{name}` is none that its abstraction allows");
                let fault = Fault::new(FaultKind::Ensures, span, message);
                return self.judge(fault.against(self.machine.program.method(method).span));
            }
            if let Some(contract) = &mut self.me_mut().frames[at].contract {
                contract.positions = positions;
            }
        }
        Ok(())
    }

    fn positions(&self, before: &State, method: MethodId, contract: &Contract, changes: &[Changed]) -> u64 {
        let Some(spec) = self.machine.spec.methods.get(&method) else { return contract.positions };
        let locals = self.entry_locals(method, contract);
        let this = self.machine.program.method(method).this().and(contract.params.first().copied());
        let earlier = Scene::new(self.machine, before, this.unwrap_or(Value::Null), self.tid, &locals);
        let step = earlier.clone().to(&self.state);
        let allowed = |places: &[&Place]| {
            changes.iter().all(|change| places.iter().any(|place| is_named(&earlier, place, *change)))
        };
        let modifies: Vec<&Place> = spec.modifies.iter().collect();
        let mut next = 0;
        for at in 0..=spec.actions.len() {
            if contract.positions & (1 << at) == 0 {
                continue;
            }
            if allowed(&modifies) {
                next |= 1 << at;
            }
            if let Some(action) = spec.actions.get(at) {
                let also: Vec<&Place> = modifies.iter().copied().chain(&action.also_modifies).collect();
                let does = action.ensures.as_ref().is_none_or(|ensures| step.condition(ensures) != Some(false));
                if does && allowed(&also) {
                    next |= 1 << (at + 1);
                }
            }
        }
        next
    }

    fn entry_locals(&self, method: MethodId, contract: &Contract) -> Vec<Value> {
        let found = self.machine.program.method(method);
        let mut locals = vec![Value::Null; found.locals.len()];
        found.params.iter().zip(&contract.params).for_each(|(param, value)| locals[param.index()] = *value);
        locals
    }

    /// The method is about to return.
    pub fn watch_return(&mut self, result: Option<LocalId>) -> Taken<()> {
        let Some(frame) = self.frame() else { return Ok(()) };
        let (method, Some(contract)) = (frame.method, &frame.contract) else { return Ok(()) };
        let Some(spec) = self.machine.spec.methods.get(&method) else { return Ok(()) };
        let name = method_name(self.machine.program, method);
        let span = self.machine.program.method(method).span;
        if self.machine.has_actions(method) && contract.positions & (1 << spec.actions.len()) == 0 {
            let message = format!("`{name}` returns before it has done what its abstraction says");
            let declared = spec.actions.last().map_or(span, |action| action.span);
            return self.judge(Fault::new(FaultKind::Ensures, span, message).against(declared));
        }
        let locals = self.entry_locals(method, contract);
        let this = self.machine.program.method(method).this().and(contract.params.first().copied());
        let mut scene = Scene::new(self.machine, &self.state, this.unwrap_or(Value::Null), self.tid, &locals);
        scene.result = result.map(|result| frame.local(result));
        let olds: Vec<(Span, Option<Value>)> =
            olds(spec).into_iter().map(|expr| expr.span).zip(contract.olds.iter().copied()).collect();
        scene.olds = Some(&olds);
        let broken = spec.ensures.iter().find(|one| scene.condition(&one.condition) == Some(false)).map(|one| one.span);
        match broken {
            Some(declared) => {
                let message = format!("`{name}` returns, and its `ensures` does not hold");
                self.judge(Fault::new(FaultKind::Ensures, span, message).against(declared))
            }
            None => Ok(()),
        }
    }

    /// A fault, if faults of this kind are looked for.
    pub fn judge(&self, fault: Fault) -> Taken<()> {
        match self.machine.options.judges.contains(fault.kind) {
            true => Err(Stop::Fault(Box::new(fault))),
            false => Ok(()),
        }
    }
}

/// What differs in memory that others can see.
fn changes(before: &State, after: &State) -> Vec<Changed> {
    let mut found = Vec::new();
    let statics = before.statics.iter().zip(after.statics.iter()).enumerate();
    found.extend(statics.filter(|(_, (old, new))| old != new).map(|(slot, _)| Changed::Static(slot)));
    for (at, (old, new)) in before.heap.iter().zip(&after.heap).enumerate() {
        if !Arc::ptr_eq(old, new) && old.is_shared {
            changes_of(at as Ref, old, new, &mut found);
        }
    }
    found
}

fn changes_of(at: Ref, old: &Object, new: &Object, found: &mut Vec<Changed>) {
    let slots = old.values.iter().zip(&new.values).enumerate();
    found.extend(slots.filter(|(_, (old, new))| old != new).map(|(slot, _)| Changed::Slot(at, slot)));
    if let (Native::Cell(old), Native::Cell(new)) = (&old.native, &new.native)
        && old != new
    {
        found.push(Changed::Content(at));
    }
}

/// Whether a place of `modifies` names what was changed. What cannot be evaluated may name anything.
fn is_named(scene: &Scene, place: &Place, change: Changed) -> bool {
    match &place.kind {
        PlaceKind::Nothing => false,
        PlaceKind::Everything => true,
        PlaceKind::Elements(array) => match scene.value(array, false) {
            Some(Value::Ref(at)) => matches!(change, Changed::Slot(other, _) if other == at),
            _ => true,
        },
        PlaceKind::One(expr) => named(scene, expr).is_none_or(|named| named == change),
    }
}

fn named(scene: &Scene, expr: &Expr) -> Option<Changed> {
    let place = |object: &Option<Box<Expr>>, slot: usize| match object {
        None => Some(Changed::Static(slot)),
        Some(object) => match scene.value(object, false)? {
            Value::Ref(at) => Some(Changed::Slot(at, slot)),
            _ => None,
        },
    };
    match &expr.kind {
        ExprKind::Field { object, field } => place(object, scene.machine.slot(*field)),
        ExprKind::Ghost { object, ghost } => place(object, scene.machine.ghost_slot(*ghost)),
        ExprKind::Content(atomic) => match scene.value(atomic, false)? {
            Value::Ref(at) => Some(Changed::Content(at)),
            _ => None,
        },
        ExprKind::Element { array, index } => match (scene.value(array, false)?, scene.value(index, false)?) {
            (Value::Ref(at), Value::Int(index)) => Some(Changed::Slot(at, usize::try_from(index).ok()?)),
            (_, _) => None,
        },
        _ => None,
    }
}
