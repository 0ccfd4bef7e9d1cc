// What is counted is how often the mutex was entered at all: the inner exit frees it. That a class asks who its threads
// are, and counts, does not make it reentrant.

package locks.behaviour_of_reentry.bug_counts_something_else;

class Mutex {
    private boolean busy;
    private Thread owner;
    private int entered;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy && owner != Thread.currentThread()) {
            wait();
        }
        busy = true;
        owner = Thread.currentThread();
//  ^^^^^ lock-unknown
        entered++;
    }

    //@ releases m
    synchronized void exit() {
        busy = false;
        owner = null;
        notifyAll();
    }
}

class Archive {
    private final Mutex mutex = new Mutex();
    //@ needs mutex.m
    private int files;

    public void add() throws InterruptedException {
        mutex.enter();
        try {
            addOne();
//          ^^^^^^^^ lock-unknown
        } finally {
            mutex.exit();
        }
    }

    private void addOne() throws InterruptedException {
        mutex.enter();
//      ^^^^^^^^^^^^^ lock-unknown
        try {
            files++;
//          ^^^^^^^ lock-unknown
        } finally {
            mutex.exit();
        }
    }
}
