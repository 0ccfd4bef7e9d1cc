//! Statements, blocks and bodies.

use super::Printer;
use crate::ast::{
    Access, Attribute, Block, Body, Call, Condition, Else, Expr, If, LoopInvariant, Measure, Stmt, StmtKind, Target,
    While,
};

impl Printer {
    /// `{ locals statements }`, from the brace on.
    pub(super) fn body(&mut self, body: &Body) {
        let Body { locals, stmts, end: _ } = body;
        self.text("{");
        self.indent += 1;
        for local in locals {
            self.line();
            self.text("var ");
            self.binding(local);
            self.text(";");
        }
        self.stmts(stmts);
        self.indent -= 1;
        self.line();
        self.text("}");
    }

    fn block(&mut self, block: &Block) {
        let Block { stmts, end: _ } = block;
        self.text("{");
        self.indent += 1;
        self.stmts(stmts);
        self.indent -= 1;
        self.line();
        self.text("}");
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.line();
            self.stmt(stmt);
        }
    }

    /// One statement with its `;`, without a line break after it.
    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Label(name) => {
                self.name(&name.name);
                return self.text(":");
            }
            StmtKind::If(branch) => return self.if_stmt(branch),
            StmtKind::While(repeat) => return self.while_stmt(repeat),
            StmtKind::Measure(measure) => return self.measure(measure),
            StmtKind::Assert { attributes, expr } => self.proposition("assert ", attributes, expr),
            StmtKind::Assume { attributes, expr } => self.proposition("assume ", attributes, expr),
            StmtKind::Havoc(names) => {
                self.text("havoc ");
                self.names(names);
            }
            StmtKind::Assign { attributes, targets, values } => {
                self.list(targets, Self::target);
                self.text(" := ");
                self.attributes(attributes);
                self.exprs(values);
            }
            StmtKind::Unpack { attributes, constructor, targets, value } => {
                self.name(&constructor.name);
                self.text("(");
                self.names(targets);
                self.text(") := ");
                self.attributes(attributes);
                self.expr(value);
            }
            StmtKind::Call(calls) => self.calls(calls),
            StmtKind::Break(label) => {
                self.text("break");
                if let Some(label) = label {
                    self.text(" ");
                    self.name(&label.name);
                }
            }
            StmtKind::Goto { attributes, labels } => {
                self.text("goto ");
                self.attributes(attributes);
                self.names(labels);
            }
            StmtKind::Return { attributes } => {
                self.text("return ");
                self.attributes(attributes);
                self.out.truncate(self.out.trim_end().len());
            }
            StmtKind::Visibility { reveal, name } => {
                self.text(if *reveal { "reveal " } else { "hide " });
                match name {
                    Some(name) => self.name(&name.name),
                    None => self.text("*"),
                }
            }
            StmtKind::PushScope => self.text("push"),
            StmtKind::PopScope => self.text("pop"),
        }
        self.text(";");
    }

    fn proposition(&mut self, keyword: &str, attributes: &[Attribute], expr: &Expr) {
        self.text(keyword);
        self.attributes(attributes);
        self.expr(expr);
    }

    fn target(&mut self, target: &Target) {
        let Target { name, path, span: _ } = target;
        self.name(&name.name);
        for access in path {
            match access {
                Access::Index { indices, span: _ } => {
                    self.text("[");
                    self.exprs(indices);
                    self.text("]");
                }
                Access::Field { field, span: _ } => {
                    self.text("->");
                    self.name(&field.name);
                }
            }
        }
    }

    /// One call, or several in parallel, without the `;`.
    pub(super) fn calls(&mut self, calls: &[Call]) {
        for (index, call) in calls.iter().enumerate() {
            let Call { is_async, free, attributes, outs, callee, ins, span: _ } = call;
            if index > 0 {
                self.text(" | ");
            } else {
                self.text(if *is_async { "async " } else { "" });
                self.text(if *free { "free " } else { "" });
                self.text("call ");
            }
            self.attributes(attributes);
            if !outs.is_empty() {
                self.names(outs);
                self.text(" := ");
            }
            self.name(&callee.name);
            self.args(ins);
        }
    }

    fn guard(&mut self, guard: &Option<Expr>) {
        self.text("(");
        match guard {
            Some(expr) => self.expr(expr),
            None => self.text("*"),
        }
        self.text(")");
    }

    fn if_stmt(&mut self, branch: &If) {
        let mut branch = branch;
        loop {
            let If { attributes, guard, then_branch, else_branch } = branch;
            self.text("if ");
            self.attributes(attributes);
            self.guard(guard);
            self.text(" ");
            self.block(then_branch);
            match else_branch {
                None => return,
                Some(Else::Block(block)) => {
                    self.text(" else ");
                    return self.block(block);
                }
                Some(Else::If(nested, _)) => {
                    self.text(" else ");
                    branch = nested;
                }
            }
        }
    }

    fn while_stmt(&mut self, repeat: &While) {
        let While { guard, invariants, measures, body } = repeat;
        self.text("while ");
        self.guard(guard);
        self.indent += 1;
        for invariant in invariants {
            self.line();
            match invariant {
                LoopInvariant::Condition(condition) => self.condition("invariant", condition),
                LoopInvariant::Yield(call) => self.call_condition("invariant", call),
            }
        }
        for measure in measures {
            self.line();
            self.measure(measure);
        }
        self.indent -= 1;
        if invariants.is_empty() && measures.is_empty() {
            self.text(" ");
        } else {
            self.line();
        }
        self.block(body);
    }

    /// `free requires {:attributes} e;` and its likes.
    pub(super) fn condition(&mut self, keyword: &str, condition: &Condition) {
        let Condition { free, attributes, expr, span: _ } = condition;
        self.text(if *free { "free " } else { "" });
        self.text(keyword);
        self.text(" ");
        self.attributes(attributes);
        self.expr(expr);
        self.text(";");
    }

    /// `requires call I(…);` and its likes.
    pub(super) fn call_condition(&mut self, keyword: &str, call: &Call) {
        self.text(keyword);
        self.text(" ");
        self.calls(std::slice::from_ref(call));
        self.text(";");
    }

    pub(super) fn measure(&mut self, measure: &Measure) {
        let Measure { attributes, exprs, span: _ } = measure;
        self.text("measure ");
        self.attributes(attributes);
        self.exprs(exprs);
        self.text(";");
    }
}
