//! Loop invariants that need not be written.
//!
//! Simple statements about the variables of a loop are guessed and tried, all at once: those that fail are dropped, and
//! the rest is tried again until all hold together. What is left is proved with the method as if it had been written.
//!
//! ```text
//! of an integer i that the loop changes     0 ≤ i, -1 ≤ i, i ≤ and ≥ what it was before the loop,
//!                                           i ≤ and < an integer or the length of an array that the loop looks at
//! of a reference                            it is not null; no other thread can reach it
//! of a field that it reads                  it is what it was before the loop; and as of a reference
//! of locks                                  this thread has them as often as before the loop
//! ```

use crate::plan::flat::{FlatEdge, Op};
use crate::steps::loop_heads::Snapshots;
use crate::steps::method::Body;
use crate::terms::heap::{int, le, lt};
use crate::text::loops::Loop;
use concurrent::object::{Expr as JavaExpr, ExprKind, FieldId, Instruction, LocalId as JavaLocal, MethodKind, Type};
use ivl::build::{eq, forall, implies, not, select};
use ivl::typed::{Expr, LocalId};
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

/// What is done with the guesses of a method. Those that failed are known by their numbers.
#[derive(Clone, Default)]
pub enum Guess {
    /// None is made.
    #[default]
    Nothing,
    /// They are tried: nothing else is proved.
    Trial { dropped: BTreeSet<u32> },
    /// The others hold together.
    Settled { dropped: BTreeSet<u32> },
}

impl Guess {
    pub fn is_trial(&self) -> bool {
        matches!(self, Guess::Trial { .. })
    }
}

/// More variables than this are not compared with each other.
const MOST_BOUNDS: usize = 12;

impl Body<'_, '_> {
    /// The guesses at the head of a loop, as invariants of it.
    pub fn guesses(&mut self, cycle: &Loop, snapshots: &Snapshots) {
        let (Guess::Trial { dropped } | Guess::Settled { dropped }) = self.guess else { return };
        let span = self.flat.nodes[cycle.head];
        let mut found = self.lock_guesses(snapshots);
        found.extend(self.guesses_about_locals(cycle, snapshots));
        found.extend(self.guesses_about_fields(cycle, snapshots));
        found.extend(self.nothing_made_stays_private(cycle, snapshots));
        for expr in found {
            let number = self.guessed;
            self.guessed += 1;
            if dropped.contains(&number) {
                continue;
            }
            let message = "a guess about this loop does not hold";
            // The place is the number, by which a failure is recognised.
            let place = if self.guess.is_trial() { Span::new(span.file, number, number) } else { span };
            let failure = Diagnostic::error(&crate::codes::LOOP, place, message);
            match self.guess.is_trial() {
                // One that fails does not hide another.
                true => self.sketch.claim_alone(crate::codes::LOOP.name, failure, expr),
                false => self.sketch.claim(crate::codes::LOOP.name, failure, expr),
            }
        }
    }

    /// Whatever an iteration makes, it hands on.
    fn nothing_made_stays_private(&mut self, cycle: &Loop, snapshots: &Snapshots) -> Option<Expr> {
        let makes = |edge: &FlatEdge| {
            let is_new = matches!(edge.op, Op::Java(Instruction::NewObject { .. } | Instruction::NewArray { .. }));
            is_new && cycle.nodes.contains(&edge.from)
        };
        let own = snapshots.own.filter(|_| self.flat.edges.iter().any(makes))?;
        let (object, some) = self.heap.any_ref("o");
        let mine = self.is_mine(&some);
        let before = select(self.sketch.value(own), some);
        Some(forall(vec![object], vec![vec![mine.clone()]], implies(mine, before)))
    }

    fn lock_guesses(&mut self, snapshots: &Snapshots) -> Vec<Expr> {
        let maps =
            [(self.heap.owner, self.locked, snapshots.locked), (self.heap.readers, self.reading, snapshots.reading)];
        let mut found = Vec::new();
        for (map, now, before) in maps {
            if self.old.contains_key(&map) {
                let (object, some) = self.heap.any_ref("o");
                let now = select(self.sketch.value(now), some.clone());
                let before = select(self.sketch.value(before), some);
                found.push(forall(vec![object], vec![vec![now.clone()], vec![before.clone()]], eq(now, before)));
            }
        }
        found
    }

    fn guesses_about_locals(&mut self, cycle: &Loop, snapshots: &Snapshots) -> Vec<Expr> {
        let (flat, mut found) = (self.flat, Vec::new());
        let edges: Vec<&FlatEdge> = flat.edges.iter().filter(|edge| cycle.nodes.contains(&edge.from)).collect();
        let (changed, used) = (changed(&edges), used(&edges));
        let span = self.heap.span;
        let bounds = self.bounds(&edges, &changed, &used);
        for local in changed.union(&used).copied() {
            let variable = &flat.locals[local.index()];
            let value = self.local(local);
            if variable.is_temporary {
                continue;
            }
            if variable.ty.is_reference() {
                if changed.contains(&local) {
                    found.push(not(eq(value.clone(), self.heap.null(span))));
                }
                if self.private.is_some() && self.may_be_mine(local) {
                    found.push(self.is_mine(&value));
                }
            } else if is_number(&variable.ty) && changed.contains(&local) {
                found.push(le(int(0, span), value.clone()));
                found.push(le(int(-1, span), value.clone()));
                if let Some(before) = snapshots.numbers.get(&local) {
                    let before = self.sketch.value(*before);
                    found.push(le(value.clone(), before.clone()));
                    found.push(le(before, value.clone()));
                }
                for bound in &bounds {
                    found.push(le(value.clone(), bound.clone()));
                    found.push(lt(value.clone(), bound.clone()));
                }
            }
        }
        found
    }

    fn guesses_about_fields(&mut self, cycle: &Loop, snapshots: &Snapshots) -> Vec<Expr> {
        let (flat, mut found) = (self.flat, Vec::new());
        let edges: Vec<&FlatEdge> = flat.edges.iter().filter(|edge| cycle.nodes.contains(&edge.from)).collect();
        let changed = changed(&edges);
        for (object, field) in fields_read(&edges, &changed) {
            let global = self.heap.field(field);
            let object = self.local(object);
            let now = select(self.heap.now(global), object.clone());
            let is_final = self.heap.java.field(field).is_final && self.private.is_none();
            if let Some(before) = snapshots.globals.get(&global).filter(|_| !is_final) {
                found.push(eq(now.clone(), select(self.sketch.value(*before), object)));
            }
            if self.heap.java.field(field).ty.is_reference() {
                if !self.heap.facts(field).is_never_null || self.private.is_some() {
                    found.push(not(eq(now.clone(), self.heap.null(self.heap.span))));
                }
                if self.private.is_some() {
                    found.push(self.is_mine(&now));
                }
            }
        }
        found
    }

    /// Whether some step sets the local to what this method may have made.
    fn may_be_mine(&self, local: JavaLocal) -> bool {
        let method = self.heap.java.method(self.method);
        let is_given = method.params.contains(&local) && method.kind != MethodKind::Constructor;
        !is_given
    }

    /// Integers that the loop looks at and does not change, and lengths of arrays.
    fn bounds(&mut self, edges: &[&FlatEdge], changed: &BTreeSet<JavaLocal>, used: &BTreeSet<JavaLocal>) -> Vec<Expr> {
        let mut found = Vec::new();
        for local in used.difference(changed).copied() {
            let variable = &self.flat.locals[local.index()];
            let value = self.local(local);
            match &variable.ty {
                ty if is_number(ty) && !variable.is_temporary => found.push(value),
                Type::Array(_) => found.push(self.heap.length(value)),
                _ => {}
            }
        }
        for (object, field) in fields_read(edges, changed) {
            let read = select(self.heap.now(self.heap.field(field)), self.local(object));
            match &self.heap.java.field(field).ty {
                ty if is_number(ty) => found.push(read),
                Type::Array(_) => found.push(self.heap.length(read)),
                _ => {}
            }
        }
        found.truncate(MOST_BOUNDS);
        found
    }

    /// Copies of the integers that a loop changes.
    pub fn number_snapshots(&mut self, cycle: &Loop) -> std::collections::BTreeMap<JavaLocal, LocalId> {
        let flat = self.flat;
        let edges: Vec<&FlatEdge> = flat.edges.iter().filter(|edge| cycle.nodes.contains(&edge.from)).collect();
        let numbers = changed(&edges).into_iter().filter(|local| {
            let variable = &flat.locals[local.index()];
            is_number(&variable.ty) && !variable.is_temporary
        });
        let numbers: Vec<JavaLocal> = numbers.collect();
        numbers.into_iter().map(|local| (local, self.sketch.hidden("before the loop", ivl::typed::Type::Int))).collect()
    }
}

/// The fields that the loop reads of objects that it does not change to others.
fn fields_read(edges: &[&FlatEdge], changed: &BTreeSet<JavaLocal>) -> BTreeSet<(JavaLocal, FieldId)> {
    let mut found = BTreeSet::new();
    for edge in edges {
        if let Op::Java(Instruction::ReadField { object: Some(object), field, .. }) = &edge.op
            && let ExprKind::Local(object) = object.kind
            && !changed.contains(&object)
        {
            found.insert((object, *field));
        }
    }
    found
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Byte | Type::Short | Type::Int | Type::Long)
}

fn changed(edges: &[&FlatEdge]) -> BTreeSet<JavaLocal> {
    let targets = edges.iter().filter_map(|edge| match &edge.op {
        Op::Java(instruction) => instruction.target(),
        Op::Library { call, .. } | Op::Abstract { call, .. } => call.target,
        Op::Shows { .. } | Op::Clauses { .. } | Op::Requires { .. } => None,
    });
    targets.collect()
}

fn used(edges: &[&FlatEdge]) -> BTreeSet<JavaLocal> {
    let mut found = BTreeSet::new();
    for edge in edges {
        match &edge.op {
            Op::Java(Instruction::Assume(expr)) => locals(expr, &mut found),
            Op::Java(Instruction::Assign { value, .. }) => locals(value, &mut found),
            Op::Java(Instruction::ReadField { object: Some(object), .. }) => locals(object, &mut found),
            Op::Java(Instruction::WriteField { object: Some(object), .. }) => locals(object, &mut found),
            Op::Java(Instruction::ReadElement { array, .. } | Instruction::WriteElement { array, .. }) => {
                locals(array, &mut found);
            }
            Op::Java(Instruction::ArrayLength { array, .. }) => locals(array, &mut found),
            Op::Java(_)
            | Op::Library { .. }
            | Op::Abstract { .. }
            | Op::Shows { .. }
            | Op::Clauses { .. }
            | Op::Requires { .. } => {}
        }
    }
    found
}

fn locals(expr: &JavaExpr, found: &mut BTreeSet<JavaLocal>) {
    match &expr.kind {
        ExprKind::Local(local) => {
            found.insert(*local);
        }
        ExprKind::Constant(_) => {}
        ExprKind::Unary { arg, .. } | ExprKind::Convert(arg) | ExprKind::Cast(arg) => locals(arg, found),
        ExprKind::InstanceOf { value, .. } => locals(value, found),
        ExprKind::Binary { left, right, .. } => {
            locals(left, found);
            locals(right, found);
        }
        ExprKind::Concat(parts) => parts.iter().for_each(|part| locals(part, found)),
    }
}
