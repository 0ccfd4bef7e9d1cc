//! Judges every quantifier over types by where it stands.
//!
//! Law: the program after this pass must fail wherever the program before it fails. So what replaces an assumption must
//! be implied by it, and what replaces an assertion must imply it. With finitely many instances, an assumed
//! `forall<T>` and an asserted `exists<T>` are fine anywhere. An asserted `forall<T>` needs a type that stands for the
//! one at which it fails; there is one if the choice depends on nothing, that is, if no universal quantifier of the
//! negated assertion is around. An assumed `exists<T>` would need one too; there, one type would have to serve every
//! time the assumption is made.

use crate::typed::{
    self, Attribute, BinaryOp, Block, BlockId, CallSite, Cmd, CmdKind, Condition, Expr, ExprKind, Implementation,
    Meaning, Procedure, Program, Quantifier, QuantifierKind, Transfer, Type, UnaryOp,
};
use crate::visit::{for_each_child, for_each_expr_of_attributes, for_each_expr_of_procedure, walk};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// How a quantifier over types is to be replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Judgement {
    /// By instances at known types.
    Known,
    /// By instances at known types and at arbitrary types; the number of the first of these.
    Arbitrary(u32),
    /// By instances at known types and at all remaining types; `general` finds these.
    Complete,
    Unsupported(&'static str),
}

/// The judgements, by address of the quantifier. A quantifier in the body of an inline function is not here: where the
/// function was inlined, its copies are.
#[derive(Default)]
pub(super) struct Judgements {
    by_address: FxHashMap<usize, Judgement>,
    /// How many numbers were given to quantifiers that occur in several formulas.
    shared: u32,
}

impl Judgements {
    pub fn of(&self, expr: &Expr) -> Judgement {
        self.by_address.get(&address(expr)).copied().unwrap_or(Judgement::Unsupported(MIXED))
    }
}

const MIXED: &str = "this quantifier over types is both proved and assumed here";
const ASSUMED: &str = "this quantifier over types asks for a type that nothing names";
const DEPENDENT: &str = "this quantifier over types fails at a type that may depend on a variable bound around it";

/// No single formula gives out so many numbers.
const FIRST_SHARED: u32 = 1 << 24;

fn address(expr: &Expr) -> usize {
    Arc::as_ptr(&expr.0) as usize
}

/// What is done with a formula.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Assumed,
    Proved,
    /// Proved in one place and assumed in another, as preconditions are.
    Both,
    /// Neither, as an argument or a measure.
    Value,
    /// An attribute: without meaning for correctness.
    Advice,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Sign {
    Positive,
    Negative,
    Mixed,
}

impl Sign {
    fn negated(self) -> Sign {
        match self {
            Sign::Positive => Sign::Negative,
            Sign::Negative => Sign::Positive,
            Sign::Mixed => Sign::Mixed,
        }
    }
}

/// Where a subformula stands in its formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    sign: Sign,
    /// Below a quantifier that is universal in the negation of the formula.
    dependent: bool,
}

pub(super) fn judge(program: &Program) -> Judgements {
    let mut judge = Judge::default();
    if program.type_vars.is_empty() {
        return judge.judgements;
    }
    for axiom in &program.axioms {
        judge.formula(&axiom.expr, Role::Assumed);
    }
    for function in &program.functions {
        match &function.meaning {
            Meaning::Uninterpreted | Meaning::Builtin(_) | Meaning::Inline(_) => {}
            Meaning::Define(body) => judge.formula(body, Role::Value),
        }
    }
    for global in &program.globals {
        global.where_clause.iter().for_each(|expr| judge.formula(expr, Role::Both));
    }
    program.procedures.iter().for_each(|procedure| judge.procedure(procedure));
    for implementation in &program.implementations {
        judge.implementation(implementation, &program.procedures[implementation.procedure.index()].role);
    }
    judge.judgements
}

#[derive(Default)]
struct Judge {
    judgements: Judgements,
    /// The body being judged is that of a sequential procedure.
    is_sequential: bool,
    /// Numbers of arbitrary types given out in the current formula.
    given: u32,
    seen: FxHashSet<(usize, Place)>,
}

impl Judge {
    fn procedure(&mut self, procedure: &Procedure) {
        let mut any = false;
        for_each_expr_of_procedure(procedure, &mut |expr| any |= has_type_quantifier(expr));
        if !any {
            return;
        }
        self.attributes(&procedure.attributes);
        for param in &procedure.params {
            self.attributes(&param.attributes);
            param.where_clause.iter().for_each(|expr| self.formula(expr, Role::Both));
        }
        for Condition { free, expr, attributes, span: _ } in procedure.requires.iter().chain(&procedure.ensures) {
            self.attributes(attributes);
            self.formula(expr, if *free { Role::Assumed } else { Role::Both });
        }
        for measure in &procedure.measures {
            self.attributes(&measure.attributes);
            self.values(&measure.exprs);
        }
        match &procedure.role {
            typed::Role::Plain | typed::Role::Pure | typed::Role::Invariant { .. } => {}
            typed::Role::Action(action) => {
                for Condition { free: _, expr, attributes, span: _ } in &action.asserts {
                    self.attributes(attributes);
                    self.formula(expr, Role::Both);
                }
                self.call_sites(&action.requires);
            }
            typed::Role::Yield(procedure) => {
                let sites = [&procedure.requires, &procedure.preserves, &procedure.ensures];
                sites.into_iter().for_each(|sites| self.call_sites(sites));
            }
        }
    }

    /// What a body of Civl assumes or asserts is proved at one place and assumed at another: it says what an action or
    /// a thread does.
    fn implementation(&mut self, implementation: &Implementation, role: &typed::Role) {
        self.is_sequential = match role {
            typed::Role::Plain | typed::Role::Pure => true,
            typed::Role::Action(_) | typed::Role::Yield(_) | typed::Role::Invariant { .. } => false,
        };
        self.attributes(&implementation.attributes);
        for local in &implementation.locals {
            self.attributes(&local.attributes);
            local.where_clause.iter().for_each(|expr| self.formula(expr, Role::Both));
        }
        for (at, block) in implementation.blocks.iter().enumerate() {
            block.cmds.iter().for_each(|cmd| self.cmd(cmd, implementation, BlockId(at as u32)));
            match &block.transfer {
                Transfer::Goto { targets: _, attributes, span: _ } | Transfer::Return { attributes, span: _ } => {
                    self.attributes(attributes);
                }
            }
        }
    }

    fn cmd(&mut self, cmd: &Cmd, implementation: &Implementation, block: BlockId) {
        self.attributes(&cmd.attributes);
        match &cmd.kind {
            CmdKind::Assert(expr) | CmdKind::Prove { claim: _, expr } => {
                if has_type_quantifier(expr) {
                    // An assertion in a loop may be a loop invariant, which is assumed too.
                    let in_loop = is_in_loop(&implementation.blocks, block);
                    let is_assumed = in_loop || !self.is_sequential;
                    self.formula(expr, if is_assumed { Role::Both } else { Role::Proved });
                }
            }
            CmdKind::Assume { expr, origin: _ } => {
                self.formula(expr, if self.is_sequential { Role::Assumed } else { Role::Both });
            }
            CmdKind::Assign(assignments) => assignments.iter().for_each(|(_, value)| self.formula(value, Role::Value)),
            CmdKind::Havoc(_) | CmdKind::Visibility(_) => {}
            CmdKind::Call(call) | CmdKind::Async(call) => self.values(&call.ins),
            CmdKind::Parallel(sites) | CmdKind::LoopYield(sites) => self.call_sites(sites),
            CmdKind::Measure(exprs) => self.values(exprs),
        }
    }

    fn values(&mut self, exprs: &[Expr]) {
        exprs.iter().for_each(|expr| self.formula(expr, Role::Value));
    }

    fn call_sites(&mut self, sites: &[CallSite]) {
        for site in sites {
            self.attributes(&site.attributes);
            self.values(&site.call.ins);
        }
    }

    fn attributes(&mut self, attributes: &[Attribute]) {
        for_each_expr_of_attributes(attributes, &mut |expr| self.formula(expr, Role::Advice));
    }

    fn formula(&mut self, expr: &Expr, role: Role) {
        if !has_type_quantifier(expr) {
            return;
        }
        self.given = 0;
        self.seen.clear();
        let sign = if role == Role::Value { Sign::Mixed } else { Sign::Positive };
        self.expr(expr, role, Place { sign, dependent: false });
    }

    fn expr(&mut self, expr: &Expr, role: Role, place: Place) {
        if Arc::strong_count(&expr.0) > 1 && !self.seen.insert((address(expr), place)) {
            return;
        }
        let mixed = Place { sign: Sign::Mixed, ..place };
        match expr.kind() {
            ExprKind::Old(e) => self.expr(e, role, place),
            ExprKind::Unary(UnaryOp::Not, e) => self.expr(e, role, Place { sign: place.sign.negated(), ..place }),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                self.expr(left, role, place);
                self.expr(right, role, place);
            }
            ExprKind::Binary(BinaryOp::Implies, left, right) => {
                self.expr(left, role, Place { sign: place.sign.negated(), ..place });
                self.expr(right, role, place);
            }
            ExprKind::IfThenElse(condition, then_branch, else_branch) if *expr.ty() == Type::Bool => {
                self.expr(condition, role, mixed);
                self.expr(then_branch, role, place);
                self.expr(else_branch, role, place);
            }
            ExprKind::Quantifier(quantifier) => self.quantifier(expr, quantifier, role, place),
            ExprKind::Let { vars: _, values, body } => {
                values.iter().for_each(|value| self.expr(value, role, mixed));
                self.expr(body, role, place);
            }
            ExprKind::Literal(_)
            | ExprKind::Var(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::IfThenElse(..)
            | ExprKind::Select { .. }
            | ExprKind::Store { .. }
            | ExprKind::Apply { .. }
            | ExprKind::Construct { .. }
            | ExprKind::Field { .. }
            | ExprKind::FieldUpdate { .. }
            | ExprKind::Is { .. }
            | ExprKind::Extract { .. }
            | ExprKind::ToInt(_)
            | ExprKind::ToReal(_)
            | ExprKind::Code(_) => for_each_child(expr, &mut |child| self.expr(child, role, mixed)),
        }
    }

    fn quantifier(&mut self, expr: &Expr, quantifier: &Quantifier, role: Role, place: Place) {
        let Quantifier { kind, type_params, vars: _, triggers, no_patterns, attributes, body } = quantifier;
        self.attributes_inside(attributes);
        triggers.iter().flatten().chain(no_patterns).for_each(|e| self.expr(e, Role::Advice, place));
        let universal = match kind {
            QuantifierKind::Forall => place.sign,
            QuantifierKind::Exists => place.sign.negated(),
            QuantifierKind::Lambda => return self.expr(body, role, Place { sign: Sign::Mixed, dependent: true }),
        };
        if !type_params.is_empty() {
            let judgement = self.judgement(universal, role, place.dependent, type_params.len() as u32);
            self.note(expr, judgement, type_params.len() as u32);
        }
        let dependent = place.dependent || universal != Sign::Positive;
        self.expr(body, role, Place { dependent, ..place });
    }

    /// `universal` is positive where the quantifier says "for all" of the formula, negative where it says "exists".
    fn judgement(&mut self, universal: Sign, role: Role, dependent: bool, params: u32) -> Judgement {
        match (role, universal) {
            (Role::Advice, _) => Judgement::Known,
            (Role::Value, _) | (_, Sign::Mixed) => Judgement::Unsupported(MIXED),
            (Role::Assumed, Sign::Positive) | (Role::Proved, Sign::Negative) => Judgement::Known,
            (Role::Assumed | Role::Both, Sign::Negative) => Judgement::Unsupported(ASSUMED),
            (Role::Proved | Role::Both, Sign::Positive) if dependent => Judgement::Unsupported(DEPENDENT),
            (Role::Proved | Role::Both, Sign::Positive) => {
                self.given += params;
                Judgement::Arbitrary(self.given - params)
            }
        }
    }

    /// Joins a judgement with what was said of the same quantifier elsewhere.
    fn note(&mut self, expr: &Expr, judgement: Judgement, params: u32) {
        let Some(before) = self.judgements.by_address.get(&address(expr)).copied() else {
            self.judgements.by_address.insert(address(expr), judgement);
            return;
        };
        let joined = match (before, judgement) {
            (Judgement::Unsupported(reason), _) | (_, Judgement::Unsupported(reason)) => Judgement::Unsupported(reason),
            (Judgement::Known, other) | (other, Judgement::Known) => other,
            (Judgement::Complete, _) | (_, Judgement::Complete) => Judgement::Complete,
            // Numbers are distinct within a formula; one that is in two formulas gets numbers that no other has.
            (Judgement::Arbitrary(_), Judgement::Arbitrary(_)) => {
                self.judgements.shared += params;
                Judgement::Arbitrary(FIRST_SHARED + self.judgements.shared - params)
            }
        };
        self.judgements.by_address.insert(address(expr), joined);
    }

    fn attributes_inside(&mut self, attributes: &[Attribute]) {
        let place = Place { sign: Sign::Positive, dependent: false };
        for_each_expr_of_attributes(attributes, &mut |expr| self.expr(expr, Role::Advice, place));
    }
}

fn has_type_quantifier(expr: &Expr) -> bool {
    let mut found = false;
    walk(expr, &mut |expr| {
        found |= matches!(expr.kind(), ExprKind::Quantifier(quantifier) if !quantifier.type_params.is_empty());
        !found
    });
    found
}

/// Whether control can come back to the block.
fn is_in_loop(blocks: &[Block], block: BlockId) -> bool {
    let targets = |at: BlockId| match &blocks[at.index()].transfer {
        Transfer::Goto { targets, attributes: _, span: _ } => targets.clone(),
        Transfer::Return { attributes: _, span: _ } => Vec::new(),
    };
    let mut reached = FxHashSet::default();
    let mut open = targets(block);
    while let Some(at) = open.pop() {
        if at == block {
            return true;
        }
        if reached.insert(at) {
            open.extend(targets(at));
        }
    }
    false
}
