// The listener is called with the lock held and calls back: a reentrant lock lets it in.

package locks.callback.ok;

import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.GuardedBy;

interface Listener {
    void changed(Subject subject);
}

class Subject {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private int state;
    private final Listener listener;

    Subject(Listener listener) {
        this.listener = Objects.requireNonNull(listener);
    }

    public void set(int value) {
        lock.lock();
        try {
            state = value;
            listener.changed(this);
        } finally {
            lock.unlock();
        }
    }

    public int get() {
        lock.lock();
        try {
            return state;
        } finally {
            lock.unlock();
        }
    }
}

class Printer implements Listener {
    private volatile int last;

    public void changed(Subject subject) {
        last = subject.get();
    }
}
