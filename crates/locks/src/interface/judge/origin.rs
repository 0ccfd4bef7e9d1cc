//! Where the locals of a method have their values from, if all that is written to one of them comes from one place.

use crate::interface::terms::definitions::{Definition, Definitions};
use crate::interface::terms::term::{Level, Term, TermId, Terms};
use concurrent::object::library::LibraryMethod;
use concurrent::object::{
    Body, Call, Constant, Expr, ExprKind, FieldId, Graph, Instruction, LocalId, Method, Program, Type,
};

/// A value that stays the same while the method runs, but for the index of an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    Param(LocalId),
    Class(Type),
    Static(FieldId),
    Field(Box<Origin>, FieldId),
    Side(Level, Box<Origin>),
    /// An element of an array that is filled once, at an index that the local remembers.
    Element(Box<Origin>),
}

/// A lock that is counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LockKey {
    pub origin: Origin,
    pub is_monitor: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LockOperation {
    Take,
    TryToTake,
    Release,
    /// Waits or signals.
    NeedsIt,
}

pub struct Origins<'a> {
    program: &'a Program,
    /// By local; none if it is not known.
    locals: Vec<Option<Origin>>,
}

impl<'a> Origins<'a> {
    pub fn new(
        program: &'a Program,
        definitions: &Definitions,
        terms: &Terms,
        method: &Method,
        graph: &Graph,
    ) -> Origins<'a> {
        let mut origins = Origins { program, locals: vec![None; method.locals.len()] };
        for param in &method.params {
            let is_written = graph.edges.iter().any(|edge| edge.instruction.target() == Some(*param));
            if !is_written {
                origins.locals[param.index()] = Some(Origin::Param(*param));
            }
        }
        // What comes from a local that is found later is found the next time.
        for _ in 0..6 {
            for local in 0..method.locals.len() {
                let writes = graph.edges.iter().filter(|edge| edge.instruction.target() == Some(LocalId(local as u32)));
                let found: Vec<Option<Origin>> =
                    writes.map(|edge| origins.written(definitions, terms, &edge.instruction)).collect();
                if let Some(Some(first)) = found.first()
                    && found.iter().all(|other| other.as_ref() == Some(first))
                {
                    origins.locals[local] = Some(first.clone());
                }
            }
        }
        origins
    }

    fn written(&self, definitions: &Definitions, terms: &Terms, instruction: &Instruction) -> Option<Origin> {
        match instruction {
            Instruction::Assign { value, .. } => self.of(value),
            Instruction::ReadField { object, field, .. } if definitions.is_stable(*field) => {
                let object = match object {
                    None => None,
                    Some(object) => Some(self.of(object)?),
                };
                match definitions.get(*field) {
                    Some(Definition::Value(value)) if definitions.is_about_this(terms, *value) => {
                        defined(terms, *value, object.as_ref())
                    }
                    Some(Definition::New(..) | Definition::Array(_) | Definition::Value(_)) | None => {
                        Some(object.map_or(Origin::Static(*field), |object| Origin::Field(Box::new(object), *field)))
                    }
                }
            }
            Instruction::ReadElement { array, .. } => match self.of(array)? {
                array @ (Origin::Field(_, field) | Origin::Static(field)) if definitions.has_stable_elements(field) => {
                    Some(Origin::Element(Box::new(array)))
                }
                _ => None,
            },
            Instruction::Call(call) => {
                let level = match self.kind(call)? {
                    LibraryMethod::ReadLock => Level::Read,
                    LibraryMethod::WriteLock => Level::Write,
                    _ => return None,
                };
                Some(Origin::Side(level, Box::new(self.of(call.receiver.as_ref()?)?)))
            }
            _ => None,
        }
    }

    pub fn of(&self, expr: &Expr) -> Option<Origin> {
        match &expr.kind {
            ExprKind::Constant(Constant::Class(ty)) => Some(Origin::Class(ty.clone())),
            _ => self.locals[expr.local()?.index()].clone(),
        }
    }

    pub fn kind(&self, call: &Call) -> Option<LibraryMethod> {
        match self.program.method(call.method).body {
            Body::Library(kind) => Some(kind),
            Body::Graph(_) | Body::Abstract | Body::Native | Body::Unsupported(_) => None,
        }
    }

    /// What the call does to which lock, if it is one that is counted.
    pub fn operation(&self, call: &Call) -> Option<(LockKey, LockOperation)> {
        let (operation, is_monitor) = match self.kind(call)? {
            LibraryMethod::Lock | LibraryMethod::LockInterruptibly => (LockOperation::Take, false),
            LibraryMethod::TryLock | LibraryMethod::TimedTryLock => (LockOperation::TryToTake, false),
            LibraryMethod::Unlock => (LockOperation::Release, false),
            LibraryMethod::Wait | LibraryMethod::TimedWait | LibraryMethod::Notify | LibraryMethod::NotifyAll => {
                (LockOperation::NeedsIt, true)
            }
            _ => return None,
        };
        let origin = self.of(call.receiver.as_ref()?)?;
        Some((LockKey { origin, is_monitor }, operation))
    }
}

/// What a field is defined as, said of the object that has it.
fn defined(terms: &Terms, value: TermId, object: Option<&Origin>) -> Option<Origin> {
    let inner = |value: TermId| defined(terms, value, object).map(Box::new);
    match terms.get(value) {
        Term::Entry(_) => object.cloned(),
        Term::Static(field) => Some(Origin::Static(*field)),
        Term::Field(holder, field) => Some(Origin::Field(inner(*holder)?, *field)),
        Term::Side(level, lock) => Some(Origin::Side(*level, inner(*lock)?)),
        _ => None,
    }
}

impl Origin {
    /// The array, of an element.
    pub fn array(&self) -> Option<&Origin> {
        match self {
            Origin::Element(array) => Some(array),
            Origin::Side(_, inner) => inner.array(),
            Origin::Param(_) | Origin::Class(_) | Origin::Static(_) | Origin::Field(..) => None,
        }
    }
}
