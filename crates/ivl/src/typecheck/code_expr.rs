//! Code expressions: blocks of simple statements that compute a bool.

use super::scope::Binding;
use super::{Checker, attributes, codes};
use crate::ast;
use crate::typed::{BlockId, BoundVar, CodeBlock, CodeExpr, CodeTransfer, Expr, ExprKind, Type, Var};
use rustc_hash::FxHashMap;
use source::Span;
use std::sync::Arc;

impl<'a> Checker<'a> {
    pub(super) fn code_expr(&mut self, code: &'a ast::CodeExpr, span: Span) -> Expr {
        let outer_start = std::mem::replace(&mut self.code_start, self.out.next_bound);
        self.code_depth += 1;
        self.scope.push();
        let mut locals = Vec::new();
        for binding in &code.locals {
            locals.push(self.code_local(binding));
        }
        for binding in &code.locals {
            if binding.where_clause.is_some() {
                self.where_clause(binding);
                let message = "where-clauses in code expressions are not supported";
                self.error(&codes::UNSUPPORTED, binding.name.span, message);
            }
        }
        let mut labels: FxHashMap<&'a str, (BlockId, Span)> = FxHashMap::default();
        for (at, block) in code.blocks.iter().enumerate() {
            let entry = (BlockId(at as u32), block.label.span);
            if let Some((_, previous)) = labels.get(&*block.label.name).copied() {
                self.duplicate("label", &block.label, previous);
            } else {
                labels.insert(&block.label.name, entry);
            }
        }
        let blocks = code.blocks.iter().map(|block| self.code_block(block, &labels)).collect();
        self.scope.pop();
        self.code_depth -= 1;
        self.code_start = outer_start;
        Expr::new(ExprKind::Code(Arc::new(CodeExpr { locals, blocks })), Type::Bool, span)
    }

    fn code_local(&mut self, binding: &'a ast::Binding) -> BoundVar {
        let ty = self.resolve_type(&binding.ty);
        self.check_assumption_type(binding, &ty);
        let id = self.fresh_bound();
        let name = &binding.name;
        let assumption = attributes::is_set(&binding.attributes, "assumption");
        let var = Var::Bound(id);
        self.declare(name, Binding { var, ty: ty.clone(), mutable: true, assumption, span: name.span });
        let attributes = self.check_attributes(&binding.attributes);
        BoundVar { id, name: name.name.clone(), ty, attributes }
    }

    fn code_block(&mut self, block: &'a ast::CodeBlock, labels: &FxHashMap<&'a str, (BlockId, Span)>) -> CodeBlock {
        let mut cmds = Vec::new();
        for stmt in &block.stmts {
            self.command(stmt, &mut cmds);
        }
        let transfer = match &block.transfer {
            ast::CodeTransfer::Goto { attributes, labels: names, span: _ } => {
                self.check_attributes(attributes);
                let mut targets = Vec::new();
                for name in names {
                    match labels.get(&*name.name) {
                        Some((id, _)) => targets.push(*id),
                        None => {
                            let message = format!("there is no label `{}` in this code expression", name.name);
                            self.error(&codes::LABEL, name.span, message);
                        }
                    }
                }
                CodeTransfer::Goto(targets)
            }
            ast::CodeTransfer::Return { attributes, expr, span: _ } => {
                self.check_attributes(attributes);
                let expr = self.expr(expr);
                self.expect(&expr, &Type::Bool, "the result of a code expression");
                CodeTransfer::Return(expr)
            }
        };
        CodeBlock { label: block.label.name.clone(), cmds, transfer }
    }
}
