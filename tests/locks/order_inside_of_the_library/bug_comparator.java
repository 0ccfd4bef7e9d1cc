// The queue compares with its own lock held, which another thread waits for with that of the comparison held.

package locks.order_inside_of_the_library.bug_comparator;

import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

class Names {
    private final ReentrantLock lock = new ReentrantLock();
    private final PriorityBlockingQueue<String> queue = new PriorityBlockingQueue<>(11, this::compare);
    private int compared;

    private int compare(String left, String right) {
        lock.lock();
//      ^^^^^^^^^^^ lock-order
        try {
            compared++;
            return left.compareTo(right);
        } finally {
            lock.unlock();
        }
    }

    public void add(String name) {
        queue.add(name);
    }

    public int size() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }
}
