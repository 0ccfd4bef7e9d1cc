//! The rules of linearity that each command keeps by itself, whatever its variables hold.
//!
//! - An assignment does not go into a `One` or a `Map`, and takes permissions from each variable once.
//! - A constructor is applied to, and an unpacked value is, a variable where permissions are in play.
//! - Arguments at linear parameters are variables, each used once in the call, and local unless the callee is pure.
//! - The path of a primitive leads through what holds permissions, and its root may be changed.
//!
//! Which of these variables hold permissions is the matter of [`super::availability`].

use super::codes;
use super::paths::{Path, Step};
use super::primitives;
use super::scope::{Callee, Passed, Scope, linear_actual, variable_of};
use crate::civl::{Arm, Call, Cmd, CmdKind, InvariantCall, LayerRange, Linearity, Primitive};
use ivl::typed::{Expr, ExprKind, LocalId, ProcedureId, Var};
use ivl::visit::walk;
use source::{Diagnostic, Span};
use std::collections::BTreeMap;

/// Checks the commands of one routine.
pub struct Rules<'a> {
    pub scope: &'a Scope<'a>,
    pub errors: Vec<Diagnostic>,
}

impl Rules<'_> {
    pub fn cmd(&mut self, cmd: &Cmd) {
        match &cmd.kind {
            CmdKind::Assert { .. } | CmdKind::Assume { .. } | CmdKind::Havoc(_) | CmdKind::Measure(_) => {}
            CmdKind::Assign(assignments) => self.assign(assignments, cmd.span),
            CmdKind::Unpack { constructor: _, targets: _, source } => self.unpack(source),
            CmdKind::Atomic { callee, ins, outs, layers } => self.atomic(*callee, ins, outs, *layers, cmd.span),
            CmdKind::Invariant(call) => self.invariant_call(call),
            CmdKind::Call(call) => self.call(call),
            CmdKind::Async { call, sync: _ } => self.async_call(call),
            CmdKind::Parallel(arms) => self.parallel(arms),
        }
    }

    fn assign(&mut self, assignments: &[(Var, Expr)], span: Span) {
        let mut sources = BTreeMap::new();
        for (target, value) in assignments {
            let (path, assigned) = Path::of_assignment(*target, value);
            // An update that is written out, `m := m->(dom := …)`, is a value like others, and carries no permissions.
            let is_written_out = value.span() != span;
            if path.steps.iter().any(|step| self.scope.is_inside(step)) {
                if !is_written_out {
                    self.inside(&path, value);
                }
            } else if self.scope.is_linear(assigned.ty()) {
                self.sources(&assigned, &mut sources);
            }
        }
    }

    fn inside(&mut self, path: &Path, value: &Expr) {
        let inside = path.steps.iter().find(|step| self.scope.is_inside(step));
        let span = inside.map_or(value.span(), |step| step.start().span());
        let message = "the inside of a `One` or a `Map` cannot be assigned";
        let diagnostic = Diagnostic::error(&codes::LINEAR_TARGET, span, message);
        self.errors.push(diagnostic.help("`Path_Store(m->val[k], v)` changes the value at a key of a map"));
    }

    /// Each variable gives its permissions once.
    fn sources(&mut self, value: &Expr, seen: &mut BTreeMap<Var, Span>) {
        if let Some(var) = variable_of(value) {
            return self.source(var, value.span(), seen);
        }
        for part in self.scope.packed(value).unwrap_or_default() {
            match variable_of(part) {
                Some(var) => self.source(var, part.span(), seen),
                None => {
                    let message = "a field that holds permissions is filled from a variable, not from an expression";
                    let diagnostic = Diagnostic::error(&codes::LINEAR_SOURCE, part.span(), message);
                    self.errors.push(diagnostic.help("assign it to a variable first"));
                }
            }
        }
    }

    fn source(&mut self, var: Var, span: Span, seen: &mut BTreeMap<Var, Span>) {
        if let Some(before) = seen.insert(var, span) {
            let message = format!("`{}` gives its permissions twice in one assignment", self.scope.name(var));
            let diagnostic = Diagnostic::error(&codes::LINEAR_SOURCE, span, message);
            self.errors.push(diagnostic.label(before, "given here already"));
        }
    }

    fn unpack(&mut self, source: &Expr) {
        if self.scope.is_linear(source.ty()) && variable_of(source).is_none() {
            let message = "a value that holds permissions is unpacked from a variable, not from an expression";
            self.errors.push(Diagnostic::error(&codes::LINEAR_SOURCE, source.span(), message));
        }
    }

    fn atomic(&mut self, id: ProcedureId, ins: &[Expr], outs: &[Var], layers: LayerRange, span: Span) {
        let callee = self.scope.callee(id);
        let errors = self.errors.len();
        if let Some(primitive) = callee.primitive {
            self.primitive(primitive, ins, outs, span);
        }
        if self.errors.len() > errors {
            return;
        }
        let passed = self.arguments(&callee, ins);
        for passed in &passed {
            if matches!(passed.var, Var::Global(_))
                && passed.linearity == Linearity::LinearIn
                && !outs.contains(&passed.var)
            {
                let name = self.scope.name(passed.var);
                let message = format!("the permissions of global `{name}` go into the call and do not come back");
                let diagnostic = Diagnostic::error(&codes::LINEAR_GLOBAL, passed.span, message);
                self.errors.push(diagnostic.help(format!("receive it as a result: `call {name} := …`")));
            }
        }
        if self.scope.civl.yield_procedure(self.scope.routine).is_some() {
            self.received(&passed, |_| layers);
        }
    }

    fn call(&mut self, call: &Call) {
        let callee = self.scope.callee(call.callee);
        let passed = self.arguments(&callee, &call.ins);
        let Some(procedure) = self.scope.civl.yield_procedure(call.callee) else { return };
        // Above the callee's layer what it refines stands for it, which knows nothing of the other parameters.
        self.received(&passed, |position| match procedure.params.get(position) {
            Some(param) if procedure.visible.contains(&LocalId(position as u32)) => {
                LayerRange { lower: param.layers.lower, upper: LayerRange::ALL.upper }
            }
            Some(param) => LayerRange { lower: param.layers.lower, upper: param.layers.upper.min(procedure.layer) },
            None => LayerRange::ALL,
        });
    }

    /// A variable that receives permissions by a call exists only at layers at which the call gives them.
    fn received(&mut self, passed: &[Passed], given: impl Fn(usize) -> LayerRange) {
        for passed in passed.iter().filter(|passed| passed.linearity == Linearity::LinearOut) {
            let Var::Local(id) = passed.var else { continue };
            let (layers, given) = (self.scope.layers(id), given(passed.position));
            if !layers.is_within(given) {
                let name = self.scope.name(passed.var);
                let message = format!(
                    "`{name}` exists at layers {}, and receives permissions only at layers {}",
                    show(layers),
                    show(given)
                );
                let diagnostic = Diagnostic::error(&codes::LINEAR_LAYERS, passed.span, message);
                self.errors.push(self.declared(diagnostic, passed.var));
            }
        }
    }

    fn async_call(&mut self, call: &Call) {
        let callee = self.scope.callee(call.callee);
        for passed in self.arguments(&callee, &call.ins) {
            if passed.linearity == Linearity::LinearOut {
                let name = self.scope.name(passed.var);
                let message = format!("`{name}` receives permissions at the end of a call that is not waited for");
                let diagnostic = Diagnostic::error(&codes::LINEAR_ASYNC, passed.span, message);
                let formal = callee.ins[passed.position].variable.span;
                self.errors.push(diagnostic.label(formal, "the parameter is `{:linear_out}`"));
            }
        }
    }

    pub fn invariant_call(&mut self, call: &InvariantCall) {
        let callee = self.scope.callee(call.invariant);
        self.arguments(&callee, &call.ins);
    }

    /// Each arm has its own variables. `{:linear}` counts at any type here: what is marked so is meant so.
    fn parallel(&mut self, arms: &[Arm]) {
        let mut given: BTreeMap<Var, Span> = BTreeMap::new();
        for arm in arms {
            let Arm::Call(call) = arm else { continue };
            self.call(call);
            let callee = self.scope.callee(call.callee);
            for passed in self.scope.marked(&callee, &call.ins) {
                if let Some(before) = given.get(&passed.var).filter(|before| !covers(call.span, **before)) {
                    let name = self.scope.name(passed.var);
                    let message = format!("`{name}` gives its permissions to two arms of a parallel call");
                    let diagnostic = Diagnostic::error(&codes::LINEAR_ARGUMENT, passed.span, message);
                    self.errors.push(diagnostic.label(*before, "given here already"));
                } else {
                    given.insert(passed.var, passed.span);
                }
            }
        }
        for arm in arms {
            let Arm::Invariant(call) = arm else { continue };
            self.invariant_call(call);
            let callee = self.scope.callee(call.invariant);
            for passed in self.scope.marked(&callee, &call.ins) {
                let name = self.scope.name(passed.var);
                if let Some(before) = given.get(&passed.var) {
                    let message = format!(
                        "`{name}` gives its permissions to a procedure and to a yield invariant of the same parallel call"
                    );
                    let diagnostic = Diagnostic::error(&codes::LINEAR_ARGUMENT, passed.span, message);
                    self.errors.push(diagnostic.label(*before, "given to the procedure here"));
                }
            }
        }
    }

    /// Arguments at linear parameters are variables, local unless the callee is pure, and distinct.
    fn arguments(&mut self, callee: &Callee, ins: &[Expr]) -> Vec<Passed> {
        let mut seen: BTreeMap<Var, Span> = BTreeMap::new();
        for (formal, actual) in callee.ins.iter().zip(ins) {
            if !self.scope.is_linear_formal(formal) {
                continue;
            }
            let span = actual.span();
            let Some(var) = linear_actual(callee, formal, actual) else {
                let message = format!("the argument for linear parameter `{}` is not a variable", formal.variable.name);
                let diagnostic = Diagnostic::error(&codes::LINEAR_ARGUMENT, span, message);
                self.errors.push(diagnostic.label(formal.variable.span, "the parameter is declared here"));
                continue;
            };
            let name = self.scope.name(var);
            if matches!(var, Var::Global(_)) && !callee.is_pure {
                let message = format!("the argument for a linear parameter is global `{name}`, not a local variable");
                self.errors.push(Diagnostic::error(&codes::LINEAR_ARGUMENT, span, message));
            } else if let Some(before) = seen.insert(var, span) {
                let message = format!("`{name}` gives its permissions to two parameters of one call");
                let diagnostic = Diagnostic::error(&codes::LINEAR_ARGUMENT, span, message);
                self.errors.push(diagnostic.label(before, "given here already"));
            }
        }
        self.scope.passed(callee, ins)
    }

    fn primitive(&mut self, primitive: Primitive, ins: &[Expr], outs: &[Var], span: Span) {
        match primitive {
            Primitive::LocNew | Primitive::TagNew | Primitive::MapMakeEmpty => {}
            Primitive::TagsNew => self.reads_no_result(ins, outs),
            Primitive::Move => self.are_variables(ins),
            Primitive::PathLoad | Primitive::PathStore => {
                self.path(primitive, &ins[0]);
                if self.scope.is_linear(ins[0].ty()) {
                    let message = "the place holds permissions: it is not copied or overwritten as a whole";
                    let diagnostic = Diagnostic::error(&codes::LINEAR_PATH, ins[0].span(), message);
                    self.errors.push(diagnostic.help("`Map_Get` and `Map_Put` move what is in a map"));
                }
            }
            Primitive::MapGet
            | Primitive::MapPut
            | Primitive::MapSplit
            | Primitive::MapJoin
            | Primitive::OneGet
            | Primitive::OnePut => {
                self.path(primitive, &ins[0]);
                if self.scope.permissions.map(ins[0].ty()).is_none() {
                    let message = "this is not a `Map` of the base library";
                    self.errors.push(Diagnostic::error(&codes::LINEAR_PATH, ins[0].span(), message));
                }
            }
        }
        if let Some(root) = primitives::changed(primitive, ins) {
            self.changes(root, outs, ins[0].span(), span);
        }
    }

    /// `Tags_New` makes its first result before it reads its argument.
    fn reads_no_result(&mut self, ins: &[Expr], outs: &[Var]) {
        for actual in ins {
            let mut found = None;
            walk(actual, &mut |expr| {
                if let ExprKind::Var(var) = expr.kind()
                    && outs.contains(var)
                {
                    found = Some(*var);
                }
                true
            });
            if let Some(var) = found {
                let message = format!("the argument reads `{}`, a result of the same call", self.scope.name(var));
                self.errors.push(Diagnostic::error(&codes::LINEAR_CHANGE, actual.span(), message));
            }
        }
    }

    fn are_variables(&mut self, ins: &[Expr]) {
        for actual in ins.iter().filter(|actual| variable_of(actual).is_none()) {
            let message = "`Move` moves from a variable to a variable: this is neither";
            self.errors.push(Diagnostic::error(&codes::LINEAR_ARGUMENT, actual.span(), message));
        }
    }

    fn path(&mut self, primitive: Primitive, expr: &Expr) {
        let root = Path::read(expr).filter(|path| matches!(path.root, Var::Local(_) | Var::Global(_)));
        let Some(path) = root else {
            let message = "this is not a path: a variable, with fields and indices behind it";
            self.errors.push(Diagnostic::error(&codes::LINEAR_PATH, expr.span(), message));
            return;
        };
        let is_stored = primitive != Primitive::PathLoad;
        let holds = self.scope.is_linear(expr.ty());
        for (at, step) in path.steps.iter().enumerate() {
            let problem = match step {
                Step::Index { .. } => {
                    let is_val = at > 0 && self.is_val(&path.steps[at - 1]);
                    (holds && !is_val).then_some("the path goes to permissions through a plain map, which holds none")
                }
                Step::Field { record, .. } if self.scope.permissions.is_one(record.ty()) => {
                    Some("the path goes into a `One`")
                }
                Step::Field { record, .. } if self.scope.permissions.map(record.ty()).is_none() => None,
                Step::Field { .. } if !self.is_val(step) => Some("the path goes into the domain of a `Map`"),
                Step::Field { .. } => {
                    let is_indexed = matches!(path.steps.get(at + 1), Some(Step::Index { .. }));
                    (is_stored && !is_indexed).then_some("the values of a `Map` are changed one by one, at a key each")
                }
            };
            if let Some(problem) = problem {
                self.errors.push(Diagnostic::error(&codes::LINEAR_PATH, expr.span(), problem));
                return;
            }
        }
    }

    /// Whether the step is the `->val` of a `Map`.
    fn is_val(&self, step: &Step) -> bool {
        match step {
            Step::Field { record, field } => {
                self.scope.permissions.map(record.ty()).is_some_and(|map| map.val == *field)
            }
            Step::Index { .. } => false,
        }
    }

    /// A primitive assigns to the root of its path.
    fn changes(&mut self, root: Var, outs: &[Var], at: Span, call: Span) {
        let scope = self.scope;
        let name = scope.name(root);
        let message = if scope.is_in_param(root) {
            format!("the call changes `{name}`, an in-parameter")
        } else if outs.contains(&root) {
            format!("the call changes `{name}`, which is its result too")
        } else if let Var::Global(id) = root
            && scope.civl.yield_procedure(scope.routine).is_none()
            && !scope.civl.program.procedures[scope.routine.index()].modifies.contains(&id)
        {
            format!("the call changes global `{name}`, which `{}` does not modify", scope.civl.name(scope.routine))
        } else {
            return;
        };
        let diagnostic = Diagnostic::error(&codes::LINEAR_CHANGE, at, message).label(call, "in this call");
        self.errors.push(self.declared(diagnostic, root));
    }

    fn declared(&self, diagnostic: Diagnostic, var: Var) -> Diagnostic {
        match self.scope.variable(var) {
            Some(variable) => diagnostic.label(variable.span, "declared here"),
            None => diagnostic,
        }
    }
}

fn covers(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

fn show(LayerRange { lower, upper }: LayerRange) -> String {
    match upper == LayerRange::ALL.upper {
        true => format!("from {lower}"),
        false if lower == upper => format!("{lower}"),
        false => format!("{lower} to {upper}"),
    }
}
