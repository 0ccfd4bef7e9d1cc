//! Quantifiers, lambdas and lets, with their triggers.

use super::type_ops::{abstract_over, free_vars};
use super::types::{count, sort_type_params};
use super::unify::UNKNOWN;
use super::{Checker, broken, codes};
use crate::ast;
use crate::typed::{Attribute, BoundVar, Expr, ExprKind, MapType, Quantifier, QuantifierKind, Type, TypeVar, Var};
use crate::visit::walk;
use rustc_hash::FxHashSet;
use source::{Diagnostic, Span};
use std::sync::Arc;

impl<'a> Checker<'a> {
    /// Directly nested quantifiers of one kind without triggers are one quantifier.
    pub(super) fn quantifier(&mut self, outer: &'a ast::Quantifier, span: Span) -> Expr {
        if self.in_trigger {
            self.error(&codes::TRIGGER, span, "quantifiers are not allowed in triggers");
        }
        let parts = merge_nested(outer);
        let innermost = parts.last().copied().unwrap_or(outer);
        let type_depth = self.type_scope.len();
        let mut type_params = Vec::new();
        for part in &parts {
            type_params.extend(self.bind_type_params(&part.type_params));
        }
        self.scope.push();
        let mut vars = Vec::new();
        for binding in parts.iter().flat_map(|part| &part.vars) {
            vars.push(self.bound_var(binding));
        }
        let mut attributes = Vec::new();
        for part in &parts {
            attributes.extend(self.check_attributes(&part.attributes));
        }
        let (triggers, no_patterns) = self.triggers(&innermost.triggers, &vars);
        let body = self.expr(&innermost.body);
        self.scope.pop();
        self.type_scope.truncate(type_depth);
        let types: Vec<&Type> = vars.iter().map(|var| &var.ty).collect();
        let type_params = sort_type_params(&type_params, &types);
        let quantifier = Quantifier { kind: outer.kind, type_params, vars, triggers, no_patterns, attributes, body };
        match outer.kind {
            QuantifierKind::Lambda => self.finish_lambda(quantifier, span),
            QuantifierKind::Forall | QuantifierKind::Exists => {
                self.finish_quantifier(quantifier, &innermost.triggers, span)
            }
        }
    }

    fn bound_var(&mut self, binding: &'a ast::Binding) -> BoundVar {
        let ty = self.resolve_type(&binding.ty);
        let id = self.bind(&binding.name, &ty);
        let attributes = self.check_attributes(&binding.attributes);
        BoundVar { id, name: binding.name.name.clone(), ty, attributes }
    }

    /// The triggers and the terms that must not be patterns.
    fn triggers(&mut self, triggers: &'a [ast::Trigger], vars: &[BoundVar]) -> (Vec<Vec<Expr>>, Vec<Expr>) {
        let (mut positive, mut negative) = (Vec::new(), Vec::new());
        for trigger in triggers {
            let errors = self.errors;
            let outer = std::mem::replace(&mut self.in_trigger, true);
            let exprs: Vec<Expr> = trigger.exprs.iter().map(|expr| self.expr(expr)).collect();
            self.in_trigger = outer;
            for expr in &trigger.exprs {
                if let ast::ExprKind::Name(name) = &*expr.kind {
                    let message = format!("a trigger must be more than the variable `{}` by itself", name.name);
                    self.error(&codes::TRIGGER, expr.span, message);
                }
            }
            if trigger.negative {
                negative.extend(exprs);
                continue;
            }
            if self.errors == errors {
                self.check_mentions(&exprs, vars, trigger.span);
            }
            positive.push(exprs);
        }
        (positive, negative)
    }

    fn check_mentions(&mut self, exprs: &[Expr], vars: &[BoundVar], span: Span) {
        let mut mentioned = FxHashSet::default();
        for expr in exprs {
            walk(expr, &mut |expr| {
                if let ExprKind::Var(Var::Bound(id)) = expr.kind() {
                    mentioned.insert(*id);
                }
                true
            });
        }
        for var in vars.iter().filter(|var| !mentioned.contains(&var.id)) {
            let message = format!("the trigger does not mention the bound variable `{}`", var.name);
            let help = "a trigger mentions all bound variables; add a term with the missing one";
            self.report(Diagnostic::error(&codes::TRIGGER, span, message).help(help));
        }
    }

    fn finish_quantifier(&mut self, mut quantifier: Quantifier, written: &'a [ast::Trigger], span: Span) -> Expr {
        self.expect(&quantifier.body, &Type::Bool, "the body of a quantifier");
        let hidden = unmentioned_type_params(&quantifier);
        if !hidden.is_empty() {
            let spans = written.iter().filter(|trigger| !trigger.negative).map(|trigger| trigger.span);
            for (trigger, span) in quantifier.triggers.iter().zip(spans) {
                self.check_type_mentions(trigger, &hidden, span);
            }
        }
        if quantifier.triggers.is_empty() && !self.never_patterns.is_empty() {
            self.add_never_patterns(&mut quantifier);
        }
        Expr::new(ExprKind::Quantifier(quantifier), Type::Bool, span)
    }

    /// Type parameters that no bound variable mentions must be found by every trigger.
    fn check_type_mentions(&mut self, trigger: &[Expr], hidden: &[TypeVar], span: Span) {
        let mut mentioned = Vec::new();
        for expr in trigger {
            walk(expr, &mut |expr| {
                match expr.kind() {
                    ExprKind::Apply { type_args, .. }
                    | ExprKind::Select { type_args, .. }
                    | ExprKind::Store { type_args, .. } => {
                        type_args.iter().for_each(|ty| free_vars(&self.infer.resolve(ty), &mut mentioned));
                    }
                    ExprKind::Construct { .. } => free_vars(&self.infer.resolve(expr.ty()), &mut mentioned),
                    _ => {}
                }
                true
            });
        }
        for var in hidden.iter().filter(|var| !mentioned.contains(var)) {
            let name = &self.out.type_vars[var.index()];
            let message = format!("neither the bound variables nor the trigger mention the type parameter `{name}`");
            self.error(&codes::TRIGGER, span, message);
        }
    }

    /// Calls of functions marked `{:never_pattern}` in the body, outside inner binders.
    fn add_never_patterns(&self, quantifier: &mut Quantifier) {
        let mut found = Vec::new();
        walk(&quantifier.body, &mut |expr| {
            if let ExprKind::Apply { function, .. } = expr.kind()
                && self.never_patterns.contains(function)
            {
                found.push(expr.clone());
            }
            !matches!(expr.kind(), ExprKind::Quantifier(_) | ExprKind::Code(_))
        });
        quantifier.no_patterns.extend(found);
    }

    fn finish_lambda(&mut self, lambda: Quantifier, span: Span) -> Expr {
        if let Some(var) = unmentioned_type_params(&lambda).first() {
            let name = &self.out.type_vars[var.index()];
            let message = format!("no parameter of the lambda mentions the type parameter `{name}`");
            self.error(&codes::TYPE_PARAMETER, span, message);
            return broken(span);
        }
        if *lambda.body.ty() == UNKNOWN {
            return broken(span);
        }
        let params = &lambda.type_params;
        let close = |ty: &Type| if params.is_empty() { ty.clone() } else { abstract_over(ty, params, 0) };
        let map = MapType {
            type_params: params.len() as u32,
            domain: lambda.vars.iter().map(|var| close(&var.ty)).collect(),
            range: close(&self.infer.resolve(lambda.body.ty())),
        };
        Expr::new(ExprKind::Quantifier(lambda), Type::Map(Arc::new(map)), span)
    }

    pub(super) fn let_expr(&mut self, binding: &'a ast::Let, span: Span) -> Expr {
        let values: Vec<Expr> = binding.values.iter().map(|value| self.expr(value)).collect();
        let good = values.len() == binding.names.len();
        if !good {
            let message = format!("{} for {}", count(values.len(), "value"), count(binding.names.len(), "name"));
            self.error(&codes::ARGUMENTS, span, message);
        }
        self.scope.push();
        let mut vars = Vec::new();
        for (at, (attributes, name)) in binding.names.iter().enumerate() {
            let ty = values.get(at).map_or(UNKNOWN, |value| value.ty().clone());
            let id = self.bind(name, &ty);
            let attributes: Vec<Attribute> = self.check_attributes(attributes);
            vars.push(BoundVar { id, name: name.name.clone(), ty, attributes });
        }
        self.check_attributes(&binding.attributes);
        let body = self.expr(&binding.body);
        self.scope.pop();
        let ty = if good { body.ty().clone() } else { UNKNOWN };
        Expr::new(ExprKind::Let { vars, values, body }, ty, span)
    }
}

/// The quantifier and those that it swallows, outermost first.
fn merge_nested(outer: &ast::Quantifier) -> Vec<&ast::Quantifier> {
    let mut parts = vec![outer];
    if outer.kind == QuantifierKind::Lambda {
        return parts;
    }
    let mut current = outer;
    while let ast::ExprKind::Quantifier(inner) = &*current.body.kind {
        if inner.kind != outer.kind || !current.triggers.is_empty() {
            break;
        }
        parts.push(inner);
        current = inner;
    }
    // A part with triggers stays a quantifier of its own.
    while parts.len() > 1 && parts.last().is_some_and(|last| !last.triggers.is_empty()) {
        parts.pop();
    }
    parts
}

fn unmentioned_type_params(quantifier: &Quantifier) -> Vec<TypeVar> {
    let mut mentioned = Vec::new();
    quantifier.vars.iter().for_each(|var| free_vars(&var.ty, &mut mentioned));
    quantifier.type_params.iter().filter(|var| !mentioned.contains(var)).copied().collect()
}
