//! Method references: classes with one method that makes one call.

use super::lambda::{Function, FunctionType};
use super::{Lowerer, Value};
use crate::java::ast::{MethodReference, Qualifier};
use crate::java::lookup::{Arg, Candidate};
use crate::java::types::Ty;
use crate::java::unseen::Member;
use crate::java::world::{Lowered, World, gap};
use concurrent::object::{Body, CallKind, ClassId, FieldKind, Instruction, LocalId, Name};
use source::Span;
use std::sync::Arc;

impl<'a> Lowerer<'_, 'a> {
    /// `x::m` is `(a, b) -> x.m(a, b)`, with `x` evaluated first.
    pub(super) fn method_reference(&mut self, reference: &'a Arc<MethodReference>, target: &Ty) -> Lowered<Function> {
        let span = reference.span;
        let known = match self.world.is_unseen_interface(target) {
            true => None,
            false => Some(self.function_type(target, span)?),
        };
        let bound = match &reference.qualifier {
            Qualifier::Expr(object) if self.as_class(object).is_none() && self.as_unseen_class(object).is_none() => {
                let value = self.expr(object, None)?;
                self.check_not_null(&value.expr, span);
                Some(value)
            }
            Qualifier::Super => Some(self.this(span)?),
            Qualifier::Expr(_) | Qualifier::Type(_) => None,
        };
        let method = match known {
            Some(known) => known,
            None => FunctionType::unseen(self.reference_params(reference, bound.as_ref())?),
        };
        let class = match self.world.placed.get(&span).copied() {
            Some(class) => class,
            None => {
                let class = self.function_class(target, span);
                self.world.placed.insert(span, class);
                self.reference_class(reference, class, &method, bound.as_ref())?;
                class
            }
        };
        let function = self.function_object(class, target, span)?;
        if let Some(bound) = bound {
            let field = self
                .world
                .class(class)
                .fields
                .iter()
                .copied()
                .find(|field| &*self.world.program.fields[field.index()].name == "val$receiver");
            if let Some(field) = field {
                let object = Some(function.value.expr.clone());
                self.emit(Instruction::WriteField { object, field, value: bound.expr }, span);
            }
        }
        Ok(function)
    }

    /// The method that a reference stands for, with its one call.
    fn reference_class(
        &mut self,
        reference: &'a MethodReference,
        class: ClassId,
        method: &FunctionType,
        bound: Option<&Value>,
    ) -> Lowered<()> {
        let span = reference.span;
        let receiver_field = bound.map(|bound| {
            let name = Name::from("val$receiver");
            self.world.add_hidden_field(class, name, FieldKind::Captured, bound.ty.clone(), span)
        });
        let types = method.params.clone();
        let named = types.iter().enumerate().map(|(at, ty)| (Name::from(format!("a{at}")), ty.clone(), span)).collect();
        let id = self.function_method(class, method, named, types.clone(), span);
        let qualifier = match &reference.qualifier {
            Qualifier::Type(ty) => Some(self.resolve(ty)),
            Qualifier::Expr(object) => {
                let class = self.as_class(object);
                class.or_else(|| self.as_unseen_class(object)).map(Ty::class)
            }
            Qualifier::Super => None,
        };
        let mut inner = Lowerer::new(self.world, id, span);
        let receiver = match (receiver_field, bound) {
            (Some(field), Some(bound)) => {
                let this = inner.local_value(LocalId(0), Ty::class(class)).expr;
                let value = inner.read_field(Some(this), field, bound.ty.clone(), span);
                if let concurrent::object::ExprKind::Local(local) = value.expr.kind {
                    inner.not_null.push(local);
                }
                Some(value)
            }
            _ => None,
        };
        let is_super = matches!(reference.qualifier, Qualifier::Super);
        let outcome = inner.reference_body(reference, receiver, is_super, qualifier, &types, &method.result);
        inner.goto(inner.exit, span);
        let (graph, locals) = inner.finish();
        let entry = &mut self.world.program.methods[id.index()];
        match outcome {
            Ok(found) => {
                entry.body = Body::Graph(graph);
                entry.locals = locals;
                if let Some(found) = found {
                    self.world.signatures[id.index()].result = found;
                }
            }
            Err(gap) => entry.body = Body::Unsupported(gap),
        }
        Ok(())
    }

    /// The call in a method reference; gives the type of its result if that was open.
    fn reference_body(
        &mut self,
        reference: &MethodReference,
        receiver: Option<Value>,
        is_super: bool,
        qualifier: Option<Ty>,
        types: &[Ty],
        declared: &Ty,
    ) -> Lowered<Option<Ty>> {
        let span = reference.span;
        let params = (0..types.len()).map(|at| self.local_value(LocalId(at as u32 + 1), types[at].clone()));
        let params: Vec<Value> = params.collect();
        let value = match (receiver, qualifier) {
            (_, Some(Ty::Array(element))) if &*reference.name == "new" => {
                let ty = Ty::Array(element);
                let erased = self.world.erase(&ty);
                let target = self.temporary(erased.clone(), span);
                let length = match params.into_iter().next() {
                    Some(length) => self.promote(length, span)?.expr,
                    None => return self.unknown_type(span),
                };
                self.check_length(&length, span);
                self.emit(Instruction::NewArray { target, ty: erased, lengths: vec![length] }, span);
                self.local_value(target, ty)
            }
            (_, Some(Ty::Class(class, args))) if &*reference.name == "new" => {
                let Some(chosen) = self.constructor_for(class, types) else {
                    if self.world.is_left_unseen(class, Member::Constructor) {
                        let value = self.unseen_object_with(class, &Ty::Class(class, args), params, span);
                        return self.return_reference(value, declared, span);
                    }
                    return gap(span, "which constructor is meant is not clear");
                };
                let args_of = self.convert_all(params, &chosen.candidate.params, span)?;
                self.create_with(class, &Ty::Class(class, args), chosen.candidate.method, args_of, None, span)?
            }
            (Some(receiver), _) if is_super => {
                let parent = match &receiver.ty {
                    Ty::Class(class, _) => self.world.info(*class).supers.first().cloned(),
                    _ => None,
                };
                let parent = parent.unwrap_or_else(|| self.world.object());
                self.reference_call(&parent, Some((receiver, CallKind::Special)), params, &reference.name, span)?
            }
            (Some(receiver), _) => {
                let ty = receiver.ty.clone();
                self.reference_call(&ty, Some((receiver, CallKind::Virtual)), params, &reference.name, span)?
            }
            (None, Some(ty)) => self.unbound_reference(&ty, params, &reference.name, span)?,
            (None, None) => return self.unknown_type(span),
        };
        self.return_reference(value, declared, span)
    }

    /// `Type::method`: static with all parameters, or an instance method of the first.
    fn unbound_reference(&mut self, ty: &Ty, params: Vec<Value>, name: &Name, span: Span) -> Lowered<Value> {
        let candidates = self.nameable(self.world.methods_named(ty, name));
        let is_static =
            |world: &World, candidate: &Candidate| world.program.methods[candidate.method.index()].is_static;
        let types: Vec<Arg> = params.iter().map(|param| Arg::Typed(param.ty.clone())).collect();
        let statics: Vec<Candidate> =
            candidates.iter().filter(|candidate| is_static(self.world, candidate)).cloned().collect();
        let instance: Vec<Candidate> =
            candidates.iter().filter(|candidate| !is_static(self.world, candidate)).cloned().collect();
        let by_static = self.chosen(&statics, &types).is_ok();
        let by_instance = !types.is_empty() && self.chosen(&instance, &types[1..]).is_ok();
        match (by_static, by_instance) {
            (true, false) => self.reference_call(ty, None, params, name, span),
            (false, true) => {
                let mut params = params.into_iter();
                let Some(first) = params.next() else {
                    return self.unknown_type(span);
                };
                let first = self.convert(first, ty, span)?;
                self.check_not_null(&first.expr, span);
                self.reference_call(ty, Some((first, CallKind::Virtual)), params.collect(), name, span)
            }
            (by_static, _) => match self.unseen_reference(ty, name) {
                Some(class) => {
                    let count = params.len();
                    let mut params = params.into_iter();
                    let first = params.next();
                    self.unseen_call_with(class, (name, count.saturating_sub(1)), first, params.collect(), None, span)
                }
                None if by_static => gap(span, format!("which method `{name}` is meant is not clear")),
                None => gap(span, format!("the method `{name}` is not known")),
            },
        }
    }

    /// The class of a method reference to code that is not seen.
    fn unseen_reference(&self, ty: &Ty, name: &Name) -> Option<ClassId> {
        let class = match self.world.upper(ty) {
            Ty::Class(class, _) => Some(class),
            Ty::Unseen => Some(self.world.known.object),
            Ty::Void | Ty::Primitive(_) | Ty::Null | Ty::Array(_) | Ty::Var(_) | Ty::Unknown => None,
        };
        self.is_unseen_method(class, name)
    }

    fn reference_call(
        &mut self,
        ty: &Ty,
        receiver: Option<(Value, CallKind)>,
        params: Vec<Value>,
        name: &Name,
        span: Span,
    ) -> Lowered<Value> {
        let candidates = self.nameable(self.world.methods_named(ty, name));
        let wanted = receiver.is_none();
        let candidates: Vec<Candidate> = candidates
            .into_iter()
            .filter(|candidate| self.world.program.methods[candidate.method.index()].is_static == wanted)
            .collect();
        let types: Vec<Arg> = params.iter().map(|param| Arg::Typed(param.ty.clone())).collect();
        let Ok(chosen) = self.chosen(&candidates, &types) else {
            if let Some(class) = self.unseen_reference(ty, name) {
                let (receiver, count) = (receiver.map(|(value, _)| value), params.len());
                return self.unseen_call_with(class, (name, count), receiver, params, None, span);
            }
            return gap(span, format!("the method `{name}` that is meant is not known"));
        };
        if chosen.packs {
            return gap(span, "a reference to a method with a variable number of arguments");
        }
        let mut bindings = crate::java::types::Bindings::default();
        let vars = chosen.candidate.type_params.clone();
        for (param, value) in chosen.candidate.params.iter().zip(&params) {
            self.world.unify(&vars, param, &value.ty, &mut bindings);
        }
        self.world.close(&vars, &mut bindings);
        let wanted: Vec<Ty> = chosen.candidate.params.iter().map(|param| bindings.apply(param)).collect();
        let args = self.convert_all(params, &wanted, span)?;
        let result = bindings.apply(&chosen.candidate.result);
        let (kind, receiver) = match receiver {
            Some((value, CallKind::Special)) => (CallKind::Special, Some(value.expr)),
            Some((value, _)) => (self.kind_of(chosen.candidate.method), Some(value.expr)),
            None => (CallKind::Static, None),
        };
        self.emit_call(kind, chosen.candidate.method, receiver, args, result, span)
    }

    fn convert_all(&mut self, values: Vec<Value>, types: &[Ty], span: Span) -> Lowered<Vec<concurrent::object::Expr>> {
        let pairs = values.into_iter().zip(types);
        pairs.map(|(value, ty)| self.convert(value, ty, span).map(|value| value.expr)).collect()
    }

    fn return_reference(&mut self, value: Value, declared: &Ty, span: Span) -> Lowered<Option<Ty>> {
        let is_open = matches!(declared, Ty::Unknown | Ty::Unseen | Ty::Var(_));
        let value = match (&value.ty, declared) {
            (_, Ty::Void) | (Ty::Void, Ty::Unseen) => return Ok(None),
            _ if is_open => self.boxed(value, span)?,
            _ => self.convert(value, declared, span)?,
        };
        if let Some(result) = self.result {
            self.assign(result, value.expr, span);
        }
        Ok(is_open.then_some(value.ty))
    }
}
