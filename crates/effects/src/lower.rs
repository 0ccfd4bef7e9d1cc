//! From concurrent programs to [`Code`].
//!
//! What the engine's views cannot hold is reported as unsupported, with its place: more than one kind of cell, more than
//! one pointer, datum, counter or lock in a cell, too many variables.
//!
//! Global numbers and truth values are known in a view only if the program gives them constants and nothing else; any
//! other one is [`Expr::Unknown`] wherever it is read. So no view knows a number better than the summaries do.

use crate::canonical::Shape;
use crate::code::*;
use crate::codes::UNSUPPORTED;
use crate::lower_locks::has_cell_locks;
use crate::value::{self, CELLS, NOBODY, NULL, SELF, UNDEFINED};
use crate::view::{SLOTS, Slot};
use concurrent::program::{self as ir, CmdKind, ExprKind, PlaceKind, ProcedureId, Program, RecordId, Type, UnaryOp};
use concurrent::spec::{Kind, Memory, Spec};
use source::{Deadline, Diagnostic, Span};

pub fn lower(program: &Program, spec: &Spec) -> Result<Code, Vec<Diagnostic>> {
    let mut lowering = Lowering::new(program);
    lowering.number_globals();
    lowering.check_size(spec);
    if !lowering.diagnostics.is_empty() {
        return Err(lowering.diagnostics);
    }
    let mut code = lowering.empty_code(spec);
    let contains = spec.contains.map(|id| (id, Role::Contains));
    for (id, role) in [(spec.insert, Role::Insert), (spec.remove, Role::Remove)].into_iter().chain(contains) {
        let procedure = lowering.procedure(id, role, &mut code);
        code.procedures.push(procedure);
    }
    code.init = program.init.map(|id| lowering.procedure(id, Role::Init, &mut code));
    code.constants = lowering.constants;
    if lowering.diagnostics.is_empty() { Ok(code) } else { Err(lowering.diagnostics) }
}

/// So many slots have to be left for the temporaries of summaries.
const TEMPORARIES: usize = 4;

pub(crate) struct Lowering<'a> {
    program: &'a Program,
    record: Option<RecordId>,
    /// For each global its slot, or its number among the counters.
    globals: Vec<Home>,
    global_slots: Vec<ir::Name>,
    ages: Vec<ir::Name>,
    locks: Vec<Slot>,
    pointers: Vec<Slot>,
    constants: Vec<i128>,
    diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, Copy, PartialEq)]
enum Home {
    Slot(Slot),
    Age(u8),
    /// Its value is never known.
    Nowhere,
}

impl<'a> Lowering<'a> {
    fn new(program: &'a Program) -> Lowering<'a> {
        let mut lowering = Lowering {
            program,
            record: None,
            globals: Vec::new(),
            global_slots: Vec::new(),
            ages: Vec::new(),
            locks: Vec::new(),
            pointers: Vec::new(),
            constants: vec![0, 1],
            diagnostics: Vec::new(),
        };
        lowering.find_record();
        lowering
    }

    pub(crate) fn unsupported(&mut self, span: Span, what: impl std::fmt::Display) {
        let text = format!("{what} are not supported");
        self.diagnostics.push(Diagnostic::error(&UNSUPPORTED, span, text));
    }

    /// The one record that cells hold.
    fn find_record(&mut self) {
        let program = self.program;
        for (at, record) in program.records.iter().enumerate() {
            if at > 0 {
                self.unsupported(record.span, "several kinds of heap cells");
            }
            self.record = Some(RecordId(at as u32));
            let mut seen = [0; 4];
            for field in &record.fields {
                let class = match field.ty {
                    Type::Pointer(_) => 0,
                    Type::Int { .. } | Type::Bool => 1,
                    Type::Version => 2,
                    Type::Thread => 3,
                };
                seen[class] += 1;
                if seen[class] > 1 {
                    let what =
                        ["several pointers", "several data fields", "several version counters", "several locks"][class];
                    self.unsupported(field.span, format!("{what} in a cell"));
                }
            }
        }
    }

    fn number_globals(&mut self) {
        let program = self.program;
        for (at, global) in program.globals.iter().enumerate() {
            let home = match global.ty {
                Type::Version => {
                    self.ages.push(global.name.clone());
                    Home::Age((self.ages.len() - 1) as u8)
                }
                Type::Int { .. } | Type::Bool if !self.holds_constants(at) => Home::Nowhere,
                Type::Int { .. } | Type::Bool | Type::Pointer(_) | Type::Thread => {
                    let slot = self.global_slots.len() as Slot;
                    match global.ty {
                        Type::Thread => self.locks.push(slot),
                        Type::Pointer(_) => self.pointers.push(slot),
                        Type::Int { .. } | Type::Bool | Type::Version => {}
                    }
                    self.global_slots.push(global.name.clone());
                    Home::Slot(slot)
                }
            };
            self.globals.push(home);
        }
    }

    /// What comes later counts locations and slots in small numbers.
    fn check_size(&mut self, spec: &Spec) {
        let program = self.program;
        if self.ages.len() > CELLS || self.global_slots.len() > SLOTS / 2 {
            let span = program.globals.first().map_or(spec.span, |global| global.span);
            self.unsupported(span, "so many global variables");
            return;
        }
        let first_local = self.global_slots.len() + GHOSTS;
        let mut locations = 0;
        for id in spec.operations().chain(program.init) {
            let procedure = program.procedure(id);
            locations += procedure.nodes.len() + 1;
            if first_local + procedure.locals.len() + TEMPORARIES > SLOTS {
                self.unsupported(procedure.span, "so many variables in a function");
            }
        }
        if locations > usize::from(u16::MAX) {
            self.unsupported(spec.span, "functions of so many steps");
        }
    }

    /// Whether every value that the global is given is a constant.
    fn holds_constants(&self, global: usize) -> bool {
        let is_it = |place: &ir::Place| matches!(place.kind, PlaceKind::Global(id) if id.index() == global);
        self.program.procedures.iter().flat_map(|procedure| &procedure.edges).flat_map(|edge| &edge.step.cmds).all(
            |cmd| match &cmd.kind {
                CmdKind::Assign { target, value } if is_it(target) => {
                    matches!(value.kind, ExprKind::Bool(_) | ExprKind::Int(_))
                }
                CmdKind::Havoc(target) => !is_it(target),
                CmdKind::Assign { .. }
                | CmdKind::Assume(_)
                | CmdKind::Assert(_)
                | CmdKind::Alloc { .. }
                | CmdKind::Free(_) => true,
            },
        )
    }

    fn empty_code(&mut self, spec: &Spec) -> Code {
        let field = |wanted: fn(Type) -> bool| {
            let fields = self.record.map(|record| &self.program.record(record).fields);
            let found = fields.and_then(|fields| fields.iter().find(|field| wanted(field.ty)));
            found.map_or_else(|| ir::Name::from("-"), |field| field.name.clone())
        };
        let fields = Fields {
            record: self.record.map_or_else(|| "cell".into(), |record| self.program.record(record).name.clone()),
            next: field(|ty| matches!(ty, Type::Pointer(_))),
            data: field(|ty| matches!(ty, Type::Int { .. } | Type::Bool)),
            age: field(|ty| matches!(ty, Type::Version)),
            lock: field(|ty| matches!(ty, Type::Thread)),
        };
        Code {
            kind: spec.kind,
            memory: spec.memory,
            removal: spec.removal,
            insertion_may_fail: spec.insertion_may_fail,
            globals: self.global_slots.clone(),
            ages: self.ages.clone(),
            fields,
            pointers: self.pointers.clone(),
            root: None,
            shape: Shape {
                globals: self.global_slots.len(),
                is_manual: spec.memory == Memory::Manual,
                is_set: spec.kind == Kind::Set,
                keeps_last: false,
            },
            locks: self.locks.clone(),
            has_cell_locks: has_cell_locks(self.program),
            sections: Vec::new(),
            appending: Vec::new(),
            stops: Vec::new(),
            constants: Vec::new(),
            locations: Vec::new(),
            edges: Vec::new(),
            procedures: Vec::new(),
            init: None,
            first_temporary: 0,
            relates_cell_ages: true,
            is_classical: false,
            passengers: 0,
            deadline: Deadline::never(),
        }
    }

    /// Adds the graph of a procedure.
    fn procedure(&mut self, id: ProcedureId, role: Role, code: &mut Code) -> Procedure {
        let program = self.program;
        let procedure = program.procedure(id);
        let first_local = code.first_local();
        let after = usize::from(first_local) + procedure.locals.len();
        code.first_temporary = code.first_temporary.max(after as Slot);
        let slot = |local: &ir::LocalId| first_local + local.0 as Slot;
        let base = code.locations.len() as u16;
        let at = |node: ir::NodeId| base + node.0 as u16;
        code.locations.extend(procedure.nodes.iter().map(|node| Location {
            is_within_atomic: node.is_within_atomic,
            edges: Vec::new(),
            facts: Vec::new(),
            live: Vec::new(),
            span: node.span,
        }));
        for edge in &procedure.edges {
            let mut ops = Vec::new();
            self.cmds(&edge.step.cmds, first_local, &mut ops);
            code.locations[usize::from(at(edge.from))].edges.push(code.edges.len());
            code.edges.push(Edge { from: at(edge.from), to: at(edge.to), ops, span: edge.step.span });
        }
        let params: Vec<Slot> = procedure.params.iter().map(slot).collect();
        let entry = call(code, role, &params, at(procedure.entry), procedure.span);
        Procedure {
            name: procedure.name.clone(),
            role,
            entry,
            range: (base, code.locations.len() as u16),
            exit: at(procedure.exit),
            params,
            results: procedure.results.iter().map(slot).collect(),
            locals: procedure.locals.iter().map(|local| local.name.clone()).collect(),
            span: procedure.span,
        }
    }

    pub(crate) fn cmd(&mut self, cmd: &ir::Cmd, first_local: Slot, ops: &mut Vec<Op>) {
        match &cmd.kind {
            CmdKind::Assume(expr) => ops.push(Op::Assume(self.expr(expr, first_local))),
            CmdKind::Assert(expr) => ops.push(Op::Assert(self.expr(expr, first_local))),
            CmdKind::Assign { target, value } => {
                let value = self.expr(value, first_local);
                self.assign(target, value, first_local, ops);
            }
            CmdKind::Havoc(target) => {
                let value = match target.ty {
                    Type::Pointer(_) | Type::Int { .. } | Type::Bool | Type::Version => Expr::Value(UNDEFINED),
                    Type::Thread => {
                        self.unsupported(cmd.span, "locks of any value");
                        Expr::Unknown
                    }
                };
                self.assign(target, value, first_local, ops);
            }
            CmdKind::Alloc { target, .. } => ops.push(Op::Alloc(first_local + target.0 as Slot)),
            CmdKind::Free(expr) => ops.push(Op::Free(self.expr(expr, first_local))),
        }
    }

    fn assign(&mut self, target: &ir::Place, value: Expr, first_local: Slot, ops: &mut Vec<Op>) {
        match &target.kind {
            PlaceKind::Local(local) => ops.push(Op::Set(first_local + local.0 as Slot, value)),
            PlaceKind::Global(global) => match self.globals[global.index()] {
                Home::Slot(slot) => ops.push(Op::Set(slot, value)),
                Home::Age(age) => ops.push(Op::SetAge(AgeOf::Global(age), value)),
                Home::Nowhere => {}
            },
            PlaceKind::Field { base, .. } => {
                let base = self.expr(base, first_local);
                ops.push(match target.ty {
                    Type::Pointer(_) => Op::SetNext(base, value),
                    // That a lock is used in a way that is not understood has been reported.
                    Type::Int { .. } | Type::Bool | Type::Thread => Op::SetData(base, value),
                    Type::Version => Op::SetAge(AgeOf::Cell(Box::new(base)), value),
                });
            }
        }
    }

    pub(crate) fn expr(&mut self, expr: &ir::Expr, first_local: Slot) -> Expr {
        match &expr.kind {
            ExprKind::Read(place) => self.read(place, first_local),
            ExprKind::Null => Expr::Value(NULL),
            ExprKind::Bool(truth) => self.constant(i128::from(*truth), expr.span),
            ExprKind::Int(number) => self.constant(*number, expr.span),
            ExprKind::NoThread => Expr::Value(NOBODY),
            ExprKind::ThisThread => Expr::Value(SELF),
            ExprKind::Unary { op, arg } => {
                let value = Box::new(self.expr(arg, first_local));
                match op {
                    UnaryOp::Not => Expr::Not(value),
                    UnaryOp::Convert if expr.ty == Type::Bool && arg.ty != Type::Bool => {
                        let zero = Box::new(self.constant(0, expr.span));
                        Expr::Not(Box::new(Expr::Equal(value, zero)))
                    }
                    UnaryOp::Convert if !keeps_numbers(expr.ty, arg.ty) => {
                        let zero = Box::new(self.constant(0, expr.span));
                        Expr::Arithmetic(ir::BinaryOp::Add, expr.ty, value, zero)
                    }
                    UnaryOp::Convert => *value,
                    UnaryOp::Negate => {
                        let zero = Box::new(self.constant(0, expr.span));
                        Expr::Arithmetic(ir::BinaryOp::Subtract, expr.ty, zero, value)
                    }
                    UnaryOp::Complement => {
                        let ones = Box::new(self.constant(-1, expr.span));
                        Expr::Arithmetic(ir::BinaryOp::BitXor, expr.ty, value, ones)
                    }
                }
            }
            ExprKind::Binary { op, left, right } => {
                let (is_version, is_bool) = (expr.ty == Type::Version, left.ty == Type::Bool);
                let one = matches!(right.kind, ExprKind::Int(1));
                let (left, right) = (self.expr(left, first_local), self.expr(right, first_local));
                let (left, right) = (Box::new(left), Box::new(right));
                match op {
                    ir::BinaryOp::Equal => Expr::Equal(left, right),
                    ir::BinaryOp::NotEqual => Expr::Not(Box::new(Expr::Equal(left, right))),
                    ir::BinaryOp::BitAnd if is_bool => Expr::And(left, right),
                    ir::BinaryOp::BitOr if is_bool => Expr::Or(left, right),
                    ir::BinaryOp::Add if is_version && one => Expr::Successor(left),
                    _ => Expr::Arithmetic(*op, expr.ty, left, right),
                }
            }
        }
    }

    fn read(&mut self, place: &ir::Place, first_local: Slot) -> Expr {
        match &place.kind {
            PlaceKind::Local(local) => Expr::Slot(first_local + local.0 as Slot),
            PlaceKind::Global(global) => match self.globals[global.index()] {
                Home::Slot(slot) => Expr::Slot(slot),
                Home::Age(age) => Expr::Age(AgeOf::Global(age)),
                Home::Nowhere => Expr::Unknown,
            },
            PlaceKind::Field { base, .. } => {
                let base = Box::new(self.expr(base, first_local));
                match place.ty {
                    Type::Pointer(_) => Expr::Next(base),
                    Type::Int { .. } | Type::Bool | Type::Thread => Expr::Data(base),
                    Type::Version => Expr::Age(AgeOf::Cell(base)),
                }
            }
        }
    }

    fn constant(&mut self, number: i128, span: Span) -> Expr {
        let at = self.constants.iter().position(|known| *known == number).unwrap_or_else(|| {
            self.constants.push(number);
            self.constants.len() - 1
        });
        if at >= value::CONSTANTS {
            self.unsupported(span, "so many constants");
            return Expr::Unknown;
        }
        Expr::Value(value::constant(at))
    }
}

/// A new entry at which the caller picks what it hands in.
fn call(code: &mut Code, role: Role, params: &[Slot], entry: u16, span: Span) -> u16 {
    let hands_in = match role {
        Role::Init => false,
        Role::Insert | Role::Contains => true,
        Role::Remove => code.kind == Kind::Set,
    };
    if !hands_in {
        return entry;
    }
    let ops = params.iter().flat_map(|slot| [Op::Pick(*slot), Op::Set(code.pending(), Expr::Slot(*slot))]).collect();
    let from = code.locations.len() as u16;
    code.locations.push(Location {
        is_within_atomic: false,
        edges: vec![code.edges.len()],
        facts: Vec::new(),
        live: Vec::new(),
        span,
    });
    code.edges.push(Edge { from, to: entry, ops, span });
    from
}

/// Whether a conversion keeps every number: the one type has all the numbers of the other.
fn keeps_numbers(to: Type, from: Type) -> bool {
    match (to, from) {
        (Type::Int { bits, is_signed }, Type::Int { bits: from_bits, is_signed: from_signed }) => {
            match (is_signed, from_signed) {
                (true, true) | (false, false) => bits >= from_bits,
                (true, false) => bits > from_bits,
                (false, true) => false,
            }
        }
        _ => true,
    }
}
