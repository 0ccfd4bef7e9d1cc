// Two threads may find nothing and make two.

package rely.lazy_initialisation.bug_no_monitor;

import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

class Resource {
}

@ThreadSafe
class Lazy {
    //@ env_assumption \old(resource) != null ==> resource == \old(resource)
    @GuardedBy("this") private Resource resource;

    //@ modifies resource
    //@ ensures \result != null
    public Resource get() {
        boolean isMissing;
        synchronized (this) {
            isMissing = resource == null;
        }
        synchronized (this) {
            if (isMissing) {
                resource = new Resource();
//              ^^^^^^^^^^^^^^^^^^^^^^^^^ environment
            }
            return resource;
        }
    }
}
