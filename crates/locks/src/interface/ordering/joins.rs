//! Threads that wait for another thread, or for what a task computes, with locks held.
//!
//! ```text
//! join(t) with a held,  t takes a   ⇒   neither goes on
//! ```
//!
//! A lambda stands in the text of a class, and runs only once that is initialised: who waits for it in the static
//! initialiser waits for ever.
//!
//! Whether it is the same lock, whether the task has not done with it before, and of a future, which task it belongs to, is
//! not looked at: so this is *unknown*. Who waits for a while only goes on by himself.

use crate::interface::ordering::objects::{Object, ObjectId};
use crate::interface::ordering::turns::{Kept, TurnKind, all_turns};
use crate::interface::terms::term::Level;
use crate::interface::walk::context::{Acquired, Context};
use crate::interface::walk::engine::Engine;
use crate::interface::walk::entries::{begins_thread, is_main};
use crate::interface::walk::first_use::user;
use concurrent::object::{ClassId, ClassOrigin};
use source::Span;

pub const MAY_KEEP_OUT: &str = "a thread that waits here for another one, or for what it computes, keeps a lock that the other one may need: then neither goes on; wait with no such lock held";

/// The places where a thread may keep out the one that it waits for.
pub fn doubts(engine: &Engine) -> Vec<Span> {
    let mut found = Vec::new();
    for turn in all_turns(engine) {
        let TurnKind::Joins(class) = turn.kind else { continue };
        let takes = |kept: &Kept| {
            taken_by(engine, class).any(|acquired| keeps_out(engine, kept, acquired))
                || needs_class(engine, class, kept.id)
        };
        if turn.kept.iter().any(takes) {
            found.push(turn.span);
        }
    }
    found
}

/// Whether what is kept is the initialisation of a class in whose text a lambda stands that is waited for.
fn needs_class(engine: &Engine, class: Option<ClassId>, kept: ObjectId) -> bool {
    let Object::Initialises(initialised) = engine.objects.get(kept) else { return false };
    let program = engine.program;
    let is_one = |own: ClassId| program.class(own).origin == ClassOrigin::Lambda && user(program, own) == *initialised;
    match class {
        Some(class) => is_one(class),
        None => program.class_ids().any(|own| is_one(own) && engine.functions.is_run_later(own)),
    }
}

/// The locks that a thread takes which runs a method of the class, or any thread.
fn taken_by<'e>(engine: &'e Engine, class: Option<ClassId>) -> impl Iterator<Item = &'e Acquired> {
    let program = engine.program;
    let is_run = move |context: &Context| {
        let own = program.method(context.method).class;
        let is_task = begins_thread(program, context.method) || engine.functions.is_run_later(own);
        let is_one = class.map_or(is_task, |class| own == class);
        context.is_entry && is_one && !is_main(program, context.method)
    };
    let results = engine.results().filter(move |(context, _)| is_run(context));
    results.flat_map(|(_, summary)| &summary.acquired)
}

fn keeps_out(engine: &Engine, kept: &Kept, acquired: &Acquired) -> bool {
    let is_kept = kept.level == Level::Write || acquired.level == Level::Write;
    is_kept && !acquired.is_again && acquired.ids.iter().any(|id| engine.may_be_one(*id, kept.id))
}
