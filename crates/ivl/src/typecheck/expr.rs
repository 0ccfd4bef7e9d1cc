//! Expressions: names, applications, maps and datatypes. Operators and binders have their own files.
//!
//! [`Checker::expr`] gives an expression whose types may contain inference variables; [`Checker::settle`] finishes it.

use super::literal::literal;
use super::type_ops::instantiate;
use super::types::count;
use super::unify::{MapView, UNKNOWN};
use super::{Checker, FunctionEntry, FunctionSignature, Mode, Namespace, broken, codes, variable};
use crate::ast;
use crate::typed::{ConstructorId, DatatypeId, Expr, ExprKind, FieldId, Literal, Type, Var};
use source::{Diagnostic, Span};
use std::sync::Arc;

impl<'a> Checker<'a> {
    pub(super) fn expr(&mut self, expr: &'a ast::Expr) -> Expr {
        let span = expr.span;
        match &*expr.kind {
            ast::ExprKind::Bool(value) => literal(Literal::Bool(*value), Type::Bool, span),
            ast::ExprKind::Int(digits) => self.int_literal(digits, span),
            ast::ExprKind::Real(text) => self.real_literal(text, span),
            ast::ExprKind::Bv { digits, width } => self.bv_literal(digits, *width, span),
            ast::ExprKind::Float(text) => self.float_literal(text, span),
            ast::ExprKind::String(text) => literal(Literal::String(text.clone()), Type::String, span),
            ast::ExprKind::RoundingMode(mode) => literal(Literal::RoundingMode(*mode), Type::RoundingMode, span),
            ast::ExprKind::Name(name) => self.name(name, span),
            ast::ExprKind::Call { callee, args } => self.apply(callee, args, span),
            ast::ExprKind::Old(inner) => self.old(inner, span),
            ast::ExprKind::ToInt(operand) => self.conversion(true, operand, span),
            ast::ExprKind::ToReal(operand) => self.conversion(false, operand, span),
            ast::ExprKind::Unary(op, operand) => self.unary(*op, operand, span),
            ast::ExprKind::Binary(op, left, right) => self.binary(*op, left, right, span),
            ast::ExprKind::Is { expr, constructor } => self.is_constructor(expr, constructor, span),
            ast::ExprKind::Coerce { expr, ty } => self.coerce(expr, ty, span),
            ast::ExprKind::Select { map, indices } => self.select(map, indices, span),
            ast::ExprKind::Store { map, indices, value } => self.store(map, indices, value, span),
            ast::ExprKind::Extract { expr, high, low } => self.extract(expr, high, low, span),
            ast::ExprKind::Field { expr, field } => {
                let expr = self.expr(expr);
                match self.field(expr.ty(), field) {
                    Some((id, ty)) => Expr::new(ExprKind::Field { expr, field: id }, ty, span),
                    None => broken(span),
                }
            }
            ast::ExprKind::FieldUpdate { expr, field, value } => self.field_update(expr, field, value, span),
            ast::ExprKind::IfThenElse { condition, then_branch, else_branch } => {
                self.if_then_else(condition, then_branch, else_branch, span)
            }
            ast::ExprKind::Quantifier(quantifier) => self.quantifier(quantifier, span),
            ast::ExprKind::Let(binding) => self.let_expr(binding, span),
            ast::ExprKind::Code(code) => self.code_expr(code, span),
        }
    }

    fn name(&mut self, name: &ast::Ident, span: Span) -> Expr {
        let Some(binding) = self.scope.lookup(&name.name) else {
            self.undeclared(Namespace::Variables, &name.name, name.span);
            return broken(span);
        };
        let expr = variable(binding.var, &binding.ty, span);
        if self.mode == Mode::Stateless && matches!(binding.var, Var::Global(_)) {
            let declared = binding.span;
            let message = format!("global variable `{}` cannot be used here: there is no state", name.name);
            let diagnostic = Diagnostic::error(&codes::STATE, name.span, message).label(declared, "declared here");
            self.report(
                diagnostic.help("axioms, functions and pure procedures speak of constants and parameters only"),
            );
        } else if self.is_shared && !self.in_old && matches!(binding.var, Var::Global(_)) {
            let declared = binding.span;
            let message = format!("global variable `{}` can be read only inside `old` here", name.name);
            let diagnostic = Diagnostic::error(&codes::STATE, name.span, message).label(declared, "declared here");
            self.report(diagnostic.help("other threads may change it at any moment: read it by an action"));
        }
        expr
    }

    fn old(&mut self, inner: &'a ast::Expr, span: Span) -> Expr {
        if self.mode != Mode::Two {
            let diagnostic = Diagnostic::error(&codes::STATE, span, "`old` is not allowed here");
            self.report(diagnostic.help("there is an old state in postconditions and procedure bodies only"));
        }
        let outer = std::mem::replace(&mut self.in_old, true);
        let inner = self.expr(inner);
        self.in_old = outer;
        let ty = inner.ty().clone();
        Expr::new(ExprKind::Old(inner), ty, span)
    }

    fn coerce(&mut self, expr: &'a ast::Expr, ty: &'a ast::Type, span: Span) -> Expr {
        let expr = self.expr(expr);
        let ty = self.resolve_type(ty);
        if self.infer.unify(&ty, expr.ty()) {
            return expr;
        }
        let message = format!("`{}` cannot be coerced to `{}`", self.show(expr.ty()), self.show(&ty));
        self.error(&codes::MISMATCH, span, message);
        Expr::new(ExprKind::Literal(Literal::Bool(false)), ty, span)
    }

    fn if_then_else(
        &mut self,
        condition: &'a ast::Expr,
        then_branch: &'a ast::Expr,
        else_branch: &'a ast::Expr,
        span: Span,
    ) -> Expr {
        let condition = self.expr(condition);
        let then_branch = self.expr(then_branch);
        let else_branch = self.expr(else_branch);
        self.expect(&condition, &Type::Bool, "the condition");
        if !self.infer.unify(then_branch.ty(), else_branch.ty()) {
            let (left, right) = (self.show(then_branch.ty()), self.show(else_branch.ty()));
            let message = format!("the branches have different types, `{left}` and `{right}`");
            self.error(&codes::MISMATCH, span, message);
            return broken(span);
        }
        let known = if *then_branch.ty() == UNKNOWN { else_branch.ty() } else { then_branch.ty() };
        let ty = known.clone();
        Expr::new(ExprKind::IfThenElse(condition, then_branch, else_branch), ty, span)
    }

    fn apply(&mut self, callee: &'a ast::Ident, args: &'a [ast::Expr], span: Span) -> Expr {
        let errors = self.errors;
        let entry = self.functions.get(&callee.name).copied();
        if entry.is_none() {
            self.undeclared_function(callee);
        }
        let args: Vec<Expr> = args.iter().map(|arg| self.expr(arg)).collect();
        let Some(entry) = entry else { return broken(span) };
        let signature = self.function_signature(entry);
        let Some((result, type_args)) = self.match_arguments(callee, &signature, &args, span) else {
            return broken(span);
        };
        if self.errors != errors {
            return Expr::new(ExprKind::Literal(Literal::Bool(false)), result, span);
        }
        let kind = match entry {
            FunctionEntry::Function(function) => ExprKind::Apply { function, type_args, args },
            FunctionEntry::Constructor(_, constructor) => ExprKind::Construct { constructor, args },
        };
        Expr::new(kind, result, span)
    }

    fn undeclared_function(&mut self, callee: &ast::Ident) {
        self.undeclared(Namespace::Functions, &callee.name, callee.span);
        if self.procedures.contains_key(&callee.name)
            && let Some(last) = self.diagnostics.last_mut()
        {
            last.help.push(format!("`{0}` is a procedure: use the statement `call {0}(…);`", callee.name));
        }
    }

    pub(super) fn function_signature(&self, entry: FunctionEntry) -> Arc<FunctionSignature> {
        match entry {
            FunctionEntry::Function(id) => self.function_signatures[id.index()].clone(),
            FunctionEntry::Constructor(datatype, constructor) => {
                self.constructor_signatures[datatype.index()][constructor.index()].clone()
            }
        }
    }

    /// Checks the arguments of a function; gives its result type and type arguments, or nothing if they cannot be
    /// told. A wrong argument of a function without type parameters leaves the result type known.
    pub(super) fn match_arguments(
        &mut self,
        callee: &ast::Ident,
        signature: &FunctionSignature,
        args: &[Expr],
        span: Span,
    ) -> Option<(Type, Vec<Type>)> {
        let monomorphic = signature.type_params.is_empty();
        let type_args = self.infer.fresh_list(signature.type_params.len());
        let result = instantiate(&signature.result, &signature.type_params, &type_args);
        if signature.params.len() != args.len() {
            let wanted = count(signature.params.len(), "argument");
            let message = format!("`{}` takes {wanted}, not {}", callee.name, args.len());
            self.error(&codes::ARGUMENTS, span, message);
            return monomorphic.then_some((result, type_args));
        }
        let mut good = true;
        for (at, (arg, formal)) in args.iter().zip(&signature.params).enumerate() {
            let formal = instantiate(formal, &signature.type_params, &type_args);
            good &= self.expect(arg, &formal, format_args!("argument {} of `{}`", at + 1, callee.name));
        }
        (good || monomorphic).then_some((result, type_args))
    }

    fn select(&mut self, map: &'a ast::Expr, indices: &'a [ast::Expr], span: Span) -> Expr {
        let map = self.expr(map);
        let indices: Vec<Expr> = indices.iter().map(|index| self.expr(index)).collect();
        match self.index_map(map.ty(), &indices, span) {
            Some((ty, type_args)) => Expr::new(ExprKind::Select { map, indices, type_args }, ty, span),
            None => broken(span),
        }
    }

    fn store(&mut self, map: &'a ast::Expr, indices: &'a [ast::Expr], value: &'a ast::Expr, span: Span) -> Expr {
        let map = self.expr(map);
        let indices: Vec<Expr> = indices.iter().map(|index| self.expr(index)).collect();
        let value = self.expr(value);
        let Some((value_type, type_args)) = self.index_map(map.ty(), &indices, span) else {
            return broken(span);
        };
        self.expect(&value, &value_type, "the stored value");
        let ty = map.ty().clone();
        Expr::new(ExprKind::Store { map, indices, value, type_args }, ty, span)
    }

    /// Checks the indices of a map; gives the type of the value and the type arguments (none yet, if the type of the
    /// map is still open: settling finds them).
    pub(super) fn index_map(&mut self, map: &Type, indices: &[Expr], span: Span) -> Option<(Type, Vec<Type>)> {
        match self.infer.view_map(map, indices.len()) {
            MapView::Map(map) => {
                let (domain, range, type_args) = self.infer.open(&map);
                let mut good = true;
                for (at, (index, formal)) in indices.iter().zip(&domain).enumerate() {
                    good &= self.expect(index, formal, format_args!("index {}", at + 1));
                }
                (good || map.type_params == 0).then_some((range, type_args))
            }
            MapView::Some(var) => {
                let indices = indices.iter().map(|index| index.ty().clone()).collect();
                Some((self.infer.use_map(var, indices), Vec::new()))
            }
            MapView::WrongArity(arity) => {
                let wanted = if arity == 1 { "1 index".to_string() } else { format!("{arity} indices") };
                let message = format!("a map of type `{}` takes {wanted}, not {}", self.show(map), indices.len());
                self.error(&codes::ARGUMENTS, span, message);
                None
            }
            MapView::NotMap => {
                self.error(&codes::ACCESS, span, format!("a value of type `{}` cannot be indexed", self.show(map)));
                None
            }
            MapView::Unknown => None,
        }
    }

    /// The datatype that a type is, with its arguments; reports if it is none.
    fn datatype(&mut self, ty: &Type, what: &str, span: Span) -> Option<(DatatypeId, Arc<[Type]>)> {
        match self.infer.head(ty) {
            Type::Data(id, args) => Some((id, args)),
            UNKNOWN => None,
            other => {
                let open = self.infer.is_unsolved(&other);
                let message = if open {
                    format!("{what} needs a datatype, and the type of this value is not known here")
                } else {
                    format!("{what} needs a datatype, and `{}` is none", self.show(&other))
                };
                let diagnostic = Diagnostic::error(&codes::ACCESS, span, message);
                self.report(if open { diagnostic.help("state the type by a coercion `e: T`") } else { diagnostic });
                None
            }
        }
    }

    /// The field of a value of this type, and its type.
    pub(super) fn field(&mut self, ty: &Type, field: &ast::Ident) -> Option<(FieldId, Type)> {
        let (datatype, args) = self.datatype(ty, "a field access", field.span)?;
        let Some(id) = self.fields[datatype.index()].get(&field.name).copied() else {
            let name = &self.out.datatypes[datatype.index()].name;
            let message = format!("datatype `{name}` has no field `{}`", field.name);
            self.error(&codes::ACCESS, field.span, message);
            return None;
        };
        let decl = &self.out.datatypes[datatype.index()];
        Some((id, instantiate(&decl.fields[id.index()].ty, &decl.type_params, &args)))
    }

    fn field_update(&mut self, expr: &'a ast::Expr, field: &ast::Ident, value: &'a ast::Expr, span: Span) -> Expr {
        let expr = self.expr(expr);
        let value = self.expr(value);
        let Some((id, field_type)) = self.field(expr.ty(), field) else { return broken(span) };
        self.expect(&value, &field_type, "the new value of the field");
        let ty = expr.ty().clone();
        Expr::new(ExprKind::FieldUpdate { expr, field: id, value }, ty, span)
    }

    fn is_constructor(&mut self, expr: &'a ast::Expr, constructor: &ast::Ident, span: Span) -> Expr {
        let expr = self.expr(expr);
        let Some((datatype, _)) = self.datatype(expr.ty(), "`is`", expr.span()) else { return broken(span) };
        let decl = &self.out.datatypes[datatype.index()];
        match decl.constructors.iter().position(|known| known.name == constructor.name) {
            Some(at) => {
                let constructor = ConstructorId(at as u32);
                Expr::new(ExprKind::Is { expr, constructor }, Type::Bool, span)
            }
            None => {
                let message = format!("datatype `{}` has no constructor `{}`", decl.name, constructor.name);
                self.error(&codes::ACCESS, constructor.span, message);
                broken(span)
            }
        }
    }
}
