//! Static types while a program is resolved: with type arguments, which the object program no longer has.
//!
//! A wildcard is its bound, or that of the parameter that it stands for. A type argument that cannot be found out is
//! [`Ty::Unknown`]: what needs it is unsupported. What code that is not seen yields is of the type [`Ty::Unseen`].

use super::ast::Primitive;
use super::world::World;
use concurrent::object::{ClassId, ClassOrigin, Type};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ty {
    Void,
    Primitive(Primitive),
    Null,
    /// With as many arguments as the class has parameters, or none: a raw type.
    Class(ClassId, Vec<Ty>),
    Array(Box<Ty>),
    Var(TypeVar),
    Unknown,
    /// Whatever type the place asks for, a primitive one too: only where calls of code that is not seen are kept.
    Unseen,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TypeVar(pub u32);

impl Ty {
    pub const BOOLEAN: Ty = Ty::Primitive(Primitive::Boolean);
    pub const INT: Ty = Ty::Primitive(Primitive::Int);

    pub fn class(id: ClassId) -> Ty {
        Ty::Class(id, Vec::new())
    }

    pub fn array(self) -> Ty {
        Ty::Array(Box::new(self))
    }

    pub fn is_primitive(&self) -> bool {
        matches!(self, Ty::Primitive(_))
    }

    pub fn is_reference(&self) -> bool {
        !matches!(self, Ty::Primitive(_) | Ty::Void)
    }
}

/// A substitution of type variables.
#[derive(Clone, Default, Debug)]
pub struct Bindings(pub Vec<(TypeVar, Ty)>);

impl Bindings {
    pub fn get(&self, var: TypeVar) -> Option<&Ty> {
        self.0.iter().find(|(bound, _)| *bound == var).map(|(_, ty)| ty)
    }

    pub fn set(&mut self, var: TypeVar, ty: Ty) {
        match self.0.iter_mut().find(|(bound, _)| *bound == var) {
            Some((_, old)) => *old = ty,
            None => self.0.push((var, ty)),
        }
    }

    pub fn apply(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Void | Ty::Primitive(_) | Ty::Null | Ty::Unknown | Ty::Unseen => ty.clone(),
            Ty::Class(class, args) => Ty::Class(*class, args.iter().map(|arg| self.apply(arg)).collect()),
            Ty::Array(element) => self.apply(element).array(),
            Ty::Var(var) => self.get(*var).cloned().unwrap_or(Ty::Var(*var)),
        }
    }
}

/// The order of widening: a value of the left type is one of the right type.
pub fn widens(from: Primitive, to: Primitive) -> bool {
    use Primitive::{Boolean, Byte, Char, Short};
    match (from, to) {
        (Boolean, _) | (_, Boolean) => from == to,
        (Char, Byte | Short) | (Byte | Short, Char) => false,
        (Char, _) | (_, Char) => from == to || from == Char,
        _ => from <= to,
    }
}

/// The type that a binary operator on numbers works on.
pub fn promoted(left: Primitive, right: Primitive) -> Primitive {
    left.max(right).max(Primitive::Int)
}

pub fn box_name(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Boolean => "java.lang.Boolean",
        Primitive::Byte => "java.lang.Byte",
        Primitive::Short => "java.lang.Short",
        Primitive::Char => "java.lang.Character",
        Primitive::Int => "java.lang.Integer",
        Primitive::Long => "java.lang.Long",
        Primitive::Float => "java.lang.Float",
        Primitive::Double => "java.lang.Double",
    }
}

pub fn unbox_method(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Boolean => "booleanValue",
        Primitive::Byte => "byteValue",
        Primitive::Short => "shortValue",
        Primitive::Char => "charValue",
        Primitive::Int => "intValue",
        Primitive::Long => "longValue",
        Primitive::Float => "floatValue",
        Primitive::Double => "doubleValue",
    }
}

pub fn primitive_type(primitive: Primitive) -> Type {
    match primitive {
        Primitive::Boolean => Type::Boolean,
        Primitive::Byte => Type::Byte,
        Primitive::Short => Type::Short,
        Primitive::Char => Type::Char,
        Primitive::Int => Type::Int,
        Primitive::Long => Type::Long,
        Primitive::Float => Type::Float,
        Primitive::Double => Type::Double,
    }
}

impl World {
    /// The erasure. `void` has none.
    pub fn erase(&self, ty: &Ty) -> Type {
        match ty {
            Ty::Primitive(primitive) => primitive_type(*primitive),
            Ty::Null => Type::Null,
            Ty::Class(class, _) => Type::Class(*class),
            Ty::Array(element) => Type::Array(Box::new(self.erase(element))),
            Ty::Var(_) => self.erase(&self.upper(ty)),
            Ty::Void | Ty::Unknown | Ty::Unseen => Type::Class(self.known.object),
        }
    }

    /// A type without a variable at its top: a variable's bound.
    pub fn upper(&self, ty: &Ty) -> Ty {
        let mut ty = ty.clone();
        // A variable that is bounded by itself is no program; the count keeps us from looping on it.
        for _ in 0..20 {
            match ty {
                Ty::Var(var) => ty = self.type_vars[var.0 as usize].bound.clone(),
                other => return other,
            }
        }
        Ty::class(self.known.object)
    }

    pub fn object(&self) -> Ty {
        Ty::class(self.known.object)
    }

    pub fn string(&self) -> Ty {
        Ty::class(self.known.string)
    }

    pub fn is_string(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Class(class, _) if *class == self.known.string)
    }

    pub fn boxed(&self, primitive: Primitive) -> Ty {
        Ty::class(self.known.boxes[primitive as usize])
    }

    pub fn unboxed(&self, ty: &Ty) -> Option<Primitive> {
        const ALL: [Primitive; 8] = [
            Primitive::Boolean,
            Primitive::Byte,
            Primitive::Short,
            Primitive::Char,
            Primitive::Int,
            Primitive::Long,
            Primitive::Float,
            Primitive::Double,
        ];
        match self.upper(ty) {
            Ty::Class(class, _) => ALL.into_iter().find(|primitive| self.known.boxes[*primitive as usize] == class),
            _ => None,
        }
    }

    /// The primitive type of a value, unboxed if need be.
    pub fn as_primitive(&self, ty: &Ty) -> Option<Primitive> {
        match ty {
            Ty::Primitive(primitive) => Some(*primitive),
            other => self.unboxed(other),
        }
    }

    pub fn is_subclass(&self, sub: ClassId, sup: ClassId) -> bool {
        sub == sup || sup == self.known.object || self.direct_supers(sub).any(|parent| self.is_subclass(parent, sup))
    }

    fn direct_supers(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        let class = &self.program.classes[class.index()];
        class.superclass.into_iter().chain(class.interfaces.iter().copied())
    }

    /// Whether some superclass or interface is not known, so that members may be missing.
    pub fn has_unknown_super(&self, class: ClassId) -> bool {
        self.program.classes[class.index()].origin == ClassOrigin::Unknown
            || self.direct_supers(class).any(|parent| self.has_unknown_super(parent))
    }

    /// Whether a reference of the left type is one of the right type, type arguments apart.
    pub fn is_subtype(&self, sub: &Ty, sup: &Ty) -> bool {
        match (sub, sup) {
            (Ty::Unseen, other) | (other, Ty::Unseen) => *other != Ty::Void,
            (Ty::Unknown, other) | (other, Ty::Unknown) => other.is_reference(),
            (Ty::Void, _) | (_, Ty::Void) => false,
            (Ty::Primitive(from), Ty::Primitive(to)) => widens(*from, *to),
            (Ty::Primitive(_), _) | (_, Ty::Primitive(_)) => false,
            (Ty::Null, _) => true,
            (Ty::Var(a), Ty::Var(b)) if a == b => true,
            (Ty::Var(_), _) => self.is_subtype(&self.upper(sub), sup),
            (_, Ty::Var(_)) => self.is_subtype(sub, &self.upper(sup)),
            (Ty::Class(a, _), Ty::Class(b, _)) => self.is_subclass(*a, *b) || self.has_unknown_super(*a),
            (Ty::Array(a), Ty::Array(b)) => match (&**a, &**b) {
                (Ty::Primitive(a), Ty::Primitive(b)) => a == b,
                (a, b) => self.is_subtype(a, b),
            },
            (Ty::Array(_), Ty::Class(class, _)) => {
                *class == self.known.object
                    || matches!(
                        &*self.program.classes[class.index()].name,
                        "java.lang.Cloneable" | "java.io.Serializable"
                    )
            }
            (Ty::Class(..), Ty::Array(_)) | (_, Ty::Null) => false,
        }
    }

    /// The type as its supertype of this class, with arguments: `ArrayList<Foo>` as `Iterable` is `Iterable<Foo>`.
    pub fn as_super(&self, ty: &Ty, class: ClassId) -> Option<Vec<Ty>> {
        let Ty::Class(own, args) = self.upper(ty) else {
            return None;
        };
        if own == class {
            return Some(args);
        }
        let bindings = self.class_bindings(own, &args);
        let info = &self.infos[own.index()];
        info.supers.iter().find_map(|parent| self.as_super(&bindings.apply(parent), class))
    }

    /// The parameters of a class bound to these arguments; of a raw type, to unknown ones.
    pub fn class_bindings(&self, class: ClassId, args: &[Ty]) -> Bindings {
        let params = &self.infos[class.index()].type_params;
        let arg = |at: usize| args.get(at).cloned().unwrap_or(Ty::Unknown);
        Bindings(params.iter().enumerate().map(|(at, var)| (*var, arg(at))).collect())
    }

    /// What the type parameters of a member's class are bound to, seen from a value of this type.
    pub fn member_bindings(&self, receiver: &Ty, member_class: ClassId) -> Bindings {
        match self.as_super(receiver, member_class) {
            Some(args) => self.class_bindings(member_class, &args),
            None => Bindings::default(),
        }
    }

    /// A type for messages.
    pub fn show(&self, ty: &Ty) -> String {
        match ty {
            Ty::Void => "void".into(),
            Ty::Primitive(primitive) => format!("{primitive:?}").to_lowercase(),
            Ty::Null => "null".into(),
            Ty::Class(class, _) => {
                let name = &self.program.classes[class.index()].name;
                name.rsplit('.').next().unwrap_or(name).to_string()
            }
            Ty::Array(element) => format!("{}[]", self.show(element)),
            Ty::Var(var) => self.type_vars[var.0 as usize].name.to_string(),
            Ty::Unknown | Ty::Unseen => "an unknown type".into(),
        }
    }
}
