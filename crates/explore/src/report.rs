//! A failing run as a finding: every move with its source, and what it changes.

use crate::advance::Move;
use crate::machine::Machine;
use crate::state::{Answer, State, Value};
use crate::step::FaultKind;
use crate::trace::{Trace, TraceStep};
use concurrent::program::{Program, Type, Variable};
use concurrent::spec::Spec;
use source::{Diagnostic, Step};
use std::fmt::Write;

/// The finding, with its run.
pub fn diagnostic(program: &Program, spec: &Spec, trace: &Trace) -> Diagnostic {
    let machine = Machine::new(program, spec);
    let kind = trace.fault.kind;
    let mut diagnostic = Diagnostic::error(kind.code(), trace.fault.span, kind.message());
    if kind == FaultKind::Linearizability {
        diagnostic = diagnostic.help(format!("the calls and returns in their order: {}", history(&machine, trace)));
    }
    diagnostic.trace(trace.steps.iter().map(|step| shown_step(&machine, step)).collect())
}

fn shown_step(machine: &Machine, step: &TraceStep) -> Step {
    let text = match step.action {
        Move::Call { .. } | Move::Return => event(machine, step),
        Move::Take { cell: Some(cell), .. } => format!("malloc gives the freed cell {} again", cell_name(cell)),
        Move::Take { cell: None, .. } => String::new(),
    };
    Step { span: step.span, thread: Some(u32::from(step.thread) + 1), text, values: changes(machine, step) }
}

/// `push(1) is called`, `pop returns 1`.
fn event(machine: &Machine, step: &TraceStep) -> String {
    match step.action {
        Move::Call { procedure, arg } => {
            let arg = arg.map_or_else(String::new, show);
            format!("{}({arg}) is called", machine.procedure(procedure).name)
        }
        Move::Return => {
            let Some(call) = &step.before.threads[usize::from(step.thread)].call else { return String::new() };
            let answer = match machine.answer(call) {
                None => "something that is no answer of such an operation".to_string(),
                Some(Answer::Nothing) => return format!("{} returns", machine.procedure(call.procedure).name),
                Some(Answer::Empty) => "empty".to_string(),
                Some(Answer::Removed(value)) => show(value),
                Some(Answer::Bool(value)) => value.to_string(),
            };
            format!("{} returns {answer}", machine.procedure(call.procedure).name)
        }
        Move::Take { .. } => String::new(),
    }
}

fn history(machine: &Machine, trace: &Trace) -> String {
    let is_event = |step: &&TraceStep| !matches!(step.action, Move::Take { .. });
    let shown = |step: &TraceStep| format!("thread {}: {}", step.thread + 1, event(machine, step));
    trace.steps.iter().filter(is_event).map(shown).collect::<Vec<_>>().join("; ")
}

/// What the move gives a new value: the thread's own variables, and the heap as a whole.
fn changes(machine: &Machine, step: &TraceStep) -> Vec<(String, String)> {
    let mut changes = Vec::new();
    let thread = usize::from(step.thread);
    if let (Some(before), Some(after)) = (&step.before.threads[thread].call, &step.after.threads[thread].call) {
        let locals = machine.procedure(after.procedure).locals.iter();
        for (at, local) in locals.enumerate() {
            if before.locals[at] != after.locals[at] {
                changes.push((local.name.to_string(), show(after.locals[at])));
            }
        }
    }
    let (before, after) = (heap(machine.program, &step.before), heap(machine.program, &step.after));
    if before != after {
        changes.push(("heap".to_string(), after));
    }
    changes
}

/// The shared variables and the cells that they lead to, then the other cells: `Top = a, a = (1, NULL)`.
pub fn heap(program: &Program, state: &State) -> String {
    let mut text = String::new();
    let comma = |text: &mut String| {
        if !text.is_empty() {
            text.push_str(", ");
        }
    };
    for (global, value) in program.globals.iter().zip(&state.globals) {
        comma(&mut text);
        let _ = write!(text, "{} = {}", global.name, show(*value));
    }
    for (at, cell) in state.cells.iter().enumerate() {
        comma(&mut text);
        let name = cell_name(at as u16);
        if cell.is_free {
            let _ = write!(text, "{name} is free");
        } else {
            let _ = write!(text, "{name} = {{{}}}", fields(program, state, at).join(", "));
        }
    }
    text
}

/// The fields of a cell, `data 1` and `next b`.
pub(crate) fn fields(program: &Program, state: &State, cell: usize) -> Vec<String> {
    let stride = program.records.iter().map(|record| record.fields.len()).max().unwrap_or(0);
    let record = program.record(state.cells[cell].record);
    let shown = |(at, field): (usize, &Variable)| {
        let value = state.fields[cell * stride + at];
        let value = match (field.ty, value) {
            (Type::Bool, Value::Int(value)) => (value != 0).to_string(),
            (_, value) => show(value),
        };
        format!("{} {value}", field.name)
    };
    record.fields.iter().enumerate().map(shown).collect()
}

pub(crate) fn show(value: Value) -> String {
    match value {
        Value::Undefined => "undefined".to_string(),
        Value::Null => "NULL".to_string(),
        Value::Cell(cell) => cell_name(cell),
        Value::Int(value) => value.to_string(),
        Value::Data(data) => (u32::from(data) + 1).to_string(),
        Value::Nobody => "nobody".to_string(),
        Value::Thread(thread) => format!("thread {}", thread + 1),
    }
}

/// a, b, …, z, a1, b1, …
pub(crate) fn cell_name(cell: u16) -> String {
    let letter = char::from(b'a' + (cell % 26) as u8);
    match cell / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}
