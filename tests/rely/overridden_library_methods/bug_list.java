// What looks like a call of the library runs the method of the subclass.

package rely.overridden_library_methods.bug_list;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Ledger {
    @GuardedBy("this") private int total;

    private class Entries extends ArrayList<String> {
        @Override
        public boolean add(String entry) {
            synchronized (Ledger.this) {
                total = 1;
            }
            return true;
        }
    }

    public synchronized void begin() {
        total = 0;
        List<String> entries = new Entries();
        entries.add("first");
        //@ assert total == 0
//          ^^^^^^^^^^^^^^^^^ java-assertion
    }
}
