//! Which turns are taken one after the other without a look at the states between.
//!
//! A turn that only reads commutes with every turn of others that does not change what it reads, so it is enough to look at
//! runs in which threads read as late as they can. A store of the value that is there already counts as a read of it: it leaves
//! everything as it is, as long as nobody else changes the place. Such a run falls into rounds:
//!
//! ```text
//! round = reads of its author; reads of other threads, each ending with one that the author is about to spoil; the author's act
//! ```
//!
//! where an act is a turn that changes something others can see, or that ends an operation. For take any run, and let two acts
//! follow each other, with reads of several threads between. If the last read of a thread other than the author of the
//! second act does not read what that act changes, put it behind the act. A read has no return in it, so this moves no call
//! before a return that it came after; it may move a call behind a return, and then the history has fewer explanations, not
//! more. This ends, and what is left are rounds. What goes wrong in the run goes wrong after it, or no later.
//!
//! So states are kept between rounds alone.

use crate::advance::{Move, Turn};
use crate::machine::Machine;
use crate::state::{State, Thread};
use concurrent::program::{FieldId, GlobalId};
use concurrent::spec::Kind;

/// A place in shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    Global(GlobalId),
    Field(u16, FieldId),
}

/// What a thread may do before others do anything.
struct Ways {
    /// How it may read; the first way is not to read at all.
    reads: Vec<Reads>,
    /// The acts, each with the number of the way after which it comes.
    acts: Vec<(usize, Turn)>,
}

/// Reads of one thread, one after the other.
struct Reads {
    state: State,
    moves: Vec<(u8, Move)>,
    /// What the last of them looks at; nothing if there are none.
    last: Vec<Location>,
}

/// A state on the way through a round.
struct Partial {
    state: State,
    moves: Vec<(u8, Move)>,
}

/// Most ways in which a thread can read before it acts. Where there are more, the search is not complete.
const MOST_READS: usize = 300;

/// Most rounds from one state. Where there are more, the search is not complete.
const MOST_ROUNDS: usize = 100_000;

/// Most moves of all rounds from one state, which are remembered together: less than half a gigabyte.
const MOST_MOVES: usize = 8_000_000;

impl Machine<'_> {
    /// Whether so many moves more may be remembered. If not, the search is not complete.
    fn may_remember(&self, moves: usize) -> bool {
        let left = self.moves_left.get().checked_sub(moves);
        self.moves_left.set(left.unwrap_or(0));
        self.was_cut_short.set(self.was_cut_short.get() || left.is_none());
        left.is_some()
    }

    /// Every round that may come next. Without reduction, and where threads wait for blocks that others are in, every turn.
    pub fn rounds(&self, state: &State) -> Vec<Turn> {
        let threads = 0..state.threads.len();
        let authors = threads.clone().filter(|author| self.is_fine || !is_repeated(&state.threads, *author));
        if self.is_fine || self.has_porous_blocks {
            return authors.flat_map(|author| self.turns(state, author)).collect();
        }
        self.moves_left.set(MOST_MOVES);
        let mut ways: Vec<Ways> = threads.map(|thread| self.ways(state, thread)).collect();
        let mut rounds = Vec::new();
        for author in authors {
            for (at, act) in std::mem::take(&mut ways[author].acts) {
                self.add_rounds(author, at, act, &ways, &mut rounds);
            }
        }
        rounds
    }

    /// The rounds that end with this act: others may have read before what it spoils.
    fn add_rounds(&self, author: usize, at: usize, act: Turn, ways: &[Ways], rounds: &mut Vec<Turn>) {
        let own = &ways[author].reads[at];
        if let Ok(end) = &act.end {
            let spoilt = self.changed(&own.state, end, author);
            let mut partial = vec![Partial { state: own.state.clone(), moves: own.moves.clone() }];
            for (_, ways) in ways.iter().enumerate().filter(|(other, _)| *other != author && !spoilt.is_empty()) {
                let is_spoilt = |reads: &&Reads| reads.last.iter().any(|read| spoilt.contains(read));
                for reads in ways.reads.iter().filter(is_spoilt) {
                    if partial.len() > MOST_ROUNDS || self.deadline.get().is_over() {
                        self.was_cut_short.set(true);
                        break;
                    }
                    for before in 0..partial.len() {
                        let made = self.again(&partial[before], reads);
                        partial.extend(made.filter(|made| self.may_remember(made.moves.len())));
                    }
                }
            }
            for Partial { state, moves } in &partial[1..] {
                if rounds.len() > MOST_ROUNDS || self.deadline.get().is_over() {
                    self.was_cut_short.set(true);
                    break;
                }
                // Others may know by now what they would not know else, and then the act ends earlier.
                for again in self.turns(state, author).into_iter().filter(|turn| begins_alike(turn, &act, author)) {
                    if !self.may_remember(moves.len() + again.moves.len()) {
                        break;
                    }
                    rounds.push(Turn { moves: [moves.clone(), again.moves].concat(), end: again.end });
                }
            }
        }
        let moves = [own.moves.clone(), act.moves].concat();
        rounds.push(Turn { moves, end: act.end });
    }

    /// Makes reads again that were made in another state, which differs in what other threads have read. Afterwards the
    /// thread is as it was there; but the value that it inserts depends on how many others have inserted.
    fn again(&self, partial: &Partial, reads: &Reads) -> Option<Partial> {
        let (by, _) = *reads.moves.first()?;
        // A thread reads in one way.
        if partial.moves.iter().any(|(other, _)| *other == by) {
            return None;
        }
        let thread = usize::from(by);
        let mut again = Partial { state: partial.state.clone(), moves: partial.moves.clone() };
        for (_, one) in &reads.moves {
            let one = match *one {
                Move::Call { procedure, arg } if procedure == self.spec.insert && self.spec.kind != Kind::Set => {
                    let arg = match self.choice(arg) {
                        // Somebody else has chosen it meanwhile.
                        Some(at) if again.state.chosen & (1 << at) != 0 => return None,
                        Some(_) => arg,
                        None => arg.map(|_| self.fresh_value(&again.state)),
                    };
                    Move::Call { procedure, arg }
                }
                other => other,
            };
            again.moves.push((by, one));
            self.apply(&mut again.state, thread, one).ok()?;
        }
        if let (Some(call), Some(known)) = (&mut again.state.threads[thread].call, &reads.state.threads[thread].call) {
            call.is_pure = known.is_pure;
        }
        Some(again)
    }

    /// What a thread may do: reads, as long as it likes, and an act.
    fn ways(&self, state: &State, thread: usize) -> Ways {
        let mut ways = Ways { reads: Vec::new(), acts: Vec::new() };
        ways.reads.push(Reads { state: state.clone(), moves: Vec::new(), last: Vec::new() });
        let mut next = 0;
        while next < ways.reads.len() && !self.deadline.get().is_over() {
            for turn in self.turns(&ways.reads[next].state, thread) {
                let before = &ways.reads[next];
                if !self.may_remember(before.moves.len() + turn.moves.len()) {
                    return ways;
                }
                if !self.is_read(&before.state, thread, &turn) {
                    ways.acts.push((next, turn));
                    continue;
                }
                let Ok(end) = turn.end else { continue };
                if ways.reads.iter().any(|known| known.state == end) {
                    continue;
                }
                if ways.reads.len() == MOST_READS {
                    self.was_cut_short.set(true);
                    return ways;
                }
                let last = self.locations_read(&before.state, &turn.moves);
                let moves = [before.moves.clone(), turn.moves].concat();
                ways.reads.push(Reads { state: end, moves, last });
            }
            next += 1;
        }
        ways
    }

    /// Whether a turn leaves everything as it is that others can see, and ends no operation.
    fn is_read(&self, before: &State, thread: usize, turn: &Turn) -> bool {
        let is_own = |(by, one): &(u8, Move)| usize::from(*by) == thread && *one != Move::Return;
        let Ok(end) = &turn.end else { return false };
        turn.moves.iter().all(is_own) && self.changed(before, end, thread).is_empty()
    }

    /// The places that differ, but for those in cells that only the thread knows. Whether a cell is free is known to all.
    fn changed(&self, before: &State, after: &State, thread: usize) -> Vec<Location> {
        let globals = (0..before.globals.len()).filter(|at| before.globals[*at] != after.globals[*at]);
        let mut changed: Vec<Location> = globals.map(|at| Location::Global(GlobalId(at as u32))).collect();
        if before.has_same_cells(after) {
            return changed;
        }
        let others = self.reachable_by_others(before, thread);
        for (cell, is_known) in others.into_iter().enumerate() {
            let is_other = before.cells[cell] != after.cells[cell];
            for field in 0..self.stride {
                let at = cell * self.stride + field;
                if is_other || is_known && before.fields[at] != after.fields[at] {
                    changed.push(Location::Field(cell as u16, FieldId(field as u32)));
                }
            }
        }
        changed
    }

    /// What is looked at on the way, or stored to without a change.
    fn locations_read(&self, before: &State, moves: &[(u8, Move)]) -> Vec<Location> {
        let mut state = before.clone();
        self.watched.replace(Some(Vec::new()));
        for (thread, one) in moves {
            // These moves have been made before.
            let _ = self.apply(&mut state, usize::from(*thread), *one);
        }
        self.watched.take().unwrap_or_default()
    }
}

/// Whether the thread makes the same moves, as far as both turns go. Which value it inserts depends on how many others have
/// inserted.
fn begins_alike(one: &Turn, other: &Turn, thread: usize) -> bool {
    let without_value = |(_, one): &(u8, Move)| match *one {
        Move::Call { procedure, .. } => Move::Call { procedure, arg: None },
        other => other,
    };
    let own = |turn: &Turn| -> Vec<Move> {
        turn.moves.iter().filter(|(by, _)| usize::from(*by) == thread).map(without_value).collect()
    };
    own(one).iter().zip(own(other)).all(|(one, other)| *one == other)
}

/// Threads that have done the same and are idle are interchangeable: the first stands for all.
fn is_repeated(threads: &[Thread], at: usize) -> bool {
    at > 0 && threads[at].call.is_none() && threads[at] == threads[at - 1]
}
