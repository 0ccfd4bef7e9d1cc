// The test is made without the monitor.

package rely.lazy_initialisation.bug_tested_outside;

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
        if (resource == null) {
//          ^^^^^^^^ guard
            return new Resource();
        }
        synchronized (this) {
            return new Resource();
        }
    }
}
