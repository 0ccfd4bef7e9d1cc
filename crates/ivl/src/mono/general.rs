//! Quantifiers that can be taken at all remaining types at once.
//!
//! Take `(forall<a> o: Ref, f: Field a :: P(o, f, h[o, f]))`, where `Field` is an uninterpreted type constructor. The
//! program has some instances of `Field`; let `Field R` be a sort for the values of all other instances together, where R
//! is a sort for the values of all their arguments. Each value of `Field R` belongs to one instance, so that one value
//! settles what `a` is, and "for all other types a and all f: Field a" says just "for all f: Field R". So the quantifier
//! is equivalent to the conjunction of its instances at the types that `Field` is applied to in the program, and of its
//! instance at R: it can stand anywhere, proved or assumed.
//!
//! Likewise, `(forall<a> x: a :: P(x))` is equivalent to its instance at a sort for the values of all types together.
//!
//! That one value settles the type must hold for all parts of the quantifier. The conditions below are sufficient:
//!
//! - Each type parameter occurs in the type of one bound variable: as this type, or as an argument of an uninterpreted
//!   constructor.
//! - Inside, no variable is bound at a type with these parameters, and every expression has a type without them, or one
//!   made of them by uninterpreted constructors alone.
//! - The types that a function is applied to are settled by its arguments; or it is an uninterpreted function: then the
//!   variables that settle them become further arguments.
//! - A polymorphic map is only read at these parameters, with an index of the type of a bound variable that settles them
//!   by its constructor: so what is read is in none of the components that stores change.
//! - Values of different types are compared only if both types are of the constructor that settles the parameters: then
//!   they are different, for an instance of it is not among its other instances. Or if both types are parameters, and
//!   these are taken at the same sort.
//!
//! If they hold for some of the parameters, these may be taken at remaining types where the quantifier is assumed.

use super::candidates::in_env;
use super::instances::{Env, Remaining};
use crate::typed::{BinaryOp, BoundId, BoundVar, CtorId, Expr, ExprKind, Meaning, Program, Quantifier, Type, TypeVar};
use crate::visit::{Walker, has_type_vars, walk_type};

/// How a bound variable settles type parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Group {
    /// Its type is the parameter.
    Bare { var: BoundId, param: TypeVar },
    /// Its type is this constructor with, at these positions, these parameters.
    Applied { var: BoundId, ctor: CtorId, params: Vec<(usize, TypeVar)>, ty: Type },
}

impl Group {
    /// Where the remaining types for its parameters come from.
    pub fn remaining(&self) -> impl Iterator<Item = Remaining> + use<> {
        let places: Vec<Remaining> = match self {
            Group::Bare { .. } => vec![Remaining::Any],
            Group::Applied { ctor, params, .. } => {
                params.iter().map(|(at, _)| Remaining::Argument(*ctor, *at)).collect()
            }
        };
        places.into_iter()
    }

    /// The variable that settles its parameters.
    pub fn var(&self) -> BoundId {
        match self {
            Group::Bare { var, .. } | Group::Applied { var, .. } => *var,
        }
    }

    pub fn params(&self) -> impl Iterator<Item = TypeVar> + use<> {
        let params: Vec<TypeVar> = match self {
            Group::Bare { param, .. } => vec![*param],
            Group::Applied { params, .. } => params.iter().map(|(_, param)| *param).collect(),
        };
        params.into_iter()
    }
}

/// Sets of type parameters that can be taken at remaining types together, with the variables that settle them.
#[derive(Debug)]
pub(super) struct Generality(Vec<(Vec<TypeVar>, Vec<Group>)>);

impl Generality {
    /// The empty set is never there.
    pub fn of(&self, params: &[TypeVar]) -> Option<&[Group]> {
        self.0.iter().find(|(set, _)| set == params).map(|(_, groups)| &groups[..])
    }

    /// All parameters can be taken at remaining types, and the instances at remaining types, together with those at
    /// types in use, are all there are.
    pub fn complete(&self, params: &[TypeVar]) -> Option<&[Group]> {
        let groups = self.of(params)?;
        // A parameter that is the type of its variable is always taken at the remaining types.
        let is_needed = |set: &[TypeVar]| {
            groups.iter().all(|group| match group {
                Group::Bare { param, .. } => set.contains(param),
                Group::Applied { params, .. } => {
                    let taken = params.iter().filter(|(_, param)| set.contains(param)).count();
                    taken == 0 || taken == params.len()
                }
            })
        };
        subsets(params).iter().all(|set| !is_needed(set) || self.of(set).is_some()).then_some(groups)
    }
}

pub(super) fn generality(program: &Program, quantifier: &Quantifier, env: &Env) -> Generality {
    let sets = subsets(&quantifier.type_params).into_iter();
    Generality(sets.filter_map(|set| groups(program, quantifier, &set, env).map(|groups| (set, groups))).collect())
}

/// The sets of parameters but the empty one; none if there are too many.
fn subsets(params: &[TypeVar]) -> Vec<Vec<TypeVar>> {
    if params.len() > 4 {
        return Vec::new();
    }
    let subset = |mask: usize| {
        let chosen = params.iter().enumerate().filter(|(at, _)| mask & (1 << at) != 0);
        chosen.map(|(_, param)| *param).collect()
    };
    (1..1 << params.len()).map(subset).collect()
}

/// How the bound variables of a quantifier settle some of its type parameters; none if they do not.
fn groups(program: &Program, quantifier: &Quantifier, params: &[TypeVar], env: &Env) -> Option<Vec<Group>> {
    let mut groups = Vec::new();
    let mut settled = Vec::new();
    for var in &quantifier.vars {
        let ty = in_env(&var.ty, env);
        if !mentions_any(&ty, params) {
            continue;
        }
        let group = group(program, var.id, ty, params)?;
        settled.extend(group.params());
        groups.push(group);
    }
    settled.sort();
    let mut sorted = params.to_vec();
    sorted.sort();
    if settled != sorted {
        return None;
    }
    let mut check = Check { program, env, params, groups: &groups, holds: true };
    quantifier.triggers.iter().flatten().for_each(|expr| check.expr(expr));
    check.expr(&quantifier.body);
    let holds = check.holds;
    holds.then_some(groups)
}

/// How a variable of this type settles the parameters in it.
fn group(program: &Program, var: BoundId, ty: Type, params: &[TypeVar]) -> Option<Group> {
    if let Type::Var(param) = ty {
        return Some(Group::Bare { var, param });
    }
    let Type::Ctor(ctor, args) = &ty else { return None };
    if program.type_ctors.get(ctor.index())?.builtin.is_some() {
        return None;
    }
    let mut settled = Vec::new();
    for (at, arg) in args.iter().enumerate() {
        match arg {
            Type::Var(param) if params.contains(param) => settled.push((at, *param)),
            _ if has_type_vars(arg) => return None,
            _ => {}
        }
    }
    Some(Group::Applied { var, ctor: *ctor, params: settled, ty })
}

struct Check<'a> {
    program: &'a Program,
    env: &'a Env,
    params: &'a [TypeVar],
    groups: &'a [Group],
    holds: bool,
}

impl Check<'_> {
    fn expr(&mut self, expr: &Expr) {
        Walker::default().walk(expr, &mut |expr| {
            self.holds &= self.node(expr);
            self.holds
        });
    }

    fn node(&self, expr: &Expr) -> bool {
        if !self.is_plain(&in_env(expr.ty(), self.env)) {
            return false;
        }
        match expr.kind() {
            ExprKind::Apply { function, type_args, args: _ } => {
                let function = &self.program.functions[function.index()];
                let is_free = match function.meaning {
                    Meaning::Uninterpreted => true,
                    Meaning::Builtin(_) => false,
                    Meaning::Inline(_) | Meaning::Define(_) if type_args.is_empty() => true,
                    Meaning::Inline(_) | Meaning::Define(_) => return false,
                };
                let mut types = function.type_params.iter().zip(type_args);
                types.all(|(param, arg)| {
                    let arg = in_env(arg, self.env);
                    !self.mentions(&arg)
                        || self.is_plain(&arg) && (is_free || is_settled(self.program, *param, &function.params))
                })
            }
            ExprKind::Select { map, indices, type_args } => {
                let types: Vec<Type> = type_args.iter().map(|ty| in_env(ty, self.env)).collect();
                let mentioned = types.iter().filter(|ty| self.mentions(ty));
                mentioned.clone().count() == 0
                    || !self.mentions(&in_env(map.ty(), self.env))
                        && indices.iter().any(|index| self.settles(&in_env(index.ty(), self.env), mentioned.clone()))
            }
            ExprKind::Store { map: _, indices: _, value: _, type_args } => {
                type_args.iter().all(|ty| !self.mentions(&in_env(ty, self.env)))
            }
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Neq, left, right) => {
                self.are_comparable(&in_env(left.ty(), self.env), &in_env(right.ty(), self.env))
            }
            ExprKind::Quantifier(quantifier) => self.binds_plainly(&quantifier.vars),
            ExprKind::Code(_) => false,
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
            | ExprKind::ToReal(_)
            | ExprKind::Let { .. } => true,
        }
    }

    fn mentions(&self, ty: &Type) -> bool {
        mentions_any(ty, self.params)
    }

    /// Whether the type is without the parameters, or made of them by uninterpreted constructors alone.
    fn is_plain(&self, ty: &Type) -> bool {
        match ty {
            Type::Ctor(id, args) => {
                let ctor = self.program.type_ctors.get(id.index());
                ctor.is_some_and(|ctor| ctor.builtin.is_none()) && args.iter().all(|arg| self.is_plain(arg))
                    || !self.mentions(ty)
            }
            Type::Var(_) => true,
            Type::Bool | Type::Int | Type::Real | Type::Bv(_) | Type::Float { .. } | Type::RoundingMode => true,
            Type::String | Type::RegEx | Type::Data(..) | Type::Map(_) | Type::MapParam { .. } => !self.mentions(ty),
        }
    }

    fn binds_plainly(&self, vars: &[BoundVar]) -> bool {
        vars.iter().all(|var| !self.mentions(&in_env(&var.ty, self.env)))
    }

    /// Whether an index of this type settles these type arguments of a map.
    fn settles<'t>(&self, index: &Type, mut type_args: impl Iterator<Item = &'t Type>) -> bool {
        let is_group = |group: &Group| match group {
            Group::Bare { .. } => false,
            Group::Applied { ty, .. } => ty == index,
        };
        let Type::Ctor(_, args) = index else { return false };
        self.groups.iter().any(is_group) && type_args.all(|arg| args.contains(arg))
    }

    fn are_comparable(&self, left: &Type, right: &Type) -> bool {
        if left == right || !self.mentions(left) && !self.mentions(right) {
            return true;
        }
        if let (Type::Var(a), Type::Var(b)) = (left, right) {
            let is_bare = |var: &TypeVar| {
                self.groups.iter().any(|group| matches!(group, Group::Bare { param, .. } if param == var))
            };
            return is_bare(a) && is_bare(b);
        }
        let (Type::Ctor(a, _), Type::Ctor(b, _)) = (left, right) else { return false };
        a == b && self.is_told_apart(left) && self.is_told_apart(right)
    }

    /// Whether a type is without variables, or is that of a variable that settles parameters, here or in a quantifier
    /// inside.
    fn is_told_apart(&self, ty: &Type) -> bool {
        let is_group = |group: &Group| matches!(group, Group::Applied { ty: own, .. } if own == ty);
        let Type::Ctor(_, args) = ty else { return false };
        let is_general = !self.mentions(ty) && args.iter().all(|arg| matches!(arg, Type::Var(_)));
        !has_type_vars(ty) || is_general || self.groups.iter().any(is_group)
    }
}

fn mentions_any(ty: &Type, params: &[TypeVar]) -> bool {
    let mut found = false;
    walk_type(ty, &mut |ty| found |= matches!(ty, Type::Var(var) if params.contains(var)));
    found
}

/// Whether a value of some parameter of a function settles one of its type parameters.
pub(super) fn is_settled(program: &Program, param: TypeVar, params: &[BoundVar]) -> bool {
    params.iter().any(|var| is_inside(program, &var.ty, param))
}

/// Whether a value of the type settles the parameter.
fn is_inside(program: &Program, ty: &Type, param: TypeVar) -> bool {
    match ty {
        Type::Var(var) => *var == param,
        Type::Ctor(id, args) => {
            let ctor = program.type_ctors.get(id.index());
            let is_uninterpreted = ctor.is_some_and(|ctor| ctor.builtin.is_none());
            is_uninterpreted && args.iter().any(|arg| is_inside(program, arg, param))
        }
        Type::Bool | Type::Int | Type::Real | Type::Bv(_) | Type::Float { .. } | Type::RoundingMode => false,
        Type::String | Type::RegEx | Type::Data(..) | Type::Map(_) | Type::MapParam { .. } => false,
    }
}
