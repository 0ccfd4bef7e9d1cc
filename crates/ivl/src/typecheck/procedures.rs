//! Procedures and implementations.
//!
//! Specifications speak of parameters by position, so an implementation with other names takes the where-clauses of
//! its procedure as they are. Its type variables become those of the procedure.

use super::routine::{Clause, Kind, Routine};
use super::scope::Binding;
use super::type_ops::instantiate;
use super::types::sort_type_params;
use super::{Checker, Frame, Mode, Namespace, attributes, blocks, codes, loop_yields};
use crate::ast;
use crate::typed::{Condition, Expr, Implementation, LocalId, Measure, ProcedureId, Type, TypeVar, Var, Variable};
use source::{Diagnostic, Span};

impl<'a> Checker<'a> {
    /// Clauses that speak of the state before come first, with the in-parameters only.
    pub(super) fn check_procedure(&mut self, routine: &Routine<'a>) {
        self.enter_procedure(routine.id);
        self.mode = if routine.kind.is_pure() { Mode::Stateless } else { Mode::One };
        self.check_params(routine, &routine.ins, 0, false);
        for clause in &routine.clauses {
            self.check_clause_before(routine, clause);
        }
        self.check_params(routine, &routine.outs, routine.ins.len(), true);
        if !routine.kind.is_pure() {
            self.mode = Mode::Two;
        }
        for clause in &routine.clauses {
            self.check_clause_after(routine, clause);
        }
        self.mode = Mode::One;
        let attributes = self.top_attributes(routine.attributes);
        self.out.procedures[routine.id.index()].attributes = attributes;
        self.leave_procedure();
    }

    fn check_clause_before(&mut self, routine: &Routine<'a>, clause: &Clause<'a>) {
        let id = routine.id;
        match clause {
            Clause::Requires(condition) => {
                let is_shared = routine.is_shared_before(&condition.attributes);
                let condition =
                    self.in_shared_state(is_shared, |checker| checker.check_condition(condition, "a precondition"));
                self.out.procedures[id.index()].requires.push(condition);
            }
            Clause::Preserves(condition) => self.check_preserves(routine, condition),
            Clause::Measure(measure) => {
                let measure = self.check_measure(measure);
                self.out.procedures[id.index()].measures.push(measure);
            }
            Clause::Asserts(condition) => self.check_gate(routine, condition),
            Clause::RequiresCall(call) => self.check_requires_call(routine, call),
            Clause::PreservesCall(call) => self.check_preserves_call(routine, call),
            Clause::Refines { action, attributes, span } => self.check_refines(routine, *action, attributes, *span),
            Clause::Ensures(_) | Clause::EnsuresCall(_) | Clause::Modifies { .. } => {}
        }
    }

    fn check_clause_after(&mut self, routine: &Routine<'a>, clause: &Clause<'a>) {
        match clause {
            Clause::Ensures(condition) => {
                let is_shared = routine.is_shared_after(&condition.attributes);
                let condition =
                    self.in_shared_state(is_shared, |checker| checker.check_condition(condition, "a postcondition"));
                self.out.procedures[routine.id.index()].ensures.push(condition);
            }
            Clause::EnsuresCall(call) => self.check_ensures_call(routine, call),
            Clause::Requires(_) | Clause::Preserves(_) | Clause::Asserts(_) | Clause::Measure(_) => {}
            Clause::RequiresCall(_) | Clause::PreservesCall(_) => {}
            Clause::Refines { .. } | Clause::Modifies { .. } => {}
        }
    }

    fn enter_procedure(&mut self, id: ProcedureId) {
        self.scope.push();
        for var in self.procedure_signatures[id.index()].type_params.clone() {
            self.type_scope.push((self.out.type_vars[var.index()].clone(), var));
        }
    }

    fn leave_procedure(&mut self) {
        self.scope.pop();
        self.type_scope.clear();
        self.mode = Mode::One;
    }

    /// Declares parameters, then checks their where-clauses, which may speak of all parameters declared so far.
    fn check_params(&mut self, routine: &Routine<'a>, params: &[&'a ast::Binding], first: usize, mutable: bool) {
        let id = routine.id;
        for (at, param) in params.iter().enumerate() {
            let local = LocalId((first + at) as u32);
            let ty = self.out.procedures[id.index()].params[local.index()].ty.clone();
            self.declare_local(param, local, &ty, mutable);
            let attributes = self.top_attributes(&param.attributes);
            self.out.procedures[id.index()].params[local.index()].attributes = attributes;
        }
        if !routine.has_where {
            return;
        }
        for (at, param) in params.iter().enumerate() {
            let where_clause = self.where_clause(param);
            self.out.procedures[id.index()].params[first + at].where_clause = where_clause;
        }
    }

    fn declare_local(&mut self, binding: &'a ast::Binding, local: LocalId, ty: &Type, mutable: bool) {
        self.check_assumption_type(binding, ty);
        let assumption = attributes::is_set(&binding.attributes, "assumption");
        let (var, span) = (Var::Local(local), binding.name.span);
        self.declare(&binding.name, Binding { var, ty: ty.clone(), mutable, assumption, span });
    }

    pub(super) fn check_condition(&mut self, condition: &'a ast::Condition, what: &str) -> Condition {
        let expr = self.condition(&condition.expr, what);
        let attributes = self.top_attributes(&condition.attributes);
        Condition { free: condition.free, expr, attributes, span: condition.span }
    }

    pub(super) fn check_measure(&mut self, measure: &'a ast::Measure) -> Measure {
        let attributes = self.top_attributes(&measure.attributes);
        let exprs = measure.exprs.iter().map(|expr| self.measure_expr(expr)).collect();
        Measure { exprs, attributes, span: measure.span }
    }

    fn measure_expr(&mut self, expr: &'a ast::Expr) -> Expr {
        self.begin();
        let checked = self.expr(expr);
        let ty = self.infer.head(checked.ty());
        if !matches!(ty, Type::Int | Type::Bool) && ty != super::UNKNOWN {
            let message = format!("a measure must be of type `int` or `bool`, not `{}`", self.show(&ty));
            self.error(&codes::MISMATCH, expr.span, message);
        }
        self.settle(checked)
    }

    /// The body that a procedure declaration carries itself.
    pub(super) fn check_own_implementation(&mut self, routine: &Routine<'a>, body: &'a ast::Body) {
        self.enter_procedure(routine.id);
        let procedure = &self.out.procedures[routine.id.index()];
        let (locals, attributes) = (procedure.params.clone(), procedure.attributes.clone());
        for (at, param) in routine.params().enumerate() {
            let name = &param.name;
            let (var, mutable) = (Var::Local(LocalId(at as u32)), at >= routine.ins.len());
            let assumption = attributes::is_set(&param.attributes, "assumption");
            let binding = Binding { var, ty: locals[at].ty.clone(), mutable, assumption, span: name.span };
            // A duplicate was reported with the procedure.
            let _ = self.scope.declare(&name.name, binding);
        }
        self.check_body(routine.id, locals, body, |_| attributes, routine.name.span);
        self.leave_procedure();
    }

    pub(super) fn check_implementation(&mut self, decl: &'a ast::ImplementationDecl) {
        let signature = &decl.signature;
        let Some(id) = self.procedures.get(&signature.name.name).copied() else {
            self.undeclared(Namespace::Procedures, &signature.name.name, signature.name.span);
            return;
        };
        if self.procedure_signatures[id.index()].kind.is_invariant() {
            let message = format!("yield invariant `{}` has no implementation", signature.name.name);
            self.error(&codes::IMPLEMENTATION, signature.name.span, message);
            return;
        }
        let vars = self.bind_type_params(&signature.type_params);
        let ins: Vec<Type> = signature.ins.iter().map(|param| self.resolve_type(&param.ty)).collect();
        let outs: Vec<Type> = signature.outs.iter().map(|param| self.resolve_type(&param.ty)).collect();
        let types: Vec<&Type> = ins.iter().chain(&outs).collect();
        let place = "the implementation's parameters";
        self.check_occurrences(&signature.type_params, &vars, &types, place, signature.name.span);
        let vars = sort_type_params(&vars, &types);
        let types = self.match_signature(decl, id, &vars, &ins, &outs);
        self.scope.push();
        let locals = self.implementation_params(signature, id, types);
        self.check_body(
            id,
            locals,
            &decl.body,
            |checker| checker.top_attributes(&signature.attributes),
            signature.name.span,
        );
        self.leave_procedure();
    }

    /// Compares with the procedure; gives the parameter types in terms of the procedure's type variables.
    fn match_signature(
        &mut self,
        decl: &'a ast::ImplementationDecl,
        id: ProcedureId,
        vars: &[TypeVar],
        ins: &[Type],
        outs: &[Type],
    ) -> Vec<Type> {
        let procedure = self.procedure_signatures[id.index()].clone();
        let name = &decl.signature.name;
        let mismatch = |checker: &mut Self, span: Span, message: String| {
            let diagnostic = Diagnostic::error(&codes::IMPLEMENTATION, span, message);
            checker.report(diagnostic.label(procedure.span, "the procedure is declared here"));
        };
        let types: Vec<Type> = ins.iter().chain(outs).cloned().collect();
        let counts = [
            ("type parameters", vars.len(), procedure.type_params.len()),
            ("in-parameters", ins.len(), procedure.ins.len()),
            ("out-parameters", outs.len(), procedure.outs.len()),
        ];
        let mut same = true;
        for (what, found, expected) in counts {
            if found != expected && (same || what != "in-parameters") {
                same = false;
                let message =
                    format!("implementation `{}` has {found} {what}, its procedure has {expected}", name.name);
                mismatch(self, name.span, message);
            }
        }
        if vars.len() != procedure.type_params.len() {
            return types;
        }
        for entry in &mut self.type_scope {
            if let Some(at) = vars.iter().position(|var| *var == entry.1) {
                entry.1 = procedure.type_params[at];
            }
        }
        let args: Vec<Type> = procedure.type_params.iter().map(|var| Type::Var(*var)).collect();
        let types: Vec<Type> = types.iter().map(|ty| instantiate(ty, vars, &args)).collect();
        if same {
            let params = decl.signature.ins.iter().chain(&decl.signature.outs);
            for ((param, ty), expected) in params.zip(&types).zip(procedure.ins.iter().chain(&procedure.outs)) {
                if !self.infer.unify(ty, expected) {
                    let (found, expected) = (self.show(ty), self.show(expected));
                    let name = &param.name.name;
                    let message = format!("parameter `{name}` has type `{found}`, in the procedure `{expected}`");
                    mismatch(self, param.name.span, message);
                }
            }
        }
        types
    }

    fn implementation_params(
        &mut self,
        signature: &'a ast::Signature,
        id: ProcedureId,
        types: Vec<Type>,
    ) -> Vec<Variable> {
        let mut locals = Vec::new();
        for (at, (param, ty)) in signature.ins.iter().chain(&signature.outs).zip(types).enumerate() {
            self.declare_local(param, LocalId(at as u32), &ty, at >= signature.ins.len());
            let attributes = self.top_attributes(&param.attributes);
            let where_clause = self.out.procedures[id.index()].params.get(at).and_then(|p| p.where_clause.clone());
            let (name, span) = (param.name.name.clone(), param.name.span);
            locals.push(Variable { name, ty, where_clause, attributes, span });
        }
        locals
    }

    /// Checks locals and statements in the scope of the parameters.
    fn check_body(
        &mut self,
        id: ProcedureId,
        mut locals: Vec<Variable>,
        body: &'a ast::Body,
        attributes: impl FnOnce(&mut Self) -> Vec<crate::typed::Attribute>,
        span: Span,
    ) {
        let signature = self.procedure_signatures[id.index()].clone();
        self.mode = if signature.kind.is_pure() { Mode::Stateless } else { Mode::One };
        let first = locals.len();
        for (at, binding) in body.locals.iter().enumerate() {
            let ty = self.resolve_type(&binding.ty);
            self.declare_local(binding, LocalId((first + at) as u32), &ty, true);
            let attributes = self.top_attributes(&binding.attributes);
            let (name, span) = (binding.name.name.clone(), binding.name.span);
            locals.push(Variable { name, ty, where_clause: None, attributes, span });
        }
        for (at, binding) in body.locals.iter().enumerate() {
            locals[first + at].where_clause = self.where_clause(binding);
        }
        let attributes = attributes(self);
        let modifies = signature.modifies.iter().copied().collect();
        let name = signature.name.clone();
        let kind = signature.kind;
        self.mode = match kind {
            Kind::Pure | Kind::Action { pure: true } => Mode::Stateless,
            Kind::Action { pure: false } | Kind::Invariant { .. } => Mode::One,
            Kind::Plain | Kind::Yield { .. } => Mode::Two,
        };
        self.frame = Some(Frame { signature, modifies });
        self.assigned_assumptions.retain(|var| matches!(var, Var::Global(_)));
        let mut blocks = blocks::lower(self, body);
        if kind.is_action() || kind.is_yield() {
            loop_yields::extract(self, kind, &mut blocks, span);
        }
        self.frame = None;
        let end = body.end;
        self.out.implementations.push(Implementation {
            procedure: id,
            name,
            locals,
            hidden: Vec::new(),
            blocks,
            attributes,
            span,
            end,
        });
    }
}
