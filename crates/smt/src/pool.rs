//! Sessions that stay warm between problems, at most so many at once.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::session::Session;

pub type SessionFactory = Arc<dyn Fn() -> Box<dyn Session> + Send + Sync>;

#[derive(Clone)]
pub struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    make: SessionFactory,
    max: usize,
    state: Mutex<State>,
    returned: Condvar,
}

struct State {
    idle: Vec<Box<dyn Session>>,
    leased: usize,
}

/// A session out of the pool. When dropped, the session is reset and goes back; one that
/// cannot be reset is dropped and replaced by a new one when needed.
pub struct Lease {
    /// Present until the lease is dropped.
    session: Option<Box<dyn Session>>,
    shared: Arc<Shared>,
}

impl Pool {
    /// A pool of at most `max` sessions (at least one), made when they are needed.
    pub fn new(make: SessionFactory, max: usize) -> Pool {
        let state = State { idle: Vec::new(), leased: 0 };
        Pool { shared: Arc::new(Shared { make, max: max.max(1), state: Mutex::new(state), returned: Condvar::new() }) }
    }

    /// A fresh or reset session. Waits while all are leased.
    pub fn acquire(&self) -> Lease {
        let shared = Arc::clone(&self.shared);
        let mut state = shared.lock();
        while state.leased >= shared.max {
            state = shared.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.leased += 1;
        let idle = state.idle.pop();
        drop(state);
        // The lease exists before the session, so that its place is released even if the
        // factory panics.
        let mut lease = Lease { session: idle, shared };
        if lease.session.is_none() {
            lease.session = Some((lease.shared.make)());
        }
        lease
    }
}

impl Shared {
    /// The state is consistent at every moment, so a panic elsewhere does not spoil it.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Deref for Lease {
    type Target = dyn Session;

    fn deref(&self) -> &Self::Target {
        self.session.as_deref().expect("a lease holds its session until it is dropped")
    }
}

impl DerefMut for Lease {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.session.as_deref_mut().expect("a lease holds its session until it is dropped")
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut session = self.session.take();
        let reusable = session.as_mut().is_some_and(|session| session.reset().is_ok());
        let mut state = self.shared.lock();
        state.leased -= 1;
        if reusable {
            state.idle.extend(session);
        }
        drop(state);
        self.shared.returned.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Answer;
    use crate::scripted::{Script, ScriptedSession, Step};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::{Duration, Instant};

    fn counting_pool(max: usize, steps: &[Step]) -> (Pool, Arc<AtomicUsize>) {
        let made = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&made);
        let steps = steps.to_vec();
        let make: SessionFactory = Arc::new(move || {
            counter.fetch_add(1, Ordering::SeqCst);
            Box::new(ScriptedSession::new(Script::new(steps.clone())))
        });
        (Pool::new(make, max), made)
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    #[test]
    fn sessions_are_reused() {
        let steps = [Step::Answer(Answer::Sat), Step::Answer(Answer::Unsat)];
        let (pool, made) = counting_pool(2, &steps);
        assert_eq!(pool.acquire().check(soon()), Answer::Sat);
        assert_eq!(pool.acquire().check(soon()), Answer::Unsat);
        assert_eq!(made.load(Ordering::SeqCst), 1);
        let (_first, _second) = (pool.acquire(), pool.acquire());
        assert_eq!(made.load(Ordering::SeqCst), 2);
    }

    #[test]
    fn a_session_that_cannot_be_reset_is_replaced() {
        let (pool, made) = counting_pool(1, &[Step::FailReset]);
        drop(pool.acquire());
        drop(pool.acquire());
        assert_eq!(made.load(Ordering::SeqCst), 2);
    }

    #[test]
    fn the_maximum_is_kept() {
        let (pool, made) = counting_pool(1, &[]);
        let lease = pool.acquire();
        let waiting = pool.clone();
        let waiter = std::thread::spawn(move || drop(waiting.acquire()));
        std::thread::sleep(Duration::from_millis(50));
        assert!(!waiter.is_finished());
        drop(lease);
        waiter.join().unwrap();
        assert_eq!(made.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn a_factory_that_panics_releases_its_place() {
        let first = AtomicUsize::new(0);
        let make: SessionFactory = Arc::new(move || {
            assert!(first.fetch_add(1, Ordering::SeqCst) > 0, "as intended");
            Box::new(ScriptedSession::new(Script::new(vec![])))
        });
        let pool = Pool::new(make, 1);
        let failing = pool.clone();
        assert!(std::thread::spawn(move || drop(failing.acquire())).join().is_err());
        drop(pool.acquire());
    }
}
