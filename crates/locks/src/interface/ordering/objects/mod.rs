//! Which objects a value may be, as all threads see them: by the instruction that makes them.
//!
//! An analysis by inclusion, of the whole program at once: `x = y` gives objects(x) ⊇ objects(y), and fields, elements
//! of arrays, calls and results do the same. A field is one for all objects of its class; elements are one for each
//! array that is made. What code outside of the program gets is lost to it, and what comes from there may be any object
//! of its type that was lost.

mod flow;
mod once;
mod places;
pub mod self_locking;

use concurrent::object::library::LibraryClass;
use concurrent::object::{
    ClassId, ClassOrigin, Constant, EdgeId, Expr, ExprKind, FieldId, LocalId, MethodId, Program, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjectId(u32);

/// Some objects, sorted.
pub type Set = Rc<[ObjectId]>;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Object {
    /// Made by this instruction.
    Made(MethodId, EdgeId),
    /// From outside: an object of this type.
    Of(Type),
    Class(Type),
    /// Equal texts are one object, in whatever class they stand.
    Text(Arc<str>),
    /// Whatever locks this method of a lambda takes, wherever it is run.
    Runs(MethodId),
    /// The initialisation of this class: others wait until it is done.
    Initialises(ClassId),
    /// A lock in this object of the library.
    Inside(ObjectId),
    /// A collection of this type through which one that locks itself is used.
    View(ObjectId, Type),
}

pub struct Objects {
    objects: Vec<Object>,
    /// Of each object.
    types: Vec<Type>,
    ids: FxHashMap<Object, ObjectId>,
    /// Where the locals of a method begin among the nodes.
    first_local: Vec<usize>,
    first_field: usize,
    /// By node.
    sets: Vec<BTreeSet<ObjectId>>,
    /// The nodes of what arrays hold.
    elements: FxHashMap<ObjectId, usize>,
    /// What is made once at most.
    is_once: Vec<bool>,
    /// By field, as far as it was asked for: whether each object has one place in its arrays.
    one_place: FxHashMap<FieldId, bool>,
}

/// Code outside of the program, as a node.
const OUTSIDE: usize = 0;

impl Objects {
    pub fn new(program: &Program, called: &FxHashSet<MethodId>) -> Objects {
        let mut first_local = Vec::new();
        let mut next = OUTSIDE + 1;
        for method in &program.methods {
            first_local.push(next);
            next += method.locals.len();
        }
        let objects = Objects {
            objects: Vec::new(),
            types: Vec::new(),
            ids: FxHashMap::default(),
            first_local,
            first_field: next,
            sets: vec![BTreeSet::new(); next + program.fields.len()],
            elements: FxHashMap::default(),
            is_once: Vec::new(),
            one_place: FxHashMap::default(),
        };
        let mut objects = flow::solve(program, objects, called);
        objects.is_once = once::made_once(program, &objects.objects);
        objects
    }

    /// All that are known so far.
    pub fn all(&self) -> impl Iterator<Item = ObjectId> + use<> {
        (0..self.objects.len() as u32).map(ObjectId)
    }

    pub fn get(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    pub fn type_of(&self, id: ObjectId) -> &Type {
        &self.types[id.0 as usize]
    }

    pub fn is_once(&self, id: ObjectId) -> bool {
        self.is_once[id.0 as usize]
    }

    /// Whether the object is made by the program, of this kind of library class.
    pub fn is_made_of(&self, program: &Program, id: ObjectId, kind: LibraryClass) -> bool {
        let is_kind = match &self.types[id.0 as usize] {
            Type::Class(class) => program.class(*class).origin == ClassOrigin::Library(kind),
            _ => false,
        };
        is_kind && matches!(self.get(id), Object::Made(..))
    }

    /// Whether each of these arrays, of which all are known, holds whatever is of the type. `depth` is how deep arrays
    /// nest in what is stored into: an array of arrays is one object with its parts.
    pub fn all_hold(&self, program: &Program, arrays: &Set, depth: usize, ty: &Type) -> bool {
        arrays.iter().all(|id| {
            let mut inner = &self.types[id.0 as usize];
            while let Type::Array(element) = inner
                && dimensions(inner) >= depth
            {
                inner = element;
            }
            matches!(self.get(*id), Object::Made(..)) && is_below(program, ty, inner)
        })
    }

    /// Whether all of them, which are values of the first type, are made by the program and of the second one. A side of a
    /// lock goes by its lock, and is of neither.
    pub fn all_are(&self, program: &Program, ids: &Set, from: &Type, ty: &Type) -> bool {
        ids.iter().all(|id| {
            let own = self.type_of(*id);
            matches!(self.get(*id), Object::Made(..)) && is_below(program, own, from) && is_below(program, own, ty)
        })
    }

    /// Whether a value may be an object of the class: the program makes it so, or it comes from outside and may be one.
    pub fn may_be_near(&mut self, program: &Program, method: MethodId, value: &Expr, class: ClassId) -> bool {
        let ids = self.of_expr(program, method, value);
        ids.iter().any(|id| match self.get(*id) {
            Object::Made(..) => is_below(program, self.type_of(*id), &Type::Class(class)),
            Object::Of(ty) | Object::View(_, ty) => {
                is_below(program, ty, &Type::Class(class)) || is_below(program, &Type::Class(class), ty)
            }
            Object::Class(_) | Object::Text(_) | Object::Runs(_) | Object::Initialises(_) | Object::Inside(_) => false,
        })
    }

    /// The classes of the objects that the program makes and that a value may be, and whether it may come from outside.
    pub fn classes_of(&mut self, program: &Program, method: MethodId, value: &Expr) -> (BTreeSet<ClassId>, bool) {
        let ids = self.of_expr(program, method, value);
        let mut classes = BTreeSet::new();
        let mut is_outside = false;
        for id in ids.iter() {
            match self.get(*id) {
                Object::Made(..) => classes.extend(self.class_of(*id)),
                Object::Of(ty) => {
                    is_outside = true;
                    let lost = self.sets[OUTSIDE].iter().filter(|lost| self.may_be_of(program, **lost, ty));
                    classes.extend(lost.filter_map(|lost| self.class_of(*lost)));
                }
                Object::Class(_) | Object::Text(_) | Object::Runs(_) | Object::Initialises(_) => {}
                Object::Inside(_) | Object::View(..) => {}
            }
        }
        (classes, is_outside)
    }

    /// The classes of those alone that the program makes.
    pub fn made_classes_of(&mut self, program: &Program, method: MethodId, value: &Expr) -> BTreeSet<ClassId> {
        let ids = self.of_expr(program, method, value);
        ids.iter().filter_map(|id| self.class_of(*id)).collect()
    }

    /// The class of an object that the program makes.
    pub fn class_of(&self, id: ObjectId) -> Option<ClassId> {
        match (self.get(id), self.type_of(id)) {
            (Object::Made(..), Type::Class(class)) => Some(*class),
            _ => None,
        }
    }

    /// What a local may be.
    pub fn of_local(&mut self, program: &Program, method: MethodId, local: LocalId) -> Set {
        let node = self.first_local[method.index()] + local.index();
        self.as_type(program, node, &program.method(method).local(local).ty)
    }

    pub fn of_field(&mut self, program: &Program, field: FieldId) -> Set {
        self.as_type(program, self.first_field + field.index(), &program.field(field).ty)
    }

    /// What the elements of these arrays may be.
    pub fn of_elements(&self, arrays: &Set) -> Set {
        let nodes = arrays.iter().filter_map(|array| self.elements.get(array));
        let all: BTreeSet<ObjectId> = nodes.flat_map(|node| self.sets[*node].iter().copied()).collect();
        all.into_iter().collect()
    }

    pub fn of_expr(&mut self, program: &Program, method: MethodId, expr: &Expr) -> Set {
        match &expr.kind {
            ExprKind::Local(local) => self.of_local(program, method, *local),
            ExprKind::Cast(inner) => {
                let set: BTreeSet<ObjectId> = self.of_expr(program, method, inner).iter().copied().collect();
                self.narrowed(program, &set, &expr.ty)
            }
            ExprKind::Constant(Constant::String(text)) => self.text(text),
            ExprKind::Constant(Constant::Class(ty)) => self.class(ty),
            _ => Rc::from([self.intern(Object::Of(expr.ty.clone()), expr.ty.clone())]),
        }
    }

    pub fn text(&mut self, text: &Arc<str>) -> Set {
        Rc::from([self.intern(Object::Text(text.clone()), Type::Null)])
    }

    pub fn class(&mut self, ty: &Type) -> Set {
        Rc::from([self.intern(Object::Class(ty.clone()), Type::Null)])
    }

    pub fn runs(&mut self, method: MethodId) -> Set {
        Rc::from([self.intern(Object::Runs(method), Type::Null)])
    }

    pub fn initialises(&mut self, class: ClassId) -> Set {
        Rc::from([self.intern(Object::Initialises(class), Type::Null)])
    }

    pub fn made(&mut self, method: MethodId, edge: EdgeId) -> Option<Set> {
        self.ids.get(&Object::Made(method, edge)).map(|id| Rc::from([*id]))
    }

    /// The first field that may hold the object: its name is one for the object.
    pub fn holder(&self, program: &Program, id: ObjectId) -> Option<FieldId> {
        let holds = |field: &usize| self.sets[self.first_field + field].contains(&id);
        (0..program.fields.len()).find(holds).map(|field| FieldId(field as u32))
    }

    fn as_type(&mut self, program: &Program, node: usize, ty: &Type) -> Set {
        let set = self.sets[node].clone();
        self.narrowed(program, &set, ty)
    }

    /// Those that may be of the type. What is known to be of a wider type is of this one.
    fn narrowed(&mut self, program: &Program, set: &BTreeSet<ObjectId>, ty: &Type) -> Set {
        let mut found = BTreeSet::new();
        for id in set {
            let is_outside = matches!(self.get(*id), Object::Of(_));
            match is_outside && is_below(program, ty, &self.types[id.0 as usize]) {
                true => found.insert(self.intern(Object::Of(ty.clone()), ty.clone())),
                false if self.may_be_of(program, *id, ty) => found.insert(*id),
                false => false,
            };
        }
        if found.is_empty() {
            found.insert(self.intern(Object::Of(ty.clone()), ty.clone()));
        }
        found.into_iter().collect()
    }

    /// Whether two may be the same object.
    pub fn overlap(&self, program: &Program, a: ObjectId, b: ObjectId) -> bool {
        if a == b {
            return true;
        }
        match (self.get(a), self.get(b)) {
            (Object::Of(ty), Object::Of(_)) => self.may_be_of(program, b, ty),
            (Object::Of(ty), _) => self.is_lost(program, b) && self.may_be_of(program, b, ty),
            (_, Object::Of(ty)) => self.is_lost(program, a) && self.may_be_of(program, a, ty),
            (Object::Inside(a), Object::Inside(b)) => self.overlap(program, *a, *b),
            (Object::Made(..) | Object::Class(_) | Object::Text(_), _) => false,
            (Object::Runs(_) | Object::Initialises(_) | Object::Inside(_) | Object::View(..), _) => false,
        }
    }

    /// Whether a value may be an object of the class that the program makes. What comes from outside may be one that was
    /// lost to it.
    pub fn may_be_made_as(&mut self, program: &Program, method: MethodId, expr: &Expr, class: ClassId) -> bool {
        let set = self.of_expr(program, method, expr);
        let is_one = |id: &ObjectId| {
            matches!(self.get(*id), Object::Made(..)) && is_below(program, self.type_of(*id), &Type::Class(class))
        };
        set.iter().any(|id| match self.get(*id) {
            Object::Made(..) => is_one(id),
            Object::Of(_) => self.sets[OUTSIDE].iter().any(is_one),
            Object::Class(_) | Object::Text(_) | Object::Runs(_) | Object::Initialises(_) => false,
            Object::Inside(_) | Object::View(..) => false,
        })
    }

    /// Whether code outside may have the object: it may call methods of any object of the program's own classes.
    pub fn is_lost(&self, program: &Program, id: ObjectId) -> bool {
        let is_own = match &self.types[id.0 as usize] {
            Type::Class(class) => program.class(*class).is_from_source(),
            _ => true,
        };
        is_own || self.sets[OUTSIDE].contains(&id)
    }

    /// Whether code outside may have got the object from the program, or made it.
    pub fn reaches_outside(&self, id: ObjectId) -> bool {
        match self.get(id) {
            Object::Made(..) => self.sets[OUTSIDE].contains(&id),
            Object::Of(_) | Object::Class(_) | Object::Text(_) => true,
            Object::Runs(_) | Object::Initialises(_) => true,
            Object::Inside(whole) | Object::View(whole, _) => self.reaches_outside(*whole),
        }
    }

    fn may_be_of(&self, program: &Program, id: ObjectId, ty: &Type) -> bool {
        let own = &self.types[id.0 as usize];
        let named =
            |name: &str| program.class_named(name).is_none_or(|class| is_below(program, &Type::Class(class), ty));
        match self.get(id) {
            Object::Text(_) => named("java.lang.String"),
            Object::Class(_) => named("java.lang.Class"),
            Object::Runs(_) | Object::Initialises(_) | Object::Inside(_) => false,
            Object::Made(..) => is_below(program, own, ty) || is_side(program, own, ty),
            Object::View(..) => is_below(program, own, ty),
            Object::Of(_) => is_below(program, own, ty) || is_below(program, ty, own) || is_interface(program, own, ty),
        }
    }

    fn intern(&mut self, object: Object, ty: Type) -> ObjectId {
        if let Some(id) = self.ids.get(&object) {
            return *id;
        }
        let id = ObjectId(self.objects.len() as u32);
        self.objects.push(object.clone());
        self.types.push(ty);
        self.is_once.push(matches!(object, Object::Class(_) | Object::Text(_)));
        self.ids.insert(object, id);
        id
    }
}

/// Whether a value of the second type may be a side of a lock of the first: sides go by their lock.
fn is_side(program: &Program, whole: &Type, side: &Type) -> bool {
    let is_of = |ty: &Type, kind: LibraryClass| matches!(ty, Type::Class(class) if program.class(*class).origin == ClassOrigin::Library(kind));
    is_of(whole, LibraryClass::ReadWriteLock) && is_of(side, LibraryClass::Lock)
}

/// How deep arrays nest in a type.
pub fn dimensions(ty: &Type) -> usize {
    match ty {
        Type::Array(element) => 1 + dimensions(element),
        _ => 0,
    }
}

fn is_below(program: &Program, sub: &Type, sup: &Type) -> bool {
    match (sub, sup) {
        (Type::Class(sub), Type::Class(sup)) => program.is_subclass(*sub, *sup),
        (Type::Array(_), Type::Class(sup)) => &*program.class(*sup).name == "java.lang.Object",
        (Type::Array(sub), Type::Array(sup)) => sub == sup || is_below(program, sub, sup),
        (_, _) => sub == sup,
    }
}

/// Whether one of the two is an interface, which a class below the other may implement.
fn is_interface(program: &Program, a: &Type, b: &Type) -> bool {
    let is_one = |ty: &Type| match ty {
        Type::Class(class) => program.class(*class).kind == concurrent::object::ClassKind::Interface,
        _ => false,
    };
    is_one(a) || is_one(b)
}
