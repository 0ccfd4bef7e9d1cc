//! What code of the program throws that the library runs by itself: `compareTo` in a sorted set, `next` of an own iterator,
//! `initialValue` of a `ThreadLocal`, the task of a thread that is run as if it were a method.
//!
//! ```text
//! m runs in f(…) of the library    m throws e     e is not what m refuses
//! ----------------------------------------------------------------------
//! f(…) throws e, with the locks as they were
//! ```
//!
//! Which methods a model runs, see `backs`. `equals`, `hashCode` and `toString` are trusted. So is the library, not to ask an
//! iterator that is at its end, nor a list for an element that it does not have: that own code throws then is its duty.

use crate::interface::terms::term::SymbolKind;
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::backs::{self, Back, may_hold};
use crate::interface::walk::context::{Arg, Context, ExitKind};
use crate::interface::walk::engine::Engine;
use crate::interface::walk::state::State;
use crate::interface::walk::step::Outcomes;
use concurrent::object::library::{Callback, LibraryClass};
use concurrent::object::{Call, ClassId, ClassOrigin, Edge, EdgeId, MethodId};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Engine<'_> {
    /// The methods without locks that a call of a library method may run, at a place in a method.
    fn asked_back(&mut self, place: (MethodId, EdgeId), call: &Call, target: MethodId) -> Rc<[MethodId]> {
        if let Some(known) = self.asked_back.get(&(place, target)) {
            return Rc::clone(known);
        }
        let asked = Rc::clone(&self.touches.asked);
        let may_ask = |back: &&Back| self.may_ask(place.0, call, target, back);
        let found: Rc<[MethodId]> = asked.iter().filter(may_ask).map(|back| back.method).collect();
        self.asked_back.insert((place, target), Rc::clone(&found));
        found
    }

    fn may_ask(&mut self, caller: MethodId, call: &Call, target: MethodId, back: &Back) -> bool {
        let program = self.program;
        match back.asked(program, call) {
            Some(mut asked) => {
                backs::may_run(program, call, target, back)
                    && asked.any(|(value, holder)| self.objects.may_be_near(program, caller, value, holder))
            }
            None => self.may_compare(caller, call, target, back.method),
        }
    }

    /// A function compares for the collection that was given it; an object is compared where it is sorted, or is given to
    /// a collection that sorts.
    fn may_compare(&mut self, caller: MethodId, call: &Call, target: MethodId, method: MethodId) -> bool {
        let program = self.program;
        if !program.method(target).callbacks.contains(&Callback::Order) {
            return false;
        }
        let (class, receiver) = (program.method(method).class, call.receiver.as_ref());
        let comparator = self.class_named("java.util.Comparator");
        if comparator.is_some_and(|comparator| program.is_subclass(class, comparator)) {
            let given = self.functions.given_to(class);
            let is_receiver =
                |of: ClassId| receiver.is_some_and(|receiver| self.objects.may_be_near(program, caller, receiver, of));
            return given.into_iter().any(is_receiver);
        }
        let sorted = Rc::clone(&self.touches.sorted);
        let mut is_sorting = receiver.is_none();
        if let Some(receiver) = receiver {
            is_sorting = sorted.iter().any(|of| self.objects.may_be_near(program, caller, receiver, *of));
        }
        is_sorting && (call.args.is_empty() || call.args.iter().any(|arg| may_hold(program, &arg.ty, class)))
    }
}

impl Walk<'_, '_> {
    /// The ways on which a library method throws what code of the program has thrown inside of it.
    pub fn thrown_back(&mut self, id: EdgeId, edge: &Edge, call: &Call, target: MethodId, state: &State) -> Outcomes {
        if edge.unwind.is_none() {
            return Vec::new();
        }
        let mut methods = self.engine.asked_back((self.method, id), call, target).to_vec();
        methods.extend(self.run_as_a_method(call));
        let thrown: BTreeSet<Option<ClassId>> = methods.into_iter().flat_map(|method| self.thrown_by(method)).collect();
        let mut outcomes = Vec::new();
        for class in thrown {
            let kind = class.map_or(SymbolKind::NotNull, SymbolKind::Of);
            outcomes.extend(self.thrown_by_callee(id, edge, state.clone(), kind));
        }
        outcomes
    }

    /// What a thread or a `ThreadLocal` was given runs in the thread that asks. A future keeps what its task throws.
    fn run_as_a_method(&self, call: &Call) -> Vec<MethodId> {
        let program = self.engine.program;
        match program.class(program.method(call.method).class).origin {
            ClassOrigin::Library(LibraryClass::Thread | LibraryClass::ThreadLocal) => self.registered_functions(call),
            _ => Vec::new(),
        }
    }

    /// What a method throws, given objects and not null.
    fn thrown_by(&mut self, method: MethodId) -> Vec<Option<ClassId>> {
        let program = self.engine.program;
        let called = program.method(method);
        let args = called.params.iter().map(|param| match called.local(*param).ty.is_reference() {
            true => Arg::NotNull,
            false => Arg::Any,
        });
        let bare = Context::bare(program, method);
        let context = match self.engine.may_touch_locks(method) {
            true => Context { is_entry: true, ..bare },
            false => Context { args: args.collect(), ..bare },
        };
        let summary = self.engine.summary(&context);
        let thrown = summary.exits.iter().filter_map(|exit| match exit.kind {
            ExitKind::Throws(class) => Some(class),
            ExitKind::Returns => None,
        });
        let is_duty = |class: &Option<ClassId>| class.is_some_and(|class| self.is_duty(method, class));
        let mut thrown: Vec<Option<ClassId>> = thrown.filter(|class| !is_duty(class)).collect();
        if !summary.unknown.is_empty() {
            thrown.push(None);
        }
        thrown
    }

    /// Whether the method has to throw this where there is no such element.
    fn is_duty(&self, method: MethodId, thrown: ClassId) -> bool {
        let program = self.engine.program;
        let above = || program.method(method).overrides.iter().flat_map(|above| &program.method(*above).throws);
        ["java.util.NoSuchElementException", "java.lang.IndexOutOfBoundsException"].iter().any(|name| {
            let kind = self.engine.class_named(name);
            let is_of_kind = |class: ClassId| kind.is_some_and(|kind| program.is_subclass(class, kind));
            is_of_kind(thrown) && above().any(|declared| is_of_kind(*declared))
        })
    }
}
