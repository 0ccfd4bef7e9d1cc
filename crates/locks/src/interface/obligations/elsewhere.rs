//! Guarded fields that get a collection which is also where nothing guards it.
//!
//! ```text
//! x.f = v, f guarded, and a field g that nothing guards may hold what v may be:    what f holds may be used through g
//! ```
//!
//! What fields may hold is told by the places where collections are made, over the whole program and at any time; so this is
//! never more than *unknown*.

use crate::interface::obligations::views::is_collection;
use crate::interface::ordering::objects::{Object, ObjectId, Objects};
use crate::interface::terms::names::simple;
use crate::interface::walk::analysis::Walk;
use crate::spec::{LockSpec, Root};
use concurrent::object::{Call, Expr, FieldId, FieldKind, Instruction, Program, Type};
use rustc_hash::FxHashMap;
use source::Span;

/// By collection: a field that may hold it, or an array with it, and that nothing guards.
pub type Unguarded = FxHashMap<ObjectId, FieldId>;

pub fn unguarded(program: &Program, locks: &LockSpec, objects: &mut Objects) -> Unguarded {
    let mut found = Unguarded::default();
    if locks.fields.is_empty() {
        return found;
    }
    for index in 0..program.fields.len() {
        let field = FieldId(index as u32);
        if !is_unguarded(program, locks, field) {
            continue;
        }
        let held = objects.of_field(program, field);
        for id in held.iter().chain(objects.of_elements(&held).iter()) {
            if matches!(objects.get(*id), Object::Made(..)) && is_collection(program, objects.type_of(*id)) {
                found.entry(*id).or_insert(field);
            }
        }
    }
    found
}

/// Whether a field of the program, which is not the memory of a lambda, has no guard.
fn is_unguarded(program: &Program, locks: &LockSpec, field: FieldId) -> bool {
    let declared = program.field(field);
    let is_own = program.class(declared.class).is_from_source() && declared.ty.is_reference();
    let is_named = !matches!(declared.kind, FieldKind::Captured | FieldKind::Outer);
    is_own && is_named && !locks.fields.contains_key(&field)
}

impl Walk<'_, '_> {
    /// A guarded field gets a value.
    pub fn also_elsewhere(&mut self, field: FieldId, value: &Expr, span: Span) {
        if !self.holds_collection(field) {
            return;
        }
        let program = self.engine.program;
        let written = self.engine.objects.of_expr(program, self.method, value);
        let made = written.iter().find_map(|id| self.engine.unguarded.get(id)).copied();
        let Some(other) = made.or_else(|| self.is_written_to(field, value)) else { return };
        let name = |field: FieldId| {
            let declared = program.field(field);
            format!("{}.{}", simple(&program.class(declared.class).name), declared.name)
        };
        let message =
            format!("what `{}` gets here may be in `{}` as well, which nothing guards", name(field), name(other));
        self.doubt(span, message);
    }

    /// Another field that the method writes the same local to, and that nothing guards.
    fn is_written_to(&self, field: FieldId, value: &Expr) -> Option<FieldId> {
        let (program, local) = (self.engine.program, value.local()?);
        self.graph.edges.iter().find_map(|edge| match &edge.instruction {
            Instruction::WriteField { field: other, value, .. } => {
                let is_same = value.local() == Some(local) && *other != field;
                (is_same && is_unguarded(program, self.engine.locks, *other)).then_some(*other)
            }
            _ => None,
        })
    }

    /// A copy of an object has the collections of the original, and its own guards.
    pub fn copied_by_clone(&mut self, call: &Call, span: Span) {
        let program = self.engine.program;
        let Some(Type::Class(class)) = call.receiver.as_ref().map(|receiver| &receiver.ty) else { return };
        let is_replaced = |field: FieldId| {
            let mut instructions = self.graph.edges.iter().map(|edge| &edge.instruction);
            instructions.any(|one| matches!(one, Instruction::WriteField { field: written, .. } if *written == field))
        };
        let is_of_object = |field: FieldId| {
            let needs = self.engine.locks.fields.get(&field).into_iter().flatten();
            needs.flat_map(|need| &need.alternatives).any(|path| matches!(path.root, Root::This))
        };
        let shared = self.engine.locks.fields.keys().copied().filter(|field| {
            let owner = program.field(*field).class;
            let is_related = program.is_subclass(*class, owner) || program.is_subclass(owner, *class);
            is_related && self.holds_collection(*field) && is_of_object(*field) && !is_replaced(*field)
        });
        if let Some(field) = shared.min() {
            let name = &program.field(field).name;
            self.doubt(span, format!("a copy has the same `{name}` as its original, and another guard for it"));
        }
    }
}
