//! The quantifiers that take values, and their instances round by round.

use super::prepare::{Polarity, Preparing};
use super::simplify::{closed_lambdas, without_lets};
use super::values::{Value, Values};
use crate::attributes;
use crate::passive::Incarnation;
use crate::typed::*;
use crate::visit::{Folder, Fresh, Substituter, Substitution, substitute};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::TermId;
use source::Span;

/// How often the values that instances offer are taken in turn.
const ROUNDS: usize = 8;

/// No proof that a solver finds needs as many instances as this.
const INSTANCES: usize = 4_000;

/// How deep instances lie inside instances. A quantifier that a value brings with it could else go on for ever.
const NESTING: usize = 16;

/// A quantifier that takes values.
struct Held {
    expr: Expr,
    quantifier: Quantifier,
    role: Role,
    /// How many instances are around it.
    nesting: usize,
    instances: Vec<Expr>,
    tried: FxHashSet<Vec<TermId>>,
}

enum Role {
    /// The mark stands where the quantifier stood.
    Formula { polarity: Polarity, mark: BoundId },
    /// A lambda, by its name.
    Lambda { name: Expr },
}

impl Held {
    fn new(expr: Expr, quantifier: Quantifier, role: Role, nesting: usize) -> Held {
        Held { expr, quantifier, role, nesting, instances: Vec::new(), tried: FxHashSet::default() }
    }
}

/// What tells quantifiers apart.
#[derive(PartialEq, Eq, Hash)]
struct Identity {
    term: TermId,
    pools: Vec<Vec<Name>>,
    /// Of a lambda, none.
    polarity: Option<Polarity>,
}

pub struct Search<'a> {
    pub values: Values<'a>,
    held: Vec<Held>,
    known: FxHashMap<Identity, usize>,
    witnesses: FxHashMap<TermId, Vec<Expr>>,
    instances: usize,
    next_bound: u32,
}

/// What the search came to.
pub struct Found {
    /// The quantifier with its instances, for every mark.
    marks: Substitution,
    /// Facts about lambdas.
    pub lambdas: Vec<Expr>,
}

impl<'a> Search<'a> {
    pub fn new(program: &'a Program, incarnations: Vec<Incarnation>) -> Search<'a> {
        Search {
            values: Values::new(program, incarnations),
            held: Vec::new(),
            known: FxHashMap::default(),
            witnesses: FxHashMap::default(),
            instances: 0,
            next_bound: program.next_bound,
        }
    }

    /// The condition of a step, with marks for the quantifiers that take values.
    pub fn prepare(&mut self, expr: &Expr, polarity: Polarity) -> Expr {
        self.prepare_after(expr, polarity, None)
    }

    fn prepare_after(&mut self, expr: &Expr, polarity: Polarity, after: Option<usize>) -> Expr {
        let expr = without_lets(self, expr);
        let new = Preparing::new(self, polarity, after).expr(&expr);
        // Some are inside a quantifier that is set aside, some mention a witness.
        self.hold_lambdas(&expr, after);
        self.hold_lambdas(&new, after);
        new
    }

    /// A copy with variables replaced, to stand beside the original.
    pub fn copy(&mut self, expr: &Expr, substitution: &Substitution) -> Expr {
        let mut fresh = Fresh { next_bound: &mut self.next_bound, type_vars: &mut Vec::new() };
        substitute(expr, substitution, &mut fresh)
    }

    /// The constants for the variables of a quantifier outside of all binders: the same ones for the same quantifier.
    pub fn witnesses(&mut self, expr: &Expr, quantifier: &Quantifier) -> Vec<Expr> {
        let term = self.values.term(expr);
        if let Some(known) = term.and_then(|term| self.witnesses.get(&term)) {
            return known.clone();
        }
        let new: Vec<Expr> =
            quantifier.vars.iter().map(|var| self.values.new_constant(&var.name, &var.ty, expr.span())).collect();
        if let Some(term) = term {
            self.witnesses.insert(term, new.clone());
        }
        new
    }

    /// Sets a `forall` or `exists` aside and gives the mark for its place. The place is in an instance of the quantifier
    /// number `after`, if any: to be settled from the last to the first, the new one must come after that.
    pub fn hold(&mut self, expr: &Expr, quantifier: &Quantifier, polarity: Polarity, after: Option<usize>) -> Expr {
        let nesting = after.map_or(0, |after| self.held[after].nesting + 1);
        if nesting > NESTING {
            return expr.clone();
        }
        let identity = self.identity(expr, quantifier, Some(polarity));
        let known = identity.as_ref().and_then(|identity| self.known.get(identity)).copied();
        if let Some(known) = known.filter(|known| after.is_none_or(|after| *known > after))
            && let Role::Formula { mark, .. } = self.held[known].role
        {
            return mark_of(mark, expr.span());
        }
        let mark = BoundId(self.next_bound);
        self.next_bound += 1;
        if let Some(identity) = identity {
            self.known.insert(identity, self.held.len());
        }
        self.held.push(Held::new(expr.clone(), quantifier.clone(), Role::Formula { polarity, mark }, nesting));
        mark_of(mark, expr.span())
    }

    fn hold_lambdas(&mut self, expr: &Expr, after: Option<usize>) {
        let nesting = after.map_or(0, |after| self.held[after].nesting + 1);
        if nesting > NESTING {
            return;
        }
        for (expr, quantifier) in closed_lambdas(expr) {
            let Some(identity) = self.identity(&expr, &quantifier, None) else { continue };
            if !self.known.contains_key(&identity) {
                self.known.insert(identity, self.held.len());
                let name = self.values.new_constant("lambda", expr.ty(), expr.span());
                self.held.push(Held::new(expr, quantifier, Role::Lambda { name }, nesting));
            }
        }
    }

    fn identity(&mut self, expr: &Expr, quantifier: &Quantifier, polarity: Option<Polarity>) -> Option<Identity> {
        let term = self.values.term(expr)?;
        let pools = quantifier.vars.iter().map(|var| attributes::pools(&var.attributes)).collect();
        Some(Identity { term, pools, polarity })
    }

    /// Makes all instances.
    pub fn run(&mut self) {
        for _ in 0..ROUNDS {
            let before = (self.values.count(), self.held.len());
            let mut at = 0;
            while at < self.held.len() {
                self.take(at);
                at += 1;
            }
            if before == (self.values.count(), self.held.len()) {
                return;
            }
        }
    }

    /// The new instances of one quantifier.
    fn take(&mut self, at: usize) {
        let vars = &self.held[at].quantifier.vars;
        let choices = vars.iter().map(|var| self.values.of(&attributes::pools(&var.attributes), &var.ty)).collect();
        self.choose(at, choices);
    }

    /// Every way to choose a value for each variable, the first variable's values outermost.
    fn choose(&mut self, at: usize, choices: Vec<Vec<Value>>) {
        let mut positions = vec![0; choices.len()];
        if choices.iter().any(Vec::is_empty) {
            return;
        }
        while self.instances < INSTANCES {
            let chosen = choices.iter().zip(&positions).map(|(values, position)| values[*position].clone());
            let chosen: Vec<Value> = chosen.collect();
            if self.held[at].tried.insert(chosen.iter().map(|value| value.term).collect()) {
                self.instances += 1;
                self.instantiate(at, &chosen);
            }
            let Some(place) = (0..choices.len()).rev().find(|place| positions[*place] + 1 < choices[*place].len())
            else {
                return;
            };
            positions[place] += 1;
            positions[place + 1..].fill(0);
        }
    }

    fn instantiate(&mut self, at: usize, chosen: &[Value]) {
        let Held { quantifier, role, .. } = &self.held[at];
        let vars = quantifier.vars.iter().map(|var| Var::Bound(var.id));
        let vars = vars.zip(chosen.iter().map(|value| value.expr.clone())).collect();
        let (name, polarity) = match role {
            Role::Formula { polarity, .. } => (None, *polarity),
            Role::Lambda { name } => (Some(name.clone()), Polarity::Unknown),
        };
        let body = quantifier.body.clone();
        let body = self.copy(&body, &Substitution { vars, ..Substitution::default() });
        let body = self.prepare_after(&body, polarity, Some(at));
        let instance = match name {
            None => body,
            Some(map) => {
                let indices = chosen.iter().map(|value| value.expr.clone()).collect();
                let select = ExprKind::Select { map, indices, type_args: Vec::new() };
                binary(BinaryOp::Eq, Expr::new(select, body.ty().clone(), body.span()), body)
            }
        };
        self.held[at].instances.push(instance);
    }

    /// The end of the search.
    pub fn finish(self) -> (Found, Vec<Incarnation>) {
        let mut found = Found { marks: Substitution::default(), lambdas: Vec::new() };
        for Held { expr, quantifier, role, instances, nesting: _, tried: _ } in self.held.into_iter().rev() {
            let instances: Vec<Expr> = instances.iter().map(|instance| found.settle(instance)).collect();
            match role {
                Role::Lambda { name } => {
                    let definition = (!instances.is_empty()).then(|| binary(BinaryOp::Eq, name, expr));
                    found.lambdas.splice(0..0, definition.into_iter().chain(instances));
                }
                Role::Formula { mark, .. } => {
                    let op = match quantifier.kind {
                        QuantifierKind::Exists => BinaryOp::Or,
                        QuantifierKind::Forall | QuantifierKind::Lambda => BinaryOp::And,
                    };
                    let whole = match joined(op, &instances) {
                        None => expr,
                        Some(instances) => binary(op, expr, instances),
                    };
                    found.marks.vars.insert(Var::Bound(mark), whole);
                }
            }
        }
        (found, self.values.into_incarnations())
    }
}

impl Found {
    /// The condition with quantifiers and instances in the place of marks.
    pub fn settle(&self, expr: &Expr) -> Expr {
        Substituter::new(&self.marks, None).expr(expr)
    }
}

fn mark_of(id: BoundId, span: Span) -> Expr {
    Expr::new(ExprKind::Var(Var::Bound(id)), Type::Bool, span)
}

/// All of them under one operator, as a tree that is as flat as can be.
fn joined(op: BinaryOp, exprs: &[Expr]) -> Option<Expr> {
    match exprs {
        [] => None,
        [one] => Some(one.clone()),
        _ => {
            let (left, right) = exprs.split_at(exprs.len() / 2);
            Some(binary(op, joined(op, left)?, joined(op, right)?))
        }
    }
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let span = left.span();
    Expr::new(ExprKind::Binary(op, left, right), Type::Bool, span)
}
