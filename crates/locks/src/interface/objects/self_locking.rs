//! Objects of the library whose methods take the monitor of the object: whoever calls one waits for it.
//!
//! That matters to the order of locks only where somebody of the program takes the same monitor and then waits for
//! something else.

use super::{Object, ObjectId, Objects};
use concurrent::object::{Call, ClassId, Instruction, Program, Type};
use rustc_hash::FxHashSet;

/// These, and what is below.
const CLASSES: [&str; 3] = ["java.util.Vector", "java.util.Hashtable", "java.lang.StringBuffer"];

/// Whether a call yields a wrapper that is synchronized on itself, such as `Collections.synchronizedList(list)`.
pub fn makes_wrapper(program: &Program, call: &Call) -> bool {
    let method = program.method(call.method);
    let is_of_collections = &*program.class(method.class).name == "java.util.Collections";
    is_of_collections && method.name.starts_with("synchronized") && call.args.len() == 1
}

impl Objects {
    /// Those whose monitor the program takes, too.
    pub fn self_locking(&mut self, program: &Program) -> FxHashSet<ObjectId> {
        let mut found = FxHashSet::default();
        for id in program.method_ids() {
            let Some(graph) = program.method(id).graph() else { continue };
            for edge in &graph.edges {
                if let Instruction::Enter(object) = &edge.instruction {
                    let entered = self.of_expr(program, id, object);
                    found.extend(entered.iter().copied().filter(|object| self.locks_itself(program, *object)));
                }
            }
        }
        found
    }

    fn locks_itself(&self, program: &Program, id: ObjectId) -> bool {
        let is_one = |class: ClassId| {
            let mut above = std::iter::successors(Some(class), |class| program.class(*class).superclass);
            above.any(|class| CLASSES.contains(&&*program.class(class).name))
        };
        let is_wrapper = match self.get(id) {
            Object::Made(method, edge) => {
                let instruction = program.method(*method).graph().map(|graph| &graph.edges[edge.index()].instruction);
                matches!(instruction, Some(Instruction::Call(call)) if makes_wrapper(program, call))
            }
            Object::Of(_) => false,
            Object::Class(_) | Object::Text(_) | Object::Runs(_) => return false,
        };
        is_wrapper || matches!(self.type_of(id), Type::Class(class) if is_one(*class))
    }
}
