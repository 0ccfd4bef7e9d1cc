//! Modules: who owns what, layer by layer.
//!
//! Every global, action, yield procedure and invariant belongs to one module at each layer; what is not told belongs to
//! the main program. At a layer, the code of a module refers only to globals of the module ([`ownership`]). So two
//! actions of different modules have disjoint footprints, and so have a fragment of one module and an invariant of
//! another: what is quadratic in the program is quadratic in each of its modules only (paper, section 7).
//!
//! A *functor* is a module of which there may be copies, its *instances*. The functor is checked; an instance is proved
//! by being its copy ([`functors`]).

mod codes;
mod copy;
mod footprint;
pub mod functors;
mod layers;
pub mod ownership;
mod references;
pub mod told;

pub use codes::{CODES, MODULE};

use crate::civl::{Civl, Layer, YieldProcedure};
use ivl::typed::{GlobalId, Name, ProcedureId};
use source::{Diagnostic, Span};

/// A module, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ModuleId(pub u32);

impl ModuleId {
    /// Owns what is not told to belong to a module.
    pub const MAIN: ModuleId = ModuleId(0);
}

/// What can belong to a module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Item {
    Global(GlobalId),
    Routine(ProcedureId),
}

/// The modules of a program.
#[derive(Default)]
pub struct Modules {
    /// By number; that of the main program is not shown.
    pub names: Vec<Name>,
    pub globals: Vec<Membership>,
    /// Of routines that belong to no module, as pure procedures, it is the main program's.
    pub routines: Vec<Membership>,
}

/// Where a declaration belongs.
#[derive(Clone, Debug)]
pub struct Membership {
    /// The owners, by ascending layers; the first owns it from layer 0 on.
    pub owners: Vec<Tenure>,
    pub origin: Origin,
}

/// From this layer on, until the next one, it belongs to the module.
#[derive(Clone, Copy, Debug)]
pub struct Tenure {
    pub from: Layer,
    pub module: ModuleId,
    /// The attribute, or the declaration where there is none.
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Declared for itself.
    Ordinary,
    /// Part of a functor.
    Template,
    /// Part of an instance: a copy of this declaration of the functor.
    Copy(Item),
}

impl Membership {
    /// The first owner: for parts of functors and instances, the functor and the instance.
    pub fn home(&self) -> ModuleId {
        self.owners[0].module
    }

    pub fn owner(&self, layer: Layer) -> ModuleId {
        self.owners.iter().rev().find(|tenure| tenure.from <= layer).map_or(self.home(), |tenure| tenure.module)
    }

    /// Whether it is a part of an instance.
    pub fn is_copy(&self) -> bool {
        matches!(self.origin, Origin::Copy(_))
    }
}

impl Modules {
    pub fn of(&self, item: Item) -> &Membership {
        match item {
            Item::Global(id) => &self.globals[id.index()],
            Item::Routine(id) => &self.routines[id.index()],
        }
    }

    pub fn routine(&self, id: ProcedureId) -> &Membership {
        &self.routines[id.index()]
    }

    /// Every global and every routine.
    pub fn items(&self) -> impl Iterator<Item = (Item, &Membership)> {
        let globals = self.globals.iter().enumerate().map(|(at, it)| (Item::Global(GlobalId(at as u32)), it));
        let routines = self.routines.iter().enumerate().map(|(at, it)| (Item::Routine(ProcedureId(at as u32)), it));
        globals.chain(routines)
    }

    /// Whether nothing is told of modules.
    pub fn are_none(&self) -> bool {
        self.names.len() <= 1
    }

    /// "module `Lock1`", "the main program".
    pub fn show(&self, module: ModuleId) -> String {
        if module == ModuleId::MAIN {
            "the main program".to_string()
        } else {
            format!("module `{}`", self.names[module.0 as usize])
        }
    }

    /// Whether the routine is proved as a copy of another.
    pub fn is_proved_as_copy(&self, id: ProcedureId) -> bool {
        self.routine(id).is_copy()
    }

    /// The declarations of which two parts of one instance are copies.
    pub fn originals(&self, first: ProcedureId, second: ProcedureId) -> Option<(ProcedureId, ProcedureId)> {
        let (first, second) = (self.routine(first), self.routine(second));
        match (first.origin, second.origin) {
            (Origin::Copy(Item::Routine(one)), Origin::Copy(Item::Routine(other))) if first.home() == second.home() => {
                Some((one, other))
            }
            (Origin::Ordinary | Origin::Template | Origin::Copy(_), _) => None,
        }
    }

    /// The routines that belong to the module at some layer.
    pub fn routines_of(&self, module: ModuleId) -> impl Iterator<Item = ProcedureId> {
        let routines = self.routines.iter().enumerate();
        let owned = routines.filter(move |(_, it)| it.owners.iter().any(|tenure| tenure.module == module));
        owned.map(|(at, _)| ProcedureId(at as u32))
    }
}

impl Civl<'_> {
    /// The yield procedures of which nothing but what they refine is known: they have no body, nor is there a functor
    /// that has one.
    pub fn believed_procedures(&self) -> impl Iterator<Item = &YieldProcedure> {
        self.yield_procedures().filter(|procedure| match self.modules.routine(procedure.id).origin {
            Origin::Copy(Item::Routine(template)) => {
                self.yield_procedure(template).is_none_or(|template| template.body.is_none())
            }
            Origin::Ordinary | Origin::Template | Origin::Copy(Item::Global(_)) => procedure.body.is_none(),
        })
    }

    /// The name of a declaration, and its place.
    pub fn declared(&self, item: Item) -> (&Name, Span) {
        match item {
            Item::Global(id) => (&self.program.globals[id.index()].name, self.program.globals[id.index()].span),
            Item::Routine(id) => (self.name(id), self.program.procedures[id.index()].span),
        }
    }
}

/// Checks that modules keep to themselves, and that instances are copies. Findings are in the order of the text.
pub fn check(civl: &Civl) -> Vec<Diagnostic> {
    if civl.modules.are_none() {
        return Vec::new();
    }
    let mut found = functors::check_functors(civl);
    if found.is_empty() {
        found = ownership::check_ownership(civl);
    }
    found.sort_by_key(|diagnostic| (diagnostic.span.file, diagnostic.span.start));
    found
}
