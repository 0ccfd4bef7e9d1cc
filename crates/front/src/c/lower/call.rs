//! Calls: known functions by their meaning, others by their body.
//!
//! A parameter whose argument is the address of a variable stands for that variable. One that the function never changes,
//! and whose argument is a constant or a local variable, stands for the argument. Any other is a variable of its own.

use super::body::{Binding, Body, Frame, Operand, Returns};
use super::builtins::{Arity, Builtin, builtin};
use super::order::pointer_of;
use super::place::{Lvalue, Root};
use crate::c::ast::{Expr, ExprKind, Function, TypeName};
use crate::c::codes::{TYPE, UNSUPPORTED};
use crate::c::syntax_expr::TEXT;
use crate::c::types::{CType, INT};
use crate::c::walk;
use concurrent::program::{CmdKind, Expr as Term, ExprKind as Kind, LocalId, Name, Place, PlaceKind};
use source::Span;
use std::collections::HashMap;

/// Helpers are inlined at most so deep.
const MOST_CALLS: usize = 100;

impl Body<'_, '_> {
    /// Whether calls of the function are replaced by its body.
    pub fn is_inlined(&self, function: &str) -> bool {
        self.cx.function(function).is_some() && !self.is_opaque(function)
    }

    /// Whether it does not matter what the function does: it is an operation of the structure, or prints.
    fn is_opaque(&self, function: &str) -> bool {
        const PRINTERS: [&str; 5] = ["printf", "fprintf", "puts", "putchar", "fflush"];
        let prints = PRINTERS.contains(&function) && self.cx.function(function).is_none();
        self.cx.opaque.contains(function) || prints && !self.cx.opaque.is_empty()
    }

    /// The meaning of a function of a known header, unless the program has its own function or macro of this name.
    pub fn known_function(&self, function: &str) -> Option<(Builtin, Arity)> {
        let is_own = self.is_inlined(function) || self.constant(&function.into()).is_some();
        if is_own { None } else { builtin(function) }
    }

    /// Evaluates the arguments. What variables hold whose addresses are passed is not known afterwards, nor is the result.
    fn call_opaque(&mut self, function: &Name, args: &[Expr], span: Span) -> Option<Operand> {
        for arg in args {
            if self.is_address(arg) {
                let place = self.pointee(arg)?;
                let parts = self.parts(&place)?;
                self.emit(parts.into_iter().map(CmdKind::Havoc).collect(), span);
            } else if !is_text_or_stream(arg) {
                let value = self.value(arg)?;
                self.store_in_temporary(value)?;
            }
        }
        let result = match self.cx.function(function).map(|function| &function.result) {
            Some(result) => self.cx.types.resolve(result)?,
            None => INT,
        };
        let result = if result == CType::Void { INT } else { result };
        let unknown = self.temporary(&result, span)?;
        Some(self.read(&unknown))
    }

    pub fn call(&mut self, function: &Name, args: &[Expr], into: Option<&Lvalue>, span: Span) -> Option<Operand> {
        if self.is_opaque(function) {
            return self.call_opaque(function, args, span);
        }
        if let Some(called) = self.cx.function(function) {
            let ty = self.cx.types.resolve(&called.result)?;
            if ty == CType::Void {
                return self.fail(&TYPE, span, format!("`{function}` returns no value"));
            }
            let target = self.variable_for(&ty, into, span)?;
            self.call_into(called, args, Some(&target), span)?;
            return Some(self.read(&target));
        }
        let Some(known) = self.known_function(function) else { return self.unknown_function(function, span) };
        match self.call_builtin(known, args, into, span)? {
            Some(value) => Some(value),
            None if matches!(known.0, Builtin::Lock | Builtin::Unlock | Builtin::LockInit) => {
                Some(Operand::int(0, 32, true, span))
            }
            None => self.fail(&TYPE, span, format!("`{function}` returns no value")),
        }
    }

    pub fn call_for_effect(&mut self, function: &Name, args: &[Expr], span: Span) -> Option<()> {
        if self.is_opaque(function) {
            return self.call_opaque(function, args, span).map(|_| ());
        }
        if let Some(called) = self.cx.function(function) {
            return self.call_into(called, args, None, span);
        }
        // A compare-and-swap whose result nobody looks at: both ways lead on.
        if let Some(swap) = self.compare_and_swap(function, args, span) {
            let end = self.node(span);
            self.swap_or_not(swap?, end, end)?;
            self.at = end;
            return Some(());
        }
        let Some(known) = self.known_function(function) else { return self.unknown_function(function, span) };
        let value = self.call_builtin(known, args, None, span)?;
        if let Some(value) = value.filter(|value| value.is_shared) {
            self.store_in_temporary(value)?;
        }
        Some(())
    }

    fn unknown_function<T>(&mut self, function: &str, span: Span) -> Option<T> {
        if self.constant(&function.into()).is_some() {
            return self.unsupported(span, "a macro with parameters");
        }
        self.unsupported(span, &format!("a call of `{function}`, whose body is not in this file,"))
    }

    fn call_into(&mut self, function: &Function, args: &[Expr], into: Option<&Lvalue>, span: Span) -> Option<()> {
        let end = self.node(span);
        let locals = match into {
            None => Vec::new(),
            Some(into) => self
                .parts(into)?
                .into_iter()
                .filter_map(|part| match part.kind {
                    PlaceKind::Local(local) => Some(local),
                    PlaceKind::Global(_) | PlaceKind::Field { .. } => None,
                })
                .collect(),
        };
        self.inline(&function.name.clone(), args, Returns::Value(locals, end), span)?;
        self.at = end;
        Some(())
    }

    /// Puts the body of the function here. Control leaves it as `returns` says.
    pub fn inline(&mut self, name: &Name, args: &[Expr], returns: Returns, span: Span) -> Option<()> {
        let Some(function) = self.cx.function(name) else { return self.unknown_function(name, span) };
        if !self.cx.is_declared_before(name, span) {
            return self.unsupported(span, &format!("a call of `{name}` before it is declared"));
        }
        if self.frames.iter().any(|frame| frame.function == *name) {
            return self.unsupported(span, "recursion");
        }
        self.must_be_short(span)?;
        if self.frames.len() > MOST_CALLS {
            return self.unsupported(span, &format!("a chain of more than {MOST_CALLS} calls"));
        }
        if args.len() != function.params.len() {
            let message =
                format!("`{name}` has {} parameters, and {} arguments are given", function.params.len(), args.len());
            // A definition without a list of parameters may be called with any arguments.
            let code = if function.params.is_empty() { &UNSUPPORTED } else { &TYPE };
            return self.fail(code, span, message);
        }
        let result = self.cx.types.resolve(&function.result)?;
        let scope = self.bind(function, args, span)?;
        let has_result = result != CType::Void;
        self.frames.push(Frame::new(name.clone(), result, returns.clone(), scope));
        self.statements(&function.body);
        self.finish_frame();
        let is_reached = self.edges.iter().any(|edge| edge.to == self.at);
        if is_reached {
            self.leave_without_value(&returns, has_result, span);
        }
        Some(())
    }

    /// Control comes to the end of an inlined function. If it returns a value, that may be anything.
    fn leave_without_value(&mut self, returns: &Returns, has_result: bool, span: Span) {
        match returns {
            Returns::Value(locals, end) => {
                let undefined = |local: &LocalId| {
                    let ty = self.locals[local.index()].ty;
                    CmdKind::Havoc(Place { kind: PlaceKind::Local(*local), ty, is_atomic: false, span })
                };
                let cmds = if has_result { locals.iter().map(undefined).collect() } else { Vec::new() };
                self.edge(self.at, *end, cmds, span);
            }
            Returns::Branch(then, otherwise) => {
                self.edge(self.at, *then, Vec::new(), span);
                self.edge(self.at, *otherwise, Vec::new(), span);
            }
            Returns::Procedure(_) => self.edge(self.at, self.exit, Vec::new(), span),
        }
    }

    /// The arguments, evaluated in any order if that matters. Addresses stay as they are.
    fn arguments(&mut self, args: &[Expr], span: Span) -> Option<Vec<Expr>> {
        let is_value: Vec<bool> = args.iter().map(|arg| !self.is_address(arg)).collect();
        let values: Vec<&Expr> = args.iter().zip(&is_value).filter(|(_, is)| **is).map(|(arg, _)| arg).collect();
        let pointers = args.iter().filter_map(|arg| match &arg.kind {
            ExprKind::AddressOf(place) => pointer_of(place),
            _ => None,
        });
        let all: Vec<&Expr> = values.iter().copied().chain(pointers).collect();
        if !self.depends_on_order(&all) {
            return Some(args.to_vec());
        }
        if all.len() > values.len() && (values.len()..all.len()).any(|at| self.is_rival(&all, at)) {
            let what = "a call whose arguments depend on the order in which they are evaluated";
            return self.unsupported_with_help(span, what, "assign them to variables first");
        }
        let mut values = self.in_any_order(&values, span)?.into_iter();
        let pick = |(arg, is_value): (&Expr, &bool)| if *is_value { values.next() } else { Some(arg.clone()) };
        args.iter().zip(&is_value).map(pick).collect()
    }

    fn bind(&mut self, function: &Function, args: &[Expr], span: Span) -> Option<HashMap<Name, Binding>> {
        let args = &self.arguments(args, span)?[..];
        let changes_locals = args.iter().any(|arg| self.is_address_of_local(arg));
        let mut scope = HashMap::new();
        for (at, (param, arg)) in function.params.iter().zip(args).enumerate() {
            let (ty, _) = self.cx.types.resolve_qualified(&param.ty)?;
            let later_effects = args[at + 1..].iter().any(walk::has_effects);
            let binding = if matches!(ty, CType::Pointer(_)) && self.is_address(arg) {
                self.bind_address(arg, &param.ty, changes_locals || later_effects)?
            } else {
                let value = self.value(arg)?;
                let value = self.convert(value, &ty)?;
                let is_kept = !walk::changes(&function.body, &param.name);
                let stays = value.is_constant() || (value.is_simple() && !changes_locals && !later_effects);
                if is_kept && stays {
                    Binding::Value(value)
                } else {
                    let locals = self.locals_of(&format!("tmp_{}", param.name), &ty, param.span)?;
                    let place = Lvalue::local(locals[0], ty, arg.span);
                    self.assign_step(&place, value, Vec::new())?;
                    Binding::Place(place)
                }
            };
            scope.insert(param.name.clone(), binding);
        }
        Some(scope)
    }

    /// The variable whose address is passed. What leads to it must not change while the function runs.
    fn bind_address(&mut self, arg: &Expr, ty: &TypeName, may_change: bool) -> Option<Binding> {
        let place = self.pointee(arg)?;
        let mut place = self.seen_as(place, ty, arg.span)?;
        let is_stable = |base: &Term| match &base.kind {
            Kind::Read(read) => matches!(read.kind, PlaceKind::Local(_)) && !may_change,
            _ => false,
        };
        if matches!(&place.root, Root::Field { base, .. } if !is_stable(base)) {
            place = self.with_stable_base(place)?;
        }
        Some(Binding::Pointer(place))
    }
}

/// What is passed on to be printed or to print to.
fn is_text_or_stream(arg: &Expr) -> bool {
    match &arg.kind {
        ExprKind::Unsupported(what) => what == TEXT,
        ExprKind::Name(name) => matches!(&**name, "stdout" | "stderr"),
        _ => false,
    }
}
