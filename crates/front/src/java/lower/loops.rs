//! Loops, and the jumps out of them.
//!
//! A loop's head is where every iteration begins; its annotations stand on edges that leave the head.

use super::{Frame, Lowerer};
use crate::java::ast::{Expr, Stmt, TypeExpr, TypeKind};
use crate::java::types::Ty;
use crate::java::unseen::Member;
use crate::java::world::{Lowered, gap};
use concurrent::object::{BinaryOp, Check, ExprKind, Instruction, Name, NodeId, Type};
use source::Span;

impl<'a> Lowerer<'_, 'a> {
    /// Goes to a new head and emits the loop's annotations there.
    fn head(&mut self, span: Span) -> NodeId {
        let head = self.node(span);
        self.goto(head, span);
        self.at = head;
        for annotation in std::mem::take(&mut self.loop_annotations) {
            self.emit_annotation(annotation, true);
        }
        head
    }

    /// The body with the places that `break` and `continue` go to.
    fn loop_body(&mut self, labels: Vec<Name>, body: &'a Stmt, break_to: NodeId, continue_to: NodeId) -> Lowered<()> {
        self.frames.push(Frame::Target { labels, is_plain: true, break_to, continue_to: Some(continue_to) });
        let variables = self.variables.len();
        let result = self.stmt(body);
        self.variables.truncate(variables);
        self.frames.pop();
        result
    }

    pub(super) fn while_loop(&mut self, condition: &'a Expr, body: &'a Stmt, span: Span) -> Lowered<()> {
        let labels = std::mem::take(&mut self.labels);
        let head = self.head(span);
        let (inside, after) = (self.node(span), self.node(span));
        self.branch(condition, inside, after)?;
        self.at = inside;
        self.loop_body(labels, body, after, head)?;
        self.goto(head, span);
        self.at = after;
        Ok(())
    }

    pub(super) fn do_while(&mut self, body: &'a Stmt, condition: &'a Expr, span: Span) -> Lowered<()> {
        let labels = std::mem::take(&mut self.labels);
        let head = self.head(span);
        let (test, after) = (self.node(span), self.node(span));
        self.loop_body(labels, body, after, test)?;
        self.goto(test, span);
        self.at = test;
        self.branch(condition, head, after)?;
        self.at = after;
        Ok(())
    }

    pub(super) fn for_loop(
        &mut self,
        init: &'a [Stmt],
        condition: Option<&'a Expr>,
        update: &'a [Expr],
        body: &'a Stmt,
        span: Span,
    ) -> Lowered<()> {
        let labels = std::mem::take(&mut self.labels);
        let variables = self.variables.len();
        for stmt in init {
            self.stmt(stmt)?;
        }
        let head = self.head(span);
        let (inside, step, after) = (self.node(span), self.node(span), self.node(span));
        match condition {
            Some(condition) => self.branch(condition, inside, after)?,
            None => self.goto(inside, span),
        }
        self.at = inside;
        self.loop_body(labels, body, after, step)?;
        self.goto(step, span);
        self.at = step;
        for expr in update {
            self.effect(expr)?;
        }
        self.goto(head, span);
        self.at = after;
        self.variables.truncate(variables);
        Ok(())
    }

    pub(super) fn for_each(
        &mut self,
        ty: &'a TypeExpr,
        name: (&'a Name, Span),
        value: &'a Expr,
        body: &'a Stmt,
        span: Span,
    ) -> Lowered<()> {
        let labels = std::mem::take(&mut self.labels);
        let whole = self.expr(value, None)?;
        let whole = self.keep(whole, value.span);
        self.check_for_good(&whole, value.span);
        let variables = self.variables.len();
        let result = match self.world.upper(&whole.ty) {
            Ty::Array(element) => self.for_each_element(ty, name, &whole, &element, body, labels, span),
            Ty::Class(..) | Ty::Unseen => {
                let whole = self.unseen_iterable(whole);
                self.for_each_next(ty, name, whole, body, labels, span)
            }
            Ty::Void | Ty::Primitive(_) | Ty::Null | Ty::Var(_) | Ty::Unknown => self.unknown_type(value.span),
        };
        self.variables.truncate(variables);
        result
    }

    /// What is not known to be iterable, and no class of the program: an array, too, is gone through like this.
    fn unseen_iterable(&mut self, value: super::Value) -> super::Value {
        let class = match self.world.upper(&value.ty) {
            Ty::Class(class, _) => class,
            _ => self.world.known.object,
        };
        let is_unseen = self.world.is_left_unseen(class, Member::Method("iterator"));
        match is_unseen && self.world.as_super(&value.ty, self.world.known.iterable).is_none() {
            true => self.recast(value, &Ty::Class(self.world.known.iterable, vec![Ty::Unseen])),
            false => value,
        }
    }

    /// ```text
    /// n := length a; i := 0; while (i < n) { x := a[i]; body; i := i + 1 }
    /// ```
    #[expect(clippy::too_many_arguments, reason = "the parts of one statement")]
    fn for_each_element(
        &mut self,
        ty: &'a TypeExpr,
        (name, name_span): (&'a Name, Span),
        array: &super::Value,
        element: &Ty,
        body: &'a Stmt,
        labels: Vec<Name>,
        span: Span,
    ) -> Lowered<()> {
        let length = self.temporary(Type::Int, span);
        self.emit(Instruction::ArrayLength { target: length, array: array.expr.clone() }, span);
        let index = self.temporary(Type::Int, span);
        let zero = self.int(0).expr;
        self.assign(index, zero, span);
        let head = self.head(span);
        let (inside, step, after) = (self.node(span), self.node(span), self.node(span));
        let (index, length) = (self.local_value(index, Ty::INT), self.local_value(length, Ty::INT));
        let more = binary(BinaryOp::Less, index.expr.clone(), length.expr, Type::Boolean);
        self.split(more, inside, after, span);
        self.at = inside;
        let target = self.temporary_of(element, span);
        self.emit(Instruction::ReadElement { target, array: array.expr.clone(), index: index.expr.clone() }, name_span);
        let value = self.local_value(target, element.clone());
        self.bind_each(ty, name, name_span, value)?;
        self.loop_body(labels, body, after, step)?;
        self.goto(step, span);
        self.at = step;
        let one = self.int(1).expr;
        let ExprKind::Local(counter) = index.expr.kind else {
            return self.unknown_type(span);
        };
        self.assign(counter, binary(BinaryOp::Add, index.expr, one, Type::Int), span);
        self.goto(head, span);
        self.at = after;
        Ok(())
    }

    /// ```text
    /// it := e.iterator(); while (it.hasNext()) { x := it.next(); body }
    /// ```
    fn for_each_next(
        &mut self,
        ty: &'a TypeExpr,
        (name, name_span): (&'a Name, Span),
        whole: super::Value,
        body: &'a Stmt,
        labels: Vec<Name>,
        span: Span,
    ) -> Lowered<()> {
        if self.world.as_super(&whole.ty, self.world.known.iterable).is_none() {
            return gap(span, format!("`{}` is not known to be iterable", self.world.show(&whole.ty)));
        }
        let iterator = self.call_named(whole, "iterator", span)?;
        let iterator = self.keep(iterator, span);
        self.check_for_good(&iterator, span);
        let head = self.head(span);
        let (inside, after) = (self.node(span), self.node(span));
        let more = self.call_named(iterator.clone(), "hasNext", span)?;
        self.split(more.expr, inside, after, span);
        self.at = inside;
        let value = self.call_named(iterator, "next", name_span)?;
        self.bind_each(ty, name, name_span, value)?;
        self.loop_body(labels, body, after, head)?;
        self.goto(head, span);
        self.at = after;
        Ok(())
    }

    /// Checks a temporary once for all that follows.
    fn check_for_good(&mut self, value: &super::Value, span: Span) {
        self.check_not_null(&value.expr, span);
        if let ExprKind::Local(local) = value.expr.kind
            && self.locals[local.index()].is_temporary
        {
            self.not_null.push(local);
        }
    }

    fn bind_each(&mut self, ty: &TypeExpr, name: &Name, span: Span, value: super::Value) -> Lowered<()> {
        let value = match ty.kind {
            TypeKind::Var => value,
            _ => {
                let ty = self.resolve(ty);
                // An element type that was not found out is what the loop says it is, by the word of javac.
                let value = if value.ty == Ty::Unknown && ty.is_reference() { self.recast(value, &ty) } else { value };
                self.convert(value, &ty, span)?
            }
        };
        let local = self.declare(name, value.ty, span);
        self.assign(local, value.expr, span);
        Ok(())
    }

    pub(super) fn break_stmt(&mut self, label: Option<&Name>, span: Span) -> Lowered<()> {
        let found = self.frames.iter().rposition(|frame| match (frame, label) {
            (Frame::Target { labels, .. }, Some(label)) => labels.contains(label),
            (Frame::Target { is_plain, .. }, None) => *is_plain,
            _ => false,
        });
        let target = found.and_then(|at| match &self.frames[at] {
            Frame::Target { break_to, .. } => Some((at, *break_to)),
            _ => None,
        });
        let Some((depth, to)) = target else {
            return gap(span, "a `break` without a target");
        };
        self.leave(depth)?;
        self.goto(to, span);
        Ok(())
    }

    pub(super) fn continue_stmt(&mut self, label: Option<&Name>, span: Span) -> Lowered<()> {
        let found = self.frames.iter().rposition(|frame| match (frame, label) {
            (Frame::Target { labels, continue_to, .. }, Some(label)) => continue_to.is_some() && labels.contains(label),
            (Frame::Target { continue_to, .. }, None) => continue_to.is_some(),
            _ => false,
        });
        let target = found.and_then(|at| match &self.frames[at] {
            Frame::Target { continue_to: Some(to), .. } => Some((at, *to)),
            _ => None,
        });
        let Some((depth, to)) = target else {
            return gap(span, "a `continue` without a target");
        };
        self.leave(depth)?;
        self.goto(to, span);
        Ok(())
    }

    /// The checks of an element access.
    pub(super) fn check_element(&mut self, array: &super::Value, index: &super::Value, span: Span) {
        self.check_not_null(&array.expr, span);
        let check = Check::InBounds { array: array.expr.clone(), index: index.expr.clone() };
        self.emit_throwing(Instruction::Check(check), span);
    }
}

pub(super) fn binary(
    op: BinaryOp,
    left: concurrent::object::Expr,
    right: concurrent::object::Expr,
    ty: Type,
) -> concurrent::object::Expr {
    concurrent::object::Expr { kind: ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) }, ty }
}
