//! Code that is not seen: members that neither the program nor a model has.
//!
//! Who asks for it ([`Unseen::IsCalled`]) gets a call of a native method, made for its place, where others get a gap:
//!
//! ```text
//! x.m(a, b)    r := native C.m(x, a, b)      which may throw anything
//! new C(a)     r := native C.<init>(a)       never null
//! C.f          r := native C.f()             which throws nothing
//! ```
//!
//! That is right only for what is no member of the program, no reflection, and nothing that locks or threads are used
//! with. A class whose
//! objects the program may subclass does not say whose member is meant where the name is one of a class below it; what
//! has no type of its own may be of any class. Whether there is such a class is known at the end, see [`World::settle_unseen`].

use super::lookup::{Arg, Candidate, Chosen, Refusal};
use super::types::Ty;
use super::world::World;
use concurrent::object::library::LibraryClass;
use concurrent::object::{Body, ClassId, ClassOrigin, Gap, MethodId, Name};
use source::{Deadline, Span};

/// How the names of classes begin that have to do with locks or threads.
const THREADS: [&str; 2] = ["java.util.concurrent.", "java.lang.Thread"];

/// How the names of classes begin through which private members of the program are used.
const REFLECTION: [&str; 2] = ["java.lang.invoke.", "java.lang.reflect."];

/// What becomes of code that is neither given nor modelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unseen {
    /// Its use makes a method unsupported.
    IsGap,
    /// It is called, and does whatever it likes.
    IsCalled,
}

/// A member that is not known.
#[derive(Clone, Copy)]
pub enum Member<'n> {
    Constructor,
    Method(&'n str),
    Field,
}

/// A member of an object that is taken to be none of the program's.
pub struct Use {
    /// Who uses it.
    pub method: MethodId,
    /// What is known of the object's class.
    pub class: ClassId,
    pub name: Name,
    /// Of a method: how many arguments it gets.
    pub count: Option<usize>,
    pub span: Span,
}

impl World {
    /// Whether a member that the class is not known to have may be left to code that is not seen.
    pub fn is_left_unseen(&self, class: ClassId, member: Member) -> bool {
        let entry = self.class(class);
        let is_special = self.is_about_threads(class) || reaches_all(&entry.name);
        if self.unseen == Unseen::IsGap || entry.is_from_source() || is_special {
            return false;
        }
        let is_open = class == self.known.object || entry.origin == ClassOrigin::Unknown;
        match member {
            Member::Method(name) => !(is_open && self.is_name_of_locks(name)),
            Member::Constructor | Member::Field => true,
        }
    }

    /// Whether the class has to do with locks or threads.
    fn is_about_threads(&self, class: ClassId) -> bool {
        let entry = self.class(class);
        match entry.origin {
            ClassOrigin::Library(kind) => is_kind_of_threads(kind),
            ClassOrigin::Unknown => THREADS.iter().any(|prefix| entry.name.starts_with(prefix)),
            ClassOrigin::Source | ClassOrigin::Anonymous | ClassOrigin::Lambda => false,
        }
    }

    pub fn is_lock(&self, ty: &Ty) -> bool {
        match self.upper(ty) {
            Ty::Class(class, _) => matches!(self.class(class).origin, ClassOrigin::Library(kind) if is_lock(kind)),
            _ => false,
        }
    }

    /// Whether locks are used by a method of this name: what has no known class may be one.
    fn is_name_of_locks(&self, name: &str) -> bool {
        let is_of_object = self.info(self.known.object).methods.contains_key(name);
        let has_it = |class: ClassId| {
            let is_lock = matches!(self.class(class).origin, ClassOrigin::Library(kind) if is_lock(kind));
            is_lock && self.info(class).methods.contains_key(name)
        };
        !is_of_object && self.program.class_ids().any(has_it)
    }

    /// A use of a member that a class of the program may have makes its method unsupported.
    pub fn settle_unseen(&mut self, deadline: Deadline) -> Option<()> {
        for used in std::mem::take(&mut self.unseen_uses) {
            if deadline.is_over() {
                return None;
            }
            let Some(own) = self.program.class_ids().find(|own| self.may_be_meant(*own, &used)) else { continue };
            let (name, own) = (&used.name, &self.class(own).name);
            let message = format!("whether `{name}` of `{own}` is meant here is not known");
            self.program.methods[used.method.index()].body = Body::Unsupported(Gap { message, span: used.span });
        }
        Some(())
    }

    fn may_be_meant(&self, own: ClassId, used: &Use) -> bool {
        let is_named = matches!(self.class(own).origin, ClassOrigin::Source | ClassOrigin::Anonymous);
        let is_unknown = self.class(used.class).origin == ClassOrigin::Unknown;
        let is_below = self.is_subclass(own, used.class) || is_unknown && self.has_unknown_super(own);
        let takes = |method: &MethodId| {
            let signature = &self.signatures[method.index()];
            signature.is_varargs || Some(signature.params.len()) == used.count
        };
        let info = self.info(own);
        is_named
            && is_below
            && match used.count {
                Some(_) => info.methods.get(&used.name).is_some_and(|methods| methods.iter().any(takes)),
                None => info.fields.contains_key(&used.name),
            }
    }

    /// Whether functions of the type are run by code that is not seen.
    pub fn is_unseen_interface(&self, ty: &Ty) -> bool {
        match self.upper(ty) {
            Ty::Class(class, _) => {
                let is_unknown = self.class(class).origin == ClassOrigin::Unknown;
                is_unknown && self.is_left_unseen(class, Member::Constructor)
            }
            Ty::Unseen => true,
            Ty::Void | Ty::Primitive(_) | Ty::Null | Ty::Array(_) | Ty::Var(_) | Ty::Unknown => false,
        }
    }

    /// Whether it is not known which types an argument fits.
    fn is_vague(&self, arg: &Arg) -> bool {
        match arg {
            Arg::Typed(Ty::Unseen) => true,
            Arg::Typed(Ty::Class(class, _)) => self.has_unknown_super(*class),
            Arg::Typed(_) | Arg::Lambda(_) | Arg::Reference => false,
        }
    }

    /// The method that a call means where the types of some arguments are not known: the only one that they may fit; or any
    /// model, if all say the same.
    pub fn choose_vaguely(&self, candidates: &[Candidate], args: &[Arg]) -> Result<Chosen, Refusal> {
        if !args.iter().any(|arg| self.is_vague(arg)) {
            return self.choose(candidates, args);
        }
        let may_fit = |candidate: &Candidate, packs: bool| {
            args.iter().enumerate().all(|(at, arg)| {
                let param = self.param_at(candidate, at, packs);
                param.is_some_and(|param| self.may_accept(&param, arg))
            })
        };
        let mut fitting: Vec<Chosen> = Vec::new();
        for candidate in candidates {
            let is_plain = args.len() == candidate.params.len() && may_fit(candidate, false);
            let packs = candidate.is_varargs && args.len() + 1 >= candidate.params.len() && may_fit(candidate, true);
            if is_plain || packs {
                fitting.push(Chosen { candidate: candidate.clone(), packs: !is_plain });
            }
        }
        let all_vague = |chosen: &Chosen, is_so: &dyn Fn(ClassId, ClassId) -> bool| {
            args.iter().enumerate().filter(|(_, arg)| self.is_vague(arg)).all(|(at, arg)| {
                match (arg, self.param_at(&chosen.candidate, at, chosen.packs).map(|param| self.upper(&param))) {
                    (Arg::Typed(Ty::Class(own, _)), Some(Ty::Class(class, _))) => is_so(*own, class),
                    _ => false,
                }
            })
        };
        let is_exact = |chosen: &&Chosen| all_vague(chosen, &|own, class| own == class);
        let is_sure = |chosen: &Chosen| all_vague(chosen, &|own, class| self.is_subclass(own, class));
        // What takes the very class is meant rather than what may take it.
        let exact: Vec<Candidate> = fitting.iter().filter(is_exact).map(|chosen| chosen.candidate.clone()).collect();
        if !exact.is_empty() {
            return self.choose(&exact, args);
        }
        let is_alike = |chosen: &Chosen| self.are_alike(&fitting[0].candidate, &chosen.candidate);
        match &fitting[..] {
            [] => Err(Refusal::None),
            [_] => fitting.pop().ok_or(Refusal::None),
            all if all.iter().all(is_sure) => self.choose(candidates, args),
            all if all.iter().all(is_alike) => Ok(fitting.swap_remove(0)),
            _ => Err(Refusal::Ambiguous),
        }
    }

    fn may_accept(&self, param: &Ty, arg: &Arg) -> bool {
        let is_unknown_class = self.is_vague(arg) && !matches!(arg, Arg::Typed(Ty::Unseen));
        match (arg, self.upper(param)) {
            (Arg::Typed(Ty::Unseen), _) => true,
            (Arg::Typed(Ty::Class(own, _)), Ty::Class(class, _)) if is_unknown_class => {
                !self.class(class).is_final || self.is_subclass(*own, class)
            }
            (Arg::Typed(_), Ty::Primitive(_) | Ty::Array(_)) if is_unknown_class => false,
            _ => self.accepts_loosely(param, arg),
        }
    }

    /// Whether two models say the same.
    fn are_alike(&self, left: &Candidate, right: &Candidate) -> bool {
        let (one, other) = (&self.program.methods[left.method.index()], &self.program.methods[right.method.index()]);
        match (&one.body, &other.body) {
            (Body::Library(kind), Body::Library(same)) => {
                kind == same
                    && one.class == other.class
                    && one.callbacks == other.callbacks
                    && one.throws == other.throws
                    && left.result == right.result
            }
            _ => false,
        }
    }
}

/// Whether code of the class does to the program what others cannot.
fn reaches_all(name: &str) -> bool {
    name == "java.lang.Class" || name.ends_with(".Unsafe") || REFLECTION.iter().any(|prefix| name.starts_with(prefix))
}

fn is_lock(kind: LibraryClass) -> bool {
    matches!(
        kind,
        LibraryClass::Lock
            | LibraryClass::ReadWriteLock
            | LibraryClass::StampedLock
            | LibraryClass::Condition
            | LibraryClass::Semaphore
    )
}

fn is_kind_of_threads(kind: LibraryClass) -> bool {
    match kind {
        LibraryClass::Latch
        | LibraryClass::Barrier
        | LibraryClass::Thread
        | LibraryClass::Executor
        | LibraryClass::Future => true,
        LibraryClass::Immutable
        | LibraryClass::ThreadSafe
        | LibraryClass::NotThreadSafe
        | LibraryClass::Depends
        | LibraryClass::Atomic
        | LibraryClass::AtomicArray
        | LibraryClass::Lock
        | LibraryClass::ReadWriteLock
        | LibraryClass::StampedLock
        | LibraryClass::Condition
        | LibraryClass::Semaphore
        | LibraryClass::ThreadLocal => is_lock(kind),
    }
}
