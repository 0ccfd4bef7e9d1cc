// The constructor of the library adds the elements, by the method of the class below.

package rely.built_by_the_library.bug_calls_back;

import java.util.Collection;
import java.util.HashSet;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Names extends HashSet<String> {
    private final Object lock = new Object();

    public Names(Collection<String> first) {
        super(first);
//      ^^^^^^^^^^^^ unsupported
    }

    @Override
    public boolean add(String name) {
        synchronized (lock) {
            return true;
        }
    }
}
