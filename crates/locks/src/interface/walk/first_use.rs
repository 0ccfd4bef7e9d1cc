//! Where a class is used for the first time, it is initialised, and others wait until that is done. What its static
//! initialiser throws is thrown there, too.
//!
//! ```text
//! initialise(C):  take Init(C);  initialise(S) for its superclass S, and interfaces with methods;  run its initialiser
//! ```
//!
//! A class without an initialiser of its own is initialised all the same: Init(C) is held while its superclass is.

use crate::interface::ordering::order;
use crate::interface::terms::names::simple;
use crate::interface::terms::term::{Level, SymbolKind};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::context::{Acquired, Context, ExitKind};
use crate::interface::walk::entries::{is_main, reached_from, static_calls};
use crate::interface::walk::held::{LockKind, Nameless};
use crate::interface::walk::state::State;
use crate::interface::walk::step::Outcomes;
use concurrent::object::{
    ClassId, ClassKind, ClassOrigin, Constant, EdgeId, ExprKind, Instruction, MethodId, MethodKind, Program, Visibility,
};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Span;

impl Walk<'_, '_> {
    /// The ways on which an initialiser that runs here throws.
    pub fn first_use(&mut self, id: EdgeId, state: &State) -> Outcomes {
        let program = self.engine.program;
        let edge = &self.graph.edges[id.index()];
        self.first_use_by_name(&edge.instruction, state, edge.span);
        let Some(class) = used_class(program, &edge.instruction) else { return Vec::new() };
        let own = program.method(self.method).class;
        if program.is_subclass(own, class) {
            return Vec::new();
        }
        let user = user(program, own);
        self.initialise(class, state, edge.span, Some(user));
        let mut outcomes = Vec::new();
        // Who runs the text of a class, or has an object inside of one of its objects, has seen it initialised.
        let is_done = |class: &ClassId| self.classes_around().iter().any(|own| program.is_subclass(*own, *class));
        let above: Vec<ClassId> = classes_above(program, class).into_iter().filter(|class| !is_done(class)).collect();
        for class in above {
            let Some(initializer) = self.engine.initializer(class).filter(|method| self.throws(*method)) else {
                continue;
            };
            match edge.unwind {
                Some(_) => outcomes.extend(self.thrown_by_callee(id, edge, state.clone(), SymbolKind::NotNull)),
                None => {
                    let class = simple(&program.class(program.method(initializer).class).name);
                    let message = format!("the static initialiser of `{class}` may run here and throw: not followed");
                    self.doubt(edge.span, message);
                }
            }
        }
        outcomes
    }

    /// `Class.forName(name)` initialises the class of that name: any, if the name is not known.
    fn first_use_by_name(&mut self, instruction: &Instruction, state: &State, span: Span) {
        let program = self.engine.program;
        let Instruction::Call(call) = instruction else { return };
        let method = program.method(call.method);
        if &*method.name != "forName" || &*program.class(method.class).name != "java.lang.Class" {
            return;
        }
        let name = match call.args.first().map(|name| &name.kind) {
            Some(ExprKind::Constant(Constant::String(name))) => Some(name),
            _ => None,
        };
        let is_meant = |class: &ClassId| name.is_none_or(|name| *program.class(*class).name == **name);
        for class in program.class_ids().filter(is_meant) {
            self.initialise(class, state, span, None);
        }
    }

    /// Code outside of the program that calls a static method, or makes an object, may be the first to use the class.
    pub fn first_use_by_others(&mut self, state: &State) {
        let program = self.engine.program;
        let method = program.method(self.method);
        let is_use = method.is_static && method.kind == MethodKind::Method || method.kind == MethodKind::Constructor;
        let is_public = method.visibility == Visibility::Public
            && program.class(method.class).visibility == Visibility::Public
            && !is_main(program, self.method);
        if is_use && is_public && self.context.is_entry {
            self.initialise(method.class, state, method.span, None);
        }
    }

    /// The thread waits for the initialisation of a class, and of those above with that of the class held. The class that
    /// uses it, and those above that one, are initialised before.
    fn initialise(&mut self, class: ClassId, state: &State, span: Span, user: Option<ClassId>) {
        let mut inside = state.clone();
        if self.engine.may_wait_to_initialise(class) {
            let (ids, level) = (self.engine.objects.initialises(class), Level::Write);
            let (lock, kind, taken) = (None, LockKind::Monitor, span);
            inside.held.add_nameless(Nameless { taken, kind: kind.clone(), level, ids: ids.clone(), array: None });
            let kind = Some(kind);
            order::called(self, state, &Acquired { lock, kind, ids, level, span, and_older: false, is_again: false });
        }
        let program = self.engine.program;
        for above in initialised_with(program, class) {
            if !user.is_some_and(|user| program.is_subclass(user, above)) {
                self.initialise(above, &inside, span, user);
            }
        }
    }

    /// The class of the method, and those around it whose objects its objects belong to.
    fn classes_around(&self) -> Vec<ClassId> {
        let program = self.engine.program;
        let outer = |class: &ClassId| program.class(*class).outer.filter(|_| !program.class(*class).is_static);
        std::iter::successors(Some(program.method(self.method).class), outer).collect()
    }

    fn throws(&mut self, initializer: MethodId) -> bool {
        let context = Context { is_entry: true, ..Context::bare(self.engine.program, initializer) };
        let summary = self.engine.summary(&context);
        summary.exits.iter().any(|exit| matches!(exit.kind, ExitKind::Throws(_)))
    }
}

/// The class in whose text a class stands: a lambda is a part of the class around it.
pub fn user(program: &Program, mut class: ClassId) -> ClassId {
    while let (ClassOrigin::Lambda, Some(outer)) = (program.class(class).origin, program.class(class).outer) {
        class = outer;
    }
    class
}

/// The class that an instruction uses, so that it is initialised before.
fn used_class(program: &Program, instruction: &Instruction) -> Option<ClassId> {
    match instruction {
        Instruction::NewObject { class, .. } => Some(*class),
        Instruction::Call(call) if program.method(call.method).is_static => Some(program.method(call.method).class),
        Instruction::ReadField { object: None, field, .. } | Instruction::WriteField { object: None, field, .. } => {
            Some(program.field(*field).class)
        }
        _ => None,
    }
}

/// Its superclass, and interfaces that have methods with a text.
fn initialised_with(program: &Program, class: ClassId) -> Vec<ClassId> {
    let has_text = |method: &MethodId| !program.method(*method).is_static && program.method(*method).graph().is_some();
    let is_initialised = |above: &ClassId| {
        let class = program.class(*above);
        class.is_from_source() && (class.kind != ClassKind::Interface || class.methods.iter().any(has_text))
    };
    program.supertypes(class).filter(is_initialised).collect()
}

/// The class, and what is initialised with it.
fn classes_above(program: &Program, class: ClassId) -> Vec<ClassId> {
    let (mut found, mut at) = (vec![class], 0);
    while at < found.len() {
        let new: Vec<ClassId> =
            initialised_with(program, found[at]).into_iter().filter(|above| !found.contains(above)).collect();
        found.extend(new);
        at += 1;
    }
    found
}

/// The classes of which each is initialised while another one is, in a cycle.
pub fn use_each_other(program: &Program, initializers: &FxHashMap<ClassId, MethodId>) -> FxHashSet<ClassId> {
    let calls = static_calls(program);
    let mut used: FxHashMap<ClassId, FxHashSet<ClassId>> = FxHashMap::default();
    for class in program.class_ids().filter(|class| program.class(*class).is_from_source()) {
        let mut next: FxHashSet<ClassId> = initialised_with(program, class).into_iter().collect();
        let run = initializers.get(&class).map(|initializer| reached_from(&calls, &[*initializer]));
        for method in run.into_iter().flatten() {
            let edges = program.method(method).graph().into_iter().flat_map(|graph| &graph.edges);
            next.extend(edges.filter_map(|edge| used_class(program, &edge.instruction)));
        }
        next.retain(|used| *used != class && program.class(*used).is_from_source());
        used.insert(class, next);
    }
    let is_in_cycle = |class: &ClassId| {
        let (mut queue, mut seen) = (vec![*class], FxHashSet::default());
        while let Some(at) = queue.pop() {
            queue.extend(used.get(&at).into_iter().flatten().filter(|next| seen.insert(**next)));
        }
        seen.contains(class)
    };
    used.keys().copied().filter(is_in_cycle).collect()
}
