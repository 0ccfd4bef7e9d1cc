//! Commands, blocks and code expressions.

use super::expr::{Writer, ident};
use super::names::Unique;
use crate::ast::{self, Stmt, StmtKind, Target};
use crate::typed::{
    Assumption, Block, BlockId, Call, CallSite, Cmd, CmdKind, CodeExpr, CodeTransfer, FunctionId, Name, Transfer, Var,
    Visibility,
};
use source::Span;

impl Writer<'_> {
    /// Blocks as labels, statements and jumps.
    pub fn blocks(&mut self, blocks: &[Block]) -> Vec<Stmt> {
        let labels = unique_labels(blocks.iter().map(|block| &block.label));
        let mut stmts = Vec::new();
        for (block, label) in blocks.iter().zip(&labels) {
            stmts.push(Stmt { kind: StmtKind::Label(ident(label, block.span)), span: block.span });
            self.cmds(&block.cmds, &mut stmts);
            let (kind, span) = match &block.transfer {
                Transfer::Goto { targets, attributes, span } => {
                    let attributes = self.attributes(attributes);
                    (StmtKind::Goto { attributes, labels: jump(targets, &labels, *span) }, *span)
                }
                Transfer::Return { attributes, span } => {
                    (StmtKind::Return { attributes: self.attributes(attributes) }, *span)
                }
            };
            stmts.push(Stmt { kind, span });
        }
        stmts
    }

    /// What makes a loop yield is written first: `assert {:yields} true;`, then the calls.
    fn cmds(&mut self, cmds: &[Cmd], stmts: &mut Vec<Stmt>) {
        for cmd in cmds {
            let CmdKind::LoopYield(sites) = &cmd.kind else { continue };
            let expr = ast::Expr { kind: Box::new(ast::ExprKind::Bool(true)), span: cmd.span };
            let kind = StmtKind::Assert { attributes: self.attributes(&cmd.attributes), expr };
            stmts.push(Stmt { kind, span: cmd.span });
            for site in sites {
                stmts.push(Stmt { kind: StmtKind::Call(vec![self.call_site(site)]), span: site.span });
            }
        }
        stmts.extend(cmds.iter().filter_map(|cmd| self.cmd(cmd)));
    }

    fn cmd(&mut self, cmd: &Cmd) -> Option<Stmt> {
        let span = cmd.span;
        let mut attributes = self.attributes(&cmd.attributes);
        let kind = match &cmd.kind {
            CmdKind::Assert(expr) | CmdKind::Prove { claim: _, expr } => {
                StmtKind::Assert { attributes, expr: self.expr(expr) }
            }
            CmdKind::Assume { expr, origin } => {
                match origin {
                    Assumption::Guard { taken: _ } => attributes.push(mark("partition", span)),
                    Assumption::Stated | Assumption::FreeInvariant | Assumption::Rule => {}
                }
                StmtKind::Assume { attributes, expr: self.expr(expr) }
            }
            CmdKind::Assign(assignments) => {
                let target =
                    |(var, _): &(Var, _)| Target { name: ident(&self.var(*var), span), path: Vec::new(), span };
                let targets = assignments.iter().map(target).collect();
                let values = assignments.iter().map(|(_, value)| self.expr(value)).collect();
                StmtKind::Assign { attributes, targets, values }
            }
            CmdKind::Havoc(vars) => StmtKind::Havoc(vars.iter().map(|var| ident(&self.var(*var), span)).collect()),
            CmdKind::Call(call) => StmtKind::Call(vec![self.call(call, attributes, span)]),
            CmdKind::Async(call) => {
                StmtKind::Call(vec![ast::Call { is_async: true, ..self.call(call, attributes, span) }])
            }
            CmdKind::Parallel(sites) => StmtKind::Call(self.call_sites(sites)),
            CmdKind::LoopYield(_) => return None,
            CmdKind::Measure(exprs) => StmtKind::Measure(ast::Measure { attributes, exprs: self.exprs(exprs), span }),
            CmdKind::Visibility(visibility) => self.visibility(visibility, span),
        };
        Some(Stmt { kind, span })
    }

    pub fn call_sites(&mut self, sites: &[CallSite]) -> Vec<ast::Call> {
        sites.iter().map(|site| self.call_site(site)).collect()
    }

    fn call_site(&mut self, CallSite { call, attributes, span }: &CallSite) -> ast::Call {
        let attributes = self.attributes(attributes);
        self.call(call, attributes, *span)
    }

    fn call(&mut self, call: &Call, attributes: Vec<ast::Attribute>, span: Span) -> ast::Call {
        ast::Call {
            is_async: false,
            free: call.free,
            attributes,
            outs: call.outs.iter().map(|var| ident(&self.var(*var), span)).collect(),
            callee: ident(&self.names.procedures[call.procedure.index()], span),
            ins: self.exprs(&call.ins),
            span,
        }
    }

    fn visibility(&self, visibility: &Visibility, span: Span) -> StmtKind {
        let name = |function: &Option<FunctionId>| function.map(|id| ident(&self.names.functions[id.index()], span));
        match visibility {
            Visibility::Hide(function) => StmtKind::Visibility { reveal: false, name: name(function) },
            Visibility::Reveal(function) => StmtKind::Visibility { reveal: true, name: name(function) },
            Visibility::Push => StmtKind::PushScope,
            Visibility::Pop => StmtKind::PopScope,
        }
    }

    pub fn code(&mut self, code: &CodeExpr, span: Span) -> ast::CodeExpr {
        let locals = code.locals.iter().map(|local| self.binding(local, span)).collect();
        let labels = unique_labels(code.blocks.iter().map(|block| &block.label));
        let mut blocks = Vec::new();
        for (block, label) in code.blocks.iter().zip(&labels) {
            let transfer = match &block.transfer {
                CodeTransfer::Goto(targets) => {
                    ast::CodeTransfer::Goto { attributes: Vec::new(), labels: jump(targets, &labels, span), span }
                }
                CodeTransfer::Return(expr) => {
                    ast::CodeTransfer::Return { attributes: Vec::new(), expr: self.expr(expr), span }
                }
            };
            let stmts = block.cmds.iter().filter_map(|cmd| self.cmd(cmd)).collect();
            blocks.push(ast::CodeBlock { label: ident(label, span), stmts, transfer });
        }
        self.unbind(&code.locals);
        ast::CodeExpr { locals, blocks }
    }
}

/// `{:name}`
pub(super) fn mark(name: &str, span: Span) -> ast::Attribute {
    ast::Attribute { name: ident(&name.into(), span), params: Vec::new(), span }
}

fn unique_labels<'a>(labels: impl Iterator<Item = &'a Name>) -> Vec<Name> {
    let mut unique = Unique::default();
    labels.map(|label| unique.add(label)).collect()
}

fn jump(targets: &[BlockId], labels: &[Name], span: Span) -> Vec<ast::Ident> {
    targets.iter().map(|target| ident(&labels[target.index()], span)).collect()
}
