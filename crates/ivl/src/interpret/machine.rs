//! The state of a run.

use super::choose::{Chooser, Place};
use super::domain;
use super::judge::{Failure, Judge};
use super::trace::TraceStep;
use super::value::Value;
use crate::typed::{BoundId, ConstId, ConstructorId, CtorId, DatatypeId, FunctionId, GlobalId, Program, Type, Var};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Span;

/// Why a run does not go on.
pub(super) enum Halt {
    /// An assumption is false: there is no such run.
    Stuck,
    OutOfFuel,
    Unmodelled {
        what: String,
        span: Span,
    },
    Failed(Box<Failure>),
}

pub(super) type Run<T> = Result<T, Halt>;

pub(super) fn unmodelled<T>(what: impl Into<String>, span: Span) -> Run<T> {
    Err(Halt::Unmodelled { what: what.into(), span })
}

/// The content of a variable. What nobody has read yet is still open: choosing it late leaves fewer runs to search.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Cell {
    Known(Value),
    /// Decided when it is first read; an index into [`Machine::open`].
    Open(usize),
}

/// A value that is decided when it is first read.
pub(super) struct OpenValue {
    pub place: Place,
    pub ty: Type,
    pub value: Option<Value>,
}

/// A partial operation outside its domain. Its value is arbitrary, but a function of this.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Undefined {
    IntDiv(Value),
    IntMod(Value),
    RealDiv(Value),
    /// The argument of a constructor that the value does not have.
    Argument {
        datatype: DatatypeId,
        constructor: ConstructorId,
        position: usize,
        of: Value,
    },
}

/// Everything that lasts from one procedure to the next.
pub(super) struct Machine<'a> {
    pub judge: &'a Judge<'a>,
    pub program: &'a Program,
    pub chooser: &'a mut dyn Chooser,
    pub globals: Vec<Cell>,
    pub open: Vec<OpenValue>,
    pub consts: FxHashMap<ConstId, Value>,
    pub functions: FxHashMap<(FunctionId, Vec<Value>), Value>,
    /// Functions that were asked about; their axioms matter.
    pub asked: FxHashSet<FunctionId>,
    /// Uninterpreted types of which a value was asked for; axioms about their size matter.
    pub asked_types: FxHashSet<CtorId>,
    pub undefined: FxHashMap<Undefined, Value>,
    /// How often the statement at each place was executed.
    pub occurrences: FxHashMap<Span, usize>,
    pub trace: Vec<TraceStep>,
    /// The calls around the current procedure, outermost first.
    pub calls: Vec<Span>,
    pub fuel: &'a mut u64,
    /// How many function bodies are being evaluated within each other.
    pub depth: usize,
}

/// The variables of one activation of a procedure.
#[derive(Clone)]
pub(super) struct Frame {
    pub locals: Vec<Cell>,
    /// The globals when the procedure was entered.
    pub old_globals: Vec<Cell>,
}

/// Where an expression is evaluated.
pub(super) struct Scope<'s> {
    pub frame: &'s Frame,
    pub in_old: bool,
    pub bound: Vec<(BoundId, Value)>,
}

impl<'s> Scope<'s> {
    pub fn of(frame: &'s Frame) -> Scope<'s> {
        Scope { frame, in_old: false, bound: Vec::new() }
    }
}

impl Machine<'_> {
    pub fn burn(&mut self) -> Run<()> {
        match self.fuel.checked_sub(1) {
            Some(left) => *self.fuel = left,
            None => return Err(Halt::OutOfFuel),
        }
        Ok(())
    }

    pub fn new_open(&mut self, place: Place, ty: &Type) -> Cell {
        self.open.push(OpenValue { place, ty: ty.clone(), value: None });
        Cell::Open(self.open.len() - 1)
    }

    pub fn read(&mut self, cell: &Cell, span: Span) -> Run<Value> {
        let index = match cell {
            Cell::Known(value) => return Ok(value.clone()),
            Cell::Open(index) => *index,
        };
        let OpenValue { place, ty, value } = &self.open[index];
        if let Some(value) = value {
            return Ok(value.clone());
        }
        let (place, ty) = (place.clone(), ty.clone());
        let value = self.choose(&place, &ty, span)?;
        self.open[index].value = Some(value.clone());
        Ok(value)
    }

    /// The value, if it is decided.
    pub fn peek(&self, cell: &Cell) -> Option<Value> {
        match cell {
            Cell::Known(value) => Some(value.clone()),
            Cell::Open(index) => self.open[*index].value.clone(),
        }
    }

    pub fn global(&self, scope: &Scope, id: GlobalId) -> Cell {
        let globals = if scope.in_old { &scope.frame.old_globals } else { &self.globals };
        globals[id.index()].clone()
    }

    /// The content of a global or local; none for other variables.
    pub fn cell(&self, scope: &Scope, var: Var) -> Option<Cell> {
        match var {
            Var::Global(id) => Some(self.global(scope, id)),
            Var::Local(id) => scope.frame.locals.get(id.index()).cloned(),
            Var::Const(_) | Var::Bound(_) => None,
        }
    }

    pub fn write(&mut self, frame: &mut Frame, var: Var, cell: Cell) {
        match var {
            Var::Global(id) => self.globals[id.index()] = cell,
            Var::Local(id) => frame.locals[id.index()] = cell,
            Var::Const(_) | Var::Bound(_) => unreachable!("only globals and locals are assigned"),
        }
    }

    pub fn constant(&mut self, id: ConstId, span: Span) -> Run<Value> {
        if let Some(value) = self.consts.get(&id) {
            return Ok(value.clone());
        }
        let ty = &self.program.consts[id.index()].ty;
        let value = self.choose(&Place::Const(id), ty, span)?;
        self.consts.insert(id, value.clone());
        Ok(value)
    }

    /// An uninterpreted function: any value, but always the same for the same arguments.
    pub fn function(&mut self, id: FunctionId, args: Vec<Value>, span: Span) -> Run<Value> {
        self.asked.insert(id);
        let key = (id, args);
        if let Some(value) = self.functions.get(&key) {
            return Ok(value.clone());
        }
        let ty = &self.program.functions[id.index()].result;
        let value = self.choose(&Place::Function(id), ty, span)?;
        self.functions.insert(key, value.clone());
        Ok(value)
    }

    pub fn undefined(&mut self, operation: Undefined, ty: &Type, span: Span) -> Run<Value> {
        if let Some(value) = self.undefined.get(&operation) {
            return Ok(value.clone());
        }
        let value = self.choose(&Place::Undefined, ty, span)?;
        self.undefined.insert(operation, value.clone());
        Ok(value)
    }

    fn choose(&mut self, place: &Place, ty: &Type, span: Span) -> Run<Value> {
        if let Some(what) = unmodelled_type(ty) {
            return unmodelled(what, span);
        }
        if !self.program.type_ctors.is_empty() {
            let ctors = domain::type_ctors(self.program, ty);
            if ctors.iter().any(|id| self.program.type_ctors[id.index()].builtin.is_some()) {
                return unmodelled("a value of one of the solver's own types", span);
            }
            self.asked_types.extend(ctors);
        }
        self.chooser.value(place, ty).ok_or(Halt::Stuck)
    }

    /// Counts an execution of a statement; gives how often it was executed before.
    pub fn occurrence(&mut self, span: Span) -> usize {
        let count = self.occurrences.entry(span).or_insert(0);
        *count += 1;
        *count - 1
    }
}

fn unmodelled_type(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Bool | Type::Int | Type::Real | Type::Ctor(..) | Type::Data(..) => None,
        Type::Bv(width) => (*width == 0).then_some("a bit-vector of width 0"),
        Type::Map(map) if map.type_params == 0 => map.domain.iter().chain([&map.range]).find_map(unmodelled_type),
        Type::Map(_) => Some("a polymorphic map"),
        Type::Float { .. } => Some("a floating-point number"),
        Type::RoundingMode => Some("a rounding mode"),
        Type::String => Some("a string"),
        Type::RegEx => Some("a regular expression"),
        Type::Var(_) | Type::MapParam { .. } => Some("a value of a type variable"),
    }
}
