// `compareTo` of a class of the program, called by the name of the library's interface.

package rely.overridden_library_methods.bug_comparable;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Ledger {
    @GuardedBy("this") private int asked;

    private class Place implements Comparable<String> {
        @Override
        public int compareTo(String other) {
            synchronized (Ledger.this) {
                asked = asked + 1;
            }
            return 0;
        }
    }

    public synchronized int compare(String name) {
        asked = 0;
        Comparable<String> place = new Place();
        int result = place.compareTo(name);
        //@ assert asked == 0
//          ^^^^^^^^^^^^^^^^^ java-assertion
        return result;
    }
}
