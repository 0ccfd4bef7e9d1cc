// Another class opens the lock.

package locks.closed_lock_class.bug_field_written_by_others;

class Mutex {
    //@ property one: AG(count{m} <= 1)
    boolean busy;

    //@ acquires m
    public synchronized void enter() throws InterruptedException {
        while (busy) {
            wait();
        }
        busy = true;
    }

    //@ releases m
    public synchronized void exit() {
        busy = false;
        notifyAll();
    }
}

class User {
    public void open(Mutex mutex) {
        mutex.busy = false;
//      ^^^^^^^^^^ unsupported
    }
}
