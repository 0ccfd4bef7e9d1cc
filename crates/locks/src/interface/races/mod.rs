//! Fields that several threads use with no lock in common.
//!
//! ```text
//! lockset(f)  =  ⋂ { locks held at a : a an access of f by code that several threads may run }
//! ```
//!
//! A field whose lockset is empty, and that is written, is reported if some access has a lock (it is guarded by halves), or
//! if a thread of the program and another one may come to it at once. The locks at an access are named from the
//! object whose field it is (`record`), so that an instance's lock does not guard a static field, nor the field of
//! another instance. Which code several threads may run is said in `roots`; when `main` is alone, in `phases` and `joins`. What is
//! annotated is checked against its annotation, volatile and final fields need no lock, and an object that nobody else knows
//! is its method's own.
//!
//! What tasks get, arrays and collections, is looked at as if it were a field, under whatever name it is used.
//!
//! A lock that is handed over, captured, found in an array or made on the way is in no lockset, unless there is one of it.
//!
//! Trusted: an object that is used with a lock of the object whose method runs belongs to that one, as the nodes of a list
//! belong to the list (`sharing`).

mod check;
mod joins;
mod phases;
pub mod record;
mod roots;
mod sharing;

pub use check::check;
pub use roots::uses_threads;
