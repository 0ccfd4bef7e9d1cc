//! Switches, as statements and as expressions: tests one after the other, then the groups in their order.

use super::{Frame, Lowerer, Value};
use crate::java::ast::{Expr, ExprKind, Switch, SwitchBody, SwitchLabel};
use crate::java::types::Ty;
use crate::java::world::{Lowered, gap};
use concurrent::object::{BinaryOp, ClassKind, Constant, Instruction, LocalId, NodeId, Type};
use source::Span;

/// What a selector is compared as.
enum Selector {
    Number(Value),
    Text(Value),
    Constant(Value, concurrent::object::ClassId),
}

impl<'a> Lowerer<'_, 'a> {
    pub(super) fn switch_stmt(&mut self, switch: &'a Switch) -> Lowered<()> {
        let span = switch.span;
        let labels = std::mem::take(&mut self.labels);
        let after = self.node(span);
        let entries = self.dispatch(switch, Some(after))?;
        self.frames.push(Frame::Target { labels, is_plain: true, break_to: after, continue_to: None });
        let result = self.groups(switch, &entries, after, None);
        self.frames.pop();
        result?;
        self.at = after;
        Ok(())
    }

    pub(super) fn switch_expr(&mut self, switch: &'a Switch, expected: Option<&Ty>) -> Lowered<Value> {
        let span = switch.span;
        let ty = match expected {
            Some(ty) if *ty != Ty::Unknown && *ty != Ty::Void => ty.clone(),
            _ => match self.switch_type(switch) {
                Some(ty) => ty,
                None => return gap(span, "a switch whose type is not known"),
            },
        };
        let result = self.temporary_of(&ty, span);
        let after = self.node(span);
        let entries = self.dispatch(switch, None)?;
        self.frames.push(Frame::Yield { to: after, result, ty: ty.clone() });
        let outcome = self.groups(switch, &entries, after, Some((result, &ty)));
        self.frames.pop();
        outcome?;
        self.at = after;
        Ok(self.local_value(result, ty))
    }

    /// The type of a switch from its literals, where nothing else says it.
    fn switch_type(&self, switch: &Switch) -> Option<Ty> {
        let of_group = |body: &SwitchBody| match body {
            SwitchBody::ArrowExpr(Expr { kind: ExprKind::Literal(literal), .. }) => match literal {
                crate::java::ast::Literal::Int(_) => Some(Ty::INT),
                crate::java::ast::Literal::Bool(_) => Some(Ty::BOOLEAN),
                crate::java::ast::Literal::String(_) => Some(self.world.string()),
                _ => None,
            },
            _ => None,
        };
        let mut types = switch.groups.iter().map(|group| of_group(&group.body));
        let first = types.next()??;
        types.all(|ty| ty.as_ref() == Some(&first)).then_some(first)
    }

    /// Tests the labels in order and gives the node where each group begins. What fits no label goes to the default, or
    /// past the switch, or, where every case must be there, throws.
    fn dispatch(&mut self, switch: &'a Switch, otherwise: Option<NodeId>) -> Lowered<Vec<NodeId>> {
        let span = switch.span;
        let selector = self.selector(&switch.selector)?;
        let entries: Vec<NodeId> = switch.groups.iter().map(|group| self.node(group.span)).collect();
        let mut default = None;
        for (group, entry) in switch.groups.iter().zip(&entries) {
            for label in &group.labels {
                match label {
                    SwitchLabel::Default => default = Some(*entry),
                    SwitchLabel::Case(Expr { kind: ExprKind::Name(name), .. }) if &**name == "default" => {
                        default = Some(*entry);
                    }
                    SwitchLabel::Case(value) => self.test(&selector, value, *entry)?,
                }
            }
        }
        match default.or(otherwise) {
            Some(to) => self.goto(to, span),
            None => {
                // A switch over an enum without a default covers all its constants.
                let none = self.bool(false).expr;
                self.assume(none, self.exceptional_exit, span);
                self.at = self.node(span);
            }
        }
        Ok(entries)
    }

    fn selector(&mut self, selector: &'a Expr) -> Lowered<Selector> {
        let span = selector.span;
        let value = self.expr(selector, None)?;
        if self.world.as_primitive(&value.ty).is_some() {
            let value = self.promote(value, span)?;
            return Ok(Selector::Number(self.keep_selector(value, span)));
        }
        self.check_not_null(&value.expr, span);
        let value = self.keep_selector(value, span);
        match self.world.upper(&value.ty) {
            ty if self.world.is_string(&ty) => Ok(Selector::Text(value)),
            Ty::Class(class, _) if self.world.class(class).kind == ClassKind::Enum => {
                Ok(Selector::Constant(value, class))
            }
            _ => gap(span, "a switch over values of this type"),
        }
    }

    /// Labels do not change it: groups do.
    fn keep_selector(&mut self, value: Value, span: Span) -> Value {
        self.keep(value, span)
    }

    fn test(&mut self, selector: &Selector, label: &'a Expr, entry: NodeId) -> Lowered<()> {
        let span = label.span;
        let next = self.node(span);
        let test = match selector {
            Selector::Number(value) => {
                let Some(constant) = super::constants::constant_expr(self.world, self.class, label) else {
                    return gap(span, "a label that is not known to be constant");
                };
                let label = self.constant(constant, value.ty.clone());
                super::loops::binary(BinaryOp::Equal, value.expr.clone(), label.expr, Type::Boolean)
            }
            Selector::Text(value) => {
                let Some(constant @ Constant::String(_)) =
                    super::constants::constant_expr(self.world, self.class, label)
                else {
                    return gap(span, "a label that is not known to be constant");
                };
                let label = self.constant(constant, self.world.string());
                self.text_equals(value, label, span)?
            }
            Selector::Constant(value, class) => {
                let ExprKind::Name(name) = &label.kind else {
                    return gap(span, "a label that is no constant of the enum");
                };
                let Some(field) = self.world.find_field(*class, name) else {
                    return gap(span, format!("the constant `{name}` is not known"));
                };
                let constant = self.static_field(field, span)?;
                super::loops::binary(BinaryOp::Equal, value.expr.clone(), constant.expr, Type::Boolean)
            }
        };
        self.split(test, entry, next, span);
        self.at = next;
        Ok(())
    }

    fn text_equals(&mut self, value: &Value, label: Value, span: Span) -> Lowered<concurrent::object::Expr> {
        let candidates = self.world.methods_named(&value.ty, "equals");
        let Some(equals) = candidates.first() else {
            return gap(span, "a switch over strings without a model of `String.equals`");
        };
        let (method, receiver) = (equals.method, Some(value.expr.clone()));
        let kind = concurrent::object::CallKind::Special;
        Ok(self.emit_call(kind, method, receiver, vec![label.expr], Ty::BOOLEAN, span)?.expr)
    }

    fn groups(
        &mut self,
        switch: &'a Switch,
        entries: &[NodeId],
        after: NodeId,
        result: Option<(LocalId, &Ty)>,
    ) -> Lowered<()> {
        let variables = self.variables.len();
        let mut previous: Option<NodeId> = None;
        for (group, entry) in switch.groups.iter().zip(entries) {
            let span = group.span;
            if let Some(end) = previous.take() {
                self.at = end;
                self.goto(*entry, span);
            }
            self.at = *entry;
            match &group.body {
                SwitchBody::Statements(block) => {
                    self.stmts(&block.stmts)?;
                    previous = Some(self.at);
                }
                SwitchBody::ArrowExpr(value) => {
                    match result {
                        Some((target, ty)) => {
                            let value = self.converted(value, ty)?;
                            self.emit(Instruction::Assign { target, value: value.expr }, span);
                        }
                        None => self.effect(value)?,
                    }
                    self.goto(after, span);
                }
                SwitchBody::ArrowBlock(body) => {
                    self.stmt(body)?;
                    self.goto(after, span);
                }
            }
        }
        if let Some(end) = previous {
            self.at = end;
            self.goto(after, switch.span);
        }
        self.variables.truncate(variables);
        Ok(())
    }

    pub(super) fn yield_value(&mut self, value: &'a Expr, span: Span) -> Lowered<()> {
        let found = self.frames.iter().enumerate().rev().find_map(|(at, frame)| match frame {
            Frame::Yield { to, result, ty } => Some((at, *to, *result, ty.clone())),
            _ => None,
        });
        let Some((depth, to, result, ty)) = found else {
            return gap(span, "a `yield` outside of a switch");
        };
        let value = self.converted(value, &ty)?;
        self.assign(result, value.expr, span);
        self.leave(depth)?;
        self.goto(to, span);
        Ok(())
    }
}
