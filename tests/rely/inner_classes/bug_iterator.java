// An iterator that is handed out is used without the lock.

package rely.inner_classes.bug_iterator;

import java.util.Iterator;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Bag implements Iterable<Integer> {
    @GuardedBy("this") private int count;

    public Iterator<Integer> iterator() {
        return new Walk();
    }

    private class Walk implements Iterator<Integer> {
        public boolean hasNext() {
            return count > 0;
//                 ^^^^^ guard
        }

        public Integer next() {
            return 0;
        }
    }

    public synchronized void put() {
        count = count < 100 ? count + 1 : 100;
    }

    public synchronized boolean isEmpty() {
        return !new Walk().hasNext();
    }
}
