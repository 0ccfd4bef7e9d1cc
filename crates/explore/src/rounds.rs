//! Which turns are taken one after the other without a look at the states between.
//!
//! A turn that only reads commutes with every turn of others that does not change what it reads, so it is enough to look at
//! runs in which threads read as late as they can. Such a run falls into rounds:
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

/// A place in shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    Global(GlobalId),
    Field(u16, FieldId),
}

/// Reads of one thread, one after the other.
struct Reads {
    state: State,
    moves: Vec<(u8, Move)>,
    /// What the last of them looks at; nothing if there are none.
    last: Vec<Location>,
}

/// Most ways in which a thread can read before it acts. Where there are more, the search is not complete.
const MOST_READS: usize = 300;

impl Machine<'_> {
    /// Every round that may come next. Without reduction, and where threads wait for blocks that others are in, every turn.
    pub fn rounds(&self, state: &State) -> Vec<Turn> {
        let threads = 0..state.threads.len();
        let authors = threads.clone().filter(|author| !is_repeated(&state.threads, *author));
        if self.is_fine || self.has_porous_blocks {
            return authors.flat_map(|author| self.turns(state, author)).collect();
        }
        let reads: Vec<Vec<Reads>> = threads.map(|thread| self.reads(state, thread)).collect();
        let mut rounds = Vec::new();
        for author in authors {
            for own in &reads[author] {
                for act in self.turns(&own.state, author) {
                    if !self.is_read(&own.state, author, &act) {
                        self.add_rounds(author, own, act, &reads, &mut rounds);
                    }
                }
            }
        }
        rounds
    }

    /// The rounds that end with this act: others may have read before what it spoils.
    fn add_rounds(&self, author: usize, own: &Reads, act: Turn, reads: &[Vec<Reads>], rounds: &mut Vec<Turn>) {
        let spoilt = match &act.end {
            Ok(end) => self.changed(&own.state, end, author),
            Err(_) => Vec::new(),
        };
        let is_spoilt = |reads: &Reads| reads.last.iter().any(|read| spoilt.contains(read));
        let mut others: Vec<usize> = (0..reads.len()).filter(|other| *other != author).collect();
        others.retain(|other| reads[*other].iter().any(is_spoilt));
        let mut readers = Vec::new();
        if !others.is_empty() {
            self.add_readers(own.state.clone(), Vec::new(), &others, &spoilt, &mut readers);
        }
        for (state, moves) in readers.into_iter().filter(|(_, moves)| !moves.is_empty()) {
            for again in self.turns(&state, author).into_iter().filter(|turn| is_same_act(turn, &act, author)) {
                let moves = [own.moves.clone(), moves.clone(), again.moves].concat();
                rounds.push(Turn { moves, end: again.end });
            }
        }
        let moves = [own.moves.clone(), act.moves].concat();
        rounds.push(Turn { moves, end: act.end });
    }

    /// All ways in which the other threads may have read what is spoilt.
    fn add_readers(
        &self,
        state: State,
        moves: Vec<(u8, Move)>,
        others: &[usize],
        spoilt: &[Location],
        readers: &mut Vec<(State, Vec<(u8, Move)>)>,
    ) {
        let Some((first, rest)) = others.split_first() else { return readers.push((state, moves)) };
        for reads in self.reads(&state, *first) {
            if reads.moves.is_empty() || reads.last.iter().any(|read| spoilt.contains(read)) {
                let moves = [moves.clone(), reads.moves].concat();
                self.add_readers(reads.state, moves, rest, spoilt, readers);
            }
        }
    }

    /// All ways in which a thread may read before it acts; the first is not to read at all.
    fn reads(&self, state: &State, thread: usize) -> Vec<Reads> {
        let mut all = vec![Reads { state: state.clone(), moves: Vec::new(), last: Vec::new() }];
        let mut next = 0;
        while next < all.len() {
            let before = all[next].state.clone();
            for turn in self.turns(&before, thread) {
                let is_read = self.is_read(&before, thread, &turn);
                let Ok(end) = turn.end else { continue };
                let is_known = |known: &Reads| known.state == end;
                if !is_read || all.iter().any(is_known) {
                    continue;
                }
                if all.len() == MOST_READS {
                    self.was_cut_short.set(true);
                    return all;
                }
                let last = self.locations_read(&before, &turn.moves);
                let moves = [all[next].moves.clone(), turn.moves].concat();
                all.push(Reads { state: end, moves, last });
            }
            next += 1;
        }
        all
    }

    /// Whether a turn leaves everything as it is that others can see, and ends no operation.
    fn is_read(&self, before: &State, thread: usize, turn: &Turn) -> bool {
        let is_own = |(by, one): &(u8, Move)| usize::from(*by) == thread && *one != Move::Return;
        let Ok(end) = &turn.end else { return false };
        turn.moves.iter().all(is_own) && self.changed(before, end, thread).is_empty()
    }

    /// The places that differ, but for those in cells that only the thread knows. Whether a cell is free is known to all.
    fn changed(&self, before: &State, after: &State, thread: usize) -> Vec<Location> {
        let others = self.reachable_by_others(before, thread);
        let globals = (0..before.globals.len()).filter(|at| before.globals[*at] != after.globals[*at]);
        let mut changed: Vec<Location> = globals.map(|at| Location::Global(GlobalId(at as u32))).collect();
        for cell in 0..before.cells.len() {
            let is_other = before.cells[cell] != after.cells[cell];
            for field in 0..self.stride {
                let at = cell * self.stride + field;
                if is_other || others[cell] && before.fields[at] != after.fields[at] {
                    changed.push(Location::Field(cell as u16, FieldId(field as u32)));
                }
            }
        }
        changed
    }

    /// What is looked at on the way.
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

/// Whether the thread does the same in both turns. Which value it inserts depends on how many others have inserted.
fn is_same_act(one: &Turn, other: &Turn, thread: usize) -> bool {
    let own = |turn: &Turn| -> Vec<Move> {
        let moves = turn.moves.iter().filter(|(by, _)| usize::from(*by) == thread);
        let without_value = |(_, one): &(u8, Move)| match *one {
            Move::Call { procedure, .. } => Move::Call { procedure, arg: None },
            Move::Take { edge, cell } => Move::Take { edge, cell },
            Move::Return => Move::Return,
        };
        moves.map(without_value).collect()
    };
    own(one) == own(other)
}

/// Threads that have done the same and are idle are interchangeable: the first stands for all.
fn is_repeated(threads: &[Thread], at: usize) -> bool {
    at > 0 && threads[at].call.is_none() && threads[at] == threads[at - 1]
}
