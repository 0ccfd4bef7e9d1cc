//! What the declarations and the models say of fields and library objects.

use crate::content::record::Relative;
use crate::content::state::Mode;
use crate::terms::formula::library_class;
use crate::text::fields::{self, FieldFacts, field_facts};
use concurrent::object::annotations::spec::{Expr, ExprKind, Guard, Guarded, Owner, Spec, SpecType};
use concurrent::object::library::LibraryClass;
use concurrent::object::{ClassId, ClassKind, ClassOrigin, Field, FieldId, FieldKind, Program, Type};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Whether threads may use an object as they like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Safe,
    /// It locks itself, at each call; not while it is iterated over: `Collections.synchronizedList`, `Hashtable`.
    Locked,
    Unsafe,
    /// The object decides.
    Depends,
    /// Of a class of the program: its fields decide.
    Own,
}

pub struct Facts<'p> {
    pub java: &'p Program,
    pub safe: &'p BTreeSet<ClassId>,
    /// Fields with a declaration on them, or that an environment assumption speaks of.
    declared: BTreeSet<FieldId>,
    /// Those that any clause of a class speaks of.
    spoken: BTreeSet<FieldId>,
    /// Those whose elements or content a clause speaks of.
    declared_content: BTreeSet<FieldId>,
    /// Those with a guard; of a read-write lock, either side is enough to read them.
    pub guarded: BTreeMap<FieldId, (Relative, Mode)>,
    /// Fields and classes with an annotation that cannot be read: it is not known what they promise.
    unread: BTreeSet<Owner>,
    fields: Vec<FieldFacts>,
}

impl<'p> Facts<'p> {
    pub fn new(
        java: &'p Program,
        spec: &Spec,
        safe: &'p BTreeSet<ClassId>,
        text: &dyn Fn(Span) -> String,
    ) -> Facts<'p> {
        let guarded = spec.guarded_by.iter().filter_map(|guard| match guard.on {
            Guarded::Field(field) => {
                let lock = Relative::Guard(java.field(field).class, text(guard.span));
                Some((field, (lock, guard_mode(java, &guard.lock))))
            }
            Guarded::Method(_) => None,
        });
        let guarded = guarded.collect::<BTreeMap<_, _>>();
        let mut declared: BTreeSet<FieldId> = spec.field_clauses.iter().map(|clause| clause.field).collect();
        declared.extend(guarded.keys());
        spec.env_assumptions.iter().for_each(|clause| named(&clause.condition, &mut declared));
        let (mut spoken, mut declared_content) = (declared.clone(), BTreeSet::new());
        for clause in spec.env_assumptions.iter().chain(&spec.global_invariants) {
            named(&clause.condition, &mut spoken);
            contents(&clause.condition, &mut declared_content);
        }
        let fields = field_facts(java);
        let unread = spec.unreadable.keys().copied().collect();
        Facts { java, safe, declared, spoken, declared_content, guarded, unread, fields }
    }

    /// Whether the field is one of a thread-safe class, or of a class above one.
    pub fn is_of_safe_class(&self, field: FieldId) -> bool {
        let class = self.java.field(field).class;
        self.java.class(class).is_from_source() && self.safe.iter().any(|safe| self.java.is_subclass(*safe, class))
    }

    pub fn is_safe_class(&self, class: ClassId) -> bool {
        self.safe.contains(&class)
    }

    /// A field that any thread with the object may write, and of which nothing is declared.
    pub fn is_plain(&self, id: FieldId) -> bool {
        let field: &Field = self.java.field(id);
        let is_plain = field.kind == FieldKind::Declared && !field.is_final && !field.is_volatile;
        is_plain && self.java.class(field.class).is_from_source() && !self.declared.contains(&id)
    }

    /// The same, of an object that a thread-safe class may lead to. Its own fields are an affair of `undeclared-field`.
    pub fn is_plain_content(&self, id: FieldId) -> bool {
        self.is_plain(id) && !self.is_of_safe_class(id) && !self.is_unread(id)
    }

    /// A variable that is read and written one step at a time, and of which nothing is said.
    pub fn is_bare_volatile(&self, id: FieldId) -> bool {
        self.java.field(id).is_volatile && !self.spoken.contains(&id) && !self.is_unread(id)
    }

    pub fn is_unread(&self, id: FieldId) -> bool {
        let class = self.java.field(id).class;
        self.unread.contains(&Owner::Field(id)) || self.unread.contains(&Owner::Class(class))
    }

    pub fn is_declared_content(&self, id: FieldId) -> bool {
        self.declared_content.contains(&id) || self.is_unread(id)
    }

    pub fn origin(&self, id: FieldId) -> fields::Origin {
        self.fields[id.index()].origin
    }

    pub fn kind(&self, ty: &Type) -> Kind {
        match ty {
            Type::Array(_) => Kind::Unsafe,
            Type::Class(class) => self.class_kind(*class),
            Type::Boolean | Type::Byte | Type::Short | Type::Char | Type::Int | Type::Long => Kind::Safe,
            Type::Float | Type::Double | Type::Null => Kind::Safe,
        }
    }

    pub fn class_kind(&self, class: ClassId) -> Kind {
        if self.is_top(class) {
            return Kind::Own;
        }
        match self.java.class(class).origin {
            ClassOrigin::Library(LibraryClass::NotThreadSafe) => Kind::Unsafe,
            ClassOrigin::Library(LibraryClass::Depends) | ClassOrigin::Unknown => Kind::Depends,
            ClassOrigin::Library(_) if self.locks_itself(class) => Kind::Locked,
            ClassOrigin::Library(_) => Kind::Safe,
            ClassOrigin::Source | ClassOrigin::Anonymous | ClassOrigin::Lambda => Kind::Own,
        }
    }

    fn locks_itself(&self, class: ClassId) -> bool {
        let mut above = std::iter::successors(Some(class), |class| self.java.class(*class).superclass);
        above.any(|class| matches!(&*self.java.class(class).name, "java.util.Vector" | "java.util.Hashtable"))
    }

    /// `Object` itself has nothing to share.
    fn is_top(&self, class: ClassId) -> bool {
        let class = self.java.class(class);
        class.kind == ClassKind::Class && class.superclass.is_none()
    }

    /// Of an object of the program that a library method is called on: what it has from the library.
    pub fn library_kind(&self, ty: &Type) -> Kind {
        let Type::Class(class) = ty else { return self.kind(ty) };
        let mut above = std::iter::successors(Some(*class), |class| self.java.class(*class).superclass);
        let found = above.find(|class| !self.java.class(*class).is_from_source());
        match (self.class_kind(*class), found) {
            (Kind::Own, Some(class)) if !self.is_top(class) => self.class_kind(class),
            (Kind::Own, _) => Kind::Safe,
            (kind, _) => kind,
        }
    }

    /// Of an object with all that it leads to.
    pub fn kind_of_all(&self, ty: &Type) -> Kind {
        match ty {
            Type::Class(class) if self.is_top(*class) => Kind::Depends,
            Type::Class(class) if self.class_kind(*class) == Kind::Own => {
                let is_shared = self.has_plain_state(*class, &mut BTreeSet::new());
                if is_shared { Kind::Unsafe } else { Kind::Safe }
            }
            _ => self.kind(ty),
        }
    }

    /// Whether objects of the class, or of one below, have or lead to something that needs a lock.
    fn has_plain_state(&self, class: ClassId, seen: &mut BTreeSet<ClassId>) -> bool {
        let related = self.java.class_ids().filter(|other| {
            self.java.class(*other).is_from_source()
                && !self.is_safe_class(*other)
                && (self.java.is_subclass(*other, class) || self.java.is_subclass(class, *other))
        });
        let new: Vec<ClassId> = related.filter(|other| seen.insert(*other)).collect();
        let fields: Vec<FieldId> = new.iter().flat_map(|class| self.java.class(*class).fields.clone()).collect();
        fields.into_iter().filter(|field| !self.java.field(*field).is_static).any(|field| {
            let ty = &self.java.field(field).ty;
            self.is_plain(field)
                || match (self.kind(ty), ty) {
                    (Kind::Unsafe | Kind::Depends, _) => true,
                    (Kind::Own, Type::Class(inner)) if !self.is_top(*inner) => self.has_plain_state(*inner, seen),
                    (Kind::Own | Kind::Safe | Kind::Locked, _) => false,
                }
        })
    }

    /// An iterator or the like: moving it on changes nothing but itself.
    pub fn is_cursor(&self, ty: &Type) -> bool {
        let Type::Class(class) = ty else { return false };
        self.class_kind(*class) == Kind::Unsafe && self.java.class(*class).kind == ClassKind::Interface
    }

    pub fn is_thread_local(&self, ty: &Type) -> bool {
        library_class(self.java, ty) == Some(LibraryClass::ThreadLocal)
    }
}

fn guard_mode(java: &Program, guard: &Guard) -> Mode {
    let is_read_write = |ty: &Type| library_class(java, ty) == Some(LibraryClass::ReadWriteLock);
    let is_shared = match guard {
        Guard::Lock(Expr { ty: SpecType::Java(ty), .. }) => is_read_write(ty),
        Guard::Call(method) => java.method(*method).result.as_ref().is_some_and(is_read_write),
        Guard::Lock(_) | Guard::Itself => false,
    };
    if is_shared { Mode::Shared } else { Mode::Exclusive }
}

fn named(expr: &Expr, found: &mut BTreeSet<FieldId>) {
    if let ExprKind::Field { field, .. } = &expr.kind {
        found.insert(*field);
    }
    expr.children().into_iter().for_each(|child| named(child, found));
}

/// The fields of whose elements or contents an expression speaks.
fn contents(expr: &Expr, found: &mut BTreeSet<FieldId>) {
    match &expr.kind {
        ExprKind::Element { array: object, .. } | ExprKind::Content(object) => named(object, found),
        _ => {}
    }
    expr.children().into_iter().for_each(|child| contents(child, found));
}
