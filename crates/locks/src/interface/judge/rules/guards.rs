//! What an access needs, in terms of counters.

use super::Clauses;
use super::expression::Rule;
use crate::interface::judge::origin::{LockKey, Origin};
use crate::interface::obligations::views::is_unsafe;
use crate::interface::terms::term::Level;
use crate::spec::{LockKind, LockPath, Root};
use concurrent::object::{Edge, Expr, FieldId, Type};

impl Clauses<'_> {
    /// A collection or array behind a guarded field is used.
    pub fn content(&mut self, edge: &Edge, value: &Expr, level: Level) -> Option<()> {
        let (object, field) = match self.origins.of(value) {
            Some(Origin::Field(object, field)) => (Some(*object), field),
            Some(Origin::Static(field)) => (None, field),
            Some(Origin::Param(_) | Origin::Class(_) | Origin::Side(..) | Origin::Element(_)) => return Some(()),
            // It may be what a guarded field holds.
            None => return (!self.has_guarded_content(&value.ty)).then_some(()),
        };
        self.needs_of(edge, object, field, level)
    }

    /// Whether a guarded field holds a collection or array that a value of this type may be.
    fn has_guarded_content(&self, ty: &Type) -> bool {
        let program = self.engine.program;
        let is_array = |ty: &Type| matches!(ty, Type::Array(_));
        let mut guarded = self.engine.locks.fields.keys().map(|field| &program.field(*field).ty);
        is_unsafe(program, ty) && guarded.any(|other| is_unsafe(program, other) && is_array(ty) == is_array(other))
    }

    pub fn is_guarded(&self, value: &Expr) -> bool {
        match self.origins.of(value) {
            Some(Origin::Field(_, field) | Origin::Static(field)) => self.engine.locks.fields.contains_key(&field),
            Some(Origin::Param(_) | Origin::Class(_) | Origin::Side(..) | Origin::Element(_)) | None => false,
        }
    }

    pub fn needs(&mut self, edge: &Edge, object: Option<&Expr>, field: FieldId, level: Level) -> Option<()> {
        if !self.engine.locks.fields.contains_key(&field) {
            return Some(());
        }
        let object = match object {
            Some(object) => Some(self.origins.of(object)?),
            None => None,
        };
        self.needs_of(edge, object, field, level)
    }

    fn needs_of(&mut self, edge: &Edge, object: Option<Origin>, field: FieldId, level: Level) -> Option<()> {
        let locks = self.engine.locks;
        for need in locks.fields.get(&field).map_or(&[][..], |needs| &needs[..]) {
            let mut held = Vec::new();
            for path in &need.alternatives {
                for key in guard_keys(path, object.as_ref(), level)? {
                    let number = self.keys.iter().position(|other| *other == key);
                    held.extend(number.map(|number| format!("(> c{number} 0)")));
                }
            }
            let is_held = if held.is_empty() { "false".to_string() } else { format!("(or {})", held.join(" ")) };
            self.broken(edge.from, Rule::default().when(format!("(not {is_held})")));
        }
        Some(())
    }
}

/// The locks that are each enough. None if they are not among those that are counted.
fn guard_keys(path: &LockPath, object: Option<&Origin>, level: Level) -> Option<Vec<LockKey>> {
    let mut origin = match &path.root {
        Root::This => object?.clone(),
        Root::Static(field) => Origin::Static(*field),
        Root::Class(ty) => Origin::Class(ty.clone()),
        Root::Itself | Root::Nameless => return None,
    };
    for field in &path.fields {
        origin = Origin::Field(Box::new(origin), *field);
    }
    let side = |level: Level| LockKey { origin: Origin::Side(level, Box::new(origin.clone())), is_monitor: false };
    Some(match (path.kind, path.side) {
        (LockKind::Monitor, _) => vec![LockKey { origin, is_monitor: true }],
        (LockKind::Plain, _) => vec![LockKey { origin, is_monitor: false }],
        (LockKind::ReadWrite, Some(level)) => vec![side(level)],
        (LockKind::ReadWrite, None) if level == Level::Read => vec![side(Level::Read), side(Level::Write)],
        (LockKind::ReadWrite, None) => vec![side(Level::Write)],
        (LockKind::Stamped | LockKind::Semaphore | LockKind::Own(_), _) => return None,
    })
}
