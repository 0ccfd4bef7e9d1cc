//! The codes of what can go wrong in a run.

source::codes! { CODES:
    NULL_DEREFERENCE "E0801" "null-dereference" "A null pointer is dereferenced.\n\n\
        The run shows how the pointer came to be null: often another thread emptied the structure between the check and \
        the use.\n\nWhat helps: check the value that is used, not the shared variable that it was read from.";
    UNDEFINED_DEREFERENCE "E0802" "undefined-dereference" "A pointer without a defined value is dereferenced: it was never \
        assigned, or it was read from memory that had been freed.\n\n\
        Reading freed memory is no error by itself, because lock-free code reads first and checks later; using what was \
        read is one.\n\nWhat helps: compare the version counter, or the variable, again before the value is used.";
    USE_AFTER_FREE "E0803" "use-after-free" "Memory is written that has been freed.\n\n\
        Another thread may have got the same memory from `malloc` in the meantime.";
    DOUBLE_FREE "E0804" "double-free" "Memory is freed that has been freed already, or that was never allocated.\n\n\
        In lock-free code this is often the end of an ABA: two threads remove the same node, because a comparison \
        succeeded although the node had been removed, freed, and inserted again in between.";
    LEAK "E0806" "leak" "Memory is lost: it is neither freed nor reachable from any variable that will still be read.\n\n\
        Under `//@ memory manual` every removed node must be freed by who removed it. Under `gc` this is not asked.";
    ASSERTION "E0807" "assertion" "An assertion does not hold, or a lock is released by a thread that does not hold it.";
    LINEARIZABILITY "E0808" "linearizability" "The results of the operations have no explanation: however the operations are put \
        in order, each between its call and its return, some result is not that of the sequential structure.\n\n\
        The trace shows every call with its arguments, every return with its results, and the steps between.";
    UNDEFINED_PUBLISHED "E0809" "undefined-published" "A pointer without a defined value is made shared: it was never assigned, \
        or read from memory that had been freed.\n\n\
        A comparison that should have failed has succeeded; see `double-free` for how.";
    DIVISION "E0810" "division-by-zero" "A number is divided by zero, or by a value that was never assigned.";
    UNINITIALISED_LOCK "E0811" "uninitialised-lock" "A lock in allocated memory is used before it is initialised.\n\n\
        Fresh memory holds anything, so such a lock may seem to be held by somebody, or be no lock at all.\n\n\
        What helps: call `pthread_mutex_init` or `pthread_spin_init` before the address is stored where others find it.";
    LOCKED_FREE "E0812" "locked-free" "Memory is freed while a lock in it is held.\n\n\
        A lock that is held must not be destroyed: the thread that holds it releases it later, in memory that may belong to another \
        cell by then.\n\nWhat helps: release the lock of a cell before the cell is freed.";
    UNCAUGHT "E0820" "uncaught-exception" "An exception that Java's own checks have thrown leaves the method that a thread \
        runs: a null reference, an index out of bounds, a division by zero, a wrong cast.\n\n\
        The run shows the steps of the threads up to there. Often another thread has changed a field between a check and a \
        use.\n\nWhat helps: hold the lock over check and use, or read the field once into a local.";
    MONITOR_STATE "E0821" "illegal-monitor-state" "A thread waits on, notifies or releases a lock that it does not hold.";
    METHOD_CONTRACT "E0822" "method-contract" "A method is called while its `requires` does not hold, or ends while its `ensures` \
        does not hold, in the run that is shown.";
    DECLARATION "E0823" "broken-declaration" "A step breaks what a class declares for all its objects: a `global_invariant` does not \
        hold after it, or the step is none that an `env_assumption` allows to other threads.";
    PROTECTION "E0824" "broken-protection" "A field is read or written by a thread that its declaration does not allow to: it does \
        not hold the lock of `@GuardedBy`, or `writable_if`, `readable_if` or `unwritable_by_env_if` says so.";
    DEADLOCK "E0825" "deadlock" "No thread can go on: each waits for a lock that another one holds, or for something that nobody \
        will do any more.";
    LOCK_HELD "E0826" "lock-still-held" "A thread has ended and still holds a lock. Nobody else can get it any more.";
    THREAD_DEATH "E0827" "thread-death" "An exception that the program or the library throws leaves `main`, the `run` of a \
        thread, or a task that an executor runs without a future: the thread dies, and what it should still have done is not \
        done.\n\n\
        In a task whose future the program has, the exception is kept for who asks: only who asks and does not catch it dies. \
        Methods that are called from outside, without a `main`, may throw what they like.\n\n\
        Example: `new Thread(() -> { if (queue.isEmpty()) throw new IllegalStateException(); }).start();`\n\n\
        What helps: catch the exception in the thread, or hold the lock from the check to the use.";
    COLLECTION_RACE "E0828" "collection-race" "Two threads use an object of the library at once that is not made for that, such as \
        a `HashMap`, an `ArrayList` or a `StringBuilder`, and one of the calls changes which elements it holds.\n\n\
        A call takes a while: it begins and it ends. The run shows a call that ends, with a change, while the call of \
        another thread, which is marked, has begun and not ended. What either of them then does is not defined: elements may be \
        lost, and a call may run forever.\n\n\
        Example: `map.put(key, value)` in one thread, `map.get(key)` in another, without a common lock.\n\n\
        What helps: hold one lock around all calls, or use a class of `java.util.concurrent`.";
    UNSUPPORTED "E0829" "unsupported" as Unsupported "The run came to something that is not modelled, so that the search does not know what would \
        follow. Nothing is concluded from the runs that go through there.";
}
