// Who has the mutex tries it again and is let in; the inner exit frees it.

package locks.behaviour_of_reentry.bug_tried_again;

class Mutex {
    private boolean busy;
    private Thread owner;

    //@ acquires m
    synchronized boolean tryEnter() {
        if (busy && owner != Thread.currentThread()) {
            return false;
        }
        busy = true;
        owner = Thread.currentThread();
        return true;
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

    public void add() {
        if (!mutex.tryEnter()) {
            return;
        }
        try {
            if (mutex.tryEnter()) {
//              ^^^^^^^^^^^^^^^^ lock-unknown
                mutex.exit();
            }
            files++;
//          ^^^^^^^ lock-unknown
        } finally {
            mutex.exit();
        }
    }
}
