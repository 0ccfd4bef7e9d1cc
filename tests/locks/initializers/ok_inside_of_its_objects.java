// Who runs a function of a class, or a method of an inner object, has seen the class initialised.

package locks.initializers.ok_inside_of_its_objects;

import java.util.concurrent.locks.ReentrantLock;

class Limited {
    private static final int LIMIT = Integer.parseInt("3");
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    public void add(java.util.List<Integer> values) {
        lock.lock();
        try {
            values.forEach(value -> count += Math.min(value, LIMIT));
        } finally {
            lock.unlock();
        }
    }

    class Part {
        public void add() {
            lock.lock();
            count += LIMIT;
            lock.unlock();
        }
    }
}
