// Wrong: the lock is given back in `finally`; the catch block then reads the deque without it, while another thread is in
// put().

package siblings.final_content.bug_exception_path;

import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Box {
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Integer> items = new ArrayDeque<>();

    public void put(int x) {
        lock.lock();
        try {
            items.addLast(x);
        } finally {
            lock.unlock();
        }
    }

    public int take(int d) {
        try {
            lock.lock();
            try {
                if (d == 0) {
                    throw new IllegalArgumentException();
                }
                return d;
            } finally {
                lock.unlock();
            }
        } catch (IllegalArgumentException e) {
            return items.size();
        }
    }
}
