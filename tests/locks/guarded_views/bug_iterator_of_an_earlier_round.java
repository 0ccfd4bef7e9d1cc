// The iterator is made in the first round, with the lock, and used in the second one, without.

package locks.guarded_views.bug_iterator_of_an_earlier_round;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import net.jcip.annotations.GuardedBy;

class Names {
    @GuardedBy("this") private final List<String> names = new ArrayList<>();

    public void look() {
        Iterator<String> i = null;
        for (int round = 0; round < 2; round++) {
            if (i == null) {
                synchronized (this) {
                    i = names.iterator();
                }
            } else {
                i.next();
//              ^^^^^^^^ guarded-access
            }
        }
    }
}
