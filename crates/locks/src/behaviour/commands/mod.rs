//! Guarded commands out of the methods of a lock class, by following every way through them. Methods that the class has from
//! others, such as default methods of its interfaces, are its own as well.

mod helpers;
mod points;
mod reader;
mod values;

use super::linear::{Linear, Number};
use super::machine::{LockField, Machine, Operation};
use crate::spec::LockSpec;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{
    Body, ClassId, FieldId, Instruction, Method, MethodId, MethodKind, Name, Program, Type, Visibility,
};
use reader::{Reader, Way};
use source::Span;
use std::collections::BTreeSet;

/// Why a class is not understood.
#[derive(Clone, Debug)]
pub struct Gap {
    pub span: Span,
    pub message: String,
}

/// Sets of modes are bits of a number.
const MOST_MODES: usize = 32;
/// So many states a thread may be in.
const MOST_STATES: usize = 200;

type Reading<T> = Result<T, Gap>;

/// The machine of a lock class.
pub fn machine(program: &Program, locks: &LockSpec, class: ClassId) -> Reading<Machine> {
    let fields: Vec<FieldId> = program
        .class(class)
        .fields
        .iter()
        .copied()
        .filter(|field| {
            let field = program.field(*field);
            !field.is_static && (field.ty == Type::Boolean || field.ty.integer().is_some())
        })
        .collect();
    let methods = methods_of(program, class);
    let helpers = private_helpers(program, locks, class);
    let mut machine = Machine {
        class,
        fields: Vec::new(),
        modes: modes(locks, &methods),
        operations: Vec::new(),
        points: Vec::new(),
        commands: Vec::new(),
        states: Vec::new(),
    };
    if machine.modes.len() > MOST_MODES {
        return Err(Gap { span: program.class(class).span, message: "the lock has too many modes".to_string() });
    }
    super::closed::is_closed(program, locks, class, &fields)?;
    let initial = initial_values(program, class, &fields)?;
    for (field, initial) in fields.iter().zip(initial) {
        let declared = program.field(*field);
        let is_boolean = declared.ty == Type::Boolean;
        let bits = declared.ty.integer().map_or(1, |(bits, _)| bits);
        machine.fields.push(LockField { name: declared.name.clone(), is_boolean, initial, bits });
    }
    for method in &methods {
        let declared = program.method(*method);
        let Some(effects) = locks.effects.get(method) else {
            if helpers.contains(method) {
                continue;
            }
            refuse_other_writers(program, declared, &fields)?;
            continue;
        };
        let bits = |is_acquire: bool| {
            let modes = effects.iter().filter(|effect| effect.is_acquire == is_acquire);
            let modes = modes.filter_map(|effect| effect.lock.mode.as_ref());
            let index = |mode: &Name| machine.modes.iter().position(|other| other == mode);
            modes.filter_map(index).fold(0, |bits, mode| bits | 1 << mode)
        };
        let (acquires, releases) = (bits(true), bits(false));
        let (name, span) = (declared.name.clone(), declared.span);
        if acquires & releases != 0 {
            return Err(Gap { span, message: format!("`{name}` both takes and releases a mode") });
        }
        machine.operations.push(Operation { method: *method, name, span, acquires, releases });
        let operation = machine.operations.len() - 1;
        Reader::new(program, declared, &fields, operation)?.read(&mut machine)?;
    }
    machine.states = machine.thread_states(MOST_STATES).ok_or_else(|| Gap {
        span: program.class(class).span,
        message: "a thread may hold too many sets of modes".to_string(),
    })?;
    Ok(machine)
}

/// The methods of the class, and those from above that none of them overrides.
pub fn methods_of(program: &Program, class: ClassId) -> Vec<MethodId> {
    let mut found = program.class(class).methods.clone();
    let mut open: Vec<ClassId> = program.supertypes(class).collect();
    while let Some(above) = open.pop() {
        for id in program.class(above).methods.iter().filter(|_| program.class(above).is_from_source()) {
            let is_overridden = |other: &MethodId| other == id || program.method(*other).overrides.contains(id);
            if program.method(*id).kind == MethodKind::Method && !found.iter().any(is_overridden) {
                found.push(*id);
            }
        }
        open.extend(program.supertypes(above));
    }
    found
}

/// Private methods that nobody calls but operations, constructors and each other: they are followed there.
fn private_helpers(program: &Program, locks: &LockSpec, class: ClassId) -> Vec<MethodId> {
    let is_private = |id: &MethodId| {
        let method = program.method(*id);
        method.kind == MethodKind::Method && method.visibility == Visibility::Private
    };
    let mut helpers: Vec<MethodId> = program.class(class).methods.iter().copied().filter(is_private).collect();
    loop {
        let is_lock = |caller: MethodId| {
            let method = program.method(caller);
            let is_operation = locks.effects.contains_key(&caller) || method.kind == MethodKind::Constructor;
            method.class == class && is_operation || helpers.contains(&caller)
        };
        let others = program.method_ids().filter(|caller| !is_lock(*caller));
        let edges = others.filter_map(|caller| program.method(caller).graph()).flat_map(|graph| &graph.edges);
        let called = edges.filter_map(|edge| match &edge.instruction {
            Instruction::Call(call) => helpers.iter().position(|helper| *helper == call.method),
            _ => None,
        });
        match called.min() {
            Some(index) => helpers.remove(index),
            None => return helpers,
        };
    }
}

fn modes(locks: &LockSpec, methods: &[MethodId]) -> Vec<Name> {
    let effects = methods.iter().filter_map(|method| locks.effects.get(method)).flatten();
    let modes: BTreeSet<Name> = effects.filter_map(|effect| effect.lock.mode.clone()).collect();
    modes.into_iter().collect()
}

/// Other methods may look at the lock, but not change it.
fn refuse_other_writers(program: &Program, method: &Method, fields: &[FieldId]) -> Reading<()> {
    let body = match &method.body {
        Body::Graph(graph) => match method.kind {
            MethodKind::Method | MethodKind::StaticInitializer => graph,
            MethodKind::Constructor => return Ok(()),
        },
        Body::Library(_) | Body::Abstract | Body::Native => return Ok(()),
        Body::Unsupported(gap) => return Err(Gap { span: gap.span, message: gap.message.clone() }),
    };
    for edge in &body.edges {
        if let Instruction::WriteField { field, .. } = &edge.instruction
            && fields.contains(field)
        {
            let message = "a method without `acquires` or `releases` changes the lock".to_string();
            return Err(Gap { span: edge.span, message });
        }
        if let Instruction::Call(call) = &edge.instruction
            && matches!(program.method(call.method).body, Body::Library(LibraryMethod::Wait | LibraryMethod::TimedWait))
        {
            let message = "a method without `acquires` or `releases` waits, and may be woken in place of others";
            return Err(Gap { span: edge.span, message: message.to_string() });
        }
    }
    Ok(())
}

/// What the constructors give the fields.
fn initial_values(program: &Program, class: ClassId, fields: &[FieldId]) -> Reading<Vec<Number>> {
    let mut found: Option<Vec<Number>> = None;
    for method in &program.class(class).methods {
        let method = program.method(*method);
        let Body::Graph(graph) = &method.body else { continue };
        if method.kind != MethodKind::Constructor {
            continue;
        }
        let mut reader = Reader::new(program, method, fields, 0)?;
        reader.is_constructor = true;
        let mut ways = Vec::new();
        let start = Way::new(graph.entry, fields.len(), true);
        reader.follow(start, &mut ways)?;
        let message = "what the fields hold at first is not the same in all ways through the constructors";
        let unclear = || Gap { span: method.span, message: message.to_string() };
        for end in ways {
            let values: Option<Vec<Number>> = end.way.fields.iter().map(Linear::as_constant).collect();
            let values = values.ok_or_else(unclear)?;
            match &found {
                Some(known) if *known != values => return Err(unclear()),
                _ => found = Some(values),
            }
        }
    }
    Ok(found.unwrap_or_else(|| vec![0; fields.len()]))
}
