//! Statements to blocks: labels, jumps, `if`, `while` and `break` become gotos.
//!
//! ```text
//! if (g) { S } else { T }   is   goto Then, Else;   Then: assume g;  S; goto Join;
//!                                                   Else: assume !g; T; goto Join;
//! while (g) invariant I;    is   goto Head;         Head: assert I; measure; goto Done, Body;
//!   measure M; { S }                                Body: assume g;  S; goto Head;
//!                                                   Done: assume !g;
//! ```
//! A free invariant is assumed in place of asserted; a guard `*` assumes nothing. `break` goes to what follows the
//! statement. A label that directly precedes an `if` or `while` names it for `break`. Blocks are numbered as they are
//! met in a jump or in the text, and renumbered in the order of the text at the end; no jump goes to the first block.

use super::{Checker, codes};
use crate::ast;
use crate::typed::{
    Assumption, Attribute, Block, BlockId, CallSite, Cmd, CmdKind, Expr, ExprKind, Name, Transfer, Type, UnaryOp,
};
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};

pub(super) fn lower<'a>(checker: &mut Checker<'a>, body: &'a ast::Body) -> Vec<Block> {
    let mut labels = Vec::new();
    collect_labels(&body.stmts, &mut labels);
    let mut prefix = "anon".to_string();
    while labels.iter().any(|label| label.name.starts_with(&prefix)) {
        prefix.push('0');
    }
    let mut lowering = Lowering {
        checker,
        labels: FxHashMap::default(),
        blocks: Vec::new(),
        order: Vec::new(),
        current: None,
        next_id: 0,
        prefix,
        anonymous: 0,
        enclosing: Vec::new(),
    };
    lowering.declare_labels(&labels);
    lowering.statements(&body.stmts);
    lowering.finish(body.end)
}

struct Lowering<'c, 'a> {
    checker: &'c mut Checker<'a>,
    labels: FxHashMap<&'a str, (BlockId, Span)>,
    /// Finished blocks; jumps and `order` are in terms of the numbers given as blocks were met.
    blocks: Vec<Block>,
    order: Vec<BlockId>,
    /// The block that statements are added to; none after a jump.
    current: Option<OpenBlock>,
    next_id: u32,
    prefix: String,
    anonymous: u32,
    /// The `if` and `while` statements around, outermost first.
    enclosing: Vec<Enclosure<'a>>,
}

struct OpenBlock {
    id: BlockId,
    label: Name,
    cmds: Vec<Cmd>,
    span: Span,
}

struct Enclosure<'a> {
    label: Option<&'a str>,
    is_loop: bool,
    /// What follows the statement.
    exit: BlockId,
    /// Some jump goes there.
    reached: bool,
}

fn collect_labels<'a>(stmts: &'a [ast::Stmt], labels: &mut Vec<&'a ast::Ident>) {
    for stmt in stmts {
        match &stmt.kind {
            ast::StmtKind::Label(label) => labels.push(label),
            ast::StmtKind::While(stmt) => collect_labels(&stmt.body.stmts, labels),
            ast::StmtKind::If(stmt) => {
                let mut current = stmt;
                loop {
                    collect_labels(&current.then_branch.stmts, labels);
                    match &current.else_branch {
                        Some(ast::Else::If(next, _)) => current = next,
                        Some(ast::Else::Block(block)) => {
                            collect_labels(&block.stmts, labels);
                            break;
                        }
                        None => break,
                    }
                }
            }
            ast::StmtKind::Assert { .. }
            | ast::StmtKind::Assume { .. }
            | ast::StmtKind::Measure(_)
            | ast::StmtKind::Havoc(_)
            | ast::StmtKind::Assign { .. }
            | ast::StmtKind::Unpack { .. }
            | ast::StmtKind::Call(_)
            | ast::StmtKind::Break(_)
            | ast::StmtKind::Goto { .. }
            | ast::StmtKind::Return { .. }
            | ast::StmtKind::Visibility { .. }
            | ast::StmtKind::PushScope
            | ast::StmtKind::PopScope => {}
        }
    }
}

impl<'a> Lowering<'_, 'a> {
    fn declare_labels(&mut self, labels: &[&'a ast::Ident]) {
        for label in labels {
            if let Some((_, previous)) = self.labels.get(&*label.name) {
                let previous = *previous;
                self.checker.duplicate("label", label, previous);
            } else {
                let id = self.fresh_id();
                self.labels.insert(&label.name, (id, label.span));
            }
        }
    }

    fn fresh_id(&mut self) -> BlockId {
        self.next_id += 1;
        BlockId(self.next_id - 1)
    }

    fn fresh_name(&mut self) -> String {
        self.anonymous += 1;
        format!("{}{}", self.prefix, self.anonymous - 1)
    }

    fn open(&mut self, id: BlockId, label: impl Into<Name>, span: Span) {
        self.current = Some(OpenBlock { id, label: label.into(), cmds: Vec::new(), span });
    }

    fn close(&mut self, transfer: Transfer) {
        if let Some(OpenBlock { id, label, cmds, span }) = self.current.take() {
            self.order.push(id);
            self.blocks.push(Block { label, cmds, transfer, span });
        }
    }

    fn jump(&mut self, targets: Vec<BlockId>, attributes: Vec<Attribute>, span: Span) {
        self.close(Transfer::Goto { targets, attributes, span });
    }

    /// The commands of the current block; code after a jump starts a block of its own.
    fn cmds(&mut self, span: Span) -> &mut Vec<Cmd> {
        let block = match self.current.take() {
            Some(block) => block,
            None => {
                let (id, label) = (self.fresh_id(), self.fresh_name().into());
                OpenBlock { id, label, cmds: Vec::new(), span }
            }
        };
        &mut self.current.insert(block).cmds
    }

    fn statements(&mut self, stmts: &'a [ast::Stmt]) {
        let mut label: Option<&'a str> = None;
        for stmt in stmts {
            let named = label.take();
            match &stmt.kind {
                ast::StmtKind::Label(ident) => {
                    self.label(ident);
                    label = Some(&ident.name);
                }
                ast::StmtKind::If(statement) => self.if_statement(statement, named, stmt.span),
                ast::StmtKind::While(statement) => self.while_statement(statement, named, stmt.span),
                ast::StmtKind::Break(target) => self.break_statement(target.as_ref(), stmt.span),
                ast::StmtKind::Goto { attributes, labels } => self.goto(attributes, labels, stmt.span),
                ast::StmtKind::Return { attributes } => {
                    let attributes = self.checker.top_attributes(attributes);
                    self.cmds(stmt.span);
                    self.close(Transfer::Return { attributes, span: stmt.span });
                }
                ast::StmtKind::Assert { .. }
                | ast::StmtKind::Assume { .. }
                | ast::StmtKind::Measure(_)
                | ast::StmtKind::Havoc(_)
                | ast::StmtKind::Assign { .. }
                | ast::StmtKind::Unpack { .. }
                | ast::StmtKind::Call(_)
                | ast::StmtKind::Visibility { .. }
                | ast::StmtKind::PushScope
                | ast::StmtKind::PopScope => {
                    let mut cmds = std::mem::take(self.cmds(stmt.span));
                    self.checker.command(stmt, &mut cmds);
                    *self.cmds(stmt.span) = cmds;
                }
            }
        }
    }

    fn label(&mut self, label: &'a ast::Ident) {
        let declared = self.labels.get(&*label.name).copied();
        let id = match declared {
            Some((id, span)) if span == label.span => id,
            _ => self.fresh_id(),
        };
        self.jump(vec![id], Vec::new(), label.span);
        self.open(id, label.name.clone(), label.span);
    }

    fn goto(&mut self, attributes: &'a [ast::Attribute], labels: &'a [ast::Ident], span: Span) {
        let attributes = self.checker.top_attributes(attributes);
        let mut targets = Vec::new();
        for label in labels {
            match self.labels.get(&*label.name) {
                Some((id, _)) => targets.push(*id),
                None => {
                    let message = format!("there is no label `{}` in this body", label.name);
                    self.checker.error(&codes::LABEL, label.span, message);
                }
            }
        }
        self.cmds(span);
        self.jump(targets, attributes, span);
    }

    fn break_statement(&mut self, label: Option<&'a ast::Ident>, span: Span) {
        self.cmds(span);
        let found = self.enclosing.iter_mut().rev().find(|around| match label {
            None => around.is_loop,
            Some(label) => around.label == Some(&label.name),
        });
        match (found, label) {
            (Some(around), _) => {
                around.reached = true;
                let exit = around.exit;
                self.jump(vec![exit], Vec::new(), span);
            }
            (None, None) => self.checker.error(&codes::LABEL, span, "`break` outside a loop"),
            (None, Some(label)) => {
                let message = format!("`{}` is not the label of an `if` or `while` around this `break`", label.name);
                let diagnostic = Diagnostic::error(&codes::LABEL, label.span, message);
                self.checker.report(diagnostic.help("the label stands directly before the `if` or `while`"));
            }
        }
    }

    fn enclose(&mut self, label: Option<&'a str>, is_loop: bool) -> BlockId {
        let exit = self.fresh_id();
        self.enclosing.push(Enclosure { label, is_loop, exit, reached: false });
        exit
    }

    /// Goes on after the innermost `if` or `while`, if anything gets there.
    fn leave(&mut self, span: Span) {
        let Some(around) = self.enclosing.pop() else { return };
        if around.reached {
            self.jump(vec![around.exit], Vec::new(), span);
            let name = self.fresh_name();
            self.open(around.exit, name, span);
        }
    }

    /// Ends a branch: falls through to what follows the innermost `if`.
    fn end_branch(&mut self, span: Span) {
        if self.current.is_some()
            && let Some(around) = self.enclosing.last_mut()
        {
            around.reached = true;
            let exit = around.exit;
            self.jump(vec![exit], Vec::new(), span);
        }
    }

    fn guard(&mut self, guard: &'a ast::Expr) -> Expr {
        let is_shared = self.checker.in_yield_body();
        self.checker.in_shared_state(is_shared, |checker| checker.condition(guard, "a guard"))
    }

    fn assume_guard(&mut self, guard: Option<&Expr>, taken: bool) {
        if let Some(guard) = guard {
            let span = guard.span();
            let negation = || Expr::new(ExprKind::Unary(UnaryOp::Not, guard.clone()), Type::Bool, span);
            let expr = if taken { guard.clone() } else { negation() };
            let kind = CmdKind::Assume { expr, origin: Assumption::Guard { taken } };
            self.cmds(span).push(Cmd { kind, attributes: Vec::new(), span });
        }
    }

    /// A chain of `else if` is one loop here, however long.
    fn if_statement(&mut self, first: &'a ast::If, label: Option<&'a str>, span: Span) {
        self.cmds(span);
        self.enclose(label, false);
        let (mut current, mut span) = (first, span);
        loop {
            let guard = current.guard.as_ref().map(|guard| self.guard(guard));
            let attributes = self.checker.top_attributes(&current.attributes);
            let (then_id, else_id, name) = (self.fresh_id(), self.fresh_id(), self.fresh_name());
            self.jump(vec![then_id, else_id], attributes, span);
            self.open(then_id, format!("{name}_Then"), span);
            self.assume_guard(guard.as_ref(), true);
            self.statements(&current.then_branch.stmts);
            self.end_branch(current.then_branch.end);
            self.open(else_id, format!("{name}_Else"), span);
            self.assume_guard(guard.as_ref(), false);
            match &current.else_branch {
                Some(ast::Else::If(next, next_span)) => {
                    current = next;
                    span = *next_span;
                }
                Some(ast::Else::Block(block)) => {
                    self.statements(&block.stmts);
                    self.end_branch(block.end);
                    break;
                }
                None => {
                    self.end_branch(span);
                    break;
                }
            }
        }
        self.leave(span);
    }

    fn while_statement(&mut self, statement: &'a ast::While, label: Option<&'a str>, span: Span) {
        self.cmds(span);
        self.enclose(label, true);
        let (head, body, done) = (self.fresh_id(), self.fresh_id(), self.fresh_id());
        let name = self.fresh_name();
        self.jump(vec![head], Vec::new(), span);
        self.open(head, format!("{name}_LoopHead"), span);
        for invariant in &statement.invariants {
            self.yield_invariant(invariant);
        }
        for invariant in &statement.invariants {
            self.invariant(invariant);
        }
        for measure in &statement.measures {
            let cmd = self.checker.measure_command(measure);
            self.cmds(span).push(cmd);
        }
        let guard = statement.guard.as_ref().map(|guard| self.guard(guard));
        self.jump(vec![done, body], Vec::new(), span);
        self.open(body, format!("{name}_LoopBody"), span);
        self.assume_guard(guard.as_ref(), true);
        self.statements(&statement.body.stmts);
        self.jump(vec![head], Vec::new(), statement.body.end);
        self.open(done, format!("{name}_LoopDone"), span);
        self.assume_guard(guard.as_ref(), false);
        self.leave(span);
    }

    /// Calls of yield invariants come first; `loop_yields` takes them from there.
    fn yield_invariant(&mut self, invariant: &'a ast::LoopInvariant) {
        match invariant {
            ast::LoopInvariant::Condition(_) => {}
            ast::LoopInvariant::Yield(call) => {
                let site = self.checker.invariant_call(call);
                let cmd =
                    site.map(|CallSite { call, attributes, span }| Cmd { kind: CmdKind::Call(call), attributes, span });
                self.cmds(call.span).extend(cmd);
            }
        }
    }

    fn invariant(&mut self, invariant: &'a ast::LoopInvariant) {
        match invariant {
            ast::LoopInvariant::Yield(_) => {}
            ast::LoopInvariant::Condition(condition) => {
                let expr = self.checker.condition(&condition.expr, "a loop invariant");
                self.checker.register_id(&condition.attributes, condition.span);
                let attributes = self.checker.top_attributes(&condition.attributes);
                let origin = Assumption::FreeInvariant;
                let kind = if condition.free { CmdKind::Assume { expr, origin } } else { CmdKind::Assert(expr) };
                self.cmds(condition.span).push(Cmd { kind, attributes, span: condition.span });
            }
        }
    }

    /// Ends the body and numbers the blocks by their order, with an entry that no jump goes to.
    fn finish(mut self, end: Span) -> Vec<Block> {
        if self.blocks.is_empty() {
            self.cmds(end);
        }
        self.close(Transfer::Return { attributes: Vec::new(), span: end });
        let entry = self.order[0];
        let jumps = self.blocks.iter().filter_map(|block| match &block.transfer {
            Transfer::Goto { targets, .. } => Some(targets),
            Transfer::Return { .. } => None,
        });
        let shift = u32::from(jumps.flatten().any(|target| *target == entry));
        let mut numbers = vec![BlockId(0); self.next_id as usize];
        for (at, id) in self.order.iter().enumerate() {
            numbers[id.index()] = BlockId(at as u32 + shift);
        }
        for block in &mut self.blocks {
            if let Transfer::Goto { targets, .. } = &mut block.transfer {
                targets.iter_mut().for_each(|target| *target = numbers[target.index()]);
            }
        }
        if shift == 1 {
            let (label, span) = (self.fresh_name().into(), self.blocks[0].span);
            let transfer = Transfer::Goto { targets: vec![BlockId(1)], attributes: Vec::new(), span };
            self.blocks.insert(0, Block { label, cmds: Vec::new(), transfer, span });
        }
        self.blocks
    }
}
