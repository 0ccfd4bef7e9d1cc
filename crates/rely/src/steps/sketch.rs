//! A plain procedure under construction: one obligation.

use crate::assumptions::Reason;
use ivl::build::{Build, assume, goto, int_lit, is_literal, var};
use ivl::typed::{
    Attribute, AttributeParam, Block, BlockId, Claim, Cmd, CmdKind, Expr, ExprKind, GlobalId, Implementation,
    ImplementationId, LocalId, Procedure, ProcedureId, Role, Transfer, Type, Var, Variable,
};
use source::{Diagnostic, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

pub struct Sketch {
    pub locals: Vec<Variable>,
    hidden: Vec<LocalId>,
    blocks: Vec<Block>,
    pub current: BlockId,
    /// Whether nothing but guesses is proved.
    pub believes: bool,
    span: Span,
}

impl Sketch {
    pub fn new(span: Span) -> Sketch {
        let mut sketch = Sketch {
            locals: Vec::new(),
            hidden: Vec::new(),
            blocks: Vec::new(),
            current: BlockId(0),
            believes: false,
            span,
        };
        sketch.current = sketch.block(span);
        sketch
    }

    /// A new block that ends the run.
    pub fn block(&mut self, span: Span) -> BlockId {
        let id = BlockId(self.blocks.len() as u32);
        let transfer = Transfer::Return { attributes: Vec::new(), span };
        self.blocks.push(Block { label: format!("b{}", id.0).into(), cmds: Vec::new(), transfer, span });
        id
    }

    pub fn local(&mut self, name: &str, ty: Type, span: Span) -> LocalId {
        let variable = Variable { name: name.into(), ty, where_clause: None, attributes: Vec::new(), span };
        self.locals.push(variable);
        LocalId(self.locals.len() as u32 - 1)
    }

    /// A variable that traces do not show.
    pub fn hidden(&mut self, name: &str, ty: Type) -> LocalId {
        let local = self.local(name, ty, self.span);
        self.hidden.push(local);
        local
    }

    pub fn value(&self, local: LocalId) -> Expr {
        let variable = &self.locals[local.index()];
        var(Var::Local(local), &variable.ty, variable.span)
    }

    pub fn push(&mut self, kind: CmdKind, span: Span) {
        self.blocks[self.current.index()].cmds.push(Cmd { kind, attributes: Vec::new(), span });
    }

    /// Taken for granted, for a reason that [`crate::assumptions`] lists.
    pub fn assume(&mut self, reason: Reason, expr: Expr) {
        if is_literal(&expr) != Some(true) {
            let span = expr.span();
            let reason = Attribute { name: reason.name().into(), params: Vec::new(), span };
            let command = Cmd { attributes: vec![reason], ..assume(expr, span) };
            self.blocks[self.current.index()].cmds.push(command);
        }
    }

    /// To be proved, or taken for granted while guesses are tried.
    pub fn prove(&mut self, kind: &'static str, failure: Diagnostic, expr: Expr) {
        match self.believes {
            true => self.assume(Reason::Trial, expr),
            false => self.claim(kind, failure, expr),
        }
    }

    /// To be proved in any case.
    pub fn claim(&mut self, kind: &'static str, failure: Diagnostic, expr: Expr) {
        if is_literal(&expr) != Some(true) {
            let span = failure.span;
            self.push(CmdKind::Prove { claim: Arc::new(Claim { kind, failure }), expr }, span);
        }
    }

    /// To be proved in any case, and of no use to what comes after.
    pub fn claim_alone(&mut self, kind: &'static str, failure: Diagnostic, expr: Expr) {
        let span = failure.span;
        let zero = AttributeParam::Expr(int_lit(0, span));
        let attributes = vec![Attribute { name: "subsumption".into(), params: vec![zero], span }];
        let kind = CmdKind::Prove { claim: Arc::new(Claim { kind, failure }), expr };
        self.blocks[self.current.index()].cmds.push(Cmd { kind, attributes, span });
    }

    pub fn assign(&mut self, target: Var, value: Expr, span: Span) {
        self.push(CmdKind::Assign(vec![(target, value)]), span);
    }

    pub fn havoc(&mut self, vars: Vec<Var>, span: Span) {
        if !vars.is_empty() {
            self.push(CmdKind::Havoc(vars), span);
        }
    }

    pub fn jump(&mut self, from: BlockId, targets: Vec<BlockId>, span: Span) {
        self.blocks[from.index()].transfer = match targets[..] {
            [] => Transfer::Return { attributes: Vec::new(), span },
            [target] => goto(target, span),
            _ => Transfer::Goto { targets, attributes: Vec::new(), span },
        };
    }

    /// Goes on in a new block that is entered from the current one.
    pub fn branch(&mut self, from: BlockId, span: Span) -> BlockId {
        let block = self.block(span);
        let mut targets = match &self.blocks[from.index()].transfer {
            Transfer::Goto { targets, .. } => targets.clone(),
            Transfer::Return { .. } => Vec::new(),
        };
        targets.push(block);
        self.jump(from, targets, span);
        self.current = block;
        block
    }

    /// Adds the procedure to the program, without parameters and contract.
    pub fn finish(self, build: &mut Build, name: &str) -> ImplementationId {
        let Sketch { locals, hidden, blocks, current: _, believes: _, span } = self;
        let (read, written) = globals(&blocks);
        // Maps are not shown, and asking the solver for them takes longer than the answer did.
        let shared = read.union(&written).copied().map(Var::Global);
        let hidden: Vec<Var> = hidden.into_iter().map(Var::Local).chain(shared).collect();
        let procedure = ProcedureId(build.program.procedures.len() as u32);
        build.program.procedures.push(Procedure {
            name: name.into(),
            role: Role::Plain,
            type_params: Vec::new(),
            params: Vec::new(),
            ins: 0,
            requires: Vec::new(),
            ensures: Vec::new(),
            modifies: written.into_iter().collect(),
            modifies_at: Vec::new(),
            measures: Vec::new(),
            attributes: Vec::new(),
            span,
        });
        build.program.implementations.push(Implementation {
            procedure,
            name: name.into(),
            locals,
            hidden,
            blocks,
            attributes: Vec::new(),
            span,
            end: span,
        });
        ImplementationId(build.program.implementations.len() as u32 - 1)
    }
}

/// The shared variables that the blocks read, and those that they write.
fn globals(blocks: &[Block]) -> (BTreeSet<GlobalId>, BTreeSet<GlobalId>) {
    let (mut read, mut written) = (BTreeSet::new(), BTreeSet::new());
    let global = |var: &Var| match var {
        Var::Global(global) => Some(*global),
        Var::Local(_) | Var::Const(_) | Var::Bound(_) => None,
    };
    for cmd in blocks.iter().flat_map(|block| &block.cmds) {
        match &cmd.kind {
            CmdKind::Assign(assignments) => written.extend(assignments.iter().filter_map(|(var, _)| global(var))),
            CmdKind::Havoc(vars) => written.extend(vars.iter().filter_map(global)),
            _ => {}
        }
        ivl::visit::for_each_expr_of_cmd(cmd, &mut |expr| {
            ivl::visit::walk(expr, &mut |node| {
                if let ExprKind::Var(var) = node.kind() {
                    read.extend(global(var));
                }
                true
            });
        });
    }
    (read, written)
}
