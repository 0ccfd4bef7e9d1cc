//! Permissions in procedures without threads: what the sequential engine is told of them.
//!
//! The bodies of plain and pure procedures are checked as they are, with two changes.
//!
//! - A call of a primitive becomes its steps: its declaration does not say that it changes a variable of the caller.
//! - The law of [`super::availability`] is assumed, for the variables that hold permissions there:
//!
//! ```text
//! at the entry       every caller passes permissions that it holds, each once, and leaves the linear globals theirs
//! after a call       the callee has kept the law, and returns with the permissions that it owes
//! at a loop head     the law holds at every point of a run; the head forgets what the variables were before the loop
//! ```
//!
//! Each of the three is a point of a run of the whole program, and the rules keep the law at all of them; so the
//! assumptions exclude no run. They rest on the caller from outside, as preconditions do.

use super::availability::{Availability, Point, loop_heads};
use super::permissions::Permissions;
use super::primitives::{self, PrimitiveCall};
use crate::civl::{self, Body, Civl, Routine};
use ivl::build::{Build, assume, var};
use ivl::typed::{BlockId, Call, Cmd, CmdKind, Expr, Var};
use source::Span;

/// Changes the bodies of the plain and pure procedures of the program, which is the one that was elaborated.
pub fn instrument(civl: &Civl, permissions: &Permissions, availability: &Availability, build: &mut Build) {
    let mut instrumenting = Instrumenting { civl, permissions, availability, build };
    for routine in &civl.routines {
        match routine {
            Routine::Plain { bodies, .. } => bodies.iter().for_each(|body| instrumenting.body(body)),
            Routine::Pure { body, .. } => body.iter().for_each(|body| instrumenting.body(body)),
            Routine::Primitive { .. } | Routine::Action(_) | Routine::Yield(_) | Routine::Invariant(_) => {}
        }
    }
}

struct Instrumenting<'a> {
    civl: &'a Civl<'a>,
    permissions: &'a Permissions,
    availability: &'a Availability,
    build: &'a mut Build,
}

impl Instrumenting<'_> {
    fn body(&mut self, body: &Body) {
        let heads = loop_heads(body);
        for (at, block) in body.blocks.iter().enumerate() {
            let id = BlockId(at as u32);
            let mut cmds = Vec::new();
            if at == 0 || heads.contains(&id) {
                let held = self.availability.in_body(body.implementation, id, 0);
                cmds.extend(self.law(body, held, block.span));
            }
            let implementation = body.implementation.index();
            let old = std::mem::take(&mut self.build.program.implementations[implementation].blocks[at].cmds);
            // The calls of the block, in their order, are those of the elaborated block.
            let mut calls = block.cmds.iter().enumerate().filter(|(_, cmd)| is_call(cmd));
            for cmd in old {
                let CmdKind::Call(call) = &cmd.kind else {
                    cmds.push(cmd);
                    continue;
                };
                let position = calls.next().map(|(position, _)| position);
                let held = position.map(|position| self.availability.in_body(body.implementation, id, position + 1));
                let span = cmd.span;
                match self.primitive(call, span) {
                    Some(steps) => cmds.extend(steps),
                    None => cmds.push(cmd),
                }
                cmds.extend(held.into_iter().flat_map(|held| self.law(body, held, span)));
            }
            self.build.program.implementations[implementation].blocks[at].cmds = cmds;
        }
    }

    /// The steps of the call, if the callee is a primitive.
    fn primitive(&mut self, call: &Call, span: Span) -> Option<Vec<Cmd>> {
        let Routine::Primitive { primitive, params: _ } = &self.civl.routines[call.procedure.index()] else {
            return None;
        };
        let Call { procedure, ins, outs, .. } = call;
        let call = PrimitiveCall { primitive: *primitive, callee: *procedure, ins, outs, span };
        let steps = primitives::lower(self.build, self.permissions, &call);
        Some(steps.into_iter().map(Cmd::from).collect())
    }

    /// What is believed of the variables that hold permissions.
    fn law(&mut self, body: &Body, held: &Point, span: Span) -> Vec<Cmd> {
        let locals = held.locals.iter().map(|id| (Var::Local(*id), &body.locals[id.index()].variable.ty));
        let globals = held.globals.iter().map(|id| (Var::Global(*id), &self.civl.program.globals[id.index()].ty));
        let values: Vec<Expr> = locals.chain(globals).map(|(id, ty)| var(id, ty, span)).collect();
        let mut facts = self.permissions.disjoint(self.build, &values, &[]);
        facts.extend(self.permissions.well_formed(self.build, &values));
        facts.into_iter().map(|fact| assume(fact, span)).collect()
    }
}

fn is_call(cmd: &civl::Cmd) -> bool {
    match &cmd.kind {
        civl::CmdKind::Atomic { .. } => true,
        civl::CmdKind::Assert { .. }
        | civl::CmdKind::Assume { .. }
        | civl::CmdKind::Assign(_)
        | civl::CmdKind::Unpack { .. }
        | civl::CmdKind::Havoc(_)
        | civl::CmdKind::Measure(_)
        | civl::CmdKind::Invariant(_)
        | civl::CmdKind::Call(_)
        | civl::CmdKind::Async { .. }
        | civl::CmdKind::Parallel(_) => false,
    }
}
