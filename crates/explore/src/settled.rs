//! What never changes once others can know it: reading it commutes with all steps of other threads.
//!
//! * A global that no operation writes.
//! * With a garbage collector, a field that operations write in new cells only: cells that the function has allocated, and
//!   whose address it has not passed on. With manual memory a cell may be freed and be new again.

use concurrent::program::*;
use concurrent::spec::{Memory, Spec};

pub struct Settled {
    globals: Vec<bool>,
    /// For each record and each of its fields.
    fields: Vec<Vec<bool>>,
}

impl Settled {
    pub fn new(program: &Program, spec: &Spec) -> Settled {
        let is_gc = spec.memory == Memory::Gc;
        let mut settled = Settled {
            globals: vec![true; program.globals.len()],
            fields: program.records.iter().map(|record| vec![is_gc; record.fields.len()]).collect(),
        };
        for id in spec.operations() {
            let procedure = program.procedure(id);
            let new = new_cells(procedure);
            for edge in &procedure.edges {
                let mut new = new[edge.from.index()].clone();
                for cmd in &edge.step.cmds {
                    settled.written(cmd, &new);
                    pass_on(cmd, &mut new);
                }
            }
        }
        settled
    }

    fn written(&mut self, cmd: &Cmd, new: &[bool]) {
        let target = match &cmd.kind {
            CmdKind::Assign { target, .. } | CmdKind::Havoc(target) => target,
            CmdKind::Assume(_) | CmdKind::Assert(_) | CmdKind::Alloc { .. } | CmdKind::Free(_) => return,
        };
        match &target.kind {
            PlaceKind::Local(_) => {}
            PlaceKind::Global(global) => self.globals[global.index()] = false,
            PlaceKind::Field { base, record, field } => {
                if !is_new(base, new) {
                    self.fields[record.index()][field.index()] = false;
                }
            }
        }
    }

    pub fn has_global(&self, global: GlobalId) -> bool {
        self.globals[global.index()]
    }

    pub fn has_field(&self, record: RecordId, field: FieldId) -> bool {
        self.fields[record.index()][field.index()]
    }
}

/// For each node the locals that point to cells whose address the function has not passed on since it allocated them.
pub fn new_cells(procedure: &Procedure) -> Vec<Vec<bool>> {
    let mut new = vec![vec![true; procedure.locals.len()]; procedure.nodes.len()];
    new[procedure.entry.index()].fill(false);
    let mut is_stable = false;
    while !is_stable {
        is_stable = true;
        for edge in &procedure.edges {
            let mut after = new[edge.from.index()].clone();
            edge.step.cmds.iter().for_each(|cmd| pass_on(cmd, &mut after));
            for (known, after) in new[edge.to.index()].iter_mut().zip(after) {
                if *known && !after {
                    *known = false;
                    is_stable = false;
                }
            }
        }
    }
    new
}

/// A copy of a pointer ends what was known of its cell, wherever the copy goes.
pub fn pass_on(cmd: &Cmd, new: &mut [bool]) {
    let assigned = |place: &Place| match place.kind {
        PlaceKind::Local(local) => Some(local),
        PlaceKind::Global(_) | PlaceKind::Field { .. } => None,
    };
    match &cmd.kind {
        CmdKind::Assign { target, value } => {
            if let ExprKind::Read(place) = &value.kind
                && let Some(copied) = assigned(place)
            {
                new[copied.index()] = false;
            }
            assigned(target).into_iter().for_each(|local| new[local.index()] = false);
        }
        CmdKind::Havoc(target) => assigned(target).into_iter().for_each(|local| new[local.index()] = false),
        CmdKind::Alloc { target, .. } => new[target.index()] = true,
        CmdKind::Assume(_) | CmdKind::Assert(_) | CmdKind::Free(_) => {}
    }
}

/// Whether an expression is a local that points to a new cell.
pub fn is_new(base: &Expr, new: &[bool]) -> bool {
    let ExprKind::Read(place) = &base.kind else { return false };
    matches!(place.kind, PlaceKind::Local(local) if new[local.index()])
}
