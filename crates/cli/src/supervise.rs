//! Work on input of which nothing is known may not end, or may die; it costs its own result and no other.
//!
//! A unit of a run, such as one program, has a thread of its own. The engines check the deadline themselves and then
//! report what they know; a thread that has not ended a moment after it is left alone, until the process ends.

use crate::STACK_SIZE;
use source::Deadline;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long after its deadline a unit may take to say what it knows.
const GRACE: Duration = Duration::from_secs(5);

/// How often the deadline is checked while a unit is waited for: an interrupt may bring it forward.
const GLANCE: Duration = Duration::from_millis(100);

/// Why a unit has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lost {
    /// It was not done in time.
    Late,
    /// It came to an internal error, which has been reported.
    Panicked,
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The end of a run: after this time, if there is a limit, or when the user interrupts it. A second interrupt ends the
/// process at once.
pub fn deadline_of_run(limit: Option<Duration>) -> Deadline {
    let handled = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    // Without a handler an interrupt ends the process, as it always did.
    drop(handled);
    limit.map_or(Deadline::never(), Deadline::after).or_interrupted(&INTERRUPTED)
}

/// A unit under way.
pub struct Unit<T> {
    result: Receiver<T>,
    thread: JoinHandle<()>,
    deadline: Deadline,
}

/// Why nothing is done where a thread is needed.
pub fn no_thread(error: &io::Error) -> String {
    let size = STACK_SIZE >> 20;
    format!("cannot start a thread with {size} MiB of stack: {error} (is memory limited, as by `ulimit -v`?)")
}

/// Starts the work of a unit.
pub fn start<T: Send + 'static>(
    deadline: Deadline,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Unit<T>, String> {
    let (sender, result) = mpsc::sync_channel(1);
    let body = move || {
        // A unit that was given up is not waited for any more.
        let _ = sender.send(work());
    };
    let thread = std::thread::Builder::new().name("unit".into()).stack_size(STACK_SIZE).spawn(body);
    let thread = thread.map_err(|error| no_thread(&error))?;
    Ok(Unit { result, thread, deadline })
}

impl<T> Unit<T> {
    /// The result of the unit, as soon as there is one. Its stack is free then for the next.
    pub fn wait(self) -> Result<T, Lost> {
        let mut overdue: Option<Instant> = None;
        loop {
            let ended = match self.result.recv_timeout(GLANCE) {
                Ok(result) => Some(Ok(result)),
                Err(RecvTimeoutError::Disconnected) => Some(Err(Lost::Panicked)),
                Err(RecvTimeoutError::Timeout) => None,
            };
            if let Some(ended) = ended {
                // There is nothing left to do in it; what it panicked with has been reported.
                let _ = self.thread.join();
                return ended;
            }
            if self.deadline.is_over() && overdue.get_or_insert_with(Instant::now).elapsed() > GRACE {
                return Err(Lost::Late);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_that_hangs_or_dies_costs_itself() {
        let start = Instant::now();
        let hangs = super::start(Deadline::after(Duration::from_millis(10)), || {
            std::thread::sleep(Duration::from_secs(3600));
        });
        let dies = super::start(Deadline::never(), || panic!("as intended"));
        let ends = super::start(Deadline::after(Duration::ZERO), || 42);
        assert_eq!(ends.unwrap().wait(), Ok(42), "a result is taken also when it is late");
        assert_eq!(dies.unwrap().wait(), Err::<(), Lost>(Lost::Panicked));
        assert_eq!(hangs.unwrap().wait(), Err(Lost::Late));
        assert!(start.elapsed() < Duration::from_secs(60));
    }
}
