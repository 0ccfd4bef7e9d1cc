//! Whether somebody is there to prove what a method requires.
//!
//! Callers in the program prove it, and callers outside are trusted to. A thread that begins with the method, or the
//! library that calls it back, proves nothing.

use crate::plan::entries::is_function;
use crate::text::callbacks::is_called_back;
use crate::text::functions::functions;
use crate::text::threads::begins_a_thread;
use concurrent::object::annotations::Keyword;
use concurrent::object::annotations::spec::{Guarded, Owner, Spec};
use concurrent::object::{Gap, MethodId, Program};
use source::Span;

pub fn provable(java: &Program, spec: &Spec, id: MethodId) -> Result<(), Gap> {
    let Some(span) = required(spec, id) else { return Ok(()) };
    let gap = |message: &str| Err(Gap { message: message.into(), span });
    if begins_a_thread(java, java.method(id)) {
        return gap("a thread begins with it, so there is no caller to prove what it requires");
    }
    if is_function(java, id) && !functions(java).contains(&java.method(id).class) {
        return gap("any code with the object may run it, and does not prove what it requires");
    }
    if is_called_back(java, id) {
        return gap("the library calls it back, and does not prove what it requires");
    }
    Ok(())
}

/// Where it is said what the method requires: a condition, or a lock that its callers hold.
pub fn required(spec: &Spec, id: MethodId) -> Option<Span> {
    let conditions = spec.methods.get(&id).into_iter().flat_map(|spec| &spec.requires).map(|requires| requires.span);
    let guards = spec.guarded_by.iter().filter(|guard| guard.on == Guarded::Method(id)).map(|guard| guard.span);
    let releases = spec.raw.iter().filter(|clause| clause.keyword == Keyword::Releases);
    let releases = releases.filter(|clause| clause.owner == Owner::Method(id)).map(|clause| clause.span);
    conditions.chain(guards).chain(releases).next()
}
