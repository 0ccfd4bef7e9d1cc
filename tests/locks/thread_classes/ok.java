// The methods that threads start with are checked like any other.

package locks.thread_classes.ok;

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
        lock.lock();
        try {
            new Producer(lock).start();
        } finally {
            lock.unlock();
        }
    }
}
