// The library compares whenever it likes, with no lock held.

package rely.callbacks.bug_without_lock;

import java.util.TreeSet;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Station {
    @GuardedBy("this") private int trains;

    private class Visit implements Comparable<Visit> {
        @Override
        public int compareTo(Visit other) {
            return trains;
//                 ^^^^^^ guard
        }
    }

    private final TreeSet<Visit> visits = new TreeSet<>();

    public synchronized int look() {
        Visit visit = new Visit();
        return visit.compareTo(visit);
    }

    public void arrive() {
        visits.add(new Visit());
//      ^^^^^^^^^^^^^^^^^^^^^^^ unprotected-content
    }
}
