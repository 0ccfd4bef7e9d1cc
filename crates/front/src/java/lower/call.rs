//! Calls: the method that is meant, its arguments, and the instruction.

use super::access::Prefix;
use super::{Lowerer, Value};
use crate::java::ast::{Expr, ExprKind};
use crate::java::lookup::{Arg, Candidate, Chosen, Refusal};
use crate::java::types::{Bindings, Ty};
use crate::java::world::{Lowered, gap};
use concurrent::object::library::LibraryMethod;
use concurrent::object::{
    Body, Call, CallKind, ClassId, ClassOrigin, Instruction, MethodId, MethodKind, Name, Visibility,
};
use source::Span;

/// An argument that is evaluated, or that waits for the type that it gets.
pub(super) enum Pending<'a> {
    Value(Value, Span),
    Later(&'a Expr),
}

/// Who a method is called on.
pub(super) enum Receiver {
    /// Nobody: the method is static.
    None,
    Value(Value),
    /// Exactly the method of this class, on this value: `super.m()`.
    Special(Value),
}

impl<'a> Lowerer<'_, 'a> {
    pub(super) fn call(
        &mut self,
        object: Option<&'a Expr>,
        name: &Name,
        name_span: Span,
        args: &'a [Expr],
        expected: Option<&Ty>,
        span: Span,
    ) -> Lowered<Value> {
        let Some(object) = object else {
            return self.simple_call(name, name_span, args, expected, span);
        };
        match self.prefix(object)? {
            Prefix::Class(class) => {
                let candidates = self.world.methods_named(&Ty::class(class), name);
                let args = self.args(args)?;
                let class = Some(class);
                self.call_one_of(candidates, class, (name, name_span), Receiver::None, args, expected, span)
            }
            Prefix::Value(value) => {
                let mut value = value;
                if args.iter().any(crate::java::walk::assigns) {
                    value = self.keep(value, object.span);
                }
                self.value_call(value, name, name_span, args, expected, span)
            }
        }
    }

    fn value_call(
        &mut self,
        value: Value,
        name: &Name,
        name_span: Span,
        args: &'a [Expr],
        expected: Option<&Ty>,
        span: Span,
    ) -> Lowered<Value> {
        let class = match self.world.upper(&value.ty) {
            Ty::Class(class, _) => Some(class),
            Ty::Array(_) if &**name == "clone" => return self.clone_array(value, span),
            Ty::Array(_) | Ty::Null => None,
            Ty::Unseen => Some(self.world.known.object),
            Ty::Void | Ty::Primitive(_) | Ty::Var(_) | Ty::Unknown => return self.unknown_type(span),
        };
        let candidates = self.world.methods_named(&value.ty, name);
        let args = self.args(args)?;
        self.call_one_of(candidates, class, (name, name_span), Receiver::Value(value), args, expected, span)
    }

    /// The call of the method that the arguments choose, or of one that is not seen.
    #[expect(clippy::too_many_arguments, reason = "the parts of one call")]
    fn call_one_of(
        &mut self,
        candidates: Vec<Candidate>,
        class: Option<ClassId>,
        (name, name_span): (&str, Span),
        receiver: Receiver,
        args: Vec<Pending<'a>>,
        expected: Option<&Ty>,
        span: Span,
    ) -> Lowered<Value> {
        match (self.choose(candidates, &args, name, class, name_span), self.is_unseen_method(class, name), receiver) {
            (Ok(chosen), _, receiver) => self.finish_call(chosen, receiver, args, expected, span),
            (Err(_), Some(class), Receiver::Value(value)) => {
                self.unseen_call(class, name, Some(value), args, expected, span)
            }
            (Err(_), Some(class), Receiver::None) => self.unseen_call(class, name, None, args, expected, span),
            (Err(gap), ..) => Err(gap),
        }
    }

    /// `array.clone()` keeps the type.
    fn clone_array(&mut self, value: Value, span: Span) -> Lowered<Value> {
        let ty = value.ty.clone();
        let object = Value { expr: value.expr, ty: self.world.object() };
        let copy = self.call_named(object, "clone", span)?;
        Ok(self.recast(copy, &ty))
    }

    /// A method of the innermost enclosing class that has one of this name, or a static import.
    fn simple_call(
        &mut self,
        name: &Name,
        name_span: Span,
        args: &'a [Expr],
        expected: Option<&Ty>,
        span: Span,
    ) -> Lowered<Value> {
        let mut class = Some(self.class);
        while let Some(id) = class {
            let is_lambda = self.world.class(id).origin == ClassOrigin::Lambda;
            if !is_lambda && self.world.has_method(id, name) {
                let own = self.world.info(id).type_params.iter().map(|var| Ty::Var(*var)).collect();
                let candidates = self.world.methods_named(&Ty::Class(id, own), name);
                let args = self.args(args)?;
                let chosen = self.choose(candidates, &args, name, Some(id), name_span)?;
                let receiver = match self.world.program.methods[chosen.candidate.method.index()].is_static {
                    true => Receiver::None,
                    false => Receiver::Value(self.enclosing(id, span)?),
                };
                return self.finish_call(chosen, receiver, args, expected, span);
            }
            if !is_lambda && self.world.has_unknown_super(id) {
                return gap(name_span, format!("the method `{name}` may be inherited from a class that is not known"));
            }
            class = self.world.class(id).outer;
        }
        let candidates = self.imported_methods(name);
        let args = self.args(args)?;
        let class = self.unseen_import(name);
        self.call_one_of(candidates, class, (name, name_span), Receiver::None, args, expected, span)
    }

    fn imported_methods(&self, name: &Name) -> Vec<Candidate> {
        let scope = &self.world.units[self.unit.0];
        let single = scope.static_single.iter().filter(|(_, member)| member == name).map(|(class, _)| class);
        // One that is imported by its name hides those that are imported on demand.
        match self.static_methods(single, name) {
            found if found.is_empty() => self.static_methods(scope.static_on_demand.iter(), name),
            found => found,
        }
    }

    fn static_methods<'n>(&self, classes: impl Iterator<Item = &'n Name>, name: &Name) -> Vec<Candidate> {
        let is_static = |one: &Candidate| self.world.program.methods[one.method.index()].is_static;
        let classes = classes.filter_map(|class| self.world.find_dotted(class));
        classes.flat_map(|class| self.world.methods_named(&Ty::class(class), name)).filter(is_static).collect()
    }

    pub(super) fn super_call(
        &mut self,
        qualifier: Option<&[Name]>,
        name: &Name,
        args: &'a [Expr],
        expected: Option<&Ty>,
        span: Span,
    ) -> Lowered<Value> {
        let this = self.this(span)?;
        let Ty::Class(class, _) = this.ty else {
            return self.unknown_type(span);
        };
        let parent = match qualifier {
            None => self.world.info(class).supers.first().cloned(),
            Some(path) => {
                let named = self.class_named(path);
                self.world
                    .info(class)
                    .supers
                    .iter()
                    .find(|ty| matches!(ty, Ty::Class(id, _) if Some(*id) == named))
                    .cloned()
            }
        };
        let parent = match parent {
            Some(Ty::Class(parent, args)) if !self.world.is_interface(parent) || qualifier.is_some() => {
                Ty::Class(parent, args)
            }
            _ if qualifier.is_none() => self.world.object(),
            _ => return gap(span, "`super` of an enclosing class"),
        };
        let candidates = self.world.methods_named(&parent, name);
        let args = self.args(args)?;
        let named = match &parent {
            Ty::Class(class, _) => Some(*class),
            _ => None,
        };
        let chosen = self.choose(candidates, &args, name, named, span)?;
        self.finish_call(chosen, Receiver::Special(this), args, expected, span)
    }

    /// A method without parameters, on a value that is not null or is checked here.
    pub(super) fn call_named(&mut self, value: Value, name: &str, span: Span) -> Lowered<Value> {
        let class = match self.world.upper(&value.ty) {
            Ty::Class(class, _) => Some(class),
            Ty::Unseen => Some(self.world.known.object),
            _ => None,
        };
        let candidates = self.world.methods_named(&value.ty, name);
        self.call_one_of(candidates, class, (name, span), Receiver::Value(value), Vec::new(), None, span)
    }

    /// The same on a value that was just seen not to be null.
    pub(super) fn call_on_present(&mut self, value: Value, name: &str, span: Span) -> Lowered<Value> {
        let known = self.not_null.len();
        if let concurrent::object::ExprKind::Local(local) = value.expr.kind {
            self.not_null.push(local);
        }
        let result = self.call_named(value, name, span);
        self.not_null.truncate(known);
        result
    }

    /// Evaluates the arguments in order; lambdas wait for their types.
    pub(super) fn args(&mut self, args: &'a [Expr]) -> Lowered<Vec<Pending<'a>>> {
        let mut pending = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            if matches!(arg.kind, ExprKind::Lambda(_) | ExprKind::MethodReference(_)) {
                pending.push(Pending::Later(arg));
                continue;
            }
            let mut value = self.expr(arg, None)?;
            if value.ty == Ty::Void {
                return self.unknown_type(arg.span);
            }
            if args[at + 1..].iter().any(crate::java::walk::assigns) {
                value = self.keep(value, arg.span);
            }
            pending.push(Pending::Value(value, arg.span));
        }
        Ok(pending)
    }

    /// Those that code of this class may name.
    pub(super) fn nameable(&self, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
        candidates.retain(|one| self.world.may_name(self.class, self.world.method_declared(one.method)));
        candidates
    }

    /// The method that the arguments choose, or why none is chosen.
    pub(super) fn choose(
        &mut self,
        candidates: Vec<Candidate>,
        args: &[Pending<'a>],
        name: &str,
        class: Option<ClassId>,
        span: Span,
    ) -> Lowered<Chosen> {
        let candidates = self.nameable(candidates);
        self.choose_among(candidates, args, name, class, span)
    }

    /// The constructor that builds the part of an object that it has from its own class, or from one above.
    pub(super) fn choose_part(
        &mut self,
        mut candidates: Vec<Candidate>,
        args: &[Pending<'a>],
        class: ClassId,
        span: Span,
    ) -> Lowered<Chosen> {
        candidates.retain(|one| self.world.may_build(self.class, one.method));
        self.choose_among(candidates, args, "<init>", Some(class), span)
    }

    /// The method that the arguments choose among these.
    pub(super) fn chosen(&self, candidates: &[Candidate], args: &[Arg]) -> Result<Chosen, Refusal> {
        match self.keeps_unseen() {
            true => self.world.choose_vaguely(candidates, args),
            false => self.world.choose(candidates, args),
        }
    }

    fn choose_among(
        &mut self,
        candidates: Vec<Candidate>,
        args: &[Pending<'a>],
        name: &str,
        class: Option<ClassId>,
        span: Span,
    ) -> Lowered<Chosen> {
        let shapes: Vec<Arg> = args.iter().map(Pending::shape).collect();
        let refusal = match self.chosen(&candidates, &shapes) {
            Ok(chosen) => return self.void_lambda(chosen, &candidates, args, span),
            Err(refusal) => refusal,
        };
        let owner = class.map(|class| self.world.class(class));
        let of = owner.map_or_else(String::new, |class| format!(" of `{}`", class.name));
        match refusal {
            Refusal::Ambiguous => gap(span, format!("which method `{name}`{of} is meant is not clear")),
            Refusal::None if candidates.is_empty() => gap(span, format!("the method `{name}`{of} is not known")),
            Refusal::None => gap(span, format!("no known method `{name}`{of} takes these arguments")),
        }
    }

    /// `submit(() -> work())` means a task without a result if `work` has none: that is seen only by looking into it.
    fn void_lambda(
        &mut self,
        chosen: Chosen,
        candidates: &[Candidate],
        args: &[Pending<'a>],
        span: Span,
    ) -> Lowered<Chosen> {
        for (at, arg) in args.iter().enumerate() {
            let Pending::Later(Expr { kind: ExprKind::Lambda(lambda), .. }) = arg else {
                continue;
            };
            let param = self.world.param_at(&chosen.candidate, at, chosen.packs);
            let method = param.and_then(|param| self.world.functional_method(&self.world.upper(&param)));
            let returns = method.is_some_and(|method| method.result != Ty::Void);
            if !returns || !lambda.params.is_empty() || !crate::java::lookup::lambda_shape(lambda).may_return_nothing {
                continue;
            }
            if !self.is_void_lambda(lambda) {
                continue;
            }
            let others = candidates.iter().filter(|other| other.method != chosen.candidate.method).cloned();
            let others: Vec<Candidate> = others.collect();
            let shapes: Vec<Arg> = args.iter().map(Pending::shape).collect();
            return match self.chosen(&others, &shapes) {
                Ok(chosen) => Ok(chosen),
                Err(_) => gap(span, "which method is meant is not clear"),
            };
        }
        Ok(chosen)
    }

    /// Converts the arguments, finds the type arguments and emits the call.
    pub(super) fn finish_call(
        &mut self,
        chosen: Chosen,
        receiver: Receiver,
        args: Vec<Pending<'a>>,
        expected: Option<&Ty>,
        span: Span,
    ) -> Lowered<Value> {
        let method = chosen.candidate.method;
        let entry = &self.world.program.methods[method.index()];
        let is_static = entry.is_static;
        if let ClassOrigin::Unknown = self.world.class(entry.class).origin {
            return gap(span, "a method of a class that is not known");
        }
        let (args, result) = self.bind_args(&chosen, args, expected, span)?;
        let (kind, receiver) = match receiver {
            _ if is_static => (CallKind::Static, None),
            Receiver::None => return gap(span, "a call without an object of a method that needs one"),
            Receiver::Special(value) => (CallKind::Special, Some(value)),
            Receiver::Value(value) => (self.kind_of(method), Some(value)),
        };
        if let Some(value) = &receiver {
            self.check_not_null(&value.expr, span);
        }
        let receiver = receiver.map(|value| value.expr);
        self.emit_call(kind, method, receiver, args, result, span)
    }

    pub(super) fn kind_of(&self, method: MethodId) -> CallKind {
        let method = &self.world.program.methods[method.index()];
        match method.visibility == Visibility::Private || method.kind == MethodKind::Constructor {
            true => CallKind::Special,
            false => CallKind::Virtual,
        }
    }

    /// The arguments as the method takes them, and the type of the result.
    pub(super) fn bind_args(
        &mut self,
        chosen: &Chosen,
        args: Vec<Pending<'a>>,
        expected: Option<&Ty>,
        span: Span,
    ) -> Lowered<(Vec<concurrent::object::Expr>, Ty)> {
        let candidate = &chosen.candidate;
        let vars = candidate.type_params.clone();
        let mut bindings = Bindings::default();
        let param =
            |lowerer: &Self, at: usize| lowerer.world.param_at(candidate, at, chosen.packs).unwrap_or(Ty::Unknown);
        for (at, arg) in args.iter().enumerate() {
            if let Pending::Value(value, _) = arg {
                let param = param(self, at);
                self.world.unify(&vars, &param, &value.ty, &mut bindings);
            }
        }
        if args.iter().any(|arg| matches!(arg, Pending::Later(_)))
            && let Some(expected) = expected
        {
            self.expect_result(&vars, &candidate.result, expected, &mut bindings);
        }
        let mut values = Vec::new();
        for (at, arg) in args.into_iter().enumerate() {
            let param = bindings.apply(&param(self, at));
            let value = match arg {
                Pending::Value(value, span) => {
                    let mut all = bindings.clone();
                    self.world.close(&vars, &mut all);
                    self.convert(value, &all.apply(&param), span)?
                }
                Pending::Later(expr) => self.function(expr, &param, &vars, &mut bindings)?,
            };
            values.push(value.expr);
        }
        if let Some(expected) = expected {
            self.expect_result(&vars, &candidate.result, expected, &mut bindings);
        }
        self.world.close(&vars, &mut bindings);
        if chosen.packs {
            let fixed = candidate.params.len() - 1;
            let rest = values.split_off(fixed.min(values.len()));
            let element = bindings.apply(&param(self, fixed));
            let packed = self.packed(rest, &element, span);
            values.push(packed.expr);
        }
        Ok((values, bindings.apply(&candidate.result)))
    }

    /// Variables that the arguments leave open are what the context expects.
    fn expect_result(&self, vars: &[crate::java::types::TypeVar], result: &Ty, expected: &Ty, bindings: &mut Bindings) {
        let mut from_context = Bindings::default();
        match (result, expected) {
            (Ty::Class(class, params), Ty::Class(wanted, args)) if class == wanted => {
                for (param, arg) in params.iter().zip(args) {
                    self.world.unify(vars, param, arg, &mut from_context);
                }
            }
            (Ty::Var(_), _) => self.world.unify(vars, result, expected, &mut from_context),
            _ => {}
        }
        for (var, ty) in from_context.0 {
            if bindings.get(var).is_none_or(|known| matches!(known, Ty::Unknown | Ty::Unseen)) {
                bindings.set(var, ty);
            }
        }
    }

    /// A lambda or method reference as an argument. Its result binds more variables.
    fn function(
        &mut self,
        expr: &'a Expr,
        param: &Ty,
        vars: &[crate::java::types::TypeVar],
        bindings: &mut Bindings,
    ) -> Lowered<Value> {
        let lambda = match &expr.kind {
            ExprKind::Lambda(lambda) => self.lambda(lambda, param)?,
            ExprKind::MethodReference(reference) => self.method_reference(reference, param)?,
            _ => return self.unknown_type(expr.span),
        };
        if let Some(method) = self.world.functional_method(&self.world.upper(param)) {
            self.world.unify(vars, &method.result, &lambda.result, bindings);
        }
        Ok(lambda.value)
    }

    /// The last arguments of a call as an array.
    fn packed(&mut self, values: Vec<concurrent::object::Expr>, element: &Ty, span: Span) -> Value {
        let ty = element.clone().array();
        let erased = self.world.erase(&ty);
        let target = self.temporary(erased.clone(), span);
        self.not_null.push(target);
        let length = self.int(values.len() as i64).expr;
        self.emit(Instruction::NewArray { target, ty: erased, lengths: vec![length] }, span);
        let array = self.local_value(target, ty);
        for (at, value) in values.into_iter().enumerate() {
            let index = self.int(at as i64).expr;
            self.emit(Instruction::WriteElement { array: array.expr.clone(), index, value }, span);
        }
        array
    }

    pub(super) fn emit_call(
        &mut self,
        kind: CallKind,
        method: MethodId,
        receiver: Option<concurrent::object::Expr>,
        args: Vec<concurrent::object::Expr>,
        result: Ty,
        span: Span,
    ) -> Lowered<Value> {
        let entry = &self.world.program.methods[method.index()];
        if let Body::Library(LibraryMethod::UnitTimedWait) = entry.body {
            return self.timed_wait(args, span);
        }
        let erased = entry.result.clone();
        let target = erased.map(|ty| self.temporary(ty, span));
        let call = Call { kind, target, method, receiver, args, targets: Vec::new() };
        self.emit_throwing(Instruction::Call(call), span);
        match target {
            None => Ok(self.nothing()),
            Some(target) => {
                let value = self.local_value(target, result.clone());
                Ok(self.seen_as(value, &result))
            }
        }
    }
}

impl<'a> Pending<'a> {
    fn shape(&self) -> Arg<'a> {
        match self {
            Pending::Value(value, _) => Arg::Typed(value.ty.clone()),
            Pending::Later(Expr { kind: ExprKind::Lambda(lambda), .. }) => Arg::Lambda(lambda),
            Pending::Later(Expr { kind: ExprKind::MethodReference(_), .. }) => Arg::Reference,
            Pending::Later(_) => Arg::Typed(Ty::Unknown),
        }
    }
}
