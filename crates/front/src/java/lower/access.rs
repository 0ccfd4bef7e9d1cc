//! Names, fields and `this`: what a name means, and the way to it through enclosing objects.

use super::assign::Target;
use super::{Lowerer, Value};
use crate::java::ast::{Expr, ExprKind};
use crate::java::names::{Place, TypeName};
use crate::java::types::Ty;
use crate::java::unseen::Member;
use crate::java::world::{Lowered, gap};
use concurrent::object::{ClassId, ClassOrigin, FieldId, FieldKind, Instruction, LocalId, Name};
use source::Span;

/// What a simple name means as a variable.
enum Meaning {
    Local(LocalId, Ty),
    /// A field of an enclosing class or of one that it inherits from; the class is the enclosing one.
    Member(ClassId, FieldId),
    /// A captured variable, in a field of this enclosing class.
    Capture(ClassId, FieldId, Ty),
    StaticImport(FieldId),
}

/// What the left side of a dot means.
pub(super) enum Prefix {
    Value(Value),
    Class(ClassId),
}

impl<'a> Lowerer<'_, 'a> {
    pub(super) fn name(&mut self, name: &Name, span: Span) -> Lowered<Value> {
        match self.meaning(name) {
            Some(Meaning::Local(local, ty)) => Ok(self.local_value(local, ty)),
            Some(Meaning::Member(class, field)) => self.member(class, field, span),
            Some(Meaning::Capture(class, field, ty)) => {
                let object = self.enclosing(class, span)?;
                Ok(self.read_field(Some(object.expr), field, ty, span))
            }
            Some(Meaning::StaticImport(field)) => self.static_field(field, span),
            None => match self.unseen_import(name) {
                Some(class) => Ok(self.unseen_field(class, name, None, span)),
                None => gap(span, format!("`{name}` is not known")),
            },
        }
    }

    pub(super) fn is_variable(&self, name: &Name) -> bool {
        self.meaning(name).is_some()
    }

    /// A variable that an inner class could capture.
    pub(super) fn capturable(&self, name: &Name) -> Option<Ty> {
        match self.meaning(name)? {
            Meaning::Local(_, ty) | Meaning::Capture(_, _, ty) => Some(ty),
            Meaning::Member(..) | Meaning::StaticImport(_) => None,
        }
    }

    fn meaning(&self, name: &Name) -> Option<Meaning> {
        if let Some(variable) = self.variables.iter().rev().find(|variable| variable.name == *name) {
            return Some(Meaning::Local(variable.local, variable.ty.clone()));
        }
        let mut class = Some(self.class);
        while let Some(id) = class {
            if let Some(field) = self.world.find_field(id, name) {
                return Some(Meaning::Member(id, field));
            }
            if let Some(capture) = self.world.info(id).captures.iter().find(|capture| capture.name == *name) {
                return Some(Meaning::Capture(id, capture.field, capture.ty.clone()));
            }
            class = self.world.class(id).outer;
        }
        self.static_import(name).map(Meaning::StaticImport)
    }

    fn static_import(&self, name: &Name) -> Option<FieldId> {
        let scope = &self.world.units[self.unit.0];
        let single = scope.static_single.iter().filter(|(_, member)| member == name).map(|(class, _)| class);
        let classes = single.chain(&scope.static_on_demand);
        let mut found = classes.filter_map(|class| self.world.find_dotted(class));
        let is_named = |field: &FieldId| {
            let is_static = self.world.program.fields[field.index()].is_static;
            is_static && self.world.may_name(self.class, self.world.field_declared(*field))
        };
        found.find_map(|class| self.world.find_field(class, name).filter(is_named))
    }

    /// A field of an enclosing class, by its simple name.
    fn member(&mut self, class: ClassId, field: FieldId, span: Span) -> Lowered<Value> {
        if let Some(value) = self.constant_field(field) {
            return Ok(value);
        }
        if self.world.program.fields[field.index()].is_static {
            return self.static_field(field, span);
        }
        let object = self.enclosing(class, span)?;
        self.instance_field(object, field, span)
    }

    pub(super) fn static_field(&mut self, field: FieldId, span: Span) -> Lowered<Value> {
        if let Some(value) = self.constant_field(field) {
            return Ok(value);
        }
        let ty = self.world.field_types[field.index()].clone();
        Ok(self.read_field(None, field, ty, span))
    }

    fn instance_field(&mut self, object: Value, field: FieldId, span: Span) -> Lowered<Value> {
        let ty = self.field_type(&object.ty, field);
        self.check_not_null(&object.expr, span);
        Ok(self.read_field(Some(object.expr), field, ty, span))
    }

    /// The type of a field as seen from a value of this type.
    fn field_type(&self, object: &Ty, field: FieldId) -> Ty {
        let class = self.world.program.fields[field.index()].class;
        self.world.member_bindings(object, class).apply(&self.world.field_types[field.index()])
    }

    pub(super) fn read_field(
        &mut self,
        object: Option<concurrent::object::Expr>,
        field: FieldId,
        ty: Ty,
        span: Span,
    ) -> Value {
        let entry = &self.world.program.fields[field.index()];
        let (erased, kind) = (entry.ty.clone(), entry.kind);
        let target = self.temporary(erased, span);
        if matches!(kind, FieldKind::Outer | FieldKind::EnumConstant) {
            self.not_null.push(target);
        }
        self.emit(Instruction::ReadField { target, object, field }, span);
        let value = self.local_value(target, ty.clone());
        self.seen_as(value, &ty)
    }

    /// A value of a generic member: its erased type is wider than the one that type arguments give it.
    pub(super) fn seen_as(&mut self, value: Value, ty: &Ty) -> Value {
        match ty.is_reference() && !self.program_subtype(&value.expr.ty, &self.world.erase(ty)) {
            true => self.recast(value, ty),
            false => Value { expr: value.expr, ty: ty.clone() },
        }
    }

    /// The innermost `this` that is not a lambda's.
    pub(super) fn this(&mut self, span: Span) -> Lowered<Value> {
        let mut class = self.class;
        while self.world.class(class).origin == ClassOrigin::Lambda {
            match self.world.class(class).outer {
                Some(outer) => class = outer,
                None => return gap(span, "`this` in a place without one"),
            }
        }
        self.enclosing(class, span)
    }

    pub(super) fn outer_this(&mut self, path: &[Name], span: Span) -> Lowered<Value> {
        let Some(class) = self.class_named(path) else {
            return gap(span, format!("the class `{}` is not known", path.join(".")));
        };
        let mut enclosing = Some(self.class);
        while let Some(id) = enclosing {
            if id == class {
                return self.enclosing(id, span);
            }
            enclosing = self.world.class(id).outer;
        }
        gap(span, format!("`{}` does not enclose this", path.join(".")))
    }

    /// The object of this class that encloses the current one, or the current one itself.
    pub(super) fn enclosing(&mut self, wanted: ClassId, span: Span) -> Lowered<Value> {
        if self.is_static {
            return gap(span, "`this` in a place without one");
        }
        let mut class = self.class;
        let own = self.world.info(class).type_params.iter().map(|var| Ty::Var(*var)).collect();
        let mut value = self.local_value(LocalId(0), Ty::Class(class, own));
        while class != wanted {
            let (Some(field), Some(outer)) = (self.world.info(class).outer_this, self.world.class(class).outer) else {
                return gap(span, "an enclosing object in a place without one");
            };
            let args = self.world.info(outer).type_params.iter().map(|var| Ty::Var(*var)).collect();
            value = self.read_field(Some(value.expr), field, Ty::Class(outer, args), span);
            class = outer;
        }
        Ok(value)
    }

    pub(super) fn class_named(&self, path: &[Name]) -> Option<ClassId> {
        let place = Place { unit: self.unit, class: Some(self.class), names: &self.names };
        match self.world.find_type(place, path)? {
            TypeName::Class(class) => Some(class),
            TypeName::Var(_) => None,
        }
    }

    /// A dotted expression as a class: `Outer.Inner` or `java.util.Map`.
    pub(super) fn as_class(&self, expr: &Expr) -> Option<ClassId> {
        let mut path = Vec::new();
        collect_path(expr, &mut path)?;
        if self.is_variable(path.first()?) {
            return None;
        }
        self.class_named(&path)
    }

    pub(super) fn prefix(&mut self, object: &'a Expr) -> Lowered<Prefix> {
        if let Some(class) = self.as_class(object) {
            return Ok(Prefix::Class(class));
        }
        if let Some(class) = self.as_unseen_class(object) {
            return Ok(Prefix::Class(class));
        }
        self.expr(object, None).map(Prefix::Value)
    }

    pub(super) fn field_access(&mut self, object: &'a Expr, name: &Name, _: Span, span: Span) -> Lowered<Value> {
        match self.prefix(object)? {
            Prefix::Class(class) => match self.find_field_of(class, name, span) {
                Ok(field) => self.static_field(field, span),
                Err(_) if self.world.is_left_unseen(class, Member::Field) => {
                    Ok(self.unseen_field(class, name, None, span))
                }
                Err(gap) => Err(gap),
            },
            Prefix::Value(value) => {
                if let Ty::Array(_) = self.world.upper(&value.ty)
                    && &**name == "length"
                {
                    self.check_not_null(&value.expr, span);
                    let target = self.temporary(concurrent::object::Type::Int, span);
                    self.emit(Instruction::ArrayLength { target, array: value.expr }, span);
                    return Ok(self.local_value(target, Ty::INT));
                }
                let field = match self.field_of_value(&value, name, span) {
                    Ok(field) => field,
                    Err(gap) => match self.unseen_field_class(&value) {
                        Some(class) => return Ok(self.unseen_field(class, name, Some(value), span)),
                        None => return Err(gap),
                    },
                };
                let entry = &self.world.program.fields[field.index()];
                if entry.is_static {
                    return self.static_field(field, span);
                }
                self.instance_field(value, field, span)
            }
        }
    }

    fn field_of_value(&self, value: &Value, name: &Name, span: Span) -> Lowered<FieldId> {
        match self.world.upper(&value.ty) {
            Ty::Class(class, _) => self.find_field_of(class, name, span),
            Ty::Unknown | Ty::Unseen => self.unknown_type(span),
            Ty::Void | Ty::Primitive(_) | Ty::Null | Ty::Array(_) | Ty::Var(_) => {
                gap(span, format!("the field `{name}` is not known"))
            }
        }
    }

    /// The class of a value, if a field that it is not known to have is none of the program's.
    fn unseen_field_class(&self, value: &Value) -> Option<ClassId> {
        let class = match self.world.upper(&value.ty) {
            Ty::Class(class, _) => class,
            Ty::Unseen => self.world.known.object,
            Ty::Void | Ty::Primitive(_) | Ty::Null | Ty::Array(_) | Ty::Var(_) | Ty::Unknown => return None,
        };
        self.world.is_left_unseen(class, Member::Field).then_some(class)
    }

    fn find_field_of(&self, class: ClassId, name: &Name, span: Span) -> Lowered<FieldId> {
        match self.world.find_field(class, name) {
            Some(field) => Ok(field),
            None => gap(span, format!("the field `{name}` of `{}` is not known", self.world.class(class).name)),
        }
    }

    pub(super) fn super_field(&mut self, name: &Name, span: Span) -> Lowered<Value> {
        let target = self.super_field_target(name, span)?;
        match target {
            Target::Field { object, field, ty } => {
                Ok(self.read_field(object.map(|object| object.expr), field, ty, span))
            }
            Target::Local { .. } | Target::Element { .. } => self.unknown_type(span),
        }
    }

    pub(super) fn super_field_target(&mut self, name: &Name, span: Span) -> Lowered<Target> {
        let object = self.this(span)?;
        let Ty::Class(class, _) = object.ty else {
            return self.unknown_type(span);
        };
        let Some(superclass) = self.world.class(class).superclass else {
            return gap(span, "`super` of a class without one");
        };
        let field = self.find_field_of(superclass, name, span)?;
        let ty = self.field_type(&object.ty, field);
        let is_static = self.world.program.fields[field.index()].is_static;
        Ok(Target::Field { object: (!is_static).then_some(object), field, ty })
    }

    pub(super) fn name_target(&mut self, name: &Name, span: Span) -> Lowered<Target> {
        match self.meaning(name) {
            Some(Meaning::Local(local, ty)) => Ok(Target::Local { local, ty }),
            Some(Meaning::Member(class, field)) => {
                let is_static = self.world.program.fields[field.index()].is_static;
                let object = if is_static { None } else { Some(self.enclosing(class, span)?) };
                let ty = match &object {
                    Some(object) => self.field_type(&object.ty, field),
                    None => self.world.field_types[field.index()].clone(),
                };
                Ok(Target::Field { object, field, ty })
            }
            Some(Meaning::StaticImport(field)) => {
                let ty = self.world.field_types[field.index()].clone();
                Ok(Target::Field { object: None, field, ty })
            }
            Some(Meaning::Capture(..)) => gap(span, "an assignment to a captured variable"),
            None => gap(span, format!("`{name}` is not known")),
        }
    }

    pub(super) fn field_target(&mut self, object: &'a Expr, name: &Name, keeps: bool, span: Span) -> Lowered<Target> {
        match self.prefix(object)? {
            Prefix::Class(class) => {
                let field = self.find_field_of(class, name, span)?;
                let ty = self.world.field_types[field.index()].clone();
                Ok(Target::Field { object: None, field, ty })
            }
            Prefix::Value(value) => {
                let field = self.field_of_value(&value, name, span)?;
                let ty = self.field_type(&value.ty, field);
                let is_static = self.world.program.fields[field.index()].is_static;
                let value = if keeps { self.keep(value, span) } else { value };
                Ok(Target::Field { object: (!is_static).then_some(value), field, ty })
            }
        }
    }
}

/// The parts of a dotted name.
pub(super) fn collect_path(expr: &Expr, path: &mut Vec<Name>) -> Option<()> {
    match &expr.kind {
        ExprKind::Name(name) => path.push(name.clone()),
        ExprKind::Field { object, name, .. } => {
            collect_path(object, path)?;
            path.push(name.clone());
        }
        _ => return None,
    }
    Some(())
}
