//! The object program.
//!
//! text → front::java → **object** → engines, explore
//!
//! A program is classes with fields and methods; threads run methods. At this level: every name is an id and every
//! expression has its type; generics are erased; nested, local and anonymous classes, lambdas and method references are
//! classes like any other, whose captured variables are final fields. Expressions read locals and constants only and
//! have no side effects. The body of a method is a graph whose edges carry one [`Instruction`] each.
//!
//! What is atomic: an instruction makes at most one access to memory that others may see, so other threads may run at
//! every node. Memory is read as sequentially consistent. `x.f++` is a read and a write, `synchronized` an enter and,
//! on every way out, an exit.
//!
//! What may throw: an edge with an [`unwind`](Edge::unwind) node. If its instruction completes abruptly, the thrown
//! object is in [`Graph::exception`] and control is at that node. A [`Check`] completes abruptly exactly if its condition
//! does not hold; a call of a method with a graph if the callee does; a call of a library method may throw what the
//! method [declares](Method::throws) and nothing else.
//!
//! Static initialisers are methods of their own, run by the first thread that uses the class, before anyone else uses
//! it. No instruction stands for that: a use is a static access, a static call or a `new` of a class from a source.
//!
//! Ids index the tables of [`Program`] or of their [`Method`].

pub mod annotations;
pub mod graph;
pub mod library;
pub mod liveness;
pub mod text;

pub use graph::*;

use library::{Arithmetic, Callback, LibraryClass, LibraryMethod, Refusal, Sharing, Threads};
use source::Span;
use std::sync::Arc;

pub type Name = Arc<str>;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);
        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    ClassId,
    FieldId,
    MethodId,
    /// A parameter or local of a method, counted within it.
    LocalId,
    /// A point of control, counted within its method.
    NodeId,
    /// An edge, counted within its method.
    EdgeId,
}

#[derive(Clone, Debug, Default)]
pub struct Program {
    pub classes: Vec<Class>,
    pub fields: Vec<Field>,
    pub methods: Vec<Method>,
}

#[derive(Clone, Debug)]
pub struct Class {
    /// With package and enclosing classes, as in `java.util.Map.Entry`. Anonymous classes are `Outer$1`, local ones
    /// `Outer$1Name`, lambdas and method references `Outer$lambda1`.
    pub name: Name,
    pub kind: ClassKind,
    pub origin: ClassOrigin,
    /// None for `java.lang.Object` and for interfaces.
    pub superclass: Option<ClassId>,
    /// Of an interface: those it extends.
    pub interfaces: Vec<ClassId>,
    /// The class whose text encloses this one.
    pub outer: Option<ClassId>,
    pub fields: Vec<FieldId>,
    pub methods: Vec<MethodId>,
    pub visibility: Visibility,
    pub is_static: bool,
    pub is_abstract: bool,
    pub is_final: bool,
    pub annotations: Vec<Annotation>,
    /// Of a model.
    pub promises: Vec<library::Promise>,
    /// Its name in the source.
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClassKind {
    Class,
    Interface,
    Enum,
    Record,
    AnnotationType,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClassOrigin {
    /// A class with a name in a source that was given.
    Source,
    /// An anonymous class of a source.
    Anonymous,
    /// A lambda or method reference of a source: a class with one method besides its constructor, which it has none of.
    Lambda,
    /// A model of a library class: methods without graphs.
    Library(LibraryClass),
    /// A class that is named but neither given nor modelled. It has no members, and a method that calls one is
    /// unsupported.
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Visibility {
    Public,
    Protected,
    Package,
    Private,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Name,
    pub class: ClassId,
    pub ty: Type,
    /// The static types of what a collection holds, as far as the source says: of a `Map<Key, Box>`, `Key` and `Box`.
    pub type_arguments: Vec<Type>,
    pub kind: FieldKind,
    pub visibility: Visibility,
    pub is_static: bool,
    pub is_final: bool,
    pub is_volatile: bool,
    /// The value of a constant variable, which is never read from the field.
    pub constant: Option<Constant>,
    pub annotations: Vec<Annotation>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FieldKind {
    Declared,
    /// One of the objects of an enum.
    EnumConstant,
    /// The enclosing object of an inner class. Final, and set before the constructor runs.
    Outer,
    /// A local variable of the enclosing method. Final, and set before the constructor runs.
    Captured,
}

#[derive(Clone, Debug)]
pub struct Method {
    /// `<init>` for constructors and `<clinit>` for static initialisers.
    pub name: Name,
    pub class: ClassId,
    pub kind: MethodKind,
    pub visibility: Visibility,
    pub is_static: bool,
    pub is_abstract: bool,
    pub is_final: bool,
    /// The body already enters and exits the monitor.
    pub is_synchronized: bool,
    pub is_varargs: bool,
    /// `this` first, if the method is not static.
    pub params: Vec<LocalId>,
    pub locals: Vec<Local>,
    /// None is `void`.
    pub result: Option<Type>,
    /// The declared exceptions.
    pub throws: Vec<ClassId>,
    /// Of a model: what it throws some of them for.
    pub refuses: Vec<Refusal>,
    /// The methods of superclasses and interfaces that this one overrides or implements, all of them.
    pub overrides: Vec<MethodId>,
    /// The methods of interfaces that classes below implement by inheriting this one.
    pub implements: Vec<MethodId>,
    /// Of a model: the code of the program that it may run.
    pub callbacks: Vec<Callback>,
    /// Of a model: it returns an object, never null.
    pub is_never_null: bool,
    /// Of a model: what it returns writes to the array that it is given.
    pub is_view: bool,
    /// Of a model: it copies elements of its first argument to another one. No other method writes to an array that it
    /// knows as an object only.
    pub copies_first: bool,
    /// Of a model: what threads that share objects may rely on.
    pub sharing: Vec<Sharing>,
    /// Of a model: what its result is.
    pub arithmetic: Option<Arithmetic>,
    /// Of a model that returns a stream, or runs functions: which threads run them. None says nothing new.
    pub threads: Option<Threads>,
    pub annotations: Vec<Annotation>,
    pub body: Body,
    /// Its name in the source.
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MethodKind {
    Method,
    Constructor,
    StaticInitializer,
}

#[derive(Clone, Debug)]
pub enum Body {
    Graph(Graph),
    Library(LibraryMethod),
    /// Abstract, or a method of an interface without a default.
    Abstract,
    /// Native: nothing is known of what it does.
    Native,
    /// Something in the body is not modelled.
    Unsupported(Gap),
}

/// What is not modelled, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    pub message: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Local {
    /// As in the source; what the front end adds is `t0`, `t1`, ….
    pub name: Name,
    pub ty: Type,
    pub is_temporary: bool,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    /// The type of `null`.
    Null,
    Class(ClassId),
    Array(Box<Type>),
}

impl Type {
    pub fn is_reference(&self) -> bool {
        match self {
            Type::Null | Type::Class(_) | Type::Array(_) => true,
            Type::Boolean | Type::Byte | Type::Short | Type::Char => false,
            Type::Int | Type::Long | Type::Float | Type::Double => false,
        }
    }

    /// The width in bits and whether it is signed, of an integer type.
    pub fn integer(&self) -> Option<(u8, bool)> {
        match self {
            Type::Byte => Some((8, true)),
            Type::Short => Some((16, true)),
            Type::Char => Some((16, false)),
            Type::Int => Some((32, true)),
            Type::Long => Some((64, true)),
            Type::Boolean | Type::Float | Type::Double | Type::Null | Type::Class(_) | Type::Array(_) => None,
        }
    }
}

/// A comment that begins with `//@` or `/*@`, or a Java annotation, as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    pub form: AnnotationForm,
    /// Exactly the source at the span. Lines of a comment that belong together are one annotation.
    pub text: Arc<str>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnnotationForm {
    Comment,
    /// Such as `@GuardedBy("this")`.
    Java,
}

impl Program {
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }

    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.index()]
    }

    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.index()]
    }

    pub fn class_ids(&self) -> impl Iterator<Item = ClassId> + use<> {
        (0..self.classes.len() as u32).map(ClassId)
    }

    pub fn method_ids(&self) -> impl Iterator<Item = MethodId> + use<> {
        (0..self.methods.len() as u32).map(MethodId)
    }

    /// By its full name.
    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.classes.iter().position(|class| &*class.name == name).map(|index| ClassId(index as u32))
    }

    /// Whether a value of class `sub` is one of class or interface `sup`.
    pub fn is_subclass(&self, sub: ClassId, sup: ClassId) -> bool {
        sub == sup || self.supertypes(sub).any(|parent| self.is_subclass(parent, sup)) || {
            // Every object is an `Object`, also one that is seen through an interface.
            let class = self.class(sup);
            &*class.name == "java.lang.Object"
        }
    }

    /// The direct superclass and interfaces.
    pub fn supertypes(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        let class = self.class(class);
        class.superclass.into_iter().chain(class.interfaces.iter().copied())
    }

    /// Every method that could not be lowered, with the reason.
    pub fn gaps(&self) -> impl Iterator<Item = (MethodId, &Gap)> {
        self.method_ids().filter_map(|id| match &self.method(id).body {
            Body::Unsupported(gap) => Some((id, gap)),
            Body::Graph(_) | Body::Library(_) | Body::Abstract | Body::Native => None,
        })
    }
}

impl Class {
    /// Whether its text was given, in whatever form.
    pub fn is_from_source(&self) -> bool {
        match self.origin {
            ClassOrigin::Source | ClassOrigin::Anonymous | ClassOrigin::Lambda => true,
            ClassOrigin::Library(_) | ClassOrigin::Unknown => false,
        }
    }
}

impl Method {
    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.index()]
    }

    pub fn graph(&self) -> Option<&Graph> {
        match &self.body {
            Body::Graph(graph) => Some(graph),
            Body::Library(_) | Body::Abstract | Body::Native | Body::Unsupported(_) => None,
        }
    }

    /// The local that holds the receiver.
    pub fn this(&self) -> Option<LocalId> {
        if self.is_static { None } else { self.params.first().copied() }
    }
}
