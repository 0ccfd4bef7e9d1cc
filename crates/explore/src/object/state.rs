//! A state of an object program: heap, static fields, threads.
//!
//! Everything that decides what may happen next is in it, and nothing else, so that two runs that end in equal states have
//! the same future.

use concurrent::object::{ClassId, EdgeId, LocalId, MethodId, NodeId, Type};
use std::sync::Arc;

/// A place in the heap.
pub type Ref = u32;

/// The number of a thread; the first thread is 0.
pub type Tid = u8;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    Null,
    Bool(bool),
    /// Of every integer type.
    Int(i64),
    /// The bits of a `double`.
    Float(u64),
    Ref(Ref),
    /// An object of a class such as `Integer`, by its content.
    Boxed(ClassId, i64),
    /// A string: the number of its text.
    Text(u32),
    /// A set of threads, one bit for each.
    Threads(u64),
    /// An object of the library, not null, of which nothing is known.
    Opaque,
    /// Of this nothing at all is known.
    Unknown,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    Class(ClassId),
    /// An array with elements of this type.
    Array(Type),
}

/// Who holds a lock, and how often.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hold {
    pub holder: Option<Tid>,
    pub count: u32,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    pub shape: Shape,
    /// Whether another thread may come to it. What is reachable from a shared object is shared.
    pub is_shared: bool,
    /// Whether its constructor has ended.
    pub is_built: bool,
    pub monitor: Hold,
    /// Fields, then ghosts, of an object; elements of an array.
    pub values: Vec<Value>,
    pub native: Native,
}

/// The state of what a library class brings.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Native {
    None,
    /// An atomic.
    Cell(Value),
    /// An array of atomics.
    Cells(Vec<Value>),
    Lock(Hold),
    ReadWrite {
        writer: Hold,
        /// By thread, with how often each has entered.
        readers: Vec<(Tid, u32)>,
        read_side: Ref,
        write_side: Ref,
    },
    ReadSide(Ref),
    WriteSide(Ref),
    /// Of a lock, or of the write side of a read-write lock.
    Condition(Ref),
    Stamped {
        /// Grows with each write lock that is taken or given back.
        version: i64,
        writer: Option<Tid>,
        readers: Vec<Tid>,
    },
    Permits(i64),
    Latch(i64),
    Thread {
        tid: Tid,
        target: Value,
        is_interrupted: bool,
        is_daemon: bool,
    },
    Executor {
        is_shut_down: bool,
        /// Whether tasks run one after the other.
        is_serial: bool,
        /// The thread of the last task.
        last: Option<Tid>,
    },
    Barrier {
        parties: u32,
        arrived: u32,
        /// How often all have arrived.
        round: u32,
    },
    Future {
        /// The thread that runs the task.
        tid: Tid,
        /// Whether the program has it, and may ask for what the task throws.
        is_given: bool,
        result: Value,
        exception: Value,
    },
    /// An exception, with the instruction that threw it first.
    Thrown {
        origin: Option<(MethodId, EdgeId)>,
        /// Whether one of Java's own checks made it.
        is_check: bool,
        message: Value,
        cause: Value,
    },
    List {
        items: Vec<Value>,
        capacity: Option<u32>,
        /// Whether each value is there once only.
        is_set: bool,
        is_fixed: bool,
        /// Of a view: the map that it shows.
        of: Option<Ref>,
    },
    Map {
        entries: Vec<(Value, Value)>,
    },
    Entry {
        key: Value,
        value: Value,
    },
    /// Over what the collection held when it was made, and where it stands.
    Iterator {
        items: Vec<Value>,
        next: u32,
        /// The collection, if it is one that must not change meanwhile.
        of: Option<Ref>,
    },
    /// `Collections.synchronizedList` and its kin: what it passes calls on to, with its own monitor held.
    Synchronized(Ref),
    Builder(u32),
    PerThread(Vec<(Tid, Value)>),
    /// Of a class that is not modelled: using it is unsupported.
    Unmodelled,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thread {
    /// Its object of class `Thread`.
    pub object: Ref,
    pub status: Status,
    pub frames: Vec<Frame>,
    /// Of a thread of the harness: how many operations it may still call.
    pub ops: u8,
    pub role: Role,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Runs `main`, or the constructors of what the harness uses.
    First,
    /// Calls operations.
    Harness,
    /// Made by the program.
    Started,
    /// Runs a task whose future this is.
    Task(Ref),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Not started.
    New,
    /// Of the harness, between two operations.
    Idle,
    Running,
    /// In the wait set of an object or condition; `lock` is to be taken again `count` times.
    Waiting {
        on: Ref,
        lock: Ref,
        count: u32,
        is_timed: bool,
    },
    /// A task that waits for the one before it.
    Queued(Tid),
    /// At a barrier, until the next round.
    AtBarrier {
        barrier: Ref,
        round: u32,
        result: Value,
    },
    /// Woken up, and needs the lock.
    Woken {
        lock: Ref,
        count: u32,
        /// What the call returns.
        result: Option<Value>,
        is_interrupted: bool,
    },
    /// The function of an atomic update has returned: the update is next.
    Updating {
        cell: Ref,
        old: Value,
        new: Value,
        returns_new: bool,
    },
    Finished,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    pub method: MethodId,
    pub node: NodeId,
    pub locals: Vec<Value>,
    /// The call in progress.
    pub call: Option<EdgeId>,
    /// Objects that are not thread-safe and that a call of the library, which has begun, uses.
    pub using: Vec<Ref>,
    /// The monitor that the library holds during the call.
    pub holding: Option<Ref>,
    pub after: After,
    /// Of a method with an abstraction.
    pub contract: Option<Box<Contract>>,
}

/// What the abstraction of a running method is judged by.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Contract {
    /// Where the abstraction may be: after how many actions, as bits.
    pub positions: u64,
    /// The parameters at the entry.
    pub params: Vec<Value>,
    /// What `\old` stands for in `ensures`, in order.
    pub olds: Vec<Option<Value>>,
}

/// What follows when a frame ends.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum After {
    /// The caller goes on with the result.
    Return,
    /// A static initialiser: the frame below runs its instruction again.
    Retry(ClassId),
    /// The frame below has not begun.
    Forget,
    /// A function of an atomic update.
    Update { cell: Ref, old: Value, returns_new: bool },
    /// A function that gives a map the value of a key.
    Compute { map: Ref, key: Value, kind: ComputeKind },
    /// A function that is called with each of these in turn.
    Each { function: Ref, rest: Vec<Vec<Value>> },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ComputeKind {
    /// Of an absent key.
    Absent,
    /// Null removes the key.
    Always,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Init {
    Untouched,
    Running(Tid),
    Done,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub heap: Vec<Arc<Object>>,
    pub statics: Arc<Vec<Value>>,
    pub classes: Arc<Vec<Init>>,
    pub threads: Vec<Arc<Thread>>,
    /// What every thread of the harness may use.
    pub roots: Vec<Value>,
    /// The program has ended itself.
    pub is_halted: bool,
    /// Whether assertions are switched on, which is decided where that first matters.
    pub has_assertions: Option<bool>,
}

impl State {
    pub fn object(&self, at: Ref) -> &Object {
        &self.heap[at as usize]
    }

    pub fn thread(&self, tid: usize) -> &Thread {
        &self.threads[tid]
    }

    /// The object behind a value.
    pub fn behind(&self, value: Value) -> Option<&Object> {
        match value {
            Value::Ref(at) => Some(self.object(at)),
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Boxed(..)
            | Value::Text(_)
            | Value::Threads(_)
            | Value::Opaque
            | Value::Unknown => None,
        }
    }

    /// The thread whose object this is.
    pub fn tid_of(&self, value: Value) -> Option<Tid> {
        match self.behind(value)?.native {
            Native::Thread { tid, .. } => Some(tid),
            _ => None,
        }
    }
}

impl Frame {
    pub fn local(&self, local: LocalId) -> Value {
        self.locals[local.index()]
    }
}
