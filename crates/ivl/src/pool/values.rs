//! The values offered to each pool, each once.

use crate::encode::Encoder;
use crate::passive::Incarnation;
use crate::typed::{Expr, ExprKind, LocalId, Name, Program, Type, Var};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::TermId;
use source::Span;

/// A value with what tells it from others.
#[derive(Clone)]
pub struct Value {
    pub expr: Expr,
    pub term: TermId,
}

/// The pools, over the constants of one body.
pub struct Values<'a> {
    pools: FxHashMap<Name, Vec<Value>>,
    known: FxHashSet<(Name, TermId)>,
    incarnations: Vec<Incarnation>,
    /// Two expressions are the same if the solver sees the same term.
    encoder: Encoder<'a>,
    /// The encoder remembers terms by the address of their expression, which must therefore stay.
    encoded: Vec<Expr>,
    constants: usize,
}

impl<'a> Values<'a> {
    pub fn new(program: &'a Program, incarnations: Vec<Incarnation>) -> Values<'a> {
        let mut encoder = Encoder::new(program);
        for incarnation in &incarnations {
            let term = encoder.terms.constant(&smt::quote(&incarnation.name));
            encoder.locals.push(term);
        }
        Values {
            pools: FxHashMap::default(),
            known: FxHashSet::default(),
            incarnations,
            encoder,
            encoded: Vec::new(),
            constants: 0,
        }
    }

    /// Adds a value to a pool. What has no term is no use to the solver.
    pub fn offer(&mut self, pool: &Name, expr: Expr) {
        let Some(term) = self.term(&expr) else { return };
        if self.known.insert((pool.clone(), term)) {
            self.pools.entry(pool.clone()).or_default().push(Value { expr, term });
        }
    }

    /// The values of this type in any of the pools, each once.
    pub fn of(&self, pools: &[Name], ty: &Type) -> Vec<Value> {
        let mut seen = FxHashSet::default();
        let offered = pools.iter().filter_map(|pool| self.pools.get(pool)).flatten();
        offered.filter(|value| value.expr.ty() == ty && seen.insert(value.term)).cloned().collect()
    }

    /// How many values were offered.
    pub fn count(&self) -> usize {
        self.known.len()
    }

    /// The same for expressions that mean the same by their form.
    pub fn term(&mut self, expr: &Expr) -> Option<TermId> {
        self.encoded.push(expr.clone());
        self.encoder.expr(expr).ok()
    }

    /// A constant that occurs nowhere yet.
    pub fn new_constant(&mut self, name: &str, ty: &Type, span: Span) -> Expr {
        self.constants += 1;
        let name: Name = format!("{name}@some{}", self.constants).into();
        let term = self.encoder.terms.constant(&smt::quote(&name));
        self.encoder.locals.push(term);
        let id = LocalId(self.incarnations.len() as u32);
        self.incarnations.push(Incarnation { name, ty: ty.clone() });
        Expr::new(ExprKind::Var(Var::Local(id)), ty.clone(), span)
    }

    pub fn into_incarnations(self) -> Vec<Incarnation> {
        self.incarnations
    }
}
