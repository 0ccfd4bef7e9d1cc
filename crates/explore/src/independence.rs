//! Does the program only pass values on?
//!
//! If values are copied and returned, and compared with each other for equality at most, then a run with other distinct
//! values is the same run, and states that differ in the names of values are one. The analysis
//! ignores the order of steps: a variable may hold an inserted value if one is ever assigned to it.

use concurrent::program::*;
use concurrent::spec::Spec;

pub fn is_data_independent(program: &Program, spec: &Spec) -> bool {
    let holds = Holders::new(program, spec);
    let is_used = program.procedures.iter().enumerate().any(|(at, procedure)| {
        procedure.edges.iter().flat_map(|edge| &edge.step.cmds).any(|cmd| {
            let exprs = match &cmd.kind {
                CmdKind::Assume(expr) | CmdKind::Assert(expr) | CmdKind::Free(expr) => [Some(expr), None],
                CmdKind::Assign { target, value } => [Some(value), base(target)],
                CmdKind::Havoc(target) => [base(target), None],
                CmdKind::Alloc { .. } => [None, None],
            };
            exprs.into_iter().flatten().any(|expr| holds.computes(at, expr))
        })
    });
    !is_used
}

fn base(place: &Place) -> Option<&Expr> {
    match &place.kind {
        PlaceKind::Field { base, .. } => Some(base),
        PlaceKind::Local(_) | PlaceKind::Global(_) => None,
    }
}

/// The places that may hold an inserted value.
pub struct Holders {
    globals: Vec<bool>,
    fields: Vec<Vec<bool>>,
    locals: Vec<Vec<bool>>,
}

impl Holders {
    pub fn new(program: &Program, spec: &Spec) -> Holders {
        let mut holds = Holders {
            globals: vec![false; program.globals.len()],
            fields: program.records.iter().map(|record| vec![false; record.fields.len()]).collect(),
            locals: program.procedures.iter().map(|procedure| vec![false; procedure.locals.len()]).collect(),
        };
        for id in spec.operations() {
            for param in &program.procedure(id).params {
                holds.locals[id.index()][param.index()] = true;
            }
        }
        while holds.spread(program) {}
        holds
    }

    /// Follows every assignment once; says whether something was new.
    fn spread(&mut self, program: &Program) -> bool {
        let mut changed = false;
        for (at, procedure) in program.procedures.iter().enumerate() {
            for cmd in procedure.edges.iter().flat_map(|edge| &edge.step.cmds) {
                if let CmdKind::Assign { target, value } = &cmd.kind
                    && self.may_be_data(at, value)
                {
                    let holder = self.holder(at, target);
                    changed |= !*holder;
                    *holder = true;
                }
            }
        }
        changed
    }

    fn holder(&mut self, procedure: usize, place: &Place) -> &mut bool {
        match &place.kind {
            PlaceKind::Local(local) => &mut self.locals[procedure][local.index()],
            PlaceKind::Global(global) => &mut self.globals[global.index()],
            PlaceKind::Field { record, field, .. } => &mut self.fields[record.index()][field.index()],
        }
    }

    pub fn may_be_data(&self, procedure: usize, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Read(place) => match &place.kind {
                PlaceKind::Local(local) => self.locals[procedure][local.index()],
                PlaceKind::Global(global) => self.globals[global.index()],
                PlaceKind::Field { record, field, .. } => self.fields[record.index()][field.index()],
            },
            ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => false,
            ExprKind::Unary { arg, .. } => self.may_be_data(procedure, arg),
            ExprKind::Binary { op: BinaryOp::Equal | BinaryOp::NotEqual, .. } => false,
            ExprKind::Binary { left, right, .. } => {
                self.may_be_data(procedure, left) || self.may_be_data(procedure, right)
            }
        }
    }

    /// Whether the expression does more with an inserted value than to compare it with another one for equality.
    fn computes(&self, procedure: usize, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Read(place) => base(place).is_some_and(|base| self.computes(procedure, base)),
            ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => false,
            ExprKind::Unary { arg, .. } => self.may_be_data(procedure, arg) || self.computes(procedure, arg),
            ExprKind::Binary { op, left, right } => {
                let is_equality = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
                let is_data = [left, right].map(|side| self.may_be_data(procedure, side));
                (is_data != [false, false] && !(is_equality && is_data == [true, true]))
                    || self.computes(procedure, left)
                    || self.computes(procedure, right)
            }
        }
    }
}
