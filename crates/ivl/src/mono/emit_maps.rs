//! Polymorphic maps as records.
//!
//! Law: a map of type M = `<a>[D a]R a`, used at the types t₁, …, tₙ, is a record of maps m₁: `[D t₁]R t₁`, …,
//! mₙ: `[D tₙ]R tₙ`, and of `others`, which stands for the map at all other types:
//!
//! - m[i] at tₖ is `m->mₖ[i]`, and m[i := v] at tₖ is `m->(mₖ := m->mₖ[i := v])`;
//! - `(lambda<a> i: D a :: e)` is the record of `(lambda i: D tₖ :: e[a := tₖ])` and of `others(x, …)`, where x, … are the
//!   free variables of the lambda: its value at other types depends on these;
//! - m[i] at the remaining types R (see `general`) is `select(m->others, i)`, a new function. For a lambda, an axiom says
//!   `select(others(x, …), i) == e[a := R]`.

use super::UNSUPPORTED;
use super::candidates::lambda_params;
use super::emit::Emitter;
use super::instances::{Symbol, Table, extend};
use crate::typed::{
    Axiom, BinaryOp, BoundId, BoundVar, Constructor, ConstructorId, CtorId, Datatype, DatatypeId, Expr, ExprKind,
    Field, FieldId, Function, FunctionId, MapType, Meaning, Quantifier, QuantifierKind, Type, TypeCtor, Var,
};
use crate::visit::{Folder, Substituter, Substitution, Walker, for_each_child, open_map};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, FileId, Span};
use std::sync::Arc;

impl Emitter<'_> {
    fn map_at(&self, map: &Arc<MapType>) -> usize {
        self.map_ids[map].index() - self.first_map()
    }

    fn first_map(&self) -> usize {
        self.found.maps.first().map_or(0, |first| self.map_ids[first].index())
    }

    /// The type of `others` in the record for a map type.
    fn rest_type(&self, map: &Arc<MapType>) -> Type {
        let before = self.program.type_ctors.len() + self.found.added_ctors.len();
        Type::Ctor(CtorId((before + self.map_at(map)) as u32), Arc::new([]))
    }

    /// The declarations of these types.
    pub fn rest_types(&self) -> Vec<TypeCtor> {
        let names = self.names();
        let ctor = |map: &Arc<MapType>| TypeCtor {
            name: format!("others of {}", names.text(&Type::Map(map.clone()))).into(),
            arity: 0,
            builtin: None,
            attributes: Vec::new(),
            span: self.map_span(map),
        };
        self.found.maps.iter().map(ctor).collect()
    }

    fn map_span(&self, map: &Arc<MapType>) -> Span {
        self.found.map_spans.get(map).copied().unwrap_or(Span::new(FileId(0), 0, 0))
    }

    /// The map type of a component, before the pass.
    fn component(map: &MapType, args: &[Type]) -> Type {
        let (domain, range) = open_map(map, args);
        Type::Map(Arc::new(MapType { type_params: 0, domain, range }))
    }

    /// The record for a map type.
    pub fn map_datatype(&mut self, map: &Arc<MapType>) -> Datatype {
        let names = self.names();
        let name = names.text(&Type::Map(map.clone()));
        let span = self.map_span(map);
        let found = self.found;
        let mut fields = Vec::new();
        for args in found.of(&Symbol::Map(map.clone())) {
            let component = Self::component(map, args);
            fields.push((names.text(&component), self.new_type(&component)));
        }
        fields.push(("others".into(), self.rest_type(map)));
        let field = |(at, (name, ty)): (usize, (String, Type))| Field {
            name: name.into(),
            ty,
            places: vec![(ConstructorId(0), at)],
        };
        let fields: Vec<Field> = fields.into_iter().enumerate().map(field).collect();
        let ids = (0..fields.len() as u32).map(FieldId).collect();
        let constructors = vec![Constructor { name: format!("map {name}").into(), fields: ids, span }];
        Datatype { name: name.into(), type_params: Vec::new(), constructors, fields, attributes: Vec::new(), span }
    }

    /// The component of a map that an access speaks of.
    fn map_component(&mut self, map: &Expr, type_args: &[Type]) -> (Expr, FieldId, Expr) {
        let Type::Map(ty) = self.source_type(map.ty()) else { unreachable!("only maps are accessed") };
        let args: Vec<Type> = type_args.iter().map(|ty| self.source_type(ty)).collect();
        let at = self.found.position(&Symbol::Map(ty.clone()), &args).expect("every access was collected");
        let field = FieldId(at as u32);
        let record = self.expr(map);
        let component = self.new_type(&Self::component(&ty, &args));
        let part = Expr::new(ExprKind::Field { expr: record.clone(), field }, component, map.span());
        (record, field, part)
    }

    pub fn map_select(&mut self, expr: &Expr, map: &Expr, indices: &[Expr], type_args: &[Type]) -> Expr {
        if type_args.iter().any(|ty| self.found.is_remaining(&self.source_type(ty))) {
            return self.rest_select(expr, map, indices, type_args);
        }
        let (_, _, part) = self.map_component(map, type_args);
        let indices = indices.iter().map(|index| self.expr(index)).collect();
        let ty = self.new_type(expr.ty());
        Expr::new(ExprKind::Select { map: part, indices, type_args: Vec::new() }, ty, expr.span())
    }

    pub fn map_store(&mut self, expr: &Expr, map: &Expr, indices: &[Expr], value: &Expr, type_args: &[Type]) -> Expr {
        let (record, field, part) = self.map_component(map, type_args);
        let indices = indices.iter().map(|index| self.expr(index)).collect();
        let value = self.expr(value);
        let component = part.ty().clone();
        let store = ExprKind::Store { map: part, indices, value, type_args: Vec::new() };
        let value = Expr::new(store, component, expr.span());
        let ty = record.ty().clone();
        Expr::new(ExprKind::FieldUpdate { expr: record, field, value }, ty, expr.span())
    }

    pub fn map_lambda(&mut self, expr: &Expr, lambda: &Quantifier) -> Expr {
        let Type::Map(map) = self.source_type(expr.ty()) else { unreachable!("a lambda is a map") };
        let found = self.found;
        let mut args = Vec::new();
        for type_args in found.of(&Symbol::Map(map.clone())) {
            let params = lambda_params(lambda, self.env(), &map, type_args).unwrap_or_default();
            let component = self.new_type(&Self::component(&map, type_args));
            let env = extend(self.env(), &lambda.type_params, &params);
            let Some(site) = found.site(expr, self.env()) else { continue };
            let part = self.at(env, true, |this| this.instance(expr, lambda, site, &params));
            args.push(Expr::new(part.kind().clone(), component, expr.span()));
        }
        args.push(self.lambda_rest(expr, lambda, &map));
        let ty = self.new_type(expr.ty());
        Expr::new(ExprKind::Construct { constructor: ConstructorId(0), args }, ty, expr.span())
    }

    /// What a lambda is at all other types: a new function of its free variables. Where the lambda is read at remaining
    /// types, an axiom says what is read.
    fn lambda_rest(&mut self, expr: &Expr, lambda: &Quantifier, map: &Arc<MapType>) -> Expr {
        let result = self.rest_type(map);
        let (mut params, mut args) = (Vec::new(), Vec::new());
        // What the free variables are in the axiom.
        let mut substitution = Substitution { old: Some(FxHashMap::default()), ..Substitution::default() };
        for (var, in_old) in free_variables(expr) {
            let value = self.expr(&var);
            let ty = value.ty().clone();
            let name = format!("x{}", params.len()).into();
            let param = BoundVar { id: self.fresh_bound(), name, ty: ty.clone(), attributes: Vec::new() };
            let replacement = bound(&param, expr.span());
            match (value.kind(), &mut substitution.old) {
                (ExprKind::Var(var), Some(old)) if in_old => old.insert(*var, replacement),
                (ExprKind::Var(var), _) => substitution.vars.insert(*var, replacement),
                _ => None,
            };
            params.push(param);
            args.push(if in_old { Expr::new(ExprKind::Old(value), ty, expr.span()) } else { value });
        }
        let function = self.add_rest(Function {
            name: format!("others of lambda {}", self.rests.len()).into(),
            type_params: Vec::new(),
            params: params.clone(),
            result: result.clone(),
            meaning: Meaning::Uninterpreted,
            attributes: Vec::new(),
            span: expr.span(),
        });
        let values = params.iter().map(|param| bound(param, expr.span())).collect();
        let rest = apply(function, values, &result, expr.span());
        self.lambda_axioms(expr, lambda, map, &Rest { function, params, rest, substitution });
        apply(function, args, &result, expr.span())
    }

    /// (forall x, i :: {select(others(x), i)} select(others(x), i) == e), for each access at remaining types.
    fn lambda_axioms(&mut self, expr: &Expr, lambda: &Quantifier, map: &Arc<MapType>, rest: &Rest) {
        let found = self.found;
        let Some(site) = found.site(expr, self.env()) else { return };
        for type_args in found.remaining_accesses.get(map).map_or(&[][..], Table::list) {
            let params = lambda_params(lambda, self.env(), map, type_args).unwrap_or_default();
            if site.taken.position(&params).is_none() {
                continue;
            }
            let env = extend(self.env(), &lambda.type_params, &params);
            let instance = self.at(env, true, |this| this.instance(expr, lambda, site, &params));
            let instance = Substituter::new(&rest.substitution, None).expr(&instance);
            let ExprKind::Quantifier(instance) = instance.kind() else { continue };
            let span = expr.span();
            let select = self.rest_selector(map, type_args);
            let indices = instance.vars.iter().map(|var| bound(var, span));
            let args = [rest.rest.clone()].into_iter().chain(indices).collect();
            let read = apply(select, args, instance.body.ty(), span);
            let equation = ExprKind::Binary(BinaryOp::Eq, read.clone(), instance.body.clone());
            let quantifier = Quantifier {
                kind: QuantifierKind::Forall,
                type_params: Vec::new(),
                vars: rest.params.iter().chain(&instance.vars).cloned().collect(),
                triggers: vec![vec![read]],
                no_patterns: Vec::new(),
                attributes: Vec::new(),
                body: Expr::new(equation, Type::Bool, span),
            };
            let expr = Expr::new(ExprKind::Quantifier(quantifier), Type::Bool, span);
            let used_by = vec![crate::typed::Symbol::Function(rest.function)];
            self.more_axioms.push(Axiom { expr, attributes: Vec::new(), used_by, span });
        }
    }

    /// The function that reads `others` at remaining types.
    fn rest_selector(&mut self, map: &Arc<MapType>, type_args: &[Type]) -> FunctionId {
        let key = (map.clone(), type_args.to_vec());
        if let Some(known) = self.rest_selectors.get(&key) {
            return *known;
        }
        let (domain, range) = open_map(map, type_args);
        let rest = self.rest_type(map);
        let types: Vec<Type> = [rest].into_iter().chain(domain.iter().map(|ty| self.new_type(ty))).collect();
        let param =
            |(at, ty)| BoundVar { id: self.fresh_bound(), name: format!("x{at}").into(), ty, attributes: Vec::new() };
        let params = types.into_iter().enumerate().map(param).collect();
        let names = self.names();
        let name = names.instance(&format!("select {}", names.text(&Type::Map(map.clone()))), type_args);
        let result = self.new_type(&range);
        let span = self.map_span(map);
        let (type_params, meaning, attributes) = (Vec::new(), Meaning::Uninterpreted, Vec::new());
        let id = self.add_rest(Function { name, type_params, params, result, meaning, attributes, span });
        self.rest_selectors.insert(key, id);
        id
    }

    fn rest_select(&mut self, expr: &Expr, map: &Expr, indices: &[Expr], type_args: &[Type]) -> Expr {
        let Type::Map(ty) = self.source_type(map.ty()) else { unreachable!("only maps are read") };
        let types: Vec<Type> = type_args.iter().map(|ty| self.source_type(ty)).collect();
        let select = self.rest_selector(&ty, &types);
        let field = FieldId(self.found.of(&Symbol::Map(ty.clone())).len() as u32);
        let rest = self.rest_type(&ty);
        let others = Expr::new(ExprKind::Field { expr: self.expr(map), field }, rest, map.span());
        let mut args = vec![others];
        args.extend(indices.iter().map(|index| self.expr(index)));
        let result = self.new_type(expr.ty());
        apply(select, args, &result, expr.span())
    }

    /// A record that holds itself, through its components, has no values.
    pub fn check_maps(&self, datatypes: &[Datatype]) -> Result<(), Vec<Diagnostic>> {
        let mut diagnostics = Vec::new();
        for map in &self.found.maps {
            if !holds_itself(datatypes, self.map_ids[map]) {
                continue;
            }
            let name = self.names().text(&Type::Map(map.clone()));
            let message = format!("a map of type `{name}` can hold itself as a value");
            let help = "use the map at types that do not contain it";
            diagnostics.push(Diagnostic::error(&UNSUPPORTED, self.map_span(map), message).help(help));
        }
        if diagnostics.is_empty() { Ok(()) } else { Err(diagnostics) }
    }
}

/// A function that stands for a lambda at other types, applied to its parameters.
struct Rest {
    function: FunctionId,
    params: Vec<BoundVar>,
    rest: Expr,
    substitution: Substitution,
}

fn bound(var: &BoundVar, span: Span) -> Expr {
    Expr::new(ExprKind::Var(Var::Bound(var.id)), var.ty.clone(), span)
}

fn apply(function: FunctionId, args: Vec<Expr>, ty: &Type, span: Span) -> Expr {
    Expr::new(ExprKind::Apply { function, type_args: Vec::new(), args }, ty.clone(), span)
}

/// Whether values of the datatype have values of it inside.
fn holds_itself(datatypes: &[Datatype], id: DatatypeId) -> bool {
    let mut seen = FxHashSet::default();
    let mut open = vec![id];
    while let Some(at) = open.pop() {
        datatypes[at.index()].fields.iter().for_each(|field| held(&field.ty, &mut seen, &mut open));
    }
    seen.contains(&id)
}

/// The datatypes whose values are in values of a type. Values of an uninterpreted type hold nothing, whatever its
/// arguments; those of a sequence do.
fn held(ty: &Type, seen: &mut FxHashSet<DatatypeId>, open: &mut Vec<DatatypeId>) {
    match ty {
        Type::Data(id, _) => {
            if seen.insert(*id) {
                open.push(*id);
            }
        }
        Type::Map(map) => map.domain.iter().chain([&map.range]).for_each(|ty| held(ty, seen, open)),
        Type::Ctor(..) | Type::Var(_) | Type::MapParam { .. } => {}
        Type::Bool | Type::Int | Type::Real | Type::Bv(_) | Type::Float { .. } | Type::RoundingMode => {}
        Type::String | Type::RegEx => {}
    }
}

/// The variables that the value of an expression depends on, each with whether it stands in `old`.
fn free_variables(expr: &Expr) -> Vec<(Expr, bool)> {
    let mut bound: FxHashSet<BoundId> = FxHashSet::default();
    Walker::default().walk(expr, &mut |expr| {
        match expr.kind() {
            ExprKind::Quantifier(quantifier) => bound.extend(quantifier.vars.iter().map(|var| var.id)),
            ExprKind::Let { vars, values: _, body: _ } => bound.extend(vars.iter().map(|var| var.id)),
            ExprKind::Code(code) => bound.extend(code.locals.iter().map(|var| var.id)),
            _ => {}
        }
        true
    });
    let mut free = Free { bound, seen: FxHashSet::default(), found: Vec::new() };
    free.expr(expr, false);
    free.found
}

struct Free {
    bound: FxHashSet<BoundId>,
    seen: FxHashSet<(usize, bool)>,
    found: Vec<(Expr, bool)>,
}

impl Free {
    fn expr(&mut self, expr: &Expr, in_old: bool) {
        if Arc::strong_count(&expr.0) > 1 && !self.seen.insert((Arc::as_ptr(&expr.0) as usize, in_old)) {
            return;
        }
        match expr.kind() {
            ExprKind::Var(var) => self.variable(expr, *var, in_old),
            ExprKind::Old(inner) => self.expr(inner, true),
            _ => for_each_child(expr, &mut |child| self.expr(child, in_old)),
        }
    }

    fn variable(&mut self, expr: &Expr, var: Var, in_old: bool) {
        let (depends, in_old) = match var {
            Var::Const(_) => (false, in_old),
            Var::Bound(id) => (!self.bound.contains(&id), false),
            Var::Global(_) | Var::Local(_) => (true, in_old),
        };
        let known = |(other, old): &(Expr, bool)| {
            *old == in_old && matches!(other.kind(), ExprKind::Var(other) if *other == var)
        };
        if depends && !self.found.iter().any(known) {
            self.found.push((expr.clone(), in_old));
        }
    }
}
