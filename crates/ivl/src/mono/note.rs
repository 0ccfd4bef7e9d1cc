//! Notes what declarations, expressions and types use.

use super::UNSUPPORTED;
use super::candidates::in_env;
use super::collect::{Collector, Open};
use super::collide::is_open;
use super::general::{Group, generality};
use super::instances::{Env, Owner, Remaining, Site, Symbol, Table};
use super::names::Names;
use super::polarity::Judgement;
use crate::typed::{
    Attribute, BinaryOp, BoundVar, CtorId, Expr, ExprKind, FunctionId, Procedure, ProcedureId, Program, Quantifier,
    QuantifierKind, Type, TypeCtor, TypeVar, Variable,
};
use crate::visit::{Walker, for_each_expr_of_attributes};
use source::{Diagnostic, Span};
use std::sync::Arc;

/// More instances of one declaration, or types nested deeper than any in the source by this much, are taken for a
/// sign that there is no end.
const MAX_INSTANCES: usize = 2_000;
const MAX_GROWTH: usize = 8;

impl Collector<'_> {
    pub fn function(&mut self, id: FunctionId, args: &[Type]) {
        if self.found.add(Symbol::Function(id), args) {
            let function = &self.program.functions[id.index()];
            let count = self.found.of(&Symbol::Function(id)).len();
            if !self.is_endless(&format!("the function `{}`", function.name), args, count, function.span) {
                self.open.push(Open::Function(id, args.to_vec()));
            }
        }
    }

    pub fn procedure(&mut self, id: ProcedureId, args: &[Type]) {
        let specification = Owner::Specification(id, args.to_vec());
        self.found.calls.entry(self.owner.clone()).or_default().insert(specification);
        let table = self.found.procedures.entry(id).or_default();
        if table.add(args) {
            let count = table.list().len();
            let Procedure { name, span, .. } = &self.program.procedures[id.index()];
            if !self.is_endless(&format!("the procedure `{name}`"), args, count, *span) {
                self.open.push(Open::Procedure(id, args.to_vec()));
            }
        }
    }

    /// Whether the instance is new.
    pub fn implementation(&mut self, id: ProcedureId, args: &[Type]) -> bool {
        let is_new = self.found.implementations.entry(id).or_default().add(args);
        if is_new {
            self.open.push(Open::Implementation(id, args.to_vec()));
        }
        is_new
    }

    pub fn variable(&mut self, variable: &Variable, env: &Env) {
        self.ty(&variable.ty, env);
        self.attributes(&variable.attributes, env);
        variable.where_clause.iter().for_each(|expr| self.expr(expr, env));
    }

    pub fn attributes(&mut self, attributes: &[Attribute], env: &Env) {
        for_each_expr_of_attributes(attributes, &mut |expr| self.expr(expr, env));
    }

    pub fn bound_vars(&mut self, vars: &[BoundVar], env: &Env) {
        for var in vars {
            self.ty(&var.ty, env);
            self.attributes(&var.attributes, env);
        }
    }

    /// The parts of a quantifier, in the environment of these parts.
    pub fn quantifier(&mut self, quantifier: &Quantifier, env: &Env) {
        self.bound_vars(&quantifier.vars, env);
        self.attributes(&quantifier.attributes, env);
        let mut walker = Walker::default();
        for expr in quantifier.triggers.iter().flatten().chain(&quantifier.no_patterns).chain([&quantifier.body]) {
            self.walk(&mut walker, expr, env);
        }
    }

    pub fn expr(&mut self, expr: &Expr, env: &Env) {
        self.walk(&mut Walker::default(), expr, env);
    }

    pub fn walk<'e>(&mut self, walker: &mut Walker<'e>, expr: &'e Expr, env: &Env) {
        walker.walk(expr, &mut |expr| self.enter(expr, env));
    }

    /// Notes what one node uses; whether to go below it.
    fn enter(&mut self, expr: &Expr, env: &Env) -> bool {
        self.ty(expr.ty(), env);
        match expr.kind() {
            ExprKind::Apply { function, type_args, args: _ } if type_args.is_empty() => {
                if !self.known_functions[function.index()] {
                    self.known_functions[function.index()] = true;
                    self.function(*function, &[]);
                }
            }
            ExprKind::Apply { function, type_args, args: _ } => {
                let args: Vec<Type> = type_args.iter().map(|ty| in_env(ty, env)).collect();
                self.function(*function, &args);
            }
            ExprKind::Select { map, indices: _, type_args } => self.access(map, type_args, env, false),
            ExprKind::Store { map, indices: _, value: _, type_args } => self.access(map, type_args, env, true),
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Neq, left, right) if left.ty() != right.ty() => {
                let (left, right) = (in_env(left.ty(), env), in_env(right.ty(), env));
                if left != right {
                    self.found.touched.entry(self.owner.clone()).or_default().compared.insert((left, right));
                }
            }
            ExprKind::Quantifier(quantifier) if !quantifier.type_params.is_empty() => {
                self.site(expr, quantifier, env);
                return false;
            }
            ExprKind::Quantifier(quantifier) => quantifier.vars.iter().for_each(|var| self.ty(&var.ty, env)),
            ExprKind::Let { vars, values: _, body: _ } => vars.iter().for_each(|var| self.ty(&var.ty, env)),
            ExprKind::Code(code) => {
                code.locals.iter().for_each(|var| self.ty(&var.ty, env));
                code.blocks.iter().flat_map(|block| &block.cmds).for_each(|cmd| self.call(cmd, env));
            }
            ExprKind::Literal(_)
            | ExprKind::Var(_)
            | ExprKind::Old(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::IfThenElse(..)
            | ExprKind::Construct { .. }
            | ExprKind::Field { .. }
            | ExprKind::FieldUpdate { .. }
            | ExprKind::Is { .. }
            | ExprKind::Extract { .. }
            | ExprKind::ToInt(_)
            | ExprKind::ToReal(_) => {}
        }
        true
    }

    fn access(&mut self, map: &Expr, type_args: &[Type], env: &Env, is_store: bool) {
        if type_args.is_empty() {
            return;
        }
        let Type::Map(ty) = in_env(map.ty(), env) else { return };
        let args: Vec<Type> = type_args.iter().map(|ty| in_env(ty, env)).collect();
        if args.iter().any(|arg| self.found.is_remaining(arg)) {
            if is_store {
                self.unsupported(map.span(), "this map is stored into at types that nothing names");
            }
            if self.found.remaining_accesses.entry(ty.clone()).or_default().add(&args) {
                self.open.push(Open::Map(ty, args));
            }
            return;
        }
        if is_store {
            self.found.stored.insert(ty.clone());
        }
        let touched = self.found.touched.entry(self.owner.clone()).or_default();
        touched.maps.insert((ty.clone(), args.clone()));
        self.found.map_spans.entry(ty.clone()).or_insert_with(|| map.span());
        if self.found.add(Symbol::Map(ty.clone()), &args) {
            let count = self.found.of(&Symbol::Map(ty.clone())).len();
            if !self.is_endless("this map", &args, count, map.span()) {
                self.open.push(Open::Map(ty, args));
            }
        }
    }

    fn site(&mut self, expr: &Expr, quantifier: &Quantifier, env: &Env) {
        let key = (Arc::as_ptr(&expr.0) as usize, env.clone());
        if self.found.site_index.contains_key(&key) {
            return;
        }
        let generality = generality(self.program, quantifier, env);
        let complete = generality.complete(&quantifier.type_params);
        let judged = match quantifier.kind {
            QuantifierKind::Lambda => Judgement::Known,
            QuantifierKind::Forall | QuantifierKind::Exists => self.judgements.of(expr),
        };
        let judgement = match judged {
            Judgement::Unsupported(_) if complete.is_some() => Judgement::Complete,
            Judgement::Known | Judgement::Arbitrary(_) | Judgement::Complete | Judgement::Unsupported(_) => judged,
        };
        match judgement {
            Judgement::Known => {}
            Judgement::Arbitrary(first) => {
                let numbers = first..first + quantifier.type_params.len() as u32;
                numbers.for_each(|number| self.arbitrary(number, expr.span()));
            }
            Judgement::Complete => self.remaining(complete.unwrap_or_default(), expr.span()),
            Judgement::Unsupported(reason) => self.unsupported(expr.span(), reason),
        }
        self.found.site_index.insert(key, self.found.sites.len());
        let (expr, env, owner) = (expr.clone(), env.clone(), self.owner.clone());
        self.found.sites.push(Site { expr, env, owner, judgement, generality, taken: Table::default() });
    }

    fn unsupported(&mut self, span: Span, reason: &str) {
        let diagnostic = Diagnostic::error(&UNSUPPORTED, span, reason)
            .help("state only the direction that is needed, or write the quantifier for the types that are needed");
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    pub fn ty(&mut self, ty: &Type, env: &Env) {
        match ty {
            Type::Bool | Type::Int | Type::Real | Type::Bv(_) | Type::Float { .. } | Type::RoundingMode => {}
            Type::String | Type::RegEx | Type::MapParam { .. } => {}
            Type::Ctor(_, args) if args.is_empty() => {}
            Type::Ctor(..) | Type::Data(..) | Type::Map(_) | Type::Var(_) => {
                if env.is_empty() {
                    self.ground(ty)
                } else {
                    self.ground(&in_env(ty, env))
                }
            }
        }
    }

    /// Notes the instances that a ground type is made of.
    pub fn ground(&mut self, ty: &Type) {
        if self.noted.contains(ty) {
            return;
        }
        self.noted.insert(ty.clone());
        match ty {
            Type::Ctor(id, args) => {
                self.found.add(Symbol::Ctor(*id), args);
                args.iter().for_each(|arg| self.ground(arg));
            }
            Type::Data(id, args) => {
                args.iter().for_each(|arg| self.ground(arg));
                if self.found.add(Symbol::Data(*id), args) {
                    let datatype = &self.program.datatypes[id.index()];
                    let count = self.found.of(&Symbol::Data(*id)).len();
                    if !self.is_endless(&format!("the datatype `{}`", datatype.name), args, count, datatype.span) {
                        self.open.push(Open::Data(*id, args.to_vec()));
                    }
                }
            }
            Type::Map(map) => {
                if map.type_params > 0 {
                    self.found.maps.push(map.clone());
                } else if !is_open(ty, 0) {
                    let args: Vec<Type> = map.domain.iter().chain([&map.range]).cloned().collect();
                    self.found.add(Symbol::PlainMap(map.domain.len()), &args);
                }
                let parts = map.domain.iter().chain([&map.range]);
                parts.filter(|part| !is_open(part, 0)).for_each(|part| self.ground(part));
            }
            Type::Bool | Type::Int | Type::Real | Type::Bv(_) | Type::Float { .. } | Type::RoundingMode => {}
            Type::String | Type::RegEx | Type::Var(_) | Type::MapParam { .. } => {}
        }
    }

    /// The opaque types for the type parameters of a procedure.
    pub fn opaque(&mut self, id: ProcedureId) -> Vec<Type> {
        let procedure = &self.program.procedures[id.index()];
        if !self.found.opaque.contains_key(&id) {
            let name = |var: &TypeVar| format!("{} of {}", self.program.type_vars[var.index()], procedure.name);
            let names: Vec<String> = procedure.type_params.iter().map(name).collect();
            let ids = names.into_iter().map(|name| self.added_ctor(name, procedure.span)).collect();
            self.found.opaque.insert(id, ids);
        }
        self.found.opaque[&id].iter().map(|id| Type::Ctor(*id, Arc::new([]))).collect()
    }

    fn arbitrary(&mut self, number: u32, span: Span) {
        if !self.found.arbitrary.contains_key(&number) {
            let id = self.added_ctor(format!("arbitrary type {}", self.found.arbitrary.len()), span);
            self.found.arbitrary.insert(number, id);
        }
    }

    /// Makes types for all remaining types that these groups speak of.
    fn remaining(&mut self, groups: &[Group], span: Span) {
        for place in groups.iter().flat_map(Group::remaining) {
            if self.found.remaining.contains_key(&place) {
                continue;
            }
            let name = match place {
                Remaining::Any => "any value".into(),
                Remaining::Argument(ctor, at) => {
                    format!("other {at} of {}", self.program.type_ctors[ctor.index()].name)
                }
            };
            let id = self.added_ctor(name, span);
            self.found.remaining.insert(place, id);
        }
    }

    /// Adds an uninterpreted type; names with blanks are no declared type's.
    fn added_ctor(&mut self, name: String, span: Span) -> CtorId {
        let ctor = TypeCtor { name: name.into(), arity: 0, builtin: None, attributes: Vec::new(), span };
        self.found.added_ctors.push(ctor);
        CtorId((self.program.type_ctors.len() + self.found.added_ctors.len() - 1) as u32)
    }

    /// Reports a declaration whose instances seem to have no end.
    pub fn is_endless(&mut self, what: &str, args: &[Type], count: usize, span: Span) -> bool {
        let Some(deepest) = args.iter().max_by_key(|ty| depth(ty)) else { return false };
        if depth(deepest) <= self.max_depth && count <= MAX_INSTANCES || self.is_endless {
            return self.is_endless;
        }
        let names = Names { program: self.program, added: &self.found.added_ctors };
        let mut text = names.text(deepest);
        if text.chars().count() > 60 {
            text = text.chars().take(60).chain("…".chars()).collect();
        }
        let message = format!("{what} is needed at more and more types, such as `{text}`");
        let help = "each of these types leads to a larger one; break the cycle, or use a datatype without parameters";
        self.diagnostics.push(Diagnostic::error(&UNSUPPORTED, span, message).help(help));
        self.is_endless = true;
        true
    }

    /// Sets how deep types may be nested.
    pub fn limit_depth(&mut self) {
        let Program { datatypes, consts, functions, globals, procedures, implementations, .. } = self.program;
        let variables = globals.iter().chain(procedures.iter().flat_map(|procedure| &procedure.params));
        let variables = variables.chain(implementations.iter().flat_map(|implementation| &implementation.locals));
        let params = functions.iter().flat_map(|function| &function.params).map(|param| &param.ty);
        let fields = datatypes.iter().flat_map(|datatype| &datatype.fields).map(|field| &field.ty);
        let results = functions.iter().map(|function| &function.result);
        let types = variables.map(|variable| &variable.ty).chain(params).chain(fields).chain(results);
        let declared = types.chain(consts.iter().map(|constant| &constant.ty)).map(depth).max();
        self.max_depth = declared.unwrap_or(0) + MAX_GROWTH;
    }
}

fn depth(ty: &Type) -> usize {
    match ty {
        Type::Ctor(_, args) | Type::Data(_, args) => 1 + args.iter().map(depth).max().unwrap_or(0),
        Type::Map(map) => 1 + map.domain.iter().chain([&map.range]).map(depth).max().unwrap_or(0),
        Type::Bool | Type::Int | Type::Real | Type::Bv(_) | Type::Float { .. } | Type::RoundingMode => 1,
        Type::String | Type::RegEx | Type::Var(_) | Type::MapParam { .. } => 1,
    }
}
