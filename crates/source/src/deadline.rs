//! When work has to end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The end of a run, or of the share of it that one unit has: a moment, or the user's wish to stop. All long loops of
/// the engines ask it; what is not reached by then is unknown.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    /// None if there is no limit.
    at: Option<Instant>,
    interrupted: &'static AtomicBool,
}

static NEVER_INTERRUPTED: AtomicBool = AtomicBool::new(false);

impl Deadline {
    pub fn never() -> Deadline {
        Deadline { at: None, interrupted: &NEVER_INTERRUPTED }
    }

    /// So long from now on; a time that no clock reaches is no limit.
    pub fn after(time: Duration) -> Deadline {
        Deadline { at: Instant::now().checked_add(time), interrupted: &NEVER_INTERRUPTED }
    }

    /// The same deadline, which is also over once the flag is set.
    #[must_use]
    pub fn or_interrupted(self, interrupted: &'static AtomicBool) -> Deadline {
        Deadline { interrupted, ..self }
    }

    /// This deadline, or so long from now on if that is sooner.
    #[must_use]
    pub fn within(self, time: Duration) -> Deadline {
        let sooner = Instant::now().checked_add(time);
        Deadline { at: [self.at, sooner].into_iter().flatten().min(), ..self }
    }

    /// So much later, and at least so long from now on: for what is still to be said of a result.
    #[must_use]
    pub fn extended(self, time: Duration) -> Deadline {
        Deadline { at: self.at.and_then(|at| at.max(Instant::now()).checked_add(time)), ..self }
    }

    pub fn is_over(&self) -> bool {
        self.is_interrupted() || self.at.is_some_and(|at| at <= Instant::now())
    }

    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// How long it is until then; none if there is no limit.
    pub fn left(&self) -> Option<Duration> {
        match self.is_interrupted() {
            true => Some(Duration::ZERO),
            false => self.at.map(|at| at.saturating_duration_since(Instant::now())),
        }
    }

    /// The deadline of the next of so many units that are still to be done, so many at once. Each may have an equal part
    /// of the time that is left, and at least this long, while there is time.
    #[must_use]
    pub fn share(self, units: usize, at_once: usize, at_least: Duration) -> Deadline {
        let (units, at_once) = (units.max(1) as f64, at_once.max(1) as f64);
        match self.left() {
            None => self,
            Some(left) => self.within(at_least.max(left.mul_f64((at_once / units).min(1.0)))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn a_share_is_a_part_of_what_is_left() {
        let minutes = |deadline: Deadline| deadline.left().map(|left| left.as_secs_f64() / 60.0);
        let run = Deadline::after(10 * MINUTE);
        assert!(minutes(run.share(10, 2, Duration::ZERO)).is_some_and(|left| (1.9..=2.0).contains(&left)));
        assert!(minutes(run.share(10, 2, 5 * MINUTE)).is_some_and(|left| (4.9..=5.0).contains(&left)));
        assert!(minutes(run.share(1, 2, 20 * MINUTE)).is_some_and(|left| (9.9..=10.0).contains(&left)));
        assert_eq!(minutes(Deadline::never().share(10, 2, MINUTE)), None);
    }

    #[test]
    fn a_deadline_that_is_over_can_be_extended() {
        assert!(
            Deadline::after(Duration::ZERO).is_over() && !Deadline::after(Duration::ZERO).extended(MINUTE).is_over()
        );
        assert_eq!(Deadline::never().extended(MINUTE).left(), None);
    }

    #[test]
    fn an_interrupted_run_is_over() {
        static INTERRUPTED: AtomicBool = AtomicBool::new(false);
        let run = Deadline::never().or_interrupted(&INTERRUPTED);
        assert!(!run.is_over());
        INTERRUPTED.store(true, Ordering::Relaxed);
        assert!(run.is_over() && run.within(MINUTE).is_over());
        assert!(Deadline::after(Duration::ZERO).is_over() && !Deadline::after(Duration::MAX).is_over());
    }
}
