//! Calls of code that is not seen, see [`unseen`](crate::java::unseen): the instruction, its functions, its result.

use super::call::Pending;
use super::{Lowerer, Value};
use crate::java::ast::{Expr, ExprKind, MethodReference, Qualifier};
use crate::java::lookup::Candidate;
use crate::java::types::Ty;
use crate::java::unseen::{Member, Unseen, Use};
use crate::java::world::{Lowered, Signature, gap};
use concurrent::object::library::{Callback, LibraryMethod};
use concurrent::object::{
    BinaryOp, Body, Call, CallKind, ClassId, ClassOrigin, Instruction, Local, LocalId, Method, MethodId, MethodKind,
    Name, Type,
};
use source::Span;

/// What a place of code that is not seen is like.
struct Place<'n> {
    class: ClassId,
    name: &'n str,
    kind: Kind,
    throws: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Does,
    /// The same, and never returns null.
    Makes,
    /// Does nothing but yield a value.
    Computes,
}

impl<'a> Lowerer<'_, 'a> {
    pub(super) fn keeps_unseen(&self) -> bool {
        self.world.unseen == Unseen::IsCalled
    }

    /// A method that the class is not known to have, if that may be code that is not seen.
    pub(super) fn is_unseen_method(&self, class: Option<ClassId>, name: &str) -> Option<ClassId> {
        class.filter(|class| self.world.is_left_unseen(*class, Member::Method(name)))
    }

    /// A call of it, on an object or of a static method.
    pub(super) fn unseen_call(
        &mut self,
        class: ClassId,
        name: &str,
        receiver: Option<Value>,
        args: Vec<Pending<'a>>,
        expected: Option<&Ty>,
        span: Span,
    ) -> Lowered<Value> {
        let count = args.len();
        let values = self.unseen_args(args, span)?;
        self.unseen_call_with(class, (name, count), receiver, values, expected, span)
    }

    /// The arguments as they are. A function may run with a lock that comes along.
    fn unseen_args(&mut self, args: Vec<Pending<'a>>, span: Span) -> Lowered<Vec<Value>> {
        let has_function = args.iter().any(|arg| matches!(arg, Pending::Later(_)));
        let mut values = Vec::new();
        for arg in args {
            values.push(match arg {
                Pending::Value(value, _) if has_function && self.world.is_lock(&value.ty) => {
                    return gap(span, "a lock and a function are given to code that is not seen");
                }
                Pending::Value(value, _) => value,
                Pending::Later(function) => self.unseen_function(function)?,
            });
        }
        Ok(values)
    }

    pub(super) fn unseen_call_with(
        &mut self,
        class: ClassId,
        (name, count): (&str, usize),
        receiver: Option<Value>,
        args: Vec<Value>,
        expected: Option<&Ty>,
        span: Span,
    ) -> Lowered<Value> {
        if receiver.is_some() {
            self.note_use(class, name, Some(count), span);
        }
        let place = Place { class, name, kind: Kind::Does, throws: true };
        Ok(self.emit_unseen(&place, receiver, args, expected, span))
    }

    /// A constructor that the class is not known to have.
    pub(super) fn unseen_object(
        &mut self,
        class: ClassId,
        ty: &Ty,
        args: Vec<Pending<'a>>,
        span: Span,
    ) -> Lowered<Value> {
        let values = self.unseen_args(args, span)?;
        Ok(self.unseen_object_with(class, ty, values, span))
    }

    pub(super) fn unseen_object_with(&mut self, class: ClassId, ty: &Ty, args: Vec<Value>, span: Span) -> Value {
        let place = Place { class, name: "<init>", kind: Kind::Makes, throws: true };
        self.emit_unseen(&place, None, args, Some(ty), span)
    }

    /// A field that the class is not known to have. To read a static one throws nothing.
    pub(super) fn unseen_field(&mut self, class: ClassId, name: &str, object: Option<Value>, span: Span) -> Value {
        if object.is_some() {
            self.note_use(class, name, None, span);
        }
        let place = Place { class, name, kind: Kind::Does, throws: object.is_some() };
        self.emit_unseen(&place, object, Vec::new(), None, span)
    }

    /// Any value of the type, that depends on these.
    pub(super) fn any_value(&mut self, from: Vec<Value>, ty: &Ty, span: Span) -> Value {
        let class = self.world.known.object;
        let place = Place { class, name: "value", kind: Kind::Computes, throws: false };
        self.emit_unseen(&place, None, from, Some(ty), span)
    }

    /// An operator on numbers of which one is of a type that is not known. A division may throw.
    pub(super) fn unseen_operation(
        &mut self,
        op: BinaryOp,
        from: Vec<Value>,
        ty: Option<&Ty>,
        span: Span,
    ) -> Lowered<Value> {
        let class = self.world.known.object;
        let throws = matches!(op, BinaryOp::Divide | BinaryOp::Remainder);
        let place = Place { class, name: "value", kind: Kind::Computes, throws };
        Ok(self.emit_unseen(&place, None, from, ty, span))
    }

    /// An element of what is no array that is known.
    pub(super) fn unseen_element(&mut self, array: Value, index: Value, span: Span) -> Value {
        let class = self.world.known.object;
        let place = Place { class, name: "element", kind: Kind::Does, throws: true };
        self.emit_unseen(&place, Some(array), vec![index], None, span)
    }

    fn note_use(&mut self, class: ClassId, name: &str, count: Option<usize>, span: Span) {
        let used = Use { method: self.method, class, name: name.into(), count, span };
        self.world.unseen_uses.push(used);
    }

    fn emit_unseen(
        &mut self,
        place: &Place,
        receiver: Option<Value>,
        args: Vec<Value>,
        expected: Option<&Ty>,
        span: Span,
    ) -> Value {
        let ty = match expected {
            Some(ty @ (Ty::Primitive(_) | Ty::Class(..) | Ty::Array(_) | Ty::Var(_))) => ty.clone(),
            Some(Ty::Void | Ty::Null | Ty::Unknown | Ty::Unseen) | None => Ty::Unseen,
        };
        let target = self.temporary_of(&ty, span);
        if place.kind == Kind::Makes {
            self.not_null.push(target);
        }
        let types: Vec<Type> = args.iter().map(|arg| arg.expr.ty.clone()).collect();
        let method = self.unseen_method(place, receiver.as_ref().map(|value| value.expr.ty.clone()), types, &ty, span);
        let call = Call {
            kind: if receiver.is_some() { CallKind::Special } else { CallKind::Static },
            target: Some(target),
            method,
            receiver: receiver.map(|value| value.expr),
            args: args.into_iter().map(|arg| arg.expr).collect(),
            targets: Vec::new(),
        };
        match place.throws {
            true => self.emit_throwing(Instruction::Call(call), span),
            false => self.emit(Instruction::Call(call), span),
        }
        self.local_value(target, ty)
    }

    /// The method of this one place. No class lists it, so that nothing overrides it and no name means it.
    fn unseen_method(
        &mut self,
        place: &Place,
        receiver: Option<Type>,
        args: Vec<Type>,
        result: &Ty,
        span: Span,
    ) -> MethodId {
        let id = MethodId(self.world.program.methods.len() as u32);
        let is_static = receiver.is_none();
        let named = args.into_iter().enumerate().map(|(at, ty)| (Name::from(format!("a{at}")), ty));
        let all = receiver.into_iter().map(|ty| ("this".into(), ty)).chain(named);
        let locals: Vec<Local> = all.map(|(name, ty)| Local { name, ty, is_temporary: false, span }).collect();
        let (body, callbacks) = match place.kind {
            // Whatever objects have may be run.
            Kind::Does | Kind::Makes => (Body::Native, vec![Callback::Hashing, Callback::Text, Callback::Order]),
            Kind::Computes => (Body::Library(LibraryMethod::Pure), Vec::new()),
        };
        let throws = match place.throws && place.kind == Kind::Computes {
            true => vec![self.world.unknown_class("java.lang.ArithmeticException".into())],
            false => Vec::new(),
        };
        let method = Method {
            is_static,
            params: (0..locals.len() as u32).map(LocalId).collect(),
            locals,
            result: Some(self.world.erase(result)),
            callbacks,
            throws,
            is_never_null: place.kind == Kind::Makes,
            body,
            ..super::create::synthetic_method(place.name, place.class, MethodKind::Method, span)
        };
        let signature =
            Signature { type_params: Vec::new(), params: Vec::new(), result: result.clone(), is_varargs: false };
        self.world.program.methods.push(method);
        self.world.signatures.push(signature);
        id
    }

    /// A lambda or method reference that code which is not seen runs.
    fn unseen_function(&mut self, expr: &'a Expr) -> Lowered<Value> {
        let function = match &expr.kind {
            ExprKind::Lambda(lambda) => self.lambda(lambda, &Ty::Unseen)?,
            ExprKind::MethodReference(reference) => self.method_reference(reference, &Ty::Unseen)?,
            _ => return self.unknown_type(expr.span),
        };
        Ok(function.value)
    }

    /// The parameters of a method reference for such a function: those of the only method that may be meant.
    pub(super) fn reference_params(
        &mut self,
        reference: &'a MethodReference,
        bound: Option<&Value>,
    ) -> Lowered<Vec<Ty>> {
        let span = reference.span;
        let ty = match (&reference.qualifier, bound) {
            (_, Some(bound)) => bound.ty.clone(),
            (Qualifier::Type(ty), None) => self.resolve(ty),
            (Qualifier::Expr(object), None) => match self.as_class(object) {
                Some(class) => Ty::class(class),
                None => return self.unknown_type(span),
            },
            (Qualifier::Super, None) => return self.unknown_type(span),
        };
        let is_new = &*reference.name == "new";
        let candidates: Vec<Candidate> = match is_new {
            true => self.nameable(self.world.constructors(&ty)),
            false => self.nameable(self.world.methods_named(&ty, &reference.name)),
        };
        if let [only] = &candidates[..] {
            let is_static = self.world.program.methods[only.method.index()].is_static;
            let first = (bound.is_none() && !is_static && !is_new).then_some(ty);
            return Ok(first.into_iter().chain(only.params.iter().cloned()).collect());
        }
        // What code that is not seen does to what it is given is the same for any number of values.
        let is_foreign = match self.world.upper(&ty) {
            Ty::Class(class, _) => self.world.is_left_unseen(class, Member::Method(&reference.name)),
            Ty::Unseen => true,
            Ty::Array(_) => return Ok(vec![Ty::INT]),
            Ty::Void | Ty::Primitive(_) | Ty::Null | Ty::Var(_) | Ty::Unknown => false,
        };
        match is_foreign {
            true => Ok(Vec::new()),
            false => gap(span, format!("which method `{}` is meant is not clear", reference.name)),
        }
    }

    /// The class that a dotted name means which is no class that is known: by an import, or because it begins as classes do.
    pub(super) fn as_unseen_class(&mut self, expr: &Expr) -> Option<ClassId> {
        let mut path = Vec::new();
        super::access::collect_path(expr, &mut path)?;
        let first = path.first()?;
        if !self.keeps_unseen() || self.is_variable(first) || self.class_named(&path[..1]).is_some() {
            return self.as_known_unknown(&path);
        }
        let is_class = |name: &Name| name.chars().next().is_some_and(char::is_uppercase);
        let begin = path.iter().position(is_class)?;
        let is_package = |name: &Name| name.chars().all(|letter| letter.is_lowercase() || letter.is_ascii_digit());
        let is_whole = path[..begin].iter().all(is_package) && path[begin..].iter().all(is_class);
        let is_constant = !path[begin].chars().any(char::is_lowercase);
        let may_inherit = (begin > 0 || is_constant) && self.has_unknown_around();
        (is_whole && !may_inherit).then(|| self.unknown_class_named(&path))
    }

    /// A nested class of an unknown class that was named before.
    fn as_known_unknown(&mut self, path: &[Name]) -> Option<ClassId> {
        if !self.keeps_unseen() || self.is_variable(path.first()?) || path.len() < 2 {
            return None;
        }
        let outer = self.class_named(&path[..1])?;
        let is_class = |name: &Name| name.chars().next().is_some_and(char::is_uppercase);
        let is_unknown = self.world.class(outer).origin == ClassOrigin::Unknown;
        (is_unknown && path.iter().all(is_class)).then(|| self.unknown_class_named(path))
    }

    fn unknown_class_named(&mut self, path: &[Name]) -> ClassId {
        let names = self.names.clone();
        let place = crate::java::names::Place { unit: self.unit, class: Some(self.class), names: &names };
        self.world.unknown_type(place, path)
    }

    /// Whether this class or one around it inherits what is not known.
    fn has_unknown_around(&self) -> bool {
        let mut class = Some(self.class);
        while let Some(id) = class {
            if self.world.has_unknown_super(id) && self.world.class(id).origin != ClassOrigin::Lambda {
                return true;
            }
            class = self.world.class(id).outer;
        }
        false
    }

    /// The class whose static member a simple name may mean: one that is not given, imported with its members.
    pub(super) fn unseen_import(&mut self, name: &Name) -> Option<ClassId> {
        if !self.keeps_unseen() || self.has_unknown_around() {
            return None;
        }
        let scope = &self.world.units[self.unit.0];
        let single = scope.static_single.iter().find(|(_, member)| member == name).map(|(class, _)| class.clone());
        let class = match single {
            Some(class) => class,
            None => {
                let mut open = scope.static_on_demand.iter();
                let is_given = |class: &Name| {
                    let found = self.world.find_dotted(class);
                    found.is_some_and(|found| self.world.class(found).is_from_source())
                };
                open.find(|class| !is_given(class))?.clone()
            }
        };
        let class = self.world.find_dotted(&class).unwrap_or_else(|| self.world.unknown_class(class));
        self.world.is_left_unseen(class, Member::Field).then_some(class)
    }
}
