//! One object in one method: who holds it, and where others get it.

use super::library::{LibraryEffect, effect_of};
use super::locals::Locals;
use super::{Escape, Escapes, Role};
use crate::interface::walk::functions::runs_at_once;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Body, Call, EdgeId, Expr, FieldId, Graph, Instruction, LocalId, MethodId, Program};
use std::collections::{BTreeMap, BTreeSet};

pub struct Tracking<'a> {
    program: &'a Program,
    id: MethodId,
    locals: &'a Locals,
    escapes: &'a Escapes,
    carriers: BTreeMap<LocalId, Role>,
    /// Whether the object is made here: the receiver is known to others.
    is_made: bool,
    found: Found,
}

#[derive(Clone, PartialEq, Eq, Default)]
pub struct Found {
    pub escape: Escape,
    /// Fields of the object through which it leads back to itself.
    pub leads_back: BTreeSet<FieldId>,
}

impl<'a> Tracking<'a> {
    /// Begins with what a local holds.
    pub fn new(
        program: &'a Program,
        id: MethodId,
        locals: &'a Locals,
        escapes: &'a Escapes,
        start: LocalId,
        role: Role,
    ) -> Tracking<'a> {
        let carriers = BTreeMap::from([(start, role)]);
        Tracking { program, id, locals, escapes, carriers, is_made: false, found: Found::default() }
    }

    pub fn of_made(self) -> Tracking<'a> {
        Tracking { is_made: true, ..self }
    }

    pub fn run(mut self, graph: &Graph) -> Found {
        loop {
            let before = (self.carriers.clone(), self.found.clone());
            for (index, edge) in graph.edges.iter().enumerate() {
                if self.instruction(&edge.instruction) {
                    self.found.escape.published.insert(EdgeId(index as u32));
                }
            }
            if before == (self.carriers.clone(), self.found.clone()) {
                break;
            }
        }
        self.found.escape.result = graph.result.and_then(|result| self.carriers.get(&result).copied());
        self.found
    }

    /// True if others get the object here.
    fn instruction(&mut self, instruction: &Instruction) -> bool {
        match instruction {
            Instruction::Assign { target, value } => {
                if let Some(role) = self.role(value) {
                    self.carry(*target, role);
                }
                // What was made here has two names.
                let holds = self.carriers.get(target).is_some_and(|role| *role != Role::It);
                if let Some(made) = value.local().filter(|local| holds && self.locals.is_fresh[local.index()]) {
                    self.carry(made, Role::Holder);
                }
                false
            }
            // What is read from a carrier may be the object.
            Instruction::ReadField { target, object: Some(object), field } => {
                let leads_to_it = match self.role(object) {
                    Some(Role::Holder | Role::Either) => true,
                    Some(Role::It) => self.leads_back(*field),
                    None => false,
                };
                self.read(*target, leads_to_it);
                false
            }
            Instruction::ReadElement { target, array, .. } => {
                self.read(*target, self.role(array).is_some_and(|role| role != Role::It));
                false
            }
            Instruction::WriteField { object, field, value } => {
                let is_own =
                    object.as_ref().is_some_and(|object| self.role(object).is_some_and(|role| role != Role::Holder));
                let made = value.local().filter(|local| self.locals.is_fresh[local.index()]);
                if let Some(made) = made.filter(|_| is_own && self.leads_back(*field)) {
                    self.carry(made, Role::Holder);
                }
                self.role(value).is_some() && self.put_into(object.as_ref(), &BTreeSet::from([*field]))
            }
            Instruction::WriteElement { array, value, .. } => {
                self.role(value).is_some() && self.put_into(Some(array), &BTreeSet::new())
            }
            Instruction::Call(call) => self.call(call),
            Instruction::Throw(value) => self.role(value).is_some(),
            Instruction::ReadField { object: None, .. }
            | Instruction::Skip
            | Instruction::ArrayLength { .. }
            | Instruction::NewObject { .. }
            | Instruction::NewArray { .. }
            | Instruction::Enter(_)
            | Instruction::Exit(_)
            | Instruction::Assume(_)
            | Instruction::Check(_)
            | Instruction::Annotation(_) => false,
        }
    }

    fn read(&mut self, target: LocalId, leads_to_it: bool) {
        if leads_to_it && self.program.method(self.id).local(target).ty.is_reference() {
            self.carry(target, Role::Either);
        }
    }

    /// The object gets into these fields of another one: true if others may have that.
    fn put_into(&mut self, object: Option<&Expr>, fields: &BTreeSet<FieldId>) -> bool {
        let Some(local) = object.and_then(Expr::local) else { return true };
        if let Some(role) = self.carriers.get(&local) {
            let leads_back = fields.iter().filter(|_| *role != Role::Holder);
            self.found.leads_back.extend(leads_back);
            return false;
        }
        let this = self.program.method(self.id).this();
        let is_part = self.locals.is_part_of_this[local.index()];
        if is_part || Some(local) == this {
            if self.is_made {
                return true;
            }
            let into = if is_part { &self.locals.parts } else { fields };
            match this.and_then(|this| self.carriers.get(&this)) {
                Some(Role::It | Role::Either) => self.found.leads_back.extend(into),
                Some(Role::Holder) | None => {
                    self.found.escape.is_in_receiver = true;
                    self.found.escape.into.extend(into);
                }
            }
            let parts = self.locals.is_part_of_this.iter().enumerate().filter(|(_, is_part)| **is_part);
            let parts: Vec<LocalId> = parts.map(|(index, _)| LocalId(index as u32)).collect();
            // `this` holds it now, unless it is `this` itself.
            this.into_iter().for_each(|this| {
                self.carriers.entry(this).or_insert(Role::Holder);
            });
            parts.into_iter().for_each(|part| self.carry(part, Role::Holder));
            return false;
        }
        let is_fresh = self.locals.is_fresh[local.index()];
        if is_fresh {
            self.carry(local, Role::Holder);
        }
        !is_fresh
    }

    fn call(&mut self, call: &Call) -> bool {
        let receiver_carries = call.receiver.as_ref().is_some_and(|receiver| self.role(receiver).is_some());
        let arg_carries = call.args.iter().any(|arg| self.role(arg).is_some());
        if !receiver_carries && !arg_carries {
            return false;
        }
        let mut is_published = call.targets.is_empty();
        let mut returned = None;
        for target in &call.targets {
            let method = self.program.method(*target);
            match &method.body {
                Body::Graph(_) => {
                    let receiver = call.receiver.iter().filter(|_| !method.is_static);
                    for (index, value) in receiver.chain(&call.args).enumerate() {
                        let escape = self.role(value).and_then(|role| self.escapes.get(*target, index, role));
                        let Some(escape) = escape else { continue };
                        is_published |= !escape.published.is_empty();
                        returned = escape.result.map(|role| role.or(returned)).or(returned);
                        if escape.is_in_receiver {
                            is_published |= self.put_into(call.receiver.as_ref(), &escape.into);
                        }
                    }
                }
                Body::Library(kind) if runs_at_once(self.program, *target) => {
                    returned = Some(Role::Either);
                    is_published |= call.args.iter().any(|arg| self.function_publishes(arg));
                    if *kind == LibraryMethod::CallbackWrite && arg_carries {
                        is_published |= self.put_into(call.receiver.as_ref(), &BTreeSet::new());
                    }
                }
                Body::Library(kind) => match effect_of(*kind) {
                    LibraryEffect::Nothing => returned = Some(Role::Either),
                    LibraryEffect::Keeps => {
                        returned = Some(Role::Either);
                        is_published |= arg_carries && self.put_into(call.receiver.as_ref(), &BTreeSet::new());
                    }
                    LibraryEffect::Publishes => is_published = true,
                },
                Body::Abstract | Body::Native | Body::Unsupported(_) => is_published = true,
            }
        }
        let is_reference = |target: &LocalId| self.program.method(self.id).local(*target).ty.is_reference();
        if let (Some(target), Some(role)) = (call.target.filter(is_reference), returned) {
            self.carry(target, role);
        }
        is_published
    }

    /// Whether others get the object where a function runs that holds it.
    fn function_publishes(&self, function: &Expr) -> bool {
        let (Some(role), Some(local)) = (self.role(function), function.local()) else { return false };
        let publishes = |method: &MethodId| {
            let escape = self.escapes.get(*method, 0, role);
            escape.is_some_and(|escape| !escape.published.is_empty())
        };
        let methods = self.locals.classes[local.index()].iter().flat_map(|class| &self.program.class(*class).methods);
        !self.locals.is_fresh[local.index()] || methods.into_iter().any(publishes)
    }

    fn leads_back(&self, field: FieldId) -> bool {
        self.escapes.leads_back(field) || self.found.leads_back.contains(&field)
    }

    fn role(&self, value: &Expr) -> Option<Role> {
        value.local().and_then(|local| self.carriers.get(&local).copied())
    }

    fn carry(&mut self, local: LocalId, role: Role) {
        let known = self.carriers.get(&local).copied();
        self.carriers.insert(local, role.or(known));
    }
}
