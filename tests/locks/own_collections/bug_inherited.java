// A method that the list has from the library asks it for its elements.

package locks.own_collections.bug_inherited;

import java.util.AbstractList;
import java.util.concurrent.Semaphore;

class Shared extends AbstractList<Integer> {
    static final Semaphore TURN = new Semaphore(1);

    @Override
    public Integer get(int index) {
        TURN.acquireUninterruptibly();
        try {
            return index;
        } finally {
            TURN.release();
        }
    }

    @Override
    public int size() {
        return 3;
    }
}

class Places {
    public int place(Shared shared, int value) {
        Shared.TURN.acquireUninterruptibly();
        try {
            return shared.indexOf(value);
//                 ^^^^^^^^^^^^^^^^^^^^^ lock-unknown
        } finally {
            Shared.TURN.release();
        }
    }
}
