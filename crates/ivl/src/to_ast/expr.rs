//! Expressions and types.

use super::names::{Names, unused};
use crate::ast::{self, Binding, Ident, TypeKind};
use crate::typed::{
    Attribute, AttributeParam, BoundId, BoundVar, ConstructorId, Expr, ExprKind, FieldId, FunctionId, Literal, Name,
    Program, Quantifier, QuantifierKind, Type, TypeVar, Var,
};
use crate::visit::{open_map, walk_type};
use num_bigint::{BigInt, Sign};
use rustc_hash::FxHashMap;
use source::Span;

/// Writes what stands in one declaration.
pub(super) struct Writer<'a> {
    pub program: &'a Program,
    pub names: &'a Names,
    /// Names of the locals of the procedure or implementation.
    pub locals: Vec<Name>,
    /// Names of the bound variables in scope.
    bound: FxHashMap<BoundId, Name>,
    /// Names of the type variables in scope.
    type_vars: FxHashMap<TypeVar, Name>,
}

impl<'a> Writer<'a> {
    pub fn new(program: &'a Program, names: &'a Names) -> Writer<'a> {
        Writer { program, names, locals: Vec::new(), bound: FxHashMap::default(), type_vars: FxHashMap::default() }
    }

    /// Gives type variables names that no type in scope has.
    pub fn bind_types(&mut self, vars: &[TypeVar], span: Span) -> Vec<Ident> {
        let mut idents = Vec::new();
        for var in vars {
            let declared = self.program.type_vars.get(var.index()).cloned().unwrap_or_else(|| "T".into());
            let taken = |name: &str| self.names.types.contains(name) || self.type_vars.values().any(|n| **n == *name);
            let name = unused(&declared, taken);
            self.type_vars.insert(*var, name.clone());
            idents.push(ident(&name, span));
        }
        idents
    }

    pub fn unbind_types(&mut self, vars: &[TypeVar]) {
        vars.iter().for_each(|var| {
            self.type_vars.remove(var);
        });
    }

    /// Gives a bound variable a name that nothing in scope has.
    pub fn bind(&mut self, var: &BoundVar) -> Name {
        let taken = |name: &str| {
            self.names.values.contains(name)
                || self.locals.iter().any(|local| **local == *name)
                || self.bound.values().any(|bound| **bound == *name)
        };
        let name = unused(&var.name, taken);
        self.bound.insert(var.id, name.clone());
        name
    }

    pub fn unbind(&mut self, vars: &[BoundVar]) {
        vars.iter().for_each(|var| {
            self.bound.remove(&var.id);
        });
    }

    pub fn var(&self, var: Var) -> Name {
        match var {
            Var::Global(id) => self.names.globals[id.index()].clone(),
            Var::Const(id) => self.names.consts[id.index()].clone(),
            Var::Local(id) => self.locals.get(id.index()).cloned().unwrap_or_else(|| format!("local{}", id.0).into()),
            Var::Bound(id) => self.bound.get(&id).cloned().unwrap_or_else(|| format!("bound{}", id.0).into()),
        }
    }

    pub fn attributes(&mut self, attributes: &[Attribute]) -> Vec<ast::Attribute> {
        let mut written = Vec::new();
        for Attribute { name, params, span } in attributes {
            let mut param = |param: &AttributeParam| match param {
                AttributeParam::String(text) => ast::AttributeParam::String(text.clone()),
                AttributeParam::Expr(expr) => ast::AttributeParam::Expr(self.expr(expr)),
            };
            let params = params.iter().map(&mut param).collect();
            written.push(ast::Attribute { name: ident(name, *span), params, span: *span });
        }
        written
    }

    pub fn exprs(&mut self, exprs: &[Expr]) -> Vec<ast::Expr> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    pub fn expr(&mut self, expr: &Expr) -> ast::Expr {
        let span = expr.span();
        let kind = match expr.kind() {
            ExprKind::Literal(literal) => return self::literal(literal, span),
            ExprKind::Var(var) => ast::ExprKind::Name(ident(&self.var(*var), span)),
            ExprKind::Old(e) => ast::ExprKind::Old(self.expr(e)),
            ExprKind::Unary(op, e) => ast::ExprKind::Unary(*op, self.expr(e)),
            ExprKind::Binary(op, left, right) => {
                let left = self.expr(left);
                ast::ExprKind::Binary(*op, left, self.expr(right))
            }
            ExprKind::IfThenElse(condition, then_branch, else_branch) => ast::ExprKind::IfThenElse {
                condition: self.expr(condition),
                then_branch: self.expr(then_branch),
                else_branch: self.expr(else_branch),
            },
            ExprKind::Select { map, indices, type_args } => {
                let select = ast::ExprKind::Select { map: self.expr(map), indices: self.exprs(indices) };
                return self.coerced(select, expr, !is_settled(map.ty(), type_args));
            }
            ExprKind::Store { map, indices, value, type_args: _ } => {
                ast::ExprKind::Store { map: self.expr(map), indices: self.exprs(indices), value: self.expr(value) }
            }
            ExprKind::Apply { function, type_args: _, args } => {
                let callee = ident(&self.names.functions[function.index()], span);
                let call = ast::ExprKind::Call { callee, args: self.exprs(args) };
                return self.coerced(call, expr, !self.is_settled_by_args(*function));
            }
            ExprKind::Construct { constructor, args } => {
                let callee = ident(&self.constructor(expr.ty(), *constructor), span);
                let call = ast::ExprKind::Call { callee, args: self.exprs(args) };
                return self.coerced(call, expr, matches!(expr.ty(), Type::Data(_, args) if !args.is_empty()));
            }
            ExprKind::Field { expr, field } => {
                let field = ident(&self.field(expr.ty(), *field), span);
                ast::ExprKind::Field { expr: self.expr(expr), field }
            }
            ExprKind::FieldUpdate { expr, field, value } => {
                let field = ident(&self.field(expr.ty(), *field), span);
                ast::ExprKind::FieldUpdate { expr: self.expr(expr), field, value: self.expr(value) }
            }
            ExprKind::Is { expr, constructor } => {
                let constructor = ident(&self.constructor(expr.ty(), *constructor), span);
                ast::ExprKind::Is { expr: self.expr(expr), constructor }
            }
            ExprKind::Extract { expr, high, low } => ast::ExprKind::Extract {
                expr: self.expr(expr),
                high: high.to_string().into(),
                low: low.to_string().into(),
            },
            ExprKind::ToInt(e) => ast::ExprKind::ToInt(self.expr(e)),
            ExprKind::ToReal(e) => ast::ExprKind::ToReal(self.expr(e)),
            // What it says of runs is lost in the text.
            ExprKind::Quantifier(quantifier) if quantifier.vars.is_empty() && quantifier.type_params.is_empty() => {
                return self.expr(&quantifier.body);
            }
            ExprKind::Quantifier(quantifier) => self.quantifier(quantifier, span),
            ExprKind::Let { vars, values, body } => self.let_in(vars, values, body, span),
            ExprKind::Code(code) => ast::ExprKind::Code(self.code(code, span)),
        };
        node(kind, span)
    }

    fn quantifier(&mut self, quantifier: &Quantifier, span: Span) -> ast::ExprKind {
        let Quantifier { kind, type_params, vars, triggers, no_patterns, attributes, body } = quantifier;
        let params = self.bind_types(type_params, span);
        let bindings = vars.iter().map(|var| self.binding(var, span)).collect();
        let attributes = self.attributes(attributes);
        let mut written: Vec<ast::Trigger> = Vec::new();
        let negative: Vec<&[Expr]> = no_patterns.chunks(1).filter(|exprs| !self.is_never_pattern(&exprs[0])).collect();
        let negative = negative.into_iter();
        for (negative, exprs) in triggers.iter().map(|exprs| (false, &exprs[..])).chain(negative.map(|e| (true, e))) {
            written.push(ast::Trigger { negative, exprs: self.exprs(exprs), span });
        }
        let body = self.expr(body);
        self.unbind(vars);
        self.unbind_types(type_params);
        merged(ast::Quantifier {
            kind: *kind,
            type_params: params,
            vars: bindings,
            attributes,
            triggers: written,
            body,
        })
    }

    /// Whether reading the program back adds this expression to those that are no triggers.
    fn is_never_pattern(&self, expr: &Expr) -> bool {
        let ExprKind::Apply { function, .. } = expr.kind() else { return false };
        let attributes = &self.program.functions[function.index()].attributes;
        attributes.iter().any(|attribute| &*attribute.name == "never_pattern")
    }

    fn let_in(&mut self, vars: &[BoundVar], values: &[Expr], body: &Expr, span: Span) -> ast::ExprKind {
        let values = self.exprs(values);
        let mut names = Vec::new();
        for var in vars {
            let attributes = self.attributes(&var.attributes);
            names.push((attributes, ident(&self.bind(var), span)));
        }
        let body = self.expr(body);
        self.unbind(vars);
        ast::ExprKind::Let(ast::Let { names, values, attributes: Vec::new(), body })
    }

    /// Brings a bound variable into scope.
    pub fn binding(&mut self, var: &BoundVar, span: Span) -> Binding {
        let attributes = self.attributes(&var.attributes);
        let ty = self.ty(&var.ty, span);
        Binding { attributes, name: ident(&self.bind(var), span), ty, where_clause: None }
    }

    /// The expression, with its type where the type is not clear from its parts.
    fn coerced(&mut self, kind: ast::ExprKind, expr: &Expr, is_unclear: bool) -> ast::Expr {
        let span = expr.span();
        let written = node(kind, span);
        if !is_unclear {
            return written;
        }
        node(ast::ExprKind::Coerce { expr: written, ty: self.ty(expr.ty(), span) }, span)
    }

    /// Whether the types of its arguments settle the type arguments of a function.
    fn is_settled_by_args(&self, function: FunctionId) -> bool {
        let function = &self.program.functions[function.index()];
        let mut open = function.type_params.clone();
        for param in &function.params {
            walk_type(&param.ty, &mut |ty| {
                if let Type::Var(var) = ty {
                    open.retain(|other| other != var);
                }
            });
        }
        open.is_empty()
    }

    fn constructor(&self, ty: &Type, constructor: ConstructorId) -> Name {
        let Type::Data(id, _) = ty else { return "?".into() };
        self.names.constructors[id.index()][constructor.index()].clone()
    }

    fn field(&self, ty: &Type, field: FieldId) -> Name {
        let Type::Data(id, _) = ty else { return "?".into() };
        self.names.fields[id.index()][field.index()].clone()
    }

    pub fn ty(&self, ty: &Type, span: Span) -> ast::Type {
        self.nested_type(ty, span, &mut Vec::new())
    }

    /// `params` are the names of the parameters of the map types around.
    fn nested_type(&self, ty: &Type, span: Span, params: &mut Vec<Vec<Name>>) -> ast::Type {
        let kind = match ty {
            Type::Bool => TypeKind::Bool,
            Type::Int => TypeKind::Int,
            Type::Real => TypeKind::Real,
            Type::Bv(width) => named(format!("bv{width}").into(), Vec::new()),
            Type::Float { significand, exponent } => named(format!("float{significand}e{exponent}").into(), Vec::new()),
            Type::RoundingMode => named("rmode".into(), Vec::new()),
            Type::String => named("string".into(), Vec::new()),
            Type::RegEx => named("regex".into(), Vec::new()),
            Type::Ctor(id, args) => {
                let args = args.iter().map(|arg| self.nested_type(arg, span, params)).collect();
                named(self.names.ctors[id.index()].clone(), args)
            }
            Type::Data(id, args) => {
                let args = args.iter().map(|arg| self.nested_type(arg, span, params)).collect();
                named(self.names.datatypes[id.index()].clone(), args)
            }
            Type::Var(var) => named(self.type_vars.get(var).cloned().unwrap_or_else(|| "T".into()), Vec::new()),
            Type::MapParam { depth, index } => {
                let level = params.len().checked_sub(*depth as usize + 1);
                let name = level.and_then(|level| params[level].get(*index as usize));
                named(name.cloned().unwrap_or_else(|| "T".into()), Vec::new())
            }
            Type::Map(map) => {
                let own: Vec<Name> = (0..map.type_params).map(|_| self.map_param(params)).collect();
                let own: Vec<Name> = own.iter().enumerate().map(|(at, name)| numbered(name, at)).collect();
                let type_params = own.iter().map(|name| ident(name, span)).collect();
                if map.type_params > 0 {
                    params.push(own);
                }
                let domain = map.domain.iter().map(|ty| self.nested_type(ty, span, params)).collect();
                let range = Box::new(self.nested_type(&map.range, span, params));
                if map.type_params > 0 {
                    params.pop();
                }
                TypeKind::Map { type_params, domain, range }
            }
        };
        ast::Type { kind, span }
    }

    /// A stem for the names of the parameters of a map type; nothing in scope starts like it.
    fn map_param(&self, params: &[Vec<Name>]) -> Name {
        let taken = |name: &str| {
            let types = self.names.types.iter().chain(self.type_vars.values());
            types.chain(params.iter().flatten()).any(|other| other.starts_with(name))
        };
        unused(&"t".into(), taken)
    }
}

/// The quantifier together with one of its kind right inside, if neither has triggers: read back, they are one.
fn merged(mut outer: ast::Quantifier) -> ast::ExprKind {
    let is_mergeable = |quantifier: &ast::Quantifier| {
        quantifier.kind != QuantifierKind::Lambda && quantifier.kind == outer.kind && quantifier.triggers.is_empty()
    };
    if let ast::ExprKind::Quantifier(inner) = &*outer.body.kind
        && is_mergeable(&outer)
        && is_mergeable(inner)
    {
        let inner = inner.clone();
        outer.type_params.extend(inner.type_params);
        outer.vars.extend(inner.vars);
        outer.attributes.extend(inner.attributes);
        outer.body = inner.body;
    }
    ast::ExprKind::Quantifier(outer)
}

pub(super) fn ident(name: &Name, span: Span) -> Ident {
    Ident { name: name.clone(), span }
}

pub(super) fn node(kind: ast::ExprKind, span: Span) -> ast::Expr {
    ast::Expr { kind: Box::new(kind), span }
}

fn named(name: Name, args: Vec<ast::Type>) -> TypeKind {
    TypeKind::Named { name, args }
}

fn numbered(name: &Name, at: usize) -> Name {
    if at == 0 { name.clone() } else { format!("{name}'{at}").into() }
}

/// Whether the indices settle the type arguments of an access.
fn is_settled(map: &Type, type_args: &[Type]) -> bool {
    let Type::Map(map) = map else { return true };
    // At arguments that occur nowhere else, those of the domain show up as themselves.
    let marks: Vec<Type> = (0..type_args.len() as u32).map(|at| Type::Bv(u32::MAX - at)).collect();
    let (domain, _) = open_map(map, &marks);
    let mut seen = vec![false; marks.len()];
    for ty in &domain {
        walk_type(ty, &mut |ty| marks.iter().zip(&mut seen).for_each(|(mark, seen)| *seen |= mark == ty));
    }
    seen.iter().all(|seen| *seen)
}

fn literal(literal: &Literal, span: Span) -> ast::Expr {
    let negated = |value: &BigInt, positive: ast::ExprKind| {
        let written = node(positive, span);
        if value.sign() == Sign::Minus { node(ast::ExprKind::Unary(ast::UnaryOp::Neg, written), span) } else { written }
    };
    match literal {
        Literal::Bool(value) => node(ast::ExprKind::Bool(*value), span),
        Literal::Int(value) => negated(value, ast::ExprKind::Int(value.magnitude().to_string().into())),
        Literal::Real { numerator, scale } => negated(numerator, ast::ExprKind::Real(decimal(numerator, *scale))),
        Literal::Bv { value, width } => {
            node(ast::ExprKind::Bv { digits: value.to_string().into(), width: *width }, span)
        }
        Literal::Float(text) => node(ast::ExprKind::Float(text.clone()), span),
        Literal::String(text) => node(ast::ExprKind::String(text.clone()), span),
        Literal::RoundingMode(mode) => node(ast::ExprKind::RoundingMode(*mode), span),
    }
}

/// |numerator| / 10^scale with a decimal point.
fn decimal(numerator: &BigInt, scale: u32) -> Name {
    let digits = numerator.magnitude().to_string();
    let scale = scale as usize;
    if scale == 0 {
        return format!("{digits}.0").into();
    }
    let padded = format!("{digits:0>width$}", width = scale + 1);
    let (whole, fraction) = padded.split_at(padded.len() - scale);
    format!("{whole}.{fraction}").into()
}
