//! Reading expressions.

use crate::typed::{
    Action, Attribute, AttributeParam, BoundVar, CallSite, Cmd, CmdKind, CodeExpr, CodeTransfer, Condition, Expr,
    ExprKind, Implementation, Meaning, Procedure, Program, Quantifier, Role, Transfer, Variable, YieldProcedure,
};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Visits every expression below `expr`, itself first, each node once. Goes below a node if `enter` says so.
pub fn walk<'a>(expr: &'a Expr, enter: &mut dyn FnMut(&'a Expr) -> bool) {
    Walker::default().walk(expr, enter);
}

/// A walk over several expressions that visits what they share only once.
#[derive(Default)]
pub struct Walker<'a> {
    /// Addresses of shared nodes already visited. A node with one owner is reached only once anyway.
    seen: FxHashSet<usize>,
    borrowed: std::marker::PhantomData<&'a Expr>,
}

impl<'a> Walker<'a> {
    pub fn walk(&mut self, expr: &'a Expr, enter: &mut dyn FnMut(&'a Expr) -> bool) {
        if Arc::strong_count(&expr.0) > 1 && !self.seen.insert(Arc::as_ptr(&expr.0) as usize) {
            return;
        }
        if enter(expr) {
            for_each_child(expr, &mut |child| self.walk(child, enter));
        }
    }
}

/// The direct parts of a node, in source order; triggers come before the body.
pub fn for_each_child<'a>(expr: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    match expr.kind() {
        ExprKind::Literal(_) | ExprKind::Var(_) => {}
        ExprKind::Old(e) | ExprKind::Unary(_, e) | ExprKind::ToInt(e) | ExprKind::ToReal(e) => f(e),
        ExprKind::Binary(_, left, right) => {
            f(left);
            f(right);
        }
        ExprKind::IfThenElse(condition, then_branch, else_branch) => {
            f(condition);
            f(then_branch);
            f(else_branch);
        }
        ExprKind::Select { map, indices, type_args: _ } => {
            f(map);
            indices.iter().for_each(f);
        }
        ExprKind::Store { map, indices, value, type_args: _ } => {
            f(map);
            indices.iter().for_each(&mut *f);
            f(value);
        }
        ExprKind::Apply { function: _, type_args: _, args } => args.iter().for_each(f),
        ExprKind::Construct { constructor: _, args } => args.iter().for_each(f),
        ExprKind::Field { expr, field: _ } => f(expr),
        ExprKind::FieldUpdate { expr, field: _, value } => {
            f(expr);
            f(value);
        }
        ExprKind::Is { expr, constructor: _ } => f(expr),
        ExprKind::Extract { expr, high: _, low: _ } => f(expr),
        ExprKind::Quantifier(quantifier) => for_each_expr_of_quantifier(quantifier, f),
        ExprKind::Let { vars, values, body } => {
            for_each_expr_of_bound_vars(vars, f);
            values.iter().for_each(&mut *f);
            f(body);
        }
        ExprKind::Code(code) => for_each_expr_of_code(code, f),
    }
}

fn for_each_expr_of_quantifier<'a>(quantifier: &'a Quantifier, f: &mut dyn FnMut(&'a Expr)) {
    let Quantifier { kind: _, type_params: _, vars, triggers, no_patterns, attributes, body } = quantifier;
    for_each_expr_of_bound_vars(vars, f);
    for_each_expr_of_attributes(attributes, f);
    triggers.iter().flatten().for_each(&mut *f);
    no_patterns.iter().for_each(&mut *f);
    f(body);
}

fn for_each_expr_of_code<'a>(code: &'a CodeExpr, f: &mut dyn FnMut(&'a Expr)) {
    for_each_expr_of_bound_vars(&code.locals, f);
    for block in &code.blocks {
        block.cmds.iter().for_each(|cmd| for_each_expr_of_cmd(cmd, f));
        match &block.transfer {
            CodeTransfer::Goto(_) => {}
            CodeTransfer::Return(expr) => f(expr),
        }
    }
}

fn for_each_expr_of_bound_vars<'a>(vars: &'a [BoundVar], f: &mut dyn FnMut(&'a Expr)) {
    vars.iter().for_each(|var| for_each_expr_of_attributes(&var.attributes, f));
}

pub fn for_each_expr_of_attributes<'a>(attributes: &'a [Attribute], f: &mut dyn FnMut(&'a Expr)) {
    for param in attributes.iter().flat_map(|attribute| &attribute.params) {
        match param {
            AttributeParam::String(_) => {}
            AttributeParam::Expr(expr) => f(expr),
        }
    }
}

/// The expressions of a command, those of its attributes first.
pub fn for_each_expr_of_cmd<'a>(cmd: &'a Cmd, f: &mut dyn FnMut(&'a Expr)) {
    for_each_expr_of_attributes(&cmd.attributes, f);
    match &cmd.kind {
        CmdKind::Assert(expr) | CmdKind::Prove { claim: _, expr } | CmdKind::Assume { expr, origin: _ } => f(expr),
        CmdKind::Assign(assignments) => assignments.iter().for_each(|(_, value)| f(value)),
        CmdKind::Havoc(_) | CmdKind::Visibility(_) => {}
        CmdKind::Call(call) | CmdKind::Async(call) => call.ins.iter().for_each(f),
        CmdKind::Parallel(sites) | CmdKind::LoopYield(sites) => for_each_expr_of_call_sites(sites, f),
        CmdKind::Measure(exprs) => exprs.iter().for_each(f),
    }
}

pub fn for_each_expr_of_call_sites<'a>(sites: &'a [CallSite], f: &mut dyn FnMut(&'a Expr)) {
    for site in sites {
        for_each_expr_of_attributes(&site.attributes, f);
        site.call.ins.iter().for_each(&mut *f);
    }
}

pub fn for_each_expr_of_condition<'a>(condition: &'a Condition, f: &mut dyn FnMut(&'a Expr)) {
    for_each_expr_of_attributes(&condition.attributes, f);
    f(&condition.expr);
}

fn for_each_expr_of_variable<'a>(variable: &'a Variable, f: &mut dyn FnMut(&'a Expr)) {
    for_each_expr_of_attributes(&variable.attributes, f);
    variable.where_clause.iter().for_each(f);
}

/// The specification of a procedure: where-clauses of its parameters, then its clauses.
pub fn for_each_expr_of_procedure<'a>(procedure: &'a Procedure, f: &mut dyn FnMut(&'a Expr)) {
    for_each_expr_of_attributes(&procedure.attributes, f);
    procedure.params.iter().for_each(|param| for_each_expr_of_variable(param, f));
    for_each_expr_of_role(&procedure.role, f);
    procedure.requires.iter().for_each(|condition| for_each_expr_of_condition(condition, f));
    procedure.ensures.iter().for_each(|condition| for_each_expr_of_condition(condition, f));
    for measure in &procedure.measures {
        for_each_expr_of_attributes(&measure.attributes, f);
        measure.exprs.iter().for_each(&mut *f);
    }
}

/// The clauses that only procedures of this role have.
fn for_each_expr_of_role<'a>(role: &'a Role, f: &mut dyn FnMut(&'a Expr)) {
    match role {
        Role::Plain | Role::Pure | Role::Invariant { .. } => {}
        Role::Action(action) => {
            let Action { pure: _, mover: _, refines, asserts, requires } = &**action;
            refines.iter().for_each(|refines| for_each_expr_of_attributes(&refines.attributes, f));
            asserts.iter().for_each(|condition| for_each_expr_of_condition(condition, f));
            for_each_expr_of_call_sites(requires, f);
        }
        Role::Yield(procedure) => {
            let YieldProcedure { mover: _, refines, requires, preserves, ensures } = &**procedure;
            refines.iter().for_each(|refines| for_each_expr_of_attributes(&refines.attributes, f));
            [requires, preserves, ensures].into_iter().for_each(|sites| for_each_expr_of_call_sites(sites, f));
        }
    }
}

/// The body of an implementation, not the specification of its procedure.
pub fn for_each_expr_of_implementation<'a>(implementation: &'a Implementation, f: &mut dyn FnMut(&'a Expr)) {
    for_each_expr_of_attributes(&implementation.attributes, f);
    implementation.locals.iter().for_each(|local| for_each_expr_of_variable(local, f));
    for block in &implementation.blocks {
        block.cmds.iter().for_each(|cmd| for_each_expr_of_cmd(cmd, f));
        match &block.transfer {
            Transfer::Goto { targets: _, attributes, span: _ } | Transfer::Return { attributes, span: _ } => {
                for_each_expr_of_attributes(attributes, f);
            }
        }
    }
}

/// Every expression of the program that is not part of another.
pub fn for_each_expr_of_program<'a>(program: &'a Program, f: &mut dyn FnMut(&'a Expr)) {
    program.type_ctors.iter().for_each(|ctor| for_each_expr_of_attributes(&ctor.attributes, f));
    program.datatypes.iter().for_each(|datatype| for_each_expr_of_attributes(&datatype.attributes, f));
    program.consts.iter().for_each(|constant| for_each_expr_of_attributes(&constant.attributes, f));
    for function in &program.functions {
        for_each_expr_of_attributes(&function.attributes, f);
        for_each_expr_of_bound_vars(&function.params, f);
        match &function.meaning {
            Meaning::Uninterpreted | Meaning::Builtin(_) => {}
            Meaning::Inline(body) | Meaning::Define(body) => f(body),
        }
    }
    for axiom in &program.axioms {
        for_each_expr_of_attributes(&axiom.attributes, f);
        f(&axiom.expr);
    }
    program.globals.iter().for_each(|global| for_each_expr_of_variable(global, f));
    program.procedures.iter().for_each(|procedure| for_each_expr_of_procedure(procedure, f));
    program.implementations.iter().for_each(|implementation| for_each_expr_of_implementation(implementation, f));
}
