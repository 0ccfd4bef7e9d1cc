//! States as bytes, in which names do not matter.
//!
//! Cells are numbered in the order in which they are reached: from the shared variables first, then from the threads'
//! locals; what nobody will [need](crate::needs) is left out. Threads are put in order of what they do, values that are only
//! passed on are numbered as they occur. Every renaming maps runs to runs, so two states with the same bytes have the same
//! futures. Of two states that differ in names only, the bytes may still differ where the order of threads is a tie: that
//! costs time and nothing else.
//!
//! The bytes are the key, then for each thread how many calls it has left, then the explanations. Of two states with the
//! same key one covers the other if no thread has fewer calls left and all its explanations are explanations of the
//! other: it can do whatever the other can, and what the history of the other does not explain, its own does not either.

use crate::machine::Machine;
use crate::needs::{Dooms, Needs};
use crate::state::{Answer, Call, Cell, Explanation, Pending, State, Thread, Value};
use concurrent::program::{LocalId, NodeId, ProcedureId, RecordId};
use std::sync::Arc;

/// Numbers that were not given yet.
const NONE: u16 = u16::MAX;

#[derive(Default)]
struct Names {
    cells: Vec<u16>,
    /// The cells in their new order.
    order: Vec<u16>,
    /// How many of them have been looked through.
    done: usize,
    data: Vec<u16>,
    data_count: u16,
    /// The new place of each thread.
    threads: Vec<u8>,
}

impl Machine<'_> {
    /// Appends the bytes of the state, and says how many of them are the key.
    pub fn encode(&self, state: &State, bytes: &mut Vec<u8>) -> usize {
        let start = bytes.len();
        let mut names = Names {
            cells: vec![NONE; state.cells.len()],
            data: vec![NONE; usize::from(state.inserted)],
            ..Names::default()
        };
        let dooms = self.dooms(state);
        let needs = |thread: usize| {
            let call = state.threads[thread].call.as_ref()?;
            Some((call, self.prospects(call.procedure).needs(dooms[thread], call.node)))
        };
        state.globals.iter().for_each(|value| names.reach(*value));
        self.follow(state, &mut names);
        let order = self.order_threads(state, &dooms, &mut names);
        for (call, needs) in order.iter().filter_map(|thread| needs(*thread)) {
            let held = if self.leaves_out_cells() { &needs.deep } else { self.kept(call, needs) };
            held.iter().for_each(|local| names.reach(call.locals[local.index()]));
            self.follow(state, &mut names);
        }
        // Nobody will look into the other cells.
        let full = names.order.len();
        for (call, needs) in order.iter().filter_map(|thread| needs(*thread)) {
            self.kept(call, needs).iter().for_each(|local| names.reach(call.locals[local.index()]));
        }
        state.globals.iter().for_each(|value| names.put(*value, bytes));
        bytes.extend((names.order.len() as u16).to_le_bytes());
        for (number, at) in names.order.clone().into_iter().enumerate() {
            self.put_cell(state, at, number < full, &mut names, bytes);
        }
        for thread in &order {
            self.put_thread(&state.threads[*thread], dooms[*thread], &mut names, bytes);
        }
        if !self.is_independent {
            bytes.extend(state.inserted.to_le_bytes());
            bytes.extend(state.chosen.to_le_bytes());
        }
        let key = bytes.len() - start;
        bytes.extend(order.iter().map(|thread| state.threads[*thread].calls_left));
        put_explanations(&state.explanations, &order, &mut names, bytes);
        key
    }

    /// Reaches the cells behind those that were reached.
    fn follow(&self, state: &State, names: &mut Names) {
        while names.done < names.order.len() {
            let first = usize::from(names.order[names.done]) * self.stride;
            names.done += 1;
            for at in first..first + self.stride {
                names.reach(state.fields[at]);
            }
        }
    }

    /// Locals that are kept: those that are live, or without reduction all.
    fn kept<'n>(&'n self, call: &Call, needs: &'n Needs) -> &'n [LocalId] {
        if self.is_fine { self.locals(call.procedure) } else { &needs.live }
    }

    fn order_threads(&self, state: &State, dooms: &[Dooms], names: &mut Names) -> Vec<usize> {
        if self.is_fine {
            names.threads = (0..state.threads.len() as u8).collect();
            return (0..state.threads.len()).collect();
        }
        let mut keys = Vec::new();
        let mut order: Vec<(usize, std::ops::Range<usize>)> = Vec::with_capacity(state.threads.len());
        for (at, thread) in state.threads.iter().enumerate() {
            let start = keys.len();
            self.put_thread_key(thread, dooms[at], names, &mut keys);
            keys.push(u8::MAX - thread.calls_left);
            order.push((at, start..keys.len()));
        }
        order.sort_by(|(one, of_one), (other, of_other)| {
            keys[of_one.clone()].cmp(&keys[of_other.clone()]).then(one.cmp(other))
        });
        let order: Vec<usize> = order.into_iter().map(|(at, _)| at).collect();
        names.threads = vec![0; order.len()];
        for (new, old) in order.iter().enumerate() {
            names.threads[*old] = new as u8;
        }
        order
    }

    /// What the thread does, by names that do not depend on the order of threads.
    fn put_thread_key(&self, thread: &Thread, dooms: Dooms, names: &Names, key: &mut Vec<u8>) {
        if let Some(call) = &thread.call {
            key.push(head(call));
            key.extend((call.node.0 as u16).to_le_bytes());
            key.push(dooms);
            for local in &self.prospects(call.procedure).needs(dooms, call.node).live {
                match call.locals[local.index()] {
                    Value::Cell(cell) => key.extend([1, names.cells[usize::from(cell)] as u8]),
                    Value::Data(_) => key.push(2),
                    Value::Thread(_) => key.push(3),
                    Value::Undefined => key.push(4),
                    Value::Null => key.push(5),
                    Value::Nobody => key.push(6),
                    Value::Int(value) => key.extend([7, value as u8]),
                }
            }
        }
    }

    fn put_cell(&self, state: &State, at: u16, is_full: bool, names: &mut Names, bytes: &mut Vec<u8>) {
        let cell = state.cells[usize::from(at)];
        bytes.extend(((cell.record.0 as u16) << 1 | u16::from(cell.is_free)).to_le_bytes());
        let first = usize::from(at) * self.stride;
        for field in 0..self.program.record(cell.record).fields.len() {
            names.put(if is_full { state.fields[first + field] } else { Value::Undefined }, bytes);
        }
    }

    fn put_thread(&self, thread: &Thread, dooms: Dooms, names: &mut Names, bytes: &mut Vec<u8>) {
        let Some(call) = &thread.call else { return bytes.push(0) };
        bytes.push(head(call));
        bytes.extend((call.node.0 as u16).to_le_bytes());
        if let Some(arg) = call.arg {
            names.put(arg, bytes);
        }
        let prospects = self.prospects(call.procedure);
        if prospects.has_dooms() {
            bytes.push(dooms);
        }
        for local in self.kept(call, prospects.needs(dooms, call.node)) {
            names.put(call.locals[local.index()], bytes);
        }
    }

    /// The state that has these bytes.
    pub fn decode(&self, bytes: &[u8], threads: usize) -> State {
        let mut reader = Reader { bytes, at: 0, data: 0 };
        let globals = self.program.globals.iter().map(|_| reader.value()).collect();
        let count = usize::from(reader.u16());
        let mut cells = Vec::with_capacity(count + 1);
        let mut fields = vec![Value::Undefined; count * self.stride];
        for at in 0..count {
            let head = reader.u16();
            let record = RecordId(u32::from(head >> 1));
            cells.push(Cell { record, is_free: head & 1 == 1 });
            for field in 0..self.program.record(record).fields.len() {
                fields[at * self.stride + field] = reader.value();
            }
        }
        let mut threads: Vec<Thread> = (0..threads).map(|_| self.read_thread(&mut reader)).collect();
        let (inserted, chosen) = if self.is_independent { (0, 0) } else { (reader.u16(), reader.u16()) };
        threads.iter_mut().for_each(|thread| thread.calls_left = reader.byte());
        let explanations = Arc::new(read_explanations(&mut reader, threads.len()));
        let inserted = inserted.max(reader.data);
        State { globals, cells, fields, threads, explanations, inserted, chosen }
    }

    fn read_thread(&self, reader: &mut Reader) -> Thread {
        let head = reader.byte();
        if head == 0 {
            return Thread { calls_left: 0, call: None };
        }
        let (id, is_pure) = (ProcedureId(u32::from(head >> 1) - 1), head & 1 == 1);
        let node = NodeId(reader.u16().into());
        let procedure = self.procedure(id);
        let arg = (!procedure.params.is_empty()).then(|| reader.value());
        let locals = vec![Value::Undefined; procedure.locals.len()];
        let prospects = self.prospects(id);
        let dooms = if prospects.has_dooms() { reader.byte() } else { 0 };
        let mut call = Call { procedure: id, node, arg, locals, is_pure };
        for local in self.kept(&call, prospects.needs(dooms, node)).to_vec() {
            call.locals[local.index()] = reader.value();
        }
        Thread { calls_left: 0, call: Some(call) }
    }
}

/// The procedure, and whether it has had an effect; never 0.
fn head(call: &Call) -> u8 {
    (call.procedure.0 as u8 + 1) << 1 | u8::from(call.is_pure)
}

/// Whether a state with the first bytes behind its key covers one with the second behind the same key.
pub fn covers(one: &[u8], other: &[u8], threads: usize) -> bool {
    let (calls, runs) = one.split_at(threads);
    let (other_calls, other_runs) = other.split_at(threads);
    if calls.iter().zip(other_calls).any(|(calls, other)| calls < other) {
        return false;
    }
    let mut others = Runs(&other_runs[2..]);
    // Both are in ascending order.
    Runs(&runs[2..]).all(|run| others.any(|other| other == run))
}

/// The explanations, each behind its length.
struct Runs<'a>(&'a [u8]);

impl<'a> Iterator for Runs<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.0.split_first_chunk()?;
        let (run, rest) = rest.split_at(usize::from(u16::from_le_bytes(*length)));
        self.0 = rest;
        Some(run)
    }
}

fn put_explanations(runs: &[Explanation], order: &[usize], names: &mut Names, bytes: &mut Vec<u8>) {
    let mut renamed = Vec::new();
    let mut ranges: Vec<std::ops::Range<usize>> = Vec::with_capacity(runs.len());
    for run in runs {
        let start = renamed.len();
        renamed.extend((run.content.len() as u16).to_le_bytes());
        run.content.iter().for_each(|value| names.put(*value, &mut renamed));
        for thread in order {
            match run.pending[*thread] {
                Pending::Not => renamed.push(0),
                Pending::Done(Answer::Nothing) => renamed.push(1),
                Pending::Done(Answer::Empty) => renamed.push(2),
                Pending::Done(Answer::Bool(value)) => renamed.push(3 + u8::from(value)),
                Pending::Done(Answer::Removed(value)) => {
                    renamed.push(5);
                    names.put(value, &mut renamed);
                }
            }
        }
        ranges.push(start..renamed.len());
    }
    ranges.sort_by(|one, other| renamed[one.clone()].cmp(&renamed[other.clone()]));
    bytes.extend((ranges.len() as u16).to_le_bytes());
    for range in ranges {
        bytes.extend((range.len() as u16).to_le_bytes());
        bytes.extend(&renamed[range]);
    }
}

fn read_explanations(reader: &mut Reader, threads: usize) -> Vec<Explanation> {
    let count = reader.u16();
    let read = |_| {
        let _bytes = reader.u16();
        let length = reader.u16();
        let content = (0..length).map(|_| reader.value()).collect();
        let pending = (0..threads).map(|_| match reader.byte() {
            0 => Pending::Not,
            1 => Pending::Done(Answer::Nothing),
            2 => Pending::Done(Answer::Empty),
            5 => Pending::Done(Answer::Removed(reader.value())),
            bool => Pending::Done(Answer::Bool(bool == 4)),
        });
        let pending = pending.collect();
        Explanation { content, pending }
    };
    let mut runs: Vec<Explanation> = (0..count).map(read).collect();
    runs.sort();
    runs
}

impl Names {
    fn reach(&mut self, value: Value) {
        if let Value::Cell(cell) = value
            && self.cells[usize::from(cell)] == NONE
        {
            self.cells[usize::from(cell)] = self.order.len() as u16;
            self.order.push(cell);
        }
    }

    /// One byte for what is small.
    fn put(&mut self, value: Value, bytes: &mut Vec<u8>) {
        match value {
            Value::Undefined => bytes.push(0),
            Value::Null => bytes.push(1),
            Value::Nobody => bytes.push(2),
            Value::Thread(thread) => bytes.push(8 + self.threads[usize::from(thread)]),
            Value::Int(value @ -16..=31) => bytes.push((0x20 + value) as u8),
            Value::Int(value) => {
                bytes.push(3);
                bytes.extend(value.to_le_bytes());
            }
            Value::Data(data) => {
                let name = &mut self.data[usize::from(data)];
                if *name == NONE {
                    *name = self.data_count;
                    self.data_count += 1;
                }
                match *name {
                    name @ 0..0x40 => bytes.push(0x40 + name as u8),
                    name => {
                        bytes.push(4);
                        bytes.extend(name.to_le_bytes());
                    }
                }
            }
            Value::Cell(cell) => match self.cells[usize::from(cell)] {
                name @ 0..0x80 => bytes.push(0x80 + name as u8),
                name => {
                    bytes.push(5);
                    bytes.extend(name.to_le_bytes());
                }
            },
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// One more than the greatest data value so far.
    data: u16,
}

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        self.at += 1;
        self.bytes[self.at - 1]
    }

    fn u16(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    fn value(&mut self) -> Value {
        match self.byte() {
            0 => Value::Undefined,
            1 => Value::Null,
            2 => Value::Nobody,
            3 => Value::Int(i64::from_le_bytes(std::array::from_fn(|_| self.byte()))),
            4 => {
                let data = self.u16();
                self.data(data)
            }
            5 => Value::Cell(self.u16()),
            thread @ 8..0x10 => Value::Thread(thread - 8),
            data @ 0x40..0x80 => self.data(u16::from(data) - 0x40),
            int @ 0x06..0x40 => Value::Int(i64::from(int) - 0x20),
            cell => Value::Cell(u16::from(cell) - 0x80),
        }
    }

    fn data(&mut self, data: u16) -> Value {
        self.data = self.data.max(data + 1);
        Value::Data(data)
    }
}
