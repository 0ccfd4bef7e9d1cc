//! Statements, loops and the ways out of them apart.

use super::{Frame, Lowerer, Returns};
use crate::java::ast::{Block, Expr, ExprKind, LocalDecl, Stmt, StmtKind, TypeKind};
use crate::java::types::Ty;
use crate::java::world::{Lowered, gap};
use concurrent::object::annotations::{Keyword, clause_keyword};
use concurrent::object::{
    Annotation, Body, Check, FieldKind, Instruction, Local, LocalId, Name, ScopeEntry, ScopeVariable,
    StatementAnnotation,
};
use source::Span;

/// A body has at most so many instructions: `finally` blocks within each other double with each level.
const MOST_EDGES: usize = 100_000;

impl<'a> Lowerer<'_, 'a> {
    pub(super) fn block(&mut self, block: &'a Block) -> Lowered<()> {
        if self.edges.len() > MOST_EDGES {
            return gap(block.end, "the method is too large, with a copy of each `finally` for every way out");
        }
        let (variables, classes) = (self.variables.len(), self.names.classes.len());
        let result = self.stmts(&block.stmts);
        self.variables.truncate(variables);
        self.names.classes.truncate(classes);
        result
    }

    /// Statements in the scope that is open.
    pub(super) fn stmts(&mut self, stmts: &'a [Stmt]) -> Lowered<()> {
        for (at, stmt) in stmts.iter().enumerate() {
            match &stmt.kind {
                StmtKind::Annotation(annotation) => self.annotation(annotation, &stmts[at + 1..]),
                _ => self.stmt(stmt)?,
            }
        }
        Ok(())
    }

    /// Loop invariants wait for the loop that follows.
    fn annotation(&mut self, annotation: &Annotation, rest: &[Stmt]) {
        let next = rest.iter().find(|stmt| !matches!(stmt.kind, StmtKind::Annotation(_)));
        let at_loop = next.is_some_and(is_loop);
        if at_loop && clause_keyword(&annotation.text) == Some(Keyword::LoopInvariant) {
            self.loop_annotations.push(annotation.clone());
        } else {
            self.emit_annotation(annotation.clone(), false);
        }
    }

    pub(super) fn emit_annotation(&mut self, annotation: Annotation, is_at_loop: bool) {
        let span = annotation.span;
        let locals = self
            .variables
            .iter()
            .rev()
            .map(|variable| ScopeEntry { name: variable.name.clone(), variable: ScopeVariable::Local(variable.local) });
        let captures =
            self.world.info(self.class).captures.iter().map(|capture| ScopeEntry {
                name: capture.name.clone(),
                variable: ScopeVariable::Captured(capture.field),
            });
        let scope = locals.chain(captures).collect();
        self.emit(Instruction::Annotation(StatementAnnotation { annotation, is_at_loop, scope }), span);
    }

    /// A statement that opens no scope of its own in Java does in ours: pattern variables of its conditions apart.
    pub(super) fn stmt(&mut self, stmt: &'a Stmt) -> Lowered<()> {
        let span = stmt.span;
        if !matches!(stmt.kind, StmtKind::Labeled { .. }) && !is_loop(stmt) && !self.labels.is_empty() {
            return self.labeled_statement(stmt);
        }
        match &stmt.kind {
            StmtKind::Empty => Ok(()),
            StmtKind::Annotation(annotation) => {
                self.emit_annotation(annotation.clone(), false);
                Ok(())
            }
            StmtKind::Block(block) => self.block(block),
            StmtKind::Local(locals) => locals.iter().try_for_each(|local| self.local(local)),
            StmtKind::Class(decl) => self.local_class(decl),
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::If { condition, then, otherwise } => self.if_stmt(condition, then, otherwise.as_deref(), span),
            StmtKind::While { condition, body } => self.while_loop(condition, body, span),
            StmtKind::DoWhile { body, condition } => self.do_while(body, condition, span),
            StmtKind::For { init, condition, update, body } => {
                self.for_loop(init, condition.as_ref(), update, body, span)
            }
            StmtKind::ForEach { ty, name, name_span, value, body } => {
                self.for_each(ty, (name, *name_span), value, body, span)
            }
            StmtKind::Labeled { label, body } => {
                self.labels.push(label.clone());
                self.stmt(body)
            }
            StmtKind::Break(label) => self.break_stmt(label.as_ref(), span),
            StmtKind::Continue(label) => self.continue_stmt(label.as_ref(), span),
            StmtKind::Return(value) => self.return_stmt(value.as_ref(), span),
            StmtKind::Yield(value) => self.yield_value(value, span),
            StmtKind::Throw(value) => self.throw(value, span),
            StmtKind::Assert { condition, message } => self.assert_stmt(condition, message.as_ref(), span),
            StmtKind::Synchronized { monitor, body } => self.synchronized(monitor, body, span),
            StmtKind::Switch(switch) => self.switch_stmt(switch),
            StmtKind::Try(found) => self.try_stmt(found, span),
            StmtKind::ConstructorCall { .. } => gap(span, "a constructor call must come first"),
        }
    }

    /// Assertions may be switched off: then nothing of them runs, which is a way of its own if the condition does more than
    /// look.
    fn assert_stmt(&mut self, condition: &'a Expr, message: Option<&'a Expr>, span: Span) -> Lowered<()> {
        let (start, first) = (self.at, self.edges.len());
        let value = self.condition_value(condition)?;
        let does_more = self.do_more_than_look(first);
        let value = match message {
            Some(message) => self.assert_message(message, value, span)?,
            None => value,
        };
        self.emit_throwing(Instruction::Check(Check::Assertion(value)), span);
        if does_more {
            self.edge(start, self.at, None, Instruction::Skip, span);
        }
        Ok(())
    }

    /// The message of an assertion is computed only if the condition does not hold. What only looks is left out: the
    /// assertion fails after it in any case.
    ///
    /// ```text
    /// assume value -> after          assume !value; message -> after
    /// ```
    fn assert_message(
        &mut self,
        message: &'a Expr,
        value: concurrent::object::Expr,
        span: Span,
    ) -> Lowered<concurrent::object::Expr> {
        let (at, first) = (self.at, self.edges.len());
        let (locals, temporaries) = (self.locals.len(), self.temporaries);
        let kept = self.keep(super::Value { expr: value.clone(), ty: Ty::BOOLEAN }, span).expr;
        let (fails, after) = (self.node(span), self.node(span));
        self.split(kept.clone(), after, fails, span);
        self.at = fails;
        let computed = self.edges.len();
        self.expr(message, None)?;
        if !self.do_more_than_look(computed) {
            self.edges.truncate(first);
            self.locals.truncate(locals);
            self.not_null.retain(|local| local.index() < locals);
            self.variables.retain(|variable| variable.local.index() < locals);
            (self.at, self.temporaries) = (at, temporaries);
            return Ok(value);
        }
        self.goto(after, span);
        self.at = after;
        Ok(kept)
    }

    /// Whether some edge from this one on does.
    fn do_more_than_look(&self, first: usize) -> bool {
        self.edges[first..].iter().any(|edge| self.does_more_than_look(&edge.instruction))
    }

    fn does_more_than_look(&self, instruction: &Instruction) -> bool {
        let program = &self.world.program;
        match instruction {
            Instruction::Call(call) => match program.method(call.method).body {
                Body::Library(kind) => !kind.only_looks(),
                Body::Graph(_) | Body::Abstract | Body::Native | Body::Unsupported(_) => true,
            },
            Instruction::Assign { target, .. } => !self.locals[target.index()].is_temporary,
            Instruction::WriteField { field, .. } => program.field(*field).kind == FieldKind::Declared,
            Instruction::WriteElement { .. } | Instruction::Enter(_) | Instruction::Exit(_) => true,
            Instruction::Skip
            | Instruction::ReadField { .. }
            | Instruction::ReadElement { .. }
            | Instruction::ArrayLength { .. }
            | Instruction::NewObject { .. }
            | Instruction::NewArray { .. }
            | Instruction::Assume(_)
            | Instruction::Check(_)
            | Instruction::Throw(_)
            | Instruction::Annotation(_) => false,
        }
    }

    fn labeled_statement(&mut self, stmt: &'a Stmt) -> Lowered<()> {
        let labels = std::mem::take(&mut self.labels);
        let break_to = self.node(stmt.span);
        self.frames.push(Frame::Target { labels, is_plain: false, break_to, continue_to: None });
        let result = self.stmt(stmt);
        self.frames.pop();
        self.goto(break_to, stmt.span);
        self.at = break_to;
        result
    }

    fn local(&mut self, decl: &'a LocalDecl) -> Lowered<()> {
        if matches!(decl.ty.kind, TypeKind::Var) {
            let Some(value) = &decl.value else {
                return gap(decl.span, "a `var` without a value");
            };
            let value = self.expr(value, None)?;
            if matches!(value.ty, Ty::Void | Ty::Null) {
                return self.unknown_type(decl.span);
            }
            let local = self.declare(&decl.name, value.ty, decl.span);
            self.assign(local, value.expr, decl.span);
            return Ok(());
        }
        let ty = self.resolve(&decl.ty);
        let value = match &decl.value {
            Some(value) => Some(self.converted(value, &ty)?),
            None => None,
        };
        let local = self.declare(&decl.name, ty, decl.span);
        if let Some(value) = value {
            self.assign(local, value.expr, decl.span);
        }
        Ok(())
    }

    /// A new variable, in scope from now on.
    pub(super) fn declare(&mut self, name: &Name, ty: Ty, span: Span) -> LocalId {
        let erased = self.world.erase(&ty);
        self.locals.push(Local { name: name.clone(), ty: erased, is_temporary: false, span });
        let local = LocalId(self.locals.len() as u32 - 1);
        self.variables.push(super::Variable { name: name.clone(), local, ty });
        local
    }

    fn if_stmt(&mut self, condition: &'a Expr, then: &'a Stmt, otherwise: Option<&'a Stmt>, span: Span) -> Lowered<()> {
        let (if_true, if_false, after) = (self.node(span), self.node(span), self.node(span));
        self.branch(condition, if_true, if_false)?;
        let variables = self.variables.len();
        self.at = if_true;
        self.stmt(then)?;
        self.variables.truncate(variables);
        self.goto(after, span);
        self.at = if_false;
        if let Some(otherwise) = otherwise {
            self.stmt(otherwise)?;
            self.variables.truncate(variables);
        }
        self.goto(after, span);
        self.at = after;
        Ok(())
    }

    fn return_stmt(&mut self, value: Option<&'a Expr>, span: Span) -> Lowered<()> {
        let value = match (value, &self.returns) {
            (None, _) => None,
            (Some(value), Returns::Declared(ty)) => {
                let ty = ty.clone();
                Some(self.converted(value, &ty)?)
            }
            (Some(value), Returns::Nothing) => {
                self.effect(value)?;
                None
            }
            (Some(value), Returns::Inferred(_)) => {
                let found = self.expr(value, None)?;
                Some(self.boxed(found, value.span)?)
            }
        };
        if let (Some(value), Returns::Inferred(known)) = (&value, &mut self.returns)
            && known.as_ref().is_none_or(|known| *known == Ty::Null)
        {
            *known = Some(value.ty.clone());
        }
        if let (Some(value), Some(result)) = (value, self.result) {
            self.assign(result, value.expr, span);
        }
        self.leave(0)?;
        self.goto(self.exit, span);
        Ok(())
    }
}

pub(super) fn is_loop(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } | StmtKind::ForEach { .. } => true,
        StmtKind::Labeled { body, .. } => is_loop(body),
        _ => false,
    }
}

/// Whether the condition is `true` as written.
pub(super) fn is_true(condition: &Expr) -> bool {
    matches!(condition.kind, ExprKind::Literal(crate::java::ast::Literal::Bool(true)))
}
