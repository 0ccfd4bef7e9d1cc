//! Creation: objects, arrays, and the classes that bodies hold.
//!
//! A fresh object gets its enclosing object and its captured variables before its constructor runs.

use super::call::Pending;
use super::{Lowerer, Value};
use crate::java::ast::{ClassDecl, Expr, ExprKind, TypeExpr, TypeKind};
use crate::java::declare::Site;
use crate::java::lookup::{Arg, Candidate, Chosen};
use crate::java::types::{Bindings, Ty, TypeVar};
use crate::java::unseen::Member;
use crate::java::walk::{self, Visitor};
use crate::java::world::{Capture, Job, JobKind, Lowered, Signature, gap};
use concurrent::object::{
    Body, CallKind, Check, ClassId, ClassKind, ClassOrigin, Constant, FieldKind, Gap, Instruction, Method, MethodId,
    MethodKind, Name, Visibility,
};
use source::Span;
use std::collections::BTreeSet;
use std::sync::Arc;

impl<'a> Lowerer<'_, 'a> {
    pub(super) fn new_object(
        &mut self,
        outer: Option<&'a Expr>,
        ty: &'a TypeExpr,
        args: &'a [Expr],
        body: Option<&'a Arc<ClassDecl>>,
        expected: Option<&Ty>,
        span: Span,
    ) -> Lowered<Value> {
        let outer = match outer {
            Some(outer) => {
                let value = self.expr(outer, None)?;
                self.check_not_null(&value.expr, outer.span);
                Some(self.keep(value, outer.span))
            }
            None => None,
        };
        let named = match &outer {
            Some(outer) => self.inner_type(outer, ty)?,
            None => self.resolve(ty),
        };
        let Ty::Class(class, given) = named else {
            return gap(span, "a creation of what is no class");
        };
        let entry = self.world.class(class);
        if entry.origin == ClassOrigin::Unknown {
            if outer.is_none() && body.is_none() && self.world.is_left_unseen(class, Member::Constructor) {
                let args = self.args(args)?;
                return self.unseen_object(class, &Ty::class(class), args, span);
            }
            return gap(ty.span, format!("the class `{}` is not known", entry.name));
        }
        if body.is_none() && entry.is_abstract {
            return gap(ty.span, format!("the class `{}` is abstract", entry.name));
        }
        let is_diamond = matches!(&ty.kind, TypeKind::Named { is_diamond: true, .. });
        let args = self.args(args)?;
        let given = (!is_diamond).then_some(given);
        let chosen = self.choose_constructor(class, given.clone(), body.is_some(), &args, expected, span);
        let (chosen, ty) = match chosen {
            Ok(chosen) => chosen,
            Err(_) if body.is_none() && self.world.is_left_unseen(class, Member::Constructor) => {
                let ty = Ty::Class(class, given.unwrap_or_default());
                return self.unseen_object(class, &ty, args, span);
            }
            Err(gap) => return Err(gap),
        };
        match body {
            None => self.create(&ty, chosen, args, outer, span),
            Some(body) => self.create_anonymous(body, &ty, chosen, args, outer, span),
        }
    }

    /// `outer.new Inner()`.
    fn inner_type(&mut self, outer: &Value, ty: &TypeExpr) -> Lowered<Ty> {
        let (Ty::Class(class, _), TypeKind::Named { path, .. }) = (self.world.upper(&outer.ty), &ty.kind) else {
            return self.unknown_type(ty.span);
        };
        let found = path.last().and_then(|name| self.world.member_class(class, name));
        match found {
            Some(inner) => Ok(Ty::class(inner)),
            None => gap(ty.span, "an inner class that is not known"),
        }
    }

    /// The constructor, and the type with the arguments that are given, or that a diamond stands for. None for an interface.
    fn choose_constructor(
        &mut self,
        class: ClassId,
        given: Option<Vec<Ty>>,
        is_part: bool,
        args: &[Pending<'a>],
        expected: Option<&Ty>,
        span: Span,
    ) -> Lowered<(Option<Chosen>, Ty)> {
        let vars: Vec<TypeVar> = self.world.info(class).type_params.clone();
        if self.world.is_interface(class) {
            let given = given.unwrap_or_else(|| self.diamond(class, &vars, None, args, expected));
            return Ok((None, Ty::Class(class, given)));
        }
        let open = Ty::Class(class, vars.iter().map(|var| Ty::Var(*var)).collect());
        let candidates = match &given {
            None => self.world.constructors(&open),
            Some(given) => self.world.constructors(&Ty::Class(class, given.clone())),
        };
        let chosen = match is_part {
            true => self.choose_part(candidates, args, class, span)?,
            false => self.choose(candidates, args, "<init>", Some(class), span)?,
        };
        if let Some(given) = given {
            return Ok((Some(chosen), Ty::Class(class, given)));
        }
        let found = self.diamond(class, &vars, Some(&chosen), args, expected);
        let bindings = self.world.class_bindings(class, &found);
        let candidate = Candidate {
            params: chosen.candidate.params.iter().map(|param| bindings.apply(param)).collect(),
            ..chosen.candidate
        };
        Ok((Some(Chosen { candidate, packs: chosen.packs }), Ty::Class(class, found)))
    }

    /// What a diamond stands for, by the expected type, then by the arguments.
    fn diamond(
        &self,
        class: ClassId,
        vars: &[TypeVar],
        chosen: Option<&Chosen>,
        args: &[Pending<'a>],
        expected: Option<&Ty>,
    ) -> Vec<Ty> {
        let mut bindings = Bindings::default();
        let open = Ty::Class(class, vars.iter().map(|var| Ty::Var(*var)).collect());
        if let Some(Ty::Class(wanted, wanted_args)) = expected
            && let Some(own) = self.world.as_super(&open, *wanted)
        {
            for (own, wanted) in own.iter().zip(wanted_args) {
                self.world.unify(vars, own, wanted, &mut bindings);
            }
        }
        if let Some(chosen) = chosen {
            for (at, arg) in args.iter().enumerate() {
                if let (Some(param), Pending::Value(value, _)) =
                    (self.world.param_at(&chosen.candidate, at, chosen.packs), arg)
                {
                    let mut from_arg = Bindings::default();
                    self.world.unify(vars, &param, &value.ty, &mut from_arg);
                    for (var, ty) in from_arg.0 {
                        if bindings.get(var).is_none() {
                            bindings.set(var, ty);
                        }
                    }
                }
            }
        }
        vars.iter().map(|var| bindings.get(*var).cloned().unwrap_or(Ty::Unknown)).collect()
    }

    fn create(
        &mut self,
        ty: &Ty,
        chosen: Option<Chosen>,
        args: Vec<Pending<'a>>,
        outer: Option<Value>,
        span: Span,
    ) -> Lowered<Value> {
        let (Ty::Class(class, _), Some(chosen)) = (ty, chosen) else {
            return self.unknown_type(span);
        };
        let (args, _) = self.bind_args(&chosen, args, None, span)?;
        self.create_with(*class, ty, chosen.candidate.method, args, outer, span)
    }

    /// The instructions of a creation whose arguments are there.
    pub(super) fn create_with(
        &mut self,
        class: ClassId,
        ty: &Ty,
        constructor: MethodId,
        args: Vec<concurrent::object::Expr>,
        outer: Option<Value>,
        span: Span,
    ) -> Lowered<Value> {
        let target = self.temporary_of(ty, span);
        self.not_null.push(target);
        self.emit(Instruction::NewObject { target, class }, span);
        let object = self.local_value(target, ty.clone());
        self.set_hidden(&object, class, outer, span)?;
        self.emit_call(CallKind::Special, constructor, Some(object.expr.clone()), args, Ty::Void, span)?;
        Ok(object)
    }

    /// Writes the enclosing object and the captured variables of a class into a fresh object.
    pub(super) fn set_hidden(
        &mut self,
        object: &Value,
        class: ClassId,
        outer: Option<Value>,
        span: Span,
    ) -> Lowered<()> {
        let info = self.world.info(class);
        let (field, captures) = (info.outer_this, info.captures.clone());
        if let (Some(field), Some(wanted)) = (field, self.world.class(class).outer) {
            let outer = match outer {
                Some(outer) => outer,
                None => self.enclosing_instance(wanted, span)?,
            };
            let (object, value) = (Some(object.expr.clone()), outer.expr);
            self.emit(Instruction::WriteField { object, field, value }, span);
        }
        for capture in captures {
            let value = self.captured_value(class, &capture.name, span)?;
            let object = Some(object.expr.clone());
            self.emit(Instruction::WriteField { object, field: capture.field, value: value.expr }, span);
        }
        Ok(())
    }

    /// The innermost enclosing object of this class or of one that inherits from it.
    fn enclosing_instance(&mut self, wanted: ClassId, span: Span) -> Lowered<Value> {
        let mut class = Some(self.class);
        while let Some(id) = class {
            if self.world.is_subclass(id, wanted) {
                return self.enclosing(id, span);
            }
            class = self.world.class(id).outer;
        }
        gap(span, "an enclosing object in a place without one")
    }

    /// The captured variable of a local class, where an object of it is created: perhaps within a class that has captured
    /// it too.
    fn captured_value(&mut self, class: ClassId, name: &Name, span: Span) -> Lowered<Value> {
        let declared_in = self.world.class(class).outer;
        let mut current = Some(self.class);
        while let Some(id) = current
            && Some(id) != declared_in
        {
            let capture = self.world.info(id).captures.iter().find(|capture| capture.name == *name).cloned();
            if let Some(Capture { field, ty, .. }) = capture {
                let object = self.enclosing(id, span)?;
                return Ok(self.read_field(Some(object.expr), field, ty, span));
            }
            current = self.world.class(id).outer;
        }
        self.name(name, span)
    }

    fn create_anonymous(
        &mut self,
        body: &'a Arc<ClassDecl>,
        supertype: &Ty,
        chosen: Option<Chosen>,
        args: Vec<Pending<'a>>,
        outer: Option<Value>,
        span: Span,
    ) -> Lowered<Value> {
        let (args, constructor) = match &chosen {
            Some(chosen) => (self.bind_args(chosen, args, None, span)?.0, Some(chosen.candidate.clone())),
            None => (Vec::new(), None),
        };
        if outer.is_some() {
            return gap(span, "an anonymous inner class of another object");
        }
        let class = self.anonymous_class(body, supertype, constructor.as_ref(), span)?;
        let own = self.world.info(class).constructors.first().copied();
        match own {
            Some(own) => self.create_with(class, &Ty::class(class), own, args, None, span),
            None => self.unknown_type(span),
        }
    }

    /// Declares the class, unless this place was seen before.
    pub(super) fn anonymous_class(
        &mut self,
        body: &'a Arc<ClassDecl>,
        supertype: &Ty,
        constructor: Option<&Candidate>,
        span: Span,
    ) -> Lowered<ClassId> {
        if let Some(class) = self.world.placed.get(&span) {
            return Ok(*class);
        }
        let number = self.next_synthetic();
        let name = format!("{}${number}", self.named_class());
        let class = self.declare_inner(body, name.into(), ClassOrigin::Anonymous, Some(supertype), self.is_static);
        self.world.placed.insert(span, class);
        let params: Vec<Ty> = constructor.map_or_else(Vec::new, |candidate| candidate.params.clone());
        let named =
            params.iter().enumerate().map(|(at, ty)| (Name::from(format!("a{at}")), ty.clone(), span)).collect();
        let signature = Signature { type_params: Vec::new(), params, result: Ty::Void, is_varargs: false };
        let header = synthetic_method("<init>", class, MethodKind::Constructor, span);
        let waiting = Body::Unsupported(Gap { message: "the body was not read".into(), span });
        let method = self.world.push_method(class, header, named, signature, Vec::new(), waiting);
        let kind = JobKind::AnonymousConstructor(constructor.map(|candidate| candidate.method));
        self.world.jobs.push_back(Job { method, kind });
        Ok(class)
    }

    /// A local class is in scope from here on.
    pub(super) fn local_class(&mut self, decl: &'a Arc<ClassDecl>) -> Lowered<()> {
        let class = match self.world.placed.get(&decl.span) {
            Some(class) => *class,
            None => {
                let number = self.next_synthetic();
                let name = format!("{}${number}{}", self.named_class(), decl.name);
                let is_static = self.is_static || decl.kind != ClassKind::Class;
                let class = self.declare_inner(decl, name.into(), ClassOrigin::Source, None, is_static);
                self.world.placed.insert(decl.span, class);
                class
            }
        };
        self.names.classes.push((decl.name.clone(), class));
        Ok(())
    }

    fn declare_inner(
        &mut self,
        decl: &'a Arc<ClassDecl>,
        name: Name,
        origin: ClassOrigin,
        supertype: Option<&Ty>,
        is_static: bool,
    ) -> ClassId {
        let site =
            Site { unit: self.unit, outer: Some(self.class), names: self.names.clone(), origin, name, is_static };
        let (class, group) = self.world.declare_local(decl, &site);
        let mut names = Mentioned::default();
        walk::class(&mut names, decl);
        if let Some(Ty::Class(parent, _)) = supertype {
            self.mention_captures(*parent, &mut names);
        }
        self.capture(class, names, decl.span);
        self.world.finish_local(&group, supertype);
        class
    }

    /// Gives the class a field for each variable around it that its text mentions.
    pub(super) fn capture(&mut self, class: ClassId, mut names: Mentioned, span: Span) {
        for name in std::mem::take(&mut names.types) {
            let local = self.names.classes.iter().rev().find(|(known, _)| *known == name).map(|(_, class)| *class);
            if let Some(local) = local {
                self.mention_captures(local, &mut names);
            }
        }
        for name in names.variables {
            if let Some(ty) = self.capturable(&name) {
                let field_name = Name::from(format!("val${name}"));
                let field = self.world.add_hidden_field(class, field_name, FieldKind::Captured, ty.clone(), span);
                self.world.info_mut(class).captures.push(Capture { name, field, ty });
            }
        }
    }

    fn mention_captures(&self, class: ClassId, names: &mut Mentioned) {
        names.variables.extend(self.world.info(class).captures.iter().map(|capture| capture.name.clone()));
    }

    /// The innermost class that is not a lambda: synthetic classes are counted in it.
    fn named_class(&self) -> Name {
        self.world.class(self.counting_class()).name.clone()
    }

    fn counting_class(&self) -> ClassId {
        let mut class = self.class;
        while self.world.class(class).origin == ClassOrigin::Lambda {
            match self.world.class(class).outer {
                Some(outer) => class = outer,
                None => break,
            }
        }
        class
    }

    fn next_synthetic(&mut self) -> u32 {
        let class = self.counting_class();
        let info = self.world.info_mut(class);
        info.synthetic += 1;
        info.synthetic
    }

    /// A name for a lambda.
    pub(super) fn lambda_name(&mut self) -> Name {
        let number = self.next_synthetic();
        format!("{}$lambda{number}", self.named_class()).into()
    }

    pub(super) fn new_array(
        &mut self,
        element: &'a TypeExpr,
        lengths: &'a [Expr],
        more: usize,
        values: Option<&'a [Expr]>,
        span: Span,
    ) -> Lowered<Value> {
        let element = self.resolve(element);
        let ty = (0..lengths.len() + more).fold(element, |ty, _| ty.array());
        if let (Some(values), Ty::Array(element)) = (values, &ty) {
            return self.array_of(values, element, span);
        }
        let mut checked = Vec::new();
        for (at, length) in lengths.iter().enumerate() {
            let value = self.expr(length, None)?;
            let mut value = self.promote(value, length.span)?;
            if lengths[at + 1..].iter().any(walk::assigns) {
                value = self.keep(value, length.span);
            }
            checked.push((value.expr, length.span));
        }
        checked.iter().for_each(|(length, span)| self.check_length(length, *span));
        let erased = self.world.erase(&ty);
        let target = self.temporary(erased.clone(), span);
        self.not_null.push(target);
        let lengths = checked.into_iter().map(|(length, _)| length).collect();
        self.emit(Instruction::NewArray { target, ty: erased, lengths }, span);
        Ok(self.local_value(target, ty))
    }

    /// `{a, b}` as an array of these elements.
    pub(super) fn array_of(&mut self, values: &'a [Expr], element: &Ty, span: Span) -> Lowered<Value> {
        let ty = element.clone().array();
        let erased = self.world.erase(&ty);
        let target = self.temporary(erased.clone(), span);
        self.not_null.push(target);
        let length = self.int(values.len() as i64).expr;
        self.emit(Instruction::NewArray { target, ty: erased, lengths: vec![length] }, span);
        let array = self.local_value(target, ty);
        for (at, value) in values.iter().enumerate() {
            let value = self.converted(value, element)?;
            let index = self.int(at as i64).expr;
            let array = array.expr.clone();
            self.emit(Instruction::WriteElement { array, index, value: value.expr }, span);
        }
        Ok(array)
    }

    /// An array cannot be of a length below zero.
    pub(super) fn check_length(&mut self, length: &concurrent::object::Expr, span: Span) {
        let is_known =
            matches!(length.kind, concurrent::object::ExprKind::Constant(Constant::Int(value)) if value >= 0);
        if !is_known {
            self.emit_throwing(Instruction::Check(Check::NotNegative(length.clone())), span);
        }
    }

    /// The constructor of a class that takes these types.
    pub(super) fn constructor_for(&self, class: ClassId, types: &[Ty]) -> Option<Chosen> {
        let args: Vec<Arg> = types.iter().map(|ty| Arg::Typed(ty.clone())).collect();
        self.chosen(&self.nameable(self.world.constructors(&Ty::class(class))), &args).ok()
    }
}

/// A method that the front end adds.
pub(super) fn synthetic_method(name: &str, class: ClassId, kind: MethodKind, span: Span) -> Method {
    Method {
        name: name.into(),
        class,
        kind,
        visibility: Visibility::Public,
        is_static: false,
        is_abstract: false,
        is_final: false,
        is_synchronized: false,
        is_varargs: false,
        params: Vec::new(),
        locals: Vec::new(),
        result: None,
        throws: Vec::new(),
        refuses: Vec::new(),
        overrides: Vec::new(),
        implements: Vec::new(),
        callbacks: Vec::new(),
        is_never_null: false,
        is_view: false,
        sharing: Vec::new(),
        copies_first: false,
        arithmetic: None,
        threads: None,
        annotations: Vec::new(),
        body: Body::Abstract,
        span,
    }
}

/// The simple names in a text that may be variables or local classes.
#[derive(Default)]
pub(super) struct Mentioned {
    pub variables: BTreeSet<Name>,
    pub types: BTreeSet<Name>,
}

impl Visitor for Mentioned {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Name(name) = &expr.kind {
            self.variables.insert(name.clone());
            self.types.insert(name.clone());
        }
    }

    fn ty(&mut self, ty: &TypeExpr) {
        if let TypeKind::Named { path, .. } = &ty.kind
            && let Some(first) = path.first()
        {
            self.types.insert(first.clone());
        }
    }
}
