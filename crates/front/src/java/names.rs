//! Names of types: which class a name means where it stands.
//!
//! From the inside out: type parameters and local classes of the enclosing bodies, type parameters and member classes of
//! the enclosing classes, single imports, the package, imports on demand, `java.lang`. A name that means nothing here is
//! an unknown class, so that fields and parameters of its type do no harm.

use super::ast::{TypeExpr, TypeKind};
use super::types::Ty;
use super::world::{TypeNames, UnitId, World};
use concurrent::object::{ClassId, ClassOrigin, Name};
use std::sync::Arc;

/// Where a name stands.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    pub unit: UnitId,
    pub class: Option<ClassId>,
    pub names: &'a TypeNames,
}

pub enum TypeName {
    Class(ClassId),
    Var(super::types::TypeVar),
}

impl World {
    pub fn resolve_type(&mut self, place: Place, ty: &TypeExpr) -> Ty {
        match &ty.kind {
            TypeKind::Primitive(primitive) => Ty::Primitive(*primitive),
            TypeKind::Array(element) => self.resolve_type(place, element).array(),
            TypeKind::Var => Ty::Unknown,
            TypeKind::Wildcard(None) => Ty::Unknown,
            TypeKind::Wildcard(Some((_, bound))) => self.resolve_type(place, bound),
            TypeKind::Named { path, args, .. } => {
                let is_open: Vec<bool> = args.iter().map(|arg| matches!(arg.kind, TypeKind::Wildcard(None))).collect();
                let args: Vec<Ty> = args.iter().map(|arg| self.resolve_type(place, arg)).collect();
                match self.find_type(place, path) {
                    Some(TypeName::Var(var)) => Ty::Var(var),
                    Some(TypeName::Class(class)) => {
                        let mut args = self.fitting(class, args);
                        let open = args.iter_mut().enumerate().filter(|(at, _)| is_open[*at]);
                        open.for_each(|(at, arg)| *arg = self.bound(class, at));
                        Ty::Class(class, args)
                    }
                    None => Ty::Class(self.unknown_type(place, path), Vec::new()),
                }
            }
        }
    }

    /// What `?` stands for: anything that the parameter of the class allows.
    fn bound(&self, class: ClassId, at: usize) -> Ty {
        match self.upper(&Ty::Var(self.info(class).type_params[at])) {
            Ty::Class(bound, _) => Ty::class(bound),
            // The bounds of the class are not known yet.
            other => other,
        }
    }

    /// As many arguments as parameters, or none.
    fn fitting(&self, class: ClassId, args: Vec<Ty>) -> Vec<Ty> {
        if args.len() == self.info(class).type_params.len() { args } else { Vec::new() }
    }

    pub fn find_type(&self, place: Place, path: &[Name]) -> Option<TypeName> {
        let (first, rest) = path.split_first()?;
        let Some(found) = self.find_simple(place, first) else {
            return self.find_qualified(path).map(TypeName::Class);
        };
        match found {
            TypeName::Var(_) => rest.is_empty().then_some(found),
            TypeName::Class(class) => {
                rest.iter().try_fold(class, |class, name| self.member_class(class, name)).map(TypeName::Class)
            }
        }
    }

    pub fn find_simple(&self, place: Place, name: &Name) -> Option<TypeName> {
        if let Some(found) = find_local(place.names, name) {
            return Some(found);
        }
        let mut class = place.class;
        while let Some(id) = class {
            if let Some(found) = self.find_in_class(id, name) {
                return Some(found);
            }
            class = self.class(id).outer;
        }
        self.find_in_unit(place.unit, name).map(TypeName::Class)
    }

    fn find_in_class(&self, class: ClassId, name: &Name) -> Option<TypeName> {
        let info = self.info(class);
        let param = info.type_params.iter().find(|var| self.type_vars[var.0 as usize].name == *name);
        if let Some(var) = param {
            return Some(TypeName::Var(*var));
        }
        // A member, be it an inherited one, hides the class itself.
        if let Some(member) = self.member_class(class, name) {
            return Some(TypeName::Class(member));
        }
        if let Some(decl) = &info.decl
            && decl.name == *name
        {
            return Some(TypeName::Class(class));
        }
        find_local(&info.scope, name)
    }

    /// A member class by its simple name, inherited ones too.
    pub fn member_class(&self, class: ClassId, name: &Name) -> Option<ClassId> {
        if let Some(found) = self.info(class).classes.get(name) {
            return Some(*found);
        }
        let supers: Vec<ClassId> = self.program.supertypes(class).collect();
        let is_inherited =
            |member: &ClassId| self.class_declared(*member).is_none_or(|declared| self.inherits(class, declared));
        supers.into_iter().find_map(|parent| self.member_class(parent, name).filter(is_inherited))
    }

    fn find_in_unit(&self, unit: UnitId, name: &Name) -> Option<ClassId> {
        let scope = &self.units[unit.0];
        if let Some(full) = scope.single.get(name) {
            return self.find_dotted(full);
        }
        let in_package = |package: &str| {
            let full = if package.is_empty() { name.to_string() } else { format!("{package}.{name}") };
            self.by_name.get(full.as_str()).copied().filter(|class| self.class(*class).origin != ClassOrigin::Unknown)
        };
        let own = scope.package.as_deref().unwrap_or("");
        // What an import on demand may not name, it does not bring.
        let on_demand = |package: &Name| in_package(package).filter(|class| self.is_brought(unit, *class));
        let single = scope.static_single.iter().filter(|(_, member)| member == name).map(|(class, _)| class);
        self.static_member_class(single, name)
            .or_else(|| in_package(own))
            .or_else(|| scope.on_demand.iter().find_map(on_demand))
            .or_else(|| in_package("java.lang"))
            .or_else(|| self.static_member_class(scope.static_on_demand.iter(), name))
    }

    fn static_member_class<'n>(&self, mut of: impl Iterator<Item = &'n Name>, name: &Name) -> Option<ClassId> {
        of.find_map(|class| self.find_dotted(class).and_then(|class| self.member_class(class, name)))
    }

    /// A full name, of a top-level class or of a member class.
    pub fn find_dotted(&self, full: &str) -> Option<ClassId> {
        self.by_name.get(full).copied()
    }

    fn find_qualified(&self, path: &[Name]) -> Option<ClassId> {
        if path.len() < 2 {
            return None;
        }
        let full = path.iter().map(|part| &**part).collect::<Vec<_>>().join(".");
        self.find_dotted(&full).filter(|class| self.class(*class).origin != ClassOrigin::Unknown)
    }

    /// The class that stands for a name that means nothing here, with the package that an import gives it.
    pub fn unknown_type(&mut self, place: Place, path: &[Name]) -> ClassId {
        let mut full = path.iter().map(|part| &**part).collect::<Vec<_>>().join(".");
        if let Some(first) = path.first()
            && let Some(imported) = self.units[place.unit.0].single.get(first)
        {
            full = format!("{imported}{}", &full[first.len()..]);
        }
        // A class of that name elsewhere is not meant.
        if self.by_name.get(full.as_str()).is_some_and(|class| self.class(*class).origin != ClassOrigin::Unknown) {
            full = format!("?.{full}");
        }
        self.unknown_class(Arc::from(full))
    }
}

fn find_local(names: &TypeNames, name: &Name) -> Option<TypeName> {
    if let Some((_, var)) = names.vars.iter().rev().find(|(known, _)| known == name) {
        return Some(TypeName::Var(*var));
    }
    let class = names.classes.iter().rev().find(|(known, _)| known == name)?;
    Some(TypeName::Class(class.1))
}
