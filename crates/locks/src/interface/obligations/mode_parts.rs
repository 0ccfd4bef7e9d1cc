//! What a mode of a lock class is made of: the locks inside of the class that a thread holds while it has the mode.
//!
//! An operation that `acquires m` leaves some locks of its object held, v(m), and one that `releases m` gives back just
//! these: a class that keeps its own state has v(m) = ∅, one that stands for another lock v(m) = {that lock}. The
//! first operation that takes a mode says what v(m) is; all others are held to it.

use crate::interface::terms::term::{Term, Terms};
use crate::interface::walk::context::ExitKind;
use crate::interface::walk::engine::Engine;
use crate::interface::walk::entries::contexts;
use crate::interface::walk::held::Lock;
use crate::spec::{Effect, LockSpec};
use concurrent::object::{ClassId, MethodId, Name};
use rustc_hash::FxHashMap;

pub type ModeParts = FxHashMap<(ClassId, Name), Vec<Lock>>;

/// By class and mode.
pub fn mode_parts(engine: &mut Engine) -> ModeParts {
    let mut parts = ModeParts::default();
    let mut operations: Vec<MethodId> = engine.locks.effects.keys().copied().collect();
    operations.sort();
    for id in operations {
        let effects = engine.locks.effects.get(&id).map_or(&[][..], |effects| &effects[..]);
        let [Effect { is_acquire: true, lock, .. }] = effects else { continue };
        let Some(mode) = lock.mode.clone() else { continue };
        let key = (engine.program.method(id).class, mode);
        if !parts.contains_key(&key)
            && let Some(held) = held_after(engine, id)
        {
            parts.insert(key, held);
        }
    }
    parts
}

/// What every way out of the operation on which it has succeeded leaves held.
pub fn held_after(engine: &mut Engine, id: MethodId) -> Option<Vec<Lock>> {
    let mut common: Option<Vec<Lock>> = None;
    for context in contexts(engine, id) {
        let summary = engine.apart(&context)?;
        let is_refused =
            |result: Option<_>| result.is_some_and(|result| *engine.terms.get(result) == Term::Bool(false));
        let succeeded = summary.exits.iter().filter(|exit| exit.kind == ExitKind::Returns && !is_refused(exit.result));
        for exit in succeeded {
            let held: Vec<Lock> =
                exit.held.iter().filter(|held| held.count.is_held()).map(|held| held.lock.clone()).collect();
            if common.as_ref().is_some_and(|common| *common != held) {
                return None;
            }
            common = Some(held);
        }
    }
    common.filter(|held| held.iter().all(|lock| is_about_this(&engine.terms, lock)))
}

/// Whether the name speaks of nothing but the object: then it is one for all operations.
fn is_about_this(terms: &Terms, lock: &Lock) -> bool {
    let is_foreign = |term: &Term| match term {
        Term::Entry(local) => local.index() != 0,
        Term::Symbol(_) => true,
        _ => false,
    };
    !terms.mentions(lock.object(), &is_foreign)
}

/// The locks that a thread has while it has what a method releases, or gets by what it acquires.
pub fn parts_of<'e>(
    parts: &'e ModeParts,
    locks: &LockSpec,
    class: ClassId,
    method: MethodId,
    is_acquire: bool,
) -> Vec<&'e Lock> {
    let effects = locks.effects.get(&method).map_or(&[][..], |effects| &effects[..]);
    let modes =
        effects.iter().filter(|effect| effect.is_acquire == is_acquire).filter_map(|effect| effect.lock.mode.clone());
    modes.filter_map(|mode| parts.get(&(class, mode))).flatten().collect()
}
