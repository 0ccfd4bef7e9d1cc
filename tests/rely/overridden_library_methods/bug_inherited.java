// `addAll` is the library's, and may call `add`, which is not.

package rely.overridden_library_methods.bug_inherited;

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

    public synchronized void begin(List<String> given) {
        total = 0;
        Entries entries = new Entries();
        if (given != null) {
            entries.addAll(given);
//          ^^^^^^^^^^^^^^^^^^^^^ unsupported
        }
        //@ assert total == 0
    }
}
