//! The types at which a quantifier or lambda over types is taken.
//!
//! A lambda is taken at the instances of its map type. For a quantifier, the types that symbols inside it are applied
//! to are patterns; matched against the instances of these symbols, they give types for the parameters. Where the
//! quantifier has triggers and is not to be proved, the symbols of one trigger must all have their instance: at other
//! types the trigger cannot match anything. Else, the types found for each parameter are combined in all ways.

use super::general::Group;
use super::instances::{Env, Instances, Site, Symbol, Table};
use super::polarity::Judgement;
use crate::typed::{Expr, ExprKind, MapType, Quantifier, QuantifierKind, Type, TypeVar};
use crate::visit::{Walker, open_map, substitute_type, walk_type};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A symbol with the types it is applied to.
type Pattern = (Symbol, Vec<Type>);

/// What is known of the parameters.
type Binding = BTreeMap<TypeVar, Type>;

/// Types for the parameters of a quantifier over types or lambda over types. `more` are further types for its arbitrary
/// types.
pub(super) fn candidates(instances: &Instances, site: &Site, more: &FxHashMap<Type, Vec<Type>>) -> Vec<Vec<Type>> {
    let ExprKind::Quantifier(quantifier) = site.expr.kind() else { return Vec::new() };
    let mut found = match quantifier.kind {
        QuantifierKind::Lambda => lambda_candidates(instances, site, quantifier),
        QuantifierKind::Forall | QuantifierKind::Exists => quantifier_candidates(instances, site, quantifier, more),
    };
    found.retain(|args| is_acceptable(instances, site, quantifier, args));
    found
}

fn quantifier_candidates(
    instances: &Instances,
    site: &Site,
    quantifier: &Quantifier,
    more: &FxHashMap<Type, Vec<Type>>,
) -> Vec<Vec<Type>> {
    let params = &quantifier.type_params;
    let add = |hints: &mut BTreeMap<TypeVar, Vec<Type>>, param: TypeVar, ty: &Type| {
        let known = hints.entry(param).or_default();
        if !known.contains(ty) {
            known.push(ty.clone());
        }
    };
    match site.judgement {
        Judgement::Unsupported(_) => Vec::new(),
        Judgement::Known => {
            let by_trigger = quantifier.triggers.iter().map(|trigger| trigger_candidates(instances, site, trigger));
            let by_trigger: Vec<Option<Vec<Vec<Type>>>> = by_trigger.collect();
            if by_trigger.is_empty() || by_trigger.iter().any(Option::is_none) {
                return combinations(&hints(instances, site, quantifier), params);
            }
            by_trigger.into_iter().flatten().flatten().collect()
        }
        Judgement::Arbitrary(first) => {
            let mut hints = hints(instances, site, quantifier);
            for (number, param) in (first..).zip(params) {
                let arbitrary = Type::Ctor(instances.arbitrary[&number], Arc::new([]));
                more.get(&arbitrary).into_iter().flatten().for_each(|ty| add(&mut hints, *param, ty));
                add(&mut hints, *param, &arbitrary);
            }
            combinations(&hints, params)
        }
        Judgement::Complete => {
            let mut hints = hints(instances, site, quantifier);
            for group in site.generality.complete(params).unwrap_or_default() {
                for (place, param) in group.remaining().zip(group.params()) {
                    add(&mut hints, param, &Type::Ctor(instances.remaining[&place], Arc::new([])));
                }
            }
            combinations(&hints, params)
        }
    }
}

/// Whether remaining types are where they may be: for all parameters that one variable settles by a constructor, or for
/// none of them; and at the same sort for all parameters that are types of variables.
fn is_acceptable(instances: &Instances, site: &Site, quantifier: &Quantifier, args: &[Type]) -> bool {
    let taken = quantifier.type_params.iter().zip(args).filter(|(_, arg)| instances.is_remaining(arg));
    let taken: BTreeMap<TypeVar, &Type> = taken.map(|(param, arg)| (*param, arg)).collect();
    if taken.is_empty() {
        return true;
    }
    let set: Vec<TypeVar> = quantifier.type_params.iter().filter(|param| taken.contains_key(param)).copied().collect();
    let Some(groups) = site.generality.of(&set) else { return false };
    let mut bare = groups.iter().filter(|group| matches!(group, Group::Bare { .. })).flat_map(Group::params);
    let sort = bare.next().map(|param| taken[&param]);
    bare.all(|param| Some(taken[&param]) == sort)
        && groups.iter().filter(|group| matches!(group, Group::Applied { .. })).all(|group| {
            group.remaining().zip(group.params()).all(|(place, param)| {
                let remaining = instances.remaining.get(&place);
                matches!((taken[&param], remaining), (Type::Ctor(id, _), Some(remaining)) if id == remaining)
            })
        })
}

/// The parameters of a lambda at each instance of its map type.
fn lambda_candidates(instances: &Instances, site: &Site, lambda: &Quantifier) -> Vec<Vec<Type>> {
    let Type::Map(map) = in_env(site.expr.ty(), &site.env) else { return Vec::new() };
    let remaining = instances.remaining_accesses.get(&map).map_or(&[][..], Table::list);
    let taken = instances.of(&Symbol::Map(map.clone())).iter().chain(remaining);
    taken.filter_map(|args| lambda_params(lambda, &site.env, &map, args)).collect()
}

/// The type parameters of a lambda where its value is used at `args`: the map type may list its parameters in another
/// order than the lambda.
pub(super) fn lambda_params(lambda: &Quantifier, env: &Env, map: &MapType, args: &[Type]) -> Option<Vec<Type>> {
    let (domain, _) = open_map(map, args);
    let mut binding = Binding::new();
    for (var, ty) in lambda.vars.iter().zip(&domain) {
        if !matches(&in_env(&var.ty, env), ty, &lambda.type_params, &mut binding) {
            return None;
        }
    }
    lambda.type_params.iter().map(|param| binding.get(param).cloned()).collect()
}

/// The parameters at which every symbol of the trigger has its instance; none if the trigger does not settle all
/// parameters.
fn trigger_candidates(instances: &Instances, site: &Site, trigger: &[Expr]) -> Option<Vec<Vec<Type>>> {
    let ExprKind::Quantifier(quantifier) = site.expr.kind() else { return None };
    let params = &quantifier.type_params;
    let mut patterns = Patterns::new(site, params, false);
    trigger.iter().for_each(|expr| patterns.expr(expr));
    let settled = |param: &TypeVar| patterns.list.iter().any(|(_, types)| types.iter().any(|ty| mentions(ty, *param)));
    if !params.iter().all(settled) {
        return None;
    }
    let mut bindings = vec![Binding::new()];
    for (symbol, types) in &patterns.list {
        let taken = instances.of(symbol);
        let join = |binding: &Binding| {
            let mut joined = Vec::new();
            for args in taken {
                let mut binding = binding.clone();
                if match_all(types, args, params, &mut binding) && !joined.contains(&binding) {
                    joined.push(binding);
                }
            }
            joined
        };
        bindings = bindings.iter().flat_map(join).collect();
        bindings.dedup();
    }
    let args = |binding: Binding| params.iter().map(|param| binding.get(param).cloned()).collect::<Option<Vec<_>>>();
    Some(bindings.into_iter().filter_map(args).collect())
}

/// Types for each parameter by itself.
fn hints(instances: &Instances, site: &Site, quantifier: &Quantifier) -> BTreeMap<TypeVar, Vec<Type>> {
    let params = &quantifier.type_params;
    let mut patterns = Patterns::new(site, params, true);
    patterns.quantifier(quantifier);
    // Map types are everywhere: they are asked only about parameters that occur in nothing else.
    let mut last = std::mem::take(&mut patterns.plain_maps);
    last.retain(|(_, types)| {
        let is_settled =
            |param: &TypeVar| patterns.list.iter().any(|(_, types)| types.iter().any(|ty| mentions(ty, *param)));
        params.iter().any(|param| types.iter().any(|ty| mentions(ty, *param)) && !is_settled(param))
    });
    let mut hints: BTreeMap<TypeVar, Vec<Type>> = BTreeMap::new();
    for (symbol, types) in patterns.list.iter().chain(&last) {
        for args in instances.of(symbol) {
            let mut binding = Binding::new();
            if !match_all(types, args, params, &mut binding) {
                continue;
            }
            for (param, ty) in binding {
                let known = hints.entry(param).or_default();
                if !known.contains(&ty) {
                    known.push(ty);
                }
            }
        }
    }
    hints
}

fn combinations(hints: &BTreeMap<TypeVar, Vec<Type>>, params: &[TypeVar]) -> Vec<Vec<Type>> {
    let mut all = vec![Vec::new()];
    for param in params {
        let Some(types) = hints.get(param) else { return Vec::new() };
        let append = |begun: &Vec<Type>| {
            let begun = begun.clone();
            types.iter().map(move |ty| begun.iter().chain([ty]).cloned().collect::<Vec<Type>>())
        };
        all = all.iter().flat_map(append).collect();
    }
    all
}

/// Collects what a quantifier's parameters occur in.
struct Patterns<'a> {
    env: &'a Env,
    params: &'a [TypeVar],
    /// Whether constructed types count, or only what a trigger can match.
    types_too: bool,
    list: Vec<Pattern>,
    plain_maps: Vec<Pattern>,
}

impl<'a> Patterns<'a> {
    fn new(site: &'a Site, params: &'a [TypeVar], types_too: bool) -> Patterns<'a> {
        Patterns { env: &site.env, params, types_too, list: Vec::new(), plain_maps: Vec::new() }
    }

    fn quantifier(&mut self, quantifier: &Quantifier) {
        quantifier.vars.iter().for_each(|var| self.ty(&var.ty));
        quantifier.triggers.iter().flatten().for_each(|expr| self.expr(expr));
        self.expr(&quantifier.body);
    }

    fn expr(&mut self, expr: &Expr) {
        Walker::default().walk(expr, &mut |expr| {
            match expr.kind() {
                ExprKind::Apply { function, type_args, args: _ } => self.add(Symbol::Function(*function), type_args),
                ExprKind::Select { map, indices: _, type_args }
                | ExprKind::Store { map, indices: _, value: _, type_args }
                    if !type_args.is_empty() =>
                {
                    if let Type::Map(map) = in_env(map.ty(), self.env) {
                        self.add(Symbol::Map(map), type_args);
                    }
                }
                ExprKind::Construct { constructor: _, args: _ } => self.datatype(expr.ty()),
                ExprKind::Field { expr, field: _ }
                | ExprKind::FieldUpdate { expr, field: _, value: _ }
                | ExprKind::Is { expr, constructor: _ } => self.datatype(expr.ty()),
                ExprKind::Quantifier(quantifier) => quantifier.vars.iter().for_each(|var| self.ty(&var.ty)),
                ExprKind::Let { vars, values: _, body: _ } => vars.iter().for_each(|var| self.ty(&var.ty)),
                ExprKind::Literal(_)
                | ExprKind::Var(_)
                | ExprKind::Old(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::IfThenElse(..)
                | ExprKind::Select { .. }
                | ExprKind::Store { .. }
                | ExprKind::Extract { .. }
                | ExprKind::ToInt(_)
                | ExprKind::ToReal(_)
                | ExprKind::Code(_) => {}
            }
            self.ty(expr.ty());
            true
        });
    }

    fn datatype(&mut self, ty: &Type) {
        if let Type::Data(id, args) = ty {
            self.add(Symbol::Data(*id), args);
        }
    }

    fn ty(&mut self, ty: &Type) {
        if !self.types_too {
            return;
        }
        walk_type(ty, &mut |ty| match ty {
            Type::Ctor(id, args) => self.add(Symbol::Ctor(*id), args),
            Type::Data(id, args) => self.add(Symbol::Data(*id), args),
            Type::Bool | Type::Int | Type::Real | Type::Bv(_) | Type::Float { .. } | Type::RoundingMode => {}
            Type::Map(map) if map.type_params == 0 => {
                let types: Vec<Type> = map.domain.iter().chain([&map.range]).cloned().collect();
                self.add(Symbol::PlainMap(map.domain.len()), &types);
            }
            Type::String | Type::RegEx | Type::Map(_) | Type::Var(_) | Type::MapParam { .. } => {}
        });
    }

    fn add(&mut self, symbol: Symbol, types: &[Type]) {
        if !types.iter().any(|ty| self.params.iter().any(|param| mentions(ty, *param))) {
            return;
        }
        let list = match symbol {
            Symbol::PlainMap(_) => &mut self.plain_maps,
            Symbol::Function(_) | Symbol::Ctor(_) | Symbol::Data(_) | Symbol::Map(_) => &mut self.list,
        };
        let pattern = (symbol, types.iter().map(|ty| in_env(ty, self.env)).collect());
        if !list.contains(&pattern) {
            list.push(pattern);
        }
    }
}

/// The type with the variables of the environment replaced.
pub(super) fn in_env(ty: &Type, env: &Env) -> Type {
    if env.is_empty() {
        return ty.clone();
    }
    let types = env.iter().map(|(var, ty)| (*var, ty.clone())).collect();
    substitute_type(ty, &types).unwrap_or_else(|| ty.clone())
}

fn mentions(ty: &Type, var: TypeVar) -> bool {
    let mut found = false;
    walk_type(ty, &mut |ty| found |= *ty == Type::Var(var));
    found
}

fn match_all(patterns: &[Type], types: &[Type], params: &[TypeVar], binding: &mut Binding) -> bool {
    patterns.len() == types.len()
        && patterns.iter().zip(types).all(|(pattern, ty)| matches(pattern, ty, params, binding))
}

/// Matches a type against a pattern. Variables other than the parameters, those of quantifiers inside, match anything.
fn matches(pattern: &Type, ty: &Type, params: &[TypeVar], binding: &mut Binding) -> bool {
    match (pattern, ty) {
        (Type::Var(var), _) if params.contains(var) => *binding.entry(*var).or_insert_with(|| ty.clone()) == *ty,
        (Type::Var(_), _) => true,
        (Type::Ctor(a, xs), Type::Ctor(b, ys)) => a == b && match_all(xs, ys, params, binding),
        (Type::Data(a, xs), Type::Data(b, ys)) => a == b && match_all(xs, ys, params, binding),
        (Type::Map(x), Type::Map(y)) => {
            x.type_params == y.type_params
                && match_all(&x.domain, &y.domain, params, binding)
                && matches(&x.range, &y.range, params, binding)
        }
        _ => pattern == ty,
    }
}
