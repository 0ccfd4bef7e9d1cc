//! What actions and mover procedures may do that other threads notice: change a global variable, or start a thread.
//!
//! A `modifies` clause may be left out, so the answer is read off the code as well. Of each effect, it is the least set
//! that contains every routine whose code, or for changes whose clause, shows it, and every routine that calls one of the
//! set. What a yield procedure calls is what stands for the callee at the procedure's own layer, since only the steps of
//! mover procedures, which are taken at their layer, are asked about.

use crate::calls::Callee;
use crate::civl::{Arm, Block, Call, Civl, Cmd, CmdKind, Layer, Routine, YieldProcedure};
use ivl::typed::{Expr, ExprKind, ProcedureId, Var};
use ivl::visit::walk;

/// What a routine may do.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effect {
    pub changes_globals: bool,
    pub starts_thread: bool,
    /// A thread with a precondition at the layer may still wait to begin when the routine returns.
    pub leaves_waiting: bool,
}

impl Effect {
    fn or(self, other: Effect) -> Effect {
        Effect {
            changes_globals: self.changes_globals || other.changes_globals,
            starts_thread: self.starts_thread || other.starts_thread,
            leaves_waiting: self.leaves_waiting || other.leaves_waiting,
        }
    }

    fn changing(changes_globals: bool) -> Effect {
        Effect { changes_globals, ..Effect::default() }
    }

    /// Of starting the thread at the layer.
    pub fn of_start(civl: &Civl, callee: &YieldProcedure, layer: Layer) -> Effect {
        let at_this_layer = |id| civl.invariant(id).is_none_or(|invariant| invariant.layer == layer);
        let leaves_waiting = callee.requires_calls.iter().any(|call| at_this_layer(call.invariant));
        Effect { changes_globals: false, starts_thread: true, leaves_waiting }
    }
}

/// The effects of all routines, by id.
pub struct Effects {
    effects: Vec<Effect>,
}

impl Effects {
    pub fn new(civl: &Civl) -> Effects {
        let declared = civl.program.procedures.iter().map(|procedure| Effect::changing(!procedure.modifies.is_empty()));
        let mut effects = Effects { effects: declared.collect() };
        loop {
            let mut grew = false;
            for (at, routine) in civl.routines.iter().enumerate() {
                let effect = effects.effects[at].or(effects.routine(civl, routine));
                grew |= effect != effects.effects[at];
                effects.effects[at] = effect;
            }
            if !grew {
                return effects;
            }
        }
    }

    pub fn of(&self, routine: ProcedureId) -> Effect {
        self.effects[routine.index()]
    }

    fn routine(&self, civl: &Civl, routine: &Routine) -> Effect {
        match routine {
            Routine::Plain { .. } | Routine::Pure { .. } | Routine::Primitive { .. } | Routine::Invariant(_) => {
                Effect::default()
            }
            Routine::Action(action) => self.blocks(civl, &action.body.blocks, action.layers.lower),
            Routine::Yield(procedure) => {
                let code = procedure.body.as_ref().map_or(&[][..], |body| &body.blocks);
                self.blocks(civl, code, procedure.layer)
            }
        }
    }

    fn blocks(&self, civl: &Civl, blocks: &[Block], layer: Layer) -> Effect {
        let effects = blocks.iter().flat_map(|block| &block.cmds).map(|cmd| self.cmd(civl, cmd, layer));
        effects.fold(Effect::default(), Effect::or)
    }

    fn cmd(&self, civl: &Civl, cmd: &Cmd, layer: Layer) -> Effect {
        match &cmd.kind {
            CmdKind::Assert { .. } | CmdKind::Assume { .. } | CmdKind::Measure(_) | CmdKind::Invariant(_) => {
                Effect::default()
            }
            CmdKind::Assign(pairs) => Effect::changing(pairs.iter().any(|(target, _)| is_global(target))),
            CmdKind::Unpack { targets, .. } | CmdKind::Havoc(targets) => {
                Effect::changing(targets.iter().any(is_global))
            }
            CmdKind::Atomic { callee, ins, outs, .. } => {
                Effect::changing(self.atomic_changes(civl, *callee, ins, outs))
            }
            CmdKind::Call(call) => self.call(civl, call, layer),
            CmdKind::Async { call, .. } => match civl.callee_at(call.callee, layer) {
                Callee::Yields(callee) => Effect::of_start(civl, callee, layer),
                Callee::Action(..) | Callee::Nothing | Callee::Mover(..) | Callee::Missing => {
                    self.call(civl, call, layer)
                }
            },
            CmdKind::Parallel(arms) => {
                let effects = arms.iter().map(|arm| match arm {
                    Arm::Call(call) => self.call(civl, call, layer),
                    Arm::Invariant(_) => Effect::default(),
                });
                effects.fold(Effect::default(), Effect::or)
            }
        }
    }

    /// A primitive changes the variable it takes permissions from or gives them to, and that may be an in-parameter.
    pub fn atomic_changes(&self, civl: &Civl, callee: ProcedureId, ins: &[Expr], outs: &[Var]) -> bool {
        let is_primitive = matches!(civl.routines[callee.index()], Routine::Primitive { .. });
        self.of(callee).changes_globals || outs.iter().any(is_global) || is_primitive && ins.iter().any(reads_global)
    }

    fn call(&self, civl: &Civl, call: &Call, layer: Layer) -> Effect {
        match civl.callee_at(call.callee, layer) {
            Callee::Action(_, action) => self.of(action.id),
            Callee::Nothing => Effect::default(),
            Callee::Mover(callee, _) | Callee::Yields(callee) => self.of(callee.id),
            Callee::Missing => Effect { changes_globals: true, starts_thread: true, leaves_waiting: true },
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
