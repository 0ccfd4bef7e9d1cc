//! What the annotations say of locks: who takes which, what is guarded by which, how lock classes behave.

mod modes;

use crate::codes;
use crate::interface::terms::names::simple;
use crate::interface::terms::term::Level;
use concurrent::object::annotations::spec::{self, Guard, Guarded, Owner, RawClause};
use concurrent::object::annotations::{Keyword, closest};
use concurrent::object::library::LibraryClass;
use concurrent::object::{
    ClassId, ClassOrigin, Constant, ExprKind, Field, FieldId, Instruction, MethodId, Name, Program, Type, Visibility,
};
use modes::{field_named, fields, words};
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Debug, Default)]
pub struct LockSpec {
    /// What an access of the field needs. Each is enough for the others' sake: all of them are needed.
    pub fields: FxHashMap<FieldId, Vec<Need>>,
    /// What a caller of the method has to hold.
    pub methods: FxHashMap<MethodId, Vec<Need>>,
    /// The clauses `acquires` and `releases` of the method.
    pub effects: FxHashMap<MethodId, Vec<Effect>>,
    pub properties: Vec<Property>,
    /// Declarations with an annotation that cannot be read, and where that is.
    pub unreadable: BTreeMap<Owner, Span>,
}

/// One of these locks is needed.
#[derive(Clone, PartialEq, Debug)]
pub struct Need {
    pub alternatives: Vec<LockPath>,
    pub text: String,
    pub span: Span,
}

/// A lock, as an annotation names it.
#[derive(Clone, PartialEq, Debug)]
pub struct LockPath {
    pub root: Root,
    /// The fields that lead from the root to the lock, all of objects.
    pub fields: Vec<FieldId>,
    /// The mode of a lock class of the program.
    pub mode: Option<Name>,
    /// The side of a read-write lock.
    pub side: Option<Level>,
    /// What kind of lock is at the end.
    pub kind: LockKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Root {
    /// The object whose field is accessed, or whose method is called.
    This,
    Static(FieldId),
    Class(Type),
    /// The object that the field holds.
    Itself,
    /// What cannot be named.
    Nameless,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LockKind {
    Monitor,
    Plain,
    ReadWrite,
    Stamped,
    Semaphore,
    /// A class of the program with `acquires` clauses.
    Own(ClassId),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    pub is_acquire: bool,
    pub lock: LockPath,
    pub text: String,
    pub span: Span,
}

/// `property NAME: formula`, not parsed yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Property {
    pub class: ClassId,
    pub text: String,
    /// Of the text.
    pub span: Span,
    /// Of the keyword.
    pub keyword: Span,
}

/// Reads the clauses about locks, reporting those that say nothing.
pub fn elaborate(program: &Program, spec: &spec::Spec) -> (LockSpec, Vec<Diagnostic>) {
    let mut elaboration = Elaboration { program, modes: modes::modes(program, spec), wrong: Vec::new() };
    let is_lock = |field: FieldId| elaboration.is_lock(field);
    elaboration.wrong = modes::unpaired(program, spec, &is_lock);
    let mut locks = LockSpec { unreadable: spec.unreadable.clone(), ..LockSpec::default() };
    for guard in &spec.guarded_by {
        let need = elaboration.guarded_by(guard);
        match guard.on {
            Guarded::Field(field) => add_need(program, &mut locks, field, need),
            Guarded::Method(method) => locks.methods.entry(method).or_default().push(need),
        }
    }
    for clause in &spec.raw {
        elaboration.clause(clause, &mut locks);
    }
    elaboration.no_contradictions(&mut locks);
    inherit(program, &mut locks);
    (locks, elaboration.wrong)
}

/// A final field that needs the lock that it holds: what it holds needs itself, and anybody may read the field.
fn add_need(program: &Program, locks: &mut LockSpec, field: FieldId, mut need: Need) {
    let is_final = program.field(field).is_final;
    for path in need.alternatives.iter_mut().filter(|_| is_final) {
        let is_same = match &path.root {
            Root::This => path.fields == [field],
            Root::Static(root) => *root == field && path.fields.is_empty(),
            Root::Class(_) | Root::Itself | Root::Nameless => false,
        };
        if is_same {
            (path.root, path.fields) = (Root::Itself, Vec::new());
        }
    }
    locks.fields.entry(field).or_default().push(need);
}

/// What is said of a method is said of those that override it, unless they say something themselves. A mode of the class
/// above is then one of the class below, whose methods have the bodies.
fn inherit(program: &Program, locks: &mut LockSpec) {
    for id in program.method_ids() {
        let declared = program.method(id);
        for above in declared.overrides.iter().chain(&declared.implements) {
            if let (Some(mut effects), false) = (locks.effects.get(above).cloned(), locks.effects.contains_key(&id)) {
                for lock in effects.iter_mut().map(|effect| &mut effect.lock) {
                    if lock.mode.is_some() && lock.root == Root::This && lock.fields.is_empty() {
                        lock.kind = LockKind::Own(program.method(id).class);
                    }
                }
                locks.effects.insert(id, effects);
            }
            if let (Some(needs), false) = (locks.methods.get(above).cloned(), locks.methods.contains_key(&id)) {
                locks.methods.insert(id, needs);
            }
        }
    }
}

/// What clauses name.
const NAMED: &str = "name a field that holds a lock, `this`, or a mode that a lock class `acquires`";

struct Elaboration<'a> {
    program: &'a Program,
    modes: FxHashMap<ClassId, Vec<Name>>,
    wrong: Vec<Diagnostic>,
}

impl Elaboration<'_> {
    fn guarded_by(&mut self, guard: &spec::GuardedBy) -> Need {
        let nameless =
            LockPath { root: Root::Nameless, fields: Vec::new(), mode: None, side: None, kind: LockKind::Monitor };
        let path = match &guard.lock {
            Guard::Lock(expr) => self.path_of(expr).unwrap_or(nameless),
            Guard::Itself => LockPath { root: Root::Itself, ..nameless },
            Guard::Call(method) => self.returned_field(*method).unwrap_or(nameless),
        };
        let text = self.text_of(&path);
        Need { alternatives: vec![path], text, span: guard.span }
    }

    /// What a method takes it does not give back as well.
    fn no_contradictions(&mut self, locks: &mut LockSpec) {
        for effects in locks.effects.values_mut() {
            let is_both = |effect: &Effect| {
                effects.iter().any(|other| other.lock == effect.lock && other.is_acquire != effect.is_acquire)
            };
            for effect in effects.iter().filter(|effect| effect.is_acquire && is_both(effect)) {
                let message = format!("`{}` is acquired and released by one method, which is neither", effect.text);
                self.wrong.push(Diagnostic::error(&codes::ANNOTATION, effect.span, message));
            }
        }
    }

    fn path_of(&self, expr: &spec::Expr) -> Option<LockPath> {
        let mut fields = Vec::new();
        let root = self.root_of(expr, &mut fields)?;
        let ty = match &expr.ty {
            spec::SpecType::Java(ty) => ty.clone(),
            spec::SpecType::Thread | spec::SpecType::ThreadSet => return None,
        };
        Some(LockPath { root, fields, mode: None, side: None, kind: self.kind_of(&ty) })
    }

    fn root_of(&self, expr: &spec::Expr, fields: &mut Vec<FieldId>) -> Option<Root> {
        match &expr.kind {
            spec::ExprKind::This => Some(Root::This),
            spec::ExprKind::Constant(Constant::Class(ty)) => Some(Root::Class(ty.clone())),
            spec::ExprKind::Field { object: None, field } => Some(Root::Static(*field)),
            spec::ExprKind::Field { object: Some(object), field } => {
                let root = self.root_of(object, fields)?;
                fields.push(*field);
                Some(root)
            }
            _ => None,
        }
    }

    /// The field that a method returns, if it does nothing else.
    fn returned_field(&self, method: MethodId) -> Option<LockPath> {
        let method = self.program.method(method);
        let graph = method.graph()?;
        let mut read = None;
        for edge in &graph.edges {
            match &edge.instruction {
                Instruction::ReadField { object, field, .. } if read.is_none() => {
                    let is_own = object.as_ref().is_none_or(
                        |object| matches!(object.kind, ExprKind::Local(local) if Some(local) == method.this()),
                    );
                    read = is_own.then_some(*field);
                }
                Instruction::Assign { .. } | Instruction::Skip => {}
                _ => return None,
            }
        }
        let field = self.program.field(read?);
        let (root, fields) = match field.is_static {
            true => (Root::Static(read?), Vec::new()),
            false => (Root::This, vec![read?]),
        };
        Some(LockPath { root, fields, mode: None, side: None, kind: self.kind_of(&field.ty) })
    }

    fn kind_of(&self, ty: &Type) -> LockKind {
        let Type::Class(class) = ty else { return LockKind::Monitor };
        if self.modes.contains_key(class) {
            return LockKind::Own(*class);
        }
        match self.program.class(*class).origin {
            ClassOrigin::Library(LibraryClass::Lock) => LockKind::Plain,
            ClassOrigin::Library(LibraryClass::ReadWriteLock) => LockKind::ReadWrite,
            ClassOrigin::Library(LibraryClass::StampedLock) => LockKind::Stamped,
            ClassOrigin::Library(LibraryClass::Semaphore) => LockKind::Semaphore,
            _ => LockKind::Monitor,
        }
    }

    /// Whether the field holds something that is made to be a lock.
    fn is_lock(&self, field: FieldId) -> bool {
        self.kind_of(&self.program.field(field).ty) != LockKind::Monitor
    }

    fn clause(&mut self, clause: &RawClause, locks: &mut LockSpec) {
        let text = clause.raw.text.trim().trim_end_matches(';').trim();
        if text.is_empty() && clause.keyword != Keyword::Property {
            let message = format!("`{}` names no lock", clause.keyword.word());
            self.wrong.push(Diagnostic::error(&codes::ANNOTATION, clause.span, message).help(NAMED));
            return;
        }
        match (clause.keyword, clause.owner) {
            (Keyword::Property, Owner::Class(class)) => locks.properties.push(Property {
                class,
                text: clause.raw.text.clone(),
                span: clause.raw.span,
                keyword: clause.span,
            }),
            (keyword @ (Keyword::Acquires | Keyword::Releases), Owner::Method(method)) => {
                let class = self.program.method(method).class;
                for word in words(text) {
                    if let Some(mut lock) = self.named(class, word, clause.span) {
                        // What is taken and released as `this` is the monitor, also of a class with modes.
                        lock.kind = if word == "this" { LockKind::Monitor } else { lock.kind };
                        let is_acquire = keyword == Keyword::Acquires;
                        let effect = Effect { is_acquire, lock, text: word.to_string(), span: clause.span };
                        locks.effects.entry(method).or_default().push(effect);
                    }
                }
            }
            (Keyword::Needs, Owner::Method(method)) => {
                let class = self.program.method(method).class;
                if let Some(need) = self.need(class, text, clause.span) {
                    locks.methods.entry(method).or_default().push(need);
                }
            }
            (Keyword::Needs, Owner::Field(field)) => {
                let class = self.program.field(field).class;
                if let Some(need) = self.need(class, text, clause.span) {
                    add_need(self.program, locks, field, need);
                }
            }
            _ => {}
        }
    }

    fn need(&mut self, class: ClassId, text: &str, span: Span) -> Option<Need> {
        if text.contains("||") {
            let message = "alternatives are separated by one `|`";
            self.wrong.push(Diagnostic::error(&codes::ANNOTATION, span, message));
            return None;
        }
        let alternatives: Option<Vec<LockPath>> =
            text.split('|').map(|path| self.named(class, path.trim(), span)).collect();
        Some(Need { alternatives: alternatives?, text: text.to_string(), span })
    }

    /// A lock as `needs`, `acquires` and `releases` name it: `this`, fields with dots between them, `Cls.field`,
    /// `Cls.class`, and at the end, perhaps, a mode of a lock class.
    fn named(&mut self, class: ClassId, text: &str, span: Span) -> Option<LockPath> {
        let parts: Vec<&str> = text.split('.').map(str::trim).collect();
        let found = self.resolve(class, &parts);
        if found.is_none() {
            let message = match self.without_sides(class, &parts) {
                Some(message) => message,
                None => format!("`{text}` names no lock: no field, mode or class here has this name"),
            };
            let fields = fields(self.program, class);
            let locks = fields.iter().filter(|field| self.is_lock(**field));
            let help = match closest(text, locks.map(|field| &*self.program.field(*field).name)) {
                Some(close) => format!("did you mean `{close}`?"),
                None => NAMED.to_string(),
            };
            self.wrong.push(Diagnostic::error(&codes::ANNOTATION, span, message).help(help));
        }
        found
    }

    /// What to say of a side of a lock that has none.
    fn without_sides(&self, class: ClassId, parts: &[&str]) -> Option<String> {
        let (side, parts) = parts.split_last()?;
        let field = *self.resolve(class, parts)?.fields.last()?;
        let ("readLock()" | "writeLock()", Type::Class(of)) = (*side, &self.program.field(field).ty) else {
            return None;
        };
        let kind = simple(&self.program.class(*of).name);
        Some(format!("`{}` is a `{kind}`, it has no sides", parts.join(".")))
    }

    fn resolve(&self, class: ClassId, parts: &[&str]) -> Option<LockPath> {
        let (first, rest) = parts.split_first()?;
        let this = Type::Class(class);
        if *first == "this" {
            return self.follow(Root::This, this, rest);
        }
        if let Some(field) = field_named(self.program, class, first) {
            let declared = self.program.field(field);
            return match declared.is_static {
                true => self.follow(Root::Static(field), declared.ty.clone(), rest),
                false => self.follow(Root::This, this, parts),
            };
        }
        if self.has_mode(class, first) {
            return self.follow(Root::This, this, parts);
        }
        if let Some((field, mode)) = self.only_lock_with_mode(class, first)
            && rest.is_empty()
        {
            let declared = self.program.field(field);
            return match declared.is_static {
                true => self.follow(Root::Static(field), declared.ty.clone(), &[mode]),
                false => self.follow(Root::This, this, &[&declared.name, mode]),
            };
        }
        let named = self.class_named(class, first)?;
        match rest {
            ["class"] => Some(LockPath {
                root: Root::Class(Type::Class(named)),
                fields: Vec::new(),
                mode: None,
                side: None,
                kind: LockKind::Monitor,
            }),
            [name, rest @ ..] => {
                let field = field_named(self.program, named, name)?;
                let declared: &Field = self.program.field(field);
                declared.is_static.then(|| self.follow(Root::Static(field), declared.ty.clone(), rest))?
            }
            [] => None,
        }
    }

    fn follow(&self, root: Root, ty: Type, parts: &[&str]) -> Option<LockPath> {
        let mut path = LockPath { root, fields: Vec::new(), mode: None, side: None, kind: LockKind::Monitor };
        let mut ty = ty;
        for (index, part) in parts.iter().enumerate() {
            let Type::Class(class) = ty else { return None };
            if let Some(field) = field_named(self.program, class, part) {
                path.fields.push(field);
                ty = self.program.field(field).ty.clone();
            } else if self.has_mode(class, part) && index + 1 == parts.len() {
                path.mode = Some(Arc::from(*part));
                path.kind = LockKind::Own(class);
                return Some(path);
            } else if let ("readLock()" | "writeLock()", LockKind::ReadWrite) = (*part, self.kind_of(&ty)) {
                path.side = Some(if *part == "readLock()" { Level::Read } else { Level::Write });
                path.kind = LockKind::ReadWrite;
                return (index + 1 == parts.len()).then_some(path);
            } else {
                return None;
            }
        }
        path.kind = self.kind_of(&ty);
        Some(path)
    }

    fn has_mode(&self, class: ClassId, name: &str) -> bool {
        self.modes.get(&class).is_some_and(|modes| modes.iter().any(|mode| **mode == *name))
            || self.program.supertypes(class).any(|parent| self.has_mode(parent, name))
    }

    /// The one field of the class that holds a lock with this mode.
    fn only_lock_with_mode<'n>(&self, class: ClassId, mode: &'n str) -> Option<(FieldId, &'n str)> {
        let fits =
            |field: &&FieldId| matches!(self.program.field(**field).ty, Type::Class(ty) if self.has_mode(ty, mode));
        let mut fields = self.program.class(class).fields.iter().filter(fits);
        let field = *fields.next()?;
        fields.next().is_none().then_some((field, mode))
    }

    /// By its simple name: in the same package if there is one, else the only one.
    fn class_named(&self, near: ClassId, name: &str) -> Option<ClassId> {
        let package = |class: ClassId| {
            let full = &self.program.class(class).name;
            full.rsplit_once('.').map_or("", |(package, _)| package).to_string()
        };
        let fits = |class: &ClassId| {
            let full = &self.program.class(*class).name;
            **full == *name || full.rsplit(['.', '$']).next() == Some(name)
        };
        let found: Vec<ClassId> = self.program.class_ids().filter(fits).collect();
        let same = found.iter().copied().find(|class| package(*class) == package(near));
        same.or_else(|| if let [only] = found[..] { Some(only) } else { None })
    }

    /// A path in words.
    fn text_of(&self, path: &LockPath) -> String {
        let name = |field: FieldId| {
            let field = self.program.field(field);
            match field.is_static && field.visibility != Visibility::Private {
                true => format!("{}.{}", self.program.class(field.class).name, field.name),
                false => field.name.to_string(),
            }
        };
        let root = match &path.root {
            Root::This if path.fields.is_empty() => "this".to_string(),
            Root::This | Root::Nameless => String::new(),
            Root::Static(field) => name(*field),
            Root::Class(Type::Class(class)) => format!("{}.class", self.program.class(*class).name),
            Root::Class(_) => "a class".to_string(),
            Root::Itself => "itself".to_string(),
        };
        let fields = path.fields.iter().map(|field| name(*field));
        let parts: Vec<String> = std::iter::once(root).chain(fields).filter(|part| !part.is_empty()).collect();
        parts.join(".")
    }
}
