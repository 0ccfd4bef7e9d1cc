//! Calls of code that is not seen, and what of the program it runs.
//!
//! It leaves locks as it found them, and may throw whatever it likes. A function that it is given may run before it
//! returns, with the locks of the caller and those that the receiver takes of itself, and later, in any thread: both are
//! looked at. So it is with objects whose methods the library knows. What was given to the same class before may run with
//! the locks of a later call, and then the order of locks is not known. An object whose class is not known may be a function
//! of the program, and is then run by whatever name it goes by.

use crate::interface::ordering::objects::Objects;
use crate::interface::terms::term::{SymbolKind, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::entries::is_called_by_library;
use crate::interface::walk::functions::{is_function, methods_of};
use crate::interface::walk::state::State;
use crate::interface::walk::step::Outcomes;
use crate::interface::walk::streams::Fate;
use concurrent::object::library::{Promise, UNSEEN_FUNCTION};
use concurrent::object::liveness::{Annotations, reads};
use concurrent::object::{Body, Call, ClassId, ClassOrigin, Edge, EdgeId, Expr, Instruction, MethodId, Program, Type};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Classes of functions that are given to code that is not seen, by the class that gets them.
#[derive(Default)]
pub struct GivenToUnseen(BTreeMap<ClassId, BTreeSet<ClassId>>);

impl GivenToUnseen {
    pub fn new(program: &Program, objects: &mut Objects) -> GivenToUnseen {
        let mut given = GivenToUnseen::default();
        for id in program.method_ids() {
            let Some(graph) = program.method(id).graph() else { continue };
            for edge in &graph.edges {
                let Instruction::Call(call) = &edge.instruction else { continue };
                let method = program.method(call.method);
                if !matches!(method.body, Body::Native) {
                    continue;
                }
                for value in call.receiver.iter().chain(&call.args) {
                    let classes = classes_in(program, objects, id, value);
                    given.0.entry(method.class).or_default().extend(classes);
                }
            }
        }
        given
    }

    pub fn all(&self) -> BTreeSet<ClassId> {
        self.0.values().flatten().copied().collect()
    }

    pub fn contains(&self, class: ClassId) -> bool {
        self.0.values().any(|classes| classes.contains(&class))
    }

    /// What a method of the class, or of one that belongs to it, may run. What has no known class may be of any.
    fn known_to(&self, program: &Program, owner: ClassId) -> BTreeSet<ClassId> {
        let is_open = |class: ClassId| &*program.class(class).name == "java.lang.Object";
        let is_part = |whole: ClassId, part: ClassId| program.class(part).name.starts_with(&*program.class(whole).name);
        let belongs = |class: ClassId| is_part(class, owner) || is_part(owner, class);
        let is_same =
            |(class, _): &(&ClassId, &BTreeSet<ClassId>)| belongs(**class) || is_open(owner) || is_open(**class);
        self.0.iter().filter(is_same).flat_map(|(_, classes)| classes).copied().collect()
    }
}

/// The classes of the program that a value may be of: what its type says, and the objects that are made; of a function, those
/// that come back from outside, too.
fn classes_in(program: &Program, objects: &mut Objects, method: MethodId, value: &Expr) -> BTreeSet<ClassId> {
    let mut classes = match is_function(program, &value.ty) {
        true => objects.classes_of(program, method, value).0,
        false => objects.made_classes_of(program, method, value),
    };
    if let Some(own) = class_of(&value.ty).filter(|class| program.class(*class).is_from_source()) {
        classes.extend(program.class_ids().filter(|class| program.is_subclass(*class, own)));
    }
    classes
}

fn class_of(ty: &Type) -> Option<ClassId> {
    match ty {
        Type::Class(class) => Some(*class),
        _ => None,
    }
}

impl Walk<'_, '_> {
    pub fn unseen_call(&mut self, id: EdgeId, edge: &Edge, call: &Call, target: MethodId, state: State) -> Outcomes {
        self.run_back(id, &state, call, target);
        self.used_by_unseen(&state, call, edge.span);
        let inside = self.inside_of_library(&state, call, edge.span);
        let mut outcomes = Vec::new();
        for value in &call.args {
            let program = self.engine.program;
            let classes = classes_in(program, &mut self.engine.objects, self.method, value);
            outcomes.extend(self.run_given(id, edge, value, classes, |_| true, &state, &inside));
        }
        if let Some(receiver) = &call.receiver {
            let value = self.eval(&state, receiver);
            value.into_iter().for_each(|value| self.hand_over(&state, value));
            outcomes.extend(self.run_receiver(id, edge, receiver, target, &state, &inside));
        }
        self.may_run_earlier_ones(&state, call, target, edge.span);
        outcomes.extend(self.opaque_call(id, edge, call, state));
        outcomes
    }

    /// Functions that were given to the same class before may run here: in which order their locks are taken is not known.
    fn may_run_earlier_ones(&mut self, state: &State, call: &Call, target: MethodId, span: Span) {
        let program = self.engine.program;
        let given = self.engine.functions.unseen.known_to(program, program.method(target).class);
        let own: BTreeSet<ClassId> = call.args.iter().filter_map(|arg| class_of(&arg.ty)).collect();
        self.may_run_one_of(state, &given.difference(&own).copied().collect(), span);
    }

    /// A function that is not the program's may be made of what was given to code that is not seen.
    pub fn may_run_any_given(&mut self, state: &State, span: Span) {
        let given = self.engine.functions.unseen.all();
        self.may_run_one_of(state, &given, span);
    }

    fn may_run_one_of(&mut self, state: &State, given: &BTreeSet<ClassId>, span: Span) {
        let program = self.engine.program;
        let takes_locks =
            |method: MethodId| self.is_followed(program.method(method).class) && self.engine.may_touch_locks(method);
        let may_hold = !state.held.is_empty() || self.context.has_frame;
        if may_hold && methods_of(program, given).into_iter().any(takes_locks) {
            let message = "code that is not seen may run a function here that takes locks and was given to it before";
            self.engine.order_doubts.insert((span, message));
        }
    }

    /// An object that may be a function: it is run if a method of this name is its own, or if its name is not known.
    fn run_receiver(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        receiver: &Expr,
        target: MethodId,
        state: &State,
        inside: &State,
    ) -> Outcomes {
        let program = self.engine.program;
        let (classes, _) = self.engine.objects.classes_of(program, self.method, receiver);
        let is_lambda = |class: &ClassId| program.class(*class).origin == ClassOrigin::Lambda;
        let classes = classes.into_iter().filter(is_lambda).collect();
        let name = program.method(target).name.clone();
        let is_named = |method: MethodId| {
            let own = &program.method(method).name;
            **own == *UNSEEN_FUNCTION || *own == name
        };
        self.run_given(id, edge, receiver, classes, is_named, state, inside)
    }

    #[expect(clippy::too_many_arguments, reason = "a function, and where it is run")]
    fn run_given(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        value: &Expr,
        classes: BTreeSet<ClassId>,
        is_run: impl Fn(MethodId) -> bool,
        state: &State,
        inside: &State,
    ) -> Outcomes {
        let program = self.engine.program;
        let term = self.eval(state, value);
        let exact = term.and_then(|term| self.exact_class(term));
        let classes = match exact {
            Some(class) => BTreeSet::from([class]),
            None => classes,
        };
        let mut outcomes = Vec::new();
        for method in methods_of(program, &classes).into_iter().filter(|method| is_run(*method)) {
            let is_followed = self.is_followed(program.method(method).class);
            match term {
                _ if !is_followed && !is_called_by_library(program, method) => {}
                Some(term) if exact.is_some() || !is_followed => {
                    outcomes.extend(self.run_function(id, edge, term, (method, Fate::default()), state, inside));
                }
                _ => self.run_by_others(inside, &[method], edge.span),
            }
        }
        outcomes
    }

    /// A method of a guarded collection that no model knows: it may change it, and what it returns may be a part of it.
    fn used_by_unseen(&mut self, state: &State, call: &Call, span: Span) {
        let value = call.receiver.as_ref().and_then(|receiver| self.eval(state, receiver));
        let Some(value) = value else { return };
        let Some((object, field)) = self.guarded_content(state, value) else { return };
        let program = self.engine.program;
        let (method, name) = (&program.method(call.method).name, &program.field(field).name);
        if !self.may_write(state, object, field, value) {
            self.doubt(span, format!("whether `{method}` changes `{name}`, which may only be read here, is not known"));
        } else if self.is_result_kept(call) {
            self.doubt(span, format!("whether what `{method}` returns is a part of `{name}` is not known"));
        }
    }

    /// Whether the result is an object that may lead to others, and somebody looks at it.
    fn is_result_kept(&self, call: &Call) -> bool {
        let Some(target) = call.target else { return false };
        let program = self.engine.program;
        let leads_nowhere = match &program.method(self.method).local(target).ty {
            Type::Class(class) => program.class(*class).promises.contains(&Promise::Inert),
            ty => !ty.is_reference(),
        };
        let mut is_read = false;
        for edge in &self.graph.edges {
            reads(&edge.instruction, Annotations::AreSkipped, &mut |local| is_read |= local == target);
        }
        is_read && !leads_nowhere
    }

    /// What code that is not seen returns.
    pub fn unseen_result(&mut self, state: &mut State, id: EdgeId, call: &Call) -> Option<TermId> {
        let is_never_null = self.engine.program.method(call.method).is_never_null;
        is_never_null.then(|| self.define(state, id, SymbolKind::NotNull))
    }
}
