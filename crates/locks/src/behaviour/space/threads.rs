//! How many threads are in which state after a step: who moves, and who is woken.

use super::super::linear::Range;
use super::super::machine::Wakes;
use super::{Counting, exactly, is_none};

/// By state of a thread.
type Counts = Vec<Range>;

impl Counting<'_> {
    /// One thread goes from one state to another, and wakes others on its way: all that sleep before it goes to sleep itself.
    pub(super) fn stepped(
        &self,
        threads: &[Range],
        from: usize,
        to: usize,
        wakes: Wakes,
    ) -> Vec<(Counts, Option<usize>)> {
        let mut found = Vec::new();
        for left in self.without_one(threads, from) {
            for (mut threads, woken) in self.woken(left, wakes) {
                self.add_one(&mut threads, to);
                found.push((threads, woken));
            }
        }
        found
    }

    fn without_one(&self, threads: &[Range], state: usize) -> Vec<Counts> {
        let left = match (threads[state].high, self.caps[state]) {
            (Some(high), _) => vec![exactly(high - 1)],
            (None, cap) => vec![exactly(cap.unwrap_or(0)), threads[state]],
        };
        let with = |count| {
            let mut threads = threads.to_vec();
            threads[state] = count;
            threads
        };
        left.into_iter().map(with).collect()
    }

    fn add_one(&self, threads: &mut [Range], state: usize) {
        threads[state] = self.clipped(state, plus(threads[state], exactly(1)));
    }

    fn clipped(&self, state: usize, count: Range) -> Range {
        match self.caps[state] {
            Some(cap) if count.low.is_some_and(|low| low > cap) => Range { low: Some(cap + 1), high: None },
            _ => count,
        }
    }

    /// Who is woken.
    fn woken(&self, threads: Counts, wakes: Wakes) -> Vec<(Counts, Option<usize>)> {
        let sleepers = self.states.iter().enumerate().filter_map(|(asleep, state)| {
            let awake = self.number_of(self.machine.awake(*state)?)?;
            (!is_none(threads[asleep])).then_some((asleep, awake))
        });
        let sleepers: Vec<(usize, usize)> = sleepers.collect();
        match wakes {
            Wakes::Nobody => vec![(threads, None)],
            Wakes::One if sleepers.is_empty() => vec![(threads, None)],
            Wakes::One => {
                let mut found = Vec::new();
                for (asleep, awake) in sleepers {
                    for mut left in self.without_one(&threads, asleep) {
                        self.add_one(&mut left, awake);
                        found.push((left, Some(asleep)));
                    }
                }
                found
            }
            Wakes::All => {
                let mut threads = threads;
                for (asleep, awake) in sleepers {
                    let sum = plus(threads[asleep], threads[awake]);
                    threads[awake] = self.clipped(awake, sum);
                    threads[asleep] = exactly(0);
                }
                vec![(threads, None)]
            }
        }
    }
}

fn plus(left: Range, right: Range) -> Range {
    Range { low: left.low.zip(right.low).map(|(a, b)| a + b), high: left.high.zip(right.high).map(|(a, b)| a + b) }
}
