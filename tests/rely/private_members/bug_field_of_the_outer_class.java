// A class does not inherit private fields: the name means the one of the class around it, whose lock is not held.

package rely.private_members.bug_field_of_the_outer_class;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Office {
    @GuardedBy("this") private int letters;

    static class Desk {
        private int letters;
    }

    class Clerk extends Desk {
        void clear() {
            letters = 0;
//          ^^^^^^^ guard
        }
    }

    public void close() {
        new Clerk().clear();
    }
}
