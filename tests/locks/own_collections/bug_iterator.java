// What the object hands out is asked, too.

package locks.own_collections.bug_iterator;

import java.util.Iterator;
import java.util.concurrent.Semaphore;

class Numbers implements Iterable<Integer> {
    private final Semaphore turn = new Semaphore(1);
    private int left;

    @Override
    public Iterator<Integer> iterator() {
        return new Iterator<Integer>() {
            @Override
            public boolean hasNext() {
                turn.acquireUninterruptibly();
                try {
                    return left > 0;
                } finally {
                    turn.release();
                }
            }

            @Override
            public Integer next() {
                return 1;
            }
        };
    }

    public void all() {
        turn.acquireUninterruptibly();
        try {
            forEach(number -> {});
//          ^^^^^^^^^^^^^^^^^^^^^ lock-unknown
        } finally {
            turn.release();
        }
    }
}
