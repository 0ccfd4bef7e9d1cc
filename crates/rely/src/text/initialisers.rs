//! Static initialisers run in the middle of methods: at the first use of their class, by the thread that uses it.
//!
//! A use is a static access, a static call or a `new`, and `C.class` that is handed on (`EnumSet.allOf(C.class)`); with a class its superclasses and interfaces are initialised. An initialiser that
//! only makes objects and sets the fields of its own class does no harm ([`crate::text::harm`]). At a use of any other class that
//! may not be initialised yet there is a gap.

use crate::text::fields::uncast;
use crate::text::harm::{Role, harm};
use concurrent::object::annotations::spec::Spec;
use concurrent::object::{
    CallKind, ClassId, ClassOrigin, Constant, Expr, ExprKind, Instruction, MethodId, MethodKind, Program, Type,
};
use std::collections::{BTreeMap, BTreeSet};

/// The classes whose initialisers do harm, and what they do.
pub struct Initialisers {
    harmful: BTreeMap<ClassId, String>,
}

impl Initialisers {
    pub fn new(java: &Program, spec: &Spec, backs: &[MethodId]) -> Initialisers {
        let initialisers = java.method_ids().filter(|id| java.method(*id).kind == MethodKind::StaticInitializer);
        let harmful = initialisers.filter_map(|id| {
            let class = java.method(id).class;
            harm(java, spec, backs, id, Role::Initialiser(class)).map(|harm| (class, harm))
        });
        Initialisers { harmful: harmful.collect() }
    }

    /// What a step may do by using a class that is not ready yet.
    pub fn harm(&self, java: &Program, instruction: &Instruction, ready: &BTreeSet<ClassId>) -> Option<String> {
        if self.harmful.is_empty() {
            return None;
        }
        let classes = used(java, instruction).into_iter().flat_map(|class| with_supertypes(java, class));
        let mut harms = classes.filter(|class| !ready.contains(class)).filter_map(|class| {
            let harm = self.harmful.get(&class)?;
            Some(format!("the static initialiser of `{}` may run here: {harm}", java.class(class).name))
        });
        harms.next()
    }
}

/// A class and what it extends and implements. An interface is initialised with a class only if it has default methods,
/// which is not asked here.
fn with_supertypes(java: &Program, class: ClassId) -> Vec<ClassId> {
    let mut found = vec![class];
    let mut at = 0;
    while at < found.len() {
        for above in java.supertypes(found[at]).collect::<Vec<_>>() {
            if !found.contains(&above) {
                found.push(above);
            }
        }
        at += 1;
    }
    found
}

/// The initialisers that run with the first use of a class.
pub fn begun_by(java: &Program, class: ClassId) -> Vec<MethodId> {
    let classes = with_supertypes(java, class).into_iter().filter(|class| java.class(*class).is_from_source());
    let methods = classes.flat_map(|class| java.class(class).methods.clone());
    methods.filter(|method| java.method(*method).kind == MethodKind::StaticInitializer).collect()
}

/// The classes that a step uses. One that is named as an object may be initialised by code that gets it.
pub fn used(java: &Program, instruction: &Instruction) -> Vec<ClassId> {
    match instruction {
        Instruction::ReadField { object, field, .. } => {
            object.is_none().then(|| java.field(*field).class).into_iter().collect()
        }
        Instruction::WriteField { object, field, value } => {
            let own = object.is_none().then(|| java.field(*field).class);
            own.into_iter().chain(class_object(value)).collect()
        }
        Instruction::NewObject { class, .. } => vec![*class],
        Instruction::Call(call) => {
            let own = (call.kind == CallKind::Static).then(|| java.method(call.method).class);
            own.into_iter().chain(call.args.iter().filter_map(class_object)).collect()
        }
        Instruction::Assign { value, .. } | Instruction::WriteElement { value, .. } => {
            class_object(value).into_iter().collect()
        }
        Instruction::Skip
        | Instruction::ReadElement { .. }
        | Instruction::ArrayLength { .. }
        | Instruction::NewArray { .. }
        | Instruction::Enter(_)
        | Instruction::Exit(_)
        | Instruction::Assume(_)
        | Instruction::Check(_)
        | Instruction::Throw(_)
        | Instruction::Annotation(_) => Vec::new(),
    }
}

/// The class that `C.class` names.
fn class_object(value: &Expr) -> Option<ClassId> {
    match &uncast(value).kind {
        ExprKind::Constant(Constant::Class(Type::Class(class))) => Some(*class),
        _ => None,
    }
}

/// The classes that are initialised, or being initialised by this thread, when a method begins: its own and those above,
/// and the class around an object that cannot be without it.
pub fn ready(java: &Program, method: MethodId) -> BTreeSet<ClassId> {
    let mut found = BTreeSet::new();
    let mut pending = vec![java.method(method).class];
    while let Some(id) = pending.pop() {
        if !found.insert(id) {
            continue;
        }
        let class = java.class(id);
        pending.extend(class.superclass);
        let is_inside = !class.is_static || matches!(class.origin, ClassOrigin::Anonymous | ClassOrigin::Lambda);
        pending.extend(class.outer.filter(|_| is_inside));
    }
    found
}
