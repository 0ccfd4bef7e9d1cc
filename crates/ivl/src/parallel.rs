//! Tasks done by several threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Expressions are as deep as the front end allows, and passes recurse on them.
pub const STACK: usize = 256 << 20;

/// Does one thing on a thread of its own beside another. A system without room for a thread has them done one after the
/// other.
pub fn beside<A: Send, B>(one: impl Fn() -> A + Sync, other: impl FnOnce() -> B) -> (A, B) {
    std::thread::scope(|scope| {
        let beside = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &one);
        let other = other();
        let one = match beside {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => one(),
        };
        (one, other)
    })
}

/// Does the tasks on several threads; the results are in the order of the tasks.
pub fn in_parallel<T: Sync, R: Send>(
    tasks: &[T],
    jobs: usize,
    progress: &(dyn Fn(usize, usize) + Sync),
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(tasks.len()));
    let worker = || {
        while let Some((index, task)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, tasks.get(at)?)))
        {
            let result = work(task);
            results.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, tasks.len());
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, tasks.len().max(1)) {
            // A system without room for a thread leaves the work to the others.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker);
        }
    });
    // And in the end to this one.
    worker();
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
