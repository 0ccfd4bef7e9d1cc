//! The order of evaluation where C leaves it open: operands, arguments, the two sides of an assignment, lists of values.
//!
//! ```text
//! a ⊕ b,  where it matters which is evaluated first:    x = a; y = b;  or  y = b; x = a;   then  x ⊕ y
//! ```
//!
//! Every order is a way through the procedure: a compiler may choose any, and gcc and clang choose differently. It matters
//! if both access shared memory while others may run, or if one changes something that the other reads. Functions of the program
//! that depend on their arguments alone do not count.

use super::Context;
use super::body::{Binding, Body};
use super::place::{Lvalue, Root};
use crate::c::ast::{Expr, ExprKind};
use crate::c::walk;
use concurrent::program::Name;
use source::Span;

/// Most expressions whose orders are all tried.
const MOST: usize = 3;

impl Body<'_, '_> {
    /// Whether it matters in which order the expressions are evaluated.
    pub fn depends_on_order(&mut self, exprs: &[&Expr]) -> bool {
        (0..exprs.len()).any(|at| self.is_rival(exprs, at))
    }

    /// Evaluates the expressions whose order matters, in any order, and gives expressions that stand for all of them.
    pub fn in_any_order(&mut self, exprs: &[&Expr], span: Span) -> Option<Vec<Expr>> {
        let rivals: Vec<usize> = (0..exprs.len()).filter(|at| self.is_rival(exprs, *at)).collect();
        if rivals.len() > MOST {
            let what = "so many expressions whose order of evaluation C leaves open";
            return self.unsupported_with_help(span, what, "assign them to variables first");
        }
        let (start, end) = (self.at, self.node(span));
        let mut values: Vec<Option<Lvalue>> = exprs.iter().map(|_| None).collect();
        for order in permutations(&rivals) {
            // Each order is a copy of what is within, which may have several orders, too.
            self.must_be_short(span)?;
            self.at = start;
            for at in order {
                let value = self.value(exprs[at])?;
                let variable = match values[at].take() {
                    Some(variable) => variable,
                    None => self.temporary(&value.ty, exprs[at].span)?,
                };
                self.assign_step(&variable, value, Vec::new())?;
                values[at] = Some(variable);
            }
            self.go(end, span);
        }
        self.at = end;
        Some(exprs.iter().zip(values).map(|(expr, value)| self.standing_for(expr, value)).collect())
    }

    /// The same expression, or the name of the variable that holds its value. No name of a program has blanks.
    fn standing_for(&mut self, expr: &Expr, value: Option<Lvalue>) -> Expr {
        let Some(variable) = value else { return expr.clone() };
        let Root::Local(first) = variable.root else { return expr.clone() };
        let name: Name = format!("value {}", first.0).into();
        self.declare(&name, Binding::Place(variable));
        Expr { kind: ExprKind::Name(name), span: expr.span }
    }

    pub fn is_rival(&mut self, exprs: &[&Expr], at: usize) -> bool {
        (0..exprs.len()).any(|other| other != at && self.are_rivals(exprs[at], exprs[other]))
    }

    fn are_rivals(&mut self, one: &Expr, other: &Expr) -> bool {
        // The address of a variable is there without an access.
        if self.is_address(one) || self.is_address(other) {
            return false;
        }
        let (of_one, of_other) = (self.use_of(one), self.use_of(other));
        of_one.touches && of_other.touches && (!self.is_alone() || of_one.changes || of_other.changes)
            || mentions_any(other, &changed(one))
            || mentions_any(one, &changed(other))
    }

    /// What the expression does to shared memory.
    fn use_of(&mut self, expr: &Expr) -> Use {
        let mut used = Use { touches: false, changes: false };
        let mut names = Vec::new();
        walk::exprs(expr, &mut |part| match &part.kind {
            ExprKind::Deref(_) | ExprKind::Member { is_arrow: true, .. } => used.touches = true,
            ExprKind::Assign { .. } | ExprKind::Count { .. } => used.changes = true,
            ExprKind::Name(name) => names.push((name.clone(), part.span)),
            ExprKind::Call { function, .. } if self.cx.is_pure(function) => {}
            ExprKind::Call { .. } => {
                used.touches = true;
                used.changes |= walk::may_change(part);
            }
            _ => {}
        });
        used.touches |= names.into_iter().any(|(name, span)| match self.binding(&name, span) {
            Some(Binding::Place(place) | Binding::Pointer(place)) => place.is_shared(),
            Some(Binding::Value(_) | Binding::Broken) | None => false,
        });
        used
    }
}

#[derive(Clone, Copy)]
struct Use {
    touches: bool,
    changes: bool,
}

impl Context<'_> {
    /// Whether calls of a function of the program depend on their arguments alone, and change nothing.
    fn is_pure(&mut self, name: &Name) -> bool {
        if let Some(known) = self.pure.get(name) {
            return *known;
        }
        // A function that calls itself is not looked at.
        self.pure.insert(name.clone(), false);
        let Some(function) = self.function(name) else { return false };
        let (mut is_pure, mut called) = (true, Vec::new());
        walk::stmts(&function.body, &mut |part| match &part.kind {
            ExprKind::Deref(_) | ExprKind::Member { is_arrow: true, .. } | ExprKind::AddressOf(_) => is_pure = false,
            ExprKind::Name(name) => is_pure &= !self.globals.contains_key(name),
            ExprKind::Call { function, .. } => called.push(function.clone()),
            _ => {}
        });
        let is_pure = is_pure && called.iter().all(|function| self.is_pure(function));
        self.pure.insert(name.clone(), is_pure);
        is_pure
    }
}

/// The part of a place that has to be evaluated to find it: a pointer.
pub(super) fn pointer_of(place: &Expr) -> Option<&Expr> {
    match &place.kind {
        ExprKind::Member { base, is_arrow: true, .. } => Some(base),
        ExprKind::Member { base, is_arrow: false, .. } => pointer_of(base),
        ExprKind::Deref(pointer) => Some(pointer),
        _ => None,
    }
}

/// The place by another pointer.
pub(super) fn with_pointer(place: &Expr, pointer: Expr) -> Expr {
    let kind = match &place.kind {
        ExprKind::Member { member, is_arrow: true, .. } => {
            ExprKind::Member { base: Box::new(pointer), member: member.clone(), is_arrow: true }
        }
        ExprKind::Member { base, member, is_arrow: false } => {
            let base = Box::new(with_pointer(base, pointer));
            ExprKind::Member { base, member: member.clone(), is_arrow: false }
        }
        ExprKind::Deref(_) => ExprKind::Deref(Box::new(pointer)),
        kind => kind.clone(),
    };
    Expr { kind, span: place.span }
}

/// The variables that the expression assigns, counts, or hands on by their addresses.
fn changed(expr: &Expr) -> Vec<Name> {
    let mut names = Vec::new();
    walk::exprs(expr, &mut |one| {
        let place = match &one.kind {
            ExprKind::Assign { target, .. } | ExprKind::Count { target, .. } | ExprKind::AddressOf(target) => target,
            _ => return,
        };
        walk::exprs(place, &mut |part| {
            if let ExprKind::Name(name) = &part.kind {
                names.push(name.clone());
            }
        });
    });
    names
}

fn mentions_any(expr: &Expr, names: &[Name]) -> bool {
    let mut found = false;
    walk::exprs(expr, &mut |part| found |= matches!(&part.kind, ExprKind::Name(name) if names.contains(name)));
    found
}

fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in items {
        let others: Vec<usize> = items.iter().copied().filter(|item| item != first).collect();
        all.extend(permutations(&others).into_iter().map(|rest| [vec![*first], rest].concat()));
    }
    all
}
