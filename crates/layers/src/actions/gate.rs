//! The gate of an action: from where it does not fail.
//!
//! A gate is a list of conditions over the globals and in-parameters before the action. Where the author gives none by
//! `asserts`, it is the weakest liberal precondition of the assertions in the body, one condition per assertion:
//!
//! ```text
//! wlp(assert E, Q)     E, Q               (kept apart: each condition has its own place)
//! wlp(assume E, Q)     E ==> Q
//! wlp(x := e, Q)       Q[e/x]
//! wlp(havoc x, Q)      forall x :: Q
//! wlp(goto B, C, Q)    wlp(B, Q) && wlp(C, Q)
//! ```

use crate::actions::code::Code;
use crate::civl::Transfer;
use crate::step::{Step, StepKind};
use ivl::build::{Build, and, forall, implies, var};
use ivl::typed::{Attribute, AttributeParam, BoundVar, Expr, ExprKind, LocalId, Var, Variable};
use ivl::visit::{Folder, Fresh, Substituter, Substitution, fold_attributes, walk};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Span;
use std::collections::BTreeMap;

/// One condition of a gate.
#[derive(Clone, Debug)]
pub struct Condition {
    pub expr: Expr,
    /// The assertion that needs it.
    pub span: Span,
    /// `{:add_to_pool …}` of the commands on the way to the assertion: values that the proof may need.
    pub hints: Vec<Attribute>,
}

impl Condition {
    pub fn new(expr: Expr, attributes: &[Attribute], span: Span) -> Condition {
        Condition { expr, span, hints: hints(attributes) }
    }

    /// The condition with variables replaced.
    pub fn over(&self, substitution: &Substitution, build: &mut Build) -> Condition {
        let mut fresh = Fresh::of(&mut build.program);
        let mut substituter = Substituter::new(substitution, Some(&mut fresh));
        let expr = substituter.expr(&self.expr);
        let mut hints = self.hints.clone();
        fold_attributes(&mut substituter, &mut hints);
        Condition { expr, span: self.span, hints }
    }
}

fn hints(attributes: &[Attribute]) -> Vec<Attribute> {
    attributes.iter().filter(|attribute| &*attribute.name == "add_to_pool").cloned().collect()
}

/// Which assertion a condition comes from: block and command, or the number of a postcondition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Origin {
    Assertion(usize, usize),
    Post(usize),
}

/// What must hold before the code so that all its assertions hold, and `post` afterwards. The first `ins` locals are
/// in-parameters; all others are arbitrary at the start.
pub fn weakest_precondition(build: &mut Build, code: &Code, ins: usize, post: &[Condition]) -> Vec<Condition> {
    let mut before: Vec<BTreeMap<Origin, Condition>> = vec![BTreeMap::new(); code.blocks.len()];
    for (at, block) in code.blocks.iter().enumerate().rev() {
        let mut conditions: BTreeMap<Origin, Condition> = match &block.transfer {
            Transfer::Return { span: _ } => {
                post.iter().enumerate().map(|(number, condition)| (Origin::Post(number), condition.clone())).collect()
            }
            Transfer::Goto { targets, span: _ } => {
                let mut joined = BTreeMap::new();
                for target in targets {
                    join(&mut joined, &before[target.index()]);
                }
                joined
            }
        };
        for (index, it) in block.steps.iter().enumerate().rev() {
            step(build, &code.locals, it, Origin::Assertion(at, index), &mut conditions);
        }
        before[at] = conditions;
    }
    let arbitrary: Vec<Var> = (ins as u32..code.locals.len() as u32).map(|id| Var::Local(LocalId(id))).collect();
    let entry = before.into_iter().next().unwrap_or_default();
    entry.into_values().map(|condition| for_all(build, &code.locals, &arbitrary, condition)).collect()
}

fn join(into: &mut BTreeMap<Origin, Condition>, other: &BTreeMap<Origin, Condition>) {
    for (origin, condition) in other {
        match into.get_mut(origin) {
            None => {
                into.insert(*origin, condition.clone());
            }
            Some(joined) => {
                joined.expr = and(joined.expr.clone(), condition.expr.clone());
                joined.hints.extend(condition.hints.iter().cloned());
            }
        }
    }
}

fn step(
    build: &mut Build,
    locals: &[Variable],
    step: &Step,
    origin: Origin,
    conditions: &mut BTreeMap<Origin, Condition>,
) {
    match &step.kind {
        StepKind::Assert(expr) => {
            conditions.insert(origin, Condition::new(expr.clone(), &step.attributes, step.span));
        }
        StepKind::Assume { expr, origin: _ } => {
            for condition in conditions.values_mut() {
                condition.expr = implies(expr.clone(), condition.expr.clone());
                condition.hints.extend(hints(&step.attributes));
            }
        }
        StepKind::Assign(pairs) => {
            let vars = pairs.iter().cloned().collect();
            let substitution = Substitution { vars, ..Substitution::default() };
            for condition in conditions.values_mut() {
                *condition = condition.over(&substitution, build);
            }
        }
        StepKind::Havoc(vars) => {
            for condition in conditions.values_mut() {
                *condition = for_all(build, locals, vars, condition.clone());
            }
        }
    }
}

/// `forall vars :: condition`, over those variables that occur in it.
fn for_all(build: &mut Build, locals: &[Variable], vars: &[Var], mut condition: Condition) -> Condition {
    condition.hints.retain(|hint| !mentions(hint, vars));
    let free = variables_of(&condition.expr);
    let mut bound = Vec::new();
    let mut replaced = FxHashMap::default();
    for old in vars.iter().filter(|old| free.contains(old)) {
        let (name, ty, attributes) = match old {
            Var::Local(id) => {
                let Variable { name, ty, attributes, .. } = &locals[id.index()];
                (name.clone(), ty.clone(), attributes.clone())
            }
            Var::Global(id) => {
                let Variable { name, ty, .. } = &build.program.globals[id.index()];
                (name.clone(), ty.clone(), Vec::new())
            }
            Var::Const(_) | Var::Bound(_) => continue,
        };
        let id = build.fresh_bound();
        replaced.insert(*old, var(Var::Bound(id), &ty, condition.span));
        bound.push(BoundVar { id, name, ty, attributes });
    }
    if bound.is_empty() {
        return condition;
    }
    let substitution = Substitution { vars: replaced, ..Substitution::default() };
    let inside = condition.over(&substitution, build);
    Condition { expr: forall(bound, Vec::new(), inside.expr), ..inside }
}

/// Whether the attribute mentions one of the variables.
fn mentions(attribute: &Attribute, vars: &[Var]) -> bool {
    attribute.params.iter().any(|param| match param {
        AttributeParam::String(_) => false,
        AttributeParam::Expr(expr) => variables_of(expr).iter().any(|var| vars.contains(var)),
    })
}

/// All variables that occur in the expression.
pub fn variables_of(expr: &Expr) -> FxHashSet<Var> {
    let mut found = FxHashSet::default();
    walk(expr, &mut |expr| {
        if let ExprKind::Var(var) = expr.kind() {
            found.insert(*var);
        }
        true
    });
    found
}

/// The code without its assertions: what it does where its gate holds.
pub fn without_assertions(code: &Code) -> Code {
    let mut code = code.clone();
    for block in &mut code.blocks {
        block.steps.retain(|step| !matches!(step.kind, StepKind::Assert(_)));
    }
    code
}
