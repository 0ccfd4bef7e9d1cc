// The library asks an own list, with no lock held.

package locks.own_collections.ok;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import net.jcip.annotations.GuardedBy;

class Shared extends AbstractList<Integer> {
    static final Semaphore TURN = new Semaphore(1);
    @GuardedBy("TURN") private static int value;

    @Override
    public Integer get(int index) {
        TURN.acquireUninterruptibly();
        try {
            return value;
        } finally {
            TURN.release();
        }
    }

    @Override
    public int size() {
        return 3;
    }

    static void set(int now) {
        TURN.acquireUninterruptibly();
        try {
            value = now;
        } finally {
            TURN.release();
        }
    }
}

class Copies {
    private final List<Integer> all = new ArrayList<>();

    public List<Integer> copy(Shared shared) {
        Shared.set(1);
        return new ArrayList<>(shared);
    }

    public int place(Shared shared, int value) {
        return shared.indexOf(value);
    }

    // Of another list, nothing of the program runs.
    public synchronized boolean has(int value) {
        return all.contains(value);
    }
}
