//! States in one form: without garbage and dead locals, objects numbered in the order in which they are found.

use super::machine::Machine;
use super::state::{After, Object, Ref, State, Status, Thread, Value};
use concurrent::object::MethodKind;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The state with every object in its place, and with who can come to it.
pub fn canonical(machine: &Machine, mut state: State) -> State {
    forget_dead_locals(machine, &mut state);
    let fixed = machine.class_objects.len();
    let found = find(&state, fixed);
    let mut heap = Vec::with_capacity(found.order.len());
    for old in &found.order {
        let object = &state.heap[*old as usize];
        let is_shared = found.masks[*old as usize].count_ones() > 1;
        let is_same = is_shared == object.is_shared && !moves(object, &found.places);
        heap.push(match is_same {
            true => object.clone(),
            false => {
                let mut object = Object::clone(object);
                object.is_shared = is_shared;
                object.refs_mut(&mut |at| *at = found.places[*at as usize]);
                Arc::new(object)
            }
        });
    }
    state.heap = heap;
    let places = &found.places;
    state.outer_refs_mut(&mut |at| *at = places[*at as usize]);
    state
}

fn moves(object: &Object, places: &[Ref]) -> bool {
    let mut moves = false;
    object.refs(&mut |at| moves |= places[*at as usize] != *at);
    moves
}

fn forget_dead_locals(machine: &Machine, state: &mut State) {
    for thread in &mut state.threads {
        let dead: Vec<(usize, usize)> = (0..thread.frames.len())
            .flat_map(|at| dead_locals(machine, thread, at).into_iter().map(move |local| (at, local)))
            .collect();
        if !dead.is_empty() {
            let thread = Arc::make_mut(thread);
            dead.into_iter().for_each(|(at, local)| thread.frames[at].locals[local] = Value::Null);
        }
    }
}

/// The locals of a frame that hold something and are never read again.
fn dead_locals(machine: &Machine, thread: &Thread, at: usize) -> Vec<usize> {
    let frame = &thread.frames[at];
    let is_call = match thread.frames.get(at + 1) {
        // The instruction runs again.
        Some(above) => !matches!(above.after, After::Forget | After::Retry(_) | After::Update { .. }),
        None => !matches!(thread.status, Status::Updating { .. }),
    };
    let Some(liveness) = machine.liveness(frame.method) else { return Vec::new() };
    let live = match frame.call {
        Some(edge) if is_call => &liveness.calls[edge.index()],
        Some(_) | None => &liveness.nodes[frame.node.index()],
    };
    // At its end, the object of a constructor is built.
    let keeps_this = machine.program.method(frame.method).kind == MethodKind::Constructor;
    let is_dead =
        |local: &usize| frame.locals[*local] != Value::Null && !live.contains(*local) && !(keeps_this && *local == 0);
    (0..frame.locals.len()).filter(is_dead).collect()
}

struct Found {
    order: Vec<Ref>,
    /// By the old place.
    places: Vec<Ref>,
    /// The threads that can come to each object, as bits; all of them from static fields.
    masks: Vec<u64>,
}

fn find(state: &State, fixed: usize) -> Found {
    let count = state.heap.len();
    let mut found = Found { order: Vec::new(), places: vec![Ref::MAX; count], masks: vec![0; count] };
    (0..fixed as Ref).for_each(|at| found.visit(&state.heap, vec![at], u64::MAX));
    let mut roots = Vec::new();
    state.static_refs(&mut |at| roots.push(*at));
    found.visit(&state.heap, roots, u64::MAX);
    // The harness shares its objects when they are built.
    let is_built = state.threads.first().is_none_or(|first| first.status == Status::Finished);
    let mut roots = Vec::new();
    state.root_refs(&mut |at| roots.push(*at));
    found.visit(&state.heap, roots, if is_built { u64::MAX } else { 1 });
    for (tid, thread) in state.threads.iter().enumerate() {
        let mut roots = Vec::new();
        let is_running = !matches!(thread.status, Status::New | Status::Finished);
        thread.refs(&mut |at| roots.push(*at));
        found.visit(&state.heap, roots, if is_running { 1 << tid } else { 0 });
    }
    found
}

impl Found {
    fn visit(&mut self, heap: &[Arc<Object>], roots: Vec<Ref>, mask: u64) {
        let mut todo: Vec<Ref> = roots.into_iter().rev().collect();
        while let Some(at) = todo.pop() {
            let is_new = self.places[at as usize] == Ref::MAX;
            if is_new {
                self.places[at as usize] = self.order.len() as Ref;
                self.order.push(at);
            } else if self.masks[at as usize] & mask == mask {
                continue;
            }
            self.masks[at as usize] |= mask;
            let mut next = Vec::new();
            heap[at as usize].refs(&mut |at| next.push(*at));
            todo.extend(next.into_iter().rev());
        }
    }
}

/// The state as bytes: equal exactly if the states are.
pub fn encode(state: &State, bytes: &mut Vec<u8>) {
    bytes.clear();
    state.hash(&mut Encoder(bytes));
}

/// Collects what the derived hash functions write. They write the number of each variant and the length of each list, so
/// that different states are written differently.
struct Encoder<'b>(&'b mut Vec<u8>);

impl Encoder<'_> {
    fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}

impl Hasher for Encoder<'_> {
    fn finish(&self) -> u64 {
        0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn write_u8(&mut self, value: u8) {
        self.0.push(value);
    }

    fn write_u32(&mut self, value: u32) {
        self.number(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.number(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.number(value as u64);
    }

    fn write_i64(&mut self, value: i64) {
        self.number(((value << 1) ^ (value >> 63)) as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.write_i64(value as i64);
    }
}
