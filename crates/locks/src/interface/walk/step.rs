//! What one instruction does to a state: where control goes, and with what.

use crate::interface::ordering::objects::dimensions;
use crate::interface::terms::definitions::Definition;
use crate::interface::terms::evaluate::evaluate;
use crate::interface::terms::facts;
use crate::interface::terms::names::lock_name;
use crate::interface::terms::term::{Level, Place, SymbolKind, Term, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::held::Lock;
use crate::interface::walk::state::State;
use crate::interface::walk::trace::{Event, EventKind};
use concurrent::object::{
    BinaryOp, Check, ClassOrigin, Edge, EdgeId, Expr, ExprKind, Field, FieldId, FieldKind, Instruction, LocalId,
    MethodKind, NodeId, Program, Type, UnaryOp,
};

/// Where control may be after an instruction.
pub type Outcomes = Vec<(NodeId, State)>;

impl<'a> Walk<'_, 'a> {
    pub fn step(&mut self, id: EdgeId, mut state: State) -> Outcomes {
        self.at = self.graph.edges[id.index()].from;
        self.own_lock_of_library(id, &state);
        self.tainted_uses(id, &mut state);
        let tainted = state.tainted.clone();
        let mut outcomes = self.first_use(id, &state);
        outcomes.extend(self.instruction(id, state));
        outcomes.iter_mut().for_each(|(_, state)| self.spread_taint(id, &tainted, state));
        let publishes = |walk: &Self| {
            let escape = walk.engine.escapes.of(walk.method, 0);
            escape.is_some_and(|escape| escape.published.contains(&id))
        };
        if self.context.is_building && publishes(self) {
            outcomes.iter_mut().for_each(|(_, state)| state.is_published = true);
        }
        outcomes
    }

    fn instruction(&mut self, id: EdgeId, mut state: State) -> Outcomes {
        let edge: &'a Edge = &self.graph.edges[id.index()];
        match &edge.instruction {
            Instruction::Skip | Instruction::Annotation(_) => {}
            Instruction::Assign { target, value } => {
                let term = self.value_or_symbol(&mut state, id, value);
                state.set(*target, term);
            }
            Instruction::ReadField { target, object, field } => {
                let object = object.as_ref().and_then(|object| self.eval(&state, object));
                if !self.is_only_captured(*field, *target) {
                    self.access(&mut state, object, *field, None, Level::Read, edge.span);
                    self.note_access(&state, object, *field, Level::Read, edge.span);
                    self.note_optimistic(&mut state, object, *field, edge.span);
                    self.waits_for_field(id, *field, &state);
                }
                let value = self.read_field(&mut state, id, object, *field);
                state.set(*target, value);
            }
            Instruction::WriteField { object, field, value } => {
                let object = object.as_ref().and_then(|object| self.eval(&state, object));
                self.access(&mut state, object, *field, None, Level::Write, edge.span);
                self.note_access(&state, object, *field, Level::Write, edge.span);
                self.kept_content(&state, object, *field, value, edge.span);
                self.also_elsewhere(*field, value, edge.span);
                self.write_field(&mut state, object, *field, value);
                self.swapped(&mut state, object, *field, value);
            }
            Instruction::ReadElement { target, array, index } => {
                self.content_access(&mut state, array, Level::Read, edge);
                self.note_content(&state, array, Some(index), Level::Read, edge.span);
                let value = self.read_element(&mut state, id, array, index);
                state.set(*target, value);
            }
            Instruction::WriteElement { array, index, value } => {
                self.content_access(&mut state, array, Level::Write, edge);
                self.note_content(&state, array, Some(index), Level::Write, edge.span);
                self.kept_in_array(&state, array, value, edge.span);
                let value = self.eval(&state, value);
                value.into_iter().for_each(|value| self.hand_over(&state, value));
            }
            Instruction::ArrayLength { target, array } => {
                let length = self.array_length(&mut state, id, array);
                state.set(*target, length);
            }
            Instruction::NewObject { target, class } => {
                let object = self.define(&mut state, id, SymbolKind::Fresh(*class));
                state.set(*target, object);
            }
            Instruction::NewArray { target, .. } => {
                let array = self.define(&mut state, id, SymbolKind::NotNull);
                state.set(*target, array);
            }
            Instruction::Call(call) => return self.call(id, edge, call, state),
            Instruction::Enter(object) => match self.eval(&state, object) {
                Some(object) => {
                    if !self.acquire(&mut state, id, Lock::Monitor(object), None) {
                        return Vec::new();
                    }
                }
                None => self.doubt(edge.span, "it is not known whose monitor this is"),
            },
            Instruction::Exit(object) => {
                if let Some(object) = self.eval(&state, object) {
                    return self.release(id, state, &Lock::Monitor(object), edge.to);
                }
            }
            Instruction::Assume(condition) => {
                let is_open = match self.eval(&state, condition) {
                    Some(condition) => state.assume(&mut self.engine.terms, condition),
                    None => true,
                };
                if !is_open {
                    return Vec::new();
                }
                self.note(&mut state, id, EventKind::Branch(!is_negation(condition)));
            }
            Instruction::Check(check) => return self.check(id, edge, check, state),
            Instruction::Throw(value) => {
                let thrown = self.value_or_symbol(&mut state, id, value);
                self.hand_over(&state, thrown);
                self.note(&mut state, id, EventKind::Throws(String::new()));
                state.set(self.graph.exception, thrown);
                return vec![(edge.unwind.unwrap_or(edge.to), state)];
            }
        }
        vec![(edge.to, state)]
    }

    pub fn eval(&mut self, state: &State, expr: &Expr) -> Option<TermId> {
        evaluate(self.engine.program, &mut self.engine.terms, state, expr)
    }

    /// A symbol for what this edge yields, with nothing left of what it meant before.
    pub fn define(&mut self, state: &mut State, edge: EdgeId, kind: SymbolKind) -> TermId {
        self.lose_old(state, edge);
        state.forget(&mut self.engine.terms, Place::Edge(edge));
        self.engine.terms.symbol(Place::Edge(edge), kind)
    }

    /// A lambda that was made by this edge before loses its name: a value of a class that is followed leaves a state only by
    /// being handed over.
    fn lose_old(&mut self, state: &State, edge: EdgeId) {
        let is_old = |value: &TermId| match self.engine.terms.get(*value) {
            Term::Symbol(symbol) => symbol.place == Place::Edge(edge) && self.exact_class(*value).is_some(),
            _ => false,
        };
        let held = state.heap.iter().map(|(_, value)| *value);
        let old: Vec<TermId> = state.env.iter().flatten().copied().chain(held).filter(is_old).collect();
        old.into_iter().for_each(|value| self.hand_over(state, value));
    }

    fn value_or_symbol(&mut self, state: &mut State, edge: EdgeId, value: &Expr) -> TermId {
        match self.eval(state, value) {
            Some(term) => term,
            None => {
                let kind =
                    if matches!(value.kind, ExprKind::Concat(_)) { SymbolKind::NotNull } else { SymbolKind::Any };
                self.define(state, edge, kind)
            }
        }
    }

    pub fn note(&mut self, state: &mut State, edge: EdgeId, kind: EventKind) {
        let span = self.graph.edges[edge.index()].span;
        state.trace = state.trace.then(Event { method: self.method, edge, span, kind });
    }

    pub fn name(&self, lock: &Lock) -> String {
        let method = self.engine.program.method(self.method);
        lock_name(self.engine.program, &self.engine.terms, method, lock)
    }

    fn read_field(&mut self, state: &mut State, edge: EdgeId, object: Option<TermId>, field: FieldId) -> TermId {
        let declared = self.engine.program.field(field);
        if !self.engine.definitions.is_stable(field) || self.is_still_written(object, field) {
            let is_never_null = self.engine.definitions.is_never_null(&self.engine.terms, field);
            let is_reference = declared.ty.is_reference();
            let kind = if is_never_null && is_reference { SymbolKind::NotNull } else { SymbolKind::Any };
            let value = self.define(state, edge, kind);
            self.note_source(state, value, object, field);
            return value;
        }
        let engine = &mut *self.engine;
        if declared.is_static {
            return engine.definitions.static_field(&mut engine.terms, field);
        }
        let Some(object) = object else { return self.define(state, edge, SymbolKind::Any) };
        match state.known_field(object, field) {
            Some(value) => value,
            None => engine.definitions.field(&mut engine.terms, object, field),
        }
    }

    /// A constructor may read a field before and after it writes it, and so may what it calls.
    fn is_still_written(&self, object: Option<TermId>, field: FieldId) -> bool {
        let method = self.engine.program.method(self.method);
        let is_this = object.is_some() && object == self.engine.terms.find_this(method.this());
        if self.context.is_building && is_this && self.engine.definitions.is_late(field) {
            return true;
        }
        method.kind != MethodKind::Method
            && method.class == self.engine.program.field(field).class
            && self.engine.definitions.get(field).is_none()
            && self.graph.edges.iter().any(
                |edge| matches!(&edge.instruction, Instruction::WriteField { field: written, .. } if *written == field),
            )
    }

    fn write_field(&mut self, state: &mut State, object: Option<TermId>, field: FieldId, value: &Expr) {
        let Some(value) = self.eval(state, value) else { return };
        let declared = self.engine.program.field(field);
        let is_fresh = object.is_some_and(|object| {
            matches!(self.engine.terms.get(object), Term::Symbol(symbol) if matches!(symbol.kind, SymbolKind::Fresh(_)))
        });
        match (object, declared.kind) {
            (Some(object), FieldKind::Captured | FieldKind::Outer) if is_fresh => {
                state.set_field(object, field, value);
            }
            _ => self.hand_over(state, value),
        }
    }

    fn read_element(&mut self, state: &mut State, edge: EdgeId, array: &Expr, index: &Expr) -> TermId {
        let array_type = &array.ty;
        let (array, index) = (self.eval(state, array), self.eval(state, index));
        if let (Some(array), Some(index)) = (array, index) {
            let field = match self.engine.terms.get(array) {
                Term::Field(_, field) | Term::Static(field) => Some(*field),
                _ => None,
            };
            if field.is_some_and(|field| self.engine.definitions.has_stable_elements(field)) {
                let element = self.engine.terms.intern(Term::Element(array, index));
                self.note_part(state, element, array, array_type);
                return element;
            }
        }
        let value = self.define(state, edge, SymbolKind::Any);
        array.into_iter().for_each(|array| self.note_part(state, value, array, array_type));
        value
    }

    fn array_length(&mut self, state: &mut State, edge: EdgeId, array: &Expr) -> TermId {
        let length = match self.eval(state, array) {
            Some(array) => self.length_of(array),
            None => self.define(state, edge, SymbolKind::Any),
        };
        let zero = self.engine.terms.int(0);
        let is_positive = self.engine.terms.binary(BinaryOp::LessEqual, zero, length);
        state.assume(&mut self.engine.terms, is_positive);
        length
    }

    fn length_of(&mut self, array: TermId) -> TermId {
        match self.known_length(array) {
            Some(length) => self.engine.terms.int(length),
            None => self.engine.terms.intern(Term::LengthOf(array)),
        }
    }

    fn known_length(&self, array: TermId) -> Option<i64> {
        let field = match self.engine.terms.get(array) {
            Term::Field(_, field) | Term::Static(field) => *field,
            _ => return None,
        };
        match self.engine.definitions.get(field) {
            Some(Definition::Array(length)) => *length,
            _ => None,
        }
    }

    /// A condition that Java checks: the way on, and the exception unless it cannot be.
    fn check(&mut self, id: EdgeId, edge: &Edge, check: &Check, state: State) -> Outcomes {
        let condition = self.condition_of(&state, check);
        let mut outcomes = Vec::new();
        let mut passed = state.clone();
        let may_pass = match (condition, check) {
            // Assertions may be switched off.
            (_, Check::Assertion(_)) | (None, _) => true,
            (Some(condition), _) => passed.assume(&mut self.engine.terms, condition),
        };
        match check {
            Check::NotNull(value) => self.learn_not_null(&mut passed, value),
            Check::InBounds { array, index } => self.learn_in_bounds(&mut passed, array, index),
            Check::NotNegative(_)
            | Check::NotZero(_)
            | Check::Assertion(_)
            | Check::Cast { .. }
            | Check::ArrayStore { .. } => {}
        }
        if may_pass {
            outcomes.push((edge.to, passed));
        }
        let (Some(unwind), false) = (edge.unwind, self.never_fails(&state, check)) else { return outcomes };
        let mut failed = state;
        if let Some(condition) = condition {
            let negation = self.engine.terms.unary(UnaryOp::Not, condition);
            if !failed.assume(&mut self.engine.terms, negation) {
                return outcomes;
            }
        }
        let name = check.exception();
        let kind = match self.engine.class_named(name) {
            Some(class) => SymbolKind::Fresh(class),
            None => SymbolKind::NotNull,
        };
        self.throw(&mut failed, id, kind, crate::interface::terms::names::simple(name));
        outcomes.push((unwind, failed));
        outcomes
    }

    /// Says that a value is not null even if its term tells: a symbol may come to stand for it.
    fn learn_not_null(&mut self, state: &mut State, value: &Expr) {
        let Some(value) = self.eval(state, value) else { return };
        let null = self.engine.terms.intern(Term::Null);
        if value == null || self.engine.terms.is_never_null(value) {
            return;
        }
        let (left, right) = (value.min(null), value.max(null));
        let fact = self.engine.terms.intern(Term::Binary(BinaryOp::NotEqual, left, right));
        state.assume(&mut self.engine.terms, fact);
    }

    fn learn_in_bounds(&mut self, state: &mut State, array: &Expr, index: &Expr) {
        if let Some(fact) = self.in_bounds(state, array, index) {
            state.assume(&mut self.engine.terms, fact);
        }
    }

    /// That an array of objects that never changes has an element here: it is there the next time, too.
    fn in_bounds(&mut self, state: &State, array: &Expr, index: &Expr) -> Option<TermId> {
        let is_of_objects = matches!(&array.ty, Type::Array(element) if element.is_reference());
        let (array, index) = (self.eval(state, array)?, self.eval(state, index)?);
        let (Term::Field(_, field) | Term::Static(field)) = self.engine.terms.get(array) else { return None };
        if !is_of_objects || !self.engine.definitions.has_stable_elements(*field) {
            return None;
        }
        let null = self.engine.terms.intern(Term::Null);
        let element = self.engine.terms.intern(Term::Element(array, index));
        Some(self.engine.terms.binary(BinaryOp::NotEqual, element, null))
    }

    /// An exception of this kind is in flight.
    pub fn throw(&mut self, state: &mut State, edge: EdgeId, kind: SymbolKind, name: &str) {
        state.forget(&mut self.engine.terms, Place::Unwind(edge));
        let thrown = self.engine.terms.symbol(Place::Unwind(edge), kind);
        state.set(self.graph.exception, thrown);
        self.note(state, edge, EventKind::Throws(name.to_string()));
    }

    fn condition_of(&mut self, state: &State, check: &Check) -> Option<TermId> {
        match check {
            Check::NotNull(value) => {
                let value = self.eval(state, value)?;
                if self.is_not_null(value) {
                    return Some(self.engine.terms.bool_(true));
                }
                let null = self.engine.terms.intern(Term::Null);
                Some(self.engine.terms.binary(BinaryOp::NotEqual, value, null))
            }
            Check::NotNegative(value) => {
                let value = self.eval(state, value)?;
                let zero = self.engine.terms.int(0);
                Some(self.engine.terms.binary(BinaryOp::LessEqual, zero, value))
            }
            Check::NotZero(value) => {
                let value = self.eval(state, value)?;
                let zero = self.engine.terms.int(0);
                Some(self.engine.terms.binary(BinaryOp::NotEqual, value, zero))
            }
            Check::Assertion(value) => self.eval(state, value),
            Check::InBounds { array, index } => {
                let (array, index) = (self.eval(state, array)?, self.eval(state, index)?);
                let (zero, length) = (self.engine.terms.int(0), self.length_of(array));
                let is_low = self.engine.terms.binary(BinaryOp::LessEqual, zero, index);
                let is_high = self.engine.terms.binary(BinaryOp::Less, index, length);
                Some(self.engine.terms.binary(BinaryOp::And, is_low, is_high))
            }
            Check::Cast { .. } | Check::ArrayStore { .. } => None,
        }
    }

    /// Checks that hold for a reason that is no condition on values.
    fn never_fails(&mut self, state: &State, check: &Check) -> bool {
        match check {
            Check::InBounds { array, index } => {
                if self.in_bounds(state, array, index).is_some_and(|fact| state.facts.contains(&fact)) {
                    return true;
                }
                let (Some(array), Some(index)) = (self.eval(state, array), self.eval(state, index)) else {
                    return false;
                };
                let range = facts::interval(&self.engine.terms, &state.facts, index, 3);
                self.known_length(array).is_some_and(|length| range.low >= 0 && range.high < length)
            }
            Check::ArrayStore { array, value } => {
                let is_null = self.eval(state, value).is_some_and(|value| *self.engine.terms.get(value) == Term::Null);
                is_null || self.holds_all(array, value)
            }
            Check::Cast { value, ty } => {
                let is_null = self.eval(state, value).is_some_and(|value| *self.engine.terms.get(value) == Term::Null);
                let program = self.engine.program;
                let all = self.engine.objects.of_expr(program, self.method, value);
                is_null || self.engine.objects.all_are(program, &all, &value.ty, ty)
            }
            Check::NotNull(_) | Check::NotNegative(_) | Check::NotZero(_) | Check::Assertion(_) => false,
        }
    }

    /// Whether an array holds whatever is of the value's type: all arrays that it may be are known.
    pub fn holds_all(&mut self, array: &Expr, value: &Expr) -> bool {
        let program = self.engine.program;
        let arrays = self.engine.objects.of_expr(program, self.method, array);
        self.engine.objects.all_hold(program, &arrays, dimensions(&array.ty), &value.ty)
    }

    /// Whether a value is not null, whatever the other threads do.
    pub fn is_not_null(&self, value: TermId) -> bool {
        let engine = &self.engine;
        if engine.terms.is_never_null(value) {
            return true;
        }
        match engine.terms.get(value) {
            Term::Entry(local) => self.is_argument_not_null(*local),
            Term::Field(_, field) | Term::Static(field) => {
                let declared = engine.program.field(*field);
                engine.definitions.is_never_null(&engine.terms, *field)
                    || matches!(declared.kind, FieldKind::Outer | FieldKind::EnumConstant)
                    || is_constant_of_library(engine.program, declared)
            }
            // Arrays of locks are filled by the constructor.
            Term::Element(..) => true,
            _ => false,
        }
    }

    fn is_argument_not_null(&self, local: LocalId) -> bool {
        let method = self.engine.program.method(self.method);
        let index = method.params.iter().position(|param| *param == local);
        Some(local) == method.this()
            || index.is_some_and(|index| {
                self.context.args.get(index) == Some(&crate::interface::walk::context::Arg::NotNull)
            })
    }

    /// A lambda, or an object of a class without a name, gets to where anybody may run it.
    pub fn hand_over(&mut self, state: &State, value: TermId) {
        let Some(class) = self.exact_class(value) else { return };
        match self.engine.program.class(class).origin {
            ClassOrigin::Lambda | ClassOrigin::Anonymous => {
                self.engine.handed_over.insert(class);
            }
            ClassOrigin::Source | ClassOrigin::Library(_) | ClassOrigin::Unknown => {}
        }
        let captured: Vec<TermId> =
            state.heap.iter().filter(|((object, _), _)| *object == value).map(|(_, captured)| *captured).collect();
        for captured in captured.into_iter().filter(|captured| *captured != value) {
            self.captured_content(state, value, captured);
            self.hand_over(state, captured);
        }
    }

    /// The class of an object, if it is known exactly.
    pub fn exact_class(&self, value: TermId) -> Option<concurrent::object::ClassId> {
        if let Some((_, class)) = self.context.objects.iter().find(|(object, _)| *object == value) {
            return Some(*class);
        }
        match self.engine.terms.get(value) {
            Term::Symbol(symbol) => match symbol.kind {
                SymbolKind::Fresh(class) => Some(class),
                SymbolKind::Any | SymbolKind::Of(_) | SymbolKind::NotNull | SymbolKind::Stamp => None,
            },
            _ => None,
        }
    }
}

/// Whether a branch condition is the negation that the front end adds for the other branch.
fn is_negation(condition: &Expr) -> bool {
    matches!(condition.kind, ExprKind::Unary { op: UnaryOp::Not, .. })
}

/// Such as `System.out`.
fn is_constant_of_library(program: &Program, field: &Field) -> bool {
    let is_known = matches!(program.class(field.class).origin, ClassOrigin::Library(_));
    is_known && field.is_static && field.is_final
}
