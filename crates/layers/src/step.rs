//! Steps of straight code: what actions and primitives are made of.
//!
//! There are four kinds and no others, so that what code does can be read off as a formula.

use ivl::build::Build;
use ivl::typed::{Assumption, Attribute, Cmd, CmdKind, Expr, ExprKind, Var};
use ivl::visit::{Folder, Fresh, Substituter, Substitution, fold_attributes, for_each_expr_of_attributes};
use source::Span;

#[derive(Clone, Debug)]
pub struct Step {
    pub kind: StepKind,
    /// Hints for the solver, and `{:msg}`.
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StepKind {
    Assert(Expr),
    Assume {
        expr: Expr,
        origin: Assumption,
    },
    /// Simultaneous; targets are distinct globals and locals.
    Assign(Vec<(Var, Expr)>),
    Havoc(Vec<Var>),
}

impl Step {
    /// The step with variables replaced, those that it assigns by variables.
    pub fn renamed(&self, build: &mut Build, substitution: &Substitution) -> Step {
        let mut fresh = Fresh::of(&mut build.program);
        let mut substituter = Substituter::new(substitution, Some(&mut fresh));
        let mut attributes = self.attributes.clone();
        fold_attributes(&mut substituter, &mut attributes);
        let target = |var: &Var| match substitution.vars.get(var).map(Expr::kind) {
            Some(ExprKind::Var(new)) => *new,
            Some(_) | None => *var,
        };
        let kind = match &self.kind {
            StepKind::Assert(expr) => StepKind::Assert(substituter.expr(expr)),
            StepKind::Assume { expr, origin } => StepKind::Assume { expr: substituter.expr(expr), origin: *origin },
            StepKind::Assign(pairs) => {
                let pairs = pairs.iter().map(|(left, right)| (target(left), substituter.expr(right)));
                StepKind::Assign(pairs.collect())
            }
            StepKind::Havoc(vars) => StepKind::Havoc(vars.iter().map(target).collect()),
        };
        Step { kind, attributes, span: self.span }
    }

    /// The variables that it changes.
    pub fn targets(&self) -> Vec<Var> {
        match &self.kind {
            StepKind::Assert(_) | StepKind::Assume { .. } => Vec::new(),
            StepKind::Assign(pairs) => pairs.iter().map(|(left, _)| *left).collect(),
            StepKind::Havoc(vars) => vars.clone(),
        }
    }

    /// The expressions of the step, those of its attributes first.
    pub fn for_each_expr<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        for_each_expr_of_attributes(&self.attributes, f);
        match &self.kind {
            StepKind::Assert(expr) | StepKind::Assume { expr, origin: _ } => f(expr),
            StepKind::Assign(pairs) => pairs.iter().for_each(|(_, right)| f(right)),
            StepKind::Havoc(_) => {}
        }
    }
}

impl From<Step> for Cmd {
    fn from(step: Step) -> Cmd {
        let kind = match step.kind {
            StepKind::Assert(expr) => CmdKind::Assert(expr),
            StepKind::Assume { expr, origin } => CmdKind::Assume { expr, origin },
            StepKind::Assign(pairs) => CmdKind::Assign(pairs),
            StepKind::Havoc(vars) => CmdKind::Havoc(vars),
        };
        Cmd { kind, attributes: step.attributes, span: step.span }
    }
}
