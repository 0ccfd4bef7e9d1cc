//! Where an object that is being built gets known to others.
//!
//! For each method and parameter: the edges behind which somebody else may have the object that is passed. What holds
//! the object (a lambda that has captured it, an object that was made here and is given it, the receiver of a constructor)
//! carries it: whoever gets the carrier gets the object.

use crate::interface::terms::definitions::Definitions;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Body, Call, EdgeId, Expr, Graph, Instruction, LocalId, MethodId, Program, Visibility};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What becomes of an object that is passed to a method.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Escape {
    /// Others know it behind these.
    pub published: BTreeSet<EdgeId>,
    /// Whether the receiver holds it afterwards.
    is_in_receiver: bool,
    /// Whether it is returned, or something that holds it.
    is_in_result: bool,
}

pub type Escapes = FxHashMap<(MethodId, usize), Escape>;

/// From below: a method that is not known yet does nothing.
pub fn escapes(program: &Program, definitions: &Definitions) -> Escapes {
    let mut escapes = Escapes::default();
    let shapes: FxHashMap<MethodId, Locals> = program
        .method_ids()
        .filter_map(|id| Some((id, Locals::new(program, definitions, id, program.method(id).graph()?))))
        .collect();
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for id in program.method_ids() {
            let (Some(graph), Some(locals)) = (program.method(id).graph(), shapes.get(&id)) else { continue };
            for (index, param) in program.method(id).params.iter().enumerate() {
                if !program.method(id).local(*param).ty.is_reference() {
                    continue;
                }
                let found = Tracking { program, id, locals, escapes: &escapes, carriers: BTreeSet::from([*param]) }
                    .run(graph, *param);
                if escapes.get(&(id, index)) != Some(&found) {
                    escapes.insert((id, index), found);
                    is_changed = true;
                }
            }
        }
    }
    escapes
}

/// What kinds of objects the locals of a method hold.
struct Locals {
    /// Only what is made here.
    is_fresh: Vec<bool>,
    /// Only what a private field of `this` holds that is given nothing but new objects.
    is_part_of_this: Vec<bool>,
}

impl Locals {
    fn new(program: &Program, definitions: &Definitions, id: MethodId, graph: &Graph) -> Locals {
        let method = program.method(id);
        let mut is_fresh = vec![true; method.locals.len()];
        let mut is_part_of_this = vec![true; method.locals.len()];
        let mut is_written = vec![false; method.locals.len()];
        let mut copies = Vec::new();
        for edge in &graph.edges {
            let Some(target) = edge.instruction.target() else { continue };
            let (fresh, part) = match &edge.instruction {
                Instruction::NewObject { .. } | Instruction::NewArray { .. } => (true, false),
                Instruction::ReadField { object: Some(object), field, .. } => {
                    let is_private = program.field(*field).visibility == Visibility::Private;
                    let is_own = is_private && definitions.is_always_new(*field);
                    (false, is_own && object.local() == method.this())
                }
                Instruction::Assign { value, .. } => match value.local() {
                    Some(from) => {
                        copies.push((from, target));
                        (true, true)
                    }
                    None => (false, false),
                },
                _ => (false, false),
            };
            is_fresh[target.index()] &= fresh;
            is_part_of_this[target.index()] &= part;
            is_written[target.index()] = true;
        }
        for (index, is_written) in is_written.iter().enumerate() {
            is_fresh[index] &= *is_written;
            is_part_of_this[index] &= *is_written;
        }
        for _ in 0..copies.len() {
            for (from, to) in &copies {
                is_fresh[to.index()] &= is_fresh[from.index()];
                is_part_of_this[to.index()] &= is_part_of_this[from.index()];
            }
        }
        Locals { is_fresh, is_part_of_this }
    }
}

struct Tracking<'a> {
    program: &'a Program,
    id: MethodId,
    locals: &'a Locals,
    escapes: &'a Escapes,
    carriers: BTreeSet<LocalId>,
}

impl Tracking<'_> {
    fn run(mut self, graph: &Graph, param: LocalId) -> Escape {
        let mut found = Escape::default();
        loop {
            let before = (self.carriers.len(), found.clone());
            for (index, edge) in graph.edges.iter().enumerate() {
                if self.instruction(&edge.instruction, param, &mut found) {
                    found.published.insert(EdgeId(index as u32));
                }
            }
            if before == (self.carriers.len(), found.clone()) {
                break;
            }
        }
        found.is_in_result = graph.result.is_some_and(|result| self.carriers.contains(&result));
        found
    }

    /// True if others get the object here.
    fn instruction(&mut self, instruction: &Instruction, param: LocalId, found: &mut Escape) -> bool {
        match instruction {
            Instruction::Assign { target, value } => {
                if self.carries(value) {
                    self.carriers.insert(*target);
                }
                false
            }
            // What is read from a carrier may be the object.
            Instruction::ReadField { target, object: Some(object), .. }
            | Instruction::ReadElement { target, array: object, .. } => {
                let is_reference = self.program.method(self.id).local(*target).ty.is_reference();
                if is_reference && self.carries(object) && object.local() != Some(param) {
                    self.carriers.insert(*target);
                }
                false
            }
            Instruction::WriteField { object, value, .. } => {
                self.carries(value) && self.put_into(object.as_ref(), param, found)
            }
            Instruction::WriteElement { array, value, .. } => {
                self.carries(value) && self.put_into(Some(array), param, found)
            }
            Instruction::Call(call) => self.call(call, param, found),
            Instruction::Throw(value) => self.carries(value),
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

    /// The object gets into another one: true if others may have that.
    fn put_into(&mut self, object: Option<&Expr>, param: LocalId, found: &mut Escape) -> bool {
        let Some(local) = object.and_then(Expr::local) else { return true };
        let this = self.program.method(self.id).this();
        if local == param {
            return false;
        }
        let is_this = Some(local) == this;
        if is_this || self.locals.is_part_of_this[local.index()] {
            found.is_in_receiver |= this != Some(param);
            self.carriers.extend(this);
            let parts = self.locals.is_part_of_this.iter().enumerate().filter(|(_, is_part)| **is_part);
            self.carriers.extend(parts.map(|(index, _)| LocalId(index as u32)));
            return false;
        }
        if self.locals.is_fresh[local.index()] {
            self.carriers.insert(local);
            return false;
        }
        !self.carriers.contains(&local)
    }

    fn call(&mut self, call: &Call, param: LocalId, found: &mut Escape) -> bool {
        let receiver_carries = call.receiver.as_ref().is_some_and(|receiver| self.carries(receiver));
        let arg_carries = call.args.iter().any(|arg| self.carries(arg));
        if !receiver_carries && !arg_carries {
            return false;
        }
        let mut is_published = call.targets.is_empty();
        let mut returns = false;
        for target in &call.targets {
            let method = self.program.method(*target);
            match &method.body {
                Body::Graph(_) => {
                    let receiver = call.receiver.iter().filter(|_| !method.is_static);
                    let values: Vec<&Expr> = receiver.chain(&call.args).collect();
                    for (index, value) in values.into_iter().enumerate() {
                        let Some(escape) = self.escapes.get(&(*target, index)).filter(|_| self.carries(value)) else {
                            continue;
                        };
                        let holds_it = value.local() != Some(param);
                        is_published |= !escape.published.is_empty() || holds_it && self.looks_into(*target, index);
                        returns |= escape.is_in_result;
                        if escape.is_in_receiver {
                            is_published |= self.put_into(call.receiver.as_ref(), param, found);
                        }
                    }
                }
                Body::Library(kind) => match effect_of(*kind) {
                    LibraryEffect::Nothing => returns = true,
                    LibraryEffect::Keeps => {
                        returns = true;
                        is_published |= arg_carries && self.put_into(call.receiver.as_ref(), param, found);
                    }
                    LibraryEffect::Publishes => is_published = true,
                },
                Body::Abstract | Body::Native | Body::Unsupported(_) => is_published = true,
            }
        }
        if let Some(target) = call.target.filter(|_| returns && self.result_may_carry(call)) {
            self.carriers.insert(target);
        }
        is_published
    }

    /// Whether a method reads an object from one of its parameters. What holds the object that is built may give it away so.
    fn looks_into(&self, target: MethodId, index: usize) -> bool {
        let method = self.program.method(target);
        let Some((graph, param)) = method.graph().zip(method.params.get(index)) else { return true };
        graph.edges.iter().any(|edge| match &edge.instruction {
            Instruction::ReadField { target, object: Some(object), .. }
            | Instruction::ReadElement { target, array: object, .. } => {
                object.local() == Some(*param) && method.local(*target).ty.is_reference()
            }
            _ => false,
        })
    }

    fn result_may_carry(&self, call: &Call) -> bool {
        call.target.is_some_and(|target| self.program.method(self.id).local(target).ty.is_reference())
    }

    fn carries(&self, value: &Expr) -> bool {
        value.local().is_some_and(|local| self.carriers.contains(&local))
    }
}

enum LibraryEffect {
    Nothing,
    /// The receiver holds the arguments afterwards.
    Keeps,
    Publishes,
}

fn effect_of(kind: LibraryMethod) -> LibraryEffect {
    match kind {
        LibraryMethod::New | LibraryMethod::Write | LibraryMethod::CallbackWrite => LibraryEffect::Keeps,
        LibraryMethod::Pure
        | LibraryMethod::Fresh
        | LibraryMethod::Input
        | LibraryMethod::Output
        | LibraryMethod::Read
        | LibraryMethod::Box
        | LibraryMethod::Unbox
        | LibraryMethod::StringEquals
        | LibraryMethod::Halt
        | LibraryMethod::Equals
        | LibraryMethod::HashCode
        | LibraryMethod::ToString
        | LibraryMethod::GetClass
        | LibraryMethod::Wait
        | LibraryMethod::TimedWait
        | LibraryMethod::Notify
        | LibraryMethod::NotifyAll
        | LibraryMethod::HoldsLock
        | LibraryMethod::ThreadInterrupt
        | LibraryMethod::ThreadJoin
        | LibraryMethod::TimedThreadJoin
        | LibraryMethod::Lock
        | LibraryMethod::LockInterruptibly
        | LibraryMethod::TryLock
        | LibraryMethod::TimedTryLock
        | LibraryMethod::Unlock
        | LibraryMethod::NewCondition
        | LibraryMethod::ReadLock
        | LibraryMethod::WriteLock
        | LibraryMethod::IsHeldByCurrentThread
        | LibraryMethod::IsLocked
        | LibraryMethod::HoldCount => LibraryEffect::Nothing,
        // Whatever hands on, runs later or elsewhere, or is kept in a cell that others may read.
        _ => LibraryEffect::Publishes,
    }
}
