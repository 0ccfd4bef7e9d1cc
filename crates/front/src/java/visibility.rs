//! Which members a class has from the classes above it, and which code may name what is declared elsewhere.
//!
//! ```text
//!                 a class below has it                     code in class C names it
//! private         never                                    if one top-level class holds both
//! no modifier     if all in between is of its package      in its package
//! protected       always                                   in its package, and if C or a class around C is below
//! public          always                                   always
//! ```
//!
//! Static methods of interfaces are theirs alone. A name that a class does not have is looked for in the classes around it; a method that may not be named is none of
//! those that a call chooses from.

use super::world::{UnitId, World};
use concurrent::object::{ClassId, FieldId, MethodId, MethodKind, Name, Visibility};

/// Where a member is declared, and how.
#[derive(Clone, Copy)]
pub struct Declared {
    class: ClassId,
    visibility: Visibility,
    /// Whether no other class has it, whatever code may name it.
    is_alone: bool,
}

impl World {
    pub fn method_declared(&self, method: MethodId) -> Declared {
        let method = &self.program.methods[method.index()];
        let visibility = match (method.kind, method.visibility) {
            // Classes below build their part with it, which is no naming.
            (MethodKind::Constructor, Visibility::Protected) => Visibility::Package,
            (MethodKind::Constructor | MethodKind::Method | MethodKind::StaticInitializer, visibility) => visibility,
        };
        Declared { class: method.class, visibility, is_alone: method.is_static && self.is_interface(method.class) }
    }

    /// Whether a constructor in a class, or an anonymous class that stands there, may begin with this one.
    pub fn may_build(&self, from: ClassId, constructor: MethodId) -> bool {
        let is_protected = self.program.methods[constructor.index()].visibility == Visibility::Protected;
        is_protected || self.may_name(from, self.method_declared(constructor))
    }

    pub fn field_declared(&self, field: FieldId) -> Declared {
        let field = &self.program.fields[field.index()];
        let visibility = if self.is_interface(field.class) { Visibility::Public } else { field.visibility };
        Declared { class: field.class, visibility, is_alone: false }
    }

    /// None for a top-level class, which is no member.
    pub fn class_declared(&self, class: ClassId) -> Option<Declared> {
        let entry = self.class(class);
        Some(Declared { class: entry.outer?, visibility: entry.visibility, is_alone: false })
    }

    fn package(&self, class: ClassId) -> &Option<Name> {
        &self.units[self.info(class).unit.0].package
    }

    pub fn is_same_package(&self, one: ClassId, other: ClassId) -> bool {
        self.package(one) == self.package(other)
    }

    /// Whether an import on demand brings the class to a file.
    pub fn is_brought(&self, unit: UnitId, class: ClassId) -> bool {
        match self.class(class).visibility {
            Visibility::Private => false,
            Visibility::Package => self.units[unit.0].package == *self.package(class),
            Visibility::Protected | Visibility::Public => true,
        }
    }

    /// Whether a class has a member of a class above it, if the classes in between have it.
    pub fn inherits(&self, class: ClassId, member: Declared) -> bool {
        match member.visibility {
            _ if member.class == class => true,
            _ if member.is_alone => false,
            Visibility::Private => false,
            Visibility::Package => self.is_same_package(class, member.class),
            Visibility::Protected | Visibility::Public => true,
        }
    }

    /// Whether code in a class may name the member.
    pub fn may_name(&self, from: ClassId, member: Declared) -> bool {
        match member.visibility {
            Visibility::Private => self.top_level(from) == self.top_level(member.class),
            Visibility::Package => self.is_same_package(from, member.class),
            Visibility::Protected => {
                self.is_same_package(from, member.class)
                    || member.class == self.known.object
                    || self.around(from).any(|class| self.is_subclass(class, member.class))
            }
            Visibility::Public => true,
        }
    }

    /// The class and those that it stands in, the outermost last.
    fn around(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        std::iter::successors(Some(class), |class| self.class(*class).outer)
    }

    fn top_level(&self, class: ClassId) -> ClassId {
        self.around(class).last().unwrap_or(class)
    }
}
