// The inner exit frees the mutex, and what the outer section does then is done without it: no count is kept, and the
// class cannot be read as a monitor that does not know its threads.

package locks.behaviour_of_reentry.bug_owner_without_count;

class Mutex {
    private boolean busy;
    private Thread owner;

    //@ acquires m
    synchronized void enter() throws InterruptedException {
        while (busy && owner != Thread.currentThread()) {
            wait();
        }
        busy = true;
        owner = Thread.currentThread();
//  ^^^^^ lock-unknown
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
