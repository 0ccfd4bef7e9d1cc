//! Which declaration each declaration of the result is an instance of.
//!
//! `Map_int_bool` of the result is `Map` at `int` and `bool`: an engine that gives a declaration a meaning by its name asks here.
//! What the pass made up, as the records that stand for polymorphic maps, comes from no declaration.

use super::emit::Emitter;
use super::instances::{Symbol, Table};
use crate::typed::{DatatypeId, FunctionId, Name, ProcedureId, Program, Type};

/// A declaration of the program before the pass, and the types it was taken at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    pub name: Name,
    /// Types of the program after the pass.
    pub args: Vec<Type>,
}

/// The origins of all datatypes, functions and procedures.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    /// By id; shorter than the table where the rest has no origin.
    datatypes: Vec<Origin>,
    functions: Vec<Origin>,
    procedures: Vec<Origin>,
}

impl Origins {
    pub fn datatype(&self, id: DatatypeId) -> Option<&Origin> {
        self.datatypes.get(id.index())
    }

    pub fn function(&self, id: FunctionId) -> Option<&Origin> {
        self.functions.get(id.index())
    }

    pub fn procedure(&self, id: ProcedureId) -> Option<&Origin> {
        self.procedures.get(id.index())
    }

    /// The origins where nothing has type parameters.
    pub(super) fn themselves(program: &Program) -> Origins {
        let itself = |name: &Name| Origin { name: name.clone(), args: Vec::new() };
        Origins {
            datatypes: program.datatypes.iter().map(|datatype| itself(&datatype.name)).collect(),
            functions: program.functions.iter().map(|function| itself(&function.name)).collect(),
            procedures: program.procedures.iter().map(|procedure| itself(&procedure.name)).collect(),
        }
    }
}

impl Emitter<'_> {
    /// In the order in which the instances are emitted: by declaration, then as found.
    pub fn origins(&mut self) -> Origins {
        let (program, found) = (self.program, self.found);
        let mut origins = Origins::default();
        for (at, datatype) in program.datatypes.iter().enumerate() {
            let instances = found.of(&Symbol::Data(DatatypeId(at as u32)));
            origins.datatypes.extend(instances.iter().map(|args| self.origin(&datatype.name, args)));
        }
        for (at, function) in program.functions.iter().enumerate() {
            let instances = found.of(&Symbol::Function(FunctionId(at as u32)));
            origins.functions.extend(instances.iter().map(|args| self.origin(&function.name, args)));
        }
        for (at, procedure) in program.procedures.iter().enumerate() {
            let instances = found.procedures.get(&ProcedureId(at as u32)).map_or(&[][..], Table::list);
            origins.procedures.extend(instances.iter().map(|args| self.origin(&procedure.name, args)));
        }
        origins
    }

    fn origin(&mut self, name: &Name, args: &[Type]) -> Origin {
        Origin { name: name.clone(), args: args.iter().map(|arg| self.new_type(arg)).collect() }
    }
}
