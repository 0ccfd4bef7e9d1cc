//! Static initialisers, which run where their class is first used.
//!
//! The first thread that uses a class runs its initialiser, and others that use it wait until that is done: the
//! initialisation of a class is a lock that is made once, held by the initialiser, and taken where a static method or
//! field of the class is used or an object of it is made. What the initialiser takes is taken there, too:
//!
//! ```text
//! h held, C used       ⇒  h → init(C),  h → l  for every l that <clinit> of C takes
//! in <clinit> of C     ⇒  init(C) → l   for every l that is taken there, and for init(D) if D is used
//! ```
//!
//! Methods of C itself run after its initialisation, or inside of it. A class matters if its initialiser takes locks, if
//! it is among classes whose initialisers use each other in a circle, or if it uses one that matters.

use super::analysis::Walk;
use super::context::Acquired;
use super::entries::contexts;
use super::order;
use super::state::State;
use super::term::Level;
use concurrent::object::{ClassId, EdgeId, Instruction, MethodId, MethodKind, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// The initialisers that matter, by class.
pub type Initialisers = FxHashMap<ClassId, MethodId>;

/// `touches` says of each method whether it has to do with locks.
pub fn initialisers(program: &Program, touches: &[bool]) -> Initialisers {
    let is_initialiser = |id: &MethodId| {
        let method = program.method(*id);
        method.kind == MethodKind::StaticInitializer && method.graph().is_some()
    };
    let all: Initialisers =
        program.method_ids().filter(is_initialiser).map(|id| (program.method(id).class, id)).collect();
    let used: FxHashMap<ClassId, FxHashSet<ClassId>> =
        all.iter().map(|(class, id)| (*class, classes_used(program, &all, *class, *id))).collect();
    let mut matters: FxHashSet<ClassId> =
        all.iter().filter(|(_, id)| touches[id.index()]).map(|(class, _)| *class).collect();
    matters.extend(all.keys().filter(|class| reaches(&used, **class)));
    loop {
        let is_new = |class: &&ClassId| !matters.contains(*class) && used[*class].iter().any(|c| matters.contains(c));
        let new: Vec<ClassId> = all.keys().filter(is_new).copied().collect();
        if new.is_empty() {
            break;
        }
        matters.extend(new);
    }
    all.into_iter().filter(|(class, _)| matters.contains(class)).collect()
}

/// The other classes that an initialiser, or what it calls, uses first.
fn classes_used(program: &Program, all: &Initialisers, own: ClassId, initialiser: MethodId) -> FxHashSet<ClassId> {
    let (mut pending, mut seen) = (vec![initialiser], FxHashSet::from_iter([initialiser]));
    let mut found = FxHashSet::default();
    while let Some(id) = pending.pop() {
        let Some(graph) = program.method(id).graph() else { continue };
        for edge in &graph.edges {
            found.extend(classes_of(program, all, &edge.instruction).into_iter().filter(|class| *class != own));
            if let Instruction::Call(call) = &edge.instruction {
                pending.extend(call.targets.iter().copied().filter(|target| seen.insert(*target)));
            }
        }
    }
    found
}

/// Whether a way leads from a class back to it.
fn reaches(used: &FxHashMap<ClassId, FxHashSet<ClassId>>, class: ClassId) -> bool {
    let (mut pending, mut seen) = (vec![class], FxHashSet::default());
    while let Some(at) = pending.pop() {
        for next in &used[&at] {
            if *next == class {
                return true;
            }
            if seen.insert(*next) {
                pending.push(*next);
            }
        }
    }
    false
}

/// The classes with an initialiser that an instruction is a use of, superclasses among them.
fn classes_of(program: &Program, initialisers: &Initialisers, instruction: &Instruction) -> Vec<ClassId> {
    let used = match instruction {
        Instruction::NewObject { class, .. } => Some(*class),
        Instruction::ReadField { field, .. } | Instruction::WriteField { field, .. } => {
            Some(program.field(*field)).filter(|field| field.is_static).map(|field| field.class)
        }
        Instruction::Call(call) => {
            Some(program.method(call.method)).filter(|method| method.is_static).map(|method| method.class)
        }
        Instruction::Skip
        | Instruction::Assign { .. }
        | Instruction::ReadElement { .. }
        | Instruction::WriteElement { .. }
        | Instruction::ArrayLength { .. }
        | Instruction::NewArray { .. }
        | Instruction::Enter(_)
        | Instruction::Exit(_)
        | Instruction::Assume(_)
        | Instruction::Check(_)
        | Instruction::Throw(_)
        | Instruction::Annotation(_) => None,
    };
    let above = std::iter::successors(used, |class| program.class(*class).superclass);
    above.filter(|class| initialisers.contains_key(class)).collect()
}

impl Walk<'_, '_> {
    /// What is taken where classes are used first.
    pub fn initialise(&mut self, id: EdgeId, state: &State) {
        if self.engine.initialisers.is_empty() {
            return;
        }
        let program = self.engine.program;
        let (edge, own) = (&self.graph.edges[id.index()], program.method(self.method).class);
        for class in classes_of(program, &self.engine.initialisers, &edge.instruction) {
            if program.is_subclass(own, class) {
                continue;
            }
            let (ids, level, span) = (self.engine.objects.initialisation(class), Level::Write, edge.span);
            let taken = Acquired { lock: None, ids, level, span, and_older: false, is_again: false };
            order::called(self, state, &taken);
            let initialiser = self.engine.initialisers[&class];
            for context in contexts(self.engine, initialiser) {
                let summary = self.engine.summary(&context);
                for acquired in &summary.acquired {
                    order::called(self, state, &Acquired { lock: None, ..acquired.clone() });
                }
            }
        }
    }

    /// The class whose initialiser runs here.
    pub fn initialised(&self) -> Option<ClassId> {
        let method = self.engine.program.method(self.method);
        let is_initialiser = self.engine.initialisers.get(&method.class) == Some(&self.method);
        is_initialiser.then_some(method.class)
    }
}
