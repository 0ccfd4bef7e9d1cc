//! Functions: what their bodies mean.
//!
//! A body of an `{:inline}` or `{:define}` function stays with it. Any other body becomes the axiom
//! `(forall<T> x :: {f(x)} f(x) == body)`, with bound variables and type variables of its own; the attributes of the
//! function go to the quantifier. Without parameters the axiom is `f() == body`.

use super::scope::Binding;
use super::type_ops::instantiate;
use super::unify::UNKNOWN;
use super::{Checker, Mode, attributes, bound_variable, codes};
use crate::ast;
use crate::typed::{
    Attribute, AttributeParam, Axiom, BinaryOp, BoundVar, Expr, ExprKind, FunctionId, Meaning, Quantifier,
    QuantifierKind, Symbol, Type, TypeVar, Var,
};

impl<'a> Checker<'a> {
    pub(super) fn check_function(&mut self, decl: &'a ast::FunctionDecl, id: FunctionId) {
        let inline = attributes::is_set(&decl.attributes, "inline");
        let define = attributes::is_set(&decl.attributes, "define");
        self.check_function_attributes(decl, inline, define);
        let function = &self.out.functions[id.index()];
        let (type_params, params) = (function.type_params.clone(), function.params.clone());
        self.enter_function(decl, &type_params, &params, true);
        let mut param_attributes = Vec::new();
        for param in &decl.params {
            param_attributes.push(self.top_attributes(&param.attributes));
        }
        self.top_attributes(&decl.result.attributes);
        let function_attributes = self.top_attributes(&decl.attributes);
        self.check_inline_param(&function_attributes);
        let body = match &decl.body {
            Some(body) if inline || define => Some(self.function_body(body, id)),
            _ => None,
        };
        self.leave_function();
        let function = &mut self.out.functions[id.index()];
        function.attributes = function_attributes;
        function.params.iter_mut().zip(param_attributes).for_each(|(param, attributes)| param.attributes = attributes);
        let builtin = attributes::string(&decl.attributes, "builtin")
            .or_else(|| attributes::string(&decl.attributes, "bvbuiltin"));
        function.meaning = match (body, builtin) {
            (Some(body), _) if inline => Meaning::Inline(body),
            (Some(body), _) => Meaning::Define(body),
            (None, Some(builtin)) => Meaning::Builtin(builtin),
            (None, None) => Meaning::Uninterpreted,
        };
        if let (Some(body), false, false) = (&decl.body, inline, define) {
            self.add_definition(decl, body, id);
        }
    }

    fn check_function_attributes(&mut self, decl: &'a ast::FunctionDecl, inline: bool, define: bool) {
        let span = decl.name.span;
        let name = &decl.name.name;
        let mut refuse = |message: String| self.error(&codes::FUNCTION_ATTRIBUTE, span, message);
        if inline && define {
            refuse(format!("function `{name}` cannot be both `:inline` and `:define`"));
        } else if inline && decl.body.is_none() {
            refuse(format!("function `{name}` is `:inline` but has no body"));
        } else if define && decl.body.is_none() {
            refuse(format!("function `{name}` is `:define` but has no body"));
        } else if define && !decl.type_params.is_empty() {
            refuse(format!("function `{name}` is `:define` and cannot have type parameters"));
        }
    }

    /// `{:inline e}` takes a bool.
    fn check_inline_param(&mut self, attributes: &[Attribute]) {
        for attribute in attributes.iter().filter(|attribute| &*attribute.name == "inline") {
            if let [AttributeParam::Expr(expr)] = &attribute.params[..]
                && !matches!(expr.ty(), Type::Bool | &UNKNOWN)
            {
                let message = "the parameter of `:inline` on a function must be of type `bool`";
                self.error(&codes::FUNCTION_ATTRIBUTE, attribute.span, message);
            }
        }
    }

    /// Brings type parameters and parameters into scope.
    fn enter_function(
        &mut self,
        decl: &'a ast::FunctionDecl,
        type_params: &[TypeVar],
        params: &[BoundVar],
        report: bool,
    ) {
        for (param, var) in decl.type_params.iter().zip(type_params) {
            self.type_scope.push((param.name.clone(), *var));
        }
        self.scope.push();
        for (param, bound) in decl.params.iter().zip(params) {
            let Some(name) = &param.name else { continue };
            let var = Var::Bound(bound.id);
            let binding = Binding { var, ty: bound.ty.clone(), mutable: false, assumption: false, span: name.span };
            if let Err(previous) = self.scope.declare(&name.name, binding)
                && report
            {
                self.duplicate("parameter", name, previous);
            }
        }
        if let Some(result) = &decl.result.name
            && let Some(param) =
                decl.params.iter().filter_map(|param| param.name.as_ref()).find(|p| p.name == result.name)
            && report
        {
            self.duplicate("parameter", result, param.span);
        }
    }

    fn leave_function(&mut self) {
        self.scope.pop();
        self.type_scope.clear();
    }

    fn function_body(&mut self, body: &'a ast::Expr, id: FunctionId) -> Expr {
        let result = self.out.functions[id.index()].result.clone();
        self.typed_body(body, &result)
    }

    fn typed_body(&mut self, body: &'a ast::Expr, result: &Type) -> Expr {
        self.begin();
        let checked = self.in_mode(Mode::Stateless, |checker| checker.expr(body));
        self.expect(&checked, result, "the body of the function");
        self.settle(checked)
    }

    fn add_definition(&mut self, decl: &'a ast::FunctionDecl, body: &'a ast::Expr, id: FunctionId) {
        let span = decl.name.span;
        let function = self.out.functions[id.index()].clone();
        let type_params: Vec<TypeVar> = decl.type_params.iter().map(|param| self.fresh_type_var(&param.name)).collect();
        let type_args: Vec<Type> = type_params.iter().map(|var| Type::Var(*var)).collect();
        let fresh = |checker: &mut Self, param: &BoundVar| BoundVar {
            id: checker.fresh_bound(),
            name: param.name.clone(),
            ty: instantiate(&param.ty, &function.type_params, &type_args),
            attributes: Vec::new(),
        };
        let vars: Vec<BoundVar> = function.params.iter().map(|param| fresh(self, param)).collect();
        let result = instantiate(&function.result, &function.type_params, &type_args);
        self.enter_function(decl, &type_params, &vars, false);
        // The attributes were reported with the function.
        let (known, errors) = (self.diagnostics.len(), self.errors);
        let attributes = self.top_attributes(&decl.attributes);
        self.diagnostics.truncate(known);
        self.errors = errors;
        let body = self.typed_body(body, &result);
        self.leave_function();
        let args = vars.iter().map(|var| bound_variable(var, span)).collect();
        let call = Expr::new(ExprKind::Apply { function: id, type_args, args }, result, span);
        let equation = ExprKind::Binary(BinaryOp::Eq, call.clone(), body);
        let mut expr = Expr::new(equation, Type::Bool, span);
        if !vars.is_empty() || !type_params.is_empty() {
            let quantifier = Quantifier {
                kind: QuantifierKind::Forall,
                type_params,
                vars,
                triggers: vec![vec![call]],
                no_patterns: Vec::new(),
                attributes,
                body: expr,
            };
            expr = Expr::new(ExprKind::Quantifier(quantifier), Type::Bool, span);
        }
        self.out.axioms.push(Axiom { expr, attributes: Vec::new(), used_by: vec![Symbol::Function(id)], span });
    }
}
