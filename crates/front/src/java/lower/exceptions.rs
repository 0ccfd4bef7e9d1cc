//! Exceptions, monitors and whatever runs on the way out.
//!
//! `finally` blocks, monitor exits and resource closings are copied to every way out: falling off the end, each jump, and
//! the exceptional way, which keeps the exception in flight and goes on to the outer handler.

use super::{Frame, Lowerer, Value};
use crate::java::ast::{Block, Catch, Expr, LocalDecl, Resource, Try};
use crate::java::types::Ty;
use crate::java::world::{Lowered, gap};
use concurrent::object::{Instruction, NodeId, Type};
use source::Span;

impl<'a> Lowerer<'_, 'a> {
    /// Runs what must run when control leaves the frames from this depth on.
    pub(super) fn leave(&mut self, depth: usize) -> Lowered<()> {
        if self.frames.len() <= depth {
            return Ok(());
        }
        let kept = self.frames.split_off(depth);
        let (unwind, variables) = (self.unwind, self.variables.clone());
        let mut result = Ok(());
        // The frames outside of the one that runs are in place again while it runs.
        for at in (0..kept.len()).rev() {
            result = result.and_then(|()| self.run_frame(&kept[..at], &kept[at]));
        }
        self.frames.extend(kept);
        self.unwind = unwind;
        self.variables = variables;
        result
    }

    fn run_frame(&mut self, outer: &[Frame<'a>], frame: &Frame<'a>) -> Lowered<()> {
        let outer_depth = self.frames.len();
        self.frames.extend(outer.iter().map(Frame::copy));
        let result = match frame {
            Frame::Target { .. } | Frame::Yield { .. } => Ok(()),
            Frame::Finally { block, outer_unwind, scope } => {
                self.unwind = *outer_unwind;
                self.variables.truncate(*scope);
                self.block(block)
            }
            Frame::Monitor { monitor, outer_unwind, span } => {
                self.unwind = *outer_unwind;
                self.emit(Instruction::Exit(monitor.clone()), *span);
                Ok(())
            }
            Frame::Resource { local, outer_unwind, span } => {
                self.unwind = *outer_unwind;
                self.close(local.clone(), *span)
            }
        };
        self.frames.truncate(outer_depth);
        result
    }

    pub(super) fn throw(&mut self, value: &'a Expr, span: Span) -> Lowered<()> {
        let value = self.expr(value, None)?;
        self.check_not_null(&value.expr, span);
        self.edge(self.at, self.unwind, Some(self.unwind), Instruction::Throw(value.expr), span);
        self.at = self.node(span);
        Ok(())
    }

    pub(super) fn synchronized(&mut self, monitor: &'a Expr, body: &'a Block, span: Span) -> Lowered<()> {
        let value = self.expr(monitor, None)?;
        if !value.ty.is_reference() {
            return gap(monitor.span, "a monitor that is no object");
        }
        self.check_not_null(&value.expr, monitor.span);
        let value = self.keep(value, monitor.span);
        self.guarded(value, span, body.end, |lowerer| lowerer.block(body))
    }

    /// Enters the monitor, runs the body, and exits on every way out.
    pub(super) fn guarded(
        &mut self,
        monitor: Value,
        enter: Span,
        exit: Span,
        body: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        self.emit(Instruction::Enter(monitor.expr.clone()), enter);
        let outer = self.unwind;
        let handler = self.node(exit);
        self.unwind = handler;
        self.frames.push(Frame::Monitor { monitor: monitor.expr.clone(), outer_unwind: outer, span: exit });
        let result = body(self);
        self.frames.pop();
        self.unwind = outer;
        result?;
        self.emit(Instruction::Exit(monitor.expr.clone()), exit);
        let after = self.node(exit);
        self.goto(after, exit);
        self.at = handler;
        self.emit(Instruction::Exit(monitor.expr), exit);
        self.goto(outer, exit);
        self.at = after;
        Ok(())
    }

    pub(super) fn try_stmt(&mut self, found: &'a Try, span: Span) -> Lowered<()> {
        let Some(finally) = &found.finally else {
            return self.try_catch(found, span);
        };
        let outer = self.unwind;
        let handler = self.node(finally.end);
        self.frames.push(Frame::Finally { block: finally, outer_unwind: outer, scope: self.variables.len() });
        self.unwind = handler;
        let result = self.try_catch(found, span);
        self.frames.pop();
        self.unwind = outer;
        result?;
        self.block(finally)?;
        let after = self.node(span);
        self.goto(after, span);
        self.at = handler;
        self.keeping_exception(finally.end, |lowerer| lowerer.block(finally))?;
        self.goto(outer, finally.end);
        self.at = after;
        Ok(())
    }

    /// Runs code while an exception is in flight, and puts it in flight again.
    fn keeping_exception(&mut self, span: Span, code: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let throwable = Ty::class(self.world.known.throwable);
        let kept = self.temporary_of(&throwable, span);
        let thrown = self.local_value(self.exception, throwable.clone());
        self.assign(kept, thrown.expr, span);
        code(self)?;
        let kept = self.local_value(kept, throwable);
        self.assign(self.exception, kept.expr, span);
        Ok(())
    }

    fn try_catch(&mut self, found: &'a Try, span: Span) -> Lowered<()> {
        if found.catches.is_empty() {
            return self.with_resources(&found.resources, &found.body, span);
        }
        let outer = self.unwind;
        let handler = self.node(span);
        self.unwind = handler;
        let result = self.with_resources(&found.resources, &found.body, span);
        self.unwind = outer;
        result?;
        let after = self.node(span);
        self.goto(after, span);
        self.at = handler;
        for catch in &found.catches {
            self.catch(catch, after)?;
        }
        self.goto(outer, span);
        self.at = after;
        Ok(())
    }

    fn catch(&mut self, catch: &'a Catch, after: NodeId) -> Lowered<()> {
        let span = catch.span;
        let throwable = Ty::class(self.world.known.throwable);
        let thrown = self.local_value(self.exception, throwable.clone());
        let types: Vec<Ty> = catch.types.iter().map(|ty| self.resolve(ty)).collect();
        let (caught, not_caught) = (self.node(span), self.node(span));
        for ty in &types {
            let next = self.node(span);
            let test = self.instance_test(thrown.expr.clone(), ty);
            self.split(test, caught, next, span);
            self.at = next;
        }
        self.goto(not_caught, span);
        self.at = caught;
        let ty = match &types[..] {
            [one] => one.clone(),
            _ => throwable,
        };
        let value = self.recast(thrown, &ty);
        let variables = self.variables.len();
        let local = self.declare(&catch.name, ty, span);
        self.assign(local, value.expr, span);
        let result = self.block(&catch.body);
        self.variables.truncate(variables);
        result?;
        self.goto(after, span);
        self.at = not_caught;
        Ok(())
    }

    /// Opens the resources from the first on; each is closed on every way out of what follows.
    fn with_resources(&mut self, resources: &'a [Resource], body: &'a Block, span: Span) -> Lowered<()> {
        let Some((first, rest)) = resources.split_first() else {
            return self.block(body);
        };
        let variables = self.variables.len();
        let local = self.open(first)?;
        let outer = self.unwind;
        let handler = self.node(span);
        self.unwind = handler;
        self.frames.push(Frame::Resource { local: local.clone(), outer_unwind: outer, span: body.end });
        let result = self.with_resources(rest, body, span);
        self.frames.pop();
        self.unwind = outer;
        result?;
        self.close(local.clone(), body.end)?;
        let after = self.node(span);
        self.goto(after, span);
        self.at = handler;
        self.keeping_exception(body.end, |lowerer| lowerer.close_quietly(local, body.end))?;
        self.goto(outer, body.end);
        self.at = after;
        self.variables.truncate(variables);
        Ok(())
    }

    fn open(&mut self, resource: &'a Resource) -> Lowered<Value> {
        match resource {
            Resource::Declared(LocalDecl { name, ty, value: Some(value), span }) => {
                let value = match ty.kind {
                    crate::java::ast::TypeKind::Var => self.expr(value, None)?,
                    _ => {
                        let ty = self.resolve(ty);
                        self.converted(value, &ty)?
                    }
                };
                let local = self.declare(name, value.ty.clone(), *span);
                self.assign(local, value.expr, *span);
                Ok(self.local_value(local, value.ty))
            }
            Resource::Declared(LocalDecl { span, .. }) => gap(*span, "a resource without a value"),
            Resource::Existing(value) => {
                let span = value.span;
                let value = self.expr(value, None)?;
                Ok(self.keep(value, span))
            }
        }
    }

    /// `if (r != null) r.close();`
    fn close(&mut self, resource: Value, span: Span) -> Lowered<()> {
        let (present, after) = (self.node(span), self.node(span));
        let null = self.null().expr;
        let test =
            super::loops::binary(concurrent::object::BinaryOp::NotEqual, resource.expr.clone(), null, Type::Boolean);
        self.split(test, present, after, span);
        self.at = present;
        self.call_on_present(resource, "close", span)?;
        self.goto(after, span);
        self.at = after;
        Ok(())
    }

    /// Closing after an exception: what is thrown then is lost.
    fn close_quietly(&mut self, resource: Value, span: Span) -> Lowered<()> {
        let outer = self.unwind;
        let after = self.node(span);
        self.unwind = after;
        let result = self.close(resource, span);
        self.unwind = outer;
        self.goto(after, span);
        self.at = after;
        result
    }
}

impl Frame<'_> {
    fn copy(&self) -> Self {
        match self {
            Frame::Target { labels, is_plain, break_to, continue_to } => Frame::Target {
                labels: labels.clone(),
                is_plain: *is_plain,
                break_to: *break_to,
                continue_to: *continue_to,
            },
            Frame::Yield { to, result, ty } => Frame::Yield { to: *to, result: *result, ty: ty.clone() },
            Frame::Finally { block, outer_unwind, scope } => {
                Frame::Finally { block, outer_unwind: *outer_unwind, scope: *scope }
            }
            Frame::Monitor { monitor, outer_unwind, span } => {
                Frame::Monitor { monitor: monitor.clone(), outer_unwind: *outer_unwind, span: *span }
            }
            Frame::Resource { local, outer_unwind, span } => {
                Frame::Resource { local: local.clone(), outer_unwind: *outer_unwind, span: *span }
            }
        }
    }
}
