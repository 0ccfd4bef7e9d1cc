//! Arbitrary values that an equation settles.
//!
//! ```text
//! exists x :: x == e && P             is  P[e/x]                              if x is not in e
//! e == K(a, b)                        is  e is K && e->first == a && e->second == b
//! e == x->f, f the one field there is is  x == K(e)                           if K is the one constructor of x's type
//! ```
//!
//! The last two rules find the first one's equation inside of values: a node's name is known from the tag that was made
//! of it.

use crate::actions::gate::variables_of;
use ivl::attributes::is_closed;
use ivl::build::{Build, construct, eq, is_constructor};
use ivl::typed::{BinaryOp, BoundId, Constructor, ConstructorId, Datatype, DatatypeId, Expr, ExprKind, Type, Var};
use ivl::visit::{Fresh, Substitution, substitute};
use rustc_hash::FxHashSet;

pub fn conjuncts_of(expr: Expr) -> Vec<Expr> {
    match expr.kind() {
        ExprKind::Binary(BinaryOp::And, left, right) => {
            let mut conjuncts = conjuncts_of(left.clone());
            conjuncts.extend(conjuncts_of(right.clone()));
            conjuncts
        }
        _ => vec![expr],
    }
}

/// Settles open symbols by conjuncts while it can; those that are left stay open.
pub fn settle(build: &mut Build, conjuncts: &mut Vec<Expr>, open: &mut FxHashSet<BoundId>) {
    loop {
        let definitions = conjuncts.iter().enumerate().filter_map(|(at, it)| Some((at, definition(build, it, open)?)));
        // What an equation says as a whole is left whole if another one settles the symbol.
        let simplest = definitions.min_by_key(|(_, definition)| definition.rest.len());
        let Some((at, Definition { symbol, value, rest })) = simplest else { return };
        conjuncts.splice(at..=at, rest);
        let vars = [(Var::Bound(symbol), value)].into_iter().collect();
        let substitution = Substitution { vars, ..Substitution::default() };
        for conjunct in conjuncts.iter_mut() {
            *conjunct = substitute(conjunct, &substitution, &mut Fresh::of(&mut build.program));
        }
        open.remove(&symbol);
    }
}

/// A conjunct that says `symbol == value` and the rest.
struct Definition {
    symbol: BoundId,
    value: Expr,
    rest: Vec<Expr>,
}

fn definition(build: &Build, conjunct: &Expr, open: &FxHashSet<BoundId>) -> Option<Definition> {
    let ExprKind::Binary(BinaryOp::Eq | BinaryOp::Iff, left, right) = conjunct.kind() else { return None };
    solved(build, left, right, open).or_else(|| solved(build, right, left, open))
}

/// The equation `value == pattern`, solved for an open symbol of the pattern that is not in the value.
fn solved(build: &Build, value: &Expr, pattern: &Expr, open: &FxHashSet<BoundId>) -> Option<Definition> {
    match pattern.kind() {
        ExprKind::Var(Var::Bound(symbol)) if open.contains(symbol) => {
            let is_settled = !variables_of(value).contains(&Var::Bound(*symbol));
            is_settled.then(|| Definition { symbol: *symbol, value: value.clone(), rest: Vec::new() })
        }
        ExprKind::Field { expr: wrapped, field: _ } => {
            let (id, datatype) = datatype_of(build, wrapped)?;
            let [Constructor { fields, .. }] = &datatype.constructors[..] else { return None };
            let [_] = fields[..] else { return None };
            let wrapping = construct(id, ConstructorId(0), vec![value.clone()], value.span());
            solved(build, &wrapping, wrapped, open)
        }
        ExprKind::Construct { constructor, args } => {
            let (_, datatype) = datatype_of(build, pattern)?;
            let fields = &datatype.constructors[constructor.index()].fields;
            let part = |at: usize| build.field(value, fields[at]);
            let (at, mut found) =
                args.iter().enumerate().find_map(|(at, arg)| Some((at, solved(build, &part(at), arg, open)?)))?;
            if datatype.constructors.len() > 1 {
                found.rest.push(is_constructor(value.clone(), *constructor));
            }
            let others = args.iter().enumerate().filter(|(other, _)| *other != at);
            found.rest.extend(others.map(|(other, arg)| eq(part(other), arg.clone())));
            Some(found)
        }
        _ => None,
    }
}

/// The datatype of an expression, if any arguments make a value of it: not if it is closed.
fn datatype_of<'a>(build: &'a Build, expr: &Expr) -> Option<(DatatypeId, &'a Datatype)> {
    let Type::Data(id, _) = expr.ty() else { return None };
    let datatype = &build.program.datatypes[id.index()];
    (!is_closed(&datatype.attributes)).then_some((*id, datatype))
}
