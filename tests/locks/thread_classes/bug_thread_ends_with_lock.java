// The thread may end with the lock in its hands.

package locks.thread_classes.bug_thread_ends_with_lock;

import java.util.concurrent.locks.ReentrantLock;

class Producer extends Thread {
    private final ReentrantLock lock;

    Producer(ReentrantLock lock) {
        this.lock = lock;
    }

    @Override
    public void run() {
        lock.lock(); // for ever
//      ^^^^^^^^^^^ lock-not-released
        work();
        lock.unlock();
    }

    void work() {
        if (isInterrupted()) {
            throw new IllegalStateException();
        }
    }
}

class Main {
    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            new Producer(lock).start();
        } finally {
            lock.unlock();
        }
    }
}
