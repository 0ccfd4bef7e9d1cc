//! The static initialiser of a class, while it runs.
//!
//! ```text
//! at the start         the static fields of the class hold zeros, and there is no object of the class
//! meanwhile            no other thread touches these fields, or makes such an object: it would wait until this one is through
//! at the end           what is said of the fields holds
//! ```
//!
//! Of an interface there may be objects before: it is initialised with its own fields only.

use crate::assumptions::Reason;
use crate::codes;
use crate::others::clauses::{Clauses, State, clause_globals};
use crate::steps::method::Body;
use crate::terms::heap::{Heap, sort_of};
use crate::text::call_graph::code_of;
use concurrent::object::annotations::spec::ClassClause;
use concurrent::object::{ClassId, ClassKind, Instruction, MethodKind};
use ivl::build::{and, eq, forall, implies, not, select};
use ivl::typed::GlobalId;
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

/// Clauses that nothing is known of before some class is initialised, though others may already see what they speak of:
/// those about static fields of that class and of another one, or objects of another one or that it makes itself.
pub fn too_early(heap: &Heap, clauses: &Clauses) -> Vec<Diagnostic> {
    let has_initialiser = |class: ClassId| {
        let mut methods = heap.java.class(class).methods.iter();
        methods.any(|id| heap.java.method(*id).kind == MethodKind::StaticInitializer)
    };
    let makes = |class: ClassId, made: ClassId| {
        let methods = heap.java.class(class).methods.iter().copied();
        let initialiser = methods.filter(|id| heap.java.method(*id).kind == MethodKind::StaticInitializer);
        let code = initialiser.flat_map(|id| code_of(&heap.calls, id));
        let mut edges = code.filter_map(|id| heap.java.method(id).graph()).flat_map(|graph| &graph.edges);
        edges.any(|edge| match &edge.instruction {
            Instruction::NewObject { class, .. } => heap.java.is_subclass(*class, made),
            _ => false,
        })
    };
    let mut found = Vec::new();
    for clause in clauses.invariants.iter().chain(&clauses.env_assumptions) {
        let globals = clause_globals(heap, clause);
        let fields = globals.iter().filter_map(|global| heap.field_of(*global)).map(|id| heap.java.field(id));
        let statics = fields.filter(|field| field.is_static && field.constant.is_none());
        let classes: BTreeSet<ClassId> = statics.map(|field| field.class).collect();
        // Others may know objects meanwhile: those of another class, and those that the initialiser makes.
        let is_known = |class: &&ClassId| **class != clause.class || makes(**class, clause.class);
        let is_of_another = classes.iter().filter(is_known).any(|class| has_initialiser(*class));
        let is_of_objects = globals.iter().any(|global| heap.is_by_object(*global) && !heap.is_frozen(*global));
        let is_of_several = classes.len() > 1 && classes.iter().any(|class| has_initialiser(*class));
        if is_of_several || is_of_another && is_of_objects {
            let message = "clauses about static fields of a class that code initialises, and about other classes, are not supported";
            let finding = Diagnostic::error(&codes::UNSUPPORTED, clause.span, message);
            found.push(finding.help("what one class has set, others see before the other class has set its own"));
        }
    }
    found
}

impl Body<'_, '_> {
    /// Whether this is the static initialiser of the class, which runs before anyone else uses it.
    pub fn initialises(&self, class: ClassId) -> bool {
        let method = self.heap.java.method(self.method);
        method.kind == MethodKind::StaticInitializer && method.class == class
    }

    /// A static field of the class whose initialiser this is.
    pub fn is_under_construction(&self, global: GlobalId) -> bool {
        let field = self.heap.field_of(global).map(|field| self.heap.java.field(field));
        field.is_some_and(|field| field.is_static && self.initialises(field.class))
    }

    /// Whether a clause speaks of what is under construction; it has to hold at the end.
    pub fn is_postponed(&self, clause: &ClassClause) -> bool {
        clause_globals(self.heap, clause).iter().any(|global| self.is_under_construction(*global))
    }

    /// The static fields of a class before its initialiser runs.
    pub fn zero_statics(&mut self, span: Span) {
        for global in self.old.keys().copied().collect::<Vec<_>>() {
            if !self.is_under_construction(global) {
                continue;
            }
            let Some(field) = self.heap.field_of(global).map(|field| self.heap.java.field(field)) else { continue };
            if field.constant.is_none() {
                let zero = self.heap.zero(sort_of(&field.ty), span);
                let now = self.heap.now(global);
                self.sketch.assume(Reason::Initialiser, eq(now, zero));
            }
        }
    }

    /// An object is made only after its class began to be initialised.
    pub fn no_objects_yet(&mut self, class: ClassId) {
        if self.heap.java.class(class).kind == ClassKind::Interface {
            return;
        }
        let (variable, object) = self.heap.any_ref("o");
        let published = select(self.heap.now(self.heap.published), object.clone());
        let of_class = self.heap.is_instance(object, class);
        let fact = not(and(published.clone(), of_class.clone()));
        self.sketch.assume(Reason::Initialiser, forall(vec![variable], vec![vec![published, of_class]], fact));
    }

    /// What others make known meanwhile is not of the class under construction.
    pub fn no_new_objects(&mut self, before: State, after: State) {
        let method = self.heap.java.method(self.method);
        let is_class = self.heap.java.class(method.class).kind != ClassKind::Interface;
        if method.kind != MethodKind::StaticInitializer || !is_class {
            return;
        }
        let (variable, object) = self.heap.any_ref("o");
        let was = select(before(self.heap.published), object.clone());
        let is = select(after(self.heap.published), object.clone());
        let of_class = self.heap.is_instance(object, method.class);
        let fact = implies(and(is.clone(), of_class.clone()), was);
        self.sketch.assume(Reason::Initialiser, forall(vec![variable], vec![vec![is, of_class]], fact));
    }

    /// What holds from now on of the static fields of the class.
    pub fn judge_initialised(&mut self, span: Span) {
        let clauses = self.clauses.clone();
        for clause in &clauses.invariants {
            if self.is_postponed(clause) {
                let message = "a global invariant might not hold when the class is initialised";
                let failure =
                    Diagnostic::error(&codes::INVARIANT, span, message).label(clause.span, "this is the invariant");
                let holds = self.invariant(clause);
                self.sketch.prove(codes::INVARIANT.name, failure, holds);
            }
        }
    }
}
