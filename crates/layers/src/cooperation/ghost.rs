//! Assumptions in pure procedures do not block.
//!
//! A call of a pure procedure does not exist below its layers: the program does not wait for it. So a pure procedure is
//! no place to wait, wherever its call stands, before a commit or after it. What its contract says is believed at the
//! call, and the proof of the contract speaks of the runs that return; there has to be one. With
//! [`crate::elaborate::discipline::ghost`], which asks for measures, the law is
//!
//! ```text
//! pre(P)  ==>  some run of P returns
//! ```
//!
//! Which run it is may be chosen: the branch at a `goto`, and the value of a variable that was just havocked. So, for the
//! assumptions `A` that stand side by side at a place, and `open` the variables that are arbitrary there and not used yet:
//!
//! ```text
//! … A …                                  check (exists open :: A); assume A
//! goto L1, …, Ln, with A1, …, An there   check (exists open :: A1 || … || An); goto L1, …, Ln
//! ```
//!
//! A guard is an assumption of its branch, so that `if` and `while` owe nothing for themselves. A `free` invariant is
//! believed, as `free` conditions are, and told by [`crate::trust`].

use crate::civl::{Body, Civl, Routine};
use crate::cooperation::choices::for_some;
use crate::cooperation::disguised::assumed_by;
use crate::yields::codes::BLOCKED;
use ivl::attributes::starts_true;
use ivl::build::{Build, all, any, is_literal};
use ivl::typed::{Assumption, Block, Claim, Cmd, CmdKind, Expr, LocalId, ProcedureId, Transfer, Var};
use source::{Diagnostic, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Adds the checks to the bodies of the pure procedures.
pub fn pure_procedures(civl: &Civl, build: &mut Build) {
    for (at, routine) in civl.routines.iter().enumerate() {
        match routine {
            Routine::Pure { params: _, body: Some(body) } => {
                Checking { civl, build, body, id: ProcedureId(at as u32) }.check();
            }
            Routine::Pure { params: _, body: None }
            | Routine::Plain { .. }
            | Routine::Primitive { .. }
            | Routine::Action(_)
            | Routine::Yield(_)
            | Routine::Invariant(_) => {}
        }
    }
}

struct Checking<'a> {
    civl: &'a Civl<'a>,
    build: &'a mut Build,
    body: &'a Body,
    id: ProcedureId,
}

/// Assumptions side by side.
struct Side {
    expr: Expr,
    /// Of the first one that is written as `assume`; none if all are guards.
    stated: Option<Span>,
}

impl Checking<'_> {
    fn check(&mut self) {
        let implementation = self.body.implementation.index();
        let mut blocks = self.build.program.implementations[implementation].blocks.clone();
        let leading: Vec<(Side, usize)> = blocks.iter().map(|block| side(&block.cmds, block.span)).collect();
        for (at, block) in blocks.iter_mut().enumerate() {
            let cmds = self.within(at, block, leading[at].1);
            block.cmds = cmds;
        }
        self.build.program.implementations[implementation].blocks = blocks.clone();
        for (at, block) in blocks.iter().enumerate() {
            let Transfer::Goto { targets, .. } = &block.transfer else { continue };
            let sides: Vec<&Side> = targets.iter().map(|target| &leading[target.index()].0).collect();
            let Some(span) = sides.iter().find_map(|side| side.stated) else { continue };
            let condition = any(sides.iter().map(|side| side.expr.clone()), span);
            if is_literal(&condition) != Some(true) && sides.iter().all(|side| is_literal(&side.expr) != Some(true)) {
                let open = self.open_before(at, block, block.cmds.len());
                let check = self.does_not_block(&condition, &open, span);
                self.build.program.implementations[implementation].blocks[at].cmds.push(check);
            }
        }
    }

    /// The commands of a block with checks before its assumptions. The predecessors answer for those that it begins with.
    fn within(&mut self, at: usize, block: &Block, leading: usize) -> Vec<Cmd> {
        let mut cmds = Vec::new();
        let mut position = 0;
        while position < block.cmds.len() {
            let (side, length) = side(&block.cmds[position..], block.span);
            if let Some(span) = side.stated.filter(|_| at == 0 || position >= leading.max(1)) {
                let open = self.open_before(at, block, position);
                cmds.push(self.does_not_block(&side.expr, &open, span));
            }
            if let CmdKind::Call(call) = &block.cmds[position].kind
                && let Some(condition) = assumed_by(self.civl, call.procedure, &call.ins, block.cmds[position].span)
            {
                let open = self.open_before(at, block, position);
                cmds.push(self.does_not_block(&condition, &open, block.cmds[position].span));
            }
            let next = position + length.max(1);
            cmds.extend(block.cmds[position..next].iter().cloned());
            position = next;
        }
        cmds
    }

    fn does_not_block(&mut self, condition: &Expr, open: &BTreeSet<LocalId>, span: Span) -> Cmd {
        let expr = for_some(self.build, self.body, condition, open);
        let message = format!("this assumption of the pure procedure `{}` might not hold", self.civl.name(self.id));
        let failure = Diagnostic::error(&BLOCKED, span, message)
            .label(span, "the program does not wait for ghost code")
            .help("assert it, or require it of the callers");
        let claim = Arc::new(Claim { kind: "non-blocking", failure });
        Cmd { kind: CmdKind::Prove { claim, expr }, attributes: Vec::new(), span }
    }

    /// The locals with an arbitrary value that nothing has looked at: those of a `havoc` right before the position; at
    /// the entry, all but the in-parameters and those that start as true.
    fn open_before(&self, at: usize, block: &Block, position: usize) -> BTreeSet<LocalId> {
        let mut open = BTreeSet::new();
        for cmd in block.cmds[..position].iter().rev() {
            let CmdKind::Havoc(vars) = &cmd.kind else { return open };
            open.extend(vars.iter().filter_map(|var| match var {
                Var::Local(local) => Some(*local),
                Var::Global(_) | Var::Const(_) | Var::Bound(_) => None,
            }));
        }
        let is_entered_once = self.body.blocks.iter().all(|block| block.successors().iter().all(|to| to.index() != 0));
        if at == 0 && is_entered_once {
            let ins = self.civl.program.procedures[self.id.index()].ins;
            let locals = self.body.locals.iter().enumerate().skip(ins);
            let arbitrary = locals.filter(|(_, local)| !starts_true(&local.variable.attributes));
            open.extend(arbitrary.map(|(index, _)| LocalId(index as u32)));
        }
        open
    }
}

/// What is assumed at the start of the commands, and by how many of them.
fn side(cmds: &[Cmd], span: Span) -> (Side, usize) {
    let (mut exprs, mut stated) = (Vec::new(), None);
    for cmd in cmds {
        match &cmd.kind {
            CmdKind::Assume { expr, origin: Assumption::Stated } => {
                if is_literal(expr) != Some(true) {
                    stated = stated.or(Some(cmd.span));
                }
                exprs.push(expr.clone());
            }
            CmdKind::Assume { expr, origin: Assumption::Guard { .. } } => exprs.push(expr.clone()),
            _ => break,
        }
    }
    let length = exprs.len();
    (Side { expr: all(exprs, span), stated }, length)
}
