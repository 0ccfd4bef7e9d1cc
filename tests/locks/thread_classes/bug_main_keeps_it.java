// The main thread ends with the lock.

package locks.thread_classes.bug_main_keeps_it;

import java.util.concurrent.locks.ReentrantLock;

class Producer extends Thread {
    private final ReentrantLock lock;

    Producer(ReentrantLock lock) {
        this.lock = lock;
    }

    @Override
    public void run() {
        lock.lock();
        try {
            work();
        } finally {
            lock.unlock();
        }
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
        lock.lock(); // until the end
//      ^^^^^^^^^^^ lock-not-released
        new Producer(lock).start();
    }
}
