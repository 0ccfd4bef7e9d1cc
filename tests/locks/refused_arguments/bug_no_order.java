// What is put into a sorted map need not have an order.

package locks.refused_arguments.bug_no_order;

import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

class Index {
    private final ReentrantLock lock = new ReentrantLock();
    private final TreeMap<Object, Integer> places = new TreeMap<>();

    public void add(Object key) {
        lock.lock();
//      ^^^^^^^^^^^ lock-not-released
        places.put(key, 1);
        lock.unlock();
    }
}
