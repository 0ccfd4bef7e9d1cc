//! Assignments: what may be assigned, and how `m[i] := e`, `d->f := e` and `Pair(x, y) := e` become assignments of
//! variables.

use super::types::count;
use super::{Checker, FunctionEntry, Mode, Namespace, broken, codes, variable};
use crate::ast;
use crate::typed::{Attribute, Cmd, CmdKind, Expr, ExprKind, FieldId, GlobalId, Type, Var};
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};

/// The attribute on the assertion that an unpacked value has the constructor.
pub const UNPACK: &str = "counterpoint_unpack";

/// One step from a variable into its value, with the value before the step.
enum Step {
    Index { map: Expr, indices: Vec<Expr>, type_args: Vec<Type> },
    Field { record: Expr, field: FieldId },
}

/// A checked target: the variable, the way into it, and the type of what is assigned.
struct Place {
    var: Option<Var>,
    steps: Vec<Step>,
    ty: Type,
}

impl<'a> Checker<'a> {
    /// The law: `x[i]->f := e` is `x := x[i := x[i]->(f := e)]`.
    pub(super) fn assign(
        &mut self,
        targets: &'a [ast::Target],
        values: &'a [ast::Expr],
        span: Span,
    ) -> Option<Vec<(Var, Expr)>> {
        self.begin();
        let errors = self.errors;
        if targets.len() != values.len() {
            let message = format!("{} for {}", count(values.len(), "value"), count(targets.len(), "target"));
            self.error(&codes::ARGUMENTS, span, message);
        }
        let is_shared = self.in_yield_body();
        let (places, checked) = self.in_shared_state(is_shared, |checker| {
            let places: Vec<Place> = targets.iter().map(|target| checker.place(target)).collect();
            let checked: Vec<Expr> = values.iter().map(|value| checker.expr(value)).collect();
            (places, checked)
        });
        self.check_distinct(targets.iter().map(|target| &target.name).zip(places.iter().map(|place| place.var)));
        for (target, value) in targets.iter().zip(values) {
            self.check_assumption(target, value, span);
        }
        for ((target, place), value) in targets.iter().zip(&places).zip(&checked) {
            if !self.infer.unify(&place.ty, value.ty()) {
                let (to, from) = (self.show(&place.ty), self.show(value.ty()));
                let message = format!("a value of type `{from}` cannot be assigned to a place of type `{to}`");
                let diagnostic = Diagnostic::error(&codes::MISMATCH, value.span(), message);
                self.report(diagnostic.label(target.span, format!("this is of type `{to}`")));
            }
        }
        if self.errors != errors {
            return None;
        }
        let assignments = places.into_iter().zip(checked).filter_map(|(place, value)| {
            let value = build_update(place.steps, value, span);
            Some((place.var?, self.settle(value)))
        });
        Some(assignments.collect())
    }

    fn place(&mut self, target: &'a ast::Target) -> Place {
        let read = self.target_variable(&target.name);
        let var = read.as_ref().and_then(|read| match read.kind() {
            ExprKind::Var(var) => Some(*var),
            _ => None,
        });
        let mut current = read.unwrap_or_else(|| broken(target.name.span));
        let mut steps = Vec::new();
        for access in &target.path {
            current = match access {
                ast::Access::Index { indices, span } => {
                    let indices: Vec<Expr> = indices.iter().map(|index| self.expr(index)).collect();
                    let Some((ty, type_args)) = self.index_map(current.ty(), &indices, *span) else {
                        return Place { var, steps: Vec::new(), ty: super::UNKNOWN };
                    };
                    let (map, args) = (current.clone(), type_args.clone());
                    steps.push(Step::Index { map, indices: indices.clone(), type_args: args });
                    Expr::new(ExprKind::Select { map: current, indices, type_args }, ty, *span)
                }
                ast::Access::Field { field, span } => {
                    let Some((id, ty)) = self.field(current.ty(), field) else {
                        return Place { var, steps: Vec::new(), ty: super::UNKNOWN };
                    };
                    steps.push(Step::Field { record: current.clone(), field: id });
                    Expr::new(ExprKind::Field { expr: current, field: id }, ty, *span)
                }
            };
        }
        Place { var, steps, ty: current.ty().clone() }
    }

    fn check_distinct<'n>(&mut self, targets: impl Iterator<Item = (&'n ast::Ident, Option<Var>)>) {
        let mut seen: FxHashMap<Var, Span> = FxHashMap::default();
        for (name, var) in targets {
            if let Some(previous) = var.and_then(|var| seen.insert(var, name.span)) {
                let message = format!("`{}` is assigned twice by one statement", name.name);
                let diagnostic = Diagnostic::error(&codes::ASSIGNED_TWICE, name.span, message);
                self.report(diagnostic.label(previous, "also here"));
            }
        }
    }

    /// An assumption variable is only ever assigned `a && …`, and once.
    fn check_assumption(&mut self, target: &'a ast::Target, value: &'a ast::Expr, span: Span) {
        let Some(binding) = self.scope.lookup(&target.name.name) else { return };
        if !binding.assumption || !target.path.is_empty() {
            return;
        }
        let var = binding.var;
        let name = &target.name.name;
        let conjunction = match &*value.kind {
            ast::ExprKind::Binary(ast::BinaryOp::And, left, _) => first_conjunct(left) == Some(name),
            _ => false,
        };
        if !conjunction {
            let message = format!("assumption variable `{name}` can only be assigned `{name} && …`");
            self.error(&codes::ATTRIBUTE, span, message);
        } else if !self.assigned_assumptions.insert(var) {
            self.error(&codes::ATTRIBUTE, span, format!("assumption variable `{name}` is assigned more than once"));
        }
    }

    /// A variable on the left; `None` if it may not be assigned, which is reported.
    pub(super) fn assignable(&mut self, name: &'a ast::Ident) -> Option<Var> {
        self.target_variable(name).and_then(|read| match read.kind() {
            ExprKind::Var(var) => Some(*var),
            _ => None,
        })
    }

    /// The variable as an expression. What may not be assigned is reported, and is still an expression.
    pub(super) fn target_variable(&mut self, name: &'a ast::Ident) -> Option<Expr> {
        let Some(binding) = self.scope.lookup(&name.name) else {
            self.undeclared(Namespace::Variables, &name.name, name.span);
            return None;
        };
        let binding = binding.clone();
        let expr = variable(binding.var, &binding.ty, name.span);
        match binding.var {
            Var::Const(_) => self.immutable(name, "a constant", binding.span),
            Var::Local(_) if !binding.mutable => self.immutable(name, "an in-parameter", binding.span),
            Var::Bound(_) if !binding.mutable => self.immutable(name, "a bound variable", binding.span),
            Var::Bound(id) if id.0 < self.code_start => self.outside_code(name),
            Var::Bound(_) => {}
            Var::Local(_) | Var::Global(_) if self.code_depth > 0 => self.outside_code(name),
            Var::Local(_) => {}
            Var::Global(id) => self.check_frame(name, id),
        }
        Some(expr)
    }

    fn immutable(&mut self, name: &ast::Ident, what: &str, declared: Span) {
        let message = format!("`{}` is {what} and cannot be assigned", name.name);
        let diagnostic = Diagnostic::error(&codes::ASSIGNMENT, name.span, message).label(declared, "declared here");
        self.report(if what == "an in-parameter" {
            diagnostic.help("copy it to a local variable")
        } else {
            diagnostic
        });
    }

    fn outside_code(&mut self, name: &ast::Ident) {
        let message =
            format!("a code expression that assigns `{}`, a variable not its own, is not supported", name.name);
        self.error(&codes::UNSUPPORTED, name.span, message);
    }

    fn check_frame(&mut self, name: &ast::Ident, id: GlobalId) {
        if self.mode == Mode::Stateless {
            let message = format!("global variable `{}` cannot be used here: there is no state", name.name);
            self.error(&codes::STATE, name.span, message);
            return;
        }
        let Some(frame) = &self.frame else { return };
        if frame.signature.kind.is_yield() {
            if self.in_pure_call {
                return;
            }
            let message = format!("a yield procedure cannot assign global variable `{}` itself", name.name);
            let diagnostic = Diagnostic::error(&codes::ASSIGNMENT, name.span, message);
            self.report(diagnostic.help("change it by an action, or by a call of a pure procedure"));
        } else if !self.is_civl && !frame.modifies.contains(&id) {
            let procedure = frame.signature.name.clone();
            let span = frame.signature.span;
            let message = format!("`{}` is assigned, but procedure `{procedure}` does not modify it", name.name);
            let diagnostic = Diagnostic::error(&codes::ASSIGNMENT, name.span, message);
            let diagnostic = diagnostic.label(span, "the procedure is declared here");
            self.report(diagnostic.help(format!("add `modifies {};` to its specification", name.name)));
        }
    }

    /// The law: `C(x, y) := e` is `assert e is C; x, y := e->f, e->g`, with `f` and `g` the fields of `C`.
    pub(super) fn unpack(
        &mut self,
        constructor: &'a ast::Ident,
        targets: &'a [ast::Ident],
        value: &'a ast::Expr,
        attributes: Vec<Attribute>,
        span: Span,
        cmds: &mut Vec<Cmd>,
    ) {
        self.begin();
        let errors = self.errors;
        let entry = self.functions.get(&constructor.name).copied();
        let reads: Vec<Option<Expr>> = targets.iter().map(|target| self.target_variable(target)).collect();
        let is_shared = self.in_yield_body();
        let value = self.in_shared_state(is_shared, |checker| checker.expr(value));
        let Some(entry) = entry else {
            self.undeclared(Namespace::Functions, &constructor.name, constructor.span);
            return;
        };
        let FunctionEntry::Constructor(datatype, id) = entry else {
            let message =
                format!("`{}` is a function, not a constructor: its result cannot be taken apart", constructor.name);
            self.error(&codes::ACCESS, constructor.span, message);
            return;
        };
        let args: Vec<Expr> =
            reads.iter().zip(targets).map(|(read, name)| read.clone().unwrap_or(broken(name.span))).collect();
        let signature = self.function_signature(entry);
        if let Some((ty, _)) = self.match_arguments(constructor, &signature, &args, span) {
            self.expect(&value, &ty, "the unpacked value");
        }
        let vars = args.iter().map(|arg| match arg.kind() {
            ExprKind::Var(var) => Some(*var),
            _ => None,
        });
        let vars: Vec<Option<Var>> = vars.collect();
        self.check_distinct(targets.iter().zip(vars.iter().copied()));
        if self.errors != errors {
            return;
        }
        let value = self.settle(value);
        let test = Expr::new(ExprKind::Is { expr: value.clone(), constructor: id }, Type::Bool, span);
        let marker = Attribute { name: UNPACK.into(), params: Vec::new(), span };
        cmds.push(Cmd { kind: CmdKind::Assert(test), attributes: vec![marker], span });
        let fields = self.out.datatypes[datatype.index()].constructors[id.index()].fields.clone();
        let mut assignments = Vec::new();
        for ((var, arg), field) in vars.into_iter().zip(&args).zip(fields) {
            let read = Expr::new(ExprKind::Field { expr: value.clone(), field }, arg.ty().clone(), span);
            assignments.extend(var.map(|var| (var, read)));
        }
        cmds.push(Cmd { kind: CmdKind::Assign(assignments), attributes, span });
    }
}

fn first_conjunct(expr: &ast::Expr) -> Option<&crate::typed::Name> {
    match &*expr.kind {
        ast::ExprKind::Name(name) => Some(&name.name),
        _ => None,
    }
}

/// The value of the whole variable after the assignment, from the inside out.
fn build_update(steps: Vec<Step>, value: Expr, span: Span) -> Expr {
    steps.into_iter().rev().fold(value, |value, step| match step {
        Step::Index { map, indices, type_args } => {
            let ty = map.ty().clone();
            Expr::new(ExprKind::Store { map, indices, value, type_args }, ty, span)
        }
        Step::Field { record, field } => {
            let ty = record.ty().clone();
            Expr::new(ExprKind::FieldUpdate { expr: record, field, value }, ty, span)
        }
    })
}
