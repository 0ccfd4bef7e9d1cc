//! What is known of all classes while bodies are lowered: the object program as far as it is built, and beside it what
//! the object program has no place for.

use super::ast::{ClassDecl, Expr, MethodDecl, Primitive};
use super::types::{Ty, TypeVar, box_name};
use super::unseen::{Unseen, Use};
use concurrent::object::{Class, ClassId, ClassKind, ClassOrigin, FieldId, Gap, MethodId, Name, Program, Visibility};
use source::{Diagnostic, FileId, Span};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

pub struct World {
    pub program: Program,
    /// By class.
    pub infos: Vec<ClassInfo>,
    /// By field.
    pub field_types: Vec<Ty>,
    /// The initialisers of fields that might be constants, by field.
    pub field_values: HashMap<FieldId, Arc<Expr>>,
    /// By method.
    pub signatures: Vec<Signature>,
    pub type_vars: Vec<TypeVarInfo>,
    pub by_name: HashMap<Name, ClassId>,
    pub packages: HashSet<Name>,
    pub units: Vec<UnitScope>,
    pub known: Known,
    /// Bodies that wait to be lowered.
    pub jobs: VecDeque<Job>,
    /// Local and anonymous classes and lambdas by their place: code that is copied shares them.
    pub placed: HashMap<Span, ClassId>,
    pub diagnostics: Vec<Diagnostic>,
    pub unseen: Unseen,
    /// Members that are taken to be none of the program's.
    pub unseen_uses: Vec<Use>,
}

/// The names that the imports of a file bring.
#[derive(Default)]
pub struct UnitScope {
    pub package: Option<Name>,
    /// By simple name.
    pub single: HashMap<Name, Name>,
    pub on_demand: Vec<Name>,
    /// Class and member.
    pub static_single: Vec<(Name, Name)>,
    pub static_on_demand: Vec<Name>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitId(pub usize);

pub struct ClassInfo {
    pub decl: Option<Arc<ClassDecl>>,
    pub unit: UnitId,
    pub type_params: Vec<TypeVar>,
    /// The superclass, if there is one, and the interfaces.
    pub supers: Vec<Ty>,
    pub fields: HashMap<Name, FieldId>,
    pub methods: HashMap<Name, Vec<MethodId>>,
    pub classes: HashMap<Name, ClassId>,
    pub constructors: Vec<MethodId>,
    /// Of an inner class: the field that holds the enclosing object.
    pub outer_this: Option<FieldId>,
    pub captures: Vec<Capture>,
    /// The names of types that the enclosing bodies bring.
    pub scope: TypeNames,
    /// How many anonymous and local classes and lambdas it holds, for their names.
    pub synthetic: u32,
}

/// A variable of an enclosing method in a local class.
#[derive(Clone)]
pub struct Capture {
    pub name: Name,
    pub field: FieldId,
    pub ty: Ty,
}

/// Type parameters of methods and local classes, the innermost last.
#[derive(Clone, Default)]
pub struct TypeNames {
    pub vars: Vec<(Name, TypeVar)>,
    pub classes: Vec<(Name, ClassId)>,
}

#[derive(Clone)]
pub struct Signature {
    pub type_params: Vec<TypeVar>,
    /// Without the receiver.
    pub params: Vec<Ty>,
    pub result: Ty,
    pub is_varargs: bool,
}

pub struct TypeVarInfo {
    pub name: Name,
    pub bound: Ty,
}

pub struct Known {
    pub object: ClassId,
    pub string: ClassId,
    pub throwable: ClassId,
    pub class: ClassId,
    pub iterable: ClassId,
    pub boxes: [ClassId; 8],
}

/// A body to lower.
#[derive(Clone)]
pub struct Job {
    pub method: MethodId,
    pub kind: JobKind,
}

#[derive(Clone)]
pub enum JobKind {
    Method(Arc<MethodDecl>),
    /// None for the constructor that is there when none is written.
    Constructor(Option<Arc<MethodDecl>>),
    CompactConstructor(Option<Arc<MethodDecl>>),
    /// Of an anonymous class: hands all its arguments to this constructor.
    AnonymousConstructor(Option<MethodId>),
    StaticInitializer,
    Accessor(FieldId),
}

pub type Lowered<T> = Result<T, Gap>;

pub fn gap<T>(span: Span, message: impl Into<String>) -> Lowered<T> {
    Err(Gap { message: message.into(), span })
}

impl World {
    pub fn new(unseen: Unseen) -> World {
        let none = ClassId(0);
        let known =
            Known { object: none, string: none, throwable: none, class: none, iterable: none, boxes: [none; 8] };
        World {
            program: Program::default(),
            infos: Vec::new(),
            field_types: Vec::new(),
            field_values: HashMap::new(),
            signatures: Vec::new(),
            type_vars: Vec::new(),
            by_name: HashMap::new(),
            packages: HashSet::new(),
            units: vec![UnitScope::default()],
            known,
            jobs: VecDeque::new(),
            placed: HashMap::new(),
            diagnostics: Vec::new(),
            unseen,
            unseen_uses: Vec::new(),
        }
    }

    /// Looks up the classes that the language itself speaks of. Their models, or sources in their place, are declared.
    pub fn find_known(&mut self) {
        let mut find = |name: &str| match self.by_name.get(name) {
            Some(class) => *class,
            None => self.unknown_class(Arc::from(name)),
        };
        use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
        let boxes = [Boolean, Byte, Short, Char, Int, Long, Float, Double].map(|primitive| find(box_name(primitive)));
        self.known = Known {
            object: find("java.lang.Object"),
            string: find("java.lang.String"),
            throwable: find("java.lang.Throwable"),
            class: find("java.lang.Class"),
            iterable: find("java.lang.Iterable"),
            boxes,
        };
    }

    /// A class that is named but neither given nor modelled.
    pub fn unknown_class(&mut self, name: Name) -> ClassId {
        if let Some(class) = self.by_name.get(&name) {
            return *class;
        }
        let class = Class {
            name: name.clone(),
            kind: ClassKind::Class,
            origin: ClassOrigin::Unknown,
            superclass: None,
            interfaces: Vec::new(),
            outer: None,
            fields: Vec::new(),
            methods: Vec::new(),
            visibility: Visibility::Public,
            is_static: true,
            is_abstract: false,
            is_final: false,
            annotations: Vec::new(),
            promises: Vec::new(),
            span: NOWHERE,
        };
        self.add_class(class, ClassInfo::new(None, UnitId(0)))
    }

    pub fn add_class(&mut self, class: Class, info: ClassInfo) -> ClassId {
        let id = ClassId(self.program.classes.len() as u32);
        self.by_name.entry(class.name.clone()).or_insert(id);
        self.program.classes.push(class);
        self.infos.push(info);
        id
    }

    pub fn class(&self, id: ClassId) -> &Class {
        &self.program.classes[id.index()]
    }

    pub fn info(&self, id: ClassId) -> &ClassInfo {
        &self.infos[id.index()]
    }

    pub fn info_mut(&mut self, id: ClassId) -> &mut ClassInfo {
        &mut self.infos[id.index()]
    }

    pub fn is_interface(&self, id: ClassId) -> bool {
        matches!(self.class(id).kind, ClassKind::Interface | ClassKind::AnnotationType)
    }
}

/// The place of what has none.
pub const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

impl ClassInfo {
    pub fn new(decl: Option<Arc<ClassDecl>>, unit: UnitId) -> ClassInfo {
        ClassInfo {
            decl,
            unit,
            type_params: Vec::new(),
            supers: Vec::new(),
            fields: HashMap::new(),
            methods: HashMap::new(),
            classes: HashMap::new(),
            constructors: Vec::new(),
            outer_this: None,
            captures: Vec::new(),
            scope: TypeNames::default(),
            synthetic: 0,
        }
    }
}
