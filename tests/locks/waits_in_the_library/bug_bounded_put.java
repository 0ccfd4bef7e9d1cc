// Who waits for room in a full queue keeps the lock that whoever would take an element needs.

package locks.waits_in_the_library.bug_bounded_put;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

class Store {
    private final BlockingQueue<String> items = new ArrayBlockingQueue<>(8);
    private final ReentrantLock lock = new ReentrantLock();

    public void add(String s) throws InterruptedException {
        lock.lock();
        try {
            items.put(s);
//          ^^^^^^^^^^^^ lock-unknown
        } finally {
            lock.unlock();
        }
    }

    public String next() {
        lock.lock();
        try {
            return first(items);
        } finally {
            lock.unlock();
        }
    }

    private static String first(Queue<String> queue) {
        return queue.poll();
    }
}
