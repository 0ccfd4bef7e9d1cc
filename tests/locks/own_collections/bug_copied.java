// A copy asks the list for its elements, which waits for what is held.

package locks.own_collections.bug_copied;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
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

class Copies {
    public List<Integer> copy(Shared shared) {
        Shared.TURN.acquireUninterruptibly();
        try {
            return new ArrayList<>(shared);
//                 ^^^^^^^^^^^^^^^^^^^^^^^ lock-unknown
        } finally {
            Shared.TURN.release();
        }
    }
}
