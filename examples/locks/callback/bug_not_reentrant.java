// The callback comes back to a lock that does not let its own thread in again.

package locks.callback.bug_not_reentrant;

import java.util.Objects;
import java.util.concurrent.Semaphore;
import net.jcip.annotations.GuardedBy;

interface Listener {
    void changed(Subject subject);
}

class Subject {
    private final Semaphore lock = new Semaphore(1);
    @GuardedBy("lock") private int state;
    private final Listener listener;

    Subject(Listener listener) {
        this.listener = Objects.requireNonNull(listener);
    }

    public void set(int value) {
        lock.acquireUninterruptibly();
        try {
            state = value;
            listener.changed(this);
        } finally {
            lock.release();
        }
    }

    public int get() {
        lock.acquireUninterruptibly(); // held by the caller's caller
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ self-deadlock
        try {
            return state;
        } finally {
            lock.release();
        }
    }
}

class Printer implements Listener {
    private volatile int last;

    public void changed(Subject subject) {
        last = subject.get();
    }
}
