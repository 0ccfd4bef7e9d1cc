//! Rebuilds the program with one declaration per instance.

use super::Mono;
use super::candidates::in_env;
use super::instances::{Env, Instances, Site, Symbol, extend};
use super::names::Names;
use super::polarity::Judgement;
use crate::typed::{
    Axiom, BinaryOp, BoundId, Call, DatatypeId, Expr, ExprKind, Function, FunctionId, Literal, MapType, ProcedureId,
    Program, Quantifier, QuantifierKind, Type, TypeVar, Var,
};
use crate::visit::{Folder, Memo, TypeSubstitution, fold_children, substitute_type};
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};
use std::sync::Arc;

pub(super) fn emit(program: &Program, found: Instances) -> Result<Mono, Vec<Diagnostic>> {
    let mut emitter = Emitter::new(program, &found);
    let mut out = Program {
        datatypes: emitter.datatypes(),
        consts: emitter.consts(),
        axioms: emitter.axioms(),
        globals: emitter.globals(),
        procedures: emitter.procedures(),
        implementations: emitter.implementations(),
        type_ctors: emitter.type_ctors(),
        functions: emitter.functions(),
        type_vars: Vec::new(),
        next_bound: 0,
    };
    out.axioms.append(&mut emitter.more_axioms);
    out.next_bound = emitter.next_bound;
    emitter.check_maps(&out.datatypes)?;
    Ok(Mono { origins: emitter.origins(), program: out })
}

/// Where expressions are rebuilt: what type variables stand for there, and what copies of binders are called.
#[derive(Default)]
struct Scope {
    env: Env,
    types: TypeSubstitution,
    /// New ids of bound variables; none where nothing is copied.
    renewed: Option<FxHashMap<BoundId, BoundId>>,
    /// The variables, of these types, that settle type variables taken at remaining types.
    settling: FxHashMap<TypeVar, (BoundId, Type)>,
    memo: Memo,
}

pub(super) struct Emitter<'a> {
    pub program: &'a Program,
    pub found: &'a Instances,
    /// The new id of the first instance of each datatype, function and procedure.
    first_datatype: Vec<u32>,
    first_function: Vec<u32>,
    first_procedure: Vec<u32>,
    /// The records that stand for polymorphic maps.
    pub map_ids: FxHashMap<Arc<MapType>, DatatypeId>,
    /// Functions for the other instances of polymorphic maps; they come after all others.
    pub rests: Vec<Function>,
    /// Functions among these that read polymorphic maps at remaining types.
    pub rest_selectors: FxHashMap<(Arc<MapType>, Vec<Type>), FunctionId>,
    /// Functions among these with further arguments that settle types; see `emit_settled`.
    pub settled_functions: FxHashMap<(FunctionId, Vec<Type>, Vec<Type>), FunctionId>,
    /// Axioms about them.
    pub more_axioms: Vec<Axiom>,
    functions: u32,
    converted: FxHashMap<Type, Type>,
    scope: Scope,
    pub next_bound: u32,
}

impl<'a> Emitter<'a> {
    fn new(program: &'a Program, found: &'a Instances) -> Emitter<'a> {
        let data = |at: usize| found.of(&Symbol::Data(DatatypeId(at as u32))).len();
        let (first_datatype, datatypes) = number(program.datatypes.len(), data);
        let function = |at: usize| found.of(&Symbol::Function(FunctionId(at as u32))).len();
        let (first_function, functions) = number(program.functions.len(), function);
        let procedure = |at: usize| found.procedures.get(&ProcedureId(at as u32)).map_or(0, |table| table.list().len());
        let (first_procedure, _) = number(program.procedures.len(), procedure);
        let map_ids = found.maps.iter().enumerate();
        let map_ids = map_ids.map(|(at, map)| (map.clone(), DatatypeId(datatypes + at as u32))).collect();
        Emitter {
            program,
            found,
            first_datatype,
            first_function,
            first_procedure,
            map_ids,
            rests: Vec::new(),
            rest_selectors: FxHashMap::default(),
            settled_functions: FxHashMap::default(),
            more_axioms: Vec::new(),
            functions,
            converted: FxHashMap::default(),
            scope: Scope::default(),
            next_bound: program.next_bound,
        }
    }

    pub fn names(&self) -> Names<'a> {
        Names { program: self.program, added: &self.found.added_ctors }
    }

    /// Does something at types; `copies` says that binders are to be renewed, within those renewed already.
    pub fn at<T>(&mut self, env: Env, copies: bool, f: impl FnOnce(&mut Self) -> T) -> T {
        let renewed = if copies { Some(self.scope.renewed.clone().unwrap_or_default()) } else { None };
        let types = env.iter().map(|(var, ty)| (*var, ty.clone())).collect();
        let settling = self.scope.settling.clone();
        let scope = Scope { env, types, renewed, settling, memo: Memo::default() };
        let outside = std::mem::replace(&mut self.scope, scope);
        let result = f(self);
        self.scope = outside;
        result
    }

    /// The variable that settles a type variable taken at remaining types.
    pub fn settling(&self, var: TypeVar) -> Option<&(BoundId, Type)> {
        self.scope.settling.get(&var)
    }

    pub fn env(&self) -> &Env {
        &self.scope.env
    }

    /// A type of the program before the pass, in the current scope.
    pub fn source_type(&self, ty: &Type) -> Type {
        in_env(ty, &self.scope.env)
    }

    pub fn new_type(&mut self, ty: &Type) -> Type {
        self.ty(ty).unwrap_or_else(|| ty.clone())
    }

    pub fn fresh_bound(&mut self) -> BoundId {
        self.next_bound += 1;
        BoundId(self.next_bound - 1)
    }

    pub fn procedure_id(&self, id: ProcedureId, args: &[Type]) -> ProcedureId {
        let at = self.found.procedures.get(&id).and_then(|table| table.position(args));
        ProcedureId(self.first_procedure[id.index()] + at.expect("every call was collected") as u32)
    }

    pub fn function_id(&self, id: FunctionId, args: &[Type]) -> FunctionId {
        if args.is_empty() {
            return FunctionId(self.first_function[id.index()]);
        }
        let at = self.found.position(&Symbol::Function(id), args).expect("every application was collected");
        FunctionId(self.first_function[id.index()] + at as u32)
    }

    /// The new ids of all instances of a function.
    pub fn function_ids(&self, id: FunctionId) -> impl Iterator<Item = FunctionId> + use<> {
        let first = self.first_function[id.index()];
        let count = self.found.of(&Symbol::Function(id)).len() as u32;
        (first..first + count).map(FunctionId)
    }

    pub fn add_rest(&mut self, function: Function) -> FunctionId {
        self.rests.push(function);
        FunctionId(self.functions + self.rests.len() as u32 - 1)
    }

    /// The quantifier at each of its types.
    pub fn quantifier_instances(&mut self, expr: &Expr, quantifier: &Quantifier) -> Vec<Expr> {
        let found = self.found;
        let Some(site) = found.site(expr, &self.scope.env) else { return Vec::new() };
        let mut instances = Vec::new();
        for args in site.taken.list() {
            let env = extend(&self.scope.env, &quantifier.type_params, args);
            instances.push(self.at(env, true, |this| this.instance(expr, quantifier, site, args)));
        }
        instances
    }

    /// The quantifier without its type parameters, which are `args` in the current scope.
    pub fn instance(&mut self, expr: &Expr, quantifier: &Quantifier, site: &Site, args: &[Type]) -> Expr {
        let params = quantifier.type_params.iter().zip(args);
        let remaining: Vec<TypeVar> =
            params.filter(|(_, arg)| self.found.is_remaining(arg)).map(|(param, _)| *param).collect();
        for group in site.generality.of(&remaining).unwrap_or_default() {
            let var = quantifier.vars.iter().find(|var| var.id == group.var());
            let settling = var.map(|var| (var.id, var.ty.clone()));
            self.scope
                .settling
                .extend(settling.into_iter().flat_map(|var| group.params().map(move |p| (p, var.clone()))));
        }
        if quantifier.vars.is_empty() {
            return self.expr(&quantifier.body);
        }
        let without = Quantifier { type_params: Vec::new(), ..quantifier.clone() };
        fold_children(self, &Expr::new(ExprKind::Quantifier(without), expr.ty().clone(), expr.span()))
    }

    fn over_types(&mut self, expr: &Expr, quantifier: &Quantifier) -> Expr {
        let (op, unit) = match quantifier.kind {
            QuantifierKind::Forall => (BinaryOp::And, true),
            QuantifierKind::Exists => (BinaryOp::Or, false),
            QuantifierKind::Lambda => return self.map_lambda(expr, quantifier),
        };
        let span = expr.span();
        let instances = self.quantifier_instances(expr, quantifier).into_iter();
        let join = |left, right| Expr::new(ExprKind::Binary(op, left, right), Type::Bool, span);
        let joined = instances.reduce(join).unwrap_or_else(|| truth(unit, span));
        match self.found.site(expr, &self.scope.env).map(|site| site.judgement) {
            Some(Judgement::Known) => {
                Expr::new(ExprKind::Quantifier(of_instances(quantifier.kind, joined)), Type::Bool, span)
            }
            Some(Judgement::Arbitrary(_) | Judgement::Complete | Judgement::Unsupported(_)) | None => joined,
        }
    }

    /// `left == right` or `left != right` between different types; none if the types are the same after all.
    fn comparison(&self, expr: &Expr) -> Option<Expr> {
        let ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Neq), left, right) = expr.kind() else { return None };
        if left.ty() == right.ty() || self.source_type(left.ty()) == self.source_type(right.ty()) {
            return None;
        }
        Some(truth(*op == BinaryOp::Neq, expr.span()))
    }

    fn rebuild(&mut self, expr: &Expr) -> Expr {
        match expr.kind() {
            ExprKind::Quantifier(quantifier) if !quantifier.type_params.is_empty() => self.over_types(expr, quantifier),
            ExprKind::Select { map, indices, type_args } if !type_args.is_empty() => {
                self.map_select(expr, map, indices, type_args)
            }
            ExprKind::Store { map, indices, value, type_args } if !type_args.is_empty() => {
                self.map_store(expr, map, indices, value, type_args)
            }
            ExprKind::Apply { function, type_args, args } => {
                let types: Vec<Type> = type_args.iter().map(|ty| self.source_type(ty)).collect();
                let new = self.function_id(*function, &types);
                if new == *function && type_args.is_empty() {
                    return fold_children(self, expr);
                }
                let mut args: Vec<Expr> = args.iter().map(|arg| self.expr(arg)).collect();
                let (function, mut settling) = self.settled_function(*function, type_args, &types, expr.span());
                args.append(&mut settling);
                let ty = self.new_type(expr.ty());
                Expr::new(ExprKind::Apply { function, type_args: Vec::new(), args }, ty, expr.span())
            }
            ExprKind::Var(var) => {
                let new = self.target(*var);
                if new == *var {
                    return fold_children(self, expr);
                }
                Expr::new(ExprKind::Var(new), self.new_type(expr.ty()), expr.span())
            }
            ExprKind::Binary(..) => self.comparison(expr).unwrap_or_else(|| fold_children(self, expr)),
            ExprKind::Literal(_)
            | ExprKind::Old(_)
            | ExprKind::Unary(..)
            | ExprKind::IfThenElse(..)
            | ExprKind::Select { .. }
            | ExprKind::Store { .. }
            | ExprKind::Construct { .. }
            | ExprKind::Field { .. }
            | ExprKind::FieldUpdate { .. }
            | ExprKind::Is { .. }
            | ExprKind::Extract { .. }
            | ExprKind::ToInt(_)
            | ExprKind::ToReal(_)
            | ExprKind::Quantifier(_)
            | ExprKind::Let { .. }
            | ExprKind::Code(_) => fold_children(self, expr),
        }
    }

    /// The new form of a ground type.
    fn convert(&mut self, ty: &Type) -> Type {
        if let Some(known) = self.converted.get(ty) {
            return known.clone();
        }
        let new = match ty {
            Type::Bool | Type::Int | Type::Real | Type::Bv(_) | Type::Float { .. } | Type::RoundingMode => ty.clone(),
            Type::String | Type::RegEx | Type::Var(_) | Type::MapParam { .. } => ty.clone(),
            Type::Ctor(id, args) => Type::Ctor(*id, args.iter().map(|arg| self.convert(arg)).collect()),
            Type::Data(id, args) => {
                let at = self.found.position(&Symbol::Data(*id), args).expect("every type was collected");
                Type::Data(DatatypeId(self.first_datatype[id.index()] + at as u32), Arc::new([]))
            }
            Type::Map(map) if map.type_params > 0 => Type::Data(self.map_ids[map], Arc::new([])),
            Type::Map(map) => {
                let domain = map.domain.iter().map(|ty| self.convert(ty)).collect();
                let range = self.convert(&map.range);
                Type::Map(Arc::new(MapType { type_params: 0, domain, range }))
            }
        };
        self.converted.insert(ty.clone(), new.clone());
        new
    }
}

impl Folder for Emitter<'_> {
    fn expr(&mut self, expr: &Expr) -> Expr {
        if let Some(new) = self.scope.memo.get(expr) {
            return new;
        }
        let new = self.rebuild(expr);
        self.scope.memo.put(expr, &new);
        new
    }

    fn ty(&mut self, ty: &Type) -> Option<Type> {
        match ty {
            Type::Bool | Type::Int | Type::Real | Type::Bv(_) | Type::Float { .. } | Type::RoundingMode => None,
            Type::String | Type::RegEx | Type::MapParam { .. } => None,
            Type::Ctor(_, args) if args.is_empty() => None,
            Type::Ctor(..) | Type::Data(..) | Type::Map(_) | Type::Var(_) => {
                let ground = substitute_type(ty, &self.scope.types);
                let new = self.convert(ground.as_ref().unwrap_or(ty));
                if new == *ty { None } else { Some(new) }
            }
        }
    }

    fn binder(&mut self, id: BoundId) -> BoundId {
        if self.scope.renewed.is_none() {
            return id;
        }
        let new = self.fresh_bound();
        self.scope.renewed.as_mut().map_or(id, |renewed| *renewed.entry(id).or_insert(new))
    }

    fn target(&mut self, var: Var) -> Var {
        match (var, &self.scope.renewed) {
            (Var::Bound(id), Some(renewed)) => Var::Bound(renewed.get(&id).copied().unwrap_or(id)),
            (Var::Bound(_) | Var::Global(_) | Var::Const(_) | Var::Local(_), _) => var,
        }
    }

    fn procedure(&mut self, id: ProcedureId) -> ProcedureId {
        self.procedure_id(id, &[])
    }

    fn call(&mut self, call: &mut Call) -> bool {
        let args: Vec<Type> = call.type_args.drain(..).map(|ty| in_env(&ty, &self.scope.env)).collect();
        let new = self.procedure_id(call.procedure, &args);
        let changed = new != call.procedure || !args.is_empty();
        call.procedure = new;
        changed
    }
}

/// The number of the first instance of each declaration, and the number of all.
fn number(declarations: usize, instances: impl Fn(usize) -> usize) -> (Vec<u32>, u32) {
    let mut next = 0;
    let mut first = Vec::with_capacity(declarations);
    for at in 0..declarations {
        first.push(next);
        next += instances(at) as u32;
    }
    (first, next)
}

/// A quantifier over no variables: the instances at known types, which are not all.
fn of_instances(kind: QuantifierKind, body: Expr) -> Quantifier {
    let (type_params, vars, triggers) = (Vec::new(), Vec::new(), Vec::new());
    Quantifier { kind, type_params, vars, triggers, no_patterns: Vec::new(), attributes: Vec::new(), body }
}

fn truth(value: bool, span: Span) -> Expr {
    Expr::new(ExprKind::Literal(Literal::Bool(value)), Type::Bool, span)
}
