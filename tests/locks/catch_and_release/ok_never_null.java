package locks.catch_and_release.ok_never_null;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** What the library answers here is never null: nothing throws between the two. */
class Log {
    private final Lock lock = new ReentrantLock();
    private final List<String> lines = new ArrayList<>();
    private String last = "";
    private int count;

    public void name() {
        lock.lock();
        last = Thread.currentThread().getName();
        lock.unlock();
    }

    public void print() {
        lock.lock();
        System.out.println("lines");
        count = lines.iterator().hasNext() ? 1 : 0;
        lock.unlock();
    }
}
