//! What fields hold that never change once their object is built.
//!
//! Such a field names the same lock whenever it is read. A field that is defined by another, as in
//! `final Lock w = rw.writeLock()`, goes by the other's name, so that both names are one.

mod building;
mod early;
mod stability;

use crate::interface::terms::term::{Level, Rewrite, Term, TermId, Terms};
use building::late_fields;
use concurrent::object::library::{LibraryClass, LibraryMethod};
use concurrent::object::{
    Body, Call, ClassId, ClassOrigin, Constant, Edge, Expr, ExprKind, FieldId, Graph, Instruction, LocalId, MethodId,
    MethodKind, Program,
};
use early::{early_fields, written_again};
use rustc_hash::FxHashMap;
use stability::{always_new, is_always_written, stable_elements, stable_fields};

/// What every constructor, or the static initialiser, gives a field.
#[derive(Clone, PartialEq, Debug)]
pub enum Definition {
    /// A new object of this class; the first argument of its constructor, if it is a constant number.
    New(ClassId, Option<i64>),
    /// A new array of this length, if it is constant.
    Array(Option<i64>),
    /// A value in the words of the constructor.
    Value(TermId),
}

pub struct Definitions {
    /// By field: whether it is written by constructors of its class and initialisers only.
    is_stable: Vec<bool>,
    definitions: FxHashMap<FieldId, Definition>,
    /// Fields with an array whose elements are written by constructors and initialisers only.
    has_stable_elements: Vec<bool>,
    /// Fields with a semaphore that is acquired and released like a lock.
    is_mutex: Vec<bool>,
    /// By constructor: fields that hold one of its parameters.
    given: FxHashMap<MethodId, Vec<(FieldId, LocalId)>>,
    /// By a field that always gets a new object, and a field of that object: what the constructor was given for it, in the
    /// words of the first object.
    parts: FxHashMap<(FieldId, FieldId), TermId>,
    /// Fields that are written after code has run that may read them.
    is_late: Vec<bool>,
    /// Fields that somebody may read before they are written.
    is_early: Vec<bool>,
    /// Fields that are only ever given new objects.
    is_always_new: Vec<bool>,
    /// Fields that hold nothing but what constructors are given.
    leads_to_older: Vec<bool>,
}

impl Definitions {
    pub fn new(program: &Program, terms: &mut Terms) -> Definitions {
        let is_late = late_fields(program);
        let is_early = early_fields(program, &is_late);
        let mut is_stable = stable_fields(program, &is_late);
        for (index, is_again) in written_again(program).into_iter().enumerate() {
            is_stable[index] &= program.fields[index].is_final || !is_early[index] || !is_again;
        }
        let has_stable_elements = stable_elements(program, &is_stable);
        let mut found = Definitions {
            has_stable_elements,
            is_stable,
            definitions: FxHashMap::default(),
            is_mutex: vec![false; program.fields.len()],
            given: FxHashMap::default(),
            parts: FxHashMap::default(),
            is_late,
            is_early,
            is_always_new: always_new(program),
            leads_to_older: vec![false; program.fields.len()],
        };
        // Initialisers may speak of fields that are defined further down: what is found once helps the second time.
        for _ in 0..2 {
            found.define_all(program, terms);
        }
        for index in 0..program.fields.len() {
            let field = FieldId(index as u32);
            found.is_mutex[index] = matches!(found.definitions.get(&field), Some(Definition::New(class, Some(1)))
                if program.class(*class).origin == ClassOrigin::Library(LibraryClass::Semaphore));
        }
        found
    }

    pub fn is_stable(&self, field: FieldId) -> bool {
        self.is_stable[field.index()]
    }

    /// Whether the field leads from an object to one that was made before: only constructors write it, and only what
    /// they are given. That was there before the constructor began.
    pub fn leads_to_older(&self, field: FieldId) -> bool {
        self.leads_to_older[field.index()]
    }

    pub fn has_stable_elements(&self, field: FieldId) -> bool {
        self.has_stable_elements[field.index()]
    }

    /// Whether a method that is called while the object is built may find the field as it is not later.
    pub fn is_late(&self, field: FieldId) -> bool {
        self.is_late[field.index()]
    }

    /// Whether the field holds a semaphore of one permit.
    pub fn is_mutex(&self, field: FieldId) -> bool {
        self.is_mutex[field.index()]
    }

    pub fn get(&self, field: FieldId) -> Option<&Definition> {
        self.definitions.get(&field)
    }

    /// The fields that hold a parameter of the constructor, and which.
    pub fn given_by(&self, constructor: MethodId) -> &[(FieldId, LocalId)] {
        self.given.get(&constructor).map_or(&[], |given| &given[..])
    }

    /// Whether the field is given nothing but new objects.
    pub fn is_always_new(&self, field: FieldId) -> bool {
        self.is_always_new[field.index()]
    }

    /// Whether the field is never null once its object is built.
    pub fn is_never_null(&self, terms: &Terms, field: FieldId) -> bool {
        if self.is_early[field.index()] {
            return false;
        }
        if self.is_always_new[field.index()] {
            return true;
        }
        match self.get(field) {
            Some(Definition::New(..) | Definition::Array(_)) => true,
            Some(Definition::Value(value)) => match terms.get(*value) {
                Term::Field(_, other) | Term::Static(other) if *other != field => self.is_never_null(terms, *other),
                _ => terms.is_never_null(*value),
            },
            None => false,
        }
    }

    fn define_all(&mut self, program: &Program, terms: &mut Terms) {
        let mut given: FxHashMap<FieldId, Vec<Written>> = FxHashMap::default();
        for id in program.method_ids() {
            let method = program.method(id);
            let Body::Graph(graph) = &method.body else { continue };
            if method.kind == MethodKind::Method {
                continue;
            }
            let found = self.of_initializer(program, terms, id, graph);
            let of_params = found.iter().filter_map(|written| match &written.definition {
                Some(Definition::Value(value)) if self.is_stable(written.field) => match terms.get(*value) {
                    Term::Entry(local) if Some(*local) != method.this() => Some((written.field, *local)),
                    _ => None,
                },
                _ => None,
            });
            let is_once = |field: FieldId| found.iter().filter(|written| written.field == field).count() == 1;
            let of_params: Vec<(FieldId, LocalId)> = of_params.filter(|(field, _)| is_once(*field)).collect();
            self.given.insert(id, of_params);
            for written in found {
                given.entry(written.field).or_default().push(written);
            }
        }
        for (field, writes) in given {
            let is_given = |written: &Written| match &written.definition {
                Some(Definition::Value(value)) => match terms.get(*value) {
                    Term::Entry(local) => *local != LocalId(0),
                    Term::Null => true,
                    _ => false,
                },
                Some(Definition::New(..) | Definition::Array(_)) | None => false,
            };
            let is_static = program.field(field).is_static;
            self.leads_to_older[field.index()] = self.is_stable(field) && !is_static && writes.iter().all(is_given);
            if let Some(Written { definition: Some(first), given, .. }) = writes.first()
                && self.is_stable(field)
                && is_always_written(program, field)
                && writes.iter().all(|written| written.definition.as_ref() == Some(first))
                && is_about_object(terms, first)
            {
                let is_common = |part: &&(FieldId, TermId)| {
                    let is_about_object = is_about_object(terms, &Definition::Value(part.1));
                    is_about_object && writes.iter().all(|written| written.given.contains(part))
                };
                let parts = given.iter().filter(is_common).map(|(inner, value)| ((field, *inner), *value));
                self.parts.extend(parts.filter(|_| !is_static));
                self.definitions.insert(field, first.clone());
            }
        }
    }

    /// What a constructor or initialiser gives to which field. What comes after a branch is not looked at, and a field
    /// that is written there has no definition.
    fn of_initializer(&self, program: &Program, terms: &mut Terms, id: MethodId, graph: &Graph) -> Vec<Written> {
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
        let mut node = graph.entry;
        loop {
            let mut leaving = graph.edges.iter().enumerate().filter(|(_, edge)| edge.from == node);
            let (Some((index, edge)), None) = (leaving.next(), leaving.next()) else { break };
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
                instruction => self.execute(program, terms, instruction, &mut values, &mut found, method.this()),
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
        this: Option<LocalId>,
    ) {
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
                let object = match object {
                    Some(object) => value_of(object, values, terms),
                    None => None,
                };
                let value = self.read(terms, object, program.field(*field).is_static, *field);
                // What is written again does not have its last value yet.
                let is_settled = values.pending.get(field).is_none_or(|writes| *writes == 0);
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

    /// The value of a stable field of an object.
    pub fn field(&self, terms: &mut Terms, object: TermId, field: FieldId) -> TermId {
        // What an object has given to a part of itself, it finds there again.
        if let Term::Field(whole, part) = terms.get(object)
            && let Some(value) = self.parts.get(&(*part, field))
        {
            let whole = *whole;
            return replace_this(terms, *value, whole);
        }
        match self.definitions.get(&field) {
            Some(Definition::Value(value)) if self.is_about_this(terms, *value) => {
                let value = *value;
                replace_this(terms, value, object)
            }
            _ => terms.intern(Term::Field(object, field)),
        }
    }

    pub fn static_field(&self, terms: &mut Terms, field: FieldId) -> TermId {
        match self.definitions.get(&field) {
            Some(Definition::Value(value)) if self.is_about_this(terms, *value) => *value,
            _ => terms.intern(Term::Static(field)),
        }
    }

    /// Whether the value is a side or a condition of a lock: other values are as good under their own name.
    pub fn is_about_this(&self, terms: &Terms, value: TermId) -> bool {
        matches!(terms.get(value), Term::Side(..) | Term::Condition(_) | Term::Field(..) | Term::Static(_))
    }
}

/// A field that an initialiser writes.
struct Written {
    field: FieldId,
    definition: Option<Definition>,
    /// Of a new object: what its constructor was given for its fields.
    given: Vec<(FieldId, TermId)>,
}

/// What locals hold in an initialiser.
#[derive(Default)]
struct Values {
    definitions: FxHashMap<LocalId, Definition>,
    given: FxHashMap<LocalId, Vec<(FieldId, TermId)>>,
    /// How many writes of a field are still to come.
    pending: FxHashMap<FieldId, usize>,
}

/// Whether a definition says the same of every object of the class: what a constructor is given differs.
fn is_about_object(terms: &Terms, definition: &Definition) -> bool {
    let this = LocalId(0);
    match definition {
        Definition::New(..) | Definition::Array(_) => true,
        Definition::Value(value) => !terms.mentions(*value, &|term| matches!(term, Term::Entry(l) if *l != this)),
    }
}

/// The definition of a field, said of another object.
fn replace_this(terms: &mut Terms, value: TermId, object: TermId) -> TermId {
    let replaced = terms.rewrite(value, &mut |terms, id| match terms.get(id) {
        Term::Entry(_) => Rewrite::To(object),
        _ => Rewrite::Parts,
    });
    replaced.unwrap_or(value)
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
