//! Which types hold permissions, and of which domains.
//!
//! The law: a permission is a value of a type `One T`. Write ⟦τ⟧ for the set of types of the permissions that values of
//! τ hold. Then
//!
//! - ⟦One T⟧ = {One T};
//! - ⟦Map K V⟧ = ⟦V⟧, and K too if it is a type `One T`;
//! - ⟦D⟧ = the union of ⟦τ⟧ over the fields of D, for any other datatype D;
//! - ⟦τ⟧ = ∅ for any other type: values in plain maps `[K]V` hold no permissions.
//!
//! This is the least solution; τ is linear if ⟦τ⟧ is not empty. Each type `One T` is a domain: permissions of different
//! domains are never the same, so that disjointness is a fact for each domain by itself.

use super::codes;
use super::library::{self, MapShape, Shape};
use crate::civl::Civl;
use ivl::build::map_type;
use ivl::mono::Origins;
use ivl::typed::{DatatypeId, FunctionId, Program, Type};
use ivl::visit::walk_type;
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The permissions of one type `One T`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Domain {
    /// `One T`
    pub permission: Type,
    pub(super) id: DatatypeId,
}

impl Domain {
    /// `[One T]bool`
    pub fn set_type(&self) -> Type {
        map_type(vec![self.permission.clone()], Type::Bool)
    }
}

pub struct Permissions {
    /// By datatype, as are the next two.
    pub(super) shapes: Vec<Shape>,
    /// The domains of the permissions that values of the datatype hold.
    pub(super) held: Vec<BTreeSet<DatatypeId>>,
    /// Whether a value can hold, through fields that hold permissions, another value of the datatype.
    pub(super) is_recursive: Vec<bool>,
    domains: Vec<Domain>,
    pub(super) defaults: FxHashMap<Type, FunctionId>,
}

impl Permissions {
    pub fn collect(civl: &Civl, origins: &Origins) -> Result<Permissions, Vec<Diagnostic>> {
        let program = civl.program;
        let shapes = library::shapes(program, origins);
        let held = held(program, &shapes);
        let errors = misused(program, origins, &shapes, &held);
        if !errors.is_empty() {
            return Err(errors);
        }
        let domains = held.iter().flatten().collect::<BTreeSet<_>>();
        let domain = |id: &DatatypeId| Domain { permission: Type::Data(*id, Arc::new([])), id: *id };
        Ok(Permissions {
            domains: domains.into_iter().map(domain).collect(),
            is_recursive: recursive(program, &shapes, &held),
            defaults: library::defaults(program, origins),
            shapes,
            held,
        })
    }

    pub fn is_linear_type(&self, ty: &Type) -> bool {
        data(ty).is_some_and(|id| !self.held[id.index()].is_empty())
    }

    pub fn domains(&self) -> impl Iterator<Item = &Domain> {
        self.domains.iter()
    }

    pub fn is_one(&self, ty: &Type) -> bool {
        data(ty).is_some_and(|id| matches!(self.shapes[id.index()], Shape::One { .. }))
    }

    /// The parts of a type `Map K V`.
    pub fn map(&self, ty: &Type) -> Option<&MapShape> {
        match &self.shapes[data(ty)?.index()] {
            Shape::Map(map) => Some(map),
            Shape::One { .. } | Shape::Other => None,
        }
    }
}

pub(super) fn data(ty: &Type) -> Option<DatatypeId> {
    match ty {
        Type::Data(id, _) => Some(*id),
        Type::Bool
        | Type::Int
        | Type::Real
        | Type::Bv(_)
        | Type::Float { .. }
        | Type::RoundingMode
        | Type::String
        | Type::RegEx
        | Type::Ctor(..)
        | Type::Map(_)
        | Type::Var(_)
        | Type::MapParam { .. } => None,
    }
}

/// ⟦D⟧ for every datatype, as the least solution of the equations above.
fn held(program: &Program, shapes: &[Shape]) -> Vec<BTreeSet<DatatypeId>> {
    let mut held = vec![BTreeSet::new(); shapes.len()];
    loop {
        let mut changed = false;
        for (at, shape) in shapes.iter().enumerate() {
            let of = |ty: &Type| data(ty).map(|id| held[id.index()].clone()).unwrap_or_default();
            let found = match shape {
                Shape::One { .. } => BTreeSet::from([DatatypeId(at as u32)]),
                Shape::Map(map) => {
                    let key = data(&map.key).filter(|id| matches!(shapes[id.index()], Shape::One { .. }));
                    of(&map.value).into_iter().chain(key).collect()
                }
                Shape::Other => program.datatypes[at].fields.iter().flat_map(|field| of(&field.ty)).collect(),
            };
            changed |= found != held[at];
            held[at] = found;
        }
        if !changed {
            return held;
        }
    }
}

/// Which datatypes reach themselves through fields that hold permissions. The values of a `Map` are not followed: what
/// they hold is not collected.
fn recursive(program: &Program, shapes: &[Shape], held: &[BTreeSet<DatatypeId>]) -> Vec<bool> {
    let next = |at: usize| {
        let fields = match &shapes[at] {
            Shape::One { .. } | Shape::Map(_) => &[][..],
            Shape::Other => &program.datatypes[at].fields,
        };
        fields.iter().filter_map(|field| data(&field.ty)).map(DatatypeId::index).filter(|id| !held[*id].is_empty())
    };
    let reaches_itself = |start: usize| {
        let mut seen = BTreeSet::new();
        let mut pending: Vec<usize> = next(start).collect();
        while let Some(at) = pending.pop() {
            if seen.insert(at) {
                pending.extend(next(at));
            }
        }
        seen.contains(&start)
    };
    (0..shapes.len()).map(reaches_itself).collect()
}

/// `One T` where T is linear, and `Map K V` where K is linear and not a `One`.
fn misused(program: &Program, origins: &Origins, shapes: &[Shape], held: &[BTreeSet<DatatypeId>]) -> Vec<Diagnostic> {
    let is_linear = |ty: &Type| data(ty).is_some_and(|id| !held[id.index()].is_empty());
    let is_one = |ty: &Type| data(ty).is_some_and(|id| matches!(shapes[id.index()], Shape::One { .. }));
    let mut errors = Vec::new();
    for (at, shape) in shapes.iter().enumerate() {
        let id = DatatypeId(at as u32);
        let message = match shape {
            Shape::One { inner } if is_linear(inner) => {
                format!("`One` is taken of `{}`, a type that holds permissions", show(program, origins, inner))
            }
            Shape::Map(map) if is_linear(&map.key) && !is_one(&map.key) => format!(
                "the keys of a `Map` are of type `{}`, which holds permissions and is not a `One`",
                show(program, origins, &map.key)
            ),
            Shape::One { .. } | Shape::Map(_) | Shape::Other => continue,
        };
        let declared = program.datatypes[at].span;
        let diagnostic = match first_use(program, id) {
            Some(used) => Diagnostic::error(&codes::LINEAR_TYPE, used, message).label(declared, "declared here"),
            None => Diagnostic::error(&codes::LINEAR_TYPE, declared, message),
        };
        errors.push(diagnostic);
    }
    errors
}

/// The first variable whose type mentions the datatype.
fn first_use(program: &Program, id: DatatypeId) -> Option<Span> {
    let params = program.procedures.iter().flat_map(|procedure| &procedure.params);
    let locals = program.implementations.iter().flat_map(|implementation| &implementation.locals);
    let mut variables = program.globals.iter().chain(params).chain(locals);
    let mentions = |ty: &Type| {
        let mut found = false;
        walk_type(ty, &mut |ty| found |= data(ty) == Some(id));
        found
    };
    variables.find(|variable| mentions(&variable.ty)).map(|variable| variable.span)
}

/// A type in the words of the source, as far as datatypes go.
pub(super) fn show(program: &Program, origins: &Origins, ty: &Type) -> String {
    let Some(id) = data(ty) else {
        return match ty {
            Type::Bool => "bool".into(),
            Type::Int => "int".into(),
            Type::Real => "real".into(),
            Type::Ctor(ctor, _) => program.type_ctors[ctor.index()].name.to_string(),
            _ => "_".into(),
        };
    };
    let Some(origin) = origins.datatype(id) else { return program.datatypes[id.index()].name.to_string() };
    let mut text = origin.name.to_string();
    for arg in &origin.args {
        let arg = show(program, origins, arg);
        let arg = if arg.contains(' ') { format!("({arg})") } else { arg };
        text = format!("{text} {arg}");
    }
    text
}
