//! The codes of findings, with their long texts.

use source::{Code, Kind};

pub static UNSUPPORTED: Code = Code {
    id: "E1001",
    name: "unsupported",
    kind: Kind::Unsupported,
    explanation: "Something that the engine for locks does not model stands in the way.\n\n\
        The message names it. Nothing is claimed of the method that holds it, and what calls that method is unknown.",
};

pub static NOT_RELEASED: Code = Code {
    id: "E1002",
    name: "lock-not-released",
    kind: Kind::Wrong,
    explanation: "A thread may leave its method and keep a lock.\n\n\
        Each acquisition needs a release on every way out: through `return`, through exceptions, through branches that are \
        taken rarely. The finding stands at the acquisition, and the steps below lead to the way out.\n\n\
        \x20   lock.lock();\n    if (items.isEmpty()) return null;   // still held\n\n\
        What helps: `lock.lock(); try { … } finally { lock.unlock(); }`. A method that is meant to return with the lock says \
        so: `//@ acquires lock`. Every public method, `main` and what another thread runs is looked at as a beginning.",
};

pub static NOT_HELD: Code = Code {
    id: "E1003",
    name: "lock-not-held",
    kind: Kind::Wrong,
    explanation: "A thread may release a lock that it does not hold, or wait or signal without it.\n\n\
        Java throws an IllegalMonitorStateException there; a semaphore silently gets a permit too many. The usual causes are a \
        lock that is taken inside of `try` and fails, a release in both the handler and the finally block, and a refused \
        `tryLock()` whose result is not looked at.\n\n\
        What helps: take the lock in front of `try`, and release it once. A method that is called with the lock and releases \
        it says so: `//@ releases lock`.",
};

pub static ACCESS: Code = Code {
    id: "E1004",
    name: "guarded-access",
    kind: Kind::Wrong,
    explanation: "A field or method is used without the lock that guards it.\n\n\
        `@GuardedBy(\"lock\")` and `//@ needs lock` say that every access happens with the lock. With a read-write lock, reading \
        needs one of its sides and writing the write side. What a guarded collection holds is reached through the collection, \
        so that its methods need the lock, too, and it must not be handed out. A lambda that another thread runs does not have \
        the locks of the thread that made it.\n\n\
        Constructors may use the fields of the object they build: nobody else knows it yet.",
};

pub static SELF_DEADLOCK: Code = Code {
    id: "E1005",
    name: "self-deadlock",
    kind: Kind::Wrong,
    explanation: "A thread asks for a lock that it keeps itself from getting, and waits for ever.\n\n\
        `StampedLock` and semaphores are not reentrant: who holds one and asks again waits for itself; so does who enters a \
        lock class of the program that does not let those in who hold it. The write side of a \
        `ReentrantReadWriteLock` is not given to a thread that holds the read side.\n\n\
        What helps: release the read lock before taking the write lock, and check again what was read; call a method that \
        does not take the lock.",
};

pub static ORDER: Code = Code {
    id: "E1006",
    name: "lock-order",
    kind: Kind::Wrong,
    explanation: "Threads take the same locks in different orders, and may wait for each other for ever.\n\n\
        If one thread holds `a` and asks for `b` while another holds `b` and asks for `a`, neither goes on. The finding shows \
        one way for each order; a cycle may have more than two locks.\n\n\
        What helps: one order for all threads, or `tryLock` for the second lock. Whether the two ways can ever run at the same \
        time is not looked at.",
};

pub static CONTRACT: Code = Code {
    id: "E1007",
    name: "lock-contract",
    kind: Kind::Wrong,
    explanation: "A method does not do what its `acquires` or `releases` clause says.\n\n\
        `//@ acquires lock` is a promise: whenever the method returns, the calling thread holds the lock once more than before. \
        If the method throws, the lock is as it was. `//@ releases lock` is the same with once less.",
};

pub static PROPERTY: Code = Code {
    id: "E1008",
    name: "lock-property",
    kind: Kind::Wrong,
    explanation: "A lock class does not have a property that it declares.\n\n\
        `//@ property NAME: AG(busy ==> nR == 0)` is checked for every number of threads that keep to the lock's interface: \
        each takes modes that it does not hold and releases modes that it holds. Formulas are made of `AG`, `AF`, `AX`, \
        `A[p U q]`, `A[p W q]`, Java's operators, `==>`, the fields of the class, and `count{m}`, the number of threads \
        that hold mode `m`.\n\n\
        A run with the numbers of the threads is shown if one was found; it is a real run of the lock's methods. If none \
        was found, the abstraction may be too coarse, and the property is unknown.",
};

pub static DEADLOCK: Code = Code {
    id: "E1009",
    name: "lock-deadlock",
    kind: Kind::Wrong,
    explanation: "Threads may wait in a method of a lock class, and nobody will ever wake them.\n\n\
        Every class with `acquires` and `releases` clauses in which threads wait is checked, with properties or without.\n\n\
        A thread sleeps in `wait()` until another calls `notify()` or `notifyAll()`. Here a state can be reached in which \
        threads sleep, no thread holds the lock any more, and nobody is on the way to wake them. The usual causes are a \
        missing `notifyAll()`, and `notify()` that wakes the wrong one.\n\n\
        Wake-ups for no reason, which Java allows, are not relied on.",
};

pub static VACUOUS: Code = Code {
    id: "E1010",
    name: "lock-vacuous",
    kind: Kind::Wrong,
    explanation: "A property holds for a reason that has nothing to do with what it says.\n\n\
        The left side of its implication is never true, in no run of any number of threads. The property is likely to be \
        misspelt, or the lock never gets to do what the property is about.",
};

pub static UNKNOWN: Code = Code {
    id: "E1011",
    name: "lock-unknown",
    kind: Kind::Unknown,
    explanation: "Whether locks are used rightly here is not known.\n\n\
        The message says what stands in the way: a call of a method that could not be read, a lock without a name that stays \
        the same, more cases than are told apart, a solver that gave no answer. Nothing is claimed of the method.\n\n\
        What helps: final fields for locks; smaller methods.",
};

pub static ANNOTATION: Code = Code {
    id: "E1012",
    name: "lock-annotation",
    kind: Kind::Unsupported,
    explanation: "A clause about locks does not name a lock, or names it twice.\n\n\
        `acquires`, `releases` and `needs` are followed by a lock: a field, `this`, fields with dots between them, \
        `Cls.field`, `Cls.class`. A lock class of your own gives names to what its methods take: `//@ acquires r` on \
        `readEnter()` makes `r` a mode of the class, and others say `//@ needs lock.r | lock.w`. A mode is acquired by one \
        method and released by another, of the same class or of one above or below it; a word of which only one half is \
        there is taken for a misspelt field. There, `this` is the monitor of the object. A method takes a lock or releases it, \
        not both.",
};

pub static FORMULA: Code = Code {
    id: "E1013",
    name: "property-syntax",
    kind: Kind::Unsupported,
    explanation: "The formula of a property does not follow the grammar, or speaks of something that is no variable of the \
        lock.\n\n\
        \x20   //@ property exclusive: AG(count{w} <= 1)\n\n\
        `AG p`, `AF p`, `AX p`, `A[p U q]`, `A[p W q]`, `!`, `&&`, `||`, `==>`, `<==>`, comparisons and sums of fields, \
        numbers and `count{m}`. A boolean field is a condition, and no number. Below `!` and to the left of `==>` there are no path formulas: the formulas that hold for \
        an abstraction and therefore for the lock are those about all paths.",
};

pub static PREMISE: Code = Code {
    id: "E1014",
    name: "lock-premise",
    kind: Kind::Trusted,
    explanation: "What the proof of a lock's properties rests on.\n\n\
        A lock class is looked at with threads that obey its interface: each takes modes that it does not hold, releases \
        modes that it holds, and waits for a mode only while it holds none of the same lock but what the same operation \
        releases. Then each entry is that of one \
        more thread to the lock, and a machine without reentry simulates the program: what is true of all its paths is true \
        of all runs. Whether threads obey is the other half of the check.",
};

pub static MISSING_NOTIFY: Code = Code {
    id: "E1015",
    name: "missing-notify",
    kind: Kind::Wrong,
    explanation: "A method of a lock class makes a condition true that others wait for, and wakes nobody.\n\n\
        A thread in `wait()` sleeps until another calls `notify()` or `notifyAll()` on the same object. Here a state can be \
        reached in which a thread sleeps although its condition holds, and no thread is left that would wake it.\n\n\
        \x20   synchronized void exit() {\n        busy = false;   // notifyAll() is missing\n    }\n\n\
        What helps: `notifyAll()` at the end of every method that changes what others wait for.",
};

pub static NESTED_WAIT: Code = Code {
    id: "E1016",
    name: "nested-wait",
    kind: Kind::Wrong,
    explanation: "A thread waits for a signal and keeps a lock that whoever signals needs.\n\n\
        `wait()` and `await()` give up one lock, and only that one. Where every `notify` of the program happens with another \
        lock held that the waiting thread keeps, nobody gets that far:\n\n\
        \x20   synchronized (table) { synchronized (row) { row.wait(); } }       // keeps `table`\n    \
        synchronized (table) { synchronized (row) { row.notify(); } }     // waits for `table`\n\n\
        What helps: wait with no other lock held, or signal without it. A wait with a time limit is not reported.",
};

pub static SHARED: Code = Code {
    id: "E1017",
    name: "shared-field",
    kind: Kind::Wrong,
    explanation: "Several threads use a field, one of them writes it, and there is no lock that all of them hold.\n\n\
        A class that takes locks is used by several threads: each of its public methods may run at any time. So may what a \
        thread, a timer, an executor or a parallel stream runs, beside the thread that started it:\n\n\
        \x20   synchronized void add() { size++; }\n    int size() { return size; }   // without the lock\n\n\
        The lock of an instance does not guard a static field, nor a field of another instance. Fields that are final or \
        volatile are not meant, nor what a constructor does before others know its object, nor what `main` does before it \
        starts threads and after it has joined all of them.\n\n\
        What helps: take the same lock around all accesses, or make the field volatile, final or an atomic.",
};

pub static CODES: &[&Code] = &[
    &UNSUPPORTED,
    &NOT_RELEASED,
    &NOT_HELD,
    &ACCESS,
    &SELF_DEADLOCK,
    &ORDER,
    &CONTRACT,
    &PROPERTY,
    &DEADLOCK,
    &VACUOUS,
    &UNKNOWN,
    &ANNOTATION,
    &FORMULA,
    &PREMISE,
    &MISSING_NOTIFY,
    &NESTED_WAIT,
    &SHARED,
];
