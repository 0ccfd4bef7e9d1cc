//! Which actions and mover procedures may change a global variable.
//!
//! A `modifies` clause may be left out, so the answer is read off the code as well: it is the least set that contains
//! every routine with a nonempty clause, every routine whose code assigns a global, and every routine that calls one of
//! the set. What a yield procedure calls is what stands for the callee at the procedure's own layer, since only the
//! steps of mover procedures, which are taken at their layer, are asked about.

use crate::calls::Callee;
use crate::civl::{Action, Arm, Block, Call, Civl, Cmd, CmdKind, Layer, Routine, YieldProcedure};
use ivl::typed::{Expr, ExprKind, ProcedureId, Var};
use ivl::visit::walk;

/// The routines that may change a global, by id.
pub struct Effects {
    changes: Vec<bool>,
}

impl Effects {
    pub fn new(civl: &Civl) -> Effects {
        let declared = civl.program.procedures.iter().map(|procedure| !procedure.modifies.is_empty());
        let mut effects = Effects { changes: declared.collect() };
        loop {
            let mut grew = false;
            for at in 0..civl.routines.len() {
                if !effects.changes[at] && effects.routine_changes(civl, &civl.routines[at]) {
                    effects.changes[at] = true;
                    grew = true;
                }
            }
            if !grew {
                return effects;
            }
        }
    }

    pub fn changes_globals(&self, routine: ProcedureId) -> bool {
        self.changes[routine.index()]
    }

    fn routine_changes(&self, civl: &Civl, routine: &Routine) -> bool {
        match routine {
            Routine::Plain | Routine::Pure { .. } | Routine::Primitive { .. } | Routine::Invariant(_) => false,
            Routine::Action(action) => self.action_changes(civl, action),
            Routine::Yield(procedure) => self.procedure_changes(civl, procedure),
        }
    }

    fn action_changes(&self, civl: &Civl, action: &Action) -> bool {
        self.blocks_change(civl, &action.body.blocks, action.layers.lower)
    }

    fn procedure_changes(&self, civl: &Civl, procedure: &YieldProcedure) -> bool {
        let code = procedure.body.as_ref().map_or(&[][..], |body| &body.blocks);
        !procedure.modifies.is_empty() || self.blocks_change(civl, code, procedure.layer)
    }

    fn blocks_change(&self, civl: &Civl, blocks: &[Block], layer: Layer) -> bool {
        blocks.iter().flat_map(|block| &block.cmds).any(|cmd| self.cmd_changes(civl, cmd, layer))
    }

    fn cmd_changes(&self, civl: &Civl, cmd: &Cmd, layer: Layer) -> bool {
        match &cmd.kind {
            CmdKind::Assert { .. } | CmdKind::Assume { .. } | CmdKind::Measure(_) | CmdKind::Invariant(_) => false,
            CmdKind::Assign(pairs) => pairs.iter().any(|(target, _)| is_global(target)),
            CmdKind::Unpack { targets, .. } | CmdKind::Havoc(targets) => targets.iter().any(is_global),
            CmdKind::Atomic { callee, ins, outs, .. } => self.atomic_changes(civl, *callee, ins, outs),
            CmdKind::Call(call) | CmdKind::Async { call, .. } => self.call_changes(civl, call, layer),
            CmdKind::Parallel(arms) => arms.iter().any(|arm| match arm {
                Arm::Call(call) => self.call_changes(civl, call, layer),
                Arm::Invariant(_) => false,
            }),
        }
    }

    /// A primitive changes the variable it takes permissions from or gives them to, and that may be an in-parameter.
    pub fn atomic_changes(&self, civl: &Civl, callee: ProcedureId, ins: &[Expr], outs: &[Var]) -> bool {
        let is_primitive = matches!(civl.routines[callee.index()], Routine::Primitive { .. });
        self.changes_globals(callee) || outs.iter().any(is_global) || is_primitive && ins.iter().any(reads_global)
    }

    fn call_changes(&self, civl: &Civl, call: &Call, layer: Layer) -> bool {
        match civl.callee_at(call.callee, layer) {
            Callee::Action(_, action) => self.changes_globals(action.id),
            Callee::Nothing => false,
            Callee::Mover(callee, _) | Callee::Yields(callee) => self.changes_globals(callee.id),
            Callee::Missing => true,
        }
    }
}

fn is_global(var: &Var) -> bool {
    matches!(var, Var::Global(_))
}

fn reads_global(expr: &Expr) -> bool {
    let mut found = false;
    walk(expr, &mut |part| {
        found |= matches!(part.kind(), ExprKind::Var(Var::Global(_)));
        !found
    });
    found
}
