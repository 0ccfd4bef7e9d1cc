// An iterator that is only used with the lock, and one that takes it.

package rely.inner_classes.ok_iterator;

import java.util.Iterator;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Bag implements Iterable<Integer> {
    @GuardedBy("this") private int count;

    public Iterator<Integer> iterator() {
        return new Safe();
    }

    private class Safe implements Iterator<Integer> {
        public boolean hasNext() {
            synchronized (Bag.this) {
                return count > 0;
            }
        }

        public Integer next() {
            return 0;
        }
    }

    private class Quick implements Iterator<Integer> {
        public boolean hasNext() {
            return count > 0;
        }

        public Integer next() {
            return 0;
        }
    }

    public synchronized void put() {
        count = count < 100 ? count + 1 : 100;
    }

    public synchronized boolean isEmpty() {
        return !new Quick().hasNext();
    }
}
