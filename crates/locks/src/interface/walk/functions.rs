//! Which functions of the program a library method may run.
//!
//! A function that is given is known by the place where it is made, see `objects`. One from outside may be any that was
//! handed out as such a function. And the library makes functions of others, `Comparator.comparing(f)`: whatever is not
//! made by the program may run one that was given for that.

use crate::interface::ordering::objects::Objects;
use crate::interface::terms::term::{Place, Symbol, Term};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::state::State;
use crate::interface::walk::streams::Streams;
use crate::interface::walk::unseen::GivenToUnseen;
use concurrent::object::library::{Callback, LibraryMethod};
use concurrent::object::{
    Body, Call, ClassId, ClassKind, EdgeId, Expr, Instruction, MethodId, MethodKind, Program, Type,
};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Classes of functions that are given to the library.
#[derive(Default)]
pub struct Functions {
    /// To be made into other functions.
    composed: BTreeSet<ClassId>,
    /// To be run later: by another thread, by the thread that completes a future or asks a `ThreadLocal` first. By the class of the
    /// library that is given them.
    later: BTreeMap<ClassId, BTreeSet<ClassId>>,
    /// To a stream that is asked for elements elsewhere.
    pub lazy: BTreeSet<ClassId>,
    /// To code that is not seen.
    pub unseen: GivenToUnseen,
}

impl Functions {
    pub fn new(program: &Program, objects: &mut Objects, streams: &Streams) -> Functions {
        let unseen = GivenToUnseen::new(program, objects);
        let mut functions = Functions { unseen, ..Functions::default() };
        for id in program.method_ids() {
            let Some(graph) = program.method(id).graph() else { continue };
            for (index, edge) in graph.edges.iter().enumerate() {
                let Instruction::Call(call) = &edge.instruction else { continue };
                let is_lazy = streams.fate(id, EdgeId(index as u32)).is_later;
                let is_run_here = runs_at_once(program, call.method) && !is_lazy;
                if !matches!(program.method(call.method).body, Body::Library(_)) || is_run_here {
                    continue;
                }
                let composes = composes(program, call.method);
                for value in call
                    .receiver
                    .iter()
                    .filter(|_| composes)
                    .chain(&call.args)
                    .filter(|value| is_function(program, &value.ty))
                {
                    let (classes, _) = objects.classes_of(program, id, value);
                    let known = match (composes, is_lazy) {
                        (_, true) => &mut functions.lazy,
                        (true, false) => &mut functions.composed,
                        (false, false) => functions.later.entry(program.method(call.method).class).or_default(),
                    };
                    known.extend(classes);
                }
            }
        }
        functions
    }

    /// The classes of the library that are given objects of the class, to run them later.
    pub fn given_to(&self, class: ClassId) -> Vec<ClassId> {
        let is_given = |(_, classes): &(&ClassId, &BTreeSet<ClassId>)| classes.contains(&class);
        self.later.iter().filter(is_given).map(|(library, _)| *library).collect()
    }

    /// Whether an object of the class is given to the library, which runs it elsewhere.
    pub fn is_run_later(&self, class: ClassId) -> bool {
        self.later.values().any(|classes| classes.contains(&class))
    }
}

/// What a library method may run.
pub struct Given {
    pub methods: Vec<MethodId>,
    /// Whether there may be others that are not seen.
    pub is_open: bool,
}

impl<'a> Walk<'_, 'a> {
    /// The functions of the program that an argument of a library method may be, or be made of.
    pub fn functions_of(&mut self, state: &State, value: &Expr) -> Given {
        let program = self.engine.program;
        let mut classes = BTreeSet::new();
        let mut is_open = false;
        let mut queue = vec![value];
        let mut seen = BTreeSet::new();
        while let Some(value) = queue.pop() {
            if !is_function(program, &value.ty) {
                continue;
            }
            // What the library has made here is made of what it was given.
            if let Some((edge, call)) = self.made_by_library(state, value) {
                if seen.insert(edge) {
                    queue.extend(call.receiver.iter().chain(&call.args));
                }
                continue;
            }
            let (known, is_outside) = self.engine.objects.classes_of(program, self.method, value);
            classes.extend(known);
            if is_outside {
                is_open = true;
                classes.extend(&self.engine.functions.composed);
                classes.extend(self.engine.functions.unseen.all());
            }
        }
        Given { methods: methods_of(program, &classes), is_open }
    }

    /// The functions that run where somebody completes what they wait for, or runs a thread as if it were a method.
    pub fn registered_functions(&self, call: &Call) -> Vec<MethodId> {
        let program = self.engine.program;
        let method = program.method(call.method);
        let is_object = program.class(method.class).kind == ClassKind::Class;
        let overrides = || method.overrides.iter().map(|above| program.method(*above));
        let is_given = std::iter::once(method).chain(overrides()).any(|own| own.callbacks.contains(&Callback::Given));
        let completes = matches!(method.body, Body::Library(LibraryMethod::BarrierAwait | LibraryMethod::FutureCancel));
        match (is_given || completes) && is_object {
            true => {
                let is_near = |above: ClassId, below: ClassId| program.is_subclass(below, above);
                let later = self.engine.functions.later.iter();
                let later = later.filter(|(class, _)| is_near(**class, method.class) || is_near(method.class, **class));
                methods_of(program, &later.flat_map(|(_, classes)| classes).copied().collect())
            }
            false => Vec::new(),
        }
    }

    /// A function that the library has made here, and that is run, runs what it was made of.
    pub fn runs_made_function(&mut self, state: &State, call: &Call, span: Span) {
        let Some(receiver) = call.receiver.as_ref().filter(|receiver| is_function(self.engine.program, &receiver.ty))
        else {
            return;
        };
        if !composes(self.engine.program, call.method) && self.made_by_library(state, receiver).is_some() {
            let given = self.functions_of(state, receiver);
            self.run_by_others(state, &given.methods, span);
        }
    }

    /// The call of a library method that makes functions and has made the value, in this method.
    fn made_by_library(&mut self, state: &State, value: &Expr) -> Option<(EdgeId, &'a Call)> {
        let value = self.eval(state, value)?;
        let Term::Symbol(Symbol { place: Place::Edge(edge), .. }) = self.engine.terms.get(value) else { return None };
        match &self.graph.edges[edge.index()].instruction {
            Instruction::Call(call) => composes(self.engine.program, call.method).then_some((*edge, call)),
            _ => None,
        }
    }
}

/// Whether a library method runs functions that it is given before it returns.
pub fn runs_at_once(program: &Program, method: MethodId) -> bool {
    matches!(
        program.method(method).body,
        Body::Library(
            LibraryMethod::CallbackPure
                | LibraryMethod::CallbackRead
                | LibraryMethod::CallbackWrite
                | LibraryMethod::GetAndUpdate
                | LibraryMethod::UpdateAndGet
                | LibraryMethod::GetAndAccumulate
                | LibraryMethod::AccumulateAndGet
        )
    )
}

/// Whether a library method makes functions, of those that it is given.
fn composes(program: &Program, method: MethodId) -> bool {
    let method = program.method(method);
    let is_function = method.result.as_ref().is_some_and(|result| is_function(program, result));
    is_function && matches!(method.body, Body::Library(_))
}

/// Methods with a text.
pub fn methods_of(program: &Program, classes: &BTreeSet<ClassId>) -> Vec<MethodId> {
    let methods = classes.iter().flat_map(|class| program.class(*class).methods.iter().copied());
    let is_run = |id: &MethodId| {
        let method = program.method(*id);
        method.kind == MethodKind::Method && method.graph().is_some() && !method.is_static
    };
    methods.filter(is_run).collect()
}

/// Whether values of the type are there to be run.
pub fn is_function(program: &Program, ty: &Type) -> bool {
    let Type::Class(class) = ty else { return false };
    let class_of = program.class(*class);
    let is_run = |callback: &Callback| matches!(callback, Callback::Given | Callback::Comparison);
    let is_given = |id: &MethodId| program.method(*id).callbacks.iter().any(is_run);
    class_of.kind == ClassKind::Interface && class_of.methods.iter().any(is_given)
        || program.supertypes(*class).any(|above| is_function(program, &Type::Class(above)))
}
