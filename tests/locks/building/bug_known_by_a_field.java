// Others find the object in a static field, and no lock in it yet.

package locks.building.bug_known_by_a_field;

import java.util.concurrent.locks.ReentrantLock;

class Task {
    private static final ReentrantLock OUTER = new ReentrantLock();
    private static volatile Task last;
    private final ReentrantLock lock;
    private int count;

    Task() {
        last = this;
        lock = new ReentrantLock();
    }

    public static void run() {
        Task task = last;
        if (task == null) {
            return;
        }
        OUTER.lock();
//      ^^^^^^^^^^^^ lock-not-released
        task.lock.lock();
        task.count++;
        task.lock.unlock();
        OUTER.unlock();
    }
}
