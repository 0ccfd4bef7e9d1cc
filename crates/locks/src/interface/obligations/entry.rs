//! The end of a thread's method: every count is where it was, or where the method's clauses say.

use crate::codes;
use crate::interface::obligations::needs::{locks_of, modes_of};
use crate::interface::terms::names::simple;
use crate::interface::terms::term::{Level, Place, Symbol, Term, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::entries::lock_operation;
use crate::interface::walk::held::{Delta, Lock, MOST_UNROLLED};
use crate::interface::walk::state::State;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{Expr, Field, FieldId, FieldKind, Instruction, Program, Type, UnaryOp, Visibility};
use source::Span;

impl Walk<'_, '_> {
    /// F = {∅}, and c(k) = 0 for every lock k: a run is accepted if nothing is held at its end.
    pub fn end_of_entry(&mut self, state: &State, is_exceptional: bool) {
        for (state, is_done) in self.answers(state, is_exceptional) {
            self.end_with_answer(&state, is_exceptional, is_done);
        }
        self.handed_out(state, is_exceptional);
    }

    /// Whether a method with clauses, or of a `Lock`, has done what it is there for: not if it throws, and not if its answer is `false`.
    fn answers(&mut self, state: &State, is_exceptional: bool) -> Vec<(State, bool)> {
        let is_try = self.engine.program.method(self.method).result == Some(Type::Boolean);
        let has_clauses = self.engine.locks.effects.contains_key(&self.method) || self.takes_for_callers();
        let result = self.graph.result.filter(|_| is_try && has_clauses && !is_exceptional);
        let Some(answer) = result.and_then(|result| state.get(result)) else {
            return vec![(state.clone(), !is_exceptional)];
        };
        let no = self.engine.terms.unary(UnaryOp::Not, answer);
        let mut answers = Vec::new();
        for (condition, is_done) in [(answer, true), (no, false)] {
            let mut state = state.clone();
            if state.assume(&mut self.engine.terms, condition) {
                answers.push((state, is_done));
            }
        }
        answers
    }

    fn end_with_answer(&mut self, state: &State, is_exceptional: bool, is_done: bool) {
        let expected = self.expected_change(is_done);
        let none = Delta::Exactly(0);
        for (lock, change) in &expected {
            let before =
                self.context.held.iter().find(|(known, ..)| known == lock).map_or(none, |(_, count, _)| count.delta);
            let after = state.held.get(lock).map_or(none, |held| held.count.delta);
            if before.plus(Delta::Exactly(*change), MOST_UNROLLED) != [after] {
                self.broken_contract(state, lock, is_exceptional);
            }
        }
        if is_done && self.takes_for_callers() {
            return;
        }
        let way = if is_exceptional { "an exception leaves" } else { "the method returns" };
        for held in state.held.iter() {
            let before = self.context.held.iter().find(|(known, ..)| *known == held.lock).map(|(_, count, _)| *count);
            if expected.iter().any(|(lock, _)| *lock == held.lock) || before == Some(held.count) {
                continue;
            }
            let span = held.taken.unwrap_or(self.engine.program.method(self.method).span);
            let message = format!("{} is still held where {way}", self.name(&held.lock));
            self.kept(state, span, message);
        }
        for (lock, before, _) in self.context.held.clone() {
            let is_gone = state.held.get(&lock).is_none() && !before.is_zero();
            if is_gone && !expected.iter().any(|(known, _)| *known == lock) {
                let span = self.engine.program.method(self.method).span;
                let message = format!("{} is released for the caller, which no clause says", self.name(&lock));
                self.violation(state, &codes::CONTRACT, span, message);
            }
        }
        for nameless in &state.held.nameless {
            let message = format!("a lock that is taken here is still held where {way}");
            self.kept(state, nameless.taken, message);
        }
    }

    /// Whether the method is the operation of a `Lock` that takes it: what it leaves held is what it was called for.
    fn takes_for_callers(&self) -> bool {
        let operation = lock_operation(self.engine.program, self.engine.locks, self.method);
        operation.is_some_and(|operation| operation != LibraryMethod::Unlock)
    }

    fn kept(&mut self, state: &State, span: Span, message: String) {
        let help = "release it on every way out: `lock(); try { … } finally { unlock(); }`";
        self.violation_with(state, &codes::NOT_RELEASED, span, message, Vec::new(), Some(help));
        self.is_about_counts();
    }

    /// What the clauses of the method promise, by lock, if it does what they say.
    fn expected_change(&mut self, is_done: bool) -> Vec<(Lock, i32)> {
        let (program, locks) = (self.engine.program, self.engine.locks);
        let method = program.method(self.method);
        let this = method.this().map(|this| self.engine.terms.intern(Term::Entry(this)));
        let modes = |class| modes_of(program, locks, class);
        let mut expected: Vec<(Lock, i32)> = Vec::new();
        for (is_acquire, change) in [(true, 1), (false, -1)] {
            let parts = self.engine.parts_of(self.method, is_acquire);
            for part in parts.into_iter().chain(self.engine.handed_on(self.method, is_acquire)) {
                let change = if is_done { change } else { 0 };
                match expected.iter_mut().find(|(known, _)| *known == part) {
                    Some((_, sum)) => *sum += change,
                    None => expected.push((part, change)),
                }
            }
        }
        for effect in locks.effects.get(&self.method).map_or(&[][..], |effects| &effects[..]) {
            if effect.lock.mode.is_some() {
                continue;
            }
            let engine = &mut *self.engine;
            let found =
                locks_of(&mut engine.terms, &engine.definitions, &modes, &effect.lock, this, None, Level::Write);
            let Some(lock) = found.and_then(|locks| locks.into_iter().next()) else { continue };
            let change = match (is_done, effect.is_acquire) {
                (false, _) => 0,
                (true, true) => 1,
                (true, false) => -1,
            };
            expected.push((lock, change));
        }
        expected
    }

    fn broken_contract(&mut self, state: &State, lock: &Lock, is_exceptional: bool) {
        let span = self.engine.program.method(self.method).span;
        let way = if is_exceptional { "when it throws" } else { "when it returns" };
        let message = format!("the method does not do to {} what its clause says, {way}", self.name(lock));
        self.violation(state, &codes::CONTRACT, span, message);
    }

    /// A guarded collection gets a name that is not guarded, or that another lock guards.
    pub fn kept_content(&mut self, state: &State, object: Option<TermId>, target: FieldId, value: &Expr, span: Span) {
        let Some(value) = self.eval(state, value) else { return };
        let sources = self.guarded_sources(state, value);
        let Some((_, _, field)) = sources.first().copied() else { return };
        let locks = self.engine.locks;
        // What a lambda has captured is looked at where it runs.
        let is_captured = self.engine.program.field(target).kind == FieldKind::Captured;
        if !locks.fields.contains_key(&target) && !is_captured {
            let (name, other) = two_fields(self.engine.program, field, target);
            let message = format!("`{name}` is kept in `{other}`, which nothing guards");
            self.violation(state, &codes::ACCESS, span, message);
        }
        for (_, owner, field) in sources.into_iter().filter(|_| locks.fields.contains_key(&target)) {
            if !self.have_one_guard((object, target), (owner, field), value) {
                let (name, other) = two_fields(self.engine.program, field, target);
                let message =
                    format!("`{name}` gets into `{other}` here, and it is not known whether one lock guards both");
                self.doubt(span, message);
            }
        }
    }

    /// A lambda that is run by whomever has captured a guarded collection.
    pub fn captured_content(&mut self, state: &State, lambda: TermId, captured: TermId) {
        // What the object guards itself is not captured.
        let sources = self.guarded_sources(state, captured);
        let Some((_, _, field)) = sources.into_iter().find(|(_, object, _)| *object != Some(lambda)) else { return };
        let Term::Symbol(Symbol { place: Place::Edge(edge), .. }) = self.engine.terms.get(lambda) else { return };
        let span = self.graph.edges[edge.index()].span;
        let name = &self.engine.program.field(field).name;
        let message = format!("`{name}` is captured here, and whoever runs this uses it without the lock");
        self.violation(state, &codes::ACCESS, span, message);
    }

    /// A guarded collection that anybody gets is not guarded any more.
    fn handed_out(&mut self, state: &State, is_exceptional: bool) {
        let method = self.engine.program.method(self.method);
        let Some(result) = self.graph.result.filter(|_| !is_exceptional) else { return };
        let content = state.get(result).and_then(|value| self.guarded_content(state, value));
        let (Some((_, field)), true) = (content, method.visibility != Visibility::Private) else { return };
        let read = self
            .graph
            .edges
            .iter()
            .rev()
            .find(|edge| matches!(&edge.instruction, Instruction::ReadField { field: read, .. } if *read == field));
        let span = read.map_or(method.span, |edge| edge.span);
        let name = &self.engine.program.field(field).name;
        let message = format!("`{name}` is handed out, and the caller uses it without the lock");
        self.violation(state, &codes::ACCESS, span, message);
    }
}

/// The names of two fields, with those of their classes where they are spelled alike.
fn two_fields(program: &Program, one: FieldId, other: FieldId) -> (String, String) {
    let (first, second) = (program.field(one), program.field(other));
    let qualified = |field: &Field| format!("{}.{}", simple(&program.class(field.class).name), field.name);
    match first.name == second.name {
        true => (qualified(first), qualified(second)),
        false => (first.name.to_string(), second.name.to_string()),
    }
}
