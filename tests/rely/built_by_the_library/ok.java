// A class of the library is built before the fields of the class below are there.

package rely.built_by_the_library.ok;

import java.util.Collection;
import java.util.HashSet;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
class Names extends HashSet<String> {
    private final Object lock = new Object();

    public Names(Collection<String> first) {
        super();
    }

    @Override
    public boolean add(String name) {
        synchronized (lock) {
            return true;
        }
    }
}
