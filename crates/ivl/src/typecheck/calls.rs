//! Calls: which procedure calls which, with which arguments; asynchronous and parallel calls.
//!
//! ```text
//! caller                          may call
//! procedure                       procedures
//! pure procedure                  pure procedures
//! action                          actions, and primitives of the library; if pure, pure ones
//! yield procedure                 yield procedures, yield invariants, and what is pure
//! yield procedure, async          yield procedures without results
//! yield procedure, in parallel    yield procedures and yield invariants
//! ```
//! What a procedure calls may not modify more than itself; in Civl programs this is by inference.

use super::routine::Kind;
use super::type_ops::instantiate;
use super::types::count;
use super::{Checker, Namespace, ProcedureSignature, codes};
use crate::ast;
use crate::typed::{Call, CallSite, Cmd, CmdKind, Expr, ExprKind, Var};
use crate::visit::walk;
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Span};

impl<'a> Checker<'a> {
    pub(super) fn call_statement(&mut self, calls: &'a [ast::Call], span: Span) -> Option<Cmd> {
        let [call] = calls else { return self.parallel_call(calls, span) };
        let CallSite { call: checked, attributes, span } = self.call(call)?;
        let kind = if call.is_async { CmdKind::Async(checked) } else { CmdKind::Call(checked) };
        Some(Cmd { kind, attributes, span })
    }

    /// Arms run at the same time: none may read or take what another one gives.
    fn parallel_call(&mut self, calls: &'a [ast::Call], span: Span) -> Option<Cmd> {
        if !self.in_yield_body() {
            let message = "only a yield procedure can call in parallel";
            self.error(&codes::CALL, span, message);
        }
        let errors = self.errors;
        let sites: Vec<CallSite> = calls.iter().filter_map(|call| self.parallel_arm(call)).collect();
        if self.errors != errors {
            return None;
        }
        let read: Vec<FxHashSet<Var>> = sites.iter().map(|site| variables(&site.call.ins)).collect();
        let mut taken: FxHashMap<Var, Span> = FxHashMap::default();
        for (at, (site, call)) in sites.iter().zip(calls).enumerate() {
            for (out, name) in site.call.outs.iter().zip(&call.outs) {
                let reader = read.iter().enumerate().find(|(other, vars)| *other != at && vars.contains(out));
                if let Some(previous) = taken.insert(*out, name.span) {
                    let message = format!("`{}` takes two results of one parallel call", name.name);
                    let diagnostic = Diagnostic::error(&codes::ASSIGNED_TWICE, span, message);
                    self.report(diagnostic.label(name.span, "here").label(previous, "and here"));
                } else if let Some((other, _)) = reader {
                    let message = format!("`{}` takes a result of one arm and is read by another", name.name);
                    let diagnostic = Diagnostic::error(&codes::CALL, span, message);
                    let diagnostic = diagnostic.label(name.span, "takes a result here");
                    self.report(diagnostic.label(sites[other].span, "is read here"));
                }
            }
        }
        Some(Cmd { kind: CmdKind::Parallel(sites), attributes: Vec::new(), span })
    }

    fn parallel_arm(&mut self, call: &'a ast::Call) -> Option<CallSite> {
        let site = self.call(call)?;
        let callee = self.procedure_signatures[site.call.procedure.index()].clone();
        if call.is_async {
            self.error(&codes::CALL, call.span, "an arm of a parallel call is not asynchronous");
        } else if !callee.kind.is_yield() && !callee.kind.is_invariant() {
            let message = format!("`{}` is {}, which cannot be called in parallel", callee.name, callee.kind.name());
            let diagnostic = Diagnostic::error(&codes::CALL, call.span, message);
            self.report(diagnostic.label(callee.span, "declared here"));
        }
        Some(site)
    }

    /// A call in a clause: of a yield invariant.
    pub(super) fn invariant_call(&mut self, call: &'a ast::Call) -> Option<CallSite> {
        let site = self.call(call)?;
        let callee = self.procedure_signatures[site.call.procedure.index()].clone();
        if callee.kind.is_invariant() && !call.is_async {
            return Some(site);
        }
        let message = format!("a yield invariant is called here, and `{}` is {}", callee.name, callee.kind.name());
        self.report(Diagnostic::error(&codes::CALL, call.span, message).label(callee.span, "declared here"));
        None
    }

    fn call(&mut self, call: &'a ast::Call) -> Option<CallSite> {
        let procedure = self.procedures.get(&call.callee.name).copied();
        if procedure.is_none() {
            self.undeclared_procedure(&call.callee);
        }
        let callee = procedure.map(|id| self.procedure_signatures[id.index()].clone());
        let attributes = self.named_attributes(&call.attributes, call.span);
        self.begin();
        let is_between_threads = self.in_yield_body() && callee.as_ref().is_some_and(|callee| callee.kind.is_yield());
        let is_shared = self.is_shared || is_between_threads;
        let ins: Vec<Expr> =
            self.in_shared_state(is_shared, |checker| call.ins.iter().map(|arg| checker.expr(arg)).collect());
        self.in_pure_call = callee.as_ref().is_some_and(|callee| callee.kind.is_pure());
        let outs = self.call_targets(call);
        self.in_pure_call = false;
        let (procedure, callee) = procedure.zip(callee)?;
        self.check_callee(call, &callee);
        if !self.check_call_counts(call, &callee) {
            return None;
        }
        let type_args = self.infer.fresh_list(callee.type_params.len());
        for (at, (arg, formal)) in ins.iter().zip(&callee.ins).enumerate() {
            let formal = instantiate(formal, &callee.type_params, &type_args);
            self.expect(arg, &formal, format_args!("argument {} of `{}`", at + 1, call.callee.name));
        }
        for ((out, name), formal) in outs.iter().zip(&call.outs).zip(&callee.outs) {
            let formal = instantiate(formal, &callee.type_params, &type_args);
            if let Some(out) = out {
                self.check_result(out, name, &formal, &call.callee.name);
            }
        }
        let ins = self.settle_list(ins);
        let type_args = self.settle_types(type_args);
        let outs = outs.iter().flatten().filter_map(variable_of).collect();
        let checked = Call { procedure, type_args, ins, outs, free: call.free };
        Some(CallSite { call: checked, attributes, span: call.span })
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
        let is_sequential = matches!(callee.kind, Kind::Plain | Kind::Pure);
        if call.free && !is_sequential {
            let message = format!("`free call` of {} is not supported", callee.kind.name());
            self.error(&codes::UNSUPPORTED, call.span, message);
        }
        let Some(frame) = &self.frame else { return };
        let caller = frame.signature.clone();
        let forbidden = if call.is_async { forbidden_async(&caller, callee) } else { forbidden(&caller, callee) };
        if let Some(message) = forbidden {
            let diagnostic = Diagnostic::error(&codes::CALL, call.span, message);
            self.report(diagnostic.label(callee.span, "declared here"));
            return;
        }
        if self.is_civl {
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
        ExprKind::Var(var) => Some(*var),
        _ => None,
    }
}

/// Why the caller may not call the callee.
fn forbidden(caller: &ProcedureSignature, callee: &ProcedureSignature) -> Option<String> {
    let (name, kind) = (&callee.name, callee.kind.name());
    match caller.kind {
        Kind::Pure | Kind::Action { pure: true } if !callee.kind.is_pure() => {
            let pure = caller.kind.name().trim_start_matches("a ");
            Some(format!("{pure} `{}` calls `{name}`, which is not pure", caller.name))
        }
        Kind::Plain | Kind::Pure if !matches!(callee.kind, Kind::Plain | Kind::Pure) => {
            Some(format!("a procedure calls only procedures, and `{name}` is {kind}"))
        }
        Kind::Action { .. } if !callee.kind.is_action() && !callee.is_primitive => {
            Some(format!("an action calls only actions and primitives of the library, and `{name}` is {kind}"))
        }
        Kind::Yield { .. } if !(callee.kind.is_pure() || callee.kind.is_yield() || callee.kind.is_invariant()) => {
            Some(format!("a yield procedure calls only what yields or is pure, and `{name}` is {kind}"))
        }
        Kind::Plain | Kind::Pure | Kind::Action { .. } | Kind::Yield { .. } | Kind::Invariant { .. } => None,
    }
}

fn forbidden_async(caller: &ProcedureSignature, callee: &ProcedureSignature) -> Option<String> {
    let (name, kind) = (&callee.name, callee.kind.name());
    if !caller.kind.is_yield() {
        return Some(format!(
            "only a yield procedure calls asynchronously, and `{}` is {}",
            caller.name,
            caller.kind.name()
        ));
    }
    if !callee.kind.is_yield() {
        return Some(format!("only a yield procedure can be called asynchronously, and `{name}` is {kind}"));
    }
    (!callee.outs.is_empty()).then(|| format!("`{name}` has results, which an asynchronous call cannot take"))
}

/// The variables of the procedure and the globals that occur.
fn variables(exprs: &[Expr]) -> FxHashSet<Var> {
    let mut found = FxHashSet::default();
    for expr in exprs {
        walk(expr, &mut |expr| {
            if let ExprKind::Var(var @ (Var::Global(_) | Var::Local(_))) = expr.kind() {
                found.insert(*var);
            }
            true
        });
    }
    found
}
