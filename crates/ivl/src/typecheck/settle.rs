//! Finishes expressions: inference variables out, what is still open settled by default with a warning.
//!
//! Expressions whose checking created no inference variable are finished already and returned as they are.

use super::type_ops::match_params;
use super::{Checker, codes};
use crate::typed::{
    Attribute, AttributeParam, BinaryOp, BoundVar, Call, CallSite, Cmd, CmdKind, CodeBlock, CodeExpr, CodeTransfer,
    Expr, ExprKind, MapType, Quantifier, Type,
};
use source::{Diagnostic, Span};
use std::sync::Arc;

impl Checker<'_> {
    /// Finishes a whole expression. Inside a code expression the whole expression is the one around it.
    pub(super) fn settle(&mut self, expr: Expr) -> Expr {
        if self.infer.is_empty() || self.code_depth > 0 { expr } else { self.settle_expr(&expr) }
    }

    pub(super) fn settle_list(&mut self, exprs: Vec<Expr>) -> Vec<Expr> {
        exprs.into_iter().map(|expr| self.settle(expr)).collect()
    }

    pub(super) fn settle_attributes(&mut self, attributes: Vec<Attribute>) -> Vec<Attribute> {
        if self.infer.is_empty() || self.code_depth > 0 { attributes } else { self.attributes(&attributes) }
    }

    pub(super) fn settle_types(&mut self, types: Vec<Type>) -> Vec<Type> {
        if self.infer.is_empty() || self.code_depth > 0 {
            return types;
        }
        types.iter().map(|ty| self.infer.default(ty)).collect()
    }

    fn settle_expr(&mut self, expr: &Expr) -> Expr {
        let span = expr.span();
        let kind = self.kind(expr);
        let ty = self.infer.default(expr.ty());
        Expr::new(kind, ty, span)
    }

    fn kind(&mut self, expr: &Expr) -> ExprKind {
        let span = expr.span();
        match expr.kind() {
            ExprKind::Literal(literal) => ExprKind::Literal(literal.clone()),
            ExprKind::Var(var) => ExprKind::Var(*var),
            ExprKind::Old(inner) => ExprKind::Old(self.settle_expr(inner)),
            ExprKind::Unary(op, inner) => ExprKind::Unary(*op, self.settle_expr(inner)),
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.settle_expr(left), self.settle_expr(right));
                if *op == BinaryOp::Concat {
                    self.check_widths(&left, &right, expr);
                }
                ExprKind::Binary(*op, left, right)
            }
            ExprKind::IfThenElse(condition, left, right) => {
                ExprKind::IfThenElse(self.settle_expr(condition), self.settle_expr(left), self.settle_expr(right))
            }
            ExprKind::Select { map, indices, type_args } => {
                self.warn_ambiguous(type_args, "the map", span);
                let value = self.infer.default(expr.ty());
                let (map, indices, type_args) = self.access(map, indices, type_args, &value);
                ExprKind::Select { map, indices, type_args }
            }
            ExprKind::Store { map, indices, value, type_args } => {
                self.warn_ambiguous(type_args, "the map", span);
                let value = self.settle_expr(value);
                let (map, indices, type_args) = self.access(map, indices, type_args, value.ty());
                ExprKind::Store { map, indices, value, type_args }
            }
            ExprKind::Apply { function, type_args, args } => {
                let name = self.out.functions[function.index()].name.clone();
                self.warn_ambiguous(type_args, &format!("`{name}`"), span);
                let type_args = type_args.iter().map(|ty| self.infer.default(ty)).collect();
                ExprKind::Apply { function: *function, type_args, args: self.exprs(args) }
            }
            ExprKind::Construct { constructor, args } => {
                if let Type::Data(_, type_args) = self.infer.head(expr.ty()) {
                    self.warn_ambiguous(&type_args, "the constructor", span);
                }
                ExprKind::Construct { constructor: *constructor, args: self.exprs(args) }
            }
            ExprKind::Field { expr, field } => ExprKind::Field { expr: self.settle_expr(expr), field: *field },
            ExprKind::FieldUpdate { expr, field, value } => {
                let (expr, value) = (self.settle_expr(expr), self.settle_expr(value));
                ExprKind::FieldUpdate { expr, field: *field, value }
            }
            ExprKind::Is { expr, constructor } => {
                ExprKind::Is { expr: self.settle_expr(expr), constructor: *constructor }
            }
            ExprKind::Extract { expr, high, low } => {
                ExprKind::Extract { expr: self.settle_expr(expr), high: *high, low: *low }
            }
            ExprKind::ToInt(inner) => ExprKind::ToInt(self.settle_expr(inner)),
            ExprKind::ToReal(inner) => ExprKind::ToReal(self.settle_expr(inner)),
            ExprKind::Quantifier(quantifier) => ExprKind::Quantifier(self.settle_quantifier(quantifier)),
            ExprKind::Let { vars, values, body } => {
                let values = self.exprs(values);
                ExprKind::Let { vars: self.bound_vars(vars), values, body: self.settle_expr(body) }
            }
            ExprKind::Code(code) => ExprKind::Code(Arc::new(self.settle_code(code))),
        }
    }

    /// The parts of a select or store of a value of this type.
    fn access(
        &mut self,
        map: &Expr,
        indices: &[Expr],
        type_args: &[Type],
        value: &Type,
    ) -> (Expr, Vec<Expr>, Vec<Type>) {
        let map = self.settle_expr(map);
        let indices = self.exprs(indices);
        let type_args = self.map_type_args(&map, &indices, value, type_args);
        (map, indices, type_args)
    }

    fn exprs(&mut self, exprs: &[Expr]) -> Vec<Expr> {
        exprs.iter().map(|expr| self.settle_expr(expr)).collect()
    }

    fn settle_quantifier(&mut self, quantifier: &Quantifier) -> Quantifier {
        Quantifier {
            kind: quantifier.kind,
            type_params: quantifier.type_params.clone(),
            vars: self.bound_vars(&quantifier.vars),
            triggers: quantifier.triggers.iter().map(|trigger| self.exprs(trigger)).collect(),
            no_patterns: self.exprs(&quantifier.no_patterns),
            attributes: self.attributes(&quantifier.attributes),
            body: self.settle_expr(&quantifier.body),
        }
    }

    fn bound_vars(&mut self, vars: &[BoundVar]) -> Vec<BoundVar> {
        let mut settled = Vec::new();
        for var in vars {
            let (ty, attributes) = (self.infer.default(&var.ty), self.attributes(&var.attributes));
            settled.push(BoundVar { id: var.id, name: var.name.clone(), ty, attributes });
        }
        settled
    }

    fn attributes(&mut self, attributes: &[Attribute]) -> Vec<Attribute> {
        let mut settled = Vec::new();
        for attribute in attributes {
            let params = attribute.params.iter().map(|param| match param {
                AttributeParam::String(text) => AttributeParam::String(text.clone()),
                AttributeParam::Expr(expr) => AttributeParam::Expr(self.settle_expr(expr)),
            });
            let params = params.collect();
            settled.push(Attribute { name: attribute.name.clone(), params, span: attribute.span });
        }
        settled
    }

    fn settle_code(&mut self, code: &CodeExpr) -> CodeExpr {
        let mut blocks = Vec::new();
        for block in &code.blocks {
            let cmds = block.cmds.iter().map(|cmd| self.settle_cmd(cmd)).collect();
            let transfer = match &block.transfer {
                CodeTransfer::Goto(targets) => CodeTransfer::Goto(targets.clone()),
                CodeTransfer::Return(expr) => CodeTransfer::Return(self.settle_expr(expr)),
            };
            blocks.push(CodeBlock { label: block.label.clone(), cmds, transfer });
        }
        CodeExpr { locals: self.bound_vars(&code.locals), blocks }
    }

    fn settle_call(&mut self, call: &Call) -> Call {
        Call {
            procedure: call.procedure,
            type_args: call.type_args.iter().map(|ty| self.infer.default(ty)).collect(),
            ins: self.exprs(&call.ins),
            outs: call.outs.clone(),
            free: call.free,
        }
    }

    fn settle_call_sites(&mut self, sites: &[CallSite]) -> Vec<CallSite> {
        let settle = |site: &CallSite| CallSite {
            call: self.settle_call(&site.call),
            attributes: self.attributes(&site.attributes),
            span: site.span,
        };
        sites.iter().map(settle).collect()
    }

    fn settle_cmd(&mut self, cmd: &Cmd) -> Cmd {
        let attributes = self.attributes(&cmd.attributes);
        let kind = match &cmd.kind {
            CmdKind::Assert(expr) => CmdKind::Assert(self.settle_expr(expr)),
            CmdKind::Prove { claim, expr } => CmdKind::Prove { claim: claim.clone(), expr: self.settle_expr(expr) },
            CmdKind::Assume { expr, origin } => CmdKind::Assume { expr: self.settle_expr(expr), origin: *origin },
            CmdKind::Assign(assignments) => {
                CmdKind::Assign(assignments.iter().map(|(var, value)| (*var, self.settle_expr(value))).collect())
            }
            CmdKind::Havoc(vars) => CmdKind::Havoc(vars.clone()),
            CmdKind::Call(call) => CmdKind::Call(self.settle_call(call)),
            CmdKind::Async(call) => CmdKind::Async(self.settle_call(call)),
            CmdKind::Parallel(sites) => CmdKind::Parallel(self.settle_call_sites(sites)),
            CmdKind::LoopYield(sites) => CmdKind::LoopYield(self.settle_call_sites(sites)),
            CmdKind::Measure(exprs) => CmdKind::Measure(self.exprs(exprs)),
            CmdKind::Visibility(visibility) => CmdKind::Visibility(visibility.clone()),
        };
        Cmd { kind, attributes, span: cmd.span }
    }

    /// The type arguments of a select or store, found from the types if the map's type was open when it was checked.
    fn map_type_args(&mut self, map: &Expr, indices: &[Expr], value: &Type, known: &[Type]) -> Vec<Type> {
        let Type::Map(map_type) = map.ty() else { return Vec::new() };
        if known.len() == map_type.type_params as usize {
            return known.iter().map(|ty| self.infer.default(ty)).collect();
        }
        infer_map_args(map_type, indices, value)
    }

    /// Open widths were settled one by one, so they are added up again.
    fn check_widths(&mut self, left: &Expr, right: &Expr, whole: &Expr) {
        let sum = match (left.ty(), right.ty()) {
            (Type::Bv(high), Type::Bv(low)) => Type::Bv(high.saturating_add(*low)),
            _ => return,
        };
        if self.errors == 0 && !self.infer.unify(whole.ty(), &sum) {
            let message = "the widths of the two sides of `++` are ambiguous here";
            let diagnostic = Diagnostic::error(&codes::BIT_VECTOR, whole.span(), message);
            self.report(diagnostic.help("state them by coercions `e: bv8`"));
        }
    }

    fn warn_ambiguous(&mut self, type_args: &[Type], what: &str, span: Span) {
        if self.errors > 0 || !type_args.iter().any(|ty| self.infer.has_unsolved(ty)) {
            return;
        }
        let chosen: Vec<Type> = type_args.iter().map(|ty| self.infer.default(ty)).collect();
        let chosen: Vec<String> = chosen.iter().map(|ty| self.show(ty)).collect();
        let message = format!("the type argument of {what} is ambiguous here; taking `{}`", chosen.join("`, `"));
        let diagnostic = Diagnostic::warning(&codes::AMBIGUOUS, span, message);
        self.report(diagnostic.help("state the type that is meant by a coercion `e: T`"));
    }
}

fn infer_map_args(map: &MapType, indices: &[Expr], value: &Type) -> Vec<Type> {
    let mut found = vec![None; map.type_params as usize];
    map.domain.iter().zip(indices).for_each(|(formal, index)| match_params(formal, index.ty(), 0, &mut found));
    match_params(&map.range, value, 0, &mut found);
    found.into_iter().map(|ty| ty.unwrap_or(Type::Int)).collect()
}
