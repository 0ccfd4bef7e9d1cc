//! Where an object that is being built gets known to others.
//!
//! For each method and parameter: the edges behind which somebody else may have the object that is passed. What holds
//! the object (a lambda that has captured it, an object that was made here and is given it, the receiver of a constructor)
//! carries it: code that gets the carrier gets the object. What an object has put into its own fields, and leads back to
//! it, carries it wherever it is read from there:
//!
//! ```text
//! x.f = v;  v holds x, in some method    ⟹    y = x.f  holds x, in every method
//! ```
//!
//! The same is found out of each object that a method makes.

pub mod library;
mod locals;
mod tracking;

use crate::interface::terms::definitions::Definitions;
use concurrent::object::{EdgeId, FieldId, Graph, Instruction, MethodId, Program};
use locals::Locals;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use tracking::Tracking;

/// What a value has to do with the object that is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// It may be the object.
    It,
    /// It may lead to the object through its fields.
    Holder,
    Either,
}

impl Role {
    fn or(self, other: Option<Role>) -> Role {
        match other {
            Some(other) if other != self => Role::Either,
            _ => self,
        }
    }
}

/// What becomes of an object that is passed to a method.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Escape {
    /// Others know it behind these.
    pub published: BTreeSet<EdgeId>,
    /// Whether the receiver holds it afterwards.
    is_in_receiver: bool,
    /// By these fields.
    into: BTreeSet<FieldId>,
    /// What is returned.
    result: Option<Role>,
}

#[derive(Default)]
pub struct Escapes {
    by_param: FxHashMap<(MethodId, usize, Role), Escape>,
    /// Fields through which an object may lead back to itself.
    leads_back: BTreeSet<FieldId>,
    /// By an edge that makes an object: the nodes at which others may know it.
    known: FxHashMap<(MethodId, EdgeId), Vec<bool>>,
}

impl Escapes {
    /// From below: a method that is not known yet does nothing.
    pub fn new(program: &Program, definitions: &Definitions) -> Escapes {
        let mut escapes = Escapes::default();
        let shapes: FxHashMap<MethodId, Locals> = program
            .method_ids()
            .filter_map(|id| Some((id, Locals::new(program, definitions, id, program.method(id).graph()?))))
            .collect();
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for id in program.method_ids() {
                let (Some(graph), Some(locals)) = (program.method(id).graph(), shapes.get(&id)) else { continue };
                is_changed |= escapes.method(program, id, graph, locals);
            }
        }
        escapes
    }

    /// What becomes of an object that is passed as this parameter.
    pub fn of(&self, method: MethodId, index: usize) -> Option<&Escape> {
        self.by_param.get(&(method, index, Role::It))
    }

    /// Whether nobody else knows, at a node, what an edge has made last.
    pub fn is_unknown_at(&self, method: MethodId, made: EdgeId, node: usize) -> bool {
        self.known.get(&(method, made)).is_some_and(|known| !known[node])
    }

    /// Looks at a method again. True if there is more.
    fn method(&mut self, program: &Program, id: MethodId, graph: &Graph, locals: &Locals) -> bool {
        let mut is_changed = false;
        for (index, param) in program.method(id).params.iter().enumerate() {
            if !program.method(id).local(*param).ty.is_reference() {
                continue;
            }
            for role in [Role::It, Role::Holder] {
                let found = Tracking::new(program, id, locals, self, *param, role).run(graph);
                is_changed |= self.note_leading_back(found.leads_back);
                if self.by_param.get(&(id, index, role)) != Some(&found.escape) {
                    self.by_param.insert((id, index, role), found.escape);
                    is_changed = true;
                }
            }
        }
        for (index, edge) in graph.edges.iter().enumerate() {
            let Instruction::NewObject { target, class } = &edge.instruction else { continue };
            if !program.class(*class).is_from_source() {
                continue;
            }
            let made = EdgeId(index as u32);
            let found = Tracking::new(program, id, locals, self, *target, Role::It).of_made().run(graph);
            is_changed |= self.note_leading_back(found.leads_back);
            let known = reached_without(graph, &found.escape.published, made);
            is_changed |= self.known.insert((id, made), known.clone()) != Some(known);
        }
        is_changed
    }

    fn note_leading_back(&mut self, fields: BTreeSet<FieldId>) -> bool {
        let before = self.leads_back.len();
        self.leads_back.extend(fields);
        self.leads_back.len() > before
    }

    /// In a method, whatever is read from what may hold the object may be it: that is enough for both.
    fn get(&self, method: MethodId, index: usize, role: Role) -> Option<&Escape> {
        let role = if role == Role::It { Role::It } else { Role::Holder };
        self.by_param.get(&(method, index, role))
    }

    fn leads_back(&self, field: FieldId) -> bool {
        self.leads_back.contains(&field)
    }
}

/// The nodes behind these edges, as far as the object was not made anew.
fn reached_without(graph: &Graph, published: &BTreeSet<EdgeId>, made: EdgeId) -> Vec<bool> {
    let mut seen = vec![false; graph.nodes.len()];
    let ends = |id: &EdgeId| {
        let edge = &graph.edges[id.index()];
        std::iter::once(edge.to).chain(edge.unwind)
    };
    let mut pending: Vec<_> = published.iter().flat_map(ends).collect();
    while let Some(node) = pending.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        for (index, edge) in graph.edges.iter().enumerate().filter(|(_, edge)| edge.from == node) {
            let is_anew = index == made.index();
            pending.extend(std::iter::once(edge.to).filter(|_| !is_anew).chain(edge.unwind));
        }
    }
    seen
}
