// A lock cannot be handed over to another thread.

package locks.thread_classes.bug_given_to_the_thread;

import java.util.concurrent.locks.ReentrantLock;

class Producer extends Thread {
    private final ReentrantLock lock;

    Producer(ReentrantLock lock) {
        this.lock = lock;
    }

    @Override
    public void run() {
        lock.unlock(); // taken by main
//      ^^^^^^^^^^^^^ lock-not-held
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
