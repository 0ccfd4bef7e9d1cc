//! Statements without control flow.

use super::type_ops::instantiate;
use super::types::count;
use super::{Checker, FunctionEntry, Namespace, ProcedureEntry, ProcedureSignature, codes};
use crate::ast;
use crate::typed::{Assumption, Attribute, Call, Cmd, CmdKind, Expr, Var, Visibility};
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};

impl<'a> Checker<'a> {
    /// Checks a simple statement and appends what it becomes. Control flow is not for here and gives nothing.
    pub(super) fn command(&mut self, stmt: &'a ast::Stmt, cmds: &mut Vec<Cmd>) {
        let span = stmt.span;
        match &stmt.kind {
            ast::StmtKind::Assert { attributes, expr } => {
                let expr = self.condition(expr, "an asserted condition");
                let attributes = self.named_attributes(attributes, span);
                cmds.push(Cmd { kind: CmdKind::Assert(expr), attributes, span });
            }
            ast::StmtKind::Assume { attributes, expr } => {
                let expr = self.condition(expr, "an assumed condition");
                let attributes = self.named_attributes(attributes, span);
                let origin = Assumption::Stated;
                cmds.push(Cmd { kind: CmdKind::Assume { expr, origin }, attributes, span });
            }
            ast::StmtKind::Measure(measure) => cmds.push(self.measure_command(measure)),
            ast::StmtKind::Havoc(names) => {
                let vars = names.iter().filter_map(|name| self.assignable(name)).collect();
                cmds.push(Cmd { kind: CmdKind::Havoc(vars), attributes: Vec::new(), span });
            }
            ast::StmtKind::Assign { attributes, targets, values } => {
                let attributes = self.top_attributes(attributes);
                if let Some(assignments) = self.assign(targets, values, span) {
                    cmds.push(Cmd { kind: CmdKind::Assign(assignments), attributes, span });
                }
            }
            ast::StmtKind::Unpack { attributes, constructor, targets, value } => {
                let attributes = self.top_attributes(attributes);
                self.unpack(constructor, targets, value, attributes, span, cmds);
            }
            ast::StmtKind::Call(calls) => match &calls[..] {
                [call] if !call.is_async => cmds.extend(self.call(call)),
                _ => self.refuse_civl("asynchronous and parallel calls are not supported yet", span),
            },
            ast::StmtKind::Visibility { reveal, name } => {
                if let Some(visibility) = self.visibility(*reveal, name.as_ref()) {
                    cmds.push(Cmd { kind: CmdKind::Visibility(visibility), attributes: Vec::new(), span });
                }
            }
            ast::StmtKind::PushScope => {
                cmds.push(Cmd { kind: CmdKind::Visibility(Visibility::Push), attributes: Vec::new(), span });
            }
            ast::StmtKind::PopScope => {
                cmds.push(Cmd { kind: CmdKind::Visibility(Visibility::Pop), attributes: Vec::new(), span });
            }
            ast::StmtKind::Label(_)
            | ast::StmtKind::If(_)
            | ast::StmtKind::While(_)
            | ast::StmtKind::Break(_)
            | ast::StmtKind::Goto { .. }
            | ast::StmtKind::Return { .. } => {}
        }
    }

    /// Attributes of a statement, among them perhaps its `{:id}`.
    fn named_attributes(&mut self, attributes: &'a [ast::Attribute], span: Span) -> Vec<Attribute> {
        self.register_id(attributes, span);
        self.top_attributes(attributes)
    }

    pub(super) fn measure_command(&mut self, measure: &'a ast::Measure) -> Cmd {
        let measure = self.check_measure(measure);
        Cmd { kind: CmdKind::Measure(measure.exprs), attributes: measure.attributes, span: measure.span }
    }

    /// Reports a construct of Civl, once per declaration.
    pub(super) fn refuse_civl(&mut self, message: &str, span: Span) {
        if self.refused.insert(self.declaration) {
            self.error(&codes::UNSUPPORTED, span, message);
        }
    }

    /// `None`: nothing to do, or an error is reported.
    fn visibility(&mut self, reveal: bool, name: Option<&'a ast::Ident>) -> Option<Visibility> {
        let function = match name {
            None => None,
            Some(name) => match self.functions.get(&name.name) {
                Some(FunctionEntry::Function(id)) => Some(*id),
                Some(FunctionEntry::Constructor(..)) => return None,
                None => {
                    self.undeclared(Namespace::Functions, &name.name, name.span);
                    return None;
                }
            },
        };
        Some(if reveal { Visibility::Reveal(function) } else { Visibility::Hide(function) })
    }

    fn call(&mut self, call: &'a ast::Call) -> Option<Cmd> {
        let entry = self.procedures.get(&call.callee.name).copied();
        if matches!(entry, Some(ProcedureEntry::Civl)) {
            return None;
        }
        if self.code_depth > 0 {
            self.error(&codes::UNSUPPORTED, call.span, "calls in code expressions are not supported");
            return None;
        }
        if entry.is_none() {
            self.undeclared_procedure(&call.callee);
        }
        let attributes = self.named_attributes(&call.attributes, call.span);
        self.begin();
        let ins: Vec<Expr> = call.ins.iter().map(|arg| self.expr(arg)).collect();
        let outs = self.call_targets(call);
        let Some(ProcedureEntry::Procedure(procedure)) = entry else { return None };
        let signature = self.procedure_signatures[procedure.index()].clone();
        self.check_callee(call, &signature);
        if !self.check_call_counts(call, &signature) {
            return None;
        }
        let type_args = self.infer.fresh_list(signature.type_params.len());
        for (at, (arg, formal)) in ins.iter().zip(&signature.ins).enumerate() {
            let formal = instantiate(formal, &signature.type_params, &type_args);
            self.expect(arg, &formal, format_args!("argument {} of `{}`", at + 1, call.callee.name));
        }
        for ((out, name), formal) in outs.iter().zip(&call.outs).zip(&signature.outs) {
            let formal = instantiate(formal, &signature.type_params, &type_args);
            if let Some(out) = out {
                self.check_result(out, name, &formal, &call.callee.name);
            }
        }
        let ins = self.settle_list(ins);
        let type_args = self.settle_types(type_args);
        let outs = outs.iter().flatten().filter_map(variable_of).collect();
        let kind = CmdKind::Call(Call { procedure, type_args, ins, outs, free: call.free });
        Some(Cmd { kind, attributes, span: call.span })
    }

    fn undeclared_procedure(&mut self, callee: &ast::Ident) {
        self.undeclared(Namespace::Procedures, &callee.name, callee.span);
        if self.functions.contains_key(&callee.name)
            && let Some(last) = self.diagnostics.last_mut()
        {
            last.help.push(format!("`{}` is a function: use it in an expression, without `call`", callee.name));
        }
    }

    /// The variables that take the results; each at most once.
    fn call_targets(&mut self, call: &'a ast::Call) -> Vec<Option<Expr>> {
        let mut seen: FxHashMap<Var, Span> = FxHashMap::default();
        let mut targets = Vec::new();
        for name in &call.outs {
            let target = self.target_variable(name);
            if let Some(var) = target.as_ref().and_then(variable_of)
                && let Some(previous) = seen.insert(var, name.span)
            {
                let message = format!("`{}` takes two results of one call", name.name);
                let diagnostic = Diagnostic::error(&codes::ASSIGNED_TWICE, name.span, message);
                self.report(diagnostic.label(previous, "also here"));
            }
            targets.push(target);
        }
        targets
    }

    /// What a procedure calls may not do more than itself.
    fn check_callee(&mut self, call: &'a ast::Call, callee: &ProcedureSignature) {
        let Some(frame) = &self.frame else { return };
        let caller = frame.signature.clone();
        if caller.pure && !callee.pure {
            let message = format!("pure procedure `{}` calls `{}`, which is not pure", caller.name, callee.name);
            let diagnostic = Diagnostic::error(&codes::CALL, call.span, message);
            self.report(diagnostic.label(callee.span, "declared here"));
            return;
        }
        let missing: Vec<_> = callee.modifies.iter().filter(|id| !frame.modifies.contains(id)).copied().collect();
        for id in missing {
            let name = self.out.globals[id.index()].name.clone();
            let message = format!("the call may change `{name}`, which `{}` does not modify", caller.name);
            let diagnostic = Diagnostic::error(&codes::ASSIGNMENT, call.span, message);
            let diagnostic = diagnostic.label(callee.span, format!("`{}` modifies it", callee.name));
            self.report(diagnostic.help(format!("add `modifies {name};` to procedure `{}`", caller.name)));
        }
    }

    fn check_call_counts(&mut self, call: &'a ast::Call, callee: &ProcedureSignature) -> bool {
        let name = &call.callee.name;
        let message = if call.ins.len() != callee.ins.len() {
            format!("`{name}` takes {}, not {}", count(callee.ins.len(), "argument"), call.ins.len())
        } else if call.outs.len() != callee.outs.len() {
            format!("`{name}` gives {}, not {}", count(callee.outs.len(), "result"), call.outs.len())
        } else {
            return true;
        };
        let diagnostic = Diagnostic::error(&codes::ARGUMENTS, call.span, message);
        self.report(diagnostic.label(callee.span, "declared here"));
        false
    }

    fn check_result(&mut self, out: &Expr, name: &ast::Ident, formal: &crate::typed::Type, callee: &str) {
        if !self.infer.unify(formal, out.ty()) {
            let (found, given) = (self.show(out.ty()), self.show(formal));
            let message =
                format!("`{}` of type `{found}` cannot take a result of `{callee}` of type `{given}`", name.name);
            self.error(&codes::MISMATCH, name.span, message);
        }
    }
}

fn variable_of(expr: &Expr) -> Option<Var> {
    match expr.kind() {
        crate::typed::ExprKind::Var(var) => Some(*var),
        _ => None,
    }
}
