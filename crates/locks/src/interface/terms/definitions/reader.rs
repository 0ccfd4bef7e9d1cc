//! A constructor or static initialiser, read line by line: what it gives to which field.

use super::spine::spine;
use super::{Definition, Definitions};
use crate::interface::terms::term::{Level, Term, TermId, Terms};
use concurrent::object::library::LibraryMethod;
use concurrent::object::{
    Body, Call, Constant, Edge, Expr, ExprKind, FieldId, Graph, Instruction, LocalId, Method, MethodId, MethodKind,
    NodeId, Program,
};
use rustc_hash::FxHashMap;

/// A field that an initialiser writes.
pub struct Written {
    pub field: FieldId,
    pub definition: Option<Definition>,
    /// Of a new object: what its constructor was given for its fields.
    pub given: Vec<(FieldId, TermId)>,
}

/// What locals hold in an initialiser.
#[derive(Default)]
struct Values {
    definitions: FxHashMap<LocalId, Definition>,
    given: FxHashMap<LocalId, Vec<(FieldId, TermId)>>,
    /// How many writes of a field are still to come.
    pending: FxHashMap<FieldId, usize>,
}

impl Definitions {
    /// What a constructor or initialiser gives to which field. Of branches and loops nothing is looked at but where all of
    /// their ways meet again: a field that is written in between has no definition, and a local no value any more.
    pub fn of_initializer(&self, program: &Program, terms: &mut Terms, id: MethodId, graph: &Graph) -> Vec<Written> {
        let method = program.method(id);
        let mut values = Values::default();
        for param in &method.params {
            values.definitions.insert(*param, Definition::Value(terms.intern(Term::Entry(*param))));
        }
        for edge in &graph.edges {
            if let Instruction::WriteField { field, .. } = &edge.instruction {
                *values.pending.entry(*field).or_default() += 1;
            }
        }
        let mut found = Vec::new();
        let mut seen = vec![false; graph.edges.len()];
        let before = nodes_before(graph);
        let mut meetings = spine(graph).into_iter().peekable();
        let mut node = graph.entry;
        loop {
            while meetings.next_if_eq(&node).is_some() {}
            forget_other_ways(graph, &before, node, &seen, &mut values);
            let mut leaving = graph.edges.iter().enumerate().filter(|(_, edge)| edge.from == node);
            let (index, edge) = match (leaving.next(), leaving.next()) {
                (Some(only), None) => only,
                (None, _) => break,
                (Some(_), Some(_)) => match meetings.next() {
                    Some(meeting) => {
                        node = meeting;
                        continue;
                    }
                    None => break,
                },
            };
            if seen[index] {
                break;
            }
            seen[index] = true;
            // What is written again has another value now than later.
            let is_later = |other: &Edge, field: FieldId| matches!(&other.instruction, Instruction::WriteField { field: written, .. } if *written == field);
            match &edge.instruction {
                Instruction::ReadField { target, field, .. }
                    if graph.edges.iter().zip(&seen).any(|(other, seen)| !seen && is_later(other, *field)) =>
                {
                    values.definitions.remove(target);
                }
                instruction => self.execute(program, terms, instruction, &mut values, &mut found, method),
            }
            node = edge.to;
        }
        for (index, edge) in graph.edges.iter().enumerate() {
            if let Instruction::WriteField { field, .. } = &edge.instruction
                && !seen[index]
            {
                found.push(Written { field: *field, definition: None, given: Vec::new() });
            }
        }
        // What is written twice is not one value.
        let counts: Vec<usize> =
            found.iter().map(|one| found.iter().filter(|w| w.field == one.field).count()).collect();
        for (written, count) in found.iter_mut().zip(counts) {
            written.definition = written.definition.take().filter(|_| count == 1);
        }
        found
    }

    fn execute(
        &self,
        program: &Program,
        terms: &mut Terms,
        instruction: &Instruction,
        values: &mut Values,
        found: &mut Vec<Written>,
        method: &Method,
    ) {
        let this = method.this();
        let value_of = |expr: &Expr, values: &Values, terms: &mut Terms| match expr.local() {
            Some(local) => values.definitions.get(&local).cloned(),
            None => constant_of(expr, terms).map(Definition::Value),
        };
        let given_to = |expr: &Expr, values: &Values| {
            expr.local().and_then(|local| values.given.get(&local)).cloned().unwrap_or_default()
        };
        let written = match instruction {
            Instruction::Assign { target, value } => {
                let given = given_to(value, values);
                values.given.insert(*target, given);
                Some((*target, value_of(value, values, terms)))
            }
            Instruction::NewObject { target, class } => Some((*target, Some(Definition::New(*class, None)))),
            Instruction::NewArray { target, ty: _, lengths } => {
                let length = lengths.first().and_then(constant_int);
                Some((*target, Some(Definition::Array(length))))
            }
            Instruction::ReadField { target, object, field } => {
                let is_own = match object {
                    Some(object) => this.is_some() && object.local() == this,
                    None => program.field(*field).class == method.class,
                };
                let object = match object {
                    Some(object) => value_of(object, values, terms),
                    None => None,
                };
                let value = self.read(terms, object, program.field(*field).is_static, *field);
                // What is written again does not have its last value yet; nor may what another one builds.
                let is_settled = values.pending.get(field).is_none_or(|writes| *writes == 0)
                    && !self.is_chained[field.index()]
                    && (is_own || !self.is_early[field.index()]);
                Some((*target, value.filter(|_| is_settled)))
            }
            Instruction::WriteField { object, field, value } => {
                let is_own = match object {
                    Some(object) => this.is_some() && object.local() == this,
                    None => true,
                };
                let definition = value_of(value, values, terms).filter(|_| is_own);
                values.pending.entry(*field).and_modify(|writes| *writes -= 1);
                found.push(Written { field: *field, definition, given: given_to(value, values) });
                None
            }
            Instruction::Call(call) => {
                note_argument(program, call, &mut values.definitions);
                self.note_given(program, terms, call, values);
                call.target.map(|target| (target, self.call(program, terms, call, &values.definitions)))
            }
            Instruction::ReadElement { target, .. } | Instruction::ArrayLength { target, .. } => Some((*target, None)),
            Instruction::Skip
            | Instruction::WriteElement { .. }
            | Instruction::Enter(_)
            | Instruction::Exit(_)
            | Instruction::Assume(_)
            | Instruction::Check(_)
            | Instruction::Throw(_)
            | Instruction::Annotation(_) => None,
        };
        if let Some((target, value)) = written {
            match value {
                Some(value) => values.definitions.insert(target, value),
                None => values.definitions.remove(&target),
            };
        }
    }

    /// What a constructor is given for the fields of the new object.
    fn note_given(&self, program: &Program, terms: &mut Terms, call: &Call, values: &mut Values) {
        let Some(receiver) = call.receiver.as_ref().and_then(Expr::local) else { return };
        if !matches!(values.definitions.get(&receiver), Some(Definition::New(..))) {
            return;
        }
        let mut given = Vec::new();
        for (field, param) in self.given_by(call.method) {
            // `this` stands before the arguments.
            let place = program.method(call.method).params.iter().position(|other| other == param);
            let arg = place.and_then(|place| place.checked_sub(1)).and_then(|index| call.args.get(index));
            let value = match arg.map(|arg| (arg.local(), constant_of(arg, terms))) {
                Some((Some(local), _)) => values.definitions.get(&local).cloned(),
                Some((None, constant)) => constant.map(Definition::Value),
                None => None,
            };
            if let Some(Definition::Value(value)) = value {
                given.push((*field, value));
            }
        }
        values.given.insert(receiver, given);
    }

    fn read(
        &self,
        terms: &mut Terms,
        object: Option<Definition>,
        is_static: bool,
        field: FieldId,
    ) -> Option<Definition> {
        if !self.is_stable(field) {
            return None;
        }
        if is_static {
            return Some(Definition::Value(self.static_field(terms, field)));
        }
        let Some(Definition::Value(object)) = object else { return None };
        Some(Definition::Value(self.field(terms, object, field)))
    }

    fn call(
        &self,
        program: &Program,
        terms: &mut Terms,
        call: &Call,
        values: &FxHashMap<LocalId, Definition>,
    ) -> Option<Definition> {
        let Body::Library(kind) = program.method(call.method).body else { return None };
        let receiver = call.receiver.as_ref().and_then(Expr::local).and_then(|local| values.get(&local));
        let Some(Definition::Value(receiver)) = receiver else { return None };
        let term = match kind {
            LibraryMethod::ReadLock => Term::Side(Level::Read, *receiver),
            LibraryMethod::WriteLock => Term::Side(Level::Write, *receiver),
            LibraryMethod::NewCondition => Term::Condition(*receiver),
            _ => return None,
        };
        Some(Definition::Value(terms.intern(term)))
    }
}

/// By node: where its edges come from.
fn nodes_before(graph: &Graph) -> Vec<Vec<NodeId>> {
    let mut before = vec![Vec::new(); graph.nodes.len()];
    for edge in &graph.edges {
        for to in std::iter::once(edge.to).chain(edge.unwind) {
            before[to.index()].push(edge.from);
        }
    }
    before
}

/// Forgets what locals hold that another way to this node may have set.
fn forget_other_ways(graph: &Graph, before: &[Vec<NodeId>], node: NodeId, seen: &[bool], values: &mut Values) {
    if before[node.index()].len() < 2 {
        return;
    }
    let leads_here = nodes_that_lead_to(before, node);
    let others = graph.edges.iter().zip(seen).filter(|(edge, seen)| !**seen && leads_here[edge.from.index()]);
    for local in others.filter_map(|(edge, _)| edge.instruction.target()) {
        values.definitions.remove(&local);
        values.given.remove(&local);
    }
}

/// By node: whether a way leads from there to this one.
fn nodes_that_lead_to(before: &[Vec<NodeId>], to: NodeId) -> Vec<bool> {
    let mut leads = vec![false; before.len()];
    let mut stack = vec![to];
    while let Some(node) = stack.pop() {
        for from in &before[node.index()] {
            if !std::mem::replace(&mut leads[from.index()], true) {
                stack.push(*from);
            }
        }
    }
    leads
}

/// A constructor's first argument is part of what the new object is.
fn note_argument(program: &Program, call: &Call, values: &mut FxHashMap<LocalId, Definition>) {
    if program.method(call.method).kind != MethodKind::Constructor {
        return;
    }
    let receiver = call.receiver.as_ref().and_then(Expr::local);
    let argument = call.args.first().and_then(constant_int);
    if let (Some(receiver), Some(argument)) = (receiver, argument)
        && let Some(Definition::New(_, first)) = values.get_mut(&receiver)
    {
        *first = Some(argument);
    }
}

fn constant_int(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Constant(Constant::Int(value)) => Some(*value),
        _ => None,
    }
}

fn constant_of(expr: &Expr, terms: &mut Terms) -> Option<TermId> {
    match &expr.kind {
        ExprKind::Constant(Constant::Int(value)) => Some(terms.int(*value)),
        ExprKind::Constant(Constant::Bool(value)) => Some(terms.bool_(*value)),
        ExprKind::Constant(Constant::Null) => Some(terms.intern(Term::Null)),
        ExprKind::Constant(Constant::String(text)) => Some(terms.intern(Term::Text(text.clone()))),
        _ => None,
    }
}
