//! Code expressions.
//!
//! `|{ var x; A: …; goto B, C; B: …; return e; }|` is true if every run from its first block that satisfies its
//! assumptions satisfies its assertions and returns true. As a term, with V the current values of its locals:
//!
//! ```text
//! run(assume E; S, V)      E[V] ⇒ run(S, V)
//! run(assert E; S, V)      E[V] ∧ run(S, V)
//! run(x := E; S, V)        run(S, V[x := E[V]])
//! run(havoc x; S, V)       run(S, V[x := x']), x' new
//! run(goto B, C, V)        run(B, V) ∧ run(C, V)
//! run(return e, V)         e[V]
//! ```
//!
//! under a universal quantifier over the initial values of the locals and all x'. Paths are followed one by one, so
//! there is a limit to them.

use super::{Encoder, Gap};
use crate::typed::{BlockId, BoundVar, Cmd, CmdKind, CodeExpr, CodeTransfer, Expr, Var};
use smt::{Sort, TermId};
use source::Span;
use std::sync::Arc;

/// How many blocks are gone through, over all paths.
const LIMIT: usize = 2_000;

/// `|{ … }|` as a term.
pub fn encode(encoder: &mut Encoder, code: &CodeExpr, span: Span) -> Result<TermId, Gap> {
    let vars = encoder.bind(&code.locals, span)?;
    let mut paths = Paths { encoder, code, vars, visits: 0, span };
    let body = paths.block(BlockId(0), &mut Vec::new());
    let vars = paths.vars;
    encoder.leave_binder();
    let body = body?;
    if vars.is_empty() {
        return Ok(body);
    }
    Ok(encoder.terms.quantifier(smt::Quantifier::plain(smt::QuantifierKind::Forall, vars, body)))
}

struct Paths<'e, 'a> {
    encoder: &'e mut Encoder<'a>,
    code: &'e CodeExpr,
    /// The variables to quantify over.
    vars: Vec<(Arc<str>, Sort)>,
    visits: usize,
    span: Span,
}

impl Paths<'_, '_> {
    /// All runs from the start of a block, in the encoder's current bindings, which are put back afterwards.
    fn block(&mut self, id: BlockId, path: &mut Vec<BlockId>) -> Result<TermId, Gap> {
        self.visits += 1;
        if self.visits > LIMIT {
            return Err(Gap::new("code expressions with so many paths are not supported", self.span));
        }
        if path.contains(&id) {
            return Err(Gap::new("loops in code expressions are not supported", self.span));
        }
        path.push(id);
        let before = self.encoder.bindings(&self.code.locals);
        let result = self.run(id, path);
        self.encoder.rebind(&self.code.locals, &before);
        path.pop();
        result
    }

    fn run(&mut self, id: BlockId, path: &mut Vec<BlockId>) -> Result<TermId, Gap> {
        let code = self.code;
        let block = &code.blocks[id.index()];
        let mut conditions = Vec::new();
        for cmd in &block.cmds {
            self.cmd(cmd, &mut conditions)?;
        }
        let mut result = match &block.transfer {
            CodeTransfer::Return(expr) => self.expr(expr)?,
            CodeTransfer::Goto(targets) => {
                let all: Result<Vec<TermId>, Gap> = targets.iter().map(|target| self.block(*target, path)).collect();
                self.encoder.terms.and(all?)
            }
        };
        for condition in conditions.into_iter().rev() {
            result = match condition {
                Condition::Assumed(term) => self.encoder.terms.implies(term, result),
                Condition::Asserted(term) => self.encoder.terms.and([term, result]),
            };
        }
        Ok(result)
    }

    fn cmd(&mut self, cmd: &Cmd, conditions: &mut Vec<Condition>) -> Result<(), Gap> {
        match &cmd.kind {
            CmdKind::Assert(expr) | CmdKind::Prove { claim: _, expr } => {
                conditions.push(Condition::Asserted(self.expr(expr)?))
            }
            CmdKind::Assume { expr, .. } => conditions.push(Condition::Assumed(self.expr(expr)?)),
            CmdKind::Assign(assignments) => {
                let values: Result<Vec<TermId>, Gap> = assignments.iter().map(|(_, value)| self.expr(value)).collect();
                for ((target, _), value) in assignments.iter().zip(values?) {
                    let local = self.local(*target, cmd.span)?;
                    self.encoder.rebind(&[local], &[value]);
                }
            }
            CmdKind::Havoc(targets) => {
                for target in targets {
                    let local = self.local(*target, cmd.span)?;
                    let (name, sort) = self.encoder.extend_binder(&local, self.vars.len(), cmd.span)?;
                    let value = self.encoder.terms.constant(&name);
                    self.vars.push((name, sort));
                    self.encoder.rebind(&[local], &[value]);
                }
            }
            CmdKind::Call(_) | CmdKind::Async(_) | CmdKind::Parallel(_) | CmdKind::LoopYield(_) => {
                return Err(Gap::new("calls in code expressions are not supported", cmd.span));
            }
            CmdKind::Measure(_) => return Err(Gap::new("measures in code expressions are not supported", cmd.span)),
            CmdKind::Visibility(_) => {}
        }
        Ok(())
    }

    /// An expression in the current bindings.
    fn expr(&mut self, expr: &Expr) -> Result<TermId, Gap> {
        self.encoder.in_new_scope(|encoder| encoder.expr(expr))
    }

    fn local(&self, target: Var, span: Span) -> Result<BoundVar, Gap> {
        let local = self.code.locals.iter().find(|local| Var::Bound(local.id) == target);
        local
            .cloned()
            .ok_or_else(|| Gap::new("assignments to other variables in code expressions are not supported", span))
    }
}

enum Condition {
    Assumed(TermId),
    Asserted(TermId),
}
