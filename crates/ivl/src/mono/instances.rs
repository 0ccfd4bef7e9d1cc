//! The instances of declarations that a program needs.
//!
//! Types here are ground types of the program before the pass: `Data(id, args)` has its arguments, and polymorphic map
//! types are as declared.

use super::general::Generality;
use super::polarity::Judgement;
use crate::typed::{CtorId, DatatypeId, Expr, FunctionId, MapType, ProcedureId, Type, TypeCtor, TypeVar};
use crate::visit::walk_type;
use rustc_hash::{FxHashMap, FxHashSet};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What the type variables in scope stand for.
pub(super) type Env = Arc<BTreeMap<TypeVar, Type>>;

/// The environment with more variables bound.
pub(super) fn extend(env: &Env, vars: &[TypeVar], types: &[Type]) -> Env {
    let mut extended = BTreeMap::clone(env);
    extended.extend(vars.iter().copied().zip(types.iter().cloned()));
    Arc::new(extended)
}

/// Type arguments of one declaration, each once, in the order of their discovery.
#[derive(Default, Debug)]
pub(super) struct Table {
    list: Vec<Vec<Type>>,
    index: FxHashMap<Vec<Type>, usize>,
}

impl Table {
    /// Whether the arguments are new.
    pub fn add(&mut self, args: &[Type]) -> bool {
        if self.index.contains_key(args) {
            return false;
        }
        self.index.insert(args.to_vec(), self.list.len());
        self.list.push(args.to_vec());
        true
    }

    pub fn position(&self, args: &[Type]) -> Option<usize> {
        self.index.get(args).copied()
    }

    pub fn list(&self) -> &[Vec<Type>] {
        &self.list
    }
}

/// What can be at several types.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Symbol {
    Function(FunctionId),
    Ctor(CtorId),
    Data(DatatypeId),
    /// A polymorphic map type, ground except for its own parameters.
    Map(Arc<MapType>),
    /// Map types without parameters, with this many indices; their arguments are the indices and the value.
    PlainMap(usize),
}

/// Where types remain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Remaining {
    /// All types.
    Any,
    /// The arguments, at this position, of instances of the constructor that are not in use.
    Argument(CtorId, usize),
}

/// What an expression belongs to.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Owner {
    /// Axioms, functions and globals.
    Global,
    Specification(ProcedureId, Vec<Type>),
    Body(ProcedureId, Vec<Type>),
}

/// What may tell types apart.
#[derive(Default)]
pub(super) struct Touched {
    /// Accesses to polymorphic maps.
    pub maps: BTreeSet<(Arc<MapType>, Vec<Type>)>,
    /// Different types whose values are compared.
    pub compared: BTreeSet<(Type, Type)>,
}

/// A quantifier or lambda over types, in one environment.
pub(super) struct Site {
    pub expr: Expr,
    pub env: Env,
    pub owner: Owner,
    pub judgement: Judgement,
    /// Which of its parameters can be taken at remaining types.
    pub generality: Generality,
    /// What its type parameters are taken at.
    pub taken: Table,
}

/// Everything that `collect` finds.
#[derive(Default)]
pub(super) struct Instances {
    tables: FxHashMap<Symbol, Table>,
    /// Polymorphic map types, in the order of their discovery.
    pub maps: Vec<Arc<MapType>>,
    /// The first use of each that has instances.
    pub map_spans: FxHashMap<Arc<MapType>, Span>,
    /// Polymorphic map types that some expression stores into.
    pub stored: FxHashSet<Arc<MapType>>,
    pub procedures: FxHashMap<ProcedureId, Table>,
    /// Type arguments at which the implementations of a procedure are taken.
    pub implementations: FxHashMap<ProcedureId, Table>,
    pub sites: Vec<Site>,
    pub site_index: FxHashMap<(usize, Env), usize>,
    pub touched: BTreeMap<Owner, Touched>,
    /// The specifications that a body relies on, its own among them.
    pub calls: BTreeMap<Owner, BTreeSet<Owner>>,
    /// Uninterpreted types added to the program.
    pub added_ctors: Vec<TypeCtor>,
    /// Those that stand for the type parameters of a procedure in its implementations.
    pub opaque: FxHashMap<ProcedureId, Vec<CtorId>>,
    /// Those that stand for the type at which an assertion fails, by number.
    pub arbitrary: BTreeMap<u32, CtorId>,
    /// Those that stand for all remaining types.
    pub remaining: BTreeMap<Remaining, CtorId>,
    /// Accesses to polymorphic maps at remaining types.
    pub remaining_accesses: FxHashMap<Arc<MapType>, Table>,
}

impl Instances {
    /// Whether the instance is new.
    pub fn add(&mut self, symbol: Symbol, args: &[Type]) -> bool {
        self.tables.entry(symbol).or_default().add(args)
    }

    pub fn of(&self, symbol: &Symbol) -> &[Vec<Type>] {
        self.tables.get(symbol).map_or(&[], Table::list)
    }

    pub fn position(&self, symbol: &Symbol, args: &[Type]) -> Option<usize> {
        self.tables.get(symbol)?.position(args)
    }

    /// Whether a type has a type in it that stands for all remaining types.
    pub fn is_remaining(&self, ty: &Type) -> bool {
        let mut found = false;
        if !self.remaining.is_empty() {
            walk_type(ty, &mut |ty| {
                found |= matches!(ty, Type::Ctor(id, _) if self.remaining.values().any(|other| other == id));
            });
        }
        found
    }

    pub fn site(&self, expr: &Expr, env: &Env) -> Option<&Site> {
        let key = (Arc::as_ptr(&expr.0) as usize, env.clone());
        self.site_index.get(&key).map(|at| &self.sites[*at])
    }
}
