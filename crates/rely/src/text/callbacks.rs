//! Methods of the program that library methods call.
//!
//! A model says which ([`Callback`]): `String.valueOf(o)` runs `o.toString()`, a sorted set compares. Of the methods in
//! the program that override what is called, those that do no harm ([`crate::text::harm`]) may as well not be there, but for
//! the exceptions that they throw. A call that may run any other one is a gap.
//!
//! ```text
//! of an argument          whose class is known, or of a class below its type; of what holds other objects, any
//! of whatever object      what compares
//! of the receiver         if it may be of a class of the program that extends the library's: what that class overrides
//! of what is given        as an object of the library's class: the library keeps it, and may call it whenever it is called
//! ```
//!
//! A method that says `@Override`, and overrides nothing that is known, overrides one of the library without a model.
//!
//! Such code is checked by itself, for objects that others have. So what a call hands to code that looks at objects
//! becomes known to others there, and has to be as they expect it.

use crate::text::call_graph::{all_callees, code_of};
use crate::text::fields::{definition, source, uncast};
use crate::text::harm::{Role, harm, is_inert, throwing};
use concurrent::object::annotations::spec::Spec;
use concurrent::object::library::{Callback, LibraryMethod};
use concurrent::object::{
    Body, Call, Check, ClassId, ClassKind, Expr, ExprKind, Instruction, LocalId, Method, MethodId, MethodKind, Program,
    Type,
};
use std::collections::{BTreeMap, BTreeSet};

/// The methods that matter where they are called back.
pub struct Callbacks {
    all: Vec<CalledBack>,
    /// Those that look at objects, and take them for ones that others have.
    looking: Vec<MethodId>,
}

/// A method of the program that overrides a method of the library.
pub struct CalledBack {
    pub method: MethodId,
    pub harm: Option<String>,
    pub throws: bool,
}

/// Whether the method is for others to write, so that an object whose class is not given may do anything.
pub fn is_given(method: &Method) -> bool {
    method.callbacks.contains(&Callback::Given)
}

impl Callbacks {
    /// What does harm, or throws, by itself is called back by others, which then do so too.
    pub fn new(java: &Program, spec: &Spec) -> Callbacks {
        let overriding = overriding(java);
        let mut all: BTreeMap<MethodId, CalledBack> = BTreeMap::new();
        loop {
            let backs: Vec<MethodId> = all.keys().copied().collect();
            let throwing = if overriding.is_empty() { BTreeSet::new() } else { throwing(java, &backs) };
            let mut is_settled = true;
            for method in overriding.iter().copied() {
                let known = all.get(&method);
                let is_harmful = known.is_some_and(|known| known.harm.is_some());
                let harm = if is_harmful { None } else { harm(java, spec, &backs, method, Role::Callback) };
                let throws = throwing.contains(&method) && !known.is_some_and(|known| known.throws);
                if harm.is_some() || throws {
                    let back = all.entry(method).or_insert(CalledBack { method, harm: None, throws: false });
                    back.harm = back.harm.take().or(harm);
                    back.throws |= throws;
                    is_settled = false;
                }
            }
            if is_settled {
                let calls = all_callees(java);
                let looks = |method: &MethodId| code_of(&calls, *method).into_iter().any(|id| looks(java.method(id)));
                let looking = overriding.iter().copied().filter(looks).collect();
                return Callbacks { all: all.into_values().collect(), looking };
            }
        }
    }

    /// The methods that matter.
    pub fn methods(&self) -> Vec<MethodId> {
        self.all.iter().map(|back| back.method).collect()
    }

    /// What a library method may run that is called in a method of the program.
    pub fn of<'a>(
        &'a self,
        java: &'a Program,
        caller: &'a Method,
        call: &'a Call,
        target: MethodId,
    ) -> impl Iterator<Item = &'a CalledBack> {
        self.all.iter().filter(move |one| may_call_back(java, caller, call, target, one.method))
    }

    /// The code that looks at objects, and that a library method may run that is called in a method of the program.
    pub fn looking<'a>(
        &'a self,
        java: &'a Program,
        caller: &'a Method,
        call: &'a Call,
        target: MethodId,
    ) -> impl Iterator<Item = MethodId> {
        let looking = self.looking.iter().copied();
        looking.filter(move |method| may_call_back(java, caller, call, target, *method))
    }

    /// Whether the method may as well not be there.
    pub fn is_nothing(&self, method: MethodId) -> bool {
        !self.looking.contains(&method) && self.all.iter().all(|one| one.method != method)
    }
}

/// Whether the method itself looks at objects or hands them on, or something is asserted in it.
fn looks(method: &Method) -> bool {
    let mut edges = method.graph().into_iter().flat_map(|graph| &graph.edges);
    edges.any(|edge| match &edge.instruction {
        Instruction::ReadField { .. } | Instruction::ReadElement { .. } => true,
        Instruction::Enter(_) | Instruction::Annotation(_) | Instruction::Throw(_) => true,
        Instruction::Check(Check::Assertion(_)) => true,
        Instruction::Skip
        | Instruction::Assign { .. }
        | Instruction::WriteField { .. }
        | Instruction::WriteElement { .. }
        | Instruction::ArrayLength { .. }
        | Instruction::NewObject { .. }
        | Instruction::NewArray { .. }
        | Instruction::Call(_)
        | Instruction::Exit(_)
        | Instruction::Assume(_)
        | Instruction::Check(_) => false,
    })
}

/// The methods of the program that the constructors of a library class may run, of an object that is not built yet.
pub fn run_by_constructor(java: &Program, model: &Method, class: ClassId) -> impl Iterator<Item = MethodId> {
    let is_above = move |over: &MethodId| java.is_subclass(model.class, java.method(*over).class);
    let is_run = move |over: &MethodId| {
        !model.callbacks.is_empty() || java.method(*over).callbacks.contains(&Callback::Constructors)
    };
    java.method_ids().filter(move |id| {
        let own = java.method(*id);
        java.is_subclass(own.class, class) && roles(own).any(|over| is_above(&over) && is_run(&over))
    })
}

/// The methods of the program that override one of the library.
pub fn overriding(java: &Program) -> Vec<MethodId> {
    java.method_ids().filter(|id| is_overriding(java, *id)).collect()
}

fn is_overriding(java: &Program, id: MethodId) -> bool {
    let method = java.method(id);
    let is_own = java.class(method.class).is_from_source() && method.kind == MethodKind::Method;
    is_own && (roles(method).any(|over| is_model(java.method(over))) || is_without_model(method))
}

/// The methods that this one stands for: those that it overrides, and those that classes below implement by it.
pub fn roles(method: &Method) -> impl Iterator<Item = MethodId> + '_ {
    method.overrides.iter().chain(&method.implements).copied()
}

/// Whether the method overrides one of the library that has no model: it says that it overrides one, and none is known.
fn is_without_model(method: &Method) -> bool {
    let says = method.annotations.iter().any(|annotation| annotation.text.trim_start_matches('@') == "Override");
    says && roles(method).next().is_none()
}

/// Whether some library method that the program calls may run the given method of the program.
pub fn is_called_back(java: &Program, method: MethodId) -> bool {
    let is_model = |target: &&MethodId| matches!(java.method(**target).body, Body::Library(_));
    let mut callers = java.methods.iter().filter(|_| is_overriding(java, method));
    callers.any(|caller| {
        let edges = caller.graph().into_iter().flat_map(|graph| &graph.edges);
        let mut calls = edges.filter_map(|edge| match &edge.instruction {
            Instruction::Call(call) => Some(call),
            _ => None,
        });
        calls.any(|call| {
            let mut models = call.targets.iter().filter(is_model);
            models.any(|model| may_call_back(java, caller, call, *model, method))
        })
    })
}

/// Whether a call of a library method, in a method of the program, may run the given method of the program.
pub fn may_call_back(java: &Program, caller: &Method, call: &Call, target: MethodId, method: MethodId) -> bool {
    let (model, class) = (java.method(target), java.method(method).class);
    let overrides =
        |is_root: &dyn Fn(&Method) -> bool| roles(java.method(method)).map(|over| java.method(over)).any(is_root);
    let is_kind =
        |kinds: &[LibraryMethod]| overrides(&|over| matches!(over.body, Body::Library(kind) if kinds.contains(&kind)));
    let of_objects = [LibraryMethod::Equals, LibraryMethod::HashCode, LibraryMethod::ToString];
    let is_of_object = is_kind(&of_objects);
    let is_function = overrides(&is_given);
    let compares = overrides(&|over| over.callbacks.contains(&Callback::Comparison));
    // `equals` and its kin, of an object whose class is not given, go on to what it holds; what shows an object shows
    // the receiver too.
    let goes_on = matches!(model.body, Body::Library(kind) if of_objects.contains(&kind))
        || model.callbacks.contains(&Callback::Text);
    let held = || call.args.iter().chain(call.receiver.iter().filter(|_| goes_on));
    let is_held = || held().any(|value| may_be(java, caller, value, class, &mut Vec::new()));
    let extends_class = || {
        overrides(&|over| is_model(over) && is_below_object(java, over.class)) || is_without_model(java.method(method))
    };
    let by_mark = model.callbacks.iter().any(|callback| match callback {
        Callback::Given | Callback::Comparison | Callback::Constructors => false,
        Callback::Functions => is_function && is_held(),
        Callback::Equality => is_kind(&[LibraryMethod::Equals]) && is_held(),
        Callback::Hashing => is_kind(&[LibraryMethod::Equals, LibraryMethod::HashCode]) && is_held(),
        Callback::Text => {
            (is_kind(&[LibraryMethod::ToString, LibraryMethod::HashCode]) || extends_class()) && is_held()
        }
        Callback::Order => compares,
        Callback::Content => !is_of_object && !is_function && is_held(),
    });
    let is_hook = !is_of_object && !is_function && !compares;
    let has_hooks = !model.is_abstract && (model.kind == MethodKind::Method || !model.callbacks.is_empty());
    let is_kept = || {
        let params = model.params.iter().skip(usize::from(call.receiver.is_some()));
        let mut pairs = call.args.iter().zip(params.map(|param| &model.local(*param).ty));
        pairs.any(|(arg, taken)| {
            let is_related = |over: &Method| is_class_near(java, taken, over.class);
            let is_below = |above: ClassId| is_class_near(java, taken, above) && java.is_subclass(class, above);
            let is_taken = overrides(&is_related)
                || is_without_model(java.method(method))
                    && java.class_ids().any(|above| !java.class(above).is_from_source() && is_below(above));
            is_taken && may_be(java, caller, arg, class, &mut Vec::new())
        })
    };
    by_mark || is_hook && (has_hooks && is_inherited(java, caller, call, model, class) || is_kept())
}

/// Whether a parameter is taken as an object with the methods of this class of the library, above or below.
fn is_class_near(java: &Program, taken: &Type, class: ClassId) -> bool {
    let Type::Class(taken) = taken else { return false };
    let is_top = |class: ClassId| java.class(class).kind == ClassKind::Class && !is_below_object(java, class);
    let is_near = java.is_subclass(*taken, class) || java.is_subclass(class, *taken);
    is_near && !is_top(*taken) && !is_top(class)
}

/// Whether the receiver may be of a class of the program that has the model from the library and the method of this class.
fn is_inherited(java: &Program, caller: &Method, call: &Call, model: &Method, class: ClassId) -> bool {
    let is_of_object = java.class(model.class).kind == ClassKind::Class && !is_below_object(java, model.class);
    let Some(receiver) = call.receiver.as_ref().filter(|_| !is_of_object) else { return false };
    let is_exactly = match uncast(receiver).kind {
        ExprKind::Local(local) => exact_class(caller, local),
        _ => None,
    };
    let below = |own: ClassId| match (is_exactly, &uncast(receiver).ty) {
        (Some(exact), _) => exact == own,
        (None, Type::Class(ty)) => java.is_subclass(own, *ty),
        (None, _) => true,
    };
    let has_both = |own: &ClassId| java.is_subclass(*own, model.class) && java.is_subclass(*own, class);
    with_objects(java).any(|own| below(own) && has_both(&own))
}

fn is_model(method: &Method) -> bool {
    matches!(method.body, Body::Library(_))
}

/// Whether it is a class, and not the one that all others are below.
fn is_below_object(java: &Program, class: ClassId) -> bool {
    java.class(class).superclass.is_some()
}

/// Whether a value may be an object that has the methods of a class of the program, or may lead the library to one.
fn may_be(java: &Program, caller: &Method, value: &Expr, class: ClassId, seen: &mut Vec<LocalId>) -> bool {
    let value = uncast(value);
    if let ExprKind::Local(local) = value.kind
        && !seen.contains(&local)
    {
        seen.push(local);
        match definition(caller, local) {
            Some(Instruction::NewObject { class: exact, .. }) if java.class(*exact).is_from_source() => {
                return java.is_subclass(*exact, class);
            }
            // The array of the last arguments of a call has no other name.
            Some(Instruction::NewArray { .. }) if seen.len() == 1 && caller.local(local).is_temporary => {
                return elements(caller, local).any(|element| may_be(java, caller, element, class, seen));
            }
            Some(Instruction::Assign { value, .. }) => return may_be(java, caller, value, class, seen),
            Some(_) | None => {}
        }
    }
    may_be_of(java, &value.ty, class)
}

fn may_be_of(java: &Program, ty: &Type, class: ClassId) -> bool {
    match ty {
        _ if is_inert(java, ty) => false,
        Type::Class(own) if java.class(*own).is_from_source() => {
            let is_interface = |class: ClassId| java.class(class).kind == ClassKind::Interface;
            let have_both =
                || with_objects(java).any(|one| java.is_subclass(one, *own) && java.is_subclass(one, class));
            java.is_subclass(*own, class)
                || java.is_subclass(class, *own)
                || (is_interface(*own) || is_interface(class)) && have_both()
        }
        Type::Array(element) => may_be_of(java, element, class),
        _ => true,
    }
}

/// What is stored in an array by this name.
fn elements(caller: &Method, array: LocalId) -> impl Iterator<Item = &Expr> {
    let edges = caller.graph().into_iter().flat_map(|graph| &graph.edges);
    edges.filter_map(move |edge| match &edge.instruction {
        Instruction::WriteElement { array: Expr { kind: ExprKind::Local(local), .. }, value, .. }
            if *local == array =>
        {
            Some(value)
        }
        _ => None,
    })
}

fn exact_class(caller: &Method, local: LocalId) -> Option<ClassId> {
    match source(caller, local).1 {
        Some(Instruction::NewObject { class, .. }) => Some(*class),
        Some(_) | None => None,
    }
}

/// The classes of the program that have objects.
fn with_objects(java: &Program) -> impl Iterator<Item = ClassId> + '_ {
    java.class_ids().filter(|id| {
        let class = java.class(*id);
        let is_interface = matches!(class.kind, ClassKind::Interface | ClassKind::AnnotationType);
        class.is_from_source() && !class.is_abstract && !is_interface
    })
}
