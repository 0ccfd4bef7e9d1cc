//! Code of the program that runs in the middle of a step: what the library calls, and static initialisers.
//!
//! Whether it may be there at all, and what is to be known of it at a call of a library method: that it may throw, and
//! that it looks at what is passed.

use crate::text::call_graph::{all_callees, code_of};
use crate::text::callbacks::{Callbacks, run_by_constructor};
use crate::text::initialisers::Initialisers;
use concurrent::object::annotations::spec::Spec;
use concurrent::object::text::method_name;
use concurrent::object::{Call, ClassId, Gap, Instruction, MethodId, MethodKind, Program};
use source::Span;

/// The program, and the code in it that may run in between.
pub struct Surroundings<'p> {
    pub java: &'p Program,
    pub spec: &'p Spec,
    pub callbacks: Callbacks,
    pub initialisers: Initialisers,
    /// By method, what it calls.
    pub calls: Vec<Vec<MethodId>>,
}

impl<'p> Surroundings<'p> {
    pub fn new(java: &'p Program, spec: &'p Spec) -> Surroundings<'p> {
        let callbacks = Callbacks::new(java, spec);
        let initialisers = Initialisers::new(java, spec, &callbacks.methods());
        Surroundings { java, spec, callbacks, initialisers, calls: all_callees(java) }
    }
}

/// A call of a library method, in a method that another one may have begun with.
pub struct LibraryCall<'c> {
    pub first: Option<MethodId>,
    pub caller: MethodId,
    pub call: &'c Call,
    pub target: MethodId,
    pub span: Span,
}

impl Surroundings<'_> {
    /// A gap if a constructor of the library may run methods of an object that is not built yet.
    pub fn built_by_library(&self, site: &LibraryCall) -> Result<(), Gap> {
        let (method, model) = (self.java.method(site.caller), self.java.method(site.target));
        let is_above = method.kind == MethodKind::Constructor && model.class != method.class;
        let is_super = model.kind == MethodKind::Constructor && is_above;
        let is_own = site.call.receiver.as_ref().is_some_and(|receiver| crate::text::fields::is_this(method, receiver));
        if !(is_super && is_own) {
            return Ok(());
        }
        let mut run = run_by_constructor(self.java, model, method.class);
        match run.find(|own| !self.callbacks.is_nothing(*own)) {
            Some(own) => {
                let (model, own) = (method_name(self.java, site.target), method_name(self.java, own));
                Err(Gap {
                    message: format!("`{model}` may call `{own}` of an object that is not built yet"),
                    span: site.span,
                })
            }
            None => Ok(()),
        }
    }

    /// Whether code of the program that a library method runs looks at objects; a gap if it looks at the static fields of a
    /// class that is being initialised.
    pub fn shows_objects(&self, site: &LibraryCall) -> Result<bool, Gap> {
        let first = site.first.map(|id| self.java.method(id));
        let initialised = first.filter(|first| first.kind == MethodKind::StaticInitializer).map(|first| first.class);
        let method = self.java.method(site.caller);
        let looking: Vec<MethodId> = self.callbacks.looking(self.java, method, site.call, site.target).collect();
        let early = looking.iter().find(|id| initialised.is_some_and(|class| self.reads_static(**id, class)));
        match early {
            Some(early) => {
                let (model, own) = (method_name(self.java, site.target), method_name(self.java, *early));
                let message = format!(
                    "`{model}` may call `{own}` back, which reads fields of the class that is being initialised"
                );
                Err(Gap { message, span: site.span })
            }
            None => Ok(!looking.is_empty()),
        }
    }

    /// Whether the code of a method reads a static field of the class.
    fn reads_static(&self, method: MethodId, class: ClassId) -> bool {
        code_of(&self.calls, method).into_iter().any(|id| {
            let mut edges = self.java.method(id).graph().into_iter().flat_map(|graph| &graph.edges);
            edges.any(|edge| match &edge.instruction {
                Instruction::ReadField { object: None, field, .. } => self.java.field(*field).class == class,
                _ => false,
            })
        })
    }

    /// Whether code of the program that a library method runs may throw; a gap if it does harm.
    pub fn call_back(&self, site: &LibraryCall) -> Result<bool, Gap> {
        let mut throws = false;
        for back in self.callbacks.of(self.java, self.java.method(site.caller), site.call, site.target) {
            if let Some(harm) = &back.harm {
                let (model, own) = (method_name(self.java, site.target), method_name(self.java, back.method));
                return Err(Gap { message: format!("`{model}` may call `{own}` back: {harm}"), span: site.span });
            }
            throws |= back.throws;
        }
        Ok(throws)
    }
}
