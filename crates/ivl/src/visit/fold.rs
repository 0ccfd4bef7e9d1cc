//! Rebuilding expressions, and in place what holds them.

use crate::typed::{
    Action, Attribute, AttributeParam, BoundId, BoundVar, Call, CallSite, Cmd, CmdKind, CodeBlock, CodeExpr,
    CodeTransfer, Condition, Expr, ExprKind, Implementation, Meaning, Measure, Procedure, ProcedureId, Program,
    Quantifier, Refines, Role, Transfer, Type, TypeVar, Var, Variable, YieldProcedure,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What becomes of the parts of a program.
pub trait Folder {
    /// The new form of an expression: [`fold_children`] with something done before or after it. An implementation
    /// that goes below must remember its answers for shared nodes; see [`Memo`].
    fn expr(&mut self, expr: &Expr) -> Expr;

    /// The new form of a type; `None` if it stays.
    fn ty(&mut self, _ty: &Type) -> Option<Type> {
        None
    }

    /// The new id of a variable where it is bound; told before the scope of the variable is folded.
    fn binder(&mut self, id: BoundId) -> BoundId {
        id
    }

    /// The new id of a type variable where a quantifier binds it; told before the scope is folded.
    fn type_binder(&mut self, var: TypeVar) -> TypeVar {
        var
    }

    /// The new form of a variable that a command assigns.
    fn target(&mut self, var: Var) -> Var {
        var
    }

    /// The new id of a procedure without type parameters that a clause names.
    fn procedure(&mut self, id: ProcedureId) -> ProcedureId {
        id
    }

    /// Changes a call before its parts are folded; whether it did.
    fn call(&mut self, _call: &mut Call) -> bool {
        false
    }
}

/// New forms of shared expressions, by address of the old form.
#[derive(Default)]
pub struct Memo(FxHashMap<usize, (Expr, Expr)>);

impl Memo {
    pub fn get(&self, old: &Expr) -> Option<Expr> {
        if Arc::strong_count(&old.0) == 1 {
            return None;
        }
        self.0.get(&(Arc::as_ptr(&old.0) as usize)).map(|(_, new)| new.clone())
    }

    /// Remembers the new form if the old one has several owners: else nobody asks again. The old form is kept too,
    /// so that its address stays its own.
    pub fn put(&mut self, old: &Expr, new: &Expr) {
        if Arc::strong_count(&old.0) > 1 {
            self.0.insert(Arc::as_ptr(&old.0) as usize, (old.clone(), new.clone()));
        }
    }
}

/// Rebuilds an expression from the leaves up: `f` gets each node, its parts already rebuilt, exactly once.
pub fn rewrite(expr: &Expr, f: &mut dyn FnMut(Expr) -> Expr) -> Expr {
    Rewriter::new(f).expr(expr)
}

/// [`rewrite`] for several expressions, so that what they share is rewritten once.
pub struct Rewriter<'a> {
    f: &'a mut dyn FnMut(Expr) -> Expr,
    memo: Memo,
}

impl<'a> Rewriter<'a> {
    pub fn new(f: &'a mut dyn FnMut(Expr) -> Expr) -> Rewriter<'a> {
        Rewriter { f, memo: Memo::default() }
    }
}

impl Folder for Rewriter<'_> {
    fn expr(&mut self, expr: &Expr) -> Expr {
        if let Some(new) = self.memo.get(expr) {
            return new;
        }
        let rebuilt = fold_children(self, expr);
        let new = (self.f)(rebuilt);
        self.memo.put(expr, &new);
        new
    }
}

/// The node with its parts and types folded; the same `Arc` if none of them changed.
pub fn fold_children(folder: &mut dyn Folder, expr: &Expr) -> Expr {
    let mut parts = Parts { folder, changed: false };
    let ty = parts.folder.ty(expr.ty());
    let kind = match expr.kind() {
        // Leaves are not rebuilt for nothing.
        ExprKind::Literal(_) | ExprKind::Var(_) if ty.is_none() => return expr.clone(),
        ExprKind::Literal(literal) => ExprKind::Literal(literal.clone()),
        ExprKind::Var(var) => ExprKind::Var(*var),
        ExprKind::Old(e) => ExprKind::Old(parts.expr(e)),
        ExprKind::Unary(op, e) => ExprKind::Unary(*op, parts.expr(e)),
        ExprKind::Binary(op, left, right) => {
            let left = parts.expr(left);
            ExprKind::Binary(*op, left, parts.expr(right))
        }
        ExprKind::IfThenElse(condition, then_branch, else_branch) => {
            let condition = parts.expr(condition);
            let then_branch = parts.expr(then_branch);
            ExprKind::IfThenElse(condition, then_branch, parts.expr(else_branch))
        }
        ExprKind::Select { map, indices, type_args } => {
            ExprKind::Select { map: parts.expr(map), indices: parts.exprs(indices), type_args: parts.types(type_args) }
        }
        ExprKind::Store { map, indices, value, type_args } => ExprKind::Store {
            map: parts.expr(map),
            indices: parts.exprs(indices),
            value: parts.expr(value),
            type_args: parts.types(type_args),
        },
        ExprKind::Apply { function, type_args, args } => {
            ExprKind::Apply { function: *function, type_args: parts.types(type_args), args: parts.exprs(args) }
        }
        ExprKind::Construct { constructor, args } => {
            ExprKind::Construct { constructor: *constructor, args: parts.exprs(args) }
        }
        ExprKind::Field { expr, field } => ExprKind::Field { expr: parts.expr(expr), field: *field },
        ExprKind::FieldUpdate { expr, field, value } => {
            ExprKind::FieldUpdate { expr: parts.expr(expr), field: *field, value: parts.expr(value) }
        }
        ExprKind::Is { expr, constructor } => ExprKind::Is { expr: parts.expr(expr), constructor: *constructor },
        ExprKind::Extract { expr, high, low } => ExprKind::Extract { expr: parts.expr(expr), high: *high, low: *low },
        ExprKind::ToInt(e) => ExprKind::ToInt(parts.expr(e)),
        ExprKind::ToReal(e) => ExprKind::ToReal(parts.expr(e)),
        ExprKind::Quantifier(quantifier) => ExprKind::Quantifier(parts.quantifier(quantifier)),
        ExprKind::Let { vars, values, body } => {
            ExprKind::Let { vars: parts.bound_vars(vars), values: parts.exprs(values), body: parts.expr(body) }
        }
        ExprKind::Code(code) => ExprKind::Code(parts.code(code)),
    };
    if !parts.changed && ty.is_none() {
        return expr.clone();
    }
    Expr::new(kind, ty.unwrap_or_else(|| expr.ty().clone()), expr.span())
}

/// Folds the parts of one node and notes whether any changed.
struct Parts<'a> {
    folder: &'a mut dyn Folder,
    changed: bool,
}

impl Parts<'_> {
    fn expr(&mut self, expr: &Expr) -> Expr {
        let new = self.folder.expr(expr);
        self.changed |= !Arc::ptr_eq(&new.0, &expr.0);
        new
    }

    fn exprs(&mut self, exprs: &[Expr]) -> Vec<Expr> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn types(&mut self, types: &[Type]) -> Vec<Type> {
        let mut types = types.to_vec();
        types.iter_mut().for_each(|ty| self.changed |= fold_type(self.folder, ty));
        types
    }

    fn bound_vars(&mut self, vars: &[BoundVar]) -> Vec<BoundVar> {
        let mut vars = vars.to_vec();
        self.changed |= fold_bound_vars(self.folder, &mut vars);
        vars
    }

    fn quantifier(&mut self, quantifier: &Quantifier) -> Quantifier {
        let Quantifier { kind, type_params, vars, triggers, no_patterns, attributes, body } = quantifier;
        let type_params = type_params.iter().map(|var| self.type_binder(*var)).collect();
        let vars = self.bound_vars(vars);
        let triggers = triggers.iter().map(|trigger| self.exprs(trigger)).collect();
        let no_patterns = self.exprs(no_patterns);
        let mut attributes = attributes.clone();
        self.changed |= fold_attributes(self.folder, &mut attributes);
        let body = self.expr(body);
        Quantifier { kind: *kind, type_params, vars, triggers, no_patterns, attributes, body }
    }

    fn type_binder(&mut self, var: TypeVar) -> TypeVar {
        let new = self.folder.type_binder(var);
        self.changed |= new != var;
        new
    }

    fn code(&mut self, code: &Arc<CodeExpr>) -> Arc<CodeExpr> {
        let mut new = CodeExpr::clone(code);
        let mut changed = fold_bound_vars(self.folder, &mut new.locals);
        new.blocks.iter_mut().for_each(|block| changed |= fold_code_block(self.folder, block));
        self.changed |= changed;
        if changed { Arc::new(new) } else { code.clone() }
    }
}

/// Folds an expression in place and says whether it changed, as do the functions below.
pub fn fold_expr(folder: &mut dyn Folder, expr: &mut Expr) -> bool {
    let new = folder.expr(expr);
    let changed = !Arc::ptr_eq(&new.0, &expr.0);
    *expr = new;
    changed
}

fn fold_exprs(folder: &mut dyn Folder, exprs: &mut [Expr]) -> bool {
    let mut changed = false;
    exprs.iter_mut().for_each(|expr| changed |= fold_expr(folder, expr));
    changed
}

fn fold_type(folder: &mut dyn Folder, ty: &mut Type) -> bool {
    let Some(new) = folder.ty(ty) else { return false };
    *ty = new;
    true
}

fn fold_target(folder: &mut dyn Folder, var: &mut Var) -> bool {
    let new = folder.target(*var);
    let changed = new != *var;
    *var = new;
    changed
}

pub fn fold_attributes(folder: &mut dyn Folder, attributes: &mut [Attribute]) -> bool {
    let mut changed = false;
    for param in attributes.iter_mut().flat_map(|attribute| &mut attribute.params) {
        match param {
            AttributeParam::String(_) => {}
            AttributeParam::Expr(expr) => changed |= fold_expr(folder, expr),
        }
    }
    changed
}

pub fn fold_bound_vars(folder: &mut dyn Folder, vars: &mut [BoundVar]) -> bool {
    let mut changed = false;
    for BoundVar { id, name: _, ty, attributes } in vars {
        let new = folder.binder(*id);
        changed |= new != *id;
        *id = new;
        changed |= fold_type(folder, ty);
        changed |= fold_attributes(folder, attributes);
    }
    changed
}

fn fold_code_block(folder: &mut dyn Folder, block: &mut CodeBlock) -> bool {
    let mut changed = false;
    block.cmds.iter_mut().for_each(|cmd| changed |= fold_cmd(folder, cmd));
    match &mut block.transfer {
        CodeTransfer::Goto(_) => {}
        CodeTransfer::Return(expr) => changed |= fold_expr(folder, expr),
    }
    changed
}

fn fold_call(folder: &mut dyn Folder, call: &mut Call) -> bool {
    let mut changed = folder.call(call);
    let Call { procedure: _, type_args, ins, outs, free: _ } = call;
    type_args.iter_mut().for_each(|ty| changed |= fold_type(folder, ty));
    changed |= fold_exprs(folder, ins);
    outs.iter_mut().for_each(|target| changed |= fold_target(folder, target));
    changed
}

fn fold_call_sites(folder: &mut dyn Folder, sites: &mut [CallSite]) -> bool {
    let mut changed = false;
    for CallSite { call, attributes, span: _ } in sites {
        changed |= fold_attributes(folder, attributes);
        changed |= fold_call(folder, call);
    }
    changed
}

pub fn fold_cmd(folder: &mut dyn Folder, cmd: &mut Cmd) -> bool {
    let mut changed = fold_attributes(folder, &mut cmd.attributes);
    match &mut cmd.kind {
        CmdKind::Assert(expr) | CmdKind::Prove { claim: _, expr } | CmdKind::Assume { expr, origin: _ } => {
            changed |= fold_expr(folder, expr)
        }
        CmdKind::Assign(assignments) => {
            for (target, value) in assignments {
                changed |= fold_target(folder, target);
                changed |= fold_expr(folder, value);
            }
        }
        CmdKind::Havoc(targets) => targets.iter_mut().for_each(|target| changed |= fold_target(folder, target)),
        CmdKind::Call(call) | CmdKind::Async(call) => changed |= fold_call(folder, call),
        CmdKind::Parallel(sites) | CmdKind::LoopYield(sites) => changed |= fold_call_sites(folder, sites),
        CmdKind::Measure(exprs) => changed |= fold_exprs(folder, exprs),
        CmdKind::Visibility(_) => {}
    }
    changed
}

pub fn fold_variable(folder: &mut dyn Folder, variable: &mut Variable) {
    fold_type(folder, &mut variable.ty);
    fold_attributes(folder, &mut variable.attributes);
    variable.where_clause.iter_mut().for_each(|expr| {
        fold_expr(folder, expr);
    });
}

pub fn fold_condition(folder: &mut dyn Folder, condition: &mut Condition) {
    fold_attributes(folder, &mut condition.attributes);
    fold_expr(folder, &mut condition.expr);
}

pub fn fold_measure(folder: &mut dyn Folder, measure: &mut Measure) {
    fold_attributes(folder, &mut measure.attributes);
    fold_exprs(folder, &mut measure.exprs);
}

/// `refines` names a procedure, which [`Folder::procedure`] renames.
fn fold_role(folder: &mut dyn Folder, role: &mut Role) {
    let fold_refines = |folder: &mut dyn Folder, refines: &mut Refines| {
        refines.action = folder.procedure(refines.action);
        fold_attributes(folder, &mut refines.attributes);
    };
    match role {
        Role::Plain | Role::Pure | Role::Invariant { .. } => {}
        Role::Action(action) => {
            let Action { pure: _, mover: _, refines, asserts, requires } = &mut **action;
            refines.iter_mut().for_each(|refines| fold_refines(folder, refines));
            asserts.iter_mut().for_each(|condition| fold_condition(folder, condition));
            fold_call_sites(folder, requires);
        }
        Role::Yield(procedure) => {
            let YieldProcedure { mover: _, refines, requires, preserves, ensures } = &mut **procedure;
            refines.iter_mut().for_each(|refines| fold_refines(folder, refines));
            for sites in [requires, preserves, ensures] {
                fold_call_sites(folder, sites);
            }
        }
    }
}

pub fn fold_procedure(folder: &mut dyn Folder, procedure: &mut Procedure) {
    fold_attributes(folder, &mut procedure.attributes);
    procedure.params.iter_mut().for_each(|param| fold_variable(folder, param));
    fold_role(folder, &mut procedure.role);
    procedure.requires.iter_mut().for_each(|condition| fold_condition(folder, condition));
    procedure.ensures.iter_mut().for_each(|condition| fold_condition(folder, condition));
    procedure.measures.iter_mut().for_each(|measure| fold_measure(folder, measure));
}

pub fn fold_implementation(folder: &mut dyn Folder, implementation: &mut Implementation) {
    fold_attributes(folder, &mut implementation.attributes);
    implementation.locals.iter_mut().for_each(|local| fold_variable(folder, local));
    for block in &mut implementation.blocks {
        block.cmds.iter_mut().for_each(|cmd| {
            fold_cmd(folder, cmd);
        });
        match &mut block.transfer {
            Transfer::Goto { targets: _, attributes, span: _ } | Transfer::Return { attributes, span: _ } => {
                fold_attributes(folder, attributes);
            }
        }
    }
}

/// Folds every expression and every type of the program.
pub fn fold_program(folder: &mut dyn Folder, program: &mut Program) {
    let attributes = program.type_ctors.iter_mut().map(|ctor| &mut ctor.attributes);
    attributes.for_each(|attributes| {
        fold_attributes(folder, attributes);
    });
    for datatype in &mut program.datatypes {
        fold_attributes(folder, &mut datatype.attributes);
        datatype.fields.iter_mut().for_each(|field| {
            fold_type(folder, &mut field.ty);
        });
    }
    for constant in &mut program.consts {
        fold_attributes(folder, &mut constant.attributes);
        fold_type(folder, &mut constant.ty);
    }
    for function in &mut program.functions {
        fold_attributes(folder, &mut function.attributes);
        fold_bound_vars(folder, &mut function.params);
        fold_type(folder, &mut function.result);
        match &mut function.meaning {
            Meaning::Uninterpreted | Meaning::Builtin(_) => {}
            Meaning::Inline(body) | Meaning::Define(body) => {
                fold_expr(folder, body);
            }
        }
    }
    for axiom in &mut program.axioms {
        fold_attributes(folder, &mut axiom.attributes);
        fold_expr(folder, &mut axiom.expr);
    }
    program.globals.iter_mut().for_each(|global| fold_variable(folder, global));
    program.procedures.iter_mut().for_each(|procedure| fold_procedure(folder, procedure));
    program.implementations.iter_mut().for_each(|implementation| fold_implementation(folder, implementation));
}
