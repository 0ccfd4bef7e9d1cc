//! The codes of findings, with their long texts.

use source::{Code, Kind};

pub static UNSUPPORTED: Code = Code {
    id: "E0601",
    name: "unsupported",
    kind: Kind::Unsupported,
    explanation: "The structure has a feature that the engine for lock-free structures does not model.\n\n\
        The engine knows lists: one kind of heap cell, with one pointer to the next cell, one datum, and one version counter \
        beside the pointer; global pointers, counters and locks; stacks and queues. Nothing is proved about anything else.\n\n\
        Nor is anything proved if code that is no operation of the specification may change the structure: other files, where a \
        global variable of it is not `static`; or a function of this file that other files can call, and that changes these \
        variables or a cell, frees a cell, gives one to its caller, or releases a lock that it does not hold.\n\n    \
        void clear(void) { Top = NULL; }\n\n\
        What helps: declare variables and helpers `static`; keep functions that run only while no operation does in a file of \
        their own.",
};

pub static MEMORY: Code = Code {
    id: "E0602",
    name: "memory-candidate",
    kind: Kind::Wrong,
    explanation: "A thread may use memory wrongly.\n\n\
        It dereferences a null pointer or one that was read from free memory; it writes to, frees or publishes a cell that is \
        free or belongs to another thread; or it loses a cell that nobody can reach any more. Reading free memory is no fault \
        by itself: lock-free programs do it and check afterwards whether what they read was of use.\n\n\
        A cell that becomes unreachable from the global variables belongs to the thread that cut it off. A program in which \
        another thread frees it is rejected, although it may be right.\n\n\
        The finding comes from an analysis of all runs of any number of threads, which may be too coarse. It is a refutation \
        only if a run is shown with it.",
};

pub static LINEARIZABILITY: Code = Code {
    id: "E0603",
    name: "linearizability-candidate",
    kind: Kind::Wrong,
    explanation: "The operations may not behave like those of the structure that the annotation names.\n\n\
        Each operation has to take effect at one moment between its call and its return. Looked at in the order of these \
        moments, the operations have to be those of a stack or a queue that is used by one thread. Here a value may be lost, \
        removed twice, removed without having been inserted, removed in the wrong order, or the structure may be reported \
        empty although it is not.\n\n\
        The finding comes from an analysis of all runs of any number of threads, which may be too coarse. It is a refutation \
        only if a run is shown with it.",
};

pub static POINTS: Code = Code {
    id: "E0604",
    name: "linearization-points",
    kind: Kind::Wrong,
    explanation: "No linearization points were found.\n\n\
        An insertion and a removal that returns a value are expected to take effect at a write that every such operation \
        passes, and a removal that finds nothing at a read that every such operation passes. Operations that take effect in a \
        step of another thread are not recognised.",
};

pub static MISSING_EFFECT: Code = Code {
    id: "E0605",
    name: "missing-effect",
    kind: Kind::Wrong,
    explanation: "A step changes shared memory in a way that no effect summary has.\n\n\
        The other threads are represented by summaries: atomic blocks that are computed from the code (`counterpoint \
        summarize` prints them). The proof is valid only if every change of shared memory is also one that a summary makes, \
        at once and without any memory of its own. This step is not: its effect depends on what the thread did before, or it \
        stores a value that the analysis does not know.",
};

pub static LIMIT: Code = Code {
    id: "E0606",
    name: "view-limit",
    kind: Kind::Unknown,
    explanation: "The analysis gave up: the time limit, too many views, too many cells of interest at once, or a decision that depends on the \
        values that callers hand in. Programs are analysed for all values at once, which is valid only if they do not look at \
        them.",
};

pub static SECTION: Code = Code {
    id: "E0607",
    name: "locked-section",
    kind: Kind::Wrong,
    explanation: "A locked section could not be shown to be atomic.\n\n\
        Between taking a lock and releasing it a thread may make at most one step that others can see, besides using what is \
        protected: a global variable or a field that all functions touch with the same lock held, or a field that is written \
        only in cells that no other thread knows yet. All locks are taken before that step, and each lock is released in the \
        same function on all paths.",
};

pub static PROOF: Code = Code {
    id: "E0608",
    name: "structure-proof",
    kind: Kind::Wrong,
    explanation: "How a structure was proved: how many views there are, how many summaries stand for the other threads, and \
        where operations take effect.\n\n\
        It is said with `--verbose`, and always in JSON and SARIF.",
};

pub static RACE: Code = Code {
    id: "E0609",
    name: "plain-race",
    kind: Kind::Wrong,
    explanation: "Two threads may access a plain variable at the same time, and one of them writes it.\n\n\
        C11 leaves undefined what happens then: the compiler may move, repeat or leave out plain accesses. The proof is of the \
        program as it is written, with steps that happen one after the other; it says nothing about what a compiler makes of \
        a race.\n\n\
        Declare the variable `_Atomic`, access it by `atomic_load` and its kin, or hold one lock wherever it is accessed.",
};

pub static INDETERMINATE: Code = Code {
    id: "E0610",
    name: "indeterminate-number",
    kind: Kind::Trusted,
    explanation: "A number that was never set is stored in memory that other threads may read.\n\n\
        C11 leaves the value of a local variable, and of each member of one, indeterminate until it is set. The proof takes \
        what is stored as some number, whichever it is, that stays the same until the next store. Machines do that; the \
        standard does not promise it.\n\n\
        Example: `Ptr new; new.ptr = node; Top = new;` stores `new.age`, which was never set.\n\n\
        Set all members: `Ptr new = { .ptr = node, .age = 0 };`.",
};

pub static CODES: &[&Code] = &[
    &UNSUPPORTED,
    &MEMORY,
    &LINEARIZABILITY,
    &POINTS,
    &MISSING_EFFECT,
    &LIMIT,
    &SECTION,
    &PROOF,
    &RACE,
    &INDETERMINATE,
];
