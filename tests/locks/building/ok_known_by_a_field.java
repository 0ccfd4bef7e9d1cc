// The object gets into the static field when everything is written; its thread is named before.

package locks.building.ok_known_by_a_field;

import java.util.concurrent.locks.ReentrantLock;

class Task {
    private static final ReentrantLock OUTER = new ReentrantLock();
    private static volatile Task last;
    private final Thread thread;
    private final ReentrantLock lock;
    private int count;

    Task(String name) {
        thread = new Thread(this::count);
        thread.setName(name);
        lock = new ReentrantLock();
        thread.start();
        last = this;
    }

    private void count() {
        OUTER.lock();
        lock.lock();
        count++;
        lock.unlock();
        OUTER.unlock();
    }

    public static void run() {
        Task task = last;
        if (task != null) {
            task.count();
        }
    }
}
